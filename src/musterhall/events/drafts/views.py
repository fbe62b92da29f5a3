"""What somebody may see of a draft. A view is made anew whenever it is asked for, so who lost the link just asks again.

Open to all: the seats, who has picked already, the force pack on the table, and every pick once it is on the table.
A hand is seen by its player alone, and sealed boxes by nobody but the organiser.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from musterhall.events.drafts.items import Item, Seat

if TYPE_CHECKING:
    from musterhall.events.drafts.draft import Draft

ORGANISER = "organiser"
"""Sees everything; no player can have this name."""


def view_of(draft: Draft, who: str | None, now: str | None = None) -> dict[str, Any]:
    """The draft for a player, for the organiser, or for an observer."""
    view = _open_to_all(draft)
    if now is not None:
        view |= {"deadline": draft.deadline(now), "seconds_left": draft.seconds_left(now)}
    if who == ORGANISER:
        return view | _hidden(draft)
    number = draft.seat_of(who) if who is not None else None
    return view if number is None else view | {"mine": _mine(draft, number)}


def _open_to_all(draft: Draft) -> dict[str, Any]:
    setup = draft.setup
    return {
        "draft": setup.draft,
        "group": setup.group,
        "method": setup.method,
        "units": setup.units,
        "stage": draft.stage,
        "round": min(draft.round, setup.rounds),
        "rounds": setup.rounds,
        "finished": draft.finished,
        "paused": draft.paused,
        "seconds": setup.seconds,
        "grace": setup.grace,
        "pack": setup.packs[draft.round - 1].name if draft.stage == "packs" else "",
        "table": _items(draft.table),
        "seats": [_seat(draft, number) for number in range(len(draft.seats))],
        "log": [line.as_data() for line in draft.log],
    }


def _seat(draft: Draft, number: int) -> dict[str, Any]:
    seat = draft.seats[number]
    return {
        "seat": number + 1,
        "player": seat.player,
        "name": seat.name,
        "gone": seat.gone,
        "picking": number in draft.picking(),
        "picked": _has_picked(draft, number),
        "in_hand": len(seat.hand),
        "kept": _items(seat.kept),
    }


def _has_picked(draft: Draft, number: int) -> bool:
    """In this round."""
    if draft.stage == "boxes":
        return draft.seats[number].chosen is not None
    return draft.stage == "packs" and not draft.seats[number].gone and number not in draft.order


def _mine(draft: Draft, number: int) -> dict[str, Any]:
    seat = draft.seats[number]
    return {
        "seat": number + 1,
        "picking": number in draft.picking(),
        "hand": _items(draft.hand(number)),
        "chosen": _chosen(seat),
        "kept": _items(seat.kept),
    }


def _hidden(draft: Draft) -> dict[str, Any]:
    """The rest, for the organiser."""
    return {
        "seed": draft.setup.seed,
        "hands": {seat.player: _items(seat.hand) for seat in draft.seats},
        "chosen": {seat.player: _chosen(seat) for seat in draft.seats},
        "packs": [{"name": pack.name, "figures": _items(pack.figures)} for pack in draft.setup.packs],
        "out": _items(draft.out),
    }


def _chosen(seat: Seat) -> dict[str, Any] | None:
    if seat.chosen is None:
        return None
    return {"item": seat.chosen.item.as_data(), "how": seat.chosen.how, "at": seat.chosen.at}


def _items(items: Iterable[Item]) -> list[dict[str, Any]]:
    return [item.as_data() for item in items]
