"""Unit sheets as commands and pages ask for them: found by name, listed, and shown with their dials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.game.showing import Shown, Table
from musterhall.game.units import Listing, Search, SearchField, Units
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.parts.making import MAKING
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheets import Sheets, sample_sheets, sheet_data
from musterhall.games.age_of_destruction.units.showing import dial_rows, extras, heat_rows, kind_words, range_words
from musterhall.tally import counted


class UnitSheets(Units):
    imports = None
    making = MAKING
    search_fields: Sequence[SearchField] = (
        SearchField("text", "Words that the name holds.", example="WORDS"),
        SearchField("faction", "Its faction, or mercenary.", example="FACTION"),
        SearchField("type", "infantry, vehicle, vtol or mech.", example="TYPE"),
        SearchField("rank", "green, veteran, elite or unique.", example="RANK"),
    )

    def one(self, name: str, library: Sheets | None) -> Listing:
        sheet = _sheets(library).find(name)
        return Listing(sheet_data(sheet), shown(sheet))

    def found(self, search: Search, library: Sheets | None, width: int) -> Listing:
        sheets = list(_sheets(library))
        found = [sheet for sheet in sheets if _fits(sheet, search)]
        heads = ("unit", "faction", "type", "rank", "clicks", "range", "points")
        rows = [
            (
                sheet.name,
                sheet.faction or "mercenary",
                sheet.type,
                sheet.rank,
                str(len(sheet.dial)),
                f"{sheet.least_range}-{sheet.most_range}",
                str(sheet.points),
            )
            for sheet in found
        ]
        table: Shown = [Table([heads, *rows], right=(4, 6))] if found else []
        own = sum(sample_sheets().get(sheet.name) != sheet for sheet in found)
        note = f"{counted(len(found), 'unit')} of {len(sheets)}, {_origin(len(found), own)}."
        return Listing([sheet_data(sheet) for sheet in found], table, (note,))


UNITS = UnitSheets()


def shown(sheet: UnitSheet) -> Shown:
    """A unit with both its dials."""
    more = ", ".join(extras(sheet))
    lines: Shown = [f"{sheet.name}: {kind_words(sheet)}, {sheet.points} points", f"  {range_words(sheet)}"]
    if more:
        lines.append(f"  {more}")
    lines.append(Table(dial_rows(sheet), right=tuple(range(1, len(sheet.dial) + 1))))
    if sheet.heat:
        lines.append(Table(heat_rows(sheet), right=tuple(range(1, len(sheet.heat) + 2))))
    return lines


def _sheets(library: Sheets | None) -> Sheets:
    return sample_sheets() if library is None else library


def _origin(number: int, own: int) -> str:
    """Where they come from: all that ship are invented."""
    if not own:
        return "all of them invented"
    return f"{own} of them made here" if own < number else "all of them made here"


def _fits(sheet: UnitSheet, search: Search) -> bool:
    said: dict[str, Any] = {key: plain(str(value)) for key, value in search.items() if value}
    return (
        said.get("text", "") in plain(sheet.name)
        and said.get("faction", "") in plain(sheet.faction or "mercenary")
        and said.get("type", sheet.type) == sheet.type
        and said.get("rank", sheet.rank) == sheet.rank
    )
