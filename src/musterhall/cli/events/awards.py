"""`muster event award`: prizes for places, by vote and by the organiser."""

from __future__ import annotations

from typing import Annotated

import typer

from musterhall.cli.events.common import Hall, PlayerName, changes, looks
from musterhall.cli.shell import say, say_json
from musterhall.problems import BadInput

AwardName = Annotated[str, typer.Argument(metavar="AWARD", help="The award's name or title.")]

app = typer.Typer(no_args_is_help=True)


@app.command("list")
@looks
def list_awards(hall: Hall) -> None:
    """Show every award of the pack, who has it as things stand, and why."""
    from musterhall.events.prizes import prizes

    found = prizes(hall.event)
    if hall.as_json:
        say_json([prize.as_data() for prize in found])
        return
    for prize in found:
        say(f"{prize.award}: {prize.sentence(hall.event)}")
    if not found:
        say(f"{hall.event.pack.name} has no awards.")


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
    """Give an award as the organiser, also where votes are level."""
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
