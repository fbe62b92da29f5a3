"""Working out moves that are legal: for options, for agents, for people who only say where to.

Nothing here is a rule. Everything made here still has to pass the check of 1.6.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from musterhall.battle.decisions import Answer, Below, Illegal
from musterhall.games.the_game.generalities import cohesion_gap
from musterhall.games.the_game.moving import (
    CHARGE,
    CONTROL_AREA,
    COUNTER_CHARGE,
    EMBARK_RANGE,
    WITHDRAWAL,
    boarding_refusal,
    may_carry,
    room_left,
    standing_room,
)
from musterhall.games.the_game.position import NOBODY, Position
from musterhall.geometry import Floats, Ints, Point, straight_reach

if TYPE_CHECKING:
    from musterhall.games.the_game.moving import Move

DETOURS = (0.0, 35.0, -35.0, 70.0, -70.0)
"""Degrees off the straight way that a blocked unit tries."""


def go_by(move: Move, dx: float, dy: float) -> Answer:
    """Everybody goes the same way by this much, as far as he may, and the formation stays together."""
    position = move.position
    units = position.standing(move.formation)
    x, y = position.x[units], position.y[units]
    return _go(move, units, _clip(x + dx, position.field.table.width), _clip(y + dy, position.field.table.depth))


def go_to(move: Move, goal: Point, keep_shape: bool = True) -> Answer:
    """The formation's middle goes towards a point; or, not keeping its shape, every unit for itself."""
    position = move.position
    units = position.standing(move.formation)
    if not len(units):
        return None
    x, y = position.x[units], position.y[units]
    if keep_shape:
        dx, dy = goal[0] - float(x.mean()), goal[1] - float(y.mean())
        return go_by(move, dx, dy)
    return _go(move, units, np.full(len(units), goal[0]), np.full(len(units), goal[1]))


def _clip(values: Floats, limit: float) -> Floats:
    return np.minimum(np.maximum(values, 0.0), limit)


def _go(move: Move, units: Ints, to_x: Floats, to_y: Floats) -> Answer:
    x, y, end_x, end_y = _ends(move, units, to_x, to_y)
    position = move.position
    trial_x, trial_y = position.x.copy(), position.y.copy()
    trial_x[units], trial_y[units] = end_x, end_y
    gap = cohesion_gap(position, move.formation, trial_x, trial_y)
    if gap is not None:
        end_x, end_y = _closer(move, units, x, y, end_x, end_y)
    went = np.hypot(end_x - x, end_y - y) > 0.05
    if not went.any():
        return None
    rows = zip(units[went].tolist(), end_x[went].tolist(), end_y[went].tolist(), strict=True)
    return {"go": [[unit, a, b] for unit, a, b in rows]}


def _closer(move: Move, units: Ints, x: Floats, y: Floats, end_x: Floats, end_y: Floats) -> tuple[Floats, Floats]:
    """Shorten the move until the formation keeps together; at worst everybody stays."""
    position = move.position
    for share in (0.7, 0.4, 0.0):
        a, b = np.round(x + (end_x - x) * share, 2), np.round(y + (end_y - y) * share, 2)
        trial_x, trial_y = position.x.copy(), position.y.copy()
        trial_x[units], trial_y[units] = a, b
        if cohesion_gap(position, move.formation, trial_x, trial_y) is None:
            return a, b
    return x, y


