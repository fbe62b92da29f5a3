"""A unit on a form: a row of figures for each click and each step of heat, and back into the words of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.games.age_of_destruction.alliances import factions
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.own_units import known_equipment
from musterhall.games.age_of_destruction.units.sheet_check import DIAL_ROWS, HEAT_ROWS, MODES
from musterhall.games.age_of_destruction.units.sheets import sheet_data
from musterhall.games.age_of_destruction.units.showing import MODES as MODE_WORDS
from musterhall.games.age_of_destruction.units.showing import TYPES

RANKS = ("green", "veteran", "elite", "unique")
WEAPONS = ("ballistic", "energy", "melee")
NUMBERS = ("points", "salvage", "vent", "arc", "places")
MARKS = ("artillery", "jump_jets", "infiltrator")
FIRST_CLICKS, FIRST_STEPS = 5, 4
"""Of a new unit."""
WORDS = ("name", "type", "rank", "faction", "speed_mode", "weapon", "secondary_weapon")


def form_of(unit: UnitSheet | None) -> dict[str, Any]:
    """What the form shows, and what there is to choose from."""
    data = sheet_data(unit) if unit else {}
    return filled(data) | {
        "types": list(TYPES.items()),
        "ranks": [(rank, rank) for rank in RANKS],
        "modes": [(mode, f"{MODE_WORDS[mode]}", type_) for type_, modes in MODES.items() for mode in modes],
        "weapons": [(weapon, weapon) for weapon in WEAPONS],
        "factions": factions(),
        "known_equipment": known_equipment(),
    }


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as they stand, click by click."""
    clicks = max((len(data.get(row, ())) for row in DIAL_ROWS), default=0) or FIRST_CLICKS
    heat = data.get("heat") or {}
    steps = len(heat.get("speed", ())) or FIRST_STEPS
    return {
        "unit": {**dict.fromkeys((*WORDS, *NUMBERS), ""), **dict.fromkeys(MARKS, False), **data},
        "range": data.get("range", ["", ""]),
        "clicks": [{row: _at(data, row, click) for row in (*DIAL_ROWS, "secondary")} for click in range(clicks)],
        "steps": [{row: _at(heat, row, step) for row in (*HEAT_ROWS, "ammunition", "jam")} for step in range(steps)],
        "equipment": data.get("equipment", []),
    }


def data_of(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, in the words of a file; what is missing stays a hole, which the check names."""
    data: dict[str, Any] = {word: sent[word] for word in WORDS if isinstance(sent.get(word), str)}
    data |= {word: _number(sent[word]) for word in NUMBERS if sent.get(word)}
    data |= {word: True for word in MARKS if sent.get(word)}
    ends = _rows(sent.get("range"))
    if ends:
        data["range"] = [_number(one) for one in ends]
    mech = data.get("type") == "mech"
    clicks = _rows(sent.get("dial"))
    for row in (*DIAL_ROWS, "secondary") if mech else DIAL_ROWS:
        data[row] = [_figure(click, row) for click in clicks]
    if mech:
        data["heat"] = _heat(_rows(sent.get("steps")))
    else:
        data.pop("secondary_weapon", None)
        data.pop("vent", None)
    if isinstance(sent.get("equipment"), list):
        data["equipment"] = [one for one in sent["equipment"] if isinstance(one, str)]
    return data


def _heat(steps: list[Any]) -> dict[str, Any]:
    heat: dict[str, Any] = {row: [_figure(step, row) for step in steps] for row in HEAT_ROWS}
    marks = {row: [_word(step, row) for step in steps] for row in ("ammunition", "jam")}
    return heat | {row: words for row, words in marks.items() if any(words)}


def _at(rows: Mapping[str, Any], row: str, at: int) -> Any:
    found = rows.get(row, ())
    return found[at] if at < len(found) else ""


def _rows(given: Any) -> list[Any]:
    return given if isinstance(given, list) else []


def _figure(row: Any, name: str) -> Any:
    given = row.get(name) if isinstance(row, Mapping) else None
    return None if given in (None, "") else _number(given)


def _word(row: Any, name: str) -> str:
    given = row.get(name) if isinstance(row, Mapping) else None
    return given if isinstance(given, str) else ""


def _number(given: Any) -> Any:
    """A whole number, or what was typed, which the check refuses."""
    try:
        return int(given) if isinstance(given, str) and len(given) < 8 else given
    except ValueError:
        return given
