"""The rules of each game by section, for the table, for people who read, and for programs."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.games import game_named
from musterhall.web.api import ANSWERS
from musterhall.web.gate import Asking
from musterhall.web.rulebooks import chapters, section_data, section_titles
from musterhall.web.showing import page

router = APIRouter(prefix="/api/rules", responses=ANSWERS)
pages = APIRouter(include_in_schema=False)


@router.get("/{game}/{section}")
async def section(game: str, section: str, visitor: Asking) -> dict[str, Any]:
    """One section of a game's rules in our own words, with the titles of its worked cases."""
    return await run_in_threadpool(section_data, game, section)


@pages.get("/rules/{game}")
async def sections_page(request: Request, game: str, visitor: Asking) -> Response:
    found = await run_in_threadpool(chapters, game)
    return page(request, "play/rules.html", {"game": game_named(game), "chapters": found})


@pages.get("/rules/{game}/{section}")
async def section_page(request: Request, game: str, section: str, visitor: Asking) -> Response:
    found = await run_in_threadpool(section_data, game, section)
    titles = dict(await run_in_threadpool(section_titles, game))
    return page(request, "play/section.html", {"game": game_named(game), "found": found, "titles": titles})
