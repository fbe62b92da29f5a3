"""Engines that blow up, and what that does to those near by."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.harm.protection import AREA
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6

SECTION = "12"
WEAK_ENGINES = ("EE", "FC")
"""5 Combustion and fuel cell engines: hit once they do not heat, but may blow up when the unit has fired."""
WEAK_ENGINE_ON = 12


def has_weak_engine(position: Position, unit: int) -> bool:
    one = position.unit(unit)
    return one.is_mech and any(map(one.has, WEAK_ENGINES))


def strains_engine(position: Position, unit: int) -> bool:
    """5 Whether a 'Mech has fired with a combustion engine or fuel cells that were hit."""
    condition = position.conditions[unit]
    return condition.alive and condition.engine_hits > 0 and condition.fired and has_weak_engine(position, unit)


def test_weak_engine(battle: Battle[Position], unit: int) -> None:
    """5 A hit combustion engine or fuel cell blows up at a 12."""
    faces = battle.roll(2, D6, "engine")
    if sum(faces) >= WEAK_ENGINE_ON:
        battle.position.conditions[unit].structure = 0
        battle.tell("engine", f"The engine of {battle.position.unit(unit).name} blows up", "5", unit=unit)


def may_explode(position: Position, unit: int) -> bool:
    """12 Whether a 'Mech that was just lost may blow up: by the option, when its second engine hit killed it."""
    killed_by_engine = position.conditions[unit].engine_hits >= 2
    return position.field.edition.engine_explosions and killed_by_engine and position.unit(unit).is_mech


def explode(battle: Battle[Position], unit: int) -> None:
    """12 Roll whether it does; then everybody near takes its Size in damage."""
    position, edition = battle.position, battle.position.field.edition
    faces = battle.roll(2, D6, "engine explosion")
    if sum(faces) < edition.engine_explodes_on:
        return
    one = position.unit(unit)
    battle.tell("engine", f"{one.name} goes up in a ball of fire", SECTION, unit=unit, faces=faces)
    for other in position.everybody_on_table():
        near = position.gap(unit, other) <= edition.engine_explosion_reach
        if other != unit and near and not position.unit(other).is_aerospace:
            mark(position, other, Mark(one.card.size, unit, kind=AREA))
