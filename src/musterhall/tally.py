"""Totals that explain themselves: a base and named parts, each with the section it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple


def counted(number: int, word: str, many: str = "") -> str:
    """A number with its word: 1 kill, 2 kills; a plural without -s is given."""
    return f"{number} {word}" if number == 1 else f"{number} {many or f'{word}s'}"


def and_list(words: Sequence[str], last: str = "and") -> str:
    """A, B and C."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def does(name: str, one: str, many: str) -> str:
    """A name with the verb that goes with it: Orc Company fires, Light Tanks fire, Hammer and Anvil fire."""
    return f"{name} {many if _are_several(name) else one}"


def does_it(name: str) -> str:
    """A name as a question asks about it: where does Orc Company move, where do Light Tanks move."""
    return f"{'do' if _are_several(name) else 'does'} {name}"


def _are_several(name: str) -> bool:
    head = name.partition(" of ")[0].rstrip("0123456789 ")
    return " and " in name or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def shown(value: Fraction, *, grouped: bool = False) -> str:
    """A figure for people: whole, or with one decimal, for which halves go up."""
    comma = "," if grouped else ""
    if value.denominator == 1:
        return f"{value.numerator:{comma}}"
    sign = "-" if value < 0 else ""
    whole, tenth = divmod(int(abs(value) * 10 + Fraction(1, 2)), 10)
    return f"{sign}{whole:{comma}}.{tenth}"


class Part(NamedTuple):
    name: str
    value: int
    section: str = ""
    lifts: bool = False
    """Whether it only lifts a sum to its floor; its name is that of the floor, not of an amount."""


@dataclass(slots=True)
class Tally:
    """A sum that remembers how it came about.

    With `explain` off only the total is kept; studies use that, and it is the same arithmetic.
    """

    name: str
    base: int = 0
    section: str = ""
    explain: bool = True
    total: int = field(init=False)
    parts: list[Part] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.total = self.base

    def add(self, name: str, value: int, section: str = "", *, when: bool = True) -> None:
        """Add a named part, if its condition holds and it changes anything."""
        if when and value:
            self.total += value
            if self.explain:
                self.parts.append(Part(name, value, section))

    def at_least(self, floor: int, name: str, section: str = "") -> None:
        """Raise the total to `floor`, as a part of its own."""
        if self.total < floor:
            if self.explain:
                self.parts.append(Part(name, floor - self.total, section, lifts=True))
            self.total = floor

    def __str__(self) -> str:
        return f"{self._sum()} = {self.total}"

    def rolled(self, face: int, die: str = "d10") -> str:
        """The sum with a die in front of it."""
        return f"{die} {face} + {self._sum()} = {face + self.total}"

    def _sum(self) -> str:
        return f"{self.name} {self.base}{''.join(f' {_step(part)}' for part in self.parts)}"

    def as_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "base": self.base,
            "section": self.section,
            "parts": [{"name": part.name, "value": part.value, "section": part.section} for part in self.parts],
            "total": self.total,
        }


def told_sum(tally: Mapping[str, Any]) -> str:
    """A tally's data as one sum, each part with its section."""
    return f"{told_parts(tally)} = {tally['total']}"


def told_parts(tally: Mapping[str, Any]) -> str:
    """The same without the total."""
    parts = [f" {'+' if part['value'] >= 0 else '-'} {_told_part(part)}" for part in tally["parts"]]
    return f"{tally['name']} {tally['base']}{''.join(parts)}"


def _told_part(part: Mapping[str, Any]) -> str:
    section = f" ({part['section']})" if part["section"] else ""
    return f"{part['name']} {abs(part['value'])}{section}"


def _step(part: Part) -> str:
    if part.lifts:
        return f"+ {part.value} ({part.name})"
    return f"{'+' if part.value >= 0 else '-'} {part.name} {abs(part.value)}"
