"""A game's forces: read, checked, shown, listed, printed and handed in, with or without an event's terms.

A force itself is the game's own object, which nobody above it looks into. `library` are the units to look names up in,
where the game has such a library (`Game.units`); without one, those that come with the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from musterhall.game.sheets import Sheet
from musterhall.game.showing import Shown
from musterhall.game.terms import ForceRules
from musterhall.problems import BadInput, Problem


@dataclass(frozen=True, slots=True)
class Submission:
    """A force as it was handed in."""

    force: str
    """Its name."""
    text: str
    roster: list[dict[str, Any]] = field(hash=False)
    """Name, type and points of each unit, or of each formation where the game counts those; size and places for
    passengers where the game has them."""
    points: int
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    locked: dict[str, Any] = field(default_factory=dict, hash=False)
    """What must stay as it is from the first round on."""
    faction: str = ""
    """Its army or faction; empty where it names none."""

    @property
    def legal(self) -> bool:
        return not self.problems

    def as_data(self) -> dict[str, Any]:
        return {
            "force": self.force,
            "text": self.text,
            "roster": self.roster,
            "points": self.points,
            "problems": [problem.as_data() for problem in self.problems],
            "warnings": [warning.as_data() for warning in self.warnings],
            "locked": self.locked,
        }


def roster_row(name: str, type_: str, points: int, **known: int | None) -> dict[str, Any]:
    """A unit as a card needs it; a figure that is not there is left out."""
    return {"name": name, "type": type_, "points": points, **{key: value for key, value in known.items() if value}}


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of a force file found; without problems it is legal, whatever the warnings."""

    force: str
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...] = ()
    event: str = ""
    """The event that it was checked for, by name."""
    figures: str = ""
    """What the force adds up to: 398 of 400 points, 8 units."""
    whole: bool = True
    """Everything was looked at; else the file could not be read well enough for that."""
    totals: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The same as plain data, where the game has more than a sum."""

    @property
    def legal(self) -> bool:
        return not self.problems

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"force": self.force, "legal": self.legal}
        data["problems"] = [problem.as_data() for problem in self.problems]
        if self.event:
            data["pack"] = self.event
        if self.event or self.warnings:
            data["warnings"] = [warning.as_data() for warning in self.warnings]
        return data | ({"totals": dict(self.totals)} if self.totals else {})


@dataclass(frozen=True, slots=True)
class ForceInShort:
    """A force in short, as a list has it."""

    name: str
    army: str
    """Its army or faction; empty where it names none."""
    cost: int
    count: int
    """Of what the game counts a force by."""
    pack: str = ""
    """The event that it says it is for."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule as a sentence that a player can read on a phone, with the page it rests on."""

    title: str
    text: str
    page: str = ""


def points_line(rules: ForceRules) -> RuleLine:
    points = rules.points
    if points.most is not None:
        return RuleLine("Points", f"at most {points.most}", points.because)
    told = "; ".join(f"{most} with {units} units" for units, most in points.by_units.items())
    return RuleLine("Points", told, points.because)


def units_lines(rules: ForceRules, title: str = "Units") -> Iterator[RuleLine]:
    """One line, or none where any number goes."""
    if rules.units is None:
        return
    fewest, most = rules.units.fewest, rules.units.most
    if most is None:
        told = f"at least {fewest}"
    else:
        told = f"{fewest} to {most}" if fewest else f"at most {most}"
    yield RuleLine(title, told, rules.units.because)


@dataclass(frozen=True, slots=True)
class SecretChoice:
    """Units that a player chooses before a match, and that the opponent does not know; without a number, none."""

    number: int | None = None
    never: frozenset[str] = frozenset()
    """Types of units that cannot be chosen."""
    because: str = ""


class Forces(ABC):
    """A game's forces. What has a body here is what a game without anything special says."""

    rules: type[ForceRules] = ForceRules
    """The model of what a pack of this game says about forces."""
    by_event: bool = False
    """Whether only an event can say if a force is legal."""
    example: str = ""
    """The shortest file that shows how a force is written; empty where a builder writes it."""

    # What a pack says about them

    def rule_lines(self, rules: Any) -> Iterable[RuleLine]:
        """Those rules in words."""
        return [points_line(rules), *units_lines(rules)]

    def unknown_names(self, written: Mapping[str, Any], place: str) -> list[Problem]:
        """Names in the force rules of a pack's file that stand for nothing in the catalogue."""
        return []

    def questions(self, rules: Any) -> tuple[str, ...]:
        """The open questions that the check of a force asks under these rules, by name."""
        return ()

    def secret_choice(self, rules: Any) -> SecretChoice:
        """What is to be sealed before a match where a scenario asks for it."""
        return SecretChoice()

    def must_be_chosen(self, rules: Any, locked: Mapping[str, Any]) -> list[str]:
        """Units of a force that must be among them, by what was locked of it when it was handed in."""
        return []

    # Reading

    @abstractmethod
    def shipped(self) -> tuple[str, ...]:
        """The names of the forces that come with the game."""

    @abstractmethod
    def shipped_text(self, name: str) -> str:
        """The file of one of these."""

    def shipped_force(self, name: str) -> Any:
        return self.read(self.shipped_text(name), f"{name}.toml")

    def fits(self, data: Mapping[str, Any]) -> bool:
        """Whether a file that names no game has the fields of this game's forces."""
        return False

    @abstractmethod
    def read(self, text: str, name: str, library: Any = None) -> Any:
        """The force in the text of a file called `name`; what has no meaning is refused, what is illegal is not."""

    def with_figures(self, force: Any, figures: Mapping[str, Mapping[str, Any]]) -> Any:
        """The force with other figures for kinds of units, for a study; `BadInput` names all that cannot be changed."""
        raise BadInput("figures: those of this game's units cannot be changed in a study; give the force other units.")

    # Checking and showing

    @abstractmethod
    def in_short(self, force: Any) -> ForceInShort:
        """The force in short, as a list has it."""

    @abstractmethod
    def summary(self, force: Any) -> dict[str, Any]:
        """The force as plain data."""

    @abstractmethod
    def shown(self, force: Any) -> Shown:
        """The force for a terminal."""

    @abstractmethod
    def check(
        self, data: Mapping[str, Any], name: str, terms: Any = None, library: Any = None, *, variants: Mapping[str, Any]
    ) -> Checked:
        """A parsed file checked whole: mistakes in its form and against the rules at once."""

    @abstractmethod
    def hand_in(self, text: str, name: str, terms: Any, library: Any = None) -> Submission:
        """A force read and checked for an event; unlike a check, this refuses what cannot be read."""

    @abstractmethod
    def sheet(self, force: Any, terms: Any = None, library: Any = None, *, for_opponent: bool = False) -> Sheet:
        """The force on paper. Secrets are in no part of an opponent's copy."""

    def own_notes(self, text: str, locked: Mapping[str, Any]) -> Mapping[str, str]:
        """What a player is told beside each row of their own roster, by its name."""
        return {}

    def open_notes(self, locked: Mapping[str, Any]) -> Mapping[str, str]:
        """The same, as far as an opponent may know it."""
        return {}
