"""A battle: a position, its dice and its decisions, played forward.

A game's rules are generators over the position. The battle runs them: it asks for decisions, checks the answers,
keeps a checkpoint at every activation, and can be forked from there at any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from musterhall.battle.decisions import Answer, Decision, Rule
from musterhall.dice import Dice, Die


class Position(Protocol):
    """A table at one moment, as plain data: everything needed to go on from there."""

    def copy(self) -> Self: ...

    def fingerprint(self) -> str:
        """A hash of everything that matters for what comes next, the same on every machine."""
        ...

    def seen_by(self, player: int) -> Self:
        """What that player may know. Not to be written to."""
        ...


P = TypeVar("P", bound=Position)


class Game(Protocol[P]):
    """A set of rules of play."""

    name: str
    version: str

    def step(self, battle: Battle[P]) -> Rule[None]:
        """Play from the position as it stands to the next point that needs no memory of this one."""
        ...

    def over(self, position: P) -> bool: ...


@dataclass(slots=True)
class Entry:
    """One line of the battle's log: what happened, the section it rests on, and the figures behind it."""

    kind: str
    text: str
    section: str = ""
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Mark:
    """The position's fingerprint at an activation, after so many answers."""

    answers: int
    fingerprint: str


Watcher = Callable[[Entry, Any], None]
"""Called with each log entry and the position as it stands then. Must not change it."""


class Battle(Generic[P]):
    """Put `answer` to `decision` until `decision` is None; then the battle is over."""

    def __init__(
        self,
        game: Game[P],
        position: P,
        dice: Dice,
        *,
        recording: bool = True,
        forking: bool = True,
        watcher: Watcher | None = None,
    ) -> None:
        self.game = game
        self.position = position
        self.dice = dice
        self.recording = recording
        self.forking = forking
        """Keeps checkpoints to fork from; studies whose agents never look ahead do without."""
        self.watcher = watcher
        self.log: list[Entry] = []
        self.answers: list[Answer] = []
        self.marks: list[Mark] = []
        self.decision: Decision | None = None
        self._checkpoint = position
        self._checkpoint_dice = dice
        self._since = 0
        self._rule: Rule[None]
        dice.recording = recording
        self._begin_step()
        self._advance(None)

    # What players do

    def answer(self, answer: Answer) -> None:
        """Give the answer to the open decision; `Illegal` is raised, and nothing changed, if it is refused."""
        if self.decision is None:
            raise RuntimeError("the battle is over; there is nothing to decide")
        accepted = self.decision.check(answer)
        self.answers.append(answer)
        self._advance(accepted)

    def view(self, player: int) -> P:
        """What `player` may know of the position."""
        return self.position.seen_by(player)

    def fork(self, *, salt: int | None = None) -> Battle[P]:
        """An independent copy of this battle, for replay with the same dice or, with `salt`, for search with new ones.

        The copy starts at the last checkpoint and hears again the answers given since.
        """
        if not self.forking:
            raise RuntimeError("this battle keeps no checkpoints to fork from")
        twin = Battle(self.game, self._checkpoint.copy(), self._checkpoint_dice.copy(), recording=False)
        for answer in self.answers[self._since :]:
            twin.answer(answer)
        if salt is not None:
            twin.dice = self.dice.fresh(salt)
        return twin

    @property
    def over(self) -> bool:
        return self.decision is None

    # What rules use

    def roll(self, number: int, die: Die, purpose: str) -> list[int]:
        return self.dice.roll(number, die, purpose)

    def tell(self, kind: str, text: str, section: str = "", **data: Any) -> None:
        """Write a line into the log. Rules ask `recording` first where a line is costly to put together."""
        if self.recording:
            entry = Entry(kind, text, section, data)
            self.log.append(entry)
            if self.watcher is not None:
                self.watcher(entry, self.position)

    # The driver

    def _begin_step(self) -> None:
        if self.forking:
            self._checkpoint = self.position.copy()
            self._checkpoint_dice = self.dice.copy()
            self._since = len(self.answers)
        if self.recording:
            self.marks.append(Mark(len(self.answers), self.position.fingerprint()))
        self._rule = self.game.step(self)

    def _advance(self, answer: Answer) -> None:
        """Run rules until they need a decision or the battle is over."""
        while True:
            try:
                self.decision = self._rule.send(answer)
                return
            except StopIteration:
                self.decision = None
            over = self.game.over(self.position)
            self._begin_step()
            if over:
                return
            answer = None


def resolve(battle: Battle[Any], rule: Rule[Any], answers: list[Answer]) -> Any:
    """Run one rule on its own with scripted answers; a missing or surplus answer is an error."""
    given = iter(answers)
    reply: Answer = None
    while True:
        try:
            decision = rule.send(reply)
        except StopIteration as stop:
            left = list(given)
            if left:
                raise SurplusAnswers(left) from None
            return stop.value
        try:
            reply = decision.check(next(given))
        except StopIteration:
            raise MissingAnswer(decision) from None


class MissingAnswer(Exception):
    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.question())
        self.decision = decision


class SurplusAnswers(Exception):
    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(f"{len(answers)} answers were not asked for")
        self.answers = answers
