"""A live line for battles that take their time: how many, how fast, how long still."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from musterhall.cli.shell import console


class Tell(Protocol):
    """Told what is being done, how many battles of it are fought, how many there are, and what they say so far."""

    def __call__(self, what: str, done: int, most: int, standing: str = "") -> None: ...


@contextmanager
def battle_bar(*, quiet: bool) -> Iterator[Tell]:
    """A line on a terminal, nothing elsewhere. How fast it is rests on this run alone."""
    screen = console(error=True)
    if quiet or not screen.is_terminal:
        yield lambda what, done, most, standing="": None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            return Text(f"{task.speed:.0f} battles/s" if task.speed else "")

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen) as progress:
        tasks: dict[str, Any] = {}

        def tell(what: str, done: int, most: int, standing: str = "") -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=most)
                progress.reset(tasks[what], completed=done, total=most)
            progress.update(tasks[what], completed=done, description=standing or what)

        yield tell
