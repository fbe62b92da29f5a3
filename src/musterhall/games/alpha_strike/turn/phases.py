"""The phases of a turn: initiative, movement, combat, and the End Phase with all that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Rule
from musterhall.games.alpha_strike.attacks.attacking import act, may_act
from musterhall.games.alpha_strike.attacks.facts import DUG_IN
from musterhall.games.alpha_strike.attacks.shelling import land_shells
from musterhall.games.alpha_strike.electronics.modes import choose_modes
from musterhall.games.alpha_strike.electronics.shocks import end_shocks
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage import apply_all_damage
from musterhall.games.alpha_strike.harm.heat import end_heat
from musterhall.games.alpha_strike.movement.moving import move_unit
from musterhall.games.alpha_strike.movement.order import moves_in_pair, yet_to_move
from musterhall.games.alpha_strike.position.position import (
    COMBAT,
    END,
    INITIATIVE,
    MOVEMENT,
    START,
    Position,
)
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import say_of_side, usual_facts
from musterhall.games.alpha_strike.turn.time import ends_at_once, finish, why_over
from musterhall.tally import Tally

SECTION = "1"
SIDES = ("Red", "Blue")


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


# Start and initiative


def start_turn(battle: Battle[Position]) -> Rule[None]:
    """1, 13.1 A new turn: what was done in the last is forgotten."""
    position = battle.position
    position.turn += 1
    for condition in position.conditions:
        condition.begin_turn()
    battle.tell("turn", f"Turn {position.turn}", SECTION, turn=position.turn)
    position.phase = INITIATIVE
    return
    yield


def roll_initiative(battle: Battle[Position]) -> Rule[None]:
    """1 Each side rolls 2D6; the loser moves and attacks first."""
    position = battle.position
    if initiative_is_known(position):
        _begin_movement(position)
        return
    red, blue = _initiative(battle, 0), _initiative(battle, 1)
    while red == blue:
        red, blue = _initiative(battle, 0), _initiative(battle, 1)
    position.first = 0 if red < blue else 1
    position.margin = abs(red - blue)
    winner = SIDES[1 - position.first]
    battle.tell("initiative", f"{winner} wins the initiative by {position.margin}", SECTION, winner=1 - position.first)
    _begin_movement(position)
    return
    yield


def initiative_is_known(position: Position) -> bool:
    """13.6 Whether the roll before play decides the first turn too."""
    return position.turn == 1 and position.margin > 0 and position.field.edition.round_initiative == "first_turn"


def _begin_movement(position: Position) -> None:
    position.phase, position.side, position.to_move, position.then_move = MOVEMENT, NOBODY, 0, 0


def _initiative(battle: Battle[Position], side: int) -> int:
    faces = battle.roll(2, D6, "initiative")
    modifier = initiative_modifier(battle.position, side)
    total = sum(faces) + modifier.total
    battle.tell("roll", f"{SIDES[side]} rolls {modifier.rolled(sum(faces), '2D6')}", SECTION, side=side, faces=faces)
    return total


def initiative_modifier(position: Position, side: int) -> Tally:
    """1, 16 What a side adds to its initiative roll."""
    return say_of_side(position, side).reckoning("initiative", 0, initiative_facts(position, side)).tally


def initiative_facts(position: Position, side: int) -> dict[str, Any]:
    """What holds for a side's initiative."""
    # What is rolled before play is the first turn's.
    return usual_facts() | {"turn": max(1, position.turn)}


# Movement


def movement(battle: Battle[Position]) -> Rule[None]:
    """1, 13.2 One unit's move; sides take turns, the larger with more units at a time."""
    position = battle.position
    if not position.to_move and not _next_to_move(position):
        position.phase, position.side = COMBAT, position.first
        return
    units = yet_to_move(position, position.side)
    if not units:  # somebody who was counted has gone aboard or been lost since
        position.to_move = 0
        return
    unit = units[0]
    if len(units) > 1:
        unit = yield WhoMoves(position.seen_by(position.side), position.side, units)
    yield from move_unit(battle, unit)
    position.to_move -= 1


def _next_to_move(position: Position) -> bool:
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
    units = [unit for unit in position.field.of_side[position.side] if may_act(position, unit)]
    if not units:
        yield from _side_has_acted(battle)
        return
    unit = units[0]
    if len(units) > 1:
        unit = yield WhoActs(position.seen_by(position.side), position.side, units)
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
    end_effects(position)
    yield from choose_modes(battle)
    yield from scenario.infiltration(battle)
    if ends_at_once(battle):
        return
    yield from scenario.claims(battle, _idle(position, cold))
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
