"""1.2 to 1.5 Commands and turns: the command stack, the action test, initiative, and the course of a turn."""

from __future__ import annotations

from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.air.air_orders import lay_air_orders, read_air_order
from musterhall.games.the_game.basics.sides import SIDES
from musterhall.games.the_game.game import TheGameRules
from musterhall.games.the_game.phases.action_tests import SUCCEEDS_AT, action_test, may_reroll, take_action_test
from musterhall.games.the_game.phases.command_phase import KEEP, GiveCommands, stack_command
from musterhall.games.the_game.phases.commands import FLOWN, GIVEN, REFORM, STAND_DOWN, Command, commands, local_order
from musterhall.games.the_game.phases.end_phase import RALLIES_AT, rally_test
from musterhall.games.the_game.phases.turn import act, hand_over, roll_initiative, start_order
from musterhall.games.the_game.position.air_state import Marks
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import ACTION, NOBODY, Formation
from musterhall.games.the_game.position_file.writing import objective_data, orders_data
from musterhall.games.the_game.readings.slips import plain
from musterhall.games.the_game.referee.answers import air_order_said
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import Before, all_parts, dice_told, sections, told

QUESTIONS = Questions()

# 1.4 Commands


@QUESTIONS.pure(
    "commands",
    ["1.4.1", "1.5"],
    "What may a formation do under this command, after a passed test and after a failed one?",
    command="the command; all that can be given if left out",
    formation="or the formation whose command for this turn it is",
)
def commands_on_offer(asked: Asked) -> Finding:
    """1.4.1, 1.5 The command or Reform after success; a local order after failure."""
    if asked.has("formation"):
        formation = asked.formation()
        name = asked.position.orders[formation.index].now
        if name is None:
            raise asked.bad("formation", f"{formation.name} has no command for this turn; give it orders")
        return Finding(_command_data(commands()[name]))
    if asked.has("command"):
        return Finding(_command_data(commands()[asked.command()]))
    return Finding({name: _command_data(commands()[name]) for name in GIVEN})


def _command_data(command: Command) -> dict[str, Any]:
    if command.name in FLOWN:
        return {"command": command.name, "height": command.height, "types": list(command.types), "fires": command.fires}
    given = command.name in GIVEN
    return {
        "command": command.name,
        "after_success": [command.name, REFORM] if given else [command.name],
        "after_failure": list(local_order(command.name)) if given else [],
        "moves": command.moves,
        "fires": command.fires,
        "attack": command.attack,
        "one_of": list(command.one_of),
        "regroups": command.regroups,
    }


@QUESTIONS.pure(
    "command_stack",
    ["1.4", "1.7.6"],
    "What lies on the command stack, also after new counters are put down?",
    formation="the formation",
    now="a counter put on top: a command, or 'keep' for prepared fire",
    next="the counter put below; for a patrol of aircraft ['air patrol', x, y, heading]",
)
def command_stack(asked: Asked) -> Finding:
    """1.4 This turn's command, the next turn's, replaced or not and what that costs, face up or not."""
    position, formation = asked.position, asked.formation()
    if formation.flies and asked.has("next"):
        _lay_air_orders(asked, formation)
    elif asked.has("now") or asked.has("next"):
        now = asked.word("now", "")
        wanted = None if not now else KEEP if plain(now) == KEEP else asked.command("now")
        below = asked.command("next")
        choices = GiveCommands(position, formation.side).choices(formation)
        if formation.broken:
            raise asked.bad("next", f"{formation.name} is broken and gets no commands (1.4); let it rally first")
        if wanted not in choices or below not in GIVEN:
            offered = ", ".join(choice or "nothing on top" for choice in choices)
            raise asked.bad("now", f"{wanted or 'nothing on top'} is not on offer (1.4); there is {offered}")
        stack_command(position, formation, wanted, below)
    orders = position.orders[formation.index]
    test = action_test(position, formation, keeping=False, replaced=orders.replaced)
    penalty = sum(part.value for part in test.parts if part.name == "replaced command")
    marks = position.air.marks.get(formation.index, Marks())
    drawn = {word: list(mark) for word, mark in (("mark", marks.now), ("next_mark", marks.next)) if mark is not None}
    return Finding({**orders_data(orders), **drawn, "penalty": penalty})


def _lay_air_orders(asked: Asked, formation: Formation) -> None:
    """3.3.1 Counters for aircraft; a patrol is written with its mark, or comes in the middle of the own edge."""
    said = [air_order_said(asked.position, formation, asked.value(key)) for key in ("now", "next")]
    try:
        now, below = (None if one is None else read_air_order(asked.position, formation, one) for one in said)
    except Illegal as refusal:
        raise asked.bad("next", str(refusal)) from refusal
    if below is not None:
        lay_air_orders(asked.position, formation, now, below)


# 1.5 Action tests


@QUESTIONS.pure(
    "test_modifiers",
    ["1.5", "1.9.2"],
    "What is added to the d10 of an action or rally test, and what must it show?",
    formation="the formation",
    test="action or rally",
    keeping="true if the initiative is being kept",
    replaced="true if this turn's command was replaced",
)
def test_modifiers(asked: Asked) -> Finding:
    """1.5, 1.9.2 Each modifier by name."""
    position, formation = asked.position, asked.formation()
    if asked.word("test", "action", ("action", "rally")) == "rally":
        tally = rally_test(position, formation)
        result = {"needs": RALLIES_AT - tally.total}
    else:
        replaced = asked.flag("replaced", position.orders[formation.index].replaced)
        tally = action_test(position, formation, keeping=asked.flag("keeping", position.keeping), replaced=replaced)
        result = {"needs": SUCCEEDS_AT - tally.total, "may_reroll": may_reroll(position, formation)}
    return Finding({"modifiers": all_parts(tally), "total": tally.total, **result}, [str(tally)], sections(tally))


