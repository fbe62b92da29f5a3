"""Who meets whom: the pairing of a round, from the ranking and from who has met before.

A pairing is a matching of least cost: first the fewest forbidden pairs, then the fewest rematches, then no second bye,
then the bye to the right player, then the least distance in the ranking. Players are known by their ids only.
"""

from __future__ import annotations

import dataclasses
import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import rustworkx

from musterhall.dice import Dice, Die
from musterhall.problems import BadInput

Pair = tuple[str, str]
Pairs = tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """Everything a pairing depends on."""

    ranking: tuple[str, ...]
    """Best first; for the first round in any order."""
    met: Mapping[frozenset[str], int] = dataclasses.field(hash=False)
    """How often each pair has met."""
    forbidden: frozenset[frozenset[str]] = frozenset()
    """Team mates and siblings: paired only where nothing else is left, and a rematch is better."""
    byes: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)
    pinned: Pairs = ()
    """Pairs fixed by hand."""
    pinned_bye: str | None = None
    level: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)
    """What distance is measured by, when it is not the place in the ranking: a score, a bracket."""
    rounds_left: int = 0
    """Planned rounds after this one."""
    bye_choice: Literal["lowest", "random"] = "lowest"


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What is wrong with a pairing; each line outweighs all below it."""

    forbidden: int = 0
    rematches: int = 0
    repeats: int = 0
    """Of those who meet again: their meetings after the first, so that a third meeting is worse than a second."""
    second_byes: int = 0
    """How many byes the player with the bye has had already."""
    distance: int = 0
    """Every pair's distance, squared: one far pair is worse than several near ones."""

    def as_data(self) -> dict[str, int]:
        return dataclasses.asdict(self)

    def sentence(self) -> str:
        bye = "a bye for one who has had one" if self.second_byes else "no second bye"
        forbidden = _count(self.forbidden, "forbidden pair", "forbidden pairs")
        rematches = _count(self.rematches, "rematch", "rematches")
        sentence = f"{forbidden}, {rematches}, {bye}, distance {self.distance}."
        return sentence[0].upper() + sentence[1:]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round's pairs, best pair first and in each pair the better ranked player first."""

    pairs: Pairs
    bye: str | None
    rematches: Pairs
    forbidden: Pairs
    """Forbidden pairs that could not be avoided."""
    notes: tuple[str, ...]
    """Sentences for the organiser, with ids in braces."""
    cost: Cost


def random_pairing(field: Field, dice: Dice) -> Pairing:
    """The first round: neighbours in a shuffled order meet, and its last player has the bye.

    Where that would be a forbidden pair, a rematch or a second bye, the nearest in the shuffled order step in.
    """
    _check(field)
    shuffled = _shuffled(field.ranking, dice, "random pairing")
    return pair(replace(field, ranking=shuffled, level={}, bye_choice="lowest"), dice)


def pair(field: Field, dice: Dice) -> Pairing:
    """The best pairing by the ranking. The dice are rolled only for a bye by lot."""
    _check(field)
    board = _board(field, _bye_turns(field, dice))
    pinned = _pinned_edges(field, board)
    search = _search(board, pinned, field.rounds_left)
    ids = board.ids
    bye = next((ids[one] for one, other in search.edges if other == board.ghost), None)
    pairs = _in_order(field, [(ids[one], ids[other]) for one, other in search.edges if other != board.ghost])
    return Pairing(
        pairs,
        bye,
        rematches=tuple(two for two in pairs if field.met.get(frozenset(two))),
        forbidden=tuple(two for two in pairs if frozenset(two) in field.forbidden),
        notes=(*_notes(field, pairs, bye, changed=search.changed), *search.notes),
        cost=cost_of(field, pairs, bye),
    )


def cost_of(field: Field, pairs: Sequence[Pair], bye: str | None) -> Cost:
    """The cost of any pairing of these players, such as one that was changed by hand."""
    _check(field)
    _check_pairs(field, pairs, bye)
    meetings = [field.met.get(frozenset(two), 0) for two in pairs]
    level = field.level or {player: place for place, player in enumerate(field.ranking)}
    return Cost(
        forbidden=sum(frozenset(two) in field.forbidden for two in pairs),
        rematches=sum(times > 0 for times in meetings),
        repeats=sum(times - 1 for times in meetings if times > 0),
        second_byes=0 if bye is None else field.byes.get(bye, 0),
        distance=sum((level[one] - level[other]) ** 2 for one, other in pairs),
    )


