"""The order stage: which order a player gives, its token, and pushing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Judged, Rule, Schema
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.damage import deal
from musterhall.games.age_of_destruction.harm.heat import heat_up
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import ORDERS, TOKENS
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.assaults import Assault, RunInto
from musterhall.games.age_of_destruction.turn.ending import PROPOSALS, propose
from musterhall.games.age_of_destruction.turn.fights import CLOSE, RANGED, Artillery, Repair
from musterhall.games.age_of_destruction.turn.formation_moves import MoveFormation
from musterhall.games.age_of_destruction.turn.moves import Move, Vent
from musterhall.games.age_of_destruction.turn.order_kinds import OrderKind

DONE = "done"
KINDS: dict[str, OrderKind] = {
    kind.name: kind
    for kind in (
        Move(),
        Vent(),
        RANGED,
        CLOSE,
        Assault(),
        RunInto("charge"),
        RunInto("ram"),
        RunInto("death from above"),
        Artillery(),
        MoveFormation(),
        Repair(),
    )
}
SELDOM = 24
"""One in how many drawn orders is to give no more."""
WHILE_DOWN = ("vent",)
"""What a shut-down 'Mech may be told to do, where it restarts by an order."""


class GiveOrder(Judged):
    """Which order a player gives next, or that the player is done."""

    __slots__ = ("view",)
    kind = "order"
    section = ORDERS

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view

    def question(self) -> str:
        return f"Which order do you give? You have {self.view.orders} left."

    def schema(self) -> Schema:
        numbers = {"type": "array", "items": {"type": "number"}}
        units = {"type": "array", "items": {"type": "integer"}}
        words = {"type": "array", "items": {"type": "string"}}
        path = {"type": "array", "items": numbers}
        way = {
            "type": "object",
            "properties": {"unit": {"type": "integer"}, "path": path, "facing": {"type": "number"}},
        }
        return {
            "type": "object",
            "properties": {
                "order": {"enum": [DONE, *KINDS, *PROPOSALS]},
                "unit": {"type": "integer"},
                "path": path,
                "facing": {"type": "number"},
                "run": {"type": "boolean"},
                "cruise": {"type": "boolean"},
                "board": units,
                "leave": units,
                "target": {"type": "integer"},
                "targets": units,
                "weapon": {"enum": ["primary", "secondary"]},
                "capture": {"type": "boolean"},
                "with": units,
                "use": words,
                "without": words,
                "at": numbers,
                "ways": {"type": "array", "items": way},
            },
            "required": ["order"],
            "additionalProperties": False,
        }

    def units(self) -> list[int]:
        """Whom an order can be given to."""
        return [unit for unit in self.view.on_table(self.player) if may_be_ordered(self.view, unit)]

    def options(self) -> Iterator[Answer]:
        for unit in self.units():
            for name, kind in self._kinds(unit):
                for answer in kind.options(self.view, unit):
                    yield {"order": name, "unit": unit, **answer}
        yield {"order": DONE}

    def sample(self, draw: Draw) -> Answer:
        """Any unit, any kind, any order of that kind: to list all of all would take long."""
        units = self.units()
        while units and draw(SELDOM):
            unit = units.pop(draw(len(units)))
            kinds = self._kinds(unit)
            while kinds:
                name, kind = kinds.pop(draw(len(kinds)))
                found = kind.sample(self.view, unit, draw)
                if found is not None:
                    return {"order": name, "unit": unit, **found}
        return {"order": DONE}

    def _kinds(self, unit: int) -> list[tuple[str, OrderKind]]:
        down = self.view.states[unit].shut_down
        return [(name, kind) for name, kind in KINDS.items() if not down or name in WHILE_DOWN]

    def judged(self, answer: Answer) -> tuple[str, int, Any]:
        if not isinstance(answer, dict):
            raise Illegal("An order says its kind and the unit it is given to", ORDERS)
        name, unit = answer.get("order"), answer.get("unit")
        if name == DONE:
            return DONE, NOBODY, None
        if isinstance(name, str) and name in PROPOSALS:
            if self.view.sides[self.player].proposed:
                raise Illegal("You have proposed that in this turn already", ORDERS)
            return name, NOBODY, None
        if not isinstance(name, str) or name not in KINDS:
            raise Illegal(f"{name!r:.40} is no kind of order; choose from {', '.join((*KINDS, DONE))}", ORDERS)
        if type(unit) is not int or not self._is_own(unit) or not may_be_ordered(self.view, unit):
            raise Illegal("That unit cannot be given an order now", ORDERS)
        if self.view.states[unit].shut_down and name not in WHILE_DOWN:
            raise Illegal(f"{self.view.unit(unit).name} is shut down and can only vent", ORDERS)
        return name, unit, KINDS[name].check(self.view, unit, answer)

    def _is_own(self, unit: int) -> bool:
        return unit in self.view.field.of_side[self.player]

    def in_words(self, answer: Answer) -> str:
        if answer["order"] == DONE:
            return "no more orders"
        if answer["order"] in PROPOSALS:
            return PROPOSALS[answer["order"]]
        return f"{self.view.unit(answer['unit']).name} {KINDS[answer['order']].in_words(self.view, answer)}"


def order_stage(battle: Battle[Position]) -> Rule[bool]:
    """40.2 One order of the player whose turn it is; whether there may be another."""
    position = battle.position
    if not position.orders or not any(may_be_ordered(position, unit) for unit in position.on_table(position.side)):
        return False
    name, unit, order = yield GiveOrder(position.seen_by(position.side), position.side)
    if name == DONE:
        return False
    if name in PROPOSALS:
        position.set_side(position.side, replace(position.sides[position.side], proposed=True))
        yield from propose(battle, name)
        return True
    position.orders -= 1
    kind = KINDS[name]
    members = kind.members(unit, order)
    for member in members:
        position.states[member].ordered += 1
    yield from kind.resolve(battle, unit, order)
    for member in members:
        take_token(battle, member, pushes=kind.pushes(position, order))
    return True


def take_token(battle: Battle[Position], unit: int, *, pushes: bool = True) -> None:
    """40.3 K9 and K10: the order's token, and pushing if it is the second: heat for a 'Mech, a click for others."""
    position = battle.position
    state, edition = position.states[unit], position.field.edition
    if state.place != "table":
        return
    pushed = state.tokens > 0 and pushes
    state.tokens = min(state.tokens + 1, edition.most_tokens)
    if not pushed:
        return
    battle.tell("push", f"{position.unit(unit).name} is pushed", TOKENS, unit=unit)
    if position.unit(unit).sheet.is_mech:
        heat_up(battle, unit, edition.push_heat)
    else:
        deal(battle, unit, edition.push_damage)
