"""The referee on a table: target numbers, sight, moves, and what happens when play goes on."""

from __future__ import annotations

from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal
from musterhall.battle.referee import Finding, Questions
from musterhall.dice import Dice, ScriptedDice
from musterhall.games.alpha_strike.abilities.modifiers import Reckoning
from musterhall.games.alpha_strike.attacks.attacking import why_not_acting
from musterhall.games.alpha_strike.attacks.facts import target_move
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.sight import sight
from musterhall.games.alpha_strike.attacks.structures import inches_to
from musterhall.games.alpha_strike.attacks.target_number import target_number_reckoned
from musterhall.games.alpha_strike.attacks.volleys import shot_facts, volley, why_hopeless
from musterhall.games.alpha_strike.attacks.weapons import Weapons, read_shot
from musterhall.games.alpha_strike.battles import AlphaStrikeRules
from musterhall.games.alpha_strike.electronics.probes import why_not_scanned
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.buildings import is_building, strength_of
from musterhall.games.alpha_strike.harm.crippling import why_crippled
from musterhall.games.alpha_strike.movement.allowance import move_reckoning, tmm_of
from musterhall.games.alpha_strike.movement.heights import height_above
from musterhall.games.alpha_strike.movement.move_decision import Move, read_path
from musterhall.games.alpha_strike.movement.order import moves_in_pair, yet_to_move
from musterhall.games.alpha_strike.movement.reach import reach
from musterhall.games.alpha_strike.movement.riding import why_not_aboard
from musterhall.games.alpha_strike.position.altitude import altitude_of
from musterhall.games.alpha_strike.position.condition import ABOARD
from musterhall.games.alpha_strike.position.position import CHOICES, SET_UP, START, Position
from musterhall.games.alpha_strike.position.say import say_of, usual_facts
from musterhall.games.alpha_strike.referee.asked import Asked
from musterhall.games.alpha_strike.scenarios.points import standing
from musterhall.games.alpha_strike.transport.dismounting import Dismount
from musterhall.spelling import names_like

QUESTIONS = Questions()
UNIT, TARGET = "the unit that acts, by name", "the unit that it attacks"
MOST_SEED = 10**18
STRUCTURE = "the building or bunker that it attacks instead, by name or number"


def unit_in(asked: Asked, key: str) -> int:
    """A unit of the table by its name."""
    return unit_named(asked, key, asked.word(key))


