"""What agents work out thousands of times, compiled: places to go to, and what each place gives and takes."""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.alpha_strike.field.ground import KIND, TOUCH, how_far, level
from musterhall.games.alpha_strike.field.sight_lines import HEAVY, LIGHT, SEEN, THICKEST, look, thickest_woods_at
from musterhall.geometry import Floats, Ints, Outlines, contains, in_box

X, Y, MODE, INCHES = range(4)
"""The columns of a place to go to."""
STAND, WALK, LEAP, DASH = range(4)
"""How a unit gets there: it stays, goes, jumps, sprints."""
FOE_X, FOE_Y, FOE_RADIUS, FOE_LEVEL, FOE_HEIGHT, FOE_TMM, FOE_SHORT, FOE_MEDIUM, FOE_LONG, FOE_SKILL, FOE_WORTH = range(
    11
)
"""The columns of an enemy: where it stands, how hard it is to hit, its damage by range, what its own dice need before
range and movement, and what a point of damage to it is worth."""
OWN_TMM_WALK, OWN_TMM_LEAP, OWN_SHORT, OWN_MEDIUM, OWN_LONG, OWN_SKILL, OWN_STAND, OWN_LEAP, OWN_HEIGHT, OWN_RADIUS = (
    range(10)
)
"""The same of the unit that looks for a place; OWN_STAND and OWN_LEAP are what it adds to its own number when it
stands still or jumps."""
GIVEN, TAKEN, NEAREST, WOODS, LEAST, TARGET = range(6)
"""What is found of a place: the best that can be done from there, what all enemies do to it on average, how near the
nearest is, how thick the woods are, how near the goal is, and whom the best is done to, -1 for nobody."""
CHANCES = np.array(
    [1.0, 1.0, 1.0, 35 / 36, 33 / 36, 30 / 36, 26 / 36, 21 / 36, 15 / 36, 10 / 36, 6 / 36, 3 / 36, 1 / 36]
)
"""That 2D6 come to so much or more."""
SHORT_TO, MEDIUM_TO, LONG_TO = 6.0, 24.0, 42.0
ROUNDING = 0.03
"""Places are kept to a hundredth of an inch; so much less than the whole way is safe."""
RAYS, NO_LIMIT = 16, 1000.0
"""In how many directions a unit looks for places, and how far in each."""
SEEN_OF_IT = 8
"""Room for what `look` writes down."""
HIDDEN_BELOW, COVERED_TO = 1 / 3, 2 / 3
FRONT_OF_WOODS = 6.0


@compiled
def chance(number: float) -> float:
    """That 2D6 come to this number or more."""
    if number > 12.0:
        return 0.0
    return float(CHANCES[max(2, int(number))])


@compiled
def foes_of(ids: Ints, moved: Ints, figures: Floats, tmm: Floats, xs: Floats, ys: Floats, levels: Floats) -> Floats:
    """The rows of these enemies, where they stand now and by how each has moved."""
    rows = np.empty((len(ids), figures.shape[1]))
    for f in range(len(ids)):
        unit = ids[f]
        rows[f] = figures[unit]
        rows[f, FOE_X], rows[f, FOE_Y], rows[f, FOE_LEVEL] = xs[unit], ys[unit], levels[unit]
        rows[f, FOE_TMM] = tmm[unit, moved[f]]
    return rows


@compiled
def nearest_of(foes: Floats, x: float, y: float) -> tuple[int, float]:
    """The nearest enemy's row, and how far away it is."""
    best, least = -1, np.inf
    for f in range(len(foes)):
        apart = math.hypot(foes[f, FOE_X] - x, foes[f, FOE_Y] - y)
        if apart < least:
            best, least = f, apart
    return best, least


