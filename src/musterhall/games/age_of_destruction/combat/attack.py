"""An attack, step by step: value against defense, the dice, the damage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.combat.harm import deal
from musterhall.games.age_of_destruction.lines.line_of_fire import line_of_fire
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.geometry import in_arc
from musterhall.tally import Tally

SEQUENCE = "attack sequence"
Kind = Literal["ranged", "close"]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack that was found to be legal."""

    attacker: int
    target: int
    kind: Kind
    secondary: bool = False
    """With a 'Mech's second weapon."""


@dataclass(frozen=True, slots=True)
class Struck:
    """How an attack went."""

    hit: bool
    critical: bool
    damage: int
    eliminated: bool


def why_not(position: Position, attack: Attack) -> str:
    """Why an attack cannot be made; empty where it can."""
    attacker, target = attack.attacker, attack.target
    name = position.unit(target).name
    if not in_front(position, attacker, target):
        return f"{name} is not in its front arc"
    if attack.kind == "close":
        return "" if position.touches(attacker, target) else f"{name} is not in base contact"
    if position.touching_enemies(attacker):
        return "it is in base contact with an opposing unit"
    sheet, inches = position.unit(attacker).sheet, max(0.0, position.gap(attacker, target))
    if not sheet.least_range <= inches <= sheet.most_range:
        return f"{name} is {inches:.1f} inches away, and its range is {sheet.least_range} to {sheet.most_range}"
    line = line_of_fire(position, attacker, target)
    return "" if line.clear else f"the line of fire is blocked: {line.because}"


def in_front(position: Position, unit: int, target: int) -> bool:
    """Whether a target lies in a unit's front arc."""
    arc = position.unit(unit).sheet.arc or position.field.edition.front_arc
    return in_arc(position.at(unit), position.facing(unit), arc, position.at(target))


def attack_value(position: Position, attack: Attack) -> Tally:
    """What is added to the dice."""
    value = Tally("attack", position.click(attack.attacker).attack, SEQUENCE)
    if not in_front(position, attack.target, attack.attacker):
        value.add("from behind", position.field.edition.rear_attack)
    return value


def defense_value(position: Position, attack: Attack) -> Tally:
    """What the dice must reach."""
    target = attack.target
    value = Tally("defense", position.click(target).defense, SEQUENCE)
    if attack.kind == "ranged":
        for part in line_of_fire(position, attack.attacker, target).defense.parts:
            value.add(part.name, part.value, part.section)
    if position.states[target].shut_down:
        value.add("shut down", -position.field.edition.shutdown_defense)
    return value


def damage_value(position: Position, attack: Attack) -> Tally:
    """What a hit does."""
    click, sheet = position.click(attack.attacker), position.unit(attack.attacker).sheet
    value = Tally("damage", click.secondary if attack.secondary else click.damage, SEQUENCE)
    if sheet.heat:
        step = sheet.heat[min(position.states[attack.attacker].heat, len(sheet.heat) - 1)]
        value.add("heat", step.secondary if attack.secondary else step.damage)
    value.at_least(0, "no less than 0")
    return value


def strike(battle: Battle[Position], attack: Attack) -> Struck:
    """Steps 3 to 6: values, dice, hit or miss, damage."""
    position = battle.position
    value, defense = attack_value(position, attack), defense_value(position, attack)
    faces = battle.roll(2, D6, "attack")
    dice = sum(faces)
    critical = dice == 12
    hit = critical or (dice != 2 and dice + value.total >= defense.total)
    if battle.recording:
        verdict = "hits" if hit else "misses"
        text = (
            f"{position.unit(attack.attacker).name} {verdict} {position.unit(attack.target).name}: "
            f"{value.rolled(dice, '2d6')} against {defense.total}"
        )
        figures = {"attack": value.as_data(), "defense": defense.as_data(), "faces": faces, "hit": hit}
        battle.tell("attack", text, SEQUENCE, unit=attack.attacker, target=attack.target, **figures)
    if dice == 2:
        deal(battle, attack.attacker, position.field.edition.critical_miss_click)
    if not hit:
        return Struck(False, False, 0, False)
    damage = damage_value(position, attack)
    damage.add("critical hit", position.field.edition.critical_damage, when=critical)
    return Struck(True, critical, damage.total, deal(battle, attack.target, damage.total, attack.attacker))
