"""What every request goes through, and what it must not cost."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from inspect import iscoroutinefunction
from typing import Any

import pytest
from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import StreamingResponse
from starlette.testclient import TestClient
from starlette.types import Message
from tests.web.scene import EVENT, Scene, scene
from tests.web.test_roles import asked_first, routes

from musterhall.web.accounts import OWNER
from musterhall.web.around import HEADERS, NOBODY_THERE, SOMETHING_WRONG
from musterhall.web.sessions import COOKIE, PLAYER, PUBLIC
from musterhall.web.settings import Settings

HOME = f"/e/{EVENT}"
HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path_factory.mktemp("around") / "house.db"))) as found:
        found.app.add_api_route("/fails", _fails)
        found.app.add_api_route("/breaks-off", _breaks_off)
        found.app.add_api_route("/reads", _reads)
        yield found


async def _fails() -> None:
    raise RuntimeError("a mistake of ours")


async def _reads(request: Request) -> None:
    await request.body()


async def _breaks_off() -> StreamingResponse:
    async def halves() -> AsyncIterator[bytes]:
        yield b"the first half"
        raise RuntimeError("a mistake of ours")

    return StreamingResponse(halves())


def test_no_route_depends_on_a_plain_function_which_would_be_called_in_a_thread(made: Scene) -> None:
    for route in routes(made.app.routes):
        assert isinstance(route, APIRoute)
        for call in asked_first(route.dependant):
            assert iscoroutinefunction(call), f"{route.path}: {call}"


@pytest.mark.parametrize("role", [PUBLIC, PLAYER, OWNER])
@pytest.mark.parametrize("path", ["", "/standings", "/results"])
def test_a_short_page_whose_parts_are_made_needs_no_thread(
    made: Scene, monkeypatch: pytest.MonkeyPatch, path: str, role: str
) -> None:
    first = made.get(HOME + path, role, headers=HTML)
    monkeypatch.setattr("musterhall.web.live.run_in_threadpool", _no_thread)
    again = made.get(HOME + path, role, headers=HTML)
    assert again.status_code == first.status_code == 200
    assert "data-part=" in again.text


def test_a_part_that_has_yet_to_be_made_is_made_in_a_thread(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    made.house.parts.clear()
    monkeypatch.setattr("musterhall.web.live.run_in_threadpool", _no_thread)
    answer = made.get(f"{HOME}/standings", headers=HTML)
    assert answer.status_code == 500, "it was made on the event loop"


async def _no_thread(*_: Any, **__: Any) -> None:
    raise AssertionError("this went to a thread")


def test_everybody_gets_their_own_page_of_the_same_event(made: Scene) -> None:
    """What is made once for everybody is inside of pages that are made for one."""
    pages = {role: made.get(HOME, role, headers=HTML).text for role in (PUBLIC, PLAYER, OWNER, PUBLIC)}
    name = made.event.player("p1").name
    assert f"{name} <small>(player 1)" in pages[PLAYER]
    assert 'data-who="/"' in pages[PUBLIC]
    assert "form_token" not in pages[PUBLIC]
    assert all("Sign out" in pages[role] for role in (PLAYER, OWNER))
    assert "Sign out" not in pages[PUBLIC]


def test_a_failure_is_told_in_a_sentence_with_every_header_and_a_session(made: Scene) -> None:
    client = TestClient(made.app, raise_server_exceptions=False)
    for accept in ("text/html", "application/json"):
        client.cookies.clear()
        answer = client.get("/fails", headers={"accept": accept})
        assert answer.status_code == 500
        assert SOMETHING_WRONG in answer.text
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert answer.headers["cache-control"] == "no-store"
        assert f"{COOKIE}=" in answer.headers["set-cookie"]


def test_an_answer_that_breaks_off_is_not_answered_a_second_time(made: Scene) -> None:
    sent: list[Message] = []
    with pytest.raises(RuntimeError, match="a mistake of ours"):
        asyncio.run(_asked(made, "GET", "/breaks-off", sent))
    assert [message["type"] for message in sent].count("http.response.start") == 1


def test_whoever_hangs_up_leaves_one_line_in_the_log_and_no_trace(
    made: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "musterhall.web"):
        asyncio.run(_asked(made, "GET", "/reads", []))
    (line,) = (record for record in caplog.records if record.name == "musterhall.web")
    assert json.loads(line.message)["status"] == NOBODY_THERE
    assert line.exc_info is None


async def _asked(made: Scene, method: str, path: str, sent: list[Message]) -> None:
    """Ask as a server does for somebody who hangs up before the body has come."""

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"content-length", b"10")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "state": {},
    }
    await made.app(scope, receive, send)
