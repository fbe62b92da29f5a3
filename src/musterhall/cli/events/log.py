"""`muster event log` and `undo`: what happened, who did it, when and why; and taking a step back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import Hall, Yes, changes, confirm, looks
from musterhall.cli.events.showing import local_hour, show_table
from musterhall.cli.shell import say, say_json

if TYPE_CHECKING:
    from rich.text import Text

    from musterhall.events.entries import Entry


KNOWN_TO_PLAYERS = ("round.published", "event.finished")
"""Kinds of entries that players have read already, so that taking them back is asked about."""


@changes
def undo(
    hall: Hall,
    seq: Annotated[int | None, typer.Argument(metavar="[ENTRY]", min=1, help="Its number; else the last one.")] = None,
    yes: Yes = False,
) -> None:
    """Undo an entry of the journal, for the reason in --why; undoing an undo brings it back."""
    from musterhall.events.telling import Teller

    hall.require_why("undo")
    last = _last(hall)
    number = last.seq if seq is None else seq
    changed = hall.desk.preview(lambda event: hall.desk.ledger.undo(number))
    entry = next(one for one in hall.desk.ledger.entries if one.seq == number)
    for line in () if hall.as_json else changed:
        say(line, error=True)
    if changed or seq is None or entry.kind in KNOWN_TO_PLAYERS:
        told = Teller(hall.desk.ledger.entries, hall.event).sentence(entry)
        confirm(f"Undo entry {number} ({told.rstrip('.')})?", yes)
    hall.tell(hall.do(lambda event: hall.desk.ledger.undo(number)), changes=changed)


@looks
def log(
    hall: Hall,
    by: Annotated[str, typer.Option("--who", metavar="NAME", help="Only what this one did.")] = "",
    kind: Annotated[str, typer.Option("--kind", help="Only entries whose kind begins so: card, player.left.")] = "",
    player: Annotated[str, typer.Option("--player", metavar="PLAYER", help="Only what names this player.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="TIME", help="Only from 2025-11-29T10:30 on.")] = "",
    tail: Annotated[int | None, typer.Option("--tail", "-n", min=1, help="Only the last so many.")] = None,
) -> None:
    """Tell the whole journal in sentences: when, who, what and why; undone entries are struck out."""
    from musterhall.events.telling import Teller
    from musterhall.events.undoing import undone_in

    entries = hall.desk.ledger.entries
    teller = Teller(entries, hall.event, open_only=True)
    id_ = hall.event.find(player).id if player else ""
    kept = [one for one in entries if _wanted(one, by, kind, id_) and _is_since(one, since)]
    kept = kept[-tail:] if tail else kept
    undone = undone_in(entries)
    if hall.as_json:
        say_json([_open(hall, one) | {"told": teller.sentence(one), "undone": one.seq in undone} for one in kept])
    elif kept:
        rows = [_row(one, teller.sentence(one), one.seq in undone) for one in kept]
        show_table(("no", "when", "who", "what"), rows, right=(0,))
    else:
        say("Nothing in the journal is like that.")


def _open(hall: Hall, entry: Entry) -> dict[str, Any]:
    """An entry without what players still hide."""
    from musterhall.events.hidden import open_data

    return entry.as_data() | {"data": open_data(hall.event, entry)}


def _last(hall: Hall) -> Entry:
    """The last entry that counts; an undo is taken back by its number only."""
    from musterhall.events.undoing import live

    return live(hall.desk.ledger.entries)[-1]


def _wanted(entry: Entry, by: str, kind: str, id_: str) -> bool:
    return (
        (not by or entry.who.casefold() == by.casefold())
        and (not kind or entry.kind.startswith(kind))
        and (not id_ or id_ in _words(entry.data))
    )


def _is_since(entry: Entry, since: str) -> bool:
    from musterhall.events.clock import moment

    if not since:
        return True
    asked = moment(since)
    # Without a zone it is an hour of the clock on the wall.
    return moment(entry.at) >= (asked if _has_zone(since) else asked.replace(tzinfo=None).astimezone())


def _has_zone(text: str) -> bool:
    from datetime import datetime

    return datetime.fromisoformat(text).tzinfo is not None


def _words(data: Any) -> Iterator[str]:
    """Every word that an entry's data holds, at whatever depth."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield key
            yield from _words(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _words(value)
    elif isinstance(data, str):
        yield data


def _row(entry: Entry, sentence: str, undone: bool) -> tuple[str | Text, ...]:
    from rich.text import Text

    why = f" Because: {entry.why}" if entry.why else ""
    what = Text(f"{sentence}{why}", style="strike dim" if undone else "")
    if undone:
        what = Text("UNDONE ").append_text(what)
    return (str(entry.seq), local_hour(entry.at, "%m-%d %H:%M"), entry.who, what)
