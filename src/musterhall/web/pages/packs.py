"""Packs to look at, to take home, and to change for an event of one's own without editing a file."""

from __future__ import annotations

import re
import secrets
from fractions import Fraction
from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from musterhall.events.extras import read_points
from musterhall.events.fold import create
from musterhall.events.players import clean_name
from musterhall.events.registration import clean_line
from musterhall.packs.day_wishes import DayWishes, SoftWish, day_of
from musterhall.packs.event_rules import EventRules
from musterhall.packs.model import Pack, load_pack, shipped_pack_text, shipped_packs
from musterhall.packs.tailoring import Wishes, questions_with_answers, tailored
from musterhall.problems import BadInput
from musterhall.store.ready_entries import MarkTaken
from musterhall.tally import shown
from musterhall.web.accounts import Account
from musterhall.web.actions.action import Form
from musterhall.web.forms import form_data, read_data, sender_mark
from musterhall.web.gate import Asking, TheHouse, account_of
from musterhall.web.house import House, Unknown
from musterhall.web.limits import count_write
from musterhall.web.showing import page

router = APIRouter(include_in_schema=False)

LONGEST_ROUND = 24 * 60
EMPTY_ROWS = 2
"""For soft scores that the pack does not have."""


class SoftRow(Form):
    title: str = Field(default="", max_length=80)
    most: str = Field(default="", max_length=20)
    counts: Literal["end", "always"] = "end"


class Day(Form):
    """How the day goes: the settings of a pack that players see."""

    places: int | None = Field(default=None, ge=2, le=5000)
    venue: str = Field(default="", max_length=200)
    forces_by: str = Field(default="", max_length=40)
    byes: Literal["no", "like_a_bye", "no_points"] = "no"
    tables: Literal["rotate", "by_standing"] = "rotate"
    strength: Literal["none", "average", "sum"] = "none"
    cut: int | None = Field(default=None, ge=2, le=16)
    soft: list[SoftRow] = Field(default=[], max_length=20)
    categories: str = Field(default="", max_length=400)


class Tailored(Form):
    name: str = Field(default="", max_length=80)
    date: str = Field(default="", max_length=10)
    rounds: int | None = Field(default=None, ge=1, le=50)
    minutes: str = Field(default="", max_length=200)
    points: int | None = Field(default=None, ge=1, le=100_000)
    units: int | None = Field(default=None, ge=1, le=200)
    awards: list[str] = Field(default=[], max_length=50)
    readings: dict[str, str] = Field(default={}, max_length=100)
    day: Day | None = None


@router.get("/packs/{name}")
async def pack_file(name: str, visitor: Asking) -> Response:
    """The file of a shipped pack."""
    return _file(shipped_pack_text(_shipped(name.removesuffix(".toml"))), name.removesuffix(".toml"))


@router.get("/e/{event}/pack.toml")
async def event_pack(event: str, visitor: Asking, house: TheHouse) -> Response:
    """The pack as the event keeps it."""
    return _file(house.event(event).pack_text, event)


@router.get("/new/{pack}")
async def change_page(request: Request, pack: str, visitor: Asking, house: TheHouse) -> Response:
    found = load_pack(_shipped(pack))
    return _page(request, pack, found, _as_it_is(found))


@router.post("/new/{pack}")
async def changed(request: Request, pack: str, visitor: Asking, house: TheHouse) -> Response:
    """Begin an event with the pack as it was changed."""
    count_write(house, visitor, "")
    sent = await request.form()
    form, mark = read_data(Tailored, await form_data(sent), "event"), sender_mark(sent.get("key"))
    owner = account_of(visitor)
    found = load_pack(_shipped(pack))

    def begin() -> str:
        content = f"{pack}\n{form.model_dump_json()}"
        return house.once(owner, mark, content, lambda key: _begin(house, pack, found, form, owner, key))

    try:
        stream = await run_in_threadpool(begin)
    except MarkTaken:
        raise
    except BadInput as complaint:
        return _page(request, pack, found, form, str(complaint))
    return RedirectResponse(f"/e/{stream}/desk", status_code=303)


