"""A round's pairings, with what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from musterhall.dice import Dice
from musterhall.events.event import PRESENT, Event, Player, Round
from musterhall.events.pairing.cost import cost_of
from musterhall.events.rounds import pairable
from musterhall.events.standings import standings
from musterhall.web.desk_views.tones import BAD, PLAIN


@dataclass(frozen=True, slots=True)
class Seat:
    player: Player
    place: str
    """In the standings before the round; nothing before the first."""


@dataclass(frozen=True, slots=True)
class PairRow:
    table: int
    seats: tuple[Seat, Seat]
    flags: tuple[tuple[str, str], ...]
    """What is unusual about this pair, and how bad it is."""
    touched: bool = False
    """A card is in, so nobody changes places any more."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round's pairings with what they cost."""

    round: Round
    rows: tuple[PairRow, ...]
    byes: tuple[Seat, ...]
    cost: str
    notes: tuple[str, ...]
    reasons: tuple[str, ...]
    """Why somebody does not meet the next in rank."""
    from_the_top: bool
    left_out: tuple[Player, ...]
    """Present, and not in the draft: they came after it was made."""


def round_view(event: Event, round_: Round) -> RoundView:
    seated = [*(id_ for match in round_.matches for id_ in match.players), *round_.byes]
    found = pairable(event, round_.number, Dice(round_.seed), seated=seated)
    # Who came or left since is not in this pairing, and costs it nothing.
    known = replace(found, ranking=tuple(id_ for id_ in found.ranking if id_ in seated))
    pairs = [match.players for match in round_.matches]
    places = _places(event, round_.number - 1)

    def seat(id_: str) -> Seat:
        return Seat(event.player(id_), places.get(id_, ""))

    def flags(pair: tuple[str, str]) -> Iterable[tuple[str, str]]:
        if frozenset(pair) in known.forbidden:
            yield "kept apart", BAD
        if times := known.met.get(frozenset(pair), 0):
            yield ("met before" if times == 1 else f"met {times} times before"), BAD
        if pair in round_.pinned or pair[::-1] in round_.pinned:
            yield "pinned", PLAIN
        for id_ in pair:
            if event.player(id_).status != PRESENT:
                yield f"{event.player(id_).name} left", BAD

    return RoundView(
        round_,
        tuple(
            PairRow(
                match.table,
                (seat(match.players[0]), seat(match.players[1])),
                tuple(flags(match.players)),
                bool(match.sent) or match.settled,
            )
            for match in round_.matches
        ),
        tuple(map(seat, round_.byes)),
        cost_of(known, pairs, round_.byes[0] if round_.byes else None).sentence() if len(round_.byes) < 2 else "",
        tuple(event.named(note) for note in round_.notes),
        tuple(map(event.named, round_.reasons.values())),
        round_.number > 1 and known.paired_by == "top_first",
        tuple(one for one in event.present() if one.id not in seated),
    )


def _places(event: Event, through: int) -> dict[str, str]:
    if not through:
        return {}
    return {row.player: f"{row.place}{'=' if row.shared else ''}" for row in standings(event, through).rows}
