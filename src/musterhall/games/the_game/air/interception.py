"""3.5.2 Interception: patrols go for aircraft that come onto the table, section by section."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.air.air_orders import step_from
from musterhall.games.the_game.air.aircraft import may_be_given
from musterhall.games.the_game.air.apart import Course, Path
from musterhall.games.the_game.air.flak import AA, AimedFlak, ground_fire, shoot_at_aircraft
from musterhall.games.the_game.air.flyers_test import take_flyers_test
from musterhall.games.the_game.air.flying import Approach, end_flight, fly, place_on, take_off, usual_shape
from musterhall.games.the_game.air.leaving import leave, put_aside, way_out
from musterhall.games.the_game.air.paths import MOST_SECTIONS, last_run, section_length
from musterhall.games.the_game.army.datasheets import weapons_of
from musterhall.games.the_game.basics.choices import FormationChoice, FormationYesOrNo
from musterhall.games.the_game.fire.gunnery import bears_on, close_range
from musterhall.games.the_game.phases.commands import AIR_PATROL, HIGH, LOW
from musterhall.games.the_game.position.air_state import Flight
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, distance, rounded, towards
from musterhall.places import place_in_words
from musterhall.tally import does, does_it

ROUND = tuple(15.0 * part for part in range(24))
"""Headings all round."""
LATE = (("late interception", -1, "3.5.2"),)


# Calling patrols up


def patrols_ready(position: Position, side: int) -> list[Formation]:
    """3.5.2 Patrols that have not been called up yet in this turn."""
    formations = [f for f in position.of_side(side) if f.flies and f.alive and not f.home]
    waiting = [f for f in formations if position.orders[f.index].now == AIR_PATROL]
    tested_before = position.field.variants.patrol_test == "on_activation"
    return [f for f in waiting if f.acted] if tested_before else waiting


def may_be_on_patrol(position: Position, side: int) -> bool:
    """Could anybody of this side be on patrol, as far as the other side can tell?"""
    return any(
        position.orders[f.index].now is not None and AIR_PATROL in may_be_given(position, f)
        for f in position.of_side(side)
        if f.flies and f.alive and not f.home
    )


class Intercept(Decision):
    """3.5.2 Which patrols go for aircraft that come onto the table? A list of formations.

    It is asked of everybody who might have a patrol, so that the question does not tell who has.
    """

    __slots__ = ("enemy", "patrols", "position")
    kind = "intercept"
    section = "3.5.2"

    def __init__(self, position: Position, enemy: Formation, patrols: list[int]) -> None:
        super().__init__(1 - enemy.side)
        self.position = position
        self.enemy = enemy
        self.patrols = patrols

    def question(self) -> str:
        return f"{does(self.enemy.name, 'comes', 'come')} in. Which of your patrols go for them?"

    def about(self) -> dict[str, Any]:
        return {"enemy": self.enemy.index}

    def schema(self) -> Schema:
        most = 1 if self.position.field.variants.patrols_per_target == "one" else len(self.patrols)
        return schemas.many(schemas.one_of(self.patrols), 0, min(most, len(self.patrols)))

    def in_words(self, answer: Answer) -> str:
        return ", ".join(self.position.formations[index].name for index in answer) or "none"

    def options(self) -> Iterator[Answer]:
        one = self.position.field.variants.patrols_per_target == "one"
        for number in range(min(2, len(self.patrols) + 1) if one else len(self.patrols) + 1):
            yield from (list(some) for some in combinations(self.patrols, number))

    def sample(self, draw: Draw) -> Answer:
        options = list(self.options())
        return options[draw(len(options))] if draw(2) else options[-1]

    def check(self, answer: Answer) -> list[int]:
        listed = isinstance(answer, list) and all(type(index) is int for index in answer)
        if not listed or len(set(answer)) < len(answer) or set(answer) - set(self.patrols):
            raise Illegal("name patrols of yours that have not been called up yet, each once", "3.5.2")
        if self.position.field.variants.patrols_per_target == "one" and len(answer) > 1:
            raise Illegal("only one patrol may go for one formation", "3.5.2")
        return [int(index) for index in answer]


def call_up(battle: Battle[Position], enemy: Formation) -> Rule[list[Formation]]:
    """3.5.2 As aircraft come in, the other side names patrols; each reveals its command and tests. Gives who comes."""
    position, side = battle.position, 1 - enemy.side
    if not may_be_on_patrol(position, side):
        return []
    ready = [formation.index for formation in patrols_ready(position, side)]
    named = yield Intercept(battle.view(side), enemy, ready)
    hunters = []
    for index in named:
        patrol = position.formations[index]
        if (yield from _passes_its_test(battle, patrol)):
            yield from _enter(battle, patrol, enemy)
            hunters.append(patrol)
        _spend(position, patrol)
    return hunters


def _passes_its_test(battle: Battle[Position], patrol: Formation) -> Rule[bool]:
    """3.5.2 Being called up is the patrol's action; as a variant it has tested when it was activated."""
    position = battle.position
    patrol.acted = True
    if position.field.variants.patrol_test == "on_activation":
        return True
    keeping, position.keeping = position.keeping, False
    passed = yield from take_flyers_test(battle, patrol)
    position.keeping = keeping
    return passed


