"""The moments of Age of Destruction, at which special equipment and faction abilities act.

What a unit holds is told by name: its special equipment, and the abilities of its faction.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from musterhall.battle.moments import Act
from musterhall.battle.moments import Moment as AnyMoment
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.problems import parse_model

ABILITIES, EQUIPMENT = "faction_abilities.toml", "equipment.toml"


class Moment(AnyMoment[Act]):
    """One place in the rules of Age of Destruction."""


class AbilityRow(FileModel):
    """One ability of a faction."""

    title: str
    faction: str
    section: str
    about: str


class EquipmentRow(FileModel):
    """One piece of special equipment."""

    about: str
    sure: bool
    armor: bool = False
    """It takes damage off, and Armor Piercing goes through it."""
    chosen: bool = False
    """It works only when its owner says so; the others always, unless switched off."""


@cache
def abilities() -> Mapping[str, AbilityRow]:
    """The abilities of factions by key, in the order of the sheet."""
    rows = catalogue_data(ABILITIES)
    return {key: parse_model(AbilityRow, row, f"catalogue/{ABILITIES}, {key}") for key, row in rows.items()}


@cache
def equipment() -> Mapping[str, EquipmentRow]:
    """Special equipment by name."""
    rows = catalogue_data(EQUIPMENT)
    return {name: parse_model(EquipmentRow, row, f"catalogue/{EQUIPMENT}, {name}") for name, row in rows.items()}


def title_of(name: str) -> str:
    """What people call an ability or a piece of equipment."""
    return abilities()[name].title if name in abilities() else name


def abilities_of(position: Position, unit: int) -> tuple[str, ...]:
    """What a unit's own faction can do; allies do not lend their abilities."""
    memo = position.field.memo
    found = memo.get(("abilities", unit))
    if found is None:
        faction = position.field.factions[unit]
        found = tuple(key for key, row in abilities().items() if faction and row.faction == faction)
        memo["abilities", unit] = found
    return found


def held_by(position: Position, unit: int) -> tuple[str, ...]:
    """All that a unit has that acts at moments."""
    memo = position.field.memo
    found: tuple[str, ...] | None = memo.get(("held", unit))
    if found is None:
        found = memo["held", unit] = (*position.unit(unit).sheet.equipment, *abilities_of(position, unit))
    return found
