"""Fire given and taken from many places at once, on average: how the captain compares them. Compiled."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.the_game.fire.fire_lines import ON_THE_LINE, crossfire_line
from musterhall.games.the_game.movement.ground import worst_effect
from musterhall.geometry import Flags, Floats, Ints, Outlines
from musterhall.measuring import clear_line

BIN = 5.0
"""Ranges and close ranges are multiples of this, so fire only changes at its multiples."""
BINS = 17
LONGEST = (BINS - 1) * BIN
MODS = 13
NO_MOD = 8
"""Where in a table a shot without modifiers stands: 8 worse and 4 better fit beside it."""
STAYED, MOVED = 0, 1

# What a formation is worth

BROKEN_WORTH = 0.35
"""What a unit of a broken formation is still worth: it may rally."""
KEEPS_DOWN = 0.3
"""How much of its worth a unit loses while it keeps its head down."""


@compiled
def worth(unit: float, size: float, tokens: float) -> float:
    """Points for units that stand, less for those that keep their heads down."""
    if size <= 0.0:
        return 0.0
    return unit * size * (1.0 - KEEPS_DOWN * min(1.0, tokens / size))


@compiled
def loss(
    unit: float, size: float, tokens: float, breaking: float, broken: bool, kills: float, gained: float
) -> tuple[float, float]:
    """1.7.2, 1.7.3 Points that fire is expected to cost a formation, and the chance that it breaks.

    `gained` tokens include those for kills.
    """
    if size <= 0.0 or gained <= 0.0:
        return 0.0, 0.0
    kills = min(kills, size)
    left = size - kills
    if broken:
        return unit * BROKEN_WORTH * kills, 0.0
    gained = max(1.0, gained)
    spare = breaking - kills - tokens - gained
    breaks = 1.0 / (1.0 + math.exp(1.7 * (spare - 0.5) / (0.5 + 0.6 * math.sqrt(gained))))
    stands = worth(unit, left, tokens + gained)
    runs = unit * left * BROKEN_WORTH
    return worth(unit, size, tokens) - (1.0 - breaks) * stands - breaks * runs, breaks


SIZE, TOKENS, BREAKING, UNIT, BROKEN, FIRING = range(6)
"""Columns of a table of formations."""


# Many places at once


@compiled
def muster(
    x: Floats, y: Floats, on: Flags, formation: Ints, formations: int, most: int
) -> tuple[Ints, Ints, Floats, Floats]:
    """Of each formation a few units that stand for all, how many they are, how many stand, and its middle."""
    standing = np.zeros(formations)
    middles = np.zeros((formations, 2))
    for u in range(len(on)):
        if on[u]:
            f = formation[u]
            standing[f] += 1.0
            middles[f, 0] += x[u]
            middles[f, 1] += y[u]
    picked = np.zeros((formations, most), dtype=np.int64)
    count = np.zeros(formations, dtype=np.int64)
    seen = np.zeros(formations)
    for u in range(len(on)):
        if on[u]:
            f = formation[u]
            if seen[f] * most >= count[f] * standing[f] and count[f] < most:
                picked[f, count[f]] = u
                count[f] += 1
            seen[f] += 1.0
    for f in range(formations):
        if standing[f] > 0.0:
            middles[f] /= standing[f]
    return picked, count, standing, middles


GIVEN, TARGET, GIVEN_KILLS, GIVEN_TOKENS, GIVEN_BREAKS, TAKEN, TAKEN_KILLS, TAKEN_TOKENS, TAKEN_BREAKS, CROSSED = range(
    10
)
"""Columns of what `exchange` finds for a place."""


SHIFT_X, SHIFT_Y, STANCE, COMMAND = range(4)
"""Columns of places to compare: how far the formation shifts, how it would fire, what its orders add to each shot."""


class Muster(NamedTuple):
    """Who is on the table: of each formation a few units that stand for all."""

    x: Floats
    y: Floats
    picked: Ints
    """[formation, number]"""
    number: Ints
    """How many are picked."""
    standing: Floats
    armed: Floats
    figures: Floats


class Effects(NamedTuple):
    """What one unit's fire does to another, as the book has it."""

    sheet: Ints
    kills: Floats
    tokens: Floats


class Land(NamedTuple):
    """The table and what it gives to who stands on it."""

    width: float
    depth: float
    ground: Outlines
    gain: Ints
    """[unit, piece of ground]"""
    screens: Outlines
    sight_depth: float


