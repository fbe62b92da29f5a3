"""`muster event cut`, `advance` and `bracket`: the top of the standings plays on."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from musterhall.cli.events.common import Hall, PlayerName, RoundNumber, changes, looks
from musterhall.cli.shell import say, say_json


@changes
def cut(
    hall: Hall,
    size: Annotated[
        int | None, typer.Argument(min=2, max=16, metavar="[N]", help="How many play on; else as the pack says.")
    ] = None,
) -> None:
    """Let the top of the standings play on in a bracket; `muster event pair` then pairs its rounds."""
    from musterhall.events.cut import make_cut

    hall.tell(hall.do(lambda event: make_cut(event, size)))


@changes
def advance(hall: Hall, name: PlayerName, number: RoundNumber = None) -> None:
    """Say who goes on, where a match of the bracket was drawn, or the winner cannot (with --why)."""
    from musterhall.events.cut import advance as command

    id_ = hall.event.find(name).id
    hall.tell(hall.do(lambda event: command(event, event.player(id_), number)))


@looks
def bracket(hall: Hall) -> None:
    """Show the bracket, layer by layer."""
    from musterhall.events.bracket import layers

    found = layers(hall.event, drafts=False)
    if hall.as_json:
        say_json([{"title": one.title, "round": one.number, "ties": [_data(tie) for tie in one.ties]} for one in found])
        return
    if not found:
        say(f"{hall.event.name} was not cut; `muster event cut N` does it when all rounds are played.")
    for layer in found:
        say(f"{layer.title} (round {layer.number})")
        for tie in layer.ties:
            say(f"  {_line(hall, tie)}")


def _line(hall: Hall, tie: Any) -> str:
    names = [hall.event.player(id_).name if id_ else "..." for id_ in tie.players]
    if tie.winner is not None and None in tie.players:
        return f"{hall.event.player(tie.winner).name} goes on without a match"
    won = f": {hall.event.player(tie.winner).name} goes on" if tie.winner else ": nobody goes on" if tie.void else ""
    return f"{names[0]} against {names[1]}{won}"


def _data(tie: Any) -> dict[str, Any]:
    return {"players": list(tie.players), "winner": tie.winner, "table": tie.match.table if tie.match else None}
