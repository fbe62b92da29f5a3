"""The referee on a scenario: the score as it stands, who may scan what, and what a hit shakes loose."""

from __future__ import annotations

from musterhall.battle.battle import Battle, resolve
from musterhall.battle.referee import Finding, Questions
from musterhall.dice import Dice
from musterhall.games.alpha_strike.attacks.attacking import why_not_acting
from musterhall.games.alpha_strike.battles import AlphaStrikeRules
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import WEAPON
from musterhall.games.alpha_strike.referee.asked import Asked
from musterhall.games.alpha_strike.referee.table_questions import how_it_stands, named_answer, unit_in
from musterhall.games.alpha_strike.scenarios.bunkers import BunkerBusting, piece_of, why_unharmed
from musterhall.games.alpha_strike.scenarios.points import markers, score_card, standing
from musterhall.games.alpha_strike.turn.deployment import in_one_go, to_place

QUESTIONS = Questions()


class AtRest(AlphaStrikeRules):
    """The rules where nothing goes on by itself, so that one moment of a scenario can be looked at."""

    def over(self, position: Position) -> bool:
        return True


@QUESTIONS.pure("score", ("13.1", "15"), "What would each side score now, and what stands on the score card?")
def score(asked: Asked) -> Finding:
    """13.1, 15 The score as it stands."""
    position = asked.position
    return Finding({"points": standing(position), "card": score_card(position), "markers": markers(position)})


@QUESTIONS.pure(
    "scenario_action",
    ("13.1",),
    "May a unit do something that the scenario offers instead of attacking?",
    unit="the unit that acts, by name",
    action="what it does: command scan, download, scan, upload, pick up",
    target="what it is done to: a unit by name, or the number of a token or piece",
)
def scenario_action(asked: Asked) -> Finding:
    """13.1 Whether an action is on offer, and if not why."""
    position, unit, name = asked.position, unit_in(asked, "unit"), asked.word("action")
    target = named_answer(asked, asked.value("target"))
    if isinstance(target, bool) or not isinstance(target, int):
        raise asked.bad("target", f"{target!r:.60} is neither a unit's name nor a number")
    offered = (name, target) in ((one.name, one.target) for one in position.scenario.actions(position, unit))
    why = "" if offered else position.scenario.why_not(position, unit, name, target)
    takes_the_action = offered or why
    if takes_the_action:
        why = why_not_acting(position, unit) or why
    return Finding({"possible": not why, "why": why})


@QUESTIONS.pure("placing_order", ("13.2", "15"), "How many units does each side place before the next counting?")
def placing_order(asked: Asked) -> Finding:
    """13.2, 15 The units left to place, and how many of them each side places now."""
    position = asked.position
    deployment = position.scenario.deployment(position)
    if deployment is None:
        return Finding({"left": [0, 0], "place_now": [0, 0], "first": ""})
    left = [len(to_place(position, side)) for side in (0, 1)]
    now = [in_one_go(left[side], left[1 - side], deployment) for side in (0, 1)]
    return Finding({"left": left, "place_now": now, "first": ("red", "blue")[deployment.first]})


@QUESTIONS.resolver(
    "shaken_loose",
    ("14.5", "14.6"),
    "What does a hit make a carrier drop at once?",
    unit="the unit that hits, by name",
    target="the unit that is hit",
    how="physical, magnetic pulse, taser or tsemp",
    answers="where the attacker puts it, in degrees",
)
def shaken_loose(asked: Asked) -> Finding:
    """14.5, 14.6 What falls, and where it is put."""
    position = asked.position
    battle = Battle(AtRest(), position, Dice.scripted([]))
    rule = position.scenario.hit(battle, unit_in(asked, "unit"), unit_in(asked, "target"), asked.word("how"))
    resolve(battle, rule, asked.value("answers", []))
    return Finding({"objectives": position.objectives.as_data(), **how_it_stands(position)})


@QUESTIONS.resolver(
    "bunker_hit",
    ("14.2",),
    "What does an attack do to a bunker?",
    unit="the unit that hits, by name",
    bunker="0 to 2 red's home, west and east bunker, 3 to 5 blue's",
    damage="the points that hit",
    critical="whether a natural 12 was among them",
    how="weapon, physical, or area for artillery, bombs and indirect fire",
)
def bunker_hit(asked: Asked) -> Finding:
    """14.2 The damage that is marked on a bunker."""
    position, unit, number = asked.position, unit_in(asked, "unit"), asked.whole("bunker", most=5)
    if not isinstance(position.scenario, BunkerBusting):
        raise asked.bad("bunker", 'there are bunkers only on a table with scenario = "bunkers"')
    damage, critical = asked.whole("damage"), bool(asked.value("critical", False))
    how = str(asked.value("how", WEAPON))
    why = why_unharmed(position, unit, number)
    battle = Battle(AtRest(), position, Dice.scripted([]))
    if not why:
        position.scenario.attack_terrain(battle, unit, piece_of(position, number), damage, critical=critical, how=how)
    found = {"possible": not why, "why": why, "objectives": position.objectives.as_data()}
    return Finding(found, [str(line) for line in battle.log])
