"""What follows from where a unit's move has ended: a zone of control around it."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.attacks.ranges import in_front_arc
from musterhall.games.alpha_strike.command.hidden import find_hidden, leave_prepared_position
from musterhall.games.alpha_strike.movement.allowance import JUMPING, move_of
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.movement.zones import EXERTS, HELD
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of, command_abilities_of
from musterhall.games.alpha_strike.position.side_facts import CONTACT

SECTION = "16"
A_UNIT_MOVED: Moment[Callable[[Battle[Position], int, Moved], None]] = Moment("a unit has moved", SECTION)

A_PILOT_MOVED: Moment[Callable[[Battle[Position], int, Moved], Rule[None]]] = Moment("a pilot has moved", "17")
"""The same for the abilities of its pilot, who may be asked something."""

A_UNIT_LEFT: Moment[Callable[[Battle[Position], int, Moved], None]] = Moment("a unit has left the table", SECTION)

ZONE_NEEDS = 2.0
"""16 The inches that the holder of a zone of control must have left."""


def after_move(battle: Battle[Position], unit: int, moved: Moved) -> Rule[None]:
    """12, 16, 17 What a move has led to: hidden enemies that are found, and what abilities make of it."""
    position = battle.position
    leave_prepared_position(position, unit)
    find_hidden(battle, unit)
    moment = A_UNIT_LEFT if moved.leaves_by else A_UNIT_MOVED
    if moved.leaves_by or position.conditions[unit].on_table:
        for _, act in moment.of(command_abilities_of(position, position.unit(unit).side)):
            act(battle, unit, moved)
    if position.conditions[unit].on_table:
        for _, ask in A_PILOT_MOVED.of(abilities_of(position, unit)):
            yield from ask(battle, unit, moved)


@A_UNIT_MOVED.acted_by("zone_of_control")
def hold(battle: Battle[Position], unit: int, moved: Moved) -> None:
    """16 A unit that stops in base contact with two inches to spare holds enemies before it that have yet to move.

    It has come over the ground: who jumps or flies holds nobody. Nor can others pass near it freely, whether
    those before it have moved or not.
    """
    position = battle.position
    let_go(position, unit)
    condition = position.conditions[unit]
    spare = move_of(position, unit, condition.mode or "ground") - moved.cost
    over_ground = not (condition.mode == JUMPING or position.unit(unit).flies_low or position.unit(unit).is_aerospace)
    if not over_ground or spare < ZONE_NEEDS:
        return
    until = position.turn if position.field.edition.zone_lasts == "this_phase" else 0
    before_it = [enemy for enemy in position.on_table(1 - position.unit(unit).side) if _faces(position, unit, enemy)]
    if before_it:
        condition.add_effect(Effect(EXERTS, until=until))
    for enemy in before_it:
        if position.conditions[enemy].mode:
            continue
        position.conditions[enemy].add_effect(Effect(HELD, unit, until))
        text = f"{position.unit(unit).name} holds {position.unit(enemy).name} in its zone of control"
        battle.tell("zone", text, SECTION, unit=enemy)


def _faces(position: Position, unit: int, enemy: int) -> bool:
    """16 Whether a unit has an enemy in base contact before it whom it could hold: infantry holds infantry alone."""
    other = position.unit(enemy)
    if other.flies_low or other.is_aerospace or (position.unit(unit).is_infantry and not other.is_infantry):
        return False
    return position.gap(unit, enemy) <= CONTACT and in_front_arc(position, unit, enemy)


def let_go(position: Position, unit: int) -> None:
    """16 By the other reading a zone lasts until its holder moves."""
    position.conditions[unit].drop_effect(EXERTS)
    for condition in position.conditions:
        if condition.effects:
            condition.effects = tuple(one for one in condition.effects if (one.name, one.by) != (HELD, unit))
