"""A battle: a position, its dice and its decisions, played forward.

A game's rules are generators over the position. The battle runs them: it asks for decisions, checks the answers,
keeps a checkpoint at every activation, and can be forked from there at any moment.

A fork for replay goes on with the same dice. A fork for search begins a lineage: it and all its descendants roll dice
of their own, and nothing in them leads back to the real stream. A trial is a fork for search in which, besides, all
that its player cannot know has been drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Together
from musterhall.dice import Dice, DiceError, Die, Roll
from musterhall.tally import Tally

GUESSES = 256
"""How often a trial draws the hidden things before it gives up finding some that fit."""

THOUGHT = "thought"
REMARK = "remark"
"""A line that tells something beside the rules: that a bot answered in a player's place, that dice are new."""
"""The kind of a line in which an agent says why; nothing has happened on the table."""


class Position(Protocol):
    """A table at one moment, as plain data: everything needed to go on from there."""

    def copy(self) -> Self: ...

    def fingerprint(self) -> str:
        """A hash of everything that matters for what comes next, the same on every machine."""
        ...

    def seen_by(self, player: int) -> Self:
        """What that player may know. Not to be written to."""
        ...

    def resample(self, dice: Dice, now: Self | None = None) -> Self:
        """Asked of a view: a position of its own that fits it, with what is hidden drawn evenly from what is legal.

        `now` is what the same player has come to know since; a game may use it to guess better.
        """
        ...


P = TypeVar("P", bound=Position)


class Rules(Protocol[P]):
    """What plays a battle on: the rules of one game, in one version."""

    name: str
    version: str

    def step(self, battle: Battle[P]) -> Rule[None]:
        """Play from the position as it stands to the next point that needs no memory of this one."""
        ...

    def over(self, position: P) -> bool: ...


@dataclass(slots=True)
class LogLine:
    """One line of the battle's log: what happened, the section it rests on, and the figures behind it."""

    kind: str
    text: str
    section: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    rolls: tuple[Roll, ...] = ()
    """The dice that fell since the line before; the record of the dice keeps them, so they are not written with it."""

    def __str__(self) -> str:
        return f"{self.text} ({self.section})" if self.section else self.text

    def as_data(self) -> dict[str, Any]:
        return {"kind": self.kind, "section": self.section, "text": self.text, "data": self.data}


class Test(NamedTuple):
    """A die and what was added to it, against what it needed."""

    face: int
    total: int
    passed: bool


class GivenAnswer(NamedTuple):
    """One answer, who gave it, and whether they keep it to themselves."""

    player: int
    answer: Answer
    secret: bool = False


@dataclass(slots=True)
class Activation:
    """The position's fingerprint at an activation, after so many answers."""

    answers: int
    fingerprint: str


Watcher = Callable[[LogLine, Any], None]
"""Called with each line of the log and the position as it stands then. Must not change it."""


