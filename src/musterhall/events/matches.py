"""Matches: cards sent, confirmed, disputed and decided, concessions and empty chairs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from musterhall.events.card_check import card_problems
from musterhall.events.cards import NOTHING_KNOWN, Card, Known, comparable, read_card
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Match, Player, Round
from musterhall.events.forces import ticks_known, ticks_open
from musterhall.events.handling import EntryData, handles
from musterhall.events.scores import Result
from musterhall.events.scoring import score, zero
from musterhall.events.sealing import known_units, revealed_units
from musterhall.events.unit_names import with_full_names
from musterhall.problems import BadInput, Problem, named


class Sent(EntryData):
    round: int = Field(ge=1)
    table: int
    player: str
    card: dict[str, Any]


class Confirmed(EntryData):
    round: int = Field(ge=1)
    table: int
    player: str


class Decided(EntryData):
    round: int = Field(ge=1)
    table: int
    card: dict[str, Any]
    by_scorekeeper: bool = False


class Conceded(EntryData):
    round: int = Field(ge=1)
    table: int
    player: str
    card: dict[str, Any] | None = None
    """How the table stood when it was conceded."""
    by_organiser: bool = False
    """Entered or corrected at the desk; older journals do not say."""
    by_scorekeeper: bool = False
    """And there by somebody who is not told what players conceal."""


class Absent(EntryData):
    round: int = Field(ge=1)
    table: int
    player: str
    both: bool = False
    """The opponent did not come either."""


class Fought(EntryData):
    """The match is fought in this hall, in a battle of this name."""

    round: int = Field(ge=1)
    table: int
    player: str
    """Who opened it."""
    battle: str = Field(min_length=1, max_length=60)


# What can be done


def send_card(event: Event, player: Player, card: Mapping[str, Any], number: int | None = None) -> NewEntry:
    """A player's card for the running round; it counts when the opponent sends the same."""
    round_, match = match_for(event, player, number)
    return NewEntry(
        "card.sent",
        {
            "round": round_.number,
            "table": match.table,
            "player": player.id,
            "card": read_card_of(event, match, card).as_data(),
        },
    )


def confirm_card(
    event: Event, player: Player, number: int | None = None, card: Mapping[str, Any] | None = None
) -> NewEntry:
    """Agree with the card that the opponent sent, if it is still the one that is meant."""
    round_, match = match_for(event, player, number)
    theirs = match.sent.get(match.other(player.id))
    if card is not None and theirs is not None and not _alike(event, match, read_card_of(event, match, card), theirs):
        other = event.player(match.other(player.id)).name
        raise BadInput(f"table {match.table}: {other} has sent another card since; look at it and confirm that one.")
    return NewEntry("card.confirmed", {"round": round_.number, "table": match.table, "player": player.id})


def decide_card(
    event: Event, number: int, table: int, card: Mapping[str, Any], *, by_scorekeeper: bool = False
) -> NewEntry:
    """The organiser's word: a card from paper, a dispute settled, or a correction made later.

    A scorekeeper may play, and is told of no secret: what speaks against such a card is put before the organiser.
    """
    match = event.round(number).match_at(table)
    written = read_card_of(event, match, card).as_data()
    data: dict[str, Any] = {"round": number, "table": match.table, "card": written}
    if by_scorekeeper:
        data["by_scorekeeper"] = True
    return NewEntry("card.decided", data)


def concede(
    event: Event,
    player: Player,
    card: Mapping[str, Any] | None = None,
    number: int | None = None,
    *,
    correcting: bool = False,
    by_scorekeeper: bool = False,
) -> NewEntry:
    """Give up. What was sent so far stands: the other keeps the points on the card, if they are the better choice.

    What is settled is conceded only to correct it, at the desk. The card that the other has sent stays, also where
    something opened since speaks against it: that is for the desk to look at.
    """
    round_, match = match_for(event, player, number)
    if match.settled and not correcting:
        raise BadInput(f"table {match.table}: the match is settled, so nobody can concede it; ask the organiser.")
    data: dict[str, Any] = {"round": round_.number, "table": match.table, "player": player.id}
    given = read_card_of(event, match, card) if card is not None else None
    theirs = match.sent.get(match.other(player.id))
    if given is None or (theirs is not None and not correcting):
        # Who gives up has no say in what the other has written down already.
        sent = (match.card, theirs, given or match.sent.get(player.id))
        given = next(
            (one for one in sent if one is not None and not _against(event, round_, match, one, player.id)), None
        )
    if given is not None:
        data["card"] = given.as_data()
    if correcting:
        data["by_organiser"] = True
    if by_scorekeeper:
        data["by_scorekeeper"] = True
    return NewEntry("match.conceded", data)


