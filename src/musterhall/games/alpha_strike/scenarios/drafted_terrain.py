"""Section 15: the terrain that the players of Drafted for War bring and place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Choice, Decision, Illegal, Schema
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Zone
from musterhall.games.alpha_strike.scenarios.layouts import layout, zone_about
from musterhall.geometry import SLACK, Point, rounded
from musterhall.places import part_of_table
from musterhall.table import TerrainPiece

SECTION = "15"
NAME = "drafted-for-war"
PLACES = ((0.2, 0.5), (0.4, 0.3), (0.4, 0.7), (0.6, 0.5), (0.8, 0.3), (0.8, 0.7))
"""Where a piece is offered to lie, in shares of the part of the table that is open to it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """15 A piece of the pools with its middle; turned by a quarter or not."""

    piece: int
    at: Point
    turned: bool = False


class PlaceTerrain(Decision):
    """15 Which piece of either pool a player places, and where: {"piece": 2, "at": [18, 11], "turned": false}."""

    __slots__ = ("placed", "view")
    kind = "place terrain"
    section = SECTION

    def __init__(self, view: Position, side: int, placed: Sequence[int]) -> None:
        super().__init__(side)
        self.view, self.placed = view, placed

    def question(self) -> str:
        return "Which piece of terrain do you place, and where?"

    def schema(self) -> Schema:
        point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        left = [number for number in range(len(pools())) if number not in self.placed]
        return {
            "type": "object",
            "properties": {"piece": {"enum": left}, "at": point, "turned": {"type": "boolean"}},
            "required": ["piece", "at"],
            "additionalProperties": False,
        }

    def aid(self) -> dict[str, Any]:
        return {"pieces": [dict(one) for one in pools()], "zone": list(open_ground(self.view))}

    def in_words(self, answer: Answer) -> str:
        x, y = answer["at"]
        there = part_of_table(self.view.field.table, (float(x), float(y)))
        return f"the {pools()[answer['piece']]['name']} {there}"

    def options(self) -> Iterator[Answer]:
        zone = open_ground(self.view)
        for number, piece in enumerate(pools()):
            if number in self.placed:
                continue
            wide, deep = piece["width"], piece["depth"]
            for across, down in PLACES:
                x = zone.left + wide / 2 + (zone.right - zone.left - wide) * across
                y = zone.top + deep / 2 + (zone.bottom - zone.top - deep) * down
                yield {"piece": number, "at": list(rounded((x, y)))}

    def check(self, answer: Answer) -> Placed:
        if not isinstance(answer, dict) or not set(answer) <= {"piece", "at", "turned"}:
            raise Illegal("A piece of terrain is named by number, with the place of its middle", SECTION)
        piece, at, quarter = answer.get("piece"), answer.get("at"), answer.get("turned", False)
        if isinstance(piece, bool) or not isinstance(piece, int) or not 0 <= piece < len(pools()):
            raise Illegal(f"The piece is a number from 0 to {len(pools()) - 1}", SECTION)
        if piece in self.placed:
            raise Illegal(f"The {pools()[piece]['name']} is on the table already", SECTION)
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(isinstance(one, int | float) for one in at):
            raise Illegal("The place is a pair of numbers, x and y in inches", SECTION)
        if not isinstance(quarter, bool):
            raise Illegal("A piece is turned by a quarter or it is not: true or false", SECTION)
        placed = Placed(piece, rounded((float(at[0]), float(at[1]))), quarter)
        _check_place(self.view, placed)
        return placed


class TakeEdge(Choice[str]):
    """15 Which home edge the winner of the roll takes."""

    __slots__ = ()
    kind = "take edge"
    section = SECTION

    def __init__(self, side: int) -> None:
        super().__init__(side, ("north", "south"))

    def question(self) -> str:
        return "Which home edge do you take?"


def pools() -> Sequence[dict[str, Any]]:
    """What both players bring, the first half red's; each may place any of them."""
    return list(layout(NAME)["pools"])


def open_ground(position: Position) -> Zone:
    """15 Where terrain may lie: 2 inches from either home edge, or by the other reading from the table's side."""
    said, table = layout(NAME), position.field.table
    strip = said["strip"] if position.field.edition.terrain_gap == "from_the_strip" else 0
    gap = float(strip + said["gap"])
    return Zone(0, gap, table.width, table.depth - gap)


def _check_place(position: Position, placed: Placed) -> None:
    zone, lies = open_ground(position), _zone(placed)
    inside = (
        zone.left - SLACK <= lies.left
        and lies.right <= zone.right + SLACK
        and zone.top - SLACK <= lies.top
        and lies.bottom <= zone.bottom + SLACK
    )
    if not inside:
        raise Illegal(f"Terrain lies wholly on the table, between y {zone.top:g} and y {zone.bottom:g}", SECTION)


def _zone(placed: Placed) -> Zone:
    said = pools()[placed.piece]
    wide, deep = (said["depth"], said["width"]) if placed.turned else (said["width"], said["depth"])
    return zone_about(placed.at, wide, deep)


def placed_piece(placed: Placed) -> TerrainPiece:
    said, zone = pools()[placed.piece], _zone(placed)
    corners = ((zone.left, zone.top), (zone.right, zone.top), (zone.right, zone.bottom), (zone.left, zone.bottom))
    traits = {"strength": said["strength"]} if "strength" in said else {}
    return TerrainPiece(said["name"], said["kind"], corners, height=float(said.get("height", 0)), traits=traits)