def swap(pairs: Sequence[Pair], bye: str | None, one: str, other: str) -> tuple[Pairs, str | None]:
    """The two players change places; one of them may have the bye."""
    present = {player for two in pairs for player in two} | {bye}
    for player in (one, other):
        if player not in present:
            raise BadInput(f"swap: {player} is not in this pairing; name two players who are.")
    if one == other:
        raise BadInput(f"swap: {one} was named twice; name two different players.")
    trade = {one: other, other: one}
    swapped = tuple((trade.get(first, first), trade.get(second, second)) for first, second in pairs)
    return swapped, None if bye is None else trade.get(bye, bye)


def compare(
    field: Field, before: tuple[Sequence[Pair], str | None], after: tuple[Sequence[Pair], str | None]
) -> list[str]:
    """What a change by hand costs and what it mends, in sentences with ids in braces."""
    old, new = cost_of(field, *before), cost_of(field, *after)
    was, becomes = _found(field, *before), _found(field, *after)
    sentences = [f"New: {what}." for what in becomes if what not in was]
    sentences += [f"No longer: {what}." for what in was if what not in becomes]
    if new.distance != old.distance:
        nearer = "nearer" if new.distance < old.distance else "further apart"
        sentences.append(f"The players are {nearer} in the ranking: distance {new.distance} instead of {old.distance}.")
    if field.rounds_left and not _leaves_next_round(field, *after) and _leaves_next_round(field, *before):
        sentences.append(f"After this the next round has no pairing {_WITHOUT}.")
    return sentences or ["The change costs nothing."]


# What is said about a pairing

_WITHOUT = "without a rematch, a forbidden pair or a second bye"


def _found(field: Field, pairs: Sequence[Pair], bye: str | None) -> list[str]:
    """Everything that is wrong with a pairing, in words."""
    ordered = _in_order(field, pairs)
    found = [f"{_names(two)} should not meet" for two in ordered if frozenset(two) in field.forbidden]
    found += [f"{_names(two)} meet again" for two in ordered if field.met.get(frozenset(two))]
    if bye is not None and field.byes.get(bye):
        found.append(f"{{{bye}}} has a bye again")
    return found


def _notes(field: Field, pairs: Pairs, bye: str | None, *, changed: bool) -> list[str]:
    """Why the pairing has what an organiser would rather not see."""
    by_hand = {frozenset(two) for two in field.pinned}
    beside = " beside what is pinned" if field.pinned or field.pinned_bye else ""
    legal = "without a rematch and without a forbidden pair" if field.forbidden else "without a rematch"
    notes = []
    for two in pairs:
        both = frozenset(two)
        forced = "they are pinned" if both in by_hand else ""
        if both in field.forbidden:
            notes.append(f"{_names(two)} should not meet: {forced or f'no pairing avoids it{beside}'}.")
        if field.met.get(both):
            notes.append(f"{_names(two)} meet again: {forced or f'no pairing {legal} exists{beside}'}.")
    if bye is not None:
        notes += _bye_notes(field, bye, changed=changed)
    return notes


def _bye_notes(field: Field, bye: str, *, changed: bool) -> list[str]:
    had = field.byes.get(bye, 0)
    dearer = "would cost more repeated meetings or forbidden pairs"
    if field.pinned_bye:
        return [f"{{{bye}}} has a bye again: it is pinned."] if had else []
    pinned = {player for two in field.pinned for player in two}
    if had:
        fewer = [player for player in field.ranking if field.byes.get(player, 0) < had]
        why = f"a bye for one who has had fewer {dearer}" if fewer else "nobody has had fewer"
        if fewer and pinned.issuperset(fewer):
            why = "all who have had fewer are pinned"
        return [f"{{{bye}}} has a bye again: {why}."]
    below = field.ranking[field.ranking.index(bye) + 1 :]
    passed = [f"{{{player}}}" for player in below if not field.byes.get(player) and player not in pinned]
    if field.bye_choice == "lowest" and passed and not changed:
        return [f"The bye goes to {{{bye}}}: a bye for {' or '.join(passed)} {dearer}."]
    return []


def _names(two: Pair) -> str:
    return f"{{{two[0]}}} and {{{two[1]}}}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"


