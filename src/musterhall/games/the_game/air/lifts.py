"""3.4.3 Lifts: troops aboard aircraft of another formation. Those that carry the same troops fly as one formation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from musterhall.games.the_game.army.datasheets import TRANSPORT
from musterhall.games.the_game.army.forces import ForceFormation
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.readings.slips import plain
from musterhall.tally import and_list

ANY_NUMBER = 100
"""More units than any formation has."""


def joined_lifts(formations: Sequence[ForceFormation]) -> list[ForceFormation]:
    """3.4.3 The formations of a force; carriers that some troops are spread over are one formation, named for all."""
    found = list(formations)
    for rider in formations:
        named = {plain(name) for name in rider.carried_by}
        carriers = [one for one in found if named & _carriers_in(one.name)]
        if len(carriers) > 1:
            found[found.index(carriers[0])] = replace(
                carriers[0],
                name=and_list([one.name for one in carriers]),
                units=tuple(sheet for one in carriers for sheet in one.units),
                cost=sum(one.cost for one in carriers),
            )
            found = [one for one in found if one not in carriers[1:]]
    return found


def carrier_of(rider: ForceFormation, formations: Sequence[Formation]) -> Formation | None:
    """The formation of aircraft that carries these troops."""
    named = {plain(name) for name in rider.carried_by}
    return next((one for one in formations if named & _carriers_in(one.name)), None)


def _carriers_in(name: str) -> set[str]:
    """The names of the carriers that a formation is named for; one alone may have a comma in its name."""
    return {plain(part) for part in (name, *re.split(", | and ", name))}


def board(position: Position, riders: Formation, carrier: Formation) -> None:
    """3.4.3 Put the troops into the aircraft, as many into each as it carries; without room they stay behind."""
    places = [unit for unit in carrier.units for _ in range(room_aboard(position, unit))]
    for unit, transport in zip(riders.units, places, strict=False):
        position.aboard[unit] = transport


def room_aboard(position: Position, aircraft: int) -> int:
    """3.4.3 How many more units an aircraft takes in; as a variant a plane that is empty takes in any formation."""
    sheet, aboard = position.unit(aircraft).sheet, len(position.passengers(aircraft))
    if sheet.transport is None:
        return 0
    if sheet.type == TRANSPORT and position.field.variants.paratrooper_room == "one_for_all":
        return 0 if aboard else ANY_NUMBER
    return sheet.transport.capacity - aboard


def troops_aboard(position: Position, carrier: Formation) -> list[Formation]:
    """The formations that have somebody in these aircraft."""
    aboard = {position.unit(unit).formation for one in carrier.units for unit in position.passengers(one)}
    return [position.formations[index] for index in sorted(aboard) if index != carrier.index]
