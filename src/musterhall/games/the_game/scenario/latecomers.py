"""6.1.4 The first turn's start phase: where battle groups that are late will come on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.the_game.basics.choices import FormationChoice
from musterhall.games.the_game.phases.commands import ADVANCE, DASH
from musterhall.games.the_game.phases.turn import start_order
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import NOBODY, SQUARE, Position, group_key
from musterhall.games.the_game.scenario.maps import entry_turn
from musterhall.tally import does

# 6.1.4 The first turn's start phase


def mark_entries(battle: Battle[Position]) -> Rule[None]:
    """6.1.4 One late battle group after another: where it comes on, and with which command. Then the maps are shown."""
    position = battle.position
    late = [late_groups(position, side) for side in (0, 1)]
    if not any(late):
        position.note(revealed=True)
        position.side = NOBODY
        battle.tell("maps", "Both maps are shown", "6.1.4")
        return
    if position.side == NOBODY:
        position.side = start_order(battle)[0]
    side = position.side if late[position.side] else 1 - position.side
    yield from _mark_entry(battle, side, late[side][0])
    position.side = 1 - side


def late_groups(position: Position, side: int) -> list[str]:
    """6.1.4 Battle groups that have not come on and have no entry point yet."""
    scenario = position.scenario
    keys = {group: group_key(side, group) for group in scenario.plans[side]}
    return [group for group, key in keys.items() if key not in scenario.marched and key not in scenario.entries]


class EntryPoint(Decision):
    """6.1.4 Where along its own table edge does a late battle group come on? The answer is x."""

    __slots__ = ("group", "position")
    kind = "entry point"
    section = "6.1.4"
    secret = True

    def __init__(self, position: Position, side: int, group: str) -> None:
        super().__init__(side)
        self.group = group
        self.position = position

    @property
    def width(self) -> float:
        return self.position.field.table.width

    def question(self) -> str:
        return f"Battle group {self.group} comes late. Where along your table edge does it come on?"

    def about(self) -> dict[str, Any]:
        return {"battle_group": self.group}

    def schema(self) -> Schema:
        return schemas.number(0, self.width)

    def in_words(self, answer: Answer) -> str:
        return f"{answer:g} cm from the west edge"

    def options(self) -> Iterable[Answer]:
        return [SQUARE * (column + 0.5) for column in range(int(self.width // SQUARE))]

    def check(self, answer: Answer) -> float:
        if type(answer) not in (int, float) or not 0 <= answer <= self.width:
            raise Illegal(f"{answer!r} is no place along the table edge; give x from 0 to {self.width:g}", "6.1.4")
        return float(answer)


class EntryCommand(FormationChoice[str]):
    """6.1.4 Does a formation that was due in the next turn come on with Advance or with Dash?"""

    __slots__ = ()
    kind = "entry command"
    section = "6.1.4"
    secret = True

    def question(self) -> str:
        return f"{does(self.formation.name, 'comes', 'come')} on late. With which command?"


def _mark_entry(battle: Battle[Position], side: int, group: str) -> Rule[None]:
    """6.1.4 Place and commands of one late battle group: Advance or Dash if it was due next turn, otherwise Dash."""
    position = battle.position
    at = yield EntryPoint(battle.view(side), side, group)
    position.note(entries={**position.scenario.entries, group_key(side, group): at})
    due = entry_turn(position, position.scenario.plans[side][group])
    for index in position.scenario.groups[side][group]:
        formation = position.formations[index]
        formation.on_table = True
        command = DASH
        if due == position.scenario.turns_marched + 1:
            command = yield EntryCommand(formation, (ADVANCE, DASH))
        position.lay_orders(index, Orders(None, command))
