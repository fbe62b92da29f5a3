"""Critical hits and motive hits: the roll, and what each does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.harm.damage_values import NONE, hurt
from musterhall.games.alpha_strike.movement.drive import hurt_move
from musterhall.games.alpha_strike.package_data import catalogue_data
from musterhall.games.alpha_strike.position.condition import Condition, Drive
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.units.cards import ground_move, jump_move

SECTION = "5"

MOTIVE_BONUS = {"w": 1, "h": 1, "v": 2, "g": 2}
"""5 What is added to a vehicle's motive roll by how it drives."""


@cache
def _columns() -> dict[str, Sequence[str]]:
    return dict(catalogue_data("criticals.toml"))


def column_of(unit: Unit) -> Sequence[str] | None:
    """5 The column that a unit rolls on; none for infantry."""
    names = {"mech": "mech", "industrial mech": "mech", "protomech": "protomech", "aerospace": "fighter"}
    name = names.get(unit.kind, "vehicle" if unit.is_vehicle else "")
    return _columns()[name] if name else None


def critical_hit(battle: Battle[Position], target: int, bonus: int = 0) -> int:
    """5 Roll a critical hit and apply it; the extra points of damage that it brings."""
    position = battle.position
    unit, condition = position.unit(target), position.conditions[target]
    column = column_of(unit)
    if column is None:
        return 0
    if unit.has("ARM") and not condition.used.get("ARM"):
        condition.use("ARM")
        battle.tell(
            "critical", f"{unit.name}: its armoured components shrug the critical hit off", SECTION, unit=target
        )
        return 0
    rolls = position.field.edition.industrial_mech_crits if unit.kind == "industrial mech" else 1
    return sum(_roll(battle, target, column, bonus) for _ in range(rolls))


def _roll(battle: Battle[Position], target: int, column: Sequence[str], bonus: int) -> int:
    position = battle.position
    unit = position.unit(target)
    faces = battle.roll(2, D6, "critical hit")
    total = sum(faces) + bonus - (2 if unit.has("CR") else 0) + (1 if unit.has("IRA") else 0)
    what = "none" if total < 2 else column[total - 2] if total <= 12 else "engine"
    if battle.recording:
        battle.tell(
            "critical", f"{unit.name}: critical hit {total}, {what}", SECTION, unit=target, faces=faces, what=what
        )
    return EFFECTS[what](unit, position.conditions[target], position) if what != "none" else 0


def motive_hit(battle: Battle[Position], target: int) -> None:
    """5 Roll for a vehicle's drive when it was damaged."""
    position = battle.position
    unit, condition = position.unit(target), position.conditions[target]
    code = next((code[:1] for code in unit.card.moves if code[:1] in MOTIVE_BONUS), "")
    faces = battle.roll(2, D6, "motive hit")
    total = sum(faces) + MOTIVE_BONUS.get(code, 0) - (1 if unit.has("ARS") else 0)
    if total < 9:
        return
    what: Drive = "slowed" if total <= 10 else "halved" if total == 11 else "immobile"
    condition.drive = (*condition.drive, what)
    if battle.recording:
        battle.tell("motive", f"{unit.name}: motive hit {total}, {what}", SECTION, unit=target, faces=faces, what=what)


# What each critical hit does; the extra points of damage that it brings


def _ammo(unit: Unit, condition: Condition, position: Position) -> int:
    """5 Ammunition blows up, unless CASE vents it or there is none."""
    if unit.has("CASEII") or unit.has("ENE"):
        return 0
    return 1 if unit.has("CASE") else _destroyed(unit, condition, position)


def _engine(unit: Unit, condition: Condition, position: Position) -> int:
    """5 The second engine hit destroys; the first heats a 'Mech and halves a vehicle."""
    condition.engine_hits += 1
    if condition.engine_hits >= 2:
        return _destroyed(unit, condition, position)
    if unit.is_vehicle or unit.is_aerospace:
        condition.drive = (*condition.drive, "engine")
    return 0


def _fire_control(unit: Unit, condition: Condition, position: Position) -> int:
    condition.fire_control_hits += 1
    return 0


def _weapon(unit: Unit, condition: Condition, position: Position) -> int:
    """5 A weapon is lost; where there was none left it is a point of damage."""
    if all(hurt(unit, condition, damage) == NONE for damage in unit.card.damage):
        return 1
    condition.weapon_hits += 1
    return 0


def _mp(unit: Unit, condition: Condition, position: Position) -> int:
    """5 A hit in the legs; where nothing was left to lose it is a point of damage."""
    if hurt_move(max(ground_move(unit.card), jump_move(unit.card)), condition.drive) <= 0:
        return 1
    condition.drive = (*condition.drive, "mp")
    return 0


def _stunned(unit: Unit, condition: Condition, position: Position) -> int:
    condition.stunned_until = position.turn + 1
    return 0


def _destroyed(unit: Unit, condition: Condition, position: Position) -> int:
    condition.structure = 0
    return 0


EFFECTS: dict[str, Callable[[Unit, Condition, Position], int]] = {
    "ammo": _ammo,
    "engine": _engine,
    "fire control": _fire_control,
    "weapon": _weapon,
    "mp": _mp,
    "crew stunned": _stunned,
    "crew killed": _destroyed,
    "destroyed": _destroyed,
    "fuel": _destroyed,
}
