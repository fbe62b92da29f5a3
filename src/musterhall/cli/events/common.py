"""What the commands of an event share: which event, who speaks, why, and how what happened is told."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

from musterhall.cli.options import Options, option_parameters, shown_as
from musterhall.cli.shell import INTERRUPTED, AsJson, harmless, say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.entries import Entry, NewEntry
    from musterhall.events.event import Event, Round
    from musterhall.store.desk import Command, Desk
    from musterhall.store.journals import Store

ORGANISER = "organiser"
LARGEST_SEED = 2**31 - 1
NOTHING_WRITTEN = "Interrupted, nothing was written."

EventName = Annotated[
    str,
    typer.Option("--event", "-e", metavar="NAME", envvar="MUSTER_EVENT", help="Which event; else the one that is on."),
]
Database = Annotated[
    str, typer.Option("--db", metavar="ADDRESS", help="The database; else $MUSTER_DB, or the file in $MUSTER_HOME.")
]
Who = Annotated[str, typer.Option("--who", metavar="NAME", envvar="MUSTER_WHO", help="Who does this, for the journal.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="Why, for the journal.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, max=LARGEST_SEED, help="The lot; else one is drawn and written down.")
]
RoundNumber = Annotated[int | None, typer.Option("--round", "-r", min=1, metavar="N", help="Which round.")]
PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", help="A number, a name, or how the name begins.")]

"""What typer is to know of each, and what it is when it is not given."""

_LOOKING: Options = {
    "event_name": (EventName, ""),
    "db": (Database, ""),
    "as_json": (AsJson, False),
}
_CHANGING: Options = {"who": (Who, ORGANISER), "why": (Why, ""), **_LOOKING}


@dataclass(slots=True)
class Hall:
    """The event that a command is about, who gives the command, and how it answers."""

    desk: Desk
    as_json: bool = False
    who: str = ORGANISER
    why: str = ""
    began: bool = False
    """Whether anything was set out to be written."""

    @property
    def event(self) -> Event:
        return self.desk.event

    def do(self, command: Command) -> list[Entry]:
        self.began = True
        return self.desk.do(command, who=self.who, why=self.why)

    def do_in_turn(self, commands: Iterable[Callable[[Event], NewEntry]]) -> list[Entry]:
        """Several things at once, each made on what those before it left; all are written, or none."""
        steps = list(commands)
        return self.do(lambda event: in_turn(event, steps))

    def tell(self, entries: Sequence[Entry], lines: Sequence[str] = (), **more: Any) -> None:
        """What was written down, an entry a line, and what is to be said besides."""
        from musterhall.events.telling import Teller

        teller = Teller(self.desk.ledger.entries, self.event)
        if self.as_json:
            told = [teller.sentence(entry) for entry in entries]
            say_json({"entries": [entry.as_data() for entry in entries], "told": told, **more})
            return
        for entry in entries:
            say(f"Entry {entry.seq}: {teller.sentence(entry)}")
        for line in lines:
            say(line)

    def require_why(self, what: str) -> None:
        if not self.why.strip():
            raise BadInput(f"{what}: needs a reason for the journal; give it with --why.")

    def written_since(self, seq: int) -> str:
        """What is in the journal of what this command set out to do, for one who interrupted it."""
        self.desk.refresh()
        mine = [entry.seq for entry in self.desk.ledger.entries if entry.seq > seq and entry.who == self.who]
        if not mine or not self.began:
            return NOTHING_WRITTEN
        return f"Interrupted, but entry {', '.join(map(str, mine))} was written; `muster event log` tells."


Own = ParamSpec("Own")


def looks(command: Callable[Concatenate[Hall, Own], None]) -> Callable[..., None]:
    """A command that looks at an event: it takes --event, --db and --json, and is handed the hall."""
    return _with_options(command, _LOOKING)


def changes(command: Callable[Concatenate[Hall, Own], None]) -> Callable[..., None]:
    """A command that changes an event: it also takes --who and --why."""
    return _with_options(command, _CHANGING)


@contextmanager
def hall_of(event_name: str, db: str, as_json: bool, who: str = ORGANISER, why: str = "") -> Iterator[Hall]:
    from musterhall.store.desk import Desk

    with store_at(db) as store:
        hall = Hall(Desk(store, event_named(store, event_name)), as_json, who, why)
        seen = hall.desk.ledger.last
        try:
            yield hall
        except KeyboardInterrupt:
            say(hall.written_since(seen), error=True)
            raise typer.Exit(INTERRUPTED) from None


def store_at(db: str) -> Store:
    from musterhall.store.opening import open_store

    return open_store(db or None)


def event_named(store: Store, name: str) -> str:
    """The journal of the event with this name or title; without a name, the only one that is not finished."""
    from musterhall.store.desk import EVENT

    titles = {info.stream: info.title for info in store.streams(EVENT)}
    if not titles:
        raise BadInput("event: there is none yet; begin one with `muster event new`.")
    if name:
        return _by_name(titles, name)
    open_ones = list(titles) if len(titles) == 1 else [stream for stream in titles if not _finished(store, stream)]
    if len(open_ones) != 1:
        what = "several are on" if open_ones else "all are finished"
        known = ", ".join(open_ones or titles)
        raise BadInput(f"event: {what}; say which with --event or MUSTER_EVENT: {known}.")
    return open_ones[0]


def in_turn(event: Event, commands: Iterable[Callable[[Event], NewEntry]]) -> list[NewEntry]:
    """The entries of several commands, each made on what those before it left."""
    from musterhall.events.handling import attempt
    from musterhall.store.desk import now

    trial, made = event.copy(), []
    for command in commands:
        new = command(trial)
        attempt(trial, new, 0, now())
        made.append(new)
    return made


def last_round(event: Event, number: int | None = None) -> Round:
    """This round, or the last one, be it a draft."""
    if number is None and not event.rounds:
        raise BadInput(f"{event.name}: no round has been paired yet; `muster event pair` does it.")
    return event.round(len(event.rounds) if number is None else number)


def running_round(event: Event, number: int | None = None) -> Round:
    """This round, or the last one that is published."""
    if number is not None:
        return event.round(number)
    if event.current is None:
        raise BadInput(f"{event.name}: no round is published yet; `muster event publish` does it.")
    return event.current


def confirm(question: str, yes: bool) -> None:
    """Go on only if the user says so. Nobody is asked where there is no terminal."""
    if yes:
        return
    if not at_terminal():
        raise BadInput(f"{question} There is no terminal to ask at; give --yes to do it.")
    try:
        agreed = typer.confirm(harmless(question), err=True)
    except typer.Abort:
        say(f"\n{NOTHING_WRITTEN}", error=True)
        raise typer.Exit(INTERRUPTED) from None
    if not agreed:
        raise typer.Exit(1)


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Work that writes only in the end, and says so where it is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        say(NOTHING_WRITTEN, error=True)
        raise typer.Exit(INTERRUPTED) from None


def at_terminal() -> bool:
    return sys.stdin.isatty()


def drawn_seed(given: int | None) -> int:
    """The seed that was given, or one by lot; the journal keeps it."""
    import secrets

    return secrets.randbelow(LARGEST_SEED) if given is None else given


def _by_name(titles: Mapping[str, str], name: str) -> str:
    if name in titles:
        return name
    wanted = name.casefold()
    found = [stream for stream, title in titles.items() if wanted in (stream.casefold(), title.casefold())]
    if len(found) == 1:
        return found[0]
    what = "is the title of several" if found else "there is none of this name"
    raise BadInput(f"event {name!r}: {what}; choose from {', '.join(found or titles)}.")


def _finished(store: Store, stream: str) -> bool:
    from musterhall.events.undoing import live

    try:
        entries = store.entries(stream)
    except BadInput:
        return False  # it cannot be read, so it has to be named
    return any(entry.kind == "event.finished" for entry in live(entries))


def _with_options(command: Callable[Concatenate[Hall, Own], None], options: Options) -> Callable[..., None]:
    """The command with the shared options in place of the hall."""
    _hall, *own = inspect.signature(command, eval_str=True).parameters.values()

    def run(**given: Any) -> None:
        bound: Callable[..., None] = command
        with hall_of(**{name: given.pop(name) for name in options}) as hall:
            bound(hall, **given)

    return shown_as(run, command, [*own, *option_parameters(options)])
