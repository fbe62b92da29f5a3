"""Fighters that are hit: the threshold of their armour, control rolls, and how they come down."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.altitude import ALTITUDES, fly_at, inches_up, step_of
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import abilities_of

SECTION = "12"
CONTROL_LOST: Moment[Callable[[Battle[Position], int], bool]] = Moment("a control roll failed", SECTION)
"""Whether an ability of the pilot has it rolled again."""


def over_threshold(position: Position, target: int, points: int) -> bool:
    """12 Whether one attack did more to a fighter than its threshold, which rolls for a critical hit through armour."""
    unit = position.unit(target)
    return unit.is_aerospace and 0 < unit.card.threshold < points


def shaken_by(position: Position, target: int, one: Mark) -> bool:
    """12 Whether this damage makes a fighter fight for control: fire from the ground does."""
    from_ground = one.by != NOBODY and not position.unit(one.by).is_aerospace
    return position.unit(target).is_aerospace and one.points > 0 and from_ground


def control_roll(battle: Battle[Position], unit: int) -> None:
    """12, 17 Keep a shaken fighter where it is, or lose an altitude; below low it crashes. Luck may roll again."""
    lost = not _holds(battle, unit)
    if lost and any(act(battle, unit) for _, act in CONTROL_LOST.of(abilities_of(battle.position, unit))):
        lost = not _holds(battle, unit)
    if lost:
        lose_altitude(battle, unit)


def _holds(battle: Battle[Position], unit: int) -> bool:
    position = battle.position
    needs = position.unit(unit).skill + position.field.edition.control_number
    faces = battle.roll(2, D6, "control")
    held = sum(faces) >= needs
    verdict = "stays under control" if held else "loses control"
    text = f"{position.unit(unit).name} {verdict}: {sum(faces)} against {needs}"
    battle.tell("control", text, SECTION, unit=unit, faces=faces, needs=needs)
    return held


def lose_altitude(battle: Battle[Position], unit: int) -> None:
    """12 One altitude down, or into the ground."""
    position = battle.position
    condition, step = position.conditions[unit], step_of(position.conditions[unit])
    if step == 0:
        condition.structure = 0
        battle.tell("control", f"{position.unit(unit).name} crashes", SECTION, unit=unit)
        return
    fly_at(condition, step - 1)
    position.level[unit] = inches_up(condition, position.field.edition)
    text = f"{position.unit(unit).name} goes down to {ALTITUDES[step - 1]} altitude"
    battle.tell("control", text, SECTION, unit=unit, altitude=ALTITUDES[step - 1])
