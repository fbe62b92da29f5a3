"""The table companion: sheets that two people mark on their phones while they play with real miniatures.

A game says what there is to mark (boxes), what follows from the marks on one sheet (findings), and how a match stands
after them. What follows from a sheet is worked out beforehand for every way its boxes can be marked, and sent along:
so a phone shows it at once, and without a link too, and no rule is written a second time for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, Literal, Protocol

Kind = Literal["pips", "steps", "count", "choice", "tick"]
"""Holes to fill, a scale, a number, one of several, yes or no."""
PIPS: Kind = "pips"
STEPS: Kind = "steps"
COUNT: Kind = "count"
CHOICE: Kind = "choice"
TICK: Kind = "tick"

ROUND, STAGE, OVER = "round", "stage", "over"
"""The boxes that every game has: the round of play, the stage within it, and that the match is over."""
MOST_ROUNDS = 99
AT = "@"
"""Between a box that begins anew each round and the number of the round that is meant: 0.3.moved@2."""


@dataclass(frozen=True, slots=True)
class Box:
    """Something to mark. Its value is a whole number from 0 to `most`."""

    id: str
    title: str
    kind: Kind
    most: int
    labels: tuple[str, ...] = ()
    """A word for each value, for scales and choices; what has none cannot be chosen here."""
    each_round: bool = False
    """Whether it begins anew each round; marks name the round then."""
    adds_up: bool = False
    """Whether two marks may be two things that happened, so that both together may be right."""
    then: str = ""
    """The box in which a hit goes on when this one is full."""
    note: str = ""
    first: int = 0
    clears: bool = False
    """Whether 0 is what holds when nothing is chosen, and so has no button of its own."""
    of: str = ""
    """What it is a box of, to name it by in a list."""

    def allows(self, value: int) -> bool:
        return 0 <= value <= self.most and (not self.labels or bool(self.labels[value]))

    def said(self, value: int) -> str:
        """A value in words."""
        if self.labels:
            return self.labels[value]
        if self.kind == TICK:
            return "yes" if value else "no"
        return f"{value} of {self.most}" if self.kind == PIPS else str(value)

    def told(self, value: int) -> str:
        """A mark on it in words: Atlas: Armor 3 of 10."""
        between = " " if self.kind in (PIPS, COUNT) or self.title.endswith("?") else ": "
        return f"{self.called}{between}{self.said(value)}"

    @property
    def called(self) -> str:
        return f"{self.of}: {self.title}" if self.of else self.title


def with_round(box: str, number: int) -> str:
    return f"{box}{AT}{number}"


def without_round(name: str) -> str:
    return name.partition(AT)[0]


@dataclass(frozen=True, slots=True)
class Finding:
    """What follows from some boxes of a sheet, for every way they can be marked."""

    name: str
    title: str
    boxes: tuple[str, ...]
    sizes: tuple[int, ...]
    """How many values each of the boxes has."""
    texts: tuple[str, ...]
    table: tuple[int, ...]
    """Which text it is, the last box counting fastest."""
    kind: Literal["figure", "state", "sentence"] = "figure"
    """A figure beside its title, a state by its number among the sheet's, or a sentence where there is one."""

    def at(self, values: Iterable[int]) -> int:
        place = 0
        for size, value in zip(self.sizes, values, strict=True):
            place = place * size + min(value, size - 1)
        return self.table[place]

    def text(self, values: Iterable[int]) -> str:
        return self.texts[self.at(values)]

    def as_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind,
            "boxes": list(self.boxes),
            "sizes": list(self.sizes),
            "texts": list(self.texts),
            "table": list(self.table),
        }


class WorksOut(Protocol):
    def __call__(self, values: Mapping[str, int], /) -> str: ...


def worked_out(
    name: str,
    title: str,
    boxes: Sequence[Box],
    work_out: WorksOut,
    kind: Literal["figure", "state", "sentence"] = "figure",
    texts: Sequence[str] = (),
    capped: Mapping[str, int] | None = None,
) -> Finding:
    """A finding worked out once for each way the boxes can be marked.

    `texts` are those that have a place of their own, and `capped` says from which value on a box changes nothing more.
    """
    known, caps = list(texts), capped or {}
    sizes = tuple(min(box.most, caps.get(box.id, box.most)) + 1 for box in boxes)
    table = []
    for values in product(*map(range, sizes)):
        found = list(zip(boxes, values, strict=True))
        possible = all(box.allows(value) for box, value in found)
        text = work_out({box.id: value for box, value in found}) if possible else ""
        if text not in known:
            known.append(text)
        table.append(known.index(text))
    assert len(table) == prod(sizes), "a place for each way"
    return Finding(name, title, tuple(box.id for box in boxes), sizes, tuple(known), tuple(table), kind)


