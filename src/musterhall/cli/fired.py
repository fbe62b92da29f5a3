"""`muster rules GAME --fired`: how often each section acted in battles, and which never did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from musterhall.cli.shell import aligned, console, counted, say, say_json
from musterhall.cli.warming import told_of_compiling

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.lab.fired import Fired

TITLE = 44
"""How much of a title is shown."""


def list_fired(game: Game, battles: int, agent: str, *, as_json: bool) -> None:
    from musterhall.game.battles import require_agent
    from musterhall.games import battles_of
    from musterhall.lab.fired import fired

    require_agent(agent, battles_of(game).agents)
    with told_of_compiling(game), _battle_bar(battles, quiet=as_json) as follow:
        found = fired(game, battles, (agent, agent), follow)
    if as_json:
        say_json([asdict(one) | {"never": one.never, "never_acted": one.never_acted} for one in found])
        return
    rows: list[tuple[str, ...]] = [("section", "title", "battles", "lines", "looked at")]
    rows += [_row(one) for one in found if one.times]
    for line in aligned(rows, right=(2, 3, 4)):
        say(line)
    say(f"In {counted(battles, 'battle')} by {agent}: battles in which the log rests on a section, lines that do, and")
    say("battles in which one of its functions was called; it may have found that it does not apply.")
    quiet, never = [one for one in found if one.never_acted], [one for one in found if one.never]
    if quiet:
        say(f"Never acted ({len(quiet)}), as far as the log tells: no line rests on these, though some were looked at.")
    for one in quiet:
        looked = f" (looked at in {counted(one.ran, 'battle')})" if one.ran else ""
        say(f"  {one.section} {one.title}{looked}")
    say(f"Never looked at ({len(never)}):" if never else "Every section was looked at.")
    for one in never:
        say(f"  {one.section} {one.title}")


def _row(one: Fired) -> tuple[str, ...]:
    title = one.title if len(one.title) <= TITLE else f"{one.title[: TITLE - 1]}…"
    return one.section, title, str(one.told), str(one.times), str(one.ran) if one.seen else "-"


@contextmanager
def _battle_bar(battles: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    screen = console(error=True)
    if quiet or not screen.is_terminal:
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=screen) as progress:
        task = progress.add_task("battles", total=battles)
        yield lambda: progress.advance(task)
