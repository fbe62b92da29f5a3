"""What a hit on a transport and its loss mean to those aboard."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.riding import rider_outside
from musterhall.games.alpha_strike.position.condition import DESTROYED
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.transport.dropping import nearest_landing

SECTION = "2"


def who_is_struck(battle: Battle[Position], target: int) -> int:
    """2 Whom a hit on a unit strikes: with battle armour riding on it, a die may turn it onto that."""
    position = battle.position
    rider = rider_outside(position, target)
    if rider is None:
        return target
    face, needs = battle.roll(1, D6, "who is struck")[0], position.field.edition.omni_rider_hit_on
    if face < needs:
        return target
    text = f"{position.unit(rider).name} on {position.unit(target).name} takes the hit: {face}, {needs}+"
    battle.tell("struck", text, SECTION, unit=rider, carrier=target)
    return rider


def lose_passengers(battle: Battle[Position], carrier: int) -> list[int]:
    """2 What becomes of those aboard a unit that is lost: they are lost with it, or get off; who was lost."""
    position = battle.position
    lost = []
    for rider in position.aboard(carrier):
        condition, name = position.conditions[rider], position.unit(rider).name
        if position.field.edition.passengers_of_a_wreck == "dismount" and condition.structure > 0:
            position.put(rider, nearest_landing(position, rider, position.at(carrier)))
            condition.carrier = NOBODY
            battle.tell("dismount", f"{name} gets out of the wreck", SECTION, unit=rider)
            continue
        condition.place, condition.structure = DESTROYED, 0
        lost.append(rider)
        battle.tell("destroyed", f"{name} is lost with its transport", SECTION, unit=rider)
    return lost
