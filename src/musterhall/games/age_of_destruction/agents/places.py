"""Places that a unit can go to, compiled: what can be done from each, what may come back, and what it opens."""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.age_of_destruction.agents.weighing import (
    ARC,
    ATTACK,
    CHANCES,
    CHARGE,
    CLICK_WORTH,
    CRUISES,
    DAMAGE,
    DEFENSE,
    LEAST,
    LEFT,
    LIVE,
    MECH,
    MOST,
    PIERCES,
    PRIZE,
    PUSH,
    RANGED,
    SECONDARY,
    SOFT_BALLISTIC,
    SPEED,
    TYPE,
    WEAPON,
    is_open,
)
from musterhall.games.age_of_destruction.field.bases import FACING, X, Y, base_gap
from musterhall.games.age_of_destruction.lines.tracing import stretches
from musterhall.geometry import Flags, Floats, Ints, Outlines, contains

GIVEN, TARGET, TAKEN, OPENS, READY = range(5)
"""What is found of a place: the best attack from there and whom it is on (-1 for nobody), what the enemy may do to a
unit there, what it may come to attack from there in time, and what it could attack with its very next order."""
SECOND, THIRD = 0.6, 0.35
"""How much the enemy's second and third best attack on one unit count beside the best: orders are few."""
FAR_OFF = 24.0
"""Inches beyond reach at which an attack is no prospect any more."""
MOVES_FIRST = 0.9
"""How much an attack counts that the enemy has to move for."""


@compiled
def weigh_places(
    places: Floats,
    i: int,
    bases: Floats,
    figures: Floats,
    foes: Ints,
    ready: Floats,
    outlines: Outlines,
    tall: Flags,
    woods: Flags,
    rear: float,
    found: Floats,
) -> None:
    """`ready` is how likely each enemy is to be given an order; `rear` what an attack from behind adds."""
    moved = bases.copy()
    cuts, inside = np.empty(128), np.empty(256)
    for k in range(len(places)):
        x, y = places[k, 0], places[k, 1]
        moved[i, X], moved[i, Y] = x, y
        cover = 0.0
        for s in range(len(outlines)):
            if (woods[s] or tall[s]) and figures[i, CRUISES] == 0.0 and contains(outlines, s, x, y):
                cover = 1.0
        found[k, GIVEN], found[k, TARGET], found[k, OPENS], found[k, READY] = 0.0, -1.0, 0.0, 0.0
        first, second, third = 0.0, 0.0, 0.0
        for at in range(len(foes)):
            t = foes[at]
            dx, dy = bases[t, X] - x, bases[t, Y] - y
            facing = math.atan2(dy, dx) * 180.0 / math.pi
            moved[i, FACING] = facing
            gap = max(0.0, base_gap(moved, i, t))
            # What it gives
            best = figures[i, LIVE] > 0.0 and strike(figures, i, t, RANGED, 0.0, 0.0)
            beyond = gap - figures[i, MOST] - figures[i, SPEED]
            found[k, OPENS] = max(found[k, OPENS], best * min(1.0, max(0.0, 1.0 - beyond / FAR_OFF)))
            if beyond <= 0.0:
                found[k, READY] = max(found[k, READY], best)
            if figures[i, LEAST] <= gap <= figures[i, MOST] and best > 0.0:
                behind = abs((facing + 180.0 - bases[t, FACING] + 180.0) % 360.0 - 180.0) > figures[t, ARC]
                harder = hindered(outlines, woods, bases, figures, i, t, x, y, cuts, inside)
                best = strike(figures, i, t, RANGED, rear if behind else 0.0, harder)
                if best > found[k, GIVEN] and is_open(bases, figures, outlines, tall, i, t, x, y):
                    found[k, GIVEN], found[k, TARGET] = best, at
            # What it takes
            back = 0.0
            if figures[t, LIVE] > 0.0 and ready[at] > 0.0:
                if gap <= figures[t, MOST]:
                    back = strike(figures, t, i, RANGED, 0.0, cover)
                elif gap <= figures[t, MOST] + figures[t, SPEED]:
                    back = MOVES_FIRST * strike(figures, t, i, RANGED, 0.0, cover)
                if figures[t, TYPE] == MECH and gap <= 2 * figures[t, SPEED] and figures[i, CRUISES] == 0.0:
                    back = max(back, 0.7 * strike(figures, t, i, CHARGE, 0.0, 0.0))
                back = max(0.0, back - figures[t, PUSH]) * ready[at]
            if back > first:
                first, second, third = back, first, second
            elif back > second:
                second, third = back, second
            elif back > third:
                third = back
        found[k, TAKEN] = first + SECOND * second + THIRD * third


@compiled
def strike(figures: Floats, i: int, t: int, way: int, easier: float, harder: float) -> float:
    """The points that an attack of one unit on another may be expected to take."""
    needs = int(figures[t, DEFENSE] + harder - figures[i, ATTACK] - easier)
    if figures[t, CRUISES] > 0.0 and figures[i, CRUISES] == 0.0:
        needs += 1
    chance = CHANCES[min(12, max(0, needs))]
    damage = figures[i, DAMAGE]
    if way == CHARGE:
        damage = figures[i, SECONDARY] + 1.0
    elif figures[i, PIERCES] == 0.0:
        damage -= figures[t, SOFT_BALLISTIC + int(figures[i, WEAPON])]
    if damage <= 0.0:
        return 0.0
    out = figures[t, LIVE] if figures[t, LIVE] > 0.0 else figures[t, LEFT]
    prize = figures[t, PRIZE] if damage >= out else figures[t, PRIZE] * 0.5 * damage / out
    return float(chance * (min(damage, figures[t, LEFT]) * figures[t, CLICK_WORTH] + prize))


@compiled
def hindered(
    outlines: Outlines,
    woods: Flags,
    bases: Floats,
    figures: Floats,
    i: int,
    t: int,
    x: float,
    y: float,
    cuts: Floats,
    inside: Floats,
) -> float:
    """What hindering terrain on the line adds to the target's defense, roughly."""
    above = figures[i, CRUISES] > 0.0 or figures[t, CRUISES] > 0.0
    for s in range(len(outlines)):
        if not woods[s]:
            continue
        if contains(outlines, s, bases[t, X], bases[t, Y]) and figures[t, CRUISES] == 0.0:
            return 1.0
        if not above and stretches(outlines, s, x, y, bases[t, X], bases[t, Y], cuts, inside):
            return 1.0
    return 0.0
