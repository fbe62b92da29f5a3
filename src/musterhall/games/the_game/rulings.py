"""Questions to the referee that roll no dice: what a position is, and what it allows.

Every figure comes from the rules' own functions; this module only asks them and puts the answers into words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.armies import find_army
from musterhall.games.the_game.artillery import CONCENTRATED, RADIUS, barrage_value, units_under
from musterhall.games.the_game.asked import MODES, Asked
from musterhall.games.the_game.assault import ChargeMove, Sides, assault_volleys, involved_units, supporters
from musterhall.games.the_game.breaking import breaking_point, combat_effective, fighting_strength
from musterhall.games.the_game.commands import ADVANCE, GIVEN, REFORM, SUSTAINED_FIRE, Command, commands, local_order
from musterhall.games.the_game.datasheets import (
    AIR,
    GROUND,
    NAVAL,
    Datasheet,
    SpecialRule,
    Weapon,
    _artillery_score,
    _multiplied,
    datasheet,
    parse_rule,
    weapons_of,
)
from musterhall.games.the_game.end_phase import rally_test
from musterhall.games.the_game.field import EFFECTS, SIGHT_DEPTH, Field, Unit, hides, outline
from musterhall.games.the_game.forces import check_force, force_from_data, force_summary, shipped_force
from musterhall.games.the_game.generalities import cohesion_gap, cohesion_range
from musterhall.games.the_game.gunnery import (
    Gunnery,
    arc_edge,
    attack_value,
    close_range,
    crossfire,
    helped_by_spotter,
    may_fire,
    may_fire_blind,
    one_target,
    spotted,
)
from musterhall.games.the_game.meeting_engagement import (
    ahead_on_points,
    decided,
    depths,
    entry_turn,
    holders,
    is_last_turn,
    objective_refusal,
    points_for,
    victory_conditions,
    victory_points,
    won_by_conditions,
)
from musterhall.games.the_game.moving import (
    CHARGE,
    CONSOLIDATION,
    COUNTER_CHARGE,
    NORMAL,
    WITHDRAWAL,
    Move,
    allowances,
    boarding_refusal,
    enemy_near,
    judge_way,
    leaving_refusal,
    look_at_ways,
    room_left,
    uses_combat_move,
)
from musterhall.games.the_game.position import END, NOBODY, OVER, Formation, Plan
from musterhall.games.the_game.position_file import position_data
from musterhall.games.the_game.prepared_fire import REACTS_TO, may_react
from musterhall.games.the_game.shooting import Fire, FirePlan
from musterhall.games.the_game.sight import cover_of, defence_of, lines_of_sight
from musterhall.games.the_game.slips import plain, reading
from musterhall.games.the_game.special_rules import ARCS, Defence, check_special_rule, in_fire_arc
from musterhall.games.the_game.terrain import known_kinds
from musterhall.games.the_game.turn import KEEP, GiveCommands, action_test, hand_over, may_reroll, stack_command
from musterhall.games.the_game.volleys import Volley
from musterhall.games.the_game.weapon_types import can_hit, weapon_types
from musterhall.geometry import Point, Shapes, distance, sight
from musterhall.problems import BadInput
from musterhall.table import SIDES, Piece, Table
from musterhall.tally import Tally

QUESTIONS = Questions()
KINDS = (NORMAL, CHARGE, COUNTER_CHARGE, CONSOLIDATION, WITHDRAWAL)
A_HAIR = 0.01
"""The shortest way that shows what ground a unit stands on: one of no length meets none."""


def parts(tally: Tally) -> dict[str, int]:
    """The named parts of a sum, its base first."""
    return {tally.name: tally.base, **{part.name: part.value for part in tally.parts}}


def sections(*tallies: Tally) -> tuple[str, ...]:
    found = [section for t in tallies for section in (t.section, *(part.section for part in t.parts)) if section]
    return tuple(dict.fromkeys(found))


# 1.1 Cohesion


@QUESTIONS.pure(
    "cohesion",
    ["1.1.3", "2.2.5"],
    "Is the formation in cohesion?",
    formation="the formation",
    without="units to think away",
)
def cohesion(asked: Asked) -> Finding:
    """1.1.3 The limit, and the pair that is farthest beyond it."""
    formation, position = asked.formation(), asked.position
    for unit in asked.units("without"):
        if unit in formation.units:
            position.remove(unit)
    gap, limit = cohesion_gap(position, formation), cohesion_range(position, formation)
    result: dict[str, Any] = {"in_cohesion": gap is None, "limit": limit, "pair": [], "distance": None, "too_far": 0.0}
    lines = [f"limit 5 cm x COM {limit / 5:g} = {limit:g} cm"]
    if gap is not None:
        pair = [gap.first, gap.second]
        apart = distance(
            position.at(gap.first),
            position.at(gap.second),
            position.unit(gap.first).radius,
            position.unit(gap.second).radius,
        )
        result |= {"pair": asked.labels(pair), "distance": round(apart, 2), "too_far": round(gap.too_far, 2)}
        lines.append(f"{' and '.join(asked.labels(pair))} are {apart:.1f} cm apart, {gap.too_far:.1f} cm too far")
    return Finding(result, lines)


# 1.6.2, 1.7 Terrain, defence, sight


@QUESTIONS.pure(
    "terrain_effect",
    ["1.6.2", "2.2.3"],
    "What does this terrain do to this kind of unit?",
    terrain="a row of table 1.1 or several",
    type="a unit type or several; all ground types if left out",
    unit="or a unit of the position",
    traits="for a hedge, fence or wall: cover, infantry, soft, armoured",
)
def terrain_effect(asked: Asked) -> Finding:
    """1.6.2 Effect, cover and defence, row by row and type by type."""
    rows = asked.words("terrain")
    if not rows:
        raise asked.bad("terrain", "it is missing; name a row of table 1.1")
    units = [asked.position.unit(asked.unit())] if asked.has("unit") else _units_of_types(asked)
    traits = asked.value("traits", {})
    found = {plain(row): {unit.name: _effect(asked, plain(row), unit, traits) for unit in units} for row in rows}
    if len(rows) == 1 and len(units) == 1:
        return Finding(found[plain(rows[0])][units[0].name])
    return Finding(found)


def _units_of_types(asked: Asked) -> list[Unit]:
    types = [plain(reading("type", word)) for word in asked.words("type")] or list(GROUND)
    for word in types:
        if word not in GROUND + AIR + NAVAL:
            raise asked.bad("type", f"no unit type is called {word!r}; use one of {', '.join(GROUND)}")
    return [Unit(0, word, Datasheet(word, "", word, 0.0, 0.0, 0, 0, 0), 0, 0) for word in types]


def _effect(asked: Asked, row: str, unit: Unit, traits: Any) -> dict[str, Any]:
    """A table with nothing on it but this terrain, and the unit on it."""
    if row not in known_kinds():
        raise asked.bad("terrain", f"{row!r} is no row of table 1.1; use one of {', '.join(sorted(known_kinds()))}")
    if not isinstance(traits, dict) or not all(isinstance(value, str) for value in traits.values()):
        raise asked.bad("traits", "they are words by name, such as { cover = 'light' }; write them so")
    corners: tuple[Point, ...] = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    piece = Piece(row, row, corners, traits=traits)
    try:
        still = Field(Table("", 20, 20, (piece,)), (unit,), asked.position.field.players, asked.position.field.variants)
    except BadInput as problem:
        raise asked.bad("terrain", str(problem)) from problem
    if not still.pieces:
        return {
            "effect": "none",
            "halved": False,
            "armour": 0,
            "visibility": 0,
            "level": "none",
            "area": False,
            "road_bonus": 5,
        }
    kind = still.kinds[0]
    effect = {number: word for word, number in EFFECTS.items()}[int(still.effects[0, 0])]
    armour, visibility = int(still.cover_armour[0, 0]), int(still.cover_visibility[0, 0])
    sheet = unit.sheet
    return {
        "effect": effect,
        "halved": effect == "difficult",
        "level": kind.level,
        "area": kind.area,
        "armour": armour,
        "visibility": visibility,
        "defence": sheet.armour + sheet.visibility + armour + visibility,
    }


@QUESTIONS.pure(
    "defence",
    ["1.7", "1.6.2", "2.1.7", "2.1.12"],
    "What must a shot at this unit beat?",
    unit="a unit or several",
    formation="or every unit of a formation",
    seen_from="the unit that looks at it, for hedges on the line",
    rules="special rules of the attacker's weapon, such as Ignore Cover(1/1)",
    assault="true if only armour counts (1.8.4)",
)
def defence(asked: Asked) -> Finding:
    """1.7 Armour and visibility, each from the datasheet and from cover."""
    position = asked.position
    units = asked.units("unit") if asked.has("unit") else list(asked.formation().units)
    looker = asked.standing_unit("seen_from") if asked.has("seen_from") else None
    rules, in_assault = weapon_rules(asked, "rules"), asked.flag("assault")
    found: dict[str, dict[str, Any]] = {}
    lines: list[str] = []
    for unit in units:
        armour, visibility = cover_on(asked, unit, looker)
        if in_assault and not position.field.variants["assault_cover"]:
            armour = 0
        value = defence_of(position, unit, armour, visibility, rules)
        found[asked.label(unit)] = _defence_data(asked, unit, value, in_assault)
        lines += [_defence_line(asked, unit, value), *value.notes]
    return Finding(next(iter(found.values())) if asked.has("unit") and len(units) == 1 else {"units": found}, lines)


def cover_on(asked: Asked, unit: int, looker: int | None) -> tuple[int, int]:
    """1.6.2 Armour and visibility from cover; the whole formation is asked, as a vehicle covers two units only."""
    position = asked.position
    mates = position.standing(position.formation_of(unit))
    if unit not in mates:
        return 0, 0
    seen = None if looker is None else np.full(len(mates), looker, dtype=np.int64)
    cover = cover_of(position, mates, seen)
    row = int(np.flatnonzero(mates == unit)[0])
    return int(cover.armour[row]), int(cover.visibility[row])


def weapon_rules(asked: Asked, key: str) -> tuple[SpecialRule, ...]:
    found = []
    for text in asked.words(key):
        try:
            rule = parse_rule(text)
            if rule is not None:
                check_special_rule(rule, key)
                found.append(rule)
        except BadInput as problem:
            raise asked.bad(key, str(problem)) from problem
    return tuple(found)


def _defence_data(asked: Asked, unit: int, value: Defence, in_assault: bool) -> dict[str, Any]:
    sheet = asked.position.unit(unit).sheet
    armour = value.armour + value.cover_armour
    visibility = value.visibility + value.cover_visibility
    return {
        "armour": armour,
        "visibility": 0 if in_assault else visibility,
        "total": armour if in_assault else value.total,
        "parts": {
            "ARM": sheet.armour,
            "VIS": sheet.visibility,
            "cover armour": value.cover_armour,
            "cover visibility": value.cover_visibility,
        },
    }


def _defence_line(asked: Asked, unit: int, value: Defence) -> str:
    cover = (
        f" + cover {value.cover_armour}/{value.cover_visibility}" if value.cover_armour + value.cover_visibility else ""
    )
    return f"{asked.label(unit)}: ARM {value.armour} + VIS {value.visibility}{cover} = {value.total}"


@QUESTIONS.pure(
    "line_of_sight",
    ["1.7", "1.6.2"],
    "Do these two units see each other?",
    unit="the unit that looks",
    to="the unit it looks at",
)
def line_of_sight(asked: Asked) -> Finding:
    """1.7, 1.6.2 Both ways, what is in the way, and the cover on the line."""
    position = asked.position
    a, b = asked.standing_unit(), asked.standing_unit("to")
    one, other = np.array([a]), np.array([b])
    armour, visibility = cover_on(asked, b, a)
    result = {
        "sees": bool(lines_of_sight(position, one, other)[0, 0]),
        "is_seen": bool(lines_of_sight(position, other, one)[0, 0]),
        "blocked_by": [piece.name for piece in _screens(asked) if not _sees_past(asked, piece, one, other)],
        "cover": {"armour": armour, "visibility": visibility},
        "distance": round(float(position.distances(one, other)[0, 0]), 2),
    }
    return Finding(result)


def _screens(asked: Asked) -> list[Piece]:
    still = asked.position.field
    return [piece for piece, kind in zip(still.pieces, still.kinds, strict=True) if hides(piece, kind)]


def _sees_past(asked: Asked, piece: Piece, one: Any, other: Any) -> bool:
    position, shape = asked.position, Shapes.of([outline(piece)])
    seen = sight(position.x, position.y, one, other, 1e9, shape, SIGHT_DEPTH)
    return bool(seen[0, 0])


# 1.7 Ranges, arcs, weapon types


@QUESTIONS.pure(
    "ranges",
    ["1.7"],
    "What is close range, and is the target in range?",
    unit="the shooter",
    weapon="its weapon",
    target="the target unit",
    range="or the weapon's range in cm",
    distance="and the distance in cm",
)
def ranges(asked: Asked) -> Finding:
    """1.7 Close range is half the range, rounded down to 5 cm; artillery has none."""
    weapon = asked.weapon(asked.unit()) if asked.has("unit") else None
    reach = weapon.range if weapon is not None else asked.number("range")
    gap: float | None = None
    if asked.has("distance"):
        gap = asked.number("distance")
    elif asked.has("target"):
        pair = np.array([asked.standing_unit(), asked.standing_unit("target")])
        gap = float(asked.position.distances(pair[:1], pair[1:])[0, 0])
    near = 0.0 if weapon is not None and weapon.artillery else close_range(reach)
    result: dict[str, Any] = {"range": reach, "close_range": near}
    if gap is not None:
        result |= {"distance": round(gap, 2), "in_range": gap <= reach + 1e-9, "close": near > 0 and gap <= near + 1e-9}
    return Finding(result, [f"close range: half of {reach:g} cm, rounded down to 5 cm, is {near:g} cm"])


@QUESTIONS.pure(
    "fire_arc",
    ["2.1.5"],
    "Is the target in the fixed, front and back arcs?",
    unit="the unit",
    target="the target unit",
    at="or a place",
    facing="or, without units, the facing in degrees",
    bearing="and the bearing of the target in degrees, counted the same way",
)
def fire_arc(asked: Asked) -> Finding:
    """2.1.5 Yes or no for each arc."""
    position = asked.position
    if asked.has("unit"):
        unit = asked.standing_unit()
        here, facing, edge = position.at(unit), float(position.facing[unit]), arc_edge(position, unit)
        there = asked.point("at") if asked.has("at") else position.at(asked.standing_unit("target"))
    else:
        here, facing, edge = (0.0, 0.0), asked.number("facing"), 0.0
        angle = math.radians(asked.number("bearing"))
        there = (100.0 * math.cos(angle), 100.0 * math.sin(angle))
    return Finding({arc: in_fire_arc(arc, here, facing, there, edge) for arc in ARCS})


@QUESTIONS.pure(
    "can_hit",
    ["1.7", "1.7.4"],
    "Can this weapon hurt that unit?",
    weapon="a weapon type (AP, AT, AA, AN, VH or AS)",
    type="the target's type",
    target="or the target unit",
)
def can_this_hit(asked: Asked) -> Finding:
    """1.7, 1.7.4 By weapon type and unit type."""
    word = asked.word("weapon").upper()
    kind = reading("weapon type", word)
    if kind not in weapon_types() and kind != "AS":
        raise asked.bad("weapon", f"{word!r} is no weapon type; use one of {', '.join(weapon_types())} or AS")
    unit_type = (
        asked.position.unit(asked.unit("target")).sheet.type
        if asked.has("target")
        else plain(reading("type", asked.word("type")))
    )
    if unit_type not in GROUND + AIR + NAVAL:
        raise asked.bad("type", f"no unit type is called {unit_type!r}; use one of {', '.join(GROUND + AIR + NAVAL)}")
    hits = unit_type in GROUND if kind == "AS" else can_hit(kind, unit_type)
    return Finding({"can_hit": hits, "weapon_type": kind, "unit_type": unit_type})


@QUESTIONS.pure(
    "one_target",
    ["1.7.1", "1.8.1"],
    "May two formations be fired at, or assaulted, as one?",
    formations="the two formations",
)
def may_be_one_target(asked: Asked) -> Finding:
    """1.7.1 Two formations of one side with units within 10 cm of each other."""
    found = asked.formations("formations")
    if len(found) != 2:
        raise asked.bad("formations", "it names two formations; give both")
    position = asked.position
    ours, theirs = (position.standing(formation) for formation in found)
    gap = round(float(position.distances(ours, theirs).min()), 2) if len(ours) and len(theirs) else None
    return Finding({"one_target": one_target(position, found[0].index, found[1].index), "distance": gap})


@QUESTIONS.pure(
    "crossfire",
    ["1.7.5"],
    "Is the target in crossfire, and through whom?",
    formation="the firing formation",
    target="the target formation, or two",
)
def in_crossfire(asked: Asked) -> Finding:
    """1.7.5 The line that makes it."""
    formation, targets = asked.formation(), asked.formations("target")
    line = crossfire(asked.position, formation, tuple(target.index for target in targets))
    if line is None:
        return Finding({"crossfire": False, "attack": 0, "shooter": None, "friend": None, "through": []})
    shooter, friend, *met = line
    result = {
        "crossfire": True,
        "attack": 1,
        "shooter": asked.label(shooter),
        "friend": asked.label(friend),
        "through": asked.labels(dict.fromkeys(met)),
    }
    return Finding(result, [f"the line from {asked.label(shooter)} to {asked.label(friend)} meets {result['through']}"])


# 1.7 Who fires what at whom


def fire_plan(asked: Asked) -> tuple[Fire, FirePlan]:
    """The order to fire as it was given: formation, at whom, with what command."""
    formation, position = asked.formation(), asked.position
    command = "" if asked.flag("defensive") else asked.command(default=ADVANCE)
    contact = asked.flag("contact")
    bonus = (("enemy in close combat", 1, "1.8.3"),) if contact else ()
    limit = tuple(one.index for one in asked.formations("limit")) if asked.has("limit") else None
    decision = Fire(position, formation, command, limit=limit, defensive=asked.flag("defensive"), attack=bonus)
    order: dict[str, Any] = {
        key: asked.value(key) for key in ("cover", "order", "lines", "hold") if asked.value(key) is not None
    }
    if asked.has("at"):
        order["targets"] = asked.value("at")
    if asked.has("barrage"):
        order["barrage"] = asked.value("barrage")
    plan = asked.check(decision, order, "ask")
    if not isinstance(plan, FirePlan):
        raise asked.bad("at", "there is nobody to fire at; name a formation")
    return decision, plan


FIRE_GIVEN = {
    "formation": "the firing formation",
    "at": "the target formation, two of them, or formations by weapon type",
    "command": "the command it acts under; Advance if left out",
    "cover": "false to leave out units in cover",
    "order": "the volleys' order, numbered from 0, strongest first",
    "lines": "which weapon a unit fires, by unit",
    "hold": "units that do not fire",
    "defensive": "true for the defender of an assault (1.8.3)",
    "contact": "true if the enemy has moved into close combat (1.8.3)",
    "limit": "the only formations that may be fired at",
}


@QUESTIONS.pure("who_fires", ["1.7", "1.7.1", "1.7.2"], "Who fires, who is suppressed, who can be hit?", **FIRE_GIVEN)
def who_fires(asked: Asked) -> Finding:
    """1.7, 1.7.1, 1.7.2 The shooting action before its dice."""
    decision, plan = fire_plan(asked)
    firing = dict.fromkeys(unit for volley in plan.volleys for unit in volley.shooters)
    standing = decision.gunnery.own.tolist()
    result = {
        "fires": asked.labels(firing),
        "suppressed": asked.labels(plan.suppressed),
        "silent": asked.labels(u for u in standing if u not in firing and u not in plan.suppressed),
        "crossfire": plan.crossfire is not None,
        "volleys": [volley_data(asked, volley) for volley in plan.volleys],
        "targets": {kind: asked.labels(_hit_by(plan, kind)) for kind in {v.weapon_type for v in plan.volleys}},
    }
    return Finding(result, [str(volley.attack) for volley in plan.volleys])


def _hit_by(plan: FirePlan, kind: str) -> list[int]:
    return list(dict.fromkeys(unit for volley in plan.volleys if volley.weapon_type == kind for unit in volley.targets))


def volley_data(asked: Asked, volley: Volley) -> dict[str, Any]:
    return {
        "weapon": volley.name,
        "type": volley.weapon_type,
        "attack": volley.attack.total,
        "parts": parts(volley.attack),
        "shots": volley.shots,
        "shooters": asked.labels(dict.fromkeys(volley.shooters)),
        "targets": asked.labels(volley.targets),
    }


@QUESTIONS.pure(
    "eligible_targets",
    ["1.7.1", "1.7.2"],
    "Which formations can be fired at, and which of their units can be hit?",
    formation="the firing formation",
    command="the command it acts under; Advance if left out",
    defensive="true for the defender of an assault",
)
def eligible_targets(asked: Asked) -> Finding:
    """1.7.1, 1.7.2 By weapon type: the formations with valid targets, and their units in reach and sight."""
    position = asked.position
    decision = Fire(position, asked.formation(), asked.command(default=ADVANCE), defensive=asked.flag("defensive"))
    gunnery = decision.gunnery
    found: dict[str, dict[str, list[str]]] = {}
    for kind in gunnery.weapon_types():
        for enemy in decision.enemies():
            sighting = gunnery.sighting((enemy,))
            reach = np.zeros(len(sighting.units), dtype=np.bool_)
            for battery in gunnery.batteries:
                if kind in dict(battery.weapon.attacks):
                    reach |= gunnery.aim(battery, kind, (enemy,)).reach.any(axis=0)
            if reach.any():
                units = sighting.units[reach].tolist()
                found.setdefault(kind, {})[position.formations[enemy].name] = asked.labels(units)
    pairs = [[position.formations[i].name for i in group] for group in decision.groups() if len(group) == 2]
    return Finding({"targets": found, "as_one": pairs})


@QUESTIONS.pure(
    "weapons",
    ["1.7", "1.7.1", "2.1"],
    "Which weapons may these units use now, and if not, why?",
    unit="a unit or several",
    formation="or a whole formation",
    command="the command it acts under; Advance if left out",
    defensive="true for the defender of an assault",
)
def weapons(asked: Asked) -> Finding:
    """1.7, 2.1 Weapon by weapon: usable or why not, its types and shots, and whether it may fire blind."""
    units = asked.units("unit") if asked.has("unit") else list(asked.formation().units)
    command, defensive = asked.command(default=ADVANCE), asked.flag("defensive")
    found = {asked.label(unit): _weapons_of(asked, unit, command, defensive) for unit in units}
    return Finding({"units": found})


def _weapons_of(asked: Asked, unit: int, command: str, defensive: bool) -> dict[str, Any]:
    return {
        weapon.name: _weapon_data(asked, unit, weapon, command, defensive)
        for weapon in weapons_of(asked.position.unit(unit).sheet)
    }


def _weapon_data(asked: Asked, unit: int, weapon: Weapon, command: str, defensive: bool) -> dict[str, Any]:
    shot = may_fire(asked.position, unit, weapon, command, defensive)
    why = shot.refused or ("" if asked.position.on[unit] else "its unit does not stand on the table")
    return {
        "usable": not why,
        "why": why,
        "shots": weapon.shots,
        "one_shot_per_units": weapon.per_units,
        "attacks": dict(weapon.attacks) if not weapon.artillery else {"AS": weapon.score},
        "indirect": not why and may_fire_blind(shot),
    }


@QUESTIONS.pure(
    "attack_value",
    ["1.7", "1.4.1", "1.7.5", "2.1"],
    "What is the attack value of this shot, or why may it not be fired?",
    unit="the shooter",
    weapon="its weapon, if it has several",
    target="the target unit",
    type="the weapon type used; the best that can hurt the target if left out",
    command="the command it acts under; Advance if left out",
    crossfire="true or false, to say so instead of measuring",
    distance="in cm, to say so instead of measuring",
    defensive="true for the defender of an assault",
    contact="true if the enemy has moved into close combat (1.8.3)",
)
def shot_value(asked: Asked) -> Finding:
    """1.7 Each modifier and the total."""
    position, unit, target = asked.position, asked.standing_unit(), asked.standing_unit("target")
    weapon, defensive = asked.weapon(unit), asked.flag("defensive")
    command = asked.command(default=ADVANCE) if asked.has("command") or not defensive else ""
    formation, enemy = position.formation_of(unit), position.formation_of(target)
    kind = _type_used(asked, weapon, target)
    gap = float(position.distances(np.array([unit]), np.array([target]))[0, 0])
    gap = asked.number("distance", gap)
    shot = may_fire(position, unit, weapon, command, defensive)
    sees = bool(lines_of_sight(position, np.array([unit]), np.array([target]))[0, 0])
    crossed = asked.flag("crossfire", crossfire(position, formation, (enemy.index,)) is not None)
    contact = asked.flag("contact")
    blind = may_fire_blind(shot)
    if position.field.variants["spotters"] == "required":
        blind = blind and bool(spotted(position, formation.side, np.array([target])).any())
    why = shot.refused or _why_not(asked, unit, target, weapon, kind, gap, sees=sees, blind=blind)
    if why or kind is None:
        return Finding({"may_fire": False, "why": why, "total": None}, [why], (shot.section,) if shot.section else ())
    extra = (("enemy in close combat", 1, "1.8.3"),) if contact else ()
    helped = helped_by_spotter(position, formation.side, np.array([target]))
    attack = attack_value(
        command, position, weapon, kind, gap, blind=not sees, helped=helped, crossfire=crossed, extra=extra
    )
    result = {"may_fire": True, "why": "", "type": kind, "total": attack.total, "parts": parts(attack)}
    return Finding(result | {"distance": round(gap, 2)}, [str(attack)], sections(attack))


def _type_used(asked: Asked, weapon: Weapon, target: int) -> str | None:
    if weapon.artillery:
        raise asked.bad("weapon", f"{weapon.name} is artillery; ask barrage_value")
    values = dict(weapon.attacks)
    if asked.has("type"):
        kind = reading("weapon type", asked.word("type").upper())
        if kind not in values:
            raise asked.bad("type", f"{weapon.name} has no {kind}; it has {', '.join(values)}")
        return kind
    unit_type = asked.position.unit(target).sheet.type
    able = [kind for kind in values if can_hit(kind, unit_type)]
    return max(able, key=lambda kind: values[kind], default=None)


def _why_not(
    asked: Asked, unit: int, target: int, weapon: Weapon, kind: str | None, gap: float, *, sees: bool, blind: bool
) -> str:
    position = asked.position
    unit_type = position.unit(target).sheet.type
    if kind is None or not can_hit(kind, unit_type):
        return f"{weapon.name} cannot hurt a unit of type {unit_type} (1.7)"
    if gap > weapon.range + 1e-9:
        return f"the target is {gap:.1f} cm away and {weapon.name} reaches {weapon.range:g} cm (1.7)"
    if not sees and not blind:
        return f"{asked.label(unit)} has no line of sight to {asked.label(target)} (1.7)"
    for rule in weapon.rules:
        if rule.name == "fire arc" and not in_fire_arc(
            str(rule.values[0]),
            position.at(unit),
            float(position.facing[unit]),
            position.at(target),
            arc_edge(position, unit),
        ):
            return f"{asked.label(target)} is outside the {rule.values[0]} arc (2.1.5)"
    return ""


@QUESTIONS.pure(
    "barrage_value",
    ["1.7.4", "2.1.8", "2.1.9"],
    "What does a barrage come to?",
    formation="the formation whose guns fire",
    weapons="or the guns, as attacks such as '2 x AS 3/10'",
    command="Sustained Fire if left out",
    mode="concentrated or spread",
    indirect="true if the guns do not see the target",
    crossfire="true if the target is in crossfire",
    at="where it falls, to learn who is under it",
    rules="special rules of all the guns given as attacks",
)
def barrage(asked: Asked) -> Finding:
    """1.7.4 Sum, modifiers, maximum, extra tokens, and half of it against armour."""
    position, command = asked.position, asked.command(default=SUSTAINED_FIRE)
    mode = asked.word("mode", CONCENTRATED, MODES)
    guns = _guns(asked, command)
    weapons = [weapon for _, weapon in guns]
    if not weapons:
        raise asked.bad("formation", f"it has no artillery that fires on {command}; see the question weapons")
    value = barrage_value(
        position, weapons, mode, command, blind=asked.flag("indirect"), crossfire=asked.flag("crossfire")
    )
    above = sum(part.value for part in value.score.parts if part.name == "maximum")
    result = {
        "sum": value.score.base,
        "modified": value.score.total - above,
        "score": value.score.total,
        "maximum": value.maximum,
        "extra_tokens": value.extra_tokens,
        "against_armour": value.score.total // 2,
        "radius": RADIUS[mode],
        "parts": parts(value.score),
    }
    if asked.has("at"):
        units = [unit for unit, _ in guns if unit >= 0]
        result["under"] = asked.labels(units_under(position, asked.point("at"), mode, units))
    return Finding(result, [str(value.score)], sections(value.score))


def _guns(asked: Asked, command: str) -> list[tuple[int, Weapon]]:
    if not asked.has("weapons"):
        gunnery = Gunnery(asked.position, asked.formation(), command)
        return [(unit, battery.weapon) for battery in gunnery.artillery for unit in battery.units]
    rules, found = weapon_rules(asked, "rules"), []
    for text in asked.words("weapons"):
        count, attack = _multiplied(text.strip())
        score, maximum = _artillery_score(attack)
        if score is None or not 1 <= count <= 100:
            raise asked.bad("weapons", f"{text!r} is no artillery; write it as 'AS 2/8' or '4 x AS 2/8'")
        found += [(-1, Weapon("gun", 0.0, (), score, maximum, 1, rules))] * count
    return found


# 1.6 Moving


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
    allowed = allowances(position, formation, kind, asked.number("extra", 0.0))
    road, enters = asked.flag("road"), asked.flag("difficult")
    cm: dict[str, float] = {}
    for unit in position.standing(formation).tolist():
        x, y = position.at(unit)
        way = look_at_ways(position, formation, {unit: [(x, y), (x + A_HAIR, y)]}, kind)[0]
        way.on_road = road
        way.difficult = 0 if enters and way.difficult < 0 else way.difficult
        cm[asked.label(unit)] = judge_way(position, way, float(allowed[unit]), kind == NORMAL).allowance
    always_tactical = kind == WITHDRAWAL and position.field.variants["withdrawal_move"] == "always_tactical"
    near_or_shaken = kind not in (NORMAL, WITHDRAWAL) or uses_combat_move(position, formation)
    combat = near_or_shaken and not always_tactical
    why = [f"{formation.suppression} tokens"] if formation.suppression else []
    why += ["enemy within 30 cm"] if enemy_near(position, formation, 30.0) else []
    result = {"move": "combat" if combat else "tactical", "why": why if kind in (NORMAL, WITHDRAWAL) else [kind]}
    return Finding(result | {"cm": cm})


@QUESTIONS.pure(
    "path",
    ["1.6", "1.6.1", "1.6.2", "1.8.2"],
    "May this unit take this path?",
    unit="the unit",
    path="where it goes, corner by corner",
    kind="normal, charge, consolidation or withdrawal",
    extra="the d5 of a charge",
    target="the formation charged",
    on_road_so_far="false if an earlier move of the action left the road",
)
def may_take_path(asked: Asked) -> Finding:
    """1.6 Yes or no and why, its length, and how near it comes to the enemy."""
    position, unit = asked.position, asked.standing_unit()
    formation, corners = position.formation_of(unit), asked.path("path")
    kind, extra = asked.word("kind", NORMAL, KINDS), asked.number("extra", 0.0)
    on_road = {unit: asked.flag("on_road_so_far", True)}
    decision: Move = Move(position, formation, kind, extra, on_road)
    if kind == CHARGE:
        decision = ChargeMove(position, formation, tuple(f.index for f in asked.formations("target")), extra)
    way = look_at_ways(position, formation, {unit: [position.at(unit), *corners]}, kind)[0]
    judge_way(position, way, float(decision.allowance[unit]), decision._road_counts(unit))
    why, where = "; ".join(reason for reason, _ in way.refusals), tuple(section for _, section in way.refusals)
    try:
        decision.check({"go": [[unit, *(number for corner in corners for number in corner)]]})
    except Illegal as refusal:
        why, where = why or refusal.reason, (*where, refusal.section)
    nearest, gap = _closest(asked, formation, unit, way.path)
    result = {
        "allowed": not where,
        "why": why,
        "length": round(way.length, 2),
        "may_move": way.allowance,
        "difficult": way.difficult >= 0,
        "on_road": way.on_road,
        "closest_enemy": nearest,
        "closest_approach": gap,
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
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    t = 0.0
    if square > 0.0:
        t = min(1.0, max(0.0, ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / square))
    return distance((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])), place)


@QUESTIONS.pure(
    "boarding",
    ["1.6.3"],
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
    ["1.6.3"],
    "May this passenger get out there?",
    unit="the passenger",
    at="where it is put",
    command="the command it acts under, if any",
)
def leaving(asked: Asked) -> Finding:
    """1.6.3 Yes or no and why."""
    position, unit = asked.position, asked.unit()
    transport = int(position.aboard[unit])
    place = asked.point("at")
    if transport == NOBODY:
        return Finding({"allowed": False, "why": f"{asked.label(unit)} is not aboard anything"})
    why = _no_move(asked) or leaving_refusal(position, unit, place, transport, position.at(transport))
    return Finding({"allowed": not why, "why": why})


def _no_move(asked: Asked) -> str:
    """1.6.3 Embarking and disembarking need a command that allows movement."""
    if not asked.has("command"):
        return ""
    command = commands()[asked.command()]
    return "" if command.moves or "move" in command.one_of else f"{command.name} allows no movement"


# 1.4 Commands


@QUESTIONS.pure(
    "commands",
    ["1.4.1", "1.5"],
    "What may a formation do under this command, after a passed test and after a failed one?",
    command="the command; all that can be given if left out",
    formation="or the formation whose command for this turn it is",
)
def commands_on_offer(asked: Asked) -> Finding:
    """1.4.1, 1.5 The command or Reform after success; a local order after failure."""
    if asked.has("formation"):
        formation = asked.formation()
        name = asked.position.orders[formation.index].now
        if name is None:
            raise asked.bad("formation", f"{formation.name} has no command for this turn; give it orders")
        return Finding(_command_data(commands()[name]))
    if asked.has("command"):
        return Finding(_command_data(commands()[asked.command()]))
    return Finding({name: _command_data(commands()[name]) for name in GIVEN})


def _command_data(command: Command) -> dict[str, Any]:
    given = command.name in GIVEN
    return {
        "command": command.name,
        "after_success": [command.name, REFORM] if given else [command.name],
        "after_failure": list(local_order(command.name)) if given else [],
        "moves": command.moves,
        "fires": command.fires,
        "attack": command.attack,
        "one_of": list(command.one_of),
        "regroups": command.regroups,
    }


@QUESTIONS.pure(
    "command_stack",
    ["1.4", "1.7.6"],
    "What lies on the command stack, also after new counters are put down?",
    formation="the formation",
    now="a counter put on top: a command, or 'keep' for prepared fire",
    next="the counter put below",
)
def command_stack(asked: Asked) -> Finding:
    """1.4 This turn's command, the next turn's, replaced or not and what that costs, face up or not."""
    position, formation = asked.position, asked.formation()
    if asked.has("now") or asked.has("next"):
        now = asked.word("now", "")
        wanted = None if not now else KEEP if plain(now) == KEEP else asked.command("now")
        below = asked.command("next")
        choices = GiveCommands(position, formation.side).choices(formation)
        if formation.broken:
            raise asked.bad("next", f"{formation.name} is broken and gets no commands (1.4); let it rally first")
        if wanted not in choices or below not in GIVEN:
            offered = ", ".join(choice or "nothing on top" for choice in choices)
            raise asked.bad("now", f"{wanted or 'nothing on top'} is not on offer (1.4); there is {offered}")
        stack_command(position, formation, wanted, below)
    orders = position.orders[formation.index]
    test = action_test(position, formation, keeping=False, replaced=orders.replaced)
    penalty = sum(part.value for part in test.parts if part.name == "replaced command")
    result = {
        "now": orders.now,
        "next": orders.next,
        "replaced": orders.replaced,
        "penalty": penalty,
        "face_up": orders.face_up,
    }
    return Finding(result)


@QUESTIONS.pure(
    "test_modifiers",
    ["1.5", "1.9.2"],
    "What is added to the d10 of an action or rally test, and what must it show?",
    formation="the formation",
    test="action or rally",
    keeping="true if the initiative is being kept",
    replaced="true if this turn's command was replaced",
)
def test_modifiers(asked: Asked) -> Finding:
    """1.5, 1.9.2 Each modifier by name."""
    position, formation = asked.position, asked.formation()
    if asked.word("test", "action", ("action", "rally")) == "rally":
        tally = rally_test(position, formation)
    else:
        replaced = asked.flag("replaced", position.orders[formation.index].replaced)
        tally = action_test(position, formation, keeping=asked.flag("keeping", position.keeping), replaced=replaced)
    result = {"modifiers": parts(tally), "total": tally.total, "needs": 11 - tally.total}
    if asked.word("test", "action") == "action":
        result["may_reroll"] = may_reroll(position, formation)
    return Finding(result, [str(tally)], sections(tally))


@QUESTIONS.pure(
    "acts_next",
    ["1.5"],
    "Who acts next, and may the initiative be kept?",
    side="the side that has just acted",
    passed="whether its action test was passed",
)
def acts_next(asked: Asked) -> Finding:
    """1.5 The other side, unless it has nobody left or the initiative is kept, once."""
    position = asked.position
    position.side = asked.side("side", None if position.side == NOBODY else SIDES[position.side])
    rule = hand_over(asked.battle, asked.flag("passed", True))
    try:
        next(rule)
    except StopIteration:
        result = {"may_keep": False, "next": asked.side_name(position.side), "keeping": position.keeping}
        return Finding(result)
    return Finding({"may_keep": True, "next": asked.side_name(1 - position.side), "keeping": False})


@QUESTIONS.pure("rallies_first", ["1.9"], "Who rallies first in the end phase?")
def rallies_first(asked: Asked) -> Finding:
    """1.9 The player who won the initiative."""
    return Finding({"first": asked.side_name(max(asked.position.winner, 0))})


# 1.7.6 Prepared fire


@QUESTIONS.pure(
    "prepared_fire",
    ["1.7.6"],
    "May a formation on prepared fire react?",
    formation="the formation on prepared fire",
    enemy="the enemy formation that has just done something",
    event="move, fire, charge, consolidation, withdrawal or counter charge",
)
def prepared_fire(asked: Asked) -> Finding:
    """1.7.6 After a move from a command, a consolidation or fire, if somebody is in reach and sight."""
    formation, enemy = asked.formation(), asked.formation("enemy")
    event = asked.word("event", "move", tuple(REACTS_TO))
    counts, able = REACTS_TO[event], may_react(asked.position, formation, enemy)
    why = "" if counts and able else _why_no_reaction(formation, event, counts)
    command = commands()["prepared fire"]
    return Finding({"may_react": counts and able, "why": why, "counts_as_activation": True, "attack": command.attack})


def _why_no_reaction(formation: Formation, event: str, counts: bool) -> str:
    if not counts:
        return f"a {event} is no move from a command"
    if not formation.prepared:
        return f"{formation.name} is not on prepared fire"
    return f"{formation.name} is broken" if formation.broken else "nobody of the enemy formation can be hit"


# 1.7.3, 1.9.3 Breaking points


@QUESTIONS.pure(
    "breaking_point",
    ["1.7.3", "2.3.1"],
    "With how many tokens does the formation break?",
    formation="the formation",
)
def breaks_at(asked: Asked) -> Finding:
    """1.7.3, 2.3.1 As many tokens as units, fewer for green ones."""
    formation = asked.formation()
    point = breaking_point(formation)
    result = {"breaks_at": point.total, "tokens": formation.suppression, "breaks": formation.suppression >= point.total}
    return Finding(result, [str(point)], sections(point))


@QUESTIONS.pure(
    "combat_effectiveness",
    ["1.9.3", "2.3.1"],
    "Is the formation still combat effective?",
    formation="the formation",
)
def effectiveness(asked: Asked) -> Finding:
    """1.9.3 More than a quarter of its original size, and more than one unit."""
    formation = asked.formation()
    strength = fighting_strength(formation)
    result = {
        "effective": combat_effective(formation),
        "units": formation.size,
        "counted": strength.total,
        "original": formation.original,
        "quarter": formation.original / 4,
    }
    return Finding(result, [f"{strength} of {formation.original}"], sections(strength))


# 1.8 Assault


def sides_of(asked: Asked) -> Sides:
    """1.8 The formations in an assault, as they were named."""
    attackers, defenders = asked.formations("attackers"), asked.formations("defenders")
    if {f.side for f in attackers} == {f.side for f in defenders} or len({f.side for f in defenders}) > 1:
        raise asked.bad("defenders", "attackers and defenders are of different sides; name an enemy formation")
    return Sides(tuple(attackers), tuple(defenders))


@QUESTIONS.pure(
    "who_fights",
    ["1.8", "1.8.4"],
    "Who can attack in this assault, with what, and who may support?",
    attackers="the attacking formation",
    defenders="the defending formation, or two",
)
def who_fights(asked: Asked) -> Finding:
    """1.8, 1.8.4 Directly involved units, their volleys, and neighbours that may support."""
    position, sides = asked.position, sides_of(asked)
    involved = [involved_units(position, sides.side(n), sides.side(1 - n)) for n in (0, 1)]
    result: dict[str, Any] = {}
    for number, word in enumerate(("attackers", "defenders")):
        own, theirs = (
            np.concatenate([position.standing(f) for f in sides.side(side)]) for side in (number, 1 - number)
        )
        result[word] = {
            "involved": asked.labels(involved[number]),
            "volleys": [volley_data(asked, volley) for volley in assault_volleys(position, own, theirs)],
            "may_support": [f.name for f in supporters(position, sides, number, involved[1 - number])],
        }
    return Finding(result)


# 6.1 Objectives and victory


@QUESTIONS.pure(
    "objective_holder", ["6.1.3"], "Who holds the objectives?", objective="its number from 1; all if left out"
)
def objective_holder(asked: Asked) -> Finding:
    """6.1.3 Held by one side, contested, or nobody's."""
    position = asked.position
    rows = [
        {
            "place": [objective.x, objective.y],
            "kind": objective.kind,
            "half": SIDES[objective.half],
            "holder": _holder_word(who),
        }
        for objective, who in zip(position.scenario.objectives, holders(position), strict=True)
    ]
    if not asked.has("objective"):
        return Finding({"objectives": rows})
    number = asked.whole("objective")
    if not 1 <= number <= len(rows):
        raise asked.bad("objective", f"there are {len(rows)} objectives; count from 1")
    return Finding(rows[number - 1])


