"""Things are put down on the table, one alone or several before all of it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.gesture import NOWHERE, Extra, Front, Gesture, Option, Place, Sketch, Spot, front_data
from musterhall.game.gestures.sketches import corners, extras_in, facing_in, number_in, place_in, rows_in


@dataclass(frozen=True, slots=True)
class PutDown(Gesture):
    """Something is put on the table: dragged from beside it, or tapped and tapped, within the ground that is drawn."""

    kind = "put down"
    things: Sequence[Option]
    """What there is to put down; the answer of each is what it is called in `made`."""
    grounds: Sequence[Sequence[Place]]
    """Outlines of the ground it may lie on; anywhere where there are none."""
    made: Callable[[Any, Place, float | None, Mapping[str, Any]], Answer]
    turns: bool = False
    extras: Sequence[Extra] = ()
    spot: Spot = NOWHERE
    instead: Sequence[Option] = ()
    """What may be chosen instead of putting something down."""
    front: Front | None = None
    outlines: Sequence[Sequence[Place]] = ()
    """The shape of each thing about its middle, where it is more than a base."""
    facing: float | None = None
    """Where it looks unless it is turned."""
    lies: Callable[[Answer], Place] | None = None
    """Where it would lie, where that is not just where the finger was."""

    def way(self, answer: Answer) -> Sequence[Place]:
        return () if self.lies is None or answer is None else (self.lies(answer),)

    def details(self) -> dict[str, Any]:
        return {
            "things": [thing.as_data() for thing in self.things],
            "grounds": [corners(ground) for ground in self.grounds],
            "turns": self.turns,
            "extras": [extra.as_data() for extra in self.extras],
            "instead": [option.as_data() for option in self.instead],
            "front": front_data(self.front),
            "outlines": [corners(outline) for outline in self.outlines],
            "facing": self.facing,
        }

    def answer(self, sketch: Sketch) -> Answer:
        if "instead" in sketch:
            return self.instead[number_in(sketch, "instead", len(self.instead))].answer
        thing = self.things[number_in(sketch, "thing", len(self.things))].answer
        return self.made(thing, place_in(sketch.get("at")), facing_in(sketch), extras_in(sketch, self.extras))


@dataclass(frozen=True, slots=True)
class LayOut(Gesture):
    """Several things are put on the table or shifted about, each once or not at all, before all of it is given."""

    kind = "lay out"
    things: Sequence[Option]
    """What there is to put down, each where it lies now; its answer is what it is called in `made`."""
    grounds: Sequence[Sequence[Place]]
    made: Callable[[list[tuple[Any, Place]], Mapping[str, Any]], Answer]
    most: int
    """How many of the things may be put down."""
    extras: Sequence[Extra] = ()
    done: str = "Done"
    spot: Spot = NOWHERE

    def details(self) -> dict[str, Any]:
        return {
            "things": [thing.as_data() for thing in self.things],
            "grounds": [corners(ground) for ground in self.grounds],
            "most": self.most,
            "extras": [extra.as_data() for extra in self.extras],
            "done": self.done,
        }

    def answer(self, sketch: Sketch) -> Answer:
        placed = [
            (self.things[number_in({"thing": thing}, "thing", len(self.things))].answer, place_in(at))
            for thing, at in rows_in(sketch, "placed")
        ]
        return self.made(placed, extras_in(sketch, self.extras))
