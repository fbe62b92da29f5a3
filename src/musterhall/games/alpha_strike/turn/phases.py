"""The phases of a turn: its start, movement, combat, and the End Phase with all that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Rule
from musterhall.games.alpha_strike.aerospace.air_attacks import Dogfight, Strafe, Strike
from musterhall.games.alpha_strike.aerospace.bombs import Bomb
from musterhall.games.alpha_strike.aerospace.flight import end_flight
from musterhall.games.alpha_strike.attacks.attacking import act, add_kinds, yet_to_act
from musterhall.games.alpha_strike.attacks.facts import DUG_IN
from musterhall.games.alpha_strike.attacks.shelling import land_shells
from musterhall.games.alpha_strike.command.acting import A_SIDE_ACTS, A_UNIT_ACTS, begin_combat, ride_along
from musterhall.games.alpha_strike.command.entering import bring_on
from musterhall.games.alpha_strike.command.hidden import come_out
from musterhall.games.alpha_strike.command.off_map import come_back, write_orders
from musterhall.games.alpha_strike.command.offers import all_act, forget_turn
from musterhall.games.alpha_strike.command.turn_start import AS_A_TURN_BEGINS, remember_numbers
from musterhall.games.alpha_strike.electronics.modes import choose_modes
from musterhall.games.alpha_strike.electronics.shocks import end_shocks
from musterhall.games.alpha_strike.harm.damage import apply_all_damage
from musterhall.games.alpha_strike.harm.heat import end_heat
from musterhall.games.alpha_strike.movement.leaving import leave_in_end_phase
from musterhall.games.alpha_strike.movement.order import moves_in_pair, yet_to_move
from musterhall.games.alpha_strike.position.position import (
    COMBAT,
    END,
    INITIATIVE,
    START,
    Position,
)
from musterhall.games.alpha_strike.position.say import command_abilities_of
from musterhall.games.alpha_strike.turn.at_once import has_moved, overrun
from musterhall.games.alpha_strike.turn.initiative import remember_drops
from musterhall.games.alpha_strike.turn.moves import make_a_move
from musterhall.games.alpha_strike.turn.time import ends_at_once, finish, why_over

SECTION = "1"

add_kinds(Strike(), Strafe(), Bomb(), Dogfight())


class WhoIsNext(Choice[int]):
    """1, 13.2 Which of its units a side moves, or attacks with, next."""

    __slots__ = ("view",)
    section = SECTION

    def __init__(self, view: Position, side: int, units: Sequence[int]) -> None:
        super().__init__(side, units)
        self.view = view

    def about(self) -> dict[str, Any]:
        return {"units": list(self.choices)}

    def in_words(self, answer: Any) -> str:
        return self.view.unit(answer).name


class WhoMoves(WhoIsNext):
    """1, 13.2 Which unit moves next."""

    __slots__ = ()
    kind = "who moves"

    def question(self) -> str:
        return "Which unit moves next?"


class WhoActs(WhoIsNext):
    """1, 13.1 Which unit acts next; a unit that does nothing says so when it is asked."""

    __slots__ = ()
    kind = "who acts"

    def question(self) -> str:
        return "Which unit acts next?"


# The start of a turn


def start_turn(battle: Battle[Position]) -> Rule[None]:
    """1, 13.1 A new turn: what was done in the last is forgotten."""
    position = battle.position
    remember_drops(position)
    position.turn += 1
    for condition in position.conditions:
        condition.begin_turn()
    forget_turn(position)
    bring_on(position)
    remember_numbers(position)
    battle.tell("turn", f"Turn {position.turn}", SECTION, turn=position.turn)
    all_act(battle, AS_A_TURN_BEGINS)
    position.phase = INITIATIVE
    return
    yield


# Movement


def movement(battle: Battle[Position]) -> Rule[None]:
    """1, 13.2 One unit's move; sides take turns, the larger with more units at a time."""
    position = battle.position
    if (yield from write_orders(battle)) or (yield from overrun(battle)):
        return
    if not position.to_move and not next_to_move(position):
        position.phase, position.side = COMBAT, position.first
        return
    yield from come_out(battle, position.side)
    units = yet_to_move(position, position.side)
    if not units:  # somebody who was counted has gone aboard or been lost since
        position.to_move = 0
        return
    unit = units[0]
    if len(units) > 1:
        unit = yield WhoMoves(position.seen_by(position.side), position.side, units)
    yield from make_a_move(battle, unit)
    yield from has_moved(battle, unit)
    position.to_move -= 1


