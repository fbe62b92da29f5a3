"""What acting first was worth to the same force: how often red's wins when it does, and how often when blue's does.

Who acts first is not drawn by lot alone, so the share that first movers win also holds who they are. Here each force is
compared with itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from musterhall.game.duel import wilson
from musterhall.lab.fighting import FORCES, Done, Row


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its interval that holds 95 in 100."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class WhenFirst:
    """Red's force in one arm and setting."""

    setting: int
    arm: int
    first: int
    """Battles in which it acted first."""
    of: int
    wins_first: Share
    wins_second: Share


def when_first(batches: Iterable[Done]) -> tuple[WhenFirst, ...]:
    """How red's force did in the battles in which it acted first, and in the others; only where somebody did."""
    cells: dict[tuple[int, int], list[Row]] = {}
    for batch in batches:
        for row in batch.rows:
            if row.acted_first:
                cells.setdefault((row.setting, row.arm), []).append(row)
    return tuple(_of_arm(setting, arm, rows) for (setting, arm), rows in sorted(cells.items()))


def _of_arm(setting: int, arm: int, rows: Sequence[Row]) -> WhenFirst:
    first = [row.win for row in rows if row.acted_first == FORCES[0]]
    second = [row.win for row in rows if row.acted_first == FORCES[1]]
    return WhenFirst(setting, arm, len(first), len(rows), _share(first), _share(second))


def _share(wins: Sequence[float]) -> Share:
    if not wins:
        return Share(0.5, 0.0, 1.0)
    low, high = wilson(sum(wins), len(wins))
    return Share(sum(wins) / len(wins), round(low, 6), round(high, 6))
