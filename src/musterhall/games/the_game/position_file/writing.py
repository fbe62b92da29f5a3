"""From a position to the file form that reads back as the same position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.games.the_game.army.building import first_choice
from musterhall.games.the_game.army.datasheets import Datasheet, UnknownDatasheet, Weapon, datasheet
from musterhall.games.the_game.basics.sides import SIDES
from musterhall.games.the_game.field.field import Unit
from musterhall.games.the_game.position.air_state import Mark, Marks
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import COVERED_BY_VEHICLE, NOBODY, Formation, Objective, Plan, Position
from musterhall.table import TerrainPiece
from musterhall.toml_text import toml_text


def position_toml(position: Position) -> str:
    return toml_text(position_data(position))


def position_data(position: Position) -> dict[str, Any]:
    """The position as plain data that `read_position` turns into the same position again."""
    table, players, sheets = position.field.table, position.field.players, _Sheets()
    formations = [_formation_data(position, formation, sheets) for formation in position.formations]
    data: dict[str, Any] = {
        "game": "the_game",
        "turn": position.turn,
        "phase": position.phase,
        "to_act": _side(position.side),
        "keeping": position.keeping,
        "initiative_winner": _side(position.winner),
        "last_loser": _side(position.loser),
        "rerolled": [word for word, spent in zip(SIDES, position.rerolled, strict=True) if spent],
        "acting": position.formations[position.acting].name if position.acting != NOBODY else None,
        "revealed": position.revealed or None,
        "variants": position.field.variants.changed(),
        **{
            word: {
                "name": player.name,
                "army": player.army,
                "initiative": player.initiative,
                "strategy": player.strategy,
            }
            for word, player in zip(SIDES, players, strict=True)
        },
        "table": {"name": table.name, "width": table.width, "depth": table.depth},
        "scenario": _scenario_data(position),
        "terrain": [_piece_data(piece) for piece in table.pieces],
        "datasheet": sheets.written,
        "objective": [objective_data(objective) for objective in position.scenario.objectives],
        "formation": formations,
    }
    return {key: value for key, value in data.items() if value not in (None, [], {})}


def objective_data(objective: Objective) -> dict[str, Any]:
    return {
        "place": [objective.x, objective.y],
        "side": SIDES[objective.side],
        "kind": objective.kind,
        "half": SIDES[objective.half],
    }


def orders_data(orders: Orders) -> dict[str, Any]:
    return {"now": orders.now, "next": orders.next, "replaced": orders.replaced, "face_up": orders.face_up}


def _said(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is worth writing down: everything but noughts and blanks."""
    return {key: value for key, value in data.items() if value not in (None, False, 0, "", [], {})}


def _side(side: int) -> str | None:
    return None if side == NOBODY else SIDES[side]


# Formations and units


def _formation_data(position: Position, formation: Formation, sheets: _Sheets) -> dict[str, Any]:
    units = [unit for unit in position.field.units if unit.formation == formation.index]
    state = {
        "tokens": formation.suppression,
        "broken": formation.broken,
        "acted": formation.acted,
        "prepared": formation.prepared,
        "rules": [str(rule) for rule in formation.rules],
        "cost": formation.cost,
        "battle_group": formation.battle_group,
        "orders": _said(orders_data(position.orders[formation.index]) | _marks_data(position, formation.index)),
        "home": formation.home,
        "popped_up": formation.index in position.air.popped_up,
        "flight": _flight_data(position, formation.index),
        "drop": next(([x, y] for index, x, y in position.air.drops if index == formation.index), None),
    }
    return {
        "name": formation.name,
        "side": SIDES[formation.side],
        "original": formation.original,
        **_said(state),
        **({} if position.stands(formation) and formation.on_table else {"on_table": formation.on_table}),
        "units": [_unit_data(position, unit, formation, sheets) for unit in units],
    }


def _marks_data(position: Position, index: int) -> dict[str, Any]:
    marks = position.air.marks.get(index, Marks())
    return {"mark": _row(marks.now), "next_mark": _row(marks.next)}


def _row(mark: Mark | None) -> list[float] | None:
    return None if mark is None else list(mark)


def _flight_data(position: Position, index: int) -> dict[str, Any]:
    flight = position.air.flights.get(index)
    if flight is None:
        return {}
    beside = {_full_name(position, unit): [dx, dy] for unit, dx, dy in flight.offsets}
    fired = [_full_name(position, unit) for unit in flight.fired]
    paths = position.air.apart.get(index, {})
    apart = {_full_name(position, unit): [list(place) for place in path] for unit, path in paths.items()}
    more = {"high": flight.high, "fired": fired, "since": flight.since, "apart": apart}
    return {"path": [list(point) for point in flight.path], "beside": beside, **_said(more)}


