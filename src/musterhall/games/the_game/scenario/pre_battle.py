"""6.1.4 Before the battle: the march, contact, deployment, and who comes late."""

from __future__ import annotations

from itertools import pairwise

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Rule
from musterhall.games.the_game.basics.choices import FormationChoice
from musterhall.games.the_game.movement.moving import in_cm
from musterhall.games.the_game.phases.commands import GIVEN
from musterhall.games.the_game.phases.turn import roll_initiative
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import NOBODY, Formation, Plan, Position, group_key
from musterhall.games.the_game.scenario.column import Column
from musterhall.games.the_game.scenario.deployment import arrive, contact, nearest_pair
from musterhall.games.the_game.scenario.maps import entry_turn, square_centre
from musterhall.geometry import Point, distance, path_length, towards
from musterhall.tally import does_it

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
        battle.tell("phase", f"Pre-battle turn {position.turn}", "6.1.4", pre_battle_turn=position.turn)
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

    __slots__ = ("position",)
    kind = "march"
    section = "6.1.4"

    def __init__(self, position: Position, side: int, ready: list[str]) -> None:
        super().__init__(side, ready)
        self.position = position

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
        group = yield March(battle.view(side), side, ready)
    position.note(moved=(*position.scenario.moved, group_key(side, group)))
    yield from march(battle, side, group)
    position.side = 1 - side


def marching_groups(position: Position, side: int) -> list[str]:
    """Battle groups of one side that still have to move in this pre-battle turn."""
    scenario = position.scenario
    return [
        group
        for group, plan in scenario.plans[side].items()
        if (key := group_key(side, group)) not in scenario.arrived
        and key not in scenario.moved
        and position.turn >= entry_turn(position, plan)
        and any(position.formations[index].alive for index in scenario.groups[side][group])
        and not _held_by_guns(position, side, group)
    ]


def _held_by_guns(position: Position, side: int, group: str) -> bool:
    """6.1.4, 1.6 Is it on the table with guns that cannot move, so that it will never go on?"""
    if position.field.fixed.isdisjoint(position.scenario.groups[side][group]):
        return False
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
    came, whose = scenario.marched.get(key, 0.0), f"{position.field.players[side].name}'s"
    yield from first_commands(battle, side, formations)
    if was_met(position, formations):
        battle.tell("march", f"{whose} {group} was met and stays where it stands", "6.1.4", side=side)
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
        battle.tell("march", f"{whose} {group} {how}: {names}", "6.1.4", side=side)
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
        return f"Which command {does_it(self.formation.name)} begin the battle with?"


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


def pre_battle_over(position: Position) -> bool:
    """6.1.4 The battle starts after contact, or when every battle group that can move stands in its target."""
    scenario = position.scenario
    everybody = all(
        group_key(side, group) in scenario.arrived or _held_by_guns(position, side, group)
        for side in (0, 1)
        for group in scenario.plans[side]
    )
    return scenario.contact_by != NOBODY or everybody
