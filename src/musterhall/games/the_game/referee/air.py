"""3 Aircraft: whether a path may be flown and where it leads, and what fires at them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.air.aircraft import minimum_run, run_between_turns
from musterhall.games.the_game.air.drops import land
from musterhall.games.the_game.air.flak import AA, flak_at, flak_attack, ground_fire, paths_of
from musterhall.games.the_game.air.height import ABOVE
from musterhall.games.the_game.air.helicopter_flak import flak_at_helicopters, helicopters_of
from musterhall.games.the_game.air.helicopters import fire_at_helicopters
from musterhall.games.the_game.air.insertion import landing_refusal
from musterhall.games.the_game.air.interception import LATE, aimed_at, aimed_freely, late_shots
from musterhall.games.the_game.air.paths import (
    Run,
    entry_edges,
    exit_edge,
    first_exit,
    last_run,
    nearest_on_path,
    own_edge,
)
from musterhall.games.the_game.air.whole_flights import flight_refusal
from musterhall.games.the_game.army.datasheets import FLYERS, TRANSPORT_HELICOPTER, weapons_of
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import Before, all_parts, dice_told, places, told
from musterhall.geometry import SLACK, distance, path_length

QUESTIONS = Questions()


@QUESTIONS.pure(
    "flight_path",
    ["3.4", "3.1", "3.4.4"],
    "May aircraft fly this path, from the table edge on, and over which edge do they leave?",
    formation="the formation that flies it",
    type="or the type of aircraft",
    side="with a type: whose aircraft; Red's if left out",
    path="places, the first on the edge and then one for the end of each section",
)
def flight_path(asked: Asked) -> Finding:
    """3.4, 3.1, 3.4.4 Yes or no and why, its sections, and what the aircraft may do at the end of it."""
    field, path = asked.position.field, asked.path("path")
    minimum, side = _who_flies(asked)
    why, section = flight_refusal(field, minimum, path, entry_edges(field, side)) or ("", "")
    run = last_run(field, path)
    left = first_exit(field, path)
    edge = exit_edge(field, side, left.at) if left else ""
    result = {
        "allowed": not why,
        "why": why,
        "length": round(path_length(path), 2),
        "sections": [round(distance(a, b), 2) for a, b in pairwise(path)],
        "minimum": minimum,
        "straight_on": round(run.length, 2),
        "may_turn": _may_turn(run, minimum),
        "leaves_over": edge,
        "tokens": int(left is not None and edge != own_edge(side)),
    }
    return Finding(result, [why] if why else [], (section,) if section else ())


def _who_flies(asked: Asked) -> tuple[float, int]:
    """How far it flies between turns, and whose it is."""
    if asked.has("formation"):
        formation = asked.formation()
        return minimum_run(asked.position, formation), formation.side
    word = asked.unit_type(asked.word("type"), "type")
    if word not in FLYERS:
        raise asked.bad("type", f"{word} flies no path of sections; use one of {', '.join(FLYERS)}")
    return run_between_turns(word), asked.side("side", "red")


def _may_turn(run: Run, minimum: float) -> bool:
    return run.heading is not None and (not run.after_turn or run.length >= minimum - SLACK)


@QUESTIONS.pure(
    "anti_aircraft",
    ["3.5.1", "3.2", "3.4.2", "1.7"],
    "Which units on the ground may fire at these aircraft, and with what attack value?",
    formation="the formation of aircraft, with its flight in the position, or of attack helicopters that have moved",
)
def anti_aircraft(asked: Asked) -> Finding:
    """3.5.1 Weapon by weapon: how far, in range or not, and the attack."""
    position, enemy = asked.position, _target(asked)
    flight = position.air.flights.get(enemy.index)
    aimed_flak = flak_at_helicopters(position, enemy) if flight is None else flak_at(position, enemy)
    fires = {(one.unit, one.weapon.name): one for one in aimed_flak}
    rows: dict[str, dict[str, Any]] = {}
    lines = []
    for unit in position.standing_side(1 - enemy.side).tolist():
        for weapon in weapons_of(position.unit(unit).sheet):
            if AA not in dict(weapon.attacks):
                continue
            row: dict[str, Any] = {"distance": round(_how_far(position, unit, enemy), 2), "may_fire": False}
            aimed = fires.get((unit, weapon.name))
            if aimed is not None:
                attack = flak_attack(aimed)
                row |= {"may_fire": True, "attack": attack.total, "parts": all_parts(attack), "shots": weapon.shots}
                row["at"] = asked.labels(aircraft for aircraft, _ in aimed.reach)
                lines.append(str(attack))
            rows.setdefault(asked.label(unit), {})[weapon.name] = row
    return Finding({"units": rows}, lines)


def _how_far(position: Position, unit: int, enemy: Formation) -> float:
    """3.5.1, 3.4.2 From a unit to the path of aircraft, or to attack helicopters where they are."""
    flight, here = position.air.flights.get(enemy.index), position.at(unit)
    if flight is None:
        return min(distance(here, position.at(one)) for one in helicopters_of(position, enemy).tolist())
    nearest = min(distance(here, nearest_on_path(path, here)) for _, path in paths_of(position, enemy))
    return nearest + (ABOVE if flight.high else 0.0)


@QUESTIONS.resolver(
    "fire_at_aircraft",
    ["3.5.1", "3.2", "1.7.2"],
    "Fire from the ground at aircraft. Who fires is an answer.",
    formation="the formation of aircraft, with its flight in the position, or of attack helicopters that have moved",
)
def fire_at_aircraft(asked: Asked) -> Finding:
    """3.5.1, 3.2 Each die, the tokens and the losses."""
    enemy, before = _target(asked), Before.of(asked)
    flying = enemy.index in asked.position.air.flights
    asked.run((ground_fire if flying else fire_at_helicopters)(asked.battle, enemy))
    return told(asked, {"dice": dice_told(asked), **before.change(enemy), "formations": before.all_changes()})


@QUESTIONS.pure(
    "interception",
    ["3.5.2", "3.5", "1.7"],
    "What can a patrol fire at the aircraft it has gone for, from where both are?",
    formation="the patrol; its flight is in the position",
    target="the aircraft it has gone for, with their flight",
    late="true for the shot as both leave over the same edge",
)
def interception(asked: Asked) -> Finding:
    """3.5.2 Weapon by weapon: how far, and the attack."""
    position, patrol, enemy = asked.position, _flying(asked), _flying(asked, "target")
    late = asked.flag("late")
    if late and not late_shots(position):
        return Finding({"may_fire": False, "shots": []}, ["patrols move on after the attack, and have no late shot"])
    aimed = aimed_freely(position, patrol, enemy) if late else aimed_at(position, patrol, enemy)
    attacks = [flak_attack(one, LATE if late else (), "3.5.2") for one in aimed]
    shots = [
        {
            "unit": asked.label(one.unit),
            "weapon": one.weapon.name,
            "distance": round(one.gap, 2),
            "attack": attack.total,
            "parts": all_parts(attack),
        }
        for one, attack in zip(aimed, attacks, strict=True)
    ]
    return Finding({"may_fire": bool(aimed), "shots": shots}, [str(attack) for attack in attacks])


@QUESTIONS.resolver(
    "landing",
    ["2.3.3", "1.3"],
    "Paratroopers land. Where their marker is moved and where they land are answers.",
    formation="the paratroopers; their drop is in the position",
)
def landing(asked: Asked) -> Finding:
    """2.3.3 Where the marker ends, who lands where, and the tokens."""
    position, formation, before = asked.position, asked.formation(), Before.of(asked)
    drop = next((one for one in position.air.drops if one.formation == formation.index), None)
    if drop is None:
        raise asked.bad("formation", f"{formation.name} has not jumped; give it a drop")
    position.air = position.air.without_drop(drop)
    asked.run(land(asked.battle, drop))
    marker = next(line.data["at"] for line in asked.battle.log if line.kind == "land")
    return told(asked, {"marker": marker, "places": places(asked, formation), **before.change(formation)})


@QUESTIONS.pure(
    "landing_place",
    ["3.2", "1.6.1", "1.6.2"],
    "May transport helicopters land where they are?",
    formation="the transport helicopters; their flight is in the position",
)
def landing_place(asked: Asked) -> Finding:
    """3.2 Yes or no and why."""
    formation = _flying(asked)
    if any(asked.position.unit(unit).sheet.type != TRANSPORT_HELICOPTER for unit in formation.units):
        raise asked.bad("formation", f"{formation.name} does not land; only transport helicopters do (3.2)")
    why = landing_refusal(asked.position, formation)
    return Finding({"allowed": not why, "why": why}, [why] if why else [])


def _target(asked: Asked) -> Formation:
    """What anti-aircraft weapons fire at: aircraft in flight, or attack helicopters on the table."""
    formation = asked.formation()
    hovering = formation.index in asked.position.field.helicopters and len(helicopters_of(asked.position, formation))
    return formation if hovering else _flying(asked)


def _flying(asked: Asked, key: str = "formation") -> Formation:
    formation = asked.formation(key)
    if formation.index not in asked.position.air.flights:
        raise asked.bad(key, f"{formation.name} is not in the air; give it a flight")
    return formation
