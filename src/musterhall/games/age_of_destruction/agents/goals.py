"""Who goes where for the victory conditions: into the opponent's zone, or to the middle where a mission counts it."""

from __future__ import annotations

import math
from typing import NamedTuple

from musterhall.games.age_of_destruction.agents.stakes import MISSION, rounds_left
from musterhall.games.age_of_destruction.agents.weighing import SPEED
from musterhall.games.age_of_destruction.position.conditions import cards_in_play
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.victory.zones import units_in_zone
from musterhall.geometry import Floats, Point

DEAR = 62
"""Units of more points are for fighting."""
ROUND = 1.2
"""What a round in the opponent's zone is worth, in points of units."""
COUNTED = 8
"""For how many rounds ahead a goal is counted."""
INSET = 0.3
"""How far inside is safely inside."""
A_ROUND = 1 / 3
"""How much a point of a mission counts that is to be had every round."""
SEVERAL = 3
"""How many go at most."""


class Goal(NamedTuple):
    """Where a unit is wanted."""

    low: float
    high: float
    """From which y to which, for a zone; for the middle both are the middle's."""
    x: float | None
    near: float
    worth: float
    """What it is worth to be there."""
    inch: float
    """What an inch nearer is worth on the way."""
    why: str

    def off(self, place: Point) -> float:
        """How far a place is from there."""
        y = max(0.0, self.low - place[1], place[1] - self.high)
        if self.x is None:
            return y
        return max(0.0, math.hypot(place[0] - self.x, y) - self.near)

    def at(self, place: Point) -> Point:
        """The nearest point of it."""
        return (place[0] if self.x is None else self.x, min(max(place[1], self.low), self.high))


def goals_of(view: Position, side: int, figures: Floats) -> dict[int, Goal]:
    """Each goal gets the units that are soonest there, cheap ones first."""
    goals: dict[int, Goal] = {}
    for goal, wanted in _wanted(view, side):
        near = sorted(
            (_turns(view, unit, goal, figures), view.unit(unit).points, unit)
            for unit in view.on_table(side)
            if _may_be_sent(view, unit) and unit not in goals
        )
        for turns, _, unit in [row for row in near if row[0] <= rounds_left(view)][:wanted]:
            rounds = min(COUNTED, rounds_left(view) - turns + 1)
            worth = goal.worth * rounds
            goals[unit] = goal._replace(worth=worth, inch=worth / (12.0 + goal.off(view.at(unit))))
    return goals


def _wanted(view: Position, side: int) -> list[tuple[Goal, int]]:
    """What there is to be had by standing somewhere, and by how many."""
    low, high = view.field.zone(1 - side)
    behind = view.sides[1 - side].zone_points > view.sides[side].zone_points
    several = min(SEVERAL, 2 + units_in_zone(view, 1 - side) + behind)
    zone = Goal(low + INSET, high - INSET, None, 0.0, ROUND, 0.0, "makes for the opponent's zone")
    found = [(zone, several)]
    x, y = view.field.table.width / 2, view.field.table.depth / 2
    for effect in (effect for owner, card in cards_in_play(view) if owner == side for effect in card.effects):
        worth = MISSION * A_ROUND * effect.by
        if effect.does == "score_zone":
            found[-1] = (zone._replace(worth=ROUND + worth), SEVERAL)
        elif effect.does == "score_middle":
            middle = Goal(y, y, x, effect.within - INSET, worth, 0.0, "makes for the middle, which the mission counts")
            found.insert(0, (middle, SEVERAL))
    return found


def _turns(view: Position, unit: int, goal: Goal, figures: Floats) -> int:
    """How many orders a unit needs to be there, at a run."""
    inches = max(1.0, float(figures[unit, SPEED])) * view.field.edition.run_factor
    return math.ceil(goal.off(view.at(unit)) / inches)


def _may_be_sent(view: Position, unit: int) -> bool:
    """Neither what is dear nor what fires from afar."""
    one = view.unit(unit)
    return view.is_able(unit) and one.points <= DEAR and not one.sheet.artillery
