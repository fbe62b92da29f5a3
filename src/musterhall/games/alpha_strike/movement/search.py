"""Where a unit can get to, compiled: the cheapest ways over a grid, jumps, and flights.

The grid has a node about every inch, the table's edges included, and from each node legs to sixteen others. What a leg
costs is measured exactly, when it is first needed, for all units to which the ground is the same; so a way over the
grid is a legal way, and what it costs is never less than what the rules reckon.
"""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.alpha_strike.field.ground import (
    GONE,
    INCHES,
    NOTHING,
    PAVED_INCHES,
    highest_below,
    leg,
    level,
    on_ground,
    past_bases,
)
from musterhall.geometry import Flags, Floats, Ints, Outlines

STEPS_X = (1, 0, 1, 1, 2, 1, 2, 1, -1, 0, -1, -1, -2, -1, -2, -1)
STEPS_Y = (0, 1, 1, -1, 1, 2, -1, -2, 0, -1, -1, 1, -1, -2, 1, 2)
"""The legs from a node; the second half are the first eight backwards."""
HALF = 8
LEGS = 16
WIDEST = 2.3
"""Longer than any leg."""
FAR = np.inf


@compiled
def edge_cost(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    around: Outlines,
    lie: Floats,
    costs: Floats,
    climb: Floats,
    cuts: Floats,
    near: Ints,
    found: Floats,
) -> float:
    """What a leg by itself costs, with the steps at its ends; infinite where it is barred."""
    found[:] = NOTHING
    found[INCHES], found[GONE], found[PAVED_INCHES] = 0.0, 0.0, 0.0
    height = leg(ax, ay, bx, by, level(around, lie, ax, ay), around, lie, costs, climb, FAR, cuts, near, found)
    if math.isnan(height):
        return FAR
    step = abs(level(around, lie, bx, by) - height)
    return found[INCHES] + step * climb[0] if step <= climb[1] + 1e-9 else FAR


@compiled
def measure_nodes(
    xs: Floats, ys: Floats, around: Outlines, lie: Floats, costs: Floats, stands: Flags, levels: Floats
) -> None:
    """Fill in at which nodes of the grid a unit can stand, and how high they lie."""
    nx, every = len(xs), np.arange(len(lie))
    for j in range(len(ys)):
        for i in range(nx):
            here, extra, _, _ = on_ground(around, lie, costs, every, len(lie), xs[i], ys[j])
            levels[j * nx + i] = here
            stands[j * nx + i] = not math.isinf(extra)


@compiled
def measure_leg(
    i: int,
    j: int,
    k: int,
    xs: Floats,
    ys: Floats,
    around: Outlines,
    lie: Floats,
    costs: Floats,
    climb: Floats,
    cuts: Floats,
    near: Ints,
    found: Floats,
    legs: Floats,
    paved: Flags,
) -> None:
    """Fill in what a leg of the grid costs, there and back alike, and whether it is paved."""
    if k >= HALF:
        i, j, k = i + STEPS_X[k], j + STEPS_Y[k], k - HALF
    i2, j2 = i + STEPS_X[k], j + STEPS_Y[k]
    node, other = j * len(xs) + i, j2 * len(xs) + i2
    cost = edge_cost(xs[i], ys[j], xs[i2], ys[j2], around, lie, costs, climb, cuts, near, found)
    legs[node, k] = legs[other, k + HALF] = cost
    all_paved = not math.isinf(cost) and found[PAVED_INCHES] + 1e-6 >= found[GONE]
    paved[node, k] = paved[other, k + HALF] = all_paved


