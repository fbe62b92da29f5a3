"""How a battle stands, in columns that are the same for every game: the first part of an observation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from musterhall.battle.decisions import Decision
from musterhall.board import NOBODYS
from musterhall.game.battles import Progress
from musterhall.learning.answers import column_of
from musterhall.learning.ground import CELLS, OWN, THEIRS, Floats, Ground, cells_of

KINDS = 32
"""Columns that kinds of decisions are spread over; two kinds of a game may share one."""
FIGURES = 3
"""What counts for winning: so many kinds of it, those first that say most."""
MAPS = ("own pieces", "own strength", "their pieces", "their strength", "own zones", "their zones", "free zones")


def columns() -> tuple[str, ...]:
    """What stands in each column."""
    cells = [f"{across + 1} across, {up + 1} up" for up in range(CELLS) for across in range(CELLS)]
    return (
        *(f"{what} at {cell}" for what in MAPS for cell in cells),
        *(f"{whose} {what}" for whose in ("own", "their") for what in ("strength left", "pieces to come")),
        "balance of units left",
        *(f"balance of score {number + 1}" for number in range(FIGURES)),
        "turns over",
        "plays red",
        "answer stays hidden",
        "answers can be counted",
        *(f"kind of decision {number}" for number in range(KINDS)),
    )


def situation(ground: Ground, progress: Progress, decision: Decision | None) -> Floats:
    """The columns, from what a player may know; without a decision where nothing is asked of them."""
    return np.concatenate(
        [*_maps(ground), list(_what_is_left(ground)), _standing(ground, progress), _question(decision)]
    )


def _maps(ground: Ground) -> Iterator[Floats]:
    """Shares of a side's pieces, and of the strength it began with; zones are counted."""
    for troops in ground.troops:
        whole = max(1, troops.pieces)
        yield cells_of(troops.places) / whole
        yield cells_of(troops.places, troops.left) / whole
    for holder in (ground.player, 1 - ground.player, NOBODYS):
        yield np.minimum(cells_of(ground.zones(holder)), 1.0)


def _what_is_left(ground: Ground) -> Iterator[float]:
    for troops in ground.troops:
        yield troops.strength / max(1, troops.pieces)
        yield troops.to_come / max(1, troops.pieces)


def _standing(ground: Ground, progress: Progress) -> list[float]:
    player, left = ground.player, progress.left
    units = balance(left[player][1], left[1 - player][1]) if len(left) == 2 else 0.0
    turns = min(1.0, progress.turns / max(1, progress.last_turn))
    return [units, *_scores(ground), turns, float(player == 0)]


def _scores(ground: Ground) -> list[float]:
    figures: dict[str, list[float]] = {}
    for figure in ground.glance.score:
        whose = OWN if figure.side == ground.player else THEIRS
        figures.setdefault(figure.words, [0.0, 0.0])[whose] += figure.value
    told = [balance(*both) for both in figures.values()][:FIGURES]
    return [*told, *[0.0] * (FIGURES - len(told))]


def _question(decision: Decision | None) -> Floats:
    columns = np.zeros(2 + KINDS)
    if decision is not None:
        columns[0] = decision.secret
        columns[1] = decision.schema() is None
        columns[2 + column_of(decision.kind, KINDS)] = 1.0
    return columns


def balance(own: float, theirs: float) -> float:
    """Who has more of it: 1 if all is the player's own, -1 if all is theirs, 0 if both have as much."""
    whole = abs(own) + abs(theirs)
    return (own - theirs) / whole if whole else 0.0
