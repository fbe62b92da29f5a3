"""`muster event player`: registered, checked in, gone and back, warned and out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import Hall, PlayerName, changes, in_turn, looks
from musterhall.cli.events.showing import show_table
from musterhall.cli.shell import counted, say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.entries import NewEntry
    from musterhall.events.event import Event, HandedIn, Player

PlayerNames = Annotated[list[str] | None, typer.Argument(metavar="[PLAYER]...", help="Numbers or names.")]

app = typer.Typer(no_args_is_help=True)


@app.command()
@changes
def add(
    hall: Hall,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Who takes part.")] = None,
    team: Annotated[str, typer.Option("--team", help="Team mates are not paired while that can be avoided.")] = "",
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A name a line, or a CSV table with name and team.")
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Whoever finds no place goes on the waiting list.")] = False,
) -> None:
    """Register players, one or a whole list; a list is taken whole or not at all. Late entries are checked in, too."""
    from musterhall.events.players import add_player
    from musterhall.events.players import check_in as come
    from musterhall.events.registration import sign_up

    wanted = [(name, team) for name in names or []]
    wanted += [(name, its_team or team) for name, its_team in _listed_in(file)] if file else []
    if not wanted:
        raise BadInput("player add: nobody is named; give names, or a list with --file.")
    if not all(name.strip() for name, _ in wanted):
        raise BadInput("player add: a name is empty; fill it in, or take it out.")
    command = partial(sign_up, by_player=False) if wait else add_player
    steps: list[Callable[[Event], NewEntry]] = []
    for row in wanted:
        steps.append(_bound(command, *row))
        if hall.event.current is not None and not wait:
            # Who comes when rounds are being played is here.
            steps.append(lambda event: come(event, list(event.players.values())[-1]))
    hall.tell(hall.do_in_turn(steps))


@app.command("list")
@looks
def list_players(hall: Hall) -> None:
    """List the players with what is known of them."""
    if hall.as_json:
        say_json([player_data(player) for player in hall.event.players.values()])
    elif hall.event.players:
        show_players(hall.event)
    else:
        say("Nobody is registered yet; `muster event player add` does it.")


@app.command("check-in")
@changes
def check_in(
    hall: Hall,
    names: PlayerNames = None,
    everyone: Annotated[bool, typer.Option("--all", help="Everyone who is registered.")] = False,
) -> None:
    """Note that players are there."""
    from musterhall.events.event import REGISTERED
    from musterhall.events.players import check_in as command

    registered = [one.id for one in hall.event.players.values() if one.status == REGISTERED]
    if everyone and not registered:
        raise BadInput("player check-in: nobody waits to be checked in; nothing to do.")
    hall.tell(hall.do_in_turn([_of(id_, command) for id_ in (registered if everyone else _named(hall, names))]))


@app.command()
@changes
def drop(
    hall: Hall,
    name: PlayerName,
    match: Annotated[
        str, typer.Option("--match", metavar="conceded|absent", help="What becomes of the match that is on.")
    ] = "",
) -> None:
    """Take a player out, who keeps the points so far; before round 1 the first of the waiting list moves up."""
    from musterhall.events.matches import concede, mark_absent
    from musterhall.events.registration import leave_with_successor

    ends: dict[str, Callable[[Event, Player], NewEntry]] = {"conceded": concede, "absent": mark_absent}
    if match and match not in ends:
        raise BadInput(f"--match {match!r}: is not known; write conceded or absent.")
    id_ = hall.event.find(name).id
    _require_to_leave(hall.event, id_, match)
    steps = [_of(id_, ends[match])] if match else []
    entries = hall.do(lambda event: [*in_turn(event, steps), *leave_with_successor(event, event.player(id_))])
    hall.tell(entries, _match_left_open(hall.event, id_))


@app.command("move-up")
@changes
def move_up(
    hall: Hall,
    name: PlayerName,
    beyond: Annotated[bool, typer.Option("--all-the-same", help="Also where all places are taken.")] = False,
) -> None:
    """Give somebody of the waiting list a place."""
    from musterhall.events.registration import move_up as command

    hall.tell(hall.do(_of(hall.event.find(name).id, partial(command, beyond=beyond))))


@app.command("return")
@changes
def return_(hall: Hall, name: PlayerName) -> None:
    """Take a player back who had left."""
    from musterhall.events.players import come_back

    hall.tell(hall.do(_of(hall.event.find(name).id, come_back)))


@app.command()
@changes
def change(
    hall: Hall,
    name: PlayerName,
    new_name: Annotated[str | None, typer.Option("--name", help="The right name.")] = None,
    team: Annotated[str | None, typer.Option("--team", help="The team; an empty one for none.")] = None,
    faction: Annotated[str | None, typer.Option("--faction", help="The faction; an empty one for none.")] = None,
    category: Annotated[
        list[str] | None,
        typer.Option("--category", metavar="NAME", help="All of the pack's categories that the player is in."),
    ] = None,
    painted: Annotated[
        bool | None, typer.Option("--painted/--not-painted", help="Whether the whole force is painted.")
    ] = None,
) -> None:
    """Correct a player's name, team or faction, or note that the force is painted."""
    from musterhall.events.players import change_player

    id_ = hall.event.find(name).id
    named = [one for one in category if one] if category else None
    given = {"name": new_name, "team": team, "faction": faction}
    hall.tell(
        hall.do(lambda event: change_player(event, event.player(id_), painted=painted, categories=named, **given))
    )


