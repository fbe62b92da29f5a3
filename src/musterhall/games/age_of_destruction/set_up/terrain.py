"""Terrain is placed in turn, the second player first (rule 10)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from shapely import Polygon
from shapely.affinity import rotate, translate

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.age_of_destruction.position.position import CARDS, Position
from musterhall.places import part_of_table
from musterhall.table import TerrainPiece

PLACING = "10"
STEP = 3
TOUCHING = 0.01


class PlaceTerrain(Decision):
    """Where the next piece of terrain lies: {"at": [x, y], "turned": degrees}, by its middle."""

    __slots__ = ("piece", "view")
    kind = "terrain"
    section = PLACING

    def __init__(self, view: Position, player: int) -> None:
        super().__init__(player)
        self.view, self.piece = view, view.terrain[0]

    def question(self) -> str:
        return f"Where do you place {self.piece.name} ({self.piece.kind})?"

    def about(self) -> dict[str, Any]:
        return {"piece": self.piece.name, "kind": self.piece.kind, "points": [list(one) for one in self.piece.points]}

    def schema(self) -> Schema:
        at = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        fields = {"at": at, "turned": {"type": "number"}}
        return {"type": "object", "properties": fields, "required": ["at"], "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        table = self.view.field.table
        found = False
        for x in range(STEP, int(table.width), STEP):
            for y in range(STEP, int(table.depth), STEP):
                answer: Answer = {"at": [float(x), float(y)]}
                if not _why_not(self.view, placed(self.piece, (x, y), 0.0)):
                    found = True
                    yield answer
        if not found:
            yield {"at": [-1.0, -1.0]}

    def check(self, answer: Answer) -> TerrainPiece | None:
        """The piece where it lies, or nothing where there is no room for it on the table."""
        try:
            x, y = float(answer["at"][0]), float(answer["at"][1])
            turned = float(answer.get("turned", 0.0))
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            raise Illegal("Terrain is placed at two numbers", PLACING) from None
        if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(turned)):
            raise Illegal("Terrain is placed at two numbers", PLACING)
        if (x, y) == (-1.0, -1.0) and next(iter(self.options())) == {"at": [-1.0, -1.0]}:
            return None
        piece = placed(self.piece, (x, y), turned)
        if reason := _why_not(self.view, piece):
            raise Illegal(reason, PLACING)
        return piece

    def in_words(self, answer: Answer) -> str:
        x, y = answer["at"]
        return f"{self.piece.name} {part_of_table(self.view.field.table, (float(x), float(y)))}"


def placed(piece: TerrainPiece, at: tuple[float, float], turned: float) -> TerrainPiece:
    """A piece with its middle at a place."""
    shape = Polygon(piece.points)
    middle = shape.envelope.centroid
    moved = rotate(translate(shape, at[0] - middle.x, at[1] - middle.y), turned, origin=at)
    corners = list(moved.exterior.coords)[:-1]
    return replace(piece, points=tuple((round(x, 2), round(y, 2)) for x, y in corners))


def _why_not(view: Position, piece: TerrainPiece) -> str:
    """10 Terrain lies on the table and on no other piece, and outside the deployment zones where that is read so."""
    table, shape = view.field.table, Polygon(piece.outline)
    west, north, east, south = shape.bounds
    if west < -TOUCHING or north < -TOUCHING or east > table.width + TOUCHING or south > table.depth + TOUCHING:
        return f"{piece.name} must lie on the table"
    for other in view.field.pieces:
        if shape.intersection(Polygon(other.outline)).area > TOUCHING:
            return f"{piece.name} would lie on {other.name}"
    if view.field.edition.terrain_place == "outside_zones":
        zones = (view.field.zone(0), view.field.zone(1))
        if any(north < high - TOUCHING and south > low + TOUCHING for low, high in zones):
            return f"{piece.name} would lie in a deployment zone"
    return ""


def place_terrain(battle: Battle[Position]) -> Rule[None]:
    """10 One piece is placed; the players take turns, the second begins."""
    position = battle.position
    if not position.terrain:
        position.stage = CARDS
        return
    piece = yield PlaceTerrain(position.seen_by(position.placer), position.placer)
    position.terrain = position.terrain[1:]
    position.placer = 1 - position.placer
    if piece is not None:
        position.lay(piece)
        battle.tell("terrain", f"{piece.name} is placed", PLACING, piece=piece.name)
