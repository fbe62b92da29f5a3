"""1.4 The command phase: both sides put down commands, unseen by each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.phases.commands import GIVEN, PREPARED_FIRE
from musterhall.games.the_game.position.position import Formation, Orders, Position

KEEP = "keep"
"""1.7.6 In place of this turn's command: a formation on prepared fire stays on it."""


class GiveCommands(Decision):
    """1.4 Commands for all unbroken formations of one side.

    The answer has a row `[formation, now, next]` for each: `next` goes below the stack; `now` is None to leave this
    turn's command as planned, a command to replace it, or "keep" to stay on prepared fire.
    """

    __slots__ = ("formations", "position")
    kind = "commands"
    section = "1.4"
    secret = True

    def __init__(self, position: Position, side: int) -> None:
        super().__init__(side)
        self.position = position
        self.formations = [f for f in position.of_side(side) if f.on_table and f.alive and not f.broken]

    def choices(self, formation: Formation) -> list[str | None]:
        """1.4, 1.7.6 What may be said about this turn's command of a formation."""
        planned = self.position.orders[formation.index].next
        if planned is not None and not len(self.position.standing(formation)):
            return [None]  # 6.1.4: who has yet to come on does so as he was told
        choices: list[str | None] = [] if planned is None else [None]
        if formation.prepared:
            choices.append(KEEP)
        return [*choices, *(command for command in GIVEN if command != planned)]

    def question(self) -> str:
        return "Which commands do your formations get, for this turn and the next?"

    def about(self) -> dict[str, Any]:
        return {"formations": [formation.index for formation in self.formations]}

    def schema(self) -> Schema:
        rows = [
            schemas.row(schemas.one_of([f.index]), schemas.one_of(self.choices(f)), schemas.one_of(GIVEN))
            for f in self.formations
        ]
        return schemas.many(schemas.either(*rows), len(rows), len(rows))

    def aid(self) -> dict[str, Any]:
        """What lies on each stack: this turn's command as it was planned."""
        return {"planned": {str(f.index): self.position.orders[f.index].next for f in self.formations}}

    def options(self) -> Iterable[Answer]:
        for below in GIVEN:
            yield [[f.index, self.choices(f)[0], below] for f in self.formations]
            for now in GIVEN:
                yield [[f.index, now if now in self.choices(f) else self.choices(f)[0], below] for f in self.formations]

    def sample(self, draw: Draw) -> Answer:
        rows: list[list[Any]] = []
        for formation in self.formations:
            choices = self.choices(formation)
            # a commander who replaced every order would never see one obeyed
            now = choices[0] if draw(3) else choices[draw(len(choices))]
            rows.append([formation.index, now, GIVEN[draw(len(GIVEN))]])
        return rows

    def check(self, answer: Answer) -> list[list[Any]]:
        if not isinstance(answer, list) or not all(isinstance(row, list) and len(row) == 3 for row in answer):
            raise Illegal("commands are rows of formation, now and next", "1.4")
        mine = {formation.index: formation for formation in self.formations}
        if sorted(str(row[0]) for row in answer) != sorted(str(index) for index in mine):
            raise Illegal("every unbroken formation gets its command, once", "1.4")
        for index, now, below in answer:
            formation = mine.get(index) if type(index) is int else None
            if formation is None or now not in self.choices(formation) or below not in GIVEN:
                raise Illegal(f"{now!r}, then {below!r}: no such command for formation {index!r}", "1.4")
        return answer


def command_phase(battle: Battle[Position]) -> Rule[None]:
    """1.4, 4.2 Both sides put down commands, unseen by each other; vessels get the same as whoever is on land."""
    position = battle.position
    asked = [GiveCommands(battle.view(side), side) for side in (0, 1)]
    questions = tuple(decision for decision in asked if decision.formations)
    answers = (yield questions) if questions else []
    for rows in answers:
        for index, now, below in rows:
            stack_command(position, position.formations[index], now, below)
    for decision in asked:
        name, count = position.field.players[decision.player].name, len(decision.formations)
        battle.tell("command", f"{name} commands {count} formations", "1.4", side=decision.player)


def stack_command(position: Position, formation: Formation, now: str | None, below: str) -> None:
    """1.4, 1.7.6 Lay the next command under the stack; replace this turn's, or keep prepared fire face up on top."""
    planned = position.orders[formation.index].next
    if now == KEEP:
        position.lay_orders(formation.index, Orders(PREPARED_FIRE, below, False, True))
        return
    formation.prepared = False
    position.lay_orders(formation.index, Orders(now or planned, below, now is not None))
