"""The books of a battle of Age of Destruction, by unit: what is left of one is the share of its clicks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musterhall.battle.battle import LogLine
from musterhall.game.ledger import Ledger, Strike, Worth
from musterhall.games.age_of_destruction.position.position import Position


def new_ledger() -> Ledger:
    return Ledger(_worths, _struck)


def _struck(line: LogLine, position: Position) -> Iterator[Strike]:
    by, target = line.data.get("by"), line.data.get("unit")
    if isinstance(by, int) and isinstance(target, int) and by >= 0:
        yield Strike(by, target, float(line.data.get("clicks", 1)))


def _worths(position: Position) -> Sequence[Worth]:
    found = []
    for unit, state in zip(position.field.units, position.states, strict=True):
        clicks = len(unit.sheet.dial)
        left = 0 if state.place == "eliminated" else max(0, clicks - state.click)
        found.append(Worth(unit.side, unit.name, unit.points, unit.points * left / clicks if clicks else 0.0))
    return found
