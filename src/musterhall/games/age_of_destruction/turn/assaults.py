"""Orders that move and then strike: assault, charge, ram, death from above."""

from __future__ import annotations

import math
from collections.abc import Iterator

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.age_of_destruction.combat.attack import Attack, Kind
from musterhall.games.age_of_destruction.combat.charging import run_into, way_into, why_not_run_into
from musterhall.games.age_of_destruction.combat.sequence import fight
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.heat import heat_of_order, heat_up
from musterhall.games.age_of_destruction.movement.moving import Going, Way, judge_way, speed_of
from musterhall.games.age_of_destruction.movement.walking import walk
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import ASSAULT
from musterhall.games.age_of_destruction.turn.fights import CLOSE, RANGED
from musterhall.games.age_of_destruction.turn.moves import DIRECTIONS, straight
from musterhall.games.age_of_destruction.turn.order_kinds import (
    Fields,
    OrderKind,
    read_flag,
    read_number,
    read_path,
    read_units,
)
from musterhall.places import way_in_words

FIGHTS = {kind.name: kind for kind in (RANGED, CLOSE)}


class AttackAfterMove(Decision):
    """The attack of an assault, from where the unit stands now: as an order to fight, or {} for none."""

    __slots__ = ("unit", "view")
    kind = "assault"
    section = ASSAULT

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view, self.unit = view, unit

    def question(self) -> str:
        return f"Whom does {self.view.unit(self.unit).name} attack at the end of its assault?"

    def about(self) -> dict[str, int]:
        return {"unit": self.unit}

    def schema(self) -> Schema:
        units = {"type": "array", "items": {"type": "integer"}}
        words = {"type": "array", "items": {"type": "string"}}
        fields = {
            "attack": {"enum": list(FIGHTS)},
            "target": {"type": "integer"},
            "targets": units,
            "weapon": {"enum": ["primary", "secondary"]},
            "capture": {"type": "boolean"},
            "use": words,
            "without": words,
        }
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        yield {}
        for name, kind in FIGHTS.items():
            for answer in kind.options(self.view, self.unit):
                if "with" not in answer:
                    yield {"attack": name, **answer}

    def check(self, answer: Answer) -> Attack | None:
        if not isinstance(answer, dict):
            raise Illegal("An attack says its kind and its target", ASSAULT)
        if not answer:
            return None
        if answer.get("attack") not in FIGHTS:
            raise Illegal(f"An assault ends with an attack: {' or '.join(FIGHTS)}", ASSAULT)
        attack = FIGHTS[answer["attack"]].check(self.view, self.unit, answer)
        if attack.helpers:
            raise Illegal("No formation joins in an assault", ASSAULT)
        return attack

    def in_words(self, answer: Answer) -> str:
        return FIGHTS[answer["attack"]].in_words(self.view, answer) if answer else "nobody"


class Assault(OrderKind):
    """40.9 Move, then make one attack."""

    name = "assault"

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        for step in range(DIRECTIONS):
            answer = straight(view, unit, 2 * math.pi * step / DIRECTIONS, self._inches(view, unit))
            if self.is_legal(view, unit, answer):
                yield answer

    def sample(self, view: Position, unit: int, draw: Draw) -> Fields | None:
        for _ in range(4):
            share = (1 + draw(10)) / 10
            answer = straight(view, unit, 2 * math.pi * draw(360) / 360, self._inches(view, unit) * share)
            if self.is_legal(view, unit, answer):
                return answer
        return None

    def check(self, view: Position, unit: int, answer: Fields) -> Way:
        going = Going(self._inches(view, unit), read_number(answer, "facing"), read_flag(answer, "cruise"))
        return judge_way(view, unit, read_path(answer), going)

    def resolve(self, battle: Battle[Position], unit: int, order: Way) -> Rule[None]:
        position = battle.position
        yield from walk(battle, unit, order, "assaults")
        heat = position.field.edition.heat_assault
        if position.states[unit].place != "table":
            return
        question = AttackAfterMove(position.seen_by(position.unit(unit).side), unit)
        attack = (yield question) if any(question.options()) else None
        if attack is None:
            heat_up(battle, unit, heat_of_order(position, unit, heat))
        else:
            yield from fight(battle, attack, heat)

    def in_words(self, view: Position, answer: Answer) -> str:
        if not answer.get("path"):
            return "assaults from where it stands"
        x, y = answer["path"][-1]
        way = way_in_words(view.field.table, view.at(answer["unit"]), (float(x), float(y)))
        return f"assaults: {way}"

    def _inches(self, view: Position, unit: int) -> int:
        speed = speed_of(view, unit)
        return math.ceil(speed / 2) if view.field.edition.assault_reach == "half_speed" else speed


class RunInto(OrderKind):
    """40.9 Charge, ram or death from above: into contact, and an attack there."""

    def __init__(self, name: Kind) -> None:
        self.name: Kind = name

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        if why_not_run_into(view, unit, self.name):
            return
        for target in view.targets(view.unit(unit).side):
            if self.is_legal(view, unit, {"target": target}):
                yield {"target": target}

    def check(self, view: Position, unit: int, answer: Fields) -> tuple[int, Way]:
        (target,) = read_units(view, {"target": [answer.get("target")]}, "target")
        if not view.is_target(target, view.unit(unit).side):
            raise Illegal("Its target is an opposing unit on the table, by number", ASSAULT)
        return target, way_into(view, unit, target, self.name)

    def resolve(self, battle: Battle[Position], unit: int, order: tuple[int, Way]) -> Rule[None]:
        target, way = order
        away = yield from walk(battle, unit, way, {"death from above": "jumps"}.get(self.name, f"{self.name}s"))
        states = battle.position.states
        if (
            away
            and states[unit].place == "table"
            and states[target].place == "table"
            and states[target].captor == NOBODY
        ):
            yield from run_into(battle, Attack(unit, (target,), self.name))

    def in_words(self, view: Position, answer: Answer) -> str:
        verb = {"charge": "charges", "ram": "rams"}.get(self.name, "jumps on")
        return f"{verb} {view.unit(answer['target']).name}"
