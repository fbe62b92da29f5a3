"""The referee on a table: the line of fire, attacks, ways, and what happens when play goes on."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal
from musterhall.battle.referee import Finding, Questions
from musterhall.dice import Dice, ScriptedDice
from musterhall.games.age_of_destruction.battles import AgeOfDestructionRules
from musterhall.games.age_of_destruction.combat.attack import (
    Attack,
    attack_value,
    damage_value,
    defense_value,
    in_front,
    why_not,
)
from musterhall.games.age_of_destruction.field.field import NOBODY, SIDE_NAMES
from musterhall.games.age_of_destruction.harm.heat import heat_of_order
from musterhall.games.age_of_destruction.lines.line_of_fire import line_of_fire
from musterhall.games.age_of_destruction.movement.moving import Going, judge_way, run_of, speed_of
from musterhall.games.age_of_destruction.position.position import START, Position
from musterhall.games.age_of_destruction.referee.asked import Asked
from musterhall.games.age_of_destruction.referee.sentences import (
    LEVELS,
    attack_sentences,
    line_sentences,
    standing_sentences,
)
from musterhall.games.age_of_destruction.victory.winning import conditions_won, leader, standing
from musterhall.tally import Tally

QUESTIONS = Questions()
UNIT, TARGET = "the unit that acts, by name", "the unit that it attacks"
LINES = tuple(str(number) for number in range(13, 22))
VICTORY = tuple(str(number) for number in range(1, 9))
MOST_TURNS = 30
MOST_SEED = 10**18


@QUESTIONS.pure(
    "line_of_fire",
    LINES,
    "Is a line of fire clear, what blocks it, and what does it add to the defense?",
    unit=UNIT,
    target=TARGET,
)
def ask_line_of_fire(asked: Asked) -> Finding:
    """13, 14, 15, 16, 17, 18, 19, 20, 21 The line from one unit to another."""
    position, unit, target = asked.position, asked.on_table("unit"), asked.on_table("target")
    line = line_of_fire(position, unit, target)
    result: dict[str, Any] = {"clear": line.clear}
    if not line.clear:
        result["because"] = line.because
    if line.figure != NOBODY:
        result["figure"] = position.unit(line.figure).name
    if line.piece != NOBODY:
        result["terrain"] = position.field.pieces[line.piece].name
    result |= {
        "defense": line.defense.total,
        "parts": _parts(line.defense),
        "levels": [LEVELS[position.level(one)] for one in (unit, target)],
        "in_front": in_front(position, unit, target),
        "inches": round(max(0.0, position.gap(unit, target)), 2),
    }
    return Finding(result, list(line_sentences(position, unit, target, line)))


@QUESTIONS.pure(
    "attack",
    ("40.6",),
    "What does an attack need to hit, and what does it do?",
    unit=UNIT,
    target=TARGET,
    kind="ranged or close",
    secondary="whether a 'Mech attacks with its second weapon",
)
def ask_attack(asked: Asked) -> Finding:
    """40.6 Attack value, defense and damage of an attack."""
    position, unit, target = asked.position, asked.on_table("unit"), asked.on_table("target")
    kind: Any = asked.one_of("kind", ("ranged", "close"))
    attack = Attack(unit, (target,), kind, bool(asked.value("secondary", False)))
    why = why_not(position, attack)
    tallies = (
        attack_value(position, attack, target),
        defense_value(position, attack, target),
        damage_value(position, attack, target),
    )
    value, defense, damage = tallies
    usual = position.field.edition.heat_ranged if kind == "ranged" else position.field.edition.heat_close
    heat = heat_of_order(position, unit, usual) if position.unit(unit).sheet.heat else 0
    result = {
        "possible": not why,
        "why": why,
        "attack": value.total,
        "defense": defense.total,
        "damage": damage.total,
        "needs": defense.total - value.total,
        "parts": {tally.name: _parts(tally) for tally in tallies},
        "heat": heat,
    }
    names = position.unit(unit).name, position.unit(target).name
    return Finding(result, list(attack_sentences(names, why, tallies, heat)))


@QUESTIONS.pure("speed", ("40.4",), "How many inches may a unit go?", unit="the unit, by name")
def ask_speed(asked: Asked) -> Finding:
    """40.4 Speed now, and at a run."""
    position, unit = asked.position, asked.unit("unit")
    speed = speed_of(position, unit)
    run, name = run_of(position, unit), position.unit(unit).name
    return Finding({"speed": speed, "run": run}, [f"{name} may move {speed} inches, or run {run}."])


@QUESTIONS.pure(
    "way",
    ("40.4",),
    "May a unit go this way?",
    unit="the unit, by name",
    path="the points it goes through",
    run="whether it runs",
    facing="where it faces at the end, in degrees",
    cruise="whether a VTOL cruises at its end",
)
def ask_way(asked: Asked) -> Finding:
    """40.4 A way, judged."""
    position, unit = asked.position, asked.on_table("unit")
    path = _points(asked)
    inches = run_of(position, unit) if asked.value("run", False) else speed_of(position, unit)
    facing = float(asked.value("facing")) if "facing" in asked.given else None
    cruise = bool(asked.value("cruise")) if "cruise" in asked.given else None
    try:
        way = judge_way(position, unit, path, Going(inches, facing, cruise))
    except Illegal as refused:
        return Finding({"possible": False, "why": refused.reason}, [f"No: {refused.reason}."])
    result = {"possible": True, "why": "", "inches": round(way.inches, 2), "facing": round(way.facing, 1)}
    return Finding(result, [f"Yes: {position.unit(unit).name} goes {way.inches:.1f} of {inches} inches."])


def _points(asked: Asked) -> list[tuple[float, float]]:
    said = asked.value("path")
    try:
        return [(float(x), float(y)) for x, y in said]
    except (TypeError, ValueError):
        raise asked.bad("path", "is no list of places; write path = [[18, 10], [18, 14]]") from None


@QUESTIONS.pure("points", VICTORY, "What does each side have for each victory condition now?")
def ask_points(asked: Asked) -> Finding:
    """8 The four conditions as they stand, how many each side wins, and who leads."""
    position = asked.position
    now, won, ahead = (standing(position, 0), standing(position, 1)), conditions_won(position), leader(position)
    sides = {SIDE_NAMES[side]: asdict(now[side]) for side in (0, 1)}
    leads = SIDE_NAMES[ahead] if ahead != NOBODY else ""
    return Finding({**sides, "conditions": won, "leads": leads}, list(standing_sentences(now, won, ahead)))


@QUESTIONS.resolver(
    "play",
    ("40.1",),
    "What happens when these answers are given and these dice fall?",
    answers="the answers, in order",
    dice="the faces of the dice, in order",
    seed="a number from which dice are rolled where none are given",
    turns="how many turns are played at most; one where nothing is said",
)
def ask_play(asked: Asked) -> Finding:
    """40.1 Play goes on from the table as it is, no farther than the turn's end; the dice must come out even."""
    position = asked.position
    answers: list[Answer] = asked.value("answers", [])
    dice = _dice(asked)
    battle = Battle(SoManyTurns(position, asked.whole("turns", 1, MOST_TURNS)), position, dice)
    for answer in answers:
        if battle.over:
            raise asked.bad("answers", "there are more of them than are asked for; leave out what is too many")
        battle.answer(asked.with_numbers(answer))
    if isinstance(dice, ScriptedDice):
        dice.finish()
    result = {
        "units": {unit.name: unit_state(position, unit.index) for unit in position.field.units},
        "log": [line.text for line in battle.log],
        "kinds": [line.kind for line in battle.log],
        "asks": battle.decision.question() if battle.decision else "",
        **how_it_stands(position),
    }
    return Finding(result, [str(line) for line in battle.log])


