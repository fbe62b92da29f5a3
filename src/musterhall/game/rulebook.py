"""What a game's rulebook comes to here: its sections, and the functions and worked cases behind each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from musterhall.battle.coverage import Section, SectionCoverage


@dataclass(frozen=True, slots=True)
class CoverageReport:
    """What is covered, what is missing, what names a section that is not there, and the page of it all."""

    sections: tuple[SectionCoverage, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    markdown: str


class Rulebook(ABC):
    """The rulebook of one game."""

    @abstractmethod
    def sections(self) -> Sequence[Section]:
        """Every numbered section; this reads no code and is there at once."""

    @abstractmethod
    def coverage(self, cases: Mapping[str, str]) -> CoverageReport:
        """What covers each section; `cases` are the texts of the worked cases by file name."""

    def words(self) -> Mapping[str, Sequence[str]]:
        """What players want to know of sections, in paragraphs of our own; some have none."""
        return {}

    def said(self) -> Mapping[str, Sequence[str]]:
        """What the functions behind each section say of it."""
        return {}

    def cases(self) -> Mapping[str, str]:
        """The worked cases that lie in the game's own package, by file name."""
        return {}