def unit_named(asked: Asked, key: str, said: str) -> int:
    """The same where the name stands inside something else."""
    names = {unit.name: unit.index for unit in asked.position.field.units}
    if said not in names:
        near = names_like(said, names, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise asked.bad(key, f"there is no unit {said!r:.60}; {hint}")
    return names[said]


@QUESTIONS.pure(
    "attack_number",
    ("4", "8", "10"),
    "What does an attack need to hit, and how many dice does it roll?",
    unit=UNIT,
    target=TARGET,
    structure=STRUCTURE,
    how="overheat, mount, special, spotter or split, as an answer gives them; a plain attack where nothing is said",
)
def attack_number(asked: Asked) -> Finding:
    """4, 8, 10 The target number and the dice of a weapon attack on the table."""
    position, unit = asked.position, unit_in(asked, "unit")
    answer = {**aimed(asked), **shot_words(asked)}
    why = why_not_acting(position, unit)
    if why:
        return Finding({"possible": False, "why": why})
    try:
        shot = read_shot(position, unit, answer)
    except Illegal as refused:
        return Finding({"possible": False, "why": refused.reason})
    found = target_number_reckoned(position, unit, shot.target, shot_facts(position, unit, shot))
    result = shot_data(position, unit, shot, found)
    if shot.then is not None:
        second = target_number_reckoned(position, unit, shot.then.target, shot_facts(position, unit, shot.then))
        result["second"] = shot_data(position, unit, shot.then, second)
    return Finding(result, [str(found.tally), *found.notes])


def aimed(asked: Asked) -> dict[str, Any]:
    """What an attack is aimed at: a unit, or a building or bunker."""
    key = "structure" if asked.has("structure") else "target"
    if key == "target":
        return {key: unit_in(asked, key)}
    found: dict[str, Any] = named_answer(asked, {key: asked.value(key)})
    return found


def shot_words(asked: Asked) -> dict[str, Any]:
    """How a shot is fired, in words that a shot may say."""
    how, known = asked.table("how"), [word for word in Weapons.fields if word not in ("target", "structure")]
    unknown = [word for word in how if word not in known]
    if unknown:
        raise asked.bad("how", f"a shot says nothing of {unknown[0]!r:.40}; it may say {', '.join(known)}")
    named: dict[str, Any] = named_answer(asked, how)
    return named


def shot_data(position: Position, unit: int, shot: Shot, found: Reckoning) -> dict[str, Any]:
    """What a shot needs and rolls, as plain data."""
    rolled = volley(position, unit, shot)
    why = why_hopeless(position, unit, shot)
    at_piece = shot.target == NOBODY
    inches = inches_to(position, unit, shot.piece) if at_piece else position.gap(unit, shot.target)
    return {
        "possible": not why,
        "why": why,
        "target_number": found.total,
        "range": shot.range,
        "inches": round(inches, 2),
        "parts": found.parts(),
        "dice": {f"{lot.kind or 'plain'}{' 0*' if lot.minimal else ''}": lot.dice for lot in rolled.lots},
        "taken_off": [cut.name for cut in rolled.cuts],
        "mount": shot.mount,
    }


@QUESTIONS.pure("probe", ("9",), "Does a unit's active probe reach another?", unit=UNIT, target="the unit it scans")
def probe_reaches(asked: Asked) -> Finding:
    """9 A probe's reach, and the ECM that may blind it."""
    why = why_not_scanned(asked.position, unit_in(asked, "unit"), unit_in(asked, "target"))
    return Finding({"reaches": not why, "why": why})


@QUESTIONS.pure("sight", ("3",), "Does one unit see another, and with what cover?", unit=UNIT, target=TARGET)
def line_of_sight(asked: Asked) -> Finding:
    """3 What one unit sees of another."""
    seen = sight(asked.position, unit_in(asked, "unit"), unit_in(asked, "target"))
    pieces, units = asked.position.field.ground.pieces, asked.position.field.units
    result = {
        "seen": seen.seen,
        "share": round(seen.share, 3),
        "partial_cover": seen.partial_cover,
        "woods": seen.woods,
        "in_water": seen.in_water,
        "because": seen.because,
        "hidden_by": pieces[seen.hidden_by].name if seen.hidden_by >= 0 else "",
        "behind": units[seen.behind].name if seen.behind >= 0 else "",
    }
    return Finding(result)


@QUESTIONS.pure("inches", ("2",), "How far may a unit move?", unit=UNIT, mode="ground, jump or sprint")
def inches(asked: Asked) -> Finding:
    """2 A unit's Move for one way of moving, with its parts."""
    mode: Any = asked.word("mode")
    found = move_reckoning(asked.position, unit_in(asked, "unit"), mode)
    return Finding({"inches": max(0, found.total), "parts": found.parts()}, [str(found.tally)])


@QUESTIONS.pure(
    "way",
    ("2",),
    "May a unit go this way, and what does it cost?",
    unit=UNIT,
    mode="ground, jump or sprint",
    path="the points it goes through",
    mount="the transport that it mounts at the end",
    leave="whether it leaves the table there",
    hull_down="whether it goes hull down",
    height="how many inches above the ground it ends; 0 lands a VTOL, less is a depth",
)
def may_go(asked: Asked) -> Finding:
    """2 A move, judged; of a unit that is aboard another, how it gets off."""
    position, unit = asked.position, unit_in(asked, "unit")
    aboard = position.conditions[unit].place == ABOARD
    answer = {"mode": asked.word("mode"), "path": asked.value("path", [])}
    if asked.value("mount", ""):
        answer["mount"] = unit_in(asked, "mount")
    answer |= {key: True for key in ("leave", "hull_down") if asked.value(key, False)}
    if asked.has("height"):
        answer["height"] = asked.value("height")
    moved = (Dismount if aboard else Move)(position.seen_by(position.unit(unit).side), unit).check(answer)
    result = {
        "cost": round(moved.cost, 2),
        "inches": round(moved.inches, 2),
        "mode": moved.mode,
        "leaves_by": moved.leaves_by,
    }
    return Finding(result)


@QUESTIONS.pure(
    "reach",
    ("2",),
    "Can a unit get to a place, and how?",
    unit=UNIT,
    mode="ground, jump or sprint",
    place="x and y",
)
def can_reach(asked: Asked) -> Finding:
    """2 The cheapest way to a place."""
    mode: Any = asked.word("mode")
    (place,) = read_path([asked.value("place")])
    found = reach(asked.position, unit_in(asked, "unit"), mode)
    moved = found.move_to(place)
    if moved is None:
        return Finding({"reached": False, "places": len(found)})
    result = {"reached": True, "cost": round(moved.cost, 2), "path": [list(point) for point in moved.path]}
    return Finding(result | {"places": len(found)})


@QUESTIONS.pure("rides", ("2",), "Can a unit ride on another?", unit=UNIT, on="the transport, by name")
def may_ride(asked: Asked) -> Finding:
    """2, 10 Whether a transport has a place and room for a unit."""
    why = why_not_aboard(asked.position, unit_in(asked, "on"), unit_in(asked, "unit"))
    return Finding({"may_ride": not why, "because": why})


@QUESTIONS.pure("tmm", ("2",), "How hard does its movement make a unit to hit?", unit="the unit, by name")
def movement_modifier(asked: Asked) -> Finding:
    """2 What a unit's movement adds to the number of whoever attacks it now."""
    position, unit = asked.position, unit_in(asked, "unit")
    moved = {"target_move": target_move(position, unit), "tmm": tmm_of(position, unit)}
    found = say_of(position, unit).reckoning("target movement", 0, usual_facts() | moved)
    return Finding({"tmm": found.total, "parts": found.parts()}, [str(found.tally)])


@QUESTIONS.pure("crippled", ("13.4",), "Is a unit crippled, and by which test?", unit="the unit, by name")
def crippled(asked: Asked) -> Finding:
    """13.4 The three tests."""
    why = why_crippled(asked.position, unit_in(asked, "unit"))
    return Finding({"crippled": bool(why), "because": why})


@QUESTIONS.pure("movement_order", ("13.2",), "How many units does each side move before the next counting?")
def movement_order(asked: Asked) -> Finding:
    """13.2 The units left to move, and how many of them each side moves now."""
    position = asked.position
    left = [len(yet_to_move(position, side)) for side in (0, 1)]
    now = [moves_in_pair(left[side], left[1 - side], position.field.edition) for side in (0, 1)]
    return Finding({"left": left, "move_now": now, "first": ("red", "blue")[position.first]})


@QUESTIONS.resolver(
    "play",
    ("1",),
    "What happens when these answers are given and these dice fall?",
    answers="the answers, in order",
    dice="the faces of the dice, in order",
    seed="a number from which dice are rolled where none are given",
)
def play_on(asked: Asked) -> Finding:
    """1 Play goes on from the table as it is, no farther than this turn's end; the dice must come out even."""
    position = asked.position
    answers: list[Answer] = asked.value("answers", [])
    dice = _dice(asked)
    battle = Battle(OneTurn(position), position, dice)
    for number, answer in enumerate(answers, start=1):
        if battle.over:
            rest = f"leave out answer {number}{' and what follows it' if number < len(answers) else ''}"
            raise asked.bad("answers", f"nobody is asked anything more in this turn; {rest}")
        battle.answer(named_answer(asked, answer))
    if isinstance(dice, ScriptedDice):
        dice.finish()
    open_question = battle.decision.question() if battle.decision else ""
    return Finding(
        {
            "units": {unit.name: unit_state(position, unit.index) for unit in position.field.units},
            "log": [line.text for line in battle.log],
            "asks": open_question,
            "objectives": position.objectives.as_data(),
            "buildings": building_state(position),
            "memory": [side.memory for side in position.sides],
            "turn": position.turn,
            "phase": position.phase,
            **how_it_stands(position),
        },
        [str(line) for line in battle.log],
    )


def _dice(asked: Asked) -> Dice:
    """The dice as they are given, or rolled from a seed."""
    faces, seed = asked.value("dice", []), asked.whole("seed", 0, MOST_SEED)
    return Dice(seed) if asked.has("seed") and not faces else Dice.scripted(faces)


class OneTurn(AlphaStrikeRules):
    """The rules, but they stop where another turn would begin."""

    def __init__(self, position: Position) -> None:
        before_it = position.phase in (SET_UP, CHOICES, START)
        self.last = position.turn + 1 if before_it else position.turn

    def over(self, position: Position) -> bool:
        return super().over(position) or (position.phase == START and position.turn >= self.last)


def named_answer(asked: Asked, answer: Answer) -> Answer:
    """An answer in which units, buildings and bunkers may be called by their names."""
    names = {unit.name: unit.index for unit in asked.position.field.units}
    if isinstance(answer, str):
        return names.get(answer, answer)
    if isinstance(answer, list):
        return [named_answer(asked, one) for one in answer]
    if isinstance(answer, dict):
        return {
            key: piece_named(asked, one) if key == "structure" and isinstance(one, str) else named_answer(asked, one)
            for key, one in answer.items()
        }
    return answer


def piece_named(asked: Asked, said: str) -> int:
    """A piece of terrain by its name."""
    names = [piece.name for piece in asked.position.field.ground.pieces]
    if said not in names:
        near = names_like(said, names, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names) or 'none'}"
        raise asked.bad("structure", f"no piece of terrain is called {said!r:.60}; {hint}")
    return names.index(said)


