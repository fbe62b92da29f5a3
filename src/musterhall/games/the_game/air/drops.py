"""2.3.3 Paratroopers: a marker near the flight path, and in the next start phase the landing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule, Schema
from musterhall.dice import d10
from musterhall.games.the_game.air.lifts import troops_aboard
from musterhall.games.the_game.air.paths import nearest_on_path
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.basics.generalities import cohesion_gap
from musterhall.games.the_game.field.field import outline
from musterhall.games.the_game.movement.ways import CONTROL_AREA, near_enemy, standing_room
from musterhall.games.the_game.position.air_state import Drop
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.geometry import SLACK, Point, distance, rounded
from musterhall.places import place_in_words
from musterhall.tally import counted, does, does_it

NEAR_PATH = 15.0
"""2.3.3 How far from the flight path the marker may lie."""
REPOSITIONING = 15.0
DEVIATES_TO = 5
SPOT_STEP = 2.5


# The turn before


class PlaceMarker(FormationDecision):
    """2.3.3 Where, within 15 cm of their flight path, do aircraft drop their troops? `[x, y]`, or None for nowhere."""

    __slots__ = ()
    kind = "drop marker"
    section = "2.3.3"

    def question(self) -> str:
        return f"Where {does_it(self.formation.name)} drop its troops?"

    def schema(self) -> Schema:
        return schemas.either(schemas.NOTHING, place_schema(self.position))

    def in_words(self, answer: Answer) -> str:
        return "nowhere" if answer is None else place_in_words(self.position.field.table, (answer[0], answer[1]))

    @property
    def path(self) -> tuple[Point, ...]:
        return self.position.air.flights[self.formation.index].path

    def options(self) -> Iterator[Answer]:
        yield from (list(point) for point in reversed(self.path[1:]))
        yield None

    def sample(self, draw: Draw) -> Answer:
        options = list(self.options())
        return options[draw(len(options))]

    def check(self, answer: Answer) -> Point | None:
        if answer is None:
            return None
        place = read_place(self.position, answer)
        if distance(place, nearest_on_path(self.path, place)) > NEAR_PATH + SLACK:
            raise Illegal("the marker lies within 15 cm of the flight path", "2.3.3")
        return place


def place_schema(position: Position) -> Schema:
    table = position.field.table
    return schemas.row(schemas.number(0, table.width), schemas.number(0, table.depth))


def read_place(position: Position, answer: Answer) -> Point:
    numbers = isinstance(answer, list) and len(answer) == 2 and all(type(one) in (int, float) for one in answer)
    table = position.field.table
    if not numbers or not (0 <= answer[0] <= table.width and 0 <= answer[1] <= table.depth):
        raise Illegal("a marker lies at x and y on the table", "2.3.3")
    return rounded((float(answer[0]), float(answer[1])))


def drop_troops(battle: Battle[Position], carrier: Formation) -> Rule[None]:
    """2.3.3, 3.4.3 The troops jump over a marker near the path; the aircraft will not come back."""
    position = battle.position
    troops = troops_aboard(position, carrier)
    place = (yield PlaceMarker(battle.view(carrier.side), carrier)) if troops else None
    if place is None:
        carrier.home = position.field.variants.failed_drop == "never" or not troops
        return
    carrier.home = True
    for formation in troops:
        jumping = [unit for unit in formation.units if position.aboard[unit] in carrier.units]
        position.aboard[jumping] = NOBODY
        position.air = position.air.with_drop(Drop(formation.index, *place))
        if battle.recording:
            there = place_in_words(position.field.table, place)
            text = f"{does(formation.name, 'jumps', 'jump')}, to come down {there}"
            battle.tell("drop", text, "2.3.3", formation=formation.index, at=list(place))


# The landing


class MoveMarker(FormationDecision):
    """2.3.3 Up to 15 cm from where it lies, where is the marker of paratroopers moved before they land? `[x, y]`."""

    __slots__ = ("marker",)
    kind = "move marker"
    section = "2.3.3"

    def __init__(self, position: Position, formation: Formation, marker: Point) -> None:
        super().__init__(position, formation)
        self.marker = marker

    def question(self) -> str:
        return f"{self.formation.name} lands. Where do you move its marker?"

    def schema(self) -> Schema:
        return place_schema(self.position)

    def in_words(self, answer: Answer) -> str:
        return place_in_words(self.position.field.table, (answer[0], answer[1]))

    def aid(self) -> dict[str, Any]:
        return {"marker": list(self.marker), "reach": REPOSITIONING}

    def options(self) -> Iterator[Answer]:
        yield list(self.marker)
        for turn in range(8):
            angle = math.radians(45.0 * turn)
            x, y = self.marker[0] + 14.9 * math.cos(angle), self.marker[1] + 14.9 * math.sin(angle)
            if self.legal([round(x, 2), round(y, 2)]):
                yield [round(x, 2), round(y, 2)]

    def check(self, answer: Answer) -> Point:
        place = read_place(self.position, answer)
        if distance(place, self.marker) > REPOSITIONING + SLACK:
            raise Illegal("the marker is moved by up to 15 cm", "2.3.3")
        return place


class Land(FormationDecision):
    """2.3.3 Where do paratroopers come down, within 15 cm of their marker? Rows of unit, x and y."""

    __slots__ = ("marker", "units")
    kind = "land"
    section = "2.3.3"

    def __init__(self, position: Position, formation: Formation, marker: Point) -> None:
        super().__init__(position, formation)
        self.marker = marker
        self.units = [unit for unit in formation.units if not position.on[unit] and position.aboard[unit] == NOBODY]

    @property
    def reach(self) -> float:
        """2.3.3 How far from the marker."""
        return float(self.position.field.variants.paratrooper_radius)

    def question(self) -> str:
        return f"Where within {self.reach:g} cm of its marker {does_it(self.formation.name)} land?"

    def about(self) -> dict[str, Any]:
        return super().about() | {"units": self.units}

    def schema(self) -> Schema:
        table = self.position.field.table
        place = (schemas.number(0, table.width), schemas.number(0, table.depth))
        return schemas.many(schemas.row(schemas.one_of(self.units), *place), len(self.units), len(self.units))

    def in_words(self, answer: Answer) -> str:
        return f"{counted(len(answer), 'unit')} about the marker"

    def aid(self) -> dict[str, Any]:
        return {"marker": list(self.marker), "reach": self.reach}

    def options(self) -> Iterator[Answer]:
        """Round the marker; all on it where the free ground about it lies too far apart."""
        spots = (spot for spot in spots_about(self.marker, self.reach, SPOT_STEP) if self._free(self.units[0], spot))
        around = [[unit, *next(spots, self.marker)] for unit in self.units]
        yield around if self.legal(around) else [[unit, *self.marker] for unit in self.units]

    def _free(self, unit: int, spot: Point) -> bool:
        clear = not near_enemy(self.position, self.player, spot, CONTROL_AREA - SLACK)
        return clear and standing_room(self.position, unit, spot)

    def check(self, answer: Answer) -> list[tuple[int, Point]]:
        rows = answer if isinstance(answer, list) else []
        if any(not isinstance(row, list) or len(row) != 3 for row in rows) or not isinstance(answer, list):
            raise Illegal("a landing is rows of unit, x and y", "2.3.3")
        if sorted(str(row[0]) for row in rows) != sorted(map(str, self.units)):
            raise Illegal("everybody who jumped lands, once", "2.3.3")
        landing = [(int(row[0]), read_place(self.position, row[1:])) for row in rows]
        trial = self.position.copy_places()
        for unit, place in landing:
            name = self.position.unit(unit).name
            if distance(place, self.marker) > self.reach + SLACK:
                raise Illegal(f"{name} lands within {self.reach:g} cm of the marker", "2.3.3")
            if place != self.marker and not self._free(unit, place):
                raise Illegal(f"{name} cannot land at {place[0]:g}, {place[1]:g}", "2.3.3")
            trial.place(unit, place)
        self._check_cohesion(trial)
        return landing

    def _check_cohesion(self, trial: Position) -> None:
        """1.1.3 Those who land are in cohesion; from survivors who lie elsewhere they were cut off before."""
        elsewhere = [unit for unit in self.formation.units if unit not in self.units]
        trial.on[elsewhere] = False
        if cohesion_gap(trial, self.formation) is not None:
            raise Illegal(f"{does(self.formation.name, 'lands', 'land')} in cohesion", "1.1.3")


def land_paratroopers(battle: Battle[Position], order: tuple[int, int]) -> Rule[None]:
    """1.3, 2.3.3 Who jumped last turn lands, the players by turns."""
    position = battle.position
    while position.air.drops:
        for side in order:
            mine = [drop for drop in position.air.drops if position.formations[drop.formation].side == side]
            if mine:
                position.air = position.air.without_drop(mine[0])
                yield from land(battle, mine[0])


def land(battle: Battle[Position], drop: Drop) -> Rule[None]:
    """2.3.3 Reposition, deviate, clear of control areas, land, and the quality of the landing."""
    position, formation = battle.position, battle.position.formations[drop.formation]
    if not formation.alive:
        return
    moved = yield MoveMarker(battle.view(formation.side), formation, (drop.x, drop.y))
    marker = settled(position, formation, deviated(battle, formation, moved))
    landing = yield Land(battle.view(formation.side), formation, marker)
    for unit, place in landing:
        position.place(unit, place)
        position.facing[unit] = 90.0 if formation.side == 0 else 270.0
    formation.on_table = True
    faces = battle.roll(len(landing), d10, "landing quality")
    formation.suppression += faces.count(1)
    if battle.recording:
        ones = faces.count(1)
        tokens = f"with {counted(ones, 'token')}" if ones else "without a token"
        landed = does(formation.name, "has", "have")
        text = f"{landed} landed {place_in_words(position.field.table, marker)}, {tokens}"
        battle.tell("land", text, "2.3.3", formation=formation.index, at=list(marker), dice=faces)


def deviated(battle: Battle[Position], formation: Formation, marker: Point) -> Point:
    """2.3.3 On a d10 of 1 to 5 the marker goes 2d10 cm astray, no farther than the table's edge."""
    position = battle.position
    if battle.roll(1, d10, "deviation")[0] > DEVIATES_TO:
        return marker
    length = float(sum(battle.roll(2, d10, "deviation in cm")))
    radians = math.radians(_direction(battle))
    end = (marker[0] + length * math.sin(radians), marker[1] - length * math.cos(radians))
    place = rounded(_on_the_table(position, marker, end))
    if battle.recording:
        there = place_in_words(position.field.table, place)
        text = f"{does(formation.name, 'is', 'are')} blown {length:g} cm off, now {there}"
        battle.tell("drop", text, "2.3.3", formation=formation.index, path=[list(marker), list(place)])
    return place


