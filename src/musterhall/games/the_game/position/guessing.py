"""What the opponent may have hidden: commands, arrows on the map, entry points, drawn evenly from what is legal.

Of arrows that have not been seen whole only those are drawn that go forward, or on towards the depth of their target,
since few generals march in circles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from musterhall.dice import Dice, Die
from musterhall.games.the_game.air.air_orders import COMING_ON, AirOrder, any_air_order, comes_on_alone, read_air_order
from musterhall.games.the_game.phases.commands import ADVANCE, AIR_PATROL, DASH, GIVEN
from musterhall.games.the_game.position.air_state import Marks
from musterhall.games.the_game.position.orders import HIDDEN, Orders
from musterhall.games.the_game.position.position import NOBODY, SQUARE, Formation, Plan, Position, group_key
from musterhall.games.the_game.scenario.maps import columns, depths, entry_turn, square_centre

Square = tuple[int, int]
Thing = TypeVar("Thing")


def guess(view: Position, dice: Dice, now: Position) -> Position:
    """A position that fits the view; `now` is what the same player has come to see since."""
    position = view.copy()
    position.viewer = NOBODY
    if view.viewer == NOBODY:
        return position
    other = 1 - view.viewer
    if not view.scenario.revealed and view.scenario.plans[view.viewer]:
        _guess_map(position, other, dice)
        _guess_entries(position, other, dice)
    for formation in position.of_side(other):
        position.lay_orders(formation.index, _guess_orders(position, formation, dice, now))
    return position


def _pick(dice: Dice, things: Sequence[Thing]) -> Thing:
    return things[dice.one(Die("any", len(things)), "guess") - 1]


# Maps


def _guess_map(position: Position, side: int, dice: Dice) -> None:
    """6.1.2 An arrow for each battle group of the other side."""
    scenario = position.scenario
    arrows = {group: _guess_arrow(position, side, group, dice) for group in scenario.groups[side]}
    position.note(plans=(arrows, scenario.plans[1]) if side == 0 else (scenario.plans[0], arrows))


def _guess_arrow(position: Position, side: int, group: str, dice: Dice) -> Plan:
    """6.1.4 What was seen of it, and a way on to the depth that the turn of its coming tells."""
    scenario, key = position.scenario, group_key(side, group)
    seen = scenario.plans[side].get(group)
    if seen is not None and key in scenario.arrived:
        return _marked(position, side, seen.path, dice)
    if seen is not None:
        depth = depths(position) + 1 - scenario.entered.get(key, 1)
        return _marked(position, side, _extended(position, seen.path, depth, dice), dice)
    start = (1 + dice.one(Die("column", columns(position)), "guess") - 1, 1)
    commanded = any(position.orders[index].next is not None for index in scenario.groups[side][group])
    target = _pick(dice, _depths_to_come(position, commanded=commanded))
    return _marked(position, side, _walk(position, (start,), target, dice), dice)


def _depths_to_come(position: Position, *, commanded: bool) -> list[int]:
    """6.1.4 The depths whose battle groups have not come on yet; one that has its first commands comes on this turn."""
    marched = position.scenario.turns_marched
    first = marched + 1 if marched else position.turn
    if commanded and not marched:
        return [max(1, depths(position) + 1 - first)]
    return [depth for depth in range(1, depths(position) + 1) if depths(position) + 1 - depth >= first] or [1]


def _extended(position: Position, path: tuple[Square, ...], depth: int, dice: Dice) -> tuple[Square, ...]:
    """A way on from what was seen; who has not arrived may stand on the last square of the arrow, or go farther."""
    if path[-1][1] == depth and dice.one(Die("on", 2), "guess") == 1:
        return path
    if path[-1][1] == depth:
        path = (*path, _beside(position, path[-1], dice))
    return _walk(position, path, depth, dice)


def _walk(position: Position, path: tuple[Square, ...], depth: int, dice: Dice) -> tuple[Square, ...]:
    while path[-1][1] != depth:
        step = 1 if path[-1][1] < depth else -1
        column = min(columns(position), max(1, path[-1][0] + dice.one(Die("aside", 3), "guess") - 2))
        path = (*path, (column, path[-1][1] + step))
    return path


def _beside(position: Position, square: Square, dice: Dice) -> Square:
    near = [column for column in (square[0] - 1, square[0] + 1) if 1 <= column <= columns(position)]
    return (_pick(dice, near), square[1]) if near else square


def _marked(position: Position, side: int, path: tuple[Square, ...], dice: Dice) -> Plan:
    """6.1.2 With `mark_positions` the map also says where in the target square the group will stand."""
    if not position.field.variants.mark_positions:
        return Plan(path)
    x, y = square_centre(position, side, path[-1])
    aside = [dice.one(Die("place", int(SQUARE) + 1), "guess") - 1 - SQUARE / 2 for _ in range(2)]
    return Plan(path, (x + aside[0], y + aside[1]))


def _guess_entries(position: Position, side: int, dice: Dice) -> None:
    """6.1.4 Where the late battle groups that have been marked come on."""
    scenario, entries = position.scenario, dict(position.scenario.entries)
    for group, members in scenario.groups[side].items():
        late = group_key(side, group) not in scenario.marched
        if late and any(position.formations[index].on_table for index in members):
            entries[group_key(side, group)] = SQUARE * (dice.one(Die("column", columns(position)), "guess") - 0.5)
    position.note(entries=entries)


# Commands


def _guess_orders(position: Position, formation: Formation, dice: Dice, now: Position) -> Orders:
    """1.4 A command stack that looks like this one from above."""
    if formation.flies:
        return _guess_air_orders(position, formation, dice, now)
    seen = position.orders[formation.index]
    first, then = seen.now, seen.next
    if first == HIDDEN:
        revealed = now.revealed if now.acting == formation.index else ""
        first = revealed or _pick(dice, _commands_to_come_on(position, formation) or GIVEN)
    if then == HIDDEN:
        coming = _commands_to_come_on(position, formation) if first is None else ()
        then = _pick(dice, coming or GIVEN)
    return Orders(first, then, seen.replaced, seen.face_up)


def _commands_to_come_on(position: Position, formation: Formation) -> tuple[str, ...]:
    """6.1.4 A late battle group comes on with Dash, or with Advance if it was due next; nothing for others."""
    if not formation.on_table or position.stands(formation):
        return ()
    if comes_on_alone(position, formation):
        return COMING_ON
    plan = position.scenario.plans[formation.side].get(formation.battle_group)
    due = entry_turn(position, plan) if plan is not None else 0
    return (ADVANCE, DASH) if due == position.scenario.turns_marched + 1 else (DASH,)


def _guess_air_orders(position: Position, formation: Formation, dice: Dice, now: Position) -> Orders:
    """3.3.1 Commands that these aircraft may have, with marks where they are patrols."""
    seen, index = position.orders[formation.index], formation.index
    marks = position.air.marks.get(index, Marks())
    first, then = AirOrder(seen.now or "", marks.now), AirOrder(seen.next or "", marks.next)
    if seen.now == HIDDEN:
        first = _now_in_the_open(formation, now) or _any_air_order(position, formation, dice)
    if seen.next == HIDDEN:
        then = _any_air_order(position, formation, dice)
    position.air = position.air.marked(index, Marks(first.mark, then.mark))
    return Orders(first.command or None, then.command or None, seen.replaced, seen.face_up)


def _now_in_the_open(formation: Formation, now: Position) -> AirOrder | None:
    """What has since been seen of a command: a patrol that was called up or went on patrol, or one carried out."""
    marks = now.air.marks.get(formation.index, Marks())
    if marks.now is not None:
        return AirOrder(AIR_PATROL, marks.now)
    if now.acting == formation.index and now.revealed != AIR_PATROL:
        return AirOrder(now.revealed)
    return None


def _any_air_order(position: Position, formation: Formation, dice: Dice) -> AirOrder:
    said = any_air_order(position, formation, lambda limit: dice.one(Die("any", limit), "guess") - 1)
    return read_air_order(position, formation, said)
