"""6.1.4 Before the battle: the march, contact, deployment, and who comes late."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.basics.choices import FormationChoice, FormationDecision, FormationYesOrNo
from musterhall.games.the_game.movement.marching import all_out, first_legal
from musterhall.games.the_game.movement.moving import (
    Move,
    PlannedMove,
    Way,
    in_cm,
    make_planned_move,
    move_schema,
    near_enemy,
    standing_room,
    take_places,
)
from musterhall.games.the_game.phases.commands import ADVANCE, DASH, GIVEN, PREPARED_FIRE
from musterhall.games.the_game.phases.turn import roll_initiative, start_order
from musterhall.games.the_game.position.position import (
    NOBODY,
    SQUARE,
    Formation,
    Orders,
    Plan,
    Position,
    group_key,
)
from musterhall.games.the_game.scenario.column import CONTACT, HALTED, Column
from musterhall.games.the_game.scenario.entering import SPACING
from musterhall.games.the_game.scenario.maps import entry_turn, square_centre
from musterhall.geometry import SLACK, Point, distance, path_length, towards
from musterhall.tally import counted

MARCH_STEP = 5.0
"""How closely the march before the battle looks for contact."""


# 6.1.4 Before the battle


def pre_battle_step(battle: Battle[Position]) -> Rule[None]:
    """6.1.4 One step of a pre-battle turn: its initiative, one side's first commands, or the march of a battle group.

    Nobody is to act when the turn is over.
    """
    position = battle.position
    waiting = (uncommanded(position, 0) or uncommanded(position, 1)) if position.side != NOBODY else []
    if position.side == NOBODY:
        position.note(moved=())
        yield from roll_initiative(battle)
    elif waiting:
        yield from first_commands(battle, waiting[0].side, waiting)
    else:
        yield from march_one_group(battle)
    if not any(marching_groups(position, side) for side in (0, 1)):
        position.side = NOBODY


def uncommanded(position: Position, side: int) -> list[Formation]:
    """6.1.4 Formations that come on in this pre-battle turn and have no command yet."""
    due = [index for group in marching_groups(position, side) for index in position.scenario.groups[side][group]]
    formations = [position.formations[index] for index in due]
    return [f for f in formations if f.alive and not f.on_table and position.orders[f.index].next is None]


class March(Choice[str]):
    """6.1.4 Which battle group marches now?"""

    __slots__ = ()
    kind = "march"
    section = "6.1.4"

    def question(self) -> str:
        return "Which battle group marches now?"


def march_one_group(battle: Battle[Position]) -> Rule[None]:
    """6.1.4 The sides take turns to say who marches, and there is no keeping of the initiative."""
    position = battle.position
    side, ready = position.side, marching_groups(position, position.side)
    if not ready:
        side, ready = 1 - side, marching_groups(position, 1 - side)
    group = ready[0]
    if len(ready) > 1:
        group = yield March(side, ready)
    position.note(moved=(*position.scenario.moved, group_key(side, group)))
    yield from march(battle, side, group)
    position.side = 1 - side


def marching_groups(position: Position, side: int) -> list[str]:
    """Battle groups of one side that still have to move in this pre-battle turn."""
    scenario = position.scenario
    return [
        group
        for group, plan in scenario.plans[side].items()
        if group_key(side, group) not in scenario.arrived
        and group_key(side, group) not in scenario.moved
        and position.turn >= entry_turn(position, plan)
        and any(position.formations[index].alive for index in scenario.groups[side][group])
        and not _held_by_guns(position, side, group)
    ]


def _held_by_guns(position: Position, side: int, group: str) -> bool:
    """6.1.4, 1.6 Is it on the table with guns that cannot move, so that it will never go on?"""
    on_table = group_key(side, group) in position.scenario.marched
    return on_table and march_rate(position, _formations_of(position, side, group)) == 0.0


def _formations_of(position: Position, side: int, group: str) -> list[Formation]:
    return [position.formations[i] for i in position.scenario.groups[side][group] if position.formations[i].alive]


def march_rate(position: Position, formations: list[Formation]) -> float:
    """6.1.4, 1.6 A battle group marches at the pace of its slowest unit; passengers ride, guns without trucks stay."""
    walk = position.field.walk
    walkers = [unit for formation in formations for unit in formation.units if position.aboard[unit] == NOBODY]
    return min((float(walk[unit, 1]) for unit in walkers), default=0.0)


def arrow(position: Position, side: int, plan: Plan) -> list[Point]:
    """6.1.2 The arrow as a way on the table, from the edge to the target."""
    first = square_centre(position, side, plan.path[0])
    start = (first[0], 0.0 if side == 0 else position.field.table.depth)
    way = [start, *(square_centre(position, side, square) for square in plan.path)]
    if plan.place is not None:
        way[-1] = plan.place
    return way


def along(way: list[Point], length: float) -> Point:
    """The point so far along a way."""
    for a, b in pairwise(way):
        leg = distance(a, b)
        if length <= leg:
            return towards(a, b, length)
        length -= leg
    return way[-1]


def march(battle: Battle[Position], side: int, group: str) -> Rule[None]:
    """6.1.4 A battle group comes on or goes on along its arrow, until it arrives or meets the enemy."""
    position = battle.position
    scenario, key = position.scenario, group_key(side, group)
    formations, plan = _formations_of(position, side, group), scenario.plans[side][group]
    came = scenario.marched.get(key, 0.0)
    yield from first_commands(battle, side, formations)
    if was_met(position, formations):
        battle.tell("march", f"{group} was met and stays where it stands", "6.1.4", side=side)
        return
    way, rate = arrow(position, side, plan), march_rate(position, formations)
    goal = min(path_length(way), came + rate)
    reached = yield from _advance_to_contact(battle, formations, way, came, goal)
    position.note(
        marched={**position.scenario.marched, key: reached},
        entered={key: position.turn, **position.scenario.entered},
    )
    if battle.recording:
        names = ", ".join(formation.name for formation in formations)
        how = (
            f"marches to {in_cm(reached)} along its arrow"
            if rate
            else "stays at the table edge with guns that cannot move"
        )
        battle.tell("march", f"{group} {how}: {names}", "6.1.4", side=side)
    if reached >= path_length(way) - 1e-6 or (rate == 0.0 and len(plan.path) == 1):
        position.note(arrived=(*position.scenario.arrived, key))
        yield from arrive(battle, formations, square_centre(position, side, plan.path[-1]))


def was_met(position: Position, formations: list[Formation]) -> bool:
    """6.1.4 Has one of these formations met the enemy, which halts all that march with it?"""
    met = {index for pair in position.scenario.met for index in pair}
    return any(formation.index in met for formation in formations)


def first_commands(battle: Battle[Position], side: int, formations: list[Formation]) -> Rule[None]:
    """6.1.4 At the start of the turn in which it comes on a formation gets the command it begins the battle with."""
    for formation in formations:
        if formation.on_table or battle.position.orders[formation.index].next is not None:
            continue
        command = yield FirstCommand(formation, GIVEN)
        battle.position.lay_orders(formation.index, Orders(None, command))


class FirstCommand(FormationChoice[str]):
    """6.1.4 Which command does this formation begin the battle with?"""

    __slots__ = ()
    kind = "first command"
    section = "6.1.4"
    secret = True

    def question(self) -> str:
        return f"Which command does {self.formation.name} begin the battle with?"


def _advance_to_contact(
    battle: Battle[Position], formations: list[Formation], way: list[Point], came: float, goal: float
) -> Rule[float]:
    """6.1.4 March step by step; the first step that brings enemies within 30 cm is the last."""
    position = battle.position
    group = Column.of(position, formations)
    length = min(came + MARCH_STEP, goal)
    if group.far_off(along(way, length), goal - length):
        length = goal
    while length < goal and not group.meets(along(way, length)):
        length = min(goal, length + MARCH_STEP)
    met = group.meets(along(way, length))
    if met:
        length = _first_contact(group, way, max(came, length - MARCH_STEP), length)
    group.put(along(way, length))
    pair = nearest_pair(position, formations) if met else None
    group.step_aside()
    if pair is not None:
        yield from contact(battle, pair)
    return length


def _first_contact(group: Column, way: list[Point], clear: float, met: float) -> float:
    """6.1.4 The point between two marks, one clear and one in contact, at which the march halts."""
    while met - clear > 0.005:
        middle = (clear + met) / 2
        clear, met = (clear, middle) if group.meets(along(way, middle)) else (middle, met)
    return round(met, 2)


def contact(battle: Battle[Position], pair: tuple[int, int]) -> Rule[None]:
    """6.1.4 Enemies meet, a unit that marched and one it came upon: a token for both formations, and passengers may get
    out.

    The first time, the side that was met wins the initiative of turn 1.
    """
    position = battle.position
    for unit in pair:
        formation = position.formation_of(unit)
        exempt = position.field.variants.scout_contact == "scout_exempt" and position.unit(unit).rule("scout")
        formation.suppression += 0 if exempt else 1
    mine, other = (position.formation_of(unit) for unit in pair)
    position.note(met=(*position.scenario.met, (mine.index, other.index)))
    if position.scenario.contact_by == NOBODY:
        position.note(contact_by=other.side)
    battle.tell("contact", f"{mine.name} meets {other.name}", "6.1.4", formation=mine.index)
    for formation in (mine, other):
        if any(position.aboard[unit] != NOBODY for unit in formation.units):
            yield from dismount(battle, formation)


class Dismount(FormationDecision):
    """6.1.4 Who gets out on contact? None, or `{"out": [[unit, x, y], ...]}` with places beside the transports."""

    __slots__ = ("move",)
    kind = "dismount"
    section = "6.1.4"

    def __init__(self, position: Position, formation: Formation) -> None:
        super().__init__(position, formation)
        self.move = Move(position, formation)

    def question(self) -> str:
        return f"{self.formation.name} meets the enemy. Who gets out?"

    def schema(self) -> Schema:
        return move_schema(self.formation, ("out",))

    def in_words(self, answer: Answer) -> str:
        return self.move.in_words(answer)

    def everybody(self) -> Answer:
        """Everybody who finds room gets out; nobody if the formation would lose cohesion by it."""
        return first_legal(self.move, [all_out(self.move)])

    def options(self) -> Iterable[Answer]:
        everybody = self.everybody()
        return (everybody, None) if everybody else (None,)

    def sample(self, draw: Draw) -> Answer:
        rows = [row for row in (self.everybody() or {"out": []})["out"] if draw(2)]
        return first_legal(self.move, [{"out": rows} if rows else None])

    def check(self, answer: Answer) -> PlannedMove:
        if answer is not None and (not isinstance(answer, dict) or set(answer) != {"out"}):
            raise Illegal("who gets out is given as out, with places", "6.1.4")
        return self.move.check(answer)


def dismount(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """6.1.4, 1.6.3 Passengers may get out beside their transports when the enemy is met."""
    marching: PlannedMove = yield Dismount(battle.view(formation.side), formation)
    if marching:
        make_planned_move(battle.position, marching)
        out = counted(len(marching.leaving), "unit")
        battle.tell("move", f"{formation.name}: {out} dismount on contact", "6.1.4", formation=formation.index)


def nearest_pair(position: Position, formations: list[Formation]) -> tuple[int, int] | None:
    """6.1.4 The unit of these formations and the enemy that are nearest to each other, if they are within 30 cm."""
    own = np.concatenate([position.standing(formation) for formation in formations])
    enemies = position.standing_side(1 - formations[0].side)
    if not len(own) or not len(enemies):
        return None
    gaps = position.distances(own, enemies)
    i, j = divmod(int(gaps.argmin()), len(enemies))
    # both places are kept to 0.01 cm, which may put them a hair farther apart than they were measured
    return (int(own[i]), int(enemies[j])) if gaps[i, j] <= HALTED + SLACK else None


class Deploy(FormationDecision):
    """6.1.4 Where in its target square does the formation take up positions?

    The answer is None to stay in march formation, or `{"go": [[unit, x, y], ...], "out": [[unit, x, y], ...]}`: places
    in the square for who stands on the table, and for passengers places beside their transports.
    """

    __slots__ = ("square",)
    kind = "deploy"
    section = "6.1.4"

    def __init__(self, position: Position, formation: Formation, square: Point) -> None:
        super().__init__(position, formation)
        self.square = square
        """The middle of the target square."""

    def question(self) -> str:
        return f"{self.formation.name} has arrived. Where in its target square does it take up positions?"

    def schema(self) -> Schema:
        return move_schema(self.formation, ("go", "out"))

    def in_words(self, answer: Answer) -> str:
        return "stay in march formation" if answer is None else "take up positions"

    def aid(self) -> dict[str, Any]:
        """The target square."""
        return {"square": {"middle": list(self.square), "side": SQUARE}}

    def options(self) -> Iterable[Answer]:
        yield None
        for answer in (self.line(), all_out(Move(self.position, self.formation))):
            if answer and self._legal(answer):
                yield answer

    def line(self) -> Answer:
        """In two lines across the square, facing the enemy; guns that cannot move stay."""
        units = [unit for unit in self.position.standing(self.formation).tolist() if self._can_move(unit)]
        forward, wide = (1.0 if self.formation.side == 0 else -1.0), (len(units) + 1) // 2
        rows = []
        for number, unit in enumerate(units):
            rank, file = divmod(number, wide)
            x = self.square[0] + (file - (wide - 1) / 2) * SPACING
            rows.append([unit, round(x, 2), round(self.square[1] + forward * (8.0 - 4.0 * rank), 2)])
        return {"go": rows} if rows else None

    def _legal(self, answer: Answer) -> bool:
        try:
            self.check(answer)
        except Illegal:
            return False
        return True

    def check(self, answer: Answer) -> PlannedMove:
        if answer is None:
            return PlannedMove([], [], [])
        if not isinstance(answer, dict) or set(answer) - {"go", "out"}:
            raise Illegal("positions are given as go and out", "6.1.4")
        places = self._places(answer.get("go", []))
        trial = self.position.copy_places()
        for unit, place in places:
            trial.place(unit, place)
        marching = Move(trial, self.formation).check({"out": answer.get("out", [])})
        for unit, place in marching.leaving:
            self._refuse(unit, place, self._too_near(unit, place))
        marching.ways = [Way(unit, [self.position.at(unit), place]) for unit, place in places]
        return marching

    def _places(self, rows: Any) -> list[tuple[int, Point]]:
        if not isinstance(rows, list):
            raise Illegal("go is a list of rows", "6.1.4")
        found: dict[int, Point] = {}
        for row in rows:
            if not isinstance(row, list) or len(row) != 3 or any(type(n) not in (int, float) for n in row):
                raise Illegal("a row is a unit, x and y", "6.1.4")
            unit, place = row[0], (float(row[1]), float(row[2]))
            if unit not in self.formation.units or not self.position.on[unit] or unit in found:
                raise Illegal(f"{unit!r} is no unit of {self.formation.name} that could be placed", "6.1.4")
            self._refuse(unit, place, self._refusal(unit, place))
            found[unit] = place
        return list(found.items())

    def _refuse(self, unit: int, place: Point, why: str) -> None:
        if why:
            raise Illegal(f"{self.position.unit(unit).name} at {place[0]:g}, {place[1]:g} {why}", "6.1.4")

    def _can_move(self, unit: int) -> bool:
        return bool(self.position.field.walk[unit, 1] > 0)

    def _refusal(self, unit: int, place: Point) -> str:
        if not self._can_move(unit):
            return "has no move and stays where it was put"
        if not max(abs(place[0] - self.square[0]), abs(place[1] - self.square[1])) <= SQUARE / 2 + 1e-9:
            return "is not in the target square"
        if not standing_room(self.position, unit, place):
            return "cannot stand there"
        return self._too_near(unit, place)

    def _too_near(self, unit: int, place: Point) -> str:
        """6.1.4 Who has arrived meets nobody by taking up positions."""
        reach = CONTACT + self.position.unit(unit).radius + 1e-6
        near = near_enemy(self.position, self.formation.side, place, reach)
        return "is within 30 cm of the enemy" if near else ""


def arrive(battle: Battle[Position], formations: list[Formation], square: Point) -> Rule[None]:
    """6.1.4 In its target square a formation takes up positions and may turn its command into prepared fire."""
    position = battle.position
    for formation in formations:
        if not position.field.variants.mark_positions:
            marching: PlannedMove = yield Deploy(battle.view(formation.side), formation, square)
            take_places(position, marching)
        if position.orders[formation.index].next == PREPARED_FIRE:
            continue
        if (yield PreparedFireInstead(formation)):
            position.lay_orders(formation.index, Orders(None, PREPARED_FIRE))


class PreparedFireInstead(FormationYesOrNo):
    """6.1.4 Does the formation, which has arrived, go on prepared fire instead of what it was told?"""

    __slots__ = ()
    kind = "prepared fire instead"
    section = "6.1.4"
    secret = True

    def question(self) -> str:
        return f"{self.formation.name} has arrived. Does it go on prepared fire instead of its first command?"


def pre_battle_over(position: Position) -> bool:
    """6.1.4 The battle starts after contact, or when every battle group that can move stands in its target."""
    scenario = position.scenario
    everybody = all(
        group_key(side, group) in scenario.arrived or _held_by_guns(position, side, group)
        for side in (0, 1)
        for group in scenario.plans[side]
    )
    return scenario.contact_by != NOBODY or everybody


# 6.1.4 The first turn's start phase


def mark_entries(battle: Battle[Position]) -> Rule[None]:
    """6.1.4 One late battle group after another: where it comes on, and with which command. Then the maps are shown."""
    position = battle.position
    late = [late_groups(position, side) for side in (0, 1)]
    if not any(late):
        position.note(revealed=True)
        position.side = NOBODY
        battle.tell("maps", "Both maps are shown", "6.1.4")
        return
    if position.side == NOBODY:
        position.side = (yield from start_order(battle))[0]
    side = position.side if late[position.side] else 1 - position.side
    yield from _mark_entry(battle, side, late[side][0])
    position.side = 1 - side


def late_groups(position: Position, side: int) -> list[str]:
    """6.1.4 Battle groups that have not come on and have no entry point yet."""
    scenario = position.scenario
    keys = {group: group_key(side, group) for group in scenario.plans[side]}
    return [group for group, key in keys.items() if key not in scenario.marched and key not in scenario.entries]


class EntryPoint(Decision):
    """6.1.4 Where along its own table edge does a late battle group come on? The answer is x."""

    __slots__ = ("group", "width")
    kind = "entry point"
    section = "6.1.4"
    secret = True

    def __init__(self, position: Position, side: int, group: str) -> None:
        super().__init__(side)
        self.group = group
        self.width = position.field.table.width

    def question(self) -> str:
        return f"Battle group {self.group} comes late. Where along your table edge does it come on?"

    def about(self) -> dict[str, Any]:
        return {"battle_group": self.group}

    def schema(self) -> Schema:
        return schemas.number(0, self.width)

    def in_words(self, answer: Answer) -> str:
        return f"{answer:g} cm from the left"

    def options(self) -> Iterable[Answer]:
        return [SQUARE * (column + 0.5) for column in range(int(self.width // SQUARE))]

    def check(self, answer: Answer) -> float:
        if type(answer) not in (int, float) or not 0 <= answer <= self.width:
            raise Illegal(f"{answer!r} is no place along the table edge; give x from 0 to {self.width:g}", "6.1.4")
        return float(answer)


class EntryCommand(FormationChoice[str]):
    """6.1.4 Does a formation that was due in the next turn come on with Advance or with Dash?"""

    __slots__ = ()
    kind = "entry command"
    section = "6.1.4"
    secret = True

    def question(self) -> str:
        return f"{self.formation.name} comes on late. With which command?"


def _mark_entry(battle: Battle[Position], side: int, group: str) -> Rule[None]:
    """6.1.4 Place and commands of one late battle group: Advance or Dash if it was due next turn, otherwise Dash."""
    position = battle.position
    at = yield EntryPoint(battle.view(side), side, group)
    position.note(entries={**position.scenario.entries, group_key(side, group): at})
    due = entry_turn(position, position.scenario.plans[side][group])
    for index in position.scenario.groups[side][group]:
        formation = position.formations[index]
        formation.on_table = True
        command = DASH
        if due == position.scenario.turns_marched + 1:
            command = yield EntryCommand(formation, (ADVANCE, DASH))
        position.lay_orders(index, Orders(None, command))
