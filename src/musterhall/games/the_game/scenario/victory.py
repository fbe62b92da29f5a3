"""6.1.5 Game length, the five victory conditions, and victory points."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.battle.battle import Battle
from musterhall.games.the_game.basics.generalities import at_least_half
from musterhall.games.the_game.position.position import (
    NOBODY,
    Formation,
    Position,
)
from musterhall.games.the_game.scenario.landing import ATTACKER, DEFENDER
from musterhall.games.the_game.scenario.maps import PRIMARY, holders
from musterhall.games.the_game.scenario.setups import LANDING
from musterhall.tally import and_list

FIRST_DECISIVE_TURN = 4
BREAK_THEIR_MORALE = "break their morale"
BREAKTHROUGH = "breakthrough"
TAKE_AND_HOLD = "take and hold"
HOLD_THE_LINE = "hold the line"
CONTAIN_THE_ENEMY = "contain the enemy"
SHORE_TAKEN = "two objectives ashore"
SHORE_HELD = "a shore that was held"


def victory_conditions(position: Position, side: int) -> list[str]:
    """6.1.5 The conditions that this side meets now."""
    if position.scenario.name == LANDING:
        return _landing_conditions(position, side)
    objectives = position.scenario.objectives
    held = [objective for objective, who in zip(objectives, holders(position), strict=True) if who == side]
    met = []
    if costliest_lost(position, 1 - side):
        met.append(BREAK_THEIR_MORALE)
    if any(objective.kind == PRIMARY and objective.half != side for objective in held):
        met.append(BREAKTHROUGH)
    if sum(objective.half != side for objective in held) >= 2:
        met.append(TAKE_AND_HOLD)
    own = [objective for objective in objectives if objective.half == side]
    if own and all(objective in held for objective in own):
        met.append(HOLD_THE_LINE)
    if not enemy_in_half(position, side):
        met.append(CONTAIN_THE_ENEMY)
    return met


def _landing_conditions(position: Position, side: int) -> list[str]:
    """What a landing is won by, which is ours: two of the objectives ashore, or that none of them is lost."""
    held = holders(position).count(ATTACKER)
    if side == ATTACKER:
        return [SHORE_TAKEN] if held >= 2 else []
    return [SHORE_HELD] if held == 0 else []


def costliest_lost(position: Position, side: int) -> bool:
    """6.1.5 Is the side's costliest formation wiped out? Of equally costly ones either will do."""
    formations = position.of_side(side)
    if not formations:
        return False
    most = max(formation.cost for formation in formations)
    dead = [not formation.alive for formation in formations if formation.cost == most]
    return all(dead) if position.field.variants.tie_costliest == "all" else any(dead)


def enemy_in_half(position: Position, side: int) -> bool:
    """6.1.5 Does any unit of an unbroken enemy formation stand in this side's half? Who flies over it does not."""
    middle = position.field.table.depth / 2
    for formation in position.of_side(1 - side):
        if not (formation.broken or formation.airborne):
            y = position.y[position.standing(formation)]
            if (y < middle).any() if side == 0 else (y > middle).any():
                return True
    return False


def points_for(position: Position, formation: Formation) -> int:
    """6.1.5 What an enemy formation gives: half its cost if broken or halved, all of it if both or wiped out."""
    lost = formation.original - formation.size
    halved = lost > 0 and at_least_half(position, lost, formation.original)
    if not formation.alive or (halved and formation.broken):
        return formation.cost
    return formation.cost // 2 if halved or formation.broken else 0


def victory_points(position: Position, side: int) -> int:
    """6.1.5 Points for what became of the enemy's formations."""
    return sum(points_for(position, formation) for formation in position.of_side(1 - side))


def won_by_conditions(position: Position) -> int | None:
    """6.1.5 The side with at least two conditions and more than the other, from turn 4 on."""
    counts = [len(victory_conditions(position, side)) for side in (0, 1)]
    for side in (0, 1):
        if counts[side] >= 2 and counts[side] > counts[1 - side]:
            return side
    return None


def decided(position: Position) -> int | None:
    """6.1.5 Who has won by conditions, as the end phase of turn 4 or a later one begins."""
    if position.scenario.name == LANDING:
        taken, held = (bool(_landing_conditions(position, side)) for side in (ATTACKER, DEFENDER))
        if taken and position.turn >= FIRST_DECISIVE_TURN:
            return ATTACKER
        return DEFENDER if held and position.turn >= position.scenario.last_turn else None
    return won_by_conditions(position) if position.turn >= FIRST_DECISIVE_TURN else None


def is_last_turn(position: Position) -> bool:
    """6.1.5 Turn 6 is the last one; so is any in which a side has nobody left."""
    wiped_out = any(not any(f.alive for f in position.of_side(side)) for side in (0, 1))
    return position.turn >= position.scenario.last_turn or wiped_out


def ahead_on_points(position: Position) -> int:
    """6.1.5 The side with more victory points, or NOBODY."""
    red, blue = (victory_points(position, side) for side in (0, 1))
    return NOBODY if red == blue else int(blue > red)


def tell_conditions(battle: Battle[Position]) -> None:
    if battle.recording:
        players = battle.position.field.players
        for side in (0, 1):
            met = _quoted(victory_conditions(battle.position, side)) or "no condition yet"
            battle.tell("victory", f"{players[side].name} meets {met}", "6.1.5", holders=holders(battle.position))


def _quoted(conditions: Sequence[str]) -> str:
    return and_list([f'"{one}"' for one in conditions])


def end_by_points(battle: Battle[Position]) -> None:
    """6.1.5 After the last turn the points decide."""
    position = battle.position
    points = [victory_points(position, side) for side in (0, 1)]
    winner = ahead_on_points(position)
    ended_by = f"victory points {points[0]} to {points[1]}"
    position.note(winner=winner, ended_by=ended_by)
    name = "Nobody" if winner == NOBODY else position.field.players[winner].name
    battle.tell("result", f"{name} wins: {ended_by}", "6.1.5", points=points)


def check_victory(battle: Battle[Position]) -> bool:
    """6.1.5 As an end phase begins, from turn 4 on: is it decided by conditions?"""
    position = battle.position
    tell_conditions(battle)
    winner = decided(position)
    if winner is None:
        return False
    met = victory_conditions(position, winner)
    position.note(winner=winner, ended_by=" and ".join(met))
    battle.tell("result", f"{position.field.players[winner].name} wins by {_quoted(met)}", "6.1.5")
    return True
