"""Units that somebody here has made: the file they stand in, and everything that is wrong with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from musterhall.game.units import Flaw
from musterhall.games.age_of_destruction.alliances import faction_name, factions, is_mercenary
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.package_data import catalogue_data
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheet_check import DIAL_ROWS, HEAT_ROWS, sheet_flaws
from musterhall.games.age_of_destruction.units.sheets import SheetEntry, read_sheet, sample_sheets, sheet_data
from musterhall.problems import BadInput, Problem, named, near_names, parse_toml, wrong_value
from musterhall.spelling import names_like
from musterhall.toml_text import toml_text

GAME = "age_of_destruction"
LONGEST_FILE = 2_000_000
"""Characters; a thousand units have fewer."""
MOST_UNITS = 1000
JUDGED_TOGETHER = {(row,) for row in (*DIAL_ROWS, "secondary")} | {("heat", row) for row in HEAT_ROWS}
"""Rows of which `sheet_flaws` says all that can be wrong."""


def known_equipment() -> tuple[str, ...]:
    return tuple(catalogue_data("equipment.toml"))


def unit_flaws(data: Mapping[str, Any]) -> list[Flaw]:
    """Everything that keeps these figures from being a unit, field by field."""
    return [*_field_flaws(data), *_name_flaws(data), *_unknown_words(data), *sheet_flaws(data)]


def made_unit(data: Mapping[str, Any], place: str) -> UnitSheet:
    """The unit of these figures, or everything that is wrong with them."""
    if flaws := unit_flaws(data):
        raise BadInput(named([Problem(place, flaw.what) for flaw in flaws]))
    return read_sheet(_as_written(data), place)


def read_units(text: str, name: str) -> list[UnitSheet]:
    """The units of a file, all of them or none."""
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no file of units needs {LONGEST_FILE:,}; split it.")
    rows = _rows(parse_toml(text, name), name)
    problems = [problem for number, row in enumerate(rows, 1) for problem in _row_problems(row, number, name)]
    names = Counter(plain(str(row.get("name", ""))) for row in rows)
    problems += [
        Problem(f"{name}, {one}", f"is there {'twice' if number == 2 else f'{number} times'}; keep one of them")
        for one, number in names.items()
        if one and number > 1
    ]
    if problems:
        raise BadInput(named(problems))
    return [read_sheet(_as_written(row), name) for row in rows]


def units_text(sheets: Sequence[UnitSheet]) -> str:
    """The units as a file that `read_units` reads."""
    return toml_text({"game": GAME, "unit": [sheet_data(sheet) for sheet in sheets]})


def _rows(data: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    if data.get("game") != GAME:
        raise BadInput(f'{name}: does not say that its units are of this game; begin it with game = "{GAME}".')
    rows = data.get("unit")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{name}: has no units; write each below a line with [[unit]].")
    if len(rows) > MOST_UNITS:
        raise BadInput(f"{name}: has {len(rows):,} units; take no more than {MOST_UNITS:,} at once.")
    unknown = [key for key in data if key not in ("game", "unit")]
    if unknown:
        raise BadInput(f"{name}: {unknown[0]} is not known here; take it out, or write it below its [[unit]].")
    return rows


def _row_problems(row: Mapping[str, Any], number: int, name: str) -> Iterator[Problem]:
    called = row.get("name")
    who = called if isinstance(called, str) and called.strip() else f"unit {number}"
    for flaw in unit_flaws(row):
        yield Problem(f"{name}, {who:.80}", flaw.what)


def _field_flaws(data: Mapping[str, Any]) -> Iterator[Flaw]:
    """What a single field cannot say; a row of the dial is judged with the others."""
    try:
        SheetEntry.model_validate(data)
    except ValidationError as error:
        for one in error.errors(include_url=False):
            way = one["loc"]
            place = ".".join(map(str, way))
            if place and way[:1] not in JUDGED_TOGETHER and way[:2] not in JUDGED_TOGETHER:
                yield Flaw(place, f"{_spoken(place)} {wrong_value(one)}{_remedy(one['type'], place)}")


def _remedy(kind: str, place: str) -> str:
    if kind == "extra_forbidden":
        near = names_like(place, SheetEntry.model_fields, 1)
        return f"; perhaps {near[0]} is meant" if near else "; take it out"
    return "; write it down" if kind == "missing" else ""


def _spoken(place: str) -> str:
    return place.replace("_", " ")


def _name_flaws(data: Mapping[str, Any]) -> Iterator[Flaw]:
    """A shipped unit stays as it is: forces that come with the game count on it."""
    name = data.get("name")
    shipped = sample_sheets().get(name) if isinstance(name, str) else None
    if shipped:
        yield Flaw("name", f"{shipped.name} comes with the game; choose another name")


def _unknown_words(data: Mapping[str, Any]) -> Iterator[Flaw]:
    faction = data.get("faction", "")
    if isinstance(faction, str) and not is_mercenary(faction) and faction_name(faction) not in factions():
        remedy = near_names(faction, factions(), f"Known are {', '.join(factions())}; a mercenary has none.")
        yield Flaw("faction", f"no faction is called {faction!r:.60}. {remedy.rstrip('.')}")
    given = data.get("equipment", [])
    known = known_equipment()
    for one in given if isinstance(given, list) else ():
        if isinstance(one, str) and one not in known:
            remedy = near_names(one, known, f"Known are {', '.join(known)}.")
            yield Flaw("equipment", f"no special equipment is called {one!r:.60}. {remedy.rstrip('.')}")


def _as_written(data: Mapping[str, Any]) -> dict[str, Any]:
    """With the faction by its usual name; a mercenary has none."""
    faction = str(data.get("faction", ""))
    return {**data, "faction": "" if is_mercenary(faction) else faction_name(faction)}
