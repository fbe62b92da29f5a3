"""The figures of a constructed tournament, each with its source and a mark whether it is sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pydantic import Field

from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

FILE = "figures.toml"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the rules."""

    value: int
    sure: bool
    source: str
    what: str


@cache
def figures() -> Mapping[str, Figure]:
    """All figures by name."""
    return {name: _figure(row, f"catalogue/{FILE}, {name}") for name, row in catalogue_data(FILE).items()}


def figure(name: str) -> int:
    """The value of one figure."""
    return figures()[name].value


def orders_per_turn(build_total: int) -> int:
    """One order for every full 150 points of the build total: 3 at 450, 6 at 900."""
    return build_total // figure("points_per_order")


class _FigureRow(FileModel):
    value: int = Field(ge=1)
    sure: bool
    source: str = Field(min_length=1)
    what: str = Field(min_length=1)


def _figure(row: Mapping[str, object], place: str) -> Figure:
    read = parse_model(_FigureRow, row, place)
    return Figure(read.value, read.sure, read.source, read.what)
