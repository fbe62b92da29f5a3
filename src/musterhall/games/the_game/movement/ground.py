"""What ground does to who moves over it or stands in it (1.6, 2.1). Compiled.

Nothing here judges a move: it measures what the rules of movement then speak about.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from musterhall.compiling import compiled
from musterhall.geometry import (
    HIGH,
    LEFT,
    LOW,
    RIGHT,
    Flags,
    Floats,
    Ints,
    Outlines,
    Point,
    Shapes,
    circle_entry,
    contains,
    in_box,
    length_inside,
    misses,
    shape_entry,
)

NO_EFFECT, DIFFICULT, IMPASSABLE = 0, 1, 2


ControlAreas = Floats
"""[x, y or keep off; enemy]: where enemies stand, and how near each of them lets anybody come."""
NO_CONTROL_AREAS: ControlAreas = np.zeros((3, 0))


class Leg(NamedTuple):
    """A straight stretch of a way, from a to b."""

    ax: float
    ay: float
    bx: float
    by: float


@compiled
def worst_effect(px: float, py: float, effects: Ints, ground: Outlines) -> int:
    """The worst that any piece of terrain at this place does."""
    worst = 0
    for s in range(len(ground)):
        if effects[s] > worst and in_box(ground, s, px, py) and contains(ground, s, px, py):
            worst = effects[s]
    return worst


def in_the_impassable(xs: Floats, ys: Floats, units: Ints, effects: Ints, ground: Shapes) -> Flags:
    """Which of these units are where the ground is impassable for them."""
    result = np.empty(len(units), dtype=np.bool_)
    _in_the_impassable(xs, ys, units, effects, ground.outlines, result)
    return result


@compiled
def _in_the_impassable(xs: Floats, ys: Floats, units: Ints, effects: Ints, ground: Outlines, result: Flags) -> None:
    for i in range(len(units)):
        u = units[i]
        result[i] = worst_effect(xs[u], ys[u], effects[u], ground) == IMPASSABLE


# Going straight

HARDLY = 0.05
"""A move shorter than this is none."""


@compiled
def _reach(leg: Leg, allowance: float, effects: Ints, ground: Outlines, enemies: ControlAreas) -> float:
    """How far along a straight way a unit may go.

    Difficult ground halves the whole allowance of a unit that starts in it or enters it; the unit stops short where
    that is the better bargain.
    """
    ax, ay, bx, by = leg
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if length < 1e-9:
        return 0.0
    limit = min(length, allowance)
    half = allowance / 2
    for s in range(len(ground)):
        if effects[s] == NO_EFFECT or misses(ax, ay, bx, by, ground, s):
            continue
        enters = shape_entry(ground, s, ax, ay, bx, by) * length
        if enters >= limit:
            continue
        if effects[s] == DIFFICULT and half > enters:
            limit = min(limit, half)
        elif effects[s] == DIFFICULT or enters > 0.0:
            limit = max(enters - 0.02, 0.0)
    for e in range(enemies.shape[1]):
        near = circle_entry(ax, ay, bx, by, enemies[0, e], enemies[1, e], enemies[2, e]) * length
        if near < limit:
            limit = max(near - 0.02, 0.0)
    return limit


@compiled
def straight_reach(a: Point, b: Point, allowance: float, effects: Ints, ground: Outlines) -> float:
    """How far along the straight way a-b a unit may go, enemies disregarded."""
    return _reach(Leg(a[0], a[1], b[0], b[1]), allowance, effects, ground, np.zeros((3, 0)))


def reach_all_round(
    starts: Floats, allowance: Floats, effects: Ints, ground: Shapes, enemies: ControlAreas, directions: Floats
) -> Floats:
    """How far each unit may go straight in each direction (cosine, sine); places are [unit, x or y]."""
    result = np.empty((len(starts), len(directions)))
    _reach_all_round(starts, allowance, effects, ground.outlines, enemies, directions, result)
    return result


@compiled
def _reach_all_round(
    starts: Floats,
    allowance: Floats,
    effects: Ints,
    ground: Outlines,
    enemies: ControlAreas,
    directions: Floats,
    result: Floats,
) -> None:
    for i in range(len(starts)):
        ax, ay, far = starts[i, 0], starts[i, 1], allowance[i]
        for d in range(len(directions)):
            leg = Leg(ax, ay, ax + far * directions[d, 0], ay + far * directions[d, 1])
            result[i, d] = _reach(leg, far, effects[i], ground, enemies)


@compiled
def _met(
    leg: Leg, effects: Ints, ground: Outlines, enemies: ControlAreas, own_radius: float, cuts: Floats
) -> tuple[int, int, int]:
    """What a straight way meets: difficult ground, impassable ground, an enemy's control area; -1 for none."""
    ax, ay, bx, by = leg
    difficult, impassable, enemy = -1, -1, -1
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    for s in range(len(ground)):
        if effects[s] == NO_EFFECT or ground[s, LEFT] > right or ground[s, RIGHT] < left:
            continue
        if ground[s, LOW] > high or ground[s, HIGH] < low:
            continue
        goes_in = length_inside(ground, s, ax, ay, bx, by, cuts) > 0.005
        if effects[s] == DIFFICULT and goes_in:
            difficult = s
        elif effects[s] == IMPASSABLE and (goes_in or contains(ground, s, bx, by)):
            impassable = s
    for e in range(enemies.shape[1]):
        off = enemies[2, e] + own_radius - 0.01
        if circle_entry(ax, ay, bx, by, enemies[0, e], enemies[1, e], off) <= 1.0:
            enemy = e
    return difficult, impassable, enemy


