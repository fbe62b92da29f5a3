"""`muster event points`: given or taken for a reason, and soft scores such as painting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.events.common import Hall, PlayerName, changes, looks
from musterhall.cli.shell import say, say_json

if TYPE_CHECKING:
    from musterhall.events.extras import Extra

Points = Annotated[str, typer.Argument(metavar="POINTS", help="How many: 5 or 2.5.")]
Of = Annotated[str, typer.Option("--of", metavar="FIGURE", help="Which figure; else the one that decides first.")]

app = typer.Typer(no_args_is_help=True)


@app.command()
@changes
def give(hall: Hall, name: PlayerName, points: Points, of: Of = "") -> None:
    """Give a player points for the reason in --why."""
    _adjust(hall, name, points, of, sign=1)


@app.command()
@changes
def take(hall: Hall, name: PlayerName, points: Points, of: Of = "") -> None:
    """Take points from a player for the reason in --why."""
    _adjust(hall, name, points, of, sign=-1)


@app.command()
@changes
def soft(
    hall: Hall,
    score: Annotated[str, typer.Argument(metavar="SCORE", help="The soft score's name or title.")],
    name: PlayerName,
    points: Points,
) -> None:
    """Enter a soft score of the pack, such as painting; a later one takes the place of an earlier one."""
    from musterhall.events.extras import read_points, score_softly

    id_ = hall.event.find(name).id
    hall.tell(hall.do(lambda event: score_softly(event, event.player(id_), score, read_points(points))))


@app.command("list")
@looks
def list_(hall: Hall) -> None:
    """Show all points that come from no round, with their reasons."""
    from musterhall.events.extras import extras
    from musterhall.tally import shown

    event = hall.event
    found = list(extras(event, len(event.rounds), final=True))
    if hall.as_json:
        say_json([{"player": id_, "name": event.player(id_).name, **_data(extra)} for id_, extra in found])
        return
    for id_, extra in found:
        why = f" ({extra.why})" if extra.why else ""
        say(f"{event.player(id_).name}: {extra.title} {shown(extra.value)} {event.rules.titles()[extra.figure]}{why}")
    if not found:
        say("Nobody has points beside the rounds.")


def _adjust(hall: Hall, name: str, points: str, of: str, *, sign: int) -> None:
    from musterhall.events.extras import adjust, read_points

    hall.require_why("points")
    id_, number = hall.event.find(name).id, sign * abs(read_points(points))
    hall.tell(hall.do(lambda event: adjust(event, event.player(id_), number, of)))


def _data(extra: Extra) -> dict[str, object]:
    return {**extra.as_data(), "why": extra.why}