def how_it_stands(position: Position) -> dict[str, Any]:
    """What a scenario makes of a table: points, what is known of command units, and whether it is over."""
    names = [unit.name for unit in position.field.units]
    return {
        "points": standing(position),
        "shown": sorted(names[unit] for side in position.sides for unit in side.shown),
        "cleared": sorted(names[unit] for side in position.sides for unit in side.cleared),
        "ended_by": position.ended_by,
        "winner": ("red", "blue", "")[position.winner] if position.winner is not None else "",
    }


def building_state(position: Position) -> dict[str, int]:
    """What is left of each building, by name; 0 for one that has fallen."""
    pieces = position.field.ground.pieces
    return {
        pieces[piece].name: strength_of(position, piece)
        for piece in range(len(pieces))
        if piece in position.buildings or is_building(position, piece)
    }


def unit_state(position: Position, unit: int) -> dict[str, Any]:
    """What can be seen of a unit."""
    condition = position.conditions[unit]
    altitude = altitude_of(condition) if position.unit(unit).is_aerospace else ""
    return {
        "place": condition.place,
        "aboard": position.unit(condition.carrier).name if condition.place == ABOARD else "",
        "altitude": altitude,
        "at": [round(float(position.x[unit]), 2), round(float(position.y[unit]), 2)],
        "height": round(height_above(position, unit), 2),
        "armour": condition.armour,
        "structure": condition.structure,
        "heat": condition.heat,
        "shut_down": condition.shut_down,
        "marked": sum(one.points for one in condition.marks),
        "heat_marked": condition.heat_marked,
        "engine_hits": condition.engine_hits,
        "fire_control_hits": condition.fire_control_hits,
        "weapon_hits": condition.weapon_hits,
        "drive": list(condition.drive),
        "crippled": condition.crippled,
        "stunned": condition.stunned_until > position.turn,
        "moved": condition.mode,
        "effects": [one.name for one in condition.effects],
        "granted": list(condition.granted),
        "used": dict(condition.used),
    }
