"""1.2 to 1.5 The turn: start, command and action phases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Decision, Draw, Illegal, Rule, Schema, YesOrNo
from musterhall.dice import d10
from musterhall.games.the_game.assault.assault import assault
from musterhall.games.the_game.basics.choices import FormationChoice, FormationYesOrNo, WhichFormation
from musterhall.games.the_game.basics.generalities import at_least_half, command_value
from musterhall.games.the_game.basics.special_rules import commander_alive, run
from musterhall.games.the_game.fire.prepared_fire import go_on_prepared_fire, reactions
from musterhall.games.the_game.fire.shooting import fire
from musterhall.games.the_game.movement.moving import move
from musterhall.games.the_game.phases.commands import (
    ADVANCE,
    ASSAULT,
    GIVEN,
    LOCAL_ORDER,
    PREPARED_FIRE,
    REFORM,
    commands,
    local_order,
)
from musterhall.games.the_game.phases.end_phase import regroup
from musterhall.games.the_game.position.position import (
    COVERED_BY_VEHICLE,
    NOBODY,
    PRE_BATTLE,
    Formation,
    Orders,
    Position,
)
from musterhall.games.the_game.scenario.entering import come_on
from musterhall.tally import Tally

SUCCEEDS_AT = 11
KEEP = "keep"
"""1.7.6 In place of this turn's command: a formation on prepared fire stays on it."""


# 1.3 Start phase


def start_order(battle: Battle[Position]) -> Rule[tuple[int, int]]:
    """1.3 Who handles start phase events first: the higher initiative value, dice on a tie."""
    values = [army.initiative for army in battle.position.field.players]
    while values[0] == values[1]:
        values = battle.roll(2, d10, "start phase")
    first = 0 if values[0] > values[1] else 1
    return (first, 1 - first)
    yield


# 1.4 Command phase


class GiveCommands(Decision):
    """1.4 Commands for all unbroken formations of one side.

    The answer has a row `[formation, now, next]` for each: `next` goes below the stack; `now` is None to leave this
    turn's command as planned, a command to replace it, or "keep" to stay on prepared fire.
    """

    __slots__ = ("formations", "position")
    kind = "commands"
    section = "1.4"
    secret = True

    def __init__(self, position: Position, side: int) -> None:
        super().__init__(side)
        self.position = position
        self.formations = [f for f in position.of_side(side) if f.on_table and f.alive and not f.broken]

    def choices(self, formation: Formation) -> list[str | None]:
        """1.4, 1.7.6 What may be said about this turn's command of a formation."""
        planned = self.position.orders[formation.index].next
        if planned is not None and not len(self.position.standing(formation)):
            return [None]  # 6.1.4: who has yet to come on does so as he was told
        choices: list[str | None] = [] if planned is None else [None]
        if formation.prepared:
            choices.append(KEEP)
        return [*choices, *(command for command in GIVEN if command != planned)]

    def question(self) -> str:
        return "Which commands do your formations get, for this turn and the next?"

    def about(self) -> dict[str, Any]:
        return {"formations": [formation.index for formation in self.formations]}

    def schema(self) -> Schema:
        rows = [
            schemas.row(schemas.one_of([f.index]), schemas.one_of(self.choices(f)), schemas.one_of(GIVEN))
            for f in self.formations
        ]
        return schemas.many(schemas.either(*rows), len(rows), len(rows))

    def aid(self) -> dict[str, Any]:
        """What lies on each stack: this turn's command as it was planned."""
        return {"planned": {str(f.index): self.position.orders[f.index].next for f in self.formations}}

    def options(self) -> Iterable[Answer]:
        for below in GIVEN:
            yield [[f.index, self.choices(f)[0], below] for f in self.formations]
            for now in GIVEN:
                yield [[f.index, now if now in self.choices(f) else self.choices(f)[0], below] for f in self.formations]

    def sample(self, draw: Draw) -> Answer:
        rows: list[list[Any]] = []
        for formation in self.formations:
            choices = self.choices(formation)
            # a commander who replaced every order would never see one obeyed
            now = choices[0] if draw(3) else choices[draw(len(choices))]
            rows.append([formation.index, now, GIVEN[draw(len(GIVEN))]])
        return rows

    def check(self, answer: Answer) -> list[list[Any]]:
        if not isinstance(answer, list) or not all(isinstance(row, list) and len(row) == 3 for row in answer):
            raise Illegal("commands are rows of formation, now and next", "1.4")
        mine = {formation.index: formation for formation in self.formations}
        if sorted(str(row[0]) for row in answer) != sorted(str(index) for index in mine):
            raise Illegal("every unbroken formation gets its command, once", "1.4")
        for index, now, below in answer:
            formation = mine.get(index) if type(index) is int else None
            if formation is None or now not in self.choices(formation) or below not in GIVEN:
                raise Illegal(f"{now!r}, then {below!r}: no such command for formation {index!r}", "1.4")
        return answer


def command_phase(battle: Battle[Position]) -> Rule[None]:
    """1.4, 4.2 Both sides put down commands, unseen by each other; vessels get the same as whoever is on land."""
    position = battle.position
    asked = [GiveCommands(battle.view(side), side) for side in (0, 1)]
    questions = tuple(decision for decision in asked if decision.formations)
    answers = (yield questions) if questions else []
    for rows in answers:
        for index, now, below in rows:
            stack_command(position, position.formations[index], now, below)
    for decision in asked:
        name, count = position.field.players[decision.player].name, len(decision.formations)
        battle.tell("command", f"{name} commands {count} formations", "1.4", side=decision.player)