def _ends(move: Move, units: Ints, to_x: Floats, to_y: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Where each unit gets to; those held up try to go round what stops them."""
    position = move.position
    x, y = position.x[units], position.y[units]
    allowance = move.allowance[units]
    reach = _reach(move, units, x, y, to_x, to_y, allowance)
    way_x, way_y = to_x - x, to_y - y
    length = np.hypot(way_x, way_y)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(length > 1e-9, reach / length, 0.0)
    end_x, end_y = x + way_x * share, y + way_y * share
    held = (reach < 0.6 * np.minimum(length, allowance)) & (length > 1.0)
    if held.any():
        _go_round(move, units, held, x, y, way_x, way_y, length, end_x, end_y)
    return x, y, np.round(end_x, 2), np.round(end_y, 2)


def _go_round(
    move: Move,
    units: Ints,
    held: Any,
    x: Floats,
    y: Floats,
    way_x: Floats,
    way_y: Floats,
    length: Floats,
    end_x: Floats,
    end_y: Floats,
) -> None:
    table = move.position.field.table
    rows = np.flatnonzero(held)
    ax, ay, allowance = x[rows], y[rows], move.allowance[units[rows]]
    goal_x, goal_y = ax + way_x[rows], ay + way_y[rows]
    best = np.hypot(end_x[rows] - goal_x, end_y[rows] - goal_y)
    for degrees in DETOURS[1:]:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        step = np.minimum(allowance, length[rows]) / length[rows]
        bx = _clip(ax + (way_x[rows] * c - way_y[rows] * s) * step, table.width)
        by = _clip(ay + (way_x[rows] * s + way_y[rows] * c) * step, table.depth)
        reach = _reach(move, units[rows], ax, ay, bx, by, allowance)
        span = np.maximum(np.hypot(bx - ax, by - ay), 1e-9)
        ex, ey = ax + (bx - ax) * reach / span, ay + (by - ay) * reach / span
        left = np.hypot(ex - goal_x, ey - goal_y)
        better = left < best - 0.5
        end_x[rows[better]], end_y[rows[better]] = ex[better], ey[better]
        best = np.minimum(best, left)


def _reach(move: Move, units: Ints, x: Floats, y: Floats, to_x: Floats, to_y: Floats, allowance: Floats) -> Floats:
    position = move.position
    ground = position.field.ground
    if move.move_kind in (WITHDRAWAL, COUNTER_CHARGE):
        ex = ey = keep = np.zeros(0)
    else:
        enemies = position.standing_side(1 - move.formation.side)
        ex, ey = position.x[enemies], position.y[enemies]
        own = float(position.field.radius[units].max(initial=0.0))
        keep = position.field.radius[enemies] + (CONTROL_AREA + own)
    effects = position.field.effects[units]
    return straight_reach(
        x, y, to_x, to_y, allowance - 0.005, effects, ground.x, ground.y, ground.first, ground.box, ex, ey, keep
    )


# Charging


def charge_at(move: Move, targets: Sequence[int]) -> Answer:
    """Everybody goes straight at the nearest enemy of the target formations, into contact where it can."""
    from musterhall.games.the_game.assault import straight_to
    from musterhall.games.the_game.sight import TOUCHING

    position = move.position
    units = position.standing(move.formation)
    theirs = np.concatenate([position.standing(position.formations[index]) for index in targets])
    if not len(units) or not len(theirs):
        return None
    gaps = position.distances(units, theirs)
    rows: list[list[Any]] = []
    for i, unit in enumerate(units.tolist()):
        enemy = int(theirs[int(gaps[i].argmin())])
        allowed = float(move.allowance[unit])
        length = min(max(0.0, float(gaps[i].min()) - TOUCHING / 2), allowed)
        end = straight_to(position, unit, position.at(enemy), length, allowed - 0.005)
        if end != position.at(unit):
            rows.append([unit, end[0], end[1]])
    return first_legal(move, [{"go": rows} if rows else None, _only_contacts(move, rows, theirs), go_by(move, 0, 0)])


def _only_contacts(move: Move, rows: list[list[Any]], theirs: Ints) -> Answer:
    """The charge without those who would stop in a control area short of contact."""
    position = move.position
    keep = []
    for row in rows:
        gap = np.hypot(position.x[theirs] - row[1], position.y[theirs] - row[2]).min()
        if gap <= 1.0 or gap > CONTROL_AREA:
            keep.append(row)
    return {"go": keep} if keep else None


def first_legal(move: Move, answers: Sequence[Answer]) -> Answer:
    """The first of these that passes the check; staying put always does."""
    for answer in answers:
        if answer is None:
            continue
        try:
            move.check(answer)
        except Illegal:
            continue
        return answer
    return None


# Transports


def all_out(move: Move, going: Answer = None) -> Answer:
    """The same move, with every passenger who finds room put out at its end."""
    position = move.position
    ends = {row[0]: (row[-2], row[-1]) for row in (going or {}).get("go", [])}
    out: list[list[Any]] = []
    taken: list[Point] = []
    for unit in move.formation.units:
        transport = int(position.aboard[unit])
        if transport != NOBODY:
            spot = _beside(position, unit, ends.get(transport, position.at(transport)), taken)
            if spot is not None:
                taken.append(spot)
                out.append([unit, spot[0], spot[1]])
    if not out:
        return going
    return {**(going or {}), "out": out}


def _beside(position: Position, unit: int, middle: Point, taken: list[Point]) -> Point | None:
    enemies = position.standing_side(1 - position.unit(unit).side)
    reach = EMBARK_RANGE - position.unit(unit).radius - 1.0
    for step in range(8):
        angle = math.pi * (step + 0.5) / 4
        spot = (round(middle[0] + reach * math.cos(angle), 2), round(middle[1] + reach * math.sin(angle), 2))
        if spot in taken or not standing_room(position, unit, spot):
            continue
        gaps = np.hypot(position.x[enemies] - spot[0], position.y[enemies] - spot[1])
        if not len(enemies) or gaps.min() > CONTROL_AREA + 0.02:
            return spot
    return None


def all_aboard(move: Move) -> Answer:
    """Everybody near a transport with room gets in; nobody drives."""
    position = move.position
    room = {unit: room_left(position, unit) for unit in move.formation.units if position.on[unit]}
    rows: list[list[int]] = []
    for unit in position.standing(move.formation).tolist():
        for transport in room:
            fits = room[transport] > 0 and may_carry(position, transport, unit)
            if fits and not boarding_refusal(position, unit, transport):
                room[transport] -= 1
                rows.append([unit, transport])
                break
    return {"in": rows} if rows else None


# Options


def some_moves(move: Move) -> Iterator[Answer]:
    """A fair choice of legal moves: stay, eight ways, in and out of transports, a charge."""
    yield None
    step = float(move.allowance[move.formation.units].max())
    for eighth in range(8):
        angle = math.pi * eighth / 4
        answer = go_by(move, step * math.cos(angle), step * math.sin(angle))
        yield from _if_legal(move, answer)
    yield from _if_legal(move, all_out(move))
    yield from _if_legal(move, all_aboard(move))
    targets = getattr(move, "targets", ())
    if move.move_kind == CHARGE and targets:
        yield from _if_legal(move, charge_at(move, targets))


def any_move(move: Move, below: Below) -> Answer:
    """Any legal move: one way for all, a little less orderly than on parade."""
    if move.move_kind == CHARGE and below(4):
        return charge_at(move, getattr(move, "targets", ()))
    step = float(move.allowance[move.formation.units].max(initial=0.0)) * (1 + below(4)) / 4
    angle = math.radians(below(360))
    answer = go_by(move, step * math.cos(angle), step * math.sin(angle))
    mood = below(6)
    if mood == 0:
        answer = all_out(move, answer)
    elif mood == 1:
        answer = all_aboard(move) or answer
    return first_legal(move, [answer])


def _if_legal(move: Move, answer: Answer) -> Iterator[Answer]:
    if answer is not None and first_legal(move, [answer]) is not None:
        yield answer
