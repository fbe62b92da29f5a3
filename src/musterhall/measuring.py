"""Measuring for many units at once: who sees whom, how far can they go, what covers them. Compiled.

Arrays hold one entry for each unit of a battle; units are numbers into them.
"""

from __future__ import annotations

import math

import numpy as np

from musterhall.geometry import (
    Flags,
    Floats,
    Ints,
    Point,
    Shapes,
    circle_entry,
    compiled,
    contains,
    crossing,
    length_inside,
    misses,
    shape_entry,
)


def distances(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints) -> Floats:
    """Base to base, for every unit of a with every unit of b."""
    result = np.empty((len(a), len(b)))
    _distances(xs, ys, radius, a, b, result)
    return result


@compiled
def _distances(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints, result: Floats) -> None:
    for i in range(len(a)):
        u = a[i]
        for j in range(len(b)):
            v = b[j]
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            result[i, j] = max(gap, 0.0)


def group_gaps(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints, group: Ints, groups: int) -> Floats:
    """For each group of units, how near any unit of b in it is to any of a; infinite where there is none."""
    result = np.empty(groups)
    _group_gaps(xs, ys, radius, a, b, group, result)
    return result


@compiled
def _group_gaps(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints, group: Ints, result: Floats) -> None:
    result[:] = np.inf
    for i in range(len(a)):
        u = a[i]
        for j in range(len(b)):
            v = b[j]
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            if gap < result[group[v]]:
                result[group[v]] = max(gap, 0.0)


@compiled
def block_meets(
    block_x: Floats,
    block_y: Floats,
    middle_x: float,
    middle_y: float,
    width: float,
    depth: float,
    xs: Floats,
    ys: Floats,
    others: Ints,
    reach: float,
) -> bool:
    """Does a block of points about a middle, kept on the table, come within reach of any of the others?"""
    nearest = np.inf
    for i in range(len(block_x)):
        x = min(max(block_x[i] + middle_x, 0.0), width)
        y = min(max(block_y[i] + middle_y, 0.0), depth)
        for j in range(len(others)):
            nearest = min(nearest, (x - xs[others[j]]) ** 2 + (y - ys[others[j]]) ** 2)
    return bool(nearest <= reach * reach)


@compiled
def nearest_gap(x: Floats, y: Floats, other_x: Floats, other_y: Floats) -> float:
    """The shortest distance between any of these points and any of the others."""
    best = np.inf
    for i in range(len(x)):
        for j in range(len(other_x)):
            best = min(best, (x[i] - other_x[j]) ** 2 + (y[i] - other_y[j]) ** 2)
    return math.sqrt(best)


def sight(xs: Floats, ys: Floats, a: Ints, b: Ints, reach: float, screens: Shapes, depth: float) -> Flags:
    """Which of a see which of b, no farther than `reach`.

    A shape with neither unit in it hides what is behind it; with one of them inside, the line may run through it
    for `depth`.
    """
    result = np.zeros((len(a), len(b)), dtype=np.bool_)
    _sight(xs, ys, a, b, reach, screens.x, screens.y, screens.first, screens.box, depth, result)
    return result


@compiled
def _sight(
    xs: Floats,
    ys: Floats,
    a: Ints,
    b: Ints,
    reach: float,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    depth: float,
    result: Flags,
) -> None:
    cuts = np.empty(len(shape_x) + 2)
    for i in range(len(a)):
        ax, ay = xs[a[i]], ys[a[i]]
        for j in range(len(b)):
            bx, by = xs[b[j]], ys[b[j]]
            if (ax - bx) ** 2 + (ay - by) ** 2 <= reach * reach:
                result[i, j] = clear_line(ax, ay, bx, by, shape_x, shape_y, first, box, depth, cuts)


@compiled
def clear_line(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    depth: float,
    cuts: Floats,
) -> bool:
    """Is a seen from b past these shapes? `cuts` is room to work in, longer than all outlines together."""
    for s in range(len(first) - 1):
        if misses(ax, ay, bx, by, box[s]):
            continue
        length = length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by, cuts)
        if length <= 1e-6:
            continue
        ends_inside = contains(shape_x, shape_y, first[s], first[s + 1], ax, ay) or contains(
            shape_x, shape_y, first[s], first[s + 1], bx, by
        )
        if not ends_inside or length > depth + 1e-6:
            return False
    return True


