"""A decision: a question put to one player, with what would be a legal answer.

Answers are plain data (numbers, words, lists, tables of them), so that a journal can hold them and a person, a
bot or a file can give them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

from musterhall.problems import BadInput

Answer = Any
Result = TypeVar("Result")
Together = tuple["Decision", ...]
Rule = Generator["Decision | Together", Answer, Result]
"""A rule of play: yields the decisions it needs, receives their answers, returns what it found.

A tuple of decisions, one for each of several players, asks them all at once; their answers come as a list in the same
order, whoever was quicker.
"""

Below = Callable[[int], int]
"""Gives a number from 0 up to, but not including, the one asked for."""


class Illegal(BadInput):
    """An answer the rules refuse. Nothing has changed."""

    def __init__(self, reason: str, section: str = "") -> None:
        super().__init__(f"{reason} ({section})" if section else reason)
        self.reason = reason
        self.section = section


class Decision:
    """Base of all questions. A game's own decisions add what the player needs to know."""

    __slots__ = ("player", "section", "subject")
    kind = "decision"
    secret = False
    """Whether the answer stays hidden from the other players. A rule that asks for one ends its step there."""

    def __init__(self, player: int, section: str, subject: str = "") -> None:
        self.player = player
        self.section = section
        self.subject = subject

    def options(self) -> Iterable[Answer]:
        """Legal answers: all of them where they can be counted, a fair choice where they cannot."""
        raise TypeError(f"{type(self).__name__} lists no options")

    def check(self, answer: Answer) -> Answer:
        """The answer in the form the rules use, or `Illegal`."""
        raise TypeError(f"{type(self).__name__} checks no answers")

    def sample(self, below: Below) -> Answer:
        """Any legal answer, by the numbers drawn."""
        options = list(self.options())
        return options[below(len(options))]

    def question(self) -> str:
        """The question in one sentence, for a person."""
        return f"{self.subject}: {self.kind}".removeprefix(": ")


class Choice(Decision):
    """Pick one from a short list."""

    __slots__ = ("choices", "kind")

    def __init__(self, player: int, section: str, kind: str, choices: Sequence[Answer], subject: str = "") -> None:
        super().__init__(player, section, subject)
        self.kind = kind
        self.choices = choices

    def options(self) -> Sequence[Answer]:
        return self.choices

    def check(self, answer: Answer) -> Answer:
        for choice in self.choices:
            if choice == answer and isinstance(choice, bool) == isinstance(answer, bool):
                return choice
        offered = ", ".join(str(choice) for choice in self.choices)
        raise Illegal(f"{self.kind}: {answer!r} is not on offer; choose from {offered}", self.section)

    def sample(self, below: Below) -> Answer:
        return self.choices[below(len(self.choices))]


def yes_or_no(player: int, section: str, kind: str, subject: str = "") -> Choice:
    return Choice(player, section, kind, (False, True), subject)
