"""Weapon attacks as an action: what may be answered, and what an answer means."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.attacks.arms import MOUNTS, arms_of, overheat_of
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.firing import fire
from musterhall.games.alpha_strike.attacks.munitions import loaded
from musterhall.games.alpha_strike.attacks.shots import Shot, aim, shots
from musterhall.games.alpha_strike.attacks.spotting import (
    aim_by_sensor,
    aim_indirectly,
    fires_indirectly,
    indirect_shots,
)
from musterhall.games.alpha_strike.attacks.structures import aim_at_structure, aim_indirectly_at_structure, structures
from musterhall.games.alpha_strike.attacks.target_number import refuse_if_hopeless
from musterhall.games.alpha_strike.attacks.volleys import allowances, damage_of, may_hit, why_hopeless
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of

SECTION = "4"
NUMBER: Schema = {"type": "integer"}

Declares = Callable[[Position, int], str]
TAKES_AIM: Moment[Declares] = Moment("an attacker takes aim", SECTION)
"""Why a unit whose ability lets it aim may not do so now, or nothing."""
TWO_TARGETS: Moment[Declares] = Moment("an attacker fires twice", SECTION)
"""The same for one that may fire twice with half of its damage."""


class Weapons(AttackKind):
    """4 Fire at an enemy.

    {"target": 3} is the plain attack. With it go "overheat": points; "mount": the turret or the rear weapons;
    "special": {"AC": 2}, dice that stand for a special and fire its alternate munition; "spotter": 5 for indirect fire,
    "sensor": 0 for a remote sensor that spots ("indirect": true without either); "split": {"target": 4, "dice": 2} for
    dice at a second target; and in place of a target "structure": 2, a building or bunker. Pilots who can do so
    "aim": true, or fire a second time, at anybody, with "second": {"target": 4}: half of the damage in both cases.
    """

    name = "weapons"
    section = SECTION
    fields: ClassVar[dict[str, Schema]] = {
        "target": NUMBER,
        "overheat": {"type": "integer", "minimum": 0},
        "mount": {"enum": list(MOUNTS)},
        "special": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "spotter": NUMBER,
        "sensor": NUMBER,
        "indirect": {"type": "boolean"},
        "structure": NUMBER,
        "split": {"type": "object"},
        "aim": {"type": "boolean"},
        "second": {"type": "object"},
    }

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        aimed = shots(view, unit)
        hidden = [one for one in view.on_table(1 - view.unit(unit).side) if one not in aimed]
        aimed = {target: shot for target, shot in aimed.items() if not why_hopeless(view, unit, shot)}
        for target, shot in aimed.items():
            ways = _ways(view, unit, {"target": target}, shot)
            yield from ways if may_hit(view, unit, shot) else (one for one in ways if self._is_legal(view, unit, one))
            if why_not_declared(view, unit, TWO_TARGETS, "no") is None:
                twice = ({"target": target, "second": {"target": other}} for other in aimed)
                yield from (answer for answer in twice if self._is_legal(view, unit, answer))
        for target, shot in indirect_shots(view, unit, hidden).items():
            if not why_hopeless(view, unit, shot):
                yield {"target": target, "spotter": shot.spotter}
        without = ({"target": target, "indirect": True} for target in hidden)
        yield from (answer for answer in without if self._is_legal(view, unit, answer))
        yield from (answer for answer in self._at_structures(view, unit) if self._is_legal(view, unit, answer))

    def _is_legal(self, view: Position, unit: int, answer: dict[str, Any]) -> bool:
        try:
            self.check(view, unit, answer)
        except Illegal:
            return False
        return True

    def _at_structures(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        for piece in structures(view, unit):
            if aim_at_structure(view, unit, piece)[0] is not None:
                yield {"structure": piece}
                continue
            friends = view.on_table(view.unit(unit).side) if fires_indirectly(view, unit) else ()
            over = (one for one in friends if aim_indirectly_at_structure(view, unit, piece, one)[0] is not None)
            yield from ({"structure": piece, "spotter": one} for one in itertools.islice(over, 1))

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Shot:
        shot = read_shot(view, unit, answer)
        for one in (shot, shot.then):
            if one is not None:
                refuse_if_hopeless(why_hopeless(view, unit, one), SECTION)
        return shot

    def resolve(self, battle: Battle[Position], unit: int, order: Shot) -> Rule[None]:
        yield from fire(battle, unit, order)

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        at = answer.get("structure")
        name = view.unit(answer["target"]).name if at is None else view.field.ground.pieces[at].name
        words = f"fires at {name}"
        if answer.get("spotter") is not None:
            words = f"fires indirectly at {name}, {view.unit(answer['spotter']).name} spotting"
        if answer.get("mount", "front") != "front":
            words += f" with its {answer['mount']} weapons"
        for name, dice in answer.get("special", {}).items():
            words += f", {dice} for {name}"
        if answer.get("split"):
            words += f" and at {view.unit(answer['split']['target']).name}"
        if answer.get("second"):
            words += f" and with the other half at {view.unit(answer['second']['target']).name}"
        if answer.get("aim"):
            words += ", taking aim"
        return words + (f", overheating by {answer['overheat']}" if answer.get("overheat") else "")


def _ways(view: Position, unit: int, answer: dict[str, Any], shot: Shot) -> Iterator[dict[str, Any]]:
    """The ways to fire one shot: plain, overheating, with an alternate munition."""
    if shot.mount != "front":
        answer = {**answer, "mount": shot.mount}
    yield answer
    if why_not_declared(view, unit, TAKES_AIM, "no") is None:
        yield {**answer, "aim": True}
    most = overheat_of(view, unit, shot.range, shot.mount)
    for points in range(1, most + 1):
        yield {**answer, "overheat": points}
    if not view.unit(unit).munitions:
        return
    arms = arms_of(view, unit)[shot.mount]
    dice = damage_of(view, unit, shot, arms)
    for name, allowed in allowances(view, unit, shot).items():
        if loaded(view.unit(unit), name):
            yield {**answer, "special": {name: min(allowed, dice.value or int(dice.minimal))}}


# Reading an answer


def read_shot(view: Position, unit: int, answer: Mapping[str, Any]) -> Shot:
    """4 The shot that an answer stands for, or `Illegal`."""
    mount = answer.get("mount")
    if mount is not None and mount not in MOUNTS:
        raise Illegal(f"{mount!r:.40} is no mount; choose from {', '.join(MOUNTS)}", SECTION)
    shot = _aimed(view, unit, answer, mount)
    shot = _overheating(view, unit, shot, answer.get("overheat", 0))
    if answer.get("split") is not None:
        shot = _split(view, unit, shot, answer["split"])
    if answer.get("aim"):
        shot = _taking_aim(view, unit, shot)
    if answer.get("second") is not None:
        shot = _second(view, unit, shot, answer["second"])
    if "special" in answer:
        shot = replace(shot, special=_named(view, unit, shot, answer["special"]))
    return shot


def _aimed(view: Position, unit: int, answer: Mapping[str, Any], mount: str | None) -> Shot:
    direct = answer.get("spotter") is None and answer.get("sensor") is None and not answer.get("indirect")
    if answer.get("structure") is not None:
        shot, reason = _aimed_at_structure(view, unit, answer, mount, direct=direct)
    elif direct:
        shot, reason = aim(view, unit, answer.get("target"), mount)
    else:
        target = _whole(answer.get("target"), "Its target")
        if target not in view.on_table(1 - view.unit(unit).side):
            raise Illegal("Its target is an enemy on the table", SECTION)
        if answer.get("sensor") is not None:
            shot, reason = aim_by_sensor(view, unit, target, _whole(answer["sensor"], "A remote sensor"))
        else:
            shot, reason = aim_indirectly(view, unit, target, _spotter(view, answer), mount)
    if shot is None:
        raise Illegal(reason, SECTION)
    return shot


def _aimed_at_structure(
    view: Position, unit: int, answer: Mapping[str, Any], mount: str | None, *, direct: bool
) -> tuple[Shot | None, str]:
    piece = _whole(answer["structure"], "A structure")
    if answer.get("sensor") is not None:
        return None, "A remote sensor spots units, not structures"
    if direct:
        return aim_at_structure(view, unit, piece, mount)
    return aim_indirectly_at_structure(view, unit, piece, _spotter(view, answer), mount)


def _spotter(view: Position, answer: Mapping[str, Any]) -> int:
    if answer.get("spotter") is None:
        return NOBODY
    friend = _whole(answer["spotter"], "A spotter")
    if not 0 <= friend < len(view.field.units):
        raise Illegal("A spotter is another unit of its own side on the table", SECTION)
    return friend


def _whole(said: Any, what: str) -> int:
    if isinstance(said, bool) or not isinstance(said, int):
        raise Illegal(f"{what} is given by its number", SECTION)
    return said


def _overheating(view: Position, unit: int, shot: Shot, said: Any) -> Shot:
    """4, 6 Overheating is declared before the dice; never for fire to the rear or indirect fire."""
    most = 0 if shot.indirect else overheat_of(view, unit, shot.range, shot.mount)
    if isinstance(said, bool) or not isinstance(said, int) or not 0 <= said <= most:
        what = "with indirect fire" if shot.indirect else f"at {shot.range} range"
        raise Illegal(f"It may overheat by up to {most} {what}", SECTION)
    return replace(shot, overheat=said) if said else shot


def _named(view: Position, unit: int, shot: Shot, said: Any) -> tuple[tuple[str, int], ...]:
    """10 The dice that stand for specials, no more than the card and the attack have."""
    if not isinstance(said, dict):
        raise Illegal('Special dice are named with how many of them there are, such as {"AC": 2}', "10")
    allowed, edition = allowances(view, unit, shot), view.field.edition
    arms = arms_of(view, unit)[shot.mount]
    damage = damage_of(view, unit, shot, arms)
    dice = damage.value + shot.overheat if shot.dice is None else shot.dice
    left = max(dice, int(damage.minimal))
    for name, number in said.items():
        most = allowed.get(name, 0)
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
            raise Illegal(f"It has {most or 'no'} dice for {name} here", "10")
        if (
            edition.unlisted_munitions == "barred"
            and name in view.unit(unit).munitions
            and not loaded(view.unit(unit), name)
        ):
            raise Illegal(f"What its munition for {name} does is not known, and is not played", "8")
        left -= number if name != "HT" or dice else 0
    if left < 0:
        raise Illegal(f"It has {dice} dice in all, fewer than are named", "10")
    if edition.attack_dice == "one_roll" and len(set(said) - {"HT", "FLK"}) > 1:
        raise Illegal("With one roll for the attack it fires one special alone", "10")
    return tuple(said.items())


def why_not_declared(view: Position, unit: int, moment: Moment[Declares], lacking: str) -> str | None:
    """17 Why an attack cannot be declared in this way, or None where it can; who has no ability for it lacks it."""
    reasons = [why(view, unit) for _, why in moment.of(abilities_of(view, unit))]
    return None if "" in reasons else next(iter(reasons), lacking)


def _taking_aim(view: Position, unit: int, shot: Shot) -> Shot:
    """17 A marksman's attack: half the damage, and perhaps a critical roll."""
    why = why_not_declared(view, unit, TAKES_AIM, "Only a Marksman takes aim")
    if why is not None:
        raise Illegal(why, "17")
    if shot.then is not None:
        raise Illegal("Who takes aim has one target", "17")
    return replace(shot, aimed=True, halved=True)