def _dice(asked: Asked) -> Dice:
    """The dice as they are given, or rolled from a seed."""
    seed = asked.whole("seed", 1, MOST_SEED) if "seed" in asked.given else None
    if seed is not None and not asked.given.get("dice"):
        asked.value("dice", [])
        return Dice(seed)
    return Dice.scripted(asked.value("dice", []))


class SoManyTurns(AgeOfDestructionRules):
    """The rules, but they stop where one turn more would begin."""

    def __init__(self, position: Position, turns: int) -> None:
        self.last = self._turn(position) + turns

    def over(self, position: Position) -> bool:
        return super().over(position) or (position.stage == START and self._turn(position) >= self.last)

    @staticmethod
    def _turn(position: Position) -> int:
        return position.round * 2 + (position.side != position.first)


def how_it_stands(position: Position) -> dict[str, Any]:
    """Where the turn stands, and what both sides have."""
    return {
        "round": position.round,
        "stage": position.stage,
        "side": SIDE_NAMES[position.side],
        "orders": position.orders,
        "zone_points": [side.zone_points for side in position.sides],
        "mission_points": [side.mission_points for side in position.sides],
        "cards": [side.card.name for side in position.sides],
        "first": SIDE_NAMES[position.first],
        "fewer_orders": [side.fewer_orders for side in position.sides],
        "shells": [[position.unit(shell.by).name, round(shell.x, 2), round(shell.y, 2)] for shell in position.shells],
        "eliminated": [position.unit(unit).name for unit, _ in position.eliminated],
        "ended_by": position.ended_by,
        "winner": SIDE_NAMES[position.winner] if position.winner in (0, 1) else "",
    }


def unit_state(position: Position, unit: int) -> dict[str, Any]:
    """What can be seen of a unit; its clicks are counted as people do, the first is 1."""
    state = position.states[unit]
    x, y = position.at(unit)
    names = {NOBODY: ""} | {one.index: one.name for one in position.field.units}
    return {
        "place": state.place,
        "at": [round(x, 2), round(y, 2)],
        "facing": round(position.facing(unit), 1),
        "click": state.click + 1,
        "heat": state.heat,
        "tokens": state.tokens,
        "shut_down": state.shut_down,
        "cruising": state.cruising,
        "captive_of": names[state.captor],
        "aboard": names[state.transport] if state.place == "aboard" else "",
        "bound_to": names[state.bound_to],
        "beacon": state.beacon,
        "ordered": state.ordered,
        "able": position.is_able(unit),
    }


def _parts(tally: Tally) -> dict[str, int]:
    return {part.name: part.value for part in tally.parts}
