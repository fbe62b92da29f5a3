"""Slips for players: who they are at this event, and a code that opens their own page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from musterhall.events.event import DISQUALIFIED, LEFT, Event, Player
from musterhall.printing.codes import code_shapes
from musterhall.printing.event_pages import alphabetical, page_data
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput

TEMPLATE = "slips.typ"


def slips_pdf(
    event: Event,
    address: str | None = None,
    links: Mapping[str, str] | None = None,
    codes: Mapping[str, str] | None = None,
    *,
    paper: str = "a4",
) -> bytes:
    """Eight slips on a page, by name; a player without a link has an empty frame where the picture will be."""
    return typeset(TEMPLATE, slips_data(event, address, links, codes), paper=paper)


def slips_data(
    event: Event,
    address: str | None = None,
    links: Mapping[str, str] | None = None,
    codes: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """All that the template prints; `address` is the event's page, `links` and `codes` are the players' own, by their
    numbers."""
    players = sorted(
        (one for one in event.players.values() if one.status not in (LEFT, DISQUALIFIED)), key=alphabetical
    )
    if not players:
        raise BadInput(f"{event.name}: has no players, so there is no slip to print; add some.")
    known = links or {}
    strangers = [id_ for id_ in known if id_ not in event.players]
    if strangers:
        raise BadInput(f"links: {', '.join(strangers)} is no player of {event.name}; give links by players' numbers.")
    return {
        **page_data(event),
        "address": address or "",
        "start": _start_of(address or ""),
        "slips": [_slip(player, known.get(player.id), (codes or {}).get(player.id, "")) for player in players],
    }


def _start_of(address: str) -> str:
    """Where a code is typed, as one types it: without the protocol, which every browser knows."""
    return urlsplit(address).netloc if address else ""


def _slip(player: Player, link: str | None, letters: str) -> dict[str, Any]:
    return {
        "name": player.name,
        "number": player.id,
        "team": player.team,
        "code": code_shapes(link) if link else None,
        "letters": letters,
    }
