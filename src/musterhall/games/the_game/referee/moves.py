"""1.6 Moves: how far, which way, transports, and the move itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from musterhall.battle.decisions import Illegal
from musterhall.battle.referee import Finding, Questions
from musterhall.dice import d5
from musterhall.games.the_game.assault.charging import ChargeMove
from musterhall.games.the_game.fire.volleys import kill
from musterhall.games.the_game.movement.moving import Move, move
from musterhall.games.the_game.movement.transports import boarding_refusal, leaving_refusal, room_left
from musterhall.games.the_game.movement.ways import (
    CHARGE,
    CONSOLIDATION,
    COUNTER_CHARGE,
    NEAR_ENEMY,
    NORMAL,
    WITHDRAWAL,
    Underway,
    enemy_near,
    look_at_ways,
    uses_combat_move,
)
from musterhall.games.the_game.phases.commands import commands
from musterhall.games.the_game.position.position import NOBODY, Formation
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import places, told
from musterhall.geometry import Point, distance

QUESTIONS = Questions()
KINDS = (NORMAL, CHARGE, COUNTER_CHARGE, CONSOLIDATION, WITHDRAWAL)
PATH_KINDS = (NORMAL, CHARGE, CONSOLIDATION, WITHDRAWAL)
"""Moves with a path to choose: a counter charge goes straight at the nearest enemy."""
FREE_KINDS = (NORMAL, CONSOLIDATION, WITHDRAWAL)
"""Moves that are asked about as moves: a charge and a counter charge are questions of their own."""
A_HAIR = 0.01
"""The shortest way that shows what ground a unit stands on: one of no length meets none."""


@QUESTIONS.pure(
    "move_allowance",
    ["1.6", "1.6.2", "1.8.2", "1.8.3", "1.9.3"],
    "How far may each unit move?",
    formation="the formation",
    kind="normal, charge, counter charge, consolidation or withdrawal",
    extra="the d5 of a charge",
    road="true if the whole move is on a road",
    difficult="true if the move enters difficult terrain",
)
def move_allowance(asked: Asked) -> Finding:
    """1.6 Combat or tactical, why, and centimetres for each unit with the ground it starts on."""
    position, formation = asked.position, asked.formation()
    kind = asked.word("kind", NORMAL, KINDS)
    decision = Move(position, formation, kind, _extra(asked, kind))
    road, enters = asked.flag("road"), asked.flag("difficult")
    cm: dict[str, float] = {}
    for unit in position.standing(formation).tolist():
        x, y = position.at(unit)
        way = look_at_ways(position, formation, {unit: [(x, y), (x + A_HAIR, y)]}, kind)[0]
        way.on_road = road
        way.difficult = 0 if enters and way.difficult < 0 else way.difficult
        cm[asked.label(unit)] = decision.judge(way).allowance
    if kind not in (NORMAL, WITHDRAWAL):
        return Finding({"move": "combat", "why": [kind], "cm": cm})
    always_tactical = kind == WITHDRAWAL and position.field.variants.withdrawal_move == "always_tactical"
    careful = uses_combat_move(position, formation)
    why = [f"{formation.suppression} tokens"] if formation.suppression else []
    why += ["enemy within 30 cm"] if careful and enemy_near(position, formation, NEAR_ENEMY) else []
    return Finding({"move": "combat" if careful and not always_tactical else "tactical", "why": why, "cm": cm})


def _extra(asked: Asked, kind: str) -> int:
    """1.8.2 What the d5 of a charge has shown; no other move has one."""
    extra = asked.whole("extra", 0)
    if extra and kind != CHARGE:
        raise asked.bad("extra", "only a charge has a d5 (1.8.2); take it out")
    if not 0 <= extra <= d5.faces:
        raise asked.bad("extra", f"{extra} cannot be rolled; a d5 shows 1 to {d5.faces}")
    return extra


@QUESTIONS.pure(
    "path",
    ["1.6", "1.6.1", "1.6.2", "1.8.2"],
    "May this unit take this path?",
    unit="the unit",
    path="where it goes, corner by corner",
    kind="normal, charge, consolidation or withdrawal",
    extra="the d5 of a charge",
    target="the formation charged",
    turns="how often a helicopter may turn in flight: as often as its command has moves, once if left out",
    on_road_so_far="false if an earlier move of the action left the road",
)
def may_take_path(asked: Asked) -> Finding:
    """1.6 Yes or no and why, its length, and how near it comes to the enemy."""
    position, unit = asked.position, asked.standing_unit()
    formation, corners = position.formation_of(unit), asked.path("path")
    kind = asked.word("kind", NORMAL, PATH_KINDS)
    extra = _extra(asked, kind)
    underway = Underway(asked.whole("turns", 1), {unit: int(asked.flag("on_road_so_far", True))})
    decision: Move = Move(position, formation, kind, extra, underway)
    if kind == CHARGE:
        decision = ChargeMove(position, formation, tuple(f.index for f in asked.formations("target")), extra)
    way = look_at_ways(position, formation, {unit: [position.at(unit), *corners]}, kind)[0]
    decision.judge(way)
    why, where = "; ".join(reason for reason, _ in way.refusals), tuple(section for _, section in way.refusals)
    try:
        decision.check({"go": [[unit, *(number for corner in corners for number in corner)]]})
    except Illegal as refusal:
        why, where = why or refusal.reason, (*where, refusal.section)
    nearest, approach = _closest(asked, formation, unit, way.path)
    result = {
        "allowed": not where,
        "why": why,
        "length": round(way.length, 2),
        "may_move": way.allowance,
        "difficult": way.difficult >= 0,
        "on_road": way.on_road,
        "closest_enemy": nearest,
        "closest_approach": approach,
    }
    return Finding(result, [f"{way.length:.1f} cm of {way.allowance:g} cm"], tuple(dict.fromkeys(where)))


def _closest(asked: Asked, formation: Formation, unit: int, path: Sequence[Point]) -> tuple[str | None, float | None]:
    """The enemy a path comes nearest to, and how near, base to base."""
    position, best = asked.position, (math.inf, -1)
    for enemy in position.standing_side(1 - formation.side).tolist():
        reach = position.unit(enemy).radius + position.unit(unit).radius
        gap = min(_gap(a, b, position.at(enemy)) for a, b in pairwise(path)) - reach
        best = min(best, (max(0.0, gap), enemy))
    return (None, None) if best[1] < 0 else (asked.label(best[1]), round(best[0], 2))


def _gap(a: Point, b: Point, place: Point) -> float:
    """From a place to the nearest point of a straight way."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    t = 0.0
    if square > 0.0:
        t = min(1.0, max(0.0, ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / square))
    return distance((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])), place)


