"""Who comes on later than the rest, and by which edges: Flankers, Rapid Strike, False Flag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.command.offers import AGAINST, BEFORE_DICE, BEFORE_PLAY, DECLARED, PLAY_BEGINS
from musterhall.games.alpha_strike.command.picks import Given, OneOf, Pick
from musterhall.games.alpha_strike.field.field import EAST, HOME_EDGES, NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.position.condition import OFF_MAP, WAITING, Effect
from musterhall.games.alpha_strike.position.entry import COMING_ON, Edge
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import has_command
from musterhall.games.alpha_strike.position.surroundings import part_of

SECTION = "16"
ENTERS = "enters"
"""The effect on a unit off the map that says in which turn it may come on."""


def bring_on(position: Position) -> None:
    """16 Whoever was to come later may come on from this turn."""
    for condition in position.conditions:
        enters = condition.effect(ENTERS) if condition.place == OFF_MAP else None
        if enters is not None and enters.value and enters.value <= position.turn:
            condition.drop_effect(ENTERS)
            condition.place = WAITING


def _keep_off(position: Position, unit: int, turn: int) -> None:
    position.conditions[unit].place = OFF_MAP
    position.conditions[unit].add_effect(Effect(ENTERS, value=turn))


def _whole(position: Position, edge: str) -> Edge:
    table = position.field.table
    return edge, 0.0, table.width if edge in (NORTH, SOUTH) else table.depth


# Flankers


@COMING_ON.acted_by("flankers")
def _flank(position: Position, unit: int) -> Sequence[Edge]:
    """16 The edges that are nobody's home."""
    return [_whole(position, edge) for edge in (NORTH, SOUTH, WEST, EAST) if edge not in HOME_EDGES]


# Rapid Strike

GROUPS = ("first group", "second group")
LATER = (2, 3)
"""16 The turns in which the two groups come on, in an order that the dice settle."""


@AGAINST.acted_by("rapid_strike")
def _rapid_strike(position: Position, side: int) -> Iterator[Pick]:
    """16 Against a Rapid Strike: who of the defending force waits, in two groups of equal size."""
    if part_of(position, side) != "defender":
        return
    waiting = [unit for unit in position.field.of_side[side] if position.conditions[unit].place == WAITING]
    number = len(waiting) - len(waiting) // 2
    if number:
        counts = {GROUPS[0]: number - number // 2, GROUPS[1]: number // 2 or 1}
        yield Given("rapid strike", SECTION, dict.fromkeys(waiting, GROUPS), number, counts=counts, least=number)


SECOND_GROUP_ON = 4


@PLAY_BEGINS.acted_by("rapid_strike")
def _send_off(battle: Battle[Position], side: int) -> None:
    """16 Send the enemy's two groups off and throw for which of them comes first."""
    position = battle.position
    pairs = position.sides[1 - side].choices.get("rapid strike", ())
    if not pairs:
        return
    second_first = battle.roll(1, D6, "rapid strike")[0] >= SECOND_GROUP_ON
    turns = dict(zip(GROUPS, reversed(LATER) if second_first else LATER, strict=True))
    for unit, group in pairs:
        _keep_off(position, unit, turns[group])
    battle.tell("entry", f"Against the rapid strike the {GROUPS[int(second_first)]} comes on in turn 2", SECTION)


# False Flag

RUSE_HOLDS_ON, RUSE_FROM = 8, 3


@BEFORE_PLAY.acted_by("false_flag")
def _disguised(position: Position, side: int) -> Iterator[Pick]:
    """16 Up to a third of the force that waits off the map in disguise."""
    waiting = [unit for unit in position.field.of_side[side] if position.conditions[unit].place == WAITING]
    most = len(position.field.of_side[side]) // 3
    if waiting and most and has_command(position, side, "off_map_movement"):
        yield Given("false_flag", SECTION, dict.fromkeys(waiting, ("disguised",)), most)


@PLAY_BEGINS.acted_by("false_flag")
def _disguise(battle: Battle[Position], side: int) -> None:
    """16 The disguised units wait off the map, for no turn that anybody knows."""
    for unit, _ in battle.position.sides[side].choices.get("false_flag", ()):
        _keep_off(battle.position, unit, 0)


@DECLARED.acted_by("false_flag")
def _false_flag(position: Position, side: int) -> Iterator[Pick]:
    """16 From turn 3 on: whether the disguised units come on in this turn."""
    if position.turn >= RUSE_FROM and disguised(position, side):
        yield OneOf("false_flag", SECTION, (False, True))


def disguised(position: Position, side: int) -> list[int]:
    """16 The units of a side that still wait in disguise."""
    pairs = position.sides[side].choices.get("false_flag", ())
    return [unit for unit, _ in pairs if position.conditions[unit].place == OFF_MAP]


@BEFORE_DICE.acted_by("false_flag")
def _throw_for_ruse(battle: Battle[Position], side: int) -> None:
    """16 One throw for all before the initiative: a ruse that holds opens every edge, and helps the initiative."""
    position = battle.position
    if not position.sides[side].choices.get("turn", {}).get("false_flag"):
        return
    total = sum(battle.roll(2, D6, "false flag"))
    holds = total >= RUSE_HOLDS_ON
    for unit in disguised(position, side):
        position.conditions[unit].drop_effect(ENTERS)
        position.conditions[unit].place = WAITING
    position.set_side(side, position.sides[side].remembering(false_flag_in=position.turn, false_flag_roll=total))
    verdict = "holds, and every edge is open" if holds else "is seen through"
    battle.tell("entry", f"The ruse of {('Red', 'Blue')[side]} {verdict} (2D6 {total})", SECTION, side=side)


@COMING_ON.acted_by("false_flag")
def _ruse_opens(position: Position, unit: int) -> Sequence[Edge]:
    """16 Every edge where the ruse held; else the half of the table with the own edge."""
    side = position.unit(unit).side
    mine = [one for one, _ in position.sides[side].choices.get("false_flag", ())]
    if unit not in mine:
        return ()
    if position.sides[side].memory.get("false_flag_roll", 0) >= RUSE_HOLDS_ON:
        return [_whole(position, edge) for edge in (NORTH, SOUTH, WEST, EAST)]
    middle, depth = position.field.table.depth / 2, position.field.table.depth
    low, high = (0.0, middle) if HOME_EDGES[side] == NORTH else (middle, depth)
    return [_whole(position, HOME_EDGES[side]), (WEST, low, high), (EAST, low, high)]
