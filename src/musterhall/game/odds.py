"""Odds of a game: what attacks in a situation come to, exactly, as figures and as bars."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from musterhall.game.odds_form import OddsForm
from musterhall.problems import BadInput


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
    sums: tuple[str, ...] = ()
    """How what each attack needs is added up, where that was asked for."""
    situation: Mapping[str, Any] = field(default_factory=dict)
    """What was weighed, as a file has it, where it was put together here."""


class Odds(ABC):
    """Who works out odds in situations of one game."""

    @abstractmethod
    def work_out(self, data: Mapping[str, Any], name: str) -> OddsReport:
        """The odds that a file's data asks for; everything wrong with it is `BadInput`."""

    @property
    def form(self) -> OddsForm | None:
        """What a page asks of attackers and target; None where situations are files alone."""
        return None

    def unit_names(self, library: Any) -> Sequence[str]:
        """The units to choose from."""
        return ()

    def work_out_form(
        self, target: Mapping[str, Any], attackers: Sequence[Mapping[str, Any]], library: Any
    ) -> OddsReport:
        """The odds of what was filled in, as the form has read it; everything wrong with it is `BadInput`."""
        raise BadInput("odds: situations of this game are files alone; write one and have it worked out.")
