"""How far a unit may go in each way of moving, and how hard that makes it to hit."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from musterhall.games.alpha_strike.abilities.modifiers import Reckoning
from musterhall.games.alpha_strike.field.terrain import TerrainKind, kinds_by_number
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.movement.drive import hurt_move, hurt_tmm
from musterhall.games.alpha_strike.position.condition import Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import say_of, usual_facts
from musterhall.games.alpha_strike.units.cards import JUMP, WALK, best_move, ground_move, jump_move, tmm
from musterhall.geometry import Floats

STANDSTILL: Mode = "standstill"
GROUND: Mode = "ground"
JUMPING: Mode = "jump"
SPRINT: Mode = "sprint"

CLIMB_COST = {"mech": 2.0, "industrial mech": 2.0, "protomech": 2.0, "vtol": 2.0, "wige": 2.0}
"""2 What an inch of height costs; everybody else pays 4."""
CLIMB_MOST = {"mech": 2.0, "industrial mech": 2.0}
"""2 The highest step; everybody else's is 1."""
FLYING = math.inf
"""How high a unit in the air may step: over everything."""


def is_immobile(position: Position, unit: int) -> bool:
    """2 Whether a unit cannot move at all: hurt, shut down or stunned. Heat alone roots nobody to the spot."""
    condition = position.conditions[unit]
    if condition.shut_down or condition.stunned_until >= position.turn:
        return True
    return hurt_move(best_move(position.field.units[unit].card), condition.drive) <= 0


def move_facts(position: Position, unit: int, mode: Mode) -> dict[str, Any]:
    """What holds for a unit that moves in this way."""
    condition = position.conditions[unit]
    return usual_facts() | {
        "turn": position.turn,
        "attacker_type": position.field.units[unit].kind,
        "attacker_move": mode,
        "heat": condition.heat,
        "pulsed": any(one.name == "pulsed" and one.until == position.turn for one in condition.effects),
        "dismounted": condition.effect("dismounted") is not None,
        "disrupted": condition.effect("disrupted") is not None,
        "demoralized": condition.effect("demoralized") is not None,
    }


def move_of(position: Position, unit: int, mode: Mode, **more: Any) -> int:
    """2 The inches that a unit has for a way of moving, with everything that changes them."""
    base = _hurt_move(position, unit, mode)
    if base <= 0:
        return 0
    return max(0, say_of(position, unit).total("move", base, move_facts(position, unit, mode) | more))


def move_reckoning(position: Position, unit: int, mode: Mode, **more: Any) -> Reckoning:
    """2 The same with its parts."""
    base = _hurt_move(position, unit, mode)
    return say_of(position, unit).reckoning("move", base, move_facts(position, unit, mode) | more)


def _hurt_move(position: Position, unit: int, mode: Mode) -> int:
    """The Move printed on the card, less what hits have taken."""
    card = position.field.units[unit].card
    printed = jump_move(card) if mode == JUMPING else ground_move(card)
    return hurt_move(printed, position.conditions[unit].drive)


def modes_of(position: Position, unit: int) -> list[Mode]:
    """2 The ways of moving that are open to a unit now; standing still always is."""
    barred = position.scenario.modes_barred(position, unit)
    found: list[Mode] = [STANDSTILL]
    if is_immobile(position, unit):
        return found
    if move_of(position, unit, GROUND) > 0:
        found += [GROUND, SPRINT]
    if move_of(position, unit, JUMPING) > 0:
        found.append(JUMPING)
    return [mode for mode in found if mode not in barred]


def tmm_of(position: Position, unit: int) -> int:
    """2 The target movement modifier of a unit for the way it has moved this turn.

    It comes from the Move that it has, not from the inches it went; one that stood still has none.
    """
    condition, card = position.conditions[unit], position.field.units[unit].card
    if condition.mode in ("", STANDSTILL):
        return 0
    jumped = condition.mode == JUMPING
    value = hurt_tmm(tmm(card, JUMP if jumped else WALK), condition.drive, position.field.edition)
    hot = condition.heat >= HOT and not jumped
    return max(0, value - 1 if hot else value)


HOT = 2
"""6 The heat at which a unit's ground TMM falls by 1."""


# What an inch costs


def costs_of(position: Position, unit: int) -> Floats:
    """2 For each kind of terrain what an inch costs a unit beyond itself; infinite where it may not go."""
    memo, key = position.field.memo, ("costs", unit, position.conditions[unit].granted)
    if key not in memo:
        costs = [_cost(position, unit, kind) for kind in kinds_by_number()]
        memo[key] = np.array(costs)
    return memo[key]  # type: ignore[no-any-return]


def _cost(position: Position, unit: int, kind: TerrainKind) -> float:
    mover = position.field.units[unit]
    if kind.solid:
        return math.inf
    if mover.kind == "vtol":
        return 0.0
    if _code(mover) in kind.barred:
        return math.inf
    plain = 0 if mover.is_infantry and (kind.woods or kind.building) else kind.cost
    if not plain:
        return 0.0
    facts = move_facts(position, unit, GROUND) | {"move_terrain": kind.fact}
    # Abilities speak of the whole inch, and never bring it below one.
    return max(0, say_of(position, unit).total("terrain cost", plain + 1, facts) - 1)


def _code(unit: Unit) -> str:
    """The movement code by which a unit goes on the ground."""
    codes = [code for code in unit.card.moves if code != JUMP]
    return codes[0][:1] if codes else WALK


def climb_of(position: Position, unit: int) -> Floats:
    """2 What an inch of height costs a unit, and the highest step that it takes."""
    kind = position.field.units[unit].kind
    if kind == "vtol":
        return np.array([0.0, FLYING])
    return np.array([CLIMB_COST.get(kind, 4.0), CLIMB_MOST.get(kind, 1.0)])