# The field in numbers

Edge = tuple[int, int]
"""Two numbers of a board, the lower one first."""


@dataclass(frozen=True, slots=True)
class _Board:
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


def _board(field: Field, bye_turns: Mapping[str, int]) -> _Board:
    place = {player: at for at, player in enumerate(field.ranking)}
    level = field.level or place
    ids = tuple(sorted(field.ranking, key=lambda player: (level[player], place[player])))
    number = {player: at for at, player in enumerate(ids)}
    forbidden = frozenset(_edges_of(field.forbidden, number))
    played = [two for two, times in field.met.items() if times]
    met = {edge: field.met[two] for two in played for edge in _edges_of([two], number)}
    byes = tuple(field.byes.get(player, 0) for player in ids)
    second = {(at, len(ids)) for at, had in enumerate(byes) if had and len(ids) % 2}
    return _Board(
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


def _pinned_edges(field: Field, board: _Board) -> list[Edge]:
    number = {player: at for at, player in enumerate(board.ids)}
    edges = list(_edges_of(field.pinned, number))
    if field.pinned_bye is not None:
        edges.append((number[field.pinned_bye], board.ghost))
    return edges


def _bye_turns(field: Field, dice: Dice) -> dict[str, int]:
    """Who comes first when a bye is to be had: the lowest ranked, or in an order by lot."""
    by_lot = field.bye_choice == "random" and len(field.ranking) % 2 and field.pinned_bye is None
    order = _shuffled(field.ranking, dice, "bye") if by_lot else field.ranking[::-1]
    return {player: turn for turn, player in enumerate(order)}


def _shuffled(players: Sequence[str], dice: Dice, purpose: str) -> tuple[str, ...]:
    order = list(players)
    for last in range(len(order) - 1, 0, -1):
        drawn = dice.one(Die(f"d{last + 1}", last + 1), purpose) - 1
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)


def _in_order(field: Field, pairs: Iterable[Pair]) -> Pairs:
    place = {player: at for at, player in enumerate(field.ranking)}
    ordered = ((one, other) if place[one] < place[other] else (other, one) for one, other in pairs)
    return tuple(sorted(ordered, key=lambda two: place[two[0]]))


# The matching

_FIRST_REACH = 16
_MOST_BITS = 120
"""The matching counts in 128 bits and needs some of them for itself."""


