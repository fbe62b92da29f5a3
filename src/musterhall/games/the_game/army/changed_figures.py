"""5 Datasheets with other figures, for studies: what would a longer range change?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from musterhall.game.changed_figures import require_figures, require_kinds
from musterhall.games.the_game.army.datasheets import Datasheet, Weapon
from musterhall.games.the_game.army.forces import Force

OF_UNITS = ("combat", "tactical", "command", "armour", "visibility")
OF_WEAPONS = ("range", "shots", "score", "maximum")


def with_figures(force: Force, figures: Mapping[str, Mapping[str, Any]]) -> Force:
    """The force with other figures for kinds of units; those of a weapon are written with its name before them."""
    require_kinds(figures, [unit.name for formation in force.formations for unit in formation.units])
    formations = [
        replace(one, units=tuple(_changed(unit, figures.get(unit.name, {})) for unit in one.units))
        for one in force.formations
    ]
    return replace(force, formations=tuple(formations))


def _changed(unit: Datasheet, figures: Mapping[str, Any]) -> Datasheet:
    if not figures:
        return unit
    known: dict[str, Any] = {name: getattr(unit, name) for name in OF_UNITS}
    for weapon in unit.weapons:
        known |= {f"{weapon.name} {name}": value for name, value in _of_weapon(weapon).items()}
    wanted = require_figures(unit.name, figures, known)
    own = {name: value for name, value in wanted.items() if name in OF_UNITS}
    return replace(unit, **own, weapons=tuple(_changed_weapon(weapon, wanted) for weapon in unit.weapons))


def _changed_weapon(weapon: Weapon, wanted: Mapping[str, Any]) -> Weapon:
    own = {name: wanted[key] for name in OF_WEAPONS if (key := f"{weapon.name} {name}") in wanted}
    return replace(weapon, **own)


def _of_weapon(weapon: Weapon) -> dict[str, Any]:
    return {name: value for name in OF_WEAPONS if (value := getattr(weapon, name)) is not None}
