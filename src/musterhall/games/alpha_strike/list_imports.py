"""Lists that other tools wrote: read as far as their forms are known, with everything else named.

- JSON as Jeff's BattleTech Tools exports a force: groups of units, each with its number on the Master Unit List.
- Text as it is copied or saved from the Master Unit List's force builder and its like: one unit a line with skill and
  point value in any order, or a table with a line of headings, separated by tabs, commas or semicolons.
- The code that Tabletop Simulator takes: {{number, skill}, ...}.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from musterhall.games.alpha_strike.cards import Card
from musterhall.games.alpha_strike.forces import REGULAR_SKILL, Force, ForceUnit, Group, plain, tell_apart
from musterhall.games.alpha_strike.formations import find_formation
from musterhall.games.alpha_strike.library import Library
from musterhall.games.alpha_strike.mul import card_from_mul
from musterhall.games.alpha_strike.point_values import unit_pv
from musterhall.problems import BadInput, Problem

LONGEST_FILE = 5_000_000
LONGEST_NAME = 200
LONGEST_LINE = 400
"""Letters of a line that may be a unit; each number in it is tried with each other as skill and value."""
MOST_UNITS = 500
MOST_LINES = 2_000
"""Lines of text, or rows of JSON: each is looked up in the whole library."""
MOST_NAMED = 100
"""Lines that are not understood and named one by one; of the others the number is told."""
NEAREST_OFFERED = 10
"""Unknown names for which near ones are looked up, which takes a while in a large library."""

WORST_SKILL = 8


@dataclass(frozen=True, slots=True)
class ListImport:
    """The force in a list, and what of the list could not be read or does not agree with the catalogue."""

    force: Force
    problems: tuple[Problem, ...] = ()


def import_list(text: str, name: str, library: Library) -> ListImport:
    """A list in any of the forms that are known."""
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no list needs {LONGEST_FILE:,}; check the file.")
    start = text.lstrip("\ufeff \t\r\n")
    if re.match(r"\{\s*\{", start):
        return import_code(start, name, library)
    if start[:1] in ("{", "["):
        return import_json(start, name, library)
    return import_text(start, name, library)


def import_json(text: str, name: str, library: Library) -> ListImport:
    """A force, a group or an array of units from Jeff's BattleTech Tools."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a list; export it again.") from None
    except ValueError as error:
        raise BadInput(f"{name}: not readable as JSON: {error}. Export the list again and try once more.") from error
    reading = _Reading(name, library)
    title = data.get("customName") or data.get("name") if isinstance(data, Mapping) else ""
    for at, group in enumerate(_json_groups(data, name), 1):
        _json_group(reading, group, f"group {at}")
    return reading.finished(str(title or ""))


def import_text(text: str, name: str, library: Library) -> ListImport:
    """Text with one unit a line, or a table with headings."""
    lines = text.splitlines()
    reading = _Reading(name, library)
    columns: dict[str, int] = {}
    separator = ""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        reading.count(where := f"line {number}")
        if len(line) > LONGEST_LINE:
            reading.complain(where, "is too long to be a unit", "Write one unit on each line.")
            continue
        if not columns:
            columns, separator = _headings(line)
            if columns:
                continue
        if not (columns and _row(reading, _cells(line, separator), columns, where)):
            _line(reading, line, where)
    return reading.finished()


def import_code(text: str, name: str, library: Library) -> ListImport:
    """{{number on the Master Unit List, skill}, ...}"""
    pairs = re.findall(r"\{\s*(\d{1,9})\s*,\s*(\d{1,2})\s*\}", text)
    left = re.sub(r"\{\s*\d{1,9}\s*,\s*\d{1,2}\s*\}|[\s,{}]", "", text)
    reading = _Reading(name, library)
    if len(pairs) > MOST_UNITS:
        raise BadInput(f"{name}: has {len(pairs):,} units, and no force has more than {MOST_UNITS}; check the code.")
    if left:
        reading.complain("the code", f"{_shown(left)} is not understood")
    for at, (number, skill) in enumerate(pairs, 1):
        card = reading.by_number(int(number))
        if card is None:
            what = f"the catalogue has no unit {number} of the Master Unit List"
            reading.complain(f"unit {at}", what, "Have it imported.", way="import_units")
        else:
            reading.add(card, int(skill), f"unit {at}")
    return reading.finished()


