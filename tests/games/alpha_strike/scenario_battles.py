"""Small battles of each scenario, agents that go for objectives, and what an event makes of the score card."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from musterhall.battle.agents import RandomAgent
from musterhall.battle.decisions import Answer, Decision, Illegal
from musterhall.dice import Dice, Die
from musterhall.events.card_check import card_problems
from musterhall.events.cards import CommandUnits, Known, Roster, RosterUnit, read_card
from musterhall.events.scores import Result
from musterhall.events.scoring import rules, score
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.battles import Setup
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.force.forces import Force, shipped_force
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.points import markers, score_card
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS
from musterhall.geometry import Point
from musterhall.packs.model import Pack, load_pack
from musterhall.packs.scenarios import Scenario
from musterhall.table import Table

NAMES = ("Anna", "Boris")
EVENTS = [name for name in SCENARIOS if name != "battle"]
"""The scenarios that a pack has a score card for."""
DRAFTED = "drafted-for-war"
TOUCHING = 0.63


def small_setup(name: str, units: int = 5, **variants: Any) -> Setup:
    """A short battle of a scenario, on a table of its size."""
    drafted = name == DRAFTED
    size = (36, 22) if drafted else (72, 48)
    forces = ("drafted-four", "drafted-four") if drafted else ("lyran-picket", "combine-wall")
    red, blue = (_part(shipped_force(force), units) for force in forces)
    edition = Edition.of({"turn_limit": 5, **variants})
    return Setup(red, blue, Table("empty", *size, (), "inches"), SCENARIOS[name], edition)


def _part(force: Force, units: int) -> Force:
    every_other = force.units[::2] if len(force.units) >= 2 * units else force.units
    return replace(force, units=every_other[:units], groups=(), command_abilities=())


class Seeker(RandomAgent):
    """Goes for what lies on the table, and does what the scenario offers; else it answers anything legal."""

    name = "seeker"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._luck = Dice(seed + 1, recording=False)

    def answer(self, decision: Decision, view: Position) -> Answer:
        if isinstance(decision, Act):
            return self._act(decision)
        if isinstance(decision, Move):
            return self._move(decision, view)
        return super().answer(decision, view)

    def _act(self, decision: Act) -> Answer:
        options = list(decision.options())
        offered = [one for one in options if one["attack"] == "scenario"]
        return self._pick(offered or options)

    def _move(self, decision: Move, view: Position) -> Answer:
        goals = _goals(view, decision.unit)
        straight = [answer for goal in goals for answer in _straight(decision, view, goal)]
        if straight and self._pick([True, True, False]):
            return self._pick(straight)
        options = list(decision.options())
        if not options:
            return super().answer(decision, view)
        goal = self._pick(goals)
        return min(options, key=lambda one: math.dist(one["path"][-1], goal) if one.get("path") else 99.0)

    def _pick(self, things: list[Any]) -> Any:
        return things[self._luck.one(Die("any", len(things)), "pick") - 1]


def _goals(view: Position, unit: int) -> list[Point]:
    """What lies on the table, and home for who carries something of it; where nothing lies, the enemy."""
    lying = markers(view)
    goals = [_middle(one) for one in lying]
    side = view.unit(unit).side
    if any(one.get("carrier") == unit for one in lying):
        goals.append((view.at(unit)[0], TOUCHING if side == 0 else view.field.table.depth - TOUCHING))
    return goals or [view.at(enemy) for enemy in view.on_table(1 - side)] or [(36.0, 24.0)]


def _middle(marker: dict[str, Any]) -> Point:
    if "at" in marker:
        return (marker["at"][0], marker["at"][1])
    left, top, right, bottom = marker["zone"]
    return ((left + right) / 2, (top + bottom) / 2)


def _straight(decision: Move, view: Position, goal: Point) -> list[Answer]:
    """Ways that end at a goal, or in contact with something solid there."""
    begin = view.at(decision.unit)
    found = []
    for short in (0.0, TOUCHING, 2 + TOUCHING):
        away = math.dist(begin, goal)
        if away <= short + 0.1:
            continue
        share = (away - short) / away
        end = [round(begin[0] + (goal[0] - begin[0]) * share, 2), round(begin[1] + (goal[1] - begin[1]) * share, 2)]
        for mode in decision.modes:
            answer = {"mode": mode, "path": [end]}
            try:
                decision.check(answer)
            except Illegal:
                continue
            found.append(answer)
    return found


# The event's view


def event_of(name: str) -> tuple[Pack, Scenario]:
    pack = load_pack(DRAFTED if name == DRAFTED else "herocon-2025")
    found = rules(pack).scenario_named(name.replace("-", "_")) or rules(pack).scenario[0]
    return pack, found


def rosters_of(position: Position) -> tuple[Roster, Roster]:
    red, blue = (
        Roster(tuple(RosterUnit(one.name, one.card.type, one.points, one.card.size) for one in player.force.units))
        for player in position.field.players
    )
    return red, blue


def problems_of(position: Position) -> list[str]:
    """What an event would complain of in the battle's score card."""
    pack, scenario = event_of(position.scenario.name)
    card = read_card(score_card(position))
    found = card_problems(pack, scenario, card, NAMES, rosters_of(position), _known(position))
    return [str(one) for one in found]


def _known(position: Position) -> Known:
    red, blue = (
        CommandUnits(
            tuple(
                position.field.players[side].force.units[position.field.of_side[side].index(unit)].name
                for unit in sorted(state.command_units)
            ),
            revealed=True,
        )
        for side, state in enumerate(position.sides)
    )
    return Known((red, blue))


def result_of(position: Position) -> Result:
    """The event's own scoring of it."""
    pack, scenario = event_of(position.scenario.name)
    return score(pack, scenario, read_card(score_card(position)), rosters_of(position))
