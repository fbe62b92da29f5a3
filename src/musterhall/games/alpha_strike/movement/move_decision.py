"""The question how a unit moves: what would be a legal answer, and a fair choice of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from musterhall.battle.decisions import Answer, Draw, Illegal, Judged, Schema
from musterhall.games.alpha_strike.field.field import HOME_EDGES
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import (
    DROPPING,
    GROUND,
    JUMPING,
    SPRINT,
    STANDSTILL,
    modes_of,
    move_of,
)
from musterhall.games.alpha_strike.movement.approach import approach_of, check_approach
from musterhall.games.alpha_strike.movement.attack_moves import (
    PLAIN,
    attack_modes,
    contacts,
    ends_in_contact,
)
from musterhall.games.alpha_strike.movement.heights import other_heights
from musterhall.games.alpha_strike.movement.judging import Moved, judge
from musterhall.games.alpha_strike.movement.leaving import edge_left_by, exit_edges, exit_place
from musterhall.games.alpha_strike.movement.reach import reach
from musterhall.games.alpha_strike.movement.riding import why_not_aboard
from musterhall.games.alpha_strike.movement.withdrawal import check_withdrawal, farthest_end
from musterhall.games.alpha_strike.position.condition import TABLE, WAITING, Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point, distance, rounded
from musterhall.places import place_in_words, way_in_words

SECTION = "2"
OFFERED = 24
"""How many places each way of moving offers where nobody names one."""
ASIDE = (0.0, 2.0, -2.0, 4.0, -4.0)
"""How far beside the straight way to an edge the ways off the table lie that are offered."""
DROPS = 6
"""Into how many parts the table is divided each way for the drops that are offered."""
TRIES = 8
"""How often a random move is tried anew before a place is taken from those offered."""
SAID = {
    "ground": "goes",
    "jump": "jumps",
    "sprint": "sprints",
    "charge": "charges",
    "dfa": "jumps",
    "dropping": "drops",
}
"""What a unit does that moves so."""


class Move(Judged):
    """2 Where a unit goes.

    The answer: its mode, the points it goes through, the way it faces at the end; and where it does so, the unit it
    mounts, that it goes hull down, or that it leaves the table.
    """

    __slots__ = ("_approach", "_farthest", "beside", "modes", "unit", "view")
    kind = "move"
    section = SECTION

    def __init__(self, view: Position, unit: int, beside: tuple[Point, ...] = ()) -> None:
        super().__init__(view.unit(unit).side)
        self.view = view
        self.unit = unit
        self.beside = beside
        self.modes = self._modes()
        self._farthest = farthest_end(view, unit)
        self._approach = approach_of(view, unit)

    def _modes(self) -> list[Mode]:
        modes = modes_of(self.view, self.unit)
        return [*modes, *attack_modes(self.view, self.unit, modes)]

    def question(self) -> str:
        return f"How does {self.view.unit(self.unit).name} {'come on' if self.walks_on() else 'move'}?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def schema(self) -> Schema:
        point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        return {
            "type": "object",
            "properties": {
                "mode": {"enum": list(self.modes)},
                "path": {"type": "array", "items": point, "maxItems": MOST_POINTS},
                "facing": {"type": "number"},
                "mount": {"type": "integer"},
                "hull_down": {"type": "boolean"},
                "height": {"type": "number"},
                "leave": {"type": "boolean"},
            },
            "required": ["mode"],
            "additionalProperties": False,
        }

    def aid(self) -> dict[str, Any]:
        return {"inches": {mode: move_of(self.view, self.unit, mode) for mode in self.ways_on()}}

    def in_words(self, answer: Answer) -> str:
        aboard = f"mounts {self.view.unit(answer['mount']).name}" if "mount" in answer else ""
        if not answer.get("path"):
            return aboard or (f"changes its height to {answer['height']:g}" if "height" in answer else "stands still")
        x, y = answer["path"][-1]
        high = f", {answer['height']:g} inches high" if "height" in answer else ""
        return f"{self._goes(answer['mode'], (float(x), float(y)))}{high}" + (f" and {aboard}" if aboard else "")

    def _goes(self, mode: str, end: Point) -> str:
        table, verb = self.view.field.table, SAID.get(mode, mode)
        if self.view.conditions[self.unit].place != TABLE:
            return f"{verb} onto the table, {place_in_words(table, end)}"
        return f"{verb} {way_in_words(table, self.view.at(self.unit), end)}"

    # Judging

    def judged(self, answer: Answer) -> Moved:
        if not isinstance(answer, dict) or not set(answer) <= FIELDS:
            raise Illegal("A move says its mode, its path and the facing at its end", SECTION)
        mode: Any = answer.get("mode")
        facing, mount, height = answer.get("facing"), answer.get("mount", NOBODY), answer.get("height")
        if mode not in self.modes:
            raise Illegal(f"{mode!r:.40} is no way that it can move now; choose from {', '.join(self.modes)}", SECTION)
        if facing is not None and not _is_number(facing):
            raise Illegal("The facing is a number of degrees", SECTION)
        if height is not None and not _is_number(height):
            raise Illegal("The height is a number of inches above the ground", SECTION)
        path = read_path(answer.get("path"))
        if self._stays_off(mode, path):
            return Moved(STANDSTILL, (), 0.0, 0.0, 0.0)
        spent = self._cost_of_mounting(mode, mount)
        plain = PLAIN.get(mode, mode)
        moved = judge(self.view, self.unit, plain, path, facing, spent=spent, beside=self.beside, height=height)
        if mode in PLAIN:
            moved = check_attack_move(self.view, self.unit, mode, moved)
        check_withdrawal(self.view, self.unit, moved, self._farthest)
        check_approach(self.view, self.unit, moved, self._approach)
        if mount != NOBODY:
            self._check_mount(mount, moved)
            return replace(moved, mount=mount, mode=mode)
        return self._with_its_end(moved, answer)

    def _with_its_end(self, moved: Moved, answer: dict[str, Any]) -> Moved:
        """What follows from where it ends, or from what it says beside its path."""
        edge = edge_left_by(self.view, self.unit, moved.end, wishes=bool(answer.get("leave")))
        if answer.get("leave") and not edge:
            raise Illegal("It may not leave the table, or has reached no edge by which it may", "13.4")
        if answer.get("hull_down"):
            self._check_hull_down(moved)
            return replace(moved, leaves_by=edge, hull_down=True)
        return replace(moved, leaves_by=edge) if edge else moved

    def _stays_off(self, mode: Mode, path: tuple[Point, ...]) -> bool:
        """13.6 Whoever waits comes on, unless it cannot, or was placed in a zone and may wait."""
        if not self.walks_on() or mode != STANDSTILL or path:
            return False
        may_wait = self.view.field.edition.standard_deployment == "zone"
        if may_wait or not any(len(reach(self.view, self.unit, other)) for other in self.ways_on()):
            return True
        raise Illegal("It comes onto the table this turn", "13.6")

    def ways_on(self) -> list[Mode]:
        return [mode for mode in self.modes if mode in (GROUND, JUMPING, SPRINT)]

    def _cost_of_mounting(self, mode: Mode, mount: Any) -> float:
        if mount == NOBODY:
            return 0.0
        if mode not in (GROUND, JUMPING):
            raise Illegal("Who mounts does so at the end of a ground or jump move, even of one without a path", SECTION)
        if isinstance(mount, bool) or not isinstance(mount, int) or not 0 <= mount < len(self.view.field.units):
            raise Illegal("What it mounts is a unit by number", SECTION)
        return float(self.view.field.edition.mount_cost)

    def _check_mount(self, mount: int, moved: Moved) -> None:
        """2 A transport is in contact, has room, and does not sprint."""
        view = self.view
        carrier, condition = view.unit(mount), view.conditions[mount]
        reason = why_not_aboard(view, mount, self.unit)
        if reason:
            raise Illegal(reason, SECTION)
        if condition.place != TABLE:
            raise Illegal(f"{carrier.name} is not on the table", SECTION)
        if condition.mode == SPRINT:
            raise Illegal(f"{carrier.name} has sprinted, and nobody mounts a sprinting transport", SECTION)
        if distance(moved.end, view.at(mount), carrier.radius, view.unit(self.unit).radius) > TOUCH:
            raise Illegal(f"It must end in contact with {carrier.name} to mount it", SECTION)

    def _check_hull_down(self, moved: Moved) -> None:
        """2 An option: a 'Mech or a vehicle on the ground that stands still."""
        unit = self.view.unit(self.unit)
        if not self.view.field.edition.hull_down:
            raise Illegal("Nobody goes hull down in this battle", SECTION)
        if moved.mode != STANDSTILL or not (unit.is_mech or (unit.is_vehicle and not unit.flies_low)):
            raise Illegal("Only a 'Mech or a ground vehicle that stands still goes hull down", SECTION)

    # Offering

    def options(self) -> Iterator[Answer]:
        offered = False
        for answer in self._offers():
            offered = True
            yield answer
        if not offered:
            yield {"mode": STANDSTILL, "path": []}

    def _offers(self) -> Iterator[Answer]:
        if self.may_stand():
            yield {"mode": STANDSTILL, "path": []}
        yield from filter(self.legal, self.on_the_spot())
        for mode in self.ways_on():
            found = reach(self.view, self.unit, mode, beside=self.beside)
            places = found.places.tolist()
            if self._farthest is not None or self._approach is not None:
                places = [place for place in places if self.near_enough((place[0], place[1]))]
            for place in places[:: max(1, len(places) // OFFERED)]:
                path = found.path_to((place[0], place[1]))
                if path is not None:
                    yield _answer(mode, path)
        yield from self.mounts()
        yield from self.exits()
        for mode in (mode for mode in self.modes if mode in PLAIN):
            yield from self.attack_moves(mode)

    def on_the_spot(self) -> Iterator[Answer]:
        """Going hull down, and where a unit may drop instead of walking on, some places all over the table."""
        if self.view.field.edition.hull_down:
            yield {"mode": STANDSTILL, "path": [], "hull_down": True}
        if GROUND in self.modes and not self.walks_on() and not self.beside:
            heights = other_heights(self.view, self.unit)
            yield from ({"mode": GROUND, "path": [], "height": height} for height in heights)
        if DROPPING in self.modes and self.walks_on():
            table = self.view.field.table
            for i, j in itertools.product(range(1, DROPS), repeat=2):
                yield _answer(DROPPING, (rounded((table.width * i / DROPS, table.depth * j / DROPS)),))

    def exits(self) -> Iterator[Answer]:
        """Ways off the table: straight to an edge by which it may leave, or a little to the side."""
        if self.view.conditions[self.unit].place != TABLE:
            return
        x, y = self.view.at(self.unit)
        for edge in sorted(exit_edges(self.view, self.unit)):
            along = x if edge in HOME_EDGES else y
            places = [exit_place(self.view, self.unit, edge, along + aside) for aside in ASIDE]
            for mode in self.ways_on():
                yield from itertools.islice(self._exits_by(mode, places), 1)

    def _exits_by(self, mode: Mode, places: list[Point]) -> Iterator[Answer]:
        if min(distance(place, self.view.at(self.unit)) for place in places) > move_of(self.view, self.unit, mode):
            return
        found = reach(self.view, self.unit, mode)
        for place in places:
            path = found.path_to(place)
            if path is not None and self.legal(answer := _answer(mode, path) | {"leave": True}):
                yield answer

    def attack_moves(self, mode: Mode) -> Iterator[Answer]:
        """The nearest place in contact with each enemy that a charge or a leap can reach."""
        for ends in contacts(self.view, self.unit, mode):
            answers = ({"mode": mode, "path": [list(end)]} for end in ends)
            yield from itertools.islice(filter(self.legal, answers), 1)

    def sample(self, draw: Draw) -> Answer:
        """Any place that it reaches in any way; now and then somebody to ride on."""
        if self.may_stand() and draw(len(self.modes) + 1) == 0:
            return {"mode": STANDSTILL, "path": []}
        special = [*self.mounts(), *self.exits(), *filter(self.legal, self.on_the_spot())]
        if any(mode in PLAIN for mode in self.modes) and draw(3) == 0:
            special += [answer for mode in self.modes if mode in PLAIN for answer in self.attack_moves(mode)]
        if special and draw(2):
            return special[draw(len(special))]
        ways = self.ways_on()
        if ways:
            found = reach(self.view, self.unit, ways[draw(len(ways))], beside=self.beside)
            for _ in range(TRIES if len(found) else 0):
                x, y = found.places[draw(len(found))].tolist()
                path = found.path_to((x, y)) if self.near_enough((x, y)) else None
                if path is not None:
                    return _answer(found.mode, path)
        offered = list(self.options())
        return offered[draw(len(offered))]

    def may_stand(self) -> bool:
        if self.walks_on():
            return self.view.field.edition.standard_deployment == "zone"
        return self.near_enough(self.view.at(self.unit))

    def near_enough(self, place: Point) -> bool:
        """13.4, 17 Whether a withdrawing unit may end so far from its edge, or a taunted one from its enemy."""
        if self._approach is not None and not self._approach.fits(place):
            return False
        if self._farthest is None:
            return True
        return abs(place[1] - self.view.field.home_y(self.view.unit(self.unit).side)) <= self._farthest

    def mounts(self) -> Iterator[Answer]:
        """Every transport that it can get to and mount, on foot or by a jump."""
        view = self.view
        if not view.unit(self.unit).is_infantry or view.conditions[self.unit].place != TABLE:
            return
        carriers = [one for one in view.on_table(self.player) if not why_not_aboard(view, one, self.unit)]
        for mode in (mode for mode in (GROUND, JUMPING) if mode in self.modes and carriers):
            yield from self._mounts_by(mode, carriers)

    def _mounts_by(self, mode: Mode, carriers: list[int]) -> Iterator[Answer]:
        view = self.view
        found = reach(view, self.unit, mode, spent=float(view.field.edition.mount_cost))
        for carrier in carriers:
            if view.conditions[carrier].mode == SPRINT:
                continue
            apart = view.unit(carrier).radius + view.unit(self.unit).radius
            beside = _towards(view.at(carrier), view.at(self.unit), apart)
            near = view.gap(carrier, self.unit) <= TOUCH
            moved = None if near else found.move_to(beside)
            path = moved.path[1:] if moved is not None else ()
            answer = _answer(mode, path) | {"mount": carrier}
            if (near or path) and self.legal(answer):
                yield answer

    def walks_on(self) -> bool:
        return self.view.conditions[self.unit].place == WAITING


FIELDS = frozenset(("mode", "path", "facing", "mount", "hull_down", "leave", "height"))
MOST_POINTS = 20


def _answer(mode: Mode, path: tuple[Point, ...]) -> dict[str, Any]:
    return {"mode": mode, "path": [list(point) for point in path]}


def _towards(a: Point, b: Point, length: float) -> Point:
    """The place so far from a in the direction of b."""
    gap = distance(a, b) or 1.0
    return rounded((a[0] + (b[0] - a[0]) * length / gap, a[1] + (b[1] - a[1]) * length / gap))


def read_path(said: Any) -> tuple[Point, ...]:
    """The points of a path as an answer has them."""
    if said is None:
        return ()
    if not isinstance(said, list) or len(said) > MOST_POINTS:
        raise Illegal(f"A path is a list of at most {MOST_POINTS} points", SECTION)
    points = []
    for one in said:
        if not isinstance(one, list | tuple) or len(one) != 2 or not all(map(_is_number, one)):
            raise Illegal("Each point of a path is a pair of numbers, x and y in inches", SECTION)
        points.append(rounded((float(one[0]), float(one[1]))))
    return tuple(points)


def _is_number(said: Any) -> bool:
    return isinstance(said, int | float) and not isinstance(said, bool) and math.isfinite(said)


def check_attack_move(position: Position, unit: int, mode: Mode, moved: Moved) -> Moved:
    """7 A charge and death from above are moves into base contact with an enemy, from an inch away or more."""
    if moved.mode != PLAIN[mode]:
        raise Illegal(f"{position.unit(unit).name} needs an inch or more for its run-up", "7")
    if not ends_in_contact(position, unit, moved.end):
        raise Illegal("This move must end in base contact with an enemy on the ground", "7")
    return replace(moved, mode=mode)
