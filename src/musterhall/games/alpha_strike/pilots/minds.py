"""Pilots who work on the enemy's mind in place of an attack: the Antagonizer taunts, the Demoralizer cows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.attacking import OWN_ACTION, add_kinds
from musterhall.games.alpha_strike.attacks.ranges import MEDIUM_TO, SHORT_TO
from musterhall.games.alpha_strike.attacks.sight import sight, sights
from musterhall.games.alpha_strike.movement.approach import DRAWN
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import say_of, usual_facts

SECTION = "17"
TAUNTED, COWED = "antagonized", "demoralized"
"""The effects on their victims, both to the end of the next turn."""


class MindGame(AttackKind):
    """17 An action in place of an attack: 2D6 against a number, and something lasts to the end of the next turn."""

    section = SECTION
    fields: ClassVar[dict[str, Schema]] = {"target": {"type": "integer"}}
    reach: ClassVar[float]
    effect: ClassVar[str]
    verb: ClassVar[str]
    base: ClassVar[int]

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        near = [one for one in view.on_table(1 - view.unit(unit).side) if view.gap(unit, one) <= self.reach]
        for target, seen in zip(near, sights(view, unit, near), strict=True):
            if seen.seen:
                yield {"target": target}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> int:
        target = answer.get("target")
        if isinstance(target, bool) or target not in view.on_table(1 - view.unit(unit).side):
            raise Illegal("Its target is an enemy on the table", SECTION)
        name = view.unit(target).name
        if view.gap(unit, target) > self.reach:
            raise Illegal(f"{name} is farther than {self.reach:g} inches away", SECTION)
        seen = sight(view, unit, target)
        if not seen.seen:
            raise Illegal(f"{name} is not in sight: {seen.because}", SECTION)
        return int(target)

    def resolve(self, battle: Battle[Position], unit: int, order: int) -> Rule[None]:
        position = battle.position
        number, total = self.number(position, unit, order), sum(battle.roll(2, D6, self.name))
        if total >= number:
            position.conditions[order].add_effect(Effect(self.effect, unit, position.turn + 1))
        verdict = f"it is {self.effect}" if total >= number else "it does not care"
        text = (
            f"{position.unit(unit).name} {self.verb} {position.unit(order).name} ({total} against {number}): {verdict}"
        )
        battle.tell("mind", text, SECTION, unit=unit, target=order, number=number, total=total)
        return
        yield

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        return f"{self.verb} {view.unit(answer['target']).name}"

    def number(self, position: Position, unit: int, target: int) -> int:
        """17 What 2D6 have to come to; a will of iron makes it harder."""
        base = self.base + position.unit(unit).skill - self.helped_by(position, unit)
        return say_of(position, unit, target).total("psychological roll", base, usual_facts())

    def helped_by(self, position: Position, unit: int) -> int:
        return 0


class Antagonize(MindGame):
    """17 Taunt an enemy at short range, who then closes in and attacks nobody else."""

    name = "antagonize"
    reach = SHORT_TO
    effect = TAUNTED
    verb = "taunts"
    base = 5


class Demoralize(MindGame):
    """17 Cow an enemy at up to medium range, who is slower, easier to hit, and worse at hitting back."""

    name = "demoralize"
    reach = MEDIUM_TO
    effect = COWED
    verb = "cows"
    base = 8

    def helped_by(self, position: Position, unit: int) -> int:
        """17 A large unit is the more terrible."""
        return position.unit(unit).card.size


add_kinds(Antagonize(), Demoralize())


@OWN_ACTION.acted_by("antagonizer")
def _may_antagonize() -> str:
    """17 An Antagonizer may taunt in place of attacking."""
    return Antagonize.name


@OWN_ACTION.acted_by("demoralizer")
def _may_demoralize() -> str:
    """17 A Demoralizer may cow an enemy in place of attacking."""
    return Demoralize.name


@DRAWN.acted_by(TAUNTED)
def _still_taunted(position: Position, unit: int, effect: Effect) -> bool:
    """17 The spell breaks beyond 24 inches and out of sight."""
    return position.gap(unit, effect.by) <= MEDIUM_TO and sight(position, unit, effect.by).seen
