"""A whole group goes as a body, in one of a few shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import Extra, Gesture, Place, Sketch, Spot
from musterhall.game.gestures.shapes import laid_out
from musterhall.game.gestures.sketches import corners, extras_in, facing_in, number_in, one_of, place_in, rows_in

SHAPES = ("as it stands", "in line", "in column", "spread out")


@dataclass(frozen=True, slots=True)
class Body(Gesture):
    """A whole group goes as a body, of which single pieces are then adjusted.

    The sketch says how the ghost lies: as it stands, or in another shape about its middle, moved and turned. Whoever
    was put elsewhere by hand stays there.
    """

    kind = "body"
    group: int
    pieces: Sequence[int]
    places: Mapping[int, Place] = field(hash=False)
    """Where each stands now."""
    reach: Mapping[int, float] = field(hash=False)
    """How far each may go."""
    made: Callable[[dict[int, Place], Mapping[str, Any]], Answer]
    extras: Sequence[Extra] = ()
    gap: float = 3.0
    """Between neighbours in a line or a column."""
    may_stay: str = ""
    """What the button says that leaves everybody where they are; none where they must go."""
    stay: Answer = None
    areas: Mapping[int, Sequence[Place]] = field(default_factory=dict, hash=False)
    """Outlines of the ground that each can come to, where it is not simply a circle."""
    grounds: Sequence[Sequence[Place]] = ()
    """Outlines of the ground on which they are to stand, where it is not simply as far as they can go."""

    @property
    def spot(self) -> Spot:  # type: ignore[override]
        return Spot(group=self.group)

    def details(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "pieces": list(self.pieces),
            "reach": [round(self.reach[piece], 2) for piece in self.pieces],
            "areas": [corners(self.areas[piece]) for piece in self.pieces if piece in self.areas],
            "shapes": list(SHAPES),
            "gap": self.gap,
            "extras": [extra.as_data() for extra in self.extras],
            "may_stay": self.may_stay,
            "grounds": [corners(ground) for ground in self.grounds],
        }

    def answer(self, sketch: Sketch) -> Answer:
        if sketch.get("stay") is True:
            if not self.may_stay:
                raise Illegal("they cannot stay where they are")
            return self.stay
        return self.made(self.laid_out(sketch), extras_in(sketch, self.extras))

    def ghost(self, sketch: Sketch) -> dict[int, Place]:
        return {} if sketch.get("stay") is True else self.laid_out(sketch)

    def stands(self, answer: Answer) -> dict[int, Place]:
        rows = answer.get("go", ()) if isinstance(answer, Mapping) else answer or ()
        return {row[0]: (row[1], row[2]) for row in rows if row[0] in self.pieces}

    def laid_out(self, sketch: Sketch) -> dict[int, Place]:
        """Where each piece would stand."""
        shape = one_of(sketch, "shape", SHAPES)
        by_hand = {
            number_in({"piece": piece}, "piece", max(self.pieces) + 1): place_in(place)
            for piece, place in rows_in(sketch, "by_hand")
        }
        body = laid_out(shape, self.places, place_in(sketch.get("to")), facing_in(sketch) or 0.0, self.gap)
        return body | {piece: place for piece, place in by_hand.items() if piece in body}
