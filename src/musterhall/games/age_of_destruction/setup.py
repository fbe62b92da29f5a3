"""The set-up of a constructed tournament's games, step by step with the players' names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import Field

from musterhall.games.age_of_destruction.figures import figure
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.games.age_of_destruction.readings import USUAL, Chosen, answer
from musterhall.problems import BadInput, parse_model

FILE = "setup.toml"

Key = Literal["terrain_ready", "roll", "terrain", "card", "deploy", "infiltrators"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, and who does it."""

    number: int
    key: Key
    players: tuple[str, ...]
    what: str
    pages: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.number}. {' and '.join(self.players)} {self.what}."


def setup_steps(first: str, second: str, readings: Chosen = USUAL) -> list[Step]:
    """Constructed Tournament, Setup: what the first and the second player do, in order."""
    if plain(first) == plain(second):
        raise BadInput(f"set-up: both players are called {first!r}; tell them apart.")
    pieces = terrain_pieces(readings)
    pages = tuple(_file().pages)
    turns = [
        (row.key, players, row.what.format(pieces=pieces, piece=piece))
        for row in _file().step
        for piece, players in enumerate(_turns(row.who, first, second, pieces), 1)
    ]
    return [Step(number, key, players, what, pages) for number, (key, players, what) in enumerate(turns, 1)]


def terrain_pieces(readings: Chosen = USUAL) -> int:
    """The terrain pieces on the table."""
    brought = figure("terrain_pieces")
    return 2 * brought if answer("terrain_pieces", readings) == "each" else brought


Who = Literal["both", "first", "second", "in_turns_from_second"]


class _StepRow(FileModel):
    key: Key
    who: Who
    what: str = Field(min_length=1)


class _SetupFile(FileModel):
    pages: list[str] = Field(min_length=1)
    step: list[_StepRow] = Field(min_length=1)


@cache
def _file() -> _SetupFile:
    return parse_model(_SetupFile, catalogue_data(FILE), f"catalogue/{FILE}")


def _turns(who: Who, first: str, second: str, pieces: int) -> Iterator[tuple[str, ...]]:
    """Who acts, once for each time the step is done."""
    if who == "both":
        yield (first, second)
    elif who == "first":
        yield (first,)
    elif who == "second":
        yield (second,)
    else:
        for turn in range(pieces):
            yield (second,) if turn % 2 == 0 else (first,)
