"""The field in numbers, as the search for a pairing needs it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from musterhall.events.pairing.field import Field

Edge = tuple[int, int]
"""Two numbers of a board, the lower one first."""


@dataclass(frozen=True, slots=True)
class Board:
    """The players as numbers in the order of their levels; in an odd field the last number is the bye."""

    ids: tuple[str, ...]
    level: tuple[int, ...]
    place: tuple[int, ...]
    forbidden: frozenset[Edge]
    met: Mapping[Edge, int]
    byes: tuple[int, ...]
    bye_turns: tuple[int, ...]
    blocked: frozenset[Edge]
    """Every pair that is not legal: forbidden, met before, a second bye."""

    @property
    def ghost(self) -> int:
        """The opponent of the player with the bye; in an even field nobody has this number."""
        return len(self.ids)

    @property
    def nodes(self) -> range:
        return range(len(self.ids) + len(self.ids) % 2)

    def price(self, edge: Edge) -> tuple[int, ...]:
        """What a pair adds to the cost, each number outweighing all after it.

        The last two decide between pairings of equal cost: near places within a level, and the better for the top.
        """
        one, other = edge
        if other == self.ghost:
            return (0, 0, 0, self.byes[one], self.bye_turns[one], 0, 0, 0)
        times = self.met.get(edge, 0)
        distance = (self.level[one] - self.level[other]) ** 2
        apart = (one - other) ** 2
        top = apart * (len(self.ids) - min(self.place[one], self.place[other]))
        return (int(edge in self.forbidden), int(times > 0), max(0, times - 1), 0, 0, distance, apart, top)

    def total(self, edges: Iterable[Edge]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*map(self.price, edges), strict=True)))


def board_of(field: Field, bye_turns: Mapping[str, int]) -> Board:
    place = {player: at for at, player in enumerate(field.ranking)}
    level = field.level or place
    ids = tuple(sorted(field.ranking, key=lambda player: (level[player], place[player])))
    number = {player: at for at, player in enumerate(ids)}
    forbidden = frozenset(_edges_of(field.forbidden, number))
    played = [two for two, times in field.met.items() if times]
    met = {edge: field.met[two] for two in played for edge in _edges_of([two], number)}
    byes = tuple(field.byes.get(player, 0) for player in ids)
    second = {(at, len(ids)) for at, had in enumerate(byes) if had and len(ids) % 2}
    return Board(
        ids,
        tuple(level[player] for player in ids),
        tuple(place[player] for player in ids),
        forbidden,
        met,
        byes,
        tuple(bye_turns[player] for player in ids),
        blocked=forbidden | frozenset(met) | second,
    )


def _edges_of(pairs: Iterable[Iterable[str]], number: Mapping[str, int]) -> Iterable[Edge]:
    """The pairs of which both players are here; others have left."""
    for two in pairs:
        here = sorted(number[player] for player in two if player in number)
        if len(here) == 2:
            yield here[0], here[1]


def pinned_edges(field: Field, board: Board) -> list[Edge]:
    number = {player: at for at, player in enumerate(board.ids)}
    edges = list(_edges_of(field.pinned, number))
    if field.pinned_bye is not None:
        edges.append((number[field.pinned_bye], board.ghost))
    return edges
