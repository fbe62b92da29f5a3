"""What is put on the table: units in their zone, terrain, buildings, hidden units, and who comes back onto it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.gesture import Extra, Gesture, Option, Place, Spot
from musterhall.game.gestures.placing import LayOut, PutDown
from musterhall.games.alpha_strike.command.hidden import PlaceHidden
from musterhall.games.alpha_strike.command.laying_out import PutUpBuilding, Rearrange
from musterhall.games.alpha_strike.command.off_map import WriteOrder, earliest
from musterhall.games.alpha_strike.field.field import EAST, NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.parts.gestures.arithmetic import shown_card
from musterhall.games.alpha_strike.parts.gestures.registry import GESTURES, at_unit, corners
from musterhall.games.alpha_strike.position.scenario import Zone
from musterhall.games.alpha_strike.scenarios.drafted_terrain import PlaceTerrain, open_ground, pools
from musterhall.games.alpha_strike.turn.deployment import PlaceUnit
from musterhall.geometry import centre

STRIP = 3.0
"""How broad the strip along an edge is drawn on which something is put."""


@GESTURES.of(PlaceUnit)
def a_unit_in_its_zone(decision: PlaceUnit) -> Gesture:
    things = [
        Option(unit, decision.view.unit(unit).name, at_unit(unit), shown_card(decision.view, unit))
        for unit in decision.units
    ]

    def made(unit: Any, at: Place, facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        if chosen.get("waits"):
            return {"unit": unit}
        return {"unit": unit, "at": list(at)} | ({} if facing is None else {"facing": facing})

    waits = [Option({"unit": unit}, f"{decision.view.unit(unit).name} waits") for unit in decision.units]
    instead = waits if decision.may_wait else []
    return PutDown(things, [corners(decision.zone)], made, turns=True, instead=instead)


@GESTURES.of(PlaceTerrain)
def a_piece_of_terrain(decision: PlaceTerrain) -> Gesture:
    things = [
        Option(number, f"{piece['name'].capitalize()}, {piece['width']:g} by {piece['depth']:g}″")
        for number, piece in enumerate(pools())
        if number not in decision.placed
    ]

    def made(piece: Any, at: Place, facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        return {"piece": piece, "at": list(at), "turned": bool(chosen.get("turned"))}

    return PutDown(things, [corners(open_ground(decision.view))], made, extras=[Extra("turned", "Turned by a quarter")])


@GESTURES.of(PutUpBuilding)
def a_building(decision: PutUpBuilding) -> Gesture:
    table = decision.view.field.table
    half = table.depth / 2
    ground = Zone(0, 0, table.width, half) if decision.player == 0 else Zone(0, half, table.width, table.depth)
    return PutDown(
        [Option("building", "Light building")],
        [corners(ground)],
        lambda _, at, facing, chosen: {"at": list(at)},
        instead=[Option({}, "Put up nothing")],
    )


@GESTURES.of(Rearrange)
def the_table(decision: Rearrange) -> Gesture:
    """Each piece of terrain is tapped and put where it shall lie; the table may be turned round."""
    pieces = decision.view.field.table.pieces
    middles = [centre(piece.outline) for piece in pieces]

    def made(placed: list[tuple[Any, Place]], chosen: Mapping[str, Any]) -> Answer:
        shifts = [
            {"piece": number, "by": [round(at[0] - middles[number][0], 2), round(at[1] - middles[number][1], 2)]}
            for number, at in placed
        ]
        return {"swap_edges": bool(chosen.get("swap")), "shifts": shifts}

    return LayOut(
        [Option(number, piece.name, Spot(at=middles[number])) for number, piece in enumerate(pieces)],
        [],
        made,
        len(pieces),
        [Extra("swap", "Change the home edges")],
        done="Leave it so",
    )


@GESTURES.of(PlaceHidden)
def who_hides_where(decision: PlaceHidden) -> Gesture:
    """Each unit that is to hide is tapped and put into the ground that its ability opens."""
    table = decision.view.field.table
    things = [
        Option((key, unit), decision.view.unit(unit).name, help=key.replace("_", " "))
        for key, hides in decision.places.items()
        for unit in hides.units
    ]
    grounds = [corners(Zone(0, hides.strip[0], table.width, hides.strip[1])) for hides in decision.places.values()]

    def made(placed: list[tuple[Any, Place]], chosen: Mapping[str, Any]) -> Answer:
        found: dict[str, list[list[Any]]] = {}
        for (key, unit), at in placed:
            found.setdefault(key, []).append([unit, *at])
        return found

    most = sum(min(hides.number, len(hides.units)) for hides in decision.places.values())
    return LayOut(things, grounds, made, most, done="Hide them")


@GESTURES.of(WriteOrder)
def where_it_is_back(decision: WriteOrder) -> Gesture:
    """Tap a place at an edge; the turn is as soon as the way allows, or later."""
    table, view, unit = decision.view.field.table, decision.view, decision.unit
    wide, deep = table.width, table.depth
    strips = [
        Zone(0, 0, wide, STRIP),
        Zone(0, deep - STRIP, wide, deep),
        Zone(0, 0, STRIP, deep),
        Zone(wide - STRIP, 0, wide, deep),
    ]

    def made(_: Any, at: Place, facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        x, y = at
        apart = {NORTH: y, SOUTH: deep - y, WEST: x, EAST: wide - x}
        edge = min(apart, key=lambda one: apart[one])
        along = x if edge in (NORTH, SOUTH) else y
        return {"edge": edge, "along": along, "turn": earliest(view, unit, edge, along) + int(chosen.get("later", 0))}

    later = [(0, "as soon as it can"), *((turns, f"{turns} later") for turns in (1, 2, 3))]
    return PutDown(
        [Option(unit, view.unit(unit).name)],
        list(map(corners, strips)),
        made,
        extras=[Extra("later", "Back", later)],
    )
