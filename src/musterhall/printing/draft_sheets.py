"""Draft sheets: a page for each group with its seats, rounds and picks, or with lines to write them down by hand.

Only what lies open on the table is printed: no hand, no sealed box, no pick that is still hidden.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from musterhall.events.drafting import drafting_of
from musterhall.events.drafts import Draft, Item
from musterhall.events.drafts.dealing import pack_rounds
from musterhall.events.drafts.items import FIRST, ROLLED
from musterhall.events.event import Event
from musterhall.packs.event_rules import DraftRules
from musterhall.printing.event_pages import page_data
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput

TEMPLATE = "draft_sheets.typ"

METHODS = {
    "conscription": ("Conscription", "Open your boxes and keep them all."),
    "salvage_boxes": (
        "Salvage boxes",
        "Open your boxes, keep one face down, and pass the others to the left when all have chosen. Repeat.",
    ),
    "force_packs": (
        "Force packs",
        "Each round opens a force pack. Those who have not picked first yet roll a die; the highest picks first, "
        "then to the left. Level rolls are rolled again.",
    ),
    "packs_then_boxes": (
        "Force packs, then salvage boxes",
        "First draft the force packs in the order of the rolls, then keep one of your boxes and pass the others to "
        "the left.",
    ),
    "volunteers": ("Volunteers", "Nothing is drafted: write down what you bring."),
}

ROWS = {"conscription": "Box", "volunteers": "Unit"}
"""What the rows are where nobody picks in rounds."""


def draft_sheets_pdf(event: Event, *, blank: bool = False, method: str | None = None, paper: str = "a4") -> bytes:
    """A page for each group that drafts; or a blank page for each way, or for one, for a draft without a screen."""
    return typeset(TEMPLATE, draft_sheets_data(event, blank=blank, method=method), paper=paper)


def draft_sheets_data(event: Event, *, blank: bool = False, method: str | None = None) -> dict[str, Any]:
    """All that the template prints."""
    if not blank and not event.drafts:
        raise BadInput(
            f"{event.name}: no draft is open, so there is no sheet to print; open one, or ask for a blank one.",
            way="blank_sheet",
        )
    sheets = _blank_sheets(event, method) if blank else [_sheet(event, draft) for draft in event.drafts.values()]
    return {**page_data(event), "sheets": sheets}


def _sheet(event: Event, draft: Draft) -> dict[str, Any]:
    number = max(draft.setup.rounds, draft.setup.units)
    return {
        **_method(draft.setup.method),
        "group": draft.setup.group,
        "seats": [_seat_name(event, seat.player, seat.name, gone=seat.gone) for seat in draft.seats],
        "rounds": [_round(draft, at) for at in range(1, number + 1)],
    }


def _blank_sheets(event: Event, method: str | None) -> list[dict[str, Any]]:
    rules = event.rules.draft
    if rules is None:
        raise BadInput(f"{event.pack.name}: has no drafts, so there is no sheet for one; choose another pack.")
    if method is not None and method not in rules.methods:
        raise BadInput(f"draft method {method!r}: is not in this pack; choose from {', '.join(rules.methods)}.")
    to_write = [asdict(one) for one in drafting_of(event).to_write]
    return [_blank_sheet(rules, one, to_write) for one in ([method] if method else rules.methods)]


def _blank_sheet(rules: DraftRules, method: str, to_write: list[dict[str, Any]]) -> dict[str, Any]:
    with_packs = pack_rounds(method, rules.units)
    return {
        **_method(method),
        "group": None,
        "seats": [""] * rules.group,
        "notes": True,
        "to_write": to_write,
        "rounds": [
            {
                "number": at,
                "pack": "",
                "rolls": at <= with_packs,
                "rolled": False,
                "cells": [_cell() for _ in range(rules.group)],
            }
            for at in range(1, rules.units + 1)
        ],
    }


def _method(method: str) -> dict[str, Any]:
    title, how = METHODS[method]
    return {"method": title, "how": how, "row": ROWS.get(method, "Round"), "notes": False}


def _seat_name(event: Event, player: str, name: str, *, gone: bool) -> str:
    """As the event has it now; the draft may have begun under another."""
    shown = event.players[player].name if player in event.players else name
    return f"{shown} (left)" if gone else shown


def _round(draft: Draft, number: int) -> dict[str, Any]:
    """A round's picks. Everybody gets one figure in each, so the first that a seat kept is that of round one."""
    packs = draft.setup.packs
    lines = [line for line in draft.log if line.round == number]
    cells = []
    for at, seat in enumerate(draft.seats, 1):
        rolls = [line.face for line in lines if line.seat == at and line.how == ROLLED]
        first = any(line.seat == at and line.how == FIRST for line in lines)
        kept = seat.kept[number - 1] if number <= len(seat.kept) else None
        cells.append(_cell(kept, [face for face in rolls if face is not None], first=first))
    opened = number <= min(draft.round, len(packs))
    return {
        "number": number,
        "pack": packs[number - 1].name if opened else "",
        "rolls": number <= len(packs),
        "rolled": opened,
        "cells": cells,
    }


def _cell(item: Item | None = None, rolls: list[int] | None = None, *, first: bool = False) -> dict[str, Any]:
    """One seat in one round; without an item it is a line to write on."""
    return {
        "figure": item.box.figure if item else "",
        "versions": list(item.box.versions) if item else [],
        "beside": item.box.beside if item else "",
        "rolls": [str(face) for face in rolls or ()],
        "first": first,
    }
