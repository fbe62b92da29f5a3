"""What can be told of an answer without knowing its game: the words in it, the places, and whom it names.

An answer is plain data. Words are those of its fields and values; a place is two numbers, at least one of them with a
point, perhaps behind the number of the piece that goes there; of a way along several places the last counts. Any other
whole number may be that of a group.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

from musterhall.battle.decisions import Answer

WORDS = 48
"""Columns that words are spread over; two words may share one."""
PLACE, NUMBERED_PLACE = 2, 3
"""How many numbers a place has, alone and behind that of a piece."""
NUMBERS = {int, float}


@dataclass(slots=True)
class Reading:
    """What was found in an answer."""

    words: list[str] = field(default_factory=list)
    places: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Where a piece ends, by its number; or where the way of a field ends, by the field."""
    numbers: list[int] = field(default_factory=list)


def read(answer: Answer, kind: str) -> Reading:
    """An answer to a question of this kind, taken apart. The same word in another field is another word."""
    reading = Reading()
    _read(answer, kind, reading)
    return reading


def _read(part: Answer, way: str, reading: Reading) -> None:
    """Take in a part of an answer that the fields of `way` lead to; a field is a word by itself, too."""
    if isinstance(part, dict):
        for key, value in part.items():
            reading.words.append(f"{way}.{key}")
            _read(value, f"{way}.{key}", reading)
    elif isinstance(part, list | tuple):
        if _is_place(part):
            goes = str(part[0]) if len(part) == NUMBERED_PLACE else way
            reading.places[goes] = (float(part[-2]), float(part[-1]))
            return
        for value in part:
            _read(value, way, reading)
    elif type(part) is int:
        reading.numbers.append(part)
    elif type(part) is not float:
        reading.words.append(f"{way}={part}")


def _is_place(part: list[Answer] | tuple[Answer, ...]) -> bool:
    if len(part) not in (PLACE, NUMBERED_PLACE):
        return False
    kinds = {type(one) for one in part}
    return kinds <= NUMBERS and float in kinds


@lru_cache(maxsize=65_536)
def column_of(word: str, columns: int) -> int:
    """The column of a word, the same on every machine."""
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big") % columns
