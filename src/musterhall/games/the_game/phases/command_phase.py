"""1.4 The command phase: both sides put down commands, unseen by each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.air.air_orders import (
    air_order_schema,
    any_air_order,
    lay_air_orders,
    order_in_words,
    read_air_order,
    some_air_orders,
)
from musterhall.games.the_game.phases.commands import GIVEN, PREPARED_FIRE
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import counted

KEEP = "keep"
"""1.7.6 In place of this turn's command: a formation on prepared fire stays on it."""
MOST_NAMED = 4
"""Commands of more formations than these are counted, not named."""


class GiveCommands(Decision):
    """1.4 Commands for all unbroken formations of one side.

    The answer has a row `[formation, now, next]` for each: `next` goes below the stack; `now` is None to leave this
    turn's command as planned, a command to replace it, or "keep" to stay on prepared fire. Aircraft have commands of
    their own (3.3.1).
    """

    __slots__ = ("formations", "position")
    kind = "commands"
    section = "1.4"
    secret = True

    def __init__(self, position: Position, side: int) -> None:
        super().__init__(side)
        self.position = position
        self.formations = [f for f in position.of_side(side) if gets_commands(position, f)]

    def choices(self, formation: Formation) -> list[str | None]:
        """1.4, 1.7.6 What may be said about this turn's command of a formation on the ground."""
        planned = self.position.orders[formation.index].next
        if planned is not None and not self.position.stands(formation):
            return [None]  # 6.1.4: who has yet to come on does so as he was told
        choices: list[str | None] = [] if planned is None else [None]
        if formation.prepared:
            choices.append(KEEP)
        return [*choices, *(command for command in GIVEN if command != planned)]

    def question(self) -> str:
        return "Which commands do your formations get, for this turn and the next?"

    def in_words(self, answer: Answer) -> str:
        if len(answer) > MOST_NAMED:
            return f"commands for {counted(len(answer), 'formation')}"
        return "; ".join(self._row_in_words(*row) for row in answer)

    def _row_in_words(self, index: int, now: Any, below: Any) -> str:
        formation, planned = self.position.formations[index], self.position.orders[index].next
        if formation.flies:
            return f"{formation.name}: next {order_in_words(below)}"
        first = planned if now is None else PREPARED_FIRE if now == KEEP else now
        return f"{formation.name}: {first}, then {below}"

    def about(self) -> dict[str, Any]:
        return {"formations": [formation.index for formation in self.formations]}

    def schema(self) -> Schema:
        rows = [self._row_schema(formation) for formation in self.formations]
        return schemas.many(schemas.either(*rows), len(rows), len(rows))

    def _row_schema(self, formation: Formation) -> Schema:
        now, below = schemas.one_of(self.choices(formation)), schemas.one_of(GIVEN)
        if formation.flies:
            below = air_order_schema(self.position, formation)
            now = schemas.either(schemas.NOTHING, below)
        return schemas.row(schemas.one_of([formation.index]), now, below)

    def aid(self) -> dict[str, Any]:
        """What lies on each stack: this turn's command as it was planned."""
        return {"planned": {str(f.index): self.position.orders[f.index].next for f in self.formations}}

    def options(self) -> Iterable[Answer]:
        for number, below in enumerate(GIVEN):
            yield [self._row(f, number, None, below) for f in self.formations]
            for now in GIVEN:
                yield [self._row(f, number, now, below) for f in self.formations]

    def _row(self, formation: Formation, number: int, now: str | None, below: str) -> list[Any]:
        """One of the options for one formation; a flyer's is its command of this number."""
        if formation.flies:
            orders = some_air_orders(self.position, formation)
            return [formation.index, None, orders[number % len(orders)]]
        choices = self.choices(formation)
        return [formation.index, now if now is not None and now in choices else choices[0], below]

    def sample(self, draw: Draw) -> Answer:
        return [self._any_row(formation, draw) for formation in self.formations]

    def _any_row(self, formation: Formation, draw: Draw) -> list[Any]:
        if formation.flies:
            replaced = None if draw(3) else any_air_order(self.position, formation, draw)
            return [formation.index, replaced, any_air_order(self.position, formation, draw)]
        choices = self.choices(formation)
        # a commander who replaced every order would never see one obeyed
        now = choices[0] if draw(3) else choices[draw(len(choices))]
        return [formation.index, now, GIVEN[draw(len(GIVEN))]]

    def check(self, answer: Answer) -> list[list[Any]]:
        if not isinstance(answer, list) or not all(isinstance(row, list) and len(row) == 3 for row in answer):
            raise Illegal("commands are rows of formation, now and next", "1.4")
        mine = {formation.index: formation for formation in self.formations}
        if sorted(str(row[0]) for row in answer) != sorted(str(index) for index in mine):
            raise Illegal("every unbroken formation gets its command, once", "1.4")
        return [self._checked(mine, *row) for row in answer]

    def _checked(self, mine: dict[int, Formation], index: Any, now: Any, below: Any) -> list[Any]:
        formation = mine.get(index) if type(index) is int else None
        if formation is not None and formation.flies:
            orders = [None if one is None else read_air_order(self.position, formation, one) for one in (now, below)]
            if orders[1] is not None:
                return [index, *orders]
        if formation is None or formation.flies or now not in self.choices(formation) or below not in GIVEN:
            who = formation.name if formation is not None else f"formation {index!r}"
            if formation is not None and now is not None and now == self.position.orders[formation.index].next:
                raise Illegal(f"{who} has {now} planned already; say None to leave it so", "1.4")
            raise Illegal(f"{now!r}, then {below!r}: no such command for {who}", "1.4")
        return [index, now, below]


def gets_commands(position: Position, formation: Formation) -> bool:
    """1.4, 3.4.3 Every unbroken formation in play; troops aboard aircraft, unless they keep the first one they had."""
    if not formation.alive or formation.broken:
        return False
    each_turn = position.field.variants.aboard_commands == "each_turn"
    return formation.in_play or (each_turn and position.rides(formation))


def command_phase(battle: Battle[Position]) -> Rule[None]:
    """1.4, 4.2 Both sides put down commands, unseen by each other; vessels get the same as whoever is on land."""
    position = battle.position
    asked = [GiveCommands(battle.view(side), side) for side in (0, 1)]
    questions = tuple(decision for decision in asked if decision.formations)
    answers = (yield questions) if questions else []
    for rows in answers:
        for index, now, below in rows:
            formation = position.formations[index]
            if formation.flies:
                lay_air_orders(position, formation, now, below)
            else:
                stack_command(position, formation, now, below)
    for decision in asked:
        name, count = position.field.players[decision.player].name, len(decision.formations)
        battle.tell("command", f"{name} commands {counted(count, 'formation')}", "1.4", side=decision.player)


def stack_command(position: Position, formation: Formation, now: str | None, below: str) -> None:
    """1.4, 1.7.6 Lay the next command under the stack; replace this turn's, or keep prepared fire face up on top."""
    planned = position.orders[formation.index].next
    if now == KEEP:
        position.lay_orders(formation.index, Orders(PREPARED_FIRE, below, False, True))
        return
    formation.prepared = False
    position.lay_orders(formation.index, Orders(now or planned, below, now is not None))
