"""1.1, 1.6.2, 1.7 Where units stand: cohesion, terrain, cover, defence and line of sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.army.datasheets import GROUND, NAVAL, Datasheet
from musterhall.games.the_game.basics.generalities import (
    COHESION_PER_COMMAND,
    cohesion_gap,
    cohesion_range,
    command_value,
    naval_cohesion_range,
    pair_extra,
    widest_pair,
)
from musterhall.games.the_game.basics.special_rules import Defence
from musterhall.games.the_game.field.field import EFFECTS, Field, Unit, hides
from musterhall.games.the_game.field.terrain import known_kinds
from musterhall.games.the_game.fire.sight import cover_of, defence_of, lines_of_sight, walls_between
from musterhall.games.the_game.movement.ways import ROAD_BONUS
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.position_file import position_data
from musterhall.games.the_game.readings.slips import plain
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import gap
from musterhall.games.the_game.sea.waters import DRY, water_words
from musterhall.geometry import Point
from musterhall.problems import BadInput
from musterhall.table import Table, TerrainPiece

QUESTIONS = Questions()
SAMPLE: tuple[Point, ...] = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
"""A square of terrain to try a unit on."""


@QUESTIONS.pure("position", ["1.1.2"], "How does the referee read this position?")
def as_read(asked: Asked) -> Finding:
    """1.1.2 The position with everything that was left out filled in."""
    return Finding({"position": position_data(asked.position)})


@QUESTIONS.pure(
    "cohesion",
    ["1.1.3", "2.2.5", "3.4.1", "4.3.1"],
    "Is the formation in cohesion?",
    formation="the formation",
    without="units to think away",
)
def cohesion(asked: Asked) -> Finding:
    """1.1.3, 2.2.5, 3.4.1, 4.3.1 The pair that is farthest beyond its limit, or comes nearest to it, and that limit."""
    formation, position = asked.formation(), asked.position
    for unit in asked.units("without"):
        if unit in formation.units:
            position.remove(unit)
    base, wide = cohesion_range(position, formation), cohesion_gap(position, formation)
    pair = (wide.first, wide.second) if wide is not None else widest_pair(position, formation)
    limit = base if pair is None else base + pair_extra(position, *pair)
    scouts = {asked.label(unit): float(position.field.scout[unit]) for unit in formation.units}
    lines = [f"limit {COHESION_PER_COMMAND:g} cm x COM {command_value(position, formation)} = {base:g} cm"]
    close = None if pair is None else close_kind(position, *pair)
    if close is not None:
        base = limit = naval_cohesion_range(position, formation)
        lines = [f"limit 1 cm x COM {command_value(position, formation)} = {base:g} cm between {close}"]
    if limit != base:
        lines.append(f"{limit:g} cm for this pair with Scout (2.2.5)")
    result: dict[str, Any] = {
        "in_cohesion": wide is None,
        "limit": limit,
        "scouts": {name: extra for name, extra in scouts.items() if extra},
        "pair": [],
        "distance": None,
        "too_far": 0.0,
    }
    if wide is not None:
        names, apart = asked.labels([wide.first, wide.second]), gap(position, wide.first, wide.second)
        lines.append(f"{' and '.join(names)} are {apart:.1f} cm apart, {wide.too_far:.1f} cm too far")
        result |= {"pair": names, "distance": round(apart, 2), "too_far": round(wide.too_far, 2)}
    return Finding(result, lines)


def close_kind(position: Position, first: int, second: int) -> str | None:
    """3.4.1, 3.2, 4.3.1 The kind of units that keep within Command cm, if the two are both of it."""
    field, pair = position.field, [first, second]
    if field.vessel[pair].all():
        return "vessels (4.3.1)"
    if field.helicopter[pair].all() and field.variants.heli_cohesion == "command":
        return "attack helicopters (3.2)"
    return "aircraft (3.4.1)" if position.formation_of(first).flies else None


# Terrain


@QUESTIONS.pure(
    "terrain_effect",
    ["1.6.2", "2.2.3", "4.3"],
    "What does this terrain do to this kind of unit?",
    terrain="a row of table 1.1 or 4.1, or several",
    type="a unit type or several; all ground types if left out, all vessels for a row of table 4.1",
    unit="or a unit of the position",
    traits="for a hedge, fence or wall: cover, infantry, soft, armoured; for rivers: depth",
)
def terrain_effect(asked: Asked) -> Finding:
    """1.6.2, 4.3 Effect, cover and defence, row by row and type by type."""
    rows = [plain(word) for word in asked.words("terrain")]
    if not rows:
        raise asked.bad("terrain", "it is missing; name a row of table 1.1 or 4.1")
    if asked.has("unit"):
        units = [asked.position.unit(asked.unit())]
    else:
        usual = NAVAL if all(row in water_words() for row in rows) else GROUND
        types = [asked.unit_type(word, "type") for word in asked.words("type")] or usual
        for word in types:
            asked.grounded(word, "type")
        units = [Unit(0, word, Datasheet(word, "", word, 0.0, 0.0, 0, 0, 0), 0, 0) for word in types]
    found = {row: {unit.name: _effect(asked, row, unit) for unit in units} for row in rows}
    return Finding(found[rows[0]][units[0].name] if len(rows) == len(units) == 1 else found)


def _effect(asked: Asked, row: str, unit: Unit) -> dict[str, Any]:
    """A table with nothing on it but this terrain, and the unit on it."""
    traits = asked.value("traits", {})
    if row not in known_kinds() | {DRY}:
        known = ", ".join(sorted(known_kinds() | {DRY}))
        raise asked.bad("terrain", f"{row!r} is no row of table 1.1 or 4.1; use one of {known}")
    if not isinstance(traits, dict) or not all(isinstance(value, str) for value in traits.values()):
        raise asked.bad("traits", "they are words by name, such as { cover = 'light' }; write them so")
    drawn = () if row == DRY else (TerrainPiece(row, row, SAMPLE, traits=traits),)
    table = Table("", 20, 20, drawn)
    try:
        still = Field(table, (unit,), asked.position.field.players, asked.position.field.variants)
    except BadInput as problem:
        raise asked.bad("terrain", str(problem)) from problem
    bonus = {"road_bonus": ROAD_BONUS} if len(still.roads) and still.on_wheels[0] else {}
    if not still.pieces:  # a road is no ground of its own
        nothing = {"effect": "none", "halved": False, "armour": 0, "visibility": 0, "level": "none", "area": False}
        return {**nothing, **bonus}
    effect = next(word for word, number in EFFECTS.items() if number == still.effects[0, 0])
    armour, visibility = int(still.cover_armour[0, 0]), int(still.cover_visibility[0, 0])
    return {
        "effect": effect,
        "halved": effect == "difficult",
        "level": still.kinds[0].level,
        "area": still.kinds[0].area,
        "armour": armour,
        "visibility": visibility,
        "defence": Defence(unit.sheet.armour, unit.sheet.visibility, armour, visibility).total,
        **bonus,
    }


# Defence


@QUESTIONS.pure(
    "defence",
    ["1.7", "1.6.2", "2.1.7", "2.1.12"],
    "What must a shot at this unit beat?",
    unit="a unit or several",
    formation="or every unit of a formation",
    seen_from="the unit that looks at it, for hedges on the line",
    rules="special rules of the attacker's weapon, such as Ignore Cover(1/1)",
    assault="true if only armour counts (1.8.4)",
)
def defence(asked: Asked) -> Finding:
    """1.7 Armour and visibility, each from the datasheet and from cover."""
    position = asked.position
    units = asked.units("unit") if asked.has("unit") else list(asked.formation().units)
    looker = asked.standing_unit("seen_from") if asked.has("seen_from") else None
    rules, in_assault = asked.rules("rules"), asked.flag("assault")
    found: dict[str, dict[str, Any]] = {}
    lines: list[str] = []
    for unit in units:
        armour, visibility = cover_on(asked, unit, looker)
        if in_assault and not position.field.variants.assault_cover:
            armour = 0
        value = defence_of(position, unit, armour, visibility, rules)
        if in_assault:
            value.visibility = value.cover_visibility = 0
        found[asked.label(unit)] = _defence_data(asked, unit, value, in_assault)
        lines.append(f"{asked.label(unit)}: {_defence_sum(value, in_assault)}")
        lines += value.notes
    alone = asked.has("unit") and len(units) == 1
    return Finding(found[asked.label(units[0])] if alone else {"units": found}, lines)


def _defence_sum(value: Defence, in_assault: bool) -> str:
    if in_assault:
        cover = f" + cover {value.cover_armour}" if value.cover_armour else ""
        return f"ARM {value.armour}{cover} = {value.total}; visibility does not count (1.8.4)"
    cover = f" + cover {value.cover_armour}/{value.cover_visibility}"
    shown = cover if value.cover_armour + value.cover_visibility else ""
    return f"ARM {value.armour} + VIS {value.visibility}{shown} = {value.total}"


def _defence_data(asked: Asked, unit: int, value: Defence, in_assault: bool) -> dict[str, Any]:
    sheet = asked.position.unit(unit).sheet
    return {
        "armour": value.armour + value.cover_armour,
        "visibility": value.visibility + value.cover_visibility,
        "total": value.total,
        "parts": {
            "ARM": sheet.armour,
            "VIS": 0 if in_assault else sheet.visibility,
            "cover armour": value.cover_armour,
            "cover visibility": value.cover_visibility,
        },
    }


def cover_on(asked: Asked, unit: int, looker: int | None = None) -> tuple[int, int]:
    """1.6.2 Armour and visibility from cover; the whole formation is asked, as a vehicle covers two units only.

    Where nobody looks, what a unit is said to be behind counts all the same.
    """
    position = asked.position
    mates = position.standing(position.formation_of(unit))
    if unit not in mates:
        return 0, 0
    lookers = None if looker is None else np.full(len(mates), looker, dtype=np.int64)
    cover = cover_of(position, mates, lookers, from_anywhere=looker is None)
    row = mates.tolist().index(unit)
    return int(cover.armour[row]), int(cover.visibility[row])


# Sight


@QUESTIONS.pure(
    "line_of_sight",
    ["1.7", "1.6.2"],
    "Do these two units see each other?",
    unit="the unit that looks",
    to="the unit it looks at",
)
def line_of_sight(asked: Asked) -> Finding:
    """1.7, 1.6.2 Both ways, what is in the way, and the cover on the line."""
    position, one = asked.position, asked.standing_unit()
    other = asked.other_unit(one, "to")
    armour, visibility = cover_on(asked, other, one)
    result = {
        "sees": sees(asked, one, other),
        "is_seen": sees(asked, other, one),
        "blocked_by": _screens_between(asked, one, other),
        "cover": {"armour": armour, "visibility": visibility},
        "distance": round(gap(position, one, other), 2),
    }
    return Finding(result, list(_sight_in_words(asked, one, other, result)))


def _sight_in_words(asked: Asked, one: int, other: int, result: Mapping[str, Any]) -> Iterator[str]:
    yield f"{asked.label(one)} and {asked.label(other)} are {result['distance']:g} cm apart"
    for screen in result["blocked_by"]:
        yield f"{screen} lies between them, and nobody sees through it"
    armour, visibility = result["cover"].values()
    if result["sees"] and (armour or visibility):
        yield f"{asked.label(other)} has cover: armour {armour}, visibility {visibility}"


def sees(asked: Asked, unit: int, target: int) -> bool:
    """1.7 Does this unit see that one?"""
    return bool(lines_of_sight(asked.position, np.array([unit]), np.array([target]))[0, 0])


def _screens_between(asked: Asked, unit: int, target: int) -> list[str]:
    """1.6.2 The pieces of area terrain that hide the target, each looked at alone."""
    still = asked.position.field
    screens = [piece.name for piece, kind in zip(still.pieces, still.kinds, strict=True) if hides(piece, kind)]
    return [screens[wall] for wall in walls_between(asked.position, unit, target)]
