"""Who may be fired at: 'Mechs that shield others, and a swarm in which one takes another's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.alpha_strike.attacks.firing import TARGET_NAMED
from musterhall.games.alpha_strike.attacks.shots import TARGETING, Shot
from musterhall.games.alpha_strike.attacks.sight import sights
from musterhall.games.alpha_strike.attacks.throwing import TARGETED, Fits
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.position import Position

SHOT_AT = "shot at"
"""The effect on a shielding 'Mech that an enemy has fired at this turn."""

# Shielding


@TARGETING.acted_by("shielding")
def _shielded(position: Position, unit: int, target: int) -> str:
    """16 A vehicle or infantry is no target while a 'Mech of its side is nearer and in sight.

    Each attacker has to look to that, or by the other reading it is enough that one has fired at the 'Mech.
    """
    one = position.unit(target)
    if not (one.is_vehicle or one.is_infantry):
        return ""
    away = position.gap(unit, target)
    mechs = [
        other
        for other in position.on_table(one.side)
        if position.unit(other).is_mech and position.gap(unit, other) < away and not _released(position, other)
    ]
    seen = (other for other, sight in zip(mechs, sights(position, unit, mechs), strict=True) if sight.seen)
    nearer = next(seen, None)
    return "" if nearer is None else f"{one.name} is shielded by {position.unit(nearer).name}, which is nearer"


def _released(position: Position, mech: int) -> bool:
    """16 Whether somebody's fire has made a 'Mech's shielding void, by the other reading."""
    whole_force = position.field.edition.shielding_scope == "whole_force"
    return whole_force and position.conditions[mech].effect(SHOT_AT) is not None


@TARGET_NAMED.acted_by("shielding")
def _remember_shot(battle: Battle[Position], unit: int, shot: Shot) -> Rule[Shot]:
    position = battle.position
    if position.unit(shot.target).is_mech:
        position.conditions[shot.target].add_effect(Effect(SHOT_AT, until=position.turn))
    return shot
    yield


# Swarm


class WhoIsTheTarget(Choice[int]):
    """18 Which unit of a Horde Lance takes the attack that was aimed at one of them."""

    __slots__ = ("view",)
    kind = "who is the target"
    section = "18"

    def __init__(self, view: Position, side: int, units: Sequence[int]) -> None:
        super().__init__(side, units)
        self.view = view

    def question(self) -> str:
        return f"{self.view.unit(self.choices[0]).name} is attacked: which unit of its formation takes its place?"

    def about(self) -> dict[str, Any]:
        return {"units": list(self.choices)}

    def in_words(self, answer: Answer) -> str:
        return self.view.unit(answer).name


@TARGETED.acted_by("swarm")
def _swarm(battle: Battle[Position], unit: int, target: int, fits: Fits) -> Rule[int]:
    """18 Before the dice the target's owner may put another of the formation in its place, no farther off."""
    position = battle.position
    others = [other for other in _no_farther_off(position, unit, target) if fits(other)]
    if not others:
        return target
    side = position.unit(target).side
    taken: int = yield WhoIsTheTarget(position.seen_by(side), side, (target, *others))
    if taken != target:
        text = f"{position.unit(taken).name} takes the place of {position.unit(target).name}"
        battle.tell("swarm", text, "18", unit=taken)
    return taken


def _no_farther_off(position: Position, unit: int, target: int) -> list[int]:
    """Every other unit of the target's formation on the table that is as near.

    A gun off the table measures no distance; for a fighter the altitude is the range, the same to all of them.
    """
    if not position.conditions[unit].on_table:
        return []
    units = position.field.formations[position.unit(target).formation].units
    others = [other for other in units if other != target and position.conditions[other].on_table]
    if position.unit(unit).is_aerospace:
        return others
    away = position.gap(unit, target)
    return [other for other in others if position.gap(unit, other) <= away]
