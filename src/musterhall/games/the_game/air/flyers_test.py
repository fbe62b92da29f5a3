"""3.3 The action test of aircraft, after which they are rid of their tokens."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.phases.action_tests import take_action_test
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import counted, does


def take_flyers_test(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """3.3 The action test of aircraft; whatever comes of it, their tokens go."""
    passed = yield from take_action_test(battle, formation)
    if formation.suppression:
        text = f"{does(formation.name, 'sheds', 'shed')} {counted(formation.suppression, 'token')}"
        formation.suppression = 0
        battle.tell("rally", text, "3.3", formation=formation.index)
    return passed
