"""The stages of a player's turn, and the end of the battle."""

from __future__ import annotations

from dataclasses import replace

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.age_of_destruction.position.position import (
    CLEAN_UP,
    COMMAND,
    ORDER,
    OVER,
    START,
    Position,
)
from musterhall.games.age_of_destruction.turn.orders import order_stage

TURN = "turn"
SIDES = ("Red", "Blue")


def start_turn(battle: Battle[Position]) -> Rule[None]:
    """A player's turn begins."""
    position = battle.position
    battle.tell("turn", f"Round {position.round}: {SIDES[position.side]}'s turn", TURN, round=position.round)
    for unit in position.field.of_side[position.side]:
        state = position.states[unit]
        state.ordered = state.pulsed = False
        waters = [kind.name for kind in position.kinds_under(unit)] if state.place == "table" else []
        state.began_in = next((name for name in waters if name in ("shallow", "deep")), "")
    position.stage = COMMAND
    return
    yield


def command_stage(battle: Battle[Position]) -> Rule[None]:
    """Units in the opponent's zone are counted (rule 6), shut-down 'Mechs cool, and the orders are counted out."""
    position = battle.position
    side = position.side
    state = position.sides[side]
    position.set_side(side, replace(state, zone_points=state.zone_points + units_in_zone(position, side)))
    for unit in position.on_table(side):
        _restart(battle, unit)
    total = position.field.players[side].build_total
    position.orders = max(0, total // position.field.edition.points_per_order - state.fewer_orders)
    position.stage = ORDER
    return
    yield


def units_in_zone(position: Position, side: int) -> int:
    """Rule 6: a side's units in the opponent's deployment zone."""
    low, high = position.field.zone(1 - side)
    everybody = position.field.edition.zone_units == "everybody"
    return sum(
        1
        for unit in position.on_table(side)
        if low <= position.at(unit)[1] <= high and (everybody or position.is_able(unit))
    )


def _restart(battle: Battle[Position], unit: int) -> None:
    position = battle.position
    state, sheet = position.states[unit], position.unit(unit).sheet
    if state.shut_down:
        state.heat = max(0, state.heat - sheet.vent)
        state.shut_down = state.heat >= sheet.shuts_down_at
        if not state.shut_down:
            battle.tell("restart", f"{position.unit(unit).name} runs again", TURN, unit=unit)


def orders(battle: Battle[Position]) -> Rule[None]:
    """The order stage, an order at a time."""
    position = battle.position
    more = yield from order_stage(battle)
    if why_over(position):
        _end(battle)
    elif not more:
        position.stage = CLEAN_UP


def clean_up(battle: Battle[Position]) -> Rule[None]:
    """Water cools, tokens come off units without an order, and the other player has his turn."""
    position = battle.position
    edition = position.field.edition
    for unit in position.field.of_side[position.side]:
        state = position.states[unit]
        if not state.ordered or edition.tokens_off == "always":
            state.tokens = 0
    position.side = 1 - position.side
    if position.side == position.first:
        position.round += 1
    position.stage = START
    if why_over(position):
        _end(battle)
    return
    yield


def why_over(position: Position) -> str:
    """Rule 9: at most one player has an able unit left, or time is called."""
    for side in (0, 1):
        if not any(position.is_able(unit) for unit in position.field.of_side[side]):
            return f"{SIDES[side]} has no able unit left"
    limit = position.field.edition.round_limit
    return f"time is called after round {limit}" if position.round > limit else ""


def _end(battle: Battle[Position]) -> None:
    position = battle.position
    position.ended_by = why_over(position)
    position.stage = OVER
    battle.tell("end", f"The battle is over: {position.ended_by}", TURN)
