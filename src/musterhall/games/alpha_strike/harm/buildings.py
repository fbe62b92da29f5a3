"""Buildings that are hit: what they bear, and what happens when they fall."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.terrain import RUBBLE, BuildingClass
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.harm.protection import building_below
from musterhall.games.alpha_strike.movement.heights import settle
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position

SECTION = "12"
COLLAPSE = "collapse"


def is_building(position: Position, piece: int) -> bool:
    """12 Whether a piece of terrain is a building that stands."""
    return position.field.ground.kind_of(position.lie, piece).building is not None


def is_immobile_structure(position: Position, piece: int) -> bool:
    """12, 14.2 Buildings are as easy to hit as what cannot move; the bunkers of a scenario are not."""
    return position.field.edition.buildings_count_as_immobile and is_building(position, piece)


def strength_of(position: Position, piece: int) -> int:
    """12 The construction factor that a building has left."""
    if piece in position.buildings:
        return position.buildings[piece]
    edition, kind = position.field.edition, position.field.ground.kind_of(position.lie, piece)
    said = position.field.ground.pieces[piece].traits.get("strength")
    if isinstance(said, int | float):
        return int(said)
    by_class: dict[BuildingClass, int] = {
        "light": edition.light_building,
        "medium": edition.medium_building,
        "heavy": edition.heavy_building,
        "hardened": edition.hardened_building,
    }
    return by_class[kind.building] if kind.building else 0


def mark_building(position: Position, piece: int, points: int) -> None:
    """12 Write damage beside a building; it counts in the End Phase."""
    marks = position.building_marks
    position.building_marks = {**marks, piece: marks.get(piece, 0) + points}


def apply_building_damage(battle: Battle[Position]) -> None:
    """12 E2 What was marked on buildings takes effect; one without strength falls, or with too much in it."""
    position = battle.position
    for piece, points in sorted(position.building_marks.items()):
        if not is_building(position, piece):
            continue
        left = max(0, strength_of(position, piece) - points)
        position.buildings = {**position.buildings, piece: left}
        name = position.field.ground.pieces[piece].name
        battle.tell("building", f"{name} takes {points}: {left} left", SECTION, piece=piece, points=points, left=left)
        if not left:
            collapse(battle, piece)
    position.building_marks = {}
    for piece in overloaded(position):
        collapse(battle, piece)


def overloaded(position: Position) -> list[int]:
    """12 The buildings with more Size in and on them than they hold; conventional infantry weighs nothing."""
    if position.field.edition.building_holds == "anything" or not position.field.ground.buildings:
        return []
    loads: dict[int, int] = {}
    for unit in position.everybody_on_table():
        piece, one = building_below(position, unit), position.unit(unit)
        if piece is not None and one.kind != "infantry":
            loads[piece] = loads.get(piece, 0) + one.card.size
    return [piece for piece, load in sorted(loads.items()) if load > strength_of(position, piece)]


def collapse(battle: Battle[Position], piece: int) -> None:
    """12 A building falls to rubble on those inside, and with those on its roof."""
    position = battle.position
    inside = [unit for unit in position.everybody_on_table() if building_below(position, unit) == piece]
    ground, points = position.field.ground, position.field.edition.collapse_damage
    position.lie = ground.changed(position.lie, piece, RUBBLE)
    battle.tell("building", f"{ground.pieces[piece].name} collapses", SECTION, piece=piece)
    for unit in inside:
        settle(position, unit, 0.0)
        if points:
            mark(position, unit, Mark(points, NOBODY, kind=COLLAPSE))