def _direction(battle: Battle[Position]) -> float:
    """2.3.3 Degrees clockwise from the table's top: a d10 of tenths of a circle, or as a variant two of hundredths."""
    if battle.position.field.variants.drop_direction == "d10_by_36":
        return 36.0 * battle.roll(1, d10, "direction")[0]
    tens, ones = battle.roll(2, d10, "direction")
    return 3.6 * (10 * (tens % 10) + ones % 10)


def _on_the_table(position: Position, start: Point, end: Point) -> Point:
    """2.3.3 The end of a line, or where it crosses the table's edge."""
    table, share = position.field.table, 1.0
    for a, b, most in ((start[0], end[0], table.width), (start[1], end[1], table.depth)):
        if b < 0.0:
            share = min(share, a / (a - b))
        elif b > most:
            share = min(share, (most - a) / (b - a))
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def settled(position: Position, formation: Formation, marker: Point) -> Point:
    """2.3.3 First to the nearest possible ground; from there to the nearest that is in no enemy's control area."""
    unit = formation.units[0]

    def possible(place: Point) -> bool:
        return standing_room(position, unit, place)

    def clear(place: Point) -> bool:
        return possible(place) and not near_enemy(position, formation.side, place, CONTROL_AREA - SLACK)

    ashore = _nearest(marker, possible, lambda: _out_of_pieces(position, marker))
    return _nearest(ashore, clear, lambda: _out_of_control_areas(position, formation.side, ashore))


