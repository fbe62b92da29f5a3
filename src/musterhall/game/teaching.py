"""A first battle that explains itself: what is fought with, and what is said about each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

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