def _begin(house: House, name: str, pack: Pack, form: Tailored, account: Account, key: str) -> str:
    wishes = Wishes(
        points=form.points,
        units=form.units,
        rounds=form.rounds,
        minutes=tuple(_minutes(form.minutes)),
        awards=tuple(form.awards),
        readings=form.readings,
        day=_wished(form.day) if form.day else DayWishes(),
    )
    text = tailored(shipped_pack_text(name), wishes)
    return house.begin(create(form.name, text, secrets.randbelow(1 << 48), date=form.date), account, key=key)


def _wished(day: Day) -> DayWishes:
    rows = [one for one in day.soft if one.title.strip()]
    for one in rows:
        if not one.most.strip():
            raise BadInput(f"{one.title}: say how many points it gives at most.")
    return DayWishes(
        places=day.places or 0,
        venue=clean_line(day.venue),
        forces_by=day.forces_by.strip(),
        byes=day.byes,
        leaders_first=day.tables == "by_standing",
        strength=day.strength,
        cut=day.cut or 0,
        soft=tuple(SoftWish(clean_name(one.title), read_points(one.most), one.counts) for one in rows),
        categories=tuple(filter(None, map(clean_name, day.categories.split(",")))),
    )


def _day_as_it_is(event: EventRules) -> Day:
    now = day_of(event)
    rows = [SoftRow(title=one.title, most=shown(Fraction(one.most)), counts=one.counts) for one in now.soft or ()]
    return Day(
        places=now.places or None,
        venue=event.registration.venue,
        forces_by=event.registration.forces_by,
        byes=event.bye.on_request,
        tables=event.pairing.tables,
        strength=event.standings.strength.by if event.standings.strength else "none",
        cut=event.cut.top if event.cut else None,
        soft=rows,
        categories=", ".join(now.categories or ()),
    )


def _minutes(text: str) -> list[int]:
    found = [int(one) if one.isdecimal() and len(one) < 5 else 0 for one in re.split(r"[\s,;]+", text) if one]
    if any(not 1 <= one <= LONGEST_ROUND for one in found):
        raise BadInput(f"minutes {text!r}: write whole numbers with commas between them, as in 150, 120, 120.")
    return found


def _page(request: Request, name: str, pack: Pack, form: Tailored, problem: str = "") -> Response:
    context = {
        "name": name,
        "pack": pack,
        "form": form,
        "problem": problem,
        "soft_rows": [*(form.day.soft if form.day else ()), *[SoftRow()] * EMPTY_ROWS],
        "questions": [
            (one.name, one.question, [(_text(value), words) for value, words in one.values.items()])
            for one, _ in questions_with_answers(pack)
        ],
    }
    return page(request, "home/tailor.html", context, 400 if problem else 200)


def _as_it_is(pack: Pack) -> Tailored:
    assert pack.event is not None
    limits = pack.force
    return Tailored(
        rounds=pack.event.rounds,
        minutes=", ".join(map(str, pack.event.minutes)),
        points=limits.points.most if limits.points else None,
        units=limits.units.most if limits.units else None,
        awards=[one.name for one in pack.event.award],
        readings={one.name: answer for one, answer in questions_with_answers(pack)},
        day=_day_as_it_is(pack.event),
    )


def _shipped(name: str) -> str:
    if name not in shipped_packs() or load_pack(name).event is None:
        raise Unknown(f"pack {name[:60]!r}: there is none of this name; look at the list of packs.")
    return name


def _file(text: str, name: str) -> Response:
    plain = re.sub(r"[^\w-]", "", name, flags=re.ASCII) or "pack"
    headers = {"Content-Disposition": f'attachment; filename="{plain}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


def _text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value
