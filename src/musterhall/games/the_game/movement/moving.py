"""1.6 Moving: how far, which way, control areas, roads, transports.

A move is one answer for the whole formation:
`{"go": [[unit, x, y], ...], "in": [[unit, transport], ...], "out": [[unit, x, y], ...]}`; each part may be left out, a
longer `go` row is a way with corners, and None leaves everybody where he is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule, Schema
from musterhall.dice import d10
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.basics.generalities import Gap, cohesion_gap
from musterhall.games.the_game.movement.ground import (
    DIFFICULT,
    IMPASSABLE,
    NO_CONTROL_AREAS,
    ControlAreas,
    survey,
    worst_effect,
)
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.geometry import SLACK, Floats, Ints, Point, bearing, distance
from musterhall.measuring import any_within, nearest_gap
from musterhall.tally import counted

CONTROL_AREA = 5.0
NEAR_ENEMY = 30.0
ROAD_BONUS = 5.0
EMBARK_RANGE = 5.0
USED_ROAD_BONUS = 2
"""A unit that has used the bonus of a road in this action; 1 is one that was only on it, 0 one that was not."""

NORMAL, CHARGE, COUNTER_CHARGE, CONSOLIDATION, WITHDRAWAL = (
    "normal",
    "charge",
    "counter charge",
    "consolidation",
    "withdrawal",
)


# How far


def enemy_near(position: Position, formation: Formation, reach: float) -> bool:
    """Is any enemy unit within `reach` of any unit of the formation?"""
    own, enemies = position.standing(formation), position.standing_side(1 - formation.side)
    if not len(own) or not len(enemies):
        return False
    if not position.field.pointlike:
        return bool(position.distances(own, enemies).min() <= reach + 1e-9)
    gap = nearest_gap(position.x[own], position.y[own], position.x[enemies], position.y[enemies])
    return bool(gap <= reach + 1e-9)


def uses_combat_move(position: Position, formation: Formation) -> bool:
    """1.6 Near the enemy or under suppression units move in combat order, otherwise in march order."""
    if formation.suppression > 0:
        return True
    reach = NEAR_ENEMY
    if position.field.variants.combat_move_range == "less_than_30":
        reach -= 1e-6
    return enemy_near(position, formation, reach)


def allowances(position: Position, formation: Formation, kind: str, extra: float = 0.0) -> Floats:
    """1.6, 1.8.2, 1.8.3, 1.9.3 What each unit of the battle may move in this kind of move, before terrain and roads."""
    walk = position.field.walk
    if kind == NORMAL:
        return walk[:, 0] if uses_combat_move(position, formation) else walk[:, 1]
    if kind == WITHDRAWAL:
        tactical = position.field.variants.withdrawal_move == "always_tactical"
        return walk[:, 1] if tactical or not uses_combat_move(position, formation) else walk[:, 0]
    if kind == COUNTER_CHARGE:
        return walk[:, 0] / 2
    return walk[:, 0] + extra


# Which way


@dataclass(slots=True)
class Way:
    """One unit's path and what it meets."""

    unit: int
    path: list[Point]
    length: float = 0.0
    difficult: int = -1
    impassable: int = -1
    control: int = NOBODY
    """An enemy whose control area it enters."""
    on_road: bool = False
    allowance: float = 0.0
    spent: float = 0.0
    """What of the allowance it takes: its length, and more where difficult ground counts double."""
    refusals: list[tuple[str, str]] = field(default_factory=list)
    """Why it may not be, each with its section."""


def control_areas(position: Position, enemies: Ints) -> ControlAreas:
    """1.6.1 Where these enemies stand, and how near each lets a unit come."""
    return np.array([position.x[enemies], position.y[enemies], position.field.radius[enemies] + CONTROL_AREA])


