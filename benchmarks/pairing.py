"""Benchmark of the pairing: large fields after five Swiss rounds, next to networkx on the same graph."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from unittest import mock

import networkx
import rustworkx

from musterhall.dice import Dice
from musterhall.events.pairing import pair, random_pairing
from musterhall.events.pairing.field import Field

SIZES = (64, 256, 1024, 4096)
YARDSTICK = 256
ROUNDS = 5
REPEATS = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds to pair fields of these sizes, and what networkx takes to match the graph of one of them."""

    seconds: dict[int, float]
    from_the_top: dict[int, float]
    networkx_seconds: float

    @property
    def times_faster(self) -> float:
        """The whole pairing, checks and look ahead included, against only the matching in networkx."""
        return self.networkx_seconds / self.seconds[YARDSTICK]


def measure() -> Measured:
    seconds, from_the_top = {}, {}
    for size in SIZES:
        field = after_rounds(size)
        seconds[size] = seconds_to_pair(field)
        from_the_top[size] = seconds_to_pair(replace(field, paired_by="top_first"))
    return Measured(seconds, from_the_top, yardstick())


def seconds_to_pair(field: Field) -> float:
    size = len(field.ranking)
    pairing = pair(field, Dice(size))
    assert len(pairing.pairs) == size // 2, "everybody is paired"
    assert not pairing.rematches, "after five rounds in so large a field nobody needs to meet again"
    return median(timed(partial(pair, field, Dice(size))) for _ in range(REPEATS))


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def after_rounds(size: int, rounds: int = ROUNDS) -> Field:
    """A field whose players won and lost by their skill and by luck, paired by `pair` itself; one round is left."""
    draw = random.Random(size)
    skill = {f"p{at}": draw.gauss(0, 1) for at in range(size)}
    points = dict.fromkeys(skill, 0)
    field = Field(tuple(skill), {}, rounds_left=rounds)
    for number in range(rounds):
        pairing = pair(field, Dice(number)) if number else random_pairing(field, Dice(number))
        for one, other in pairing.pairs:
            winner, loser = (one, other) if skill[one] + draw.gauss(0, 1) > skill[other] else (other, one)
            points[winner] += draw.randrange(400, 1000)
            points[loser] += draw.randrange(0, 400)
        ranking = tuple(sorted(points, key=lambda player: -points[player]))
        met = {**field.met, **{frozenset(two): 1 for two in pairing.pairs}}
        field = replace(field, ranking=ranking, met=met, rounds_left=rounds - number)
    return field


def yardstick(size: int = YARDSTICK) -> float:
    """Seconds of networkx for the graph that `pair` hands to rustworkx, once both are seen to find the same weight."""
    field = replace(after_rounds(size), rounds_left=0)
    with mock.patch.object(rustworkx, "max_weight_matching", wraps=rustworkx.max_weight_matching) as matching:
        pair(field, Dice(size))
    (handed,) = matching.call_args.args
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from(handed.weighted_edge_list())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    ours = rustworkx.max_weight_matching(handed, **matching.call_args.kwargs)
    assert len(ours) == len(found) == size // 2, "both pair everybody"
    assert weight(graph, ours) == weight(graph, found), "both find the same weight"
    return median(timed(lambda: networkx.max_weight_matching(graph, maxcardinality=True)) for _ in range(REPEATS))


def weight(graph: networkx.Graph[int], pairs: set[tuple[int, int]]) -> int:
    return sum(graph.edges[two]["weight"] for two in pairs)


if __name__ == "__main__":
    measured = measure()
    for number, seconds in measured.seconds.items():
        print(f"{number} players: {seconds:.3f} s, from the top {measured.from_the_top[number]:.3f} s")
    print(f"{measured.times_faster:.0f} times as fast as networkx ({measured.networkx_seconds:.2f} s)")
