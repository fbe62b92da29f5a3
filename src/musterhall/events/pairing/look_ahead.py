"""The pairing that is looked for, which leaves the next round one too."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from typing import Any

from musterhall.events.pairing.board import Board, Edge
from musterhall.events.pairing.least_gaps import cheapest
from musterhall.events.pairing.way import Way

WITHOUT = "without a rematch, a forbidden pair or a second bye"
_SMALL = 10
"""Up to so many players every pairing is tried."""
_TRIES = 200_000
"""Above, so many pairings divided by the square of the players are, as one takes the longer the more they are."""
_TURNS = 5


@dataclass(frozen=True, slots=True)
class Search:
    edges: list[Edge]
    changed: bool = False
    notes: tuple[str, ...] = ()


def search(way: Way, board: Board, pinned: list[Edge], rounds_left: int) -> Search:
    """The best pairing; if another one as legal is needed for the sake of the next round, the best such."""
    free = set(board.nodes) - {node for edge in pinned for node in edge}
    first = way.best(board, free, frozenset())
    assert first is not None, "without bans every even field has a pairing"
    found = Search([*pinned, *first])
    if not rounds_left or not board.blocked.isdisjoint(first) or next_round_exists(board, found.edges):
        return found
    ahead, tried_all = _best_ahead(way, board, pinned, free, first)
    if ahead is None and not tried_all:
        ahead = _set_aside(way, board, pinned, free, first)
    if ahead is not None:
        why = f"after the pairing {way.told}, the next round would have none {WITHOUT}"
        return Search([*pinned, *ahead], True, (f"The pairing looks ahead: {why}.",))
    if tried_all:
        return replace(found, notes=(f"Whatever is paired now, the next round has no pairing {WITHOUT}.",))
    return replace(found, notes=(f"The next round has no pairing {WITHOUT}; no way round it was found.",))


def next_round_exists(board: Board, edges: Iterable[Edge]) -> bool:
    """After these pairs, can everybody be paired legally once more?"""
    blocked = board.blocked | set(edges)
    troubles = Counter(node for edge in blocked for node in edge)
    size = len(board.nodes)
    # Dirac: where everybody can meet half of the field, all can be paired
    if not troubles or size - 1 - max(troubles.values()) >= size / 2:
        return True
    return cheapest(board, board.nodes, banned=blocked, any_will_do=True) is not None


def _best_ahead(
    way: Way, board: Board, pinned: list[Edge], free: Set[int], first: list[Edge]
) -> tuple[list[Edge] | None, bool]:
    """The best legal pairing that leaves a next round, and whether all were tried.

    Legal pairings from the best on (Murty): all others but the best lack its first pair, or have that and lack the
    second, or have these and lack the third, and so on; each of these heaps has a best one of its own.
    """
    tries = _TRIES // len(board.nodes) ** 2 if len(board.nodes) > _SMALL else None
    count = 0
    heap: list[tuple[tuple[Any, ...], int, list[Edge], list[Edge], Set[Edge]]]
    heap = [(way.order(board, first), count, [], first, board.blocked)]
    while heap:
        _, _, kept, rest, banned = heapq.heappop(heap)
        if next_round_exists(board, [*pinned, *kept, *rest]):
            return [*kept, *rest], False
        for at, edge in enumerate(rest):
            if count == tries:
                return None, False
            count += 1
            held = [*kept, *rest[:at]]
            without = banned | {edge}
            other = way.best(board, free - {node for two in held for node in two}, without)
            if other is not None:
                heapq.heappush(heap, (way.order(board, [*held, *other]), count, held, other, without))
    return None, True


def _set_aside(way: Way, board: Board, pinned: list[Edge], free: Set[int], first: list[Edge]) -> list[Edge] | None:
    """A pairing for now and one for the next round, by turns as different from the other as can be, until they share
    no pair; then the best for now that leaves the other. It may miss one, but it is quick in large fields.
    """
    now = first
    for _ in range(_TURNS):
        later = cheapest(board, board.nodes, banned=board.blocked | set(pinned), dear=set(now))
        if later is None:
            return None
        now = cheapest(board, free, banned=board.blocked, dear=set(later)) or first
        if set(now).isdisjoint(later):
            return way.best(board, free, board.blocked | set(later))
    return None
