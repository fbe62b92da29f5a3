"""Section 15: a match of Drafted for War. Players place the terrain, and three conditions decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import Field as Model

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.ground_changes import change_ground, turned
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.scenario import Deployment, Goal, Objectives, Scenario, Zone
from musterhall.games.alpha_strike.scenarios.drafted_terrain import (
    Placed,
    PlaceTerrain,
    TakeEdge,
    placed_piece,
)
from musterhall.games.alpha_strike.scenarios.layouts import layout
from musterhall.games.alpha_strike.scenarios.points import leader
from musterhall.problems import parse_model

SECTION = "15"
SIDES = ("Red", "Blue")
NAME = "drafted-for-war"


@dataclass(frozen=True, slots=True)
class Draft(Objectives):
    """15 How far the set-up has come, and Victory Condition 3."""

    placing: int = NOBODY
    """Who places the next piece of terrain; NOBODY before the roll."""
    placed: tuple[Placed, ...] = ()
    """The pieces of the pools that lie on the table."""
    first: int = NOBODY
    """Who won the roll for units: takes an edge and places first."""
    edge: str = ""
    """The edge that this side took."""
    in_strips: tuple[tuple[int, int], ...] = ()
    """In each End Phase, how many of red's and blue's units were in the opposing home edge."""
    dice: tuple[tuple[int, int], ...] = ()

    def as_data(self) -> Any:
        return {
            "placing": self.placing,
            "placed": [[one.piece, *one.at, one.turned] for one in self.placed],
            "first": self.first,
            "edge": self.edge,
            "in_strips": [list(one) for one in self.in_strips],
            "dice": [list(one) for one in self.dice],
        }


class _File(FileModel):
    in_strips: list[list[int]] = Model(default=[], max_length=99)


class DraftedForWar(Scenario):
    """15 Small forces on a small table; who wins more of three conditions has won."""

    name = NAME
    title = "Drafted for War"
    section = SECTION

    def reads(self, edition: Edition) -> Edition:
        """15 No rule for unequal numbers is printed, so the book's own holds."""
        return replace(edition, movement_order=edition.unequal_moves)

    def objectives(self, field: Field) -> Objectives:
        return Draft()

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        file = parse_model(_File, said, f"{name}: objectives")
        return Draft(in_strips=tuple((one[0], one[1]) for one in file.in_strips))

    # Set-up

    def set_up(self, battle: Battle[Position]) -> Rule[bool]:
        """15 Terrain by turns, where the table has none; then the roll for edges and for who places first."""
        position = battle.position
        draft = draft_of(position)
        if _places_terrain(position):
            if draft.placing == NOBODY:
                position.objectives = replace(draft, placing=_roll_off(battle, "terrain"))
            yield from _place_terrain(battle)
            return True
        if not draft.edge:
            yield from _take_edges(battle)
            return True
        return False

    def deployment(self, position: Position) -> Deployment | None:
        """15 One unit each in turn, wholly in the own home edge."""
        first = max(0, draft_of(position).first)
        zones = (strip_of(position, 0), strip_of(position, 1))
        return Deployment(zones, first, position.field.edition.surplus_units)

    def has_exits(self) -> bool:
        """15 Nobody leaves the table: the score card has no word for it."""
        return False

    def must_withdraw(self, position: Position, unit: int) -> bool:
        """15 There is no Forced Withdrawal."""
        return False

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """15 The opposing home edge, for a few: each unit there counts every turn."""
        strip = strip_of(position, 1 - position.unit(unit).side)
        at = (float(position.x[unit]), (strip.top + strip.bottom) / 2)
        return [Goal("into the opposing home edge", at, layout(NAME)["strip"] / 2, 10.0, 2)]

    # The End Phase

    def claims(self, battle: Battle[Position], idle: frozenset[int]) -> Rule[None]:
        """15 Each End Phase a point for each own unit in the opposing home edge."""
        position = battle.position
        red, blue = (sum(in_strip(position, unit, 1 - side) for unit in position.on_table(side)) for side in (0, 1))
        draft = draft_of(position)
        position.objectives = replace(draft, in_strips=(*draft.in_strips, (red, blue)))
        battle.tell("home edge", f"In the opposing home edge: {red} red, {blue} blue", SECTION, units=(red, blue))
        return
        yield

    def settle(self, battle: Battle[Position]) -> None:
        """15 Where conditions and both counts are level, the higher die wins."""
        position = battle.position
        while winner_by_conditions(position) == NOBODY:
            faces = (battle.roll(1, D6, "tie")[0], battle.roll(1, D6, "tie")[0])
            draft = draft_of(position)
            position.objectives = replace(draft, dice=(*draft.dice, faces))
            battle.tell("tie", f"Everything is level: red rolls {faces[0]}, blue {faces[1]}", SECTION, faces=faces)

    # The score

    def winner(self, position: Position) -> int:
        return winner_by_conditions(position)

    def standing(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        conditions = conditions_of(position)
        red, blue = (
            {
                **{name: both[side] for name, both in conditions.items()},
                "conditions": sum(leader(both) == side for both in conditions.values()),
                "wins": int(winner_by_conditions(position) == side),
            }
            for side in (0, 1)
        )
        return red, blue

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        counted = draft_of(position).in_strips
        red, blue = ({"home_edge": [one[side] for one in counted]} for side in (0, 1))
        return red, blue

    def tie_rolls(self, position: Position) -> Sequence[list[int]]:
        return [list(one) for one in draft_of(position).dice]

    def unit_state(self, position: Position, unit: int) -> str:
        state = super().unit_state(position, unit)
        outside = state == "crippled" and not _half_in_own_strip(position, unit)
        return "crippled_outside" if outside else state

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        return [
            {
                "kind": "home edge",
                "shape": "area",
                "zone": list(strip_of(position, side)),
                "owner": side,
                "text": f"{SIDES[side]} home edge",
            }
            for side in (0, 1)
        ]


def draft_of(position: Position) -> Draft:
    objectives = position.objectives
    assert isinstance(objectives, Draft)
    return objectives


def strip_of(position: Position, side: int) -> Zone:
    """15 A home edge: 2 inches along a long side."""
    table, deep = position.field.table, float(layout(NAME)["strip"])
    return Zone(0, 0, table.width, deep) if side == 0 else Zone(0, table.depth - deep, table.width, table.depth)


def in_strip(position: Position, unit: int, side: int) -> bool:
    """15 Whether a unit is in a side's home edge: with half its base or more, or by other readings any part or all."""
    inside = _inches_in(position, unit, side)
    radius = position.unit(unit).radius
    reading = position.field.edition.in_the_strip
    return inside >= {"half": 0.0, "any": -radius, "whole": radius}[reading] - 1e-9


def _inches_in(position: Position, unit: int, side: int) -> float:
    """How far the middle of a base is inside a home edge; less than 0 outside."""
    strip, y = strip_of(position, side), float(position.y[unit])
    return strip.bottom - y if side == 0 else y - strip.top


def _half_in_own_strip(position: Position, unit: int) -> bool:
    """15 Less than half of its base is outside; a base that is cut in halves counts as outside."""
    return _inches_in(position, unit, position.unit(unit).side) > 0.0


def conditions_of(position: Position) -> dict[str, tuple[int, int]]:
    """15 The three Victory Conditions, for red and for blue."""
    counted = draft_of(position).in_strips
    vc1 = (_points(position, 1, "destroyed"), _points(position, 0, "destroyed"))
    vc2 = (
        _points(position, 0, "standing") + _points(position, 1, "crippled_outside"),
        _points(position, 1, "standing") + _points(position, 0, "crippled_outside"),
    )
    return {"vc1": vc1, "vc2": vc2, "vc3": (sum(one[0] for one in counted), sum(one[1] for one in counted))}


def _points(position: Position, side: int, state: str) -> int:
    return sum(
        position.unit(unit).points
        for unit in position.field.of_side[side]
        if position.scenario.unit_state(position, unit) == state
    )


def winner_by_conditions(position: Position) -> int:
    """15 Who wins more conditions; where that is level condition 2, then condition 1, then the die."""
    conditions = conditions_of(position)
    won = (
        sum(leader(both) == 0 for both in conditions.values()),
        sum(leader(both) == 1 for both in conditions.values()),
    )
    enough = max(won) >= (2 if position.field.edition.majority == "two" else 1)
    first = leader(won) if enough else NOBODY
    dice = draft_of(position).dice
    order = (first, leader(conditions["vc2"]), leader(conditions["vc1"]), leader(dice[-1]) if dice else NOBODY)
    return next((side for side in order if side != NOBODY), NOBODY)


# Set-up


def _roll_off(battle: Battle[Position], what: str) -> int:
    """15 2D6 each, again where both are level; who wins."""
    while True:
        red, blue = sum(battle.roll(2, D6, what)), sum(battle.roll(2, D6, what))
        if red != blue:
            winner = int(blue > red)
            battle.tell("roll", f"For {what} red rolls {red}, blue {blue}: {SIDES[winner]} begins", SECTION)
            return winner


def _places_terrain(position: Position) -> bool:
    """15 Whether pieces are left to be placed; on a table that came with terrain none are."""
    draft, table = draft_of(position), position.field.table
    if table.pieces and not draft.placed:
        return False
    return len(draft.placed) < min(position.field.edition.terrain_count, len(layout(NAME)["pools"]))


def _place_terrain(battle: Battle[Position]) -> Rule[None]:
    position = battle.position
    draft = draft_of(position)
    side = draft.placing
    placed: Placed = yield PlaceTerrain(position.seen_by(side), side, [one.piece for one in draft.placed])
    pieces = (*position.field.table.pieces, placed_piece(placed))
    change_ground(position, pieces)
    position.objectives = replace(draft, placing=1 - side, placed=(*draft.placed, placed))
    battle.tell("terrain", f"{SIDES[side]} places the {pieces[-1].name}", SECTION, piece=placed.piece, at=placed.at)


def _take_edges(battle: Battle[Position]) -> Rule[None]:
    """15 The winner of a second roll takes a home edge and places the first unit.

    Red always has the north here, so the table is turned instead of the players.
    """
    position = battle.position
    side = _roll_off(battle, "home edges")
    edge = yield TakeEdge(side)
    if (edge == "north") != (side == 0):
        change_ground(position, [turned(piece, position.field.table) for piece in position.field.table.pieces])
    position.objectives = replace(draft_of(position), first=side, edge=edge)
    battle.tell("edge", f"{SIDES[side]} takes the {edge} edge", SECTION, side=side, edge=edge)
