"""The pairing from the top: each player meets the highest ranked one they have not met, if the rest can be paired so.

A pairing of all who are left is always at hand, with as little wrong as can be. To bring two together, their opponents
in it are paired instead, perhaps with another pair's help. Nearly always that mends it at once; where it does not, the
cheapest pairing of the rest tells whether it can be mended at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from musterhall.events.pairing.board import Board, Edge
from musterhall.events.pairing.least_gaps import cheapest
from musterhall.events.pairing.way import Way

_OUTWEIGHS = 10**9
"""More than any line of a cost adds up to."""
_BANNED = 10**27
"""More than anything else that can be wrong with a pair."""
_WRONG = 3
"""The lines of a price that tell what is wrong with a pair of players: forbidden, a rematch, not even the first."""
_BEFORE_RANKING = 5
"""With the bye's two, the lines that come before the ranking."""


def best_for_the_top(board: Board, nodes: Iterable[int], banned: Set[Edge] = frozenset()) -> list[Edge] | None:
    """Of those with the least wrong and the right bye the best for the first, then for the second, and so on."""
    start = cheapest(board, nodes, banned)
    if start is None:
        return None
    # With the least wrong, nobody else has the bye: everybody's turn for it is another.
    bye = [edge for edge in start if edge[1] == board.ghost]
    rest = _Rest.of(board, banned, [edge for edge in start if edge[1] != board.ghost])
    players = sorted(rest.opponent, key=lambda one: board.place[one])
    return [*_descend(rest, players), *bye]


def order_from_the_top(board: Board, edges: Iterable[Edge]) -> tuple[object, ...]:
    """What is wrong and the bye first; then how each player's opponent suits them, from the top of the ranking."""
    edges = list(edges)
    opponent = _both_ways(edges)
    players = sorted((one for one in opponent if one != board.ghost), key=lambda one: board.place[one])
    place = [*board.place, len(board.ids)]
    suits = [(board.price(_edge(one, opponent[one]))[:_WRONG], place[opponent[one]]) for one in players]
    return board.total(edges)[:_BEFORE_RANKING], suits


TOP_FIRST = Way("from the top", best_for_the_top, order_from_the_top)


@dataclass(slots=True)
class _Rest:
    """Who is not paired yet, and a pairing of them with the least wrong."""

    board: Board
    banned: Set[Edge]
    opponent: dict[int, int]
    wrong: int
    """Of that pairing."""

    @classmethod
    def of(cls, board: Board, banned: Set[Edge], edges: Sequence[Edge]) -> _Rest:
        rest = cls(board, banned, _both_ways(edges), 0)
        rest.wrong = rest.wrong_with(edges)
        return rest

    def cost(self, one: int, other: int) -> int:
        """What is wrong with a pair, in one number."""
        edge = _edge(one, other)
        if edge in self.banned:
            return _BANNED
        if edge not in self.board.blocked:
            return 0
        number = 0
        for line in self.board.price(edge)[:_WRONG]:
            number = number * _OUTWEIGHS + line
        return number

    def wrong_with(self, edges: Iterable[Edge]) -> int:
        return sum(self.cost(one, other) for one, other in edges)

    def link(self, one: int, other: int) -> None:
        self.opponent[one], self.opponent[other] = other, one

    def release(self, one: int, other: int) -> None:
        del self.opponent[one], self.opponent[other]
        self.wrong -= self.cost(one, other)


def _descend(rest: _Rest, players: Sequence[int]) -> Iterator[Edge]:
    for spot, one in enumerate(players):
        if one not in rest.opponent:
            continue
        other = next(other for other in _wanted(rest, one, players[spot + 1 :]) if _brought_together(rest, one, other))
        rest.release(one, other)
        yield _edge(one, other)


def _wanted(rest: _Rest, one: int, below: Sequence[int]) -> Iterator[int]:
    """Whom the player is to meet, the highest ranked first; those with whom something is wrong come last."""
    dear: list[tuple[int, int, int]] = []
    for other in below:
        if other in rest.opponent:
            if cost := rest.cost(one, other):
                dear.append((cost, len(dear), other))
            else:
                yield other
    yield from (other for _, _, other in sorted(dear))


def _brought_together(rest: _Rest, one: int, other: int) -> bool:
    """Let the two meet in the pairing of the rest, unless more would be wrong with it."""
    if rest.opponent[one] == other:
        return True
    if rest.cost(one, other) > rest.wrong:
        return False
    return _mended_by_one_more_pair(rest, one, other) or _mended_anew(rest, one, other)


def _mended_by_one_more_pair(rest: _Rest, one: int, other: int) -> bool:
    """Pair the two's opponents with each other, or with those of another pair."""
    left, right = rest.opponent[one], rest.opponent[other]
    # Nothing is better than the least wrong, so what costs as much is good enough.
    spent = rest.cost(one, left) + rest.cost(other, right) - rest.cost(one, other)
    if rest.cost(left, right) == spent:
        rest.link(one, other)
        rest.link(left, right)
        return True
    for third, fourth in rest.opponent.items():
        if third in (one, other, left, right):
            continue
        if rest.cost(left, third) + rest.cost(right, fourth) == spent + rest.cost(third, fourth):
            rest.link(one, other)
            rest.link(left, third)
            rest.link(right, fourth)
            return True
    return False


def _mended_anew(rest: _Rest, one: int, other: int) -> bool:
    edges = cheapest(rest.board, rest.opponent.keys() - {one, other}, rest.banned)
    if edges is None or rest.wrong_with(edges) + rest.cost(one, other) > rest.wrong:
        return False
    for edge in [(one, other), *edges]:
        rest.link(*edge)
    return True


def _both_ways(edges: Iterable[Edge]) -> dict[int, int]:
    return {one: other for edge in edges for one, other in (edge, edge[::-1])}


def _edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)
