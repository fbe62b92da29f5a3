"""How much of Age of Destruction has a function and a worked case: every line of the sheet, and the base rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from musterhall.battle.coverage import (
    Section,
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
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.terrain import goings
from musterhall.games.age_of_destruction.package_data import PACKAGE, package_text
from musterhall.games.age_of_destruction.position.moments import equipment
from musterhall.games.age_of_destruction.units.showing import MODES

FILE = "catalogue/sections.toml"
CARDS = "special equipment cards of 2002 to 2005"


class AgeOfDestructionRulebook(Rulebook):
    """The reference sheet line by line, and what it takes for granted."""

    def sections(self) -> tuple[Section, ...]:
        return sheet_sections()

    def words(self) -> Mapping[str, tuple[str, ...]]:
        return read_words(package_text("catalogue", "rules_in_words.toml"), "catalogue/rules_in_words.toml")

    def said(self) -> Mapping[str, list[str]]:
        return said(PACKAGE)

    def coverage(self, cases: Mapping[str, str]) -> CoverageReport:
        covered = coverage(PACKAGE, sheet_sections(), cases)
        strays = unknown(PACKAGE, sheet_sections(), cases)
        page = f"{coverage_markdown('Age of Destruction', covered)}\n{_figures_page()}"
        return CoverageReport(tuple(covered), tuple(missing(covered)), tuple(strays), page)


@cache
def sheet_sections() -> tuple[Section, ...]:
    """Every numbered line."""
    return read_sections(package_text("catalogue", "sections.toml"), FILE)


def listed_figures() -> list[EditionFigure]:
    """Every figure that the rules take for granted, with its certainty: the edition's, how each speed mode takes
    terrain, and what special equipment does."""
    ways = [
        EditionFigure(
            f"going: {mode}",
            f"how a unit goes that is {MODES[mode]}",
            f"hindering terrain {row.hindering}, shallow water {row.shallow}, deep water {row.deep}",
            row.certainty,
            row.source,
        )
        for mode, row in goings().items()
    ]
    worn = [
        EditionFigure(name, "special equipment", row.about, "sure" if row.sure else "unknown", CARDS)
        for name, row in equipment().items()
    ]
    return [*Edition.file.listed(), *ways, *worn]


def _figures_page() -> str:
    """What is not known for sure, or can be read otherwise, as a part of the page."""
    head = ("figure", "what it is", "here", "others", "certainty", "source")
    lines = [head, ("---",) * len(head), *map(_figure_row, listed_figures())]
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
    return f"## Figures and readings\n\n{table}\n"


def _figure_row(one: EditionFigure) -> tuple[str, ...]:
    here = "not known" if one.value is None else shown(one.value)
    return (f"`{one.name}`", one.about, here, ", ".join(map(shown, one.alternatives)), one.certainty, one.source)
