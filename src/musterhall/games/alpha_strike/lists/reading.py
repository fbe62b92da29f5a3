"""A list while it is read: the units and groups found so far, and what could not be taken over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from musterhall.games.alpha_strike.force import known_names
from musterhall.games.alpha_strike.force.forces import Choice, CommandChoice, Force, ForceUnit, Group, tell_apart
from musterhall.games.alpha_strike.force.formation_choices import OPTION, SUPPORTS
from musterhall.games.alpha_strike.formations.formations import find_formation, formation_types
from musterhall.games.alpha_strike.lists.tool_names import Tool
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput, Problem
from musterhall.tally import counted

LONGEST_FILE = 5_000_000
LONGEST_NAME = 200
MOST_UNITS = 500
MOST_LINES = 2_000
"""Lines of text, or rows of JSON: each is looked up in the whole library."""
MOST_NAMED = 100
"""Lines that are not understood and named one by one; of the others the number is told."""
NEAREST_OFFERED = 10
"""Unknown names for which near ones are looked up, which takes a while in a large library."""
WORST_SKILL = 8
UNNAMED = "Imported force"


@dataclass(frozen=True, slots=True)
class ListImport:
    """The force in a list, and what of the list could not be read or does not agree with the catalogue."""

    force: Force
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class ListedGroup:
    """A group of the list; without a kind it is no formation, and only its units are taken over."""

    name: str
    kind: str
    places: list[int] = field(default_factory=list)
    commander: int | None = None
    choices: dict[str, Choice] = field(default_factory=dict)
    given: dict[int, list[str]] = field(default_factory=dict)
    """What its bonus gives to single units, by their places."""
    supports: ListedGroup | None = None


@dataclass(slots=True)
class Reading:
    """A list while it is read."""

    name: str
    library: Library
    units: list[ForceUnit] = field(default_factory=list)
    groups: list[ListedGroup] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    """Name, player, faction, era and pack as the list gives them."""
    command_abilities: list[CommandChoice] = field(default_factory=list)
    totals: list[tuple[str, int]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    played: int = 0
    """Units with damage, heat or the like from a game."""
    unknown_fields: dict[str, str] = field(default_factory=dict)
    """Fields and columns that nobody knows, with whose they are."""
    looked_at: int = 0
    not_named: int = 0
    offered: int = 0

    @property
    def group(self) -> ListedGroup | None:
        """The formation that the next unit belongs to."""
        return self.groups[-1] if self.groups and self.groups[-1].kind else None

    def begin(self, name: str, kind: str, where: str) -> ListedGroup:
        """A new group: what comes now belongs to it."""
        if name and not kind:
            self.complain(where, f"{shown(name)} is no formation", "Its units are taken over without it.")
        self.groups.append(ListedGroup(name, kind))
        return self.groups[-1]

    def begin_of(self, tool: Tool, name: str, formation: str, where: str) -> ListedGroup:
        """A new group with another tool's name for its formation."""
        known = tool.formation(formation) if formation else None
        if formation and known is None:
            self.complain(
                where, f"there is no formation {shown(formation)} here", known_names.formation.near(formation)
            )
        if known is None:
            return self.begin(name, "", where)
        group = self.begin(name, formation_types()[known.kind].name, where)
        if known.option:
            group.choices[OPTION] = known.option
        return group

    def add(
        self, unit: ForceUnit, where: str, *, pv: int | None = None, count: int = 1, commander: bool = False
    ) -> None:
        """So many units alike; `pv` is what the list says that one of them costs, or all."""
        if len(self.units) + count > MOST_UNITS:
            raise BadInput(
                f"{self.name}: {where}: has more than {MOST_UNITS} units, which is no force; check the list."
            )
        if pv is not None and pv not in (unit.pv.total, unit.pv.total * count):
            what = f"the list has {unit.card.name} at {pv} points, and here it costs {unit.pv.total}: {unit.pv}"
            self.complain(where, what, "Find out which is newer.")
        if commander:
            self._command(where, unit.card)
        for _ in range(count):
            if self.groups:
                self.groups[-1].places.append(len(self.units))
            self.units.append(unit)

    def _command(self, where: str, card: Card) -> None:
        if self.group is None:
            what = f"{card.name} is marked as a commander and is in no formation"
            self.complain(where, what, "The mark is left out; a command unit is marked as such.")
        elif self.group.commander is not None:
            what = f"{card.name} is marked as a commander, and the formation has one already"
            self.complain(where, what, "The first one holds.")
        else:
            self.group.commander = len(self.units)

    def count(self, where: str) -> None:
        """One more line or row was come to."""
        self.looked_at += 1
        if self.looked_at > MOST_LINES:
            raise BadInput(
                f"{self.name}: {where}: comes after {MOST_LINES:,} others, which is no list; check the file."
            )

    def complain(self, where: str, what: str, remedy: str = "", way: str = "") -> None:
        if len(self.problems) < MOST_NAMED:
            place = f"{self.name}, {where}" if where else self.name
            self.problems.append(Problem(place, what, "", remedy, way))
        else:
            self.not_named += 1

    def unknown(self, where: str, title: str) -> None:
        """A unit, or a line, that means nothing here."""
        self.offered += 1
        near = self.library.nearest(title) if self.offered <= NEAREST_OFFERED else []
        remedy = f"Perhaps {' or '.join(near)} is meant." if near else "Add it by hand if it matters."
        self.complain(where, f"{shown(title)} is not understood", remedy)

    def not_known(self, whose: str, fields: Iterable[str]) -> None:
        """Fields that nobody knows are named once, however many units have them."""
        for name in fields:
            self.unknown_fields.setdefault(name[:LONGEST_NAME], whose)

    def finished(self) -> ListImport:
        if not self.units:
            first = f" The first thing not understood: {self.problems[0]}" if self.problems else ""
            raise BadInput(f"{self.name}: no unit is found in this list; check that it is one.{first}")
        for name, whose in self.unknown_fields.items():
            self.complain("", f"{whose} {shown(name)} is not understood and left out", "Add it by hand if it matters.")
        if self.played:
            verb = "carries" if self.played == 1 else "carry"
            what = f"{counted(self.played, 'unit')} {verb} damage or heat from a game"
            self.complain("", what, "A force starts fresh; the marks are left out.")
        if self.not_named:
            self.problems.append(Problem(self.name, f"{self.not_named} more lines are not understood"))
        self._compare_totals()
        names = tell_apart([unit.name for unit in self.units])
        force = Force(
            name=self.said.get("name") or UNNAMED,
            player=self.said.get("player", ""),
            faction=self.said.get("faction", ""),
            era=self.said.get("era", ""),
            units=tuple(replace(unit, name=label) for label, unit in zip(names, self.units, strict=True)),
            groups=self._formations(names),
            command_abilities=tuple(self.command_abilities),
            pack=self.said.get("pack", ""),
        )
        return ListImport(force, tuple(self.problems))

    def _compare_totals(self) -> None:
        cost = sum(unit.pv.total for unit in self.units)
        if self.totals and cost not in (total for _, total in self.totals):
            where, total = self.totals[-1]
            self.complain(where, f"the list adds up to {total} points, and what was read of it to {cost}")

    def _formations(self, names: Sequence[str]) -> tuple[Group, ...]:
        found = [group for group in self.groups if group.kind and group.places]
        labels = tell_apart([group.name or group.kind for group in found])
        by_group = {id(group): label for group, label in zip(found, labels, strict=True)}
        formations = []
        for group, label in zip(found, labels, strict=True):
            choices = dict(group.choices)
            choices |= {names[place]: _one_or_many(given) for place, given in group.given.items() if given}
            if group.supports is not None and id(group.supports) in by_group:
                choices[SUPPORTS] = by_group[id(group.supports)]
            commander = "" if group.commander is None else names[group.commander]
            members = tuple(names[place] for place in group.places)
            formations.append(Group(label, group.kind, members, commander, choices))
        return tuple(formations)


def heading_of(line: str) -> tuple[str, str] | None:
    """Alpha: Command Lance, or only the kind of a formation: its own name, and what it is."""
    parts = [part.strip() for part in re.split(r"[:()\"]| - ", line.strip()) if part.strip()]
    for part in parts:
        try:
            kind = find_formation(part).name
        except BadInput:
            continue
        return next((other for other in parts if other != part), ""), kind
    return None


def _one_or_many(given: list[str]) -> str | list[str]:
    return given[0] if len(given) == 1 else given


def shown(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:80]}...")


def one_line(value: object) -> str:
    """A text of a list without the blanks around and inside it; empty where it is none."""
    return " ".join(value.split()) if isinstance(value, str) else ""


def is_skill(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= WORST_SKILL
