"""3.1 What tells the types of aircraft apart."""

from __future__ import annotations

from functools import cache

from musterhall.games.the_game.army.datasheets import FLYERS, Datasheet
from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.games.the_game.phases.commands import FLOWN, commands
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.problems import parse_model


class _Missiles(FileModel):
    names: list[str]


class _AircraftFile(FileModel):
    minimum_run: dict[str, float]
    missiles: _Missiles


@cache
def _figures() -> _AircraftFile:
    return parse_model(_AircraftFile, catalogue_data("aircraft.toml"), "catalogue/aircraft.toml")


def all_fly(sheets: list[Datasheet]) -> bool:
    """3.1, 3.3 Is this a formation of flyers, which has commands of its own?"""
    return bool(sheets) and all(sheet.type in FLYERS for sheet in sheets)


def minimum_run(position: Position, formation: Formation) -> float:
    """3.1 How far the formation flies straight on between two turns: as far as its clumsiest aircraft must."""
    return max((run_between_turns(position.unit(unit).sheet.type) for unit in formation.units), default=0.0)


def run_between_turns(unit_type: str) -> float:
    """3.1 How far an aircraft of this type flies straight on between two turns."""
    return _figures().minimum_run[unit_type]


def may_be_given(position: Position, formation: Formation) -> tuple[str, ...]:
    """3.3.1, 3.2, 3.4.3 The commands of a flyer formation, by the types of its aircraft."""
    types = {position.unit(unit).sheet.type for unit in formation.units}
    return tuple(name for name in FLOWN if types <= set(commands()[name].types))


def is_missile(weapon: str) -> bool:
    """3.4.2 As a variant only missiles reach high altitude."""
    return weapon in _figures().missiles.names
