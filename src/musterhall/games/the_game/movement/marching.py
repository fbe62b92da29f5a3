"""Working out moves that are legal: for options, for agents, for people who only say where to.

Nothing here is a rule. Everything made here still has to pass the check of 1.6.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from musterhall.battle.decisions import Answer, Draw
from musterhall.games.the_game.basics.generalities import cohesion_gap
from musterhall.games.the_game.movement.ground import (
    IMPASSABLE,
    NO_CONTROL_AREAS,
    ControlAreas,
    march_ends,
    part_of_the_way,
    straight_reach,
)
from musterhall.games.the_game.movement.hiding import TOUCHING
from musterhall.games.the_game.movement.transports import EMBARK_RANGE, boarding_refusal, may_carry, room_left
from musterhall.games.the_game.movement.ways import (
    CHARGE,
    CONTROL_AREA,
    COUNTER_CHARGE,
    WITHDRAWAL,
    control_areas,
    counted_twice,
    standing_room,
)
from musterhall.games.the_game.position.position import NOBODY, Position
from musterhall.games.the_game.sea.landings import coast_refusal
from musterhall.geometry import SLACK, Floats, Ints, Point, bearing, distance, rounded, towards
from musterhall.measuring import any_within

if TYPE_CHECKING:
    from musterhall.games.the_game.movement.moving import Move

TURNS = np.array([(math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in (0, 35, -35, 70, -70)])
"""Straight on, and the turns (cosine, sine) that a unit tries whose straight way is blocked."""


BEHIND_THE_SHORE = 15.0
"""How far beyond it vessels are aimed that are to come up to it: the land stops them."""


def go_by(move: Move, dx: float, dy: float) -> Answer:
    """Everybody goes the same way by this much, as far as he may, and the formation stays together."""
    return go_with(move, move.position.standing(move.formation), dx, dy)


def go_with(move: Move, units: Ints, dx: float, dy: float) -> Answer:
    """The same for some units of the formation; the others stay."""
    return _go(move, units, move.position.x[units] + dx, move.position.y[units] + dy)


def go_to(move: Move, goal: Point, keep_shape: bool = True) -> Answer:
    """The formation's middle goes towards a point; or, not keeping its shape, every unit for itself."""
    position = move.position
    units = position.standing(move.formation)
    if not len(units):
        return None
    if keep_shape:
        middle = position.middle_of(units)
        return go_by(move, goal[0] - middle[0], goal[1] - middle[1])
    return _go(move, units, np.full(len(units), goal[0]), np.full(len(units), goal[1]))


def _go(move: Move, units: Ints, to_x: Floats, to_y: Floats) -> Answer:
    field = move.position.field
    starts, goals = np.array([move.position.x[units], move.position.y[units]]), np.array([to_x, to_y])
    allowance, effects, ground = move.allowance[units], field.effects[units], field.ground.outlines
    areas, corner = _areas_to_avoid(move), (float(field.table.width), float(field.table.depth))
    farthest, ends = starts.copy(), starts.copy()
    march_ends(starts, goals, allowance - 0.01, effects, ground, areas, corner, TURNS, farthest)
    for share in (1.0, 0.6, 0.3):
        part_of_the_way(starts, farthest, share, allowance, effects, ground, areas, ends)
        if _together(move, units, ends[0], ends[1]):
            break
    else:
        return None
    rows = zip(units.tolist(), starts.T.tolist(), ends.T.tolist(), strict=True)
    answer = [[unit, *there] for unit, here, there in rows if here != there]
    if answer and move.formation.index in field.helicopters:
        return {"go": answer, "face": faced(move, answer)}
    return {"go": answer} if answer else None


