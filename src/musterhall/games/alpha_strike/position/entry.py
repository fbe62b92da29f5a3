"""Where a unit comes on: by the edges of its scenario, and by those that a command ability opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import command_abilities_of

Edge = tuple[str, float, float]
"""An edge with the part of it, from and to, that is open."""
COMING_ON: Moment[Callable[[Position, int], Sequence[Edge]]] = Moment("coming on", "13.6")
"""16 The edges that a command ability opens to a unit of its force beside the scenario's."""


def entry_edges(position: Position, unit: int) -> Sequence[Edge]:
    """13.6, 16 Where a unit may walk on."""
    edges = list(position.scenario.entry_edges(position, unit))
    for _, opens in COMING_ON.of(command_abilities_of(position, position.unit(unit).side)):
        edges += opens(position, unit)
    return edges
