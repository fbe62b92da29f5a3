"""The books of a battle of THE GAME, by formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musterhall.battle.battle import LogLine
from musterhall.game.ledger import Ledger, Strike, Worth
from musterhall.games.the_game.position.position import Position

WEIGHTS = {"kill": 1.0, "token": 0.1}
"""What a die counts that killed, and one that suppressed, when a formation loses units without being shot."""


class Books(Ledger):
    def __init__(self) -> None:
        super().__init__(_worths, self._struck, frozenset({"passengers"}))
        self._formations: dict[int, int] = {}
        """The formation of each unit, also of those that are gone."""

    def watch(self, line: LogLine, position: Position) -> None:
        if not self._formations:
            self._formations = {unit: one.index for one in position.formations for unit in one.units}
        super().watch(line, position)

    def _struck(self, line: LogLine, position: Position) -> Iterator[Strike]:
        for die in line.data.get("dice", ()):
            if isinstance(die, dict) and "shooter" in die and "unit" in die:
                by, target, result = self._formations[die["shooter"]], self._formations[die["unit"]], die["result"]
                if result in WEIGHTS:
                    yield Strike(by, target, WEIGHTS[result], kills=int(result == "kill"))


def _worths(position: Position) -> Sequence[Worth]:
    return [
        Worth(one.side, one.name, one.cost, one.cost * one.size / one.original if one.original else 0.0)
        for one in position.formations
    ]
