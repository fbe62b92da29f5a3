"""Odds of a game: what attacks in a situation come to, exactly, as figures and as bars."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class OddsReport:
    """What was found: a sentence, a row for each attack, chances by name, and bars to draw."""

    title: str
    heads: tuple[str, ...]
    attacks: tuple[tuple[str, ...], ...]
    chances: tuple[tuple[str, float], ...]
    bars: tuple[tuple[str, float], ...]
    """Every number of points with its chance."""
    bars_of: str
    """What the bars are of."""
    data: dict[str, Any] = field(default_factory=dict)


class Odds(ABC):
    """Who works out odds in situations of one game."""

    @abstractmethod
    def work_out(self, data: Mapping[str, Any], name: str) -> OddsReport:
        """The odds that a file's data asks for; everything wrong with it is `BadInput`."""
