"""One look at the table as the captain takes it: who stands where, what they are worth, what fire would do.

A `Situation` is asked about several formations and forgotten when something on the table changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from musterhall.games.the_game.agents.appraisal import armed_units, figures
from musterhall.games.the_game.agents.book import Book, book_of
from musterhall.games.the_game.agents.exchanges import (
    TARGET,
    UNIT,
    Effects,
    Land,
    Muster,
    exchange,
    muster,
    strength,
)
from musterhall.games.the_game.field.field import SIGHT_DEPTH, Field
from musterhall.games.the_game.movement.ways import uses_combat_move
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Floats, Ints, Point
from musterhall.measuring import group_gaps

REPRESENTATIVES = 4
"""How many units stand for a formation when places are compared."""
THREAT = 0.6
"""The share of the enemy's guns in reach that is expected to fire at one formation."""
OUTMATCHED = 2.5
"""Who would lose this many times what it takes in a fire fight at close range has no business there."""
STAY = (0.0, 0.0)
_NOBODY = np.zeros(0, dtype=np.int64)


@dataclass(slots=True, eq=False)
class Situation:
    """The table as one player sees it, packed for comparing places."""

    position: Position
    side: int
    book: Book = field(init=False)
    enemies: list[int] = field(init=False)
    """Enemy formations on the table."""
    middles: list[Point] = field(init=False)
    """Of every formation."""
    figures: Floats = field(init=False)
    _few: Muster = field(init=False)
    """Everybody on the table, a few units standing for each formation."""
    _everybody: Muster | None = field(init=False, default=None)
    """The same with all units, made when it is needed."""
    _land: Land = field(init=False)
    _friends: dict[int, Ints] = field(init=False, default_factory=dict)
    """For a formation, those who stand for the others of its side."""
    _masters: dict[int, dict[int, float]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        position, still = self.position, self.position.field
        self.book = book_of(position)
        picked, count, standing, middles = muster(
            position.x, position.y, position.on, still.formation, len(position.formations), REPRESENTATIVES
        )
        self.middles = [(x, y) for x, y in middles.tolist()]
        self.enemies = [
            f.index for f in position.formations if f.side != self.side and f.on_table and standing[f.index]
        ]
        self.figures = figures(position.formations)
        self.figures[:, UNIT] *= importance(position, self.side, middles)
        armed = armed_units(position, self.book)
        self._few = Muster(position.x, position.y, picked, count, standing, armed, self.figures)
        width, depth = float(still.table.width), float(still.table.depth)
        self._land = Land(width, depth, still.ground.outlines, cover_gain(still), still.screens.outlines, SIGHT_DEPTH)

    def weigh(
        self,
        formation: Formation,
        shifts: Sequence[Point],
        stances: Sequence[int],
        mods: Sequence[int],
        only: Sequence[int] | None = None,
        *,
        roughly: bool = False,
    ) -> Floats:
        """What the formation could give and would take after each of these shifts; see `exchange` for the columns.

        A few units stand for each formation. Where they see nobody from where they are, everybody looks again, unless
        a rough answer will do.
        """
        table = self._exchange(formation, shifts, stances, mods, only, self._few)
        if roughly:
            return table
        blind = [row for row, shift in enumerate(shifts) if shift == STAY and table[row, TARGET] < 0.0]
        if blind and self._in_reach(formation, only):
            again = [shifts[row] for row in blind], [stances[row] for row in blind], [mods[row] for row in blind]
            table[blind] = self._exchange(formation, *again, only, self._all_units())
        return table

    def weigh_exactly(self, formation: Formation, stance: int, mod: int, only: Sequence[int]) -> Floats:
        """What the formation could give from where it stands, every unit counted; what it would take is left out."""
        row: Floats = self._exchange(formation, [STAY], [stance], [mod], only, self._all_units(), threat=0.0)[0]
        return row

    def _all_units(self) -> Muster:
        if self._everybody is None:
            position = self.position
            most = max(1, int(self._few.standing.max()))
            picked, count, _, _ = muster(
                position.x, position.y, position.on, position.field.formation, len(position.formations), most
            )
            self._everybody = self._few._replace(picked=picked, number=count)
        return self._everybody

    def _in_reach(self, formation: Formation, only: Sequence[int] | None) -> bool:
        """Has any unit of the formation any of these enemies in range?"""
        position, still = self.position, self.position.field
        own, enemies = position.standing(formation), position.standing_side(1 - formation.side)
        if not len(own) or not len(enemies):
            return False
        gaps = group_gaps(position.x, position.y, still.radius, own, enemies, still.formation, len(position.formations))
        near = self.enemies if only is None else only
        return any(gaps[index] <= still.longest.get(formation.index, 0.0) for index in near)

    def _exchange(
        self,
        formation: Formation,
        shifts: Sequence[Point],
        stances: Sequence[int],
        mods: Sequence[int],
        only: Sequence[int] | None,
        units: Muster,
        threat: float = THREAT,
    ) -> Floats:
        places = np.array([(*shift, *how) for shift, *how in zip(shifts, stances, mods, strict=True)], dtype=np.float64)
        enemies = np.array(self.enemies if only is None else only, dtype=np.int64)
        effects = Effects(self.book.sheet, self.book.kills, self.book.tokens)
        friends = self._friends_of(formation)
        return exchange(formation.index, places, enemies, friends, threat, units, effects, self._land)

    def _friends_of(self, formation: Formation) -> Ints:
        known = self._friends.get(formation.index)
        if known is None:
            others = [f.index for f in self.position.of_side(self.side) if f.index != formation.index]
            picked = [self._few.picked[f, : self._few.number[f]] for f in others]
            known = self._friends[formation.index] = np.concatenate([_NOBODY, *picked])
        return known

    def stands(self, formation: Formation) -> bool:
        return bool(self._few.standing[formation.index])

    def middle(self, formation: Formation) -> Point:
        if self._few.standing[formation.index]:
            return self.middles[formation.index]
        return middle_of(self.position, formation)

    def masters(self, formation: Formation) -> dict[int, float]:
        """The enemies that outmatch this formation at close range, each with the points it would lose to them."""
        known = self._masters.get(formation.index)
        if known is None:
            known = self._masters[formation.index] = dict(self._find_masters(formation))
        return known

    def _find_masters(self, formation: Formation) -> list[tuple[int, float]]:
        position, found = self.position, []
        if position.field.infantry[formation.units].any():
            return []  # foot fights tanks from cover at close range, and its transports bring it there
        own = position.standing(formation)
        mine = float(self.figures[formation.index, UNIT])
        for index in self.enemies:
            enemy = position.formations[index]
            if enemy.broken or not len(own):
                continue
            given, taken = strength(self.book.close, self.book.sheet, own, position.standing(enemy), self._few.armed)
            lost = mine * min(taken, len(own))
            if lost > OUTMATCHED * given * float(self.figures[index, UNIT]):
                found.append((index, lost))
        return found


INTRUDER, COSTLIEST = 1.35, 1.15


def importance(position: Position, side: int, middles: Floats) -> Floats:
    """6.1.5 What the loss of each formation counts for beside its points: intruders, and the enemy's costliest."""
    factors = np.ones(len(position.formations))
    enemies = [f for f in position.formations if f.side != side and f.units and f.on_table]
    half = position.field.table.depth / 2
    most = max((f.cost for f in position.formations if f.side != side), default=0)
    for enemy in enemies:
        if enemy.cost == most:
            factors[enemy.index] *= COSTLIEST
        if (middles[enemy.index, 1] < half) == (side == 0) and position.turn >= 2 and not enemy.broken:
            factors[enemy.index] *= INTRUDER
    return factors


_GAINS: dict[int, tuple[object, Ints]] = {}


def cover_gain(still: Field) -> Ints:
    """1.6.2 What each piece of area terrain adds to each unit's defence."""
    known = _GAINS.get(id(still))
    if known is not None and known[0] is still:
        return known[1]
    if len(_GAINS) >= 32:
        _GAINS.clear()
    gain = (still.cover_armour + still.cover_visibility) * still.area
    _GAINS[id(still)] = (still, gain)
    return gain


def middle_of(position: Position, formation: Formation) -> Point:
    units = position.standing(formation)
    if not len(units):
        return (position.field.table.width / 2, 0.0 if formation.side == 0 else position.field.table.depth)
    return position.middle_of(units)


def pace(position: Position, formation: Formation) -> float:
    """1.6 How far the formation as a whole gets in one move."""
    units = position.standing(formation)
    if not len(units):
        units = np.array(formation.units, dtype=np.int64)
    walk = position.field.walk[units, 0 if uses_combat_move(position, formation) else 1]
    return float(walk.sum()) / len(walk) if len(walk) else 0.0


def is_artillery(situation: Situation, formation: Formation) -> bool:
    """Does the formation live by its guns?"""
    return formation.index in situation.book.guns


def ready_to_fire(situation: Situation, formation: Formation) -> bool:
    """Guns that stand on the ground."""
    guns = situation.book.guns.get(formation.index)
    return guns is not None and bool(situation.position.on[guns].any())
