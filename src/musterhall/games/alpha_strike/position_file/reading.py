"""The position that a file describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.games.alpha_strike.battles import Setup, new_position
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.ground import depth
from musterhall.games.alpha_strike.field.terrain import RUBBLE
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.force.forces import CommandChoice, Force, ForceUnit, Group
from musterhall.games.alpha_strike.harm.criticals import halves_the_move
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.movement.heights import settle
from musterhall.games.alpha_strike.movement.judging import cannot_stand_in
from musterhall.games.alpha_strike.position.condition import ABOARD, DESTROYED, TABLE, Effect, Mark
from musterhall.games.alpha_strike.position.position import Position, SideState
from musterhall.games.alpha_strike.position_file.model import SideEntry, TableFile, UnitEntry
from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named
from musterhall.games.alpha_strike.units.cards import Card, card_from_data
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like
from musterhall.table import NORTH_AND_SOUTH, Table, table_from_data

SIDES = ("red", "blue")
CARD_FIELDS = (
    "type",
    "size",
    "move",
    "damage",
    "armour",
    "structure",
    "pv",
    "overheat",
    "threshold",
    "specials",
    "role",
)


def position_from(data: Mapping[str, Any], name: str, library: Library | None = None) -> Position:
    """The position in a parsed file; everything wrong with it is `BadInput`.

    `library` are the cards that it may name; without one, those that come with the game.
    """
    return read_position(parse_model(TableFile, data, name), name, library)


def read_position(file: TableFile, name: str, library: Library | None = None) -> Position:
    _check_names([unit.name for unit in file.unit], name)
    edition = Edition.of(file.variants)
    cards = starter_library() if library is None else library
    forces = (_force(file, 0, cards, name), _force(file, 1, cards, name))
    attacker = SIDES.index(file.attacker) if file.attacker else NOBODY
    setup = Setup(
        *forces, _table(file, name), scenario_named(file.scenario), edition, attacker=attacker, region=file.region
    )
    position = new_position(setup)
    numbers = {unit.name: unit.index for unit in position.field.units}
    # Units of one side come first in a position, however the file mixes them.
    for entry in file.unit:
        _set_unit(position, numbers[entry.name], entry, numbers, name)
    for entry in file.unit:
        _mark_unit(position, numbers[entry.name], entry, numbers, name)
    for side, said in enumerate((file.red, file.blue)):
        position.set_side(side, _side(position, side, said, file, numbers, name))
    position.turn, position.phase, position.time_called = file.turn, file.phase, file.time_called
    position.first = SIDES.index(file.first)
    position.side = SIDES.index(file.side) if file.side else (position.first if file.phase == "combat" else NOBODY)
    _set_buildings(position, file.buildings, name)
    if file.objectives:
        position.objectives = position.scenario.objectives_from(position, file.objectives, numbers, name)
    _check_ground(position, name)
    return position


def _set_buildings(position: Position, said: Mapping[str, int], name: str) -> None:
    """12 What is left of buildings; those with nothing left have fallen to rubble."""
    position.buildings = {_piece(position, one, name): left for one, left in said.items()}
    for piece in [piece for piece, left in position.buildings.items() if not left]:
        position.lie = position.field.ground.changed(position.lie, piece, RUBBLE)


def _piece(position: Position, said: str, name: str) -> int:
    pieces = [piece.name for piece in position.field.ground.pieces]
    if said in pieces:
        return pieces.index(said)
    raise BadInput(f"{name}: buildings: there is no terrain {said!r:.60}; there is {', '.join(pieces) or 'none'}.")


def _check_ground(position: Position, name: str) -> None:
    """2 A unit in a lake that it could not have come into is a mistake of who wrote the file."""
    for unit in position.everybody_on_table():
        one = position.unit(unit)
        x, y = position.at(unit)
        if one.is_aerospace or one.flies_low or not depth(position.field.ground.outlines, position.lie, x, y):
            continue
        barred = cannot_stand_in(position, unit, (x, y))
        if barred:
            raise BadInput(
                f"{name}: unit {one.name!r}: stands in {barred} at ({x:g}, {y:g}), where it cannot go; move it."
            )


def _table(file: TableFile, name: str) -> Table:
    data = {"name": name, "unit": "inches", "width": file.width, "depth": file.depth, "terrain": file.terrain}
    table = table_from_data(data, name)
    return replace(table, edges=NORTH_AND_SOUTH)


def _check_names(names: Sequence[str], name: str) -> None:
    twice = sorted({one for one in names if names.count(one) > 1})
    if twice:
        raise BadInput(f"{name}: unit {twice[0]!r} stands there twice; give each unit its own name.")


def _force(file: TableFile, side: int, library: Library, name: str) -> Force:
    said = (file.red, file.blue)[side]
    entries = [entry for entry in file.unit if entry.side == SIDES[side]]
    groups = [one for one in file.formation if one.side == SIDES[side]]
    return Force(
        name=said.name or SIDES[side].capitalize(),
        player="",
        faction=said.faction,
        era=said.era,
        units=tuple(_unit(entry, library, name) for entry in entries),
        groups=tuple(
            Group(
                group.name,
                group.kind,
                tuple(entry.name for entry in entries if entry.formation == group.name),
                group.commander,
                group.choices,
            )
            for group in groups
        ),
        command_abilities=tuple(_choice(one) for one in said.command_abilities),
    )


def _choice(said: str | dict[str, Any]) -> CommandChoice:
    if isinstance(said, str):
        return CommandChoice(said)
    details = {key: value for key, value in said.items() if key != "ability"}
    return CommandChoice(str(said.get("ability", "")), details)


def _unit(entry: UnitEntry, library: Library, name: str) -> ForceUnit:
    return ForceUnit(
        name=entry.name,
        card=_card(entry, library, name),
        skill=entry.skill,
        abilities=tuple(entry.abilities),
        command_unit=entry.command_unit,
        alternate_munitions=tuple(entry.alternate_munitions),
        off_board=entry.off_board,
    )


def _card(entry: UnitEntry, library: Library, name: str) -> Card:
    if entry.unit:
        card = library.get(entry.unit)
        if card is None:
            near = library.nearest(entry.unit)
            remedy = f"perhaps {' or '.join(near)} is meant." if near else "give its figures instead."
            raise BadInput(f"{name}: unit {entry.name!r}: no card is called {entry.unit!r:.80}; {remedy}")
        return card
    figures = {key: getattr(entry, key) for key in CARD_FIELDS}
    return card_from_data({"chassis": entry.name, **figures}, f"{name}: unit {entry.name!r}")


def _number(numbers: Mapping[str, int], said: str, place: str) -> int:
    if said in numbers:
        return numbers[said]
    near = names_like(said, numbers, 1)
    remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(numbers)}."
    raise BadInput(f"{place}: there is no unit {said!r:.60}; {remedy}")


def _set_unit(position: Position, unit: int, entry: UnitEntry, numbers: Mapping[str, int], name: str) -> None:
    place = f"{name}: unit {entry.name!r}"
    condition, card = position.conditions[unit], position.unit(unit).card
    condition.armour = card.armour if entry.armour_left is None else entry.armour_left
    condition.structure = card.structure if entry.structure_left is None else entry.structure_left
    if condition.armour > card.armour or condition.structure > card.structure:
        raise BadInput(f"{place}: has more armour or structure left than its card; lower it.")
    for key in ("heat", "shut_down", "engine_hits", "fire_control_hits", "weapon_hits", "crippled", "inches"):
        setattr(condition, key, getattr(entry, key))
    for key in ("straight", "attacked", "fired", "overheated", "used"):
        setattr(condition, key, getattr(entry, key))
    condition.mode, condition.drive = entry.moved, tuple(entry.drive)
    if condition.engine_hits and halves_the_move(position.unit(unit)) and "engine" not in condition.drive:
        condition.drive = (*condition.drive, "engine")
    condition.granted = tuple(entry.granted) or condition.granted
    condition.stunned_until = 99 if entry.stunned else 0
    condition.heat_marked = entry.heat_marked
    condition.hurt_by = tuple(_number(numbers, one, f"{place}: hurt_by") for one in entry.hurt_by)
    condition.killed_by = _number(numbers, entry.killed_by, f"{place}: killed_by") if entry.killed_by else NOBODY
    condition.lost_in = entry.lost_in
    condition.effects = tuple(_effect(one, numbers, place) for one in entry.effects)
    _place(position, unit, entry, numbers, place)
    if entry.height is not None:
        settle(position, unit, entry.height)


def _mark_unit(position: Position, unit: int, entry: UnitEntry, numbers: Mapping[str, int], name: str) -> None:
    if entry.marked:
        position.conditions[unit].marks = (Mark(entry.marked, NOBODY),)
    for one in entry.marks:
        by = _number(numbers, one.by, f"{name}: unit {entry.name!r}: marks") if one.by else NOBODY
        mark(position, unit, Mark(one.points, by, one.critical_rolls, True, one.critical_bonus, one.kind))


def _effect(said: Any, numbers: Mapping[str, int], place: str) -> Effect:
    by = _number(numbers, said.by, f"{place}: effect {said.name}") if said.by else NOBODY
    value = _number(numbers, said.value, place) if isinstance(said.value, str) else said.value
    return Effect(said.name, by, said.until, value)


def _place(position: Position, unit: int, entry: UnitEntry, numbers: Mapping[str, int], place: str) -> None:
    condition = position.conditions[unit]
    if entry.at is not None:
        x, y = entry.at
        if not position.field.table.contains((x, y)):
            raise BadInput(
                f"{place}: at: ({x:g}, {y:g}) is off the table; keep to its {position.field.table.width:g} "
                f"by {position.field.table.depth:g} inches."
            )
        usual = 90.0 if position.unit(unit).side == 0 else 270.0
        position.put(unit, (x, y), usual if entry.facing is None else entry.facing)
    if entry.aboard:
        condition.place, condition.carrier = ABOARD, _number(numbers, entry.aboard, place)
    if entry.place is not None:
        condition.place = entry.place
    if condition.structure <= 0 and condition.place == TABLE:
        condition.place = DESTROYED


def _side(
    position: Position, side: int, said: SideEntry, file: TableFile, numbers: Mapping[str, int], name: str
) -> SideState:
    place = f"{name}: {SIDES[side]}"
    commanders = [numbers[one.name] for one in file.unit if one.side == SIDES[side] and one.command_unit]
    orders = {_number(numbers, one, place): order for one, order in said.orders.items()}
    hidden = {_number(numbers, one, place): at for one, at in said.hidden.items()}
    return SideState(
        command_units=frozenset(commanders),
        papers=len(commanders),
        shown=frozenset(_number(numbers, one, place) for one in said.shown),
        cleared=frozenset(_number(numbers, one, place) for one in said.cleared),
        choices=_named(said.choices, numbers),
        memory=_named(said.memory, numbers),
        secrets={name: written for name, written in (("hidden", hidden), ("orders", orders)) if written},
    )


def _named(said: Any, numbers: Mapping[str, int]) -> Any:
    """Choices and what is remembered, in which units are called by their names."""
    if isinstance(said, str):
        return numbers.get(said, said)
    if isinstance(said, list):
        return [_named(one, numbers) for one in said]
    return {key: _named(one, numbers) for key, one in said.items()} if isinstance(said, dict) else said
