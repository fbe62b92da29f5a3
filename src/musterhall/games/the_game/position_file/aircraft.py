"""What a position file says of aircraft: marks of patrols, flights, drops, and who has popped up."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.games.the_game.air.air_orders import mark_refusal, usual_mark
from musterhall.games.the_game.air.aircraft import may_be_given, minimum_run
from musterhall.games.the_game.air.flying import set_flight, usual_shape
from musterhall.games.the_game.air.paths import Refusal, edges_at, entry_edges
from musterhall.games.the_game.air.popping_up import pop_up
from musterhall.games.the_game.air.whole_flights import flight_refusal, sections_refusal
from musterhall.games.the_game.army.datasheets import TRANSPORT_HELICOPTER
from musterhall.games.the_game.phases.commands import AIR_PATROL, HIGH_ALTITUDE_FLIGHT
from musterhall.games.the_game.position.air_state import Drop, Flight, Mark, Marks
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.games.the_game.position_file.model import FlightRow, FormationRow, OrdersRow, wrong
from musterhall.games.the_game.position_file.units import Draft
from musterhall.games.the_game.position_file.words import command_word
from musterhall.geometry import bearing


def put_in_the_air(position: Position, index: int, entry: FormationRow, drafts: Sequence[Draft], where: str) -> None:
    """Where a formation flies, whether it has jumped, and whether it has popped up."""
    if entry.drop is not None:
        _check_drop(position, index, entry.drop, where)
        position.air = position.air.with_drop(Drop(index, *entry.drop))
    if entry.popped_up:
        _check_hovering(position, index, where)
        pop_up(position, position.formations[index])
    if entry.flight is not None:
        _put_flight(position, index, entry.flight, drafts, where)


def lay_marks(position: Position, index: int, entry: OrdersRow, where: str) -> None:
    """3.3.1 Where patrols come in; one that says nothing comes in the middle of its own edge, straight ahead."""
    formation, marks = position.formations[index], []
    for word, said in ((entry.now, entry.mark), (entry.next, entry.next_mark)):
        patrol = command_word(word) == AIR_PATROL
        flown = word == "" and entry.face_up and said is entry.mark
        if said is not None and not patrol and not flown:
            raise wrong(where, "mark: only a patrol has one; take it out")
        mark = Mark(*said) if said is not None else usual_mark(position, formation.side) if patrol else None
        refusal = mark_refusal(position, formation.side, mark) if mark is not None else ""
        if refusal:
            raise wrong(where, f"mark: {refusal}; move it")
        marks.append(mark)
    position.air = position.air.marked(index, Marks(*marks))


def _check_drop(position: Position, index: int, marker: Sequence[float], where: str) -> None:
    """2.3.3 Troops on their way down are off the table, and their marker lies on it.

    Others of their formation may stand there already: who lived when an aircraft fell.
    """
    x, y = marker
    if not position.field.table.contains((x, y)):
        raise wrong(where, f"drop: {x:g}, {y:g} is off the table; put the marker onto it")
    if not any(_on_the_way_down(position, unit) for unit in position.formations[index].units):
        raise wrong(where, "drop: who stands on the table does not jump onto it; say on_table = false")


def _on_the_way_down(position: Position, unit: int) -> bool:
    return not position.on[unit] and position.aboard[unit] == NOBODY


def _check_hovering(position: Position, index: int, where: str) -> None:
    if index not in position.field.helicopters:
        raise wrong(where, "popped_up: only attack helicopters do that (3.2); take it out")


def _put_flight(position: Position, index: int, entry: FlightRow, drafts: Sequence[Draft], where: str) -> None:
    """3.4 A formation that has flown this path; one that does not say how flies wing to wing at the end of it."""
    formation, flight = position.formations[index], _flight(entry, drafts, where)
    if not formation.flies:
        raise wrong(where, "flight: only aircraft have one; take it out")
    for x, y in flight.path:
        if not position.field.table.contains((x, y)):
            raise wrong(where, f"flight: {x:g}, {y:g} is off the table; end the path at its edge")
    refusal = _flight_refusal(position, formation, flight)
    if refusal is not None:
        raise wrong(where, f"flight: {refusal.reason} ({refusal.section}); mend it")
    if entry.apart:
        paths = {_called(name, drafts, where): tuple((x, y) for x, y in path) for name, path in entry.apart.items()}
        position.air = position.air.flown_apart(index, paths)
    if entry.beside:
        position.air = position.air.flown(index, flight)
        return
    set_flight(position, formation, flight._replace(offsets=usual_shape(formation)))
    if len(flight.path) > 1:
        position.facing[formation.units] = bearing(*flight.path[-2:])


def _flight_refusal(position: Position, formation: Formation, flight: Flight) -> Refusal | None:
    """3.4, 3.2 Why nobody could have flown like this; helicopters may have taken off where they had landed."""
    field, minimum = position.field, minimum_run(position, formation)
    given = may_be_given(position, formation)
    if flight.high and HIGH_ALTITUDE_FLIGHT not in given:
        return Refusal("helicopters never fly high", "3.2")
    if not edges_at(field, flight.path[0]) and _helicopters(position, formation):
        return sections_refusal(field, minimum, flight.path)
    return flight_refusal(field, minimum, flight.path, entry_edges(field, formation.side, patrol=AIR_PATROL in given))


def _helicopters(position: Position, formation: Formation) -> bool:
    return all(position.unit(unit).sheet.type == TRANSPORT_HELICOPTER for unit in formation.units)


def _flight(entry: FlightRow, drafts: Sequence[Draft], where: str) -> Flight:
    offsets = [(_called(name, drafts, where), dx, dy) for name, (dx, dy) in entry.beside.items()]
    fired = [_called(name, drafts, where) for name in entry.fired]
    path = tuple((x, y) for x, y in entry.path)
    return Flight(path, entry.high, tuple(offsets), tuple(fired), entry.since)


def _called(name: str, drafts: Sequence[Draft], where: str) -> int:
    """A unit written as "formation / unit"."""
    found = [index for index, draft in enumerate(drafts) if f"{draft.company} / {draft.name}" == name]
    if len(found) != 1:
        raise wrong(where, f"flight: no unit is called {name!r}; write it as 'formation / unit'")
    return found[0]