def _spend(position: Position, patrol: Formation) -> None:
    """3.5.2 A patrol acts once a turn; everybody has seen where it was to come in."""
    position.lay_orders(patrol.index, Orders(None, position.orders[patrol.index].next, face_up=True))


class PatrolHeight(FormationChoice[str]):
    """3.5.2, 3.4.2 As a variant: how high does a patrol come in?"""

    __slots__ = ()
    kind = "patrol height"
    section = "3.5.2"

    def question(self) -> str:
        return f"How high {does_it(self.formation.name)} fly?"


def _enter(battle: Battle[Position], patrol: Formation, enemy: Formation) -> Rule[None]:
    """3.3.1, 3.5.2 The patrol comes in where it was marked, as high as its target; as a variant low, or as it likes."""
    position = battle.position
    mark = position.air.marks[patrol.index].now
    assert mark is not None, "a patrol has a mark"
    high = position.air.flights[enemy.index].high and position.field.variants.patrol_height == "target"
    if position.field.variants.patrol_height == "choice":
        high = (yield PatrolHeight(patrol, (LOW, HIGH))) == HIGH
    take_off(position, patrol, Flight((mark.at,), high, usual_shape(patrol)), mark.heading)
    if battle.recording:
        there = place_in_words(position.field.table, mark.at)
        text = f"{does(patrol.name, 'comes', 'come')} in {there}, to intercept {enemy.name}"
        battle.tell("enter", text, "3.5.2", formation=patrol.index)


# Section by section


class NextSection(Approach):
    """3.5.2 Where does the next section end? `[x, y]`.

    None is for the one who is hunted, to do its work from here, and for a patrol that has no way left on the table.
    """

    __slots__ = ("hunted",)
    kind = "next section"
    section = "3.5.2"

    def __init__(
        self, position: Position, formation: Formation, hunted: Formation, heading: float | None = None
    ) -> None:
        super().__init__(position, formation, heading)
        self.hunted = hunted

    @property
    def may_stop(self) -> bool:
        """Who is hunted may be where it wants to be, once it has come in; a patrol leaves that must not turn here."""
        if self.formation is self.hunted:
            return len(self.flight.path) > 1
        return next(self._short_ways(), None) is None

    def _short_ways(self) -> Iterator[Answer]:
        """A little way on in whichever direction it may go."""
        ends = (list(rounded(step_from(self.at, way, 1.0))) for way in (self._ahead(), *ROUND))
        return (end for end in ends if self.legal(end))

    def _ahead(self) -> float:
        run = last_run(self.position.field, self.flight.path, self.heading)
        return float(self.position.facing[self.formation.units[0]]) if run.heading is None else run.heading

    def question(self) -> str:
        return f"Where does the next section of {self.formation.name} end?"

    def about(self) -> dict[str, Any]:
        return super().about() | {"hunted": self.hunted.index}

    def schema(self) -> Schema:
        place = place_on(self.position)
        return self._or_apart(schemas.either(schemas.NOTHING, place) if self.may_stop else place)

    def in_words(self, answer: Answer) -> str:
        answer = answer["lead"] if isinstance(answer, dict) else answer
        if answer is None:
            return "it is where it wants to be" if self.formation is self.hunted else "it has no way left, and leaves"
        return place_in_words(self.position.field.table, (answer[0], answer[1]))

    def options(self) -> Iterator[Answer]:
        """Towards what it is after, a whole section or a part of it; straight on; or stop."""
        if self.may_stop:
            yield None
        if len(self.flight.path) > MOST_SECTIONS:
            return
        found = 0
        for end in self._ends():
            if self.legal(end):
                found += 1
                yield end
        if not found and not self.may_stop:
            yield from self._short_ways()

    def _ends(self) -> Iterator[Answer]:
        longest = section_length(self.position.field)
        goals = self._goals() if self.formation is self.hunted else [self._prey()]
        for length in (longest, longest / 2):
            yield self.straight_on(length)[0]
            for goal in goals:
                yield list(rounded(towards(self.at, goal, max(1.0, min(length, distance(self.at, goal))))))

    def _prey(self) -> Point:
        return self.position.air.flights[self.hunted.index].path[-1]

    def sample(self, draw: Draw) -> Answer:
        options = list(self.options())
        return options[draw(len(options))]

    def leads(self, answer: Answer) -> Path:
        if answer is None:
            if not self.may_stop:
                raise Illegal(f"{self.formation.name} must fly on", "3.5.2")
            return ()
        return super().leads([answer])


