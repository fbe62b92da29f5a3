"""`muster event clock`: the time of a round, which goes on whatever happens to this program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.events.common import Hall, RoundNumber, changes, looks, running_round
from musterhall.cli.shell import say, say_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from musterhall.events.entries import NewEntry
    from musterhall.events.event import Event, Round

app = typer.Typer(no_args_is_help=True)


@app.command()
@changes
def start(
    hall: Hall,
    minutes: Annotated[
        int | None, typer.Option("--minutes", min=1, max=1440, help="Another length than the pack's.")
    ] = None,
    number: RoundNumber = None,
) -> None:
    """Start the clock of the round that is on."""
    from musterhall.events.round_clocks import start_clock

    _do(hall, number, lambda event, round_: start_clock(event, round_, minutes))


@app.command()
@changes
def pause(hall: Hall, number: RoundNumber = None) -> None:
    """Stop the clock for a while."""
    from musterhall.events.round_clocks import pause_clock

    _do(hall, number, pause_clock)


@app.command()
@changes
def resume(hall: Hall, number: RoundNumber = None) -> None:
    """Let the clock go on."""
    from musterhall.events.round_clocks import resume_clock

    _do(hall, number, resume_clock)


@app.command()
@changes
def extend(
    hall: Hall,
    minutes: Annotated[int, typer.Argument(metavar="MINUTES", min=-1440, max=1440, help="Minutes more.")],
    number: RoundNumber = None,
) -> None:
    """Give a round more minutes, or fewer: `extend -- -5`."""
    from musterhall.events.round_clocks import extend_clock

    _do(hall, number, lambda event, round_: extend_clock(event, round_, minutes))


@app.command()
@changes
def end(hall: Hall, number: RoundNumber = None) -> None:
    """Call time."""
    from musterhall.events.round_clocks import end_clock

    _do(hall, number, end_clock)


@app.command()
@looks
def show(hall: Hall, number: RoundNumber = None) -> None:
    """Tell how much time is left."""
    round_ = running_round(hall.event, number)
    if hall.as_json:
        say_json(_data(round_))
    else:
        say(_line(round_))


def _do(hall: Hall, number: int | None, command: Callable[[Event, int], NewEntry]) -> None:
    round_ = running_round(hall.event, number).number
    entries = hall.do(lambda event: command(event, round_))
    found = hall.event.round(round_)
    hall.tell(entries, [_line(found)], clock=_data(found))


def _data(round_: Round) -> dict[str, object]:
    from musterhall.store.desk import now

    clock = round_.clock
    return {
        "round": round_.number,
        "state": clock.state,
        "minutes": clock.minutes,
        "extended": clock.extended,
        "seconds_left": clock.left(now()) if clock.started_at else None,
    }


def _line(round_: Round) -> str:
    from musterhall.events.clock import shown_left
    from musterhall.store.desk import now

    clock = round_.clock
    if clock.state == "waiting":
        return f"Round {round_.number}: the clock has not been started."
    left = clock.left(now())
    told = f"{shown_left(left)} left" if left >= 0 else f"{shown_left(-left)} over time"
    return f"Round {round_.number}: {clock.state}, {told}."
