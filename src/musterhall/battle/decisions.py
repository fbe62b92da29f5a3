"""A decision: a question put to one player, with what would be a legal answer.

Answers are plain data (numbers, words, lists, tables of them), so that a journal can hold them and a person, a
bot or a file can give them. The question is plain data too when it is asked for with `as_data`, so that it can leave
the process: a browser, a bot elsewhere and a learning environment read the same. A decision is built from its
player's view and holds nothing that player may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from musterhall.problems import BadInput

Answer = Any
Result = TypeVar("Result")
Option = TypeVar("Option")

Together = tuple["Decision", ...]
Rule = Generator["Decision | Together", Answer, Result]
"""A rule of play: yields the decisions it needs, receives their answers, returns what it found.

A tuple of decisions, one for each of several players, asks them all at once; their answers come as a list in the same
order, whoever was quicker.
"""

Draw = Callable[[int], int]
"""Gives a number from 0 up to, but not including, the one asked for."""

Schema = dict[str, Any]
"""What an answer looks like, as JSON Schema."""


class Illegal(BadInput):
    """An answer the rules refuse. Nothing has changed."""

    def __init__(self, reason: str, section: str = "") -> None:
        super().__init__(f"{reason} ({section})" if section else reason)
        self.reason = reason
        self.section = section


@dataclass(frozen=True, slots=True)
class Fault:
    """One piece that keeps an answer from being legal, and why."""

    piece: int
    reason: str
    section: str = ""

    def as_data(self) -> dict[str, Any]:
        return {"piece": self.piece, "words": self.reason, "section": self.section}


class Decision:
    """Base of all questions. A game's own are small classes with what the player needs to know."""

    __slots__ = ("player",)
    kind: ClassVar[str] = "decision"
    """Its name, the same in logs, files and requests."""
    section: ClassVar[str] = ""
    secret: ClassVar[bool] = False
    """Whether the answer stays hidden from the other players. A rule that asks for one ends its step there."""

    def __init__(self, player: int) -> None:
        self.player = player

    # Answering

    def options(self) -> Iterable[Answer]:
        """Legal answers: all of them where they can be counted, a fair choice where they cannot."""
        raise TypeError(f"{type(self).__name__} lists no options")

    def check(self, answer: Answer) -> Answer:
        """The answer in the form the rules use, or `Illegal`."""
        raise TypeError(f"{type(self).__name__} checks no answers")

    def legal(self, answer: Answer) -> bool:
        """Would this answer be accepted?"""
        try:
            self.check(answer)
        except Illegal:
            return False
        return True

    def sample(self, draw: Draw) -> Answer:
        """Any legal answer, by the numbers drawn."""
        options = list(self.options())
        return options[draw(len(options))]

    # Telling

    def question(self) -> str:
        """The question in one sentence, for a person."""
        raise TypeError(f"{type(self).__name__} asks no question")

    def about(self) -> dict[str, Any]:
        """The ids of what it is about, by what they are."""
        return {}

    def schema(self) -> Schema | None:
        """The form of an answer where the options cannot be counted; None where `options` has them all."""
        raise TypeError(f"{type(self).__name__} says neither all its options nor what an answer looks like")

    def faults(self, answer: Answer) -> Sequence[Fault]:
        """Everybody who keeps a refused answer from being legal, where that can be told piece by piece.

        Apart from `check`, which stops at the first: whoever searches for an answer wants no more.
        """
        return ()

    def in_words(self, answer: Answer) -> str:
        """A legal answer as a person would say it."""
        return str(answer)

    def aid(self) -> dict[str, Any]:
        """What helps to choose (reach, ranges, odds), as plain data. It may take a while to work out."""
        return {}

    def as_data(self, *, aid: bool = False) -> dict[str, Any]:
        """The whole question as plain data, with what helps to choose if that is wanted."""
        data = {
            "kind": self.kind,
            "section": self.section,
            "player": self.player,
            "about": self.about(),
            "question": self.question(),
        }
        schema = self.schema()
        if schema is None:
            data["options"] = [{"answer": option, "text": self.in_words(option)} for option in self.options()]
        else:
            data["schema"] = schema
        return data | ({"aid": self.aid()} if aid else {})


class Judged(Decision):
    """A decision whose answers take a while to judge: what was judged last is kept for whoever then gives it."""

    __slots__ = ("_last",)

    def check(self, answer: Answer) -> Answer:
        last = getattr(self, "_last", None)
        if last is None or last[0] is not answer:
            last = self._last = (answer, self.judged(answer))
        return last[1]

    def judged(self, answer: Answer) -> Answer:
        """The answer in the form the rules use, or `Illegal`."""
        raise TypeError(f"{type(self).__name__} judges no answers")


class Choice(Decision, Generic[Option]):
    """Pick one from a short list."""

    __slots__ = ("choices",)

    def __init__(self, player: int, choices: Sequence[Option]) -> None:
        super().__init__(player)
        self.choices = choices

    def options(self) -> Sequence[Option]:
        return self.choices

    def schema(self) -> None:
        return None

    def check(self, answer: Answer) -> Answer:
        for choice in self.choices:
            if choice == answer and isinstance(choice, bool) == isinstance(answer, bool):
                return choice
        offered = ", ".join(self.in_words(choice) for choice in self.choices)
        raise Illegal(f"{answer!r:.60} is not on offer; choose from {offered}", self.section)

    def sample(self, draw: Draw) -> Option:
        return self.choices[draw(len(self.choices))]


class YesOrNo(Choice[bool]):
    """A choice between doing something and leaving it."""

    __slots__ = ()

    def __init__(self, player: int) -> None:
        super().__init__(player, (False, True))

    def in_words(self, answer: Answer) -> str:
        return "yes" if answer else "no"