def stack_command(position: Position, formation: Formation, now: str | None, below: str) -> None:
    """1.4, 1.7.6 Lay the next command under the stack; replace this turn's, or keep prepared fire face up on top."""
    planned = position.orders[formation.index].next
    if now == KEEP:
        position.lay_orders(formation.index, Orders(PREPARED_FIRE, below, False, True))
        return
    formation.prepared = False
    position.lay_orders(formation.index, Orders(now or planned, below, now is not None))


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
        battle.tell("initiative", f"{players[winner].name} wins the initiative: {sums}", "1.5", totals=totals)
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
        return self.position.field.players[answer].name


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
        _spend_reroll(position, behind)
        faces[behind] = battle.roll(1, d10, "initiative, rolled again")[0]
    return faces


def _spend_reroll(position: Position, side: int) -> None:
    position.rerolled = (True, position.rerolled[1]) if side == 0 else (position.rerolled[0], True)


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


def action_test(
    position: Position, formation: Formation, *, keeping: bool, replaced: bool, explain: bool = True
) -> Tally:
    """1.5, 2.3.4 What is added to the d10 of an action test."""
    test = Tally("COM", command_value(position, formation), "1.5", explain)
    tokens = formation.suppression
    test.add("suppression", -1, "1.5", when=tokens >= 1)
    test.add(
        "tokens for half the units", -1, "1.5", when=tokens >= 1 and at_least_half(position, tokens, formation.size)
    )
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
        return f"{self.formation.name} has failed its test. Does your commander have it rolled again?"


def take_action_test(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """1.5, 2.2.1 d10 and what is added must reach 11; the commander may have one failure a turn rolled again."""
    position = battle.position
    replaced = position.orders[formation.index].replaced
    test = action_test(position, formation, keeping=position.keeping, replaced=replaced, explain=battle.recording)
    what = f"{formation.name} tests for {position.orders[formation.index].now or ADVANCE}"
    passed = battle.test("action test", d10, test, SUCCEEDS_AT, what, formation=formation.index).passed
    if not passed and may_reroll(position, formation) and (yield RerollActionTest(formation)):
        _spend_reroll(position, formation.side)
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


class CarryOut(FormationChoice[str]):
    """1.5 After a passed test: what was commanded, or Reform?"""

    __slots__ = ()
    kind = "carry out"
    section = "1.5"

    def question(self) -> str:
        return f"{self.formation.name} has passed its test. Does it carry out its command, or reform?"


class ReformFirst(FormationChoice[str]):
    """1.4.1 Reform: does the formation move or fire before it regroups?"""

    __slots__ = ()
    kind = "reform"
    section = "1.4.1"

    def question(self) -> str:
        return f"{self.formation.name} reforms. Does it move or fire before it regroups?"


class LocalOrder(FormationChoice[str]):
    """1.4.1 After a failed test: regroup, or what the failed command leaves?"""

    __slots__ = ()
    kind = "local order"
    section = "1.4.1"

    def question(self) -> str:
        return f"{self.formation.name} has failed its test. What does it do on its own?"


def act(battle: Battle[Position], formation: Formation) -> Rule[bool]:
    """1.5 Reveal the command, test, and carry out it, Reform or a local order. Says whether the test was passed."""
    position = battle.position
    orders = position.orders[formation.index]
    position.acting = formation.index
    formation.acted = True
    position.moved[formation.units] = False
    if formation.prepared and position.field.variants.prepared_fire_test == "on_going":
        battle.tell("prepared", f"{formation.name} stays on prepared fire", "1.7.6", formation=formation.index)
        return False
    command = position.revealed = orders.now or ADVANCE
    passed = yield from take_action_test(battle, formation)
    position.lay_orders(formation.index, Orders(None, orders.next))
    if passed:
        done = command
        if len(position.standing(formation)):
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
    if len(battle.position.standing(formation)):
        done = yield LocalOrder(formation, local_order(failed))
    yield from do_one_thing(battle, formation, done, LOCAL_ORDER)


def do_one_thing(battle: Battle[Position], formation: Formation, done: str, name: str) -> Rule[None]:
    if done == "regroup":
        yield from regroup(battle, formation)
    elif done == "move":
        yield from one_move(battle, formation, {})
    else:
        yield from fire_and_answer(battle, formation, name)


def move_and_fire(battle: Battle[Position], formation: Formation, moves: int, name: str) -> Rule[None]:
    """1.4.1 The moves of a command, then its fire."""
    roads: dict[int, int] = {}
    for _ in range(moves):
        yield from one_move(battle, formation, roads)
        if formation.broken or not formation.alive:
            return
    yield from fire_and_answer(battle, formation, name)


def one_move(battle: Battle[Position], formation: Formation, roads: dict[int, int]) -> Rule[None]:
    """1.6, 1.7.6, 6.1.4 A move, from the table edge if the formation has yet to come on; then the enemy may react."""
    coming = not len(battle.position.standing(formation))
    if coming:
        come_on(battle, formation)
    moved = yield from move(battle, formation, roads=roads)
    if moved or coming:
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
