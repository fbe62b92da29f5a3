"""Who can ride on whom: the room inside a transport, and the one place for battle armour outside."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.position.position import Position

SECTION = "2"


def why_not_aboard(position: Position, carrier: int, rider: int) -> str:
    """2, 10 Why a unit cannot go aboard another; empty where it can."""
    transport, troops = position.unit(carrier), position.unit(rider)
    if transport.side != troops.side or carrier == rider:
        return f"{troops.name} rides only on a unit of its own side"
    if not troops.is_infantry:
        return f"{troops.name} is no infantry, and only infantry rides"
    if not _may_ride_at_all(transport, troops):
        return f"{transport.name} has no place for {troops.name}"
    if not has_room(transport, [*(position.unit(one) for one in position.aboard(carrier)), troops]):
        return f"{transport.name} has no room left for {troops.name}"
    return ""


def has_room(transport: Unit, troops: Sequence[Unit]) -> bool:
    """10 Whether all of these have a place: one outside, and as much CAR inside as it has IT."""
    outsiders = [NOBODY, *(place for place, one in enumerate(troops) if rides_outside(transport, one))]
    return any(_fit_inside(transport, _without(troops, outsider)) for outsider in outsiders)


def rider_outside(position: Position, carrier: int) -> int | None:
    """10 The battle armour that rides on the outside of a unit; whoever fits inside is inside."""
    transport, aboard = position.unit(carrier), position.aboard(carrier)
    if _fit_inside(transport, [position.unit(one) for one in aboard]):
        return None
    for rider in aboard:
        others = [position.unit(one) for one in aboard if one != rider]
        if rides_outside(transport, position.unit(rider)) and _fit_inside(transport, others):
            return rider
    return None


def rides_outside(transport: Unit, troops: Unit) -> bool:
    """10 Battle armour with MEC rides on OMNI units; with XMEC it rides on any 'Mech too."""
    if transport.is_infantry or transport.is_aerospace:
        return False
    return (transport.has("OMNI") and (troops.has("MEC") or troops.has("XMEC"))) or (
        transport.is_mech and troops.has("XMEC")
    )


def _may_ride_at_all(transport: Unit, troops: Unit) -> bool:
    return rides_outside(transport, troops) or (_rating(transport, "IT") > 0 and _rating(troops, "CAR") > 0)


def _fit_inside(transport: Unit, troops: Sequence[Unit]) -> bool:
    if not all(_rating(one, "CAR") for one in troops):
        return False
    return sum(_rating(one, "CAR") for one in troops) <= _rating(transport, "IT")


def _without(troops: Sequence[Unit], place: int) -> list[Unit]:
    return [one for number, one in enumerate(troops) if number != place]


def _rating(unit: Unit, special: str) -> float:
    found = unit.card.special(special)
    return float(found.values[0]) if found and found.values else 0.0
