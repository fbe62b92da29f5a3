"""Orders: what a unit may be told to do, each kind with what it offers, judges and does."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.age_of_destruction.combat.attack import Attack, strike, why_not
from musterhall.games.age_of_destruction.combat.harm import deal, heat_up
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.movement.moving import Way, judge_way, speed_of
from musterhall.games.age_of_destruction.position.position import Position

ORDERS = "orders"
DONE = "done"
DIRECTIONS = 12


class OrderKind(ABC):
    """One kind of order."""

    name: str

    @abstractmethod
    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        """Legal answers, without kind and unit: all of them, or a fair choice."""

    @abstractmethod
    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Any:
        """What the answer stands for, or `Illegal`."""

    @abstractmethod
    def resolve(self, battle: Battle[Position], unit: int, order: Any) -> Rule[None]:
        """Do it."""

    def heat(self, position: Position, order: Any) -> int:
        """What it heats a 'Mech by."""
        return 0

    @abstractmethod
    def in_words(self, view: Position, answer: Answer) -> str:
        """An answer as a person would say it."""


class Move(OrderKind):
    """Go somewhere, at a run perhaps."""

    name = "move"

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        for run in (False, True):
            inches = self._inches(view, unit, run=run)
            for step in range(DIRECTIONS):
                for share in (1.0, 0.5):
                    answer = _along(view, unit, 2 * math.pi * step / DIRECTIONS, inches * share)
                    answer |= {"run": True} if run else {}
                    if _is_legal(self, view, unit, answer):
                        yield answer

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> tuple[Way, bool]:
        run = answer.get("run", False)
        path = [(float(x), float(y)) for x, y in answer.get("path", [])]
        way = judge_way(view, unit, path, self._inches(view, unit, run=run), answer.get("facing"))
        return way, run

    def resolve(self, battle: Battle[Position], unit: int, order: tuple[Way, bool]) -> Rule[None]:
        way, run = order
        position = battle.position
        position.put(unit, way.end, way.facing)
        x, y = way.end
        verb = "runs" if run else "moves"
        battle.tell("move", f"{position.unit(unit).name} {verb} to ({x:g}, {y:g})", ORDERS, unit=unit, path=way.path)
        return
        yield

    def heat(self, position: Position, order: tuple[Way, bool]) -> int:
        return position.field.edition.heat_run if order[1] else 0

    def in_words(self, view: Position, answer: Answer) -> str:
        x, y = answer["path"][-1]
        return f"{'runs' if answer.get('run') else 'moves'} to ({x:g}, {y:g})"

    def _inches(self, view: Position, unit: int, *, run: bool) -> int:
        return speed_of(view, unit) * (view.field.edition.run_factor if run else 1)


class Vent(OrderKind):
    """Let a 'Mech cool by its vent rating."""

    name = "vent"

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        if view.states[unit].heat:
            yield {}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> None:
        if not view.states[unit].heat:
            raise Illegal(f"{view.unit(unit).name} has no heat to vent", ORDERS)

    def resolve(self, battle: Battle[Position], unit: int, order: None) -> Rule[None]:
        position = battle.position
        state = position.states[unit]
        state.heat = max(0, state.heat - position.unit(unit).sheet.vent)
        battle.tell("vent", f"{position.unit(unit).name} vents to heat {state.heat}", ORDERS, unit=unit)
        return
        yield

    def in_words(self, view: Position, answer: Answer) -> str:
        return "vents"


class Fight(OrderKind):
    """Attack one opposing unit, from afar or in base contact."""

    def __init__(self, name: Any) -> None:
        self.name = name

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        for target in view.on_table(1 - view.unit(unit).side):
            if not why_not(view, Attack(unit, target, self.name)):  # type: ignore[arg-type]
                yield {"target": target}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Attack:
        target = answer.get("target")
        if target not in view.on_table(1 - view.unit(unit).side):
            raise Illegal("Its target is an opposing unit on the table, by number", ORDERS)
        attack = Attack(unit, target, self.name)  # type: ignore[arg-type]
        if reason := why_not(view, attack):
            raise Illegal(reason[0].upper() + reason[1:], ORDERS)
        return attack

    def resolve(self, battle: Battle[Position], unit: int, order: Attack) -> Rule[None]:
        strike(battle, order)
        return
        yield

    def heat(self, position: Position, order: Attack) -> int:
        edition = position.field.edition
        return edition.heat_ranged if order.kind == "ranged" else edition.heat_close

    def in_words(self, view: Position, answer: Answer) -> str:
        return f"{self.name} attack on {view.unit(answer['target']).name}"