def survey(
    legs: Floats,
    effects: Ints,
    ground: Shapes,
    enemies: ControlAreas,
    own_radius: Floats,
    roads: Shapes,
) -> Ints:
    """What each of many straight ways meets: difficult ground, impassable ground, an enemy's control area, and in the
    fourth column the road that holds all of it; -1 for none."""
    result = np.empty((len(legs), 4), dtype=np.int64)
    _survey(legs, effects, ground.outlines, enemies, own_radius, roads.outlines, result)
    return result


@compiled
def _survey(
    legs: Floats,
    effects: Ints,
    ground: Outlines,
    enemies: ControlAreas,
    own_radius: Floats,
    roads: Outlines,
    result: Ints,
) -> None:
    cuts = np.empty(max(ground.shape[1], roads.shape[1]))
    for i in range(len(legs)):
        leg = Leg(legs[i, 0], legs[i, 1], legs[i, 2], legs[i, 3])
        difficult, impassable, enemy = _met(leg, effects[i], ground, enemies, own_radius[i], cuts)
        result[i, 0], result[i, 1], result[i, 2] = difficult, impassable, enemy
        result[i, 3] = _road_under(leg, roads, cuts)


@compiled
def _road_under(leg: Leg, roads: Outlines, cuts: Floats) -> int:
    """The road that holds all of a way, or -1."""
    ax, ay, bx, by = leg
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    found = -1
    for s in range(len(roads)):
        if length > 0.0 and in_box(roads, s, ax, ay) and in_box(roads, s, bx, by):
            on_it = length_inside(roads, s, ax, ay, bx, by, cuts)
            if on_it >= length - 0.01:
                found = s
    return found


# Marching where one is wanted


