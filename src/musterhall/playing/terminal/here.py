"""A battle of this computer's own store, played in a terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import Gesture
from musterhall.games import battles_of, game_named
from musterhall.playing.room import Room
from musterhall.playing.sitting import NOT_ASKED, Sitting, Verdict
from musterhall.playing.terminal.places import State
from musterhall.playing.terminal.text_board import TextBoard
from musterhall.problems import BadInput

Rule = Callable[[str, str], State]


class Here:
    """`bell` is rung whenever something was written; `rule` tells of a section of a game's rulebook."""

    def __init__(self, room: Room, name: str, bell: threading.Condition, rule: Rule) -> None:
        self._room, self.name, self._bell, self._rule = room, name, bell, rule
        self.sides = tuple(self._sitting().record.people)

    def state(self, side: int) -> State:
        with self._room.with_lock(self.name):
            return _state(self._sitting(), side)

    def board(self, side: int, *, colours: bool, columns: int) -> State:
        with self._room.with_lock(self.name):
            return TextBoard(self._sitting().replay(side), columns).as_data(colours=colours)

    def log(self, side: int) -> list[State]:
        with self._room.with_lock(self.name):
            frames = self._sitting().replay(side).frames
            return [{"turn": one.turn, "text": one.text, "section": one.section} for one in frames]

    def judged(self, side: int, sketch: Mapping[str, Any]) -> State:
        with self._room.with_lock(self.name):
            try:
                answer = self._gesture(side).answer(sketch)
            except Illegal as refusal:
                return {"answer": None, **Verdict(False, refusal.reason, refusal.section).as_data()}
            return {"answer": answer, **self._sitting().check(side, answer).as_data()}

    def opened(self, side: int, sketch: Mapping[str, Any]) -> State:
        with self._room.with_lock(self.name):
            return self._gesture(side).opened(sketch).as_data()

    def answer(self, side: int, answer: Answer) -> None:
        self._room.answer(self.name, side, answer)

    def do(self, side: int, what: str, *, yes: bool = True) -> None:
        def writes(sitting: Sitting) -> list[Any]:
            if what == "undo" and sitting.record.asks_undo == 1 - side:
                return sitting.undo_answered(side, yes=yes)
            if what == "undo":
                return sitting.taken_back(side)
            return sitting.draw(side, yes=yes) if what == "draw" else sitting.resigned(side)

        self._room.do(self.name, writes)

    def hint(self, side: int) -> State:
        thought = self._room.hint(self.name, side).result()
        with self._room.with_lock(self.name):
            decision = self._sitting().asked(side)
            words = decision.in_words(thought.answer) if decision is not None else ""
            by = battles_of(game_named(self._sitting().record.begun.game)).adviser
        return {"answer": thought.answer, "words": words, "why": thought.why, "by": by}

    def rule(self, section: str) -> State:
        return self._rule(self._sitting().record.begun.game, section)

    def wait(self, version: int) -> None:
        with self._bell:
            if self._sitting().record.last <= version:
                self._bell.wait(1.0)

    def close(self) -> None:
        self._room.close()

    def _gesture(self, side: int) -> Gesture:
        sitting = self._sitting()
        decision = sitting.asked(side)
        if decision is None or sitting.fight is None:
            raise BadInput(NOT_ASKED)
        return sitting.fight.battles.gesture(decision)

    def _sitting(self) -> Sitting:
        return self._room.look(self.name)


def _state(sitting: Sitting, side: int) -> State:
    record, fight = sitting.record, sitting.fight
    if fight is None:
        raise BadInput(
            "This battle was begun under other rules; open it in the browser (`muster serve`) and agree to these there."
        )
    decision, undo = sitting.asked(side), sitting.undo(side)
    asked = []
    if decision is not None:
        told = {"kind": decision.kind, "section": decision.section, "player": side, "question": decision.question()}
        asked = [told | {"secret": decision.secret} | fight.battles.gesture(decision).as_data()]
    return {
        "version": record.last,
        "seats": [{"by": seat.by, "name": seat.name} for seat in record.seats],
        "waits_for": sorted({one.player for one in sitting.decisions}),
        "asked": asked,
        "undo": {} if undo is None else {str(side): undo.as_data()},
        "asks_undo": record.asks_undo,
        "offers_draw": record.offers_draw,
        "over": record.ended.model_dump() if record.ended is not None else None,
    }
