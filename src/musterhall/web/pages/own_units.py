"""Units that people of this hall make: a form that is checked as one types, a list, and the way out as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from musterhall.game.game import Game
from musterhall.game.units import Flaw, UnitMaking
from musterhall.games import game_named
from musterhall.problems import BadInput
from musterhall.store.units import unit_making
from musterhall.web.forms import form_data, read_form
from musterhall.web.gate import Asking, TheHouse, account_of
from musterhall.web.house import House, Unknown
from musterhall.web.limits import count_write
from musterhall.web.pages.answering import Form, done, wants_json
from musterhall.web.showing import UNIT_FORM, game_template, page

router = APIRouter(include_in_schema=False)

LONGEST_FILE = 500_000
Short = Annotated[str, Query(max_length=200)]


class OneUnit(Form):
    name: str = Field(min_length=1, max_length=200)


class UnitFile(Form):
    text: str = Field(min_length=1, max_length=LONGEST_FILE)


@router.get("/own-units/{game}")
async def own_units(request: Request, game: str, visitor: Asking, house: TheHouse) -> Response:
    found, making = _making(game)
    own = making.library(house.own_units.rows(found.name), "the units made here")
    context = {"units": _in_short(making, own), "shipped": _in_short(making, making.shipped())}
    return page(request, "own_units/list.html", {**_place(found), **context})


@router.get("/own-units/{game}/new")
async def form_page(request: Request, game: str, visitor: Asking, house: TheHouse, like: Short = "") -> Response:
    """An empty form, or one with the figures of a unit that is known here."""
    found, making = _making(game)
    unit = house.library(found.name).find(like) if like else None
    return _form_page(request, found, making.form(unit), called=_called(making, unit) if unit else "")


@router.post("/own-units/{game}/check")
async def check(request: Request, game: str, visitor: Asking, house: TheHouse) -> Response:
    """What is wrong with a unit as far as it is typed, for the script of the form."""
    _, making = _making(game)
    data = making.form_data(await form_data(await request.form()))
    flaws = [{"field": making.form_field(one.at), "what": f"{_capitalized(one.what)}."} for one in making.flaws(data)]
    return JSONResponse({"flaws": flaws})


@router.post("/own-units/{game}")
async def keep(request: Request, game: str, visitor: Asking, house: TheHouse) -> Response:
    found, making = _making(game)
    count_write(house, visitor, "")
    data = making.form_data(await form_data(await request.form()))
    flaws = making.flaws(data)
    if flaws and not wants_json(request):
        return _form_page(request, found, making.form_again(data), flaws, status=400)
    unit = making.made(data, "the unit")
    return await _kept(request, house, found, making, [unit], account_of(visitor).name)


@router.post("/own-units/{game}/file")
async def take_in(request: Request, game: str, visitor: Asking, house: TheHouse) -> Response:
    found, making = _making(game)
    count_write(house, visitor, "")
    form = read_form(UnitFile, await form_data(await request.form()), "file")
    units = await house.intake.do(lambda: making.read(form.text, "the file"))
    return await _kept(request, house, found, making, units, account_of(visitor).name)


@router.post("/own-units/{game}/remove")
async def remove(request: Request, game: str, visitor: Asking, house: TheHouse) -> Response:
    found, _ = _making(game)
    count_write(house, visitor, "")
    form = read_form(OneUnit, await form_data(await request.form()), "unit")
    who = account_of(visitor).name
    dropped = await run_in_threadpool(lambda: house.drop_unit(found.name, form.name, who=who))
    return done(request, _home(found), f"{dropped} is removed.")


@router.get("/own-units/{game}/export.toml")
async def export(game: str, visitor: Asking, house: TheHouse) -> Response:
    found, making = _making(game)
    rows = house.own_units.rows(found.name)
    if not rows:
        raise BadInput(f"units of {found.words.title}: none were made here yet; make one first.")
    text = making.text(list(making.library(rows, "the units made here")))
    headers = {"Content-Disposition": f'attachment; filename="{_typed(found)}-units.toml"'}
    return Response(text, media_type="application/toml; charset=utf-8", headers=headers)


async def _kept(
    request: Request, house: House, game: Game, making: UnitMaking, units: Sequence[Any], who: str
) -> Response:
    rows = making.rows(making.of(units))
    await run_in_threadpool(lambda: house.keep_units(game.name, rows, who=who))
    names = ", ".join(making.name(unit) for unit in units[:5])
    more = f" and {len(units) - 5} more" if len(units) > 5 else ""
    return done(request, _home(game), f"{names}{more}: kept.")


def _form_page(
    request: Request,
    game: Game,
    form: Mapping[str, Any],
    flaws: Sequence[Flaw] = (),
    *,
    called: str = "",
    status: int = 200,
) -> Response:
    told = [_capitalized(flaw.what) for flaw in flaws]
    context = {"form": form, "fields": game_template(game, UNIT_FORM), "flaws": told, "called": called}
    return page(request, "own_units/make.html", {**_place(game), **context}, status)


def _called(making: UnitMaking, unit: Any) -> str:
    name = making.name(unit)
    ships = making.shipped().get(name) is not None
    return f"A unit like {name}" if ships else name


def _making(name: str) -> tuple[Game, UnitMaking]:
    try:
        game = game_named(name[:60])
        return game, unit_making(game)
    except BadInput as unknown:
        raise Unknown(str(unknown)) from None


def _in_short(making: UnitMaking, library: Any) -> list[tuple[str, str]]:
    return [(making.name(unit), making.in_short(unit)) for unit in library]


def _place(game: Game) -> dict[str, Any]:
    return {"game": game, "shelf": _home(game)}


def _home(game: Game) -> str:
    return f"/own-units/{_typed(game)}"


def _typed(game: Game) -> str:
    return game.name.replace("_", "-")


def _capitalized(sentence: str) -> str:
    return f"{sentence[:1].upper()}{sentence[1:]}"
