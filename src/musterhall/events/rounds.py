"""Rounds: scenarios drawn, pairings drafted, changed and published, and the clock."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from musterhall.dice import Dice, Die
from musterhall.events.cards import Roster
from musterhall.events.clock import Clock
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import REGISTERED, Event, Match, Round
from musterhall.events.handling import EntryData, handles
from musterhall.events.pairing import Field as Pairable
from musterhall.events.pairing import compare, pair, random_pairing, swap
from musterhall.events.seating import seat
from musterhall.events.standings import pairing_order, totals_through
from musterhall.packs.event_rules import Scenario
from musterhall.problems import BadInput

Pair = tuple[str, str]
PairRow = Annotated[list[str], Field(min_length=2, max_length=2)]
Figure = Annotated[str, Field(pattern=r"^-?[0-9]{1,100}(/[1-9][0-9]{0,99})?$")]
"""An exact one, as 7 or 22/3."""
LONGEST_TABLE = 4
"""Digits of a table's number."""


class Scenarios(EntryData):
    rounds: list[str] = Field(min_length=1, max_length=50)
    seed: int | None = None


class MadeKnown(EntryData):
    """Nothing but that it happened."""


class Tables(EntryData):
    tables: list[int] = Field(max_length=5000)


class MatchRow(EntryData):
    table: int = Field(ge=1)
    players: list[str] = Field(min_length=2, max_length=2)


class Paired(EntryData):
    round: int = Field(ge=1)
    seed: int
    matches: list[MatchRow]
    byes: list[str] = Field(default=[])
    pinned: list[PairRow] = Field(default=[])
    notes: list[str] = Field(default=[])
    basis: dict[str, list[Figure]] = Field(default={})


class Repaired(EntryData):
    round: int = Field(ge=1)
    matches: list[MatchRow]
    byes: list[str] = Field(default=[])
    pinned: list[PairRow] = Field(default=[])
    notes: list[str] = Field(default=[])


class Numbered(EntryData):
    round: int = Field(ge=1)


class Started(EntryData):
    round: int = Field(ge=1)
    minutes: int = Field(ge=1, le=24 * 60)


class Extended(EntryData):
    round: int = Field(ge=1)
    minutes: int = Field(ge=-24 * 60, le=24 * 60)


# What can be done


def draw_scenarios(event: Event, seed: int) -> NewEntry:
    """The scenario of each round: by lot without repeats, or as the pack lists them."""
    names = [one.name for one in event.rules.scenario]
    if event.rules.choice.pick == "draw":
        names = shuffled(names, Dice(seed))
    rounds = [names[at % len(names)] for at in range(event.planned)]
    return NewEntry("event.scenarios", {"rounds": rounds, "seed": seed})


def choose_scenarios(event: Event, names: Sequence[str]) -> NewEntry:
    """The scenarios that the organiser wants, one for each round."""
    return NewEntry("event.scenarios", {"rounds": list(names)})


def make_scenarios_known(event: Event) -> NewEntry:
    """Tell everybody which scenario each round has, before the rounds are published."""
    return NewEntry("scenarios.made_known", {})


def known_scenarios(event: Event) -> dict[int, Scenario]:
    """The scenarios that players may know of, by round: those of published rounds, or all of them."""
    if event.rules.choice.pick == "in_order" or event.scenarios_known:
        listed = event.scenarios or [_listed_scenario(event, number) for number in range(1, event.planned + 1)]
    else:
        listed = []
    names = dict(enumerate(listed, 1)) | {one.number: one.scenario for one in event.rounds if one.published}
    return {
        number: scenario
        for number, name in sorted(names.items())
        if (scenario := event.rules.scenario_named(name)) is not None
    }


def number_tables(event: Event, tables: Sequence[int]) -> NewEntry:
    return NewEntry("event.tables", {"tables": list(tables)})