def _unit_data(position: Position, unit: Unit, formation: Formation, sheets: _Sheets) -> dict[str, Any]:
    index, lost, aboard = unit.index, unit.index not in formation.units, int(position.aboard[unit.index])
    vehicle = int(position.hides_behind[index])
    same = aboard != NOBODY and position.unit(aboard).formation == unit.formation
    state = {
        "radius": unit.radius,
        "aboard": "" if aboard == NOBODY else position.unit(aboard).name if same else _full_name(position, aboard),
        "moved": bool(position.moved[index]),
        "damage_taken": int(position.hits[index]),
        "hides_behind": "" if vehicle == NOBODY else _full_name(position, vehicle),
        "lost": lost,
        "off_table": not position.on[index] and not lost and aboard == NOBODY and formation.on_table,
    }
    return {
        "unit": sheets.name_of(unit.sheet),
        "name": unit.name,
        "place": [float(position.x[index]), float(position.y[index])],
        "facing": float(position.facing[index]),
        **_said(state),
        **({} if position.covers[index] == COVERED_BY_VEHICLE else {"covers": int(position.covers[index])}),
    }


def _full_name(position: Position, unit: int) -> str:
    """A unit of any formation."""
    return f"{position.formation_of(unit).name} / {position.unit(unit).name}"


# Datasheets


class _Sheets:
    """What units go by in the file: a printed name, or that of a datasheet written out beside them."""

    def __init__(self) -> None:
        self.names: dict[Datasheet, str] = {}
        self.written: list[dict[str, Any]] = []

    def name_of(self, sheet: Datasheet) -> str:
        if sheet not in self.names:
            self.names[sheet] = sheet.name if _printed(sheet.name) == sheet else self._write(sheet)
        return self.names[sheet]

    def _write(self, sheet: Datasheet) -> str:
        namesakes = sum(entry["name"] == sheet.name for entry in self.written)
        key = f"{sheet.name} as brought {namesakes + 1}"
        self.written.append({"id": key, **_sheet_data(sheet)})
        return key


def _printed(name: str) -> Datasheet | None:
    try:
        return first_choice(datasheet(name))
    except UnknownDatasheet:
        return None


def _sheet_data(sheet: Datasheet) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": sheet.name,
        "army": sheet.army,
        "type": sheet.type,
        "move": f"{sheet.combat:g}/{sheet.tactical:g}",
        "com": sheet.command,
        "arm": sheet.armour,
        "vis": sheet.visibility,
        "cf": f"{sheet.close[0]}/{sheet.close[1]}" if sheet.close else "-",
        "nf": f"{sheet.near[0]}/{sheet.near[1]}" if sheet.near else "-",
        "weapons": [_weapon_data(weapon) for weapon in sheet.weapons],
        "rules": [str(rule) for rule in sheet.rules],
    }
    if sheet.transport is not None:
        data["transport"] = {"capacity": sheet.transport.capacity, "carries": list(sheet.transport.carries)}
    if _printed(sheet.name) is not None:
        # Weapons are looked up in the printed sheet, so that units of both go on sharing them.
        data["like"] = sheet.name
    return data


def _weapon_data(weapon: Weapon) -> dict[str, Any]:
    if weapon.artillery:
        attack = f"AS {weapon.score}/{weapon.maximum}"
    else:
        attack = "/".join(f"{kind}{value}" for kind, value in weapon.attacks)
    more = {
        "notes": [str(rule) for rule in weapon.rules],
        "one_shot_per_units": weapon.per_units if weapon.per_units > 1 else 0,
        "either_or": weapon.choice,
    }
    return {
        "name": weapon.name,
        "range": weapon.range,
        "attack": attack if weapon.shots == 1 else f"{weapon.shots} x {attack}",
        **_said(more),
    }


# Scenario and terrain


def _scenario_data(position: Position) -> dict[str, Any]:
    scenario, names = position.scenario, [formation.name for formation in position.formations]
    state = {
        "marched": {_group(key): value for key, value in scenario.marched.items()},
        "arrived": [_group(key) for key in scenario.arrived],
        "moved": [_group(key) for key in scenario.moved],
        "entered": {_group(key): turn for key, turn in scenario.entered.items()},
        "entries": {_group(key): value for key, value in scenario.entries.items()},
        "contact_by": _side(scenario.contact_by),
        "met": [[names[index] for index in pair] for pair in scenario.met],
        "turns_marched": scenario.turns_marched,
        "revealed": scenario.revealed,
        "winner": None if scenario.winner is None else _side(scenario.winner) or "nobody",
        "ended_by": scenario.ended_by,
        "plans": {
            word: {group: _plan_data(plan) for group, plan in plans.items()}
            for word, plans in zip(SIDES, scenario.plans, strict=True)
            if plans
        },
    }
    return {"name": scenario.name, "last_turn": scenario.last_turn, **_said(state)}


def _group(key: str) -> str:
    side, _, group = key.partition(":")
    return f"{SIDES[int(side)]}:{group}"


def _plan_data(plan: Plan) -> dict[str, Any]:
    data: dict[str, Any] = {"path": [list(square) for square in plan.path]}
    return data if plan.place is None else data | {"place": list(plan.place)}


def _piece_data(piece: TerrainPiece) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": piece.name,
        "kind": piece.kind,
        "line" if piece.linear else "points": [list(point) for point in piece.points],
    }
    return data | _said({"width": piece.width, "height": piece.height, "traits": dict(piece.traits)})
