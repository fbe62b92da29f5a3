"""Where a player does the next thing."""

from __future__ import annotations

from urllib.parse import quote

from musterhall.games import game_named
from musterhall.web.live import Asked

WHERE = {
    "card": "/me/card",
    "confirm": "/me/card",
    "disputed": "/me/card",
    "units": "/me#units",
    "hand": "/me#hand",
    "hand_in_cards": "/me#hand",
    "vote": "/me#votes",
    "hand_in": "/me/force",
    "mend": "/me/force",
    "draft": "/me/draft",
    "drafted": "/me/draft",
}
"""Where the next thing is done."""


def address_of_next(asked: Asked, what: str) -> str:
    """The address where the next thing is done; a force that was sent back is opened where it can be mended."""
    if what in ("mend", "hand_in") and game_named(asked.event.pack.game).builder is not None:
        return f"/builder?event={quote(asked.event_id)}"
    where = WHERE.get(what, "")
    return f"/e/{asked.event_id}{where}" if where else ""
