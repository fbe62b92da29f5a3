"""A way of pairing: which of all pairings is the best one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from typing import Any

from musterhall.events.pairing.board import Board, Edge


@dataclass(frozen=True, slots=True)
class Way:
    told: str
    """What its pairing is called: "the pairing ..."."""
    best: Callable[[Board, Iterable[int], Set[Edge]], list[Edge] | None]
    """The best pairing of these numbers without a banned pair, or None."""
    order: Callable[[Board, Iterable[Edge]], tuple[Any, ...]]
    """The better of two pairings of the same numbers is the lesser by this."""
