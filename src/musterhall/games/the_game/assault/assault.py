"""1.8 Assault: target, charge, response, resolution, further rounds. The attacks themselves are in melee."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.assault.charging import charge, choose_target, in_reach
from musterhall.games.the_game.assault.melee import Sides, can_fight, resolve_attacks
from musterhall.games.the_game.assault.resolution import consolidate, lose, resolve_round
from musterhall.games.the_game.assault.response import WITHDRAW, Response, counter_charge, defend, run_before_the_charge
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import does


def assault(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """1.8 The whole assault of one formation."""
    position = battle.position
    targets = yield from choose_target(battle, formation)
    if not targets:
        return
    charged = yield from charge(battle, formation, targets)
    if not charged or not can_fight(position, formation):
        return
    defenders = tuple(position.formations[index] for index in targets if position.formations[index].alive)
    if not in_reach(position, formation, defenders):
        battle.tell(
            "assault", f"{does(formation.name, 'does', 'do')} not reach the enemy", "1.8.2", formation=formation.index
        )
        return
    sides = Sides((formation,), defenders)
    response = yield Response(formation)
    if response == WITHDRAW:
        yield from run_before_the_charge(battle, sides)
        return
    yield from defend(battle, sides)
    if can_fight(position, formation):
        yield from fight(battle, sides)


# 1.8.4, 1.8.5 Rounds


def fight(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.4, 1.8.5 Rounds of attacks until one side wins."""
    while True:
        yield from resolve_attacks(battle, sides)
        totals = resolve_round(battle, sides)
        if totals[0] != totals[1]:
            break
        battle.tell("assault", "The assault is even and goes on", "1.8.5")
        sides.round += 1
        for number in (0, 1):
            for formation in sides.side(number):
                yield from counter_charge(battle, formation, sides.side(1 - number), set())
    yield from conclude(battle, sides, totals)


def conclude(battle: Battle[Position], sides: Sides, totals: tuple[int, int]) -> Rule[None]:
    """1.8.5 The lower total has lost by the difference; the winner may consolidate."""
    winner = 0 if totals[0] > totals[1] else 1
    yield from lose(battle, sides, 1 - winner, abs(totals[0] - totals[1]) // 2)
    yield from consolidate(battle, sides.side(winner), own_action=winner == 0)
