"""What the position keeps of aircraft beyond where they are: marks of patrols, flights in the air, drops to come, and
who has popped up.

It changes seldom, so it is replaced instead of changed, and copies of a position share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from musterhall.geometry import Point


class Mark(NamedTuple):
    """3.3.1 Where on the table edge a patrol will come in, and which way it will head."""

    x: float
    y: float
    heading: float

    @property
    def at(self) -> Point:
        return (self.x, self.y)


class Flight(NamedTuple):
    """3.4 A formation in the air: where its leader has flown, how high, and how the others fly beside it."""

    path: tuple[Point, ...]
    high: bool
    offsets: tuple[tuple[int, float, float], ...]
    """Each unit with how far it is from the leader."""
    fired: tuple[int, ...] = ()
    """3.5.1 The units on the ground that have fired at it in this action."""
    since: int = 0
    """Where on the path the move began that the ground may fire at next."""


class Drop(NamedTuple):
    """2.3.3 Paratroopers on their way down: which formation, and where its marker lies."""

    formation: int
    x: float
    y: float


class Marks(NamedTuple):
    """The marks that belong to the two commands on a stack."""

    now: Mark | None = None
    next: Mark | None = None


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class AirState:
    """Of each flyer formation, by its index."""

    marks: Mapping[int, Marks] = field(default_factory=dict)
    flights: Mapping[int, Flight] = field(default_factory=dict)
    drops: tuple[Drop, ...] = ()
    popped_up: frozenset[int] = field(default=frozenset(), repr=False)
    """3.2 Formations whose attack helicopters have popped up in the action that is going on."""

    apart: Mapping[int, Mapping[int, tuple[Point, ...]]] = field(default_factory=dict, repr=False)
    """3.4.1 As a variant: in formations that do not fly by one path, what each aircraft has flown."""

    def marked(self, formation: int, marks: Marks) -> AirState:
        """The same with other marks for one formation."""
        return replace(self, marks=_with(self.marks, formation, None if marks == NO_MARKS else marks))

    def flown(self, formation: int, flight: Flight | None) -> AirState:
        """The same with one formation's flight gone on, or over."""
        apart = self.apart if flight is not None or not self.apart else _with(self.apart, formation, None)
        return replace(self, flights=_with(self.flights, formation, flight), apart=apart)

    def flown_apart(self, formation: int, paths: Mapping[int, tuple[Point, ...]]) -> AirState:
        """The same with a path for each aircraft of one formation."""
        return replace(self, apart=_with(self.apart, formation, paths))

    def with_drop(self, drop: Drop) -> AirState:
        return replace(self, drops=(*self.drops, drop))

    def without_drop(self, drop: Drop) -> AirState:
        return replace(self, drops=tuple(one for one in self.drops if one != drop))

    def known(self, own: frozenset[int], face_up: frozenset[int]) -> AirState:
        """What a player sees: of other formations only the marks of patrols whose command lies face up."""
        if self.marks.keys() <= own:
            return self
        seen: AirState = replace(self, marks={key: marks for key, marks in self.marks.items() if key in own})
        for key in self.marks.keys() & face_up - own:
            seen = seen.marked(key, Marks(self.marks[key].now))
        return seen


Row = TypeVar("Row")


def _with(table: Mapping[int, Row], key: int, value: Row | None) -> dict[int, Row]:
    """In the order of formations, so that equal tables are written alike."""
    rows = {one: row for one, row in table.items() if one != key}
    if value is not None:
        rows[key] = value
    return {one: rows[one] for one in sorted(rows)}


NO_AIR = AirState()
"""Nothing in the air and nothing to come."""
