"""6.2, 6.3 The army lists: which formations an army may field, with what options."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from pydantic import Field

from musterhall.games.the_game.army.datasheets import Datasheet, SpecialRule, datasheet, parse_rule
from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.games.the_game.readings.slips import plain, reading
from musterhall.problems import BadInput, parse_model

Group = Literal["company", "support", "air", "naval"]
Counted = tuple[tuple[int, Datasheet], ...]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """So many of one kind of unit become another kind; `to` are the kinds, of which they may be a mix."""

    of: str
    to: tuple[Datasheet, ...]
    counts: tuple[int, ...]

    def __str__(self) -> str:
        counts = " or ".join(map(str, self.counts))
        return f"{counts} {' or '.join(sheet.name for sheet in self.to)}"


@dataclass(frozen=True, slots=True)
class Addition:
    """More units; `choices` are alternatives, each with what is added together."""

    choices: tuple[Counted, ...]

    def __str__(self) -> str:
        return " or ".join(counted_text(choice) for choice in self.choices)


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """The weapons of every unit of one kind gain a special rule."""

    rule: SpecialRule
    of: str

    def __str__(self) -> str:
        return f"{self.rule} for every {self.of}"


@dataclass(frozen=True, slots=True)
class WeaponChange:
    """Every unit of one kind changes to another of its either-or weapons."""

    weapon: str
    of: str

    def __str__(self) -> str:
        return f"{self.weapon} for every {self.of}"


Option = Upgrade | Addition | WeaponRule | WeaponChange


@dataclass(frozen=True, slots=True)
class ListedFormation:
    """One line of an army list: a formation as it comes, and its option lines."""

    name: str
    group: Group
    units: Counted
    options: tuple[Option, ...]
    rules: tuple[SpecialRule, ...] = ()
    weapon: str = ""
    """The either-or weapon its units come with, where the list says which."""
    setup: str = ""
    """The set-up that an entry was made for, if no army list prints it."""


@dataclass(frozen=True, slots=True)
class Army:
    """An army list and its limits on battle groups."""

    name: str
    section: str
    peoples: tuple[str, ...]
    entries: tuple[ListedFormation, ...]
    groups_per_1000_points: int
    least_formations_per_group: int
    least_companies_per_group: int
    helicopter_group: bool
    commanders: tuple[str, ...]
    """Who may be the commander: the first if the army has units of his people, otherwise the next."""

    def entry(self, name: str) -> ListedFormation | None:
        """The entry of this name, however its letters are set and its people spelt."""
        wanted = plain(reading("unit", name))
        return next((entry for entry in self.entries if plain(reading("unit", entry.name)) == wanted), None)


@cache
def load_armies() -> dict[str, Army]:
    """Both army lists by name, each with what the set-up landing adds to it."""
    rows = parse_model(_ArmiesFile, catalogue_data("armies.toml"), "catalogue/armies.toml").army
    more = parse_model(_LandingFile, catalogue_data("landing_entries.toml"), "catalogue/landing_entries.toml").entry
    armies = {row.name: row.army() for row in rows}
    for row in more:
        army = armies[row.army]
        armies[row.army] = replace(army, entries=(*army.entries, replace(row.entry(), setup="landing")))
    return armies


def find_army(name: str) -> Army | None:
    """The army list of this name, however its letters are set and its people spelt."""
    wanted = plain(reading("term", name))
    return next((army for army in load_armies().values() if plain(army.name) == wanted), None)


def counted_text(units: Counted) -> str:
    """Units with their numbers, as a sentence has them: "2 Orc IFV and 4 Orc Infantry"."""
    return " and ".join(f"{count} {sheet.name}" for count, sheet in units)


class _OptionRow(FileModel):
    upgrade: str = ""
    to: list[str] = Field(default=[])
    counts: list[int] = Field(default=[])
    add: list[str] = Field(default=[])
    rule: str = ""
    weapon: str = ""
    on: str = ""

    def option(self) -> Option:
        if self.upgrade:
            to = tuple(datasheet(name) for name in self.to)
            return Upgrade(datasheet(self.upgrade).name, to, tuple(self.counts))
        if self.add:
            return Addition(tuple(_counted(choice.split(" and ")) for choice in self.add))
        unit = datasheet(self.on).name
        rule = parse_rule(self.rule) if self.rule else None
        return WeaponRule(rule, unit) if rule else WeaponChange(self.weapon, unit)


class _EntryRow(FileModel):
    name: str
    group: Group
    units: list[str]
    rules: list[str] = Field(default=[])
    weapon: str = ""
    option: list[_OptionRow] = Field(default=[])

    def entry(self) -> ListedFormation:
        rules = (parse_rule(text) for text in self.rules)
        return ListedFormation(
            name=self.name,
            group=self.group,
            units=_counted(self.units),
            options=tuple(row.option() for row in self.option),
            rules=tuple(rule for rule in rules if rule),
            weapon=self.weapon,
        )


class _LandingRow(_EntryRow):
    army: str


class _LandingFile(FileModel):
    entry: list[_LandingRow]


class _ArmyRow(FileModel):
    name: str
    section: str
    peoples: list[str]
    groups_per_1000_points: int
    least_formations_per_group: int
    least_companies_per_group: int
    helicopter_group: bool
    commanders: list[str]
    entry: list[_EntryRow]

    def army(self) -> Army:
        return Army(
            name=self.name,
            section=self.section,
            peoples=tuple(self.peoples),
            entries=tuple(row.entry() for row in self.entry),
            groups_per_1000_points=self.groups_per_1000_points,
            least_formations_per_group=self.least_formations_per_group,
            least_companies_per_group=self.least_companies_per_group,
            helicopter_group=self.helicopter_group,
            commanders=tuple(datasheet(name).name for name in self.commanders),
        )


class _ArmiesFile(FileModel):
    army: list[_ArmyRow]


def _counted(texts: list[str]) -> Counted:
    return tuple(_count_and_unit(text) for text in texts)


def _count_and_unit(text: str) -> tuple[int, Datasheet]:
    match = re.fullmatch(r"([0-9]+) (.+)", text)
    if match is None:
        raise BadInput(f"catalogue/armies.toml: {text!r} is not a number and a unit, such as '7 Orc IFV'.")
    return int(match[1]), datasheet(match[2])
