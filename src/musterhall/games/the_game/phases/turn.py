"""1.2, 1.3, 1.5 The turn: its start, and the action phase."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule, YesOrNo
from musterhall.dice import d10
from musterhall.games.the_game.air.helicopters import over_the_enemy
from musterhall.games.the_game.air.popping_up import drop_back
from musterhall.games.the_game.air.sortie import sortie
from musterhall.games.the_game.assault.assault import assault
from musterhall.games.the_game.basics.choices import FormationChoice, WhichFormation
from musterhall.games.the_game.basics.special_rules import commander_alive
from musterhall.games.the_game.fire.prepared_fire import go_on_prepared_fire, reactions
from musterhall.games.the_game.fire.shooting import fire
from musterhall.games.the_game.movement.moving import move
from musterhall.games.the_game.movement.ways import Underway, moves_made
from musterhall.games.the_game.phases.action_tests import spend_reroll, take_action_test
from musterhall.games.the_game.phases.commands import (
    ADVANCE,
    ASSAULT,
    LOCAL_ORDER,
    PREPARED_FIRE,
    REFORM,
    commands,
    local_order,
)
from musterhall.games.the_game.phases.end_phase import regroup
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import COVERED_BY_VEHICLE, NOBODY, PRE_BATTLE, Formation, Position
from musterhall.games.the_game.scenario.entering import come_on
from musterhall.tally import does

# 1.3 Start phase


def start_order(battle: Battle[Position]) -> tuple[int, int]:
    """1.3 Who handles start phase events first: the higher initiative value, dice on a tie."""
    values = [army.initiative for army in battle.position.field.players]
    while values[0] == values[1]:
        values = battle.roll(2, d10, "start phase")
    first = 0 if values[0] > values[1] else 1
    return (first, 1 - first)


# 1.5 Action phase


def roll_initiative(battle: Battle[Position]) -> Rule[None]:
    """1.5 d10 + initiative each; the winner says who acts first. A tie goes to the last loser, or to a reroll."""
    position = battle.position
    players, has_ties = position.field.players, who_has_ties(position)
    while True:
        faces = battle.roll(2, d10, "initiative")
        if position.field.variants.commander_reroll == "initiative":
            faces = yield from _reroll_initiative(battle, faces)
        totals = [faces[side] + players[side].initiative for side in (0, 1)]
        if totals[0] != totals[1] or has_ties != NOBODY:
            break
    if totals[0] == totals[1]:
        winner = has_ties
    else:
        winner = 0 if totals[0] > totals[1] else 1
    if battle.recording:
        sums = ", ".join(f"{players[s].name} d10 {faces[s]} + {players[s].initiative} = {totals[s]}" for s in (0, 1))
        tied = ", and ties go to who lost the last one" if totals[0] == totals[1] else ""
        battle.tell("initiative", f"{players[winner].name} wins the initiative: {sums}{tied}", "1.5", totals=totals)
    yield from choose_first(battle, winner)


def who_has_ties(position: Position) -> int:
    """1.5, 6.1.4 A tied initiative goes to who lost the last one; in turn 1 it is rolled again."""
    reroll = position.phase == PRE_BATTLE and position.field.variants.pre_battle_ties == "reroll"
    return NOBODY if reroll or position.turn <= 1 else position.loser


class WhoActsFirst(Choice[int]):
    """1.5 The winner of the initiative says which side acts first."""

    __slots__ = ("position",)
    kind = "who acts first"
    section = "1.5"

    def __init__(self, position: Position, winner: int) -> None:
        super().__init__(winner, (winner, 1 - winner))
        self.position = position

    def question(self) -> str:
        return "You have the initiative. Who acts first?"

    def in_words(self, answer: Answer) -> str:
        return f"{self.position.field.players[answer].name} acts first"


def choose_first(battle: Battle[Position], winner: int) -> Rule[None]:
    """1.5 The winner of the initiative says who acts first."""
    position = battle.position
    position.winner, position.loser = winner, 1 - winner
    first = yield WhoActsFirst(battle.view(winner), winner)
    position.side = first
    position.keeping = False


class RerollInitiative(YesOrNo):
    """2.2.1 As a variant: does the commander have the lost initiative rolled again?"""

    __slots__ = ()
    kind = "reroll initiative"
    section = "2.2.1"

    def question(self) -> str:
        return "Does your commander have the initiative rolled again?"


def _reroll_initiative(battle: Battle[Position], faces: list[int]) -> Rule[list[int]]:
    """2.2.1 As a variant: the commander's reroll is for the initiative."""
    position = battle.position
    has_ties = who_has_ties(position)
    red, blue = (faces[side] + position.field.players[side].initiative for side in (0, 1))
    if red == blue and has_ties == NOBODY:
        return faces
    behind = 1 - has_ties if red == blue else int(blue < red)
    possible = not position.rerolled[behind] and commander_alive(position, behind)
    if possible and (yield RerollInitiative(behind)):
        spend_reroll(position, behind)
        faces[behind] = battle.roll(1, d10, "initiative, rolled again")[0]
    return faces


