"""The cheapest pairing of all: what is wrong with a pairing first, then the least distance in the ranking.

Distances are squared, so one far pair is worse than several near ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import pairwise

from musterhall.events.pairing.board import Board, Edge
from musterhall.events.pairing.way import Way
from musterhall.problems import BadInput

_FIRST_REACH = 16
_MOST_BITS = 120
"""The matching counts in 128 bits and needs some of them for itself."""


def cheapest(
    board: Board,
    nodes: Iterable[int],
    banned: Set[Edge] = frozenset(),
    dear: Set[Edge] = frozenset(),
    *,
    any_will_do: bool = False,
) -> list[Edge] | None:
    """The cheapest pairing of these numbers without a banned pair, with as few dear ones as possible, or None.

    Looks at pairs near in the ranking, then at pairs twice as far, until what was found is sure to be the cheapest of
    all pairings, or nothing to be looked at is left.
    """
    chosen = sorted(nodes)
    trouble = board.blocked | banned | dear
    troubles = Counter(node for edge in trouble for node in edge)
    odd = int(board.ghost in chosen)
    farthest = min(len(chosen) - odd - 1, 2 * max(troubles.values(), default=0) + odd + 1)
    reach = _FIRST_REACH
    while True:
        edges = [edge for edge in _near(board, chosen, troubles, reach) if edge not in banned]
        found = _matching(board, chosen, edges, dear)
        if reach >= farthest:
            return found
        if found is not None and (any_will_do or _is_cheapest(board, chosen, found, trouble, reach)):
            return found
        reach *= 2


LEAST_GAPS = Way("nearest by the ranking", cheapest, Board.total)


def _near(board: Board, nodes: Sequence[int], troubles: Mapping[int, int], most: int) -> list[Edge]:
    """Pairs at most so far apart, of those among which the cheapest pairing is sure to be found.

    Let a and b be paired in the cheapest pairing, and c stand between them, paired with d. Squares make it cheaper to
    pair a and b with c and d instead: in one way if d stands outside, in both ways if d stands between them too. As
    nothing is cheaper than the cheapest, each such way holds a troubled pair of a or of b, and no two ways share one.
    So no more players stand between a and b than a and b have troubled pairs, one more if the bye is between them.
    """
    players = [node for node in nodes if node != board.ghost]
    between = len(nodes) - len(players)
    edges = []
    for spot, one in enumerate(players):
        own = troubles.get(one, 0)
        reach = min(most, 2 * own + between + 1)
        for there in range(max(0, spot - reach), min(len(players), spot + reach + 1)):
            other = players[there]
            others = troubles.get(other, 0)
            if (others, one) >= (own, other):  # each pair is found from its more troubled player
                continue
            if abs(there - spot) <= own + others + between + 1:
                edges.append((min(one, other), max(one, other)))
    if between:
        edges += [(one, board.ghost) for one in players]
    return edges


def _matching(board: Board, nodes: Sequence[int], edges: Sequence[Edge], dear: Set[Edge]) -> list[Edge] | None:
    """The cheapest way to pair all these numbers by these pairs, or None."""
    if not edges:
        return None if nodes else []
    import rustworkx  # whoever looks at an event or enters a card never pairs

    weights = _weights([(int(edge in dear), *board.price(edge)) for edge in edges], len(nodes) // 2)
    at = {node: spot for spot, node in enumerate(nodes)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    graph.add_edges_from([(at[one], at[other], weight) for (one, other), weight in zip(edges, weights, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(nodes):
        return None
    return sorted((nodes[min(two)], nodes[max(two)]) for two in found)


def _is_cheapest(board: Board, nodes: Sequence[int], found: Sequence[Edge], trouble: Set[Edge], reach: int) -> bool:
    """Whether the cheapest pairing by near pairs is sure to beat every pairing with a pair further apart than `reach`.

    It is, if it has no trouble and the right bye, and one far pair costs more, even if all others were neighbours.
    """
    if not trouble.isdisjoint(found):
        return False
    players = [node for node in nodes if node != board.ghost]
    turns = {one: board.bye_turns[one] for one in players if (one, board.ghost) not in trouble}
    if any(other == board.ghost and turns[one] > min(turns.values()) for one, other in found):
        return False
    pairs = [edge for edge in found if edge[1] != board.ghost]
    level = [board.level[node] for node in players]
    neighbours = min(below - above for above, below in pairwise(level))
    far = min(below - above for above, below in zip(level, level[reach + 1 :], strict=False))
    spent = sum((board.level[one] - board.level[other]) ** 2 for one, other in pairs)
    return spent < far**2 + (len(pairs) - 1) * neighbours**2


def _weights(prices: Sequence[tuple[int, ...]], pairs: int) -> list[int]:
    """One number for each price, the greater the cheaper, in which a line outweighs any sum of the lines after it."""
    numbers = [0] * len(prices)
    for line in zip(*prices, strict=True):
        outweighs = max(line) * pairs + 1
        if outweighs > 1:
            numbers = [number * outweighs + part for number, part in zip(numbers, line, strict=True)]
    most = max(numbers)
    if most.bit_length() > _MOST_BITS:
        raise BadInput("pairing: the levels of the players lie too far apart to be weighed; use smaller numbers.")
    return [most - number for number in numbers]
