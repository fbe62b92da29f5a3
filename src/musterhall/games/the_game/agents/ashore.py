"""Agents at sea: where to set up for a landing, where to land, and what boats and those they landed do."""

from __future__ import annotations

import math

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.moves import has_guns
from musterhall.games.the_game.agents.places import cover_about
from musterhall.games.the_game.movement.marching import BEHIND_THE_SHORE, all_out, first_legal, go_with
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.phases.commands import ADVANCE, DASH
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.games.the_game.scenario.landing import ATTACKER, TakeStation
from musterhall.geometry import Ints, Point

CONTESTED = 25.0
"""An enemy this near to a stretch of shore contests a landing there."""
PER_ENEMY = 2.5
"""What each of them is worth in centimetres of a way round."""


def at_sea(view: Position, formation: Formation) -> bool:
    """Has the formation troops aboard vessels?"""
    if formation.index not in view.field.naval:
        return False
    carriers = view.aboard[formation.units]
    return bool((carriers != NOBODY).any())


def sails(view: Position, formation: Formation) -> bool:
    """Has it vessels, so that it moves as `sail` says?"""
    return formation.index in view.field.naval


def sea_command(view: Position, formation: Formation) -> str:
    """Boats with troops hurry where the shore is far."""
    x, y = _middle(view, _vessels(view, formation))
    to = landing_point(view, formation, _nearest_objective(view, (x, y)))
    pace = float(view.field.walk[_vessels(view, formation), 0].min())
    return DASH if math.dist((x, y), to) - BEHIND_THE_SHORE > pace else ADVANCE


def sail(decision: Move, view: Position, goal: Point) -> Answer:
    """4.3.2 Boats make for the shore and put everybody out as soon as they are there; who is ashore goes on."""
    formation = decision.formation
    vessels = _vessels(view, formation)
    if at_sea(view, formation) and len(vessels):
        x, y = _middle(view, vessels)
        to = landing_point(view, formation, goal)
        answer = go_with(decision, vessels, to[0] - x, to[1] - y)
        return first_legal(decision, [all_out(decision, answer), answer])
    units = view.standing(formation)
    troops = units[~view.field.vessel[units]]
    if not len(troops):
        return None
    x, y = _middle(view, troops)
    return first_legal(decision, [go_with(decision, troops, goal[0] - x, goal[1] - y)])


def landing_point(view: Position, formation: Formation, goal: Point) -> Point:
    """Where on the shore to land: near the goal and near the boats, and not where the enemy stands."""
    shore = view.field.shore
    if not len(shore):
        return goal
    middles = (shore[:, :2] + shore[:, 2:]) / 2
    at = np.array(_middle(view, _vessels(view, formation)))
    enemies = view.standing_side(1 - formation.side)
    places = np.array([view.x[enemies], view.y[enemies]]).T
    contest = (np.hypot(*(middles[:, None, :] - places[None, :, :]).transpose(2, 0, 1)) <= CONTESTED).sum(axis=1)
    cost = np.hypot(*(middles - np.array(goal)).T) + 0.7 * np.hypot(*(middles - at).T) + PER_ENEMY * contest
    best = middles[int(cost.argmin())]
    inland = 1.0 if formation.side == ATTACKER else -1.0
    return (float(best[0]), float(best[1]) + inland * BEHIND_THE_SHORE)


def take_station(decision: TakeStation, view: Position) -> Answer:
    """The attacker opposite a shore that is little defended, the defender about the objectives, guns at the back."""
    options = list(decision.options())
    if decision.player == ATTACKER:
        return min(options, key=lambda place: _from_the_sea(decision, view, place))
    return min(options, key=lambda place: _behind_the_shore(decision, view, place))


def _from_the_sea(decision: TakeStation, view: Position, place: list[float]) -> float:
    own, enemies = view.standing_side(decision.player), view.standing_side(1 - decision.player)
    crowd = float((np.hypot(view.x[own] - place[0], view.y[own] - place[1]) < 20.0).sum())
    across = float((np.abs(view.x[enemies] - place[0]) <= CONTESTED).sum())
    objective = min(abs(one.x - place[0]) for one in view.scenario.objectives)
    south = 0.0 if has_guns(view, decision.formation) else -place[1]
    return across + 0.5 * crowd + 0.1 * objective + 0.5 * south


def _behind_the_shore(decision: TakeStation, view: Position, place: list[float]) -> float:
    own = view.standing_side(decision.player)
    at = (place[0], place[1])
    if has_guns(view, decision.formation):
        return -place[1] + abs(place[0] - view.field.table.width / 2)
    crowd = [
        float((np.hypot(view.x[own] - one.x, view.y[own] - one.y) < 30.0).sum()) for one in view.scenario.objectives
    ]
    gaps = [math.dist(at, (one.x, one.y)) + 3.0 * n for one, n in zip(view.scenario.objectives, crowd, strict=True)]
    return min(gaps) - 8.0 * cover_about(view.field, decision.formation.units[-1], [at])


def _vessels(view: Position, formation: Formation) -> Ints:
    units = view.standing(formation)
    return units[view.field.vessel[units]]


def _middle(view: Position, units: Ints) -> Point:
    return (float(view.x[units].mean()), float(view.y[units].mean()))


def _nearest_objective(view: Position, at: Point) -> Point:
    places = [(one.x, one.y) for one in view.scenario.objectives] or [at]
    return min(places, key=lambda place: math.dist(place, at))
