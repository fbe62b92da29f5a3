"""What fire, charges and tokens are worth: expected values for the captain.

The figures come from the engine's own functions (`attack_value`, `defence_of`, `token_score`), asked once for each
pair of datasheets and kept in a `Book`; one compiled function then weighs many places at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.breaking import breaking_point
from musterhall.games.the_game.datasheets import INFANTRY, Datasheet, Weapon
from musterhall.games.the_game.end_phase import RALLIES_AT, rally_test
from musterhall.games.the_game.field import SIGHT_DEPTH, Field
from musterhall.games.the_game.gunnery import ON_THE_LINE, attack_value
from musterhall.games.the_game.position import NOBODY, Formation, Position
from musterhall.games.the_game.sight import defence_of
from musterhall.games.the_game.turn import SUCCEEDS_AT, action_test
from musterhall.games.the_game.volleys import KILL_SCORE, token_score
from musterhall.geometry import Flags, Floats, Ints, compiled
from musterhall.measuring import between, clear_line, worst_effect

BIN = 5.0
"""Ranges and close ranges are multiples of this, so fire only changes at its multiples."""
BINS = 17
MODS = 13
NO_MOD = 8
"""Where in a table a shot without modifiers stands: 8 worse and 4 better fit beside it."""
STAYED, MOVED = 0, 1


# Chances


def chance(needed: int) -> float:
    """That a d10 shows at least this."""
    return min(10, max(0, 11 - needed)) / 10


def passes(position: Position, formation: Formation, *, keeping: bool = False, replaced: bool = False) -> float:
    """1.5 The chance that the action test succeeds."""
    return chance(SUCCEEDS_AT - action_test(position, formation, keeping=keeping, replaced=replaced).total)


def rallies(position: Position, formation: Formation) -> float:
    """1.9.2 The chance that the rally test succeeds."""
    return chance(RALLIES_AT - rally_test(position, formation).total)


def _better_of_two() -> list[float]:
    """How the better of two d10 falls, from 1 to 10."""
    return [(2 * face - 1) / 100 for face in range(1, 11)]


def _winning() -> dict[int, float]:
    """1.8.5 The chance to win a resolution that is not even, by the difference of the modifiers."""
    falls = _better_of_two()
    table: dict[int, float] = {}
    for lead in range(-12, 13):
        win = sum(a * b for i, a in enumerate(falls) for j, b in enumerate(falls) if i + lead > j)
        lose = sum(a * b for i, a in enumerate(falls) for j, b in enumerate(falls) if i + lead < j)
        table[lead] = win / (win + lose)
    return table


_WINNING = _winning()


def wins_assault(lead: float) -> float:
    """1.8.5 The chance to win with this lead in modifiers, between whole numbers in proportion."""
    lead = min(11.99, max(-12.0, lead))
    low = math.floor(lead)
    return _WINNING[low] + (lead - low) * (_WINNING[low + 1] - _WINNING[low])


# The book of fire


@dataclass(slots=True, eq=False)
class Book:
    """Expected kills and tokens of one unit's fire, by datasheet of shooter and target, distance and modifier."""

    kept: tuple[object, ...]
    """What the book was written from; kept, so that no other object takes its identity."""
    sheet: Ints
    """Each unit's row."""
    kills: Floats
    """[stance, shooter, target, distance in steps of 5 cm, modifier]"""
    tokens: Floats
    near: Floats
    """1.8.4 [attacker, defender]: expected kills of one near fighting attack."""
    guns: dict[int, Ints]
    """By formation, the units that carry artillery, where there are any."""
    manned: Flags
    """2.1.10 Units whose fire needs a passenger."""


_BOOKS: dict[tuple[int, ...], Book] = {}
_OPEN: dict[int, tuple[Field, Book]] = {}
"""The books of battles that are going on, so that a battle looks for its book only once."""


def book_of(position: Position) -> Book:
    """The book for the units of this battle; battles with the same forces and variants share it."""
    field = position.field
    lying = _OPEN.get(id(field))
    if lying is not None and lying[0] is field:
        return lying[1]
    key = (id(field.variants), *(id(unit.sheet) * 1000 + unit.formation for unit in field.units))
    book = _BOOKS.get(key)
    if book is None:
        if len(_BOOKS) >= 32:
            _BOOKS.clear()
        book = _BOOKS[key] = _write_book(position, field)
    if len(_OPEN) >= 32:
        _OPEN.clear()
    _OPEN[id(field)] = (field, book)
    return book


