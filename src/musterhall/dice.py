"""Dice that can be written down: a seed and a count are the whole state of a stream.

A face depends on the seed and on how many dice were rolled before it, and on nothing else, so the same battle
comes out on every machine and every Python. Worked cases bring their own faces with `Dice.scripted`. Studies may roll
`KeyedDice`, in which a die more here does not change a face there; no journal is ever made of those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from musterhall.problems import BadInput


@dataclass(frozen=True, slots=True)
class Die:
    name: str
    faces: int


d5 = Die("d5", 5)
d6 = Die("d6", 6)
d10 = Die("d10", 10)


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll as it is kept in the record: what for, which die, and the faces."""

    purpose: str
    die: str
    faces: tuple[int, ...]
    sides: int
    """How many faces the die has."""


class DiceError(BadInput):
    """Scripted dice that do not fit what was rolled."""


class Dice:
    """A stream of dice. `record` keeps every roll with its purpose, unless it is switched off."""

    __slots__ = ("count", "record", "recording", "seed")

    def __init__(self, seed: int, count: int = 0, *, recording: bool = True) -> None:
        self.seed = seed
        self.count = count
        self.recording = recording
        self.record: list[Roll] = []

    @staticmethod
    def scripted(faces: Sequence[int]) -> ScriptedDice:
        return ScriptedDice(faces)

    def roll(self, number: int, die: Die, purpose: str) -> list[int]:
        """`number` dice at once, in the order they fell."""
        faces = self._next(number, die, purpose)
        if self.recording:
            self.record.append(Roll(purpose, die.name, tuple(faces), die.faces))
        return faces

    def one(self, die: Die, purpose: str) -> int:
        return self.roll(1, die, purpose)[0]

    def copy(self) -> Dice:
        """The same stream at the same place, with a record of its own."""
        return Dice(self.seed, self.count, recording=self.recording)

    def fresh(self, salt: int) -> Dice:
        """Another stream, told by `salt`, for what must not disturb this one: a table's terrain, a draft's lots."""
        return Dice(_mixed(self.seed ^ _mixed(salt + 1)), 0, recording=False)

    def lineage(self, salt: int) -> Dice:
        """The first stream of a fork for search. Nothing in it leads back to this one, whatever is done with it."""
        return Dice(derived_seed("search", self.seed, self.count, salt), recording=False)

    def finish(self) -> None:
        """Called when what the dice were for is over; only scripted dice can have some left."""

    def _next(self, number: int, die: Die, purpose: str) -> list[int]:
        start, sides, key = self.count, die.faces, self.seed * _STRIDE
        self.count = start + number
        places = range(start + 1, start + number + 1)
        return [(_mixed(key + place * _STEP) * sides >> 64) + 1 for place in places]


class ScriptedDice(Dice):
    """Faces from a list, in order; too few, too many or impossible ones are errors."""

    __slots__ = ("faces",)

    def __init__(self, faces: Sequence[int], count: int = 0) -> None:
        super().__init__(0, count)
        self.faces = tuple(faces)

    def copy(self) -> ScriptedDice:
        return ScriptedDice(self.faces, self.count)

    def finish(self) -> None:
        left = self.faces[self.count :]
        if left:
            raise DiceError(
                f"dice: {len(left)} of the {len(self.faces)} given dice were not rolled ({_listed(left)}); "
                "take them out or check what is asked"
            )

    def _next(self, number: int, die: Die, purpose: str) -> list[int]:
        faces = list(self.faces[self.count : self.count + number])
        if len(faces) < number:
            raise DiceError(
                f"dice: {purpose} needs {number} x {die.name} and only {len(faces)} of the "
                f"{len(self.faces)} given dice are left; add {number - len(faces)} more"
            )
        for face in faces:
            if not 1 <= face <= die.faces:
                raise DiceError(f"dice: {face} is no face of the {die.name} rolled for {purpose}; use 1 to {die.faces}")
        self.count += number
        return faces


class KeyedDice(Dice):
    """Faces by what they are rolled for: the seed, the moment that whoever plays has set, and the purpose.

    Studies compare battles that differ in one rule. In a counted stream one die more shifts all that come after it;
    here the same unit rolls the same faces for the same purpose in the same round, whatever happened elsewhere. The
    moment is set from outside, so dice of a fork for replay stay at the one they were copied at.
    """

    __slots__ = ("_rolled", "moment")

    def __init__(self, seed: int, *, moment: str = "", recording: bool = True) -> None:
        super().__init__(seed, recording=recording)
        self.moment = moment
        """The round and who acts in it, in any words that are the same for the same."""
        self._rolled: dict[tuple[str, str], int] = {}

    def copy(self) -> KeyedDice:
        twin = KeyedDice(self.seed, moment=self.moment, recording=self.recording)
        twin.count, twin._rolled = self.count, dict(self._rolled)
        return twin

    def _next(self, number: int, die: Die, purpose: str) -> list[int]:
        key = (self.moment, purpose)
        start, sides = self._rolled.get(key, 0), die.faces
        self._rolled[key] = start + number
        self.count += number
        stream = derived_seed(f"keyed:{self.moment}:{purpose}", self.seed)
        return [(_mixed(stream + place * _STEP) * sides >> 64) + 1 for place in range(start + 1, start + number + 1)]


def derived_seed(purpose: str, *known: int) -> int:
    """A seed for another purpose. It is a digest, so whoever is handed it cannot work back to what it was made from.

    A small seed can still be found by trying them all. Where that matters, let a battle have a large one.
    """
    words = ":".join([purpose, *map(str, known)])
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big")


_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_STRIDE = 0xD1B54A32D192ED03


def _mixed(number: int) -> int:
    """SplitMix64's finisher: every bit of the input moves every bit of the output."""
    number &= _WORD
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _WORD
    return number ^ (number >> 31)


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))
