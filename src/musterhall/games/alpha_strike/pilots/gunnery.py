"""Pilots who shoot well: those who take aim, fire at two targets, all round or without a spotter, or still graze."""

from __future__ import annotations

from dataclasses import replace

from musterhall.games.alpha_strike.attacks.lots import Volley
from musterhall.games.alpha_strike.attacks.ranges import ALL_ROUND
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.spotting import SPOTS_AND_ATTACKS, WITHOUT_SPOTTER
from musterhall.games.alpha_strike.attacks.volleys import AIMED
from musterhall.games.alpha_strike.attacks.weapons import TAKES_AIM, TWO_TARGETS
from musterhall.games.alpha_strike.position.position import Position

HITS_BY = 3
"""17 By how much an aimed attack has to hit for a critical roll."""


def _stands(position: Position, unit: int) -> bool:
    return position.conditions[unit].mode in ("", "standstill")


@TAKES_AIM.acted_by("marksman")
def _may_aim(position: Position, unit: int) -> str:
    """17 A Marksman has to stand still."""
    return "" if _stands(position, unit) else f"{position.unit(unit).name} has moved, and takes aim only standing still"


@AIMED.acted_by("marksman")
def _marksman(position: Position, unit: int, shot: Shot, volley: Volley) -> Volley:
    """17 With half of its dice, a hit by 3 or more brings a critical roll."""
    return replace(volley, critical_by=HITS_BY) if shot.aimed else volley


@AIMED.acted_by("sharpshooter")
def _sharpshooter(position: Position, unit: int, shot: Shot, volley: Volley) -> Volley:
    """17 The same with all of its dice, so whoever stands still always aims."""
    return replace(volley, critical_by=HITS_BY) if _stands(position, unit) else volley


@TWO_TARGETS.acted_by("multi_tasker")
def _may_fire_twice(position: Position, unit: int) -> str:
    """17 A Multi-Tasker always may."""
    return ""


@AIMED.acted_by("weapon_specialist")
def _weapon_specialist(position: Position, unit: int, shot: Shot, volley: Volley) -> Volley:
    """17 A standard attack that misses by 1 does half: of the dice that miss by 1 half hit, one at least."""
    return volley if shot.indirect else replace(volley, grazes=True)


@ALL_ROUND.acted_by("natural_grace")
def _natural_grace() -> bool:
    """17 It fires all round, and has no rear."""
    return True


@WITHOUT_SPOTTER.acted_by("oblique_attacker")
def _oblique_attacker() -> bool:
    """17 Indirect fire without a spotter, for which the catalogue has its price."""
    return True


@SPOTS_AND_ATTACKS.acted_by("forward_observer")
def _forward_observer() -> bool:
    """17 His own attack costs those nothing for whom he spots."""
    return True
