"""What must hold at every moment of a battle, whoever plays it.

A `Watch` is given to a battle as its watcher and collects what it finds wrong.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from musterhall.battle.battle import LogLine
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.position.condition import DESTROYED, SHUTDOWN_AT, TABLE
from musterhall.games.alpha_strike.position.position import COMBAT, INITIATIVE, MOVEMENT, Position

ACTS = ("move", "attack", "physical", "artillery", "scan")
"""Log lines in which a unit does something of its own will."""
OFF = TOUCH + 0.02
"""Places are kept to a hundredth of an inch."""


class Watch:
    """Follows a battle's log and position; `violations` is empty as long as all is well."""

    def __init__(self) -> None:
        self.violations: list[str] = []
        self._strength: dict[int, int] = {}

    def __call__(self, line: LogLine, position: Position) -> None:
        if line.kind == "thought":
            return
        self._figures(line, position)
        self._acts(line, position)
        self._gone(line, position)
        if line.kind in ("turn", "initiative", "attack"):
            self._bases(line, position)
        self._dice(line, position)

    def _blame(self, line: LogLine, what: str) -> None:
        self.violations.append(f"{what} ({line.kind}: {line.text})")

    def _figures(self, line: LogLine, position: Position) -> None:
        """5, 6 Armour, structure and heat within what a card can have; strength never comes back."""
        for unit, condition in enumerate(position.conditions):
            card, name = position.unit(unit).card, position.unit(unit).name
            if not 0 <= condition.armour <= card.armour or not 0 <= condition.structure <= card.structure:
                self._blame(line, f"{name} has armour {condition.armour} and structure {condition.structure}")
            if not 0 <= condition.heat <= SHUTDOWN_AT:
                self._blame(line, f"{name} has heat {condition.heat}")
            left = condition.armour + condition.structure
            if left > self._strength.get(unit, left):
                self._blame(line, f"{name} has more armour and structure than before")
            self._strength[unit] = left
            if condition.place == TABLE and not _on_table(position, unit):
                self._blame(line, f"{name} stands off the table at {position.at(unit)}")

    def _acts(self, line: LogLine, position: Position) -> None:
        """6 Nobody acts when shut down, nor once destroyed."""
        unit = line.data.get("unit")
        if line.kind not in ACTS or not isinstance(unit, int):
            return
        condition = position.conditions[unit]
        if condition.shut_down:
            self._blame(line, f"{position.unit(unit).name} acts while it is shut down")
        if not condition.alive:
            self._blame(line, f"{position.unit(unit).name} acts though it is gone")

    def _gone(self, line: LogLine, position: Position) -> None:
        """5 Who has no structure left is gone after the End Phase, and no damage is left marked."""
        if line.kind not in ("turn", "end"):
            return
        for unit, condition in enumerate(position.conditions):
            if condition.structure <= 0 and condition.place != DESTROYED:
                self._blame(line, f"{position.unit(unit).name} has no structure left and is still there")
            if condition.marks and condition.alive:
                self._blame(line, f"{position.unit(unit).name} still has damage marked")

    def _bases(self, line: LogLine, position: Position) -> None:
        """2 No two bases on the ground overlap."""
        if position.field.edition.bases_may_overlap or position.phase not in (INITIATIVE, MOVEMENT, COMBAT):
            return
        standing = [unit for unit in position.everybody_on_table() if not position.unit(unit).is_aerospace]
        for one, other in combinations(standing, 2):
            ax, ay = position.at(one)
            bx, by = position.at(other)
            least = position.unit(one).radius + position.unit(other).radius - OFF
            if (ax - bx) ** 2 + (ay - by) ** 2 < least * least:
                self._blame(line, f"{position.unit(one).name} stands on {position.unit(other).name}")

    def _dice(self, line: LogLine, position: Position) -> None:
        """4 Every point of a weapon attack's damage has its die: no more hit than were rolled."""
        dice: Any = line.data.get("dice")
        hits: Any = line.data.get("hits")
        each = position.field.edition.attack_dice == "each_point"
        if line.kind == "attack" and each and isinstance(dice, int) and isinstance(hits, int) and hits > dice:
            self._blame(line, f"{hits} points hit with {dice} dice")


def _on_table(position: Position, unit: int) -> bool:
    """13.4 Its middle is on the table; by another reading who leaves is wholly past the edge before it goes."""
    table, (x, y) = position.field.table, position.at(unit)
    past = position.unit(unit).radius if position.field.edition.leaves_on == "whole_base" else 0.0
    return -past - OFF <= x <= table.width + past + OFF and -past - OFF <= y <= table.depth + past + OFF
