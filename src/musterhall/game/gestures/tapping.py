"""One of several things is tapped, or some of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Decision, Illegal
from musterhall.game.gestures.gesture import NOWHERE, Gesture, Option, Sketch, Spot
from musterhall.game.gestures.sketches import number_in


@dataclass(frozen=True, slots=True)
class Tap(Gesture):
    """One of several things: tapped on the table where they lie there, and beside the question's place else."""

    kind = "tap"
    options: Sequence[Option]
    spot: Spot = NOWHERE

    def details(self) -> dict[str, Any]:
        return {"options": [option.as_data() for option in self.options]}

    def answer(self, sketch: Sketch) -> Answer:
        return self.options[number_in(sketch, "option", len(self.options))].answer


@dataclass(frozen=True, slots=True)
class TapSeveral(Gesture):
    """Some of several things, at least `least` and at most `most`; `made` makes their answers into one."""

    kind = "tap several"
    options: Sequence[Option]
    least: int
    most: int
    spot: Spot = NOWHERE
    made: Callable[[list[Any]], Answer] = list
    done: str = "Done"
    """What the button says that ends the choosing."""
    usual: Sequence[int] = ()
    """Numbers of the options that are chosen to begin with."""

    def details(self) -> dict[str, Any]:
        options = [option.as_data() for option in self.options]
        bounds = {"least": self.least, "most": self.most, "usual": list(self.usual)}
        return {"options": options, **bounds, "done": self.done}

    def answer(self, sketch: Sketch) -> Answer:
        chosen = sketch.get("options")
        if not isinstance(chosen, list):
            raise Illegal("choose by tapping")
        numbers = [number_in({"option": one}, "option", len(self.options)) for one in chosen]
        return self.made([self.options[number].answer for number in numbers])


def taps(decision: Decision, spot_of: Callable[[Answer], Spot] | None = None, spot: Spot = NOWHERE) -> Tap:
    """All options of a decision to be tapped, each where `spot_of` finds it."""
    options = [
        Option(answer, decision.in_words(answer), NOWHERE if spot_of is None else spot_of(answer))
        for answer in decision.options()
    ]
    return Tap(options, spot)
