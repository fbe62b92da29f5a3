"""The web application: its routes, its gate, its headers, and what it says when something is wrong."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

import musterhall
from musterhall.playing.room import NoSuchBattle
from musterhall.problems import BadInput, wrong_value
from musterhall.store.home import home_folder
from musterhall.store.ready_entries import MarkTaken
from musterhall.store.troubles import Damaged, Unavailable
from musterhall.web import live
from musterhall.web.around import Around
from musterhall.web.crowd import Crowd
from musterhall.web.gate import Refused, session_of
from musterhall.web.heads import Heads
from musterhall.web.house import House, Unknown
from musterhall.web.limits import BodyLimit, TooOften
from musterhall.web.lost import looked_for, open_event, ways_on
from musterhall.web.sessions import visitor
from musterhall.web.settings import Settings
from musterhall.web.showing import page
from musterhall.web.workshop import Busy

log = logging.getLogger("musterhall.web")

SECONDS_TO_COME_BACK = 5


GZIP_LEVEL = 5
"""Higher ones take twice the time for a twentieth less."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application on a store of its own."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house: House = app.state.house
        house.listen(asyncio.get_running_loop())
        if not house.accounts.accounts:
            code = house.accounts.first_code()
            log.warning("no account yet: make the first one on this machine, or elsewhere with the code %s", code)
        tasks: list[asyncio.Task[None]] = [asyncio.create_task(work(house)) for work in _background()]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            house.close()

    app = FastAPI(
        title="Musterhall",
        version=musterhall.__version__,
        description="Everything the pages can do, for scripts. Send a token as `Authorization: Bearer ...`.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.house = House(chosen)
    app.add_middleware(Heads)
    app.add_middleware(BodyLimit, most=chosen.bounds.body_bytes, larger={"/import": chosen.bounds.import_bytes})
    app.add_middleware(Around, house=app.state.house, told=_told)
    _add_errors(app)
    _add_routes(app)
    # A page is a tenth as long then, which is what one bar of signal is about; the tokens of forms allow for it.
    app.add_middleware(GZipMiddleware, compresslevel=GZIP_LEVEL)
    app.add_middleware(Crowd, house=app.state.house)
    with as_file(files("musterhall.web") / "static") as folder:
        app.mount("/static", StaticFiles(directory=folder), name="static")
    return app


def _add_routes(app: FastAPI) -> None:
    from musterhall.web import api
    from musterhall.web.companion import at_desk as at_desk  # its part is one of the desk's
    from musterhall.web.companion import pages as sheets
    from musterhall.web.pages import (
        accounts,
        actions,
        bracket,
        builder,
        desk,
        drafts,
        home,
        invitations,
        lab,
        machines,
        new_events,
        odds,
        own_units,
        packs,
        paper,
        player,
        player_force,
        public,
        referee,
        registration,
        statistics,
    )
    from musterhall.web.playing import api as playing
    from musterhall.web.playing import front_door, gallery, match_pages, rules
    from musterhall.web.playing import pages as tables

    # An address is looked for in this order, one route after another: what a full hall asks for comes first.
    of_an_event = (public, live, desk, actions, drafts, builder, referee, odds, paper)
    of_a_player = (player, player_force)
    around_an_event = (bracket, registration, invitations, statistics)
    of_the_house = (home, accounts, new_events, packs, machines, own_units, lab)
    at_tables = (playing, front_door, gallery, match_pages, sheets, tables)
    for module in (*of_an_event, *of_a_player, *around_an_event, *of_the_house, api, *at_tables):
        app.include_router(module.router)
    app.include_router(rules.router)
    app.include_router(rules.pages)


def _background() -> list[Callable[[House], Coroutine[Any, Any, None]]]:
    from musterhall.web.drafts import watch_drafts
    from musterhall.web.hooks import deliver_news
    from musterhall.web.playing.keeping import watch_clocks

    return [watch_drafts, deliver_news, watch_clocks]


# Errors


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Unknown)
    @app.exception_handler(NoSuchBattle)
    async def unknown(request: Request, error: BadInput) -> Response:
        return _told(request, 404, str(error))

    @app.exception_handler(MarkTaken)
    async def mark_taken(request: Request, error: MarkTaken) -> Response:
        return _told(request, 409, str(error))

    @app.exception_handler(Damaged)
    @app.exception_handler(Unavailable)
    async def unavailable(request: Request, error: BadInput) -> Response:
        log.error("the store failed: %s", error)
        return _told(request, 503, str(error))

    @app.exception_handler(BadInput)
    async def bad_input(request: Request, error: BadInput) -> Response:
        # Units that were imported lie in a folder of the machine.
        return _told(request, 400, str(error).replace(f"{home_folder()}{os.sep}", ""))

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> Response:
        response = _told(request, 503, str(error))
        response.headers["Retry-After"] = str(SECONDS_TO_COME_BACK)
        return response

    @app.exception_handler(TooOften)
    async def too_often(request: Request, error: TooOften) -> Response:
        response = _told(request, 429, str(error))
        response.headers["Retry-After"] = str(int(error.seconds) + 1)
        return response

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        if error.status == 401 and _wants_page(request) and request.method == "GET":
            return RedirectResponse(f"/sign-in?next={request.url.path}", status_code=303)
        return _told(request, error.status, str(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        parts = [f"{'.'.join(map(str, one['loc']))} {wrong_value(one)}" for one in error.errors()]
        return _told(request, 400, f"{'; '.join(parts)[:900]}. Correct that and send it again.")

    @app.exception_handler(HTTPException)
    async def unreadable(request: Request, error: HTTPException) -> Response:
        # Only a body that cannot be read comes this way: too many fields, or parts that do not fit together.
        return _told(request, error.status_code, "The form cannot be read; load the page again and send it once more.")

    @app.exception_handler(404)
    async def missing(request: Request, error: Exception) -> Response:
        await open_event(request)
        return _told(request, 404, f"There is no page at {looked_for(request)}.")

    @app.exception_handler(405)
    async def wrong_method(request: Request, error: Exception) -> Response:
        return _told(request, 405, "That cannot be done here; go back to the page and try again.")


def _told(request: Request, status: int, sentence: str) -> Response:
    """One sentence, as the asker can read it."""
    if not _wants_page(request):
        return JSONResponse({"error": sentence}, status_code=status)
    if not hasattr(request.state, "visitor"):
        session_of(request)
        request.state.visitor = visitor(request, request.app.state.house.accounts, request.path_params.get("event", ""))
    return page(request, "error.html", {"status": status, "sentence": sentence, "ways": ways_on(request)}, status)


def _wants_page(request: Request) -> bool:
    if request.url.path.startswith("/api/"):
        return False
    return "text/html" in request.headers.get("accept", "")
