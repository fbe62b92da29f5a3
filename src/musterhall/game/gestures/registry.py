"""A game's gestures by the type of the decision that they answer."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from musterhall.battle.decisions import Decision
from musterhall.game.gestures.gesture import Gesture
from musterhall.problems import BadInput

D = TypeVar("D", bound=Decision)


MOST_KNOWN = 64
"""How many questions that are open keep their gesture."""


class NoGesture(BadInput):
    """A decision that cannot be answered by hand: its game has left it out."""


class Gestures:
    """A game's gestures by the type of decision; a game without any is played by bots alone."""

    def __init__(self) -> None:
        self._makers: dict[type[Decision], Callable[[Any], Gesture]] = {}
        self._known: dict[int, tuple[Decision, Gesture]] = {}
        self._lock = Lock()

    def of(self, *types: type[Decision]) -> Callable[[Callable[[D], Gesture]], Callable[[D], Gesture]]:
        """Makes a function the one that says how decisions of these types are answered on the table."""

        def register(make: Callable[[D], Gesture]) -> Callable[[D], Gesture]:
            for one in types:
                if one in self._makers:
                    raise TypeError(f"{one.__name__} has a gesture already")
                self._makers[one] = make
            return make

        return register

    def __bool__(self) -> bool:
        return bool(self._makers)

    def knows(self, kind: type[Decision]) -> bool:
        return kind in self._makers

    def gesture(self, decision: Decision) -> Gesture:
        """How this decision is answered. It is asked for with every sketch, and odds are worked out once."""
        make = self._makers.get(type(decision))
        if make is None:
            raise NoGesture(f"{decision.kind}: nobody has said how this is answered on the table; answer it as data.")
        with self._lock:
            known = self._known.get(id(decision))
        if known is not None and known[0] is decision:
            return known[1]
        made = make(decision)
        with self._lock:
            self._known[id(decision)] = (decision, made)
            while len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
        return made
