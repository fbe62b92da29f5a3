"""The position that a file describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from musterhall.games.age_of_destruction.cards.cards import NO_CARD, Card, Cards, sample_cards
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.field import NOBODY, Field, Player, Unit
from musterhall.games.age_of_destruction.field.terrain import terrain_words
from musterhall.games.age_of_destruction.forces import Force
from musterhall.games.age_of_destruction.hands import CardKind
from musterhall.games.age_of_destruction.position.position import Position, Shell, SideState
from musterhall.games.age_of_destruction.position_file.model import Row, ShellEntry, SideEntry, TableFile, UnitEntry
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheet_check import DIAL_ROWS, MODES
from musterhall.games.age_of_destruction.units.sheets import Sheets, read_sheet, sample_sheets
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like
from musterhall.table import NORTH_AND_SOUTH, Table, table_from_data

SIDES = ("red", "blue")
CARD_KINDS = get_args(CardKind)
USUAL_HEAT = {"speed": [0, 0, 0, -1, -1], "damage": [0, 0, 0, 0, -1]}
"""The heat dial of a 'Mech of which the file shows none."""
ALIKE = (
    "type",
    "rank",
    "points",
    "salvage",
    "range",
    "weapon",
    "secondary_weapon",
    "arc",
    "equipment",
    "places",
    "artillery",
    "jump_jets",
    "infiltrator",
)
"""What stands on a sheet as it stands in a unit's entry."""


def position_from(data: Mapping[str, Any], name: str, sheets: Sheets | None = None) -> Position:
    """The position in a parsed file; everything wrong with it is `BadInput`.

    `sheets` are the units whose dials are known; without them, those that come with the game.
    """
    return read_position(parse_model(TableFile, data, name), name, sheets)


def read_position(file: TableFile, name: str, sheets: Sheets | None = None) -> Position:
    _check_names([unit.name for unit in file.unit], name)
    # Units of one side come first in a position, however the file mixes them.
    entries = sorted(file.unit, key=lambda entry: SIDES.index(entry.side))
    position = Position.of(_field(file, entries, sample_sheets() if sheets is None else sheets, name))
    numbers = {entry.name: number for number, entry in enumerate(entries)}
    for unit, entry in enumerate(entries):
        _set_unit(position, unit, entry, numbers, f"{name}: unit {entry.name!r}")
    cards = Cards((*sample_cards(), *(row.card() for row in file.card)))
    for side, said in enumerate((file.red, file.blue)):
        position.set_side(side, _side(said, cards, f"{name}: {SIDES[side]}"))
    position.round, position.stage = file.round, file.stage
    position.first, position.side = SIDES.index(file.first), SIDES.index(file.side)
    position.orders = _orders(position) if file.orders is None else file.orders
    position.shells = tuple(_shell(position, one, numbers, f"{name}: shell") for one in file.shell)
    position.time_called = file.time_called
    position.terrain = _table(file, name, file.aside).pieces
    position.placer = 1 - position.first
    position.with_cards = bool(file.red.hand or file.blue.hand)
    return position


def _shell(position: Position, said: ShellEntry, numbers: Mapping[str, int], place: str) -> Shell:
    by = _number(numbers, said.by, place)
    now = position.click(by)
    attack = now.attack if said.attack is None else said.attack
    x, y = said.at
    return Shell(by, x, y, attack, now.damage if said.damage is None else said.damage)


def _orders(position: Position) -> int:
    total = position.field.players[position.side].build_total
    return total // position.field.edition.points_per_order


def _check_names(names: Sequence[str], name: str) -> None:
    twice = sorted({one for one in names if names.count(one) > 1})
    if twice:
        raise BadInput(f"{name}: unit {twice[0]!r} stands there twice; give each unit its own name.")


# What does not change


def _field(file: TableFile, entries: Sequence[UnitEntry], sheets: Sheets, name: str) -> Field:
    sides = (file.red, file.blue)
    units = tuple(
        _unit(number, entry, sheets, sides[SIDES.index(entry.side)], f"{name}: unit {entry.name!r}")
        for number, entry in enumerate(entries)
    )
    players = (_player(0, file.red), _player(1, file.blue))
    return Field(_table(file, name, file.terrain), units, players, Edition.of(file.variants))


def _table(file: TableFile, name: str, terrain: Sequence[Mapping[str, Any]]) -> Table:
    data = {"name": name, "unit": "inches", "width": file.width, "depth": file.depth, "terrain": terrain}
    return replace(table_from_data(data, name, terrain_words()), edges=NORTH_AND_SOUTH)


def _player(side: int, said: SideEntry) -> Player:
    title = said.name or SIDES[side].capitalize()
    return Player(side, title, Force(title, "", said.faction, ()), said.build_total)


