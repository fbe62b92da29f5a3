"""Damage: marked when an attack hits, in effect in the End Phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.harm.buildings import apply_building_damage
from musterhall.games.alpha_strike.harm.crippling import is_crippled
from musterhall.games.alpha_strike.harm.criticals import critical_hit
from musterhall.games.alpha_strike.harm.explosions import explode, may_explode, strains_engine, test_weak_engine
from musterhall.games.alpha_strike.harm.fighters import control_roll, over_threshold, shaken_by
from musterhall.games.alpha_strike.harm.motive import has_come_down, motive_hit
from musterhall.games.alpha_strike.harm.protection import FROM_ENEMIES, is_submerged
from musterhall.games.alpha_strike.position.condition import DESTROYED, Condition, Effect, Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.transport.wrecks import lose_passengers

SECTION = "5"
OWN, COLLISION, SELF_DESTRUCT = "own", "collision", "self-destruct"
"""Kinds of marks beside those of attacks: a unit's own doing, a collision that shakes a drive, and its own end."""


class Toll(NamedTuple):
    """Who was lost and who was crippled just now."""

    lost: tuple[int, ...]
    crippled: tuple[int, ...]


def apply_all_damage(battle: Battle[Position]) -> Toll:
    """1, 5 E2 All marked damage takes effect, on both sides at once; explosions follow, and what they do."""
    position = battle.position
    apply_building_damage(battle)
    strained = [unit for unit in range(len(position.conditions)) if strains_engine(position, unit)]
    tolls = []
    while units := [unit for unit, one in enumerate(position.conditions) if one.marks and one.alive]:
        tolls.append(apply_damage(battle, units))
    for unit in (unit for unit in strained if position.conditions[unit].alive):
        test_weak_engine(battle, unit)
        tolls.append(_toll_of(battle, [unit]))
    lost = tuple(unit for toll in tolls for unit in toll.lost)
    crippled = tuple(unit for toll in tolls for unit in toll.crippled if unit not in lost)
    return Toll(lost, crippled)


def apply_damage(battle: Battle[Position], units: Sequence[int]) -> Toll:
    """5 What is marked beside these units takes effect."""
    position = battle.position
    for unit in units:
        condition = position.conditions[unit]
        marks, condition.marks = condition.marks, ()
        for one in marks:
            if condition.structure > 0:
                _apply(battle, unit, one)
        if condition.structure > 0:
            _shake(battle, unit, marks)
    return _toll_of(battle, units)


def _shake(battle: Battle[Position], unit: int, marks: Sequence[Mark]) -> None:
    """5, 12 What follows from all of a turn's damage together: one roll for the drive by the other reading, control."""
    position = battle.position
    if position.field.edition.motive_rolls == "once_a_turn" and any(map(_shakes_drive, marks)):
        _motive(battle, unit)
    if any(shaken_by(position, unit, one) for one in marks):
        control_roll(battle, unit)


def _toll_of(battle: Battle[Position], units: Sequence[int]) -> Toll:
    position = battle.position
    lost, crippled = [], []
    for unit in units:
        condition = position.conditions[unit]
        if not condition.alive:  # lost with its transport
            continue
        if condition.structure <= 0:
            lost.append(unit)
            lose(battle, unit)
            lost += lose_passengers(battle, unit)
        elif not condition.crippled and is_crippled(position, unit):
            crippled.append(unit)
            condition.crippled = True
            battle.tell("crippled", f"{position.unit(unit).name} is crippled", "13.4", unit=unit)
    return Toll(tuple(lost), tuple(crippled))


def _apply(battle: Battle[Position], target: int, one: Mark) -> None:
    """5 Armour first, then structure; hurt structure brings a critical hit, and a vehicle rolls for its drive."""
    position = battle.position
    condition = position.conditions[target]
    condition.killed_by = one.by
    if one.kind == SELF_DESTRUCT:
        condition.structure = 0
        return
    if one.points and one.by not in condition.hurt_by:
        condition.hurt_by = (*condition.hurt_by, one.by)
    structure_hurt = _take(battle, target, one.points)
    rolls = one.critical_rolls + int(structure_hurt or _reaches_inside(position, target, one))
    for _ in range(rolls):
        if condition.structure > 0:
            _take(battle, target, critical_hit(battle, target, one.critical_bonus))
    if _shakes_drive(one) and position.field.edition.motive_rolls == "each_attack":
        _motive(battle, target)
    _come_down(battle, target, condition)


def _reaches_inside(position: Position, target: int, one: Mark) -> bool:
    """5, 12 Whether a hit rolls for a critical through whole armour.

    Commercial armour (BAR) stops none, water breaks in through any hole that no HarJel closes, and a fighter has a
    threshold.
    """
    if not one.points or one.kind not in FROM_ENEMIES:
        return False
    unit = position.unit(target)
    breach = position.field.edition.hull_breach and not unit.has("BHJ") and is_submerged(position, target)
    return unit.has("BAR") or breach or over_threshold(position, target, one.points)


def _shakes_drive(one: Mark) -> bool:
    return one.motive and (one.points > 0 or one.kind == COLLISION)


def _motive(battle: Battle[Position], target: int) -> None:
    condition = battle.position.conditions[target]
    if condition.structure > 0:
        motive_hit(battle, target)
        _come_down(battle, target, condition)


def _come_down(battle: Battle[Position], target: int, condition: Condition) -> None:
    """5 A VTOL or WiGE whose drive fails in the air crashes at once, and stays where it fell."""
    position = battle.position
    if condition.structure <= 0 or not has_come_down(position, target):
        return
    condition.add_effect(Effect("down"))
    condition.drive = (*condition.drive, "immobile")
    position.level[target] = position.field.ground.level_at(position.lie, position.at(target))
    battle.tell("motive", f"{position.unit(target).name} crashes", SECTION, unit=target)
    _take(battle, target, position.field.edition.crash_damage)


def _take(battle: Battle[Position], target: int, points: int) -> bool:
    """Take points off armour and structure; whether structure was hurt."""
    if not points:
        return False
    position = battle.position
    condition = position.conditions[target]
    armour = min(points, condition.armour)
    structure = min(points - armour, condition.structure)
    condition.armour -= armour
    condition.structure -= structure
    if battle.recording:
        text = (
            f"{position.unit(target).name} takes {points}: armour {condition.armour}, structure {condition.structure}"
        )
        battle.tell("damage", text, SECTION, unit=target, points=points)
    return structure > 0


def lose(battle: Battle[Position], unit: int) -> None:
    """5 A unit is destroyed, and may take others with it."""
    position = battle.position
    condition = position.conditions[unit]
    condition.place, condition.lost_in = DESTROYED, position.turn
    battle.tell("destroyed", f"{position.unit(unit).name} is destroyed", SECTION, unit=unit)
    if may_explode(position, unit):
        explode(battle, unit)