def take_aim(
    distances: Floats, seen: Flags, rows: Ints, range_: float, blind: bool, hurt: Flags
) -> tuple[Flags, Floats, Flags]:
    """For each of `rows`: the columns in range, in sight (or need not be) and open to hurt; how near the nearest of
    them is (infinite if there is none); and whether all of them are out of sight."""
    reach = np.zeros((len(rows), distances.shape[1]), dtype=np.bool_)
    gaps = np.empty(len(rows))
    dark = np.empty(len(rows), dtype=np.bool_)
    _take_aim(distances, seen, rows, range_, blind, hurt, reach, gaps, dark)
    return reach, gaps, dark


@compiled
def _take_aim(
    distances: Floats,
    seen: Flags,
    rows: Ints,
    range_: float,
    blind: bool,
    hurt: Flags,
    reach: Flags,
    gaps: Floats,
    dark: Flags,
) -> None:
    for i in range(len(rows)):
        gaps[i], dark[i] = np.inf, True
        for j in range(distances.shape[1]):
            gap = distances[rows[i], j]
            if hurt[j] and gap <= range_ + 1e-9 and (blind or seen[rows[i], j]):
                reach[i, j] = True
                gaps[i] = min(gaps[i], gap)
                if seen[rows[i], j]:
                    dark[i] = False


def inside(xs: Floats, ys: Floats, units: Ints, shapes: Shapes) -> Flags:
    """Which units stand in which shapes."""
    result = np.zeros((len(units), len(shapes)), dtype=np.bool_)
    _inside(xs, ys, units, shapes.x, shapes.y, shapes.first, shapes.box, result)
    return result


@compiled
def _inside(
    xs: Floats, ys: Floats, units: Ints, shape_x: Floats, shape_y: Floats, first: Ints, box: Floats, result: Flags
) -> None:
    for i in range(len(units)):
        px, py = xs[units[i]], ys[units[i]]
        for s in range(len(first) - 1):
            if box[s, 0] <= px <= box[s, 1] and box[s, 2] <= py <= box[s, 3]:
                result[i, s] = contains(shape_x, shape_y, first[s], first[s + 1], px, py)


@compiled
def any_within(x: float, y: float, xs: Floats, ys: Floats, units: Ints, reach: float) -> bool:
    """Is any of these units nearer to the point than `reach`?"""
    nearest = np.inf
    for u in units:
        nearest = min(nearest, (xs[u] - x) ** 2 + (ys[u] - y) ** 2)
    return bool(nearest < reach * reach)


@compiled
def worst_effect(
    px: float, py: float, effects: Ints, shape_x: Floats, shape_y: Floats, first: Ints, box: Floats
) -> int:
    """The worst that any shape at this place does."""
    worst = 0
    for s in range(len(first) - 1):
        near = box[s, 0] <= px <= box[s, 1] and box[s, 2] <= py <= box[s, 3]
        if near and effects[s] > worst and contains(shape_x, shape_y, first[s], first[s + 1], px, py):
            worst = effects[s]
    return worst


def shelter(
    xs: Floats,
    ys: Floats,
    units: Ints,
    seen_from: Ints,
    shapes: Shapes,
    area: Flags,
    gain_a: Ints,
    gain_b: Ints,
    adds_up: bool,
) -> tuple[Ints, Ints]:
    """What all shapes together give each unit, of two kinds of gain that may differ by unit and shape; or, where they
    do not add up, the most that any one gives.

    An area gives it to who stands in it, any other shape to who is looked at across it (`seen_from`, -1 for nobody).
    """
    all_a, all_b = np.zeros(len(units), dtype=np.int64), np.zeros(len(units), dtype=np.int64)
    _shelter(
        xs, ys, units, seen_from, shapes.x, shapes.y, shapes.first, shapes.box, area, gain_a, gain_b, adds_up,
        all_a, all_b,
    )  # fmt: skip
    return all_a, all_b


