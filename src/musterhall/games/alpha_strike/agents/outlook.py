"""The table as an agent weighs it: figures of all units as arrays, worked out once a turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from musterhall.games.alpha_strike.agents.weighing import (
    FOE_HEIGHT,
    FOE_RADIUS,
    FOE_SHORT,
    FOE_WORTH,
    foes_of,
)
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.harm.damage_values import damage_at
from musterhall.games.alpha_strike.movement.drive import hurt_tmm
from musterhall.games.alpha_strike.position.condition import Condition
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.units.cards import JUMP, WALK, tmm
from musterhall.geometry import Floats

BRACKETS = ("short", "medium", "long")
MINIMAL = 0.5
"""What a 0* does when it hits."""
OVERHEATED = 0.25
"""What a point of overheating adds to what a unit is taken to do."""


PRIZE = 0.5
"""How much of a unit's prize it counts as worth: who loses it may well get it back."""


class Outlook:
    """What one side's agent knows of all units. `fresh` brings it up to date where that is due."""

    def __init__(self, view: Position) -> None:
        self.field = view.field
        self.turn = -1
        count = len(view.field.units)
        self.figures: Floats = np.zeros((count, FOE_WORTH + 1))
        """A row for each unit, as the compiled functions want enemies."""
        self.figures[:, FOE_RADIUS] = view.field.radius
        self.figures[:, FOE_HEIGHT] = view.field.heights
        self.tmm: Floats = np.zeros((count, 3))
        """Each unit's TMM when it stands, goes and jumps."""
        self.worth: Floats = np.zeros(count)
        """What each is worth to its side now."""
        self.left: Floats = np.zeros(count)
        """Armour and structure that each has left."""

    def fresh(self, view: Position) -> None:
        """Once a turn: what hits and heat have left of everybody."""
        if view.turn == self.turn:
            return
        self.turn = view.turn
        for unit, condition in zip(view.field.units, view.conditions, strict=True):
            if condition.alive:
                self._read(view, unit, condition)

    def _read(self, view: Position, unit: Unit, condition: Condition) -> None:
        damages = [damage_at(unit, condition, range_) for range_ in BRACKETS]
        short, medium, long = (damage.value + MINIMAL * damage.minimal for damage in damages)
        hot = OVERHEATED * unit.card.overheat
        skill = unit.skill + condition.heat + 2 * condition.fire_control_hits
        self.left[unit.index] = left = max(1, condition.armour + condition.structure)
        self.worth[unit.index] = price = worth(unit) + PRIZE * self.prize(view, unit.index)
        each = price / left * (0.5 if condition.crippled else 1.0)
        self.figures[unit.index, FOE_SHORT:] = (short + hot, medium + hot, long, skill, each)
        edition = view.field.edition
        walk = hurt_tmm(tmm(unit.card, WALK), condition.drive, edition)
        leap = hurt_tmm(tmm(unit.card, JUMP), condition.drive, edition) if JUMP in unit.card.moves else 0
        self.tmm[unit.index] = (0, max(0, walk - (condition.heat >= 2)), leap)

    def prize(self, view: Position, unit: int) -> float:
        """What the scenario gives for a unit beside its points."""
        return view.scenario.prize(view, unit)

    def foes(self, view: Position, side: int) -> tuple[list[int], Floats]:
        """The enemies on the table, by number and as rows; those that have not moved yet are taken to walk."""
        ids, conditions = view.on_table(1 - side), view.conditions
        moved = [MOVED.get(conditions[unit].mode, 1) for unit in ids]
        numbers, ways = np.array(ids, dtype=np.int64), np.array(moved, dtype=np.int64)
        return ids, foes_of(numbers, ways, self.figures, self.tmm, view.x, view.y, view.level)


MOVED: dict[Any, int] = {"standstill": 0, "jump": 2}
"""The column of `Outlook.tmm` for a way to have moved; any other is a walk."""


def worth(unit: Unit) -> float:
    """What a unit is worth to either side."""
    return float(max(1, unit.points))
