"""Who may leave the table, by which edge, and when it has got there."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.field import EAST, HOME_EDGES, NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.position.condition import WITHDRAWN
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import command_abilities_of
from musterhall.geometry import Point, rounded

SECTION = "13.4"
EDGES = (NORTH, SOUTH, WEST, EAST)

STAYING: Moment[Callable[[Position, int], bool]] = Moment("forced to withdraw", SECTION)
"""13.4 A command ability says whether a crippled unit of its force may stay."""
LEAVING: Moment[Callable[[Position, int], frozenset[str]]] = Moment("leaving the table", SECTION)
"""13.4 A command ability says by which edges a unit of its force may leave when it likes."""


@STAYING.acted_by("esprit_de_corps")
def _stays(position: Position, unit: int) -> bool:
    """16 Nobody forces it to go."""
    return True


@LEAVING.acted_by("fast_withdrawal")
def _leaves_fast(position: Position, unit: int) -> frozenset[str]:
    """16 Every edge is open but the opponent's home edge."""
    return frozenset(EDGES) - {HOME_EDGES[1 - position.unit(unit).side]}


def must_withdraw(position: Position, unit: int) -> bool:
    """13.4 Whether a unit is in forced withdrawal: crippled, where neither scenario nor command lets it stay."""
    if not position.conditions[unit].crippled or not position.scenario.must_withdraw(position, unit):
        return False
    held = command_abilities_of(position, position.unit(unit).side)
    return not any(act(position, unit) for _, act in STAYING.of(held))


def exit_edges(position: Position, unit: int) -> frozenset[str]:
    """13.4 The edges by which a unit may leave: its home edge when it withdraws or may go as it likes."""
    side = position.unit(unit).side
    edges: frozenset[str] = frozenset()
    if not position.scenario.has_exits():
        return edges
    lets_go = position.field.edition.voluntary_exit or position.scenario.may_leave(position, unit)
    if lets_go or must_withdraw(position, unit):
        edges |= {HOME_EDGES[side]}
    for _, act in LEAVING.of(command_abilities_of(position, side)):
        edges |= act(position, unit)
    return edges


def edges_reached(position: Position, unit: int, place: Point) -> frozenset[str]:
    """13.4 The edges that a base at this place has reached: it touches them, or by another reading is wholly past."""
    table, radius = position.field.table, position.unit(unit).radius
    x, y = place
    inside = {NORTH: y, SOUTH: table.depth - y, WEST: x, EAST: table.width - x}
    limit = radius + TOUCH if position.field.edition.leaves_on == "contact" else -radius + TOUCH
    return frozenset(edge for edge, left in inside.items() if left <= limit)


def exit_place(position: Position, unit: int, edge: str, along: float) -> Point:
    """13.4 Where a unit stands that has just reached an edge, so far along it."""
    table, radius = position.field.table, position.unit(unit).radius
    off = radius if position.field.edition.leaves_on == "contact" else -radius
    places = {
        NORTH: (along, off),
        SOUTH: (along, table.depth - off),
        WEST: (off, along),
        EAST: (table.width - off, along),
    }
    return rounded(places[edge])


def edge_left_by(position: Position, unit: int, place: Point, *, wishes: bool) -> str:
    """13.4 The edge by which a unit leaves whose move ends here; empty where it stays.

    One in forced withdrawal leaves by its home edge, wished or not.
    """
    open_to_it = exit_edges(position, unit) & edges_reached(position, unit, place)
    home = HOME_EDGES[position.unit(unit).side]
    if home in open_to_it and must_withdraw(position, unit):
        return home
    return min(open_to_it, key=lambda edge: (edge != home, edge)) if wishes and open_to_it else ""


def leave(battle: Battle[Position], unit: int, edge: str) -> None:
    """13.4 A unit leaves the table, with whoever is aboard; what they carry goes home with them or falls."""
    position = battle.position
    for one in (*position.aboard(unit), unit):
        position.conditions[one].place = WITHDRAWN
        battle.tell("withdrawn", f"{position.unit(one).name} leaves the table by the {edge} edge", SECTION, unit=one)
        position.scenario.left(battle, one, edge)


def leave_in_end_phase(battle: Battle[Position]) -> None:
    """13.4, 13.6 E6 By another reading whoever has reached the edge leaves only now."""
    position = battle.position
    for unit in position.everybody_on_table():
        leaving = position.conditions[unit].effect("leaving")
        if leaving is not None:
            leave(battle, unit, EDGES[leaving.value])