def look_at_ways(position: Position, formation: Formation, paths: Mapping[int, list[Point]], kind: str) -> list[Way]:
    """1.6.1, 1.6.2 What each unit's path meets on its way, before anybody judges it."""
    field = position.field
    ways = [Way(unit, path) for unit, path in paths.items()]
    walkers = [way for way in ways for _ in way.path[1:]]
    if not walkers:
        return ways
    starts = np.array([point for way in ways for point in way.path[:-1]], dtype=np.float64)
    ends = np.array([point for way in ways for point in way.path[1:]], dtype=np.float64)
    units = [way.unit for way in walkers]
    enemies = position.standing_side(1 - formation.side)
    goes_anywhere = kind in (CHARGE, COUNTER_CHARGE, WITHDRAWAL)
    areas = NO_CONTROL_AREAS if goes_anywhere else control_areas(position, enemies)
    found = survey(starts, ends, field.effects[units], field.ground, areas, field.radius[units], field.roads)
    lengths = np.hypot(*(ends - starts).T).tolist()
    for way, length, (difficult, impassable, enemy, road) in zip(walkers, lengths, found.tolist(), strict=True):
        way.on_road = road >= 0 and (way.on_road or way.length == 0.0)
        way.length += length
        if difficult >= 0:
            way.difficult = difficult
        if impassable >= 0:
            way.impassable = impassable
        if enemy >= 0:
            way.control = int(enemies[enemy])
    return ways


def judge_way(position: Position, way: Way, allowance: float, on_road_so_far: bool, extra: float = 0.0) -> Way:
    """1.6, 1.6.2 May the unit go there? Table 1.1 halves the move in difficult ground and lengthens it on a road.

    `extra` is what a charge's d5 has added to the allowance; the ground does not halve that.
    """
    field = position.field
    for x, y in way.path:
        if not (0 <= x <= field.table.width and 0 <= y <= field.table.depth):
            way.refusals.append((f"leaves the table at {x:g}, {y:g}", "1.6"))
    if way.on_road and on_road_so_far:
        allowance += ROAD_BONUS
    if way.difficult >= 0 and field.variants.difficult_scope == "whole_move":
        allowance -= (allowance - extra) / 2
    way.allowance, way.spent = allowance, way.length
    if way.difficult >= 0:
        way.spent += counted_twice(position, way.unit, way.path, extra)
    if way.spent > allowance + SLACK:
        way.refusals.append((f"moves {way.spent:.1f} cm and may move {allowance:g}", "1.6"))
    if way.impassable >= 0:
        way.refusals.append((f"cannot pass {field.pieces[way.impassable].name}", "1.6.2"))
    if way.control != NOBODY:
        way.refusals.append((f"enters the control area of {position.unit(way.control).name}", "1.6.1"))
    return way


def counted_twice(position: Position, unit: int, path: Sequence[Point], extra: float = 0.0) -> float:
    """1.6.2, 1.8.2 As a variant: how much of a path is paid twice, which is its part in difficult ground.

    So much of that part as a charge's d5 covers is paid once: the ground does not halve the d5.
    """
    if position.field.variants.difficult_scope != "portion":
        return 0.0
    return max(0.0, sum(length_in_difficult(position, unit, a, b) for a, b in pairwise(path)) - extra)


def length_in_difficult(position: Position, unit: int, a: Point, b: Point) -> float:
    """1.6.2 How much of a straight way is difficult for the unit; where two pieces overlap it counts once."""
    difficult = (position.field.effects[unit] == DIFFICULT).nonzero()[0].tolist()
    return position.field.ground.length_inside_any(difficult, a, b)


# The move of a formation


@dataclass(slots=True)
class PlannedMove:
    """The move of one formation, checked and ready to be made."""

    ways: list[Way]
    boarding: list[tuple[int, int]]
    leaving: list[tuple[int, Point]]

    def __bool__(self) -> bool:
        return bool(self.ways or self.boarding or self.leaving)