def table_numbers(text: str) -> list[int]:
    """What is written as 1-8, 11, 12."""
    found: list[int] = []
    for part in re.split(r"[\s,;]+", text.strip()) if text.strip() else ():
        span = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", part)
        if span is None:
            raise BadInput(f"tables {part[:20]!r}: is no number and no span; write 1-20, or 1, 2, 5.")
        if max(map(len, part.split("-"))) > LONGEST_TABLE:
            raise BadInput(f"tables {part[:20]!r}: are more than any hall has; write 1-20, or 1, 2, 5.")
        first, last = int(span[1]), int(span[2] or span[1])
        if last < first:
            raise BadInput(f"tables {part!r}: runs backwards; write 1-20, or 1, 2, 5.")
        found += range(first, last + 1)
    return found


def pair_round(event: Event, seed: int, *, without_forces: bool = False, pinned: Sequence[Pair] = ()) -> NewEntry:
    """A draft of the next round's pairings, or another one in place of the last draft."""
    number = _next_number(event)
    _require_ready(event, number, without_forces=without_forces)
    field = pairable(event, number, Dice(seed), pinned)
    found = (random_pairing if number == 1 else pair)(field, Dice(seed, 1_000_000))
    return NewEntry(
        "round.paired",
        {
            "round": number,
            "seed": seed,
            "matches": _rows(_seated(event, found.pairs, number)),
            "byes": [found.bye] if found.bye else [],
            "pinned": [list(one) for one in pinned],
            "notes": [*(event.named(note) for note in found.notes), *_bye_note(event, found.bye), *_left_out(event)],
            "basis": {id_: list(map(str, figures)) for id_, figures in _basis(event, number).items()},
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
    return Pairable(
        ranking=tuple(dict.fromkeys((*pairing_order(event, number - 1, dice), *seated))),
        met=dict(met),
        forbidden=forbidden_pairs(event),
        byes=dict(byes),
        pinned=tuple(pinned),
        rounds_left=max(0, event.planned - number),
        bye_choice="random" if event.pack.reading("bye_choice") == "random" else "lowest",
    )


def forbidden_pairs(event: Event) -> frozenset[frozenset[str]]:
    """Team mates, and whoever else is kept apart."""
    teams: dict[str, list[str]] = {}
    for player in event.present():
        if player.team:
            teams.setdefault(player.team.casefold(), []).append(player.id)
    mates = {frozenset((one, other)) for team in teams.values() for one in team for other in team if one < other}
    return frozenset(mates | event.apart)


@dataclass(frozen=True, slots=True)
class Change:
    """A pairing changed by hand, and what that costs."""

    entry: NewEntry
    costs: tuple[str, ...]


def swap_players(event: Event, number: int, one: str, other: str) -> Change:
    """Exchange two players of a round; one of them may have the bye."""
    round_ = event.round(number)
    pairs = tuple(match.players for match in round_.matches)
    bye = round_.byes[0] if round_.byes else None
    after_pairs, after_bye = swap(pairs, bye, one, other)
    tables = [match.table for match in round_.matches]
    return _change(event, round_, dict(zip(tables, after_pairs, strict=True)), after_bye)


def pin_pair(event: Event, number: int, one: str, other: str) -> Change:
    """Fix a pair of a draft and pair the others anew around it, by the lot that the draft was made with."""
    round_ = event.round(number)
    _require_draft(round_)
    wanted = (event.player(one).id, event.player(other).id)
    kept = [pair for pair in round_.pinned if not set(pair) & set(wanted)]
    field = pairable(event, number, Dice(round_.seed), (*kept, wanted))
    found = (random_pairing if number == 1 else pair)(field, Dice(round_.seed, 1_000_000))
    return _change(event, round_, _seated(event, found.pairs, number), found.bye, (*kept, wanted))


def move_table(event: Event, number: int, table: int, to: int) -> NewEntry:
    """Play a match at another table; whoever sits there comes to this one."""
    round_ = event.round(number)
    round_.match_at(table)
    other = {table: to, to: table}
    matches = {other.get(match.table, match.table): match.players for match in round_.matches}
    return _repaired(event, round_, matches, round_.byes, round_.pinned)


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
    return _repaired(event, round_, matches, [id_ for id_ in round_.byes if id_ not in pair_], round_.pinned)


def publish(event: Event, number: int, *, as_it_is: bool = False) -> NewEntry:
    """Make a round known. A draft that no longer fits who is here has to be paired anew, or be published as it is."""
    stale = draft_problems(event, event.round(number))
    if stale and not as_it_is:
        raise BadInput(
            f"round {number}: {' '.join(stale)} Pair it anew, change it, or publish it as it is.",
            way="publish_as_it_is",
        )
    return NewEntry("round.published", {"round": number})


def draft_problems(event: Event, round_: Round) -> list[str]:
    """Who is in a draft and has left since, and who is here and not in it."""
    seated = {id_ for match in round_.matches for id_ in match.players} | set(round_.byes)
    gone = [event.player(id_).name for id_ in sorted(seated) if not event.player(id_).here]
    new = [player.name for player in event.present() if player.id not in seated]
    return [
        *([f"{_listed(gone)} left since it was paired."] if gone else []),
        *([f"{_listed(new)} came since it was paired."] if new else []),
    ]


def start_clock(event: Event, number: int, minutes: int | None = None) -> NewEntry:
    planned = event.rules.round_minutes(event.round(number).number)
    return NewEntry("clock.started", {"round": number, "minutes": planned if minutes is None else minutes})


def pause_clock(event: Event, number: int) -> NewEntry:
    return NewEntry("clock.paused", {"round": number})


def resume_clock(event: Event, number: int) -> NewEntry:
    return NewEntry("clock.resumed", {"round": number})


def extend_clock(event: Event, number: int, minutes: int) -> NewEntry:
    return NewEntry("clock.extended", {"round": number, "minutes": minutes})


def end_clock(event: Event, number: int) -> NewEntry:
    return NewEntry("clock.ended", {"round": number})


def shuffled(names: Sequence[str], dice: Dice) -> list[str]:
    """The names in an order by lot; the same lot gives the same order."""
    left, order = list(names), []
    while left:
        order.append(left.pop(dice.one(Die("lot", len(left)), "lot") - 1))
    return order


# What it changes


@handles("event.scenarios", Scenarios)
def _scenarios(event: Event, data: Scenarios, entry: Entry) -> None:
    for name in data.rounds:
        if event.rules.scenario_named(name) is None:
            known = ", ".join(one.name for one in event.rules.scenario)
            raise BadInput(f"scenario {name!r}: is not in this pack; choose from {known}.")
    if len(data.rounds) != event.planned:
        raise BadInput(f"scenarios: {len(data.rounds)} are named for {event.planned} rounds; name one for each.")
    played = [one.scenario for one in event.rounds if one.published]
    if data.rounds[: len(played)] != played:
        raise BadInput(f"scenarios: published rounds keep theirs ({', '.join(played)}); change only later ones.")
    event.scenarios = list(data.rounds)
    for round_ in event.rounds[len(played) :]:
        round_.scenario = event.scenarios[round_.number - 1]


@handles("scenarios.made_known", MadeKnown)
def _made_known(event: Event, data: MadeKnown, entry: Entry) -> None:
    if event.rules.choice.pick == "in_order" or event.scenarios_known:
        raise BadInput("scenarios: everybody knows them already; nothing to do.")
    if not event.scenarios:
        raise BadInput("scenarios: none are drawn yet; draw or choose them.", way="draw_scenarios")
    event.scenarios_known = True


@handles("event.tables", Tables)
def _tables(event: Event, data: Tables, entry: Entry) -> None:
    if len(set(data.tables)) < len(data.tables) or any(table < 1 for table in data.tables):
        raise BadInput("tables: give each a number of its own, from 1 on.")
    event.tables = tuple(data.tables)


@handles("round.paired", Paired)
def _paired(event: Event, data: Paired, entry: Entry) -> None:
    if data.round != _next_number(event):
        raise BadInput(f"round {data.round}: the next one to be paired is round {_next_number(event)}.")
    if data.round > event.planned:
        raise BadInput(
            f"round {data.round}: only {event.planned} are planned; finish the event, or plan another round."
        )
    scenario = event.scenarios[data.round - 1] if event.scenarios else _listed_scenario(event, data.round)
    matches = _matches(event, data.matches, data.byes)
    event.rounds[data.round - 1 :] = [
        Round(
            data.round,
            scenario,
            matches,
            list(data.byes),
            seed=data.seed,
            pinned=[(one, other) for one, other in data.pinned],
            notes=list(data.notes),
            basis={id_: tuple(figures) for id_, figures in data.basis.items()},
        )
    ]


@handles("round.changed", Repaired)
def _changed(event: Event, data: Repaired, entry: Entry) -> None:
    round_ = event.round(data.round)
    touched = {match.table: match for match in round_.matches if match.sent or match.settled}
    matches = _matches(event, data.matches, data.byes, here=not round_.published)
    for match in matches:
        if (kept := touched.pop(match.table, None)) is not None:
            if set(kept.players) != set(match.players):
                raise BadInput(_card_is_in(event, kept))
            matches[matches.index(match)] = kept
        elif round_.published:
            match.rosters = _rosters(event, match)
    for kept in touched.values():
        raise BadInput(_card_is_in(event, kept))
    opponents = _opponents(round_.matches)
    round_.matches, round_.byes = matches, list(data.byes)
    _close_for_newcomers(round_, opponents)
    round_.pinned = [(one, other) for one, other in data.pinned]
    round_.notes = list(data.notes)


def _opponents(matches: Iterable[Match]) -> dict[str, str]:
    return {id_: match.other(id_) for match in matches for id_ in match.players}


def _close_for_newcomers(round_: Round, before: Mapping[str, str]) -> None:
    """What was revealed to one opponent is no business of the next: such command units are chosen anew."""
    now = _opponents(round_.matches)
    for id_, sealed in list(round_.sealed.items()):
        if sealed.revealed and now.get(id_) != before.get(id_):
            del round_.sealed[id_]


@handles("round.published", Numbered)
def _published(event: Event, data: Numbered, entry: Entry) -> None:
    round_ = event.round(data.round)
    if round_.published:
        raise BadInput(f"round {data.round}: is published already; nothing to do.")
    if not round_.matches:
        raise BadInput(f"round {data.round}: has no match; check players in and pair again.")
    for match in round_.matches:
        match.rosters = _rosters(event, match)
    round_.published, round_.published_by = True, entry.seq
    event.forces_locked = True


@handles("clock.started", Started)
def _started(event: Event, data: Started, entry: Entry) -> None:
    round_ = event.round(data.round)
    if not round_.published:
        raise BadInput(f"round {data.round}: is a draft still; publish it first.")
    round_.clock.start(entry.at, data.minutes)


@handles("clock.paused", Numbered)
def _paused(event: Event, data: Numbered, entry: Entry) -> None:
    _clock(event, data.round).pause(entry.at)


@handles("clock.resumed", Numbered)
def _resumed(event: Event, data: Numbered, entry: Entry) -> None:
    _clock(event, data.round).resume(entry.at)


@handles("clock.extended", Extended)
def _extended(event: Event, data: Extended, entry: Entry) -> None:
    _clock(event, data.round).extend(data.minutes)


@handles("clock.ended", Numbered)
def _ended(event: Event, data: Numbered, entry: Entry) -> None:
    _clock(event, data.round).end(entry.at)


def _clock(event: Event, number: int) -> Clock:
    return event.round(number).clock


def _next_number(event: Event) -> int:
    """The round to be paired: a new one, or the last one anew while it is a draft."""
    return len(event.rounds) + 1 if not event.rounds or event.rounds[-1].published else len(event.rounds)


def _listed_scenario(event: Event, number: int) -> str:
    if event.rules.choice.pick == "draw":
        raise BadInput("scenarios: none are drawn yet; draw or choose them.", way="draw_scenarios")
    names = [one.name for one in event.rules.scenario]
    return names[(number - 1) % len(names)]


def _require_ready(event: Event, number: int, *, without_forces: bool) -> None:
    present = list(event.present())
    if len(present) < event.rules.registration.fewest:
        raise BadInput(
            f"{event.name}: {len(present)} players are checked in, and {event.rules.registration.fewest} are needed; "
            "check them in.",
            way="not_checked_in",
        )
    for round_ in event.rounds[: number - 1]:
        if not round_.complete:
            missing = ", ".join(str(match.table) for match in round_.matches if not match.settled)
            raise BadInput(
                f"round {round_.number}: cards are missing from table {missing}; enter them first.", way="card_missing"
            )
    lacking = [player.name for player in present if player.roster is None]
    if lacking and event.rules.registration.force_needed and not without_forces:
        raise BadInput(
            f"{_listed(lacking)}: no accepted force; accept it, take the player out, or pair without forces.",
            way="pair_without_forces",
        )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _basis(event: Event, number: int) -> Mapping[str, tuple[Fraction, ...]]:
    order = event.rules.pairing.order
    totals = totals_through(event, number - 1)
    return {
        player.id: tuple(totals.get(player.id, {}).get(name, Fraction(0)) for name in order)
        for player in event.present()
    }


def _seated(event: Event, pairs: Sequence[Pair], number: int) -> dict[int, Pair]:
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
    return seat(pairs, sat, tables)


def _rows(matches: Mapping[int, Pair]) -> list[dict[str, object]]:
    return [{"table": table, "players": list(matches[table])} for table in sorted(matches)]


def _change(
    event: Event, round_: Round, matches: Mapping[int, Pair], bye: str | None, pinned: Sequence[Pair] | None = None
) -> Change:
    seated = [*(id_ for match in round_.matches for id_ in match.players), *round_.byes]
    field = pairable(event, round_.number, Dice(round_.seed), seated=seated)
    before = (tuple(match.players for match in round_.matches), round_.byes[0] if round_.byes else None)
    costs = compare(field, before, (tuple(matches.values()), bye))
    if round_.number == 1:
        # The first round is by lot: there is no ranking yet in which anybody could be far apart.
        costs = [cost for cost in costs if "ranking" not in cost]
    byes = [*([bye] if bye else []), *round_.byes[1:]]
    pins = round_.pinned if pinned is None else pinned
    return Change(_repaired(event, round_, matches, byes, pins), tuple(event.named(cost) for cost in costs))


def _repaired(
    event: Event, round_: Round, matches: Mapping[int, Pair], byes: Sequence[str], pinned: Sequence[Pair]
) -> NewEntry:
    return NewEntry(
        "round.changed",
        {
            "round": round_.number,
            "matches": _rows(matches),
            "byes": list(byes),
            "pinned": [list(one) for one in pinned],
            "notes": _notes(event, round_, list(matches.values()), byes),
        },
    )


def _notes(event: Event, round_: Round, pairs: Sequence[Pair], byes: Sequence[str]) -> list[str]:
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


def _left_out(event: Event) -> list[str]:
    waiting = [player.name for player in event.players.values() if player.status == REGISTERED]
    return [f"Not checked in, and so not paired: {_listed(waiting)}."] if waiting else []


def _bye_note(event: Event, bye: str | None) -> list[str]:
    if bye is None or event.pack.reading("bye_choice") != "random":
        return []
    return [f"{event.player(bye).name} has the bye by lot (bye_choice = random)."]


def _matches(event: Event, rows: Sequence[MatchRow], byes: Sequence[str], *, here: bool = True) -> list[Match]:
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


def _rosters(event: Event, match: Match) -> tuple[Roster | None, Roster | None]:
    first, second = (event.player(id_).roster for id_ in match.players)
    return first, second


def _require_draft(round_: Round) -> None:
    if round_.published:
        raise BadInput(
            f"round {round_.number}: is published, and its pairs are fixed; swap players instead.", way="swap"
        )


def _card_is_in(event: Event, match: Match) -> str:
    names = " and ".join(event.player(id_).name for id_ in match.players)
    return f"table {match.table}: {names} have sent a card already; undo it first."
