"""A situation of Alpha Strike to look at: as the board draws it, with the line of sight that is asked about and what
blocks it, and in words for whoever has no picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shapely import LineString, Point, Polygon
from shapely.ops import nearest_points

from musterhall.board import Path, Picture, Ring
from musterhall.game.referee import Scene
from musterhall.games.alpha_strike.attacks.sight import NOTHING, Sight, sight
from musterhall.games.alpha_strike.parts.board import Terrain, board_of, front_arc, moment_of, range_rings, reach_of
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.model import TableFile
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.units.library import Library

ABOUT_TWO = ("to", "target", "at", "enemy", "defender")
"""What a question calls the other one it is about."""
SPOT = 0.8
"""Inches about the place where a line of sight ends."""


def scene_of(
    data: Mapping[str, Any],
    after: Mapping[str, Any] | None,
    given: Mapping[str, Any],
    name: str,
    library: Library | None = None,
) -> Scene | None:
    """The table of a situation; None where it has no units on one."""
    if not data.get("unit"):
        return None
    before = _position(data, name, library)
    terrain = Terrain()
    now = moment_of(before, terrain)
    then = moment_of(_position(after, name, library), terrain) if after is not None else None
    asked = _asked(before, given)
    paths, rings = _line_of_sight(before, asked) if len(asked) == 2 else ([], [])
    arcs = [front_arc(before, unit, reach_of(before, "long")) for unit in asked[:1]]
    rings += [ring for unit in asked[:1] for ring in range_rings(before, unit)]
    picture = Picture(board_of(before, terrain), now, then, asked, (), arcs, rings, paths)
    return Scene(picture, (*_sight_in_words(before, asked), *_table_in_words(before)))


def picture_of(data: Mapping[str, Any], name: str, library: Library | None = None) -> Picture:
    """The table as it is, with units or without."""
    position, terrain = _position(data, name, library), Terrain()
    now = moment_of(position, terrain)
    return Picture(board_of(position, terrain), now)


def _position(data: Mapping[str, Any], name: str, library: Library | None) -> Position:
    return position_from({key: value for key, value in data.items() if key in TableFile.model_fields}, name, library)


def _asked(position: Position, given: Mapping[str, Any]) -> list[int]:
    """The units on the table that a question names, the other one last."""
    numbers = {unit.name.casefold(): unit.index for unit in position.field.units}
    ordered = sorted(given.items(), key=lambda item: item[0] in ABOUT_TWO)
    named = (numbers.get(value.casefold()) for _, value in ordered if isinstance(value, str))
    return list(dict.fromkeys(unit for unit in named if unit is not None and position.conditions[unit].on_table))


def _line_of_sight(position: Position, asked: list[int]) -> tuple[list[Path], list[Ring]]:
    """3 The line from one to the other, as far as it is free; a ring where it ends."""
    one, other = asked
    start, end, seen = position.at(one), position.at(other), sight(position, one, other)
    if seen.seen or seen.hidden_by == NOTHING:
        return [Path(start, end, "plain")], []
    outline = Polygon(position.field.ground.pieces[seen.hidden_by].outline)
    met = LineString([start, end]).intersection(outline)
    if met.is_empty:
        return [Path(start, end, "miss")], []
    near = nearest_points(met, Point(start))[0]
    stop = (float(near.x), float(near.y))
    return [Path(start, stop, "plain"), Path(stop, end, "miss")], [Ring(stop, SPOT, "area")]


def _sight_in_words(position: Position, asked: list[int]) -> Iterator[str]:
    if len(asked) == 2:
        one, other = (position.unit(unit).name for unit in asked)
        seen = sight(position, *asked)
        yield f"{one} {'sees' if seen.seen else 'does not see'} {other}{_blocked(position, seen)}."


def _blocked(position: Position, seen: Sight) -> str:
    by = f", behind {position.field.ground.pieces[seen.hidden_by].name}" if seen.hidden_by != NOTHING else ""
    return f": {seen.because}{by}" if seen.because else by


def _table_in_words(position: Position) -> Iterator[str]:
    """Who stands where, and how."""
    for unit in position.everybody_on_table():
        one, condition = position.unit(unit), position.conditions[unit]
        x, y = position.at(unit)
        left = f"armour {condition.armour}, structure {condition.structure}, heat {condition.heat}"
        yield f"{one.name} ({position.field.players[one.side].name}) at {x:g}, {y:g}: {left}"
