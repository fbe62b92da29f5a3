"""1.6.2 Infantry behind armoured vehicles: one vehicle covers up to two units in all, and its owner says which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Illegal, Rule
from musterhall.games.the_game.position.position import COVERED_BY_VEHICLE, NOBODY, Position
from musterhall.measuring import most_close

TOUCHING = 1.0
"""Bases this near touch; with units as points nothing could ever be nearer than a hand can place it."""
NEXT_TO = TOUCHING + 1e-9


@dataclass(slots=True)
class HidingPlace:
    """One armoured vehicle, the infantry beside it that no other vehicle covers, and who of them is covered."""

    vehicle: int
    beside: list[int]
    hidden: list[int]
    said: bool
    """Its owner has named them, or there is nothing to name."""


def hiding_places(position: Position, side: int) -> list[HidingPlace]:
    """1.6.2 Every vehicle with infantry beside it. A unit hides behind one vehicle only; where nobody has said who
    hides, those do who touch the fewest vehicles.
    """
    infantry, vehicles = position.field.foot_and_armour[side]
    if not most_beside(position, side):
        return []
    infantry, vehicles = infantry[position.on[infantry]], vehicles[position.on[vehicles]]
    rows, columns = (position.distances(vehicles, infantry) <= NEXT_TO).nonzero()
    vehicles_touched = Counter(infantry[columns].tolist())
    beside: dict[int, list[int]] = {}
    for vehicle, unit in zip(vehicles[rows].tolist(), infantry[columns].tolist(), strict=True):
        beside.setdefault(vehicle, []).append(unit)
    taken: set[int] = set()
    places: list[HidingPlace] = []
    for vehicle, units in beside.items():
        near = sorted((unit for unit in units if unit not in taken), key=vehicles_touched.__getitem__)
        place = _place(position, vehicle, near)
        taken.update(place.hidden)
        places.append(place)
    return places


def most_beside(position: Position, side: int) -> int:
    """How many infantry units are beside the vehicle that has the most."""
    infantry, vehicles = position.field.foot_and_armour[side]
    radius = position.field.radius
    return most_close(position.x, position.y, radius, position.on, vehicles, infantry, NEXT_TO)


def _place(position: Position, vehicle: int, near: list[int]) -> HidingPlace:
    named = [unit for unit in near if position.hides_behind[unit] == vehicle]
    if len(named) == position.covers[vehicle]:
        return HidingPlace(vehicle, near, named, True)
    others = [unit for unit in near if unit not in named]
    return HidingPlace(vehicle, near, [*named, *others][:COVERED_BY_VEHICLE], len(near) <= COVERED_BY_VEHICLE)


class HideBehind(Choice[list[int]]):
    """1.6.2 More than two units are beside a vehicle: which does it cover? The answer lists two of them, or fewer."""

    __slots__ = ("beside", "position", "vehicle")
    kind = "hide behind a vehicle"
    section = "1.6.2"

    def __init__(self, position: Position, place: HidingPlace) -> None:
        numbers = range(COVERED_BY_VEHICLE, -1, -1)
        choices = [list(hidden) for number in numbers for hidden in combinations(place.beside, number)]
        super().__init__(position.unit(place.vehicle).side, choices)
        self.position = position
        self.vehicle = place.vehicle
        self.beside = place.beside

    def question(self) -> str:
        return f"Which units, two at most, does {self._name(self.vehicle)} cover?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.vehicle}

    def in_words(self, answer: Answer) -> str:
        return " and ".join(map(self._name, answer)) or "nobody"

    def _name(self, unit: int) -> str:
        return self.position.unit(unit).name

    def check(self, answer: Answer) -> list[int]:
        if (
            not isinstance(answer, list)
            or len(answer) > COVERED_BY_VEHICLE
            or len(set(map(str, answer))) != len(answer)
        ):
            raise Illegal(f"{self._name(self.vehicle)} covers {COVERED_BY_VEHICLE} units at most; name them", "1.6.2")
        for unit in answer:
            if type(unit) is not int or unit not in self.beside:
                vehicle = self._name(self.vehicle)
                raise Illegal(f"{unit!r} is no infantry beside {vehicle} that nothing else covers", "1.6.2")
        return answer


def take_cover(battle: Battle[Position], side: int, fired_at: Sequence[int] | None) -> Rule[None]:
    """1.6.2 Before a side is fired at, it says who hides behind its vehicles; that holds until one of them is gone, and
    where it named fewer than two, until the turn ends.

    `fired_at` are the formations that may be meant, or None if it can be any.
    """
    position = battle.position
    if most_beside(position, side) <= COVERED_BY_VEHICLE:
        return
    asked = -1
    while True:
        # an answer for one vehicle may leave more or fewer units to the next
        open_ones = [place for place in hiding_places(position, side) if not place.said and place.vehicle > asked]
        meant = [place for place in open_ones if _concerns(position, place, fired_at)]
        if not meant:
            return
        place = meant[0]
        asked = place.vehicle
        hidden = yield HideBehind(battle.view(side), place)
        position.hides_behind[position.hides_behind == place.vehicle] = NOBODY
        position.hides_behind[hidden] = place.vehicle
        position.covers[place.vehicle] = len(hidden)
        if battle.recording:
            names = " and ".join(position.unit(unit).name for unit in hidden) or "nobody"
            verb = "hide" if len(hidden) == COVERED_BY_VEHICLE else "hides"
            text = f"{names} {verb} behind {position.unit(place.vehicle).name}"
            battle.tell("cover", text, "1.6.2", formation=position.unit(place.vehicle).formation)


def _concerns(position: Position, place: HidingPlace, fired_at: Sequence[int] | None) -> bool:
    return fired_at is None or any(position.unit(unit).formation in fired_at for unit in place.beside)