def faced(move: Move, going: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """3.2 Each helicopter looks at the nearest enemy from where it will be."""
    position, able = move.position, move.helicopters()
    enemies = [position.at(enemy) for enemy in position.standing_side(1 - move.formation.side).tolist()]
    ends = {unit: position.at(unit) for unit in able} | {row[0]: (row[-2], row[-1]) for row in going if row[0] in able}
    if not enemies:
        return []
    aims = {unit: min((distance(enemy, end), enemy) for enemy in enemies)[1] for unit, end in ends.items()}
    return [[unit, round(bearing(ends[unit], aim), 1) % 360.0] for unit, aim in aims.items()]


def _together(move: Move, units: Ints, x: Floats, y: Floats) -> bool:
    """1.1.3 Would the formation be in cohesion with its units there?

    Who withdraws has no time to close up again, and only must not drift farther apart.
    """
    trial_x, trial_y = move.position.x.copy(), move.position.y.copy()
    trial_x[units], trial_y[units] = x, y
    gap = cohesion_gap(move.position, move.formation, trial_x, trial_y)
    if gap is None or move.move_kind != WITHDRAWAL:
        return gap is None
    before = cohesion_gap(move.position, move.formation)
    return before is not None and gap.too_far <= before.too_far + SLACK


def _areas_to_avoid(move: Move) -> ControlAreas:
    position = move.position
    if move.move_kind in (WITHDRAWAL, COUNTER_CHARGE):
        return NO_CONTROL_AREAS
    areas = control_areas(position, position.standing_side(1 - move.formation.side))
    areas[2] += position.field.widest
    return areas


def to_the_shore(move: Move) -> Answer:
    """4.3.2 The vessels of the formation make for the nearest shore, those at the back as well."""
    position, units = move.position, move.position.standing(move.formation)
    vessels = units[position.field.vessel[units]]
    if not len(vessels) or not len(position.field.shore):
        return None
    at = position.middle_of(vessels)
    shore = min(position.field.shore.tolist(), key=lambda stretch: distance(at, _halfway(stretch)))
    goal = _halfway(shore)
    beyond = 1 + BEHIND_THE_SHORE / max(distance(at, goal), 1.0)
    return go_with(move, vessels, (goal[0] - at[0]) * beyond, (goal[1] - at[1]) * beyond)


def _halfway(stretch: Sequence[float]) -> Point:
    return ((stretch[0] + stretch[2]) / 2, (stretch[1] + stretch[3]) / 2)


# Charging


def charge_at(move: Move, targets: Sequence[int]) -> Answer:
    """Everybody goes straight at the nearest enemy of the target formations, into contact where it can."""
    position = move.position
    units = position.standing(move.formation)
    theirs = position.standing_together(targets)
    if not len(units) or not len(theirs):
        return None
    rows = _straight_rows(move, units, theirs, TOUCHING / 2)
    halted = _straight_rows(move, units, theirs, CONTROL_AREA + 0.02)
    careful = [
        row if _touches_or_stays_off(position, row, theirs) else stop for row, stop in zip(rows, halted, strict=True)
    ]
    contacts = [row for row in rows if _touches_or_stays_off(position, row, theirs)]
    return first_legal(move, [_going(move, rows), _going(move, careful), _going(move, contacts)])


def _straight_rows(move: Move, units: Ints, theirs: Ints, keep: float) -> list[list[Any]]:
    """Where each unit ends that goes straight at the nearest enemy and halts so far from it, if it comes that far."""
    position, gaps = move.position, move.position.distances(units, theirs)
    rows: list[list[Any]] = []
    for i, unit in enumerate(units.tolist()):
        enemy = int(theirs[int(gaps[i].argmin())])
        length = max(0.0, float(gaps[i].min()) - keep)
        end = straight_to(position, unit, position.at(enemy), length, float(move.allowance[unit]), move.extra)
        rows.append([unit, end[0], end[1]])
    return rows


def _touches_or_stays_off(position: Position, row: list[Any], theirs: Ints) -> bool:
    """Does it end in contact, or outside the control areas?"""
    gap = np.hypot(position.x[theirs] - row[1], position.y[theirs] - row[2]).min()
    return bool(gap <= 1.0 or gap > CONTROL_AREA)


def _going(move: Move, rows: list[list[Any]]) -> Answer:
    """These rows as a move, without those who would stay where they are."""
    went = [row for row in rows if (row[1], row[2]) != move.position.at(row[0])]
    return {"go": went} if went else None


def straight_to(
    position: Position, unit: int, goal: Point, length: float, allowance: float, extra: float = 0.0
) -> Point:
    """As far towards the goal as length, allowance and ground let a unit go, enemies disregarded.

    `extra` is what a charge's d5 has added to the allowance; difficult ground does not halve that.
    """
    start = position.at(unit)
    end = towards(start, goal, min(length, allowance))
    if position.field.variants.difficult_scope == "portion":
        reach = _reach_by_portion(position, unit, end, allowance, extra)
    else:
        effects = position.field.effects[unit]
        # half of this is half the combat move and all of the d5; how far the whole goes, the end says
        doubled = allowance + extra
        reach = straight_reach(start, end, doubled, effects, position.field.ground.outlines)
    for short in (0.0, 0.01, 0.02, 0.05, 0.1):
        # a place written to 0.01 cm may fall just inside what the unit had stopped at, or cost a hair too much
        stop = rounded(towards(start, end, max(0.0, reach - short)))
        spent = distance(start, stop) + counted_twice(position, unit, [start, stop], extra)
        if spent <= allowance + SLACK and standing_room(position, unit, stop):
            return stop
    return start


def _reach_by_portion(position: Position, unit: int, end: Point, allowance: float, extra: float) -> float:
    """As a variant: only the part of the way in difficult ground counts double."""
    start, ground = position.at(unit), position.field.ground
    barred = (position.field.effects[unit] == IMPASSABLE).nonzero()[0].tolist()
    low, high = 0.0, distance(start, end)
    for _ in range(24):
        length = (low + high) / 2
        stop = towards(start, end, length)
        spent = length + counted_twice(position, unit, [start, stop], extra)
        blocked = ground.length_inside_any(barred, start, stop) > 0.0
        low, high = (low, length) if spent > allowance or blocked else (length, high)
    return low


def first_legal(move: Move, answers: Sequence[Answer]) -> Answer:
    """The first of these that passes the check; staying put always does."""
    for answer in answers:
        if answer is not None and move.legal(answer):
            return answer
    return None


# Transports


def all_out(move: Move, going: Answer = None) -> Answer:
    """The same move, with every passenger who finds room put out at its end."""
    position = move.position
    enemies = position.standing_side(1 - move.formation.side)
    ends = {row[0]: (row[-2], row[-1]) for row in (going or {}).get("go", [])}
    out: list[list[Any]] = []
    taken: list[Point] = []
    for unit in move.formation.units:
        transport = int(position.aboard[unit])
        if transport != NOBODY and position.unit(transport).formation == move.formation.index:
            halt = ends.get(transport, position.at(transport))
            spot = None if coast_refusal(position, transport, halt) else _beside(position, unit, halt, taken, enemies)
            if spot is not None:
                taken.append(spot)
                out.append([unit, spot[0], spot[1]])
    if not out:
        return going
    return {**(going or {}), "out": out}


def _beside(position: Position, unit: int, middle: Point, taken: list[Point], enemies: Ints) -> Point | None:
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
    if move.formation.index in move.position.field.naval:
        yield from _if_legal(move, all_out(move, to_the_shore(move)))
    targets = getattr(move, "targets", ())
    if move.move_kind == CHARGE and targets:
        yield from _if_legal(move, charge_at(move, targets))


def any_move(move: Move, draw: Draw) -> Answer:
    """Any legal move: one way for all, a little less orderly than on parade."""
    if move.move_kind == CHARGE and draw(4):
        return charge_at(move, getattr(move, "targets", ()))
    if move.formation.index in move.position.field.naval and draw(2):
        return first_legal(move, [all_out(move, to_the_shore(move)), to_the_shore(move)])
    if move.helicopters() and draw(2):
        return first_legal(move, [_flight_with_a_turn(move, draw)])
    step = float(move.allowance[move.formation.units].max(initial=0.0)) * (1 + draw(4)) / 4
    angle = math.radians(draw(360))
    answer = go_by(move, step * math.cos(angle), step * math.sin(angle))
    mood = draw(6)
    if mood == 0:
        answer = all_out(move, answer)
    elif mood == 1:
        answer = all_aboard(move) or answer
    return first_legal(move, [answer])


def _flight_with_a_turn(move: Move, draw: Draw) -> Answer:
    """3.2 The helicopters fly two ways one after the other and look anywhere; the others stay."""
    able = move.helicopters()
    legs = [(draw(60) * math.cos(angle), draw(60) * math.sin(angle)) for angle in (draw(7), draw(7))]
    rows: list[list[Any]] = []
    for unit in able:
        (x, y), ends = move.position.at(unit), []
        for dx, dy in legs:
            x, y = round(x + dx, 2), round(y + dy, 2)
            ends += [x, y]
        rows.append([unit, *ends])
    return {"go": rows, "face": [[unit, float(draw(360))] for unit in able]}


def _if_legal(move: Move, answer: Answer) -> Iterator[Answer]:
    if answer is not None and first_legal(move, [answer]) is not None:
        yield answer
