"""How each faction has fared at an event: who plays it, what it won, drew and lost against others, its average."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from musterhall.events.event import Event, Match
from musterhall.events.scores import number, total
from musterhall.events.standings import round_figures

UNNAMED = "No faction named"


@dataclass(slots=True)
class FactionRecord:
    faction: str
    players: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    mirrors: int = 0
    """Matches against the own faction: they are in neither share nor record."""
    points: list[Fraction] = field(default_factory=list)
    """What its players had from a match in the figure that decides first, mirrors too."""

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> Fraction | None:
        """Matches won, a draw as half of one; nothing where no other faction was met."""
        return Fraction(2 * self.won + self.drawn, 2 * self.matches) if self.matches else None

    @property
    def average(self) -> Fraction | None:
        return total(self.points) / len(self.points) if self.points else None

    def as_data(self) -> dict[str, Any]:
        return {
            "faction": self.faction,
            "players": self.players,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "mirrors": self.mirrors,
            "share": None if self.share is None else round(float(self.share), 4),
            "average": None if self.average is None else number(self.average),
        }


def faction_statistics(event: Event) -> list[FactionRecord]:
    """Every faction that somebody plays, the most successful first; byes and empty chairs are no matches."""
    spelling = _spellings(one.faction for one in event.entered())
    own = {one.id: spelling[one.faction.casefold()] for one in event.entered()}
    found = {name: FactionRecord(name) for name in spelling.values()}
    for name in own.values():
        found[name].players += 1
    first = event.rules.standings.order[0]
    for round_ in event.rounds:
        figures = round_figures(event, round_)
        for match in round_.matches if round_.published else ():
            if not match.settled or match.absent is not None:
                continue
            _count(found, match, *(own[id_] for id_ in match.players))
            for id_ in match.players:
                if id_ in figures and first in figures[id_]:
                    found[own[id_]].points.append(figures[id_][first].total)
    return sorted(found.values(), key=_rank)


def _count(found: dict[str, FactionRecord], match: Match, one: str, other: str) -> None:
    if one == other:
        found[one].mirrors += 1
        return
    if match.winner is None:
        found[one].drawn += 1
        found[other].drawn += 1
        return
    winner, loser = (one, other) if match.winner == match.players[0] else (other, one)
    found[winner].won += 1
    found[loser].lost += 1


def _spellings(names: Iterable[str]) -> dict[str, str]:
    """One spelling for each faction, however people write it: the most usual."""
    usual = Counter(names)
    return {name.casefold(): name or UNNAMED for name, _ in sorted(usual.items(), key=lambda item: (item[1], item[0]))}


def _rank(one: FactionRecord) -> tuple[bool, Fraction, int, str]:
    return one.share is None, -(one.share or Fraction(0)), -one.matches, one.faction.casefold()