def _holder_word(who: int | None) -> str:
    return "nobody" if who is None else "contested" if who == NOBODY else SIDES[who]


@QUESTIONS.pure(
    "objective_place",
    ["6.1.3"],
    "May an objective be put there?",
    at="the place",
    side="who puts it down",
    kind="primary or secondary",
)
def objective_place(asked: Asked) -> Finding:
    """6.1.3 Yes or no and why."""
    kind = asked.word("kind", "secondary", ("primary", "secondary"))
    why = objective_refusal(asked.position, asked.side("side"), kind, asked.point("at"))
    return Finding({"allowed": not why, "why": why})


@QUESTIONS.pure(
    "entry_turn",
    ["6.1.4"],
    "On which pre-battle turn does a battle group come on?",
    depth="the depth of its target square, from its own edge",
    group="or the battle group, if the position has its map",
    side="whose battle group",
)
def enters_on(asked: Asked) -> Finding:
    """6.1.4 The deeper its target, the earlier."""
    position = asked.position
    if asked.has("group"):
        side, group = asked.side("side"), asked.word("group")
        plan = position.scenario.plans[side].get(group)
        if plan is None:
            raise asked.bad("group", f"there is no arrow for {group!r}; add scenario.plans")
    else:
        depth = asked.whole("depth")
        if not 1 <= depth <= depths(position):
            raise asked.bad("depth", f"the table is {depths(position)} squares deep; count from 1")
        plan = Plan(((1, depth),))
    return Finding({"turn": entry_turn(position, plan)})


