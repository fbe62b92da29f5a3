"""What is read out of a sketch; what cannot be read is refused as an answer would be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.game.gestures.gesture import Extra, Place, Sketch


def number_in(sketch: Sketch, name: str, number: int) -> int:
    chosen = sketch.get(name)
    if type(chosen) is not int or not 0 <= chosen < number:
        raise Illegal("tap one of those that are offered")
    return chosen


def one_of(sketch: Sketch, name: str, known: Iterable[str]) -> str:
    names = list(known)
    chosen = sketch.get(name, names[0] if names else "")
    if not isinstance(chosen, str) or chosen not in names:
        raise Illegal(f"choose one of {', '.join(names)}")
    return chosen


def place_in(given: Any) -> Place:
    if isinstance(given, list | tuple) and len(given) == 2 and all(is_finite(part) for part in given):
        return (round(float(given[0]), 2), round(float(given[1]), 2))
    raise Illegal("tap a place on the table")


def path_in(sketch: Sketch) -> list[Place]:
    path = sketch.get("path", [])
    if not isinstance(path, list):
        raise Illegal("tap a place on the table")
    return [place_in(place) for place in path]


def facing_in(sketch: Sketch) -> float | None:
    facing = sketch.get("facing")
    if facing is None:
        return None
    if not is_finite(facing):
        raise Illegal("turn it to where it is to look")
    return round(float(facing) % 360.0, 1)


def rows_in(sketch: Sketch, name: str) -> list[tuple[Any, Any]]:
    rows = sketch.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 2 for row in rows):
        raise Illegal("put each piece somewhere")
    return [(row[0], row[1]) for row in rows]


def extras_in(sketch: Sketch, extras: Sequence[Extra]) -> dict[str, Any]:
    """What was chosen beside, without what is usual."""
    given = sketch.get("extras", {})
    if not isinstance(given, Mapping):
        raise Illegal("choose what is offered")
    chosen: dict[str, Any] = {}
    for extra in extras:
        values = [value for value, _ in extra.choices]
        value = given.get(extra.name, values[0])
        if not any(value == one and type(value) is type(one) for one in values):
            raise Illegal(f"{extra.words}: choose what is offered")
        if value != values[0]:
            chosen[extra.name] = value
    return chosen


def is_finite(part: Any) -> bool:
    return isinstance(part, int | float) and not isinstance(part, bool) and abs(part) < 1e6


def is_square(square: Any) -> bool:
    return isinstance(square, list) and len(square) == 2 and all(type(part) is int for part in square)


def corners(outline: Sequence[Place]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in outline]
