"""Figures of the rulebook that are not known for sure, each with where it comes from and how sure it is."""

from __future__ import annotations

from functools import cache
from typing import Literal

from musterhall.game.edition import EditionFigure
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model


class Figure(FileModel):
    value: int | None = None
    certainty: Literal["sure", "likely", "unknown"]
    source: str
    about: str


@cache
def edition() -> dict[str, Figure]:
    """Every figure by key."""
    name = "edition.toml"
    return {key: parse_model(Figure, entry, f"{name}, {key}") for key, entry in catalogue_data(name).items()}


def edition_figures() -> tuple[EditionFigure, ...]:
    """Every figure as others list it."""
    return tuple(
        EditionFigure(key.replace("_", " "), one.about, one.value, one.certainty, one.source)
        for key, one in edition().items()
    )
