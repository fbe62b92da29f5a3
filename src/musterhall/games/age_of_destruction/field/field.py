"""What does not change in a battle: the table and its terrain, the units, the players, the edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from shapely import Polygon

from musterhall.games.age_of_destruction.alliances import faction_name, is_mercenary
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.ground import pieces_holding
from musterhall.games.age_of_destruction.field.terrain import TerrainKind, terrain_kind
from musterhall.games.age_of_destruction.forces import Force
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheets import Sheets
from musterhall.geometry import Floats, Outlines, Point, Shapes
from musterhall.table import Table, TerrainPiece
from musterhall.tally import does

NOBODY = -1
SIDE_NAMES = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of a force."""

    index: int
    side: int
    name: str
    sheet: UnitSheet
    faction: str
    """As the force has it; empty for a mercenary."""
    points: int


@dataclass(frozen=True, slots=True)
class Player:
    side: int
    name: str
    force: Force
    build_total: int

    def does(self, one: str, many: str) -> str:
        """The name with the verb that goes with it: a force may be several, and a player is one."""
        return f"{self.name} {one}" if self.force.player else does(self.name, one, many)


@dataclass(frozen=True, eq=False)
class Field:
    """The still half of a position. Copies of a position share it."""

    table: Table
    units: tuple[Unit, ...]
    players: tuple[Player, Player]
    edition: Edition
    memo: dict[Any, Any] = field(default_factory=dict)
    """What was worked out once from all this and is asked for again and again, by question."""

    @cached_property
    def pieces(self) -> tuple[TerrainPiece, ...]:
        return self.table.pieces

    @cached_property
    def kinds(self) -> tuple[TerrainKind, ...]:
        """The kind of each piece."""
        return tuple(terrain_kind(piece.kind) for piece in self.table.pieces)

    @cached_property
    def outlines(self) -> Outlines:
        return Shapes.of([piece.outline for piece in self.table.pieces]).outlines

    @cached_property
    def factions(self) -> tuple[str, ...]:
        """The faction of each unit as the catalogue calls it; a mercenary has none."""
        return tuple("" if is_mercenary(unit.faction) else faction_name(unit.faction) for unit in self.units)

    @cached_property
    def hills(self) -> tuple[int, ...]:
        """For each piece the first of the high ground that it is one with: woods on a hill belong to it."""
        shapes = [
            Polygon(piece.outline) if kind.is_high else None
            for piece, kind in zip(self.pieces, self.kinds, strict=True)
        ]
        hills = list(range(len(shapes)))
        for one, other in combinations(range(len(shapes)), 2):
            a, b = shapes[one], shapes[other]
            if a is not None and b is not None and a.intersects(b):
                joined = hills[other]
                hills = [hills[one] if hill == joined else hill for hill in hills]
        return tuple(hills)

    @cached_property
    def of_side(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        red = tuple(unit.index for unit in self.units if unit.side == 0)
        blue = tuple(unit.index for unit in self.units if unit.side == 1)
        return red, blue

    @cached_property
    def are_mechs(self) -> tuple[bool, ...]:
        return tuple(unit.sheet.is_mech for unit in self.units)

    @cached_property
    def transports(self) -> tuple[tuple[int, ...], ...]:
        """The units of each side that have places for others."""
        return tuple(tuple(unit for unit in own if self.units[unit].sheet.places) for own in self.of_side)

    @cached_property
    def hindering(self) -> tuple[int, ...]:
        """The pieces that hinder."""
        return tuple(piece for piece, kind in enumerate(self.kinds) if kind.hinders)

    def pieces_at(self, place: Point) -> list[int]:
        """The pieces that a point lies in."""
        room = np.empty(len(self.pieces), dtype=np.int64)
        found: list[int] = room[: pieces_holding(self.outlines, place[0], place[1], room)].tolist()
        return found

    def with_piece(self, piece: TerrainPiece) -> Field:
        """The same with one more piece on the table."""
        return replace(self, table=replace(self.table, pieces=(*self.table.pieces, piece)), memo={})

    def zone(self, side: int) -> tuple[float, float]:
        """From which y to which the deployment zone of a side reaches: red's is in the north."""
        depth = self.edition.zone_depth
        return (0.0, float(depth)) if side == 0 else (self.table.depth - depth, self.table.depth)

    def first_bases(self) -> Floats:
        """The bases before anybody is on the table."""
        bases = np.zeros((len(self.units), 5))
        edition = self.edition
        for row, unit in zip(bases, self.units, strict=True):
            half, radius = 0.0, edition.infantry_base
            if unit.sheet.is_mech:
                radius = edition.mech_base
            elif unit.sheet.is_vehicle:
                radius = edition.vehicle_width / 2
                half = (edition.vehicle_length - edition.vehicle_width) / 2
            row[:] = (-10.0, -10.0, 90.0 if unit.side == 0 else 270.0, half, radius)
        return bases

    def __deepcopy__(self, memo: dict[int, Any]) -> Field:
        return self


def make_field(
    table: Table,
    forces: tuple[Force, Force],
    sheets: Sequence[Sheets],
    edition: Edition,
    total: int,
) -> Field:
    """The still half of a battle between two forces; `sheets` has the dials of each side's units."""
    units: list[Unit] = []
    for side, force in enumerate(forces):
        twins = {unit.name for unit in forces[1 - side].units}
        for one in force.units:
            name = f"{one.name} ({SIDE_NAMES[side]})" if one.name in twins else one.name
            sheet = sheets[side].find(one.kind)
            units.append(Unit(len(units), side, name, sheet, one.faction, one.points))
    players = (_player(forces[0], 0, total), _player(forces[1], 1, total))
    return Field(table, tuple(units), players, edition)


def _player(force: Force, side: int, total: int) -> Player:
    """Without the cards: everybody knows the field, and nobody the other's hand."""
    return Player(side, force.player or force.name, replace(force, cards=()), total)
