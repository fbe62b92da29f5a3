"""Jade Falcon: Merciless and Enhanced Imaging."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule, YesOrNo
from musterhall.games.age_of_destruction.combat.attack import AIMING, Attack
from musterhall.games.age_of_destruction.combat.charging import FALLING
from musterhall.games.age_of_destruction.combat.moments import PREPARING
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.tally import Tally


@PREPARING.acted_by("merciless")
def roll_for_mercy(battle: Battle[Position], attack: Attack) -> Rule[Attack]:
    """26 A die is added to the attack value of death from above."""
    if attack.kind == "death from above":
        return attack._replace(bonus=battle.roll(1, D6, "Merciless")[0])
    return attack
    yield


@AIMING.acted_by("merciless")
def add_the_die(position: Position, attack: Attack, value: Tally) -> None:
    """26 What was rolled."""
    value.add("Merciless", attack.bonus, "26")


@FALLING.acted_by("merciless")
def fall_softly(position: Position, hit: bool) -> int:
    """26 One click for a miss, none for a hit."""
    return 0 if hit else 1


class UseImaging(YesOrNo):
    """27 Whether an attacker rolls for Enhanced Imaging."""

    __slots__ = ("attack", "view")
    kind = "imaging"
    section = "27"

    def __init__(self, view: Position, attack: Attack) -> None:
        super().__init__(view.unit(attack.attacker).side)
        self.view, self.attack = view, attack

    def question(self) -> str:
        return f"Does {self.view.unit(self.attack.attacker).name} roll for Enhanced Imaging?"


@PREPARING.acted_by("enhanced_imaging")
def look_through(battle: Battle[Position], attack: Attack) -> Rule[Attack]:
    """27 A ranged attack on one opposing unit sees through hindering terrain on a die of 4 or more."""
    position = battle.position
    if attack.kind != "ranged" or not attack.single:
        return attack
    if position.field.edition.imaging_optional:
        wanted = yield UseImaging(position.seen_by(position.unit(attack.attacker).side), attack)
        if not wanted:
            return attack
    face = battle.roll(1, D6, "Enhanced Imaging")[0]
    sees = face >= position.field.edition.imaging_on
    name = position.unit(attack.attacker).name
    text = f"{name} {'sees' if sees else 'does not see'} through hindering terrain: {face}"
    battle.tell("imaging", text, "27", unit=attack.attacker, face=face, sees=sees)
    return attack._replace(sees_through=sees)
