"""Drafts on the server: tables opened, forces built from what was drafted, and picks made by lot when time is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, get_args

from starlette.concurrency import run_in_threadpool

from musterhall.events.drafting import (
    draft_named,
    draft_of,
    draft_rules,
    drafted_by,
    drafting_of,
    expire,
    open_draft,
    record_draft,
)
from musterhall.events.drafts import opened, openings
from musterhall.events.entries import NewEntry
from musterhall.events.event import Event, Player
from musterhall.events.forces import hand_in
from musterhall.game.drafting import Pool
from musterhall.packs.event_rules import DraftMethod, DraftRules
from musterhall.packs.submissions import submission
from musterhall.problems import BadInput
from musterhall.store.desk import Command, now
from musterhall.web.accounts import CLOCK
from musterhall.web.house import House
from musterhall.web.library import library_of

log = logging.getLogger("musterhall.web")

SECONDS = 0.5
"""How often the server looks whether a pick is late; the grace is longer."""
FEWEST_SECONDS = 5


# What can be done


def draft_openings(
    event: Event, method: str, pool: str, units: int | None, seconds: int | None, displays: int, seed: int
) -> list[NewEntry]:
    """Seat everybody who is present and has not drafted yet, and deal; one entry for each table."""
    rules = _rules(event, units, seconds)
    wanted: DraftMethod | None = next((one for one in get_args(DraftMethod) if one == method), None)
    if wanted is None:
        raise BadInput(f"draft: {method!r} is no way to draft; choose from {', '.join(rules.methods)}.")
    names = {player.id: player.name for player in without_seat(event)}
    if not names and event.drafts:
        raise BadInput("draft: everybody who is present has drafted; close that draft first to hold another.")
    if not names:
        raise BadInput("draft: nobody is present; check players in first.")
    tables = openings("new", wanted, names, rules, _pool(event, pool), seed, displays=displays)
    entries: list[NewEntry] = []
    trial = event.copy()
    for data in tables:
        entry = open_draft(trial, data | ({"seconds": None} if seconds == 0 else {}))
        entries.append(entry)
        # The next table gets the next name.
        trial.drafts[str(entry.data["draft"])] = opened(entry.data, now(), drafting_of(event).box)
    return entries


def draft_recorded(event: Event, record: str, pool: str) -> list[NewEntry]:
    """A draft that was held at the table."""
    return record_draft(event, record, _pool(event, pool), now())


def without_seat(event: Event) -> list[Player]:
    """Who is present and has a seat in no draft."""
    seated = {seat.player for draft in event.drafts.values() for seat in draft.seats}
    return [player for player in event.present() if player.id not in seated]


def change_seat(event: Event, draft: str, player: Player, to: Player | None) -> NewEntry:
    """A player leaves the table, or another one takes over the seat with all that lies there."""
    draft_named(event, draft)
    if to is not None and to not in without_seat(event):
        raise BadInput(f"{to.name}: cannot take this seat; name somebody who is present and has none.")
    data: dict[str, Any] = {"draft": draft, "player": player.id}
    return NewEntry("draft.seat", data | ({"to": to.id, "name": to.name} if to else {}))


def drafted_force(event: Event, player: Player, name: str, choices: Sequence[Mapping[str, Any]]) -> NewEntry:
    """Build a force from what a player drafted, and hand it in."""
    library = library_of(event.pack.game)
    _, draft = draft_of(event, player)
    if not draft.finished:
        raise BadInput(f"{player.name}: the draft goes on; build the force when it is over.")
    built = drafting_of(event).built(drafted_by(event, player, draft, library), choices, player.name, name)
    found = submission(event.pack, built.text, name, library)
    return hand_in(event, player, found, library=library)


# Late picks


async def watch_drafts(house: House) -> None:
    """Let the lot pick for whoever is late, at every table of every event that is open here."""
    while True:
        await asyncio.sleep(SECONDS)
        try:
            await run_in_threadpool(expire_all, house)
        except Exception:
            log.exception("looking after drafts failed")


def expire_all(house: House) -> None:
    for event_id, event in house.open_events().items():
        # An event may be deleted, or somebody may pick in this very moment; the next look shows it.
        with suppress(BadInput):
            _expire_late(house, event_id, event)


def _expire_late(house: House, event_id: str, event: Event) -> None:
    for name, draft in event.drafts.items():
        for player in draft.expired(now()):
            with suppress(BadInput):
                house.do(event_id, _expiry(name, player), who=CLOCK)


def _expiry(draft: str, player: str) -> Command:
    def command(event: Event) -> NewEntry:
        return expire(event, draft, player)

    return command


# Opening


def _rules(event: Event, units: int | None, seconds: int | None) -> DraftRules:
    if seconds and seconds < FEWEST_SECONDS:
        raise BadInput(f"seconds: nobody can pick in {seconds}; give at least {FEWEST_SECONDS}, or 0 for no limit.")
    return draft_rules(event, units=units, seconds=seconds or None)


def _pool(event: Event, text: str) -> Pool:
    drafting = drafting_of(event)
    if "\n" in text or "=" in text:
        return drafting.read_pool(text, "the pool", library_of(event.pack.game))
    if text not in drafting.pools():
        raise BadInput(f"pool {text!r}: there is none of this name; choose from {', '.join(drafting.pools())}.")
    return drafting.pool(text)
