"""What a game tells those who learn it: how a battle is won, and a first battle that explains each decision."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, RootModel

from musterhall.problems import parse_model, parse_toml


class Words(BaseModel):
    """About one kind of decision. Whoever meets it for the first time reads all of it, later only what to look for."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    asked: str
    look: str
    then: str
    captain: str
    """How the bot of that name goes about it, for those who ask for a hint."""

    def paragraphs(self, *, first: bool) -> list[str]:
        return [self.asked, self.look, self.then] if first else [self.look]


class Lesson(BaseModel):
    """The lesson of one game; its forces are small ones of its own."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    title: str
    red: str
    blue: str
    table: str = ""
    words: Mapping[str, Words]
    """By the kind of decision."""


def read_lesson(text: str, file: str) -> Lesson:
    return parse_model(Lesson, parse_toml(text, file), file)


class Winning(RootModel[Mapping[str, list[str]]]):
    """How a battle is won, in paragraphs by the name of its set-up; the first of them stands alone."""

    model_config = ConfigDict(strict=True, frozen=True)


def read_winning(text: str, file: str) -> Mapping[str, list[str]]:
    return parse_model(Winning, parse_toml(text, file), file).root
