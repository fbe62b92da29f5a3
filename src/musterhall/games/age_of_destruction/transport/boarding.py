"""Boarding and leaving a transport, which is part of its move."""

from __future__ import annotations

import math
from collections.abc import Sequence

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Schema
from musterhall.games.age_of_destruction.combat.attack import in_rear
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.damage import free_bonds
from musterhall.games.age_of_destruction.movement.moving import speed_of
from musterhall.games.age_of_destruction.movement.places import check_place, places_beside
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import TRANSPORT
from musterhall.geometry import Point
from musterhall.places import place_in_words
from musterhall.tally import counted


def boarding_cost(position: Position, transport: int) -> int:
    """40.13 The inches that loading or unloading costs a transport: half its speed, rounded up."""
    return math.ceil(speed_of(position, transport) * position.field.edition.board_share)


def places_needed(position: Position, unit: int) -> int:
    """40.13 How many places a unit takes, with the captives that it brings."""
    edition = position.field.edition
    own = edition.places_infantry if position.unit(unit).sheet.is_infantry else edition.places_vehicle
    return own + sum(places_needed(position, captive) for captive in position.captives_of(unit))


def places_free(position: Position, transport: int) -> int:
    taken = (one for one in position.passengers_of(transport) if position.states[one].captor == NOBODY)
    return position.unit(transport).sheet.places - sum(places_needed(position, one) for one in taken)


def stands_behind(position: Position, unit: int) -> int:
    """The friendly transport whose rear arc a unit touches, or NOBODY."""
    for other in position.field.transports[position.unit(unit).side]:
        there = other != unit and position.states[other].place == "table"
        if there and position.touches(other, unit) and in_rear(position, other, unit):
            return other
    return NOBODY


def why_not_aboard(position: Position, unit: int, transport: int) -> str:
    """40.13 Why a unit can never ride in this transport; empty where it can."""
    name, sheet = position.unit(unit).name, position.unit(unit).sheet
    if not position.unit(transport).sheet.places:
        return f"{position.unit(transport).name} carries nobody"
    if sheet.is_mech or any(position.unit(one).sheet.is_mech for one in position.captives_of(unit)):
        return "no 'Mech rides in a transport"
    if sheet.places:
        return f"{name} is a transport itself"
    if places_needed(position, unit) > places_free(position, transport):
        return f"{name} takes {counted(places_needed(position, unit), 'place')}, and fewer are free"
    return ""


def check_boarding(position: Position, transport: int, units: Sequence[int]) -> None:
    """40.13 Whether these units may board now, all of them, or `Illegal`."""
    needs = 0
    for unit in units:
        state, name = position.states[unit], position.unit(unit).name
        needs += places_needed(position, unit)
        reason = why_not_aboard(position, unit, transport)
        if state.place != "table" or state.began_behind != transport or not position.touches(unit, transport):
            reason = f"{name} did not begin the turn behind {position.unit(transport).name}, or is not there now"
        elif state.captor != NOBODY:
            reason = f"{name} is a captive and boards with its captor"
        elif position.touching_enemies(unit):
            reason = f"{name} is in contact with an opposing unit"
        elif not reason and needs > places_free(position, transport):
            reason = "there are not enough places for all of them"
        if reason:
            raise Illegal(reason[0].upper() + reason[1:], TRANSPORT)
    if units and position.states[transport].cruising:
        raise Illegal("Nobody boards what is cruising", TRANSPORT)


def board(battle: Battle[Position], transport: int, unit: int) -> None:
    """40.13 A unit goes aboard with its captives; its tokens come off, and nobody is bound to it any more."""
    position = battle.position
    for one in (unit, *position.captives_of(unit)):
        state = position.states[one]
        state.place, state.transport, state.tokens, state.began_behind = "aboard", transport, 0, NOBODY
        free_bonds(position, one)
        text = f"{position.unit(one).name} boards {position.unit(transport).name}"
        battle.tell("board", text, TRANSPORT, unit=one, transport=transport)


def set_down(battle: Battle[Position], unit: int, place: Point, facing: float) -> None:
    """40.13 A passenger stands behind its transport, its captives beside it, for whom there is room (`SetDown`)."""
    position = battle.position
    _put_out(battle, unit, place, facing)
    for captive in position.captives_of(unit):
        _put_out(battle, captive, *next(places_beside(position, captive, unit)))


def _put_out(battle: Battle[Position], unit: int, place: Point, facing: float) -> None:
    position = battle.position
    position.states[unit].transport = NOBODY
    position.put(unit, place, facing)
    if battle.recording:
        text = f"{position.unit(unit).name} leaves its transport, now {place_in_words(position.field.table, place)}"
        battle.tell("leave", text, TRANSPORT, unit=unit, at=list(place))


class SetDown(Decision):
    """Where a passenger is set down, behind its transport: {"at": [x, y], "facing": degrees}, or nothing to stay."""

    __slots__ = ("transport", "unit", "view")
    kind = "set down"
    section = TRANSPORT

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view, self.unit, self.transport = view, unit, view.states[unit].transport

    def question(self) -> str:
        return f"Where does {self.view.unit(self.unit).name} leave {self.view.unit(self.transport).name}?"

    def about(self) -> dict[str, int]:
        return {"unit": self.unit, "transport": self.transport}

    def schema(self) -> Schema:
        at = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        fields = {"at": at, "facing": {"type": "number"}}
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def options(self) -> list[Answer]:
        places = places_beside(self.view, self.unit, self.transport, behind=True)
        found = ({"at": list(place), "facing": facing} for place, facing in places)
        return [*filter(self.legal, found), {}]

    def check(self, answer: Answer) -> tuple[Point, float] | None:
        if answer == {}:
            return None
        try:
            place, facing = (float(answer["at"][0]), float(answer["at"][1])), float(answer.get("facing", 0.0)) % 360.0
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            raise Illegal("A place is two numbers, and a facing is degrees", TRANSPORT) from None
        check_place(self.view, self.unit, place, facing, cruising=False)
        moved = self.view.copy()
        moved.put(self.unit, place, facing)
        if not moved.touches(self.unit, self.transport) or not in_rear(moved, self.transport, self.unit):
            raise Illegal("It must touch the rear arc of its transport", TRANSPORT)
        self._check_captives(moved)
        return place, facing

    def _check_captives(self, moved: Position) -> None:
        """40.12 Captives leave with their captor, each beside it."""
        for captive in moved.captives_of(self.unit):
            found = next(places_beside(moved, captive, self.unit), None)
            if found is None:
                raise Illegal(f"There is no room beside it for {self.view.unit(captive).name}, its captive", TRANSPORT)
            moved.put(captive, *found)

    def in_words(self, answer: Answer) -> str:
        return f"behind {self.view.unit(self.transport).name}" if answer else "stays aboard"