@compiled
def promises(
    x: float, y: float, east: float, south: float, all_round: bool, moved: float, own: Floats, foes: Floats
) -> Floats:
    """What a unit that faces so far east and south may expect of firing at each enemy, before sight is looked at."""
    found = np.zeros(len(foes))
    for f in range(len(foes)):
        dx, dy = foes[f, FOE_X] - x, foes[f, FOE_Y] - y
        apart = math.hypot(dx, dy) - own[FOE_RADIUS] - foes[f, FOE_RADIUS]
        if apart <= LONG_TO and (all_round or dx * east + dy * south >= -1e-9):
            bracket = 0 if apart <= SHORT_TO else (1 if apart <= MEDIUM_TO else 2)
            number = own[FOE_SKILL] + moved + foes[f, FOE_TMM] + 2 * bracket
            found[f] = own[FOE_SHORT + bracket] * chance(number) * foes[f, FOE_WORTH]
    return found


@compiled
def star(
    x: float,
    y: float,
    to_x: float,
    to_y: float,
    near: float,
    shares: Floats,
    inches: float,
    mode: int,
    around: Outlines,
    lie: Floats,
    costs: Floats,
    climb: Floats,
    bases: Floats,
    others: Floats,
    edges: Floats,
    places: Floats,
    count: int,
) -> int:
    """Add the places that lie in straight lines about a point, and on the way to another; how many there are then.

    On that way it goes no farther than there, and once to where it is just `near`. `others` is whose bases one may
    not end on, `edges` the part of the table that the base's middle has to stay in.
    """
    far, towards = math.hypot(to_x - x, to_y - y), math.atan2(to_y - y, to_x - x)
    height, cuts, near_pieces = level(around, lie, x, y) + climb[2], np.empty(256), np.empty(len(lie), dtype=np.int64)
    for k in range(RAYS + 2):
        angle = k * (math.pi * 2 / RAYS) if k < RAYS else towards
        limit = NO_LIMIT if k < RAYS else (far if k == RAYS else max(0.0, far - near + TOUCH / 2))
        east, south = math.cos(angle), math.sin(angle)
        reach = inches
        if mode != LEAP:
            ex, ey = x + east * inches, y + south * inches
            reach = how_far(x, y, ex, ey, inches, around, lie, costs, climb, bases, height, cuts, near_pieces)
        reach = min(reach - ROUNDING, limit)
        for share in shares:
            gone = reach * share
            if gone < 1.0 or count == len(places):
                continue
            ex, ey = round(x + east * gone, 2), round(y + south * gone, 2)
            if not (edges[0] <= ex <= edges[2] and edges[1] <= ey <= edges[3]):
                continue
            if _taken(ex, ey, others) or (mode == LEAP and _barred(ex, ey, around, lie, costs)):
                continue
            places[count, X], places[count, Y], places[count, MODE], places[count, INCHES] = ex, ey, mode, gone
            count += 1
    return count


@compiled
def _taken(x: float, y: float, others: Floats) -> bool:
    free = True
    for o in range(len(others)):
        free = free and (others[o, 0] - x) ** 2 + (others[o, 1] - y) ** 2 >= others[o, 2] ** 2
    return not free


@compiled
def _barred(x: float, y: float, around: Outlines, lie: Floats, costs: Floats) -> bool:
    for s in range(len(lie)):
        if math.isinf(costs[int(lie[s, KIND])]) and in_box(around, s, x, y) and contains(around, s, x, y):
            return True
    return False


@compiled
def look_about(
    places: Floats,
    count: int,
    foes: Floats,
    goal_x: float,
    goal_y: float,
    outlines: Outlines,
    lie: Floats,
    found: Floats,
) -> None:
    """The cheap part of weighing: how near the enemies and the goal are, and whether there are woods."""
    for p in range(count):
        x, y = places[p, X], places[p, Y]
        nearest = np.inf
        for f in range(len(foes)):
            apart = math.sqrt((foes[f, FOE_X] - x) ** 2 + (foes[f, FOE_Y] - y) ** 2) - 2 * foes[f, FOE_RADIUS]
            nearest = min(nearest, apart)
        found[p, NEAREST] = nearest
        found[p, LEAST] = math.sqrt((goal_x - x) ** 2 + (goal_y - y) ** 2)
        found[p, WOODS] = thickest_woods_at(outlines, lie, x, y)