def _cheapest(
    board: _Board,
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


def _near(board: _Board, nodes: Sequence[int], troubles: Mapping[int, int], most: int) -> list[Edge]:
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


def _matching(board: _Board, nodes: Sequence[int], edges: Sequence[Edge], dear: Set[Edge]) -> list[Edge] | None:
    """The cheapest way to pair all these numbers by these pairs, or None."""
    if not edges:
        return None if nodes else []
    weights = _weights([(int(edge in dear), *board.price(edge)) for edge in edges], len(nodes) // 2)
    at = {node: spot for spot, node in enumerate(nodes)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    graph.add_edges_from([(at[one], at[other], weight) for (one, other), weight in zip(edges, weights, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(nodes):
        return None
    return sorted((nodes[min(two)], nodes[max(two)]) for two in found)


def _is_cheapest(board: _Board, nodes: Sequence[int], found: Sequence[Edge], trouble: Set[Edge], reach: int) -> bool:
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


# The look ahead

_SMALL = 10
"""Up to so many players every pairing is tried."""
_TRIES = 200_000
"""Above, so many pairings divided by the square of the players are, as one takes the longer the more they are."""
_TURNS = 5


@dataclass(frozen=True, slots=True)
class _Search:
    edges: list[Edge]
    changed: bool = False
    notes: tuple[str, ...] = ()


def _search(board: _Board, pinned: list[Edge], rounds_left: int) -> _Search:
    """The cheapest pairing; if another one as legal is needed for the sake of the next round, the cheapest such."""
    free = set(board.nodes) - {node for edge in pinned for node in edge}
    first = _cheapest(board, free)
    assert first is not None, "without bans every even field has a pairing"
    cheapest = _Search([*pinned, *first])
    if not rounds_left or not board.blocked.isdisjoint(first) or _next_round_exists(board, cheapest.edges):
        return cheapest
    ahead, tried_all = _cheapest_ahead(board, pinned, free, first)
    if ahead is None and not tried_all:
        ahead = _set_aside(board, pinned, free, first)
    if ahead is not None:
        why = f"after the pairing nearest by the ranking, the next round would have none {_WITHOUT}"
        return _Search([*pinned, *ahead], True, (f"The pairing looks ahead: {why}.",))
    if tried_all:
        return replace(cheapest, notes=(f"Whatever is paired now, the next round has no pairing {_WITHOUT}.",))
    return replace(cheapest, notes=(f"The next round has no pairing {_WITHOUT}; no way round it was found.",))


def _next_round_exists(board: _Board, edges: Iterable[Edge]) -> bool:
    """After these pairs, can everybody be paired legally once more?"""
    blocked = board.blocked | set(edges)
    troubles = Counter(node for edge in blocked for node in edge)
    size = len(board.nodes)
    # Dirac: where everybody can meet half of the field, all can be paired
    if not troubles or size - 1 - max(troubles.values()) >= size / 2:
        return True
    return _cheapest(board, board.nodes, banned=blocked, any_will_do=True) is not None


def _cheapest_ahead(
    board: _Board, pinned: list[Edge], free: Set[int], first: list[Edge]
) -> tuple[list[Edge] | None, bool]:
    """The cheapest legal pairing that leaves a next round, and whether all were tried.

    Legal pairings in the order of their cost (Murty): all others but the cheapest lack its first pair, or have that and
    lack the second, or have these and lack the third, and so on; each of these heaps has a cheapest one of its own.
    """
    tries = _TRIES // len(board.nodes) ** 2 if len(board.nodes) > _SMALL else None
    count = 0
    heap: list[tuple[tuple[int, ...], int, list[Edge], list[Edge], Set[Edge]]]
    heap = [(board.total(first), count, [], first, board.blocked)]
    while heap:
        _, _, kept, rest, banned = heapq.heappop(heap)
        if _next_round_exists(board, [*pinned, *kept, *rest]):
            return [*kept, *rest], False
        for at, edge in enumerate(rest):
            if count == tries:
                return None, False
            count += 1
            held = [*kept, *rest[:at]]
            without = banned | {edge}
            other = _cheapest(board, free - {node for two in held for node in two}, banned=without)
            if other is not None:
                heapq.heappush(heap, (board.total([*held, *other]), count, held, other, without))
    return None, True


def _set_aside(board: _Board, pinned: list[Edge], free: Set[int], first: list[Edge]) -> list[Edge] | None:
    """A pairing for now and one for the next round, by turns as different from the other as can be, until they share
    no pair. Not the cheapest, and it may miss one, but it is quick in large fields.
    """
    now = first
    for _ in range(_TURNS):
        later = _cheapest(board, board.nodes, banned=board.blocked | set(pinned), dear=set(now))
        if later is None:
            return None
        now = _cheapest(board, free, banned=board.blocked, dear=set(later)) or first
        if set(now).isdisjoint(later):
            return now
    return None


def _leaves_next_round(field: Field, pairs: Sequence[Pair], bye: str | None) -> bool:
    board = _board(field, dict.fromkeys(field.ranking, 0))
    return _next_round_exists(board, _pinned_edges(replace(field, pinned=tuple(pairs), pinned_bye=bye), board))


# What is refused


def _check(field: Field) -> None:
    for player, times in Counter(field.ranking).items():
        if times > 1:
            raise BadInput(f"pairing: {player} is in the ranking {times} times; list every player once.")
    _check_pairs(field, field.pinned, field.pinned_bye, "pinned pairs")
    if field.pinned_bye is not None and len(field.ranking) % 2 == 0:
        raise BadInput(
            f"pinned bye: with {len(field.ranking)} players everybody has an opponent; take the bye of "
            f"{field.pinned_bye} back or let another player sit out."
        )
    for player in field.ranking:
        if field.level and player not in field.level:
            raise BadInput(f"pairing: {player} has no level; give every player one, or none.")


def _check_pairs(field: Field, pairs: Sequence[Pair], bye: str | None, where: str = "pairs") -> None:
    known = set(field.ranking)
    named = [player for two in pairs for player in two] + ([] if bye is None else [bye])
    for player, times in Counter(named).items():
        if player not in known:
            raise BadInput(f"{where}: {player} is not among the players to be paired; check the id.")
        if times > 1:
            raise BadInput(f"{where}: {player} is named {times} times; name every player once.")
