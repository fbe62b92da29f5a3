"""The referee and the replays: tools for everybody, with or without an event."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from hashlib import sha256
from secrets import randbelow
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from musterhall.game.game import Game
from musterhall.games import game_named
from musterhall.problems import BadInput
from musterhall.web import battles, referee, referee_board
from musterhall.web.api import read_body
from musterhall.web.doors import network_of
from musterhall.web.forms import form_data
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.limits import Limiter
from musterhall.web.replay_page import DRAWING, REPLAYING, served_file, served_replay_page
from musterhall.web.showing import page
from musterhall.web.workshop import Workshop

SECONDS = 20.0
"""The longest that anybody waits for an answer."""
MOST_WAITING = 6
PLAYING = (
    *("play.js", "link.js", "show.js", "dice.js", "desk.js", "bubble.js", "cursor.js"),
    *("sheets.js", "about.js", "gestures.js", "hands.js", "places.js", "tapping.js", "going.js", "bodies.js"),
    *("placing.js", "attacking.js", "writing.js", "arrows.js", "sharing.js", "commanding.js"),
)
"""The scripts of a table where people play."""
REFEREEING = (
    *("referee.js", "situation.js", "tabletop.js", "dragging.js", "palette.js", "beside.js", "asking.js"),
    *("outlines.js", "fields.js"),
)
"""The scripts of the referee's board."""
BOARD_FILES = {
    **dict.fromkeys((*DRAWING, *REPLAYING, *PLAYING, *REFEREEING), "text/javascript"),
    "referee-page.css": "text/css",
    "page.css": "text/css",
    "replay-page.css": "text/css",
    "play-page.css": "text/css",
}

router = APIRouter(include_in_schema=False)

Short = Annotated[str, Query(max_length=60)]
Answer = TypeVar("Answer")

# Two at a time, apart from the threads that serve the events: a hall is not kept waiting by a rules question.
_workshop = Workshop("the referee", 2, MOST_WAITING, SECONDS)
_tries = Limiter(tries=30, seconds=1.0, name="referee")
# A hand on the board is quicker than one on a form: each tap is a small question.
_taps = Limiter(tries=150, seconds=0.15, name="taps")


@router.get("/referee")
async def referee_page(
    request: Request, visitor: Asking, house: TheHouse, example: Short = "", game: Short = ""
) -> Response:
    if example:
        return await _answered(request, house, referee.Asking(referee.example(example).text), choosing=False)
    return _shown(request, None, None, game=game_named(game) if game else None)


@router.post("/referee")
async def ask_referee(request: Request, visitor: Asking, house: TheHouse) -> Response:
    sent = await form_data(await request.form())
    uploaded = str(sent.get("file", ""))
    if uploaded:
        # A file that was just chosen is asked what it asks, and not what the form asked of another.
        return await _answered(request, house, referee.Asking(uploaded), choosing=False)
    given = sent.get("given", {})
    asking = referee.Asking(
        str(sent.get("text", "")),
        str(sent.get("question", ""))[:60],
        {str(key): str(value) for key, value in given.items()} if isinstance(given, dict) else {},
        *(str(sent.get(name, "")) for name in ("dice", "answers", "seed")),
    )
    return await _answered(request, house, asking, choosing="choose" in sent)


async def _answered(request: Request, house: House, asking: referee.Asking, *, choosing: bool) -> Response:
    """The page with the answer, or with the sentence that says why there is none."""
    answered, problem = None, ""
    try:
        asking = await in_time(request, lambda: referee.filled_in(asking))
        asking = _of_this_question(asking)
        if asking.question and not choosing:
            answered = await in_time(request, lambda: _ruling(house, asking))
    except BadInput as error:
        problem = str(error)
    return _shown(request, asking, answered, problem)


@router.get("/referee/kit/{game}")
async def kit(request: Request, visitor: Asking, house: TheHouse, game: str) -> Response:
    """What there is to choose from; the first who asks for it waits until the game is loaded."""
    return await _told(request, lambda: referee_board.kit_data(game_named(game), house.library(game)))


@router.post("/referee/board")
async def change_board(request: Request, visitor: Asking, house: TheHouse) -> Response:
    """The situation on the page's board, after what was tapped."""
    tapped = await read_body(request, referee_board.Tapped)
    return await _told(request, lambda: referee_board.board(tapped, house.library))


@router.post("/referee/answer")
async def answer_board(request: Request, visitor: Asking, house: TheHouse) -> Response:
    """The ruling on what was asked with taps."""
    asked = await read_body(request, referee_board.Asked)
    return await _told(request, lambda: referee_board.answer(asked, lambda: randbelow(1_000_000), house.library))


