"""One piece goes somewhere, or turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import Extra, Front, Gesture, Option, Place, Sketch, Spot, front_data
from musterhall.game.gestures.sketches import extras_in, facing_in, number_in, one_of, path_in


@dataclass(frozen=True, slots=True)
class WayOfGoing:
    """One way in which a piece may go: on foot, at a run, by a jump."""

    name: str
    words: str
    reach: float
    """How far, in the table's unit, where nothing slows it down."""
    places: Sequence[Place] | Callable[[], Sequence[Place]] = ()
    """Where it can get to, some distance from each other, for the page to draw; none where it may only stay. A function
    where that takes long: a sketch is read without it."""
    jumps: bool = False
    """Whether it goes straight there, over whatever is between."""
    still: bool = False
    """Whether it goes nowhere, and may only turn."""
    routed: bool = False
    """Whether the way there is found for it: a tap says where it ends, and corners are drawn on request."""

    def as_data(self) -> dict[str, Any]:
        places = self.places() if callable(self.places) else self.places
        return {
            "name": self.name,
            "words": self.words,
            "reach": self.reach,
            "places": [[round(x, 1), round(y, 1)] for x, y in places],
            "jumps": self.jumps,
            "still": self.still,
            "routed": self.routed,
        }


@dataclass(frozen=True, slots=True)
class Go(Gesture):
    """A single piece goes somewhere: dragged, or tapped and tapped, by one of several ways; it may be turned after."""

    kind = "go"
    piece: int
    ways: Sequence[WayOfGoing]
    made: Callable[[str, list[Place], float | None, Mapping[str, Any]], Answer]
    """The answer for a way's name, a path without its beginning, the facing, and the extras that were chosen."""
    turns: bool = True
    extras: Sequence[Extra] = ()
    start: Place | None = None
    """Where it begins, where that is not where it lies on the board."""
    instead: Sequence[Option] = ()
    """What may be chosen instead of going anywhere."""
    drawn: Callable[[Answer], Sequence[Place]] | None = None
    """The way that an answer goes, with its beginning, where the game finds it."""
    front: Front | None = None
    explained: Callable[[Answer], str] | None = None
    """What an answer would come to, in words."""

    @property
    def spot(self) -> Spot:  # type: ignore[override]
        return Spot(piece=self.piece)

    def details(self) -> dict[str, Any]:
        return {
            "piece": self.piece,
            "ways": [way.as_data() for way in self.ways],
            "turns": self.turns,
            "extras": [extra.as_data() for extra in self.extras],
            "start": None if self.start is None else list(self.start),
            "instead": [option.as_data() for option in self.instead],
            "front": front_data(self.front),
        }

    def answer(self, sketch: Sketch) -> Answer:
        if "instead" in sketch:
            return self.instead[number_in(sketch, "instead", len(self.instead))].answer
        way = one_of(sketch, "way", [way.name for way in self.ways])
        return self.made(way, path_in(sketch), facing_in(sketch), extras_in(sketch, self.extras))

    def way(self, answer: Answer) -> Sequence[Place]:
        return () if self.drawn is None else self.drawn(answer)

    def told(self, answer: Answer) -> str:
        return "" if self.explained is None else self.explained(answer)

    def stands(self, answer: Answer) -> dict[int, Place]:
        way = self.way(answer)
        return {self.piece: way[-1]} if way else {}


@dataclass(frozen=True, slots=True)
class Turn(Gesture):
    """A piece turns on the spot: dragged round, or tapped where it is to look."""

    kind = "turn"
    piece: int
    made: Callable[[float], Answer]
    instead: Sequence[Option] = ()
    front: Front | None = None
    facing: float = 0.0
    """Where it is offered to look to begin with."""

    @property
    def spot(self) -> Spot:  # type: ignore[override]
        return Spot(piece=self.piece)

    def details(self) -> dict[str, Any]:
        instead = [option.as_data() for option in self.instead]
        return {"piece": self.piece, "instead": instead, "front": front_data(self.front), "facing": self.facing}

    def answer(self, sketch: Sketch) -> Answer:
        if "instead" in sketch:
            return self.instead[number_in(sketch, "instead", len(self.instead))].answer
        facing = facing_in(sketch)
        if facing is None:
            raise Illegal("turn it to where it is to look")
        return self.made(facing)
