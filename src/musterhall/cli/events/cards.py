"""`muster event card`, `concede` and `absent`: score cards sent, confirmed, compared, decided and corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.card_words import CardWords, Empty, filled_card, takes_card, written_card
from musterhall.cli.events.common import Hall, PlayerName, RoundNumber, Yes, changes, confirm, looks, running_round
from musterhall.cli.events.match_telling import match_data, outcome, say_figures, say_figures_of, say_match
from musterhall.cli.events.showing import local_hour, show_table
from musterhall.cli.shell import BAD_INPUT, say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.event import Event, Match, Round
    from musterhall.packs.scenarios import Scenario
    from musterhall.store.desk import Command


AtTable = Annotated[str, typer.Argument(metavar="TABLE", help="The table's number, or one of its players.")]


LONGEST_NUMBER = 6
"""Digits on a table; more are no table."""


app = typer.Typer(no_args_is_help=True)


@app.command()
@looks
def show(hall: Hall, table: AtTable, number: RoundNumber = None) -> None:
    """Show a match's card and its result with all parts; cards that differ stand side by side."""
    if not table.isdecimal() and (alone := _without_opponent(hall.event, table, number)):
        _show_alone(hall, *alone)
        return
    round_, match = _found(hall.event, table, number)
    if hall.as_json:
        say_json(match_data(hall.event, round_, match) | {"history": _history(hall, round_, match)})
        return
    for line in _history(hall, round_, match):
        say(line)
    say_match(hall.event, round_, match)


@app.command()
@looks
def fields(
    hall: Hall,
    scenario: Annotated[str, typer.Argument(metavar="[SCENARIO]", help="Else that of the round that is on.")] = "",
) -> None:
    """Tell what may be written on a card: fields, states of units, and how a match ends."""
    from musterhall.events.cards import ENDS
    from musterhall.events.scoring import points_title, points_written, ways_to_end
    from musterhall.packs.parts import written
    from musterhall.packs.scoring_rules import Measure

    event = hall.event
    found = _scenario(event, scenario)
    own = event.rules.card_fields(found)
    states = event.rules.scoring.state
    ends, points = ways_to_end(event.pack, found), points_written(event.rules)
    totals = [step for step in event.rules.scoring.steps if isinstance(step, Measure)]
    if hall.as_json:
        say_json(
            {
                "scenario": found.name,
                "fields": [one.model_dump(mode="json", exclude_defaults=True) for one in own],
                "states": [one.model_dump(mode="json", exclude_defaults=True) for one in states],
                "points": points,
                "totals": {one.name: one.title for one in totals},
                "ended": ends,
            }
        )
        return
    say(f"{found.title}: {found.objective}")
    rows = [
        (one.name, one.title, str(written(one.each)) if one.each else "", _most(one.most), _kind(one.shared, one.per))
        for one in own
    ]
    show_table(("field", "what", "each", "most", "counted"), rows, right=(2, 3), whole=(0,))
    for one in own:
        if one.note:
            say(f"{one.title}: {one.note}.")
    say("")
    if states:
        show_table(("state", "what"), [(one.name, one.title) for one in states])
        say(f"A unit that is not on the card is {states[0].name}.")
        say("")
        show_table(("points", "where no force is on file"), [(one, points_title(event.rules, one)) for one in points])
        say("")
    show_table(("totals", "where nothing else is written down"), [(one.name, one.title) for one in totals])
    say("")
    show_table(("ended", "what"), [(end, ENDS[end]) for end in ends])


@app.command()
@changes
@takes_card
def enter(
    hall: Hall,
    table: AtTable,
    given: CardWords,
    empty: Empty = False,
    number: RoundNumber = None,
    yes: Yes = False,
) -> None:
    """Enter the card that counts: from paper, to settle a dispute, or to correct one, which needs --why."""
    from musterhall.events.matches import decide_card

    round_, match = _found(hall.event, table, number)
    card = filled_card(hall.event, match, given, empty=empty)
    _settle(hall, round_.number, match.table, lambda event: decide_card(event, round_.number, match.table, card), yes)


@app.command()
@changes
@takes_card
def send(
    hall: Hall,
    name: PlayerName,
    given: CardWords,
    empty: Empty = False,
    number: RoundNumber = None,
) -> None:
    """Send a player's card; it counts when the opponent sends the same or confirms it."""
    from musterhall.events.matches import match_for, send_card

    player = hall.event.find(name)
    round_, match = match_for(hall.event, player, number)
    card = filled_card(hall.event, match, given, empty=empty)
    entries = hall.do(lambda event: send_card(event, event.player(player.id), card, round_.number))
    _tell_match(hall, entries, round_.number, match.table)


@app.command("confirm")
@changes
def confirm_(hall: Hall, name: PlayerName, number: RoundNumber = None) -> None:
    """Agree, for a player, with the card that the opponent sent."""
    from musterhall.events.matches import confirm_card, match_for

    player = hall.event.find(name)
    round_, match = match_for(hall.event, player, number)
    entries = hall.do(lambda event: confirm_card(event, event.player(player.id), round_.number))
    _tell_match(hall, entries, round_.number, match.table)


@app.command()
@looks
@takes_card
def check(
    hall: Hall,
    table: AtTable,
    given: CardWords,
    number: RoundNumber = None,
) -> None:
    """Say whether a card can be and what it would come to, and write nothing down."""
    from musterhall.events.cards import read_card
    from musterhall.events.matches import problems_at_desk, result_of

    event = hall.event
    round_, match = _found(event, table, number)
    card = read_card(written_card(event, match, given))
    problems = problems_at_desk(event, round_, match, card)
    result = None if problems else result_of(event, round_, match, card)
    if hall.as_json:
        data = {"card": card.as_data(), "possible": not problems, "problems": [one.as_data() for one in problems]}
        say_json(data | {"result": result.as_data() if result else None})
    elif result is not None:
        say_figures(event, match, result.figures)
        say(outcome(event, match, result.winner, result.because))
        for note in result.notes:
            say(f"Note: {note}")
    for problem in () if hall.as_json else problems:
        say(str(problem))
    if problems:
        raise typer.Exit(BAD_INPUT)


