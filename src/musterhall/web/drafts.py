"""Drafts on the server: tables opened, forces built from what was drafted, and picks made by lot when time is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, get_args

from starlette.concurrency import run_in_threadpool

from musterhall.events.drafting import draft_named, draft_of, draft_rules, expire, open_draft
from musterhall.events.drafts import Item, build_force, drafted, opened, openings
from musterhall.events.entries import NewEntry
from musterhall.events.event import Event, Player
from musterhall.events.forces import hand_in
from musterhall.games.alpha_strike.boxes import Pool, read_pool, shipped_pool, shipped_pools
from musterhall.games.alpha_strike.forces import Force, force_toml, plain
from musterhall.packs.event_rules import DraftMethod, DraftRules
from musterhall.packs.submissions import submission
from musterhall.problems import BadInput
from musterhall.store.desk import Command, now
from musterhall.web.accounts import CLOCK
from musterhall.web.house import House
from musterhall.web.library import cards

log = logging.getLogger("musterhall.web")

SECONDS = 0.5
"""How often the server looks whether a pick is late; the grace is longer."""
FEWEST_SECONDS = 5


POOL_EXAMPLE = """\
game = "alpha_strike"
name = "Our boxes"

[[box]]
figure = "Locust"
versions = ["Locust LCT-1V", "Locust LCT-3M"]
pilot = { name = "Mim Quickstep", gunnery = 3, piloting = 4, units = ["Locust"], abilities = ["Speed Demon"] }

[[box]]
figure = "Wasp"
versions = ["Wasp WSP-1A"]
count = 3

[[force_pack]]
name = "Patrol"
figure = [
    { figure = "Spider", versions = ["Spider SDR-5V"] },
    { figure = "Javelin", versions = ["Javelin JVN-10N"] },
]
"""
"""How an organiser writes down what lies on the table; the cards are in the catalogue, the pilot is invented."""


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
    tables = openings("new", wanted, names, rules, _pool(pool), seed, displays=displays)
    entries: list[NewEntry] = []
    trial = event.copy()
    for data in tables:
        entry = open_draft(trial, data | ({"seconds": None} if seconds == 0 else {}))
        entries.append(entry)
        # The next table gets the next name.
        trial.drafts[str(entry.data["draft"])] = opened(entry.data, now())
    return entries


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
    library = cards()
    _, draft = draft_of(event, player)
    if not draft.finished:
        raise BadInput(f"{player.name}: the draft goes on; build the force when it is over.")
    items = drafted(draft, player.id)
    force = force_from_choices(event, player, name, choices, items)
    found = submission(event.pack, force_toml(force, library), name, library)
    return hand_in(event, player, found, library=library)


def force_from_choices(
    event: Event, player: Player, name: str, choices: Sequence[Mapping[str, Any]], items: Sequence[Item]
) -> Force:
    """The force that a player makes of drafted figures.

    A choice without an item is a figure that stays at home. Its `pilot` may be a skill, a kind of pilot, or the name
    of a drafted legend: a page offers all of them in one list.
    """
    taken = [_choice(choice, items) for choice in choices if choice.get("item")]
    if not taken:
        raise BadInput(f"{name}: has no figure; take some of those that were drafted.")
    return build_force(event.pack, items, taken, player.name, name, cards())


def _choice(given: Mapping[str, Any], items: Sequence[Item]) -> dict[str, Any]:
    pilot = str(given.get("pilot", "")).strip()
    rest = {key: value for key, value in given.items() if key != "pilot"}
    legends = {plain(item.box.pilot.name): item.box.pilot.name for item in items if item.box.pilot}
    if pilot.isdecimal():
        return rest | {"skill": pilot}
    if plain(pilot) in legends:
        return rest | {"legendary": legends[plain(pilot)]}
    return rest | ({"pilot": pilot} if pilot else {})


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


def _pool(text: str) -> Pool:
    if "\n" in text or "=" in text:
        return read_pool(text, "the pool", cards())
    if text not in shipped_pools():
        raise BadInput(f"pool {text!r}: there is none of this name; choose from {', '.join(shipped_pools())}.")
    return shipped_pool(text)
