"""`muster event registration` and `check-in`: places, the waiting list, and what people do themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.events.common import Hall, changes
from musterhall.cli.shell import counted, say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.entries import NewEntry
    from musterhall.events.event import Event


@changes
def registration(
    hall: Hall,
    open_: Annotated[
        bool | None, typer.Option("--open/--close", help="Whether people enter themselves on the event's page.")
    ] = None,
    places: Annotated[
        int | None, typer.Option("--places", min=0, max=5000, metavar="N", help="How many can play; 0 for no limit.")
    ] = None,
    venue: Annotated[str | None, typer.Option("--venue", metavar="TEXT", help="Where it is.")] = None,
    about: Annotated[str | None, typer.Option("--about", metavar="TEXT", help="What people should know.")] = None,
) -> None:
    """Open or close registration, set the places, and say what the event's page tells; else show how it stands."""
    from musterhall.events import registration as rules

    def command(event: Event) -> list[NewEntry]:
        found = [rules.describe(event, venue=venue, about=about)] if (venue, about) != (None, None) else []
        found += rules.set_places(event, places or None) if places is not None else []
        if open_ is not None:
            found.append((rules.open_registration if open_ else rules.close_registration)(event))
        return found

    if (open_, places, venue, about) == (None, None, None, None):
        _show(hall)
    elif places == 1:
        raise BadInput("places: one player has nobody to play; give 2 or more, or 0 for no limit.")
    else:
        hall.tell(hall.do(command))


@changes
def check_in(
    hall: Hall,
    open_: Annotated[bool, typer.Option("--open/--close", help="Whether players check in on their phones.")],
) -> None:
    """Let players check in on their phones, or at the desk alone; `player check-in` does it for them."""
    from musterhall.events.registration import close_check_in, open_check_in

    hall.tell(hall.do(open_check_in if open_ else close_check_in))


def _show(hall: Hall) -> None:
    event = hall.event
    if hall.as_json:
        say_json(
            {
                "open": event.registration_open,
                "check_in_open": event.check_in_open,
                "places": event.capacity,
                "left": event.places_left(),
                "waiting": [{"player": one.id, "name": one.name} for one in event.waiting()],
                "venue": event.venue,
                "about": event.about,
            }
        )
        return
    state = "open" if event.registration_open else "closed"
    room = (
        f"{event.places_left()} of {counted(event.capacity, 'place')} free" if event.capacity else "room for everybody"
    )
    say(f"Registration is {state}; {room}.")
    for number, one in enumerate(event.waiting(), 1):
        say(f"Waiting, {number}: {one.name} ({one.id})")
    for line in filter(None, (event.venue, event.about)):
        say(line)