class InterceptNow(FormationYesOrNo):
    """3.5.2 Does the patrol fire now, or wait for a better moment?"""

    __slots__ = ("aimed", "enemy", "late")
    kind = "intercept now"
    section = "3.5.2"

    def __init__(self, formation: Formation, enemy: Formation, aimed: list[AimedFlak], *, late: bool = False) -> None:
        super().__init__(formation)
        self.enemy = enemy
        self.aimed = aimed
        self.late = late

    def question(self) -> str:
        when = "as both leave" if self.late else "now"
        return f"Does {self.formation.name} fire at {self.enemy.name} {when}?"

    def about(self) -> dict[str, Any]:
        return super().about() | {"enemy": self.enemy.index}

    def aid(self) -> dict[str, Any]:
        """How many shots bear on the enemy."""
        return {"shots": sum(one.weapon.shots for one in self.aimed)}


def hunt(battle: Battle[Position], enemy: Formation, hunters: list[Formation]) -> Rule[bool]:
    """3.5.2 Section by section: the hunted, its hunters, the ground at all of them, then who wants to fire does.

    A patrol that has fired leaves; `hunters` holds those that have not. Says whether the hunted has come to where it
    wants to be.
    """
    position = battle.position
    while hunters and enemy.alive:
        course: Course = yield NextSection(battle.view(enemy.side), enemy, enemy)
        if not course.lead:
            return True
        fly(battle, enemy, course)
        for patrol in list(hunters):
            start = position.air.flights[patrol.index].path
            heading = float(position.facing[patrol.units[0]]) if len(start) == 1 else None
            section: Course = yield NextSection(battle.view(patrol.side), patrol, enemy, heading)
            if section.lead:
                fly(battle, patrol, section)
            else:
                hunters.remove(patrol)
                yield from leave(battle, patrol)
        yield from ground_fire(battle, enemy)
        for patrol in list(hunters):
            yield from ground_fire(battle, patrol)
            drop_if_lost(battle, patrol, hunters)
        yield from _shoot_back(battle, enemy, hunters)
        yield from _those_who_fire(battle, enemy, hunters)
    return False


def _shoot_back(battle: Battle[Position], enemy: Formation, hunters: list[Formation]) -> Rule[None]:
    """3.5.2 As a variant the hunted answers when the ground fires."""
    if not battle.position.field.variants.defensive_aa or not enemy.alive:
        return
    for patrol in list(hunters):
        aimed = aimed_at(battle.position, enemy, patrol)
        if aimed and (yield InterceptNow(enemy, patrol, aimed)):
            shoot_at_aircraft(battle, patrol, aimed, "", "3.5.2")
            drop_if_lost(battle, patrol, hunters)


def drop_if_lost(battle: Battle[Position], patrol: Formation, hunters: list[Formation]) -> None:
    """A patrol of which nobody is left hunts no more."""
    if not patrol.alive:
        hunters.remove(patrol)
        end_flight(battle.position, patrol)


