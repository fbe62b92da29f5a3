"""Tables in the middle of a battle, for tests: units by name and place, dice as they shall fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.dice import Dice
from musterhall.games.age_of_destruction.battles import AgeOfDestructionRules
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.field import make_field
from musterhall.games.age_of_destruction.forces import Force, ForceUnit
from musterhall.games.age_of_destruction.names import tell_apart
from musterhall.games.age_of_destruction.position.position import ORDER, Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets
from musterhall.table import Table, TerrainPiece

Placed = tuple[str, float, float, float]
"""A unit's name, where its middle is, and its facing: 0 is east, 90 is south."""
FAR: Placed = ("Crate Mole", 34.0, 34.0, 0.0)
"""Somebody in a corner, so that the battle is not over."""


def force(name: str, units: Sequence[Placed]) -> Force:
    rows = []
    for unit_name, kind in zip(tell_apart([one[0] for one in units]), [one[0] for one in units], strict=True):
        sheet = sample_sheets().find(kind)
        type_ = "vehicle" if sheet.is_vehicle else sheet.type
        rows.append(ForceUnit(unit_name, type_, sheet.points, sheet.rank, sheet.faction))  # type: ignore[arg-type]
    return Force(name, name, "", tuple(rows))


def rect(kind: str, x: float, y: float, width: float, depth: float) -> TerrainPiece:
    return TerrainPiece(kind, kind, ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


def table(
    red: Sequence[Placed], blue: Sequence[Placed] = (FAR,), terrain: Sequence[TerrainPiece] = (), **variants: Any
) -> Position:
    """Red's units come first, then blue's."""
    edition = replace(Edition.usual(), **variants)
    forces = (force("red", red), force("blue", blue))
    ground = Table("test", 36, 36, tuple(terrain), "inches")
    sheets = (sample_sheets(), sample_sheets())
    position = Position.of(make_field(ground, forces, sheets, edition, 450))
    for unit, (_, x, y, facing) in enumerate((*red, *blue)):
        position.put(unit, (x, y), facing)
    position.stage, position.orders = ORDER, 3
    return position


def battle_on(position: Position, *dice: int) -> Battle[Position]:
    return Battle(AgeOfDestructionRules(), position, Dice.scripted(dice))


def next_turn(position: Position, side: int = 0) -> Position:
    """The same table, with that side to give orders again."""
    for state in position.states:
        state.ordered, state.tokens, state.pulsed = 0, 0, False
    position.side, position.stage, position.orders = side, ORDER, 3
    return position


def give(battle: Battle[Position], order: str, unit: int, **fields: Any) -> None:
    battle.answer({"order": order, "unit": unit, **fields})


def told(battle: Battle[Position], kind: str) -> list[dict[str, Any]]:
    return [line.data for line in battle.log if line.kind == kind]
