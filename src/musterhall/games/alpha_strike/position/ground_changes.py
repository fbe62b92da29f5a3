"""Terrain that is placed, turned or shifted before play: the position then stands on another field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musterhall.games.alpha_strike.field.ground import Ground
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import rounded
from musterhall.table import Table, TerrainPiece


def change_ground(position: Position, pieces: Sequence[TerrainPiece]) -> None:
    """Lay these pieces on the table in the place of those that are there; the scenario's own stay."""
    old = position.field
    table = replace(old.table, pieces=tuple(pieces))
    ground = Ground.of((*table.pieces, *position.scenario.pieces(old.edition)), old.edition)
    position.field = replace(old, table=table, ground=ground, memo={})
    position.lie = ground.lie


def turned(piece: TerrainPiece, table: Table) -> TerrainPiece:
    """A piece where it lies when the whole table is turned round."""
    points = tuple(rounded((table.width - x, table.depth - y)) for x, y in piece.points)
    return replace(piece, points=points)


def shifted(piece: TerrainPiece, east: float, south: float) -> TerrainPiece:
    """A piece so many inches farther east and south."""
    return replace(piece, points=tuple(rounded((x + east, y + south)) for x, y in piece.points))
