"""A battle's journal: everything needed to fight it again, written line by line while it goes on.

JSON Lines, append-only. The first line is the header: what was fought with which rules, seed and agents. Then come
one line for each answer and one for each activation, which holds the position's fingerprint; the last line says
how it ended. Where players have taken something back the dice are new ones from there on, and a line says from which
seed they come. These and the last line also carry a check of all text up to them, so that an edited journal is found
out before anybody trusts it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

import musterhall
from musterhall.battle.battle import THOUGHT, Activation, Battle, Position
from musterhall.battle.decisions import Answer, Illegal
from musterhall.dice import Dice
from musterhall.problems import BadInput, parse_model

FORMAT = 1
CHECK = ',"check":"'

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Header:
    """What was fought: `setup` is the game's own data, complete in itself."""

    game: str
    rules: str
    seed: int
    agents: tuple[str, ...]
    setup: dict[str, Any]
    musterhall: str = musterhall.__version__

    def as_data(self) -> dict[str, Any]:
        return {
            "journal": "battle",
            "format": FORMAT,
            "musterhall": self.musterhall,
            "game": self.game,
            "rules": self.rules,
            "seed": self.seed,
            "agents": list(self.agents),
            "setup": self.setup,
        }


@dataclass(frozen=True, slots=True)
class JournalAnswer:
    """One answer, who gave it, and the agent's reason for it, if it gave one.

    Old journals do not say who answered; nobody was ever asked beside another in them.
    """

    answer: Answer
    why: str = ""
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as read. `result` is None where it breaks off before the end of the battle."""

    name: str
    header: Header
    answers: tuple[JournalAnswer, ...]
    activations: tuple[Activation, ...]
    places: tuple[str, ...]
    """Where the battle stood at each activation, in words."""
    result: dict[str, Any] | None
    new_dice: Mapping[int, int] = field(default_factory=dict)
    """After how many answers the dice came from another seed."""

    @property
    def whole(self) -> bool:
        return self.result is not None


class Stream(Protocol):
    """What a journal is written to; an open text file will do."""

    def write(self, text: str, /) -> Any: ...

    def flush(self) -> Any: ...


class JournalWriter:
    """Writes a battle down as it goes. What `follow` has returned from is with the operating system.

    `place` says in words where a position stands; `sync`, if given, is called at activations and at the end, for
    whoever wants the lines on the disk.
    """

    def __init__(
        self, stream: Stream, header: Header, place: Callable[[Any], str], sync: Callable[[], None] | None = None
    ) -> None:
        self._stream = stream
        self._place = place
        self._sync = sync
        self._digest = blake2b(digest_size=8)
        self._answers = self._activations = self._told = 0
        self._write(header.as_data())

    def follow(self, battle: Battle[Any]) -> None:
        """Write what is new: activations and answers. Call it once before the first answer and after each."""
        for given in battle.answers[self._answers :]:
            self._answers += 1
            why = self._new_thought(battle)
            line = {"answer": given.answer, "player": given.player}
            self._write({**line, "why": why} if why else line)
        if len(battle.activations) > self._activations:
            place = self._place(battle.position)
            for one in battle.activations[self._activations :]:
                self._write({"mark": one.fingerprint, "answers": one.answers, "at": place}, check=True)
            self._activations = len(battle.activations)
            self._keep()

    def change_dice(self, seed: int) -> None:
        """From here on the dice come from another seed."""
        self._write({"dice": seed, "answers": self._answers})

    def finish(self, battle: Battle[Any], result: Mapping[str, Any]) -> None:
        """Write the last line: how the battle ended."""
        self.follow(battle)
        self._write({"end": dict(result), "answers": self._answers, "marks": self._activations}, check=True)
        self._keep()

    def _new_thought(self, battle: Battle[Any]) -> str:
        new = battle.log[self._told :]
        self._told = len(battle.log)
        return next((line.text for line in new if line.kind == THOUGHT), "")

    def _write(self, data: dict[str, Any], *, check: bool = False) -> None:
        line = json.dumps(data, separators=(",", ":"), allow_nan=False)
        self._digest.update(line.encode())
        if check:
            line = f'{line[:-1]}{CHECK}{self._digest.hexdigest()}"}}'
        self._stream.write(f"{line}\n")
        self._stream.flush()

    def _keep(self) -> None:
        if self._sync is not None:
            self._sync()


def read_journal(text: str, name: str, *, partial: bool = False) -> Journal:
    """The journal in the text of the file called `name`.

    One that breaks off is refused with how far it goes; with `partial` what there is of it is given.
    """
    lines = text.split("\n")
    # What follows the last line's end was never written whole, so nobody was told that it is there.
    whole_lines, rest = lines[:-1], lines[-1]
    if not whole_lines:
        raise BadInput(_foreign(name) if rest.strip() else f"{name}: is empty; give it a journal of a battle.")
    header = _header(whole_lines[0], name)
    reader = _Reader(name, header)
    for number, line in enumerate(whole_lines, start=1):
        reader.take(number, line)
    journal = reader.journal()
    if not journal.whole and not partial:
        raise BadInput(_broken_off(journal, torn=bool(rest)))
    if journal.whole and rest.strip():
        raise BadInput(f"{name}, line {len(lines)}: goes on after its end; cut it off after line {len(lines) - 1}.")
    return journal


def replay(journal: Journal, make_battle: Callable[[Header], Battle[P]]) -> Battle[P]:
    """Fight the battle again and compare every activation; a difference stops it and is told with its place.

    `make_battle` is the game's: it sets a recording battle up from the header.
    """
    battle = make_battle(journal.header)
    compared = _compare(journal, battle, 0)
    for number, said in enumerate(journal.answers, start=1):
        if (seed := journal.new_dice.get(number - 1)) is not None:
            battle.dice = Dice(seed)
        if battle.over:
            raise _differs(journal, battle, f"answer {number} comes after the end of the battle")
        try:
            decision = battle.asked(said.player)
            if said.why:
                battle.tell(THOUGHT, said.why, decision.section, player=decision.player)
            battle.answer(said.answer, said.player)
        except Illegal as refusal:
            raise _differs(journal, battle, f"answer {number} is refused: {refusal}") from refusal
        compared = _compare(journal, battle, compared)
    if journal.whole and not battle.over:
        raise _differs(journal, battle, "the journal ends here and the battle does not")
    return battle


def require_rules(journal: Journal, game: str, version: str) -> None:
    """Only the rules a battle was fought by can fight it again."""
    header = journal.header
    if header.game != game:
        raise BadInput(f"{journal.name}: is a battle of {header.game}; replay it as that and not as {game}.")
    if header.rules != version:
        raise BadInput(
            f"{journal.name}: was fought by version {header.rules} of the rules and this is version {version}; "
            f"replay it with musterhall {header.musterhall}."
        )


# Reading


class _JournalLine(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _HeaderLine(_JournalLine):
    journal: Literal["battle"]
    format: int
    musterhall: str
    game: str
    rules: str
    seed: int
    agents: list[str]
    setup: dict[str, Any]


class _AnswerLine(_JournalLine):
    answer: Any
    player: int | None = None
    why: str = ""


class _DiceLine(_JournalLine):
    dice: int
    answers: int = Field(ge=0)


class _ActivationLine(_JournalLine):
    mark: str
    answers: int = Field(ge=0)
    at: str
    check: str


class _EndLine(_JournalLine):
    end: dict[str, Any]
    answers: int
    marks: int
    check: str


class _Reader:
    """Takes a journal line by line and keeps count, so that every complaint names its line."""

    def __init__(self, name: str, header: Header) -> None:
        self.name = name
        self.header = header
        self.answers: list[JournalAnswer] = []
        self.activations: list[Activation] = []
        self.places: list[str] = []
        self.result: dict[str, Any] | None = None
        self.new_dice: dict[int, int] = {}
        self._digest = blake2b(digest_size=8)
        self._sound = 0

    def take(self, number: int, line: str) -> None:
        place = f"{self.name}, line {number}"
        if self.result is not None:
            raise BadInput(f"{place}: goes on after its end; cut it off after line {number - 1}.")
        data = _parsed(line, place)
        self._check(number, line, data)
        if number == 1:
            return
        if "answer" in data:
            said = parse_model(_AnswerLine, data, place)
            self.answers.append(JournalAnswer(said.answer, said.why, said.player))
        elif "dice" in data:
            changed = parse_model(_DiceLine, data, place)
            self.new_dice[len(self.answers)] = changed.dice
        elif "mark" in data:
            self._activation(parse_model(_ActivationLine, data, place), place)
        elif "end" in data:
            self._end(parse_model(_EndLine, data, place), place)
        else:
            raise BadInput(f"{place}: is no answer, no activation and no end; take the file from a backup.")

    def journal(self) -> Journal:
        return Journal(
            self.name,
            self.header,
            tuple(self.answers),
            tuple(self.activations),
            tuple(self.places),
            self.result,
            self.new_dice,
        )

    def _check(self, number: int, line: str, data: dict[str, Any]) -> None:
        body, _, _ = line.rpartition(CHECK)
        checked = f"{body}}}" if "check" in data else line
        self._digest.update(checked.encode("utf-8", "surrogatepass"))
        if "check" not in data:
            return
        if data["check"] != self._digest.hexdigest():
            first = self._sound + 1
            lines = f"lines {first} to {number}" if first < number else f"line {number}"
            raise BadInput(
                f"{self.name}, {lines}: changed since they were written; take the file from a backup "
                "or fight the battle again."
            )
        self._sound = number

    def _activation(self, line: _ActivationLine, place: str) -> None:
        if line.answers != len(self.answers):
            raise BadInput(
                f"{place}: is an activation after {line.answers} answers, and {len(self.answers)} stand above it; "
                "take the file from a backup."
            )
        self.activations.append(Activation(line.answers, line.mark))
        self.places.append(line.at)

    def _end(self, line: _EndLine, place: str) -> None:
        if (line.answers, line.marks) != (len(self.answers), len(self.activations)):
            raise BadInput(
                f"{place}: counts {line.answers} answers and {line.marks} activations, and {len(self.answers)} and "
                f"{len(self.activations)} stand above it; take the file from a backup."
            )
        self.result = line.end


def _header(line: str, name: str) -> Header:
    try:
        data = _loaded(line)
    except (ValueError, RecursionError):
        raise BadInput(_foreign(name)) from None
    if not isinstance(data, dict) or data.get("journal") != "battle":
        raise BadInput(_foreign(name))
    if data.get("format") != FORMAT:
        raise BadInput(
            f"{name}: is written in format {data.get('format')!r} and this reads format {FORMAT}; "
            f"use musterhall {data.get('musterhall', 'of its time')}."
        )
    read = parse_model(_HeaderLine, data, f"{name}, line 1")
    return Header(read.game, read.rules, read.seed, tuple(read.agents), read.setup, read.musterhall)


def _parsed(line: str, place: str) -> dict[str, Any]:
    try:
        data = _loaded(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{place}: is not readable as JSON ({error}); take the file from a backup.") from error
    if not isinstance(data, dict):
        raise BadInput(f"{place}: is no answer, no activation and no end; take the file from a backup.")
    return data


def _loaded(line: str) -> Any:
    return json.loads(line, parse_constant=_no_number)


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _foreign(name: str) -> str:
    return f"{name}: is no journal of a battle; give it a file that a battle was saved in."


def _broken_off(journal: Journal, *, torn: bool) -> str:
    last = f" in {journal.places[-1]}" if journal.places else ""
    half = " and half a line" if torn else ""
    return (
        f"{journal.name}: breaks off{last}, after {_counted(len(journal.answers), 'answer')}, "
        f"{_counted(len(journal.activations), 'activation')}{half}; "
        f"look at that much with --partial, or fight it again with seed {journal.header.seed}."
    )


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


# Comparing


def _compare(journal: Journal, battle: Battle[Any], compared: int) -> int:
    """Compare the activations that are new since `compared`; gives how many are compared now."""
    now = len(battle.answers)
    expected: Sequence[Activation] = journal.activations[compared:]
    for one, wanted in zip(battle.activations[compared:], expected, strict=False):
        if one != wanted:
            raise _differs(journal, battle, _difference(one, wanted), compared)
        compared += 1
    surplus, missing = len(battle.activations) > compared, compared < len(journal.activations)
    if surplus and (journal.whole or now < len(journal.answers)):
        raise _differs(journal, battle, "there is an activation that the journal does not have", compared)
    if missing and journal.activations[compared].answers <= now:
        raise _differs(journal, battle, "the journal has an activation that does not come", compared)
    return compared


def _difference(found: Activation, wanted: Activation) -> str:
    if found.answers != wanted.answers:
        return f"it comes after answer {found.answers} and not after answer {wanted.answers}"
    return f"the position has fingerprint {found.fingerprint} and not {wanted.fingerprint}"


def _differs(journal: Journal, battle: Battle[Any], what: str, activation: int | None = None) -> BadInput:
    number = len(battle.activations) - 1 if activation is None else activation
    place = f", {journal.places[number]}" if number < len(journal.places) else ""
    last = f"; the last thing told was: {battle.log[-1].text}" if battle.log else ""
    return BadInput(
        f"{journal.name}: differs at activation {number + 1}{place}, after answer {len(battle.answers)}: {what}{last}."
    )
