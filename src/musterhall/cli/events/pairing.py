"""`muster event pair`, `swap`, `pin`, `table`, `publish` and `pairings`: who plays whom, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import (
    Hall,
    RoundNumber,
    Seed,
    Yes,
    changes,
    confirm,
    drawn_seed,
    last_round,
    looks,
)
from musterhall.cli.events.showing import show_table
from musterhall.cli.shell import say, say_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from musterhall.events.event import Event, Match, Round
    from musterhall.events.round_changes import ChangedPairing

OnePlayer = Annotated[str, typer.Argument(metavar="PLAYER", help="A number or a name.")]
OtherPlayer = Annotated[str, typer.Argument(metavar="PLAYER", help="A number or a name.")]


@changes
def pair(
    hall: Hall,
    seed: Seed = None,
    without_forces: Annotated[
        bool, typer.Option("--without-forces", help="Also players whose force is not accepted.")
    ] = False,
) -> None:
    """Draft the pairings of the next round, or draft them again; nobody sees them until they are published."""
    from musterhall.events.rounds import pair_round

    lot = drawn_seed(seed)
    entries = hall.do(lambda event: pair_round(event, lot, without_forces=without_forces))
    _tell_round(hall, entries, last_round(hall.event).number)


@changes
def swap(hall: Hall, one: OnePlayer, other: OtherPlayer, number: RoundNumber = None, yes: Yes = False) -> None:
    """Exchange two players of a round, after saying what it costs; one of them may have the bye."""
    from musterhall.events.round_changes import swap_players

    round_ = last_round(hall.event, number).number
    ids = hall.event.find(one).id, hall.event.find(other).id
    _change(hall, lambda event: swap_players(event, round_, *ids), round_, "Exchange them?", yes)


@changes
def pin(hall: Hall, one: OnePlayer, other: OtherPlayer, number: RoundNumber = None, yes: Yes = False) -> None:
    """Fix a pair of a draft and pair the others again around it, after saying what it costs."""
    from musterhall.events.round_changes import pin_pair

    round_ = last_round(hall.event, number).number
    ids = hall.event.find(one).id, hall.event.find(other).id
    _change(hall, lambda event: pin_pair(event, round_, *ids), round_, "Pair them?", yes)


@changes
def table(
    hall: Hall,
    from_: Annotated[int, typer.Argument(metavar="FROM", min=1, help="The table where they sit.")],
    to: Annotated[int, typer.Argument(metavar="TO", min=1, help="The table where they are to sit.")],
    number: RoundNumber = None,
) -> None:
    """Play a match at another table; whoever sits there changes over."""
    from musterhall.events.round_changes import move_table

    round_ = last_round(hall.event, number).number
    entries = hall.do(lambda event: move_table(event, round_, from_, to))
    _tell_round(hall, entries, round_)


@changes
def publish(
    hall: Hall,
    number: RoundNumber = None,
    as_it_is: Annotated[
        bool, typer.Option("--as-it-is", help="Although somebody left or came since it was paired.")
    ] = False,
) -> None:
    """Make the pairings of a round known; forces are locked from then on."""
    from musterhall.events.rounds import publish as command

    round_ = last_round(hall.event, number).number
    entries = hall.do(lambda event: command(event, round_, as_it_is=as_it_is))
    _tell_round(hall, entries, round_)


@changes
def seat(hall: Hall, one: OnePlayer, other: OtherPlayer, number: RoundNumber = None) -> None:
    """Seat two players without a match in a round: a late one, and perhaps the one with the bye."""
    from musterhall.events.round_changes import add_match

    round_ = last_round(hall.event, number).number
    ids = hall.event.find(one).id, hall.event.find(other).id
    entries = hall.do(lambda event: add_match(event, round_, *ids))
    _tell_round(hall, entries, round_)


@looks
def pairings(hall: Hall, number: RoundNumber = None) -> None:
    """Show the pairings of the last round or of another one; a draft says that it is one."""
    round_ = last_round(hall.event, number)
    if hall.as_json:
        say_json(round_data(hall.event, round_))
    else:
        show_round(hall.event, round_)


# Shown elsewhere, too


def round_data(event: Event, round_: Round) -> dict[str, Any]:
    return {
        "round": round_.number,
        "scenario": round_.scenario,
        "title": event.scenario_of(round_).title,
        "published": round_.published,
        "complete": round_.complete,
        "seed": round_.seed,
        "clock": round_.clock.state,
        "matches": [
            {
                "table": match.table,
                "players": list(match.players),
                "names": [event.player(id_).name for id_ in match.players],
                "state": match_state(event, match),
                "settled": match.settled,
                "disputed": match.disputed,
            }
            for match in round_.matches
        ],
        "byes": list(round_.byes),
        "pinned": [list(pair) for pair in round_.pinned],
        "notes": list(round_.notes),
        "reasons": {id_: event.named(why) for id_, why in round_.reasons.items()},
    }


def show_round(event: Event, round_: Round) -> None:
    draft = "" if round_.published else " (DRAFT, not published)"
    say(f"Round {round_.number}, {event.scenario_of(round_).title}{draft}")
    rows = [
        (str(match.table), *(event.player(id_).name for id_ in match.players), match_state(event, match))
        for match in round_.matches
    ]
    rows += [("", event.player(id_).name, "bye", "") for id_ in round_.byes]
    show_table(("table", "player", "player", ""), rows, right=(0,))
    for note in (*round_.notes, *round_.reasons.values()):
        say(event.named(note))


def match_state(event: Event, match: Match) -> str:
    """A few words on how far a match is."""
    from musterhall.events.wording import who_stayed_away

    if match.absent:
        return who_stayed_away(event, match)
    if match.conceded:
        return f"{event.player(match.conceded).name} conceded"
    if match.card is not None and match.result is not None:
        winner = match.result.winner
        return "a draw" if winner is None else f"won by {event.player(match.players[winner]).name}"
    if match.disputed:
        return "the cards differ"
    if match.sent:
        return f"{event.player(next(iter(match.sent))).name} sent a card"
    return "open"


# Helpers


def _tell_round(hall: Hall, entries: Any, number: int) -> None:
    round_ = hall.event.round(number)
    if hall.as_json:
        hall.tell(entries, round=round_data(hall.event, round_))
        return
    hall.tell(entries)
    show_round(hall.event, round_)


def _change(hall: Hall, change: Callable[[Event], ChangedPairing], number: int, question: str, yes: bool) -> None:
    """A change by hand: what it costs is said first, and the user is asked."""
    costs = change(hall.event).costs
    for cost in costs:
        say(cost, error=True)
    confirm(question, yes)
    entries = hall.do(lambda event: change(event).entry)
    round_ = hall.event.round(number)
    if hall.as_json:
        hall.tell(entries, costs=list(costs), round=round_data(hall.event, round_))
        return
    hall.tell(entries)
    show_round(hall.event, round_)
