"""Units that people make themselves, as commands and pages ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.game.units import Flaw, Question, UnitMaking
from musterhall.games.age_of_destruction.package_data import package_text
from musterhall.games.age_of_destruction.units import asking, forms, own_units
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheets import Sheets, read_sheet, sample_sheets, sheet_data
from musterhall.games.age_of_destruction.units.showing import kind_words
from musterhall.tally import counted


class OwnUnits(UnitMaking):
    def shipped(self) -> Sheets:
        return sample_sheets()

    def library(self, rows: Sequence[Any], name: str) -> Sheets:
        return Sheets(read_sheet(row, f"{name}, {row.get('name', number)}") for number, row in enumerate(rows, 1))

    def of(self, cards: Sequence[UnitSheet]) -> Sheets:
        return Sheets(cards)

    def merge(self, *libraries: Sheets) -> Sheets:
        return Sheets(sheet for library in libraries for sheet in library)

    def rows(self, library: Sheets) -> list[Any]:
        return [sheet_data(sheet) for sheet in library]

    def read(self, text: str, name: str) -> list[UnitSheet]:
        return own_units.read_units(text, name)

    def text(self, units: Sequence[UnitSheet]) -> str:
        return own_units.units_text(units)

    def name(self, unit: UnitSheet) -> str:
        return unit.name

    def made(self, data: Mapping[str, Any], name: str) -> UnitSheet:
        return own_units.made_unit(data, name)

    def flaws(self, data: Mapping[str, Any]) -> list[Flaw]:
        return own_units.unit_flaws(data)

    def next_question(self, said: Mapping[str, str]) -> Question | None:
        return asking.next_question(said)

    def require_answer(self, said: Mapping[str, str], question: Question, answer: str) -> None:
        asking.require_answer(said, question, answer)

    def said_data(self, said: Mapping[str, str]) -> dict[str, Any]:
        return asking.unit_data(said)

    def template(self, name: str) -> str:
        return package_text("pages", f"{name}.html")

    def form(self, unit: UnitSheet | None) -> dict[str, Any]:
        return forms.form_of(unit)

    def form_data(self, sent: Mapping[str, Any]) -> dict[str, Any]:
        return forms.data_of(sent)

    def form_again(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return forms.form_with(data)

    def form_field(self, at: str) -> str:
        return forms.field_of(at)

    def in_short(self, unit: UnitSheet) -> str:
        return f"{kind_words(unit)}, {unit.points} points, {counted(len(unit.dial), 'click')}"


MAKING = OwnUnits()