KINDS: dict[str, OrderKind] = {kind.name: kind for kind in (Move(), Vent(), Fight("ranged"), Fight("close"))}


def _along(view: Position, unit: int, angle: float, inches: float) -> dict[str, Any]:
    x, y = view.at(unit)
    end = [round(x + math.cos(angle) * inches, 2), round(y + math.sin(angle) * inches, 2)]
    return {"path": [end]}


def _is_legal(kind: OrderKind, view: Position, unit: int, answer: dict[str, Any]) -> bool:
    try:
        kind.check(view, unit, answer)
    except Illegal:
        return False
    return True


def may_be_ordered(position: Position, unit: int) -> bool:
    """Whether a unit may be given an order: on the table, nobody's captive, running, with room for a token."""
    state, edition = position.states[unit], position.field.edition
    if state.place != "table" or state.captor != NOBODY or state.shut_down or state.ordered:
        return False
    limited = edition.mech_tokens_limited or not position.unit(unit).sheet.is_mech
    return not limited or state.tokens < edition.most_tokens


class GiveOrder(Decision):
    """Which order a player gives next, or that he is done."""

    __slots__ = ("view",)
    kind = "order"
    section = ORDERS

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view

    def question(self) -> str:
        return f"Which order do you give? You have {self.view.orders} left."

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {
                "order": {"enum": [DONE, *KINDS]},
                "unit": {"type": "integer"},
                "target": {"type": "integer"},
                "run": {"type": "boolean"},
                "facing": {"type": "number"},
                "path": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
            },
            "required": ["order"],
            "additionalProperties": False,
        }

    def options(self) -> Iterator[Answer]:
        for unit in self.view.on_table(self.player):
            if may_be_ordered(self.view, unit):
                for name, kind in KINDS.items():
                    for answer in kind.options(self.view, unit):
                        yield {"order": name, "unit": unit, **answer}
        yield {"order": DONE}

    def check(self, answer: Answer) -> tuple[str, int, Any]:
        if not isinstance(answer, dict):
            raise Illegal("An order says its kind and the unit it is given to", ORDERS)
        name, unit = answer.get("order"), answer.get("unit")
        if name == DONE:
            return DONE, NOBODY, None
        if name not in KINDS:
            raise Illegal(f"{name!r:.40} is no kind of order; choose from {', '.join((*KINDS, DONE))}", ORDERS)
        if unit not in self.view.on_table(self.player) or not may_be_ordered(self.view, unit):
            raise Illegal("That unit cannot be given an order now", ORDERS)
        return name, unit, KINDS[name].check(self.view, unit, answer)

    def in_words(self, answer: Answer) -> str:
        if answer["order"] == DONE:
            return "no more orders"
        return f"{self.view.unit(answer['unit']).name} {KINDS[answer['order']].in_words(self.view, answer)}"


def order_stage(battle: Battle[Position]) -> Rule[bool]:
    """One order of the player whose turn it is; whether there may be another."""
    position = battle.position
    if not position.orders:
        return False
    name, unit, order = yield GiveOrder(position.seen_by(position.side), position.side)
    if name == DONE:
        return False
    position.orders -= 1
    kind = KINDS[name]
    position.states[unit].ordered = True
    yield from kind.resolve(battle, unit, order)
    heat_up(battle, unit, kind.heat(position, order))
    _take_token(battle, unit)
    return True


def _take_token(battle: Battle[Position], unit: int) -> None:
    """Steps 9 and 10: the order's token, and pushing if it is the second."""
    position = battle.position
    state, edition = position.states[unit], position.field.edition
    pushed = state.tokens > 0
    state.tokens = min(state.tokens + 1, edition.most_tokens)
    if not pushed:
        return
    if position.unit(unit).sheet.is_mech:
        heat_up(battle, unit, edition.push_heat)
    else:
        deal(battle, unit, edition.push_damage)
