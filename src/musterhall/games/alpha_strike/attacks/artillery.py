"""Artillery: guns on and off the table, what a shell needs, where it falls and what it does there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.attacks.area import Blast, middle_of, rolled_damage, scatter, targets_of
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.facts import attack_facts
from musterhall.games.alpha_strike.attacks.shelling import fall, remember_shelling, target_key, turns_shelled
from musterhall.games.alpha_strike.attacks.shells import (
    AIR_DEFENSE,
    CLUSTER,
    HOMING,
    KNOWN,
    STANDARD,
    Gun,
    damage_of,
    guns_of,
    round_of,
)
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.sight import Sight, sight, sight_of_place
from musterhall.games.alpha_strike.attacks.spotting import begin_spotting, spotter_facts, why_idle, why_no_spotter
from musterhall.games.alpha_strike.attacks.target_number import target_number
from musterhall.games.alpha_strike.attacks.throwing import throw, who_is_attacked
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage_values import NONE
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.movement.allowance import is_airborne
from musterhall.games.alpha_strike.position.condition import Effect, Mark
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of, say_of
from musterhall.games.alpha_strike.transport.wrecks import who_is_struck
from musterhall.geometry import Point, rounded
from musterhall.places import place_in_words

SECTION = "8"
TAGGED, SPOTTED = "tagged", "spotted for artillery"


@dataclass(frozen=True, slots=True)
class Aim:
    """8 An artillery attack that was found to be legal: at a unit, a building, a bunker or a point."""

    gun: Gun
    point: Point
    seen: Sight
    target: int = NOBODY
    piece: int = NOBODY
    spotter: int = NOBODY
    munition: str = STANDARD

    @property
    def indirect(self) -> bool:
        return self.spotter != NOBODY


SPOTS_AGAIN: Moment[Callable[[Position, int, int], bool]] = Moment("spotting for a second shell", SECTION)
"""Whether an ability lets a spotter that has spotted for artillery this turn spot again, for the same target."""
SHELL_MISSES: Moment[Callable[[Battle[Position], int, Aim, int], int]] = Moment("a shell misses", SECTION)
"""What an ability of the gunner makes of the inches that a shell scatters, or does besides."""


class Artillery(AttackKind):
    """8 Shell an enemy, a building or a point."""

    name = "artillery"
    section = SECTION
    fields: ClassVar[dict[str, Schema]] = {
        "gun": {"type": "string"},
        "target": {"type": "integer"},
        "structure": {"type": "integer"},
        "point": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "spotter": {"type": "integer"},
        "munition": {"type": "boolean"},
    }

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        for gun in guns_of(view.unit(unit).card):
            if not _can_fire(view, unit, gun):
                continue
            for target in view.on_table(1 - view.unit(unit).side):
                yield from self._shots(view, unit, {"gun": gun.name, "target": target})

    def _shots(self, view: Position, unit: int, answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Directly where it is seen, else over the first who spots it; with either kind of round."""
        target = answer["target"]
        point = view.at(target)
        if not view.conditions[unit].on_table or not look(view, unit, target, point).seen:
            friends = view.on_table(view.unit(unit).side)
            spotters = (friend for friend in friends if not why_not_spotted(view, unit, target, point, friend))
            answer = {**answer, "spotter": next(spotters, NOBODY)}
        for shot in (answer, {**answer, "munition": True}):
            try:
                self.check(view, unit, shot)
            except Illegal:
                continue
            yield shot

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Aim:
        gun = next((one for one in guns_of(view.unit(unit).card) if one.name == answer.get("gun")), None)
        if gun is None or not _can_fire(view, unit, gun):
            raise Illegal(f"{view.unit(unit).name} has no gun of this name that can fire", SECTION)
        target, piece, point = _read_target(view, unit, answer)
        munition = _read_munition(view, unit, gun, answer)
        spotter = _read_spotter(view, unit, target, point, answer)
        seen = look(view, spotter if spotter != NOBODY else unit, target, point)
        aim = Aim(gun, point, seen, target, piece, spotter, munition)
        why = _why_not(view, unit, aim)
        if why:
            raise Illegal(why, SECTION)
        return aim

    def resolve(self, battle: Battle[Position], unit: int, order: Aim) -> Rule[None]:
        position, named = battle.position, order
        position.conditions[unit].fired = True
        target = yield from who_is_attacked(
            battle, unit, named.target, lambda other: _aimed_instead(position, unit, named, other) is not None
        )
        order = _aimed_instead(position, unit, named, target) or named
        if order.indirect:
            _spot(battle.position, unit, order)
        for _ in range(order.gun.number):
            yield from shell(battle, unit, order)

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        return f"shells {_where(view, answer)} with {answer['gun']}"


# Reading an answer


