"""A game's rules by section, in our own words: what a player reads where a question rests on one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from musterhall.battle.coverage import SectionCoverage
from musterhall.games import game_named, rulebook_of
from musterhall.web.house import Unknown
from musterhall.worked_cases import worked_cases


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the highest rank and those within it: their numbers, and what they are called in a list."""

    number: str
    title: str
    sections: list[tuple[str, str]]


MOST_CASES = 40
"""Titles of worked cases that are shown of one section."""


def section_data(game: str, number: str) -> dict[str, Any]:
    """A section as plain data."""
    found = _sections(game_named(game).name)
    one = found.get(number)
    if one is None:
        raise Unknown(
            f"section {number!r:.40}: the rulebook has none of this number; look at the list of its sections."
        )
    return {
        "section": one.section,
        "title": one.title,
        "text": list(_text(game_named(game).name, one)),
        "cases": [case.title for case in one.cases[:MOST_CASES]],
        "parent": _parent(number, found),
        "children": [other for other in found if _parent(other, found) == number],
    }


def section_titles(game: str) -> list[tuple[str, str]]:
    """Every section that is in force, by number and title."""
    return [(one.section, one.title) for one in _sections(game_named(game).name).values() if one.status != "later"]


def chapters(game: str) -> list[Chapter]:
    """Every section that is in force, under the one that it is part of."""
    found: dict[str, Chapter] = {}
    for number, title in section_titles(game):
        top, _, rest = number.partition(".")
        chapter = found.get(top)
        if chapter is None:
            found[top] = Chapter(number, title, [])
        else:
            # What is numbered by its own name is called by that alone.
            chapter.sections.append((number, title if rest == title else f"{number} {title}"))
    return list(found.values())


def _text(game: str, one: SectionCoverage) -> Sequence[str]:
    """Our paragraphs; else what the functions behind it say, else why there is nothing to decide."""
    words, said = _words(game), _said(game)
    if one.section in words:
        return words[one.section]
    if one.section in said:
        return [sentence if sentence.endswith((".", "?", "!")) else f"{sentence}." for sentence in said[one.section]]
    return [f"There is nothing to decide here: it {one.because}."] if one.because else []


def _parent(number: str, known: Mapping[str, Any]) -> str | None:
    above, dot, _ = number.rpartition(".")
    return above if dot and above in known else None


@cache
def _sections(game: str) -> dict[str, SectionCoverage]:
    found = game_named(game)
    return {one.section: one for one in rulebook_of(found).coverage(worked_cases(found)).sections}


@cache
def _words(game: str) -> Mapping[str, Sequence[str]]:
    return rulebook_of(game_named(game)).words()


@cache
def _said(game: str) -> Mapping[str, Sequence[str]]:
    return rulebook_of(game_named(game)).said()