@changes
@takes_card
def concede(
    hall: Hall,
    name: PlayerName,
    given: CardWords,
    number: RoundNumber = None,
    yes: Yes = False,
) -> None:
    """Enter that a player concedes, with the card as the table stood, if there is one."""
    from musterhall.events.matches import concede as command
    from musterhall.events.matches import match_for

    player = hall.event.find(name)
    round_, match = match_for(hall.event, player, number)
    card = _perhaps(hall.event, match, given)
    _settle(
        hall,
        round_.number,
        match.table,
        lambda event: command(event, event.player(player.id), card, round_.number, correcting=True),
        yes,
    )


@changes
def absent(
    hall: Hall,
    name: PlayerName,
    both: Annotated[bool, typer.Option("--both", help="The opponent did not come either, so nobody scores.")] = False,
    number: RoundNumber = None,
    yes: Yes = False,
) -> None:
    """Enter that a player never came to the table; the opponent counts as having the bye."""
    from musterhall.events.matches import mark_absent, match_for

    player = hall.event.find(name)
    round_, match = match_for(hall.event, player, number)
    _settle(
        hall,
        round_.number,
        match.table,
        lambda event: mark_absent(event, event.player(player.id), round_.number, both=both),
        yes,
    )


# Helpers


def _found(event: Event, table: str, number: int | None) -> tuple[Round, Match]:
    """The match at a table, or that of a player."""
    from musterhall.events.matches import match_for

    if not table.isdecimal() or len(table) > LONGEST_NUMBER:
        return match_for(event, event.find(table), number)
    round_ = running_round(event, number)
    return round_, round_.match_at(int(table))


def _without_opponent(event: Event, name: str, number: int | None) -> tuple[Round, str] | None:
    """The round, if a player has the bye in it."""
    round_, player = running_round(event, number), event.find(name)
    return (round_, player.id) if player.id in round_.byes else None


def _show_alone(hall: Hall, round_: Round, player: str) -> None:
    from musterhall.events.standings import round_figures

    figures = round_figures(hall.event, round_).get(player)
    name = hall.event.player(player).name
    if hall.as_json:
        data = {key: figure.as_data() for key, figure in figures.items()} if figures else None
        say_json({"round": round_.number, "player": player, "bye": True, "figures": data})
        return
    say(f"Round {round_.number}: {name} has the bye.")
    if figures is None:
        say("It is scored when every card of the round is in.")
    if figures is not None:
        say_figures_of(hall.event, figures)


def _history(hall: Hall, round_: Round, match: Match) -> list[str]:
    """How a card came to count that the players did not simply agree on: decided after a dispute, or corrected."""
    from musterhall.events.telling import Teller
    from musterhall.events.undoing import live

    entries = hall.desk.ledger.entries
    teller = Teller(entries, hall.event)
    here = (round_.number, match.table)
    settling = [
        one
        for one in live(entries)
        if one.kind in ("card.decided", "match.conceded", "match.absent")
        and (one.data["round"], one.data["table"]) == here
    ]
    return [
        f"Entry {one.seq}, {local_hour(one.at)}: {teller.sentence(one)}{f' Because: {one.why}' if one.why else ''}"
        for one in settling
        if teller.is_correction(one) or teller.ends_dispute(one)
    ]


def _perhaps(event: Event, match: Match, given: CardWords) -> dict[str, Any] | None:
    return None if given.nothing else written_card(event, match, given)


def _settle(hall: Hall, number: int, table: int, command: Command, yes: bool) -> None:
    """Settle a match. Where it is settled already, say what changes, and ask."""
    corrected: list[str] = []
    if hall.event.round(number).match_at(table).settled:
        corrected = hall.desk.preview(command, why=hall.why) or ["Nothing changes in the standings."]
        if not hall.why.strip():
            raise BadInput(f"round {number}, table {table}: is settled; say with --why what was wrong.")
        for line in () if hall.as_json else corrected:
            say(line, error=True)
        confirm(f"Correct the card of round {number}, table {table}?", yes)
    entries = hall.do(command)
    _tell_match(hall, entries, number, table, corrected)


def _tell_match(hall: Hall, entries: Any, number: int, table: int, corrected: list[str] | None = None) -> None:
    round_ = hall.event.round(number)
    match = round_.match_at(table)
    if hall.as_json:
        hall.tell(entries, match=match_data(hall.event, round_, match), changes=corrected or [])
        return
    hall.tell(entries)
    say_match(hall.event, round_, match)


def _scenario(event: Event, name: str) -> Scenario:
    known = ", ".join(one.name for one in event.rules.scenario)
    if name:
        plain = name.casefold()
        for one in event.rules.scenario:
            if plain in (one.name, one.title.casefold()):
                return one
        raise BadInput(f"scenario {name!r}: is not in this pack; choose from {known}.")
    if event.current is not None:
        return event.scenario_of(event.current)
    if len(event.rules.scenario) == 1:
        return event.rules.scenario[0]
    raise BadInput(f"scenario: no round is on, so name one of {known}.")


def _most(most: int | None) -> str:
    return "" if most is None else str(most)


def _kind(shared: bool, per: str) -> str:
    return "for both together" if shared else f"per {per}" if per else "for each player"
