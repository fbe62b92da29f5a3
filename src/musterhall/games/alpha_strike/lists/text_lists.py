"""Lists in plain text: one unit a line, headings, and what is said of the whole force; or a table.

Whatever a line says of its unit is kept or named. A force that is written so is read again as it was.
"""

from __future__ import annotations

import json
import re
from typing import Any

from musterhall.games.alpha_strike.force.forces import Choice, CommandChoice
from musterhall.games.alpha_strike.lists import tables
from musterhall.games.alpha_strike.lists.reading import Reading, heading_of, one_line, shown
from musterhall.games.alpha_strike.lists.unit_words import understand
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library

LONGEST_LINE = 800
"""Letters of a line that may be a unit; each number in it is tried with each other as skill and value."""
NUMBERED_FROM = 3
"""So many lines that run on 1, 2, 3 look numbered."""

_SAID = re.compile(r"\s*(name|force|player|faction|era|pack)\s*:\s*(\S.*)", re.IGNORECASE)
_COMMAND = re.compile(r"\s*(?:special )?command abilit(?:y|ies)\s*:\s*(\S.*)", re.IGNORECASE)
_CHOICE = re.compile(r"\s*choice\s*:\s*(\S[^=]*?)\s*=\s*(\S.*)", re.IGNORECASE)
_TOTAL = re.compile(r"(grand )?(total|sum)\b.*|[\d,./\s]+(pv|points)\b|[-=_*#]+", re.IGNORECASE)
_POINTS = re.compile(r"\b(\d{1,5})\s*(?:pv|points?)\b|(?:pv|points?)\W{0,3}(\d{1,5})\b", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*\u2022]\s*|\d+[.)]\s+)?")
_COUNT = re.compile(r"(\d{1,3})\s*([x\u00d7])?\s+(?=\S)", re.IGNORECASE)
NO_FORMATION = ("no formation", "in no formation", "unassigned")


def read(text: str, reading: Reading) -> None:
    table = None
    in_front: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        reading.count(where := f"line {number}")
        if len(line) > LONGEST_LINE:
            reading.complain(where, "is too long to be a unit", "Write one unit on each line.")
            continue
        if table is None and (table := tables.headings(line)):
            table.name_unknown(reading)
            continue
        if not (table and table.read_row(reading, line, where)):
            _line(reading, line, where, in_front)
    if len(in_front) >= NUMBERED_FROM and in_front == list(range(1, len(in_front) + 1)):
        what = "the numbers in front run 1, 2, 3 and so on; they are taken as counts"
        reading.complain("", what, "If they only number the lines, write 1. with a dot.")


def _line(reading: Reading, line: str, where: str, in_front: list[int]) -> None:
    """A unit, a heading, something said of the force, a total, or nothing that is known."""
    if _of_the_force(reading, line, where):
        return
    rest = _BULLET.sub("", line, count=1)
    card, behind = leading_card(rest, reading.library)
    counted = _COUNT.match(rest) if card is None else None
    if counted:
        card, behind = leading_card(rest[counted.end() :], reading.library)
    if card is not None:
        count = int(counted[1]) if counted else None
        if counted and not counted[2]:
            in_front.append(int(counted[1]))
        found = understand(reading, card, behind, where, count)
        reading.add(found.unit, where, pv=found.pv, count=found.count, commander=found.commander)
    elif one_line(line).strip(" :").casefold() in NO_FORMATION:
        reading.begin("", "", where)
    elif (heading := heading_of(line)) is not None:
        reading.begin(*heading, where)
    else:
        reading.unknown(where, one_line(line))


def _of_the_force(reading: Reading, line: str, where: str) -> bool:
    """Name, faction and the like, command abilities, totals, and what was chosen for the formation above."""
    if said := _SAID.fullmatch(line):
        key = said[1].lower()
        reading.said["name" if key == "force" else key] = one_line(said[2])
    elif command := _COMMAND.fullmatch(line):
        reading.command_abilities += _command_choices(command[1])
    elif choice := _CHOICE.fullmatch(line):
        if reading.group is None:
            reading.complain(where, f"{shown(one_line(line))} belongs to no formation", "Write it below one.")
        else:
            reading.group.choices[one_line(choice[1])] = _choice(choice[2])
    elif _TOTAL.fullmatch(line.strip()):
        points = _POINTS.search(line)
        reading.totals += [(where, int(points[1] or points[2]))] if points else []
    else:
        return False
    return True


def leading_card(text: str, library: Library) -> tuple[Card | None, str]:
    """The card whose name begins the text, the longest there is, and what follows it."""
    ends = [match.end() for match in re.finditer(r"\S+", text[:200])]
    for end in reversed(ends):
        card = library.get(text[:end].strip(" \t,;:|-"))
        if card is not None:
            return card, text[end:]
    return None, text


def _command_choices(text: str) -> list[CommandChoice]:
    """One with choices of its own has them behind it as JSON; several without are separated by commas."""
    name, brace, details = text.partition(" {")
    if brace:
        found = _json(f"{{{details}")
        return [CommandChoice(one_line(name), found)] if isinstance(found, dict) else [CommandChoice(one_line(text))]
    return [CommandChoice(one_line(one)) for one in re.split(r"\s*[,;]\s*(?![^()]*\))", text) if one.strip()]


def _choice(text: str) -> Choice:
    found = _json(text.strip())
    if isinstance(found, list) and all(isinstance(one, str) for one in found):
        return found
    return found if isinstance(found, str | int | bool) else one_line(text)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
