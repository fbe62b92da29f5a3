"""How the captain's formations get about: running from the enemy, and getting out of transports."""

from __future__ import annotations

import math

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.plans import middle_of
from musterhall.games.the_game.marching import go_by
from musterhall.games.the_game.moving import Move
from musterhall.games.the_game.position import Formation, Position
from musterhall.geometry import Point

DISMOUNT_AT = 36.0
"""With an enemy this near after the move, passengers get out to fight."""
SAFE = 45.0
"""Farther than this from the enemy is as good as far away."""


def gets_out(view: Position, formation: Formation, goal: Point) -> bool:
    """1.6.3 Guns get off their trucks at once, infantry where the enemy is near."""
    if has_guns(view, formation):
        return True
    enemies = view.standing_side(1 - formation.side)
    if not len(enemies):
        return False
    nearest = float(np.hypot(view.x[enemies] - goal[0], view.y[enemies] - goal[1]).min())
    return nearest <= DISMOUNT_AT


def has_guns(view: Position, formation: Formation) -> bool:
    """Is there artillery in the formation?"""
    units = view.field.units
    return any(weapon.artillery for unit in formation.units for weapon in units[unit].sheet.weapons)


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
