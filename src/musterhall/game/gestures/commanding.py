"""Whoever commands: tap one of one's own, choose what it does, and do that by a gesture of its own.

Apart from the other gestures because it holds them: what a unit could do is found when somebody asks for that unit,
since all of it for everybody would take long and be looked at by nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import NOWHERE, Gesture, Option, Sketch, Spot
from musterhall.game.gestures.tapping import Tap


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that somebody can do, by a gesture of its own; or that it cannot do now, and why."""

    name: str
    words: str
    make: Callable[[], Gesture] | None = None
    help: str = ""
    """What it costs or comes to; where it cannot be done, the reason."""
    drag: bool = False
    """Whether it is what somebody means who drags the actor without choosing first."""

    def as_data(self) -> dict[str, Any]:
        can = self.make is not None
        return {"name": self.name, "words": self.words, "can": can, "help": self.help, "drag": self.drag}


@dataclass(frozen=True, slots=True)
class Actor:
    """One who can be told to do something."""

    words: str
    spot: Spot
    deeds: Callable[[], Sequence[Deed]]
    help: str = ""
    """What one reads off it just now."""
    why_not: str = ""
    """Why it can do nothing now."""

    def as_data(self) -> dict[str, Any]:
        return {"words": self.words, "spot": self.spot.as_data(), "help": self.help, "why_not": self.why_not}


@dataclass(frozen=True, slots=True)
class Deeds(Gesture):
    """What one of them can do: the answer to a tap on it."""

    kind = "deeds"
    deeds: Sequence[Deed]
    spot: Spot

    def details(self) -> dict[str, Any]:
        return {"deeds": [deed.as_data() for deed in self.deeds]}

    def answer(self, sketch: Sketch) -> Answer:
        raise Illegal("choose what it does")


@dataclass(frozen=True, slots=True)
class Command(Gesture):
    """Tap one of your own, then what it does; what that needs is sketched as it would be by itself.

    A sketch is {"actor": number, "deed": name, "by": the sketch of the deed}. Without a deed it opens what the actor
    can do, with one the deed's own gesture.
    """

    kind = "command"
    actors: Sequence[Actor]
    instead: Sequence[Option] = ()
    spot: Spot = NOWHERE

    def details(self) -> dict[str, Any]:
        actors = [actor.as_data() for actor in self.actors]
        return {"actors": actors, "instead": [option.as_data() for option in self.instead]}

    def opened(self, sketch: Sketch) -> Gesture:
        actor = self._actor(sketch)
        if "deed" not in sketch:
            return Deeds(actor.deeds(), actor.spot)
        return self._deed(actor, sketch)

    def behind(self, sketch: Sketch) -> tuple[Gesture, Sketch]:
        """The deed's own gesture, and what was sketched of it."""
        if "instead" in sketch:
            return Tap(self.instead), {"option": sketch["instead"]}
        by = sketch.get("by")
        if not isinstance(by, Mapping):
            raise Illegal("show it on the table")
        return self._deed(self._actor(sketch), sketch), by

    def answer(self, sketch: Sketch) -> Answer:
        gesture, by = self.behind(sketch)
        return gesture.answer(by)

    def _actor(self, sketch: Sketch) -> Actor:
        number = sketch.get("actor")
        if type(number) is not int or not 0 <= number < len(self.actors):
            raise Illegal("tap one of your own")
        actor = self.actors[number]
        if actor.why_not:
            raise Illegal(actor.why_not)
        return actor

    def _deed(self, actor: Actor, sketch: Sketch) -> Gesture:
        deed = next((one for one in actor.deeds() if one.name == sketch.get("deed")), None)
        if deed is None:
            raise Illegal("choose what it does")
        if deed.make is None:
            raise Illegal(deed.help)
        return deed.make()