@compiled
def _shelter(
    xs: Floats,
    ys: Floats,
    units: Ints,
    seen_from: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    area: Flags,
    gain_a: Ints,
    gain_b: Ints,
    adds_up: bool,
    all_a: Ints,
    all_b: Ints,
) -> None:
    cuts = np.empty(len(shape_x) + 2)
    for i in range(len(units)):
        u = units[i]
        px, py = xs[u], ys[u]
        for s in range(len(first) - 1):
            if gain_a[u, s] <= 0 and gain_b[u, s] <= 0:
                continue
            if area[s]:
                near = box[s, 0] <= px <= box[s, 1] and box[s, 2] <= py <= box[s, 3]
                shelters = near and contains(shape_x, shape_y, first[s], first[s + 1], px, py)
            elif seen_from[i] < 0:
                continue
            else:
                ax, ay = xs[seen_from[i]], ys[seen_from[i]]
                shelters = (
                    not misses(ax, ay, px, py, box[s])
                    and length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, px, py, cuts) > 1e-6
                )
            if shelters and adds_up:
                all_a[i] += gain_a[u, s]
                all_b[i] += gain_b[u, s]
            elif shelters:
                all_a[i] = max(all_a[i], gain_a[u, s])
                all_b[i] = max(all_b[i], gain_b[u, s])


@compiled
def widest_gap(
    xs: Floats, ys: Floats, radius: Floats, units: Ints, extra: Floats, limit: float, pairing: int
) -> tuple[int, int, float]:
    """The pair of units farthest beyond the distance they may be apart, and by how much; -1, -1 if none is.

    `extra` lengthens the limit of a pair: by the larger of the two (pairing 0), their sum (1), or the smaller (2).
    """
    worst_i, worst_j, worst = -1, -1, 1e-6
    for i in range(len(units)):
        u = units[i]
        for j in range(i):
            v = units[j]
            allowed = limit
            if pairing == 0:
                allowed += max(extra[u], extra[v])
            elif pairing == 1:
                allowed += extra[u] + extra[v]
            else:
                allowed += min(extra[u], extra[v])
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            if gap - allowed > worst:
                worst_i, worst_j, worst = v, u, gap - allowed
    return worst_i, worst_j, worst


NO_EFFECT, DIFFICULT, IMPASSABLE = 0, 1, 2


@compiled
def _reach(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    allowance: float,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
) -> float:
    """How far along the straight way a-b a unit may go.

    A shape that is difficult halves the whole allowance of a unit that starts in it or enters it; the unit stops short
    where that is the better bargain. `keep_off` is how near each enemy lets anyone come.
    """
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if length < 1e-9:
        return 0.0
    limit = min(length, allowance)
    half = allowance / 2
    for s in range(len(first) - 1):
        if effects[s] == 0 or misses(ax, ay, bx, by, box[s]):
            continue
        enters = shape_entry(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by) * length
        if enters >= limit:
            continue
        if effects[s] == 1 and half > enters:
            limit = min(limit, half)
        elif effects[s] == 1 or enters > 0.0:
            limit = max(enters - 0.02, 0.0)
    for e in range(len(enemy_x)):
        near = circle_entry(ax, ay, bx, by, enemy_x[e], enemy_y[e], keep_off[e]) * length
        if near < limit:
            limit = max(near - 0.02, 0.0)
    return limit


@compiled
def straight_reach(
    a: Point, b: Point, allowance: float, effects: Ints, shape_x: Floats, shape_y: Floats, first: Ints, box: Floats
) -> float:
    """How far along the straight way a-b a unit may go, enemies disregarded."""
    none = np.zeros(0)
    return _reach(a[0], a[1], b[0], b[1], allowance, effects, shape_x, shape_y, first, box, none, none, none)


