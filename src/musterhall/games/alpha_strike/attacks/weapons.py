"""Weapon attacks: what may be fired at whom, the dice, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.facts import attack_facts
from musterhall.games.alpha_strike.attacks.ranges import bracket, hits_rear, in_front_arc
from musterhall.games.alpha_strike.attacks.sight import Sight, sight, sights
from musterhall.games.alpha_strike.attacks.target_number import HIGHEST, target_number, target_number_reckoned
from musterhall.games.alpha_strike.harm.damage_values import damage_at
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import say_of
from musterhall.games.alpha_strike.units.cards import Damage

SECTION = "4"
REAR_BONUS = 1
"""4 What a hit from behind adds."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A weapon attack that was found to be legal."""

    target: int
    range: str
    seen: Sight
    overheat: int = 0


@dataclass(frozen=True, slots=True)
class Volley:
    """4 What an attack rolls: so many points, each with its own die, and perhaps a 0* that needs luck besides."""

    points: int
    minimal: bool
    number: int
    """What each die needs."""

    @property
    def dice(self) -> int:
        return self.points + int(self.minimal)


class Weapons(AttackKind):
    """4 Fire at an enemy."""

    name = "weapons"
    section = SECTION
    fields: ClassVar[dict[str, Schema]] = {"target": {"type": "integer"}, "overheat": {"type": "integer", "minimum": 0}}

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        for target, shot in shots(view, unit).items():
            yield {"target": target}
            for points in range(1, overheat_of(view, unit, shot.range) + 1):
                yield {"target": target, "overheat": points}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Shot:
        target, overheat = answer.get("target"), answer.get("overheat", 0)
        shot, reason = aim(view, unit, target)
        if shot is None:
            raise Illegal(reason, SECTION)
        most = overheat_of(view, unit, shot.range)
        if isinstance(overheat, bool) or not isinstance(overheat, int) or not 0 <= overheat <= most:
            raise Illegal(f"It may overheat by up to {most} at {shot.range} range", SECTION)
        return Shot(shot.target, shot.range, shot.seen, overheat)

    def resolve(self, battle: Battle[Position], unit: int, order: Shot) -> Rule[None]:
        fire(battle, unit, order)
        return
        yield

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        hot = f", overheating by {answer['overheat']}" if answer.get("overheat") else ""
        return f"fires at {view.unit(answer['target']).name}{hot}"


# Aiming


def aim(view: Position, unit: int, target: Any) -> tuple[Shot | None, str]:
    """4 The shot of a unit at a target, or the reason why there is none."""
    if isinstance(target, bool) or not isinstance(target, int) or target not in view.on_table(1 - view.unit(unit).side):
        return None, "Its target is an enemy on the table, by number"
    return _aim(view, unit, target, sight(view, unit, target))


def shots(view: Position, unit: int) -> dict[int, Shot]:
    """4 Every enemy that a unit can fire at, with the shot."""
    enemies = view.on_table(1 - view.unit(unit).side)
    aimed = (
        (target, _aim(view, unit, target, seen)[0])
        for target, seen in zip(enemies, sights(view, unit, enemies), strict=True)
    )
    return {target: shot for target, shot in aimed if shot is not None}


def _aim(view: Position, unit: int, target: int, seen: Sight) -> tuple[Shot | None, str]:
    name = view.unit(target).name
    range_ = bracket(view.gap(unit, target), view.field.edition)
    if range_ is None:
        return None, f"{name} is out of range"
    if not seen.seen:
        return None, f"{name} is not in sight: {seen.because}"
    if not in_front_arc(view, unit, target):
        return None, f"{name} is behind it"
    damage = damage_at(view.unit(unit), view.conditions[unit], range_)
    if not damage.value and not damage.minimal and not overheat_of(view, unit, range_):
        return None, f"it does no damage at {range_} range"
    return Shot(target, range_, seen), ""


def overheat_of(view: Position, unit: int, range_: str) -> int:
    """4, 6 By how much a unit may overheat at a range: at short and medium, with OVL at long too."""
    one = view.unit(unit)
    reaches = range_ in ("short", "medium") or (range_ == "long" and one.has("OVL"))
    return one.card.overheat if reaches else 0


# Firing


def volley(position: Position, unit: int, shot: Shot) -> Volley:
    """4 What an attack rolls: damage at its range, overheating, a hit from behind, and what abilities add."""
    facts = attack_facts(position, unit, shot.target, shot.seen, "weapon", shot.range)
    damage = damage_at(position.unit(unit), position.conditions[unit], shot.range)
    points = damage.value + shot.overheat + (REAR_BONUS if hits_rear(position, unit, shot.target) else 0)
    if damage != Damage(0) or shot.overheat:
        points = say_of(position, unit, shot.target).total("damage", points, facts)
    if position.scenario.damage_halved(position, unit) and position.field.edition.salvage_half == "dice":
        points = -(-points // 2)
    return Volley(points, damage.minimal, target_number(position, unit, shot.target, facts))


def fire(battle: Battle[Position], unit: int, shot: Shot) -> None:
    """4 Roll an attack and mark what it does."""
    position = battle.position
    condition = position.conditions[unit]
    condition.fired = True
    condition.overheated += shot.overheat
    rolled = volley(position, unit, shot)
    hits, twelve = _roll(battle, rolled)
    points = hits
    if position.scenario.damage_halved(position, unit) and position.field.edition.salvage_half == "damage":
        points = -(-hits // 2)
    if battle.recording:
        _tell(battle, unit, shot, rolled, hits, points)
    if hits:
        mark(position, shot.target, Mark(points, unit, critical_rolls=int(twelve)))


def _roll(battle: Battle[Position], volley: Volley) -> tuple[int, bool]:
    """4 How many points hit, and whether a natural 12 was among them: one die a point, or one for all."""
    edition = battle.position.field.edition
    if edition.attack_dice == "one_roll":
        hit, twelve = _throw(battle, volley.number)
        luck = hit and volley.minimal and battle.roll(1, D6, "minimal damage")[0] >= MINIMAL_ON
        return (volley.points + int(luck) if hit else 0), twelve
    hits, twelve = 0, False
    for die in range(volley.dice):
        hit, was_twelve = _throw(battle, volley.number)
        if hit and die >= volley.points:
            hit = battle.roll(1, D6, "minimal damage")[0] >= MINIMAL_ON
        hits += int(hit)
        twelve = twelve or (hit and was_twelve)
    return hits, twelve


MINIMAL_ON = 4
"""4 The 1D6 at which a 0* is a point of damage."""


def _throw(battle: Battle[Position], number: int) -> tuple[bool, bool]:
    edition = battle.position.field.edition
    total = sum(battle.roll(2, D6, "attack"))
    if total == 2 and edition.natural_two_misses:
        return False, False
    hit = total >= number or (total == HIGHEST and edition.natural_twelve_hits)
    return hit, total == HIGHEST


def _tell(battle: Battle[Position], unit: int, shot: Shot, rolled: Volley, hits: int, points: int) -> None:
    position = battle.position
    facts = attack_facts(position, unit, shot.target, shot.seen, "weapon", shot.range)
    number = target_number_reckoned(position, unit, shot.target, facts).tally
    text = (
        f"{position.unit(unit).name} fires at {position.unit(shot.target).name} ({shot.range} range, "
        f"{rolled.dice} dice, {rolled.number}+): {points} damage"
    )
    figures = {"unit": unit, "target": shot.target, "number": number.as_data(), "dice": rolled.dice, "hits": hits}
    battle.tell("attack", text, SECTION, **figures)
