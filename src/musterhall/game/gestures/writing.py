"""What is written down rather than done on the table: stacks of orders, and papers with lines to fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import NOWHERE, Gesture, Option, Sketch, Spot
from musterhall.game.gestures.sketches import number_in


@dataclass(frozen=True, slots=True)
class StackRow:
    """The stack of one group: what lies on it, and what may be put there for now and for later."""

    group: int
    now: Sequence[tuple[Any, str]]
    later: Sequence[tuple[Any, str]]
    planned: str = ""

    def as_data(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "now": [words for _, words in self.now],
            "later": [words for _, words in self.later],
            "planned": self.planned,
        }


@dataclass(frozen=True, slots=True)
class Stacks(Gesture):
    """A small stack of cards by each group, this turn's and the next."""

    kind = "stacks"
    rows: Sequence[StackRow]
    made: Callable[[list[tuple[int, Any, Any]]], Answer]
    about: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What each card means, by the words that stand on it."""
    spot: Spot = NOWHERE

    def details(self) -> dict[str, Any]:
        return {"rows": [row.as_data() for row in self.rows], "about": dict(self.about)}

    def answer(self, sketch: Sketch) -> Answer:
        given = sketch.get("rows")
        if not isinstance(given, list) or len(given) != len(self.rows):
            raise Illegal("each of them gets its cards")
        chosen: list[tuple[int, Any, Any]] = []
        for row, cards in zip(self.rows, given, strict=True):
            if not isinstance(cards, list) or len(cards) != 2:
                raise Illegal("a stack has a card for now and one for later")
            now = row.now[number_in({"card": cards[0]}, "card", len(row.now))][0]
            later = row.later[number_in({"card": cards[1]}, "card", len(row.later))][0]
            chosen.append((row.group, now, later))
        return self.made(chosen)


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a paper: what is asked, and what may be written, perhaps several things."""

    name: str
    words: str
    options: Sequence[Option]
    least: int = 1
    most: int = 1
    usual: Sequence[int] = ()
    """Numbers of the options that are chosen where nothing is said."""
    of: str = ""
    """What several lines belong to, which then stand together under it."""

    def as_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "words": self.words,
            "options": [option.as_data() for option in self.options],
            "least": self.least,
            "most": self.most,
            "usual": list(self.usual),
            "of": self.of,
        }


@dataclass(frozen=True, slots=True)
class Paper(Gesture):
    """A paper that is filled in and perhaps sealed: several choices at once, each beside the unit it is about."""

    kind = "paper"
    fields: Sequence[Field]
    made: Callable[[dict[str, list[Any]]], Answer]
    spot: Spot = NOWHERE

    def details(self) -> dict[str, Any]:
        return {"fields": [one.as_data() for one in self.fields]}

    def answer(self, sketch: Sketch) -> Answer:
        written: dict[str, list[Any]] = {}
        for one in self.fields:
            chosen = sketch.get(one.name, list(one.usual))
            if not isinstance(chosen, list):
                raise Illegal(f"choose something for {one.words}")
            written[one.name] = [
                one.options[number_in({"option": number}, "option", len(one.options))].answer for number in chosen
            ]
        return self.made(written)
