"""The journal, searched and read."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.web.desk_views.journal import EntryFilter, kinds_in, people_in, told_entries
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.pages.desk.common import desk_page

router = APIRouter(include_in_schema=False)

PAGE = 40
"""Entries of the journal that are shown at once."""
Short = Annotated[str, Query(max_length=120)]


@router.get("/e/{event}/desk/journal")
async def journal_page(
    request: Request,
    event: str,
    visitor: Asking,
    house: TheHouse,
    who: Short = "",
    kind: Short = "",
    player: Short = "",
    text: Short = "",
    before: Annotated[int | None, Query(ge=1)] = None,
) -> Response:
    ledger = house.desk(event).ledger
    wanted = EntryFilter(who.strip(), kind, player, text.strip(), before)
    rows, older = await run_in_threadpool(told_entries, ledger.event, ledger.entries, wanted, PAGE)
    kept = {"who": who, "kind": kind, "player": player, "text": text}
    asked = "&".join(f"{name}={quote(value)}" for name, value in kept.items() if value)
    context = {
        "rows": rows,
        "wanted": wanted,
        "kinds": [(one, one.replace("_", " ")) for one in kinds_in(ledger.entries)],
        "writers": people_in(ledger.event, ledger.entries),
        "choices": [(one.id, one.name) for one in ledger.event.players.values()],
        "older": f"?{asked}{'&' if asked else ''}before={rows[-1].seq}" if older else "",
        "newest": f"?{asked}" if before is not None else "",
    }
    return await desk_page(request, house, event, "journal", context)