class Move(FormationDecision):
    """1.6 Where do the units of this formation go?"""

    __slots__ = ("allowance", "extra", "move_kind", "roads")
    kind = "move"
    section = "1.6"

    def __init__(
        self,
        position: Position,
        formation: Formation,
        move_kind: str = NORMAL,
        extra: float = 0.0,
        roads: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(position, formation)
        self.move_kind = move_kind
        self.extra = extra
        self.roads = roads or {}
        """1.6.2 Whether each unit was on a road in all earlier moves of this action, or even hurried along it."""
        self.allowance = allowances(position, formation, move_kind, extra)

    def question(self) -> str:
        return f"Where does {self.formation.name} move?"

    def schema(self) -> Schema:
        return move_schema(self.formation)

    def in_words(self, answer: Answer) -> str:
        if answer is None:
            return "stay"
        verbs = {"go": "move", "in": "board", "out": "dismount"}
        return ", ".join(f"{counted(len(answer[part]), 'unit')} {verbs[part]}" for part in answer if answer[part])

    def aid(self) -> dict[str, Any]:
        """How far each unit may go, before terrain and roads, and where it stands."""
        units = self.position.standing(self.formation).tolist()
        return {
            "allowance": {str(unit): float(self.allowance[unit]) for unit in units},
            "places": {str(unit): list(self.position.at(unit)) for unit in units},
        }

    def options(self) -> Iterable[Answer]:
        from musterhall.games.the_game.movement.marching import some_moves

        return some_moves(self)

    def sample(self, draw: Draw) -> Answer:
        from musterhall.games.the_game.movement.marching import any_move

        return any_move(self, draw)

    def check(self, answer: Answer) -> PlannedMove:
        """1.6 The move as asked for, or every reason against the first unit that may not make it."""
        if answer is None:
            return PlannedMove([], [], [])
        go, boarding, leaving = _parts(answer)
        marching = PlannedMove([], self._boarding(boarding), [])
        gone = {unit for unit, _ in marching.boarding}
        self._check_ways(go, gone, marching)
        self._check_leaving(leaving, gone, marching)
        self._check_cohesion(marching)
        return marching

    def _check_ways(self, go: list[list[float]], gone: set[int], marching: PlannedMove) -> None:
        paths: dict[int, list[Point]] = {}
        units = self.position.standing(self.formation)
        places = zip(self.position.x[units].tolist(), self.position.y[units].tolist(), strict=True)
        standing = dict(zip(units.tolist(), places, strict=True))
        for row in go:
            unit, path = self._row(row)
            if unit in paths or unit in gone:
                raise Illegal(f"{self._name(unit)} is moved twice", "1.6")
            if unit not in standing:
                raise Illegal(f"{self._name(unit)} does not stand on the table", "1.6")
            paths[unit] = [standing[unit], *path]
        marching.ways = look_at_ways(self.position, self.formation, paths, self.move_kind)
        for way in marching.ways:
            self.judge(way)
            if self.roads and way.length > 0 and not way.on_road and self.roads.get(way.unit) == USED_ROAD_BONUS:
                way.refusals.append(("used the road in its first move and must stay on it", "1.6.2"))
            if way.refusals:
                self._refuse(way)

    def judge(self, way: Way) -> Way:
        """1.6, 1.8.2 How far the unit may go this way in this kind of move, and what stands against it."""
        allowance = float(self.allowance[way.unit])
        return judge_way(self.position, way, allowance, way.on_road and self.road_counts(way.unit), self.extra)

    def road_counts(self, unit: int) -> bool:
        """1.6.2 The road helps if the whole action so far was on it, or if each move counts by itself."""
        if self.move_kind != NORMAL:
            return False
        return self.position.field.variants.road_scope == "per_move" or bool(self.roads.get(unit, True))

    def _refuse(self, way: Way) -> None:
        reasons = "; ".join(reason for reason, _ in way.refusals)
        raise Illegal(f"{self._name(way.unit)}: {reasons}", way.refusals[0][1])

    def _boarding(self, rows: list[list[float]]) -> list[tuple[int, int]]:
        """1.6.3 Who gets into what: own formation, room left, within reach before it moves."""
        taken: dict[int, int] = {}
        boarding: list[tuple[int, int]] = []
        for row in rows:
            unit, transport = self._own(row[0]), self._own(row[1]) if len(row) == 2 else -1
            if transport < 0 or any(unit == other for other, _ in boarding):
                raise Illegal(f"{self._name(unit)}: a boarding is one unit and one transport, once", "1.6.3")
            taken[transport] = taken.get(transport, 0) + 1
            refusal = boarding_refusal(self.position, unit, transport, taken[transport])
            if refusal:
                raise Illegal(refusal, "1.6.3")
            boarding.append((unit, transport))
        return boarding

    def _check_leaving(self, rows: list[list[float]], gone: set[int], marching: PlannedMove) -> None:
        ends = {way.unit: way.path[-1] for way in marching.ways}
        seen: set[int] = set()
        for row in rows:
            unit, path = self._row(row)
            transport = int(self.position.aboard[unit])
            if unit in gone and self.position.field.variants.embark_and_disembark == "once_each":
                transport = dict(marching.boarding)[unit]
            elif unit in gone:
                raise Illegal(f"{self._name(unit)} may board or leave in one move, not both", "1.6.3")
            if transport == NOBODY or unit in seen or len(path) != 1:
                raise Illegal(f"{self._name(unit)} is not aboard anything it could leave once", "1.6.3")
            seen.add(unit)
            place, start = path[0], ends.get(transport, self.position.at(transport))
            refusal = leaving_refusal(self.position, unit, place, transport, start)
            if refusal:
                raise Illegal(refusal, "1.6.3")
            marching.leaving.append((unit, place))

    def _check_cohesion(self, marching: PlannedMove) -> None:
        """1.1.3 A formation ends its move in cohesion; one that had lost it may not drift farther apart."""
        position = self.position
        if marching.boarding or marching.leaving:
            trial = position.copy_places()
            take_places(trial, marching)
            gap = cohesion_gap(trial, self.formation)
        else:
            units = [way.unit for way in marching.ways]
            x, y = position.x.copy(), position.y.copy()
            x[units], y[units] = [way.path[-1][0] for way in marching.ways], [way.path[-1][1] for way in marching.ways]
            gap = cohesion_gap(position, self.formation, x, y)
        if gap is None:
            return
        before = cohesion_gap(position, self.formation)
        if before is None or gap.too_far > before.too_far + SLACK:
            raise Illegal(self._gap_sentence(gap), "1.1.3")

    def _gap_sentence(self, gap: Gap) -> str:
        first, second = self._name(gap.first), self._name(gap.second)
        return f"{self.formation.name} would lose cohesion: {first} and {second} are {gap.too_far:.1f} cm too far apart"

    def _row(self, row: Sequence[Any]) -> tuple[int, list[Point]]:
        unit = self._own(row[0])
        if len(row) == 3 and type(row[1]) is float and type(row[2]) is float and math.isfinite(row[1] + row[2]):
            return unit, [(row[1], row[2])]
        if len(row) < 3 or len(row) % 2 == 0:
            raise Illegal(f"{self._name(unit)}: a way is a unit number and pairs of x and y", "1.6")
        numbers = [_number(value) for value in row[1:]]
        return unit, list(zip(numbers[::2], numbers[1::2], strict=True))

    def _own(self, value: Any) -> int:
        if type(value) is not int or value not in self.formation.units:
            raise Illegal(f"{value!r} is no unit of {self.formation.name}", "1.6")
        return value

    def _name(self, unit: int) -> str:
        return self.position.unit(unit).name


class Consolidation(Move):
    """1.8.5 Where does the winner of an assault go with its free move?"""

    __slots__ = ()
    kind = "consolidation"
    section = "1.8.5"

    def question(self) -> str:
        return f"{self.formation.name} has won the assault. Where does it go with its free move?"


class Withdrawal(Move):
    """1.9.3 Where does a formation run to?"""

    __slots__ = ()
    kind = "withdrawal"
    section = "1.9.3"

    def question(self) -> str:
        return f"{self.formation.name} withdraws. Where to?"


def move_schema(formation: Formation, parts: Sequence[str] = ("go", "in", "out")) -> Schema:
    """The form of a move: units with the places they go to, the transports they board, the places they get out at."""
    unit = schemas.one_of(formation.units)
    way = {"type": "array", "prefixItems": [unit], "items": schemas.NUMBER, "minItems": 3}
    forms = {
        "go": schemas.many(way),
        "in": schemas.many(schemas.row(unit, unit)),
        "out": schemas.many(schemas.row(unit, schemas.NUMBER, schemas.NUMBER)),
    }
    return schemas.either(schemas.NOTHING, schemas.fields({part: forms[part] for part in parts}))


def _parts(answer: Answer) -> tuple[list[list[Any]], list[list[Any]], list[list[Any]]]:
    if not isinstance(answer, dict) or set(answer) - {"go", "in", "out"}:
        raise Illegal(f"a move has the parts go, in and out, not {answer!r:.60}", "1.6")
    parts = [answer.get(key, []) for key in ("go", "in", "out")]
    for rows in parts:
        if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
            raise Illegal("each part of a move is a list of rows", "1.6")
    return parts[0], parts[1], parts[2]


def _number(value: Any) -> float:
    if type(value) not in (float, int) or not math.isfinite(value):
        raise Illegal(f"{value!r} is no place on the table", "1.6")
    return float(value)


def move(
    battle: Battle[Position],
    formation: Formation,
    move_kind: str = NORMAL,
    extra: float = 0.0,
    roads: dict[int, int] | None = None,
) -> Rule[bool]:
    """1.6 One move of a formation; says whether anybody moved."""
    position = battle.position
    if not len(position.standing(formation)):
        return False
    asked = {CONSOLIDATION: Consolidation, WITHDRAWAL: Withdrawal}.get(move_kind, Move)
    decision = asked(battle.view(formation.side), formation, move_kind, extra, roads)
    marching: PlannedMove = yield decision
    if not marching:
        return False
    make_planned_move(position, marching)
    if roads is not None:
        _remember_roads(position, decision, marching, roads)
    if battle.recording:
        tell_move(battle, formation, marching, move_kind)
    return True


def _remember_roads(position: Position, decision: Move, marching: PlannedMove, roads: dict[int, int]) -> None:
    """1.6.2 Who was on a road all the time, and who has gone farther for it and so owes it the whole action."""
    whole_action = position.field.variants.road_scope == "whole_action"
    for way in marching.ways:
        on_road = bool(roads.get(way.unit, True)) and way.on_road
        farther = on_road and way.length > decision.allowance[way.unit] + SLACK
        roads[way.unit] = USED_ROAD_BONUS if farther and whole_action else int(on_road)


def make_planned_move(position: Position, marching: PlannedMove) -> None:
    """1.6, 1.6.3 Make the move: everybody is where he goes, faces the way he went, and has moved."""
    for way in marching.ways:
        if way.length > 0:
            position.facing[way.unit] = round(bearing(way.path[-2], way.path[-1]), 1)
            position.moved[way.unit] = True
    for unit, _ in (*marching.boarding, *marching.leaving):
        position.moved[unit] = True
    take_places(position, marching)


def take_places(position: Position, marching: PlannedMove) -> None:
    """1.6, 1.6.3 Board, go, leave: in this order."""
    for unit, transport in marching.boarding:
        position.on[unit] = False
        position.aboard[unit] = transport
    if marching.ways:
        units = [way.unit for way in marching.ways]
        position.x[units] = [way.path[-1][0] for way in marching.ways]
        position.y[units] = [way.path[-1][1] for way in marching.ways]
    for unit, place in marching.leaving:
        position.place(unit, place)


def in_cm(length: float) -> str:
    """1.1.6 A distance as it is told: to a millimetre, not rounded to what it is not."""
    return f"{round(length, 1):g} cm"


def tell_move(battle: Battle[Position], formation: Formation, marching: PlannedMove, move_kind: str) -> None:
    if not marching:
        return
    longest = max((way.length for way in marching.ways), default=0.0)
    many = len(marching.ways)
    verb = "moves" if many == 1 else "move"
    words = [f"{counted(many, 'unit')} {verb} up to {in_cm(longest)}"] if many else []
    words += [f"{len(marching.boarding)} board"] if marching.boarding else []
    words += [f"{len(marching.leaving)} dismount"] if marching.leaving else []
    note = "" if move_kind == NORMAL else f" ({move_kind})"
    battle.tell("move", f"{formation.name}: {', '.join(words)}{note}", "1.6", formation=formation.index)


# 1.6.3 Transports


def may_carry(position: Position, transport: int, unit: int) -> bool:
    """1.6.3 Own formation, and of a kind that this transport takes."""
    carrier = position.unit(transport)
    if carrier.sheet.transport is None or carrier.formation != position.unit(unit).formation:
        return False
    return position.unit(unit).sheet.name in carrier.sheet.transport.carries


def room_left(position: Position, transport: int) -> int:
    carrier = position.unit(transport).sheet.transport
    return carrier.capacity - len(position.passengers(transport)) if carrier else 0


def boarding_refusal(position: Position, unit: int, transport: int, taking: int = 1) -> str:
    """1.6.3 Why this unit may not get into this transport now, or nothing."""
    name, carrier = position.unit(unit).name, position.unit(transport).name
    if not position.on[unit] or not position.on[transport]:
        return f"{name} and {carrier} must both stand on the table"
    if not may_carry(position, transport, unit):
        return f"{carrier} does not carry {name}"
    if room_left(position, transport) < taking:
        return f"{carrier} has no room left for {name}"
    gap = distance(position.at(unit), position.at(transport)) + position.unit(unit).radius
    if gap - position.unit(transport).radius > EMBARK_RANGE + SLACK:
        return f"{name} is not entirely within 5 cm of {carrier}"
    return ""


def leaving_refusal(position: Position, unit: int, place: Point, transport: int, start: Point) -> str:
    """1.6.3 Why a passenger may not be put there: within 5 cm, on ground it could enter, clear of enemies."""
    name = position.unit(unit).name
    if not standing_room(position, unit, place):
        return f"{name} cannot stand at {place[0]:g}, {place[1]:g}"
    gap = distance(place, start) + position.unit(unit).radius - position.unit(transport).radius
    if gap > EMBARK_RANGE + SLACK:
        return f"{name} must leave within 5 cm of {position.unit(transport).name}"
    reach = CONTROL_AREA + position.unit(unit).radius - SLACK
    if near_enemy(position, position.unit(unit).side, place, reach):
        return f"{name} may not leave into an enemy control area"
    return ""


def near_enemy(position: Position, side: int, place: Point, reach: float) -> bool:
    """Is any enemy of `side` nearer than `reach` to the place?"""
    enemies = position.standing_side(1 - side)
    if position.field.pointlike:
        return any_within(place[0], place[1], position.x, position.y, enemies, reach)
    gaps = np.hypot(position.x[enemies] - place[0], position.y[enemies] - place[1]) - position.field.radius[enemies]
    return bool((gaps < reach).any())


def standing_room(position: Position, unit: int, place: Point) -> bool:
    """1.6.2 On the table, and not in terrain that is impassable for the unit."""
    field, (x, y) = position.field, place
    if not (0 <= x <= field.table.width and 0 <= y <= field.table.depth):
        return False
    worst = worst_effect(x, y, field.effects[unit], field.ground.outlines)
    return bool(worst != IMPASSABLE)


def lose_transport(battle: Battle[Position], transport: int) -> int:
    """1.6.3 Passengers of a destroyed transport: on a 6 or more they get out beside it. Gives how many were lost."""
    position = battle.position
    passengers = position.passengers(transport)
    if not passengers:
        return 0
    variant = position.field.variants.transport_loss
    lost = [unit for unit, lives in zip(passengers, _who_lives(battle, len(passengers)), strict=True) if not lives]
    for unit in passengers:
        if unit in lost:
            position.remove(unit)
        else:
            position.place(unit, beside(position, unit, position.at(transport)))
    formation = position.formation_of(transport)
    tokens = len(lost) if position.field.variants.passenger_loss_st else 0
    if variant == "all_live_plus_st":
        tokens = 1
    formation.suppression += tokens
    if battle.recording:
        living = len(passengers) - len(lost)
        text = f"{position.unit(transport).name} is lost with passengers: {living} get out, {len(lost)} do not"
        battle.tell("passengers", text, "1.6.3", formation=formation.index, lost=len(lost), tokens=tokens)
    return len(lost)


def beside(position: Position, unit: int, place: Point) -> Point:
    """1.6.3 A spot next to a wreck where the unit can stand: the wreck's own, or the nearest round it."""
    turns = [turn * math.pi / 4 for turn in range(8)]
    rings = [(reach * math.cos(turn), reach * math.sin(turn)) for reach in range(1, 16) for turn in turns]
    spots = [place, *((round(place[0] + dx, 2), round(place[1] + dy, 2)) for dx, dy in rings)]
    return next((spot for spot in spots if standing_room(position, unit, spot)), place)


def _who_lives(battle: Battle[Position], passengers: int) -> list[bool]:
    variant = battle.position.field.variants.transport_loss
    if variant == "all_lost":
        return [False] * passengers
    if variant == "all_live_plus_st":
        return [True] * passengers
    if variant == "one_roll":
        return [battle.roll(1, d10, "passengers of a destroyed transport")[0] >= 6] * passengers
    return [face >= 6 for face in battle.roll(passengers, d10, "passengers of a destroyed transport")]


def nearest_enemies(position: Position, formation: Formation) -> tuple[Ints, Ints, Floats]:
    """Own units, enemy units, and the distances between them."""
    own, enemies = position.standing(formation), position.standing_side(1 - formation.side)
    return own, enemies, position.distances(own, enemies)