@compiled
def trespass(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
    own: float,
    cuts: Floats,
) -> tuple[int, int, int]:
    """What the straight way a-b meets: a difficult shape, an impassable shape, an enemy's area; -1 for none."""
    difficult, impassable, enemy = -1, -1, -1
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    for s in range(len(first) - 1):
        if effects[s] == 0 or box[s, 0] > right or box[s, 1] < left or box[s, 2] > high or box[s, 3] < low:
            continue
        goes_in = length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by, cuts) > 0.005
        if effects[s] == 1 and goes_in:
            difficult = s
        elif effects[s] == 2 and (goes_in or contains(shape_x, shape_y, first[s], first[s + 1], bx, by)):
            impassable = s
    for e in range(len(enemy_x)):
        if circle_entry(ax, ay, bx, by, enemy_x[e], enemy_y[e], keep_off[e] + own - 0.01) <= 1.0:
            enemy = e
    return difficult, impassable, enemy


def survey(
    starts: Floats,
    ends: Floats,
    effects: Ints,
    shapes: Shapes,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
    own: Floats,
    roads: Shapes,
) -> Ints:
    """`trespass` for many straight ways at once, and in the fourth column the road that holds all of it."""
    result = np.empty((len(starts), 4), dtype=np.int64)
    _survey(
        starts, ends, effects, shapes.x, shapes.y, shapes.first, shapes.box, enemy_x, enemy_y, keep_off, own,
        roads.x, roads.y, roads.first, roads.box, result,
    )  # fmt: skip
    return result


@compiled
def _survey(
    starts: Floats,
    ends: Floats,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
    own: Floats,
    road_x: Floats,
    road_y: Floats,
    road_first: Ints,
    road_box: Floats,
    result: Ints,
) -> None:
    cuts = np.empty(len(shape_x) + len(road_x) + 2)
    for i in range(len(starts)):
        ax, ay, bx, by = starts[i, 0], starts[i, 1], ends[i, 0], ends[i, 1]
        difficult, impassable, enemy = trespass(
            ax, ay, bx, by, effects[i], shape_x, shape_y, first, box, enemy_x, enemy_y, keep_off, own[i], cuts
        )
        result[i, 0], result[i, 1], result[i, 2], result[i, 3] = difficult, impassable, enemy, -1
        length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        for s in range(len(road_first) - 1):
            within = road_box[s, 0] <= min(ax, bx) and max(ax, bx) <= road_box[s, 1]
            within = within and road_box[s, 2] <= min(ay, by) and max(ay, by) <= road_box[s, 3]
            if within and length > 0.0:
                on_it = length_inside(road_x, road_y, road_first[s], road_first[s + 1], ax, ay, bx, by, cuts)
                if on_it >= length - 0.01:
                    result[i, 3] = s


@compiled
def march_ends(
    from_x: Floats,
    from_y: Floats,
    to_x: Floats,
    to_y: Floats,
    allowance: Floats,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
    width: float,
    depth: float,
    turns: Floats,
    end_x: Floats,
    end_y: Floats,
) -> None:
    """Where each unit gets to on its way; one that is held up tries the `turns` (cosine, sine) that lead round."""
    for i in range(len(from_x)):
        ax, ay, gx, gy = from_x[i], from_y[i], to_x[i], to_y[i]
        way_x, way_y = gx - ax, gy - ay
        length = math.sqrt(way_x * way_x + way_y * way_y)
        if length < 0.01:
            continue
        free = min(length, allowance[i])
        best = length
        for turn in range(len(turns)):
            c, s = turns[turn, 0], turns[turn, 1]
            share = 1.0 if turn == 0 else free / length
            bx = min(max(ax + (way_x * c - way_y * s) * share, 0.0), width)
            by = min(max(ay + (way_x * s + way_y * c) * share, 0.0), depth)
            reach = _reach(
                *(ax, ay, bx, by, allowance[i], effects[i], shape_x, shape_y, first, box),
                *(enemy_x, enemy_y, keep_off),
            )
            span = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
            if span > 1e-9:
                ex, ey = ax + (bx - ax) * reach / span, ay + (by - ay) * reach / span
                left = math.sqrt((ex - gx) ** 2 + (ey - gy) ** 2)
                if left < best - 0.5 or turn == 0:
                    end_x[i], end_y[i], best = ex, ey, left
            if turn == 0 and reach >= 0.45 * free:
                break