@compiled
def walks(
    xs: Floats,
    ys: Floats,
    legs: Floats,
    paved: Flags,
    only_paved: bool,
    budget: float,
    starts: Ints,
    begun: Floats,
    bases: Floats,
    around: Outlines,
    lie: Floats,
    inch_costs: Floats,
    climb: Floats,
    costs: Floats,
    before: Ints,
) -> None:
    """The cheapest ways within the budget from some nodes, which have cost something already, to all others.

    Fills in the cost of each node and the node before it; a start comes before itself. No leg is shorter than the grid
    is wide, so nodes can be settled by whole widths of cost, in any order within one.
    """
    nx, ny = len(xs), len(ys)
    width = min(xs[1] - xs[0], ys[1] - ys[0])
    slots = int(budget / width) + 2
    first = np.full(slots, -1, dtype=np.int64)
    entry_node = np.empty(4096, dtype=np.int64)
    entry_next = np.empty(4096, dtype=np.int64)
    entries = 0
    settled = np.zeros(nx * ny, dtype=np.bool_)
    close = _close_to(xs, ys, bases)
    cuts, near, found = np.empty(256), np.empty(len(lie), dtype=np.int64), np.empty(6)
    costs[:] = FAR
    before[:] = -1
    for n in range(len(starts)):
        node = starts[n]
        if begun[n] <= budget and begun[n] < costs[node]:
            costs[node], before[node] = begun[n], node
            slot = int(begun[n] / width)
            entry_node[entries], entry_next[entries] = node, first[slot]
            first[slot] = entries
            entries += 1
    for slot in range(slots):
        while first[slot] >= 0:
            entry = first[slot]
            first[slot] = entry_next[entry]
            node = entry_node[entry]
            if settled[node] or int(costs[node] / width) != slot:
                continue
            settled[node] = True
            i, j = node % nx, node // nx
            for k in range(LEGS):
                i2, j2 = i + STEPS_X[k], j + STEPS_Y[k]
                if not (0 <= i2 < nx and 0 <= j2 < ny):
                    continue
                if math.isnan(legs[node, k]):
                    measure_leg(i, j, k, xs, ys, around, lie, inch_costs, climb, cuts, near, found, legs, paved)
                if math.isinf(legs[node, k]) or (only_paved and not paved[node, k]):
                    continue
                other = j2 * nx + i2
                cost = costs[node] + legs[node, k]
                if cost > budget + 1e-9 or cost >= costs[other]:
                    continue
                if close[node]:
                    found[INCHES] = 0.0
                    if not past_bases(xs[i], ys[j], xs[i2], ys[j2], bases, found):
                        continue
                    cost += found[INCHES]
                    if cost > budget + 1e-9 or cost >= costs[other]:
                        continue
                costs[other], before[other] = cost, node
                if entries == len(entry_node):
                    entry_node = np.concatenate((entry_node, entry_node))
                    entry_next = np.concatenate((entry_next, entry_next))
                later = int(cost / width)
                entry_node[entries], entry_next[entries] = other, first[later]
                first[later] = entries
                entries += 1


@compiled
def _close_to(xs: Floats, ys: Floats, bases: Floats) -> Flags:
    """The nodes from which a leg may come near one of these bases."""
    nx, ny = len(xs), len(ys)
    close = np.zeros(nx * ny, dtype=np.bool_)
    for b in range(len(bases)):
        reach = bases[b, 2] + WIDEST
        for j in range(ny):
            if abs(ys[j] - bases[b, 1]) <= reach:
                for i in range(nx):
                    if abs(xs[i] - bases[b, 0]) <= reach:
                        close[j * nx + i] = True
    return close


@compiled
def first_legs(
    px: float,
    py: float,
    xs: Floats,
    ys: Floats,
    around: Outlines,
    lie: Floats,
    costs: Floats,
    climb: Floats,
    bases: Floats,
    nodes: Ints,
    begun: Floats,
) -> int:
    """The nodes about a place that is none, and what the leg to each costs; how many there are."""
    cuts, near, found = np.empty(256), np.empty(len(lie), dtype=np.int64), np.empty(6)
    nx, count = len(xs), 0
    i0 = int((px - xs[0]) / (xs[1] - xs[0]))
    j0 = int((py - ys[0]) / (ys[1] - ys[0]))
    for j in range(max(0, j0 - 1), min(len(ys), j0 + 3)):
        for i in range(max(0, i0 - 1), min(nx, i0 + 3)):
            if count == len(nodes):
                return count
            cost = edge_cost(px, py, xs[i], ys[j], around, lie, costs, climb, cuts, near, found)
            if not math.isinf(cost):
                found[INCHES] = cost
                if past_bases(px, py, xs[i], ys[j], bases, found):
                    nodes[count], begun[count] = j * nx + i, found[INCHES] + climb[2] * climb[0]
                    count += 1
    return count


