"""A transport's activation: it moves, and then those aboard may get off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import DROPPING, GROUND, SPRINT, STANDSTILL, is_airborne
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.movement.moving import make_move, move_unit
from musterhall.games.alpha_strike.position.condition import ABOARD, TABLE, Effect, Mode
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import formation_effects
from musterhall.games.alpha_strike.transport.dropping import drop
from musterhall.geometry import Point

SECTION = "2"

MIDWAY: Moment[Any] = Moment("dismounting on the way", SECTION)
"""2, 18 Formation bonuses under which troops get off anywhere along their transport's ground move."""


@MIDWAY.acted_by("mechanized")
def _mechanized(position: Position, carrier: int) -> bool:
    """18 The transport goes on after they have got off."""
    return True


class Dismount(Move):
    """2 Whether a unit gets off its transport, and where it goes then: half its Move, from beside the transport.

    To stay aboard it stands still, without a path. From a transport in the air it drops.
    """

    __slots__ = ()
    kind = "dismount"

    def _modes(self) -> list[Mode]:
        if self._sprinted():
            return [STANDSTILL]
        if is_airborne(self.view, self.view.conditions[self.unit].carrier):
            return [STANDSTILL, DROPPING] if may_drop(self.view, self.unit) else [STANDSTILL]
        return [mode for mode in super()._modes() if mode != SPRINT]

    def _sprinted(self) -> bool:
        return self.view.conditions[self.view.conditions[self.unit].carrier].mode == SPRINT

    def question(self) -> str:
        carrier = self.view.conditions[self.unit].carrier
        return f"Does {self.view.unit(self.unit).name} get off {self.view.unit(carrier).name}?"

    def in_words(self, answer: Answer) -> str:
        if answer["mode"] == DROPPING:
            return "drops"
        return super().in_words(answer) if answer.get("path") else "stays aboard"

    def _stays_off(self, mode: Mode, path: tuple[Point, ...]) -> bool:
        return mode == STANDSTILL and not path

    def judged(self, answer: Answer) -> Moved:
        if self._sprinted() and not (isinstance(answer, dict) and answer.get("mode") == STANDSTILL):
            raise Illegal("Nobody gets off a transport that has sprinted", SECTION)
        if isinstance(answer, dict) and answer.get("mode") == DROPPING and DROPPING in self.modes:
            if answer.get("path"):
                raise Illegal("It drops where its transport is; leave the path out", SECTION)
            return Moved(DROPPING, (), 0.0, 0.0, 0.0)
        return super().judged(answer)

    def _offers(self) -> Iterator[Answer]:
        yield from super()._offers()
        if DROPPING in self.modes:
            yield {"mode": DROPPING}

    def sample(self, draw: Draw) -> Answer:
        return {"mode": DROPPING} if DROPPING in self.modes and draw(2) else super().sample(draw)

    def may_stand(self) -> bool:
        return True


def may_drop(position: Position, unit: int) -> bool:
    """10, 12 Whether troops can drop out of a transport in the air: those that jump, and paratroops (PAR)."""
    one = position.unit(unit)
    return "j" in one.card.moves or one.has("PAR")


def activate(battle: Battle[Position], unit: int) -> Rule[Moved]:
    """2, 13.2 A unit's activation: its own move, and with it the dismounting of those it carries.

    Who rides moves with its transport and gets off when that has moved, not from one that sprints.
    """
    position = battle.position
    if position.conditions[unit].place == ABOARD:
        return (yield from _dismount(battle, unit, ()))
    moved: Moved = yield from move_unit(battle, unit)
    if moved.mode == DROPPING:
        drop(battle, unit, moved.end)
    if position.conditions[unit].place == TABLE and position.field.edition.dismount_counts == "next_turn":
        for rider in riders_to_ask(position, unit):
            yield from _dismount(battle, rider, _along(position, unit, moved))
    return moved


def riders_to_ask(position: Position, carrier: int) -> list[int]:
    """2 Those aboard who may still get off this turn."""
    if position.conditions[carrier].mode == SPRINT:
        return []
    return [unit for unit in position.aboard(carrier) if not position.conditions[unit].mode]


def _along(position: Position, carrier: int, moved: Moved) -> tuple[Point, ...]:
    """18 The way along which troops may get off, where a formation's bonus lets them."""
    bonuses = formation_effects(position, carrier) if moved.mode == GROUND else ()
    if not any(act(position, carrier) for _, act in MIDWAY.of(bonuses)):
        return ()
    return moved.path


def _dismount(battle: Battle[Position], rider: int, along: tuple[Point, ...]) -> Rule[Moved]:
    """2 Ask whether a unit gets off, and let it."""
    position = battle.position
    condition = position.conditions[rider]
    moved: Moved = yield Dismount(position.seen_by(position.unit(rider).side), rider, along)
    if moved.mode == STANDSTILL and not moved.path:
        condition.mode = STANDSTILL
        return moved
    condition.add_effect(Effect("dismounted", condition.carrier, position.turn))
    if moved.mode == DROPPING:
        drop(battle, rider, position.at(condition.carrier))
    else:
        make_move(battle, rider, moved)
    condition.carrier = NOBODY
    return moved