class Activate(WhichFormation[int]):
    """1.5 Which formation acts now?"""

    __slots__ = ()
    kind = "activate"
    section = "1.5"

    def question(self) -> str:
        return "Which formation acts now?"


class KeepInitiative(YesOrNo):
    """1.5 After a passed test: does another own formation act before the enemy?"""

    __slots__ = ()
    kind = "keep the initiative"
    section = "1.5"

    def question(self) -> str:
        return "Do you keep the initiative, and let another formation act before the enemy?"


def activation(battle: Battle[Position]) -> Rule[None]:
    """1.5 One formation acts; after a passed test its side may keep the initiative, once."""
    position = battle.position
    side = position.side
    ready = [formation.index for formation in position.of_side(side) if formation.can_act]
    index = ready[0]
    if len(ready) > 1:
        index = yield Activate(battle.view(side), side, ready)
    passed = yield from act(battle, position.formations[index])
    position.acting, position.revealed = NOBODY, ""
    yield from hand_over(battle, passed)


def hand_over(battle: Battle[Position], passed: bool) -> Rule[None]:
    """1.5 The other side acts next, unless it has nobody left or the initiative is kept."""
    position = battle.position
    side = position.side
    mine, theirs = position.any_ready(side), position.any_ready(1 - side)
    if not theirs:
        position.keeping = position.field.variants.opponent_exhausted == "as_keeping" and mine
        position.side = side if mine else NOBODY
        return
    if mine and passed and not position.keeping:
        position.keeping = yield KeepInitiative(side)
        if position.keeping:
            return
    position.keeping = False
    position.side = 1 - side


class CarryOut(FormationChoice[str]):
    """1.5 After a passed test: what was commanded, or Reform?"""

    __slots__ = ()
    kind = "carry out"
    section = "1.5"

    def question(self) -> str:
        return f"{does(self.formation.name, 'has', 'have')} passed the test. Does the command stand, or do they reform?"


class ReformFirst(FormationChoice[str]):
    """1.4.1 Reform: does the formation move or fire before it regroups?"""

    __slots__ = ()
    kind = "reform"
    section = "1.4.1"

    def question(self) -> str:
        return f"{does(self.formation.name, 'reforms', 'reform')}. Do they move or fire before they regroup?"


class LocalOrder(FormationChoice[str]):
    """1.4.1 After a failed test: regroup, or what the failed command leaves?"""

    __slots__ = ()
    kind = "local order"
    section = "1.4.1"

    def question(self) -> str:
        return f"{does(self.formation.name, 'has', 'have')} failed the test. What do they do on their own?"


