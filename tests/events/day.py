"""A small event for tests: a handful of invented players, driven by commands as an organiser would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from musterhall.events import fold, forces, matches, players, rounds, scenarios
from musterhall.events.entries import Entry, NewEntry, numbered
from musterhall.events.event import Event, Match, Round
from musterhall.events.fold import Ledger
from musterhall.game.forces import Submission
from musterhall.packs.model import shipped_pack_text

NAMES = ("Anna", "Boris", "Cleo", "Dario", "Edda", "Falk", "Gwen", "Hugo", "Ines", "Jonas", "Kira", "Lars")

ROSTER = (
    {"name": "Hammer", "type": "BM", "points": 51},
    {"name": "Anvil", "type": "BM", "points": 40},
    {"name": "Tongs", "type": "CV", "points": 25},
)


def force(name: str = "Smiths") -> Submission:
    return Submission(force=name, text=f'name = "{name}"', roster=list(ROSTER), points=116)


@dataclass
class Day:
    """A ledger and a clock that moves a minute with every entry."""

    ledger: Ledger = field(default_factory=Ledger)
    minute: int = 0

    @property
    def event(self) -> Event:
        return self.ledger.event

    @property
    def round(self) -> Round:
        return self.event.rounds[-1]

    def do(self, command: NewEntry | Callable[[Event], NewEntry], why: str = "") -> Entry:
        new = command if isinstance(command, NewEntry) else command(self.event)
        self.minute += 1
        signed = NewEntry(new.kind, new.data, "organiser", why)
        return self.ledger.attempt([signed], self.now)[0]

    @property
    def now(self) -> str:
        return f"2025-11-29T{8 + self.minute // 60:02d}:{self.minute % 60:02d}:00.000Z"

    def player(self, name: str) -> str:
        return self.event.find(name).id

    def pair(self, seed: int = 1, *, published: bool = True) -> Round:
        self.do(lambda event: rounds.pair_round(event, seed))
        if published:
            self.do(lambda event: rounds.publish(event, len(event.rounds)))
        return self.round

    def undo(self, seq: int) -> Entry:
        return self.do(self.ledger.undo(seq), why="a slip")

    def decide(self, match: Match, first: dict[str, Any], second: dict[str, Any], **more: Any) -> Entry:
        card = {"sides": [first, second], **more}
        number = self.round.number
        return self.do(lambda event: matches.decide_card(event, number, match.table, card))

    def decide_all(self, points: dict[str, int] | None = None) -> None:
        """Give every open match of the running round a card; a player's points are points of interest held."""
        for match in self.round.matches:
            if not match.settled:
                held = [(points or {}).get(self.event.player(id_).name, 0) for id_ in match.players]
                self.decide(match, _held(held[0]), _held(held[1]))


def _held(number: int) -> dict[str, Any]:
    return {"fields": {"points_of_interest": number}} if number else {}


def new_day(
    names: Sequence[str] = NAMES[:8],
    *,
    pack: str = "herocon-2025",
    changes: Sequence[tuple[str, str]] = (),
    rounds_: int = 3,
) -> Day:
    """An event with everybody checked in and a force accepted, and Domination in every round."""
    text = shipped_pack_text(pack)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    day = Day()
    day.ledger.extend([numbered(fold.create("A day", text, 7, rounds=rounds_), 1, "2025-11-29T08:00:00.000Z")])
    for name in names:
        enter(day, name)
    if pack == "herocon-2025":
        day.do(lambda event: scenarios.choose_scenarios(event, ["domination"] * rounds_))
    return day


def before_the_third_round(day: Day) -> None:
    """Six players, ranked by their letters. Anna and Boris have not met; Cleo has met the two below her."""
    ids = {name: day.player(name) for name in NAMES[:6]}
    for pairs in (("Cleo Dario", "Anna Falk", "Boris Edda"), ("Cleo Edda", "Boris Falk", "Anna Dario")):
        pinned = [(ids[one], ids[other]) for one, other in map(str.split, pairs)]
        day.do(rounds.pair_round(day.event, 1, pinned=pinned))
        day.do(rounds.publish(day.event, len(day.event.rounds)))
        day.decide_all({"Anna": 4, "Boris": 3, "Cleo": 2, "Dario": 1})


def enter(day: Day, name: str, team: str = "") -> str:
    day.do(lambda event: players.add_player(event, name, team))
    player = day.event.find(name)
    day.do(lambda event: players.check_in(event, player))
    day.do(lambda event: forces.hand_in(event, player, force(f"{name}'s Smiths")))
    day.do(lambda event: forces.accept_force(event, player))
    return player.id
