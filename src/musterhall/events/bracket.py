"""The bracket of a top cut: who meets whom in which layer, who goes on, and what places that makes.

Nothing here is kept: it follows from the seeds of the cut and from the rounds that were played since. A round that is
written down stays as it was played, also where a card before it is corrected later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from musterhall.events.event import Event, Match, Round

FEWEST, MOST = 2, 16
NAMES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals", 8: "Round of 16"}
"""A layer by how many ties it has."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places of the bracket that play each other; nobody is in one whose player is not known, or not there."""

    players: tuple[str | None, str | None]
    match: Match | None = None
    winner: str | None = None
    void: bool = False
    """Nobody goes on from here: both had left."""

    @property
    def decided(self) -> bool:
        return self.winner is not None or self.void

    @property
    def known(self) -> list[str]:
        return [one for one in self.players if one is not None]


@dataclass(frozen=True, slots=True)
class Layer:
    title: str
    number: int
    """Of its round."""
    ties: tuple[Tie, ...]


def layers_needed(size: int) -> int:
    """8 players need 3 rounds, 5 to 7 too."""
    return (size - 1).bit_length()


def seeding(size: int) -> list[int]:
    """The seeds from the top of the bracket to its foot: 1 meets the last, and 1 and 2 meet in the final alone.

    For a number that is no power of two the best seeds meet nobody at first; those places are beyond the size.
    """
    order = [1]
    while len(order) < size:
        last = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, last - one)]
    return order


def layers(event: Event, *, drafts: bool = True) -> list[Layer]:
    """The whole bracket as far as it is known; without drafts as everybody may see it."""
    cut = event.cut
    if cut is None:
        return []
    places = [cut.seeds[seed - 1] if seed <= len(cut.seeds) else None for seed in seeding(len(cut.seeds))]
    pools: list[Tie] = [Tie((one, None), winner=one, void=one is None) for one in places]
    found: list[Layer] = []
    while len(pools) > 1:
        number = cut.after + len(found) + 1
        ties = [_tie(pools[at], pools[at + 1], _round(event, number, drafts=drafts)) for at in range(0, len(pools), 2)]
        found.append(Layer(NAMES[len(ties)], number, tuple(ties)))
        pools = ties
    return found


def _round(event: Event, number: int, *, drafts: bool) -> Round | None:
    round_ = event.rounds[number - 1] if number <= len(event.rounds) else None
    return round_ if round_ is not None and (drafts or round_.published) else None


def _tie(above: Tie, below: Tie, round_: Round | None) -> Tie:
    expected = (above.winner, below.winner)
    if round_ is not None and (played := _played(above, below, round_)) is not None:
        return played
    if above.void and below.void:
        return Tie((None, None), void=True)
    if above.void or below.void:
        # Nobody is there to be met: the other goes on, once it is known who that is.
        return Tie(expected, winner=above.winner or below.winner)
    if round_ is not None and None not in expected:
        return Tie(expected, void=True)
    return Tie(expected)


def _played(above: Tie, below: Tie, round_: Round) -> Tie | None:
    """The tie as it was paired, whoever would be expected in it by now."""
    upper, lower = set(above.known), set(below.known)
    for match in round_.matches:
        one, other = match.players
        if (one in upper and other in lower) or (other in upper and one in lower):
            players = (one, other) if one in upper else (other, one)
            return Tie(players, match, match.advanced or match.winner)
    alone = next((id_ for id_ in round_.byes if id_ in upper | lower), None)
    if alone is None:
        return None
    gone = next(iter((lower if alone in upper else upper) & {above.winner, below.winner}), None)
    return Tie((alone, gone) if alone in upper else (gone, alone), winner=alone)


def undecided(event: Event, number: int) -> list[Match]:
    """The matches of a round of the bracket that are settled and have not said who goes on."""
    layer = next((one for one in layers(event) if one.number == number), None)
    ties = layer.ties if layer else ()
    return [tie.match for tie in ties if tie.match is not None and tie.match.settled and not tie.decided]


def still_in(event: Event) -> set[str]:
    """Who can still win the bracket."""
    return {id_ for id_ in event.cut.seeds if not _lost(event, id_)} if event.cut else set()


def next_tie(event: Event, player: str) -> tuple[str, Tie | None]:
    """The tie that a player waits for or plays, and its layer in the middle of a sentence."""
    waiting = ((layer, tie) for layer in layers(event, drafts=False) for tie in layer.ties if player in tie.known)
    return next(((layer.title.lower(), tie) for layer, tie in waiting if not tie.decided), ("", None))


def round_told(event: Event, number: int) -> str:
    """A round as people speak of it: round 2, or the semi-finals."""
    return next((f"the {layer.title.lower()}" for layer in layers(event) if layer.number == number), f"round {number}")


def _lost(event: Event, player: str) -> bool:
    return any(player in tie.known and tie.decided and tie.winner != player for tie in _all_ties(event))


def _all_ties(event: Event) -> Iterator[Tie]:
    return (tie for layer in layers(event, drafts=False) for tie in layer.ties)


def ranks(event: Event, last: int) -> Mapping[str, int]:
    """How far everybody of the cut has come up to a round: the number of layers they are through."""
    if event.cut is None:
        return {}
    found = dict.fromkeys(event.cut.seeds, 0)
    for depth, layer in enumerate(layers(event, drafts=False), 1):
        for tie in layer.ties if layer.number <= last else ():
            if tie.winner is not None:
                found[tie.winner] = depth
    return found


def placed_by(event: Event, last: int) -> Mapping[str, str]:
    """What put everybody of the cut where they stand after a round: the layer that they last won or lost in."""
    found = dict.fromkeys(event.cut.seeds, "the cut") if event.cut else {}
    for layer in layers(event, drafts=False):
        for tie in layer.ties if layer.number <= last else ():
            found |= {id_: f"the {layer.title.lower()}" for id_ in tie.known if tie.decided and id_ in found}
    return found


def in_order(event: Event, last: int) -> Sequence[str]:
    """The players of the cut, who came furthest first; equals in the order of their seeds."""
    reached = ranks(event, last)
    return sorted(reached, key=lambda id_: -reached[id_])