def next_to_move(position: Position) -> bool:
    """13.2 Settle whose turn it is and for how many units; whether anybody is left to move.

    The loser of the initiative begins each pair, and the counting is done before it.
    """
    left = [len(yet_to_move(position, side)) for side in (0, 1)]
    if not any(left):
        return False
    first, other, edition = position.first, 1 - position.first, position.field.edition
    if position.then_move:
        position.side, position.to_move, position.then_move = other, position.then_move, 0
    elif left[first]:
        position.side, position.to_move = first, moves_in_pair(left[first], left[other], edition)
        position.then_move = moves_in_pair(left[other], left[first], edition) if left[other] else 0
    else:
        position.side, position.to_move = other, left[other]
    return True


# Combat


def combat(battle: Battle[Position]) -> Rule[None]:
    """1, 13.1 One unit's action: all units of the initiative's loser, in any order, then all of its winner."""
    position = battle.position
    begun = yield from begin_combat(battle)
    if begun:
        return
    yield from come_out(battle, position.side)
    ride_along(position, position.side)
    units = yet_to_act(position, position.side)
    if not units:
        yield from _side_has_acted(battle)
        return
    held = command_abilities_of(position, position.side)
    for _, begins in A_SIDE_ACTS.of(held):
        yield from begins(battle, position.side)
    unit = units[0]
    if len(units) > 1:
        unit = yield WhoActs(position.seen_by(position.side), position.side, units)
    for _, instead in A_UNIT_ACTS.of(held):
        done = yield from instead(battle, unit)
        if done:
            return
    yield from act(battle, unit)


def _side_has_acted(battle: Battle[Position]) -> Rule[None]:
    position = battle.position
    if position.side == position.first:
        position.side = 1 - position.first
        return
    yield from position.scenario.end_of_combat(battle)
    position.phase = END


# The End Phase


def end_phase(battle: Battle[Position]) -> Rule[None]:
    """1, 13.1 E1 to E7, both sides at once."""
    position = battle.position
    scenario = position.scenario
    yield from scenario.before_damage(battle)
    if ends_at_once(battle):
        return
    land_shells(battle)
    toll = apply_all_damage(battle)
    yield from scenario.after_damage(battle, toll.lost, toll.crippled)
    if ends_at_once(battle):
        return
    yield from scenario.downloads(battle)
    if ends_at_once(battle):
        return
    cold = shut_down(position)
    end_heat(battle)
    end_shocks(battle)
    end_flight(battle)
    end_effects(position)
    yield from choose_modes(battle)
    yield from scenario.infiltration(battle)
    if ends_at_once(battle):
        return
    leave_in_end_phase(battle)
    yield from scenario.claims(battle, _idle(position, cold))
    yield from come_back(battle)
    why = why_over(position)
    if why:
        finish(battle, why)
    else:
        position.phase = START


def shut_down(position: Position) -> frozenset[int]:
    """The units that are shut down now."""
    return frozenset(unit for unit, condition in enumerate(position.conditions) if condition.shut_down)


def _idle(position: Position, before: frozenset[int]) -> frozenset[int]:
    """13.6 The units that count as shut down for objectives: after E4, or by other readings before it or either."""
    after, reading = shut_down(position), position.field.edition.shutdown_check
    return {"after_heat": after, "before_heat": before, "either": before | after}[reading]


def end_effects(position: Position) -> None:
    """13.1 E4 Effects that last to this turn's end are over."""
    for condition in position.conditions:
        if condition.effects:
            if condition.mode not in ("", "standstill"):
                condition.drop_effect(DUG_IN)
            condition.effects = tuple(one for one in condition.effects if not one.until or one.until > position.turn)
