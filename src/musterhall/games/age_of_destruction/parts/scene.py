"""A situation of Age of Destruction to look at: the table with the line of fire that is asked about, what blocks it
and what it adds, and the same in words for whoever has no picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from shapely import LineString, Point, Polygon
from shapely.ops import nearest_points

from musterhall.board import Path, Picture, Ring
from musterhall.game.referee import Scene
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.lines.line_of_fire import LineOfFire, line_of_fire
from musterhall.games.age_of_destruction.parts.board import board_of, dial_now, front_arc, moment_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position_file.model import TableFile
from musterhall.games.age_of_destruction.position_file.reading import position_from
from musterhall.games.age_of_destruction.referee.sentences import line_sentences
from musterhall.games.age_of_destruction.units.sheets import Sheets

Spot = tuple[float, float]
ABOUT_TWO = ("target", "to", "at")
"""What a question calls the other one it is about."""
SPOT = 0.6
"""Inches about the place where a line of fire ends."""


def scene_of(
    data: Mapping[str, Any],
    after: Mapping[str, Any] | None,
    given: Mapping[str, Any],
    name: str,
    sheets: Sheets | None = None,
) -> Scene | None:
    """The table of a situation; None where it has no units on one."""
    if not data.get("unit"):
        return None
    before = _position(data, name, sheets)
    then = moment_of(_position(after, name, sheets)) if after is not None else None
    asked = _asked(before, given)
    line = line_of_fire(before, asked[0], asked[1]) if len(asked) == 2 else None
    paths, rings = _drawn(before, asked, line) if line else ([], [])
    arcs = [front_arc(before, unit) for unit in asked[:1]]
    picture = Picture(board_of(before), moment_of(before), then, asked, (), arcs, rings, paths)
    words = line_sentences(before, asked[0], asked[1], line) if line else ()
    return Scene(picture, (*words, *_table_in_words(before)))


def picture_of(data: Mapping[str, Any], name: str, sheets: Sheets | None = None) -> Picture:
    """The table as it is, with units or without."""
    position = _position(data, name, sheets)
    return Picture(board_of(position), moment_of(position))


def _position(data: Mapping[str, Any], name: str, sheets: Sheets | None) -> Position:
    return position_from({key: value for key, value in data.items() if key in TableFile.model_fields}, name, sheets)


def _asked(position: Position, given: Mapping[str, Any]) -> list[int]:
    """The units on the table that a question names, the other one last."""
    numbers = {unit.name.casefold(): unit.index for unit in position.field.units}
    ordered = sorted(given.items(), key=lambda item: item[0] in ABOUT_TWO)
    named = (numbers.get(value.casefold()) for _, value in ordered if isinstance(value, str))
    found = dict.fromkeys(unit for unit in named if unit is not None and position.states[unit].place == "table")
    return list(found)[:2]


def _drawn(position: Position, asked: list[int], line: LineOfFire) -> tuple[list[Path], list[Ring]]:
    """The line as far as it is free, with a ring where something blocks it, or where hindering terrain counts."""
    start, end = position.at(asked[0]), position.at(asked[1])
    if line.clear:
        return [Path(start, end, "plain")], list(_hindered(position, start, end, line))
    if line.figure != NOBODY:
        shape = _base(position, line.figure)
    else:
        shape = Polygon(position.field.pieces[line.piece].outline)
    met = LineString([start, end]).intersection(shape)
    if met.is_empty:
        return [Path(start, end, "miss")], []
    near = nearest_points(met, Point(start))[0]
    stop = (float(near.x), float(near.y))
    return [Path(start, stop, "plain"), Path(stop, end, "miss")], [Ring(stop, SPOT, "area")]


def _base(position: Position, unit: int) -> Polygon:
    """A base as it lies: round, or long in the direction it faces."""
    x, y, facing, half, radius = (float(value) for value in position.bases[unit])
    ux, uy = math.cos(math.radians(facing)) * half, math.sin(math.radians(facing)) * half
    return LineString([(x - ux, y - uy), (x + ux, y + uy)]).buffer(radius)


def _hindered(position: Position, start: Spot, end: Spot, line: LineOfFire) -> Iterator[Ring]:
    """Where the line runs through hindering terrain that counts."""
    for piece in line.hindering:
        met = LineString([start, end]).intersection(Polygon(position.field.pieces[piece].outline))
        stretches = [one for one in getattr(met, "geoms", [met]) if isinstance(one, LineString)]
        for one in stretches:
            middle = one.interpolate(0.5, normalized=True)
            yield Ring((float(middle.x), float(middle.y)), max(SPOT, one.length / 2), "area")


def _table_in_words(position: Position) -> Iterator[str]:
    """Who stands where, and what their dials show."""
    for unit in position.everybody():
        one, (x, y) = position.unit(unit), position.at(unit)
        dials = ", ".join(dial_now(position, unit))
        yield f"{one.name} ({position.field.players[one.side].name}) at {x:g}, {y:g}: {dials}"
