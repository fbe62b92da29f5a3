"""Orders that fight: ranged and close attacks, artillery, repair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule
from musterhall.games.age_of_destruction.combat.artillery import fire_shell, why_not_there
from musterhall.games.age_of_destruction.combat.attack import Attack, damage_value, in_front, in_reach, why_not
from musterhall.games.age_of_destruction.combat.capture import is_on_foot, why_not_capture
from musterhall.games.age_of_destruction.combat.formations import neighbours, sizes, why_no_formation
from musterhall.games.age_of_destruction.combat.sequence import fight
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.damage import repair
from musterhall.games.age_of_destruction.harm.heat import heat_of_order, heat_up
from musterhall.games.age_of_destruction.position.moments import equipment
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import ARTILLERY, CAPTURE, EQUIPMENT, FORMATIONS, SEQUENCE
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.order_kinds import (
    Fields,
    OrderKind,
    read_flag,
    read_path,
    read_units,
    read_words,
    refuse,
)
from musterhall.places import place_in_words

SECONDARY = "secondary"


class Fight(OrderKind):
    """40.2 Attack from afar or in base contact: one unit, several, or with a formation."""

    def __init__(self, name: Literal["ranged", "close"]) -> None:
        self.name: Literal["ranged", "close"] = name

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        open_to_all = []
        for target in in_reach(view, unit, self.name):
            for answer in self._ways_at(view, unit, target):
                if self.is_legal(view, unit, answer):
                    open_to_all += [target] if list(answer) == ["target"] else []
                    yield answer
        pair = {"targets": open_to_all[:2]}
        if self.name == "ranged" and len(open_to_all) > 1 and self.is_legal(view, unit, pair):
            yield pair

    def _ways_at(self, view: Position, unit: int, target: int) -> Iterator[Fields]:
        sheet = view.unit(unit).sheet
        yield {"target": target}
        if view.click(unit).secondary:
            yield {"target": target, "weapon": SECONDARY}
        for name in sheet.equipment:
            if self.name == "ranged" and name in equipment() and equipment()[name].chosen:
                yield {"target": target, "use": [name]}
        if self.name == "close" and is_on_foot(view, unit):
            yield {"target": target, "capture": True}
        least, most = sizes(view, close=self.name == "close")
        others = [one for one in neighbours(view, unit, most) if one != unit and may_be_ordered(view, one)]
        if len(others) + 1 >= least:
            yield {"target": target, "with": others}

    def check(self, view: Position, unit: int, answer: Fields) -> Attack:
        attack = self._read(view, unit, answer)
        if attack.helpers:
            self._check_formation(view, attack)
        if not attack.single:
            self._check_several(view, attack)
        refuse(why_not(view, attack), SEQUENCE)
        refuse(why_not_capture(view, attack) if attack.capture else "", CAPTURE)
        return attack

    def _read(self, view: Position, unit: int, answer: Fields) -> Attack:
        targets = read_units(view, answer, "targets") or read_units(view, {"target": [answer.get("target")]}, "target")
        if not all(view.is_target(target, view.unit(unit).side) for target in targets):
            raise Illegal("Its target is an opposing unit on the table that is nobody's captive, by number", SEQUENCE)
        second = answer.get("weapon") == SECONDARY
        refuse("it has no second weapon" if second and not view.unit(unit).sheet.is_mech else "", SEQUENCE)
        using, without = read_words(answer, "use"), read_words(answer, "without")
        unknown = [name for name in (*using, *without) if not view.unit(unit).sheet.has(name)]
        refuse(f"it has no {unknown[0]}" if unknown else "", EQUIPMENT)
        helpers = read_units(view, answer, "with")
        capture = bool(read_flag(answer, "capture"))
        return Attack(unit, targets, self.name, second, capture, helpers, using, without)

    def _check_formation(self, view: Position, attack: Attack) -> None:
        """40.11 One target, and everybody able to be given the order."""
        side, units = view.unit(attack.attacker).side, (attack.attacker, *attack.helpers)
        foreign = any(view.unit(one).side != side or not may_be_ordered(view, one) for one in units)
        refuse("every unit of the formation must be one that you can give an order now" if foreign else "", FORMATIONS)
        refuse("" if attack.single and not attack.capture else "a formation attacks one unit", FORMATIONS)
        refuse(why_no_formation(view, units, close=self.name == "close"), FORMATIONS)

    def _check_several(self, view: Position, attack: Attack) -> None:
        """40.6 Several targets: from afar, alone, and no more of them than there is damage for."""
        allowed = view.field.edition.several_targets != "single"
        lonely = self.name == "ranged" and not attack.helpers and not attack.capture and not attack.using
        refuse("" if allowed and lonely else "this attack has one target", SEQUENCE)
        damage = damage_value(view, attack, attack.target).total
        few = len(attack.targets) <= damage
        refuse("" if few else f"it has no more than {damage} damage to deal out", SEQUENCE)

    def members(self, unit: int, order: Attack) -> tuple[int, ...]:
        return (unit, *order.helpers)

    def resolve(self, battle: Battle[Position], unit: int, order: Attack) -> Rule[None]:
        edition = battle.position.field.edition
        heat = edition.heat_ranged if order.kind == "ranged" else edition.heat_close
        yield from fight(battle, order, 0 if order.capture else heat)

    def in_words(self, view: Position, answer: Answer) -> str:
        targets = answer.get("targets") or [answer["target"]]
        names = " and ".join(view.unit(one).name for one in targets)
        verb = "tries to capture" if answer.get("capture") else f"makes a {self.name} attack on"
        extra = [*answer.get("use", []), *(["second weapon"] if answer.get("weapon") else [])]
        extra += [f"with {', '.join(view.unit(one).name for one in answer['with'])}"] if answer.get("with") else []
        return f"{verb} {names}{f' ({chr(44).join(extra)})' if extra else ''}"


class Artillery(OrderKind):
    """40.10 Lay a marker where a shell shall land."""

    name = "artillery"

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        if view.unit(unit).sheet.artillery:
            for target in view.targets(view.unit(unit).side):
                answer = {"at": list(view.at(target))}
                if self.is_legal(view, unit, answer):
                    yield answer

    def check(self, view: Position, unit: int, answer: Fields) -> tuple[float, float]:
        place = read_path({"path": [answer.get("at", [])]})[0]
        refuse(why_not_there(view, unit, place), ARTILLERY)
        return place

    def resolve(self, battle: Battle[Position], unit: int, order: tuple[float, float]) -> Rule[None]:
        fire_shell(battle, unit, order)
        edition = battle.position.field.edition
        heat_up(battle, unit, heat_of_order(battle.position, unit, edition.heat_ranged))
        return
        yield

    def in_words(self, view: Position, answer: Answer) -> str:
        x, y = answer["at"]
        return f"fires artillery at a place {place_in_words(view.field.table, (float(x), float(y)))}"


class Repair(OrderKind):
    """40.15 A close order on a friend in contact, which repairs it."""

    name = "repair"

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        if view.unit(unit).sheet.has("Repair"):
            for friend in view.on_table(view.unit(unit).side):
                if self.is_legal(view, unit, {"target": friend}):
                    yield {"target": friend}

    def check(self, view: Position, unit: int, answer: Fields) -> int:
        (friend,) = read_units(view, {"target": [answer.get("target")]}, "target")
        refuse("" if view.unit(unit).sheet.has("Repair") else "it has no Repair", EQUIPMENT)
        own = friend in view.on_table(view.unit(unit).side) and friend != unit
        near = own and view.states[friend].captor == NOBODY and view.touches(unit, friend)
        refuse(
            "" if near and in_front(view, unit, friend) else "it repairs a friend in contact, in front of it", EQUIPMENT
        )
        refuse("" if view.states[friend].click else f"{view.unit(friend).name} needs no repair", EQUIPMENT)
        return friend

    def resolve(self, battle: Battle[Position], unit: int, order: int) -> Rule[None]:
        edition = battle.position.field.edition
        repair(battle, order, edition.repair_clicks)
        heat_up(battle, unit, heat_of_order(battle.position, unit, edition.heat_close))
        return
        yield

    def in_words(self, view: Position, answer: Answer) -> str:
        return f"repairs {view.unit(answer['target']).name}"


RANGED, CLOSE = Fight("ranged"), Fight("close")