@compiled
def exchange(
    own: int,
    places: Floats,
    enemies: Ints,
    friends: Ints,
    threat: float,
    all_units: Muster,
    effects: Effects,
    land: Land,
) -> Floats:
    """For each place of a formation: the best fire it could give from there, and what it is expected to take.

    A shooter counts with the target it hurts the most; `threat` is the share of the enemies in reach that fires here.
    `friends` are units of other own formations, for crossfire.
    """
    x, y, picked, count = all_units.x, all_units.y, all_units.picked, all_units.number
    standing, figures = all_units.standing, all_units.figures
    mine, slots, most = count[own], len(enemies), picked.shape[1]
    result = np.zeros((len(places), 10))
    fire = FireSums(np.zeros((slots, most), dtype=np.int64), np.zeros((slots, 4)), np.zeros((slots, most, 2)))
    for e in range(slots):
        for j in range(count[enemies[e]]):
            v = picked[enemies[e], j]
            fire.hidden[e, j] = worst_effect(x[v], y[v], land.gain[v], land.ground)
    after = Stand(x.copy(), y.copy(), picked[own, :mine])
    for p in range(len(places)):
        for u in after.units:
            after.x[u] = min(max(x[u] + places[p, SHIFT_X], 0.0), land.width)
            after.y[u] = min(max(y[u] + places[p, SHIFT_Y], 0.0), land.depth)
        manner = Manner(int(places[p, STANCE]), NO_MOD + int(places[p, COMMAND]), threat > 0.0)
        _trade(after, manner, enemies, fire, all_units, effects, land)
        share = standing[own] / max(1, mine) * figures[own, FIRING]
        slot = _best_fire(result[p], fire.given, enemies, figures, share)
        if slot >= 0 and len(friends) > 0:
            f = enemies[slot]
            line = crossfire_line(after.x, after.y, after.units, friends, picked[f, : count[f]], ON_THE_LINE)
            if line[0] >= 0:
                _cross(result[p], share * fire.given[slot, 2], share * fire.given[slot, 3], figures[f])
        _danger(result[p], fire.taken, own, enemies, all_units, threat)
    return result


class Stand(NamedTuple):
    """A formation at one of its places; everybody else is where they are."""

    x: Floats
    y: Floats
    units: Ints


class Manner(NamedTuple):
    """How a formation would fire from one of its places."""

    stance: int
    modified: int
    """Where in the book its shots at somebody in the open stand."""
    answered: bool
    """Whether anybody fires back."""


class FireSums(NamedTuple):
    """Fire between a formation and each enemy formation in turn."""

    hidden: Ints
    """[enemy, unit]: what its cover takes away."""
    given: Floats
    """[enemy]: kills and tokens, and the same in crossfire."""
    taken: Floats
    """[enemy, unit]: kills and tokens."""


@compiled
def _trade(
    after: Stand, manner: Manner, enemies: Ints, fire: FireSums, all_units: Muster, effects: Effects, land: Land
) -> None:
    """Each unit's best shot at each formation goes into what is given, the best shot at it into what is taken."""
    stance, given, taken = manner.stance, fire.given, fire.taken
    x, y, picked, count, sheet = all_units.x, all_units.y, all_units.picked, all_units.number, effects.sheet
    kills, tokens = effects.kills, effects.tokens
    cuts = np.empty(land.screens.shape[1])
    taken[:] = 0.0
    given[:] = 0.0
    for u in after.units:
        s, ax, ay = sheet[u], after.x[u], after.y[u]
        n = max(0, NO_MOD - worst_effect(ax, ay, land.gain[u], land.ground))
        for e in range(len(enemies)):
            best_k, best_t, cross_k, cross_t = 0.0, 0.0, 0.0, 0.0
            for j in range(count[enemies[e]]):
                v = picked[enemies[e], j]
                gap = math.sqrt((ax - x[v]) ** 2 + (ay - y[v]) ** 2)
                if gap > LONGEST:
                    continue
                step = int(max(gap - 1e-9, 0.0) / BIN)
                t = sheet[v]
                m = max(0, min(MODS - 1, manner.modified - fire.hidden[e, j]))
                there_k, there_t = kills[stance, s, t, step, m], tokens[stance, s, t, step, m]
                here_k, here_t = kills[STAYED, t, s, step, n], tokens[STAYED, t, s, step, n]
                better = there_k + 0.3 * there_t > best_k + 0.3 * best_t
                worse = manner.answered and here_k + 0.3 * here_t > taken[e, j, 0] + 0.3 * taken[e, j, 1]
                if not better and not worse:
                    continue
                if not clear_line(ax, ay, x[v], y[v], land.screens, land.sight_depth, cuts):
                    continue
                if better:
                    best_k, best_t = there_k, there_t
                    more = min(MODS - 1, m + 1)
                    cross_k, cross_t = kills[stance, s, t, step, more], tokens[stance, s, t, step, more]
                if worse:
                    taken[e, j, 0], taken[e, j, 1] = here_k, here_t
            given[e, 0] += all_units.armed[u] * best_k
            given[e, 1] += all_units.armed[u] * best_t
            given[e, 2] += all_units.armed[u] * cross_k
            given[e, 3] += all_units.armed[u] * cross_t


