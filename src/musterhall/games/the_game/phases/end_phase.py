"""1.9 End phase: rallying, and regrouping, which commands allow."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Rule
from musterhall.dice import d5, d10
from musterhall.games.the_game.basics.choices import FormationChoice
from musterhall.games.the_game.basics.generalities import command_value
from musterhall.games.the_game.basics.special_rules import leaders, run
from musterhall.games.the_game.movement.ways import enemy_near
from musterhall.games.the_game.phases.breaking import withdraw
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import Tally, counted, does

RALLIES_AT = 11


class Regroup(FormationChoice[int]):
    """1.9.1 Which of the two dice says how many tokens go?"""

    __slots__ = ()
    kind = "regroup"
    section = "1.9.1"

    def question(self) -> str:
        return f"{does(self.formation.name, 'regroups', 'regroup')}. Which die says how many suppression tokens go?"

    def in_words(self, answer: Answer) -> str:
        return f"the {answer}"


def regroup(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """1.9.1 Roll two d5 and let one of them say how many suppression tokens go; a leader takes one more."""
    dice = battle.roll(2, d5, "regroup")
    chosen = dice[0]
    if dice[0] != dice[1]:
        chosen = yield Regroup(formation, sorted(dice, reverse=True))
    before = formation.suppression
    formation.suppression = max(0, before - chosen - leaders(battle.position, formation))
    if battle.recording:
        tokens = _tokens_left(before, formation.suppression)
        text = f"{does(formation.name, 'regroups', 'regroup')} with {dice[0]} and {dice[1]}: {tokens}"
        battle.tell("regroup", text, "1.9.1", formation=formation.index, dice=dice)


def _tokens_left(before: int, after: int) -> str:
    if before == after:
        return f"{counted(before, 'token')} left"
    return f"{counted(before, 'token')} before, {after or 'none'} now"


def rally_test(position: Position, formation: Formation, *, explain: bool = True) -> Tally:
    """1.9.2, 2.3.2 What is added to the d10 of a rally test."""
    test = Tally("COM", command_value(position, formation), "1.9.2", explain)
    if enemy_near(position, formation, 30.0):
        near = enemy_near(position, formation, 15.0)
        test.add("enemy within 15 cm", -1, "1.9.2", when=near)
        only_one = near and position.field.variants.rally_15_and_30 == "one"
        test.add("enemy within 30 cm", -1, "1.9.2", when=not only_one)
    test.add("broken", -3, "1.9.2", when=formation.broken)
    run("rally test", formation.rules, test, formation)
    return test


def rally(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """1.9.2 Shake off suppression, or stop running."""
    test = rally_test(battle.position, formation, explain=battle.recording)
    what = f"{does(formation.name, 'tests', 'test')} to rally" if battle.recording else ""
    if battle.test("rally", d10, test, RALLIES_AT, what, formation=formation.index).passed:
        before = formation.suppression
        shake_off(battle.position, formation)
        if battle.recording:
            text = f"{does(formation.name, 'rallies', 'rally')}: {_tokens_left(before, formation.suppression)}"
            battle.tell("rally", text, "1.9.2", formation=formation.index)
    elif formation.broken:
        yield from withdraw(battle, formation)


def shake_off(position: Position, formation: Formation) -> None:
    """1.9.2 A broken formation stands again with half its units in tokens; another loses half of its tokens."""
    up = 1 if position.field.variants.rally_half == "up" else 0
    if formation.broken:
        formation.broken = False
        kept = formation.suppression if position.field.variants.rally_broken_st == "add" else 0
        formation.suppression = kept + (formation.size + up) // 2
    else:
        formation.suppression -= (formation.suppression + up) // 2


def rally_all(battle: Battle[Position]) -> Rule[None]:
    """1.9 Both sides rally their formations, the winner of the initiative first."""
    position = battle.position
    first = max(position.winner, 0)
    for side in (first, 1 - first):
        for formation in position.of_side(side):
            if rallies(position, formation) and formation.alive and (formation.broken or formation.suppression):
                yield from rally(battle, formation)


def rallies(position: Position, formation: Formation) -> bool:
    """1.9.2, 3.4.4 Everybody on the table does; aircraft only as a variant."""
    if formation.flies:
        return formation.in_play and position.field.variants.air_rally == "as_ground"
    return formation.on_table