def _those_who_fire(battle: Battle[Position], enemy: Formation, hunters: list[Formation]) -> Rule[None]:
    """3.5.2 Each patrol fires or waits; one that has fired has done its part."""
    for patrol in list(hunters):
        if enemy.alive and (yield from fire_at_prey(battle, patrol, enemy)):
            hunters.remove(patrol)
            yield from leave(battle, patrol)


def fire_at_prey(battle: Battle[Position], patrol: Formation, enemy: Formation) -> Rule[bool]:
    """3.5.2, 3.5 Fire what bears on the enemy from where both are, if the owner wants to. Says whether it fired."""
    aimed = aimed_at(battle.position, patrol, enemy)
    if not aimed or not (yield InterceptNow(patrol, enemy, aimed)):
        return False
    shoot_at_aircraft(battle, enemy, aimed, "", "3.5.2")
    return True


def aimed_at(position: Position, patrol: Formation, enemy: Formation) -> list[AimedFlak]:
    """3.5, 3.5.2 The AA weapons of a formation in the air that reach and bear on another, from where they are now."""
    found = []
    for unit in position.standing(patrol).tolist():
        for weapon in weapons_of(position.unit(unit).sheet):
            if AA in dict(weapon.attacks):
                gaps = [(other, distance(position.at(unit), position.at(other))) for other in enemy.units]
                near = [row for row in gaps if row[1] <= weapon.range + 1e-9]
                reach = [row for row in near if bears_on(position, unit, weapon, position.at(row[0]))]
                if reach:
                    found.append(AimedFlak(unit, weapon, tuple(sorted(reach, key=lambda row: row[1]))))
    return found


def late_shots(position: Position) -> bool:
    """3.5.2 May a patrol still fire as both leave? Not where, as a variant, it moves on after the attack instead."""
    return position.field.variants.interception_late != "free_move_after"


def late_shot(battle: Battle[Position], patrol: Formation, enemy: Formation) -> Rule[None]:
    """3.5.2 Who leaves over the same edge as its prey still has a shot at -1, from any side and as near as it likes."""
    aimed = aimed_freely(battle.position, patrol, enemy)
    if aimed and enemy.alive and (yield InterceptNow(patrol, enemy, aimed, late=True)):
        shoot_at_aircraft(battle, enemy, aimed, " late", "3.5.2", LATE)


def aimed_freely(position: Position, patrol: Formation, enemy: Formation) -> list[AimedFlak]:
    """3.5.2 Every AA weapon at close range of every aircraft."""
    found = []
    for unit in patrol.units:
        for weapon in weapons_of(position.unit(unit).sheet):
            if AA in dict(weapon.attacks):
                reach = tuple((other, close_range(weapon.range)) for other in enemy.units)
                found.append(AimedFlak(unit, weapon, reach))
    return found if enemy.units else []


# After the work


def part_company(battle: Battle[Position], enemy: Formation, hunters: list[Formation]) -> Rule[None]:
    """3.5.2, 3.4.4 The hunted leaves, and the patrols that have not caught it; by the same edge there is a late shot.

    As a variant they may go on hunting instead, now that the hunted has done its work. From helicopters that have
    landed (3.2) there is nothing left to catch.
    """
    late = late_shots(battle.position)
    if not late and not enemy.on_table:
        yield from _go_on_hunting(battle, enemy, hunters)
    if enemy.on_table:
        for patrol in hunters:
            yield from leave(battle, patrol)
        return
    edge = yield from way_out(battle, enemy)
    for patrol in hunters:
        exit_edge = yield from way_out(battle, patrol)
        if patrol.alive and enemy.alive and exit_edge == edge and late:
            yield from late_shot(battle, patrol, enemy)
        put_aside(battle, patrol, exit_edge)
    put_aside(battle, enemy, edge)


def _go_on_hunting(battle: Battle[Position], enemy: Formation, hunters: list[Formation]) -> Rule[None]:
    """3.5.2 As a variant: each patrol moves as it likes, and fires."""
    for patrol in list(hunters):
        if enemy.alive:
            course: Course = yield Approach(battle.view(patrol.side), patrol)
            if course.lead:
                fly(battle, patrol, course)
            yield from ground_fire(battle, patrol)
            drop_if_lost(battle, patrol, hunters)
        if patrol.alive and enemy.alive:
            yield from fire_at_prey(battle, patrol, enemy)
