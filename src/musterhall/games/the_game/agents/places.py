"""Where the units of a formation stand: so far apart that no barrage finds them all, and in cover if there is some."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.the_game.agents.situation import cover_gain
from musterhall.games.the_game.basics.generalities import cohesion_gap, cohesion_range
from musterhall.games.the_game.field.field import Field
from musterhall.games.the_game.movement.ground import IMPASSABLE, worst_effect
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Flags, Floats, Ints, Outlines, Point

OPEN_ORDER = 6.0
"""1.7.4 So far apart, a concentrated barrage of 15 cm covers about five units."""
WIDE_ORDER = 9.0
"""The few guns of a battery stand as far apart as this, and two of them fit under one barrage."""
BUNCHED = 4.5
"""A formation whose units are nearer to their neighbours than this opens out."""
COVER, CROWD, ASIDE = 1.0, 0.5, 0.06
"""What a place is worth: each point of cover, each comrade too near, each centimetre from where one was to go."""
ELBOW_ROOM = 4.0


def bunched(x: Floats, y: Floats) -> bool:
    """1.7.4 Do the units stand so close that one barrage would find most of them?"""
    return len(x) > 3 and float(_neighbours(x, y)) < BUNCHED


@compiled
def _neighbours(x: Floats, y: Floats) -> float:
    """How far the nearest comrade is, on average."""
    total = 0.0
    for i in range(len(x)):
        nearest = 1e9
        for j in range(len(x)):
            if i != j:
                nearest = min(nearest, (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2)
        total += math.sqrt(nearest)
    return total / len(x)


def open_order(
    position: Position, formation: Formation, units: Ints, middle: Point, ahead: Point, width: float = math.inf
) -> tuple[Floats, Floats]:
    """1.1.3 Places in ranks across the way to the enemy (`ahead`, a unit vector), as wide as cohesion lets them."""
    wide = min(0.75 * cohesion_range(position, formation), width)
    abreast = min(len(units), max(1, int(wide / OPEN_ORDER) + 1))
    apart = min(WIDE_ORDER, max(OPEN_ORDER, wide / max(1, abreast - 1)))
    x, y = position.x[units], position.y[units]
    forward, across = x * ahead[0] + y * ahead[1], x * -ahead[1] + y * ahead[0]
    places_x, places_y = np.empty(len(units)), np.empty(len(units))
    order = np.argsort(-forward, kind="stable")
    ranks = [order[start : start + abreast] for start in range(0, len(units), abreast)]
    for number, rank in enumerate(ranks):
        files = rank[np.argsort(across[rank], kind="stable")]
        side = (np.arange(len(files)) - (len(files) - 1) / 2) * apart
        back = ((len(ranks) - 1) / 2 - number) * OPEN_ORDER
        places_x[files] = middle[0] + back * ahead[0] - side * ahead[1]
        places_y[files] = middle[1] + back * ahead[1] + side * ahead[0]
    return places_x, places_y


def drawn_together(
    position: Position, formation: Formation, units: Ints, x: Floats, y: Floats
) -> tuple[Floats, Floats]:
    """1.1.3 The same places, drawn in about their middle until the formation would be in cohesion."""
    trial_x, trial_y = position.x.copy(), position.y.copy()
    middle = (float(x.sum()) / len(x), float(y.sum()) / len(y))
    for share in (1.0, 0.85, 0.7):
        trial_x[units], trial_y[units] = middle[0] + share * (x - middle[0]), middle[1] + share * (y - middle[1])
        if cohesion_gap(position, formation, trial_x, trial_y) is None:
            break
    return trial_x[units], trial_y[units]


def into_cover(
    position: Position, units: Ints, to_x: Floats, to_y: Floats, reach: Floats, keep: Flags
) -> tuple[Floats, Floats]:
    """1.6.2 The same places, each a few steps aside where that is in cover and not on top of a comrade.

    `reach` is how far each unit can go; those in `keep` go exactly where they were to go.
    """
    still = position.field
    starts, ends = np.array([position.x[units], position.y[units]]), np.array([to_x, to_y])
    gain, effects = cover_gain(still)[units], still.effects[units]
    corner = (float(still.table.width), float(still.table.depth))
    _into_cover(starts, reach, keep, gain, effects, still.ground.outlines, corner, _ASIDE, ends)
    return ends[0], ends[1]


_ASIDE = np.array(
    [(0.0, 0.0)]
    + [(r * math.cos(n * math.pi / 4), r * math.sin(n * math.pi / 4)) for r in (3.0, 6.0, 9.0) for n in range(8)]
)
"""Steps aside: none, and three rings of eight."""


@compiled
def _into_cover(
    starts: Floats,
    reach: Floats,
    keep: Flags,
    gain: Ints,
    effects: Ints,
    ground: Outlines,
    corner: Point,
    aside: Floats,
    ends: Floats,
) -> None:
    """Places are [x or y, unit], and `corner` is the far corner of the table."""
    for i in range(len(reach)):
        if keep[i]:
            continue
        best = -1e9
        to_x, to_y = ends[0, i], ends[1, i]
        for step in range(len(aside)):
            x = min(max(to_x + aside[step, 0], 0.0), corner[0])
            y = min(max(to_y + aside[step, 1], 0.0), corner[1])
            too_far = (x - starts[0, i]) ** 2 + (y - starts[1, i]) ** 2 > reach[i] ** 2
            if step > 0 and too_far:
                continue
            if worst_effect(x, y, effects[i], ground) == IMPASSABLE:
                continue
            value = COVER * worst_effect(x, y, gain[i], ground)
            value -= ASIDE * math.sqrt(aside[step, 0] ** 2 + aside[step, 1] ** 2)
            for j in range(i):
                if (x - ends[0, j]) ** 2 + (y - ends[1, j]) ** 2 < ELBOW_ROOM**2:
                    value -= CROWD
            if value > best:
                best = value
                ends[0, i], ends[1, i] = x, y


def cover_about(still: Field, unit: int, places: Sequence[Point]) -> float:
    """1.6.2 What the ground at these places adds to this unit's defence, on average."""
    return _average(still, cover_gain(still)[unit], places)


def hindrance_about(still: Field, unit: int, places: Sequence[Point]) -> float:
    """1.6.2 What the ground at these places does to this unit's move, on average: difficult 1, impassable 2."""
    return _average(still, still.effects[unit], places)


def _average(still: Field, effects: Ints, places: Sequence[Point]) -> float:
    at = np.array(places, dtype=np.float64)
    return float(_sum(at, effects, still.ground.outlines)) / len(places)


@compiled
def _sum(at: Floats, effects: Ints, ground: Outlines) -> int:
    total = 0
    for i in range(len(at)):
        total += worst_effect(at[i, 0], at[i, 1], effects, ground)
    return total