@dataclass(slots=True)
class _Reading:
    """A list while it is read."""

    name: str
    library: Library
    units: list[ForceUnit] = field(default_factory=list)
    kinds: list[tuple[str, str, list[int]]] = field(default_factory=list)
    """Formations: name, kind, and the places of their units."""
    said: dict[str, str] = field(default_factory=dict)
    """Faction, era, ... as the list gives them."""
    totals: list[tuple[str, int]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    looked_at: int = 0
    not_named: int = 0
    offered: int = 0

    def add(
        self, card: Card, skill: int, where: str, *, label: str = "", pv: int | None = None, count: int = 1
    ) -> None:
        if len(self.units) + count > MOST_UNITS:
            raise BadInput(
                f"{self.name}: {where}: has more than {MOST_UNITS} units, which is no force; check the list."
            )
        unit = ForceUnit(label or card.name, card, skill)
        if pv is not None and pv != unit.pv.total:
            what = f"the list has {card.name} at {pv} points, and here it costs {unit.pv.total}: {unit.pv}"
            self.complain(where, what, "Find out which is newer.")
        for _ in range(count):
            if self.kinds:
                self.kinds[-1][2].append(len(self.units))
            self.units.append(unit)

    def count(self, where: str) -> None:
        """One more line or row was come to."""
        self.looked_at += 1
        if self.looked_at > MOST_LINES:
            raise BadInput(
                f"{self.name}: {where}: comes after {MOST_LINES:,} others, which is no list; check the file."
            )

    def complain(self, where: str, what: str, remedy: str = "", way: str = "") -> None:
        if len(self.problems) < MOST_NAMED:
            self.problems.append(Problem(f"{self.name}, {where}", what, "", remedy, way))
        else:
            self.not_named += 1

    def unknown(self, where: str, title: str) -> None:
        """A unit, or a line, that means nothing here."""
        self.offered += 1
        near = self.library.nearest(title) if self.offered <= NEAREST_OFFERED else []
        remedy = f"Perhaps {' or '.join(near)} is meant." if near else "Add it by hand if it matters."
        self.complain(where, f"{_shown(title)} is not understood", remedy)

    def by_number(self, number: int) -> Card | None:
        return next((card for card in self.library.cards if number and card.mul_id == number), None)

    def finished(self, title: str = "") -> ListImport:
        if not self.units:
            first = f" The first thing not understood: {self.problems[0]}" if self.problems else ""
            raise BadInput(f"{self.name}: no unit is found in this list; check that it is one.{first}")
        if self.not_named:
            self.problems.append(Problem(self.name, f"{self.not_named} more lines are not understood"))
        cost = sum(unit.pv.total for unit in self.units)
        if self.totals and cost not in (total for _, total in self.totals):
            where, total = self.totals[-1]
            self.complain(where, f"the list adds up to {total} points, and what was read of it to {cost}")
        names = tell_apart([unit.name for unit in self.units])
        units = [ForceUnit(label, unit.card, unit.skill) for label, unit in zip(names, self.units, strict=True)]
        kinds = [(group, kind, places) for group, kind, places in self.kinds if kind and places]
        labels = tell_apart([group or kind for group, kind, _ in kinds])
        groups = [
            Group(label, kind, tuple(names[place] for place in places))
            for label, (_, kind, places) in zip(labels, kinds, strict=True)
        ]
        force = Force(
            name=title or self.said.get("name") or "Imported force",
            player=self.said.get("player", ""),
            faction=self.said.get("faction", ""),
            era=self.said.get("era", ""),
            units=tuple(units),
            groups=tuple(groups),
        )
        return ListImport(force, tuple(self.problems))


# JSON


def _json_groups(data: Any, name: str) -> Sequence[Any]:
    if isinstance(data, Mapping) and isinstance(data.get("groups"), list):
        return list(data["groups"])
    if isinstance(data, Mapping) and isinstance(data.get("units"), list):
        return [data]
    if isinstance(data, list):
        nested = any(isinstance(row, Mapping) and isinstance(row.get("units"), list) for row in data)
        return data if nested else [{"units": data}]
    raise BadInput(f"{name}: has neither groups nor units; export the force from the tool as JSON and try again.")


def _json_group(reading: _Reading, group: Any, where: str) -> None:
    reading.count(where)
    rows = group.get("units") if isinstance(group, Mapping) else None
    if not isinstance(rows, list):
        reading.complain(where, "has no units")
        return
    reading.kinds.append((_text(group.get("name")), _json_kind(reading, group, where), []))
    for at, row in enumerate(rows, 1):
        _json_unit(reading, row, f"{where}, unit {at}")


def _json_kind(reading: _Reading, group: Mapping[str, Any], where: str) -> str:
    """The formation that the tool was told to give a bonus for."""
    bonus = _text(group.get("formationBonus"))
    if not bonus or plain(bonus) == "none":
        return ""
    try:
        return find_formation(bonus).name
    except BadInput as complaint:
        reading.complain(where, str(complaint))
        return ""


def _json_unit(reading: _Reading, row: Any, where: str) -> None:
    reading.count(where)
    if not isinstance(row, Mapping):
        reading.unknown(where, str(row)[:LONGEST_NAME])
        return
    card = _json_card(reading, row, where)
    if card is None:
        return
    told = row.get("pilot")
    pilot: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
    skill = next((value for value in (row.get("currentSkill"), pilot.get("gunnery")) if _is_skill(value)), None)
    if skill is None:
        reading.complain(where, f"{card.name} has no skill that can be read", f"It is taken as {REGULAR_SKILL}.")
    for key in set(pilot) - {"name", "piloting", "gunnery", "wounds"}:
        if pilot[key]:
            reading.complain(where, f"{card.name}: the pilot's {_shown(str(key))} is not understood", "Add it by hand.")
    label = _text(row.get("customName"))
    reading.add(card, REGULAR_SKILL if skill is None else int(skill), where, label=label)


def _json_card(reading: _Reading, row: Mapping[str, Any], where: str) -> Card | None:
    """The catalogue's card by number or name, or else the one that the list brings along."""
    number = next((row[key] for key in ("Id", "mulID") if isinstance(row.get(key), int)), 0)
    title = _text(row.get("Name")) or _text(row.get("name"))
    card = reading.by_number(number) or reading.library.get(title)
    if card is None and "BFPointValue" in row:
        try:
            return card_from_mul(row)
        except BadInput as complaint:
            reading.complain(where, str(complaint))
            return None
    if card is None:
        reading.unknown(where, title or f"a unit without a name, number {number}")
        return None
    base = row.get("BFPointValue", row.get("basePoints"))
    if isinstance(base, int) and base != card.pv:
        reading.complain(
            where, f"{card.name} costs {base} in the list and {card.pv} in the catalogue", "Find out which is newer."
        )
    return card


def _is_skill(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= WORST_SKILL


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


# Tables

_HEADINGS = {
    "unit": ("unit", "name", "unit name", "mech", "model name"),
    "chassis": ("chassis", "class"),
    "model": ("model", "variant"),
    "skill": ("skill", "skill rating", "sk"),
    "pv": ("adjustedpv", "adjusted pv", "total pv", "final pv", "pv", "point value", "points", "cost"),
    "number": ("mul_id", "mul id", "mulid", "id"),
    "label": ("pilot", "callsign"),
}


def _headings(line: str) -> tuple[dict[str, int], str]:
    """Which column holds what, if this line is a table's line of headings."""
    for separator in ("\t", ",", ";", "|"):
        cells = [plain(cell) for cell in _cells(line, separator)]
        columns = {}
        for key, spellings in _HEADINGS.items():
            place = next((cells.index(one) for one in spellings if one in cells), None)
            if place is not None:
                columns[key] = place
        if ("unit" in columns or "chassis" in columns) and ("skill" in columns or "pv" in columns):
            return columns, separator
    return {}, ""


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:  # a cell of a hundred thousand characters
        return []


def _row(reading: _Reading, cells: Sequence[str], columns: Mapping[str, int], where: str) -> bool:
    """One line of a table; False if it is not of the table."""

    def cell(key: str) -> str:
        place = columns.get(key, len(cells))
        return cells[place].strip() if place < len(cells) else ""

    title = cell("unit") or f"{cell('chassis')} {cell('model')}".strip()
    number = cell("number")
    card = reading.library.get(title) or (reading.by_number(int(number)) if re.fullmatch(r"\d{1,9}", number) else None)
    if card is None:
        return False
    skill, value = _number(cell("skill")), _number(cell("pv"))
    if skill is None:
        skill = _skill_for(card, [value]) if value is not None else REGULAR_SKILL
    if skill is None or skill > WORST_SKILL:
        reading.complain(where, f"{card.name} has no skill that can be read", f"It is taken as {REGULAR_SKILL}.")
        skill = REGULAR_SKILL
    reading.add(card, skill, where, label=cell("label") if cell("label") != title else "", pv=value)
    return True


def _number(text: str) -> int | None:
    match = re.search(r"\d{1,6}", text)
    return int(match[0]) if match else None


# Lines

_SAID = re.compile(r"\s*(name|force|player|faction|era)\s*:\s*(\S.*)", re.IGNORECASE)
_TOTAL = re.compile(r"(grand )?(total|sum)\b.*|[\d,./\s]+(pv|points)\b|[-=_*#]+", re.IGNORECASE)
_COUNT = re.compile(r"\s*(?:[-*\u2022]|\d+[.)])?\s*(?:(\d{1,2})\s*[x\u00d7]\s+)?(.*)", re.IGNORECASE)


def _line(reading: _Reading, line: str, where: str) -> None:
    """A line of free text: a unit, a heading, something said of the force, a total, or nothing that is known."""
    said = _SAID.fullmatch(line)
    if said:
        key = said[1].lower()
        reading.said["name" if key == "force" else key] = said[2].strip()
        return
    if _TOTAL.fullmatch(line.strip()):
        total = _named_number(line, r"\b(\d{1,5})\s*(?:pv|points?)\b|(?:pv|points?)\W{0,3}(\d{1,5})\b")
        reading.totals += [(where, total)] if total is not None else []
        return
    counted = _COUNT.fullmatch(line)
    count, rest = (int(counted[1] or 1), counted[2]) if counted else (1, line)
    card, rest = _leading_card(rest, reading.library)
    if card is not None:
        skill, pv = _skill_and_value(reading, card, rest, where)
        reading.add(card, skill, where, pv=pv, count=count)
    elif not _heading(reading, line):
        reading.unknown(where, " ".join(line.split()))


def _leading_card(text: str, library: Library) -> tuple[Card | None, str]:
    """The card whose name begins the text, the longest there is, and what follows it."""
    ends = [match.end() for match in re.finditer(r"\S+", text[:200])]
    for end in reversed(ends):
        card = library.get(text[:end].strip(" \t,;:|-"))
        if card is not None:
            return card, text[end:]
    return None, text


def _skill_and_value(reading: _Reading, card: Card, rest: str, where: str) -> tuple[int, int | None]:
    skill = _named_number(rest, r"skill\W*(\d{1,2})\b|\bs(?:k|kill)?[:= ]*(\d)\b")
    value = _value(card, skill, rest)
    numbers = [int(found) for found in re.findall(r"(?<![\w.-])\d{1,4}(?![\w-])", rest)]
    if skill is None:
        skill = _skill_for(card, [value] if value is not None else numbers)
        value = value if value is not None or skill is None else unit_pv(card, skill).total
    if skill is None and len(numbers) == 1 and numbers[0] <= WORST_SKILL:
        skill = numbers[0]
    if skill is None or skill > WORST_SKILL:
        if numbers or value is not None:
            what = f"{card.name}: no skill is found in {_shown(rest.strip())}"
            reading.complain(where, what, f"It is taken as {REGULAR_SKILL}.")
        return REGULAR_SKILL, None
    return skill, value


def _value(card: Card, skill: int | None, rest: str) -> int | None:
    """The point value, written before or behind its name; of two numbers beside it the one that the card can cost."""
    found = [int(one) for one in re.findall(r"(?:pv|points?)\W{0,3}(\d{1,4})\b", rest, re.IGNORECASE)]
    found += [int(one) for one in re.findall(r"\b(\d{1,4})\s*(?:pv|points?)\b", rest, re.IGNORECASE)]
    skills = range(WORST_SKILL + 1) if skill is None else [skill]
    possible = {unit_pv(card, one).total for one in skills}
    return next((one for one in found if one in possible), found[0] if found else None)


def _skill_for(card: Card, numbers: Sequence[int | None]) -> int | None:
    """The skill among the numbers whose point value follows it, or precedes it; or the only one with such a value."""
    values = {skill: unit_pv(card, skill).total for skill in range(WORST_SKILL + 1)}
    for pairs in (combinations(numbers, 2), combinations(reversed(numbers), 2)):
        both = {skill for skill, value in pairs if skill is not None and values.get(skill) == value}
        if len(both) == 1:
            return both.pop()
    fitting = [skill for skill, value in values.items() if value in numbers]
    return fitting[0] if len(fitting) == 1 else None


def _named_number(text: str, pattern: str) -> int | None:
    match = re.search(pattern, text, re.IGNORECASE)
    return int(next(group for group in match.groups() if group)) if match else None


def _heading(reading: _Reading, line: str) -> bool:
    """Alpha: Command Lance, or only the kind of a formation: what follows belongs to it."""
    parts = [part.strip() for part in re.split(r"[:()\"]| - ", line.strip()) if part.strip()]
    for part in parts:
        try:
            kind = find_formation(part).name
        except BadInput:
            continue
        label = next((other for other in parts if other != part), "")
        reading.kinds.append((label, kind, []))
        return True
    return False


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:80]}...")
