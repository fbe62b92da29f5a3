"""Somebody aims: the target is tapped, and what it comes to stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import Extra, Front, Gesture, Option, Place, Sketch, Spot, front_data
from musterhall.game.gestures.sketches import extras_in, number_in, place_in


@dataclass(frozen=True, slots=True)
class Aim:
    """One way to attack: whom it can reach, with the odds of each, and what may be chosen beside."""

    name: str
    words: str
    targets: Sequence[Option]
    extras: Sequence[Extra] = ()
    most: int = 1
    """How many targets it may have at once."""
    place: bool = False
    """Whether the place it falls on is chosen too."""
    done: str = "Attack"
    """What the button says that does it."""
    barred: Sequence[Option] = ()
    """Whom it cannot reach, each with the reason as its help."""

    def as_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "words": self.words,
            "targets": [target.as_data() for target in self.targets],
            "extras": [extra.as_data() for extra in self.extras],
            "most": self.most,
            "place": self.place,
            "done": self.done,
            "barred": [option.as_data() for option in self.barred],
        }


@dataclass(frozen=True, slots=True)
class Aimed:
    """What was chosen for one way to attack."""

    targets: list[Any]
    extras: dict[str, Any]
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class Attack(Gesture):
    """Somebody attacks: tap a target and read the arithmetic and the odds before you commit."""

    kind = "attack"
    spot: Spot
    aims: Sequence[Aim]
    made: Callable[[dict[str, Aimed]], Answer]
    """The answer for what was chosen, by the names of aims."""
    together: bool = False
    """Whether several aims may be taken at once, each with its own targets."""
    instead: Sequence[Option] = ()
    front: Front | None = None
    barred: Sequence[Option] = ()
    """Whom it cannot reach in any way, each with the reason as its help."""
    odds: Callable[[Answer], str] | None = None
    """What all that was chosen comes to together, where that is more than what stands beside each target."""
    firing: Callable[[Answer], Sequence[int]] | None = None
    """Which pieces fire, where it is not the one that is asked about."""

    def told(self, answer: Answer) -> str:
        return "" if self.odds is None or answer is None else self.odds(answer)

    def acting(self, answer: Answer) -> Sequence[int]:
        return () if self.firing is None or answer is None else self.firing(answer)

    def details(self) -> dict[str, Any]:
        return {
            "barred": [option.as_data() for option in self.barred],
            "aims": [aim.as_data() for aim in self.aims],
            "together": self.together,
            "instead": [option.as_data() for option in self.instead],
            "front": front_data(self.front),
        }

    def answer(self, sketch: Sketch) -> Answer:
        if "instead" in sketch:
            return self.instead[number_in(sketch, "instead", len(self.instead))].answer
        given, known = sketch.get("aims"), {aim.name: aim for aim in self.aims}
        if not isinstance(given, Mapping) or not given or set(given) - set(known):
            raise Illegal("tap whom it is aimed at")
        if len(given) > 1 and not self.together:
            raise Illegal("choose one way to attack")
        return self.made({name: self._aimed(known[name], one) for name, one in given.items()})

    def _aimed(self, aim: Aim, sketch: Any) -> Aimed:
        chosen = sketch.get("targets") if isinstance(sketch, Mapping) else None
        if not isinstance(chosen, list) or not 1 <= len(chosen) <= aim.most:
            raise Illegal("tap whom it is aimed at")
        targets = [aim.targets[number_in({"target": one}, "target", len(aim.targets))].answer for one in chosen]
        at = place_in(sketch["at"]) if aim.place and sketch.get("at") is not None else None
        return Aimed(targets, extras_in(sketch, aim.extras), at)