def _second(view: Position, unit: int, shot: Shot, said: Any) -> Shot:
    """17 A second attack, on another target or the same, each with half the damage."""
    why = why_not_declared(view, unit, TWO_TARGETS, "Only a Multi-Tasker attacks twice")
    if why is not None:
        raise Illegal(why, "17")
    if shot.aimed or shot.then is not None or shot.indirect or not isinstance(said, dict):
        raise Illegal('The second attack of a plain one names its target, as in {"target": 4}', "17")
    second, reason = aim(view, unit, said.get("target"), said.get("mount"))
    if second is None:
        raise Illegal(reason, SECTION)
    return replace(shot, halved=True, then=replace(second, halved=True, secondary=True))


def _split(view: Position, unit: int, shot: Shot, said: Any) -> Shot:
    """4 Some of the dice go at a second target, at +1; there is one die left for the first at least."""
    edition = view.field.edition
    if not edition.split_fire or edition.attack_dice == "one_roll" or shot.indirect:
        raise Illegal("This attack has one target", SECTION)
    if not isinstance(said, dict) or said.get("target") == shot.target:
        raise Illegal("The rest of the dice go at another target", SECTION)
    second, reason = aim(view, unit, said.get("target"), said.get("mount"))
    if second is None:
        raise Illegal(reason, SECTION)
    dice = _whole(said.get("dice"), "How many dice go at the second target")
    held = arms_of(view, unit)
    all_dice = damage_of(view, unit, shot, held[shot.mount]).value + shot.overheat
    there = damage_of(view, unit, second, held[second.mount]).value
    most = min(all_dice - 1, there)
    if not 1 <= dice <= most:
        raise Illegal(f"It may fire up to {max(0, most)} dice at the second target", SECTION)
    return replace(shot, dice=all_dice - dice, then=replace(second, dice=dice, secondary=True))