@compiled
def stay_legal(
    from_x: Floats,
    from_y: Floats,
    to_x: Floats,
    to_y: Floats,
    allowance: Floats,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
) -> None:
    """Put back whoever's straight way is impassable, too long for its ground or too near an enemy."""
    cuts = np.empty(len(shape_x) + 2)
    for i in range(len(from_x)):
        difficult, impassable, enemy = trespass(
            *(from_x[i], from_y[i], to_x[i], to_y[i], effects[i], shape_x, shape_y, first, box),
            *(enemy_x, enemy_y, keep_off, 0.0, cuts),
        )
        length = math.sqrt((to_x[i] - from_x[i]) ** 2 + (to_y[i] - from_y[i]) ** 2)
        too_long = length > allowance[i] / (2 if difficult >= 0 else 1) + 0.01
        if impassable >= 0 or enemy >= 0 or too_long:
            to_x[i], to_y[i] = from_x[i], from_y[i]


@compiled
def between(xs: Floats, ys: Floats, shooters: Ints, friends: Ints, targets: Ints, width: float) -> Ints:
    """The first line from a shooter to a friend that meets a target or passes between two of them.

    Gives (shooter, friend, target, target), all -1 where there is none.
    """
    found = np.full(4, -1)
    left, right = xs[targets].min() - width, xs[targets].max() + width
    low, high = ys[targets].min() - width, ys[targets].max() + width
    for u in shooters:
        for v in friends:
            ax, ay, bx, by = xs[u], ys[u], xs[v], ys[v]
            if max(ax, bx) < left or min(ax, bx) > right or max(ay, by) < low or min(ay, by) > high:
                continue
            square = (bx - ax) ** 2 + (by - ay) ** 2
            for i in range(len(targets)):
                p = targets[i]
                if square > 0.0:
                    t = ((xs[p] - ax) * (bx - ax) + (ys[p] - ay) * (by - ay)) / square
                    off = (ax + t * (bx - ax) - xs[p]) ** 2 + (ay + t * (by - ay) - ys[p]) ** 2
                    if 0.0 < t < 1.0 and off <= width * width:
                        found[:] = np.array([u, v, p, p])
                        return found
                for j in range(i):
                    q = targets[j]
                    if crossing(ax, ay, bx, by, xs[p], ys[p], xs[q], ys[q]) >= 0.0:
                        found[:] = np.array([u, v, p, q])
                        return found
    return found


@compiled
def _any_reaches(xs: Floats, ys: Floats, guns: Ints, reach: Floats, px: float, py: float) -> bool:
    found = len(guns) == 0
    for g in range(len(guns)):
        if (xs[guns[g]] - px) ** 2 + (ys[guns[g]] - py) ** 2 <= (reach[g] + 1e-6) ** 2:
            found = True
    return found


@compiled
def best_disc(
    xs: Floats, ys: Floats, units: Ints, radius: float, guns: Ints, reach: Floats
) -> tuple[float, float, int]:
    """Where a disc covers the most of these units, and how many; its centre within reach of some gun."""
    best_x, best_y, best = xs[units[0]], ys[units[0]], 0
    count = len(units)
    for i in range(count):
        for j in range(i, count):
            ax, ay, bx, by = xs[units[i]], ys[units[i]], xs[units[j]], ys[units[j]]
            mx, my = (ax + bx) / 2, (ay + by) / 2
            half = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2) / 2
            if half > radius:
                continue
            for side in range(3):
                cx, cy = mx, my
                if side > 0 and half > 0.0:
                    lift = math.sqrt(radius * radius - half * half) * (1.0 if side == 1 else -1.0)
                    cx, cy = mx - (by - ay) / (2 * half) * lift, my + (bx - ax) / (2 * half) * lift
                under = 0 if _any_reaches(xs, ys, guns, reach, cx, cy) else -count
                for k in range(count):
                    if (xs[units[k]] - cx) ** 2 + (ys[units[k]] - cy) ** 2 <= (radius + 1e-6) ** 2:
                        under += 1
                if under > best:
                    best_x, best_y, best = cx, cy, under
    return best_x, best_y, best