def _can_fire(view: Position, unit: int, gun: Gun) -> bool:
    found = damage_of(view, unit, gun.name)
    return found is not None and found[0] != NONE


def _read_target(view: Position, unit: int, answer: Mapping[str, Any]) -> tuple[int, int, Point]:
    said = [key for key in ("target", "structure", "point") if key in answer]
    if len(said) != 1:
        raise Illegal("An artillery attack names its target, a structure or a point", SECTION)
    value = answer[said[0]]
    if said[0] == "target":
        if value not in view.on_table(1 - view.unit(unit).side):
            raise Illegal("Its target is an enemy on the table", SECTION)
        return value, NOBODY, view.at(value)
    if said[0] == "structure":
        if value not in targets_of(view, unit):
            raise Illegal("There is no building or bunker of this number to shell", SECTION)
        return NOBODY, value, middle_of(view, value)
    return NOBODY, NOBODY, _read_point(view, value)


def _read_point(view: Position, value: Any) -> Point:
    numbers = isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(one, int | float) for one in value)
    if not numbers or not view.field.table.contains((float(value[0]), float(value[1]))):
        raise Illegal("A point is a pair of numbers on the table", SECTION)
    return rounded((float(value[0]), float(value[1])))


def _read_munition(view: Position, unit: int, gun: Gun, answer: Mapping[str, Any]) -> str:
    """8 The round that is fired; what no source prints plays like a standard round, or not at all."""
    if not answer.get("munition"):
        return STANDARD
    group = round_of(view.unit(unit), gun.name)
    if group is None:
        raise Illegal(f"{view.unit(unit).name} has no alternate munition for {gun.name}", SECTION)
    if group in KNOWN:
        return group
    if view.field.edition.unlisted_munitions == "barred":
        raise Illegal(f"Nobody knows what {group} rounds do, so they are not fired here", SECTION)
    return STANDARD


def _read_spotter(view: Position, unit: int, target: int, point: Point, answer: Mapping[str, Any]) -> int:
    spotter = answer.get("spotter", NOBODY)
    if spotter == NOBODY:
        return NOBODY
    if isinstance(spotter, bool) or not isinstance(spotter, int) or not 0 <= spotter < len(view.conditions):
        raise Illegal("A spotter is a unit of its own side", SECTION)
    why = why_not_spotted(view, unit, target, point, spotter)
    if why:
        raise Illegal(why, SECTION)
    return spotter


# Who sees what


def look(view: Position, unit: int, target: int, point: Point) -> Sight:
    """8 What a unit sees of what a gun is aimed at: a unit, or the place of a building or a point."""
    if target != NOBODY:
        return sight(view, unit, target)
    edition = view.field.edition
    return sight_of_place(view, unit, point, edition.vehicle_height, edition.artillery_template / 2)


def why_not_spotted(view: Position, unit: int, target: int, point: Point, spotter: int) -> str:
    """8 Why a unit cannot spot for a gun; empty where it can. For artillery it spots once a turn."""
    name, condition = view.unit(spotter).name, view.conditions[spotter]
    why = why_no_spotter(view, unit, target, spotter) if target != NOBODY else why_idle(view, unit, spotter)
    if why:
        return why
    spotted = condition.effect(SPOTTED)
    may_again = (may(view, spotter, target) for _, may in SPOTS_AGAIN.of(abilities_of(view, spotter)))
    if spotted is not None and spotted.by != unit and not (spotted.value == target and any(may_again)):
        return f"{name} has spotted for another gun this turn"
    seen = look(view, spotter, target, point)
    return "" if seen.seen else f"{name} does not see the target: {seen.because}"


def _why_not(view: Position, unit: int, aim: Aim) -> str:
    name = view.unit(unit).name
    if not aim.indirect and not (view.conditions[unit].on_table and aim.seen.seen):
        return f"{name} does not see its target and needs a spotter"
    flying = aim.target != NOBODY and is_airborne(view, aim.target)
    if aim.munition == AIR_DEFENSE:
        return "" if flying and not aim.indirect else "Air-defense rounds are fired directly at a unit in the air"
    if flying and view.unit(aim.target).is_aerospace:
        return "A fighter is out of the way of shells"
    if aim.munition == HOMING and not is_tagged(view, unit, aim.target):
        return "Homing rounds need a target that TAG has hit this turn"
    return ""


def is_tagged(view: Position, unit: int, target: int) -> bool:
    """8 Whether somebody of a gun's own side has painted its target with TAG this turn."""
    if target == NOBODY:
        return False
    side = view.unit(unit).side
    return any(
        one.name == TAGGED and one.by != NOBODY and view.unit(one.by).side == side
        for one in view.conditions[target].effects
    )


