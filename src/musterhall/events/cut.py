"""The top cut: the best of the standings play on in a bracket, and whoever loses is out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from musterhall.events.bracket import FEWEST, MOST, Layer, Tie, layers, layers_needed, undecided
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Cut, Event, Match, Player
from musterhall.events.handling import EntryData, handles
from musterhall.events.notes import extend_plan
from musterhall.events.standings import lot, standings
from musterhall.problems import BadInput
from musterhall.tally import and_list, counted


class CutMade(EntryData):
    seeds: list[str] = Field(min_length=FEWEST, max_length=MOST)
    notes: list[str] = Field(default=[])


class Advanced(EntryData):
    round: int = Field(ge=1)
    table: int
    player: str


# What can be done


def make_cut(event: Event, size: int | None = None) -> NewEntry:
    """Let the best so many of those who are here play on in a bracket, the first against the last."""
    wanted = size if size is not None else event.rules.cut.top if event.rules.cut else None
    if wanted is None:
        raise BadInput("cut: say to how many, from 2 to 16; the pack names no number.")
    if not FEWEST <= wanted <= MOST:
        raise BadInput(f"cut: {wanted} cannot be; a bracket has from {FEWEST} to {MOST} players.")
    rows = [row for row in standings(event).rows if event.player(row.player).here]
    if len(rows) < wanted:
        raise BadInput(f"cut: only {counted(len(rows), 'player')} are here; cut to fewer.")
    ordered = sorted(rows, key=lambda row: (row.place, -lot(event, row.player) if row.shared else 0))
    border = ordered[wanted - 1].place
    level = [row.name for row in ordered if row.place == border and row.shared]
    split = len(rows) > wanted and ordered[wanted].place == border
    note = [f"{and_list(level)} share place {border}; the lot decided who plays on."] if split else []
    return NewEntry("cut.made", {"seeds": [row.player for row in ordered[:wanted]], "notes": note})


def advance(event: Event, player: Player, number: int | None = None) -> NewEntry:
    """The organiser's word on who goes on, where a match of the bracket was drawn or nobody came."""
    round_ = event.round(number) if number is not None else event.current
    match = round_.match_of(player.id) if round_ else None
    if round_ is None or match is None:
        raise BadInput(f"{player.name}: has no match in this round; check the round.")
    return NewEntry("match.advanced", {"round": round_.number, "table": match.table, "player": player.id})


def bracket_pairing(event: Event, number: int, seed: int) -> NewEntry:
    """The next round of the bracket: it follows from the one before, and nobody draws a lot."""
    layer = _layer(event, number)
    _require_decided(event, number - 1)
    pairs: list[tuple[str, str]] = []
    byes: list[str] = []
    notes: list[str] = []
    for tie in layer.ties:
        here = [id_ for id_ in tie.known if event.player(id_).here]
        if len(here) == 2:
            pairs.append((here[0], here[1]))
        elif here:
            byes.append(here[0])
            notes += _walkover(event, tie, here[0])
    if not pairs:
        raise BadInput(f"round {number}: nobody of the bracket is left to be played; finish the event.")
    tables = sorted(event.tables) or range(1, len(pairs) + 1)
    if len(tables) < len(pairs):
        raise BadInput(f"tables: {len(pairs)} matches need a table each; add some.", way="tables")
    rows = [{"table": table, "players": list(two)} for table, two in zip(tables, pairs, strict=False)]
    data: dict[str, Any] = {"round": number, "seed": seed, "matches": rows, "byes": byes, "notes": notes}
    return NewEntry("round.paired", data)


def bracket_players(event: Event, number: int) -> list[Player]:
    """Who belongs into a round of the bracket."""
    return [event.player(id_) for tie in _layer(event, number).ties for id_ in tie.known]


def require_ties(event: Event, number: int, matches: Sequence[Match]) -> None:
    """Refuse a pairing of the bracket in which somebody meets another than it says."""
    ties = [set(tie.known) for tie in _layer(event, number).ties]
    for match in matches:
        if set(match.players) not in ties:
            names = and_list([event.player(id_).name for id_ in match.players])
            raise BadInput(f"round {number}: {names} do not meet in the bracket; let it be paired.")


def stale_ties(event: Event) -> list[tuple[int, str]]:
    """Rounds of the bracket in which somebody plays on who did not win, because a card was corrected since."""
    found = []
    for before, after in zip(layers(event), layers(event)[1:], strict=False):
        seated = {id_ for tie in after.ties for id_ in tie.known if tie.match is not None}
        for tie in before.ties:
            others = {id_ for id_ in tie.known if id_ != tie.winner} & seated
            if tie.winner is not None and others:
                wrong, right = event.player(others.pop()).name, event.player(tie.winner).name
                sentence = f"Round {after.number} of the bracket has {wrong}, and {right} won in round {before.number}."
                found.append((after.number, sentence))
    return found


def _layer(event: Event, number: int) -> Layer:
    return next(one for one in layers(event) if one.number == number)


def _require_decided(event: Event, number: int) -> None:
    if event.in_bracket(number) and (drawn := undecided(event, number)):
        match = drawn[0]
        names = and_list([event.player(id_).name for id_ in match.players])
        raise BadInput(
            f"round {number}, table {match.table}: nobody won between {names}; say who goes on.", way="advance"
        )


def _walkover(event: Event, tie: Tie, here: str) -> Sequence[str]:
    gone = [event.player(id_).name for id_ in tie.known if id_ != here]
    return [f"{event.player(here).name} goes on without a match: {gone[0]} is not here."] if gone else []


# What it changes


@handles("cut.made", CutMade)
def _cut_made(event: Event, data: CutMade, entry: Entry) -> None:
    if event.cut is not None:
        raise BadInput(f"{event.name}: was cut to the top {len(event.cut.seeds)} already; undo that first.")
    if not event.rounds or not all(round_.complete for round_ in event.rounds):
        raise BadInput(f"{event.name}: not every round is complete; enter the cards first.", way="card_missing")
    if len(event.rounds) < event.planned:
        raise BadInput(f"round {event.planned}: is still to be played; play it, or plan fewer.", way="plan")
    for id_ in data.seeds:
        if not event.player(id_).here:
            raise BadInput(f"{event.player(id_).name}: is not here and cannot play on; check this player in first.")
    if len(set(data.seeds)) < len(data.seeds):
        raise BadInput("cut: somebody is named twice; name every player once.")
    event.cut = Cut(tuple(data.seeds), len(event.rounds), tuple(data.notes))
    extend_plan(event, event.planned + layers_needed(len(data.seeds)))


@handles("match.advanced", Advanced)
def _advanced(event: Event, data: Advanced, entry: Entry) -> None:
    round_ = event.round(data.round)
    if not event.in_bracket(data.round):
        raise BadInput(f"round {data.round}: is no round of a bracket; nobody goes on from it.")
    match: Match = round_.match_at(data.table)
    player = event.player(data.player)
    if player.id not in match.players:
        raise BadInput(f"{player.name}: does not play at table {match.table}; check the table.")
    if not match.settled:
        raise BadInput(f"table {match.table}: has no card yet; enter it first.", way="card_missing")
    if len(event.rounds) > data.round:
        raise BadInput(f"round {data.round + 1}: is paired already; undo that first.")
    if event.checking and match.winner not in (None, player.id) and not entry.why.strip():
        raise BadInput(f"{player.name}: lost this match; say why they go on all the same.")
    match.advanced = player.id