@QUESTIONS.pure("victory_conditions", ["6.1.5"], "Which victory conditions does each side meet?")
def conditions(asked: Asked) -> Finding:
    """6.1.5 The conditions met, and who would win by them."""
    position = asked.position
    met = {word: victory_conditions(position, side) for side, word in enumerate(SIDES)}
    return Finding({**met, "winner": asked.side_name(won_by_conditions(position))})


@QUESTIONS.pure("victory_points", ["6.1.5"], "How many victory points has each side?")
def points(asked: Asked) -> Finding:
    """6.1.5 What each formation gives the enemy, and the sums."""
    position = asked.position
    each = {formation.name: points_for(position, formation) for formation in position.formations}
    totals = {word: victory_points(position, side) for side, word in enumerate(SIDES)}
    ahead = None if totals["red"] == totals["blue"] else max(totals, key=lambda word: totals[word])
    return Finding({**totals, "formations": each, "winner": ahead or "nobody"})


@QUESTIONS.pure(
    "is_over", ["6.1.5"], "Is the battle over, and by what?", after_rally="true at the very end of the turn"
)
def is_over(asked: Asked) -> Finding:
    """6.1.5 By conditions at the start of the end phase from turn 4 on; by points after the last turn."""
    position, rallied = asked.position, asked.flag("after_rally")
    winner = decided(position)
    if winner is not None and position.phase in (END, OVER):
        return Finding({"over": True, "by": "victory conditions", "winner": asked.side_name(winner)})
    if rallied and is_last_turn(position):
        ahead = ahead_on_points(position)
        return Finding({"over": True, "by": "victory points", "winner": asked.side_name(None if ahead < 0 else ahead)})
    return Finding({"over": False, "by": "", "winner": "nobody"})


