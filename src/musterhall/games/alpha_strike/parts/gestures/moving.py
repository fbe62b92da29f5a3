"""How a unit moves: tap where it ends and see the way it takes, turn it, and choose what it does beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import Extra, Gesture, Option, Place
from musterhall.game.gestures.going import Go, WayOfGoing
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.movement.allowance import DROPPING, GROUND, JUMPING, SPRINT, STANDSTILL, move_of
from musterhall.games.alpha_strike.movement.attack_moves import CHARGE, DEATH_FROM_ABOVE, PLAIN
from musterhall.games.alpha_strike.movement.heights import is_submersible
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.movement.reach import Reach, reach
from musterhall.games.alpha_strike.parts.gestures.registry import GESTURES, at_unit, capital
from musterhall.games.alpha_strike.position.condition import ABOARD, TABLE, Mode
from musterhall.games.alpha_strike.scenarios.bunkers import GetClear
from musterhall.games.alpha_strike.transport.dismounting import Dismount
from musterhall.geometry import Point, distance

SNAPS = 1.5
"""A tap so near to a place that can be reached means that place: fingers are broader than inches."""
MOST_PLACES = 600
"""Of more than these every other one is drawn, as on a chessboard."""


@GESTURES.of(Move, Dismount, GetClear)
def where_it_goes(decision: Move) -> Gesture:
    """Each mode is a way with the places that it reaches; standing still is one, on which the unit may turn."""
    return _Moving(decision).as_gesture()


class _Moving:
    """One unit's move, as it is drawn and as it is read."""

    def __init__(self, decision: Move) -> None:
        self.decision, self.view, self.unit = decision, decision.view, decision.unit
        self.one: Unit = self.view.unit(self.unit)
        self.carriers = {answer["mount"]: answer for answer in decision.mounts()}
        self.contacts = {
            mode: [_point(answer["path"][-1]) for answer in decision.attack_moves(mode)]
            for mode in decision.modes
            if mode in PLAIN
        }

    def as_gesture(self) -> Gesture:
        return Go(
            self.unit,
            list(self._ways()),
            self.answer,
            extras=self._heights(),
            start=self._start(),
            instead=list(self._instead()),
            drawn=self._drawn,
        )

    def _start(self) -> Place | None:
        condition = self.view.conditions[self.unit]
        return self.view.at(condition.carrier) if condition.place == ABOARD and condition.carrier != NOBODY else None

    # What is drawn

    def _ways(self) -> Iterator[WayOfGoing]:
        ways = [way for mode in self.decision.ways_on() if (way := self._way(mode)) is not None]
        yield from ways
        for mode, ends in self.contacts.items():
            if ends:
                yield WayOfGoing(mode, MODES[mode], self._inches(PLAIN[mode]), ends, jumps=True, routed=True)
        drops = [_point(one["path"][0]) for one in self.decision.on_the_spot() if one["mode"] == DROPPING]
        if drops:
            yield WayOfGoing(DROPPING, MODES[DROPPING], 0.0, drops, jumps=True)
        if self.decision.may_stand() or not ways:
            yield WayOfGoing(STANDSTILL, self._standing(), 0.0, still=True)

    def _way(self, mode: Mode) -> WayOfGoing | None:
        found = self._reach(mode)
        places = [_point(place) for place in found.places.tolist() if self.decision.near_enough(_point(place))]
        if not places:
            return None
        words = f"{self._verb(mode)} {found.inches:g}″"
        shown = places if len(places) <= MOST_PLACES else [(x, y) for x, y in places if (round(x) + round(y)) % 2]
        return WayOfGoing(mode, words, found.inches, shown, jumps=mode == JUMPING, routed=True)

    def _verb(self, mode: Mode) -> str:
        if mode != GROUND:
            return MODES[mode]
        if self.one.flies_low:
            return "Fly"
        return "Walk" if self.one.is_mech or self.one.is_infantry or self.one.kind == "protomech" else "Drive"

    def _standing(self) -> str:
        aboard = self.view.conditions[self.unit].place == ABOARD
        return "Stay aboard" if aboard else "Wait" if self.decision.walks_on() else "Stand still"

    def _inches(self, mode: Mode) -> float:
        return float(move_of(self.view, self.unit, mode))

    def _instead(self) -> Iterator[Option]:
        """Mounting, leaving, and what is done on the spot."""
        for carrier, answer in self.carriers.items():
            yield Option(answer, f"Mount {self.view.unit(carrier).name}", at_unit(carrier))
        for answer in self.decision.exits():
            yield Option(answer, f"Leave the table, {answer['mode']} move")
        for answer in self.decision.on_the_spot():
            if answer["mode"] != DROPPING and self.decision.legal(answer):
                words = "Go hull down" if answer.get("hull_down") else capital(self.decision.in_words(answer))
                yield Option(answer, words)
        if isinstance(self.decision, Dismount) and DROPPING in self.decision.modes:
            yield Option({"mode": DROPPING}, "Drop")

    def _heights(self) -> list[Extra]:
        """2, 12 How high it ends, for whom that is a choice."""
        edition = self.view.field.edition
        if self.one.flies_low:
            highest = edition.flight_ceiling if self.one.kind == "vtol" else edition.flight_height
            return [_height("Height", "as usual", range(int(highest) + 1))]
        if is_submersible(self.view, self.unit):
            return [_height("Depth", "as it is", range(0, -4, -1))]
        floors = self._floors()
        return [_height("In a building", "on its ground", floors)] if floors else []

    def _floors(self) -> Sequence[int]:
        """12 The roofs, and for whom climbs stairs the floors, of the buildings that it may get to."""
        view, ground = self.view, self.view.field.ground
        stairs = self.one.is_infantry or self.one.kind == "protomech"
        if not stairs and JUMPING not in self.decision.modes:
            return ()
        far = max((self._inches(mode) for mode in self.decision.ways_on()), default=0.0)
        near = [piece for piece in ground.buildings if self._apart(piece) <= far]
        roofs = {int(ground.height(view.lie, piece)) for piece in near}
        return range(1, max(roofs, default=0) + 1) if stairs else sorted(roofs)

    def _apart(self, piece: int) -> float:
        """How far a building is; whoever comes on may do so anywhere."""
        on_table = self.view.conditions[self.unit].place == TABLE
        return self.view.field.ground.distance(piece, self.view.at(self.unit)) if on_table else 0.0

    # What is read

    def answer(self, mode: str, path: list[Place], facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        if path and (carrier := self._carrier_at(path[-1])) is not None:
            return self.carriers[carrier]
        answer: dict[str, Any] = {"mode": mode, "path": [list(place) for place in self._path(mode, path)]}
        if facing is not None:
            answer["facing"] = facing
        if chosen.get("height"):
            answer["height"] = float(chosen["height"])
        return answer

    def _carrier_at(self, place: Place) -> int | None:
        """Whoever taps a transport means to mount it."""
        touched = (one for one in self.carriers if distance(self.view.at(one), place) <= self.view.unit(one).radius)
        return next(touched, None)

    def _path(self, mode: str, path: list[Place]) -> Sequence[Point]:
        """The way there is found for a tap; corners that were drawn stay as they are."""
        if mode in PLAIN:
            return self._into_contact(mode, path)
        if not path or mode not in (GROUND, JUMPING, SPRINT):
            return path
        on_table = self.view.conditions[self.unit].place == TABLE
        if len(path) > 1 and on_table:
            return path
        found = self._reach(mode)
        way = found.path_to(path[0])
        if way is None and len(path) == 1:
            way = self._way_near(found, path[0])
        if way is None and not on_table:
            raise Illegal(f"{self.view.unit(self.unit).name} cannot get there from where it comes on", "2")
        return path if way is None else (*way, *path[1:])

    def _way_near(self, found: Reach, place: Place) -> tuple[Point, ...] | None:
        apart = sorted((distance(_point(one), place), _point(one)) for one in found.places.tolist())
        near = [one for gap, one in apart[:4] if gap <= SNAPS]
        return next((way for one in near if (way := found.path_to(one)) is not None), None)

    def _into_contact(self, mode: Mode, path: list[Place]) -> Sequence[Point]:
        """7 A tap on an enemy, or beside it, means the place in contact with it."""
        ends = self.contacts.get(mode, [])
        if not path or not ends:
            return path
        end = min(ends, key=lambda one: distance(one, path[-1]))
        return (*path[:-1], end) if distance(end, path[-1]) <= CONTACT else path

    def _reach(self, mode: Mode) -> Reach:
        return reach(self.view, self.unit, mode, beside=self.decision.beside)

    def _drawn(self, answer: Answer) -> Sequence[Place]:
        path = [_point(place) for place in answer.get("path", ())]
        begins = self._start()
        if self.view.conditions[self.unit].place == TABLE:
            begins = self.view.at(self.unit)
        return path if begins is None or not path else [begins, *path]


MODES: dict[Mode, str] = {
    GROUND: "Move",
    JUMPING: "Jump",
    SPRINT: "Sprint",
    CHARGE: "Charge",
    DEATH_FROM_ABOVE: "Death from above",
    DROPPING: "Drop",
}
CONTACT = 4.0
"""A tap so near to a place in contact means that place: a base, and the width of a finger."""


def _height(words: str, usual: str, inches: Sequence[int]) -> Extra:
    return Extra("height", words, [("", usual), *((str(one), f"{one}″ high") for one in inches)])


def _point(place: Sequence[float]) -> Point:
    return (float(place[0]), float(place[1]))
