"""What an attack may be expected to come to, by the figures that the rules themselves have for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from musterhall.games.age_of_destruction.combat.attack import (
    Attack,
    attack_value,
    damage_value,
    defense_value,
    in_effect,
)
from musterhall.games.age_of_destruction.combat.charging import own_damage
from musterhall.games.age_of_destruction.combat.moments import REROLLED
from musterhall.games.age_of_destruction.combat.striking import ALWAYS, NEVER, swept, through_armor
from musterhall.games.age_of_destruction.equipment.weapons import ALPHA, PULSE_DEFENSE, STREAK, heat_left
from musterhall.games.age_of_destruction.factions.bonds import BONUS, bond_meant
from musterhall.games.age_of_destruction.position.moments import held_by
from musterhall.games.age_of_destruction.position.position import Position

Stakes = Callable[[int, int], float]
"""What it is worth to turn a unit's dial by so many clicks."""

_SUMS = [one + other for one, other in product(range(1, 7), repeat=2)]
SHARES = {total: _SUMS.count(total) / 36 for total in range(2, 13)}
"""How often two dice come to a sum."""
DIE = range(1, 7)
HOPELESS = 0.1
"""The chance below which nobody attacks: less than an 11 gives."""
JAMMED = 0.08
"""What a TSEMP's order token takes off a target's use, in its points."""


class Reckoned(NamedTuple):
    """What an attack comes to on average."""

    chance: float
    """That it hits."""
    clicks: int
    """What a hit does."""
    worth: float
    """What it takes from the enemy, less what it costs the attacker."""

    @property
    def hopeless(self) -> bool:
        return self.chance < HOPELESS


def reckon(position: Position, attack: Attack, stakes: Stakes, own: Stakes) -> Reckoned:
    """An attack on one unit, with what follows from it; `own` is what clicks of one's own side are worth."""
    target = attack.target
    chance, critical = _chances(position, attack)
    clicks = _clicks(position, attack)
    worth = _worth(position, attack, clicks, stakes) * (chance - critical)
    worth += _worth(position, attack, [one + 1 for one in clicks], stakes) * critical
    if attack.impact:
        infantry = position.unit(target).sheet.is_infantry
        for hit, share in ((True, chance), (False, 1 - chance)):
            lost = own_damage(position, attack, hit=hit, infantry=infantry)
            worth -= share * own(attack.attacker, lost) if lost else 0.0
    worth -= SHARES[NEVER] * own(attack.attacker, position.field.edition.critical_miss_click)
    worth += chance * _afterwards(position, attack, stakes)
    for other in swept(position, attack):
        friend = position.unit(other).side == position.unit(attack.attacker).side
        worth += (-1 if friend else 1) * chance * 0.7 * (own if friend else stakes)(other, max(clicks))
    return Reckoned(chance, round(sum(clicks) / len(clicks)), worth)


def _chances(position: Position, attack: Attack) -> tuple[float, float]:
    """That it hits, and that it hits critically; over what an ability may roll first."""
    held = in_effect(position, attack)
    if attack.kind == "death from above" and "merciless" in held:
        versions = [attack._replace(bonus=face) for face in DIE]
    elif attack.kind == "ranged" and "enhanced_imaging" in held:
        versions = [attack, attack._replace(sees_through=True)]
    else:
        versions = [attack]
    chance = sum(_chance(position, version) for version in versions) / len(versions)
    return chance, SHARES[ALWAYS]


def _chance(position: Position, attack: Attack) -> float:
    needs = defense_value(position, attack, attack.target).total - attack_value(position, attack, attack.target).total
    usual = sum(share for total, share in SHARES.items() if total == ALWAYS or (total != NEVER and total >= needs))
    if any(act(position, attack) for _, act in REROLLED.of(held_by(position, attack.target))):
        return SHARES[ALWAYS] + (usual - SHARES[ALWAYS]) * usual
    return usual


def _clicks(position: Position, attack: Attack) -> list[int]:
    """What a hit does before it meets armor: one figure, or one for each face of a die."""
    held, damage = in_effect(position, attack), damage_value(position, attack, attack.target).total
    if attack.kind == "close" and "Hand-to-Hand Weapon" in held:
        return list(DIE)
    if ALPHA in held:
        damage += heat_left(position, attack.attacker) * position.field.edition.alpha_strike_damage
    if STREAK in held and damage > 1:
        damage -= 1
    if bond_meant(position, attack):
        damage += BONUS
    return [damage]


def _worth(position: Position, attack: Attack, clicks: list[int], stakes: Stakes) -> float:
    dealt = [through_armor(position, attack, attack.target, one) for one in clicks]
    return sum(stakes(attack.target, one) for one in dealt) / len(dealt)


def _afterwards(position: Position, attack: Attack, stakes: Stakes) -> float:
    """What a hit brings besides: another attack, or a token for the target."""
    held, target = in_effect(position, attack), attack.target
    if attack.given_by or attack.impact:
        return 0.0
    again = 0.0
    if "Pulse" in held and attack.kind == "ranged":
        second = attack._replace(harder=PULSE_DEFENSE, given_by=("Pulse",))
        again = _chance(position, second) * _worth(position, second, _clicks(position, second), stakes)
    if "Rapid Strike" in held and attack.kind == "close":
        again = _chance(position, attack) * _worth(position, attack, _clicks(position, attack), stakes)
    token = JAMMED * position.unit(target).points if "TSEMP" in held and attack.kind == "ranged" else 0.0
    return 0.7 * again + token
