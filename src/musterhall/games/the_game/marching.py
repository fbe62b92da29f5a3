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
from musterhall.geometry import Floats, Ints, Point
from musterhall.measuring import any_within, march_ends, stay_legal

if TYPE_CHECKING:
    from musterhall.games.the_game.moving import Move

TURNS = np.array([(math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in (0, 35, -35, 70, -70)])
"""Straight on, and the turns (cosine, sine) that a unit tries whose straight way is blocked."""


HARDLY = 0.05
"""A move shorter than this is none."""


def go_by(move: Move, dx: float, dy: float) -> Answer:
    """Everybody goes the same way by this much, as far as he may, and the formation stays together."""
    position = move.position
    units = position.standing(move.formation)
    x, y = position.x[units], position.y[units]
    return _go(move, units, x + dx, y + dy)


def go_to(move: Move, goal: Point, keep_shape: bool = True) -> Answer:
    """The formation's middle goes towards a point; or, not keeping its shape, every unit for itself."""
    position = move.position
    units = position.standing(move.formation)
    if not len(units):
        return None
    x, y = position.x[units], position.y[units]
    if keep_shape:
        dx, dy = goal[0] - float(x.sum()) / len(x), goal[1] - float(y.sum()) / len(y)
        return go_by(move, dx, dy)
    return _go(move, units, np.full(len(units), goal[0]), np.full(len(units), goal[1]))


def _go(move: Move, units: Ints, to_x: Floats, to_y: Floats) -> Answer:
    position = move.position
    table, x, y, allowance = position.field.table, position.x[units], position.y[units], move.allowance[units]
    obstacles = _obstacles(move, units)
    end_x, end_y = x.copy(), y.copy()
    march_ends(x, y, to_x, to_y, allowance - 0.01, *obstacles, table.width, table.depth, TURNS, end_x, end_y)
    for share in (1.0, 0.6, 0.3):
        a, b = (x + (end_x - x) * share).round(2), (y + (end_y - y) * share).round(2)
        # rounding to the written place may tip a way along a bank into the water
        stay_legal(x, y, a, b, allowance, *obstacles)
        # who hardly moves is not written down, and so must count as standing still
        still = np.abs(a - x) + np.abs(b - y) <= HARDLY
        a[still], b[still] = x[still], y[still]
        if _together(move, units, a, b):
            break
    else:
        return None
    went = ~still
    rows = zip(units[went].tolist(), a[went].tolist(), b[went].tolist(), strict=True)
    answer = [[unit, ax, ay] for unit, ax, ay in rows]
    return {"go": answer} if answer else None


def _together(move: Move, units: Ints, x: Floats, y: Floats) -> bool:
    """Would the formation be in cohesion with its units there?"""
    trial_x, trial_y = move.position.x.copy(), move.position.y.copy()
    trial_x[units], trial_y[units] = x, y
    return cohesion_gap(move.position, move.formation, trial_x, trial_y) is None


Obstacles = tuple[Ints, Floats, Floats, Ints, Floats, Floats, Floats, Floats]
"""What can stop units, as compiled functions take it: terrain effects, shapes, enemies, how near they let come."""


def _obstacles(move: Move, units: Ints) -> Obstacles:
    position = move.position
    ground = position.field.ground
    if move.move_kind in (WITHDRAWAL, COUNTER_CHARGE):
        ex = ey = keep = _NONE
    else:
        enemies = position.standing_side(1 - move.formation.side)
        ex, ey = position.x[enemies], position.y[enemies]
        keep = position.field.radius[enemies] + (CONTROL_AREA + position.field.widest)
    return position.field.effects[units], ground.x, ground.y, ground.first, ground.box, ex, ey, keep


_NONE = np.zeros(0)


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
        if not any_within(spot[0], spot[1], position.x, position.y, enemies, CONTROL_AREA + 0.02):
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