def _nearest(marker: Point, good: Callable[[Point], bool], around: Callable[[], Iterator[Point]]) -> Point:
    """The marker if it lies well, or the nearest of the places about it that are good."""
    if good(marker):
        return marker
    near = [place for place in map(rounded, around()) if good(place)]
    near += [next((spot for spot in spots_about(marker, 120.0, 0.5) if good(spot)), marker)]
    return min(near, key=lambda place: distance(place, marker))


def _out_of_control_areas(position: Position, side: int, marker: Point) -> Iterator[Point]:
    """Where the control areas about a place end: on open ground, where two meet, and along a bank."""
    enemies = [position.at(unit) for unit in position.standing_side(1 - side).tolist()]
    near = [enemy for enemy in enemies if distance(enemy, marker) <= 4 * CONTROL_AREA]
    yield from _round_control_areas(near, marker)
    for piece in position.field.pieces:
        corners = outline(piece)
        for a, b in pairwise((*corners, corners[0])):
            for enemy in near:
                yield from _along_a_bank(a, b, enemy)


def _along_a_bank(a: Point, b: Point, enemy: Point) -> Iterator[Point]:
    """Where a side of some terrain leaves a control area, a hair off that side on either hand."""
    length = distance(a, b)
    if length == 0.0:
        return
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    along = (enemy[0] - a[0]) * dx + (enemy[1] - a[1]) * dy
    off = (enemy[1] - a[1]) * dx - (enemy[0] - a[0]) * dy
    for hair in (-2 * SLACK, 2 * SLACK):
        half = CONTROL_AREA**2 - (off - hair) ** 2
        for way in (math.sqrt(half), -math.sqrt(half)) if half > 0.0 else ():
            if 0.0 <= along + way <= length:
                yield (a[0] + dx * (along + way) - dy * hair, a[1] + dy * (along + way) + dx * hair)


