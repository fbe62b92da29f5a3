"""What agents work out again and again, compiled: which attack promises most, and whether a line of fire is open."""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.age_of_destruction.field.bases import FACING, X, Y, base_gap, line_gap
from musterhall.games.age_of_destruction.lines.tracing import CROSSES, stretches
from musterhall.geometry import Flags, Floats, Ints, Outlines, contains

(
    SPEED,
    ATTACK,
    DEFENSE,
    DAMAGE,
    SECONDARY,
    LEAST,
    MOST,
    ARC,
    CLICK_WORTH,
    LIVE,
    LEFT,
    PRIZE,
    WEAPON,
    PIERCES,
    SOFT_BALLISTIC,
    SOFT_ENERGY,
    SOFT_MELEE,
    TYPE,
    ROOM,
    CRUISES,
    PUSH,
) = range(21)
"""The columns of a unit's figures. ARC is half its front arc in degrees; CLICK_WORTH the points of one click;
LIVE the clicks it has until it is no use any more and LEFT until it is gone; PRIZE what it is worth to bring it there;
SOFT_* the damage that its armor takes off by weapon; ROOM how much heat it bears until it shuts down; PUSH what another
order costs it, in points."""
INFANTRY, VEHICLE, MECH = range(3)
MELEE = 2
"""The WEAPON of close attacks."""
RANGED, CLOSE, ASSAULT, CHARGE, RAM = range(5)
"""Ways to attack; ASSAULT is to come into range or to turn, and then fire."""
WORTH, WAY, UNIT, FOE, INCHES, TO_X, TO_Y, TO_FACING = range(8)
"""The columns of what `best_attack` finds."""
CHANCES = np.array([35, 35, 35, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1]) / 36.0
"""That 2d6 come to so much or more; two ones always fail and two sixes always succeed."""
TOUCH = 0.02
INSIDE = 1.0
"""How far inside its range a unit goes."""
OWN_CLICK = 1.0
"""What a click of its own costs in a charge or a ram, in what a click of it is worth."""


@compiled
def best_attack(
    bases: Floats, figures: Floats, own: Ints, foes: Ints, outlines: Outlines, tall: Flags, tried: Flags, best: Floats
) -> None:
    """The attack of all that promises most, by points; `tried` are those that were refused. WORTH is 0 for none."""
    best[WORTH] = 0.0
    for at in range(len(own)):
        i = own[at]
        touching = touches_any(bases, figures, i, foes)
        for to in range(len(foes)):
            t = foes[to]
            gap = base_gap(bases, i, t)
            dx, dy = bases[t, X] - bases[i, X], bases[t, Y] - bases[i, Y]
            facing = math.atan2(dy, dx) * 180.0 / math.pi
            ahead = abs((facing - bases[i, FACING] + 180.0) % 360.0 - 180.0) <= figures[i, ARC]
            inches, way = 0.0, RANGED
            if touching:
                way = CLOSE if ahead else ASSAULT
                if gap > TOUCH or figures[t, CRUISES] > 0.0:
                    continue
            elif gap < figures[i, LEAST]:
                continue
            else:
                inches = max(0.0, gap - figures[i, MOST])
                if inches > 0.0 or not ahead:
                    way = ASSAULT
                if inches > 0.0:
                    inches = min(figures[i, SPEED] - 0.05, inches + INSIDE)
            usual = way if not touching else CLOSE
            if way != CLOSE and figures[i, ROOM] <= 1.0:
                continue
            if gap - inches <= figures[i, MOST] and not tried[at, to, way]:
                worth = promise(figures, i, t, usual)
                if worth > best[WORTH]:
                    long = math.sqrt(dx * dx + dy * dy)
                    x, y = bases[i, X] + dx / long * inches, bases[i, Y] + dy / long * inches
                    if touching or is_open(bases, figures, outlines, tall, i, t, x, y):
                        best[WORTH], best[WAY], best[UNIT], best[FOE] = worth, way, at, to
                        best[INCHES], best[TO_X], best[TO_Y], best[TO_FACING] = inches, x, y, facing
            run = RAM if figures[i, TYPE] == VEHICLE else CHARGE
            factor = 2.0 if run == CHARGE else 1.0
            fit = figures[i, TYPE] != INFANTRY and figures[i, CRUISES] == 0.0 and figures[t, CRUISES] == 0.0
            if fit and not touching and gap <= factor * figures[i, SPEED] - 0.1 and not tried[at, to, run]:
                worth = promise(figures, i, t, run)
                if worth > best[WORTH] and (run == RAM or figures[i, ROOM] > 2.0):
                    best[WORTH], best[WAY], best[UNIT], best[FOE] = worth, run, at, to


@compiled
def promise(figures: Floats, i: int, t: int, way: int) -> float:
    """The points that an attack may be expected to take, less what it costs."""
    needs = int(figures[t, DEFENSE] - figures[i, ATTACK])
    chance = CHANCES[min(12, max(0, needs))]
    damage, cost = figures[i, DAMAGE], figures[i, PUSH]
    if way in (CHARGE, RAM):
        damage = figures[i, SECONDARY] + 1.0 if way == CHARGE else 2.0
        cost += chance * OWN_CLICK * figures[i, CLICK_WORTH]
        if figures[i, LIVE] <= 1.0:
            return 0.0
    elif figures[i, PIERCES] == 0.0:
        weapon = MELEE if way == CLOSE else int(figures[i, WEAPON])
        damage -= figures[t, SOFT_BALLISTIC + weapon]
    if damage <= 0.0:
        return 0.0
    out = figures[t, LIVE] if figures[t, LIVE] > 0.0 else figures[t, LEFT]
    taken = min(damage, figures[t, LEFT]) * figures[t, CLICK_WORTH] + (figures[t, PRIZE] if damage >= out else 0.0)
    return float(chance * taken - cost)


@compiled
def touches_any(bases: Floats, figures: Floats, i: int, foes: Ints) -> bool:
    """Whether a unit is in base contact with any of these."""
    if figures[i, CRUISES] > 0.0:
        return False
    for t in foes:  # noqa: SIM110 (there is no any() in compiled code)
        if figures[t, CRUISES] == 0.0 and base_gap(bases, i, t) <= TOUCH:
            return True
    return False


@compiled
def is_open(
    bases: Floats, figures: Floats, outlines: Outlines, tall: Flags, i: int, t: int, x: float, y: float
) -> bool:
    """Roughly whether a unit could fire at another from a place: no tall terrain and no base in between."""
    if figures[i, CRUISES] > 0.0 or figures[t, CRUISES] > 0.0:
        return True
    tx, ty = bases[t, X], bases[t, Y]
    mech = figures[i, TYPE] == MECH or figures[t, TYPE] == MECH
    for j in range(len(bases)):
        if j in (i, t) or bases[j, X] < 0.0 or figures[j, CRUISES] > 0.0 or figures[j, LEFT] <= 0.0:
            continue
        if (figures[j, TYPE] == MECH or not mech) and line_gap(bases, j, x, y, tx, ty) < -CROSSES:
            return False
    cuts, inside = np.empty(128), np.empty(256)
    for s in range(len(outlines)):
        stands_on = contains(outlines, s, x, y) or contains(outlines, s, tx, ty)
        if tall[s] and not stands_on and stretches(outlines, s, x, y, tx, ty, cuts, inside):
            return False
    return True