@compiled
def off_the_mark(
    places: Floats,
    count: int,
    goal_x: float,
    goal_y: float,
    wanted: float,
    near: float,
    cover: float,
    outlines: Outlines,
    lie: Floats,
) -> Floats:
    """How many inches each place is off the distance that is wanted of the goal; woods make up for some of them."""
    off = np.empty(count)
    for p in range(count):
        x, y = places[p, X], places[p, Y]
        least = math.sqrt((goal_x - x) ** 2 + (goal_y - y) ** 2)
        off[p] = max(abs(least - wanted) - near, 0.0)
        if thickest_woods_at(outlines, lie, x, y) > 0:
            off[p] -= cover
        if places[p, MODE] == STAND:
            off[p] += 0.5
    return off


@compiled
def weigh(
    places: Floats,
    chosen: Ints,
    sight: bool,
    own: Floats,
    foes: Floats,
    bias: Floats,
    outlines: Outlines,
    lie: Floats,
    found: Floats,
) -> None:
    """What each of the chosen places gives and takes, as if all were seen or with what is really seen from there.

    `bias` is what else changes the numbers: to hit each enemy, and of each enemy to hit this unit.
    """
    seen, nobody = np.zeros(SEEN_OF_IT), np.empty((0, 4))
    seen[SEEN] = 1.0
    for c in range(len(chosen)):
        p = chosen[c]
        x, y, mode = places[p, X], places[p, Y], int(places[p, MODE])
        base = level(outlines, lie, x, y) if sight else 0.0
        moved = own[OWN_LEAP] if mode == LEAP else (own[OWN_STAND] if mode == STAND else 0.0)
        tmm = own[OWN_TMM_LEAP] if mode == LEAP else (0.0 if mode == STAND else own[OWN_TMM_WALK])
        given, taken, target = 0.0, 0.0, -1
        for f in range(len(foes)):
            apart = math.sqrt((foes[f, FOE_X] - x) ** 2 + (foes[f, FOE_Y] - y) ** 2)
            apart -= own[OWN_RADIUS] + foes[f, FOE_RADIUS]
            if apart > LONG_TO:
                continue
            bracket = 0 if apart <= SHORT_TO else (1 if apart <= MEDIUM_TO else 2)
            can_give = mode != DASH and own[OWN_SHORT + bracket] > 0.0
            if not can_give and foes[f, FOE_SHORT + bracket] <= 0.0:
                continue
            if sight:
                look(
                    foes[f, FOE_X],
                    foes[f, FOE_Y],
                    foes[f, FOE_LEVEL] + foes[f, FOE_HEIGHT],
                    x,
                    y,
                    base,
                    own[OWN_HEIGHT],
                    own[OWN_RADIUS],
                    outlines,
                    lie,
                    nobody,
                    True,
                    seen,
                )
                if seen[SEEN] < HIDDEN_BELOW or seen[LIGHT] + 1.5 * seen[HEAVY] >= FRONT_OF_WOODS:
                    continue
            terrain = seen[THICKEST] + 2.0 * bracket
            cover = 1.0 if seen[SEEN] <= COVERED_TO else 0.0
            if can_give:
                number = own[OWN_SKILL] + moved + foes[f, FOE_TMM] + terrain + bias[f, 0]
                worth = own[OWN_SHORT + bracket] * chance(number) * foes[f, FOE_WORTH]
                if worth > given:
                    given, target = worth, f
            number = foes[f, FOE_SKILL] + tmm + terrain + cover + bias[f, 1]
            taken += foes[f, FOE_SHORT + bracket] * chance(number)
        found[p, GIVEN], found[p, TAKEN], found[p, TARGET] = given, taken, target
