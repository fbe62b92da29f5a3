"""How the captain's formations get about: in open order and into cover, out of transports, away from the enemy."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.places import bunched, cover_about, drawn_together, into_cover, open_order
from musterhall.games.the_game.agents.situation import middle_of
from musterhall.games.the_game.movement.marching import _go as go_each
from musterhall.games.the_game.movement.marching import all_out, first_legal, go_by
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.movement.transports import EMBARK_RANGE
from musterhall.games.the_game.movement.ways import CONTROL_AREA, near_enemy, standing_room
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.games.the_game.sea.landings import coast_refusal
from musterhall.geometry import Ints, Point

DISMOUNT_AT = 36.0
"""With an enemy this near after the move, passengers get out to fight."""
HELD_UP = 3.0
"""Open order and cover are worth this much of the way, but not more."""
SAFE = 45.0
"""Farther than this from the enemy is as good as far away."""


# PlannedMove


def go_and_settle(decision: Move, view: Position, goal: Point) -> Answer:
    """1.6 To the goal; who stands in a block opens out, and everybody looks for cover where he arrives."""
    formation = decision.formation
    units = view.standing(formation)
    if not len(units):
        return None
    x, y = view.x[units], view.y[units]
    at = middle_of(view, formation)
    to_x, to_y = x + (goal[0] - at[0]), y + (goal[1] - at[1])
    stays = math.dist(goal, at) <= 1.0
    if bunched(x, y):
        to_x, to_y = open_order(view, formation, units, goal, _towards_the_enemy(view, formation, goal))
    keep = _must_not_stir(view, units.tolist()) if stays else np.zeros(len(units), dtype=np.bool_)
    to_x[keep], to_y[keep] = x[keep], y[keep]
    to_x, to_y = into_cover(view, units, to_x, to_y, decision.allowance[units], keep)
    to_x, to_y = drawn_together(view, formation, units, to_x, to_y)
    settled = go_each(decision, units, to_x, to_y)
    if stays:
        return settled
    left = _left_to_go(view, units, settled, goal)
    if left <= HELD_UP:
        return settled
    together = go_by(decision, goal[0] - at[0], goal[1] - at[1])
    return together if left - _left_to_go(view, units, together, goal) > HELD_UP else settled


def _left_to_go(view: Position, units: Ints, answer: Answer, goal: Point) -> float:
    """How far from the goal the middle of the formation would be after this move."""
    x, y = view.x.copy(), view.y.copy()
    for unit, *end in (answer or {}).get("go", []):
        x[unit], y[unit] = end
    return math.dist((float(x[units].sum()) / len(units), float(y[units].sum()) / len(units)), goal)


def _must_not_stir(view: Position, units: list[int]) -> Any:
    """2.1.1 Who could fire a guided missile from where it stands, and could not after a step."""
    sheets = [view.field.units[unit].sheet for unit in units]
    return np.array([any(rule.name == "atgm" for w in sheet.weapons for rule in w.rules) for sheet in sheets])


def _towards_the_enemy(view: Position, formation: Formation, place: Point) -> Point:
    """The way to the nearest enemy as a unit vector; straight ahead if there is none."""
    enemies = view.standing_side(1 - formation.side)
    if len(enemies):
        gaps = np.hypot(view.x[enemies] - place[0], view.y[enemies] - place[1])
        nearest, gap = int(enemies[gaps.argmin()]), float(gaps.min())
        if gap > 1.0:
            return ((float(view.x[nearest]) - place[0]) / gap, (float(view.y[nearest]) - place[1]) / gap)
    return (0.0, 1.0 if formation.side == 0 else -1.0)


def flee(decision: Move, view: Position) -> Answer:
    """1.9.3 Away from the enemy, towards the own edge if that is as good."""
    formation = decision.formation
    units = view.standing(formation)
    enemies = view.standing_side(1 - formation.side)
    step = float(decision.allowance[formation.units].max(initial=0.0))
    if not len(units) or step <= 0.0:
        return None
    home = -1.0 if formation.side == 0 else 1.0
    if not len(enemies):
        return go_by(decision, 0.0, home * step)
    x, y = middle_of(view, formation)
    table = view.field.table
    to_x = np.minimum(np.maximum(x + step * _EIGHTHS[:, 0], 0.0), table.width)
    to_y = np.minimum(np.maximum(y + step * _EIGHTHS[:, 1], 0.0), table.depth)
    gaps = np.hypot(view.x[enemies] - to_x[:, None], view.y[enemies] - to_y[:, None]).min(axis=1)
    best = int((np.minimum(gaps, SAFE) + 0.15 * home * (to_y - y)).argmax())
    return go_by(decision, float(step * _EIGHTHS[best, 0]), float(step * _EIGHTHS[best, 1]))


_EIGHTHS = np.array([(math.cos(math.pi * n / 4), math.sin(math.pi * n / 4)) for n in range(8)])
"""Eight ways to run."""


# Transports


def gets_out(view: Position, formation: Formation, goal: Point) -> bool:
    """1.6.3 Guns get off their trucks at once, infantry where the enemy is near."""
    if has_guns(view, formation):
        return True
    enemies = view.standing_side(1 - formation.side)
    if not len(enemies):
        return False
    nearest = float(np.hypot(view.x[enemies] - goal[0], view.y[enemies] - goal[1]).min())
    return nearest <= DISMOUNT_AT


def get_out(decision: Move, going: Answer) -> Answer:
    """1.6.3 The same move, with the passengers put out at its end, into cover where it is at hand."""
    out = places_to_get_out(decision.position, decision.formation, going)
    settled = first_legal(decision, [{**(going or {}), "out": out}]) if out else None
    return settled or first_legal(decision, [all_out(decision, going), going])


def places_to_get_out(position: Position, formation: Formation, going: Answer) -> list[list[Any]]:
    """1.6.3 A place beside its transport for each passenger, once the transports have gone where they go."""
    ends = {row[0]: (row[-2], row[-1]) for row in (going or {}).get("go", [])}
    out: list[list[Any]] = []
    taken: set[Point] = set()
    for unit in formation.units:
        transport = int(position.aboard[unit])
        if transport != NOBODY:
            halt = ends.get(transport, position.at(transport))
            spot = None if coast_refusal(position, transport, halt) else _best_beside(position, unit, halt, taken)
            if spot is not None:
                taken.add(spot)
                out.append([unit, *spot])
    return out


def _best_beside(position: Position, unit: int, transport: Point, taken: set[Point]) -> Point | None:
    """The first place in cover, or else the first."""
    first = None
    for spot in _beside(position, unit, transport, taken):
        if cover_about(position.field, unit, [spot]):
            return spot
        first = first or spot
    return first


def _beside(position: Position, unit: int, transport: Point, taken: set[Point]) -> Iterator[Point]:
    """1.6.3 Places where a passenger may get out."""
    own = position.unit(unit)
    reach = EMBARK_RANGE - own.radius - 0.5
    for dx, dy in _EIGHTHS.tolist():
        spot = (round(transport[0] + reach * dx, 2), round(transport[1] + reach * dy, 2))
        free = spot not in taken and standing_room(position, unit, spot)
        if free and not near_enemy(position, own.side, spot, CONTROL_AREA + own.radius + 0.02):
            yield spot


def has_guns(view: Position, formation: Formation) -> bool:
    """Is there artillery in the formation?"""
    units = view.field.units
    return any(weapon.artillery for unit in formation.units for weapon in units[unit].sheet.weapons)
