"""What can be told of each answer of an offer, in columns that are the same for every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import tanh

import numpy as np

from musterhall.battle.decisions import Answer, Decision
from musterhall.board import NOBODYS
from musterhall.learning.answers import WORDS, Reading, column_of, read
from musterhall.learning.ground import OWN, THEIRS, Floats, Ground, GroupSeen, nearness, share_close

MANY = 10.0
"""Of pieces that go somewhere, or as a number: about as much as makes a difference."""
OFFERED, NOTHING, PLACES, ACROSS, UP, ENEMIES_NEAR, FRIENDS_NEAR, ZONES_NEAR = range(8)
CLOSER, CLOSE_ENEMIES, OWN_NAMED, OWN_LEFT, THEIRS_NAMED, THEIRS_LEFT, THEIRS_NEAR, NUMBER = range(8, 16)
FIGURES = (
    "is offered",
    "does nothing",
    "pieces that go somewhere",
    "across the table",
    "up the table",
    "nearness of an enemy",
    "nearness of a friend",
    "nearness of a zone that is not held",
    "closer to the enemy than now",
    "enemies close by",
    "own groups named",
    "left of own groups",
    "their groups named",
    "left of their groups",
    "nearness of their groups",
    "number",
)
EMPTY: tuple[Answer, ...] = (None, False, {}, [])


def columns() -> tuple[str, ...]:
    """What stands in each column of an answer."""
    return (*FIGURES, *(f"words {number}" for number in range(WORDS)))


def choices(answers: Sequence[Answer], decision: Decision, ground: Ground) -> Floats:
    """A row for each answer."""
    rows = np.zeros((len(answers), len(FIGURES) + WORDS))
    readings = [read(answer, decision.kind) for answer in answers]
    about = list(_numbers(decision.about()))
    for row, answer, reading in zip(rows, answers, readings, strict=True):
        _tell_of_words(row, answer, reading)
        _tell_of_groups(row, _groups([*about, *reading.numbers], ground))
        row[NUMBER] = tanh(sum(reading.numbers) / MANY) if len(reading.numbers) == 1 else 0.0
    _tell_of_places(rows, readings, about, ground)
    return rows


def _tell_of_words(row: Floats, answer: Answer, reading: Reading) -> None:
    row[OFFERED] = 1.0
    row[NOTHING] = any(answer is one or (type(answer) is type(one) and answer == one) for one in EMPTY)
    for word in reading.words:
        row[len(FIGURES) + column_of(word, WORDS)] += 1.0 / len(reading.words)


def _tell_of_groups(row: Floats, groups: Sequence[GroupSeen]) -> None:
    """Whom the question and the answer name: who would act, and whom it would meet."""
    for whose, named, left in ((OWN, OWN_NAMED, OWN_LEFT), (THEIRS, THEIRS_NAMED, THEIRS_LEFT)):
        found = [group for group in groups if group.whose == whose]
        row[named] = tanh(len(found) / MANY)
        row[left] = sum(group.left for group in found) / len(found) if found else 0.0
    own, theirs = (
        [group.place for group in groups if group.whose == whose and group.place is not None] for whose in (OWN, THEIRS)
    )
    if own and theirs:
        row[THEIRS_NEAR] = nearness(np.array(theirs), np.array(own)).mean()


def _tell_of_places(rows: Floats, readings: Sequence[Reading], about: Sequence[int], ground: Ground) -> None:
    """Where pieces would be then: the middle of all places where an answer has them end."""
    named = [number for number, reading in enumerate(readings) if reading.places]
    if not named:
        return
    middles = np.array([ground.turned([*readings[number].places.values()]).mean(axis=0) for number in named])
    own, theirs = (troops.places for troops in ground.troops)
    to_take = np.concatenate([ground.zones(1 - ground.player), ground.zones(NOBODYS)])
    rows[named, PLACES] = np.tanh([len(readings[number].places) / MANY for number in named])
    rows[named, ACROSS], rows[named, UP] = middles[:, 0], middles[:, 1]
    rows[named, ENEMIES_NEAR] = nearness(middles, theirs)
    rows[named, FRIENDS_NEAR] = nearness(middles, own)
    rows[named, ZONES_NEAR] = nearness(middles, to_take)
    rows[named, CLOSE_ENEMIES] = share_close(middles, theirs)
    for number in named:
        rows[number, CLOSER] = _closer(rows[number, ENEMIES_NEAR], readings[number], about, ground)


def _closer(near_then: float, reading: Reading, about: Sequence[int], ground: Ground) -> float:
    """How much nearer the enemy will be than to where those who act are now."""
    acting = [one.place for one in _groups([*about, *reading.numbers], ground) if one.whose == OWN and one.place]
    if not acting:
        return 0.0
    return float(near_then - nearness(np.array(acting), ground.troops[THEIRS].places).mean())


def _groups(numbers: Sequence[int], ground: Ground) -> list[GroupSeen]:
    return [group for number in numbers if (group := ground.group(number)) is not None]


def _numbers(data: Answer) -> Iterator[int]:
    """Every whole number in plain data."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list | tuple):
        for part in data:
            yield from _numbers(part)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield data
