"""Figures of a game's rulebook that were not taken from print, each with where it comes from and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EditionFigure:
    name: str
    about: str
    value: int | None
    """None while nobody here knows it."""
    certainty: str
    """sure, likely or unknown."""
    source: str
    """Where it is printed, or would be."""