@app.command()
@changes
def warn(hall: Hall, name: PlayerName) -> None:
    """Warn a player for the reason in --why; with as many warnings as the pack says the player is out."""
    from musterhall.events.event import DISQUALIFIED
    from musterhall.events.players import warn as command

    hall.require_why("player warn")
    id_ = hall.event.find(name).id
    entries = hall.do(_of(id_, command))
    player = hall.event.player(id_)
    number = counted(len(player.warnings), "warning")
    out = player.status == DISQUALIFIED
    hall.tell(entries, [f"{player.name} has {number}{' and is out' if out else ''}."], disqualified=out)


@app.command()
@changes
def disqualify(hall: Hall, name: PlayerName) -> None:
    """Put a player out for the reason in --why."""
    from musterhall.events.players import disqualify as command

    hall.require_why("player disqualify")
    hall.tell(hall.do(_of(hall.event.find(name).id, command)))


@app.command()
@changes
def apart(
    hall: Hall,
    one: Annotated[str, typer.Argument(metavar="PLAYER")],
    other: Annotated[str, typer.Argument(metavar="PLAYER")],
    undo: Annotated[bool, typer.Option("--undo", help="Let them be paired again.")] = False,
) -> None:
    """Keep two players, such as siblings, from being paired; team mates are kept apart anyway."""
    from musterhall.events.players import keep_apart

    ids = [hall.event.find(name).id for name in (one, other)]
    hall.tell(hall.do(lambda event: keep_apart(event, [event.player(id_) for id_ in ids], apart=not undo)))


# Shown elsewhere, too


def player_data(player: Player) -> dict[str, Any]:
    force = player.force
    return {
        "player": player.id,
        "name": player.name,
        "team": player.team,
        "faction": player.faction,
        "status": player.status,
        "late": player.late,
        "painted": player.painted,
        "warnings": player.warnings,
        "force": _force_data(force) if force else None,
    }


def _force_data(force: HandedIn) -> dict[str, Any]:
    return {"name": force.force, "points": force.points, "state": force.state, "late": force.late}


def show_players(event: Event) -> None:
    rows = [_row(player) for player in event.players.values()]
    warned = any(player.warnings for player in event.players.values())
    heads = ("no", "player", "team", "status", "force", "", "warnings")
    show_table(heads[: 7 if warned else 6], [row[: 7 if warned else 6] for row in rows], right=(6,) if warned else ())


def _row(player: Player) -> tuple[str, ...]:
    force = player.force
    told = f"{force.force}, {force.points}: {force.state}{', late' if force.late else ''}" if force else "none"
    remarks = [
        *(["late"] if player.late else []),
        *(["painted"] if player.painted else []),
    ]
    warnings = str(len(player.warnings) or "")
    return (player.id, player.name, player.team, player.status, told, ", ".join(remarks), warnings)


# Helpers


def _bound(command: Callable[..., NewEntry], *given: Any) -> Callable[[Event], NewEntry]:
    return lambda event: command(event, *given)


def _of(id_: str, command: Callable[[Event, Player], NewEntry]) -> Callable[[Event], NewEntry]:
    """The command for a player who is looked up when it happens."""
    return lambda event: command(event, event.player(id_))


def _named(hall: Hall, names: list[str] | None) -> list[str]:
    if not names:
        raise BadInput("player check-in: nobody is named; give players, or --all.")
    return [hall.event.find(name).id for name in names]


def _require_to_leave(event: Event, id_: str, ending: str) -> None:
    """Refuse what would only half happen, and say how the table is settled."""
    from musterhall.events.event import LEFT

    player, match = event.player(id_), event.current.match_of(id_) if event.current else None
    if ending and match is not None and match.settled:
        raise BadInput(f"{player.name}: table {match.table} is settled already; leave --match out.")
    if player.status == LEFT and (line := " ".join(_match_left_open(event, id_))):
        raise BadInput(f"{player.name}: has left already. {line}")


def _match_left_open(event: Event, id_: str) -> list[str]:
    match = event.current.match_of(id_) if event.current else None
    if match is None or match.settled:
        return []
    settle = f"`muster event concede {id_}`, `muster event absent {id_}` or `muster event card enter {match.table}`"
    line = f"Table {match.table} is open still: {settle} settles it"
    return [f"{line}; `player drop` does so at once with --match conceded|absent."]


def _listed_in(file: Path) -> list[tuple[str, str]]:
    """Names and teams of a file: a name a line, or a table with a column called name."""
    import csv

    from musterhall.cli.named_files import read_small

    lines = [line for line in read_small(file).lstrip("\ufeff").splitlines() if line.strip() and line[0] != "#"]
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines)]
    heads = [head.casefold() for head in rows[0]] if rows else []
    if "name" not in heads:
        return [(row[0], row[1] if len(row) > 1 else "") for row in rows]
    tables = [dict(zip(heads, row, strict=False)) for row in rows[1:]]
    return [(row.get("name", ""), row.get("team", "")) for row in tables]
