"""What protects: armor that takes damage off, decoys, the shared defense of a point defense system."""

from __future__ import annotations

from musterhall.games.age_of_destruction.combat.attack import GUARDING, Attack, weapon
from musterhall.games.age_of_destruction.combat.moments import REROLLED, SOFTENING
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import EQUIPMENT
from musterhall.tally import Tally

LESS = -2


@SOFTENING.acted_by("Reflective Armor")
def reflective(position: Position, attack: Attack, damage: Tally) -> None:
    """40.15 Energy weapons do 2 less."""
    damage.add("Reflective Armor", LESS, EQUIPMENT, when=weapon(position, attack) == "energy")


@SOFTENING.acted_by("Reactive Armor")
def reactive(position: Position, attack: Attack, damage: Tally) -> None:
    """40.15 Ballistic weapons do 2 less."""
    damage.add("Reactive Armor", LESS, EQUIPMENT, when=weapon(position, attack) == "ballistic")


@SOFTENING.acted_by("Hardened Armor")
def hardened(position: Position, attack: Attack, damage: Tally) -> None:
    """40.15 All ranged and close attacks do 2 less."""
    damage.add("Hardened Armor", LESS, EQUIPMENT)


@SOFTENING.acted_by("Heavy Armor")
def heavy(position: Position, attack: Attack, damage: Tally) -> None:
    """40.15 All ranged and close attacks do 1 less."""
    damage.add("Heavy Armor", -1, EQUIPMENT)


@REROLLED.acted_by("Decoy")
def decoy(position: Position, attack: Attack) -> bool:
    """40.15 A ranged hit that is no critical is rolled again."""
    return attack.kind == "ranged"


@GUARDING.acted_by("Point Defense System")
def point_defense(position: Position, attack: Attack, guard: int, defense: Tally) -> None:
    """40.15 A friend in contact has this unit's unmodified defense where that is the better one."""
    defense.at_least(position.click(guard).defense, "Point Defense System", EQUIPMENT)
