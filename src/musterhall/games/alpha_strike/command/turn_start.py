"""What happens by itself as a turn begins: who is outnumbered, and a group of the enemy that hears no orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from musterhall.battle.battle import Battle
from musterhall.dice import Die
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import ABOARD, INSIDE, TABLE, Effect
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6

SECTION = "16"
AS_A_TURN_BEGINS: Moment[Callable[[Battle[Position], int], None]] = Moment("a turn begins", SECTION)

ON_TABLE = (TABLE, ABOARD, INSIDE)
"""16 Where a unit counts as being on the table: riders do."""


def remember_numbers(position: Position) -> None:
    """16 Hit and Run: which side has fewer units as the turn begins."""
    numbers = [_number(position, side) for side in (0, 1)]
    for side in (0, 1):
        outnumbered = numbers[side] < numbers[1 - side]
        if outnumbered != position.sides[side].memory.get("outnumbered", False):
            position.set_side(side, position.sides[side].remembering(outnumbered=outnumbered))


def _number(position: Position, side: int) -> int:
    if position.field.edition.outnumbered_by == "alive":
        return len(position.in_play(side))
    return sum(position.conditions[unit].place in ON_TABLE for unit in position.field.of_side[side])


DISRUPTED_ON = 6
LOOSE_GROUP = 4
"""16 Units without a formation are counted in fours."""


@AS_A_TURN_BEGINS.acted_by("communications_disruption")
def disrupt(battle: Battle[Position], side: int) -> None:
    """16 On a 6 one group of the enemy, picked by the dice, is slowed in this turn's Movement Phase."""
    position = battle.position
    groups = groups_of(position, 1 - side)
    if not groups or battle.roll(1, D6, "communications disruption")[0] != DISRUPTED_ON:
        return
    place = battle.roll(1, Die("group", len(groups)), "disrupted group")[0] - 1 if len(groups) > 1 else 0
    for unit in groups[place]:
        position.conditions[unit].add_effect(Effect("disrupted", until=position.turn))
    names = ", ".join(position.unit(unit).name for unit in groups[place])
    battle.tell("disruption", f"Communications break down for {names} this turn", SECTION)


def groups_of(position: Position, side: int) -> Sequence[Sequence[int]]:
    """16 The groups of a side that still have units in play: its formations, and loose units in fours."""
    in_play = set(position.in_play(side))
    formations = [one.units for one in position.field.formations if one.side == side]
    loose = [unit for unit in position.field.of_side[side] if position.unit(unit).formation == NOBODY]
    fours = [loose[start : start + LOOSE_GROUP] for start in range(0, len(loose), LOOSE_GROUP)]
    groups = [[unit for unit in group if unit in in_play] for group in (*formations, *fours)]
    return [group for group in groups if group]
