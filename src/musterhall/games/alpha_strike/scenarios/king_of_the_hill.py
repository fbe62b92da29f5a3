"""Section 14.4: King of the Hill. Who has more weight on the hill scores, turn after turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field as Model

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal, Objectives
from musterhall.games.alpha_strike.scenarios.contact import goal_at_disc, is_grounded, touches_disc
from musterhall.games.alpha_strike.scenarios.layouts import layout, point
from musterhall.games.alpha_strike.scenarios.match import Match
from musterhall.games.alpha_strike.scenarios.points import leader
from musterhall.problems import parse_model
from musterhall.table import TerrainPiece

SECTION = "14.4"
SIDES = ("Red", "Blue")
ON_IT = 12
"""How many units find room about the circle and stand in nobody's way."""
WEIGHT = 5
"""What a Size on the hill is worth to its side, in points."""
CORNERS = 32
"""Of the outline that stands for a circle."""


@dataclass(frozen=True, slots=True)
class Hill(Objectives):
    """Who scored in each End Phase so far; NOBODY where neither did."""

    scored: tuple[int, ...] = ()

    def as_data(self) -> Any:
        return {"scored": list(self.scored)}


class _File(FileModel):
    scored: list[int] = Model(default=[], max_length=99)
    """0 for red, 1 for blue, -1 for neither."""


class KingOfTheHill(Match):
    """14.4 Hold the hill in more End Phases than the other side."""

    name = "king-of-the-hill"
    title = "King of the Hill"
    section = SECTION

    def pieces(self, edition: Edition) -> Sequence[TerrainPiece]:
        """14.4 The hill is a flat template, or by the other reading a hill."""
        if edition.hill_terrain == "flat":
            return ()
        (x, y), radius = point(layout(self.name)["at"]), layout(self.name)["across"] / 2
        turns = [2 * math.pi * step / CORNERS for step in range(CORNERS)]
        outline = tuple((round(x + radius * math.cos(a), 3), round(y + radius * math.sin(a), 3)) for a in turns)
        return (TerrainPiece("the hill", "hill", outline, height=layout(self.name)["level"]),)

    def objectives(self, field: Field) -> Objectives:
        return Hill()

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        file = parse_model(_File, said, f"{name}: objectives")
        return Hill(tuple(one if one in (0, 1) else NOBODY for one in file.scored))

    def claims(self, battle: Battle[Position], idle: frozenset[int]) -> Rule[None]:
        """14.4 E6 The higher sum of Sizes scores; equal sums score for neither."""
        position = battle.position
        weights = (weight_on_hill(position, 0, idle), weight_on_hill(position, 1, idle))
        side = leader(weights)
        position.objectives = Hill((*scored_of(position), side))
        who = "nobody scores" if side == NOBODY else f"{SIDES[side]} scores"
        battle.tell("hill", f"On the hill: {weights[0]} to {weights[1]}, {who}", SECTION, weights=weights, side=side)
        return
        yield

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """14.4 The hill, for as many as find room on it."""
        said = layout(self.name)
        worth = said["points"]["hill"]
        return [goal_at_disc(position, unit, point(said["at"]), said["across"] / 2, "to hold the hill", worth, ON_IT)]

    def prize(self, position: Position, unit: int) -> float:
        """14.4 Its weight on the hill."""
        said = layout(self.name)
        there = touches_disc(position, unit, point(said["at"]), said["across"] / 2)
        return float(WEIGHT * position.unit(unit).card.size) if there else 0.0

    def finished(self, position: Position) -> str:
        for side in (0, 1):
            if scored_of(position).count(side) >= layout(self.name)["wins"]:
                return f"{SIDES[side]} has scored four times on the hill"
        return ""

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        scored = scored_of(position)
        red, blue = ({"hill": [int(one == side) for one in scored]} for side in (0, 1))
        return red, blue

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        scored = scored_of(position)
        owner = scored[-1] if scored else NOBODY
        at, across = layout(self.name)["at"], layout(self.name)["across"]
        return [{"kind": "hill", "shape": "circle", "at": list(at), "across": across, "owner": owner, "text": "Hill"}]


def scored_of(position: Position) -> tuple[int, ...]:
    objectives = position.objectives
    assert isinstance(objectives, Hill)
    return objectives.scored


def weight_on_hill(position: Position, side: int, idle: frozenset[int]) -> int:
    """14.4 The Sizes of a side's units on the hill that are grounded and not shut down."""
    at, radius = point(layout(KingOfTheHill.name)["at"]), layout(KingOfTheHill.name)["across"] / 2
    units = [
        unit
        for unit in position.on_table(side)
        if unit not in idle and is_grounded(position, unit) and touches_disc(position, unit, at, radius)
    ]
    riders = [one for unit in units for one in position.aboard(unit)] if position.field.edition.riders_size else []
    return sum(position.unit(unit).card.size for unit in (*units, *riders))
