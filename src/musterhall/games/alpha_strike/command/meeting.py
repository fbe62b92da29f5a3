"""Enemies who stand where a unit comes back onto the table, and attack it there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule
from musterhall.games.alpha_strike.attacks.attacking import KINDS, NOTHING, Act
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.harm.damage import apply_all_damage
from musterhall.games.alpha_strike.position.position import Position

SECTION = "16"
WITHIN = 1.0
"""16 Enemies so near to a unit that comes back may attack it."""
WAYS = ("weapons", "physical")


class MeetReturner(Act):
    """16 How an enemy attacks the unit that has just come back beside it, if it does."""

    __slots__ = ("target",)
    kind = "meet returner"

    def __init__(self, view: Position, unit: int, target: int) -> None:
        super().__init__(view, unit)
        self.target = target

    def question(self) -> str:
        return f"{self.view.unit(self.target).name} is back beside {self.view.unit(self.unit).name}: is it attacked?"

    def options(self) -> Iterator[Answer]:
        for answer in super().options():
            if answer["attack"] == NOTHING or not self._why_not(answer):
                yield answer

    def judged(self, answer: Answer) -> tuple[str, Any]:
        found: tuple[str, Any] = super().judged(answer)
        why = "" if found[0] == NOTHING else self._why_not(answer)
        if why:
            raise Illegal(why, SECTION)
        return found

    def _why_not(self, answer: dict[str, Any]) -> str:
        """Heat is past for this turn, and so is everybody else."""
        others = any(key in answer for key in ("second", "split", "spotter", "sensor", "indirect"))
        if answer["attack"] not in WAYS or answer.get("target") != self.target or others:
            name = self.view.unit(self.target).name
            return f"It may attack {name} alone now, with weapons or a blow"
        return "Nobody overheats in the End Phase" if answer.get("overheat") else ""


def meet(battle: Battle[Position], unit: int) -> Rule[None]:
    """16 Enemies near a unit that is back may attack it, which harms it at once or with the next End Phase's damage."""
    position = battle.position
    attacked = False
    for enemy in position.on_table(1 - position.unit(unit).side):
        if not _is_ready(position, enemy) or position.gap(enemy, unit) > WITHIN + TOUCH:
            continue
        decision = MeetReturner(position.seen_by(position.unit(enemy).side), enemy, unit)
        if all(answer["attack"] == NOTHING for answer in decision.options()):
            continue
        name, order = yield decision
        if name != NOTHING:
            attacked = True
            yield from KINDS[name].resolve(battle, enemy, order)
    if attacked and position.field.edition.returner_harmed == "at_once":
        toll = apply_all_damage(battle)
        yield from position.scenario.after_damage(battle, toll.lost, toll.crippled)


def _is_ready(position: Position, unit: int) -> bool:
    condition = position.conditions[unit]
    idle = condition.shut_down or condition.stunned_until >= position.turn or condition.mode == "sprint"
    return not idle and not position.unit(unit).is_aerospace