@QUESTIONS.resolver(
    "move",
    ["1.6", "1.6.3", "4.3.2"],
    "Make a move of a formation; the move is an answer. For a charge ask charge, for a counter charge counter_charge.",
    formation="the formation",
    kind="normal, consolidation or withdrawal",
)
def make_move(asked: Asked) -> Finding:
    """1.6 Where everybody is afterwards."""
    position, formation, kind = asked.position, asked.formation(), asked.word("kind", NORMAL, FREE_KINDS)
    moved = asked.run(move(asked.battle, formation, kind, 0.0, Underway()))
    riding = {unit: int(position.aboard[unit]) for unit in formation.units if position.aboard[unit] != NOBODY}
    result = {
        "moved": bool(moved),
        "places": places(asked, formation),
        "aboard": {asked.label(unit): asked.label(transport) for unit, transport in riding.items()},
        "tokens": formation.suppression,
    }
    return told(asked, result)


# 1.6.3 Transports


@QUESTIONS.pure(
    "boarding",
    ["1.6.3", "4.3.2"],
    "May this unit get into this transport?",
    unit="the unit",
    transport="the transport",
    command="the command it acts under, if any",
)
def boarding(asked: Asked) -> Finding:
    """1.6.3 Yes or no and why, and the room that is left."""
    unit, transport = asked.unit(), asked.unit("transport")
    why = _no_move(asked) or boarding_refusal(asked.position, unit, transport)
    return Finding({"allowed": not why, "why": why, "room": room_left(asked.position, transport)})


@QUESTIONS.pure(
    "leaving",
    ["1.6.3", "4.3.2"],
    "May this passenger get out there?",
    unit="the passenger",
    at="where it is put",
    command="the command it acts under, if any",
)
def leaving(asked: Asked) -> Finding:
    """1.6.3 Yes or no and why."""
    position, unit, place = asked.position, asked.unit(), asked.point("at")
    transport = int(position.aboard[unit])
    if transport == NOBODY:
        return Finding({"allowed": False, "why": f"{asked.label(unit)} is not aboard anything"})
    why = _no_move(asked) or leaving_refusal(position, unit, place, transport, position.at(transport))
    return Finding({"allowed": not why, "why": why})


def _no_move(asked: Asked) -> str:
    """1.6.3 Embarking and disembarking need a command that allows movement."""
    if not asked.has("command"):
        return ""
    command = commands()[asked.command()]
    return "" if command.allows_movement else f"{command.name} allows no movement"


@QUESTIONS.resolver(
    "destroyed_transport",
    ["1.6.3"],
    "A transport is destroyed: which passengers live?",
    unit="the transport",
)
def destroyed_transport(asked: Asked) -> Finding:
    """1.6.3 A d10 for each passenger; 6 and more live."""
    position, transport = asked.position, asked.unit()
    formation, passengers = position.formation_of(transport), position.passengers(transport)
    if transport not in formation.units:
        raise asked.bad("unit", f"{asked.label(transport)} is lost already; name another")
    before = formation.suppression
    kill(asked.battle, transport)
    result = {
        "survivors": asked.labels(unit for unit in passengers if unit in formation.units),
        "lost": asked.labels(unit for unit in passengers if unit not in formation.units),
        "tokens_for_passengers": formation.suppression - before,
        "tokens": formation.suppression,
        "units": formation.size,
    }
    return told(asked, result)
