"""Combat drops: troops out of a transport in the air, or units that come from above."""

from __future__ import annotations

import math

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import DROPPING
from musterhall.games.alpha_strike.movement.judging import cannot_stand_in
from musterhall.games.alpha_strike.movement.passing import overlaps
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import say_of, usual_facts
from musterhall.geometry import Point, rounded
from musterhall.places import place_in_words

SECTION = "12"
SIXTH = 60.0
"""Degrees from one direction of scatter to the next."""


def drop(battle: Battle[Position], unit: int, place: Point) -> None:
    """12 A unit drops: whoever fails its roll comes down elsewhere, and hurt."""
    position = battle.position
    missed = _missed_by(battle, unit)
    if missed:
        place = _scatter(battle, place, missed)
        damage = position.field.edition.drop_failure_damage
        if damage:
            condition = position.conditions[unit]
            condition.marks = (*condition.marks, Mark(damage, NOBODY, kind="drop"))
    place = nearest_landing(position, unit, place)
    position.put(unit, place)
    position.conditions[unit].mode = DROPPING
    if battle.recording:
        how = f"drops, misses its place by {missed}," if missed else "drops"
        text = f"{position.unit(unit).name} {how} and lands {place_in_words(position.field.table, place)}"
        battle.tell("drop", text, SECTION, unit=unit, missed=missed)


def _missed_by(battle: Battle[Position], unit: int) -> int:
    """12 By how much a unit misses its drop roll, 2D6 against its Skill; 0 where it passes or needs none."""
    position = battle.position
    facts = usual_facts() | {"turn": position.turn}
    if position.field.edition.drop_roll == "always" or say_of(position, unit).rights("drop roll", facts):
        return 0
    total, skill = sum(battle.roll(2, D6, "drop")), position.unit(unit).skill
    battle.tell("roll", f"{position.unit(unit).name} rolls {total} for its drop and needs {skill}", SECTION, unit=unit)
    return max(0, skill - total)


def _scatter(battle: Battle[Position], place: Point, inches: int) -> Point:
    """12 So many inches in one of six directions."""
    angle = math.radians(SIXTH * (battle.roll(1, D6, "scatter")[0] - 1))
    return (place[0] + inches * math.cos(angle), place[1] + inches * math.sin(angle))


def nearest_landing(position: Position, unit: int, place: Point) -> Point:
    """The nearest place where a unit can stand: on the table, on nobody's base, in nothing that bars it."""
    table, radius = position.field.table, position.unit(unit).radius
    for ring in range(200):
        for step in range(max(1, 8 * ring)):
            angle, far = 2 * math.pi * step / max(1, 8 * ring), ring * RING
            x = min(max(place[0] + far * math.cos(angle), radius), table.width - radius)
            y = min(max(place[1] + far * math.sin(angle), radius), table.depth - radius)
            there = rounded((x, y))
            if overlaps(position, unit, there) is None and not cannot_stand_in(position, unit, there):
                return there
    return rounded(place)


RING = 0.5
"""Inches from one ring of tried places to the next."""