def _aimed_instead(position: Position, unit: int, aim: Aim, other: int) -> Aim | None:
    """18 The same gun aimed at another unit, over the same spotter, if that can be."""
    if other in (NOBODY, aim.target):
        return None
    point, looks = position.at(other), aim.spotter if aim.indirect else unit
    if aim.indirect and why_not_spotted(position, unit, other, point, aim.spotter):
        return None
    new = replace(aim, target=other, point=point, seen=look(position, looks, other, point))
    return None if _why_not(position, unit, new) else new


def _spot(position: Position, unit: int, aim: Aim) -> None:
    begin_spotting(position, aim.spotter, unit)
    position.conditions[aim.spotter].add_effect(Effect(SPOTTED, unit, position.turn, aim.target))


# Firing


def shell_facts(position: Position, unit: int, aim: Aim) -> Mapping[str, Any]:
    """8 What holds for one shell: Long range, an edition's figure, who spots, who painted, what was shelled before."""
    edition, side = position.field.edition, position.unit(unit).side
    more: dict[str, Any] = {
        "artillery_number": edition.artillery_number,
        "target_tagged": is_tagged(position, unit, aim.target),
        "artillery_turns_on_target": turns_shelled(position, side, target_key(aim.target, aim.piece, aim.point)),
    }
    if aim.indirect:
        more |= spotter_facts(position, unit, Shot(aim.target, "long", aim.seen, indirect=True, spotter=aim.spotter))
    if aim.target == NOBODY:
        more["spotter_tag"] = False
    if position.unit(unit).off_board and not edition.off_board_stands_still:
        more["attacker_move"] = "ground"
    return attack_facts(position, unit, aim.target, aim.seen, "artillery", "long", **more)


def shell_number(position: Position, unit: int, aim: Aim) -> int:
    """8 What a shell needs to hit."""
    return target_number(position, unit, aim.target, shell_facts(position, unit, aim))


def shell(battle: Battle[Position], unit: int, aim: Aim) -> Rule[None]:
    """8 One gun fires: one throw, scatter where it misses, and everything under the template."""
    position = battle.position
    number = shell_number(position, unit, aim)
    facts = shell_facts(position, unit, aim)
    remember_shelling(position, position.unit(unit).side, target_key(aim.target, aim.piece, aim.point))
    thrown = yield from throw(battle, unit, aim.target, number, "artillery")
    if battle.recording:
        verdict = "on target" if thrown.hit else f"missed by {thrown.missed_by}"
        text = (
            f"{position.unit(unit).name} shells {_aimed_at(position, aim)} ({thrown.total} against {number}): {verdict}"
        )
        battle.tell("attack", text, SECTION, unit=unit, target=aim.target, number=number, total=thrown.total)
    if aim.munition in (HOMING, AIR_DEFENSE):
        if thrown.hit:
            _hit_one(battle, unit, aim)
        return
    point = aim.point
    if not thrown.hit:
        missed_by = thrown.missed_by
        for _, change in SHELL_MISSES.of(abilities_of(position, unit)):
            missed_by = change(battle, unit, aim, missed_by)
        point = scatter(battle, aim.point, missed_by)
    _explode(battle, unit, aim, point, facts)


def _hit_one(battle: Battle[Position], unit: int, aim: Aim) -> None:
    """8 A homing round and an air-defense missile hurt nobody but their target."""
    position = battle.position
    points = position.field.edition.homing_damage
    if aim.munition == AIR_DEFENSE:
        found = damage_of(position, unit, aim.gun.name)
        points = rolled_damage(battle, found[0]) if found else 0
    mark(position, who_is_struck(battle, aim.target), Mark(points, unit))


def _explode(battle: Battle[Position], unit: int, aim: Aim, point: Point, facts: Mapping[str, Any]) -> None:
    position, edition = battle.position, battle.position.field.edition
    found = damage_of(position, unit, aim.gun.name)
    if found is None:
        return
    wider = say_of(position, unit, aim.target).total("artillery area", 0, facts)
    if aim.munition == CLUSTER:
        wider += edition.cluster_template_wider
    across = edition.artillery_template + wider
    under, ring = rolled_damage(battle, found[0]), found[1].value
    blast = Blast(point, across, under, edition.artillery_ring + wider / 2 if ring else 0.0, ring)
    fall(battle, unit, blast, aim.munition)


def _aimed_at(position: Position, aim: Aim) -> str:
    if aim.target != NOBODY:
        return position.unit(aim.target).name
    if aim.piece != NOBODY:
        return position.field.ground.pieces[aim.piece].name
    return f"a place {place_in_words(position.field.table, aim.point)}"


def _where(view: Position, answer: Mapping[str, Any]) -> str:
    if "target" in answer:
        return view.unit(answer["target"]).name
    if "structure" in answer:
        piece: int = answer["structure"]
        return view.field.ground.pieces[piece].name
    x, y = answer["point"]
    return f"a place {place_in_words(view.field.table, (float(x), float(y)))}"
