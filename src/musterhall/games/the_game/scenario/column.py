"""6.1.4 The march formation of a battle group, and whom it meets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.movement.ground import in_the_impassable
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.games.the_game.scenario.entering import SPACING, put_near
from musterhall.geometry import Floats, Ints, Point
from musterhall.measuring import any_within, block_meets

CONTACT = 30.0
HALTED = CONTACT + 0.005
"""Places are kept to 0.01 cm, so who halts at 30 cm may stand a hair farther off."""
ABREAST = 3
_GROUP_REACH = 15.0
"""No unit of a marching group of n formations is farther than n times this from its middle."""


@dataclass(slots=True)
class Column:
    """6.1.4 March formation: the formations of a battle group side by side, each three abreast, in ranks."""

    position: Position
    formations: list[Formation]
    units: Ints
    x: Floats
    y: Floats
    """Where each unit stands, seen from the middle of the group."""
    enemies: Ints

    @classmethod
    def of(cls, position: Position, formations: list[Formation]) -> Column:
        units: list[int] = []
        places: list[Point] = []
        aboard = position.aboard.tolist()
        for number, formation in enumerate(formations):
            walkers = [unit for unit in formation.units if aboard[unit] == NOBODY]
            left = (number - (len(formations) - 1) / 2) * (ABREAST * SPACING + 1.0)
            ranks = -(-len(walkers) // ABREAST)
            units += walkers
            for place in range(len(walkers)):
                rank, file = divmod(place, ABREAST)
                abreast = min(ABREAST, len(walkers) - rank * ABREAST)
                x = left + (file - (abreast - 1) / 2) * SPACING
                places.append((x, (rank - (ranks - 1) / 2) * SPACING))
        ranks_x, ranks_y = np.array(places, dtype=np.float64).reshape(len(units), 2).T
        enemies = position.standing_side(1 - formations[0].side)
        return cls(position, formations, np.array(units, dtype=np.int64), ranks_x, ranks_y, enemies)

    def places(self, middle: Point) -> tuple[Floats, Floats]:
        table = self.position.field.table
        x = np.minimum(np.maximum(self.x + middle[0], 0.0), table.width)
        y = np.minimum(np.maximum(self.y + middle[1], 0.0), table.depth)
        return x.round(2), y.round(2)

    def meets(self, middle: Point) -> bool:
        """Would anybody be within 30 cm of an enemy with the group about this point?"""
        position, table = self.position, self.position.field.table
        if not position.field.pointlike:
            return self._bases_meet(middle)
        corner = (float(table.width), float(table.depth))
        return block_meets(self.x, self.y, middle, corner, position.x, position.y, self.enemies, HALTED)

    def _bases_meet(self, middle: Point) -> bool:
        position, radius = self.position, self.position.field.radius
        (x, y), enemies = self.places(middle), self.enemies
        gaps = np.hypot(x[:, None] - position.x[enemies], y[:, None] - position.y[enemies])
        return bool((gaps <= HALTED + radius[self.units][:, None] + radius[enemies]).any())

    def far_off(self, middle: Point, march: float) -> bool:
        """Is every enemy too far away to be met within so much of a march?"""
        if not len(self.enemies) or not len(self.units):
            return True
        reach = CONTACT + march + _GROUP_REACH * len(self.formations) + 2 * self.position.field.widest
        return not any_within(middle[0], middle[1], self.position.x, self.position.y, self.enemies, reach)

    def put(self, middle: Point) -> None:
        """Put the group there, ground or river."""
        position, units = self.position, self.units
        position.x[units], position.y[units] = self.places(middle)
        position.on[units] = True
        position.facing[units] = 90.0 if self.formations[0].side == 0 else 270.0
        for formation in self.formations:
            formation.on_table = True

    def step_aside(self) -> None:
        """1.6.2 Who cannot stand where the march has ended steps aside, and not within 30 cm of the enemy."""
        position, units, field = self.position, self.units, self.position.field
        blocked = units[in_the_impassable(position.x, position.y, units, field.effects, field.ground)].tolist()
        position.on[blocked] = False
        for unit in blocked:
            put_near(position, unit, position.at(unit), CONTACT)
