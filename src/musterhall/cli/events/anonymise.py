"""`muster event anonymise`: an event is kept for its figures, and its people are forgotten."""

from __future__ import annotations

from musterhall.cli.events.common import Database, EventName, Yes, confirm, event_named, store_at
from musterhall.cli.shell import AsJson, say, say_json
from musterhall.problems import BadInput
from musterhall.tally import counted


def anonymise(event_name: EventName = "", yes: Yes = False, db: Database = "", as_json: AsJson = False) -> None:
    """Write a finished event anew with "Player 7" for a name, and delete the old one for good."""
    from musterhall.events.anonymous import without_names
    from musterhall.events.fold import fold
    from musterhall.web.house import replace_event

    with store_at(db) as store:
        stream = event_named(store, event_name)
        entries = store.entries(stream)
        event = fold(entries)
        if not event.finished:
            raise BadInput(f"{event.name}: is not finished, and its players need their names; finish it first.")
        new, made = f"{stream}-anonymous", without_names(entries)
        fold(made)
        confirm(f"{event.name}: every name and every note goes for good; write it anew as {new}?", yes)
        replace_event(store, stream, new, made)
    if as_json:
        say_json({"event": new, "deleted": stream, "entries": len(made)})
        return
    players = counted(len(event.players), "player")
    say(f"{event.name} is {new} now, with numbers for the names of {players}; {stream} is deleted.")
    say("Backups, exports and papers from before still have the names.")
