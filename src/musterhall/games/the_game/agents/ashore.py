"""Agents at sea: where to set up for a landing, where to land, and what boats and those they landed do."""

from __future__ import annotations

import math

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.moves import has_guns
from musterhall.games.the_game.agents.places import cover_about
from musterhall.games.the_game.fire.sight import lines_of_sight
from musterhall.games.the_game.movement.marching import BEHIND_THE_SHORE, all_out, first_legal, go_with
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.phases.commands import ADVANCE, DASH
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.games.the_game.scenario.landing import ATTACKER, TakeStation
from musterhall.games.the_game.sea.targets import ARTILLERY
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
    """4.3.2 Boats make for the shore and put everybody out as soon as they are there; who is ashore goes on.

    Ships that carry nobody look for targets.
    """
    formation = decision.formation
    if is_warship(view, formation):
        return shelling_move(decision, view)
    vessels = _vessels(view, formation)
    if at_sea(view, formation) and len(vessels):
        return _to_the_shore(decision, view, vessels, landing_point(view, formation, goal))
    units = view.standing(formation)
    troops = units[~view.field.vessel[units]]
    movers = troops if len(troops) else vessels
    if not len(movers):
        return None
    x, y = _middle(view, movers)
    return first_legal(decision, [go_with(decision, movers, goal[0] - x, goal[1] - y)])


def _to_the_shore(decision: Move, view: Position, vessels: Ints, to: Point) -> Answer:
    """4.3.2 The move that puts the most troops ashore, or else brings the boats nearest to it.

    A slanting shore stops some boats before the others, and those have to stay near; straight in they all arrive.
    """
    x, y = _middle(view, vessels)
    goings = [go_with(decision, vessels, along * (to[0] - x), to[1] - y) for along in (1.0, 0.5, 0.0)]
    answers = [first_legal(decision, [all_out(decision, going), going]) for going in goings]
    return max(
        answers, key=lambda answer: (len((answer or {}).get("out", ())), -_left_to_sail(view, vessels, answer, to))
    )


def _left_to_sail(view: Position, vessels: Ints, answer: Answer, to: Point) -> float:
    """How far the boats would be from where they are to land, on average."""
    ends = {row[0]: (row[-2], row[-1]) for row in (answer or {}).get("go", [])}
    return sum(math.dist(ends.get(unit, view.at(unit)), to) for unit in vessels.tolist()) / len(vessels)


# Ships


def is_warship(view: Position, formation: Formation) -> bool:
    """Has it nothing but vessels with guns that reach far inland?"""
    return bool(view.field.vessel[formation.units].all()) and has_guns(view, formation)


def out_of_action(view: Position, formation: Formation) -> bool:
    """Are these ships with nobody to shell from where they are?"""
    return is_warship(view, formation) and not under_the_guns(view, formation)


def under_the_guns(view: Position, formation: Formation, shift: Point = (0.0, 0.0)) -> float:
    """1.7.4 Points of the enemies that the ships would have in sight and range, if they were so far from here."""
    trial = view.copy_places()
    own = view.standing(formation)
    trial.x[own] += shift[0]
    trial.y[own] += shift[1]
    reach = view.field.longest.get(formation.index, 0.0)
    total = 0.0
    for enemy in view.of_side(1 - formation.side):
        units = view.standing(enemy)
        if len(units) and not enemy.flies and view.field.vulnerable[ARTILLERY][units].any():
            near = trial.distances(own, units) <= reach
            seen = (lines_of_sight(trial, own, units) & near).any(axis=0)
            total += enemy.cost / enemy.original * float(seen.sum())
    return total


def shelling_move(decision: Move, view: Position) -> Answer:
    """4.4 Ships that have nobody under their guns sail to where they have the most, or at least nearer to the enemy."""
    formation, own = decision.formation, view.standing(decision.formation)
    pace = float(decision.allowance[own].min())
    enemies = view.standing_side(1 - formation.side)
    if not len(own) or not len(enemies) or pace <= 0.0:
        return None
    at, there = _middle(view, own), _middle(view, enemies)
    ways = [(pace * math.cos(math.pi * n / 4), pace * math.sin(math.pi * n / 4)) for n in range(8)]
    moves = [(first_legal(decision, [go_with(decision, own, *way)]), way) for way in ways]

    def promise(way: Point) -> tuple[float, float]:
        return under_the_guns(view, formation, way), -math.dist((at[0] + way[0], at[1] + way[1]), there)

    return max(((answer, way) for answer, way in moves if answer), key=lambda row: promise(row[1]), default=(None, at))[
        0
    ]


# Where


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
    enemies = view.standing_side(1 - decision.player)
    if len(enemies) and is_warship(view, decision.formation):
        return max(options, key=lambda place: _within_sight(decision, view, place))
    if decision.player == ATTACKER:
        return min(options, key=lambda place: _from_the_sea(decision, view, place))
    return min(options, key=lambda place: _behind_the_shore(decision, view, place))


def _within_sight(decision: TakeStation, view: Position, place: list[float]) -> tuple[float, float]:
    """1.7.4 What ships would have under their guns from a station; of those that are as good the one farthest back."""
    trial = view.copy_places()
    for unit, spot in decision.check(place).items():
        trial.place(unit, spot)
    return under_the_guns(trial, decision.formation), -place[1]


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
    return view.middle_of(units)


def _nearest_objective(view: Position, at: Point) -> Point:
    places = [(one.x, one.y) for one in view.scenario.objectives] or [at]
    return min(places, key=lambda place: math.dist(place, at))
