"""Abilities that act on blows, shells and wounds: fists and swords, luck with a single throw, legs that hold."""

from __future__ import annotations

from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.alpha_strike.attacks.artillery import SPOTS_AGAIN
from musterhall.games.alpha_strike.attacks.physical import ANTI_MECH, BLOW_DAMAGE, BLOW_HIT, MELEE, Blow
from musterhall.games.alpha_strike.harm.criticals import MP_HIT
from musterhall.games.alpha_strike.harm.damage_values import damage_at
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6

SECTION = "17"
BREAKS_ON = 6
"""16 The 1D6 at which a lopper's weapon breaks."""
HARDER, DEEPER = "a point more", "a critical roll"


@BLOW_DAMAGE.acted_by("fist_fire")
def fire_at_arm_s_length(position: Position, unit: int, blow: Blow, points: int) -> int:
    """17 A Fist Fire adds half of its short range damage to a blow, rounded up."""
    if blow.how == ANTI_MECH:
        return points
    return points + -(-damage_at(position.unit(unit), position.conditions[unit], "short").value // 2)


class Cut(Choice[str]):
    """17 What a Swordsman's hit does besides."""

    __slots__ = ("unit", "view")
    kind = "cut"
    section = SECTION

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side, (HARDER, DEEPER))
        self.view = view
        self.unit = unit

    def question(self) -> str:
        return f"What does the hit of {self.view.unit(self.unit).name} bring besides?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def in_words(self, answer: Answer) -> str:
        return str(answer)


@BLOW_HIT.acted_by("swordsman")
def cut(battle: Battle[Position], unit: int, blow: Blow, mark: Mark) -> Rule[Mark]:
    """17 A Swordsman's hit with a melee weapon does a point more, or rolls for a critical hit through armour."""
    if blow.how != MELEE:
        return mark
    position = battle.position
    chosen = yield Cut(position.seen_by(position.unit(unit).side), unit)
    if chosen == HARDER:
        return mark._replace(points=mark.points + 1)
    return mark._replace(critical_rolls=mark.critical_rolls + 1)


@BLOW_HIT.acted_by("loppers")
def strain_weapon(battle: Battle[Position], unit: int, blow: Blow, mark: Mark) -> Rule[Mark]:
    """16 A lopper's weapon breaks at a 6 once it has hit."""
    if blow.how == MELEE and battle.roll(1, D6, "melee weapon")[0] >= BREAKS_ON:
        battle.position.conditions[unit].use("MEL")
        battle.tell("attack", f"{battle.position.unit(unit).name} breaks its weapon", "16", unit=unit)
    return mark
    yield


@SPOTS_AGAIN.acted_by("forward_observer")
def spot_on(position: Position, unit: int, target: int) -> bool:
    """17 A Forward Observer spots for any number of guns at one target."""
    return True


@MP_HIT.acted_by("hopper")
def stay_on_its_feet(battle: Battle[Position], unit: int) -> bool:
    """17 A Hopper's first hit in the legs does nothing."""
    condition = battle.position.conditions[unit]
    if condition.used.get("hopper"):
        return False
    condition.use("hopper")
    battle.tell(
        "critical", f"{battle.position.unit(unit).name} limps on as if nothing had happened", SECTION, unit=unit
    )
    return True
