"""Hidden units: placed in secret, found by who comes near or has a probe, and shown when they come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.alpha_strike.abilities.command_abilities import TakenCommandAbility
from musterhall.games.alpha_strike.field.field import HOME_EDGES, NORTH
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.movement.judging import cannot_stand_in
from musterhall.games.alpha_strike.movement.passing import overlaps
from musterhall.games.alpha_strike.position.condition import HIDDEN, WAITING, Effect
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import command_abilities_of, say_of, usual_facts
from musterhall.games.alpha_strike.position.surroundings import part_of
from musterhall.games.alpha_strike.transport.dropping import nearest_landing
from musterhall.geometry import Point, distance, rounded
from musterhall.places import place_in_words

SECTION = "12"
SIDES = ("Red", "Blue")
SECRET = "hidden"
"""Where a side's hidden units lie, among its secrets."""
PROBES = {"LPRB": 12, "WAT": 12, "PRB": 18, "NOVA": 18, "BH": 26}
"""9 How far each probe finds hidden units."""
TRIES = 30


@dataclass(frozen=True, slots=True)
class Hides:
    """12, 16 What an ability lets a side hide: which units, how many, and in which strip of the table."""

    units: tuple[int, ...]
    number: int
    strip: tuple[float, float]
    """From and to, along the depth of the table."""
    clear_of_enemies: float = 0.0
    prepared: bool = False
    """16 They lie in a prepared position until they move."""


MAY_HIDE: Moment[Callable[[Position, int], Hides | None]] = Moment("hiding units", "16")


def hiding_places(position: Position, side: int) -> dict[str, Hides]:
    """12, 16 What a side may hide, by ability."""
    acts = MAY_HIDE.of(command_abilities_of(position, side))
    found = {key: act(position, side) for key, act in acts}
    return {key: hides for key, hides in found.items() if hides is not None and hides.units and hides.number > 0}


def _waiting(position: Position, side: int, fits: Callable[[Unit], bool]) -> tuple[int, ...]:
    """Units on the ground that are still to come."""
    units = (position.unit(unit) for unit in position.field.of_side[side])
    ground = (one for one in units if not one.is_aerospace and position.conditions[one.index].place == WAITING)
    return tuple(one.index for one in ground if fits(one))


def _own_half(position: Position, side: int) -> tuple[float, float]:
    depth = position.field.table.depth
    return (0.0, depth / 2) if HOME_EDGES[side] == NORTH else (depth / 2, depth)


@MAY_HIDE.acted_by("camouflage")
def _camouflage(position: Position, side: int) -> Hides:
    """16 Half of the force, anywhere."""
    half = len(position.field.of_side[side]) // 2
    return Hides(_waiting(position, side, lambda one: True), half, (0.0, position.field.table.depth))


MOST_HIDDEN, HIDDEN_OFF = 4, 12.0


@MAY_HIDE.acted_by("tactical_experts_hidden_units")
def _hidden_units(position: Position, side: int) -> Hides:
    """16 Up to four, since no scenario here has hidden units of its own; in the own half and 12 inches from enemies."""
    units = _waiting(position, side, lambda one: True)
    return Hides(units, MOST_HIDDEN, _own_half(position, side), HIDDEN_OFF)


@MAY_HIDE.acted_by("infantry_defensive_experts")
def _dug_in(position: Position, side: int) -> Hides:
    """16 All infantry, each in a prepared position."""
    units = _waiting(position, side, lambda one: one.is_infantry)
    return Hides(units, len(units), _own_half(position, side), prepared=True)


FROM_HIS_EDGE = 4.0


@MAY_HIDE.acted_by("infiltrators")
def _infiltrators(position: Position, side: int) -> Hides | None:
    """16 As the attacker, units of the types and sizes of its level, within 4 inches of the defender's edge."""
    if part_of(position, side) != "attacker":
        return None
    taken = command_abilities_of(position, side)["infiltrators"]
    units = _waiting(position, side, lambda one: _small_enough(taken, one))
    depth = position.field.table.depth
    strip = (depth - FROM_HIS_EDGE, depth) if HOME_EDGES[side] == NORTH else (0.0, FROM_HIS_EDGE)
    return Hides(units, len(units), strip)


def _small_enough(taken: TakenCommandAbility, unit: Unit) -> bool:
    kind = "infantry" if unit.is_infantry else "mech" if unit.is_mech else "vehicle"
    options = taken.options or tuple(taken.ability.options)[:1]
    return any(unit.card.size <= taken.ability.options[key].sizes.get(kind, 0) for key in options)


