"""Motive hits: what damage does to a vehicle's drive, and how a VTOL or WiGE comes down."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.movement.allowance import LANDED
from musterhall.games.alpha_strike.movement.drive import hurt_move
from musterhall.games.alpha_strike.position.condition import Drive
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.units.cards import best_move

SECTION = "5"
BONUS = {"w": 1, "h": 1, "v": 2, "g": 2}
"""5 What is added to a vehicle's motive roll by how it drives."""
SLOWED_FROM, HALVED_FROM, STOPPED_FROM = 9, 11, 12
"""5 The sums from which a motive hit slows, halves and stops."""


def motive_hit(battle: Battle[Position], target: int) -> None:
    """5 Roll for a vehicle's drive when it was damaged; one that cannot move any more has none to lose."""
    position = battle.position
    unit, condition = position.unit(target), position.conditions[target]
    if not unit.is_vehicle or hurt_move(best_move(unit.card), condition.drive) <= 0:
        return
    code = next((code[:1] for code in unit.card.moves if code[:1] in BONUS), "")
    faces = battle.roll(2, D6, "motive hit")
    total = sum(faces) + BONUS.get(code, 0) - (1 if unit.has("ARS") else 0)
    if total < SLOWED_FROM:
        if battle.recording:
            text = f"{unit.name}: motive roll {total}, no effect"
            battle.tell("motive", text, SECTION, unit=target, faces=faces, what="none")
        return
    what: Drive = "slowed" if total < HALVED_FROM else "halved" if total < STOPPED_FROM else "immobile"
    condition.drive = (*condition.drive, what)
    if battle.recording:
        battle.tell("motive", f"{unit.name}: motive hit {total}, {what}", SECTION, unit=target, faces=faces, what=what)


def has_come_down(position: Position, target: int) -> bool:
    """5 Whether a VTOL or WiGE has just lost the last of its Move, and was in the air until then."""
    unit, condition = position.unit(target), position.conditions[target]
    aloft = unit.flies_low and not condition.effect(LANDED)
    return aloft and not condition.effect("down") and hurt_move(best_move(unit.card), condition.drive) <= 0
