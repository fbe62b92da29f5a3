"""The pages of a battle: to come by a seat's link, and to sit at the table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from musterhall.playing.sitting import ONLOOKER
from musterhall.problems import BadInput
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.link_pictures import picture_of
from musterhall.web.pages.paper import address_of
from musterhall.web.pages.referee import PLAYING
from musterhall.web.playing.api import in_thread
from musterhall.web.playing.seats import (
    open_links,
    own_token,
    remember,
    remembered,
    seat_name,
    sitter_with,
    swapped_seat,
)
from musterhall.web.replay_page import DRAWING, served_replay_page
from musterhall.web.showing import page

SCRIPTS = (*DRAWING, *PLAYING)
"""Asked for at once, rather than each when another names it: on a weak link every round takes its time."""

router = APIRouter(include_in_schema=False)


@router.get("/play/{battle}/rematch")
async def come_to_rematch(visitor: Asking, house: TheHouse, battle: str) -> Response:
    """Whoever had a seat has the other side's in the rematch; others look on there."""
    sitting = await in_thread(house, lambda: house.room.look(battle))
    again = sitting.record.rematch
    if not again:
        return RedirectResponse(f"/play/{battle}", status_code=303)
    token = own_token(house.accounts, visitor, battle, sitting.record)
    if token and not remembered(house.accounts, visitor.session, again):
        remember(house.accounts, visitor.session, again, swapped_seat(sitter_with(house.accounts, battle, token)))
    return RedirectResponse(f"/play/{again}", status_code=303)


@router.get("/play/{battle}/replay")
async def replay_page(visitor: Asking, house: TheHouse, battle: str) -> Response:
    """The battle to watch once more: all of it when it is over, else what an onlooker may see of a public one."""

    def data() -> dict[str, Any]:
        with house.room.with_lock(battle):
            sitting = house.room.look(battle)
            if not sitting.record.over and not sitting.record.begun.watched:
                raise BadInput("This battle is not over; its replay comes after it.")
            seed = sitting.record.begun.seed if sitting.record.over else 0
            return sitting.replay(ONLOOKER).as_data() | {"seed": seed}

    return HTMLResponse(served_replay_page(await in_thread(house, data), "/board", f"/play/{battle}"))


@router.get("/play/{battle}/{token}")
async def come_by_link(request: Request, visitor: Asking, house: TheHouse, battle: str, token: str) -> Response:
    """A seat's link: the device remembers it, and the address no longer shows it."""
    sitting = await in_thread(house, lambda: house.room.look(battle))
    sitter = sitter_with(house.accounts, battle, token)
    if not sitting.record.over:
        remember(house.accounts, visitor.session, battle, seat_name(*sitter.sides))
    return RedirectResponse(f"/play/{battle}", status_code=303)


@router.get("/play/{battle}")
async def table_page(request: Request, visitor: Asking, house: TheHouse, battle: str) -> Response:
    sitting = await in_thread(house, lambda: house.room.look(battle))
    record = sitting.record
    seat = own_token(house.accounts, visitor, battle, record)
    links = open_links(house.accounts, sitter_with(house.accounts, battle, seat), record) if seat else {}
    codes = {side: picture_of(f"{address_of(request, house)}{link}") for side, link in links.items()}
    context = {
        "battle": battle,
        "game": record.begun.game,
        "seat": seat,
        "title": record.begun.title,
        "codes": codes,
        "scripts": SCRIPTS,
    }
    return page(request, "play/table.html", context)
