"""Orders that move units: a move or a run with boarding and leaving, and venting, which moves nobody."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Rule
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.heat import heat_of_order, heat_up, vent
from musterhall.games.age_of_destruction.movement.moving import Going, Way, judge_way, run_of, speed_of, stopped
from musterhall.games.age_of_destruction.movement.walking import walk
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import HEAT, TRANSPORT
from musterhall.games.age_of_destruction.transport.boarding import (
    SetDown,
    board,
    boarding_cost,
    check_boarding,
    set_down,
    why_not_aboard,
)
from musterhall.games.age_of_destruction.turn.order_kinds import (
    Fields,
    OrderKind,
    read_flag,
    read_number,
    read_path,
    read_units,
    refuse,
)
from musterhall.places import way_in_words

DIRECTIONS, TRIES = 12, 12


@dataclass(frozen=True, slots=True)
class MoveOrder:
    way: Way
    run: bool = False
    board: tuple[int, ...] = ()
    leave: tuple[int, ...] = ()


class Move(OrderKind):
    """40.2 Go somewhere, at a run perhaps; a transport may load before it goes, or unload where it ends."""

    name = "move"

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        for run in (False, True):
            inches = reach(view, unit, run=run)
            for step in range(DIRECTIONS):
                for share in (1.0, 0.5):
                    answer = straight(view, unit, 2 * math.pi * step / DIRECTIONS, inches * share)
                    answer |= {"run": True} if run else {}
                    if self.is_legal(view, unit, answer):
                        yield answer
        for answer in (*_changes_of_level(view, unit), *_loads(view, unit)):
            if self.is_legal(view, unit, answer):
                yield answer

    def sample(self, view: Position, unit: int, draw: Draw) -> Fields | None:
        """A few directions are tried rather than all."""
        others = [*_changes_of_level(view, unit), *_loads(view, unit)]
        for _ in range(TRIES):
            at = draw(4 + len(others))
            run = at == 0
            angle, share = 2 * math.pi * draw(360) / 360, (1 + draw(10)) / 10
            answer = straight(view, unit, angle, reach(view, unit, run=run) * share) | ({"run": True} if run else {})
            answer = others[at - 4] if at >= 4 else answer
            if self.is_legal(view, unit, answer):
                return answer
        return None

    def check(self, view: Position, unit: int, answer: Fields) -> MoveOrder:
        run = bool(read_flag(answer, "run"))
        riders, leavers = read_units(view, answer, "board"), read_units(view, answer, "leave")
        inches = float(reach(view, unit, run=run))
        cruise = read_flag(answer, "cruise")
        if riders or leavers:
            refuse("a transport does not run while it loads or unloads" if run else "", TRANSPORT)
            refuse("a transport loads or unloads, not both" if riders and leavers else "", TRANSPORT)
            inches -= boarding_cost(view, unit)
        check_boarding(view, unit, riders)
        for one in leavers:
            aboard = view.states[one].transport == unit and view.states[one].captor == NOBODY
            refuse("" if aboard else f"{view.unit(one).name} is not aboard {view.unit(unit).name}", TRANSPORT)
        way = judge_way(view, unit, read_path(answer), Going(max(0.0, inches), read_number(answer, "facing"), cruise))
        refuse("nobody leaves what is cruising" if leavers and way.cruise else "", TRANSPORT)
        return MoveOrder(way, run, riders, leavers)

    def resolve(self, battle: Battle[Position], unit: int, order: MoveOrder) -> Rule[None]:
        position = battle.position
        for one in order.board:
            board(battle, unit, one)
        yield from walk(battle, unit, order.way, "runs" if order.run else "moves")
        for one in order.leave:
            if position.states[unit].place == "table":
                found = yield SetDown(position.seen_by(position.unit(unit).side), one)
                if found is not None:
                    set_down(battle, one, *found)
        if order.run:
            heat_up(battle, unit, heat_of_order(position, unit, position.field.edition.heat_run))

    def in_words(self, view: Position, answer: Answer) -> str:
        words = [f"{'runs' if answer.get('run') else 'moves'} {_way(view, answer)}" if answer.get("path") else "turns"]
        if "cruise" in answer:
            words.append("at cruising height" if answer["cruise"] else "down to NOE")
        for key, verb in (("board", "loading"), ("leave", "setting down")):
            if answer.get(key):
                words.append(f"{verb} {', '.join(view.unit(one).name for one in answer[key])}")
        return ", ".join(words)


def _way(view: Position, answer: Answer) -> str:
    x, y = answer["path"][-1]
    return way_in_words(view.field.table, view.at(answer["unit"]), (float(x), float(y)))


def reach(view: Position, unit: int, *, run: bool) -> int:
    """The inches of a move or a run."""
    return run_of(view, unit) if run else speed_of(view, unit)


def straight(view: Position, unit: int, angle: float, inches: float) -> Fields:
    """A straight way, as far as terrain lets it go."""
    x, y = view.at(unit)
    end = (round(x + math.cos(angle) * inches, 2), round(y + math.sin(angle) * inches, 2))
    return {"path": [list(end if view.states[unit].cruising else stopped(view, unit, end))]}


def _changes_of_level(view: Position, unit: int) -> Iterator[Fields]:
    if view.unit(unit).sheet.type == "vtol":
        inches = max(0, speed_of(view, unit) - view.field.edition.level_change)
        for step in range(0, DIRECTIONS, 2):
            x, y = view.at(unit)
            angle = 2 * math.pi * step / DIRECTIONS
            end = [round(x + math.cos(angle) * inches, 2), round(y + math.sin(angle) * inches, 2)]
            yield {"path": [end], "cruise": not view.states[unit].cruising}


def _loads(view: Position, unit: int) -> Iterator[Fields]:
    if not view.unit(unit).sheet.places:
        return
    for one in view.on_table(view.unit(unit).side):
        if view.states[one].began_behind == unit and not why_not_aboard(view, one, unit):
            yield {"path": [], "board": [one]}
    for one in view.passengers_of(unit):
        if view.states[one].captor == NOBODY:
            yield {"path": [], "leave": [one]}


class Vent(OrderKind):
    """40.8 Let a 'Mech cool by its vent rating."""

    name = "vent"

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        if view.states[unit].heat:
            yield {}

    def check(self, view: Position, unit: int, answer: Fields) -> None:
        refuse("" if view.states[unit].heat else f"{view.unit(unit).name} has no heat to vent", HEAT)

    def resolve(self, battle: Battle[Position], unit: int, order: None) -> Rule[None]:
        vent(battle, unit)
        return
        yield

    def pushes(self, position: Position, order: None) -> bool:
        return position.field.edition.vent_push_heat

    def in_words(self, view: Position, answer: Answer) -> str:
        return "vents"
