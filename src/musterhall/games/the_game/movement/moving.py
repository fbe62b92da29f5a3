"""1.6 Moving: how far, which way, control areas, roads, transports.

A move is one answer for the whole formation:
`{"go": [[unit, x, y], ...], "in": [[unit, transport], ...], "out": [[unit, x, y], ...]}`; each part may be left out, a
longer `go` row is a way with corners, and None leaves everybody where he is. Attack helicopters may say with
`"face": [[unit, degrees], ...]` which way they look at the end (3.2).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle, kept
from musterhall.battle.decisions import Answer, Draw, Fault, Illegal, Rule, Schema
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.basics.generalities import Gap, cohesion_gap
from musterhall.games.the_game.movement.transports import boarding_refusal, leaving_refusal
from musterhall.games.the_game.movement.ways import (
    CONSOLIDATION,
    NORMAL,
    WITHDRAWAL,
    Underway,
    Way,
    allowances,
    judge_way,
    look_at_ways,
    turns_in_flight,
)
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.games.the_game.sea.landings import landing_craft, landing_quality
from musterhall.geometry import SLACK, Point, bearing, centre
from musterhall.places import place_in_words, way_in_words
from musterhall.tally import counted, does, does_it

PARTS = ("go", "in", "out", "face")
USED_ROAD_BONUS = 2
"""A unit that has used the bonus of a road in this action; 1 is one that was only on it, 0 one that was not."""


# The move of a formation


@dataclass(slots=True)
class PlannedMove:
    """The move of one formation, checked and ready to be made."""

    ways: list[Way]
    boarding: list[tuple[int, int]]
    leaving: list[tuple[int, Point]]
    facing: list[tuple[int, float]] = field(default_factory=list)
    """3.2 Attack helicopters that turn after their move, or in place of one."""

    def __bool__(self) -> bool:
        return bool(self.ways or self.boarding or self.leaving or self.facing)


class Move(FormationDecision):
    """1.6 Where do the units of this formation go?"""

    __slots__ = ("_approved", "allowance", "extra", "move_kind", "underway")
    kind = "move"
    section = "1.6"

    def __init__(
        self,
        position: Position,
        formation: Formation,
        move_kind: str = NORMAL,
        extra: float = 0.0,
        underway: Underway | None = None,
    ) -> None:
        super().__init__(position, formation)
        self.move_kind = move_kind
        self.extra = extra
        self.underway = underway or Underway()
        self.allowance = allowances(position, formation, move_kind, extra)
        if self.underway.flown:
            self.allowance = self.allowance.copy()
            self.allowance[list(self.underway.flown)] = 0.0
        self._approved: tuple[Answer, Answer, PlannedMove] | None = None
        """A move that was found good, which is usually asked about once more, and what it said then."""

    def question(self) -> str:
        return f"Where {does_it(self.formation.name)} move?"

    def schema(self) -> Schema:
        turning = ("face",) if self.helicopters() else ()
        return move_schema(self.formation, ("go", "in", "out", *turning))

    def helicopters(self) -> list[int]:
        """3.2 The attack helicopters of the formation that have not had their move yet."""
        field = self.position.field
        if self.formation.index not in field.helicopters:
            return []
        standing = self.position.standing(self.formation)
        return [unit for unit in standing[field.helicopter[standing]].tolist() if unit not in self.underway.flown]

    def in_words(self, answer: Answer) -> str:
        if answer is None:
            return "stay"
        verbs = {"in": "board", "out": "dismount", "face": "turn"}
        others = [f"{counted(len(answer[part]), 'unit')} {verb}" for part, verb in verbs.items() if answer.get(part)]
        return ", ".join([*self._goes(answer.get("go") or []), *others]) or "stay"

    def _goes(self, rows: Sequence[Any]) -> Iterator[str]:
        """How far the middle of those who go has moved, and where it is then."""
        if rows:
            start = centre([self.position.at(unit) for unit, *_ in rows])
            end = centre([(float(row[-2]), float(row[-1])) for row in rows])
            way = way_in_words(self.position.field.table, start, end)
            yield f"{counted(len(rows), 'unit')} move {way}"

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
        approved = self._approved
        if approved is not None and approved[0] is answer and approved[1] == answer:
            return approved[2]
        return self._check(answer)

    def legal(self, answer: Answer) -> bool:
        """May the formation move so? A good move is remembered, for whoever asks will mostly make it."""
        try:
            self._approved = (answer, kept(answer), self.check(answer))
        except Illegal:
            return False
        return True

    def _check(self, answer: Answer) -> PlannedMove:
        go, boarding, leaving, facing = _parts(answer)
        marching = PlannedMove([], self._boarding(boarding), [])
        gone = {unit for unit, _ in marching.boarding}
        self._check_ways(go, gone, marching)
        self._check_leaving(leaving, gone, marching)
        marching.facing = self._facing(facing)
        self._check_cohesion(marching)
        return marching

    def faults(self, answer: Answer) -> Sequence[Fault]:
        """1.6, 1.1.3 Every unit that may not go there; else the two between whom cohesion would be lost."""
        try:
            go, boarding, *_ = _parts(answer)
            marching = PlannedMove([], self._boarding(boarding), [])
            marching.ways = self._ways(go, {unit for unit, _ in marching.boarding})
        except Illegal:
            return ()
        stopped = [way for way in marching.ways if self._judged(way).refusals]
        if stopped:
            return [Fault(way.unit, self._reason(way), way.refusals[0][1]) for way in stopped]
        gap = self._lost_cohesion(marching)
        if gap is None:
            return ()
        return [Fault(unit, self._gap_sentence(gap), "1.1.3") for unit in (gap.first, gap.second)]

    def _check_ways(self, go: list[list[float]], gone: set[int], marching: PlannedMove) -> None:
        marching.ways = self._ways(go, gone)
        for way in marching.ways:
            if self._judged(way).refusals:
                raise Illegal(self._reason(way), way.refusals[0][1])

    def _ways(self, go: list[list[float]], gone: set[int]) -> list[Way]:
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
        return look_at_ways(self.position, self.formation, paths, self.move_kind)

    def _judged(self, way: Way) -> Way:
        roads = self.underway.roads
        self.judge(way)
        if roads and way.length > 0 and not way.on_road and roads.get(way.unit) == USED_ROAD_BONUS:
            way.refusals.append(("used the road in its first move and must stay on it", "1.6.2"))
        return way

    def judge(self, way: Way) -> Way:
        """1.6, 1.8.2 How far the unit may go this way in this kind of move, and what stands against it."""
        allowance = float(self.allowance[way.unit])
        judge_way(self.position, way, allowance, way.on_road and self.road_counts(way.unit), self.extra)
        if self.formation.index in self.position.field.helicopters:
            self._judge_turns(way)
        return way

    def _judge_turns(self, way: Way) -> None:
        """3.2 A helicopter turns in flight as often as its command has moves, as a variant once more."""
        more = self.position.field.variants.helicopter_turns == "moves_plus_1"
        most, turns = self.underway.turns + more, turns_in_flight(way.path)
        if turns > most and self.position.field.helicopter[way.unit]:
            way.refusals.append(
                (f"turns {counted(turns, 'time')} in flight and may turn {counted(most, 'time')}", "3.2")
            )

    def road_counts(self, unit: int) -> bool:
        """1.6.2 The road helps ground units if the whole action so far was on it, or if each move counts by itself."""
        if self.move_kind != NORMAL or not self.position.field.on_wheels[unit]:
            return False
        return self.position.field.variants.road_scope == "per_move" or bool(self.underway.roads.get(unit, True))

    def _reason(self, way: Way) -> str:
        return f"{self._name(way.unit)}: {'; '.join(reason for reason, _ in way.refusals)}"

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

    def _facing(self, rows: list[list[Any]]) -> list[tuple[int, float]]:
        """3.2 A helicopter may turn after its move, by any angle."""
        able, found = self.helicopters() if rows else [], {}
        for row in rows:
            unit, degrees = self._own(row[0]), _number(row[1]) if len(row) == 2 else -1.0
            if unit not in able or unit in found:
                raise Illegal(f"{self._name(unit)} is no helicopter that may turn now, once", "3.2")
            if not 0.0 <= degrees < 360.0:
                raise Illegal(f"{self._name(unit)}: a heading is at least 0 and less than 360 degrees", "3.2")
            found[unit] = degrees
        return list(found.items())

    def _check_cohesion(self, marching: PlannedMove) -> None:
        gap = self._lost_cohesion(marching)
        if gap is not None:
            raise Illegal(self._gap_sentence(gap), "1.1.3")

    def _lost_cohesion(self, marching: PlannedMove) -> Gap | None:
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
            return None
        before = cohesion_gap(position, self.formation)
        return gap if before is None or gap.too_far > before.too_far + SLACK else None

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
        return f"{does(self.formation.name, 'has', 'have')} won the assault. Where to with the free move?"


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
        "face": schemas.many(schemas.row(unit, schemas.number(0, 360))),
    }
    return schemas.either(schemas.NOTHING, schemas.fields({part: forms[part] for part in parts}))


def _parts(answer: Answer) -> list[list[list[Any]]]:
    if not isinstance(answer, dict) or set(answer) - {*PARTS}:
        raise Illegal(f"a move has the parts go, in and out, and for helicopters face, not {answer!r:.60}", "1.6")
    parts = [answer.get(key, []) for key in PARTS]
    for rows in parts:
        if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
            raise Illegal("each part of a move is a list of rows", "1.6")
    return parts


def _number(value: Any) -> float:
    if type(value) not in (float, int) or not math.isfinite(value):
        raise Illegal(f"{value!r} is no place on the table", "1.6")
    return float(value)


def move(
    battle: Battle[Position],
    formation: Formation,
    move_kind: str = NORMAL,
    extra: float = 0.0,
    underway: Underway | None = None,
) -> Rule[bool]:
    """1.6 One move of a formation; says whether anybody moved."""
    position = battle.position
    if not position.stands(formation):
        return False
    asked = {CONSOLIDATION: Consolidation, WITHDRAWAL: Withdrawal}.get(move_kind, Move)
    decision = asked(battle.view(formation.side), formation, move_kind, extra, underway)
    marching: PlannedMove = yield decision
    if not marching:
        return False
    carry_out(battle, formation, marching)
    if underway is not None:
        _remember(position, decision, marching, underway)
    if battle.recording:
        tell_move(battle, formation, marching, move_kind)
    return True


def _remember(position: Position, decision: Move, marching: PlannedMove, underway: Underway) -> None:
    """1.6.2, 3.2 Who was on a road all the time, who has gone farther for it and so owes it the whole action, and which
    helicopters have had their move.
    """
    whole_action, roads = position.field.variants.road_scope == "whole_action", underway.roads
    if decision.formation.index in position.field.helicopters:
        moved = [*(unit for unit, _ in marching.facing), *(way.unit for way in marching.ways)]
        underway.flown |= {unit for unit in moved if position.field.helicopter[unit]}
    for way in marching.ways:
        on_road = bool(roads.get(way.unit, True)) and way.on_road
        farther = on_road and way.length > decision.allowance[way.unit] + SLACK
        roads[way.unit] = USED_ROAD_BONUS if farther and whole_action else int(on_road)


def carry_out(battle: Battle[Position], formation: Formation, marching: PlannedMove) -> None:
    """1.6, 4.3.2 Make a move of the battle; boats that land troops may get mixed up."""
    craft = landing_craft(battle.position, marching.leaving) if formation.index in battle.position.field.naval else []
    make_planned_move(battle.position, marching)
    if craft:
        landed = counted(len(marching.leaving), "unit")
        text = f"{does(formation.name, 'lands', 'land')} {landed} from {counted(len(craft), 'boat')}"
        battle.tell("landing", text, "4.3.2", formation=formation.index)
    landing_quality(battle, formation, craft)


def make_planned_move(position: Position, marching: PlannedMove) -> None:
    """1.6, 1.6.3 Make the move: everybody is where he goes, faces the way he went, and has moved."""
    gone = [way for way in marching.ways if way.length > 0]
    if gone:
        units = [way.unit for way in gone]
        position.facing[units] = [round(bearing(way.path[-2], way.path[-1]), 1) for way in gone]
        position.moved[units] = True
    for unit, _ in (*marching.boarding, *marching.leaving):
        position.moved[unit] = True
    for unit, degrees in marching.facing:
        position.facing[unit] = degrees
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
    words += [f"{len(marching.facing)} turn"] if marching.facing and not many else []
    note = "" if move_kind == NORMAL else f" ({move_kind})"
    there = _about_where(battle.position, formation) if many else ""
    battle.tell("move", f"{formation.name}: {', '.join(words)}{note}{there}", "1.6", formation=formation.index)


def _about_where(position: Position, formation: Formation) -> str:
    """Where the middle of a formation has come to, as people say it."""
    units = position.standing(formation)
    if not len(units):
        return ""
    middle = (float(position.x[units].mean()), float(position.y[units].mean()))
    return f", now {place_in_words(position.field.table, middle)}"
