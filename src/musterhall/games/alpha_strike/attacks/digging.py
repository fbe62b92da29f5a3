"""Trenches: TRN troops dig in and are hard to hit while they stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.facts import DUG_IN
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.position import Position

SECTION = "10"


class Dig(AttackKind):
    """10 Dig a trench instead of attacking."""

    name = "dig"
    section = SECTION
    fields: ClassVar[dict[str, Schema]] = {}
    harmless = True

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        if not _why_not(view, unit):
            yield {}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> None:
        why = _why_not(view, unit)
        if why:
            raise Illegal(why, SECTION)

    def resolve(self, battle: Battle[Position], unit: int, order: None) -> Rule[None]:
        battle.position.conditions[unit].add_effect(Effect(DUG_IN, unit))
        battle.tell("dig", f"{battle.position.unit(unit).name} digs in", SECTION, unit=unit)
        return
        yield

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        return "digs in"


def _why_not(view: Position, unit: int) -> str:
    one, condition = view.unit(unit), view.conditions[unit]
    if not one.has("TRN") or not one.is_infantry:
        return "Only infantry with TRN digs trenches"
    if condition.mode not in ("", "standstill"):
        return "It moved this turn, and digging takes a unit that stays"
    return "It has dug in already" if condition.effect(DUG_IN) is not None else ""
