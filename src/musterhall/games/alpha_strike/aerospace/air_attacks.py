"""Attacks of fighters with their weapons: strikes and strafing on the ground, and fights in the air."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.aerospace.paths import is_below, lie_of, units_below
from musterhall.games.alpha_strike.attacks.area import hit_piece, middle_of, targets_of
from musterhall.games.alpha_strike.attacks.arms import value_at
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.facts import AttackFacts, attack_facts
from musterhall.games.alpha_strike.attacks.firing import throw_dice, twelve_in_words
from musterhall.games.alpha_strike.attacks.lots import Lot, Volley
from musterhall.games.alpha_strike.attacks.ranges import bracket, hits_rear, in_front_arc
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.sight import Sight, sight
from musterhall.games.alpha_strike.attacks.target_number import (
    refuse_if_hopeless,
    target_number,
    why_never_met,
)
from musterhall.games.alpha_strike.attacks.throwing import who_is_attacked
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.buildings import is_immobile_structure
from musterhall.games.alpha_strike.harm.damage_values import MINIMAL, NONE
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.harm.protection import AREA
from musterhall.games.alpha_strike.position.altitude import inches_up, step_of
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of, say_of
from musterhall.games.alpha_strike.transport.wrecks import who_is_struck
from musterhall.games.alpha_strike.units.cards import Damage

SECTION = "12"
WEAPON, STRIKE, STRAFE = "weapon", "strike", "strafe"
TAILING_BONUS = 1
"""12 What a fighter does more to one that it tails."""

TWICE: Moment[Callable[[Position, int], bool]] = Moment("a second attack in one pass", SECTION)
"""Whether an ability lets a fighter strike or strafe twice."""


def second_answer(view: Position, unit: int, answer: dict[str, Any]) -> dict[str, Any] | None:
    """17 What an answer says of a second attack in the same pass, or nothing; only some pilots make one."""
    said = answer.get("second")
    if said is None:
        return None
    if not may_attack_twice(view, unit):
        raise Illegal("Only a Ground-Hugger attacks twice in one pass", "17")
    if not isinstance(said, dict) or "second" in said:
        raise Illegal('The second attack says what the first does, as in {"target": 4}', "17")
    return said


def may_attack_twice(view: Position, unit: int) -> bool:
    return any(may(view, unit) for _, may in TWICE.of(abilities_of(view, unit)))


@dataclass(frozen=True, slots=True)
class Pass:
    """An attack of a fighter on one unit that was found to be legal."""

    attack: str
    target: int
    range: str
    seen: Sight
    overheat: int = 0
    tailing: bool = False
    piece: int = NOBODY
    """The building or bunker that is attacked, where the target is NOBODY."""
    then: Pass | None = None
    """17 A second attack in the same pass."""


class OneTarget(AttackKind):
    """12 What strikes and fights in the air have in common: one target, and perhaps overheating."""

    section = SECTION
    from_the_air = True
    verb: ClassVar[str]
    fields: ClassVar[dict[str, Schema]] = {
        "target": {"type": "integer"},
        "structure": {"type": "integer"},
        "overheat": {"type": "integer", "minimum": 0},
        "second": {"type": "object"},
    }
    twice: ClassVar[bool] = False
    """17 Whether some pilots do it twice in one pass."""

    @abstractmethod
    def passes(self, view: Position, unit: int) -> Iterator[Pass]:
        """Every attack of this kind that a fighter can make now."""

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        for one in self.passes(view, unit):
            if why_hopeless(view, unit, one):
                continue
            for overheat in range(most_overheat(view, unit, one.range) + 1):
                at = {"target": one.target} if one.piece == NOBODY else {"structure": one.piece}
                yield {**at, "overheat": overheat} if overheat else at
            if self.twice and may_attack_twice(view, unit):
                yield {**at, "second": at}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Pass:
        aimed = answer.get("target", NOBODY), answer.get("structure", NOBODY)
        overheat = answer.get("overheat", 0)
        found = next((one for one in self.passes(view, unit) if (one.target, one.piece) == aimed), None)
        if found is None:
            raise Illegal(self.why_not, SECTION)
        refuse_if_hopeless(why_hopeless(view, unit, found), SECTION)
        most = most_overheat(view, unit, found.range)
        if isinstance(overheat, bool) or not isinstance(overheat, int) or not 0 <= overheat <= most:
            raise Illegal(f"It may overheat by up to {most} at {found.range} range", SECTION)
        second = second_answer(view, unit, answer) if self.twice else None
        then = None if second is None else self.check(view, unit, {**second, "overheat": 0})
        return replace(found, overheat=overheat, then=then)

    why_not: ClassVar[str]

    def resolve(self, battle: Battle[Position], unit: int, order: Pass) -> Rule[None]:
        position = battle.position
        position.conditions[unit].fired = True
        position.conditions[unit].overheated += order.overheat
        others = {one.target: one for one in self.passes(position, unit)}
        now: Pass | None = order
        while now is not None:
            target = yield from who_is_attacked(battle, unit, now.target, others.__contains__)
            taken = now if target == now.target else replace(others[target], overheat=now.overheat)
            yield from fire_from_the_air(battle, unit, taken)
            now = now.then

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        if "structure" in answer:
            return f"{self.verb} {view.field.ground.pieces[answer['structure']].name}"
        return f"{self.verb} {view.unit(answer['target']).name}"


class Strike(OneTarget):
    """12 Attack one unit, building or bunker below the flight path; the altitude is the range."""

    name = STRIKE
    verb = "strikes"
    twice = True
    why_not = "It strikes an enemy below the way that it flew this turn, and only where it does damage"

    def passes(self, view: Position, unit: int) -> Iterator[Pass]:
        range_ = bracket(inches_up(view.conditions[unit], view.field.edition), view.field.edition)
        if range_ is None or not can_hurt(view, unit, range_):
            return
        for target in units_below(view, unit):
            if view.unit(target).side != view.unit(unit).side:
                seen = sight(view, unit, target)
                if seen.seen:
                    yield Pass(STRIKE, target, range_, seen)
        for piece in targets_of(view, unit):
            if is_below(view, unit, middle_of(view, piece)):
                yield Pass(STRIKE, NOBODY, range_, CLEAR, piece=piece)


class Dogfight(OneTarget):
    """12 Attack another fighter in the air."""

    name = "dogfight"
    verb = "attacks"
    why_not = "It attacks an enemy fighter over the table, before it and in range"

    def passes(self, view: Position, unit: int) -> Iterator[Pass]:
        for target in view.on_table(1 - view.unit(unit).side):
            if not view.unit(target).is_aerospace or not in_front_arc(view, unit, target):
                continue
            range_ = bracket(view.gap(unit, target), view.field.edition)
            if range_ is not None and can_hurt(view, unit, range_):
                yield Pass(WEAPON, target, range_, CLEAR, tailing=is_tailing(view, unit, target))


CLEAR = Sight(seen=True, share=1.0, partial_cover=False, woods="none", in_water=False)
"""12 Nothing stands between two fighters."""


def is_tailing(view: Position, unit: int, target: int) -> bool:
    """12 Whether a fighter sits behind another, at its altitude."""
    same = step_of(view.conditions[unit]) == step_of(view.conditions[target])
    return same and hits_rear(view, unit, target)


def can_hurt(view: Position, unit: int, range_: str) -> bool:
    return _printed(view, unit, range_) != NONE or most_overheat(view, unit, range_) > 0


def _printed(view: Position, unit: int, range_: str) -> Damage:
    return value_at(view, unit, view.unit(unit).card.damage, range_)


def most_overheat(view: Position, unit: int, range_: str) -> int:
    """4, 6 By how much a fighter may overheat: at short and medium range, with OVL at long too."""
    one = view.unit(unit)
    reaches = range_ in ("short", "medium") or (range_ == "long" and one.has("OVL"))
    return one.card.overheat if reaches else 0


# Strafing


@dataclass(frozen=True, slots=True)
class Strafing:
    """12 A stretch of the flight path that is strafed."""

    begins: float
    """Inches from where the flight began."""
    targets: tuple[int, ...]
    """Whom it reaches; with a second stretch, those of the second after those of the first."""


class Strafe(AttackKind):
    """12 Fire at everybody, friend or foe, along a stretch of the flight path, at low altitude only."""

    name = STRAFE
    section = SECTION
    from_the_air = True
    fields: ClassVar[dict[str, Schema]] = {"begins": {"type": "number", "minimum": 0}, "second": {"type": "object"}}

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        if step_of(view.conditions[unit]) or not strafing_damage(view, unit):
            return
        flown = view.conditions[unit].inches
        for begins in sorted({0.0, *(_begins_at(view, unit, target) for target in units_below(view, unit))}):
            targets = strafed(view, unit, begins)
            if begins <= flown and targets and not _why_strafing_is_hopeless(view, unit, targets):
                yield {"begins": begins}
                if may_attack_twice(view, unit):
                    yield {"begins": begins, "second": {"begins": begins}}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Strafing:
        begins = answer.get("begins", 0)
        if step_of(view.conditions[unit]):
            raise Illegal("Strafing wants low altitude", SECTION)
        if not strafing_damage(view, unit):
            raise Illegal("It does no damage at short range", SECTION)
        if isinstance(begins, bool) or not isinstance(begins, int | float):
            raise Illegal("Strafing says how many inches along its way it begins", SECTION)
        targets = strafed(view, unit, begins)
        if not 0 <= begins <= view.conditions[unit].inches or not targets:
            raise Illegal("Nobody is below that part of its way", SECTION)
        refuse_if_hopeless(_why_strafing_is_hopeless(view, unit, targets), SECTION)
        second = second_answer(view, unit, answer)
        more = () if second is None else self.check(view, unit, second).targets
        return Strafing(float(begins), (*targets, *more))

    def resolve(self, battle: Battle[Position], unit: int, order: Strafing) -> Rule[None]:
        position = battle.position
        position.conditions[unit].fired = True
        for target in order.targets:
            yield from fire_from_the_air(battle, unit, _strafing_pass(position, unit, target))

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        names = ", ".join(view.unit(target).name for target in strafed(view, unit, answer["begins"]))
        return f"strafes {names}"


def _strafing_pass(position: Position, unit: int, target: int) -> Pass:
    return Pass(STRAFE, target, "short", sight(position, unit, target))


def _why_strafing_is_hopeless(view: Position, unit: int, targets: Sequence[int]) -> str:
    """4, 12 Why none of those below can be hit, or nothing where one can."""
    reasons = [why_hopeless(view, unit, _strafing_pass(view, unit, target)) for target in targets]
    return "" if "" in reasons else reasons[0]


def _begins_at(view: Position, unit: int, target: int) -> float:
    """Where a stretch begins that reaches a unit first."""
    return round(max(0.0, lie_of(view, unit, view.at(target)).along - view.unit(target).radius), 2)


def strafed(view: Position, unit: int, begins: float) -> list[int]:
    """12 Everybody on the ground within the stretch."""
    ends = begins + view.field.edition.strafe_length
    found = []
    for target in units_below(view, unit):
        along, radius = lie_of(view, unit, view.at(target)).along, view.unit(target).radius
        if begins - radius <= along <= ends + radius:
            found.append(target)
    return found


def strafing_damage(view: Position, unit: int) -> int:
    """12 Half of the short range damage, a half counting as one; all of it with energy weapons alone."""
    value = _printed(view, unit, "short").value
    return value if view.unit(unit).has("ENE") else (value + 1) // 2


# The dice


def pass_facts(position: Position, unit: int, order: Pass) -> AttackFacts:
    """12 Everything that can change what an attack from the air needs."""
    edition = position.field.edition
    more: dict[str, Any] = {
        "strike_number": edition.strike_number,
        "strafe_number": edition.strafe_number,
        "tailing": order.tailing,
    }
    if order.piece != NOBODY and is_immobile_structure(position, order.piece):
        more["target_move"] = "immobile"
    return attack_facts(position, unit, order.target, order.seen, order.attack, order.range, **more)


def why_hopeless(position: Position, unit: int, order: Pass) -> str:
    """4, 12 Why no throw of an attack can hit, or nothing where one can."""
    return why_never_met(position, target_number(position, unit, order.target, pass_facts(position, unit, order)))


def fire_from_the_air(battle: Battle[Position], unit: int, order: Pass) -> Rule[None]:
    """12 Roll an attack of a fighter and mark what it does."""
    position = battle.position
    facts = pass_facts(position, unit, order)
    number = target_number(position, unit, order.target, facts)
    damage = _damage(position, unit, order)
    points = damage.value + order.overheat + (TAILING_BONUS if order.tailing else 0)
    points = say_of(position, unit, order.target).total("damage", points, facts)
    rolled = Volley(number, _lots(position, points, minimal=damage == MINIMAL))
    shot = Shot(order.target, order.range, order.seen, piece=order.piece)
    outcome = yield from throw_dice(battle, unit, shot, rolled)
    if battle.recording:
        verb = {STRIKE: "strikes", STRAFE: "strafes"}.get(order.attack, "attacks")
        who, whom = position.unit(unit).name, _name(position, order)
        text = f"{who} {verb} {whom} ({order.range} range, {number}+): {outcome.points} damage"
        text += twelve_in_words(position, order.target, outcome)
        battle.tell("attack", text, SECTION, unit=unit, target=order.target, number=number, damage=outcome.points)
    if not outcome.points and not outcome.critical_rolls:
        return
    if order.piece != NOBODY:
        # Only from low altitude does a shot come in through a door.
        how = AREA if step_of(position.conditions[unit]) else WEAPON
        hit_piece(battle, unit, order.piece, outcome.points, critical=outcome.critical_rolls > 0, how=how)
    else:
        struck = who_is_struck(battle, order.target)
        mark(position, struck, Mark(outcome.points, unit, critical_rolls=outcome.critical_rolls))


def _name(position: Position, order: Pass) -> str:
    if order.piece != NOBODY:
        return position.field.ground.pieces[order.piece].name
    return position.unit(order.target).name


def _damage(position: Position, unit: int, order: Pass) -> Damage:
    if order.attack == STRAFE:
        return Damage(strafing_damage(position, unit))
    return _printed(position, unit, order.range)


def _lots(position: Position, points: int, *, minimal: bool) -> tuple[Lot, ...]:
    """4 A die for each point, or one for all of them; a 0* is a die with luck."""
    luck = (Lot("", 1, points=0, minimal=True),) if minimal else ()
    if position.field.edition.attack_dice == "one_roll":
        return (Lot("", 1, points=points, minimal=minimal),)
    return (*((Lot("", points),) if points else ()), *luck)