@compiled
def march_ends(
    starts: Floats,
    goals: Floats,
    allowance: Floats,
    effects: Ints,
    ground: Outlines,
    enemies: ControlAreas,
    corner: Point,
    turns: Floats,
    ends: Floats,
) -> None:
    """Where each unit gets to on its way; one that is held up tries the `turns` (cosine, sine) that lead round.

    Places are [x or y, unit], and `corner` is the far corner of the table.
    """
    for i in range(len(allowance)):
        ax, ay, gx, gy = starts[0, i], starts[1, i], goals[0, i], goals[1, i]
        way_x, way_y = gx - ax, gy - ay
        length = math.sqrt(way_x * way_x + way_y * way_y)
        if length < 0.01:
            continue
        free = min(length, allowance[i])
        best = length
        for turn in range(len(turns)):
            c, s = turns[turn, 0], turns[turn, 1]
            share = 1.0 if turn == 0 else free / length
            bx = min(max(ax + (way_x * c - way_y * s) * share, 0.0), corner[0])
            by = min(max(ay + (way_x * s + way_y * c) * share, 0.0), corner[1])
            reach = _reach(Leg(ax, ay, bx, by), allowance[i], effects[i], ground, enemies)
            span = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
            if span > 1e-9:
                ex, ey = ax + (bx - ax) * reach / span, ay + (by - ay) * reach / span
                left = math.sqrt((ex - gx) ** 2 + (ey - gy) ** 2)
                if left < best - 0.5 or turn == 0:
                    ends[0, i], ends[1, i], best = ex, ey, left
            if turn == 0 and reach >= 0.45 * free:
                break


@compiled
def part_of_the_way(
    starts: Floats,
    farthest: Floats,
    share: float,
    allowance: Floats,
    effects: Ints,
    ground: Outlines,
    enemies: ControlAreas,
    ends: Floats,
) -> None:
    """Where each unit comes to that goes this share of its way; who may not, or would hardly move, stays.

    Places are as they are written down, and rounding one may tip a way along a bank into the water.
    """
    cuts = np.empty(ground.shape[1])
    for i in range(len(allowance)):
        ax, ay = starts[0, i], starts[1, i]
        bx, by = np.rint((ax + (farthest[0, i] - ax) * share) * 100) / 100, ay + (farthest[1, i] - ay) * share
        by = np.rint(by * 100) / 100
        difficult, impassable, enemy = _met(Leg(ax, ay, bx, by), effects[i], ground, enemies, 0.0, cuts)
        length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        too_long = length > allowance[i] / (2 if difficult >= 0 else 1) + 0.01
        if impassable >= 0 or enemy >= 0 or too_long or abs(bx - ax) + abs(by - ay) <= HARDLY:
            bx, by = ax, ay
        ends[0, i], ends[1, i] = bx, by


# Standing in it


def shelter(
    xs: Floats,
    ys: Floats,
    units: Ints,
    seen_from: Ints,
    ground: Shapes,
    area: Flags,
    gains: tuple[Ints, Ints],
    adds_up: bool,
) -> tuple[Ints, Ints]:
    """What all pieces together give each unit, of two kinds of gain that may differ by unit and piece; or, where they
    do not add up, the most that any one gives.

    An area gives it to who stands in it, any other piece to who is looked at across it (`seen_from`, -1 for nobody).
    """
    result = np.zeros((2, len(units)), dtype=np.int64)
    _shelter(xs, ys, units, seen_from, ground.outlines, area, gains[0], gains[1], adds_up, result)
    return result[0], result[1]


@compiled
def _shelter(
    xs: Floats,
    ys: Floats,
    units: Ints,
    seen_from: Ints,
    ground: Outlines,
    area: Flags,
    gain: Ints,
    other_gain: Ints,
    adds_up: bool,
    result: Ints,
) -> None:
    cuts = np.empty(ground.shape[1])
    for i in range(len(units)):
        u = units[i]
        px, py = xs[u], ys[u]
        for s in range(len(ground)):
            if gain[u, s] <= 0 and other_gain[u, s] <= 0:
                continue
            if area[s]:
                shelters = in_box(ground, s, px, py) and contains(ground, s, px, py)
            elif seen_from[i] < 0:
                continue
            else:
                ax, ay = xs[seen_from[i]], ys[seen_from[i]]
                shelters = (
                    not misses(ax, ay, px, py, ground, s) and length_inside(ground, s, ax, ay, px, py, cuts) > 1e-6
                )
            if shelters and adds_up:
                result[0, i] += gain[u, s]
                result[1, i] += other_gain[u, s]
            elif shelters:
                result[0, i] = max(result[0, i], gain[u, s])
                result[1, i] = max(result[1, i], other_gain[u, s])
