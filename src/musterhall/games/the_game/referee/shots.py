"""1.7, 2.1 One weapon and one shot: ranges, arcs, what it can hurt, whether it may fire, its attack value."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.army.datasheets import SHIP, Weapon, weapons_of
from musterhall.games.the_game.army.weapon_types import weapon_types
from musterhall.games.the_game.basics.special_rules import ARCS, Shot, hurt_by, in_fire_arc, weapon_targets
from musterhall.games.the_game.fire.fire_plan import is_primary, primary_targets, stronger_profile
from musterhall.games.the_game.fire.gunnery import (
    arc_edge,
    attack_value,
    close_range,
    crossfire,
    helped_by_spotter,
    may_fire,
    spotted,
    suppressed_units,
)
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.readings.slips import reading
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import all_parts, gap, sections
from musterhall.games.the_game.referee.units import sees
from musterhall.games.the_game.sea.targets import ARTILLERY, NOTHING_HURTS_A_SHIP, hard_to_hit
from musterhall.geometry import Point

QUESTIONS = Questions()
IN_CLOSE_COMBAT = ("enemy in close combat", 1, "1.8.3")
"""What the defender of an assault adds when the enemy has moved into contact."""


@QUESTIONS.pure(
    "ranges",
    ["1.7"],
    "What is close range, and is the target in range?",
    unit="the shooter",
    weapon="its weapon",
    target="the target unit",
    range="or the weapon's range in cm",
    distance="and the distance in cm",
)
def ranges(asked: Asked) -> Finding:
    """1.7 Close range is half the range, rounded down to 5 cm; artillery has none."""
    weapon = asked.weapon(asked.unit()) if asked.has("unit") else None
    reach = weapon.range if weapon is not None else asked.number("range")
    near = 0.0 if weapon is not None and weapon.artillery else close_range(reach)
    result: dict[str, Any] = {"range": reach, "close_range": near}
    if asked.has("distance") or asked.has("target"):
        apart = asked.number("distance") if asked.has("distance") else _distance(asked)
        result["distance"] = round(apart, 2)
        result["in_range"] = apart <= reach + 1e-9
        result["close"] = near > 0 and apart <= near + 1e-9
    return Finding(result, [f"close range: half of {reach:g} cm, rounded down to 5 cm, is {near:g} cm"])


def _distance(asked: Asked) -> float:
    unit = asked.standing_unit()
    return gap(asked.position, unit, asked.other_unit(unit, "target"))


@QUESTIONS.pure(
    "fire_arc",
    ["2.1.5"],
    "Is the target in the fixed, front and back arcs?",
    unit="the unit",
    target="the target unit",
    at="or a place",
    facing="or, without units, the facing in degrees",
    bearing="and the bearing of the target in degrees, counted the same way",
)
def fire_arc(asked: Asked) -> Finding:
    """2.1.5 Yes or no for each arc."""
    position = asked.position
    if asked.has("unit"):
        unit = asked.standing_unit()
        there = asked.point("at") if asked.has("at") else position.at(asked.standing_unit("target"))
        return Finding({arc: _bears(asked, unit, arc, there) for arc in ARCS})
    facing, angle = asked.number("facing"), math.radians(asked.number("bearing"))
    there = (100.0 * math.cos(angle), 100.0 * math.sin(angle))
    return Finding({arc: in_fire_arc(arc, (0.0, 0.0), facing, there, 0.0) for arc in ARCS})


def _bears(asked: Asked, unit: int, arc: str, there: Point) -> bool:
    position = asked.position
    return in_fire_arc(arc, position.at(unit), float(position.facing[unit]), there, arc_edge(position, unit))


@QUESTIONS.pure(
    "can_hit",
    ["1.7", "1.7.4", "4.4"],
    "Can this weapon hurt that unit?",
    weapon="a weapon type (AP, AT, AA, AN, VH or AS)",
    type="the target's type",
    target="or the target unit",
    rules="special rules of the weapon, such as Torpedoes",
)
def can_this_hit(asked: Asked) -> Finding:
    """1.7, 1.7.4, 4.4 By weapon type and unit type, and for torpedoes and depth charges by what they are."""
    word = asked.word("weapon").upper()
    kind = reading("weapon type", word)
    if kind not in weapon_types() and kind != ARTILLERY:
        raise asked.bad("weapon", f"{word!r} is no weapon type; use one of {', '.join(weapon_types())} or AS")
    if asked.has("target"):
        unit_type = asked.position.unit(asked.unit("target")).sheet.type
    else:
        unit_type = asked.unit_type(asked.word("type"), "type")
    hits = unit_type in weapon_targets(asked.rules("rules"), kind, asked.position.field.variants)
    remark = [NOTHING_HURTS_A_SHIP] if unit_type == SHIP and not hits else []
    return Finding({"can_hit": hits, "weapon_type": kind, "unit_type": unit_type}, remark)


@QUESTIONS.pure(
    "weapons",
    ["1.7", "1.7.1", "2.1"],
    "Which weapons may these units use now, and if not, why?",
    unit="a unit or several",
    formation="or a whole formation",
    command="the command it acts under; Advance if left out",
    defensive="true for the defender of an assault",
)
def weapons(asked: Asked) -> Finding:
    """1.7, 2.1 Weapon by weapon: usable or why not, its types and shots, and whether it may fire blind."""
    position = asked.position
    units = asked.units("unit") if asked.has("unit") else asked.formation().units
    command, defensive = asked.firing_command(), asked.flag("defensive")
    found = {
        asked.label(unit): {
            weapon.name: _weapon_data(may_fire(position, unit, weapon, command, defensive))
            for weapon in weapons_of(position.unit(unit).sheet)
        }
        for unit in units
    }
    return Finding({"units": found})


def _weapon_data(shot: Shot) -> dict[str, Any]:
    weapon, standing = shot.weapon, bool(shot.position.on[shot.unit.index])
    why = shot.refused or ("" if standing else "its unit does not stand on the table")
    return {
        "usable": not why,
        "why": why,
        "shots": weapon.shots,
        "one_shot_per_units": weapon.per_units,
        "attacks": {ARTILLERY: weapon.score} if weapon.artillery else dict(weapon.attacks),
        "indirect": not why and shot.indirect,
    }


@QUESTIONS.pure(
    "attack_value",
    ["1.7", "1.4.1", "1.7.5", "2.1", "4.6"],
    "What is the attack value of this shot, or why may it not be fired?",
    unit="the shooter",
    weapon="its weapon, if it has several",
    target="the target unit",
    type="the weapon type used; the best that can hurt the target if left out",
    command="the command it acts under; Advance if left out",
    crossfire="true or false, to say so instead of measuring",
    distance="in cm, to say so instead of measuring",
    defensive="true for the defender of an assault",
    contact="true if the enemy has moved into close combat (1.8.3)",
    beside="another formation that is assaulted as one with the shooter's (1.8.1)",
)
def shot_value(asked: Asked) -> Finding:
    """1.7 Each modifier and the total."""
    position, unit = asked.position, asked.standing_unit()
    target = asked.enemy_unit(unit, "target")
    weapon, defensive = asked.weapon(unit), asked.flag("defensive")
    command = asked.firing_command()
    formation, enemy = position.formation_of(unit), position.formation_of(target)
    beside, limit = asked.beside(formation), (enemy.index,) if defensive else None
    kind = _type_used(asked, weapon, target)
    apart = asked.number("distance", gap(position, unit, target))
    crossed = asked.flag("crossfire", crossfire(position, formation, (enemy.index,), beside) is not None)
    sheet = position.unit(target).sheet
    extra = (*((IN_CLOSE_COMBAT,) if asked.flag("contact") else ()), *hard_to_hit(sheet.type, sheet.rules))
    shot, seen = may_fire(position, unit, weapon, command, defensive), formation.flies or sees(asked, unit, target)
    order = Fire(position, formation, command, limit=limit, defensive=defensive, beside=beside)
    why = shot.refused or _why_not(asked, shot, target, kind, apart, seen)
    why = why or _why_silent(asked, order, unit, enemy.index) or _why_another(order, shot, kind)
    if why or kind is None:
        return Finding({"may_fire": False, "why": why, "total": None}, [why], (shot.section,) if shot.section else ())
    helped = helped_by_spotter(position, formation.side, np.array([target]))
    attack = attack_value(
        command, position, weapon, kind, apart, blind=not seen, helped=helped, crossfire=crossed, extra=extra
    )
    result = {
        "may_fire": True,
        "why": "",
        "type": kind,
        "total": attack.total,
        "parts": all_parts(attack),
        "distance": round(apart, 2),
    }
    return Finding(result, [str(attack)], sections(attack))


def _type_used(asked: Asked, weapon: Weapon, target: int) -> str | None:
    if weapon.artillery:
        raise asked.bad("weapon", f"{weapon.name} is artillery; ask barrage_value")
    values = dict(weapon.attacks)
    if asked.has("type"):
        kind = reading("weapon type", asked.word("type").upper())
        if kind not in values:
            raise asked.bad("type", f"{weapon.name} has no {kind}; it has {', '.join(values)}")
        return kind
    still = asked.position.field
    able = [kind for kind in values if hurt_by(still, weapon.rules, kind)[target]]
    return max(able, key=lambda kind: values[kind], default=None)


def _why_not(asked: Asked, shot: Shot, target: int, kind: str | None, apart: float, seen: bool) -> str:
    """1.7, 2.1.5, 2.1.8 Why `Gunnery.aim` would not let it hit, in words; the distance may be the asker's own."""
    position, weapon, unit_type = asked.position, shot.weapon, asked.position.unit(target).sheet.type
    if kind is None or not hurt_by(position.field, weapon.rules, kind)[target]:
        remark = f"; {NOTHING_HURTS_A_SHIP}" if unit_type == SHIP else ""
        return f"{weapon.name} cannot hurt a unit of type {unit_type} (1.7){remark}"
    if apart > weapon.range + 1e-9:
        return f"the target is {apart:.1f} cm away and {weapon.name} reaches {weapon.range:g} cm (1.7)"
    blind = shot.indirect
    if position.field.variants.spotters == "required":
        blind = blind and bool(spotted(position, shot.unit.side, np.array([target])).any())
    if not seen and not blind:
        return f"{asked.label(shot.unit.index)} has no line of sight to {asked.label(target)} (1.7)"
    arcs = [str(rule.values[0]) for rule in weapon.rules if rule.name == "fire arc"]
    for arc in arcs:
        if not _bears(asked, shot.unit.index, arc, position.at(target)):
            return f"{asked.label(target)} is outside the {arc} arc (2.1.5)"
    return ""


def _why_silent(asked: Asked, order: Fire, unit: int, enemy: int) -> str:
    """1.7 A unit that keeps its head down before this target."""
    own, tokens = order.gunnery.own, order.tokens
    suppressed = suppressed_units(asked.position, own, tokens, [(enemy,)])
    return f"{asked.label(unit)} is suppressed (1.7)" if unit in suppressed else ""


def _why_another(order: Fire, shot: Shot, kind: str | None) -> str:
    """1.7.1, 2.1.11 Another weapon or profile that the unit must fire instead."""
    unit, weapon = shot.unit.index, shot.weapon
    if not is_primary(weapon) and unit in primary_targets(order):
        primary = next(one.name for one in weapons_of(shot.unit.sheet) if is_primary(one))
        return f"{primary} is the primary weapon and has a target in reach (2.1.11)"
    for battery in order.gunnery.batteries:
        if kind is not None and battery.weapon is weapon and unit in battery.units:
            other = stronger_profile(order, battery, battery.units.index(unit), kind)
            if other is not None:
                return f"{weapon.name} must be fired as {other} while there is a target for that in reach (1.7.1)"
    return ""
