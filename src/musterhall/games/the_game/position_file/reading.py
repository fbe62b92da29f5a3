"""From a position file to the position it stands for; whatever is wrong with the file is `BadInput`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from musterhall.games.the_game.air.aircraft import all_fly, may_be_given
from musterhall.games.the_game.air.insertion import landed, terrain_below
from musterhall.games.the_game.army.datasheets import (
    ARMOURED_VEHICLE,
    CARRIERS,
    INFANTRY,
    TRANSPORT,
    TRANSPORT_HELICOPTER,
)
from musterhall.games.the_game.basics.sides import SIDES, USUAL_TABLE
from musterhall.games.the_game.field.field import Field, Player, Unit
from musterhall.games.the_game.field.terrain import known_kinds
from musterhall.games.the_game.phases.commands import GIVEN
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import (
    ACTION,
    COMMAND,
    END,
    NOBODY,
    OVER,
    PRE_BATTLE,
    SET_UP,
    START,
    Formation,
    Objective,
    Plan,
    Position,
    Scenario,
    group_key,
)
from musterhall.games.the_game.position_file.aircraft import lay_marks, put_in_the_air
from musterhall.games.the_game.position_file.model import (
    FormationRow,
    ObjectiveRow,
    OrdersRow,
    PlanRow,
    PlayerRow,
    PositionFile,
    wrong,
)
from musterhall.games.the_game.position_file.sheets import read_rule
from musterhall.games.the_game.position_file.units import Draft, find_unit, patches, point, read_units
from musterhall.games.the_game.position_file.words import command_word
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.entering import join_helicopter_group
from musterhall.games.the_game.scenario.maps import columns, depths
from musterhall.games.the_game.sea.landings import room_for_troops
from musterhall.games.the_game.sea.sailing import afloat_refusal
from musterhall.problems import BadInput, parse_model
from musterhall.table import Table, table_from_data

PHASES = (SET_UP, PRE_BATTLE, START, COMMAND, ACTION, END, OVER)


@dataclass(slots=True)
class Situation:
    """A position as it was read, and what the position itself has no place for."""

    position: Position
    shot: set[int] = field(default_factory=set)
    """1.8.3 Units that have shot in the assault that is going on, and so may not counter charge."""


def read_position(data: Mapping[str, Any], name: str) -> Position:
    """The position in a parsed file; `BadInput` names file, entry and remedy."""
    return read_situation(data, name).position


def read_situation(data: Mapping[str, Any], name: str) -> Situation:
    file = parse_model(PositionFile, data, name)
    drafts = read_units(file, name)
    if file.variants.get("boat_places") == "2":
        _give_boats_room(drafts)
    position = Position.of(_field(file, drafts, name), _formations(file, drafts, name))
    position.scenario = _scenario(file, position, name)
    _set_clock(position, file, name)
    for index, entry in enumerate(file.formation):
        where = f"{name}: formation {entry.name!r}: orders"
        position.lay_orders(index, _orders(entry.orders, position, position.formations[index], where))
        lay_marks(position, index, entry.orders, where)
    _put_units(position, file, drafts)
    for index, entry in enumerate(file.formation):
        put_in_the_air(position, index, entry, drafts, f"{name}: formation {entry.name!r}")
    return Situation(position, {index for index, draft in enumerate(drafts) if draft.entry.shot})


def _give_boats_room(drafts: Sequence[Draft]) -> None:
    """4.3.2 As a variant: boats whose datasheet gives them no room carry two units of their formation."""
    for draft in drafts:
        if draft.sheet.transport is None:
            mates = [other.sheet for other in drafts if other.formation == draft.formation]
            draft.sheet = room_for_troops(draft.sheet, mates)


# The still half


def _field(file: PositionFile, drafts: Sequence[Draft], name: str) -> Field:
    table = _table(file, drafts, name)
    units = tuple(
        Unit(index, draft.name, draft.sheet, draft.formation, draft.side, draft.entry.radius)
        for index, draft in enumerate(drafts)
    )
    players = (_player("Red", file.red), _player("Blue", file.blue))
    try:
        return Field(table, units, players, Variants.of(file.variants))
    except BadInput as problem:
        raise BadInput(f"{name}: {problem}") from problem


def _table(file: PositionFile, drafts: Sequence[Draft], name: str) -> Table:
    size = file.table
    data = {"name": size.name, "width": size.width, "depth": size.depth, "terrain": file.terrain}
    table = table_from_data(data, name, known_kinds(), USUAL_TABLE)
    drawn = {piece.name for piece in table.pieces}
    fresh = [patch for draft in drafts for patch in patches(draft) if patch.name not in drawn]
    return replace(table, pieces=(*table.pieces, *fresh))


def _player(name: str, entry: PlayerRow) -> Player:
    strategy = entry.initiative if entry.strategy is None else entry.strategy
    return Player(entry.name or name, entry.army, entry.initiative, strategy)


# The moving half


def _formations(file: PositionFile, drafts: Sequence[Draft], name: str) -> list[Formation]:
    names = Counter(entry.name for entry in file.formation)
    formations = []
    for index, entry in enumerate(file.formation):
        where = f"{name}: formation {entry.name!r}"
        if names[entry.name] > 1:
            raise wrong(where, f"{names[entry.name]} formations have this name; rename all but one")
        brought = [unit for unit, draft in enumerate(drafts) if draft.formation == index]
        left = [unit for unit in brought if not drafts[unit].entry.lost]
        original = len(brought) if entry.original is None else entry.original
        if original < len(left):
            raise wrong(where, f"original: it came with {original} and has {len(left)} units left; raise it")
        flies = all_fly([drafts[unit].sheet for unit in brought])
        formations.append(_formation(index, entry, left, original, (_on_table(file, drafts, index), flies), where))
    return formations


def _on_table(file: PositionFile, drafts: Sequence[Draft], index: int) -> bool:
    """Is a formation on the table? It is where nothing else is said, unless it flies or rides in what is off it."""
    if _stays_away(file, drafts, index):
        return False
    left = [draft for draft in drafts if draft.formation == index and not draft.entry.lost]
    riding = bool(left) and all(_rides_off_the_table(file, drafts, draft) for draft in left)
    return file.formation[index].on_table is True or not riding


def _stays_away(file: PositionFile, drafts: Sequence[Draft], index: int) -> bool:
    """Is it said to be off the table, or are these aircraft that have not landed?"""
    entry, mine = file.formation[index], [draft for draft in drafts if draft.formation == index]
    return entry.on_table is False or (all_fly([draft.sheet for draft in mine]) and not _has_landed(entry, mine))


def _rides_off_the_table(file: PositionFile, drafts: Sequence[Draft], draft: Draft) -> bool:
    """3.2, 3.4.3 Is it aboard aircraft that are off the table?"""
    if not draft.entry.aboard:
        return False
    carrier = drafts[find_unit(drafts, draft.entry.aboard, draft, "aboard")]
    return carrier.sheet.type in CARRIERS and _stays_away(file, drafts, carrier.formation)


def _has_landed(entry: FormationRow, drafts: Sequence[Draft]) -> bool:
    """3.2 Transport helicopters with a place and no flight stand on the ground."""
    there = all(draft.sheet.type == TRANSPORT_HELICOPTER for draft in drafts)
    return there and entry.flight is None and any(draft.entry.place is not None for draft in drafts)


def _formation(
    index: int, entry: FormationRow, units: list[int], original: int, whereabouts: tuple[bool, bool], where: str
) -> Formation:
    on_table, flies = whereabouts
    return Formation(
        index,
        SIDES.index(entry.side),
        entry.name,
        units,
        original,
        tuple(read_rule(text, where, on_formation=True) for text in entry.rules),
        entry.cost,
        entry.battle_group,
        entry.tokens,
        entry.broken,
        entry.acted,
        entry.prepared,
        on_table,
        flies,
        entry.home,
    )


def _set_clock(position: Position, file: PositionFile, name: str) -> None:
    """Turn and phase, and who has what in them."""
    if file.phase not in PHASES:
        raise wrong(f"{name}: phase", f"{file.phase!r} is no phase; use one of {', '.join(PHASES)}")
    # who has lost an initiative before this turn is not in turn 1, where nobody has (1.5)
    turn = (1 if file.last_loser is None else 2) if file.turn is None else file.turn
    position.turn, position.phase, position.keeping = turn, file.phase, file.keeping
    position.side = _side(file.to_act)
    position.winner, position.loser = _side(file.initiative_winner), _side(file.last_loser)
    position.rerolled = ("red" in file.rerolled, "blue" in file.rerolled)
    position.acting = _acting(position, file.acting, name)
    if file.revealed and command_word(file.revealed) is None:
        raise wrong(f"{name}: revealed", f"{file.revealed!r} is no command; use one of {', '.join(GIVEN)}")
    position.revealed = command_word(file.revealed) or ""


def _acting(position: Position, formation: str, name: str) -> int:
    """Whose action is going on: a formation of the side to act."""
    if not formation:
        return NOBODY
    own = position.of_side(position.side) if position.side != NOBODY else position.formations
    found = next((one.index for one in own if one.name == formation), None)
    if found is None:
        raise wrong(f"{name}: acting", f"no formation of the side to act is called {formation!r}; name one of them")
    return found


def _side(word: str | None) -> int:
    return NOBODY if word is None else SIDES.index(word)


def _orders(entry: OrdersRow, position: Position, formation: Formation, where: str) -> Orders:
    known = may_be_given(position, formation) if formation.flies else GIVEN
    for text in (entry.now, entry.next):
        if text and command_word(text) not in known:
            whose = f" for {_aircraft(position, formation)}" if formation.flies else ""
            raise wrong(where, f"{text!r} is no command{whose}; use one of {', '.join(known)}")
    return Orders(command_word(entry.now), command_word(entry.next), entry.replaced, entry.face_up)


def _aircraft(position: Position, formation: Formation) -> str:
    types = dict.fromkeys(position.unit(unit).sheet.type for unit in formation.units)
    return f"aircraft of type {' and '.join(types)}" if types else "aircraft"


def _put_units(position: Position, file: PositionFile, drafts: Sequence[Draft]) -> None:
    for unit, draft in enumerate(drafts):
        entry, formation = draft.entry, file.formation[draft.formation]
        position.facing[unit] = (90.0, 270.0)[draft.side] if entry.facing is None else entry.facing
        if draft.place is not None:
            position.x[unit], position.y[unit] = draft.place
        position.hits[unit] = entry.damage_taken
        position.moved[unit] = entry.moved or formation.moved
        if entry.aboard:
            position.aboard[unit] = find_unit(drafts, entry.aboard, draft, "aboard")
        if entry.hides_behind:
            position.hides_behind[unit] = _vehicle(unit, draft, drafts)
        position.covers[unit] = entry.covers
        position.on[unit] = not (
            entry.aboard or entry.lost or entry.off_table or not _is_there(position, draft, formation)
        )
    for unit, draft in enumerate(drafts):
        if draft.entry.aboard:
            _check_aboard(position, unit, draft, drafts)
        if position.field.vessel[unit] and position.on[unit]:
            _check_afloat(position, unit, draft)
        if landed(position.formation_of(unit)) and position.on[unit]:
            _check_landed(position, unit, draft)


def _check_landed(position: Position, unit: int, draft: Draft) -> None:
    """3.2 A helicopter on the ground stands on no terrain."""
    below = terrain_below(position, position.at(unit))
    if below:
        raise wrong(draft.where, f"place: a helicopter cannot land on {below} (3.2); move it, or give it a flight")


def _check_afloat(position: Position, unit: int, draft: Draft) -> None:
    """4.3 A vessel stands where table 4.1 lets it."""
    refusal = afloat_refusal(position, unit)
    if refusal:
        raise wrong(draft.where, f"place: {refusal}")


def _is_there(position: Position, draft: Draft, formation: FormationRow) -> bool:
    """Is the formation on the table? Aircraft are while they fly, or where somebody gave them a place."""
    if not position.formations[draft.formation].flies:
        return position.formations[draft.formation].on_table
    return formation.flight is not None or (formation.on_table is not False and draft.entry.place is not None)


def _vehicle(unit: int, draft: Draft, drafts: Sequence[Draft]) -> int:
    """1.6.2 The armoured vehicle of its side that an infantry unit hides behind."""
    found = find_unit(drafts, draft.entry.hides_behind, draft, "hides_behind")
    vehicle = drafts[found]
    if draft.sheet.type != INFANTRY or vehicle.sheet.type != ARMOURED_VEHICLE or vehicle.side != draft.side:
        what = "infantry hides behind an armoured vehicle of its own side (1.6.2); take it out"
        raise wrong(draft.where, f"hides_behind: {what}")
    return found


def _check_aboard(position: Position, unit: int, draft: Draft, drafts: Sequence[Draft]) -> None:
    transport = int(position.aboard[unit])
    carrier = drafts[transport]
    if unit == transport or carrier.sheet.transport is None:
        raise wrong(draft.where, f"aboard: {carrier.name} is no transport; give it one, or take aboard out")
    if carrier.formation != draft.formation and carrier.sheet.type not in CARRIERS:
        raise wrong(draft.where, f"aboard: {carrier.name} is of another formation (1.6.3); put both into one")
    if draft.entry.lost or carrier.entry.lost or carrier.entry.aboard:
        raise wrong(draft.where, "aboard: both it and its transport must be there; take lost or aboard out")
    room = carrier.sheet.transport.capacity
    whole = carrier.sheet.type == TRANSPORT and position.field.variants.paratrooper_room == "one_for_all"
    if len(position.passengers(transport)) > room and not whole:
        raise wrong(draft.where, f"aboard: {carrier.name} carries {room}; let somebody walk")


# The scenario


def _scenario(file: PositionFile, position: Position, name: str) -> Scenario:
    """Maps, marches, objectives and the end."""
    entry = file.scenario
    groups = _groups(file)
    join_helicopter_group(groups, position.formations, position.field)
    plans: tuple[dict[str, Plan], dict[str, Plan]] = ({}, {})
    for word, drawn in entry.plans.items():
        side = SIDES.index(word)
        for group, plan in drawn.items():
            where = f"{name}: scenario.plans.{word}.{group}"
            if group not in groups[side]:
                raise wrong(where, "no formation is in this battle group; give one its battle_group")
            plans[side][group] = _plan(plan, position, where)
    return Scenario(
        name=entry.name,
        groups=groups,
        plans=plans,
        marched={_key(key, name): value for key, value in entry.marched.items()},
        arrived=tuple(_key(key, name) for key in entry.arrived),
        moved=tuple(_key(key, name) for key in entry.moved),
        entered={_key(key, name): turn for key, turn in entry.entered.items()},
        entries={_key(key, name): value for key, value in entry.entries.items()},
        objectives=tuple(
            _objective(one, position.field.table, f"{name}: objective.{number}")
            for number, one in enumerate(file.objective)
        ),
        contact_by=_side(entry.contact_by),
        met=tuple(_met(pair, position, name) for pair in entry.met),
        turns_marched=entry.turns_marched,
        revealed=entry.revealed,
        last_turn=entry.last_turn,
        winner=None if entry.winner is None else NOBODY if entry.winner == "nobody" else SIDES.index(entry.winner),
        ended_by=entry.ended_by,
    )


def _met(pair: Sequence[str], position: Position, name: str) -> tuple[int, int]:
    """6.1.4 Two formations of different sides that have met."""
    where, found = f"{name}: scenario.met", [position.formation_named(word) for word in pair]
    for word, formation in zip(pair, found, strict=True):
        if formation is None:
            raise wrong(where, f"no formation is called {word!r}; name one of the file's")
    first, second = (formation.index for formation in found if formation is not None)
    if position.formations[first].side == position.formations[second].side:
        raise wrong(where, f"{pair[0]} and {pair[1]} are of one side; name one of each")
    return first, second


def _groups(file: PositionFile) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    groups: tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]] = ({}, {})
    for index, formation in enumerate(file.formation):
        if formation.battle_group:
            mine = groups[SIDES.index(formation.side)]
            mine[formation.battle_group] = (*mine.get(formation.battle_group, ()), index)
    return groups


def _plan(entry: PlanRow, position: Position, where: str) -> Plan:
    """An arrow over squares that the table has."""
    for column, depth in entry.path:
        if not (1 <= column <= columns(position) and 1 <= depth <= depths(position)):
            raise wrong(where, f"path: there is no square {column}, {depth}; count from 1")
    return Plan(tuple((column, depth) for column, depth in entry.path), point(entry.place))


def _key(key: str, name: str) -> str:
    side, _, group = key.partition(":")
    if side not in SIDES:
        raise wrong(f"{name}: scenario", f"{key!r} names no battle group; write it as 'red:name' or 'blue:name'")
    return group_key(SIDES.index(side), group)


def _objective(entry: ObjectiveRow, table: Table, where: str) -> Objective:
    x, y = entry.place
    if not table.contains((x, y)):
        raise wrong(where, f"place: {x:g}, {y:g} is off the table; move it onto the table")
    side = SIDES.index(entry.side)
    half = (1 - side if entry.kind == "primary" else side) if entry.half is None else SIDES.index(entry.half)
    return Objective(float(x), float(y), side, entry.kind, half)
