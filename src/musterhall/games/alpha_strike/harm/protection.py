"""What a target's armour, a building or water take off a hit before it is marked."""

from __future__ import annotations

from musterhall.games.alpha_strike.field.ground import TOUCH, depth
from musterhall.games.alpha_strike.field.terrain import BuildingClass
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.movement.heights import height_above, is_on_a_roof, is_submersible
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import say_of, usual_facts

SECTION = "5"
WEAPON, PHYSICAL, AREA = "weapon", "physical", "area"
ENERGY, RE_ENGINEERED = "ENE", "REL"
FROM_ENEMIES = (WEAPON, PHYSICAL, AREA)
"""The kinds of marks that come from attacks; others are a unit's own doing."""
FLOATS = frozenset("nhvga")
"""Movement codes that stay on the water or above it."""


def protected(position: Position, target: int, mark: Mark) -> int:
    """5, 10 The points of an attack that are left when walls, armour and water have had their say."""
    points = mark.points
    if points <= 0 or mark.kind not in FROM_ENEMIES:
        return points
    points = max(0, points - absorbed(position, target, mark))
    if points:
        points = armoured(position.unit(target), _beam(position, mark), mark.kind, points)
        if mark.kind == PHYSICAL and position.unit(target).has("SHLD"):
            points = max(min(points, position.field.edition.shield_leaves), points - 1)
    if points and position.field.edition.hull_breach and is_submerged(position, target):
        points = max(1, points // 2)
    return points


def armoured(unit: Unit, beam: str, kind: str, points: int) -> int:
    """10 What special armour makes of damage; it never takes the last point."""
    if unit.has("RFA"):
        if kind in (PHYSICAL, AREA):
            points *= 2
        elif beam != RE_ENGINEERED:
            points = max(1, points // 2 if beam == ENERGY else points - 1)
    if kind == AREA and unit.has("RCA"):
        points = max(1, points // 2)
    if kind == PHYSICAL and unit.has("IRA"):
        points = max(1, points - 1)
    return points


def _beam(position: Position, mark: Mark) -> str:
    """10 What an attacker fires, as reflective armour takes it: re-engineered lasers, energy alone, or all kinds."""
    if mark.by == NOBODY:
        return ""
    by = position.unit(mark.by)
    if by.has(RE_ENGINEERED) and position.field.edition.relaser_against_reflective == "whole":
        return RE_ENGINEERED
    return ENERGY if by.has(ENERGY) else ""


# Under water


def is_submerged(position: Position, unit: int) -> bool:
    """5 Whether water closes over a unit: two levels of it over a 'Mech, one over whatever else does not float."""
    one = position.unit(unit)
    if one.is_aerospace or not position.conditions[unit].on_table:
        return False
    if any(code[:1] in FLOATS for code in one.card.moves) or one.has("AMP"):
        return False
    if is_submersible(position, unit):
        return height_above(position, unit) <= TOUCH - one.height
    x, y = position.at(unit)
    return bool(depth(position.field.ground.outlines, position.lie, x, y) >= (2.0 if one.is_mech else 1.0))


# Inside a building


def absorbed(position: Position, target: int, mark: Mark) -> int:
    """12 What a building takes off a hit on a unit inside; a blow from inside the same walls meets none of it."""
    piece = building_around(position, target)
    if piece is None:
        return _prepared(position, target)
    if mark.kind == PHYSICAL and mark.by != NOBODY and building_around(position, mark.by) == piece:
        return 0
    value = absorption_of(position, piece)
    if mark.by == NOBODY:
        return value
    facts = usual_facts() | {"buildings": True, "attack_terrain": ("building", "urban"), "turn": position.turn}
    return max(0, say_of(position, mark.by, target).total("building absorption", value, facts))


def _prepared(position: Position, target: int) -> int:
    """16 Infantry in a prepared position is as well off as in a light building."""
    prepared = position.conditions[target].effect("prepared position")
    return position.field.edition.light_absorption if prepared is not None else 0


def building_around(position: Position, unit: int) -> int | None:
    """12 The building that a unit is in, by piece; what flies or stands on a roof is in none."""
    piece = building_below(position, unit)
    return None if piece is not None and is_on_a_roof(position, unit) else piece


def building_below(position: Position, unit: int) -> int | None:
    """12 The building that a unit is in or on."""
    one = position.unit(unit)
    if one.is_aerospace or one.flies_low or not position.conditions[unit].on_table:
        return None
    return position.field.ground.building_at(position.lie, position.at(unit))


def absorption_of(position: Position, piece: int) -> int:
    edition = position.field.edition
    by_class: dict[BuildingClass, int] = {
        "light": edition.light_absorption,
        "medium": edition.medium_absorption,
        "heavy": edition.heavy_absorption,
        "hardened": edition.hardened_absorption,
    }
    kind = position.field.ground.kind_of(position.lie, piece)
    return by_class[kind.building] if kind.building else 0