@QUESTIONS.resolver(
    "action_test",
    ["1.5", "2.2.1", "2.3.4"],
    "Does the formation pass its action test? A commander's reroll is an answer.",
    formation="the formation",
    keeping="true if the initiative is being kept",
    replaced="true if this turn's command was replaced",
)
def test_action(asked: Asked) -> Finding:
    """1.5 Each modifier, the total, and what the formation may do now."""
    position, formation = asked.position, asked.formation()
    orders = position.orders[formation.index]
    position.keeping = asked.flag("keeping", position.keeping)
    replaced = asked.flag("replaced", orders.replaced)
    position.lay_orders(formation.index, Orders(orders.now, orders.next, replaced, orders.face_up))
    tally = action_test(position, formation, keeping=position.keeping, replaced=replaced)
    passed = asked.run(take_action_test(asked.battle, formation))
    faces = [roll.faces[0] for roll in asked.battle.dice.record]
    result = {
        "success": passed,
        "modifiers": all_parts(tally),
        "dice": faces,
        "total": faces[-1] + tally.total,
        "rerolled": len(faces) > 1,
        "rerolls_left": int(may_reroll(position, formation)),
    }
    if orders.now is not None:
        result["may"] = _may_do(formation, orders.now, passed)
    return told(asked, result, tally)


def _may_do(formation: Formation, command: str, passed: bool) -> list[str]:
    """1.5, 3.3 What is on offer after the test; aircraft have neither Reform nor local orders."""
    if formation.flies:
        return [command if passed else STAND_DOWN]
    return [command, REFORM] if passed else list(local_order(command))


@QUESTIONS.resolver(
    "action",
    ["1.5", "1.4.1"],
    "What comes of the whole action of a formation: test, command, moves and fire?",
    formation="the formation",
)
def whole_action(asked: Asked) -> Finding:
    """1.5 One activation from the test to its end."""
    formation, before = asked.formation(), Before.of(asked)
    if not formation.can_act:
        raise asked.bad("formation", f"{formation.name} cannot act: it is broken, has acted or is not there")
    passed = asked.run(act(asked.battle, formation))
    home = [one.name for one in asked.position.formations if one.home]
    result = {"passed": passed, "dice": dice_told(asked), "formations": before.all_changes(), "home": home}
    return told(asked, result)


# Who acts


@QUESTIONS.pure(
    "acts_next",
    ["1.5"],
    "Who acts next, and may the initiative be kept?",
    side="the side that has just acted",
    passed="whether its action test was passed",
)
def acts_next(asked: Asked) -> Finding:
    """1.5 The other side, unless it has nobody left or the initiative is kept, once."""
    position = asked.position
    position.side = asked.side("side", None if position.side == NOBODY else SIDES[position.side])
    rule = hand_over(asked.battle, asked.flag("passed", True))
    try:
        next(rule)
    except StopIteration:
        return Finding({"may_keep": False, "next": asked.side_name(position.side), "keeping": position.keeping})
    return Finding({"may_keep": True, "next": asked.side_name(1 - position.side), "keeping": False})


@QUESTIONS.resolver(
    "initiative",
    ["1.5", "2.2.1"],
    "Who wins the initiative? The winner's choice of who acts first is an answer and may be left out.",
)
def initiative(asked: Asked) -> Finding:
    """1.5 d10 and the army's value each; ties go to the last loser, or are rolled again."""
    position = asked.position
    asked.run(roll_initiative(asked.battle), optional=("who acts first",))
    totals = next(line.data["totals"] for line in asked.battle.log if line.kind == "initiative")
    result = {
        "winner": asked.side_name(position.winner),
        "chooses": asked.side_name(position.winner),
        "first": asked.side_name(position.side),
        "totals": dict(zip(SIDES, totals, strict=True)),
        "values": {word: player.initiative for word, player in zip(SIDES, position.field.players, strict=True)},
        "rolls": [list(roll.faces) for roll in asked.battle.dice.record if roll.purpose == "initiative"],
    }
    return told(asked, result)


@QUESTIONS.resolver("start_order", ["1.3"], "Who handles the events of the start phase first?")
def starts(asked: Asked) -> Finding:
    """1.3 The higher initiative value; dice on a tie."""
    order = start_order(asked.battle)
    return told(asked, {"first": asked.side_name(order[0]), "rolled": bool(asked.battle.dice.record)})


# 1.2 The course of a turn


@QUESTIONS.resolver(
    "next_phase",
    ["1.2", "1.3", "1.9", "6.1"],
    "Play the phase the position is in, or one activation of the action phase; every decision is an answer.",
)
def next_phase(asked: Asked) -> Finding:
    """1.2 Start, command, action, end, and before them set-up and the march: what comes next and what was settled."""
    position, before = asked.position, Before.of(asked)
    phase = (position.phase, position.turn)
    while (position.phase, position.turn) == phase:
        asked.run(TheGameRules().step(asked.battle))
        if position.phase == ACTION:
            break
    scenario = position.scenario
    result = {
        "turn": position.turn,
        "phase": position.phase,
        "to_act": asked.side_name(position.side),
        "orders": {f.name: orders_data(position.orders[f.index]) for f in position.formations},
        "objectives": [objective_data(objective) for objective in scenario.objectives],
        "entries": dict(scenario.entries),
        "maps_shown": scenario.revealed,
        "winner": asked.side_name(scenario.winner),
        "ended_by": scenario.ended_by,
        "formations": before.all_changes(),
    }
    return told(asked, result)
