"""A position of THE GAME to look at: as the board draws it, with what was asked about set off, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shapely import LineString, Point, Polygon
from shapely.ops import nearest_points

from musterhall.board import Path, Picture, Ring
from musterhall.games.the_game.basics.sides import SIDES
from musterhall.games.the_game.field.field import hides
from musterhall.games.the_game.fire.sight import walls_between
from musterhall.games.the_game.parts.board import board_of, moment_of
from musterhall.games.the_game.parts.in_the_air import arcs_of
from musterhall.games.the_game.position.position import Position

SPOT = 2.0
"""Centimetres about the place where a line of sight ends."""
ABOUT_TWO = ("to", "target", "at", "defenders", "enemy", "transport")
"""What a question calls the other one it is about."""


def picture_of(before: Position, after: Position | None, given: Mapping[str, Any]) -> Picture:
    """A table as the board draws it: before, after where something happened, and what was asked about set off."""
    first = moment_of(before)
    same_units = after is not None and len(after.field.units) == len(before.field.units)
    last = moment_of(after, first) if after is not None and same_units else None
    units, formations = _about(before, given)
    paths, rings = _line_of_sight(before, units) if len(units) == 2 else ([], [])
    return Picture(board_of(before), first, last, units, formations, arcs_of(before, units[:1]), rings, paths)


def _line_of_sight(position: Position, asked: list[int]) -> tuple[list[Path], list[Ring]]:
    """1.7 The line from one to the other as far as it is free, and a ring where something blocks it."""
    one, other = asked
    start, end = ((float(position.x[unit]), float(position.y[unit])) for unit in asked)
    if not (position.on[one] and position.on[other]):
        return [], []
    still = position.field
    screens = [piece for piece, kind in zip(still.pieces, still.kinds, strict=True) if hides(piece, kind)]
    line = LineString([start, end])
    met = [line.intersection(Polygon(screens[wall].outline)) for wall in walls_between(position, one, other)]
    stops = [nearest_points(one, Point(start))[0] for one in met if not one.is_empty]
    if not stops:
        return [Path(start, end, "plain")], []
    near = min(stops, key=Point(start).distance)
    stop = (float(near.x), float(near.y))
    return [Path(start, stop, "plain"), Path(stop, end, "miss")], [Ring(stop, SPOT, "area")]


def _about(position: Position, given: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """The units and formations that a question names, the other one last."""
    ordered = sorted(given.items(), key=lambda item: item[0] in ABOUT_TWO)
    words = [_plain(word) for _, value in ordered for word in _words(value)]
    units: dict[str, int] = {}
    for unit in position.field.units:
        units.setdefault(_plain(unit.name), unit.index)
        units[_plain(f"{position.formations[unit.formation].name} / {unit.name}")] = unit.index
    formations = {_plain(one.name): one.index for one in position.formations}
    return (
        list(dict.fromkeys(units[word] for word in words if word in units)),
        list(dict.fromkeys(formations[word] for word in words if word in formations)),
    )


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("/", " / ").split())


def table_in_words(position: Position) -> Iterator[str]:
    """The same without a picture: who stands where."""
    for one in position.formations:
        side = SIDES[one.side]
        state = ", ".join(filter(None, ["broken" if one.broken else "", _tokens(one.suppression)]))
        places = "; ".join(_standing(position, unit) for unit in one.units)
        yield f"{one.name} ({side}{f', {state}' if state else ''}): {places or 'nobody left'}"


def _tokens(number: int) -> str:
    return f"{number} suppression" if number else ""


def _standing(position: Position, unit: int) -> str:
    name = position.field.units[unit].name
    return f"{name} at {position.x[unit]:g}, {position.y[unit]:g}" if position.on[unit] else f"{name} not on the table"
