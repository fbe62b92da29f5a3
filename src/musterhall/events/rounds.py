"""Rounds: paired in private, and published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from musterhall.dice import Dice
from musterhall.events.cards import Roster
from musterhall.events.cut import bracket_pairing, bracket_players, require_ties
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import REGISTERED, Event, Match, Round
from musterhall.events.handling import EntryData, handles
from musterhall.events.pairing import pair, random_pairing
from musterhall.events.pairing.field import Field as Pairable
from musterhall.events.scenarios import scenario_in_order
from musterhall.events.seating import seat
from musterhall.events.standings import pairing_order, totals_through
from musterhall.problems import BadInput
from musterhall.tally import counted

Pair = tuple[str, str]
PairRow = Annotated[list[str], Field(min_length=2, max_length=2)]
Figure = Annotated[str, Field(pattern=r"^-?[0-9]{1,100}(/[1-9][0-9]{0,99})?$")]
"""An exact one, as 7 or 22/3."""


class MatchRow(EntryData):
    table: int = Field(ge=1)
    players: list[str] = Field(min_length=2, max_length=2)


class RoundPaired(EntryData):
    round: int = Field(ge=1)
    seed: int
    matches: list[MatchRow]
    byes: list[str] = Field(default=[])
    pinned: list[PairRow] = Field(default=[])
    notes: list[str] = Field(default=[])
    reasons: dict[str, str] = Field(default={})
    basis: dict[str, list[Figure]] = Field(default={})


class RoundNumbered(EntryData):
    round: int = Field(ge=1)


def pair_round(event: Event, seed: int, *, without_forces: bool = False, pinned: Sequence[Pair] = ()) -> NewEntry:
    """A draft of the next round's pairings, or another one in place of the last draft."""
    number = _next_number(event)
    if event.in_bracket(number):
        _require_complete(event, number)
        return bracket_pairing(event, number, seed)
    _require_ready(event, number, without_forces=without_forces)
    field = pairable(event, number, Dice(seed), pinned)
    found = (random_pairing if number == 1 else pair)(field, Dice(seed, 1_000_000))
    granted = event.granted_byes(number)
    return NewEntry(
        "round.paired",
        {
            "round": number,
            "seed": seed,
            "matches": match_rows(seated_at_tables(event, found.pairs, number)),
            "byes": [*([found.bye] if found.bye else []), *granted],
            "pinned": [list(one) for one in pinned],
            "notes": [
                *(event.named(note) for note in found.notes),
                *_bye_note(event, found.bye),
                *(f"{event.player(id_).name} has a bye on request." for id_ in granted),
                *_not_checked_in_note(event),
            ],
            "reasons": dict(found.reasons),
            "basis": {id_: list(map(str, figures)) for id_, figures in _figures_paired_on(event, number).items()},
        },
    )


def pairable(
    event: Event, number: int, dice: Dice, pinned: Sequence[Pair] = (), seated: Sequence[str] = ()
) -> Pairable:
    """Everything the pairing of a round depends on; who is seated already counts, also if he has left since."""
    before = event.rounds[: number - 1]
    # Who waited at an empty table has played nobody, and has had a bye.
    played = [match for one in before for match in one.matches if match.absent is None]
    met: Counter[frozenset[str]] = Counter(frozenset(match.players) for match in played)
    byes: Counter[str] = Counter(player for one in before for player in one.without_opponent())
    granted = event.granted_byes(number)
    ranked = [id_ for id_ in pairing_order(event, number - 1, dice) if id_ not in granted]
    return Pairable(
        ranking=tuple(dict.fromkeys((*ranked, *seated))),
        met=dict(met),
        forbidden=forbidden_pairs(event),
        byes=dict(byes),
        pinned=tuple(pinned),
        rounds_left=max(0, event.planned - number),
        bye_choice="random" if event.pack.reading("bye_choice") == "random" else "lowest",
        paired_by="top_first" if event.pack.reading("pairing") == "top_first" else "least_gaps",
    )


def forbidden_pairs(event: Event) -> frozenset[frozenset[str]]:
    """Team mates, and whoever else is kept apart."""
    teams: dict[str, list[str]] = {}
    for player in event.present():
        if player.team:
            teams.setdefault(player.team.casefold(), []).append(player.id)
    mates = {frozenset((one, other)) for team in teams.values() for one in team for other in team if one < other}
    return frozenset(mates | event.apart)


def publish(event: Event, number: int, *, as_it_is: bool = False) -> NewEntry:
    """Make a round known. A draft that no longer fits who is here has to be paired anew, or be published as it is."""
    stale = draft_problems(event, event.round(number))
    if stale and not as_it_is:
        raise BadInput(
            f"round {number}: {' '.join(stale)} Pair it again, change it, or publish it as it is.",
            way="publish_as_it_is",
        )
    return NewEntry("round.published", {"round": number})


def draft_problems(event: Event, round_: Round) -> list[str]:
    """Who is in a draft and has left since, and who is here and not in it."""
    seated = {id_ for match in round_.matches for id_ in match.players} | set(round_.byes)
    wanted = bracket_players(event, round_.number) if event.in_bracket(round_.number) else event.present()
    gone = [event.player(id_).name for id_ in sorted(seated) if not event.player(id_).here]
    asked = [event.player(id_).name for id_ in event.granted_byes(round_.number) if round_.match_of(id_)]
    new = [player.name for player in wanted if player.here and player.id not in seated]
    return [
        *([f"{_first_names(gone)} left since it was paired."] if gone else []),
        *([f"{_first_names(new)} came since it was paired."] if new else []),
        *([f"{_first_names(asked)} {'has' if len(asked) == 1 else 'have'} a bye on request."] if asked else []),
    ]


