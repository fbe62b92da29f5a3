"""What holds at every moment of every battle, whatever was decided."""

from __future__ import annotations

from musterhall.games.age_of_destruction.field.bases import base_gap, outline_gap
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.field.terrain import BLOCKING
from musterhall.games.age_of_destruction.position.position import CONTACT, Position
from musterhall.geometry import contains


def broken_invariants(position: Position) -> list[str]:
    """What is wrong with a position that no battle should come to; nothing where all is well."""
    found = []
    for unit, state in enumerate(position.states):
        sheet, name = position.unit(unit).sheet, position.unit(unit).name
        if not 0 <= state.click <= len(sheet.dial) or (state.click == len(sheet.dial)) != (state.place == "eliminated"):
            found.append(f"{name}: click {state.click} of {len(sheet.dial)}, {state.place}")
        if not 0 <= state.tokens <= position.field.edition.most_tokens:
            found.append(f"{name}: {state.tokens} tokens")
        if not 0 <= state.heat <= sheet.shuts_down_at:
            found.append(f"{name}: heat {state.heat}")
        if (state.transport != NOBODY) != (state.place == "aboard"):
            found.append(f"{name}: {state.place}, aboard {state.transport}")
        if state.transport != NOBODY and position.states[state.transport].place != "table":
            found.append(f"{name}: its transport is gone")
        if state.captor != NOBODY and position.states[state.captor].place == "eliminated":
            found.append(f"{name}: its captor is gone")
    return found + _held_wrong(position) + _standing_wrong(position)


def _held_wrong(position: Position) -> list[str]:
    """Captives are beside their captors or aboard with them, no transport is too full, and bonds are to enemies."""
    found = []
    for unit, state in enumerate(position.states):
        name, side = position.unit(unit).name, position.unit(unit).side
        if state.captor != NOBODY and state.place != "waiting":
            captor = position.states[state.captor]
            together = (
                state.transport == captor.transport if state.place == "aboard" else position.touches(unit, state.captor)
            )
            if not together or position.unit(state.captor).side == side or captor.captor != NOBODY:
                found.append(f"{name}: is not with {position.unit(state.captor).name}, its captor")
        if state.bound_to != NOBODY:
            other = position.states[state.bound_to]
            if other.place != "table" or other.captor != NOBODY or position.unit(state.bound_to).side == side:
                found.append(f"{name}: bound to {position.unit(state.bound_to).name}, who is {other.place}")
        riders = [position.unit(one).sheet for one in position.passengers_of(unit)]
        edition = position.field.edition
        taken = sum(edition.places_infantry if one.is_infantry else edition.places_vehicle for one in riders)
        if taken > position.unit(unit).sheet.places:
            found.append(f"{name}: {taken} places taken of {position.unit(unit).sheet.places}")
    return found


def _standing_wrong(position: Position) -> list[str]:
    """No base over the edge of the table, in blocking terrain or on another, but for what cruises above them."""
    found = []
    field, units = position.field, list(position.everybody())
    for at, unit in enumerate(units):
        name, up = position.unit(unit).name, position.states[unit].cruising
        if position.hangs_over(unit, position.at(unit), position.facing(unit)):
            found.append(f"{name} hangs over the edge of the table")
        for other in units[at + 1 :]:
            same_level = up == position.states[other].cruising
            if same_level and base_gap(position.bases, unit, other) < -2 * CONTACT:
                found.append(f"{name} stands on {position.unit(other).name}")
        for piece, kind in enumerate(field.kinds):
            inside = contains(field.outlines, piece, *position.at(unit))
            reaches = outline_gap(position.bases, unit, field.outlines, piece) < -2 * CONTACT
            if kind.name == BLOCKING and not up and (inside or reaches):
                found.append(f"{name} stands in {field.pieces[piece].name}")
    return found