@compiled
def _best_fire(row: Floats, given: Floats, enemies: Ints, figure: Floats, share: float) -> int:
    """Find the formation that would lose the most to this fire; its slot, or -1."""
    row[TARGET], best = -1.0, -1
    for e in range(len(enemies)):
        kills, tokens = share * given[e, 0], share * given[e, 1]
        if tokens <= 0.0:
            continue
        points, breaks = _loss_of(figure[enemies[e]], kills, tokens)
        if points > row[GIVEN]:
            best = e
            row[GIVEN], row[TARGET], row[GIVEN_KILLS], row[GIVEN_TOKENS] = points, enemies[e], kills, tokens
            row[GIVEN_BREAKS] = breaks
    return best


@compiled
def _cross(row: Floats, kills: float, tokens: float, figure: Floats) -> None:
    """1.7.5 The same fire as crossfire: each shot at +1, and one more token for the first kill."""
    tokens += min(1.0, kills)
    row[GIVEN], row[GIVEN_BREAKS] = _loss_of(figure, kills, tokens)
    row[GIVEN_KILLS], row[GIVEN_TOKENS], row[CROSSED] = kills, tokens, 1.0


@compiled
def _loss_of(figure: Floats, kills: float, tokens: float) -> tuple[float, float]:
    return loss(
        figure[UNIT], figure[SIZE], figure[TOKENS], figure[BREAKING], figure[BROKEN] > 0.0, kills, tokens
    )  # fmt: skip


@compiled
def _danger(
    row: Floats,
    taken: Floats,
    own: int,
    enemies: Ints,
    all_units: Muster,
    threat: float,
) -> None:
    """What the formation is expected to lose there until it acts again."""
    figures, picked, count, armed = all_units.figures, all_units.picked, all_units.number, all_units.armed
    kills, tokens = 0.0, 0.0
    for e in range(len(enemies)):
        f = enemies[e]
        share = threat * figures[f, FIRING] * all_units.standing[f] / max(1, count[f])
        for j in range(count[f]):
            kills += share * armed[picked[f, j]] * taken[e, j, 0]
            tokens += share * armed[picked[f, j]] * taken[e, j, 1]
    if tokens <= 0.05:
        return
    row[TAKEN], row[TAKEN_BREAKS] = _loss_of(figures[own], kills, tokens)
    row[TAKEN_KILLS], row[TAKEN_TOKENS] = kills, tokens


@compiled
def melee(kill: Floats, token: Floats, near: Floats, mine: Ints, other: Ints) -> tuple[float, float, float, float]:
    """1.8.3, 1.8.4 One unit's part in an assault, on average.

    Kills and tokens of a defender's fire, kills of an attacker's near fighting, and of a defender's.
    """
    shot, hit, struck, lost = 0.0, 0.0, 0.0, 0.0
    for i in range(len(mine)):
        for j in range(len(other)):
            shot += kill[0, other[j], mine[i], 1, NO_MOD]
            hit += token[0, other[j], mine[i], 1, NO_MOD]
            struck += near[mine[i], other[j]]
            lost += near[other[j], mine[i]]
    pairs = max(1, len(mine) * len(other))
    return shot / pairs, hit / pairs, struck / pairs, lost / pairs


@compiled
def strength(close: Floats, sheet: Ints, own: Ints, theirs: Ints, armed: Floats) -> tuple[float, float]:
    """Kills that units on the move and enemies who wait for them are expected to cause each other at close range."""
    given, taken = 0.0, 0.0
    for u in own:
        for v in theirs:
            given += armed[u] * close[MOVED, sheet[u], sheet[v]]
            taken += armed[v] * close[STAYED, sheet[v], sheet[u]]
    return given / max(1, len(theirs)), taken / max(1, len(own))
