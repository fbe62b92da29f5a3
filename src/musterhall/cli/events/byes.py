"""`muster event bye`: rounds without a match that players ask for."""

from __future__ import annotations

from typing import Annotated

import typer

from musterhall.cli.events.common import Hall, PlayerName, changes, looks
from musterhall.cli.shell import say, say_json

Round = Annotated[int, typer.Option("--round", "-r", min=1, metavar="N", help="Which round.")]

app = typer.Typer(no_args_is_help=True)


@app.command()
@changes
def ask(
    hall: Hall,
    name: PlayerName,
    number: Round,
    undo: Annotated[bool, typer.Option("--undo", help="Ask for it no longer.")] = False,
) -> None:
    """Ask for a bye in a player's name, where the pack grants them on request."""
    from musterhall.events.requested_byes import ask_bye

    id_ = hall.event.find(name).id
    hall.tell(hall.do(lambda event: ask_bye(event, event.player(id_), number, asked=not undo)))


@app.command()
@changes
def grant(hall: Hall, name: PlayerName, number: Round) -> None:
    """Grant a player a round without a match, asked for or not; the pairing keeps to it."""
    _answer(hall, name, number, granted=True)


@app.command()
@changes
def decline(hall: Hall, name: PlayerName, number: Round) -> None:
    """Decline a bye that a player asks for."""
    _answer(hall, name, number, granted=False)


@app.command("list")
@looks
def list_(hall: Hall) -> None:
    """Show the byes that were asked for and granted."""
    rows = [(number, hall.event.player(id_), state) for (number, id_), state in sorted(hall.event.asked_byes.items())]
    if hall.as_json:
        say_json([{"round": number, "player": one.id, "name": one.name, "state": state} for number, one, state in rows])
        return
    for number, one, state in rows:
        say(f"Round {number}: {one.name}, {state}")
    if not rows:
        say("Nobody asks for a bye.")


def _answer(hall: Hall, name: str, number: int, *, granted: bool) -> None:
    from musterhall.events.requested_byes import answer_bye

    id_ = hall.event.find(name).id
    hall.tell(hall.do(lambda event: answer_bye(event, event.player(id_), number, granted=granted)))
