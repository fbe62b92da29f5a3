"""Results that show their parts: exact figures, each with what it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from musterhall.game.terms import Setting
from musterhall.tally import shown


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a figure: "2 command units at 55", 110, Assassination."""

    name: str
    value: Fraction
    rule: str = ""
    remark: bool = False
    """Only says something, and is no part of the sum."""
    readings: tuple[tuple[str, Setting], ...] = ()
    """The open questions whose answers made it what it is."""

    @property
    def rests_on(self) -> str:
        """page 5; modified_win_vp = average_plus_100"""
        read = (f"{name} = {str(value).lower()}" for name, value in self.readings)
        return "; ".join(filter(None, (self.rule, *read)))


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its parts; a cap is a part of its own, so that the parts always add up to the total."""

    name: str
    title: str
    parts: tuple[Part, ...] = ()
    total: Fraction = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Kept, for standings ask for it again and again.
        object.__setattr__(self, "total", total([part.value for part in self.parts]))

    def __str__(self) -> str:
        """Total Points: 165 (Objective Points) + 200 (Victory Points) = 365."""
        counted = [part for part in self.parts if not part.remark]
        steps = "".join(f" {'-' if part.value < 0 else '+'} {shown(abs(part.value))} ({part.name})" for part in counted)
        figure = f"{self.title}: {steps.removeprefix(' + ') or 0}"
        if len(counted) > 1 or self.total:
            figure += f" = {shown(self.total)}"
        said = "; ".join(part.name for part in self.parts if part.remark)
        return f"{figure} ({said})" if said else figure

    def as_data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "total": number(self.total),
            "exact": str(self.total),
            "parts": [{"name": part.name, "value": number(part.value), "rule": part.rests_on} for part in self.parts],
        }


Figures = Mapping[str, Figure]


def questions_behind(figures: Figures) -> list[str]:
    """The open questions whose answers changed one of these figures."""
    return list(
        dict.fromkeys(name for figure in figures.values() for part in figure.parts for name, _ in part.readings)
    )


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to: each player's figures, who won, and why."""

    figures: tuple[Figures, Figures]
    winner: int | None
    """0 or 1, or None for a draw."""
    because: str
    """One sentence: "440 to 330 Objective Points"."""
    notes: tuple[str, ...] = field(default=())
    """Readings that mattered, an early end."""

    def total(self, side: int, name: str) -> Fraction:
        figure = self.figures[side].get(name)
        return figure.total if figure else Fraction(0)

    def as_data(self) -> dict[str, Any]:
        return {
            "figures": [{name: figure.as_data() for name, figure in side.items()} for side in self.figures],
            "winner": self.winner,
            "because": self.because,
            "notes": list(self.notes),
        }


@lru_cache(maxsize=4096)
def exact(numerator: int, denominator: int = 1) -> Fraction:
    """A fraction that is made once: thousands of cards hold the same few hundred figures."""
    return Fraction(numerator, denominator)


def total(values: Iterable[Fraction]) -> Fraction:
    """An exact sum, over one common denominator: several times faster than adding fractions one by one."""
    top, bottom = 0, 1
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        if denominator == bottom:
            top += numerator
        elif bottom % denominator == 0:
            top += numerator * (bottom // denominator)
        else:
            top, bottom = top * denominator + numerator * bottom, bottom * denominator
    return exact(top, bottom)


def number(value: Fraction) -> int | float:
    """A figure for JSON; `exact` stands beside it where it matters."""
    return value.numerator if value.denominator == 1 else float(value)
