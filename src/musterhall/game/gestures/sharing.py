"""So much of something is dealt out among several: a tap on one of them gives it one more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import NOWHERE, Gesture, Option, Sketch, Spot


@dataclass(frozen=True, slots=True)
class Shares(Gesture):
    """`total` among all of them, at least `least` to each; the answer of each option is nothing of its own."""

    kind = "shares"
    takers: Sequence[Option]
    total: int
    least: int
    made: Callable[[list[int]], Answer]
    what: str = ""
    """What is dealt out, in the plural."""
    done: str = "Done"
    spot: Spot = NOWHERE

    def details(self) -> dict[str, Any]:
        takers = [taker.as_data() for taker in self.takers]
        return {"takers": takers, "total": self.total, "least": self.least, "what": self.what, "done": self.done}

    def answer(self, sketch: Sketch) -> Answer:
        shares = sketch.get("shares")
        if not isinstance(shares, list) or [type(one) for one in shares] != [int] * len(self.takers):
            raise Illegal(f"deal out all {self.what}")
        return self.made(shares)
