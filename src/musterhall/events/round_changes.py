"""A round's pairings changed by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from musterhall.dice import Dice
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Match, Round
from musterhall.events.handling import EntryData, handles
from musterhall.events.pairing import pair, random_pairing
from musterhall.events.pairing.by_hand import compare, swap
from musterhall.events.rounds import (
    MatchRow,
    Pair,
    PairRow,
    checked_matches,
    match_rows,
    pairable,
    rosters_of,
    seated_at_tables,
)
from musterhall.problems import BadInput


class RoundChanged(EntryData):
    round: int = Field(ge=1)
    matches: list[MatchRow]
    byes: list[str] = Field(default=[])
    pinned: list[PairRow] = Field(default=[])
    notes: list[str] = Field(default=[])
    reasons: dict[str, str] = Field(default={})


@dataclass(frozen=True, slots=True)
class ChangedPairing:
    """A pairing changed by hand, and what that costs."""

    entry: NewEntry
    costs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """What a round's pairings come to by a change."""

    matches: Mapping[int, Pair]
    byes: Sequence[str]
    pinned: Sequence[Pair]
    reasons: Mapping[str, str]


def swap_players(event: Event, number: int, one: str, other: str) -> ChangedPairing:
    """Exchange two players of a round; one of them may have the bye."""
    round_ = event.round(number)
    pairs = tuple(match.players for match in round_.matches)
    bye = _bye_by_lot(round_)
    after_pairs, after_bye = swap(pairs, bye, one, other)
    tables = [match.table for match in round_.matches]
    matches = dict(zip(tables, after_pairs, strict=True))
    return _changed_pairing(event, round_, _pairs_by_hand(round_, matches, _byes_with(round_, after_bye)))


def pin_pair(event: Event, number: int, one: str, other: str) -> ChangedPairing:
    """Fix a pair of a draft and pair the others anew around it, by the lot that the draft was made with."""
    round_ = event.round(number)
    _require_draft(round_)
    wanted = (event.player(one).id, event.player(other).id)
    for id_ in wanted:
        if id_ in event.granted_byes(number):
            raise BadInput(f"{event.player(id_).name}: has a bye on request in round {number}; undo that first.")
    kept = [pair for pair in round_.pinned if not set(pair) & set(wanted)]
    field = pairable(event, number, Dice(round_.seed), (*kept, wanted))
    found = (random_pairing if number == 1 else pair)(field, Dice(round_.seed, 1_000_000))
    matches = seated_at_tables(event, found.pairs, number)
    pairs = _Pairs(matches, [*filter(None, [found.bye]), *round_.requested], (*kept, wanted), dict(found.reasons))
    return _changed_pairing(event, round_, pairs)


def move_table(event: Event, number: int, table: int, to: int) -> NewEntry:
    """Play a match at another table; whoever sits there comes to this one."""
    round_ = event.round(number)
    round_.match_at(table)
    other = {table: to, to: table}
    matches = {other.get(match.table, match.table): match.players for match in round_.matches}
    return _round_changed(event, round_, _pairs_by_hand(round_, matches, round_.byes))


def add_match(event: Event, number: int, one: str, other: str) -> NewEntry:
    """Seat two players who have no match in a round: somebody who came late, and perhaps the one with the bye."""
    round_ = event.round(number)
    pair_ = (event.player(one).id, event.player(other).id)
    for id_ in pair_:
        if not event.player(id_).here:
            raise BadInput(f"{event.player(id_).name}: is not checked in; check in first.", way="not_checked_in")
        if round_.match_of(id_) is not None:
            raise BadInput(
                f"{event.player(id_).name}: has a match in round {number} already; swap players instead.", way="swap"
            )
    taken = [match.table for match in round_.matches]
    free = [table for table in event.tables or range(1, len(taken) + 2) if table not in taken]
    if not free:
        raise BadInput(f"tables: all {len(taken)} are taken in round {number}; add one first.", way="tables")
    matches = {match.table: match.players for match in round_.matches} | {free[0]: pair_}
    byes = [id_ for id_ in round_.byes if id_ not in pair_]
    return _round_changed(event, round_, _pairs_by_hand(round_, matches, byes))


def _pairs_by_hand(round_: Round, matches: Mapping[int, Pair], byes: Sequence[str]) -> _Pairs:
    """Pins stay, and so do the reasons of those who keep their opponent."""
    before = _opponents(match.players for match in round_.matches)
    now = _opponents(matches.values())
    reasons = {id_: why for id_, why in round_.reasons.items() if now.get(id_) == before.get(id_)}
    return _Pairs(matches, byes, round_.pinned, reasons)