@dataclass(frozen=True, slots=True)
class State:
    """What a unit may have come to, the worse the later in the list."""

    title: str
    follows: str = ""
    """What that means for those who play, in a sentence."""
    kind: Literal["", "wait", "bad"] = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Boxes under a heading."""

    title: str
    boxes: tuple[Box, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """One unit's sheet."""

    id: str
    side: int
    name: str
    line: str
    """What it is, in a few words."""
    pips: tuple[Box, ...]
    """What its picture in a list shows."""
    groups: tuple[BoxGroup, ...]
    findings: tuple[Finding, ...]
    notes: tuple[tuple[str, str], ...] = ()
    """What else its card says, each with its heading."""

    @property
    def boxes(self) -> tuple[Box, ...]:
        return (*self.pips, *(box for group in self.groups for box in group.boxes))


class Marked(Protocol):
    """How the boxes of a match are marked."""

    @property
    def round(self) -> int: ...

    def value(self, box: str, round_: int | None = None) -> int:
        """Of a box, in the round that is on or another."""
        ...

    def began(self, box: str) -> int:
        """What it was when this round began."""
        ...

    def in_order(self) -> Sequence[tuple[str, int]]:
        """The marks of this round on boxes that begin anew, without their round, in the order in which they came."""
        ...


@dataclass(frozen=True, slots=True)
class Check:
    """A step of a list that is gone through at the end of a round."""

    box: Box
    text: str
    about: tuple[str, ...] = ()
    """Whom it concerns just now, a line each."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands."""

    stage: int
    where: str
    """In a heading: Turn 3, Movement."""
    now: str
    """What is to be done, in a sentence."""
    turns: tuple[tuple[int, int], ...] = ()
    """Whose turn it is and for how many units, and so on."""
    waiting: tuple[str, ...] = ()
    """The sheets that may have their turn now."""
    left: tuple[int, int] = (0, 0)
    """How many of each side have not had it."""
    checks: tuple[Check, ...] = ()
    over: str = ""
    """Why the match is over by its own rules; empty while it is not."""
    states: Mapping[str, int] = field(default_factory=dict)
    """What each sheet's unit has come to."""
    card: Mapping[str, Any] = field(default_factory=dict)
    """The score card that it comes to, in the form in which an event takes it."""


class Tabletop(ABC):
    """The sheets of one match."""

    names: tuple[str, str]
    sheets: tuple[TableSheet, ...]
    states: tuple[State, ...]
    rounds: str
    """What a round of play is called: Turn."""
    stages: Box
    flow: tuple[Box, ...]
    """What is marked once a round for both, such as who begins."""
    turn_box: str = ""
    """The box of a sheet that says that its unit has had its turn, by the end of its name."""
    objectives: tuple[BoxGroup, ...] = ()
    checks: tuple[Box, ...] = ()

    @abstractmethod
    def stands(self, marked: Marked) -> Standing:
        """How the match stands after these marks."""

    def all_boxes(self) -> dict[str, Box]:
        """Every box by its name."""
        number = Box(ROUND, self.rounds, COUNT, MOST_ROUNDS, first=1)
        over = Box(OVER, "Time was called, or the match is over", TICK, 1)
        of_sheets = (box for sheet in self.sheets for box in sheet.boxes)
        of_goals = (box for group in self.objectives for box in group.boxes)
        boxes = (number, over, self.stages, *self.flow, *self.checks, *of_sheets, *of_goals)
        return {box.id: box for box in boxes}


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that an event's score card asks for of each side."""

    name: str
    title: str
    most: int
    each_round: bool = False


class Companion(ABC):
    """What a game needs to keep its sheets."""

    @abstractmethod
    def begin(
        self,
        forces: tuple[Any, Any],
        names: tuple[str, str],
        scenario: Sequence[str],
        counted: Sequence[Counted],
        variants: Any = None,
    ) -> dict[str, Any]:
        """What the sheets of a match are made of, as plain data: nothing in it is either player's secret.

        `scenario` are the names it goes by, and `counted` is what the event's card counts in it.
        """

    @abstractmethod
    def tabletop(self, data: Mapping[str, Any]) -> Tabletop:
        """The sheets made from what `begin` wrote down."""