async def _told(request: Request, work: Callable[[], dict[str, Any]]) -> Response:
    try:
        return JSONResponse(await in_time(request, work, _taps))
    except BadInput as error:
        return JSONResponse({"problem": referee_board.plainly(str(error))}, 400)


def _ruling(house: House, asking: referee.Asking) -> referee.Answered:
    return referee.ask(asking, lambda: randbelow(1_000_000), house.library(asking.game().name))


def _of_this_question(asking: referee.Asking) -> referee.Asking:
    """What was given to another question falls away when this one is chosen."""
    if not asking.question:
        return asking
    question = asking.referee().questions.find(asking.question, referee.NAME)
    given = {key: asking.given[key] for key in question.given if key in asking.given}
    return referee.Asking(asking.text, question.name, given, asking.dice, asking.answers, asking.seed)


def _shown(
    request: Request,
    asking: referee.Asking | None,
    answered: referee.Answered | None,
    problem: str = "",
    game: Game | None = None,
) -> Response:
    context: dict[str, Any] = {
        "asking": asking,
        "answered": answered,
        "problem": problem,
        "examples": referee.examples(),
        "questions": [],
        "question": None,
        "names": [],
        "game": "",
        "group": "",
        "games": referee_board.games_with_referees(),
        "hand": None,
        "rows": referee.answer_rows,
    }
    if asking is not None:
        context |= _question_context(asking)
        game = _game_of(asking)
    if asking is not None and answered is not None:
        given = {key: referee.value_of(text) for key, text in asking.given.items() if text.strip()}
        context["sentence"] = referee_board.sentence(asking.game(), given, answered.ruling)
    if game is not None and game.has_referee:
        context["hand"] = game
    return page(request, "referee/referee.html", context, 400 if problem else 200)


def _game_of(asking: referee.Asking) -> Game | None:
    """Whose board the page opens; none for a text that cannot be read, which stays text."""
    try:
        found = asking.game()
    except BadInput:
        return None
    return found


def _question_context(asking: referee.Asking) -> dict[str, Any]:
    """The questions of the position's game; none where it cannot be read."""
    try:
        data = asking.data()
        one = asking.referee()
        chosen = one.questions.find(asking.question, referee.NAME) if asking.question else None
    except BadInput:
        return {}
    return {
        "questions": list(one.questions),
        "question": chosen,
        "names": one.names(data),
        "game": asking.game().words.title,
        "group": asking.game().words.group,
    }


# Replays


@router.get("/replays")
async def replays_page(
    request: Request,
    visitor: Asking,
    seed: Annotated[int | None, Query(ge=0, le=battles.LARGEST_SEED)] = None,
    game: Short = "",
    red: Short = "",
    blue: Short = "",
    red_agent: Short = "",
    blue_agent: Short = "",
    setup: Short = "",
) -> Response:
    """The choice of battles; with a seed the battle of that seed."""
    if seed is None:
        return _choice(request)
    data = await in_time(request, lambda: battles.bot_battle(game, red, blue, seed, red_agent, blue_agent, setup))
    return _replay(data)


@router.post("/replays")
async def watch_replay(request: Request, visitor: Asking) -> Response:
    sent = await form_data(await request.form())
    text = str(sent.get("journal", "") or sent.get("file", ""))
    try:
        if not text:
            raise BadInput("the journal: no file was chosen; choose one that `muster battle --save` wrote.")
        data = await in_time(request, lambda: battles.watched_journal(text))
    except BadInput as error:
        return _choice(request, str(error))
    return _replay(data)


def _choice(request: Request, problem: str = "") -> Response:
    context = {"offers": battles.offers(), "seed": randbelow(1000), "problem": problem}
    return page(request, "referee/replays.html", context, 400 if problem else 200)


def _replay(data: dict[str, Any]) -> Response:
    return HTMLResponse(served_replay_page(data, "/board", "/replays"))


@router.get("/board/{name}")
async def board(request: Request, visitor: Asking, name: str) -> Response:
    """The board component, as the replay and the referee load it."""
    if name not in BOARD_FILES:
        raise Unknown(f"board file {name!r:.60}: there is none; load the page again.")
    content = served_file(name)
    etag = f'"{sha256(content.encode()).hexdigest()[:20]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        packed = gzip.compress(content.encode(), mtime=0)
        return Response(packed, media_type=BOARD_FILES[name], headers={**headers, "Content-Encoding": "gzip"})
    return Response(content, media_type=BOARD_FILES[name], headers=headers)


# Keeping it short


async def in_time(request: Request, work: Callable[[], Answer], limiter: Limiter | None = None) -> Answer:
    """Work off the event loop, for one who does not ask too often, and not for long."""
    (limiter or _tries).take(network_of(request))
    return await _workshop.do(work, "ask about a smaller table")
