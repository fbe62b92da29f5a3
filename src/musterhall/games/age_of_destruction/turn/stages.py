"""The stages of a player's turn."""

from __future__ import annotations

from dataclasses import replace

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.age_of_destruction.combat.artillery import shells_land
from musterhall.games.age_of_destruction.factions.liao import name_the_awed, roll_for_awe
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.heat import vent, water_cools, water_under
from musterhall.games.age_of_destruction.position.conditions import changed
from musterhall.games.age_of_destruction.position.position import CLEAN_UP, COMMAND, ORDER, OVER, START, Position
from musterhall.games.age_of_destruction.sections import TURN
from musterhall.games.age_of_destruction.transport.boarding import stands_behind
from musterhall.games.age_of_destruction.turn.ending import SIDES, check_end
from musterhall.games.age_of_destruction.turn.orders import order_stage
from musterhall.games.age_of_destruction.victory.missions import score_missions
from musterhall.games.age_of_destruction.victory.zones import units_in_zone


def start_turn(battle: Battle[Position]) -> Rule[None]:
    """40.1 A player's turn begins, and who is awed hears of it."""
    position = battle.position
    side = position.side
    battle.tell("turn", f"Round {position.round}: {SIDES[side]}'s turn", TURN, round=position.round, side=side)
    if position.sides[side].fewer_orders or position.sides[side].proposed:
        position.set_side(side, replace(position.sides[side], fewer_orders=0, proposed=False))
    for unit in position.field.of_side[side]:
        state = position.states[unit]
        state.ordered, state.pulsed = 0, False
        state.began_in = water_under(position, unit)
        state.began_behind = stands_behind(position, unit) if state.place == "table" else NOBODY
    roll_for_awe(battle, side)
    position.stage = COMMAND
    return
    yield


def command_stage(battle: Battle[Position]) -> Rule[None]:
    """40.1 The zone is counted (6), Awe is named, shells land, 'Mechs restart, and orders are counted out."""
    position = battle.position
    side, edition = position.side, position.field.edition
    _count_zone(position, side)
    name_the_awed(battle, side)
    shells_land(battle, side)
    if edition.restart == "command_stage":
        for unit in position.on_table(side):
            if position.states[unit].shut_down and position.states[unit].captor == NOBODY:
                vent(battle, unit, "has cooled down")
    position.orders = orders_of(position, side)
    position.stage = ORDER
    check_end(battle, after="order")
    return
    yield


def _count_zone(position: Position, side: int) -> None:
    """6 One point for each own unit in the opponent's zone, at the start of each own command stage."""
    state = position.sides[side]
    counts = position.round > 1 or position.field.edition.zone_first_turn
    count = units_in_zone(position, side) if counts else 0
    position.set_side(side, replace(state, zone_counts=(*state.zone_counts, count)))


def orders_of(position: Position, side: int) -> int:
    """40.2 One order for each so many points of the build total, fewer by Awe, and what a card changes."""
    total = position.field.players[side].build_total
    usual = total // position.field.edition.points_per_order
    return max(0, usual - position.sides[side].fewer_orders + changed(position, "orders"))


def orders(battle: Battle[Position]) -> Rule[None]:
    """40.1 The order stage, an order at a time."""
    position = battle.position
    more = yield from order_stage(battle)
    check_end(battle, after="order")
    if not more and position.stage != OVER:
        position.stage = CLEAN_UP


def clean_up(battle: Battle[Position]) -> Rule[None]:
    """40.1 Water cools, tokens come off units without an order, and the other player has a turn."""
    position = battle.position
    side, edition = position.side, position.field.edition
    for unit in position.field.of_side[side]:
        state = position.states[unit]
        water_cools(battle, unit)
        if not state.ordered or edition.tokens_off == "always":
            state.tokens = 0
    for state in position.states:
        state.beacon = ""
    score_missions(position, side)
    check_end(battle, after="turn")
    if position.stage != OVER:
        _next_turn(battle)
    return
    yield


def _next_turn(battle: Battle[Position]) -> None:
    position = battle.position
    position.side = 1 - position.side
    position.stage = START
    if position.side == position.first:
        position.round += 1
        check_end(battle, after="round")
