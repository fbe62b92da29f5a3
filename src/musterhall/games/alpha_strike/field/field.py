"""What does not change in a battle: the table and its ground, the units, formations and players, the edition."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from musterhall.games.alpha_strike.abilities.abilities import read_command_ability, read_pilot_ability
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.ground import Ground
from musterhall.games.alpha_strike.field.unit import (
    NOBODY,
    Formation,
    Player,
    Unit,
    base_radius,
    kind_of,
    model_height,
)
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit
from musterhall.games.alpha_strike.force.formation_choices import kind_of as formation_kind
from musterhall.geometry import Floats, Ints
from musterhall.table import Table

SIDE_NAMES = ("red", "blue")
NORTH, SOUTH, WEST, EAST = "north", "south", "west", "east"
HOME_EDGES = (NORTH, SOUTH)
"""13.1 The home edge of each side: red won the roll for it and has the north."""


@dataclass(frozen=True, eq=False)
class Field:
    """The still half of a position. Copies of a position share it."""

    table: Table
    ground: Ground
    units: tuple[Unit, ...]
    formations: tuple[Formation, ...]
    players: tuple[Player, Player]
    edition: Edition
    attacker: int = NOBODY
    """16 The side that attacks, in a scenario that has an attacker."""
    region: str = ""
    """16 Where the battle is fought: a system, a duchy, a district."""
    memo: dict[Any, Any] = field(default_factory=dict)
    """What was worked out once from all this and is asked for again and again, by question."""

    @cached_property
    def radius(self) -> Floats:
        return np.array([unit.radius for unit in self.units])

    @cached_property
    def heights(self) -> Floats:
        return np.array([unit.height for unit in self.units])

    @cached_property
    def of_side(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of each side, by number."""
        red = tuple(unit.index for unit in self.units if unit.side == 0)
        blue = tuple(unit.index for unit in self.units if unit.side == 1)
        return red, blue

    @cached_property
    def fighters(self) -> frozenset[int]:
        """12 Units that fly high above the table."""
        return frozenset(unit.index for unit in self.units if unit.is_aerospace)

    @cached_property
    def flyers(self) -> frozenset[int]:
        """2, 12 Units that may be in the air: fighters and VTOLs."""
        return self.fighters | frozenset(unit.index for unit in self.units if unit.kind == "vtol")

    @cached_property
    def side_ids(self) -> tuple[Ints, Ints]:
        """The same as arrays."""
        return np.array(self.of_side[0], dtype=np.int64), np.array(self.of_side[1], dtype=np.int64)

    @cached_property
    def hunts_heads(self) -> tuple[bool, bool]:
        """17 Whether each side has a Headhunter, who knows the enemy's command units."""
        hunters = [unit.side for unit in self.units for one in unit.abilities if one.ability.key == "headhunter"]
        return 0 in hunters, 1 in hunters

    def home_y(self, side: int) -> float:
        """Where the home edge of a side lies."""
        return 0.0 if side == 0 else self.table.depth

    def __deepcopy__(self, memo: dict[int, Any]) -> Field:
        return self


def make_field(
    table: Table,
    ground: Ground,
    forces: tuple[Force, Force],
    edition: Edition,
    attacker: int = NOBODY,
    region: str = "",
) -> Field:
    """The still half of a battle between two forces."""
    units: list[Unit] = []
    formations: list[Formation] = []
    for side, force in enumerate(forces):
        own = _formations(force, side, len(formations), len(units))
        where = {unit: formation.index for formation in own for unit in formation.units}
        formations += own
        twins = {unit.name for unit in forces[1 - side].units}
        for one in force.units:
            name = f"{one.name} ({SIDE_NAMES[side]})" if one.name in twins else one.name
            units.append(_unit(one, name, len(units), side, where.get(len(units), NOBODY), edition))
    players = (_player(forces[0], 0), _player(forces[1], 1))
    return Field(table, ground, tuple(units), tuple(formations), players, edition, attacker, region)


def _player(force: Force, side: int) -> Player:
    taken = tuple(
        read_command_ability(choice.as_data(), f"{force.name}: command_abilities") for choice in force.command_abilities
    )
    return Player(side, force.player or force.name, force, taken)


def _unit(one: ForceUnit, name: str, index: int, side: int, formation: int, edition: Edition) -> Unit:
    munitions = dict(said.split(": ", 1) for said in one.alternate_munitions if ": " in said)
    return Unit(
        index=index,
        side=side,
        name=name,
        card=one.card,
        skill=one.skill,
        points=one.points,
        formation=formation,
        abilities=tuple(read_pilot_ability(said, one.name) for said in one.abilities),
        munitions=munitions,
        radius=base_radius(one.card),
        height=model_height(one.card, edition),
        kind=kind_of(one.card),
        off_board=one.off_board,
    )


def _formations(force: Force, side: int, first: int, first_unit: int) -> list[Formation]:
    numbers = {unit.name: first_unit + place for place, unit in enumerate(force.units)}
    return [
        Formation(
            first + place,
            side,
            group.name,
            formation_kind(group),
            tuple(numbers[name] for name in group.units if name in numbers),
            numbers.get(group.commander, NOBODY),
            group.choices,
        )
        for place, group in enumerate(force.groups)
    ]
