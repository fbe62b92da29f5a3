"""Events that begin here: from a pack, as a demo, or with the journal of another hall."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from musterhall.events.clock import moment, seconds_between
from musterhall.events.entries import Entry
from musterhall.events.fold import create
from musterhall.events.simulation import simulate
from musterhall.events.simulation.day import START
from musterhall.packs.model import Pack, load_pack, pack_problems, shipped_pack_text, shipped_packs
from musterhall.problems import BadInput, Problem, named
from musterhall.store.desk import now
from musterhall.store.ready_entries import MarkTaken
from musterhall.store.transfer import import_event
from musterhall.web.accounts import Account
from musterhall.web.forms import form_data, read_form, sender_mark
from musterhall.web.gate import Asking, TheHouse, account_of
from musterhall.web.house import House
from musterhall.web.limits import count_write
from musterhall.web.pages.answering import Form, done, wants_json
from musterhall.web.showing import page
from musterhall.web.workshop import Busy

router = APIRouter(include_in_schema=False)


DEMO_PACK = "herocon-2025"


DEMO_PLAYERS = 16


DEMO_ROUNDS = 2
"""Are played; the third is running."""


LOOK = "look at the list of events in a minute, before you send it again"


class NewEvent(Form):
    name: str = Field(default="", max_length=80)
    pack: str = Field(default="", max_length=80)
    text: str = Field(default="", max_length=400_000, description="A pack of one's own.")
    file: str = Field(default="", max_length=400_000)
    date: str = Field(default="", max_length=10)
    rounds: int | None = Field(default=None, ge=1, le=50)


class Import(Form):
    file: str = ""
    text: str = ""


@router.get("/new")
async def new_event(request: Request, visitor: Asking, house: TheHouse, pack: str = "") -> Response:
    return _new_page(request, NewEvent(pack=pack[:80]))


@router.post("/events")
async def begun(request: Request, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    sent = await request.form()
    form, mark = read_form(NewEvent, await form_data(sent), "event"), sender_mark(sent.get("key"))
    owner = account_of(visitor)

    def begin() -> str:
        return house.once(owner, mark, form.model_dump_json(), lambda key: _begin(house, form, owner, key))

    try:
        problems = await house.intake.do(lambda: _pack_problems(form))
        stream = "" if problems else await house.intake.do(begin, LOOK)
    except (Busy, MarkTaken):
        raise
    except BadInput as complaint:
        if wants_json(request):
            raise
        return _new_page(request, form, str(complaint))
    if problems:
        if wants_json(request):
            raise BadInput(named(problems))
        return _new_page(request, form, "The pack cannot be used yet. All that is wrong with it:", problems)
    return done(request, f"/e/{stream}/desk", "The event has begun. Add its players.")


@router.post("/demo")
async def demo(request: Request, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    owner, mark = account_of(visitor), sender_mark((await request.form()).get("key"))

    def begin() -> str:
        return house.once(owner, mark, "demo", lambda key: _demo(house, owner, key))

    stream = await house.intake.do(begin, LOOK)
    return done(
        request, f"/e/{stream}/desk", "This is the demo: invented players, two rounds played, the third running."
    )


@router.post("/import")
async def imported(request: Request, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    sent = await request.form()
    form, mark = read_form(Import, await form_data(sent), "import"), sender_mark(sent.get("key"))
    owner, text = account_of(visitor), form.file or form.text

    def take_in() -> str:
        return house.once(owner, mark, text, lambda key: _import(house, text, owner, key))

    stream = await house.intake.do(take_in, LOOK)
    return done(request, f"/e/{stream}/desk", "The event is here, with its whole journal.")


def _new_page(request: Request, form: NewEvent, problem: str = "", problems: list[Problem] | None = None) -> Response:
    context = {"packs": _packs(), "form": form, "problem": problem, "problems": problems or []}
    return page(request, "home/new.html", context, 400 if problem else 200)


def _packs() -> list[tuple[str, Pack]]:
    """The shipped packs that an event can be run with; what needs least explaining first."""
    packs = [(name, load_pack(name)) for name in shipped_packs()]
    return sorted((one for one in packs if one[1].event), key=lambda one: one[0] != DEMO_PACK)


def _pack_problems(form: NewEvent) -> list[Problem]:
    text = form.file or form.text
    return pack_problems(text, "your pack") if text else []


def _begin(house: House, form: NewEvent, account: Account, key: str) -> str:
    text = form.file or form.text or shipped_pack_text(form.pack)
    seed = secrets.randbelow(1 << 48)
    return house.begin(create(form.name, text, seed, date=form.date, rounds=form.rounds), account, key=key)


def _demo(house: House, account: Account, key: str) -> str:
    entries = _demo_entries(secrets.randbelow(1 << 30))
    title = str(entries[0].data["name"])
    stream = house.free_name("demo")
    house.adopt(stream, title, entries, account.id, key=key)
    return stream


def _demo_entries(seed: int) -> list[Entry]:
    """A day that has come to this very moment, so that its clock is running."""
    text = shipped_pack_text(DEMO_PACK)
    length = seconds_between(START, simulate(text, DEMO_PLAYERS, seed, through=DEMO_ROUNDS)[-1].at)
    began = moment(now()) - timedelta(seconds=length)
    start = began.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return simulate(text, DEMO_PLAYERS, seed, through=DEMO_ROUNDS, start=start)


def _import(house: House, text: str, account: Account, key: str) -> str:
    data = _exported(text)
    stream = house.free_name(str(data.get("event", "")))
    try:
        import_event(house.store, data, stream, "the file", may_open=account.master)
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError, LookupError):
        raise BadInput("the file: its journal makes no sense to this version; export it again.") from None
    house.own(stream, account.id, key)
    return stream


def _exported(text: str) -> Mapping[str, Any]:
    if not text:
        raise BadInput("the file: none was chosen; choose the JSON file that an event was exported to.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("the file: is not JSON; choose the file that an event was exported to.") from None
    if not isinstance(data, dict):
        raise BadInput("the file: is not an exported event; choose the file that an event was exported to.")
    return data