# Placing


class PlaceHidden(Decision):
    """12, 16 Which units lie hidden and where, by ability: {"camouflage": [[3, 20.5, 11]]}."""

    __slots__ = ("places", "view")
    kind = "place hidden units"
    section = SECTION
    secret = True

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view
        self.places = hiding_places(view, side)

    def question(self) -> str:
        return "Which of your units begin hidden, and where?"

    def about(self) -> dict[str, Any]:
        return {key: list(hides.units) for key, hides in self.places.items()}

    def schema(self) -> Schema:
        one = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
        fields = {key: {"type": "array", "items": one} for key in self.places}
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def in_words(self, answer: Answer) -> str:
        names = [self.view.unit(unit).name for placed in answer.values() for unit, _, _ in placed]
        return ", ".join(names) or "none"

    def options(self) -> Iterator[Answer]:
        """Nobody, and each unit alone in the middle of its strip."""
        yield {}
        middle = self.view.field.table.width / 2
        for key, hides in self.places.items():
            for unit in hides.units:
                place = rounded((middle, sum(hides.strip) / 2))
                if not self._why_not(hides, unit, place, []):
                    yield {key: [[unit, *place]]}

    def sample(self, draw: Draw) -> Answer:
        taken: list[tuple[int, Point]] = []
        answer: dict[str, list[list[float]]] = {}
        for key, hides in self.places.items():
            free = [unit for unit in hides.units if unit not in [one for one, _ in taken]]
            placed: list[list[float]] = []
            for unit in free[: draw(min(hides.number, len(free)) + 1)]:
                place = self._any_place(hides, unit, taken, draw)
                if place is not None:
                    taken.append((unit, place))
                    placed.append([unit, *place])
            if placed:
                answer[key] = placed
        return answer

    def _any_place(self, hides: Hides, unit: int, taken: Sequence[tuple[int, Point]], draw: Draw) -> Point | None:
        wide, (low, high) = self.view.field.table.width, hides.strip
        for _ in range(TRIES):
            place = rounded((draw(int(wide * 10)) / 10, low + draw(int((high - low) * 10)) / 10))
            if not self._why_not(hides, unit, place, taken):
                return place
        return None

    def check(self, answer: Answer) -> dict[int, tuple[Point, bool]]:
        if not isinstance(answer, dict) or not set(answer) <= set(self.places):
            raise Illegal(f"Hidden units are a table by ability: {', '.join(self.places)}", SECTION)
        taken: list[tuple[int, Point]] = []
        found: dict[int, tuple[Point, bool]] = {}
        for key, placed in answer.items():
            hides = self.places[key]
            if not isinstance(placed, list) or len(placed) > hides.number:
                raise Illegal(f"{key}: a list of at most {hides.number} units", SECTION)
            for one in placed:
                unit, place = self._read(key, one)
                why = self._why_not(hides, unit, place, taken)
                if why:
                    raise Illegal(f"{key}: {why}", SECTION)
                taken.append((unit, place))
                found[unit] = (place, hides.prepared)
        return found

    def _read(self, key: str, one: Any) -> tuple[int, Point]:
        numbers = isinstance(one, list | tuple) and len(one) == 3 and all(type(part) in (int, float) for part in one)
        if not numbers or one[0] not in self.places[key].units:
            raise Illegal(f"{key}: each is a unit that may hide, by number, with x and y", SECTION)
        return int(one[0]), rounded((float(one[1]), float(one[2])))

    def _why_not(self, hides: Hides, unit: int, place: Point, taken: Sequence[tuple[int, Point]]) -> str:
        view, radius = self.view, self.view.unit(unit).radius
        table, (low, high) = view.field.table, hides.strip
        if any(other == unit for other, _ in taken):
            return f"{view.unit(unit).name} stands there twice"
        wide_enough = radius <= place[0] <= table.width - radius
        if not wide_enough or not max(low, radius) <= place[1] <= min(high, table.depth - radius):
            return f"({place[0]:g}, {place[1]:g}) is not where it may hide"
        if barred := cannot_stand_in(view, unit, place):
            return f"{view.unit(unit).name} cannot stand in {barred}"
        others = [(view.at(other), view.unit(other).radius) for other in view.everybody_on_table()]
        others += [(there, view.unit(other).radius) for other, there in taken]
        if any(distance(place, there) < radius + wide for there, wide in others):
            return "another base is there"
        enemies = view.on_table(1 - view.unit(unit).side)
        near = hides.clear_of_enemies
        if near and any(distance(place, view.at(one)) - radius - view.unit(one).radius < near for one in enemies):
            return f"it must be {near:g} inches from every enemy"
        return ""