def _write_book(position: Position, field: Field) -> Book:
    rows: dict[int, int] = {}
    sample: list[int] = []
    for unit in field.units:
        if id(unit.sheet) not in rows:
            rows[id(unit.sheet)] = len(rows)
            sample.append(unit.index)
    kept = (field.variants, *(unit.sheet for unit in field.units))
    sheet = np.array([rows[id(unit.sheet)] for unit in field.units], dtype=np.int64)
    count = len(sample)
    kills, tokens = np.zeros((2, count, count, BINS, MODS)), np.zeros((2, count, count, BINS, MODS))
    near = np.zeros((count, count))
    for s, shooter in enumerate(sample):
        for t, target in enumerate(sample):
            near[s, t] = _near_fighting(position, shooter, target)
            for stance in (STAYED, MOVED):
                lines = [_line(position, weapon, target) for weapon in _usable(field, shooter, stance)]
                kills[stance, s, t], tokens[stance, s, t] = _together(field, shooter, lines)
    kinds = [field.units[unit].sheet for unit in sample]
    guns: dict[int, list[int]] = {}
    for unit in field.units:
        if any(weapon.artillery for weapon in unit.sheet.weapons):
            guns.setdefault(unit.formation, []).append(unit.index)
    manned = np.array([_needs_gunner(kind) for kind in kinds], dtype=np.bool_)[sheet]
    gunners = {formation: np.array(units, dtype=np.int64) for formation, units in guns.items()}
    return Book(kept, sheet, kills, tokens, near, gunners, manned)


def _needs_gunner(kind: Datasheet) -> bool:
    return bool(kind.weapons) and all(any(rule.name == "no gunner" for rule in w.rules) for w in kind.weapons)


def _usable(field: Field, unit: int, stance: int) -> list[Weapon]:
    """Direct weapons; an ATGM only for who stayed, and a primary weapon before all others."""
    weapons = [weapon for weapon in field.units[unit].sheet.weapons if not weapon.artillery]
    if stance == MOVED:
        weapons = [weapon for weapon in weapons if not any(rule.name == "atgm" for rule in weapon.rules)]
    return weapons


_Line = tuple[Floats, Floats]


def _line(position: Position, weapon: Weapon, target: int) -> _Line:
    """Kills and tokens of one weapon against one unit in the open, by distance and modifier."""
    kills, tokens = np.zeros((BINS, MODS)), np.zeros((BINS, MODS))
    kinds = [kind for kind, _ in weapon.attacks if position.field.vulnerable[kind][target]]
    if not kinds:
        return kills, tokens
    kind = max(kinds, key=lambda name: dict(weapon.attacks)[name])
    defence = defence_of(position, target, 0, 0, weapon.rules).total
    suppresses = token_score(position, weapon.rules)
    shots = weapon.shots / weapon.per_units
    for step in range(BINS):
        gap = (step + 0.5) * BIN
        if gap > weapon.range:
            break
        lead = attack_value("", position, weapon, kind, gap, explain=False).total - defence
        for mod in range(MODS):
            kills[step, mod] = shots * chance(KILL_SCORE - lead - mod + NO_MOD)
            tokens[step, mod] = shots * chance(suppresses - lead - mod + NO_MOD)
    return kills, tokens


def _together(field: Field, unit: int, lines: list[_Line]) -> _Line:
    """1.7 Infantry fires its best line, a vehicle all of them."""
    if not lines:
        return np.zeros((BINS, MODS)), np.zeros((BINS, MODS))
    kills, tokens = np.stack([line[0] for line in lines]), np.stack([line[1] for line in lines])
    if field.units[unit].sheet.type != INFANTRY:
        return kills.sum(axis=0), tokens.sum(axis=0)
    return kills.max(axis=0), tokens.max(axis=0)


def _near_fighting(position: Position, attacker: int, defender: int) -> float:
    """1.8.4 One near fighting attack: only armour defends."""
    values = position.field.units[attacker].sheet.near
    if values is None:
        return 0.0
    hurts = position.field.vulnerable
    usable = [value for kind, value in zip(("AP", "AT"), values, strict=True) if hurts[kind][defender]]
    armour = defence_of(position, defender, 0, 0).armour
    return max((chance(KILL_SCORE - value + armour) for value in usable), default=0.0)


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
                breaking_point(formation).total if formation.rules else size,
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
    point = breaking_point(formation).total
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
                    worse = here_k + 0.3 * here_t > taken[e, j, 0] + 0.3 * taken[e, j, 1]
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


def armed_units(position: Position, book: Book) -> Floats:
    """2.1.10 1 for units that can man their weapons, 0 for empty transports whose guns need a passenger."""
    carrying = np.zeros(len(book.sheet), dtype=np.bool_)
    carrying[position.aboard[position.aboard != NOBODY]] = True
    return (~book.manned | carrying).astype(np.float64)


def mounted(position: Position, formation: Formation) -> bool:
    return bool((position.aboard[formation.units] != NOBODY).any())
