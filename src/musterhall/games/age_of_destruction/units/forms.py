"""A unit on a form: a row of figures for each click and each step of heat, and back into the words of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.games.age_of_destruction.alliances import factions
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.own_units import known_equipment
from musterhall.games.age_of_destruction.units.sheet_check import DIAL_ROWS, HEAT_ROWS, MODES, MOST_CLICKS, MOST_STEPS
from musterhall.games.age_of_destruction.units.sheets import sample_sheets, sheet_data
from musterhall.games.age_of_destruction.units.showing import MODES as MODE_WORDS
from musterhall.games.age_of_destruction.units.showing import TYPES

RANKS = ("green", "veteran", "elite", "unique")
WEAPONS = ("ballistic", "energy", "melee")
AMMUNITION = {"": "nothing", "explosion": "explosion", "critical": "critical explosion"}
WORDS = ("name", "type", "rank", "faction", "speed_mode", "weapon", "secondary_weapon")
NUMBERS = ("points", "salvage", "vent", "arc", "places")
MARKS = {"artillery": "artillery", "jump_jets": "jump jets", "infiltrator": "infiltrator"}
CLICK_ROWS, STEP_ROWS = (*DIAL_ROWS, "secondary"), (*HEAT_ROWS, "ammunition", "jam")
BEGINNING = {"type": "infantry", "rank": "green", "speed_mode": "foot", "weapon": "ballistic", "range": [0, 6]}
"""What a new unit is until somebody says otherwise."""


def form_of(unit: UnitSheet | None) -> dict[str, Any]:
    """The form of a unit, or of a new one; a copy of one that ships is proposed a name of its own."""
    if unit is None:
        return form_with(BEGINNING)
    ships = sample_sheets().get(unit.name) is not None
    return form_with(sheet_data(unit) | {"name": f"Our {unit.name}" if ships else unit.name})


def form_with(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as they stand, a row for each click that there could be, and what there is to choose from."""
    heat = data.get("heat")
    heat = heat if isinstance(heat, Mapping) else {}
    return {
        "unit": {**dict.fromkeys((*WORDS, *NUMBERS, *MARKS), ""), **data},
        "range": [_at(data, "range", end) for end in (0, 1)],
        "clicks": [{row: _at(data, row, click) for row in CLICK_ROWS} for click in range(MOST_CLICKS)],
        "steps": [{row: _at(heat, row, step) for row in STEP_ROWS} for step in range(MOST_STEPS)],
        "equipment": data.get("equipment", []),
        "types": list(TYPES.items()),
        "ranks": [(rank, rank) for rank in RANKS],
        "modes": [(mode, MODE_WORDS[mode], [one for one in MODES if mode in MODES[one]]) for mode in MODE_WORDS],
        "weapons": [(weapon, weapon) for weapon in WEAPONS],
        "ammunition": list(AMMUNITION.items()),
        "jams": [("", "nothing"), *((weapon, weapon) for weapon in WEAPONS)],
        "marks": list(MARKS.items()),
        "factions": factions(),
        "known_equipment": known_equipment(),
    }


def data_of(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, in the words of a file; what is missing between two clicks is a hole, which the check names."""
    data: dict[str, Any] = {word: sent[word] for word in WORDS if isinstance(sent.get(word), str)}
    data |= {word: _number(sent[word]) for word in NUMBERS if sent.get(word)}
    data |= {word: True for word in MARKS if sent.get(word)}
    ends = _list(sent.get("range"))
    if ends:
        data["range"] = [_number(one) for one in ends]
    mech = data.get("type") == "mech"
    data |= _columns(_list(sent.get("dial")), CLICK_ROWS if mech else DIAL_ROWS)
    if mech:
        steps = _columns(_list(sent.get("steps")), STEP_ROWS)
        marks = {row: [word or "" for word in steps.pop(row)] for row in ("ammunition", "jam")}
        data["heat"] = steps | {row: words for row, words in marks.items() if any(words)}
    else:
        data = {word: value for word, value in data.items() if word not in ("secondary_weapon", "vent")}
    data["equipment"] = [one for one in _list(sent.get("equipment")) if isinstance(one, str)]
    return data


def field_of(at: str) -> str:
    """attack.3 is dial.3.attack, heat.speed.1 is steps.1.speed; all others are called as in a file."""
    kind, _, rest = at.partition(".")
    if kind in CLICK_ROWS:
        return f"dial.{rest or 0}.{kind}"
    if kind == "heat":
        row, _, step = rest.partition(".")
        return f"steps.{step or 0}.{row or 'speed'}"
    return "range.0" if at == "range" else "equipment[]" if kind == "equipment" else at


def _columns(rows: list[Any], names: tuple[str, ...]) -> dict[str, list[Any]]:
    """A list for each figure, as long as the last row in which anything was typed."""
    typed = [{name: _figure(row, name) for name in names} for row in rows]
    while typed and not any(value not in (None, "") for value in typed[-1].values()):
        typed.pop()
    return {name: [row[name] for row in typed] for name in names}


def _at(rows: Mapping[str, Any], row: str, at: int) -> Any:
    found = rows.get(row)
    given = found[at] if isinstance(found, list) and at < len(found) else None
    return "" if given is None else given


def _list(given: Any) -> list[Any]:
    return given if isinstance(given, list) else []


def _figure(row: Any, name: str) -> Any:
    given = row.get(name) if isinstance(row, Mapping) else None
    return None if given in (None, "") else _number(given)


def _number(given: Any) -> Any:
    """A whole number, or what was typed, which the check refuses."""
    try:
        return int(given) if isinstance(given, str) and len(given) < 8 else given
    except ValueError:
        return given
