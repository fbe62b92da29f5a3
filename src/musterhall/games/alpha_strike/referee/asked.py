"""What a question to Alpha Strike's referee is asked with: the file, and the words of the question in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import Field as Model

from musterhall.battle.referee import Question
from musterhall.games.alpha_strike.abilities.command_abilities import command_abilities
from musterhall.games.alpha_strike.abilities.modifiers import plain
from musterhall.games.alpha_strike.abilities.pilot_abilities import MOST_SKILL, MOST_UNITS, pilot_abilities
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.model import TableFile
from musterhall.games.alpha_strike.position_file.reading import read_position
from musterhall.games.alpha_strike.units.factions import names_for
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput

MOST_PV = 10_000


class Unit(FileModel):
    name: str = ""
    type: str = "mech"
    skill: int = Model(default=4, ge=0, le=MOST_SKILL)
    count: int = Model(default=1, ge=1, le=MOST_UNITS)


class Force(FileModel):
    faction: str | list[str] = ""
    skills: list[int] = Model(default_factory=list, max_length=MOST_UNITS)
    units: list[Unit] = Model(default_factory=list, max_length=MOST_UNITS)
    command_abilities: list[str | dict[str, Any]] = Model(default_factory=list, max_length=100)
    pilot_abilities: list[str] = Model(default_factory=list, max_length=100)

    def all_skills(self) -> list[int]:
        return [*self.skills, *(unit.skill for unit in self.units for _ in range(unit.count))]

    def types(self) -> list[str]:
        return [plain(unit.type) for unit in self.units]

    def factions(self) -> list[str]:
        named = [self.faction] if isinstance(self.faction, str) else self.faction
        return [plain(name) for one in named if one for name in names_for(one)]


class File(TableFile):
    """A question: what is asked, and either what holds in words or a table with units on it."""

    game: str
    ask: str | dict[str, Any]
    force: Force = Force()
    opponent: Force = Force()
    situation: dict[str, Any] = Model(default_factory=dict)
    banned: list[str] = Model(default_factory=list)


@dataclass(slots=True)
class Asked:
    """One question as it was put, with everything it may use."""

    name: str
    question: Question
    given: dict[str, Any]
    file: File
    library: Library | None = None
    """The cards that it may name, where those are more than come with the game."""
    used: set[str] = field(default_factory=set)
    _position: Position | None = None

    @property
    def position(self) -> Position:
        """The table that the file describes."""
        if self._position is None:
            if not self.file.unit:
                raise BadInput(f"{self.name}: unit: this question is about a table; add [[unit]] entries.")
            self._position = read_position(self.file, self.name, self.library)
        return self._position

    def bad(self, key: str, what: str) -> BadInput:
        ending = "" if what.endswith(("?", ".")) else "."
        return BadInput(f"{self.name}: ask {self.question.name}: {key}: {what}{ending}")

    def word(self, key: str) -> str:
        value = self.value(key)
        if not isinstance(value, str):
            raise self.bad(key, f"{value!r:.60} is no word; it is {self.question.given[key]}")
        return value

    def figure(self, key: str) -> str:
        """A figure or matter that some ability has a say in."""
        said = self.word(key)
        known = {plain(one): one for one in figures()}
        if plain(said) not in known:
            raise self.bad(key, f"no ability has a say in {said!r:.60}; they have in {', '.join(sorted(figures()))}")
        return known[plain(said)]

    def words(self, key: str) -> list[str]:
        value = self.value(key)
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value) or len(value) > MOST_UNITS:
            raise self.bad(key, f"{value!r:.60} is no list of names; it is {self.question.given[key]}")
        return value

    def table(self, key: str) -> dict[str, Any]:
        value = self.value(key, {})
        if not isinstance(value, dict):
            raise self.bad(key, f"{value!r:.60} is no table; it is {self.question.given[key]}")
        return value

    def whole(self, key: str, default: int | None = None, most: int = MOST_PV) -> int:
        value = self.value(key, default)
        if type(value) is not int or not 0 <= value <= most:
            raise self.bad(key, f"{value!r:.60} is no whole number from 0 to {most}; it is {self.question.given[key]}")
        return value

    def has(self, key: str) -> bool:
        return key in self.given

    def value(self, key: str, default: Any = None) -> Any:
        self.used.add(key)
        value = self.given.get(key, default)
        if value is None:
            raise self.bad(key, f"it is missing; it is {self.question.given[key]}")
        return value

    def nothing_left(self) -> None:
        """Nothing that was said may pass silently."""
        left = [key for key in self.given if key not in self.used]
        if left:
            known = ", ".join(self.question.given) or "nothing else"
            raise self.bad(left[0], f"the question does not use it; it takes {known}")

    def skills(self) -> list[int]:
        for force, who in ((self.file.force, "force"), (self.file.opponent, "opponent")):
            wrong = [skill for skill in force.all_skills() if not 0 <= skill <= MOST_SKILL]
            if wrong:
                raise BadInput(f"{self.name}: {who}.skills: {wrong[0]} is no skill; give 0 to {MOST_SKILL}.")
        return self.file.force.all_skills()


@cache
def figures() -> frozenset[str]:
    """Every figure or matter that some ability has a say in."""
    commands = command_abilities().values()
    lists = [one.modifiers for one in pilot_abilities().values()]
    lists += [one.modifiers for one in commands]
    lists += [option.modifiers for one in commands for option in one.options.values()]
    return frozenset(one.on for modifiers in lists for one in modifiers)
