"""Simulated events of every pack: what is folded from their journals, and what of it goes on a journey."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.seasons import PACKS, Case, case_number, complaints
from tests.soak.trials import trial

from musterhall.events.fold import fold
from musterhall.store.opening import open_store
from musterhall.store.transfer import export_event, import_event


@trial("totals agree with a plain reading of the pack")
def one_of_the_season(seed: int) -> None:
    """Standings, seats, points and command units of an event are those that somebody finds who reads the pack."""
    found = complaints(case_number(seed))
    assert not found, "\n".join(found[:10])


@trial("an event moves to another hall", sample=len(PACKS))
def on_the_move(seed: int) -> None:
    """An event that was stored, exported and taken in elsewhere is the same event, entry by entry."""
    entries = Case(PACKS[seed % len(PACKS)], 8 + seed % 17, seed).entries()
    event = fold(entries)
    with TemporaryDirectory() as folder, open_store(str(Path(folder, "here.db"))) as here:
        here.adopt("event", "event", event.name, entries)
        sent = json.dumps(export_event(here, "event"))
        with open_store(str(Path(folder, "there.db"))) as there:
            there_name = import_event(there, json.loads(sent))
            assert there.entries(there_name) == here.entries("event")
            assert there.sound(there_name) == []
            assert fold(there.entries(there_name)) == event
