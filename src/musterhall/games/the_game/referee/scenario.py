"""6.1 The scenario: objectives, the march before the battle, victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.basics.sides import SIDES
from musterhall.games.the_game.position.position import END, NOBODY, OVER, Formation, Plan, group_key
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import Before, places, told
from musterhall.games.the_game.scenario.deployment import contact, nearest_pair
from musterhall.games.the_game.scenario.maps import depths, entry_turn, holders, objective_refusal
from musterhall.games.the_game.scenario.pre_battle import march
from musterhall.games.the_game.scenario.victory import (
    ahead_on_points,
    decided,
    is_last_turn,
    points_for,
    victory_conditions,
    victory_points,
    won_by_conditions,
)

QUESTIONS = Questions()

# 6.1.3 Objectives


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
            "holder": "contested" if who == NOBODY else asked.side_name(who),
        }
        for objective, who in zip(position.scenario.objectives, holders(position), strict=True)
    ]
    if not asked.has("objective"):
        return Finding({"objectives": rows})
    number = asked.whole("objective")
    if not 1 <= number <= len(rows):
        raise asked.bad("objective", f"there are {len(rows)} objectives; count from 1")
    return Finding(rows[number - 1])


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


# 6.1.4 Before the battle


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


@QUESTIONS.resolver(
    "pre_battle_move",
    ["6.1.4"],
    "March a battle group along its arrow. First commands, dismounting and prepared fire are answers.",
    group="the battle group",
    side="whose it is",
)
def pre_battle_move(asked: Asked) -> Finding:
    """6.1.4 How far it comes, whether it arrives, whom it meets."""
    position, side, group = asked.position, asked.side("side"), asked.word("group")
    if group not in position.scenario.plans[side]:
        raise asked.bad("group", f"there is no arrow for {group!r}; add scenario.plans")
    before, key = Before.of(asked), group_key(side, group)
    formations = [position.formations[index] for index in position.scenario.groups[side][group]]
    asked.run(march(asked.battle, side, group))
    stand = {unit: place for formation in formations for unit, place in places(asked, formation).items()}
    return told(asked, _march_data(asked, before, key, formations) | {"places": stand})


def _march_data(asked: Asked, before: Before, key: str, formations: Iterable[Formation]) -> dict[str, Any]:
    scenario = asked.position.scenario
    return {
        "marched": scenario.marched.get(key, 0.0),
        "arrived": key in scenario.arrived,
        "contact": any(line.kind == "contact" for line in asked.battle.log),
        "wins_initiative": asked.side_name(scenario.contact_by),
        "formations": before.all_changes(*formations),
    }


@QUESTIONS.resolver(
    "contact",
    ["6.1.4"],
    "Enemies meet in the march before the battle; who dismounts is an answer.",
    formation="the formation that moved, or several of one battle group",
)
def make_contact(asked: Asked) -> Finding:
    """6.1.4 Both nearest formations take a token, and the side that was met wins the first initiative."""
    formations, before = asked.formations("formation"), Before.of(asked)
    pair = nearest_pair(asked.position, formations)
    if pair is None:
        names = " and ".join(formation.name for formation in formations)
        raise asked.bad("formation", f"{names} has no enemy within 30 cm to meet; put one there")
    asked.run(contact(asked.battle, pair))
    stand = {unit: place for formation in formations for unit, place in places(asked, formation).items()}
    return told(asked, _march_data(asked, before, "", formations) | {"places": stand})


# 6.1.5 Victory


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
    return Finding({**totals, "formations": each, "winner": asked.side_name(ahead_on_points(position))})


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
        winner = ahead_on_points(position)
        return Finding({"over": True, "by": "victory points", "winner": asked.side_name(winner)})
    return Finding({"over": False, "by": "", "winner": "nobody"})
