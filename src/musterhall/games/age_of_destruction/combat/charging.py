"""Charge, ram and death from above: a way that ends in contact, an attack, and what it costs the attacker."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Illegal, Rule
from musterhall.games.age_of_destruction.combat.attack import FORBIDS, Attack, Kind, in_effect
from musterhall.games.age_of_destruction.combat.sequence import fight
from musterhall.games.age_of_destruction.harm.damage import deal
from musterhall.games.age_of_destruction.movement.moving import Going, Way, judge_way, speed_of
from musterhall.games.age_of_destruction.movement.places import touching_place
from musterhall.games.age_of_destruction.position.moments import Moment, held_by
from musterhall.games.age_of_destruction.position.position import CONTACT, Position
from musterhall.games.age_of_destruction.sections import ASSAULT
from musterhall.geometry import bearing

FALLING: Moment[Callable[[Position, bool], int]] = Moment("death from above has hit or missed", ASSAULT)
"""The attacker's. The clicks it costs, in place of the usual ones."""
CHARGE_FACTOR = 2
"""How many times its speed a 'Mech charges at most."""


def why_not_run_into(position: Position, unit: int, kind: Kind) -> str:
    """40.9 Why a unit cannot make this kind of attack at all; empty where it can."""
    sheet, state = position.unit(unit).sheet, position.states[unit]
    if state.cruising:
        return "it is cruising"
    if kind == "ram":
        return "" if sheet.is_vehicle else "only vehicles ram"
    if not sheet.is_mech:
        return f"only 'Mechs make a {kind}"
    if kind == "death from above" and not sheet.jump_jets:
        return "it has no jump jets"
    return ""


def way_into(position: Position, unit: int, target: int, kind: Kind) -> Way:
    """40.9 The straight way into contact with a target, or `Illegal`: for a jump over everything in between."""
    attack = Attack(unit, (target,), kind)
    reason = why_not_run_into(position, unit, kind)
    reasons = [reason, *(act(position, attack, unit) for _, act in FORBIDS.of(held_by(position, unit)))]
    if found := next(filter(None, reasons), ""):
        raise Illegal(found[0].upper() + found[1:], ASSAULT)
    if position.states[target].cruising:
        raise Illegal(f"{position.unit(target).name} is cruising", ASSAULT)
    facing = bearing(position.at(unit), position.at(target))
    end = touching_place(position, unit, target, (facing + 180.0) % 360.0, facing)
    inches = speed_of(position, unit) * (CHARGE_FACTOR if kind == "charge" else 1)
    path = [] if position.touches(unit, target) else [end]
    way = judge_way(position, unit, path, Going(inches, facing, jumps=kind == "death from above"))
    if not path and kind != "death from above":
        raise Illegal(f"{position.unit(target).name} is in contact already", ASSAULT)
    return way


def run_into(battle: Battle[Position], attack: Attack) -> Rule[None]:
    """40.9 The attack at the end of the way, and its cost; armor helps neither side."""
    position = battle.position
    unit, target = attack.attacker, attack.target
    if not position.touches(unit, target) and position.gap(unit, target) > 2 * CONTACT:
        return
    infantry = position.unit(target).sheet.is_infantry
    struck = yield from fight(battle, attack, position.field.edition.heat_charge if attack.kind != "ram" else 0)
    clicks = own_damage(position, attack, hit=struck.succeeded, infantry=infantry)
    deal(battle, unit, clicks)


def own_damage(position: Position, attack: Attack, *, hit: bool, infantry: bool) -> int:
    """40.9 What it costs whoever runs into somebody."""
    edition = position.field.edition
    if attack.kind == "charge":
        return edition.charge_own_damage if hit else 0
    if attack.kind == "ram":
        return edition.ram_own_damage if hit and not infantry else 0
    for _, act in FALLING.of(in_effect(position, attack)):
        return act(position, hit)
    return edition.dfa_own_hit if hit else edition.dfa_own_miss
