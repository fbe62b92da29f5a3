"""What is asked of a unit as its turn to move or to act comes: Savages name another enemy when theirs is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.alpha_strike.command.acting import A_UNIT_ACTS
from musterhall.games.alpha_strike.command.victims import free_victims, idle_stalkers, name_victims
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import command_abilities_of

SECTION = "16"
A_UNIT_IS_ACTIVATED: Moment[Callable[[Battle[Position], int], Rule[None]]] = Moment("a unit is activated", SECTION)
"""Before it moves."""


def be_activated(battle: Battle[Position], unit: int) -> Rule[None]:
    """16 What the command abilities of its side ask of a unit that is about to move."""
    position = battle.position
    for _, ask in A_UNIT_IS_ACTIVATED.of(command_abilities_of(position, position.unit(unit).side)):
        yield from ask(battle, unit)


class NameVictim(Choice[int]):
    """16 Whom one of the Savages hunts from now on, if anybody."""

    __slots__ = ("unit", "view")
    kind = "name victim"
    section = SECTION

    def __init__(self, view: Position, unit: int, victims: Sequence[int]) -> None:
        super().__init__(view.unit(unit).side, (NOBODY, *victims))
        self.view = view
        self.unit = unit

    def question(self) -> str:
        return f"Whom does {self.view.unit(self.unit).name} hunt from now on?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def in_words(self, answer: Answer) -> str:
        return "nobody" if answer == NOBODY else self.view.unit(answer).name


@A_UNIT_IS_ACTIVATED.acted_by("savages")
def _hunt_anew(battle: Battle[Position], unit: int) -> Rule[None]:
    """16 A unit whose enemy is gone may name another whom nobody of its side hunts."""
    position = battle.position
    side = position.unit(unit).side
    if position.field.edition.savages_rename == "as_a_turn_begins" or unit not in idle_stalkers(position, side):
        return
    victims = free_victims(position, unit)
    if not victims:
        return
    victim = yield NameVictim(position.seen_by(side), unit, victims)
    if victim != NOBODY:
        name_victims(position, side, {"victims": [(unit, victim)]})
        text = f"{position.unit(unit).name} hunts {position.unit(victim).name} from now on"
        battle.tell("victim", text, SECTION, unit=unit, victim=victim)


@A_UNIT_ACTS.acted_by("savages")
def _hunt_without_moving(battle: Battle[Position], unit: int) -> Rule[bool]:
    """16 The same for one that could not move, and is activated only now."""
    if not battle.position.conditions[unit].mode:
        yield from _hunt_anew(battle, unit)
    return False
