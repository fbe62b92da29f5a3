"""The captain's book of fire: what one unit's fire is expected to do to another, and the chances of the tests.

The figures come from the engine's own functions (`attack_value`, `defence_of`, `token_score`), asked once for each
pair of datasheets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.agents.exchanges import BIN, BINS, MODS, MOVED, NO_MOD, STAYED
from musterhall.games.the_game.army.datasheets import INFANTRY, Datasheet, Weapon
from musterhall.games.the_game.basics.special_rules import hurt_by
from musterhall.games.the_game.field.field import Field
from musterhall.games.the_game.fire.gunnery import attack_value
from musterhall.games.the_game.fire.sight import defence_of
from musterhall.games.the_game.fire.volleys import KILL_SCORE, token_score
from musterhall.games.the_game.phases.action_tests import SUCCEEDS_AT, action_test
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Flags, Floats, Ints

# Chances


def chance(needed: int) -> float:
    """That a d10 shows at least this."""
    return min(10, max(0, 11 - needed)) / 10


def chances(needed: Ints) -> Floats:
    """`chance` for many at once."""
    return np.minimum(10, np.maximum(0, 11 - needed)) / 10


def passes(position: Position, formation: Formation, *, keeping: bool = False, replaced: bool = False) -> float:
    """1.5 The chance that the action test succeeds."""
    test = action_test(position, formation, keeping=keeping, replaced=replaced, explain=False)
    return chance(SUCCEEDS_AT - test.total)


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
    close: Floats
    """[stance, shooter, target]: expected kills of one unit's fire between 15 and 30 cm."""
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
    close = kills[:, :, :, 3:6, NO_MOD].mean(axis=3)
    return Book(kept, sheet, kills, tokens, near, close, gunners, manned)


def _needs_gunner(kind: Datasheet) -> bool:
    return bool(kind.weapons) and all(any(rule.name == "no gunner" for rule in w.rules) for w in kind.weapons)


def _usable(field: Field, unit: int, stance: int) -> list[Weapon]:
    """Direct weapons; an ATGM only for who stayed, and a primary weapon before all others."""
    weapons = [weapon for weapon in field.units[unit].sheet.weapons if not weapon.artillery]
    if stance == MOVED:
        weapons = [weapon for weapon in weapons if not any(rule.name == "atgm" for rule in weapon.rules)]
    return weapons


_Line = tuple[Floats, Floats]
_EVERY_MOD = np.arange(MODS) - NO_MOD


def _line(position: Position, weapon: Weapon, target: int) -> _Line:
    """Kills and tokens of one weapon against one unit in the open, by distance and modifier."""
    kills, tokens = np.zeros((BINS, MODS)), np.zeros((BINS, MODS))
    kinds = [kind for kind, _ in weapon.attacks if hurt_by(position.field, weapon.rules, kind)[target]]
    if not kinds:
        return kills, tokens
    kind = max(kinds, key=lambda name: dict(weapon.attacks)[name])
    defence = defence_of(position, target, 0, 0, weapon.rules).total
    suppresses, elusive = token_score(position, weapon.rules), position.field.elusive.get(target, 0)
    shots = weapon.shots / weapon.per_units
    for step in range(BINS):
        gap = (step + 0.5) * BIN
        if gap > weapon.range:
            break
        lead = attack_value("", position, weapon, kind, gap, explain=False).total + elusive - defence
        kills[step] = shots * chances(KILL_SCORE - lead - _EVERY_MOD)
        tokens[step] = shots * chances(suppresses - lead - _EVERY_MOD)
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
