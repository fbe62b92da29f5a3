"""A unit's move: it is asked, and goes; and what its way and its end lead to."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import (
    DROPPING,
    GROUND,
    JUMPING,
    LANDED,
    SPRINT,
    STANDSTILL,
    move_of,
)
from musterhall.games.alpha_strike.movement.attack_moves import CHARGE, DEATH_FROM_ABOVE, PLAIN
from musterhall.games.alpha_strike.movement.buildings import break_through
from musterhall.games.alpha_strike.movement.heights import settle
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.movement.leaving import EDGES, leave
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.position.condition import ABOARD, HULL_DOWN, TABLE, WAITING, Effect
from musterhall.games.alpha_strike.position.position import Position
from musterhall.places import place_in_words

SECTION = "2"


def move_unit(battle: Battle[Position], unit: int) -> Rule[Moved]:
    """2 Ask for a unit's move and make it; a drop is left to whoever asked."""
    position = battle.position
    yield from position.scenario.before_move(battle, unit)
    moved: Moved = yield Move(position.seen_by(position.unit(unit).side), unit)
    if moved.mode != DROPPING:
        make_move(battle, unit, moved)
    yield from position.scenario.after_move(battle, unit)
    return moved


NEARLY = 0.05
"""16 By how little a full Move may fall short: places are rounded."""


def make_move(battle: Battle[Position], unit: int, moved: Moved) -> None:
    """2 Put a unit where its move ends, and write down how it went."""
    position = battle.position
    condition = position.conditions[unit]
    came_from = condition.place
    if came_from == WAITING and not moved.path:
        condition.mode = STANDSTILL
        return
    if len(moved.path) > 1 or came_from != TABLE:
        position.put(unit, moved.end, moved.facing)
    else:
        position.facing[unit] = moved.facing
    if moved.height is not None:
        settle(position, unit, moved.height)
    elif len(moved.path) > 1:
        condition.drop_effect(LANDED)
    condition.mode, condition.inches = PLAIN.get(moved.mode, moved.mode), moved.inches
    if moved.mode in PLAIN:
        condition.add_effect(Effect(moved.mode, until=position.turn))
    in_line = len(moved.path) == 2
    condition.straight = in_line and moved.cost >= move_of(position, unit, condition.mode) - NEARLY
    if battle.recording:
        text = _told(position, unit, moved, came_from)
        battle.tell("move", text, SECTION, unit=unit, mode=moved.mode, path=moved.path)
    _follow(battle, unit, moved)


def _follow(battle: Battle[Position], unit: int, moved: Moved) -> None:
    """What its way and its end lead to: a building hurt, a transport mounted, the table left."""
    position = battle.position
    if moved.mode not in (JUMPING, DEATH_FROM_ABOVE) and not moved.from_roof:
        break_through(position, unit, moved.path)
    if moved.mount != NOBODY:
        mount(battle, unit, moved.mount)
        return
    for rider in position.aboard(unit):
        position.x[rider], position.y[rider] = moved.end
    if moved.hull_down:
        position.conditions[unit].add_effect(Effect(HULL_DOWN, unit, position.turn))
        battle.tell("hull down", f"{position.unit(unit).name} goes hull down", SECTION, unit=unit)
    if moved.leaves_by and position.field.edition.home_edge_exit == "end_of_move":
        leave(battle, unit, moved.leaves_by)
    elif moved.leaves_by:
        position.conditions[unit].add_effect(Effect("leaving", unit, position.turn + 1, EDGES.index(moved.leaves_by)))


def mount(battle: Battle[Position], unit: int, carrier: int) -> None:
    """2 A unit goes aboard another, which cannot sprint this turn any more."""
    position = battle.position
    condition = position.conditions[unit]
    condition.place, condition.carrier = ABOARD, carrier
    position.x[unit], position.y[unit] = position.at(carrier)
    position.conditions[carrier].add_effect(Effect("boarded", carrier, position.turn))
    text = f"{position.unit(unit).name} mounts {position.unit(carrier).name}"
    battle.tell("mount", text, SECTION, unit=unit, carrier=carrier)


WORDS = {
    GROUND: "moves",
    JUMPING: "jumps",
    SPRINT: "sprints",
    CHARGE: "charges",
    DEATH_FROM_ABOVE: "leaps at an enemy for",
}


def _told(position: Position, unit: int, moved: Moved, came_from: str) -> str:
    name = position.unit(unit).name
    if moved.mode == STANDSTILL and came_from == TABLE:
        return f"{name} stands still"
    there = place_in_words(position.field.table, moved.end)
    if came_from == ABOARD:
        return f"{name} dismounts and goes {moved.inches:.1f} inches, now {there}"
    verb = f"comes on and {WORDS[moved.mode]}" if came_from == WAITING else WORDS[moved.mode]
    return f"{name} {verb} {moved.inches:.1f} inches{_height_told(position, unit, moved.height)}, now {there}"


def _height_told(position: Position, unit: int, height: float | None) -> str:
    if height is None or (not height and not position.unit(unit).flies_low):
        return ""
    if not height:
        return " and lands"
    return f", {height:g} inches up" if height > 0 else f", {-height:g} inches deep"