# What it changes


@handles("round.paired", RoundPaired)
def _paired(event: Event, data: RoundPaired, entry: Entry) -> None:
    if data.round != _next_number(event):
        raise BadInput(f"round {data.round}: the next one to be paired is round {_next_number(event)}.")
    if data.round > event.planned:
        raise BadInput(
            f"round {data.round}: only {event.planned} are planned; finish the event, or plan another round."
        )
    scenario = event.scenarios[data.round - 1] if event.scenarios else scenario_in_order(event, data.round)
    matches = checked_matches(event, data.matches, data.byes)
    if event.in_bracket(data.round):
        require_ties(event, data.round, matches)
    event.rounds[data.round - 1 :] = [
        Round(
            data.round,
            scenario,
            matches,
            list(data.byes),
            seed=data.seed,
            pinned=[(one, other) for one, other in data.pinned],
            notes=list(data.notes),
            reasons=dict(data.reasons),
            basis={id_: tuple(figures) for id_, figures in data.basis.items()},
            requested=[id_ for id_ in event.granted_byes(data.round) if id_ in data.byes],
        )
    ]


@handles("round.published", RoundNumbered)
def _published(event: Event, data: RoundNumbered, entry: Entry) -> None:
    round_ = event.round(data.round)
    if round_.published:
        raise BadInput(f"round {data.round}: is published already; nothing to do.")
    if not round_.matches:
        raise BadInput(f"round {data.round}: has no match; check players in and pair again.")
    for match in round_.matches:
        match.rosters = rosters_of(event, match)
    round_.published, round_.published_by = True, entry.seq
    event.forces_locked = True


# Helpers


def _next_number(event: Event) -> int:
    """The round to be paired: a new one, or the last one anew while it is a draft."""
    return len(event.rounds) + 1 if not event.rounds or event.rounds[-1].published else len(event.rounds)


def _require_ready(event: Event, number: int, *, without_forces: bool) -> None:
    present = list(event.present())
    if len(present) < event.rules.registration.fewest:
        raise BadInput(
            f"{event.name}: {counted(len(present), 'player')} {'is' if len(present) == 1 else 'are'} checked in, and "
            f"{event.rules.registration.fewest} are needed; "
            "check them in.",
            way="not_checked_in",
        )
    _require_complete(event, number)
    lacking = [player.name for player in present if player.roster is None]
    if lacking and event.rules.registration.force_needed and not without_forces:
        raise BadInput(
            f"{_first_names(lacking)}: no accepted force; accept it, take the player out, or pair without forces.",
            way="pair_without_forces",
        )


def _require_complete(event: Event, number: int) -> None:
    for round_ in event.rounds[: number - 1]:
        if not round_.complete:
            missing = ", ".join(str(match.table) for match in round_.matches if not match.settled)
            raise BadInput(
                f"round {round_.number}: cards are missing from table {missing}; enter them first.", way="card_missing"
            )


def _first_names(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _figures_paired_on(event: Event, number: int) -> Mapping[str, tuple[Fraction, ...]]:
    order = event.rules.pairing.order
    totals = totals_through(event, number - 1)
    return {
        player.id: tuple(totals.get(player.id, {}).get(name, Fraction(0)) for name in order)
        for player in event.present()
    }


def seated_at_tables(event: Event, pairs: Sequence[Pair], number: int) -> dict[int, Pair]:
    sat: dict[str, list[int]] = {}
    for round_ in event.rounds[: number - 1]:
        for match in round_.matches:
            for player in match.players:
                sat.setdefault(player, []).append(match.table)
    tables = event.tables or tuple(range(1, len(pairs) + 1))
    if len(tables) < len(pairs):
        raise BadInput(
            f"tables: {len(pairs)} matches need a table each, and there are {len(tables)}; add some.", way="tables"
        )
    if event.leaders_first:
        return dict(zip(sorted(tables), pairs, strict=False))
    return seat(pairs, sat, tables)


def match_rows(matches: Mapping[int, Pair]) -> list[dict[str, object]]:
    return [{"table": table, "players": list(matches[table])} for table in sorted(matches)]


def _not_checked_in_note(event: Event) -> list[str]:
    waiting = [player.name for player in event.players.values() if player.status == REGISTERED]
    return [f"Not checked in, and so not paired: {_first_names(waiting)}."] if waiting else []


def _bye_note(event: Event, bye: str | None) -> list[str]:
    if bye is None or event.pack.reading("bye_choice") != "random":
        return []
    return [f"{event.player(bye).name} has the bye by lot (bye_choice = random)."]


def checked_matches(event: Event, rows: Sequence[MatchRow], byes: Sequence[str], *, here: bool = True) -> list[Match]:
    """The matches of a round: everyone known, present and at one place, every table once."""
    everyone = [*(id_ for row in rows for id_ in row.players), *byes]
    for id_, count in Counter(everyone).items():
        player = event.player(id_)
        if count > 1:
            raise BadInput(f"{player.name}: is paired {count} times; once is enough.")
        if here and not player.here:
            raise BadInput(f"{player.name}: is {player.status}, and cannot be paired; check this player in first.")
    tables = Counter(row.table for row in rows)
    if doubled := [table for table, count in tables.items() if count > 1]:
        raise BadInput(f"table {doubled[0]}: has two matches; move one of them.")
    return [Match(row.table, (row.players[0], row.players[1])) for row in sorted(rows, key=lambda row: row.table)]


def rosters_of(event: Event, match: Match) -> tuple[Roster | None, Roster | None]:
    first, second = (event.player(id_).roster for id_ in match.players)
    return first, second