def place_hidden(battle: Battle[Position]) -> Rule[bool]:
    """12, 16 Both sides hide what they may, at once and in secret; whether anybody was asked."""
    position = battle.position
    asked = [
        PlaceHidden(position.seen_by(side), side)
        for side in (0, 1)
        if not position.sides[side].memory.get("hid") and hiding_places(position, side)
    ]
    if not asked:
        return False
    answers = yield tuple(asked)
    for decision, placed in zip(asked, answers, strict=True):
        state = position.sides[decision.player].remembering(hid=True)
        secrets = {**state.secrets, SECRET: {unit: list(place) for unit, (place, _) in placed.items()}}
        position.set_side(decision.player, replace(state, secrets=secrets))
        for unit, (_, prepared) in placed.items():
            position.conditions[unit].place = HIDDEN
            if prepared:
                position.conditions[unit].add_effect(Effect(PREPARED))
    return True


PREPARED = "prepared position"
"""The effect on infantry that lies in a prepared position, which takes off as much as a light building."""

# Showing and finding


def hidden_units(position: Position, side: int) -> dict[int, Point]:
    """12 Where the hidden units of a side lie, as far as this position says it."""
    places = position.sides[side].secrets.get(SECRET, {})
    return {int(unit): (float(place[0]), float(place[1])) for unit, place in places.items()}


def show(battle: Battle[Position], unit: int, why: str) -> None:
    """12 A hidden unit is put on the table where it lies, or beside whoever has come to stand there."""
    position = battle.position
    side = position.unit(unit).side
    places = hidden_units(position, side)
    state = position.sides[side]
    left = {other: list(place) for other, place in places.items() if other != unit}
    position.set_side(side, replace(state, secrets={**state.secrets, SECRET: left}))
    place = places[unit]
    if overlaps(position, unit, place) is not None:
        place = nearest_landing(position, unit, place)
    position.put(unit, place, 90.0 if HOME_EDGES[side] == NORTH else 270.0)
    if battle.recording:
        there = place_in_words(position.field.table, place)
        battle.tell("hidden", f"{position.unit(unit).name} {why}, {there}", SECTION, unit=unit)


def find_hidden(battle: Battle[Position], unit: int) -> None:
    """12 A unit that has moved finds the enemy's hidden units near its base, or as far as its probe reaches."""
    position = battle.position
    if not position.conditions[unit].on_table:
        return
    for enemy, place in hidden_units(position, 1 - position.unit(unit).side).items():
        gap = distance(position.at(unit), place) - position.unit(unit).radius - position.unit(enemy).radius
        if gap <= finds_within(position, unit):
            show(battle, enemy, "is found")


def finds_within(position: Position, unit: int) -> float:
    """9, 12, 17 How near a hidden unit has to be for this one to find it."""
    one = position.unit(unit)
    probe = max((reach for special, reach in PROBES.items() if one.has(special)), default=0)
    probe = say_of(position, unit).total("probe range", probe, usual_facts())
    return float(max(position.field.edition.hidden_found_within, probe))


def leave_prepared_position(position: Position, unit: int) -> None:
    """16 Who has moved has left his prepared position."""
    condition = position.conditions[unit]
    if condition.effects and condition.mode not in ("", "standstill"):
        condition.drop_effect(PREPARED)


class ComeOut(Choice[int]):
    """12 Which hidden unit comes out, if one does."""

    __slots__ = ("view",)
    kind = "come out"
    section = SECTION

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side, (NOBODY, *hidden_units(view, side)))
        self.view = view

    def question(self) -> str:
        return "Which hidden unit comes out now?"

    def in_words(self, answer: Answer) -> str:
        return "none" if answer == NOBODY else self.view.unit(answer).name


def come_out(battle: Battle[Position], side: int) -> Rule[None]:
    """12 As a phase begins for a side, its hidden units may come out: before moving, and before acting."""
    position = battle.position
    asked = f"came out in {position.phase}"
    this_turn = position.sides[side].choices.get("turn", {})
    if asked in this_turn or not hidden_units(position, side):
        return
    while hidden_units(position, side):
        unit = yield ComeOut(position.seen_by(side), side)
        if unit == NOBODY:
            break
        show(battle, unit, "comes out")
    position.set_side(side, position.sides[side].choosing(turn={**this_turn, asked: True}))