def mark_absent(event: Event, player: Player, number: int | None = None, *, both: bool = False) -> NewEntry:
    """Nobody came: the opponent counts as being without one, unless that chair was empty too."""
    round_, match = match_for(event, player, number)
    data: dict[str, Any] = {"round": round_.number, "table": match.table, "player": player.id}
    return NewEntry("match.absent", data | ({"both": True} if both else {}))


def fight(event: Event, player: Player, battle: str) -> NewEntry:
    """Fight the running match in this hall. Its card is sent and confirmed as ever."""
    round_, match = match_for(event, player)
    data = {"round": round_.number, "table": match.table, "player": player.id, "battle": battle}
    return NewEntry("match.fought", data)


def read_card_of(event: Event, match: Match, card: Mapping[str, Any]) -> Card:
    """The card in what was sent, with whole names in place of parts of them."""
    return with_full_names(event, match, read_card(card))


def match_for(event: Event, player: Player, number: int | None = None) -> tuple[Round, Match]:
    """The player's match in a round, or in the running one."""
    round_ = event.current
    if number is not None:
        # Whether the next round is paired already is the organiser's secret until it is out.
        round_ = next((one for one in event.rounds if one.published and one.number == number), None)
    if round_ is None and number is not None:
        raise BadInput(f"round {number}: its pairings are not out; check the round.")
    if round_ is None:
        raise BadInput(f"{player.name}: no round is running; wait for the pairings.")
    match = round_.match_of(player.id)
    if match is None:
        raise BadInput(f"{player.name}: has no match in round {round_.number}; check the round.")
    return round_, match


def problems_of(event: Event, round_: Round, match: Match, card: Card, known: Known | None = None) -> list[Problem]:
    """Why a card of this match cannot be, going by what is open to both players, unless more is known."""
    first, second = (event.player(id_).name for id_ in match.players)
    known = known or open_to_both(event, round_, match)
    return card_problems(event.pack, event.scenario_of(round_), card, (first, second), match.rosters, known)


def open_to_both(event: Event, round_: Round, match: Match) -> Known:
    """What both players know besides the card: command units that were revealed, cards of hands that both have seen.

    No answer to a player may rest on more, or a card sent on trial would tell what the other conceals.
    """
    first, second = (revealed_units(round_, event.player(id_)) for id_ in match.players)
    return Known((first, second), ticks_open(event, round_.number, match))


def problems_at_desk(event: Event, round_: Round, match: Match, card: Card) -> list[Problem]:
    """Why a card cannot be, going by all that the desk knows."""
    return problems_of(event, round_, match, card, known_at_desk(event, round_, match))


def known_at_desk(event: Event, round_: Round, match: Match) -> Known:
    """What the forces and hands that were handed in tell as well; a seal that was not opened is no part of it."""
    first, second = (known_units(event, round_, event.player(id_)) for id_ in match.players)
    return Known((first, second), ticks_known(event, round_.number, match))


def _against(event: Event, round_: Round, match: Match, card: Card, conceder: str) -> list[Problem]:
    """Why a card cannot be that comes with a concession.

    What became known after the other had sent it speaks against no card: who gives up may have opened it for just that.
    """
    stays = card in (match.card, match.sent.get(match.other(conceder)))
    return problems_of(event, round_, match, card, NOTHING_KNOWN if stays else None)


def result_of(event: Event, round_: Round, match: Match, card: Card) -> Result:
    return score(event.pack, event.scenario_of(round_), card, match.rosters)


# What it changes


@handles("card.sent", Sent)
def _sent(event: Event, data: Sent, entry: Entry) -> None:
    round_, match = _open_match(event, data.round, data.table, data.player)
    card = read_card(data.card)
    _require_more_than_totals(event, card)
    other = match.sent.get(match.other(data.player))
    agreed = other is not None and _alike(event, match, card, other)
    # Also where both say the same: what is known of the match may be another than when the first was sent.
    _require_possible(event, round_, match, card)
    match.sent[data.player] = card
    if agreed:
        _settle(event, round_, match, max(card, other or card, key=_detail), entry)


@handles("card.confirmed", Confirmed)
def _confirmed(event: Event, data: Confirmed, entry: Entry) -> None:
    round_, match = _open_match(event, data.round, data.table, data.player)
    card = match.sent.get(match.other(data.player))
    if card is None:
        raise BadInput(f"table {data.table}: the opponent has sent no card yet; send yours.")
    _require_possible(event, round_, match, card)
    match.sent[data.player] = card
    _settle(event, round_, match, card, entry)


