"""Lists that are tables: a line of headings, then a unit on each line."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from musterhall.games.alpha_strike.force.forces import REGULAR_SKILL, ForceUnit, plain
from musterhall.games.alpha_strike.lists.reading import WORST_SKILL, ListedGroup, Reading, heading_of, one_line
from musterhall.games.alpha_strike.lists.unit_words import abilities_in, munitions_in, skill_for
from musterhall.games.alpha_strike.units.cards import Card

HEADINGS: Mapping[str, Sequence[str]] = {
    "unit": ("unit", "name", "unit name", "mech", "model name"),
    "chassis": ("chassis", "class"),
    "model": ("model", "variant"),
    "skill": ("skill", "skill rating", "sk"),
    "pv": ("adjustedpv", "adjusted pv", "total pv", "final pv", "pv", "point value", "points", "cost"),
    "number": ("mul_id", "mul id", "mulid", "id"),
    "label": ("pilot", "callsign", "own name", "pilot name"),
    "count": ("count", "qty", "quantity", "amount", "number", "#"),
    "abilities": ("pilot abilities", "special pilot abilities", "spa", "spas", "abilities"),
    "munitions": ("munitions", "alternate munitions", "ammo", "ammunition"),
    "command": ("command unit", "command", "cmd"),
    "commander": ("commander", "leader"),
    "legendary": ("legendary pilot", "legendary"),
    "group": ("formation", "group", "lance", "star"),
}
FACTS = (
    *("type", "unit type", "role", "size", "sz", "tmm", "mv", "move", "movement", "short", "medium", "long", "extreme"),
    *("s", "m", "l", "e", "dmg", "damage", "armor", "armour", "structure", "arm", "str", "ov", "overheat", "threshold"),
    *("specials", "special abilities", "special", "bv", "battle value", "tonnage", "tons", "year", "introduced", "era"),
    *("tech", "technology", "rules", "base pv", "pv", "rating"),
)
"""What the card says anyway."""
NO = ("", "no", "n", "0", "false", "-")


def headings(line: str) -> Table | None:
    """Which column holds what, if this line is a table's line of headings."""
    for separator in ("\t", ",", ";", "|"):
        titles = [one_line(cell) for cell in _cells(line, separator)]
        cells = [plain(title) for title in titles]
        columns = {}
        for key, spellings in HEADINGS.items():
            place = next((cells.index(one) for one in spellings if one in cells), None)
            if place is not None:
                columns[key] = place
        if ("unit" in columns or "chassis" in columns) and ("skill" in columns or "pv" in columns):
            return Table(separator, titles, columns)
    return None


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:  # a cell of a hundred thousand characters
        return []


@dataclass(slots=True)
class Table:
    separator: str
    titles: Sequence[str]
    columns: Mapping[str, int]
    groups: dict[str, ListedGroup] = field(default_factory=dict)

    def name_unknown(self, reading: Reading) -> None:
        used = set(self.columns.values())
        others = (title for place, title in enumerate(self.titles) if place not in used and title)
        reading.not_known("the column", (title for title in others if plain(title) not in FACTS))

    def read_row(self, reading: Reading, line: str, where: str) -> bool:
        """One line of the table; False if it is not of the table."""
        cells = _cells(line, self.separator)
        row = {key: one_line(cells[place]) if place < len(cells) else "" for key, place in self.columns.items()}
        title = row.get("unit") or f"{row.get('chassis', '')} {row.get('model', '')}".strip()
        card = reading.library.get(title) or _numbered(reading, row.get("number", ""))
        if card is None:
            return False
        count = _number(row.get("count", "")) or 1
        value = _number(row.get("pv", ""))
        label = row.get("label", "")
        unit = ForceUnit(
            label if label and label != title else card.name,
            card,
            _skill(reading, card, row, count, where),
            tuple(abilities_in(reading, card, row.get("abilities", ""), where)),
            plain(row.get("command", "")) not in NO,
            row.get("legendary", ""),
            tuple(munitions_in(reading, card, row.get("munitions", ""), where)),
        )
        self._enter(reading, row.get("group", ""), where)
        reading.add(unit, where, pv=value, count=count, commander=plain(row.get("commander", "")) not in NO)
        return True

    def _enter(self, reading: Reading, said: str, where: str) -> None:
        """The group of this row: the one above, one from further up, or a new one."""
        if "group" not in self.columns:
            return
        known = self.groups.get(plain(said))
        if known is None:
            name, kind = heading_of(said) or (said, "")
            self.groups[plain(said)] = reading.begin(name, kind, where)
        elif reading.groups[-1] is not known:
            reading.groups.remove(known)
            reading.groups.append(known)


def _numbered(reading: Reading, text: str) -> Card | None:
    return reading.library.by_number(int(text)) if re.fullmatch(r"\d{1,9}", text) else None


def _skill(reading: Reading, card: Card, row: Mapping[str, str], count: int, where: str) -> int:
    skill, value = _number(row.get("skill", "")), _number(row.get("pv", ""))
    if skill is None:
        skill = skill_for(card, [value], count) if value is not None else REGULAR_SKILL
    if skill is None or skill > WORST_SKILL:
        reading.complain(where, f"{card.name} has no skill that can be read", f"It is taken as {REGULAR_SKILL}.")
        return REGULAR_SKILL
    return skill


def _number(text: str) -> int | None:
    match = re.search(r"\d{1,6}", text)
    return int(match[0]) if match else None
