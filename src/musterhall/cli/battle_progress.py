"""How far a battle is, told while it is fought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from musterhall.cli.shell import console, counted, say

if TYPE_CHECKING:
    from musterhall.battle.battle import Battle
    from musterhall.game.battles import Battles, Progress


Follow = Callable[["Battle[Any]"], None]


@contextmanager
def battle_progress(battles: Battles, *, quiet: bool) -> Iterator[Follow]:
    """Turn, activations and what is left of each side: a live line on a terminal, a line a turn elsewhere."""
    screen = console(error=True)
    if quiet:
        yield lambda battle: None
    elif not screen.is_terminal:
        yield _turn_lines(battles)
    else:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=12),
            TextColumn("{task.fields[figures]}", markup=False),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=screen) as progress:
            task = progress.add_task("", total=None, figures="")
            yield _live_line(battles, progress, task)


def _turn_lines(battles: Battles) -> Follow:
    """A line at the end of each turn, for logs and pipes."""
    place, start, over = "", 0, False

    def follow(battle: Battle[Any]) -> None:
        nonlocal place, start, over
        progress = battles.progress(battle.position)
        now = progress.stage
        if place and not over and (now != place or battle.over):
            say(f"{place}: {_figures(battle, progress, start)}", error=True)
            start, over = len(battle.activations), battle.over
        place = now

    return follow


def _live_line(battles: Battles, progress: Any, task: Any) -> Follow:
    activations = -1

    def follow(battle: Battle[Any]) -> None:
        nonlocal activations
        if len(battle.activations) == activations:
            return
        activations = len(battle.activations)
        now = battles.progress(battle.position)
        progress.update(
            task,
            description=now.stage,
            total=now.last_turn,
            completed=now.last_turn if battle.over else now.turns,
            figures=_figures(battle, now),
            refresh=battle.over,
        )

    return follow


def _figures(battle: Battle[Any], progress: Progress, since: int = 0) -> str:
    left = ", ".join(f"{side} {number}" for side, number in progress.left)
    return f"{counted(len(battle.activations) - since, 'activation')}, {left} {progress.counted} left"