@handles("card.decided", Decided)
def _decided(event: Event, data: Decided, entry: Entry) -> None:
    round_ = _published(event, data.round)
    match = round_.match_at(data.table)
    card = read_card(data.card)
    _require_possible(event, round_, match, card)
    if not data.by_scorekeeper:
        _require_reason_against_secrets(event, round_, match, card, entry)
    match.conceded, match.absent, match.nobody_came = None, None, False
    match.decided, match.by_scorekeeper = True, data.by_scorekeeper
    _settle(event, round_, match, card, entry)


@handles("match.conceded", Conceded)
def _conceded(event: Event, data: Conceded, entry: Entry) -> None:
    round_ = _published(event, data.round)
    match = round_.match_at(data.table)
    match.side(_seated(event, match, data.player))
    card = read_card(data.card) if data.card is not None else None
    if card is not None:
        _require_none(round_, match, _against(event, round_, match, card, data.player) if event.checking else [])
        if not data.by_organiser:
            _require_more_than_totals(event, card)
        if data.by_organiser and not data.by_scorekeeper:
            _require_reason_against_secrets(event, round_, match, card, entry)
    match.settled_by = match.settled_by or entry.seq
    match.conceded, match.absent, match.nobody_came = data.player, None, False
    match.decided, match.by_scorekeeper = data.by_organiser, data.by_scorekeeper
    match.card = card
    match.result = result_of(event, round_, match, card) if card is not None else _given_up(event, match, data.player)


@handles("match.absent", Absent)
def _absent(event: Event, data: Absent, entry: Entry) -> None:
    match = _published(event, data.round).match_at(data.table)
    match.absent, match.nobody_came = _seated(event, match, data.player), data.both
    match.settled_by = match.settled_by or entry.seq
    match.conceded, match.card, match.result, match.decided = None, None, None, False


@handles("match.fought", Fought)
def _fought(event: Event, data: Fought, entry: Entry) -> None:
    _, match = _open_match(event, data.round, data.table, data.player)
    if match.battle:
        raise BadInput(f"table {data.table}: the match is being fought here already; go to its battle.")
    match.battle = data.battle


def _alike(event: Event, match: Match, one: Card, other: Card) -> bool:
    """Do two cards say the same? Phase by phase or as a sum, and whatever capitals a unit's name is written with."""
    if one == other:
        return True
    states = event.rules.scoring.state
    usual = states[0].name if states else ""
    return comparable(one, match.rosters, usual) == comparable(other, match.rosters, usual)


def _detail(card: Card) -> int:
    """Of two cards that say the same, the one with its phases written down says more."""
    return sum(not isinstance(value, int) for side in card.sides for value in side.fields.values())


def _given_up(event: Event, match: Match, player: str) -> Result:
    """Given up without a card: nobody has scored anything that could count in an average."""
    nothing = zero(event.pack)
    return Result((nothing, nothing), match.side(match.other(player)), f"{event.player(player).name} conceded.")


def _settle(event: Event, round_: Round, match: Match, card: Card, entry: Entry) -> None:
    match.settled_by = match.settled_by or entry.seq
    match.card = card
    match.result = result_of(event, round_, match, card)


def _open_match(event: Event, number: int, table: int, player: str) -> tuple[Round, Match]:
    round_ = _published(event, number)
    match = round_.match_at(table)
    _seated(event, match, player)
    if match.settled:
        raise BadInput(
            f"table {table}: the card of round {number} is settled; ask the organiser to correct it.",
            way="card_missing",
        )
    return round_, match


def _published(event: Event, number: int) -> Round:
    round_ = event.round(number)
    if not round_.published:
        raise BadInput(f"round {number}: is not published, so nobody has played it; publish it first.", way="publish")
    return round_


def _seated(event: Event, match: Match, player: str) -> str:
    if player not in match.players:
        raise BadInput(f"{event.player(player).name}: does not play at table {match.table}; check the table.")
    return player


def _require_possible(event: Event, round_: Round, match: Match, card: Card) -> None:
    _require_none(round_, match, problems_of(event, round_, match, card) if event.checking else [])


def _require_more_than_totals(event: Event, card: Card) -> None:
    if event.checking and card.by_totals:
        raise BadInput("card: only the totals are entered at the desk; fill in what they are made of.")


def _require_none(round_: Round, match: Match, problems: list[Problem]) -> None:
    if problems:
        raise BadInput(f"round {round_.number}, table {match.table}: {named(problems)}")


def _require_reason_against_secrets(event: Event, round_: Round, match: Match, card: Card, entry: Entry) -> None:
    """The desk knows what players conceal: against that a card counts by the organiser's word, and with a reason."""
    if not event.checking or entry.why.strip():
        return
    if problems := problems_at_desk(event, round_, match, card):
        told = named(problems)
        raise BadInput(f"round {round_.number}, table {match.table}: {told} If the card stands all the same, say why.")