class Battle(Generic[P]):
    """Put answers to `decisions` until there are none; then the battle is over."""

    def __init__(
        self,
        rules: Rules[P],
        position: P,
        dice: Dice,
        *,
        recording: bool = True,
        forking: bool = True,
        watcher: Watcher | None = None,
    ) -> None:
        self.rules = rules
        self.position = position
        self.dice = dice
        self.recording = recording
        self.forking = forking
        """Keeps checkpoints to fork from; studies whose agents never look ahead do without."""
        self.watcher = watcher
        self.log: list[LogLine] = []
        self._untold: list[Roll] = []
        """The dice that no line of the log has yet told of."""
        self.answers: list[GivenAnswer] = []
        """Every answer that was accepted, in the order they came."""
        self.activations: list[Activation] = []
        self.decisions: Together = ()
        """Every open question. Several players may be asked at once, each one question."""
        self._asked: Together = ()
        self._together = False
        self._heard: dict[int, Answer] = {}
        """What was answered to the questions of this moment, by player, until all are in."""
        self._checkpoint = position
        self._faces: list[int] = []
        """The dice rolled since the checkpoint: with the answers since, they lead a fork to where this stands."""
        self._since = 0
        self._rule: Rule[None]
        dice.recording = recording
        self._begin_step()
        if not rules.over(position):
            self._advance(None)

    # What players do

    @property
    def decision(self) -> Decision | None:
        """The open question; where several players are asked at once, the first of theirs."""
        return self.decisions[0] if self.decisions else None

    @property
    def over(self) -> bool:
        return not self.decisions

    def asked(self, player: int | None = None) -> Decision:
        """The open question of `player`, or the first where nobody is named; `Illegal` if there is none."""
        if not self.decisions:
            raise RuntimeError("the battle is over; there is nothing to decide")
        for decision in self.decisions:
            if player is None or decision.player == player:
                return decision
        raise Illegal(f"Player {player} is not asked anything now; wait for the others to answer")

    @property
    def answered(self) -> tuple[int, ...]:
        """The players who have answered their question and wait for the others; what they said is not told."""
        return tuple(sorted(self._heard))

    def answer(self, answer: Answer, player: int | None = None) -> None:
        """Give the answer to the open decision; `Illegal` is raised, and nothing changed, if it is refused.

        `player` says whose question it answers where several are open; without it, it is the first.
        """
        decision = self.asked(player)
        accepted = decision.check(answer)
        said = kept(answer) if self.forking or self.recording else answer
        self.answers.append(GivenAnswer(decision.player, said, decision.secret))
        if not self._together:
            self._advance(accepted)
            return
        self._heard[decision.player] = accepted
        self.decisions = tuple(other for other in self.decisions if other is not decision)
        if not self.decisions:
            self._advance([self._heard[asked.player] for asked in self._asked])

    def view(self, player: int) -> P:
        """What `player` may know of the position."""
        return self.position.seen_by(player)

    def fork(self, *, salt: int | None = None) -> Battle[P]:
        """An independent copy of this battle, for replay with the same dice or, with `salt`, for search with new ones.

        The copy starts at the last checkpoint and hears again the answers given since, with the dice that fell.
        """
        self._must_have_checkpoints()
        twin = self._heard_again(self._checkpoint.copy(), self.answers[self._since :])
        twin.dice = self.dice.copy() if salt is None else self.dice.lineage(salt)
        twin.dice.recording = False
        return twin

    def trial(self, player: int, salt: int) -> Battle[P]:
        """A battle for `player`, who is asked, to try things on: a fork for search with all that is hidden drawn anew.

        What others have answered to questions that are still open is left out; in the trial they are asked again.
        """
        self._must_have_checkpoints()
        question = type(self.asked(player))
        known, guesses, given = self.view(player), self.dice.lineage(salt), self._known_answers(player)
        wanted = known.fingerprint()
        for _ in range(GUESSES):
            start = self._checkpoint.seen_by(player).resample(guesses, known)
            try:
                twin = self._heard_again(start, given)
            except (Illegal, DiceError):
                continue
            fits = any(other.player == player and type(other) is question for other in twin.decisions)
            if fits and twin.view(player).fingerprint() == wanted:
                twin.dice = guesses.lineage(salt)
                return twin
        raise RuntimeError(f"no hidden things could be found that fit what player {player} knows")

    # What rules use

    def roll(self, number: int, die: Die, purpose: str) -> list[int]:
        faces = self.dice.roll(number, die, purpose)
        if self.recording:
            self._untold.append(Roll(purpose, die.name, tuple(faces), die.faces))
        if self.forking:
            self._faces += faces
        return faces

    def test(self, name: str, die: Die, tally: Tally, needs: int, what: str, **data: Any) -> Test:
        """Roll a die, add the tally, compare it with what is needed, and tell it; `what` says who tests for what."""
        face = self.roll(1, die, name)[0]
        test = Test(face, face + tally.total, face + tally.total >= needs)
        if self.recording:
            verdict = "passed" if test.passed else "failed"
            text = f"{what}: {tally.rolled(face, die.name)} against {needs}, {verdict}"
            figures = {"name": name, "face": face, "test": tally.as_data(), "needs": needs, "passed": test.passed}
            self.tell("test", text, tally.section, **figures, **data)
        return test

    def tell(self, kind: str, text: str, section: str = "", **data: Any) -> None:
        """Write a line into the log. Rules ask `recording` first where a line is costly to put together."""
        if self.recording:
            line = LogLine(kind, text, section, data, self._dice_for(kind))
            self.log.append(line)
            if self.watcher is not None:
                self.watcher(line, self.position)

    def _dice_for(self, kind: str) -> tuple[Roll, ...]:
        if kind in (THOUGHT, REMARK):
            return ()
        rolls, self._untold = tuple(self._untold), []
        return rolls

    # The driver

    def _must_have_checkpoints(self) -> None:
        if not self.forking:
            raise RuntimeError("this battle keeps no checkpoints to fork from")

    def _known_answers(self, player: int) -> list[GivenAnswer]:
        """The answers since the checkpoint without those that others have given and still keep to themselves."""
        given = self.answers[self._since :]
        told, kept = given[: len(given) - len(self._heard)], given[len(given) - len(self._heard) :]
        if any(other.secret and other.player != player for other in told):
            raise RuntimeError(
                "a rule went on after a secret answer; end its step there, so that the position keeps it"
            )
        return [*told, *(own for own in kept if own.player == player)]

    def _heard_again(self, start: P, given: list[GivenAnswer]) -> Battle[P]:
        """A battle from `start` on in which these answers are given and the same dice fall as here."""
        dice = Dice.scripted(self._faces)
        twin = Battle(self.rules, start, dice, recording=False)
        for one in given:
            twin.answer(one.answer, one.player)
        dice.finish()
        return twin

    def _begin_step(self) -> None:
        if self.forking:
            self._checkpoint = self.position.copy()
            self._faces = []
            self._since = len(self.answers)
        if self.recording:
            self.activations.append(Activation(len(self.answers), self.position.fingerprint()))
        self._rule = self.rules.step(self)

    def _advance(self, answer: Answer) -> None:
        """Run rules until they need a decision or the battle is over."""
        while True:
            try:
                self._ask(self._rule.send(answer))
                return
            except StopIteration:
                self._ask(())
            over = self.rules.over(self.position)
            self._begin_step()
            if over:
                return
            answer = None

    def _ask(self, questions: Decision | Together) -> None:
        self._together = isinstance(questions, tuple)
        self.decisions = self._asked = questions if isinstance(questions, tuple) else (questions,)
        self._heard = {}


def kept(answer: Answer) -> Answer:
    """The answer as it was given, whatever becomes of the lists and tables that it was given in."""
    if isinstance(answer, list):
        return [kept(part) for part in answer]
    if isinstance(answer, dict):
        return {key: kept(part) for key, part in answer.items()}
    return answer


def resolve(battle: Battle[Any], rule: Rule[Any], answers: list[Answer]) -> Any:
    """Run one rule on its own with scripted answers; a missing or surplus answer is an error."""
    given = iter(answers)
    reply: Answer = None
    while True:
        try:
            asked = rule.send(reply)
        except StopIteration as stop:
            left = list(given)
            if left:
                raise SurplusAnswers(left) from None
            return stop.value
        if isinstance(asked, tuple):
            reply = [_scripted(decision, given) for decision in asked]
        else:
            reply = _scripted(asked, given)


def _scripted(decision: Decision, given: Iterator[Answer]) -> Answer:
    try:
        answer = next(given)
    except StopIteration:
        raise MissingAnswer(decision) from None
    return decision.check(answer)


class MissingAnswer(Exception):
    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.question())
        self.decision = decision


class SurplusAnswers(Exception):
    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(f"{len(answers)} answers were not asked for")
        self.answers = answers
