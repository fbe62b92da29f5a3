"""Booby traps: a unit that blows itself up among its enemies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.attacks.area import Blast, burst
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage import SELF_DESTRUCT
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.movement.allowance import GROUND, move_of
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position

SECTION = "12"


class BoobyTrap(AttackKind):
    """12, 10 Set off a booby trap (BT)."""

    name = "booby trap"
    section = SECTION
    fields: ClassVar[dict[str, Schema]] = {}

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        if view.unit(unit).has("BT"):
            yield {}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> None:
        if not view.unit(unit).has("BT"):
            raise Illegal(f"{view.unit(unit).name} carries no booby trap", SECTION)

    def resolve(self, battle: Battle[Position], unit: int, order: None) -> Rule[None]:
        position = battle.position
        points = trap_damage(position, unit)
        name = position.unit(unit).name
        battle.tell("attack", f"{name} blows itself up for {points} damage all about it", SECTION, unit=unit)
        mark(position, unit, Mark(0, NOBODY, kind=SELF_DESTRUCT))
        burst(battle, unit, Blast(position.at(unit), position.field.edition.artillery_template, points), spared=unit)
        return
        yield

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        return "blows itself up"


def trap_damage(position: Position, unit: int) -> int:
    """12, 10 Size times half of the Move that it has left."""
    return position.unit(unit).card.size * (move_of(position, unit, GROUND) // 2)
