"""How much of an event's end somebody may know: the desk everything, and others no more than the wall shows."""

from __future__ import annotations

from musterhall.events.ceremony import as_told, require_told
from musterhall.events.event import Event
from musterhall.problems import BadInput
from musterhall.web.house import Unknown
from musterhall.web.roles import STAFF
from musterhall.web.sessions import Visitor


def told_to(event: Event, visitor: Visitor) -> Event:
    """An event as this visitor may know it."""
    return event if visitor.role in STAFF else as_told(event)


def require_told_to(event: Event, visitor: Visitor, number: int | None) -> None:
    """Refuse a round whose end is held back from this visitor."""
    if number is None or visitor.role in STAFF:
        return
    try:
        require_told(event, number)
    except BadInput as complaint:
        raise Unknown(str(complaint)) from None