def _round_control_areas(near: Sequence[Point], marker: Point) -> Iterator[Point]:
    """Straight away from each enemy, and where the control areas of two of them meet."""
    for x, y in near:
        gap = distance((x, y), marker)
        if gap > 0.0:
            yield (x + (marker[0] - x) * CONTROL_AREA / gap, y + (marker[1] - y) * CONTROL_AREA / gap)
    for a, b in combinations(near, 2):
        half = distance(a, b) / 2
        if 0.0 < half <= CONTROL_AREA:
            lift = math.sqrt(CONTROL_AREA**2 - half**2) / (2 * half)
            for way in (lift, -lift):
                yield ((a[0] + b[0]) / 2 - (b[1] - a[1]) * way, (a[1] + b[1]) / 2 + (b[0] - a[0]) * way)


def _out_of_pieces(position: Position, marker: Point) -> Iterator[Point]:
    """Straight across each side of the terrain a place is in, and a hair beyond."""
    ground = position.field.ground
    for number, piece in enumerate(position.field.pieces):
        if ground.contains(number, marker):
            corners = outline(piece)
            for side in pairwise((*corners, corners[0])):
                x, y = nearest_on_path(side, marker)
                gap = max(distance((x, y), marker), SLACK)
                yield (x + (x - marker[0]) * 2 * SLACK / gap, y + (y - marker[1]) * 2 * SLACK / gap)


def spots_about(middle: Point, reach: float, step: float) -> Iterator[Point]:
    """Places about a point in rings, from near to far."""
    yield middle
    for ring in range(1, int(reach / step) + 1):
        number = max(6, int(2 * math.pi * ring))
        for turn in range(number):
            angle = 2 * math.pi * turn / number
            yield rounded((middle[0] + ring * step * math.cos(angle), middle[1] + ring * step * math.sin(angle)))
