"""How much of THE GAME's rulebook has a function and a worked case, and how its open points are read."""

from __future__ import annotations

from collections.abc import Mapping

from musterhall.battle.coverage import (
    Reading,
    Section,
    VariantRow,
    coverage,
    coverage_markdown,
    missing,
    read_readings,
    read_sections,
    read_words,
    said,
    unknown,
)
from musterhall.game.rulebook import CoverageReport, Rulebook
from musterhall.game.variants import Value, VariantInfo, shown
from musterhall.games.the_game.package_data import PACKAGE, package_text
from musterhall.games.the_game.readings.variants import variant_entries


class TheGameRulebook(Rulebook):
    """The rulebook of THE GAME."""

    def sections(self) -> tuple[Section, ...]:
        return the_game_sections()

    def words(self) -> Mapping[str, tuple[str, ...]]:
        return read_words(package_text("catalogue", "rules_in_words.toml"), "catalogue/rules_in_words.toml")

    def said(self) -> Mapping[str, list[str]]:
        return said(PACKAGE)

    def coverage(self, cases: Mapping[str, str]) -> CoverageReport:
        return the_game_coverage(cases)


def the_game_coverage(cases: Mapping[str, str]) -> CoverageReport:
    """The coverage of the whole rulebook; `cases` are the texts of the worked cases by file name."""
    sections, readings = the_game_sections(), the_game_readings()
    covered = coverage(PACKAGE, sections, cases)
    strays = unknown(PACKAGE, sections, cases) + _strays(sections, readings)
    rows = [_row(entry) for entry in variant_entries()]
    page = coverage_markdown("THE GAME", covered, rows, readings)
    return CoverageReport(tuple(covered), tuple(missing(covered)), tuple(strays), page)


def the_game_sections() -> tuple[Section, ...]:
    """Every numbered section of the rulebook."""
    return read_sections(package_text("catalogue", "sections.toml"), "catalogue/sections.toml")


def the_game_readings() -> tuple[Reading, ...]:
    """How the rulebook is read where no switch decides."""
    return read_readings(package_text("catalogue", "readings.toml"), "catalogue/readings.toml")


def _strays(sections: tuple[Section, ...], readings: tuple[Reading, ...]) -> list[str]:
    """Variants and readings that name a section the rulebook does not have."""
    named = [
        (f"catalogue/variants.toml, {entry.number}", number) for entry in variant_entries() for number in entry.sections
    ]
    named += [("catalogue/readings.toml", reading.section) for reading in readings]
    known = {section.number for section in sections}
    return [
        f"{place}: names section {number}, which the rulebook does not have."
        for place, number in named
        if number not in known
    ]


def _row(entry: VariantInfo) -> VariantRow:
    if not entry.switch:
        return VariantRow(entry.number, entry.sections, entry.name, entry.question, entry.note)
    usual, *others = (_explained(value, text) for value, text in entry.help)
    if not entry.offered:
        others.append(f"not offered: {entry.because}")
    return VariantRow(entry.number, entry.sections, entry.name, entry.question, usual, tuple(others))


def _explained(value: Value, text: str) -> str:
    return f"`{shown(value)}`: {text}"