def act(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """1.5 Reveal the command, test, and carry out it, Reform or a local order. Says whether the test was passed."""
    if formation.flies:
        return (yield from sortie(battle, formation))
    position = battle.position
    orders = position.orders[formation.index]
    position.acting = formation.index
    formation.acted = True
    position.moved[formation.units] = False
    if formation.prepared and position.field.variants.prepared_fire_test == "on_going":
        battle.tell(
            "prepared", f"{does(formation.name, 'stays', 'stay')} on prepared fire", "1.7.6", formation=formation.index
        )
        return False
    command = position.revealed = orders.now or ADVANCE
    passed = yield from take_action_test(battle, formation)
    position.lay_orders(formation.index, Orders(None, orders.next))
    if passed:
        done = command
        if position.stands(formation):
            done = yield CarryOut(formation, (command, REFORM))
        formation.prepared = False
        yield from carry_out(battle, formation, done)
    else:
        formation.prepared = False
        yield from obey_local_order(battle, formation, command)
    return passed


def carry_out(battle: Battle[Position], formation: Formation, name: str) -> Rule[None]:
    """1.4.1 What a successful formation does under each command."""
    command = commands()[name]
    if name == PREPARED_FIRE:
        go_on_prepared_fire(battle, formation)
    elif name == ASSAULT:
        yield from assault(battle, formation)
    elif command.one_of:
        done = yield ReformFirst(formation, command.one_of)
        yield from do_one_thing(battle, formation, done, name)
    else:
        yield from move_and_fire(battle, formation, command.moves, name)
    if command.regroups and formation.suppression and formation.alive and not formation.broken:
        yield from regroup(battle, formation)


def obey_local_order(battle: Battle[Position], formation: Formation, failed: str) -> Rule[None]:
    """1.4.1 Regroup, or what the failed command leaves: a move, or fire at -1."""
    done = "move"  # all that is left to who has yet to come on
    if battle.position.stands(formation):
        done = yield LocalOrder(formation, local_order(failed))
    yield from do_one_thing(battle, formation, done, LOCAL_ORDER)


def do_one_thing(battle: Battle[Position], formation: Formation, done: str, name: str) -> Rule[None]:
    """1.4.1 Regroup, move once, or fire: what Reform begins with, or all that a local order leaves."""
    if done == "regroup":
        yield from regroup(battle, formation)
    elif done == "move":
        yield from one_move(battle, formation, Underway())
    else:
        yield from fire_and_answer(battle, formation, name)


def move_and_fire(battle: Battle[Position], formation: Formation, moves: int, name: str) -> Rule[None]:
    """1.4.1 The moves of a command, then its fire."""
    position, underway = battle.position, Underway(turns=moves)
    for left in reversed(range(moves_made(position, formation, moves))):
        yield from one_move(battle, formation, underway, fires_next=not left)
        if formation.broken or not position.stands(formation):
            break
    else:
        yield from fire_and_answer(battle, formation, name)
    drop_back(position, formation)


def one_move(
    battle: Battle[Position], formation: Formation, underway: Underway, *, fires_next: bool = False
) -> Rule[None]:
    """1.6, 1.7.6, 6.1.4 A move, from the table edge if the formation has yet to come on; then the enemy may react."""
    position, popped = battle.position, False
    coming = not position.stands(formation)
    if coming:
        yield from come_on(battle, formation)
    flown = len(underway.flown)
    moved = yield from move(battle, formation, underway=underway)
    if formation.index in position.field.helicopters:
        flew = coming or len(underway.flown) > flown
        popped = yield from over_the_enemy(battle, formation, underway.fired, moved=flew, fires_next=fires_next)
    if moved or coming or popped:
        yield from reactions(battle, formation)


def fire_and_answer(battle: Battle[Position], formation: Formation, name: str) -> Rule[None]:
    """1.7, 1.7.6 Fire; then enemies on prepared fire may answer."""
    fired = yield from fire(battle, formation, name)
    if fired:
        yield from reactions(battle, formation)


def new_turn(position: Position) -> None:
    """1.2 Everybody can act again."""
    for formation in position.formations:
        formation.acted = False
    position.moved[:] = False
    position.covers[:] = COVERED_BY_VEHICLE
    position.rerolled = (False, False)
    position.keeping = False
    position.side = NOBODY
