"""Variants: what a game's rulebook leaves open, and the readings a battle is played by."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from musterhall.problems import BadInput

Value = str | bool | int | float


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """One open question of the rulebook: a switch with its values, or a note where there is none."""

    number: str
    sections: tuple[str, ...]
    question: str
    name: str = ""
    default: Value | None = None
    alternatives: tuple[Value, ...] = ()
    help: tuple[tuple[Value, str], ...] = ()
    """What each value does, the default first."""
    offered: bool = True
    because: str = ""
    note: str = ""

    @property
    def switch(self) -> bool:
        return self.default is not None

    @property
    def values(self) -> tuple[Value, ...]:
        """The default, then its alternatives; none for a note."""
        return () if self.default is None else (self.default, *self.alternatives)

    @property
    def open(self) -> bool:
        """Whether another value than the default can be played today."""
        return self.switch and self.offered


@dataclass(frozen=True, slots=True)
class FoughtWith:
    """Battles in which an open question comes up: shipped forces and a set-up by name; empty is the usual one."""

    red: str = ""
    blue: str = ""
    scenario: str = ""


class Chosen(Protocol):
    """How one battle reads the open questions."""

    def as_data(self) -> Mapping[str, Value]:
        """The value of every switch, by name."""
        ...


class OpenPoints(ABC):
    """A game's variants."""

    @abstractmethod
    def entries(self) -> Sequence[VariantInfo]:
        """Every open question of the rulebook, in its order."""

    @abstractmethod
    def chosen(self, wanted: Mapping[str, Any]) -> Chosen:
        """The usual readings with some chosen otherwise; `BadInput` names all that cannot be."""

    def fought_with(self, entry: VariantInfo) -> FoughtWith:
        """The battles in which a question comes up; the usual ones unless a game knows better."""
        return FoughtWith()


def shown(value: Value) -> str:
    """A value as a file or a command line spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(given: Iterable[str]) -> dict[str, str]:
    """What options like half_units=exact ask for."""
    wanted = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"variant {text!r}: has no value; write it as name=value.")
        wanted[name.strip()] = value.strip()
    return wanted
