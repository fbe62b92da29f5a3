"""What an attack rolls and what its dice come to, before any die is thrown: all that odds and firing need to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

NEAR = 2
"""10 FLK: a miss by so much is near."""
MINIMAL_ON = 4
"""4 The 1D6 at which a 0* is a point of damage."""


@dataclass(frozen=True, slots=True)
class Lot:
    """4 Dice of an attack that do the same. Each throw is 2D6 against the volley's number."""

    kind: str
    """The special that they stand for; empty for plain ones."""
    dice: int
    """How many throws."""
    points: int = 1
    """Damage of each that hits."""
    minimal: bool = False
    """Each that hits throws 1D6 besides, and MINIMAL_ON or more is a point."""
    heat: int = 0
    """Heat of each that hits."""
    near_miss: int = 0
    """Damage of each that misses by NEAR or less."""
    critical: bool = False
    """Any that hits brings a critical roll through armour, one for the attack."""
    pulse: bool = False
    """Any that hits disturbs the target's electronics."""


class Cut(NamedTuple):
    """4, 10 What the target, or what the attacker carries, makes of an attack's points, all dice together."""

    name: str
    how: Literal["less", "half up", "half down"]
    points: int = 0
    least: int = 0


@dataclass(frozen=True, slots=True)
class Volley:
    """4 What an attack rolls, and what becomes of what hits."""

    number: int
    """What each throw needs."""
    lots: tuple[Lot, ...]
    bonus: int = 0
    """Points that any hit brings besides: Narc."""
    heat: int = 0
    """Heat that any hit brings besides, once."""
    cuts: tuple[Cut, ...] = ()
    flak_halved: bool = False
    """10 Reactive armour halves what dice of FLK do."""
    variable_on: int = 0
    """4 The 1D6 at which each point that hits counts, where damage is variable."""
    critical_by: int = 0
    """17 By how much a die has to hit for a critical roll, one for the attack; 0 where none comes of it."""
    grazes: bool = False
    """17 Plain dice that miss by 1 still do half of their points, rounded down but one at least."""

    @property
    def dice(self) -> int:
        return sum(lot.dice for lot in self.lots)

    @property
    def forgives(self) -> int:
        """10, 17 By how much a throw may miss and still do something: flak, and plain dice that graze."""
        return NEAR if any(lot.near_miss for lot in self.lots) else int(self.grazes)

    @property
    def points(self) -> int:
        """The most that the dice can do by themselves."""
        return sum(lot.dice * (lot.points + int(lot.minimal)) for lot in self.lots)

    @property
    def minimal(self) -> bool:
        return any(lot.minimal for lot in self.lots)

    def halved(self) -> Volley:
        """17 Half of its dice, rounded down but one at least; of a single throw for the whole attack half of that."""
        if len(self.lots) == 1 and self.lots[0].dice == 1:
            lot = self.lots[0]
            return replace(self, lots=(replace(lot, points=max(min(1, lot.points), lot.points // 2)),))
        sure = [lot for lot in self.lots if not lot.minimal]
        left = max(1, sum(lot.dice for lot in sure) // 2)
        kept: list[Lot] = []
        for lot in sure:
            if left:
                kept.append(replace(lot, dice=min(left, lot.dice)))
                left -= kept[-1].dice
        return replace(self, lots=tuple(kept))

    def graze(self, points: int) -> int:
        """17 What dice for so many points do that missed by 1."""
        return max(1, points // 2) if points and self.grazes else 0

    def damage(self, points: int, flak: int = 0, *, hit: bool = True) -> int:
        """4, 10 What so many points, and so many points of FLK, come to when everything has been taken off."""
        total = points + (flak // 2 if self.flak_halved else flak)
        if hit and (total or self.bonus):
            total += self.bonus
        for cut in self.cuts:
            if total > 0:
                total = _cut(total, cut)
        return total


def _cut(points: int, cut: Cut) -> int:
    if cut.how == "less":
        left = points - cut.points
    else:
        left = points // 2 if cut.how == "half down" else -(-points // 2)
    return max(left, min(points, cut.least))


class Thrown(NamedTuple):
    """One throw of an attack."""

    lot: int
    """Which lot, by its place in the volley."""
    total: int
    hit: bool
    points: int = 0
    """What it did: damage, or for dice of FLK and near misses points of FLK."""


@dataclass(slots=True)
class Outcome:
    """4 What the dice of an attack came to. Whoever acts after the dice may change it."""

    throws: list[Thrown]
    points: int = 0
    flak: int = 0
    grazed: int = 0
    """The points of plain dice that missed by 1."""
    heat: int = 0
    critical_rolls: int = 0
    pulse: bool = False

    @property
    def hits(self) -> int:
        return sum(one.hit for one in self.throws)


def dice_in_words(lots: Sequence[Lot]) -> str:
    """Dice as a player would call them: 2 dice, 1 for AC."""
    named = [f"{lot.dice} for {lot.kind}" for lot in lots if lot.kind]
    dice = sum(lot.dice for lot in lots)
    return ", ".join([f"{dice} {'die' if dice == 1 else 'dice'}", *named])