@compiled
def leaps(
    px: float,
    py: float,
    base: float,
    clears: float,
    climb_cost: float,
    above_ground: float,
    budget: float,
    xs: Floats,
    ys: Floats,
    stands: Flags,
    levels: Floats,
    outlines: Outlines,
    lie: Floats,
    costs: Floats,
    before: Ints,
    start: int,
) -> None:
    """What a straight way through the air from p to each node costs, where that is less than it costs already.

    What came before such a node is then this start.

    It begins at the height `base`, and may go over nothing higher than `clears`. With a `climb_cost` it flies, so high
    above the ground, and pays for each inch up and down; else it jumps, and must be able to stand where it lands.
    """
    nx = len(xs)
    for j in range(len(ys)):
        if abs(ys[j] - py) > budget:
            continue
        for i in range(nx):
            node = j * nx + i
            cost = math.sqrt((xs[i] - px) ** 2 + (ys[j] - py) ** 2)
            if cost > budget + 1e-9 or cost >= costs[node] or (climb_cost == 0.0 and not stands[node]):
                continue
            end = levels[node] + above_ground
            highest = highest_below(px, py, xs[i], ys[j], outlines, lie, max(base, end))
            if highest > clears + 1e-9:
                continue
            cost += climb_cost * ((highest - base) + (highest - end))
            if cost <= budget + 1e-9 and cost < costs[node]:
                costs[node], before[node] = cost, start


@compiled
def strike_out_ends(
    xs: Floats, ys: Floats, radius: float, wide: float, deep: float, bases: Floats, costs: Floats
) -> None:
    """Nobody ends off the table or on another's base."""
    nx = len(xs)
    for j in range(len(ys)):
        for i in range(nx):
            if xs[i] < radius or xs[i] > wide - radius or ys[j] < radius or ys[j] > deep - radius:
                costs[j * nx + i] = FAR
    for b in range(len(bases)):
        for j in range(len(ys)):
            if abs(ys[j] - bases[b, 1]) < bases[b, 2]:
                for i in range(nx):
                    if (xs[i] - bases[b, 0]) ** 2 + (ys[j] - bases[b, 1]) ** 2 < bases[b, 2] ** 2:
                        costs[j * nx + i] = FAR


@compiled
def straighten(
    path: Floats,
    only_paved: bool,
    around: Outlines,
    lie: Floats,
    costs: Floats,
    climb: Floats,
    bases: Floats,
    kept: Ints,
) -> int:
    """The points of a way that are needed: corners are cut where that costs no more; how many are kept."""
    cuts, near, found = np.empty(256), np.empty(len(lie), dtype=np.int64), np.empty(6)
    last = len(path) - 1
    spent = np.zeros(len(path))
    for k in range(last):
        cost = edge_cost(
            path[k, 0], path[k, 1], path[k + 1, 0], path[k + 1, 1], around, lie, costs, climb, cuts, near, found
        )
        found[INCHES] = cost
        past_bases(path[k, 0], path[k, 1], path[k + 1, 0], path[k + 1, 1], bases, found)
        spent[k + 1] = spent[k] + found[INCHES]
    kept[0], count, at = 0, 1, 0
    while at < last:
        to = last
        while to > at + 1:
            found_cost = edge_cost(
                path[at, 0], path[at, 1], path[to, 0], path[to, 1], around, lie, costs, climb, cuts, near, found
            )
            on_road = found[PAVED_INCHES] + 1e-6 >= found[GONE]
            if not math.isinf(found_cost) and (on_road or not only_paved):
                found[INCHES] = found_cost
                free = past_bases(path[at, 0], path[at, 1], path[to, 0], path[to, 1], bases, found)
                if free and found[INCHES] <= spent[to] - spent[at] + 1e-9:
                    break
            to -= 1
        kept[count] = to
        count += 1
        at = to
    return count
