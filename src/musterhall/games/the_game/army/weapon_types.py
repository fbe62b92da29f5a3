"""1.7 Weapon types and what each can hurt."""

from __future__ import annotations

from functools import cache

from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model


class _WeaponType(FileModel):
    name: str
    hits: list[str]


@cache
def weapon_types() -> dict[str, frozenset[str]]:
    """1.7 The unit types that each type of weapon can hurt."""
    file = "weapon_types.toml"
    rows = catalogue_data(file).items()
    return {key: frozenset(parse_model(_WeaponType, row, f"{file}, {key}").hits) for key, row in rows}


def can_hit(weapon_type: str, unit_type: str) -> bool:
    """1.7 Does this type of weapon hurt this type of unit?"""
    return unit_type in weapon_types()[weapon_type]
