"""How a person gives an answer on the table: a tap, a drag, cards on a stack, a line that is drawn.

A decision says what would be legal; a gesture says how it is shown on the board and how what a finger did becomes an
answer. A page knows the few kinds of gestures and no game: it draws what `as_data` says and sends back a sketch, plain
data of what was tapped, dragged or chosen, out of which the gesture makes the answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from musterhall.battle.decisions import Answer, Illegal

Sketch = Mapping[str, Any]
"""What a finger did."""


Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where on the board something is: a piece, a group of them, a zone, or a place; nowhere where all is left out."""

    piece: int | None = None
    group: int | None = None
    zone: int | None = None
    at: Place | None = None
    side: int | None = None

    def as_data(self) -> dict[str, Any]:
        known = {"piece": self.piece, "group": self.group, "zone": self.zone, "side": self.side}
        data: dict[str, Any] = {key: value for key, value in known.items() if value is not None}
        return data if self.at is None else data | {"at": [round(self.at[0], 2), round(self.at[1], 2)]}


NOWHERE = Spot()


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its answer, what it is called, where it is tapped, and what helps to choose it."""

    answer: Answer
    words: str
    spot: Spot = NOWHERE
    help: str = ""

    def as_data(self) -> dict[str, Any]:
        return {"words": self.words, "spot": self.spot.as_data(), "help": self.help}


class Gesture(ABC):
    """`kind` is what the page knows it by; `spot` is the place on the table that the question is about."""

    kind: ClassVar[str]
    spot: Spot

    @abstractmethod
    def answer(self, sketch: Sketch) -> Answer:
        """What a sketch means; `Illegal` where it means nothing."""

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """What the page needs beside the question."""

    def ghost(self, sketch: Sketch) -> dict[int, Place]:
        """Where pieces would stand, where the page cannot know that by itself."""
        return {}

    def way(self, answer: Answer) -> Sequence[Place]:
        """The line to be drawn for an answer, where it is not the one that was sketched."""
        return ()

    def lines(self, answer: Answer) -> Sequence[Sequence[Place]]:
        """All lines of an answer, where it may have several."""
        return [self.way(answer)]

    def acting(self, answer: Answer) -> Sequence[int]:
        """The pieces that would act, where not all that are asked about do."""
        return ()

    def told(self, answer: Answer) -> str:
        """What helps to judge an answer before it is given, where its words do not say it."""
        return ""

    def opened(self, sketch: Sketch) -> Gesture:
        """The gesture behind a first choice, where there is one."""
        raise Illegal("there is nothing more to choose")

    def behind(self, sketch: Sketch) -> tuple[Gesture, Sketch]:
        """The gesture that a sketch is of, and its sketch, where one gesture holds others."""
        return self, sketch

    def stands(self, answer: Answer) -> dict[int, Place]:
        """Where pieces would stand after an answer, where that can be drawn."""
        return {}

    def as_data(self) -> dict[str, Any]:
        return {"gesture": self.kind, "spot": self.spot.as_data(), **self.details()}


@dataclass(frozen=True, slots=True)
class Front:
    """What a piece has before it, drawn so that one sees whom it could attack."""

    width: float
    """Degrees, half of them to either side of where it looks."""
    radius: float

    def as_data(self) -> dict[str, float]:
        return {"width": round(self.width, 1), "radius": round(self.radius, 2)}


def front_data(front: Front | None) -> dict[str, float] | None:
    return None if front is None else front.as_data()


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that may be chosen beside: a switch, or one of several words or numbers."""

    name: str
    words: str
    choices: Sequence[tuple[Any, str]] = ((False, "no"), (True, "yes"))
    """Each with its words; the first is the usual one."""

    def as_data(self) -> dict[str, Any]:
        return {"name": self.name, "words": self.words, "choices": [[value, words] for value, words in self.choices]}
