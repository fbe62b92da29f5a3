"""How much of Alpha Strike has a function and a worked case: sections, every ability and formation, unsure figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from musterhall.battle.coverage import (
    CaseTitle,
    Section,
    SectionCoverage,
    Status,
    coverage,
    coverage_markdown,
    missing,
    read_sections,
    read_words,
    said,
    unknown,
)
from musterhall.game.edition import EditionFigure
from musterhall.game.rulebook import CoverageReport, Rulebook
from musterhall.game.variants import shown
from musterhall.games.alpha_strike.abilities.command_abilities import command_abilities
from musterhall.games.alpha_strike.abilities.pilot_abilities import pilot_abilities
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.formations.formations import formation_types
from musterhall.games.alpha_strike.package_data import PACKAGE, catalogue_data, package_text
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.units.specials_in_play import specials_in_play
from musterhall.problems import parse_toml
from musterhall.tally import counted
from musterhall.toml_text import toml_text

FILE = "catalogue/sections.toml"
SPECIALS, COMMAND, PILOT, FORMATION = "10", "16", "17", "18"
WORDS: Mapping[str, tuple[str, ...]] = {
    "command_abilities": (COMMAND,),
    "pilot_abilities": ("11", PILOT),
    "average_skill": ("11",),
    "point_value": ("11",),
    "formations": (FORMATION,),
    "munitions": ("8",),
}
"""Sections that worked cases call by a word."""


@dataclass(frozen=True, slots=True)
class Row:
    """An ability or a formation: a row below its section."""

    section: str
    key: str
    title: str
    data: tuple[str, ...]
    """What the catalogue says of it in figures, in words."""

    @property
    def number(self) -> str:
        return f"{self.section}.{self.key}"


class AlphaStrikeRulebook(Rulebook):
    """The sections of Alpha Strike and its events."""

    def sections(self) -> tuple[Section, ...]:
        return tuple(_with_rows())

    def words(self) -> Mapping[str, tuple[str, ...]]:
        return read_words(package_text("catalogue", "rules_in_words.toml"), "catalogue/rules_in_words.toml")

    def said(self) -> Mapping[str, list[str]]:
        return said(PACKAGE)

    def coverage(self, cases: Mapping[str, str]) -> CoverageReport:
        read = [Case.of(text, file) for file, text in sorted(cases.items())]
        numbered = {case.file: case.in_numbers() for case in read}
        covered = coverage(PACKAGE, book_sections(), numbered)
        rows = {**_row_coverage(read), SPECIALS: [_special_coverage(one) for one in idle_specials()]}
        everything = [one for section in covered for one in (section, *rows.get(section.section, ()))]
        strays = unknown(PACKAGE, book_sections(), numbered)
        page = f"{coverage_markdown('Alpha Strike', everything)}\n{_specials_page()}\n{_figures_page()}"
        return CoverageReport(tuple(everything), tuple(missing(everything)), tuple(strays), page)


@cache
def book_sections() -> tuple[Section, ...]:
    """Every numbered section."""
    return read_sections(package_text("catalogue", "sections.toml"), FILE)


@cache
def ability_rows() -> tuple[Row, ...]:
    """Every command ability, pilot ability and formation, in the catalogue's order."""
    commands = [
        Row(
            COMMAND, key, one.name, _modifiers(len(one.modifiers) + sum(len(o.modifiers) for o in one.options.values()))
        )
        for key, one in command_abilities().items()
    ]
    pilots = [Row(PILOT, key, one.name, _modifiers(len(one.modifiers))) for key, one in pilot_abilities().items()]
    kinds = [Row(FORMATION, key, one.name, _awards(len(one.bonus))) for key, one in formation_types().items()]
    return (*commands, *pilots, *kinds)


@cache
def at_rest() -> Mapping[str, str]:
    """Every ability and formation that changes no battle, by the number of its row, with the rule that it waits for."""
    return {str(number): str(because) for number, because in catalogue_data("at_rest.toml").items()}


@cache
def idle_specials() -> tuple[Section, ...]:
    """Every special of a card that does nothing in battles, with the reason."""
    reasons = specials_in_play().without_effect
    return tuple(Section(f"{SPECIALS}.{name}", name, "text", because=reason) for name, reason in reasons.items())


def _special_coverage(one: Section) -> SectionCoverage:
    return SectionCoverage(one.number, one.title, one.status, one.because, one.later, (), ())


def _modifiers(number: int) -> tuple[str, ...]:
    return (counted(number, "modifier"),) if number else ()


def _awards(number: int) -> tuple[str, ...]:
    return (counted(number, "award"),) if number else ()