def _unit(number: int, entry: UnitEntry, sheets: Sheets, side: SideEntry, place: str) -> Unit:
    sheet = _sheet(entry, sheets, place)
    faction = side.faction or sheet.faction if entry.faction is None else entry.faction
    return Unit(number, SIDES.index(entry.side), entry.name, sheet, faction, sheet.points)


def _sheet(entry: UnitEntry, sheets: Sheets, place: str) -> UnitSheet:
    if entry.unit:
        try:
            return sheets.find(entry.unit)
        except BadInput as unknown:
            raise BadInput(f"{place}: {unknown}") from None
    data = {key: getattr(entry, key) for key in ALIKE}
    clicks = _number_of_clicks(entry)
    data |= {row: _clicks(getattr(entry, row), clicks) for row in DIAL_ROWS}
    if entry.type == "mech":
        data |= {"heat": entry.heat_dial or USUAL_HEAT, "vent": entry.vent}
        data["secondary"] = _clicks(entry.secondary, clicks)
    mode = entry.speed_mode or MODES[entry.type][0]
    return read_sheet({"name": entry.name, "speed_mode": mode, **data}, place)


def _number_of_clicks(entry: UnitEntry) -> int:
    """What the file says; without a word, as many as its longest row has."""
    written = [len(row) for name in (*DIAL_ROWS, "secondary") if isinstance(row := getattr(entry, name), list)]
    return entry.clicks if "clicks" in entry.model_fields_set or not written else max(written)


def _clicks(row: Row, clicks: int) -> list[int]:
    return row if isinstance(row, list) else [row] * clicks


# What does


def _number(numbers: Mapping[str, int], said: str, place: str) -> int:
    if said in numbers:
        return numbers[said]
    near = names_like(said, numbers, 1)
    remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(numbers)}."
    raise BadInput(f"{place}: there is no unit {said!r:.60}; {remedy}")


def _set_unit(position: Position, unit: int, entry: UnitEntry, numbers: Mapping[str, int], place: str) -> None:
    state, sheet = position.states[unit], position.unit(unit).sheet
    if entry.click > len(sheet.dial):
        raise BadInput(f"{place}: click: its dial has {len(sheet.dial)}; write a smaller one.")
    if entry.heat > sheet.shuts_down_at:
        raise BadInput(f"{place}: heat: its dial goes to {sheet.shuts_down_at}; write less.")
    if entry.cruising and sheet.type != "vtol":
        raise BadInput(f"{place}: cruising: only a VTOL does that; take it out.")
    state.click = entry.click - 1
    for key in ("heat", "tokens", "shut_down", "cruising", "ordered", "began_in", "beacon", "pulsed"):
        setattr(state, key, getattr(entry, key))
    state.captor = _number(numbers, entry.captive_of, place) if entry.captive_of else NOBODY
    state.bound_to = _number(numbers, entry.bound_to, place) if entry.bound_to else NOBODY
    state.began_behind = _number(numbers, entry.began_behind, place) if entry.began_behind else NOBODY
    _place(position, unit, entry, numbers, place)


def _place(position: Position, unit: int, entry: UnitEntry, numbers: Mapping[str, int], place: str) -> None:
    state = position.states[unit]
    if entry.at is not None:
        x, y = entry.at
        if not position.field.table.contains((x, y)):
            table = position.field.table
            raise BadInput(
                f"{place}: at: ({x:g}, {y:g}) is off the {table.width:g} by {table.depth:g} inches; move it."
            )
        position.put(unit, (x, y), entry.facing)
    if entry.aboard:
        state.place, state.transport = "aboard", _number(numbers, entry.aboard, place)
    if entry.place is not None:
        state.place = entry.place
    if state.place == "eliminated":
        state.click = len(position.unit(unit).sheet.dial)
        by = _number(numbers, entry.eliminated_by, place) if entry.eliminated_by else NOBODY
        position.eliminated = (*position.eliminated, (unit, by))


def _card(said: Sequence[str], cards: Cards, place: str) -> Card:
    if len(said) != 2 or said[1] not in CARD_KINDS:
        raise BadInput(f'{place}: hand: a card is its name and its kind, like ["Fog", "planetary_condition"].')
    return cards.get(said[0], said[1])  # type: ignore[arg-type]


def _side(said: SideEntry, cards: Cards, place: str) -> SideState:
    return SideState(
        zone_counts=tuple(said.zone_counts),
        hand=tuple(_card(one, cards, place) for one in said.hand),
        card=cards.get(said.card, said.card_kind) if said.card else NO_CARD,
        card_chosen=bool(said.card),
        card_shown=said.card_shown,
        mission_points=said.mission_points,
        awes=said.awes,
        fewer_orders=said.fewer_orders,
    )
