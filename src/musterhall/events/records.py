"""How each player has fared, round by round: matches won, drawn and lost, and what each round brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from musterhall.events.event import Event, Match, Round
from musterhall.events.scores import Figures, number
from musterhall.events.standings import round_figures


@dataclass(frozen=True, slots=True)
class Record:
    """A player's matches so far. A bye is none; who did not come to the table has lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: tuple[Fraction | None, ...] = ()
    """Of the figure that standings go by, for each round that counts; None where it has brought nothing yet."""

    def __str__(self) -> str:
        return f"{self.won}-{self.drawn}-{self.lost}"

    def as_data(self) -> dict[str, Any]:
        points = [None if one is None else number(one) for one in self.points]
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost, "rounds": points}


def records(
    event: Event, through: int | None = None, brought: Sequence[Mapping[str, Figures]] | None = None
) -> dict[str, Record]:
    """Everybody's record up to a round, or with everything that is settled now.

    What each round brought is worked out, unless somebody has it already: standings do.
    """
    rounds = [one for one in event.rounds[:through] if one.published]
    known = brought if brought is not None else [round_figures(event, one) for one in rounds]
    first = event.rules.standings.order[0]
    outcomes: dict[str, list[str]] = {id_: [] for id_ in event.players}
    points: dict[str, list[Fraction | None]] = {id_: [] for id_ in event.players}
    for round_, figures in zip(rounds, known, strict=True):
        for id_, outcome in _outcomes(round_).items():
            outcomes[id_].append(outcome)
        if event.in_bracket(round_.number):
            continue
        for id_, found in points.items():
            found.append(figures[id_][first].total if id_ in figures else None)
    return {id_: _record(outcomes[id_], points[id_]) for id_ in event.players}


def winner_of(match: Match) -> str | None:
    """Who won a match, as far as it is settled and somebody did."""
    if match.nobody_came:
        return None
    if match.absent or match.conceded:
        return match.other(match.absent or match.conceded or "")
    if not match.settled or match.result is None or match.result.winner is None:
        return None
    return match.players[match.result.winner]


WON, DRAWN, LOST = "won", "drawn", "lost"


def _outcomes(round_: Round) -> dict[str, str]:
    found = {}
    for match in round_.matches:
        if not match.settled:
            continue
        winner = winner_of(match)
        for id_ in match.players:
            drawn = winner is None and not match.nobody_came
            found[id_] = DRAWN if drawn else WON if id_ == winner else LOST
    return found


def _record(outcomes: list[str], points: list[Fraction | None]) -> Record:
    return Record(outcomes.count(WON), outcomes.count(DRAWN), outcomes.count(LOST), tuple(points))