# 6.2, 6.3 Forces


@QUESTIONS.pure(
    "force",
    ["6.2", "6.3"],
    "Is this army list legal?",
    force="the name of a shipped force, or the force itself as a table",
)
def force_legality(asked: Asked) -> Finding:
    """6.2, 6.3 All problems, and the sizes."""
    said = asked.value("force")
    if isinstance(said, str):
        force = shipped_force(said)
    elif isinstance(said, dict):
        force = force_from_data({"game": "the_game", **said}, f"{asked.name}: ask force")
    else:
        raise asked.bad("force", "it is missing; name a shipped force or write one as a table")
    problems = check_force(force, asked.position.field.variants)
    summary = force_summary(force)
    army = find_army(force.army)
    result = {
        "legal": not problems,
        "problems": [str(problem) for problem in problems],
        "where": [problem.where for problem in problems],
        "cost": force.cost,
        "points": force.points,
        "sizes": {formation["name"]: formation["size"] for formation in summary["formations"]},
    }
    return Finding(result, [str(problem) for problem in problems], (army.section,) if army else ())


# 5 Datasheets


@QUESTIONS.pure(
    "datasheet",
    ["1.1.5", "5.1", "5.2"],
    "What stands on this datasheet?",
    unit="its name",
    army="the army, if the name is a short one",
)
def as_printed(asked: Asked) -> Finding:
    """5.1, 5.2, 1.1.5 Every stat of a unit, with its weapons and special rules."""
    sheet = datasheet(asked.word("unit"), asked.word("army", ""))
    result: dict[str, Any] = {
        "unit": sheet.name,
        "army": sheet.army,
        "type": sheet.type,
        "move": {"combat": sheet.combat, "tactical": sheet.tactical},
        "COM": sheet.command,
        "ARM": sheet.armour,
        "VIS": sheet.visibility,
        "DEF": sheet.armour + sheet.visibility,
        "CF": _ap_at(sheet.close),
        "NF": _ap_at(sheet.near),
        "weapons": {weapon.name: _printed_weapon(weapon) for weapon in sheet.weapons},
        "rules": [str(rule) for rule in sheet.rules],
        "transport": None,
    }
    if sheet.transport is not None:
        result["transport"] = {"capacity": sheet.transport.capacity, "carries": list(sheet.transport.carries)}
    return Finding(result)


def _ap_at(values: tuple[int, int] | None) -> dict[str, int] | None:
    return None if values is None else {"AP": values[0], "AT": values[1]}


def _printed_weapon(weapon: Weapon) -> dict[str, Any]:
    attack = {"AS": weapon.score, "maximum": weapon.maximum} if weapon.artillery else dict(weapon.attacks)
    return {
        "range": weapon.range,
        **attack,
        "shots": weapon.shots,
        "one_shot_per_units": weapon.per_units,
        "rules": [str(rule) for rule in weapon.rules],
    }


@QUESTIONS.pure("position", ["1.1.2"], "How does the referee read this position?")
def as_read(asked: Asked) -> Finding:
    """1.1.2 The position with everything that was left out filled in."""
    return Finding({"position": position_data(asked.position)})
