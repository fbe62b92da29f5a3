"""Command abilities that change the table before anybody is on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from shapely import Polygon

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.alpha_strike.field.terrain import terrain_kind
from musterhall.games.alpha_strike.position.ground_changes import change_ground, shifted, turned
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import command_abilities_of
from musterhall.geometry import SLACK, Point
from musterhall.places import place_in_words
from musterhall.table import TerrainPiece
from musterhall.tally import counted

SECTION = "16"
SETTING_UP: Moment[Callable[[Battle[Position], int], Rule[bool]]] = Moment("the table is laid out", SECTION)
"""What a side's ability does to the table before deployment; whether it asked for anything."""
SIDES = ("Red", "Blue")
FARTHEST = 6.0
"""Inches that Strategic Command may shift a piece of terrain."""
WORKS = 1.0
"""The radius of a building that Engineers put up."""
CORNERS = 16
FOUR = 4
"""Units that a formation must have for a building."""


def lay_out(battle: Battle[Position]) -> Rule[bool]:
    """16 What abilities of both sides do to the table, red's first; whether anybody was asked."""
    for side in (0, 1):
        for _, act in SETTING_UP.of(command_abilities_of(battle.position, side)):
            if (yield from act(battle, side)):
                return True
    return False


# Strategic Command


class Rearrange(Decision):
    """16 What a side changes about the table: {"swap_edges": true, "shifts": [{"piece": 2, "by": [3, -4]}]}."""

    __slots__ = ("view",)
    kind = "rearrange the table"
    section = SECTION

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view

    def question(self) -> str:
        return "Do you change the home edges, and do you shift terrain by up to 6 inches?"

    def schema(self) -> Schema:
        by = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        shift = {"type": "object", "properties": {"piece": {"type": "integer"}, "by": by}, "required": ["piece", "by"]}
        fields = {"swap_edges": {"type": "boolean"}, "shifts": {"type": "array", "items": shift}}
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        yield {}
        yield {"swap_edges": True}
        for piece in range(len(self.view.field.table.pieces)):
            for by in ([FARTHEST, 0.0], [-FARTHEST, 0.0], [0.0, FARTHEST], [0.0, -FARTHEST]):
                if self._why_not(piece, by) == "":
                    yield {"shifts": [{"piece": piece, "by": by}]}

    def check(self, answer: Answer) -> tuple[bool, dict[int, tuple[float, float]]]:
        if not isinstance(answer, dict) or not set(answer) <= {"swap_edges", "shifts"}:
            raise Illegal("Say whether the edges are swapped, and which pieces are shifted", SECTION)
        swap, said = answer.get("swap_edges", False), answer.get("shifts", [])
        if not isinstance(swap, bool) or not isinstance(said, list):
            raise Illegal("The edges are swapped or not, and shifts are a list", SECTION)
        shifts: dict[int, tuple[float, float]] = {}
        for one in said:
            piece: Any = one.get("piece") if isinstance(one, dict) else None
            by: Any = one.get("by") if isinstance(one, dict) else None
            reason = self._why_not(piece, by)
            if reason or piece in shifts:
                raise Illegal(reason or "Each piece is shifted once", SECTION)
            shifts[piece] = (float(by[0]), float(by[1]))
        return swap, shifts

    def in_words(self, answer: Answer) -> str:
        pieces = self.view.field.table.pieces
        names = [pieces[one["piece"]].name for one in answer.get("shifts", [])]
        said = ["swaps the home edges"] if answer.get("swap_edges") else []
        said += [f"shifts {' and '.join(names)}"] if names else []
        return " and ".join(said) or "leaves the table as it is"

    def _why_not(self, piece: Any, by: Any) -> str:
        table = self.view.field.table
        if type(piece) is not int or not 0 <= piece < len(table.pieces):
            return "A shift names a piece of terrain by its number"
        if not isinstance(by, list | tuple) or len(by) != 2 or not all(isinstance(one, int | float) for one in by):
            return "A shift says how many inches a piece goes east and south"
        if not math.hypot(*by) <= FARTHEST + SLACK:
            return f"Terrain is shifted by up to {FARTHEST:g} inches"
        outline = shifted(table.pieces[piece], *by).outline
        return "" if all(table.contains(point) for point in outline) else "Terrain stays on the table"