def _bye_by_lot(round_: Round) -> str | None:
    """The bye that the pairing gave, or else one on request."""
    return next((id_ for id_ in round_.byes if id_ not in round_.requested), next(iter(round_.byes), None))


def _byes_with(round_: Round, bye: str | None) -> list[str]:
    others = [id_ for id_ in round_.byes if id_ != _bye_by_lot(round_)]
    return [*([bye] if bye else []), *others]


def _changed_pairing(event: Event, round_: Round, pairs: _Pairs) -> ChangedPairing:
    seated = [*(id_ for match in round_.matches for id_ in match.players), *round_.byes]
    field = pairable(event, round_.number, Dice(round_.seed), seated=seated)
    before = (tuple(match.players for match in round_.matches), _bye_by_lot(round_))
    costs = compare(field, before, (tuple(pairs.matches.values()), pairs.byes[0] if pairs.byes else None))
    if round_.number == 1:
        # The first round is by lot: there is no ranking yet in which anybody could be far apart.
        costs = [cost for cost in costs if "ranking" not in cost]
    return ChangedPairing(_round_changed(event, round_, pairs), tuple(event.named(cost) for cost in costs))


def _round_changed(event: Event, round_: Round, pairs: _Pairs) -> NewEntry:
    return NewEntry(
        "round.changed",
        {
            "round": round_.number,
            "matches": match_rows(pairs.matches),
            "byes": list(pairs.byes),
            "pinned": [list(one) for one in pairs.pinned],
            "notes": _change_notes(event, round_, list(pairs.matches.values()), pairs.byes),
            "reasons": dict(pairs.reasons),
        },
    )


def _change_notes(event: Event, round_: Round, pairs: Sequence[Pair], byes: Sequence[str]) -> list[str]:
    """What is to be said of a pairing that was changed by hand."""
    field = pairable(event, round_.number, Dice(round_.seed))
    found = []
    for one, other in pairs:
        names, both = f"{event.player(one).name} and {event.player(other).name}", frozenset((one, other))
        if both in field.forbidden:
            found.append(f"{names} are to be kept apart, and meet.")
        if field.met.get(both):
            found.append(f"{names} meet again.")
    return [*found, *(f"{event.player(id_).name} has a bye again." for id_ in byes if field.byes.get(id_))]


def _require_draft(round_: Round) -> None:
    if round_.published:
        raise BadInput(
            f"round {round_.number}: is published, and its pairs are fixed; swap players instead.", way="swap"
        )


# What it changes


@handles("round.changed", RoundChanged)
def _changed(event: Event, data: RoundChanged, entry: Entry) -> None:
    round_ = event.round(data.round)
    touched = {match.table: match for match in round_.matches if match.sent or match.settled}
    matches = checked_matches(event, data.matches, data.byes, here=not round_.published)
    for match in matches:
        if (kept := touched.pop(match.table, None)) is not None:
            if set(kept.players) != set(match.players):
                raise BadInput(_card_is_in(event, kept))
            matches[matches.index(match)] = kept
        elif round_.published:
            match.rosters = rosters_of(event, match)
    for kept in touched.values():
        raise BadInput(_card_is_in(event, kept))
    opponents = _opponents(match.players for match in round_.matches)
    if event.in_bracket(data.round) and (opponents, round_.byes) != (
        _opponents(match.players for match in matches),
        list(data.byes),
    ):
        raise BadInput(f"round {data.round}: its pairs follow from the bracket; only tables can be changed.")
    round_.matches, round_.byes = matches, list(data.byes)
    round_.requested = [id_ for id_ in event.granted_byes(data.round) if id_ in data.byes]
    _forget_what_newcomers_may_not_know(round_, opponents)
    round_.pinned = [(one, other) for one, other in data.pinned]
    round_.notes = list(data.notes)
    round_.reasons = dict(data.reasons)


def _opponents(pairs: Iterable[Pair]) -> dict[str, str]:
    return {one: other for two in pairs for one, other in (two, two[::-1])}


def _forget_what_newcomers_may_not_know(round_: Round, before: Mapping[str, str]) -> None:
    """What was revealed to one opponent is no business of the next: such command units are chosen anew."""
    now = _opponents(match.players for match in round_.matches)
    for id_, sealed in list(round_.sealed.items()):
        if sealed.revealed and now.get(id_) != before.get(id_):
            del round_.sealed[id_]


def _card_is_in(event: Event, match: Match) -> str:
    names = " and ".join(event.player(id_).name for id_ in match.players)
    return f"table {match.table}: {names} have sent a card already; undo it first."
