"""1.5 The action test: what is added to its die, and the commander's second chance."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.dice import d10
from musterhall.games.the_game.basics.choices import FormationYesOrNo
from musterhall.games.the_game.basics.generalities import at_least_half, command_value
from musterhall.games.the_game.basics.special_rules import commander_alive, run
from musterhall.games.the_game.phases.commands import ADVANCE
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import Tally, does

SUCCEEDS_AT = 11


def action_test(
    position: Position, formation: Formation, *, keeping: bool, replaced: bool, explain: bool = True
) -> Tally:
    """1.5, 2.3.4, 3.3 What is added to the d10 of an action test."""
    test = Tally("COM", command_value(position, formation), "1.5", explain)
    tokens = formation.suppression
    if formation.flies:
        test.add("suppression of aircraft", -tokens, "3.3", when=tokens >= 1)
    if not formation.flies or position.field.variants.aircraft_st == "adds":
        half = tokens >= 1 and at_least_half(position, tokens, formation.size)
        test.add("suppression", -1, "1.5", when=tokens >= 1)
        test.add("tokens for half the units", -1, "1.5", when=half)
    test.add("keeping the initiative", -2, "1.5", when=keeping)
    test.add("replaced command", -1, "1.5", when=replaced)
    run("action test", formation.rules, test, formation)
    return test


class RerollActionTest(FormationYesOrNo):
    """2.2.1 Does the commander have a failed action test rolled again?"""

    __slots__ = ()
    kind = "reroll action test"
    section = "2.2.1"

    def question(self) -> str:
        return f"{does(self.formation.name, 'has', 'have')} failed the test. Does your commander have it rolled again?"


def take_action_test(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """1.5, 2.2.1 d10 and what is added must reach 11; the commander may have one failure a turn rolled again."""
    position = battle.position
    replaced = position.orders[formation.index].replaced
    test = action_test(position, formation, keeping=position.keeping, replaced=replaced, explain=battle.recording)
    what = ""
    if battle.recording:
        what = f"{does(formation.name, 'tests', 'test')} for {position.orders[formation.index].now or ADVANCE}"
    passed = battle.test("action test", d10, test, SUCCEEDS_AT, what, formation=formation.index).passed
    if not passed and may_reroll(position, formation) and (yield RerollActionTest(formation)):
        spend_reroll(position, formation.side)
        again = f"{what} again, by the commander's word"
        passed = battle.test("action test again", d10, test, SUCCEEDS_AT, again, formation=formation.index).passed
    return passed


def may_reroll(position: Position, formation: Formation) -> bool:
    """2.2.1 Is there a commander, and has he not used his reroll this turn?"""
    variant = position.field.variants.commander_reroll
    if variant == "initiative" or position.rerolled[formation.side]:
        return False
    if variant == "own_formation":
        return any(position.unit(unit).rule("commander") for unit in formation.units)
    return commander_alive(position, formation.side)


def spend_reroll(position: Position, side: int) -> None:
    """2.2.1 The commander has had his say for this turn."""
    position.rerolled = (True, position.rerolled[1]) if side == 0 else (position.rerolled[0], True)