@SETTING_UP.acted_by("strategic_command")
def rearrange(battle: Battle[Position], side: int) -> Rule[bool]:
    """16 Strategic Command changes home edges, which is the table turned round, and shifts terrain."""
    position = battle.position
    if position.sides[side].memory.get("rearranged"):
        return False
    swap, shifts = yield Rearrange(position.seen_by(side), side)
    table = position.field.table
    pieces = [shifted(piece, *shifts.get(number, (0.0, 0.0))) for number, piece in enumerate(table.pieces)]
    if swap or shifts:
        change_ground(position, [turned(piece, table) for piece in pieces] if swap else pieces)
    said = sorted((piece, *by) for piece, by in shifts.items())
    position.set_side(side, position.sides[side].remembering(rearranged=[swap, said]))
    told = "swaps the home edges" if swap else "leaves the home edges"
    battle.tell(
        "set-up", f"{SIDES[side]} {told} and shifts {counted(len(shifts), 'piece')} of terrain", SECTION, side=side
    )
    return True


# Engineers


class PutUpBuilding(Decision):
    """16 Where Engineers put up a light building 2 inches across: {"at": [20, 10]}, or {} for none."""

    __slots__ = ("view",)
    kind = "put up a building"
    section = SECTION

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view

    def question(self) -> str:
        return "Where do your Engineers put up a light building?"

    def schema(self) -> Schema:
        at = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        return {"type": "object", "properties": {"at": at}, "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        yield {}
        table = self.view.field.table
        middle = table.depth * (0.375 if self.player == 0 else 0.625)
        for share in range(1, 12):
            at = [round(table.width * share / 12, 2), middle]
            if not self._why_not(at):
                yield {"at": at}

    def check(self, answer: Answer) -> Point | None:
        if not isinstance(answer, dict) or not set(answer) <= {"at"}:
            raise Illegal("Say where the building stands; mines are not in force", SECTION)
        if "at" not in answer:
            return None
        if reason := self._why_not(answer["at"]):
            raise Illegal(reason, SECTION)
        return (float(answer["at"][0]), float(answer["at"][1]))

    def in_words(self, answer: Answer) -> str:
        if "at" not in answer:
            return "puts up nothing"
        x, y = answer["at"]
        return f"a building {place_in_words(self.view.field.table, (float(x), float(y)))}"

    def _why_not(self, at: Any) -> str:
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(isinstance(one, int | float) for one in at):
            return "A place is a pair of numbers, x and y in inches"
        table, (x, y) = self.view.field.table, at
        low, high = (0.0, table.depth / 2) if self.player == 0 else (table.depth / 2, table.depth)
        if not (WORKS <= x <= table.width - WORKS and low + WORKS <= y <= high - WORKS):
            return "The building stands wholly in the own half of the table"
        around = Polygon(_circle((x, y)))
        for piece in self.view.field.ground.pieces:
            kind = terrain_kind(piece.kind)
            if (kind.solid or kind.building) and len(piece.outline) > 2 and around.intersects(Polygon(piece.outline)):
                return f"{piece.name} is there already"
        return ""


def _circle(middle: Point) -> list[Point]:
    turns = [2 * math.pi * step / CORNERS for step in range(CORNERS)]
    return [(middle[0] + WORKS * math.cos(turn), middle[1] + WORKS * math.sin(turn)) for turn in turns]


@SETTING_UP.acted_by("tactical_experts_engineers")
def build(battle: Battle[Position], side: int) -> Rule[bool]:
    """16 Engineers put up a light building for each formation of four or more; mines are not in force."""
    position = battle.position
    done = position.sides[side].memory.get("works", [])
    formations = [one for one in position.field.formations if one.side == side and len(one.units) >= FOUR]
    if len(done) >= len(formations):
        return False
    place = yield PutUpBuilding(position.seen_by(side), side)
    if place is not None:
        name = f"{SIDES[side].lower()} works {len(done) + 1}"
        points = tuple((round(x, 2), round(y, 2)) for x, y in _circle(place))
        change_ground(position, (*position.field.table.pieces, TerrainPiece(name, "light_building", points)))
        battle.tell("set-up", f"{SIDES[side]}'s Engineers put up the {name}", SECTION, side=side, at=place)
    position.set_side(side, position.sides[side].remembering(works=[*done, place]))
    return True
