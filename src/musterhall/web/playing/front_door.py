"""The way in: the page on which somebody chooses a battle, and what becomes of what they chose."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from musterhall.problems import BadInput, parse_model
from musterhall.web.forms import form_data
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.limits import count_write
from musterhall.web.playing import forms
from musterhall.web.playing.api import in_thread
from musterhall.web.playing.beginning import wanted
from musterhall.web.playing.choices import LARGEST_NUMBER, Choices, choices_of
from musterhall.web.playing.gallery import own_cards
from musterhall.web.playing.keeping import count_battle
from musterhall.web.playing.seats import account_id, remember, seat_name
from musterhall.web.showing import page

FRIEND, BOTH_SIDES, WATCH = "friend", "both", "watch"
OWN = "own"
"""A force that was typed or pasted."""
NOBODY_NAMED = "Guest"
GONE_ON = 2
"""Battles that are offered to be gone on with."""

Short = Annotated[str, Query(max_length=60)]
router = APIRouter(include_in_schema=False)


@router.get("/play")
async def begin_page(
    request: Request,
    visitor: Asking,
    house: TheHouse,
    game: Short = "",
    setup: Short = "",
    tables: Annotated[int, Query(ge=0, le=LARGEST_NUMBER)] = 1,
) -> Response:
    offered = await in_thread(house, lambda: choices_of(game, setup, tables))
    return await _shown(request, visitor, house, offered, {})


@router.post("/play")
async def begin(request: Request, visitor: Asking, house: TheHouse) -> Response:
    """Begin a battle and sit down at it. A form that cannot be taken costs no battle, but a write like any other."""
    count_write(house, visitor, "")
    sent = {key: str(value) for key, value in (await form_data(await request.form())).items()}
    try:
        form = _form(sent)
        ready = await in_thread(house, lambda: wanted(form, randbelow(LARGEST_NUMBER)))
        await in_thread(house, lambda: count_battle(house, request))
        people = [side for side, seat in enumerate(ready.seats) if seat.by == "person"]
        mine = _mine(sent, people)
        owned = ready.of_account(account_id(visitor), mine)
        battle = await in_thread(house, lambda: owned.begin(house.room, visitor.name))
    except BadInput as error:
        offered = await in_thread(house, lambda: _offered_again(sent))
        return await _shown(request, visitor, house, offered, sent, str(error))
    if mine:
        remember(house.accounts, visitor.session, battle, seat_name(*mine))
    return RedirectResponse(f"/play/{battle}", status_code=303)


def _form(sent: Mapping[str, str]) -> forms.NewBattle:
    """What the page sent, as scripts send it."""
    game, table = sent.get("game", ""), sent.get("table", "")
    data: dict[str, Any] = {
        "game": game,
        "setup": sent.get("setup", ""),
        "seats": _seats(sent),
        "one_screen": sent.get("against") == BOTH_SIDES,
        "watched": "watched" in sent,
        **{side: _force(sent, side) for side in ("red", "blue")},
        **({"table_seed": int(table)} if _is_number(table) else {"table": table}),
    }
    if "lesson" in sent:
        data = {"game": game, "lesson": True, "seats": _seats(sent)}
    if clock := sent.get("clock", ""):
        seconds, _, each = clock.partition(" ")
        data["clock"] = {"seconds": int(seconds) if _is_number(seconds) else 0, "each": each}
    return parse_model(forms.NewBattle, data, "battle")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_NUMBER))


def _seats(sent: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Who sits where: whoever sends the form on the side that they want, and the opponent across from them."""
    against, name = sent.get("against", ""), sent.get("name", "").strip()[:50] or NOBODY_NAMED
    person, bot = {"name": name}, {"by": "bot", "name": against}
    if against == WATCH:
        return {"by": "bot"}, {"by": "bot"}
    other = {FRIEND: {}, BOTH_SIDES: {"name": f"{name}, too"}}.get(against, bot)
    return (person, other) if _side(sent) == 0 else (other, person)


def _mine(sent: Mapping[str, str], people: list[int]) -> list[int]:
    """The sides of whoever sends the form."""
    if len(people) < 2 or sent.get("against") == BOTH_SIDES:
        return people
    return [_side(sent)]


def _side(sent: Mapping[str, str]) -> int:
    return int(sent.get("side") == "1")


def _force(sent: Mapping[str, str], side: str) -> str:
    """A shipped force by its name, or the text that was pasted."""
    text, chosen = sent.get(f"{side}_text", "").strip(), sent.get(side, "")
    if text:
        return text
    if chosen == OWN:
        raise BadInput(f"Paste the file of {side}'s own force, or choose one of the others.")
    return chosen


def _offered_again(sent: Mapping[str, str]) -> Choices:
    """The page that the form came from, as far as there is such a page."""
    table = sent.get("table", "")
    shown = sent.get("tables", "")
    first = int(shown) if _is_number(shown) else int(table) if _is_number(table) else 1
    try:
        return choices_of(sent.get("game", ""), sent.get("setup", ""), first)
    except BadInput:
        return choices_of("", "")


async def _shown(
    request: Request, visitor: Asking, house: TheHouse, offered: Choices, sent: Mapping[str, str], problem: str = ""
) -> Response:
    cards = await in_thread(house, lambda: own_cards(house, visitor, GONE_ON, going_on=True))
    context = {"offered": offered, "was": _filled(offered, visitor, sent), "problem": problem, "cards": cards}
    return page(request, "play/begin.html", context, 400 if problem else 200)


def _filled(offered: Choices, visitor: Asking, sent: Mapping[str, str]) -> dict[str, str]:
    """What stands in the form: what was sent, and the usual where nothing was."""
    usual = {
        "table": offered.tables[0].value if offered.tables else "",
        "red": offered.forces[0][0].value,
        "blue": offered.forces[1][0].value,
        "red_text": "",
        "blue_text": "",
        "side": "0",
        "against": offered.opponents[0].value,
        "clock": "",
        "name": visitor.account.name if visitor.account else "",
    }
    was = usual | {key: value for key, value in sent.items() if value}
    for side in ("red", "blue"):
        if was[f"{side}_text"]:
            was[side] = OWN
    return was | {"watched": "watched" if "watched" in sent else ""}
