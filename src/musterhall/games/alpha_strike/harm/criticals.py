"""Critical hits: the roll, and what each does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.harm.damage_values import can_lose_a_weapon
from musterhall.games.alpha_strike.movement.drive import hurt_move
from musterhall.games.alpha_strike.package_data import catalogue_data
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.games.alpha_strike.units.cards import best_move

SECTION = "5"
FIRST, LAST = 2, 12
"""The sums that the columns have."""

WORDS = {
    "none": "nothing comes of it",
    "ammo": "its ammunition is hit",
    "engine": "its engine is hit",
    "fire control": "its fire control is hit",
    "weapon": "a weapon is hit",
    "mp": "its legs are hit",
    "crew stunned": "its crew is stunned",
    "crew killed": "its crew is killed",
    "destroyed": "it is destroyed",
    "fuel": "its fuel is hit",
}
"""What each is called in the log."""

CRITICAL_COMES: Moment[Callable[[Battle[Position], int], bool]] = Moment("before a critical roll", SECTION)
"""Whether an ability of the target spares it the roll."""
CRITICAL_ROLLED: Moment[Callable[[Battle[Position], int, str], str]] = Moment("after a critical roll", SECTION)
"""What an ability of the target makes of the result."""
MP_HIT: Moment[Callable[[Battle[Position], int], bool]] = Moment("a hit in the legs", SECTION)
"""Whether an ability of the target takes the sting out of it."""


@cache
def _columns() -> dict[str, Sequence[str]]:
    return dict(catalogue_data("criticals.toml"))


def column_of(unit: Unit) -> Sequence[str] | None:
    """5 The column that a unit rolls on; none for infantry."""
    names = {"mech": "mech", "industrial mech": "mech", "protomech": "protomech", "aerospace": "fighter"}
    name = names.get(unit.kind, "vehicle" if unit.is_vehicle else "")
    return _columns()[name] if name else None


def takes_criticals(position: Position, target: int) -> bool:
    """5 Whether a critical roll is made for what was hit: not for infantry, nor for terrain."""
    return target != NOBODY and column_of(position.unit(target)) is not None


def critical_hit(battle: Battle[Position], target: int, bonus: int = 0) -> int:
    """5 Roll a critical hit and apply it; the extra points of damage that it brings."""
    position = battle.position
    unit, condition = position.unit(target), position.conditions[target]
    column = column_of(unit)
    if column is None:
        return 0
    if unit.has("ARM") and not condition.used.get("ARM"):
        condition.use("ARM")
        battle.tell("critical", f"{unit.name}: its armoured parts shrug the critical hit off", SECTION, unit=target)
        return 0
    if any(spares(battle, target) for _, spares in CRITICAL_COMES.of(abilities_of(position, target))):
        return 0
    rolls = position.field.edition.industrial_mech_crits if unit.kind == "industrial mech" else 1
    return sum(_roll(battle, target, column, bonus) for _ in range(rolls))


def _roll(battle: Battle[Position], target: int, column: Sequence[str], bonus: int) -> int:
    position = battle.position
    unit = position.unit(target)
    if position.conditions[target].structure <= 0:
        return 0
    faces = battle.roll(2, D6, "critical hit")
    total = sum(faces) + bonus - (2 if unit.has("CR") else 0) + (1 if unit.has("IRA") else 0)
    what = "none" if total < FIRST else column[total - FIRST] if total <= LAST else "engine"
    for _, change in CRITICAL_ROLLED.of(abilities_of(position, target)):
        what = change(battle, target, what)
    if battle.recording:
        text = f"{unit.name}: critical roll {total}, {WORDS[what]}"
        battle.tell("critical", text, SECTION, unit=target, faces=faces, what=what)
    return EFFECTS[what](battle, target) if what != "none" else 0


# What each critical hit does; the extra points of damage that it brings. One that cannot apply again is a point of
# damage, and no further roll follows from that.

CANNOT_APPLY = 1


def _ammo(battle: Battle[Position], target: int) -> int:
    """5 Ammunition blows up, unless CASE vents it or there is none."""
    unit = battle.position.unit(target)
    if unit.has("CASEII") or unit.has("ENE"):
        return 0
    return 1 if unit.has("CASE") else _destroyed(battle, target)


def _engine(battle: Battle[Position], target: int) -> int:
    """5 The second engine hit destroys; the first heats a 'Mech and halves a vehicle's or a fighter's Move."""
    position = battle.position
    unit, condition = position.unit(target), position.conditions[target]
    condition.engine_hits += 1
    if condition.engine_hits >= 2:
        return _destroyed(battle, target)
    if halves_the_move(unit):
        condition.drive = (*condition.drive, "engine")
    return 0


def halves_the_move(unit: Unit) -> bool:
    """5 Whose Move an engine hit halves; a 'Mech's it leaves."""
    return unit.is_vehicle or unit.is_aerospace


def _fire_control(battle: Battle[Position], target: int) -> int:
    """5 The sights are off; each such hit counts."""
    battle.position.conditions[target].fire_control_hits += 1
    return 0


def _weapon(battle: Battle[Position], target: int) -> int:
    """5 A weapon is lost; where there was none left it is a point of damage."""
    position = battle.position
    condition = position.conditions[target]
    if not can_lose_a_weapon(position.unit(target), condition, position.field.edition):
        return CANNOT_APPLY
    condition.weapon_hits += 1
    return 0


def _mp(battle: Battle[Position], target: int) -> int:
    """5 A hit in the legs; where nothing was left to lose it is a point of damage."""
    position = battle.position
    condition = position.conditions[target]
    if hurt_move(best_move(position.unit(target).card), condition.drive) <= 0:
        return CANNOT_APPLY
    if any(spares(battle, target) for _, spares in MP_HIT.of(abilities_of(position, target))):
        return 0
    condition.drive = (*condition.drive, "mp")
    return 0


def _stunned(battle: Battle[Position], target: int) -> int:
    """5 The crew loses the next turn; a second blow in the same turn stuns nobody anew."""
    position = battle.position
    condition = position.conditions[target]
    if condition.stunned_until > position.turn:
        return CANNOT_APPLY
    condition.stunned_until = position.turn + 1
    return 0


def _destroyed(battle: Battle[Position], target: int) -> int:
    battle.position.conditions[target].structure = 0
    return 0


EFFECTS: dict[str, Callable[[Battle[Position], int], int]] = {
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
