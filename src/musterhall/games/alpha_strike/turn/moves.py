"""One unit's move in the Movement Phase, on the ground or in the air."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike import pilots as pilots  # they act at moments of other rooms
from musterhall.games.alpha_strike.aerospace.flight import fly
from musterhall.games.alpha_strike.command.activating import be_activated
from musterhall.games.alpha_strike.command.after_move import after_move
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.transport.dismounting import activate


def make_a_move(battle: Battle[Position], unit: int) -> Rule[None]:
    """2, 12, 16 A unit moves with whom it carries, or a fighter flies."""
    yield from be_activated(battle, unit)
    if battle.position.unit(unit).is_aerospace:
        yield from fly(battle, unit)
        return
    moved = yield from activate(battle, unit)
    if moved is not None:
        yield from after_move(battle, unit, moved)
