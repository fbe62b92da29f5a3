"""The books of a battle of Alpha Strike, by unit: what is left of one is the share of its armour and structure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musterhall.battle.battle import LogLine
from musterhall.game.ledger import Ledger, Strike, Worth
from musterhall.games.alpha_strike.position.condition import DESTROYED
from musterhall.games.alpha_strike.position.position import Position

MISSED = 0.01
"""What an attack counts that did no damage; it may have been the only one before a unit was lost."""


def new_ledger() -> Ledger:
    return Ledger(_worths, _struck)


def _struck(line: LogLine, position: Position) -> Iterator[Strike]:
    by, target = line.data.get("unit"), line.data.get("target")
    if isinstance(by, int) and isinstance(target, int):
        damage = line.data.get("damage")
        yield Strike(by, target, float(damage) if isinstance(damage, int) and damage else MISSED)


def _worths(position: Position) -> Sequence[Worth]:
    found = []
    for unit, condition in zip(position.field.units, position.conditions, strict=True):
        whole = unit.card.armour + unit.card.structure
        left = 0 if condition.place == DESTROYED else condition.armour + condition.structure
        found.append(Worth(unit.side, unit.name, unit.points, unit.points * left / whole if whole else 0.0))
    return found
