"""The questions that the reference sheet leaves open, and how an event answers them.

A check takes the answers that an event has chosen as a mapping of names to values; what is not in it has its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from pydantic import Field

from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.problems import BadInput, parse_model

FILE = "readings.toml"

Setting = str | bool
Chosen = Mapping[str, Setting]

USUAL: Chosen = MappingProxyType({})
"""Every question with its default answer."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One open question and what each answer means, the default first."""

    name: str
    section: str
    question: str
    values: Mapping[Setting, str]

    @property
    def default(self) -> Setting:
        return next(iter(self.values))


@cache
def open_questions() -> Mapping[str, OpenQuestion]:
    """All open questions by name."""
    return {name: _question(name, row) for name, row in catalogue_data(FILE).items()}


def answer(name: str, chosen: Chosen) -> Setting:
    """How an event reads one question."""
    reading = open_questions()[name]
    value = chosen.get(name, reading.default)
    if value not in reading.values:
        offered = ", ".join(_spelled(one) for one in reading.values)
        raise BadInput(f"reading {name}: {_spelled(value)} is not one of its answers; choose from {offered}.")
    return value


class _QuestionRow(FileModel):
    section: str = Field(min_length=1)
    question: str = Field(min_length=1)
    values: dict[str, str] = Field(min_length=2)


def _question(name: str, row: Mapping[str, object]) -> OpenQuestion:
    read = parse_model(_QuestionRow, row, f"catalogue/{FILE}, {name}")
    words: dict[str, Setting] = {"true": True, "false": False}
    return OpenQuestion(
        name, read.section, read.question, {words.get(key, key): text for key, text in read.values.items()}
    )


def _spelled(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else value
