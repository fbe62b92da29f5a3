"""What fire, charges and tokens are worth: expected values for the captain.

The figures come from the `Book` of fire; `exchanges.py` weighs many places at once by them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.agents.book import Book
from musterhall.games.the_game.agents.exchanges import loss
from musterhall.games.the_game.phases.breaking import breaking_point
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.geometry import Floats

CAUTION = 0.8
"""What a point lost counts against a point taken."""


_BREAKS_AT: dict[tuple[int, int], tuple[object, int]] = {}


def breaks_at(formation: Formation) -> int:
    """1.7.3 The tokens that break a formation; its size and rules decide, so it is worked out once for each."""
    if not formation.rules:
        return formation.size
    key = (id(formation.rules), formation.size)
    known = _BREAKS_AT.get(key)
    if known is None or known[0] is not formation.rules:
        if len(_BREAKS_AT) >= 1024:
            _BREAKS_AT.clear()
        known = _BREAKS_AT[key] = (formation.rules, breaking_point(formation).total)
    return known[1]


def figures(formations: list[Formation]) -> Floats:
    """What appraisal needs to know of each formation."""
    table = np.zeros((len(formations), 6))
    for row, formation in enumerate(formations):
        size = len(formation.units)
        if size:
            firing = 0.0 if formation.broken else max(0.0, 1.0 - formation.suppression / size)
            table[row] = (
                size,
                formation.suppression,
                breaks_at(formation),
                formation.cost / max(1, formation.original),
                formation.broken,
                firing,
            )
    return table


@dataclass(slots=True)
class Loss:
    """What a formation is expected to lose, in points, and how likely it breaks."""

    points: float
    breaks: float
    kills: float
    tokens: float


def expected_loss(formation: Formation, kills: float, tokens: float) -> Loss:
    unit = formation.cost / max(1, formation.original)
    point = breaks_at(formation)
    points, breaks = loss(unit, formation.size, formation.suppression, point, formation.broken, kills, tokens)
    return Loss(points, breaks, min(kills, formation.size), tokens)


def armed_units(position: Position, book: Book) -> Floats:
    """2.1.10 1 for units that can man their weapons, 0 for empty transports whose guns need a passenger."""
    carrying = np.zeros(len(book.sheet), dtype=np.bool_)
    carrying[position.aboard[position.aboard != NOBODY]] = True
    return (~book.manned | carrying).astype(np.float64)


def mounted(position: Position, formation: Formation) -> bool:
    return bool((position.aboard[formation.units] != NOBODY).any())
