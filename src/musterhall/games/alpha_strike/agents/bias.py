"""What the rules add to a target number beside skill, movement, range, heat and terrain: abilities, kinds of units.

A place is weighed by a plain sum; this is by how much that sum is wrong between two units, asked of the rules
themselves once for each pair and kept as long as the table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from musterhall.games.alpha_strike.attacks.facts import attack_facts
from musterhall.games.alpha_strike.attacks.sight import Sight
from musterhall.games.alpha_strike.attacks.target_number import target_number
from musterhall.games.alpha_strike.movement.allowance import tmm_of
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats

IN_THE_OPEN = Sight(seen=True, share=1.0, partial_cover=False, woods="none", in_water=False)
MOVED = {"": -1, "standstill": -1, "jump": 2}
MEDIUM = 2


def biases(view: Position, unit: int, enemies: Sequence[int]) -> Floats:
    """For each enemy what is added when the unit fires at it, and when it fires at the unit."""
    return np.array([(_bias(view, unit, enemy), _bias(view, enemy, unit)) for enemy in enemies]).reshape(-1, 2)


def _bias(view: Position, unit: int, target: int) -> float:
    conditions, memo = view.conditions, view.field.memo
    key = ("bias", unit, target, conditions[unit].granted, conditions[target].granted)
    if key not in memo:
        memo[key] = _worked_out(view, unit, target)
    return memo[key]  # type: ignore[no-any-return]


def _worked_out(view: Position, unit: int, target: int) -> float:
    one, condition = view.unit(unit), view.conditions[unit]
    facts = attack_facts(view, unit, target, IN_THE_OPEN, "weapon", "medium")
    number = target_number(view, unit, target, facts)
    moved = 0 if one.is_infantry else MOVED.get(condition.mode, 0)
    plain = one.skill + moved + condition.heat + 2 * condition.fire_control_hits + tmm_of(view, target) + MEDIUM
    return float(number - plain)
