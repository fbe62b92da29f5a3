"""How often each section of a rulebook acted in battles, and which never did.

The log names the section of all it tells, but some rules act without a word: a line of sight that is blocked is no
line of the log. So the functions behind each section are watched too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from musterhall.battle.battle import THOUGHT, LogLine
from musterhall.battle.coverage import SectionCoverage
from musterhall.game.battles import Battles
from musterhall.game.game import Game
from musterhall.games import battles_of, rulebook_of
from musterhall.lab.fighting import fight
from musterhall.lab.plan import Cell

ASIDE = ("agents.", "referee.", "position_file.")
"""Rooms of a game that ask its rules and are none."""


@dataclass(frozen=True, slots=True)
class Fired:
    """A section in force, and how often it acted."""

    section: str
    title: str
    told: int
    """In how many battles a line of the log rests on it."""
    times: int
    """How many lines do."""
    ran: int
    """In how many battles one of its functions was called; it may have found that it does not apply."""
    seen: bool
    """Whether it has functions that can be seen to run; compiled ones and plain data cannot."""

    @property
    def never(self) -> bool:
        return not self.told and not self.ran and self.seen

    @property
    def never_acted(self) -> bool:
        """Whether it was looked at, or cannot be seen, and no line of the log rests on it."""
        return not self.times and not self.never


def fired(
    game: Game, battles: int, agents: tuple[str, str], follow: Callable[[], None] = lambda: None
) -> tuple[Fired, ...]:
    """Fight so many battles, another set-up and other forces each time, and count what acted in them."""
    sections = [one for one in rulebook_of(game).coverage({}).sections if one.status == "rule"]
    behind = {one.section: _rules(one) for one in sections}
    times: Counter[str] = Counter()
    told: Counter[str] = Counter()
    ran: Counter[str] = Counter()
    for seed, cell in zip(range(1, battles + 1), _rounds(game, agents), strict=False):
        lines, called = _fought(cell, seed, set(behind))
        times += lines
        told.update(lines.keys())
        ran.update(number for number, functions in behind.items() if functions & called)
        follow()
    return tuple(
        Fired(
            one.section,
            one.title,
            told[one.section],
            times[one.section],
            ran[one.section],
            bool(behind[one.section]),
        )
        for one in sections
    )


def _rules(one: SectionCoverage) -> set[str]:
    """The functions that are the section's rules; an entry with a blank counts data, and names none."""
    return {name for name in one.functions if " " not in name and not name.startswith(ASIDE)}


def _fought(cell: Cell, seed: int, numbers: set[str]) -> tuple[Counter[str], set[str]]:
    """How many lines of a battle's log rest on each section, and which of the game's functions were called."""
    lines: Counter[str] = Counter()
    codes: set[CodeType] = set()

    def watch(line: LogLine, position: Any) -> None:
        if line.kind != THOUGHT:
            lines.update(_sections(line, numbers))

    def note(frame: FrameType, event: str, argument: Any) -> None:
        codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        fight(cell, seed, swapped=bool(seed % 2), watcher=watch)
    finally:
        sys.setprofile(None)
    return lines, _names(codes, cell.game)


def _names(codes: set[CodeType], game: Game) -> set[str]:
    """Functions by their names in the game's package, each also by the classes and functions it stands in."""
    loaded = sys.modules[type(game).__module__].__file__
    assert loaded is not None, "a game is a module in a file"
    root = Path(loaded).parent
    found: set[str] = set()
    for code in codes:
        file = Path(code.co_filename)
        if not file.is_relative_to(root):
            continue
        module = ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        parts = code.co_qualname.split(".")
        found.update(f"{module}.{'.'.join(parts[:end])}" for end in range(1, len(parts) + 1))
    return found


def _sections(line: LogLine, known: set[str]) -> set[str]:
    """The sections of a line and of all figures behind it; a finer one counts for the one that it stands in."""
    found = {line.section, *_within(line.data)}
    return {known_as for number in found if (known_as := _nearest(number, known))}


def _within(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(section := data.get("section"), str):
            yield section
        for value in data.values():
            yield from _within(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _within(value)


def _nearest(number: str, known: set[str]) -> str:
    while number and number not in known:
        number = number.rpartition(".")[0]
    return number


def _rounds(game: Game, agents: tuple[str, str]) -> Iterator[Cell]:
    """Every set-up in turn, each time with the next of the forces that ship for it."""
    battles = battles_of(game)
    variants = game.variants.chosen({}) if game.variants is not None else None
    choices = list(_choices(game, battles))
    at = 0
    while True:
        name, reds, blues = choices[at % len(choices)]
        lap = at // len(choices)
        red, blue = reds[lap % len(reds)], blues[(lap // len(reds) + lap) % len(blues)]
        forces = [game.forces.shipped_force(one) for one in (red, blue)]
        yield Cell(game, forces[0], forces[1], agents, name, None, variants, keyed=False)
        at += 1


def _choices(game: Game, battles: Battles) -> Iterator[tuple[str, list[str], list[str]]]:
    """Set-ups with red's and blue's forces. What is made for another set-up than the usual one fights there alone."""
    apart = {name for setup in battles.setups for names in setup.choices for name in names}
    usual = [*battles.forces, *battles.small_forces]
    others = [name for name in game.forces.shipped() if name not in apart]
    able = [name for name in others if not battles.cannot_fight(game.forces.shipped_force(name))]
    every = list(dict.fromkeys([*usual, *able]))
    yield "", every, [*every[1:], every[0]]
    for setup in battles.setups:
        yield setup.name, list(setup.choices[0]), list(setup.choices[1])
