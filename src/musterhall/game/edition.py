"""Figures of a game's rulebook that were not taken from print, each with where it comes from and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EditionFigure:
    name: str
    about: str
    value: bool | int | float | str | None
    """None while nobody here knows it."""
    certainty: str
    """sure, likely, older, unknown, or ours."""
    source: str
    """Where it is printed, or would be."""
    alternatives: tuple[bool | int | float | str, ...] = ()
    """What else it may be, where that can be counted."""
