"""3.4, 3.4.4 Flights from where they begin to where they end: may a path be flown like this?"""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.games.the_game.air.paths import Refusal, edges_at, first_exit, inside, path_refusal, straight_off
from musterhall.games.the_game.field.field import Field
from musterhall.geometry import Point, towards


def flight_refusal(field: Field, minimum: float, path: Sequence[Point], edges: Sequence[str]) -> Refusal | None:
    """3.4, 3.1, 3.4.4 Why a path that comes in over one of these edges may not be flown, or None."""
    if not set(edges_at(field, path[0])) & set(edges):
        return Refusal(f"it comes in over {' or '.join(edges)}", "3.4")
    if len(path) > 1 and not inside(field, towards(path[0], path[1], 1.0)):
        return Refusal("it heads onto the table as it comes in", "3.4")
    return sections_refusal(field, minimum, path)


def sections_refusal(field: Field, minimum: float, path: Sequence[Point]) -> Refusal | None:
    """3.4, 3.1, 3.4.4 The same wherever the path begins: helicopters take off where they have landed (3.2)."""
    left = first_exit(field, path)
    if len(path) > 1 and straight_off(field, path[:-1], path[-1]):
        path = path[:-1]
    refusal = path_refusal(field, minimum, path[:1], path[1:])
    if refusal is not None or left is None or left.ends_there:
        return refusal
    return Refusal(f"it leaves the table at {left.at[0]:g}, {left.at[1]:g}; end the path there", "3.4.4")
