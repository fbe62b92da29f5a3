"""Lines of fire: who is in range, what lies between two formations, where a barrage covers the most (1.7). Compiled."""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.geometry import Flags, Floats, Ints, Point, crossing

ON_THE_LINE = 0.5
"""1.7.5 How near a line of crossfire must pass to a unit to be said to meet it, beyond its base."""

FourUnits = tuple[int, int, int, int]


@compiled
def nearest_and_seen(distances: Floats, seen: Flags) -> tuple[float, bool]:
    """The shortest of these distances, and whether anybody is seen at all."""
    nearest, any_seen = np.inf, False
    for i in range(distances.shape[0]):
        for j in range(distances.shape[1]):
            nearest = min(nearest, distances[i, j])
            any_seen = any_seen or seen[i, j]
    return nearest, any_seen


def nearest_of_rows(distances: Floats, rows: Ints) -> tuple[Floats, Ints]:
    """For each column, how near the nearest of these rows is, and which it is."""
    gaps, nearest = np.empty(distances.shape[1]), np.empty(distances.shape[1], dtype=np.int64)
    _nearest_of_rows(distances, rows, gaps, nearest)
    return gaps, nearest


@compiled
def _nearest_of_rows(distances: Floats, rows: Ints, gaps: Floats, nearest: Ints) -> None:
    for j in range(distances.shape[1]):
        gaps[j], nearest[j] = distances[rows[0], j], rows[0]
        for row in rows:
            if distances[row, j] < gaps[j]:
                gaps[j], nearest[j] = distances[row, j], row


@compiled
def add_rows(flags: Flags, rows: Ints, result: Flags) -> None:
    """Every column that is marked in one of these rows is marked in the result."""
    for row in rows:
        for j in range(flags.shape[1]):
            result[j] = result[j] or flags[row, j]


def take_aim(
    distances: Floats, seen: Flags, rows: Ints, range_: float, blind: bool, vulnerable: Flags
) -> tuple[Flags, Floats, Flags]:
    """For each of `rows`: the columns in range, in sight (or need not be) and vulnerable; how near the nearest of
    them is (infinite if there is none); and whether all of them are out of sight."""
    reach = np.zeros((len(rows), distances.shape[1]), dtype=np.bool_)
    gaps = np.empty(len(rows))
    unseen = np.empty(len(rows), dtype=np.bool_)
    _take_aim(distances, seen, rows, range_, blind, vulnerable, reach, gaps, unseen)
    return reach, gaps, unseen


@compiled
def _take_aim(
    distances: Floats,
    seen: Flags,
    rows: Ints,
    range_: float,
    blind: bool,
    vulnerable: Flags,
    reach: Flags,
    gaps: Floats,
    unseen: Flags,
) -> None:
    for i in range(len(rows)):
        gaps[i], unseen[i] = np.inf, True
        for j in range(distances.shape[1]):
            gap = distances[rows[i], j]
            if vulnerable[j] and gap <= range_ + 1e-9 and (blind or seen[rows[i], j]):
                reach[i, j] = True
                gaps[i] = min(gaps[i], gap)
                if seen[rows[i], j]:
                    unseen[i] = False


@compiled
def crossfire_line(xs: Floats, ys: Floats, shooters: Ints, friends: Ints, targets: Ints, width: float) -> FourUnits:
    """The first line from a shooter to a friend that meets a target or passes between two of them.

    Gives shooter, friend and the one or two targets, all -1 where there is none.
    """
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
                        return (u, v, p, p)
                for j in range(i):
                    q = targets[j]
                    if crossing(ax, ay, bx, by, xs[p], ys[p], xs[q], ys[q]) >= 0.0:
                        return (u, v, p, q)
    return (-1, -1, -1, -1)


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


def discs_about(a: Point, b: Point, radius: float) -> list[Point]:
    """The middles of discs of this radius that hold both places: half way, and those with both on the rim."""
    mx, my, half = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, math.dist(a, b) / 2
    if half > radius:
        return []
    if half == 0.0:
        return [a]
    lift = math.sqrt(radius * radius - half * half)
    across = ((b[1] - a[1]) / (2 * half) * lift, (b[0] - a[0]) / (2 * half) * lift)
    return [(mx, my), (mx - across[0], my + across[1]), (mx + across[0], my - across[1])]
