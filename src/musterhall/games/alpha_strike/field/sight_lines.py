"""Lines of sight past terrain and models, compiled: how much of a model is seen, and through how much wood.

A model is a cylinder. From the eye of whoever looks, everything high in between throws a shadow on it; what
rises above the shadow is seen. Three lines are looked along, to the middle of the model and near either side.
"""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.alpha_strike.field.ground import GRADE, RAISES, TOP, cuts_of, depth
from musterhall.geometry import Floats, Ints, Outlines, contains, in_box, misses

SEEN, LIGHT, HEAVY, THICKEST, HIDDEN_BY, WET, BEHIND, FIGURES = range(8)
"""What `look` writes down: the share of the model that is seen, inches of light and of heavy woods on the way, the
thickest woods that count, the piece with the longest shadow, -1 for none, how deep in water the model stands, and the
row of the other model with a longer shadow than any piece's, -1 for none. The last is how many figures these are."""
WHOSE = 4
"""The column of a model that says whose it is."""
SIDES = (0.0, 0.8, -0.8)
"""How far beside the middle, in radii, each line goes."""
PASSED_BY = 1e-6


@compiled
def shadow(
    eye: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    outlines: Outlines,
    s: int,
    top: float,
    cuts: Floats,
) -> float:
    """How high the shadow of a piece reaches at b, for an eye of that height at a; minus infinity beside it."""
    highest = -np.inf
    count = cuts_of(outlines, s, ax, ay, bx, by, cuts, 0)
    cuts[count] = 1.0
    last = 0.0
    for k in range(count + 1):
        if cuts[k] > last + PASSED_BY:
            middle = (last + cuts[k]) / 2
            if contains(outlines, s, ax + (bx - ax) * middle, ay + (by - ay) * middle):
                if last > PASSED_BY:
                    highest = max(highest, eye + (top - eye) / last)
                highest = max(highest, eye + (top - eye) / cuts[k])
            last = cuts[k]
    return highest


@compiled
def look(
    ax: float,
    ay: float,
    eye: float,
    bx: float,
    by: float,
    base: float,
    height: float,
    radius: float,
    outlines: Outlines,
    lie: Floats,
    models: Floats,
    own_woods: bool,
    found: Floats,
) -> None:
    """3 What an eye at a sees of a model at b; `models` are those that block sight: x, y, radius, top.

    `own_woods` says whether woods about the eye alone count against an attack.
    """
    found[:] = 0.0
    found[HIDDEN_BY] = -1.0
    found[BEHIND] = -1.0
    cuts = np.empty(128)
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if length < PASSED_BY:
        found[SEEN] = 1.0
        return
    across_x, across_y = -(by - ay) / length, (bx - ax) / length
    worst = -np.inf
    for side in SIDES:
        px, py = bx + across_x * side * radius, by + across_y * side * radius
        hidden = base
        for s in range(len(lie)):
            if lie[s, TOP] <= 0.0 or misses(ax, ay, px, py, outlines, s):
                continue
            if lie[s, GRADE] > 0.0:
                if side == 0.0:
                    counts = own_woods or not contains(outlines, s, ax, ay) or contains(outlines, s, bx, by)
                    aim = base + height / 2
                    _through_woods(eye, ax, ay, px, py, aim, length, outlines, lie, s, counts, cuts, found)
                continue
            if lie[s, RAISES] == 0.0 and (contains(outlines, s, ax, ay) or contains(outlines, s, bx, by)):
                continue
            high = shadow(eye, ax, ay, px, py, outlines, s, lie[s, TOP], cuts)
            if high > hidden:
                hidden = high
            if high > worst and high > base + 1e-6:
                worst = high
                found[HIDDEN_BY] = s
        for m in range(len(models)):
            high = _model_shadow(eye, ax, ay, px, py, models, m)
            hidden = max(hidden, high)
            if high > worst and high > base + 1e-6:
                worst = high
                found[BEHIND] = m
        found[SEEN] += min(1.0, max(0.0, (base + height - hidden) / height)) / len(SIDES)


@compiled
def _model_shadow(eye: float, ax: float, ay: float, bx: float, by: float, models: Floats, m: int) -> float:
    """How high the shadow of another model reaches at b."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = ((models[m, 0] - ax) * dx + (models[m, 1] - ay) * dy) / square
    if t <= PASSED_BY or t >= 1.0:
        return -np.inf
    off = (ax + t * dx - models[m, 0]) ** 2 + (ay + t * dy - models[m, 1]) ** 2
    if models[m, 2] <= 0.0 or off >= models[m, 2] ** 2:
        return -np.inf
    return float(eye + (models[m, 3] - eye) / t)


@compiled
def _through_woods(
    eye: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    aim: float,
    length: float,
    outlines: Outlines,
    lie: Floats,
    s: int,
    counts: bool,
    cuts: Floats,
    found: Floats,
) -> None:
    """3 Add the inches of woods that a line goes through below their tops; `aim` is the height it ends at."""
    count = cuts_of(outlines, s, ax, ay, bx, by, cuts, 0)
    cuts[count] = 1.0
    last = 0.0
    for k in range(count + 1):
        if cuts[k] > last + PASSED_BY:
            middle = (last + cuts[k]) / 2
            inside = contains(outlines, s, ax + (bx - ax) * middle, ay + (by - ay) * middle)
            if inside and eye + (aim - eye) * middle < lie[s, TOP]:
                inches = (cuts[k] - last) * length
                if lie[s, GRADE] > 1.0:
                    found[HEAVY] += inches
                else:
                    found[LIGHT] += inches
                if counts:
                    found[THICKEST] = max(found[THICKEST], lie[s, GRADE])
            last = cuts[k]


@compiled
def look_all(
    a: int,
    others: Ints,
    x: Floats,
    y: Floats,
    level: Floats,
    heights: Floats,
    radius: Floats,
    outlines: Outlines,
    lie: Floats,
    models: Floats,
    own_woods: bool,
    found: Floats,
) -> None:
    """The same for one unit that looks at many, a row of `found` for each of them.

    `models` say besides whose they are: nobody hides himself, and others hide him.
    """
    for k in range(len(others)):
        b = others[k]
        itself = -1
        for m in range(len(models)):
            if models[m, WHOSE] == b:
                itself = m
                models[m, 2] = -models[m, 2]
        look(
            x[a],
            y[a],
            level[a] + heights[a],
            x[b],
            y[b],
            level[b],
            heights[b],
            radius[b],
            outlines,
            lie,
            models,
            own_woods,
            found[k],
        )
        if itself >= 0:
            models[itself, 2] = -models[itself, 2]
        found[k, WET] = depth(outlines, lie, x[b], y[b])


@compiled
def thickest_woods_at(outlines: Outlines, lie: Floats, x: float, y: float) -> float:
    """How thick the woods are that a point lies in; 0 where there are none."""
    thickest = 0.0
    for s in range(len(lie)):
        if lie[s, GRADE] > thickest and in_box(outlines, s, x, y) and contains(outlines, s, x, y):
            thickest = lie[s, GRADE]
    return thickest
