"""Dials with other figures, for studies: what would one click more of damage change?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from musterhall.game.changed_figures import require_figures, require_kinds
from musterhall.games.age_of_destruction.forces import Force, ForceUnit
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheet_check import DIAL_ROWS
from musterhall.games.age_of_destruction.units.sheets import read_sheet, sheet_data

OF_BASES = ("least_range", "most_range", "vent", "places")
CHANGED = ", changed"
"""Added to a kind's name, because both sides may field it and only one of them with other figures."""


def with_figures(force: Force, figures: Mapping[str, Mapping[str, Any]]) -> Force:
    """The force with other figures for kinds of units; those of a dial are written with the number of their click."""
    require_kinds(figures, [unit.kind for unit in force.units])
    return replace(force, units=tuple(_changed(unit, figures.get(unit.kind, {})) for unit in force.units))


def _changed(unit: ForceUnit, figures: Mapping[str, Any]) -> ForceUnit:
    if not figures or unit.sheet is None:  # without a dial nobody fights, and whoever plans the study says so
        return unit
    wanted = require_figures(unit.kind, figures, _known(unit.sheet))
    dial = tuple(
        replace(click, **{row: wanted[key] for row in _rows(unit.sheet) if (key := f"{row} {number}") in wanted})
        for number, click in enumerate(unit.sheet.dial, 1)
    )
    of_base = {name: value for name, value in wanted.items() if name in OF_BASES}
    kind = f"{unit.kind}{CHANGED}"
    sheet = replace(unit.sheet, name=kind, dial=dial, **of_base)
    checked = read_sheet(sheet_data(sheet), f"figures of {unit.kind!r}")
    return replace(unit, name=f"{kind}{unit.name.removeprefix(unit.kind)}", sheet=checked)


def _known(sheet: UnitSheet) -> dict[str, int]:
    of_dial = {
        f"{row} {number}": int(getattr(click, row))
        for row in _rows(sheet)
        for number, click in enumerate(sheet.dial, 1)
    }
    return of_dial | {name: int(getattr(sheet, name)) for name in OF_BASES}


def _rows(sheet: UnitSheet) -> tuple[str, ...]:
    return (*DIAL_ROWS, "secondary") if sheet.is_mech else DIAL_ROWS