def _with_rows() -> Iterator[Section]:
    for section in book_sections():
        yield section
        for row in ability_rows():
            if row.section == section.number:
                because = at_rest().get(row.number, "")
                yield Section(row.number, row.title, "text" if because else section.status, because)
        if section.number == SPECIALS:
            yield from idle_specials()


# Worked cases


@dataclass(frozen=True, slots=True)
class Case:
    """A worked case, as far as it matters whom it is about."""

    file: str
    title: str
    said: tuple[str, ...]
    """What it names as its rule."""
    text: str
    on_a_table: bool
    """Whether units stand on a table in it, so that what it shows is played and not only worked out."""

    @classmethod
    def of(cls, text: str, file: str) -> Case:
        case = parse_toml(text, file)
        rule = case.get("rule", [])
        said = tuple(str(one) for one in (rule if isinstance(rule, list) else [rule]))
        return cls(file, str(case.get("title", "")), said, text, isinstance(case.get("unit"), list))

    def in_numbers(self) -> str:
        """The same with the numbers of its sections in place of keys and words."""
        numbers = dict.fromkeys(number for word in self.said for number in _sections_of(word))
        return toml_text({"title": self.title, "rule": list(numbers)})

    def is_about(self, row: Row) -> bool:
        """It names an ability's key as its rule or in its file's name; or, of the whole section, writes its name."""
        if row.key in self.said or row.number in self.said or _row_of_file(self.file) == row.number:
            return True
        whole = row.section == PILOT or any(row.section in _sections_of(word) for word in self.said)
        return whole and re.search(rf'"{re.escape(row.title)}(?: \(|")', self.text) is not None


def _sections_of(word: str) -> tuple[str, ...]:
    """The sections that a case's word means: a number, an ability's key, or a word for a whole section."""
    if word in WORDS:
        return WORDS[word]
    rows = tuple(dict.fromkeys(row.section for row in ability_rows() if word in (row.key, row.number)))
    return rows or (word,)


@cache
def _row_of_file(file: str) -> str:
    """The row that a file is named after: 18-light_battle-gone.toml; of several the one with the longest key."""
    stem = file.rpartition("/")[2].removesuffix(".toml").replace("-", "_") + "_"
    fitting = [row for row in ability_rows() if stem.startswith(f"{row.section}_{row.key}_")]
    return max(fitting, key=lambda row: len(row.key)).number if fitting else ""


def _row_coverage(cases: Sequence[Case]) -> dict[str, list[SectionCoverage]]:
    """Every row that does not rest: something acts for it, and a case plays it on a table."""
    found: dict[str, list[SectionCoverage]] = {}
    for row in ability_rows():
        because = at_rest().get(row.number, "")
        own = [case for case in cases if case.is_about(row)]
        played = any(case.on_a_table for case in own)
        titles = tuple(CaseTitle(case.file, case.title) for case in own) if played or because else ()
        status: Status = "text" if because else "rule"
        one = SectionCoverage(row.number, row.title, status, because, "", (*_hooks(row), *row.data), titles)
        found.setdefault(row.section, []).append(one)
    return found


def _hooks(row: Row) -> tuple[str, ...]:
    """The functions that act for an ability at a moment of the rules, in an order that no import changes."""
    acts = (moment.acts[row.key] for moment in Moment.all if row.key in moment.acts)
    return tuple(sorted(f"{act.__module__.removeprefix(PACKAGE).lstrip('.')}.{act.__qualname__}" for act in acts))


# Specials


def _specials_page() -> str:
    """In which section each special acts, as a part of the page."""
    by_section: dict[str, list[str]] = {}
    for name, section in specials_in_play().in_force.items():
        by_section.setdefault(section, []).append(name)
    titles = {one.number: one.title for one in book_sections()}
    lines = [f"| {number} {titles[number]} | {', '.join(names)} |" for number, names in by_section.items()]
    return "## Specials in force\n\n| section | specials |\n| --- | --- |\n" + "\n".join(lines) + "\n"


# Figures


def _figures_page() -> str:
    """What is not known for sure, or can be read otherwise, as a part of the page."""
    head = ("figure", "what it is", "here", "others", "certainty", "source")
    lines = [head, ("---",) * len(head), *map(_figure_row, Edition.file.listed())]
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
    return f"## Figures and readings\n\n{table}\n"


def _figure_row(one: EditionFigure) -> tuple[str, ...]:
    here = "not known" if one.value is None else shown(one.value)
    return (f"`{one.name}`", one.about, here, ", ".join(map(shown, one.alternatives)), one.certainty, one.source)
