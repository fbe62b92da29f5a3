"""What fire, charges and tokens are worth: expected values for the captain.

The figures come from the `Book` of fire; one compiled function weighs many places at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.agents.book import BIN, BINS, MODS, MOVED, NO_MOD, STAYED, Book
from musterhall.games.the_game.breaking import breaking_point
from musterhall.games.the_game.field import SIGHT_DEPTH
from musterhall.games.the_game.gunnery import ON_THE_LINE
from musterhall.games.the_game.position import NOBODY, Formation, Position
from musterhall.geometry import Flags, Floats, Ints, compiled
from musterhall.measuring import between, clear_line, worst_effect

# What a formation is worth

CAUTION = 0.8
"""What a point lost counts against a point taken."""
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


_BREAKS_AT: dict[tuple[int, int], tuple[object, int]] = {}


def breaks_at(formation: Formation) -> int:
    """1.7.3 The tokens that break a formation; its size and rules decide, so it is worked out once for each."""
    if not formation.rules:
        return formation.size
    key = (id(formation.rules), formation.size)
    known = _BREAKS_AT.get(key)
    if known is None or known[0] is not formation.rules:
        if len(_BREAKS_AT) >= 1024:
            _BREAKS_AT.clear()
        known = _BREAKS_AT[key] = (formation.rules, breaking_point(formation).total)
    return known[1]


def figures(formations: list[Formation]) -> Floats:
    """What appraisal needs to know of each formation."""
    table = np.zeros((len(formations), 6))
    for row, formation in enumerate(formations):
        size = len(formation.units)
        if size:
            firing = 0.0 if formation.broken else max(0.0, 1.0 - formation.suppression / size)
            table[row] = (
                size,
                formation.suppression,
                breaks_at(formation),
                formation.cost / max(1, formation.original),
                formation.broken,
                firing,
            )
    return table


@dataclass(slots=True)
class Loss:
    """What a formation is expected to lose, in points, and how likely it breaks."""

    points: float
    breaks: float
    kills: float
    tokens: float


def expected_loss(formation: Formation, kills: float, tokens: float) -> Loss:
    unit = formation.cost / max(1, formation.original)
    point = breaks_at(formation)
    points, breaks = loss(unit, formation.size, formation.suppression, point, formation.broken, kills, tokens)
    return Loss(points, breaks, min(kills, formation.size), tokens)


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


@compiled
def exchange(
    own: int,
    shift: Floats,
    stance: Ints,
    command: Ints,
    enemies: Ints,
    friends: Ints,
    threat: float,
    x: Floats,
    y: Floats,
    width: float,
    depth: float,
    picked: Ints,
    count: Ints,
    standing: Floats,
    armed: Floats,
    figure: Floats,
    sheet: Ints,
    kill: Floats,
    token: Floats,
    gain: Ints,
    ground_x: Floats,
    ground_y: Floats,
    ground_first: Ints,
    ground_box: Floats,
    screen_x: Floats,
    screen_y: Floats,
    first: Ints,
    box: Floats,
) -> Floats:
    """For each shift of a formation: the best fire it could give from there, and what it is expected to take.

    A shooter counts with the target it hurts the most; `threat` is the share of the enemies in reach that fires here.
    `friends` are units of other own formations, for crossfire.
    """
    places, mine = len(shift), count[own]
    slots = len(enemies)
    result = np.zeros((places, 10))
    longest = (BINS - 1) * BIN
    most = picked.shape[1]
    hidden = np.zeros((slots, most), dtype=np.int64)
    for e in range(slots):
        for j in range(count[enemies[e]]):
            v = picked[enemies[e], j]
            hidden[e, j] = worst_effect(x[v], y[v], gain[v], ground_x, ground_y, ground_first, ground_box)
    taken = np.zeros((slots, most, 2))
    given = np.zeros((slots, 4))
    after_x, after_y = x.copy(), y.copy()
    shooters = picked[own, :mine]
    cuts = np.empty(len(screen_x) + 2)
    for p in range(places):
        taken[:] = 0.0
        given[:] = 0.0
        give = NO_MOD + command[p]
        for i in range(mine):
            u = picked[own, i]
            s = sheet[u]
            ax, ay = min(max(x[u] + shift[p, 0], 0.0), width), min(max(y[u] + shift[p, 1], 0.0), depth)
            covered = worst_effect(ax, ay, gain[u], ground_x, ground_y, ground_first, ground_box)
            n = max(0, NO_MOD - covered)
            after_x[u], after_y[u] = ax, ay
            for e in range(slots):
                best_k, best_t, cross_k, cross_t = 0.0, 0.0, 0.0, 0.0
                for j in range(count[enemies[e]]):
                    v = picked[enemies[e], j]
                    gap = math.sqrt((ax - x[v]) ** 2 + (ay - y[v]) ** 2)
                    if gap > longest:
                        continue
                    step = int(max(gap - 1e-9, 0.0) / BIN)
                    t = sheet[v]
                    m = max(0, min(MODS - 1, give - hidden[e, j]))
                    there_k, there_t = kill[stance[p], s, t, step, m], token[stance[p], s, t, step, m]
                    here_k, here_t = kill[0, t, s, step, n], token[0, t, s, step, n]
                    better = there_k + 0.3 * there_t > best_k + 0.3 * best_t
                    worse = threat > 0.0 and here_k + 0.3 * here_t > taken[e, j, 0] + 0.3 * taken[e, j, 1]
                    if not better and not worse:
                        continue
                    if not clear_line(ax, ay, x[v], y[v], screen_x, screen_y, first, box, SIGHT_DEPTH, cuts):
                        continue
                    if better:
                        best_k, best_t = there_k, there_t
                        more = min(MODS - 1, m + 1)
                        cross_k, cross_t = kill[stance[p], s, t, step, more], token[stance[p], s, t, step, more]
                    if worse:
                        taken[e, j, 0], taken[e, j, 1] = here_k, here_t
                given[e, 0] += armed[u] * best_k
                given[e, 1] += armed[u] * best_t
                given[e, 2] += armed[u] * cross_k
                given[e, 3] += armed[u] * cross_t
        share = standing[own] / max(1, mine) * figure[own, FIRING]
        slot = _best_fire(result[p], given, enemies, figure, share)
        if slot >= 0 and len(friends) > 0:
            f = enemies[slot]
            line = between(after_x, after_y, shooters, friends, picked[f, : count[f]], ON_THE_LINE)
            if line[0] >= 0:
                _cross(result[p], share * given[slot, 2], share * given[slot, 3], figure[f])
        _danger(result[p], taken, own, enemies, figure, picked, count, standing, armed, threat)
    return result


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
    figure: Floats,
    picked: Ints,
    count: Ints,
    standing: Floats,
    armed: Floats,
    threat: float,
) -> None:
    """What the formation is expected to lose there until it acts again."""
    kills, tokens = 0.0, 0.0
    for e in range(len(enemies)):
        f = enemies[e]
        share = threat * figure[f, FIRING] * standing[f] / max(1, count[f])
        for j in range(count[f]):
            kills += share * armed[picked[f, j]] * taken[e, j, 0]
            tokens += share * armed[picked[f, j]] * taken[e, j, 1]
    if tokens <= 0.05:
        return
    row[TAKEN], row[TAKEN_BREAKS] = _loss_of(figure[own], kills, tokens)
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


def armed_units(position: Position, book: Book) -> Floats:
    """2.1.10 1 for units that can man their weapons, 0 for empty transports whose guns need a passenger."""
    carrying = np.zeros(len(book.sheet), dtype=np.bool_)
    carrying[position.aboard[position.aboard != NOBODY]] = True
    return (~book.manned | carrying).astype(np.float64)


def mounted(position: Position, formation: Formation) -> bool:
    return bool((position.aboard[formation.units] != NOBODY).any())
