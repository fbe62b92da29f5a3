"""`muster event prize`: prizes for places, by vote and by the organiser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.events.common import Hall, PlayerName, changes, looks
from musterhall.cli.shell import say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.entries import NewEntry
    from musterhall.events.event import Event

AwardName = Annotated[str, typer.Argument(metavar="PRIZE", help="The prize's name or title.")]

app = typer.Typer(no_args_is_help=True)


@app.command("list")
@looks
def list_awards(hall: Hall) -> None:
    """Show every prize, who has it as things stand, and why."""
    from musterhall.events.prizes import prizes

    found = prizes(hall.event)
    if hall.as_json:
        say_json([prize.as_data() for prize in found])
        return
    for prize in found:
        say(f"{prize.award}: {prize.sentence(hall.event)}")
    if not found:
        say(f"{hall.event.name} has no prizes.")
    if thanked := hall.event.sponsors.get("", ()):
        say(f"Sponsors of the event: {', '.join(thanked)}.")


@app.command()
@changes
def vote(
    hall: Hall,
    voter: Annotated[str, typer.Argument(metavar="VOTER", help="The player who votes.")],
    award: AwardName,
    choice: Annotated[str, typer.Argument(metavar="CHOICE", help="The player who is voted for.")],
) -> None:
    """Enter a player's vote; a later one takes the place of an earlier one."""
    from musterhall.events.prizes import award_named
    from musterhall.events.prizes import vote as command

    rule = award_named(hall.event, award)
    one, other = hall.event.find(voter).id, hall.event.find(choice).id
    hall.tell(hall.do(lambda event: command(event, event.player(one), rule.name, event.player(other))))


@app.command()
@changes
def give(hall: Hall, award: AwardName, name: PlayerName) -> None:
    """Give a prize as the organiser, also where votes are level."""
    from musterhall.events.prizes import award_named
    from musterhall.events.prizes import give as command

    rule = award_named(hall.event, award)
    player = hall.event.find(name)
    id_ = player.id
    if rule.painted and not player.painted:
        raise BadInput(
            f"{player.name}: the force is not noted as wholly painted, which {rule.title} asks for; "
            f"`muster event player change {id_} --painted` notes it."
        )
    hall.tell(hall.do(lambda event: command(event, rule.name, event.player(id_))))


@app.command()
@changes
def add(
    hall: Hall,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What people call it.")],
    place: Annotated[int | None, typer.Option(min=1, metavar="N", help="It goes to this place.")] = None,
    votes: Annotated[bool, typer.Option("--votes", help="It goes by the players' votes.")] = False,
    painted: Annotated[bool, typer.Option("--painted", help="Only for wholly painted forces.")] = False,
    sponsor: Annotated[str, typer.Option(metavar="NAME", help="Who gives it.")] = "",
    category: Annotated[str, typer.Option(metavar="NAME", help="Only for this category of the pack.")] = "",
    faction: Annotated[str, typer.Option(metavar="NAME", help="Only for players of this faction.")] = "",
) -> None:
    """Add a prize while the event runs; the organiser gives it, unless it goes by place or by votes."""
    from musterhall.events.prizes import add_award, sponsor_of

    if place is not None and votes:
        raise BadInput("prize: goes by place or by votes; give one of --place and --votes.")
    by = "place" if place is not None else "vote" if votes else "organiser"

    def command(event: Event) -> list[NewEntry]:
        added = add_award(event, title, by=by, place=place, painted=painted, category=category, faction=faction)
        return [added, sponsor_of(added, sponsor)] if sponsor.strip() else [added]

    hall.tell(hall.do(command))


@app.command()
@changes
def sponsor(
    hall: Hall,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who gives or helps.")],
    award: Annotated[str, typer.Option("--prize", "--award", metavar="PRIZE", help="Else of the whole event.")] = "",
) -> None:
    """Name a sponsor of a prize or of the whole event."""
    from musterhall.events.prizes import add_sponsor

    hall.tell(hall.do(lambda event: add_sponsor(event, name, award)))


@app.command()
@changes
def reveal(hall: Hall, award: AwardName) -> None:
    """Reveal a prize that is held back: pages and projector show who has won it."""
    from musterhall.events.ceremony import reveal as command

    hall.tell(hall.do(lambda event: command(event, award)))
