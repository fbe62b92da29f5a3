"""What became of the units: those of the force, each in a state it can be in, carriers with room."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.events.card_check.check import Check, unit_states
from musterhall.events.card_check.words import lower_first, near_names, unknown_name
from musterhall.events.cards import OF_TYPE, Fate, Roster, RosterUnit, plain
from musterhall.events.scoring import points_title, types_that_count
from musterhall.events.wording import possessive
from musterhall.packs.card_rules import UnitState
from musterhall.packs.model import Pack
from musterhall.problems import Problem


def force_problems(check: Check, side: int) -> Iterator[Problem]:
    roster = check.rosters[side]
    if roster is None:
        yield from _points_problems(check, side)
        return
    half = check.card.sides[side]
    if half.points:
        what = f"gives points by state although the force of {check.names[side]} is on file"
        yield Problem(check.where(side), what, remedy="Say instead what became of which unit")
    seen = set[str]()
    for name, fate in half.units.items():
        unit = roster.unit(name)
        if unit is None:
            yield _no_such_unit(check, side, name, roster)
            continue
        if plain(name) in seen:
            yield Problem(check.where(side, unit.name), "stands on the card twice", remedy="Take one of them out")
        seen.add(plain(name))
        yield from _fate_problems(check, side, unit, fate, roster)
    yield from _doubled_names(check, side, roster)
    yield from _room_problems(check, side, roster)


def _no_such_unit(check: Check, side: int, name: str, roster: Roster) -> Problem:
    what = f'{check.names[side]} has no unit called "{name}"'
    others = check.rosters[1 - side]
    if others is not None and (unit := others.unit(name)) is not None:
        whose = possessive(check.names[1 - side])
        what += f"; {unit.name} is one of {whose} units"
        return Problem(check.where(side), what, remedy=f"Write it down as {whose} {unit.name}")
    return Problem(check.where(side), what, remedy=near_names(name, [unit.name for unit in roster.units]))


def _doubled_names(check: Check, side: int, roster: Roster) -> Iterator[Problem]:
    """Of two units with one name a card cannot say which it means."""
    alike = [plain(unit.name) for unit in roster.units]
    for name in check.card.sides[side].units:
        if alike.count(plain(name)) > 1:
            what = f'{check.names[side]} has several units called "{name}"'
            yield Problem(check.where(side), what, remedy="Give them different names in the force, as #1 and #2")


def _fate_problems(check: Check, side: int, unit: RosterUnit, fate: Fate, roster: Roster) -> Iterator[Problem]:
    where = check.where(side, unit.name)
    state = check.state(fate.state)
    if state is None:
        yield unknown_name(where, "state", fate.state, _state_names(check), "")
        return
    if state.types and unit.type not in state.types:
        what = f"is of type {unit.type} and cannot be {lower_first(state.title)}"
        yield Problem(where, what, state.because, f"Only {' and '.join(state.types)} can; choose another state")
    if state.aboard:
        yield from _aboard_problems(check, side, unit, fate, state, roster)
    elif fate.inside:
        what = f'is {lower_first(state.title)} and cannot be inside "{fate.inside}" as well'
        yield Problem(where, what, state.because, "Take out one of both")


def _aboard_problems(
    check: Check, side: int, unit: RosterUnit, fate: Fate, state: UnitState, roster: Roster
) -> Iterator[Problem]:
    where = check.where(side, unit.name)
    if not fate.inside:
        yield Problem(
            where, f"is {lower_first(state.title)}, but not said in which unit", state.because, "Name the unit"
        )
        return
    carrier = roster.unit(fate.inside)
    if carrier is None:
        what = f'is inside "{fate.inside}", which {check.names[side]} does not have'
        yield Problem(where, what, state.because, near_names(fate.inside, [one.name for one in roster.units]))
    elif carrier is unit:
        yield Problem(where, "is inside itself", state.because, "Name the unit that carries it")
    elif state.inside and carrier.type not in state.inside:
        what = f"is inside {carrier.name}, which is of type {carrier.type} and carries nobody"
        yield Problem(where, what, state.because, f"Name a unit of type {' or '.join(state.inside)}")
    else:
        yield from _carrier_problems(check, side, where, carrier, state, roster)


def _carrier_problems(
    check: Check, side: int, where: str, carrier: RosterUnit, state: UnitState, roster: Roster
) -> Iterator[Problem]:
    found = dict(zip(roster.units, unit_states(check, roster, side), strict=True))[carrier]
    carrier_state = check.state(found)
    if carrier_state is None:
        return
    if carrier_state.aboard:
        what = f"is inside {carrier.name}, which is itself {lower_first(carrier_state.title)}"
        yield Problem(where, what, state.because, "Name the unit that carries both")
    elif carrier_state.gone:
        what = f"is inside {carrier.name}, which is {lower_first(carrier_state.title)}"
        remedy = f"Then it is {lower_first(carrier_state.title)}, too; write so"
        yield Problem(where, what, carrier_state.because or state.because, remedy)


def _room_problems(check: Check, side: int, roster: Roster) -> Iterator[Problem]:
    """A carrier has no more aboard than it has places, and rides in no other itself."""
    taken: dict[RosterUnit, int] = {}
    for name, fate in check.card.sides[side].units.items():
        if not fate.inside:
            continue
        unit, carrier, state = roster.unit(name), roster.unit(fate.inside), check.state(fate.state)
        if unit is None or carrier is None or state is None or not state.aboard or not state.places:
            continue
        taken[carrier] = taken.get(carrier, 0) + state.places.get(unit.type, 0)
        if unit.places:
            what = f"is inside {carrier.name}, and carries others itself"
            yield Problem(
                check.where(side, unit.name), what, state.because, "A transport rides in no other; correct it"
            )
    for carrier, places in taken.items():
        if carrier.places and places > carrier.places:
            what = f"has passengers for {places} places, and it has {carrier.places}"
            because = next(state.because for state in check.event.scoring.state if state.places)
            yield Problem(check.where(side, carrier.name), what, because, "Correct who is inside it")


def _points_problems(check: Check, side: int) -> Iterator[Problem]:
    """Without a force on file a card has the points of all units in a state together."""
    half = check.card.sides[side]
    name = check.names[side]
    if half.units:
        what = f"names units, and no force of {name} is on file to check them against"
        yield Problem(check.where(side), what, remedy="Give the points of the units in each state, or file the force")
    for written_for, points in half.points.items():
        state, _, type_ = written_for.partition(OF_TYPE)
        known = check.state(state)
        if known is None:
            yield unknown_name(check.where(side), "state", state, _state_names(check), "")
            continue
        where = check.where(side, f"points {lower_first(points_title(check.event, written_for))}")
        if points < 0:
            yield Problem(where, f"is {points}, below nothing", known.because, "Add them up again; the least is 0")
        types = types_that_count(check.event, state)
        if points and types and type_ not in types:
            by_type = " or ".join(f"{state}{OF_TYPE}{one}" for one in types)
            remedy = f"Write them for each type that counts, as {by_type}, or file the force of {name}"
            yield Problem(where, "count by the types of the units", known.because, remedy)
        elif type_ and not types:
            yield Problem(where, "do not count by type", known.because, f"Write them together, as {state}")
    most, because = _most_points(check.pack)
    if sum(half.points.values()) > most:
        what = f"units of {sum(half.points.values())} points, and a force of this event has {most} at most"
        yield Problem(check.where(side), what, because, "Add up the points of each state again")


def _most_points(pack: Pack) -> tuple[int, str]:
    points = pack.force.points
    return points.most or max(points.by_units.values()), points.because


def _state_names(check: Check) -> list[str]:
    return [state.name for state in check.event.scoring.state]
