"""3.4.2 Low and high altitude, and which weapons of an aircraft may be used at each."""

from __future__ import annotations

from musterhall.games.the_game.army.datasheets import FLYERS, Weapon
from musterhall.games.the_game.basics.special_rules import Shot, has_say
from musterhall.games.the_game.phases.commands import HIGH, LOW
from musterhall.games.the_game.position.position import Position

ABOVE = 45.0
"""3.4.2 What is added to the distance at which the ground fires at high altitude."""


def fire_from_the_air(shot: Shot) -> None:
    """3.4.2, 2.1.2 What height and readings say about a weapon of an aircraft, before its special rules do."""
    shot.needs_sustained = False
    made_for_it = has_say("at high altitude", shot.weapon.rules)
    if acts_as_bombs(shot.position, shot.unit.index, shot.weapon):
        if shot.height == LOW:
            shot.refuse("bombs are dropped from high altitude", "3.4.2")
    elif shot.height == HIGH and not made_for_it and shot.position.field.variants.high_other_weapons == "made_for_it":
        shot.refuse("it is not used from high altitude", "3.4.2")


def acts_as_bombs(position: Position, unit: int, weapon: Weapon) -> bool:
    """2.1.2 Is it dropped as bombs are, spread and from high up? As a variant whatever an aircraft drops is."""
    if has_say("always spread", weapon.rules):
        return True
    dropped = weapon.artillery and position.unit(unit).sheet.type in FLYERS
    return dropped and position.field.variants.plane_as_weapons == "as_bombs"
