"""What a charge is worth to the captain, and whether it can arrive at all."""

from __future__ import annotations

import math
from dataclasses import dataclass

from musterhall.compiling import compiled
from musterhall.games.the_game.agents.appraisal import CAUTION, Loss, expected_loss
from musterhall.games.the_game.agents.book import wins_assault
from musterhall.games.the_game.agents.exchanges import BROKEN_WORTH, UNIT, melee, worth
from musterhall.games.the_game.agents.situation import Situation
from musterhall.games.the_game.assault.charging import ChargeMove, in_reach
from musterhall.games.the_game.assault.melee import NEAR
from musterhall.games.the_game.movement.ground import straight_reach
from musterhall.games.the_game.movement.marching import charge_at
from musterhall.games.the_game.position.position import Formation
from musterhall.geometry import Floats, Ints, Outlines

POOR_ROLL = 2.0
"""1.8.2 A d5 that four charges in five have at least."""
ENOUGH = 0.3
"""The share of the formation that must come near enough to fight."""
FAR_OFF = 80.0
"""No charge reaches a formation whose middle is as far off as this."""
RUN_DOWN = 0.6
"""1.8.5, 6.1.5 What a unit of a broken formation is worth to who wipes it out: full points for the whole of it."""


@dataclass(slots=True)
class Charge:
    """An assault that would reach its target."""

    target: int
    value: float
    gives: Loss
    takes: Loss


def best_charge(situation: Situation, formation: Formation) -> Charge | None:
    """1.8 The assault that pays the most, of those with enough of the formation in it."""
    best: Charge | None = None
    for index in situation.enemies:
        coming = in_reach_of(situation, formation, index)
        if not coming or coming < ENOUGH * len(situation.position.standing(formation)):
            continue
        charge = _if_so_many_arrive(situation, formation, index, coming)
        if best is None or charge.value > best.value:
            best = charge
    return best


def in_reach_of(situation: Situation, formation: Formation, target: int) -> int:
    """1.8.2 How many units would come within 15 cm of the target after a poor roll, over the ground between them."""
    if math.dist(situation.middles[target], situation.middle(formation)) > FAR_OFF:
        return 0
    position, still = situation.position, situation.position.field
    own, theirs = position.standing(formation), position.standing(position.formations[target])
    allowed = still.walk[:, 0] + POOR_ROLL
    return int(_charging(position.x, position.y, own, theirs, allowed, NEAR, still.effects, still.ground.outlines))


@compiled
def _charging(
    x: Floats,
    y: Floats,
    own: Ints,
    theirs: Ints,
    allowed: Floats,
    near: float,
    effects: Ints,
    ground: Outlines,
) -> int:
    coming = 0
    for u in own:
        gap, nearest = 1e9, -1
        for v in theirs:
            away = math.sqrt((x[u] - x[v]) ** 2 + (y[u] - y[v]) ** 2)
            if away < gap:
                gap, nearest = away, v
        if nearest < 0 or gap > allowed[u] + near:
            continue
        start, end = (x[u], y[u]), (x[nearest], y[nearest])
        went = straight_reach(start, end, allowed[u], effects[u], ground)
        if gap - went <= near:
            coming += 1
    return coming


def arrives(situation: Situation, formation: Formation, target: int) -> bool:
    """1.8.2 Rehearse the charge: may everybody go as he would like to, and is anybody near enough at the end?"""
    position = situation.position
    charge = ChargeMove(position, formation, (target,), POOR_ROLL)
    answer = charge_at(charge, charge.targets)
    after = position.copy_places()
    for unit, *end in (answer or {}).get("go", []):
        after.x[unit], after.y[unit] = end
    return in_reach(after, formation, [after.formations[target]])


def _if_so_many_arrive(situation: Situation, formation: Formation, target: int, coming: int) -> Charge:
    """1.8.5 What the assault is worth with this many units in reach of the enemy."""
    position = situation.position
    enemy = position.formations[target]
    odds = assault_odds(situation, formation, enemy, position.standing(formation), position.standing(enemy), coming)
    mine, other = situation.figures[[formation.index, enemy.index], UNIT].tolist()
    scale = RUN_DOWN if enemy.broken else 1.0
    killed, lost = min(odds.kills, enemy.size), min(odds.losses, formation.size)
    won = other * scale * killed
    rest = max(0.0, enemy.size - killed)
    if enemy.broken:
        won += odds.wins * other * RUN_DOWN * rest
    else:
        won += odds.wins * (worth(other, rest, enemy.suppression) - other * BROKEN_WORTH * max(0.0, rest - 1.5))
    left = max(0.0, formation.size - lost)
    paid = mine * lost + (1 - odds.wins) * (worth(mine, left, formation.suppression) - mine * BROKEN_WORTH * left)
    gives, takes = Loss(won, odds.wins, killed, killed), Loss(paid, 1 - odds.wins, lost, lost)
    return Charge(enemy.index, won - CAUTION * paid, gives, takes)


@dataclass(slots=True)
class Odds:
    """1.8.5 What an assault is expected to come to."""

    wins: float
    kills: float
    losses: float


def assault_odds(
    situation: Situation, attacker: Formation, defender: Formation, own: Ints, theirs: Ints, coming: int
) -> Odds:
    """1.8.3 to 1.8.5 Defensive fire, near fighting of both, and the resolution's modifiers."""
    book = situation.book
    mine, other = book.sheet[own], book.sheet[theirs]
    answering = 0.0 if defender.broken else max(0.0, 1.0 - defender.suppression / max(1, defender.size))
    kill, token, struck, lost = melee(book.kills, book.tokens, book.near, mine, other)
    shot, hits = 0.8 * answering * kill * len(theirs), 0.8 * answering * token * len(theirs)
    kills = max(0.0, coming - shot) * struck
    losses = min(float(len(theirs)), 1.5 * coming) * lost
    kills, losses = min(kills, float(len(theirs))), min(losses, float(len(own)))
    tokens = attacker.suppression + hits + losses
    their_tokens = 1e6 if defender.broken else defender.suppression + kills
    lead = kills - losses
    lead += 1.0 if tokens < 0.5 else 0.0
    lead -= 1.0 if their_tokens < 0.5 else 0.0
    lead += min(1.0, max(-1.0, (their_tokens - tokens) / 2))
    left, rest = attacker.size - shot - losses, defender.size - kills
    lead += _numbers(left, rest) - _numbers(rest, left)
    wins = wins_assault(lead) * (1.0 - _stopped(attacker, shot, hits))
    return Odds(wins, kills, shot + losses)


def _numbers(mine: float, other: float) -> float:
    """1.8.5 More units, twice the units."""
    return (1.0 if mine > other else 0.0) + (1.0 if mine >= 2 * other else 0.0)


def _stopped(attacker: Formation, shot: float, hits: float) -> float:
    """1.8.3 The chance that defensive fire breaks the charge."""
    return expected_loss(attacker, shot, hits).breaks
