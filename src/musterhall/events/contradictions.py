"""Cards that cannot be with what a player conceals: taken as they came, and put before the desk.

A player who sends such a card is told nothing, or the answer would give the secret away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from musterhall.events.cards import NOTHING_KNOWN
from musterhall.events.event import Event, Match, Round
from musterhall.events.matches import known_at_desk, problems_at_desk
from musterhall.problems import Problem

WHAT_TO_DO = "Ask each player alone, for neither was told; then correct the card, or say why it stands."


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A card, and what speaks against it that its sender may not be told."""

    round: int
    table: int
    players: tuple[str, str]
    whose: str
    """In words: whose card it is."""
    problems: tuple[Problem, ...]

    @property
    def sentence(self) -> str:
        against = " ".join(map(str, self.problems))
        where = f"Round {self.round}, table {self.table}"
        return f"{where}: {self.whose} cannot be, going by what players conceal. {against}"

    def as_data(self) -> dict[str, Any]:
        return {"sentence": self.sentence, "problems": [problem.as_data() for problem in self.problems]}


def contradictions(event: Event) -> Iterator[Contradiction]:
    """All of an event, but for those that the organiser let stand."""
    for round_ in event.rounds:
        for match in round_.matches if round_.published else ():
            yield from contradictions_at(event, round_, match)


def contradictions_at(event: Event, round_: Round, match: Match) -> Iterator[Contradiction]:
    """Those of one match: of the card that counts, or of the cards that were sent so far."""
    let_stand = match.decided and not match.by_scorekeeper
    if let_stand or match.absent or known_at_desk(event, round_, match) == NOTHING_KNOWN:
        return
    sent = [(f"the card of {event.player(id_).name}", card) for id_, card in match.sent.items()]
    for whose, card in [("the card that counts", match.card)] if match.card else [] if match.settled else sent:
        if found := problems_at_desk(event, round_, match, card):
            yield Contradiction(round_.number, match.table, match.players, whose, tuple(found))
