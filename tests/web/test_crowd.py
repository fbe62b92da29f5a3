"""Nobody takes the whole server: slow heads and bodies, too many connections and live pages, and a place for the desk.

All by real connections on this machine, few of them. What must be cut off has a fraction of a second, what must be
answered has as long as it takes: nothing here depends on how fast the machine is.
"""

from __future__ import annotations

import asyncio
import errno
import re
import resource
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import trustme
from fastapi import FastAPI, Request
from starlette.datastructures import MutableHeaders
from starlette.responses import StreamingResponse
from starlette.testclient import TestClient
from tests.apart import apart
from tests.web.scene import EVENT, Scene, day, populate
from tests.web.serving import SECONDS_TO_START, Here, running_here, until

from musterhall.problems import BadInput
from musterhall.web import entrance
from musterhall.web.accounts import ORGANISER
from musterhall.web.app import create_app
from musterhall.web.bounds import NAMES, USUAL, Bounds, read_bounds
from musterhall.web.entrance import OTHER_FILES, Complaints, Entrance, trusted, with_descriptors
from musterhall.web.invitations import invite
from musterhall.web.sessions import PLAYER, Session, invite_in, write_session
from musterhall.web.settings import Settings

SHORT = 0.2
LONG = SECONDS_TO_START
STRANGER = {"x-forwarded-for": "203.0.113.9"}
OTHER_STRANGER = {"x-forwarded-for": "203.0.113.10"}
STREAM = f"/e/{EVENT}/stream?parts=standings"
SECURITY = Path(__file__).parents[2] / "docs" / "security.md"


class Caller:
    """One connection."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=LONG)

    def say(self, text: str) -> None:
        self.socket.sendall(text.encode())

    def ask(self, path: str = "/", headers: dict[str, str] | None = None, method: str = "GET", body: str = "") -> None:
        lines = [f"{method} {path} HTTP/1.1", "Host: hall"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.say("\r\n".join([*lines, "", ""]) + body)

    def status(self) -> int:
        """Of the next answer; 0 where the connection was closed without one."""
        return _status(self._line())

    def rest(self) -> bytes:
        """Everything up to the end of the connection."""
        parts = []
        with suppress(ConnectionError):
            while part := self.socket.recv(65536):
                parts.append(part)
        return b"".join(parts)

    def drip(self) -> bytes:
        """Send a letter now and then until the other side hangs up, however long that takes."""
        self.socket.settimeout(SHORT / 4)
        while True:
            with suppress(TimeoutError):
                try:
                    self.say("x")
                    part = self.socket.recv(65536)
                except ConnectionError:
                    return b""
                return part

    def close(self) -> None:
        self.socket.close()

    def _line(self) -> bytes:
        line = b""
        with suppress(ConnectionError):
            while not line.endswith(b"\n") and (sign := self.socket.recv(1)):
                line += sign
        return line


def _status(line: bytes) -> int:
    return int(line.split()[1]) if line else 0


def asked(server: Here, headers: dict[str, str] | None = None, path: str = "/healthz") -> int:
    """The status of the answer to one request on a connection of its own."""
    caller = Caller(server.port)
    try:
        caller.ask(path, {"connection": "close", **(headers or {})})
        return caller.status()
    finally:
        caller.close()


# Time


@pytest.fixture(scope="module")
def hasty() -> Iterator[Here]:
    """A server that waits for nothing, with a little application."""
    app = FastAPI()

    @app.get("/healthz")
    async def health() -> str:
        return "here"

    @app.post("/body")
    async def body(request: Request) -> int:
        return len(await request.body())

    @app.post("/unread")
    async def unread() -> str:
        return "not looked at"

    with running_here(app, Bounds(head_seconds=SHORT, body_seconds=SHORT, idle_seconds=60)) as server:
        yield server


def test_who_says_nothing_is_let_go(hasty: Here) -> None:
    assert _status(Caller(hasty.port).rest()) == 408


def test_who_never_ends_the_head_is_let_go(hasty: Here) -> None:
    caller = Caller(hasty.port)
    caller.say("GET /healthz HTTP/1.1\r\nHost: hall\r\nX: ")
    assert caller.drip()[:12] in (b"", b"HTTP/1.1 408")


def test_the_head_of_a_second_request_has_no_more_time_than_that_of_the_first(hasty: Here) -> None:
    caller = Caller(hasty.port)
    caller.ask("/healthz", {"connection": "keep-alive"})
    assert caller.status() == 200
    caller.say("GET /healthz HTTP/1.1\r\nHost: hall\r\n")
    assert b"HTTP/1.1 408" in caller.rest()


@pytest.mark.parametrize("path", ["/body", "/unread", "/nowhere"])
def test_a_body_that_does_not_come_is_not_waited_for(hasty: Here, path: str) -> None:
    """Also one that nobody reads, after its answer."""
    caller = Caller(hasty.port)
    caller.ask(path, {"content-length": "100"}, "POST", "abc")
    assert _status(caller.rest()) in ((408,) if path == "/body" else (200, 404))


def test_a_body_that_drips_is_not_waited_for(hasty: Here) -> None:
    caller = Caller(hasty.port)
    caller.ask("/body", {"content-length": "100000"}, "POST")
    assert caller.drip()[:12] in (b"", b"HTTP/1.1 408")


def test_who_asks_properly_is_answered_as_often_as_wanted(hasty: Here) -> None:
    caller = Caller(hasty.port)
    for _ in range(3):
        caller.ask("/body", {"content-length": "3"}, "POST", "abc")
        assert caller.status() == 200
        while caller._line().strip():
            pass
        assert caller.socket.recv(1) == b"3"


def test_who_does_not_even_agree_on_a_cipher_is_let_go_and_who_does_is_answered(tmp_path: Path) -> None:
    authority, certificate = trustme.CA(), tmp_path / "certificate.pem"
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(str(certificate))
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    app = FastAPI()

    @app.get("/")
    async def here() -> str:
        return "here"

    with running_here(app, Bounds(head_seconds=SHORT), ssl_certfile=str(certificate)) as server:
        assert Caller(server.port).rest() == b""
    with running_here(app, ssl_certfile=str(certificate)) as server:
        caller = Caller(server.port)
        caller.socket = trusting.wrap_socket(caller.socket, server_hostname="127.0.0.1")
        caller.ask("/")
        assert caller.status() == 200


def test_an_answer_that_nobody_takes_is_given_up() -> None:
    app, gone = FastAPI(), threading.Event()

    async def endless() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"x" * 100_000
                await asyncio.sleep(0)
        finally:
            gone.set()

    @app.get("/endless")
    async def answer() -> StreamingResponse:
        return StreamingResponse(endless())

    with running_here(app, Bounds(answer_seconds=SHORT)) as server:
        caller = Caller(server.port)
        caller.ask("/endless")
        assert gone.wait(LONG)


# Connections


@contextmanager
def hall(folder: Path, proxies: tuple[str, ...] = entrance.PROXIES, **bounds: Any) -> Iterator[tuple[Scene, Here]]:
    """The event and its people on a server with few places."""
    chosen = Bounds(**{"head_seconds": LONG, **bounds})
    app = create_app(Settings(db=str(folder / "house.db"), bounds=chosen))
    made = Scene(app, TestClient(app))
    populate(made, day())
    with running_here(app, chosen, proxies) as server:
        yield made, server


def desk_of(made: Scene, address: dict[str, str] = STRANGER) -> dict[str, str]:
    return {"cookie": made.people[ORGANISER].headers["cookie"], **address}


def invited(made: Scene, role: str) -> dict[str, str]:
    """A browser that came by a link which gives this role."""
    made.house.account_do(lambda accounts: invite(accounts, EVENT, f"Mara {role}", role))
    one = next(one for one in made.house.accounts.invitations.values() if one.role == role)
    session = Session()
    invite_in(session, one)
    headers = MutableHeaders()
    write_session(headers, session, made.house.accounts, secure=False)
    return {"cookie": headers["set-cookie"].partition(";")[0], **STRANGER}


@pytest.fixture
def silent() -> Iterator[list[Caller]]:
    """Connections on which nobody says anything."""
    found: list[Caller] = []
    yield found
    for one in found:
        one.close()


def test_the_desk_gets_in_when_strangers_have_taken_every_place(tmp_path: Path, silent: list[Caller]) -> None:
    with hall(tmp_path, connections=20, desk_connections=4) as (made, server):
        silent += [Caller(server.port) for _ in range(16)]
        assert asked(server, STRANGER) == 503
        assert asked(server, {"cookie": made.people[PLAYER].headers["cookie"], **STRANGER}) == 503
        assert asked(server, desk_of(made)) == 200
        assert asked(server, {**made.people[ORGANISER].bearer, **STRANGER}) == 200
        assert asked(server, invited(made, "organiser")) == 200
        assert asked(server, invited(made, "scorekeeper")) == 200
        assert asked(server, invited(made, "guest")) == 503, "who only looks has no place at the desk"
        assert asked(server) == 200, "somebody at the machine itself"
        # They come for the desk's places too, and say nothing.
        silent += [Caller(server.port) for _ in range(30)]
        assert asked(server, desk_of(made)) == 200
        for one in silent:
            one.close()
        until(lambda: asked(server, STRANGER) == 200)


def test_there_are_never_more_connections_than_allowed(tmp_path: Path, silent: list[Caller]) -> None:
    with hall(tmp_path, connections=20, desk_connections=4) as (made, server):
        silent += [Caller(server.port) for _ in range(60)]
        assert asked(server, desk_of(made)) == 200
        # The newest of the strangers wait in the desk's places, those before them were let go.
        for one in silent[16:50]:
            assert one.rest() == b""
        assert len(server.server.server_state.connections) <= 20


def test_who_works_at_the_desk_makes_room_for_nobody(tmp_path: Path, silent: list[Caller]) -> None:
    with hall(tmp_path, connections=10, desk_connections=2) as (made, server):
        silent += [Caller(server.port) for _ in range(8)]
        working = Caller(server.port)
        working.ask(STREAM, desk_of(made))
        assert working.status() == 200
        silent += [Caller(server.port) for _ in range(10)]
        assert asked(server, desk_of(made)) == 200
        while b"event: parts" not in working._line():
            pass
        working.close()


def test_who_has_shown_the_cookie_is_not_pushed_out_by_those_who_come_in_the_same_moment(
    tmp_path: Path, silent: list[Caller]
) -> None:
    with hall(tmp_path, connections=40, desk_connections=32) as (made, server):
        go, held = threading.Event(), threading.Event()

        async def hold() -> None:
            """Nothing is taken or read meanwhile, so that all who come stand before the door together."""
            held.set()
            go.wait(LONG)

        silent += [Caller(server.port) for _ in range(8)]
        made.app.add_api_route("/hold", hold)
        holding = Caller(server.port)
        holding.ask("/hold")
        assert held.wait(LONG)
        desk = Caller(server.port)
        desk.ask("/healthz", desk_of(made))
        silent += [holding, desk, *(Caller(server.port) for _ in range(90))]
        go.set()
        assert desk.status() == 200


def test_one_address_does_not_take_the_places_of_others(
    tmp_path: Path, silent: list[Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musterhall.web.crowd.is_here", lambda request: False)
    with hall(tmp_path, ("203.0.113.1",), address_connections=3) as (made, server):
        silent += [Caller(server.port) for _ in range(3)]
        assert asked(server) == 503
        assert asked(server, STRANGER) == 503, "nobody believes a stranger where he comes from"
        assert asked(server, desk_of(made)) == 200


def test_an_address_is_the_one_that_a_trusted_proxy_names(tmp_path: Path) -> None:
    with hall(tmp_path, address_connections=2) as (made, server), ExitStack() as open_pages:
        for _ in range(2):
            _follow(server, open_pages, STRANGER)
        assert asked(server, STRANGER) == 429
        assert asked(server, OTHER_STRANGER) == 200
        assert asked(server, desk_of(made)) == 200


def test_live_pages_are_counted_by_address_and_the_desks_come_on_top(tmp_path: Path) -> None:
    with hall(tmp_path, address_streams=2) as (made, server):
        with ExitStack() as open_pages:
            for _ in range(2):
                _follow(server, open_pages, STRANGER)
            assert asked(server, STRANGER, STREAM) == 429
            assert asked(server, STRANGER) == 200, "other pages are open to them"
            _follow(server, open_pages, OTHER_STRANGER)
            _follow(server, open_pages, desk_of(made))
        until(lambda: asked(server, STRANGER, STREAM) == 200)


def _follow(server: Here, stack: ExitStack, headers: dict[str, str]) -> None:
    caller = Caller(server.port)
    stack.callback(caller.close)
    caller.ask(STREAM, headers)
    assert caller.status() == 200


def test_an_address_or_a_head_without_end_is_refused(tmp_path: Path) -> None:
    with hall(tmp_path) as (_, server):
        assert asked(server, path="/" + "a" * 60_000) in (400, 414)
        assert asked(server, path="/" + "a" * 9_000) == 414
        assert asked(server, path="/healthz?" + "a" * 9_000) == 414
        assert asked(server, {f"x-{number}": "a" * 1_000 for number in range(40)}) in (400, 431)
        assert asked(server) == 200


# Descriptors


def test_out_of_descriptors_it_is_said_once_and_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []
    came = asyncio.Event()

    class Meeting(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            came.set()
            transport.close()

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: said.append(context["message"]))
        with Entrance(socket.AF_INET, socket.SOCK_STREAM) as listening:
            listening.bind(("127.0.0.1", 0))
            listening.setblocking(False)
            with monkeypatch.context() as patched:
                patched.setattr(socket.socket, "accept", _none_left)
                server = await loop.create_server(Meeting, sock=listening, backlog=100)
                with socket.create_connection(listening.getsockname()):
                    while not said:
                        await asyncio.sleep(0.01)
                    assert len(said) == 1
                    patched.undo()
                    await asyncio.wait_for(came.wait(), LONG)
            server.close()

    apart(lambda: asyncio.run(serve()))


def _none_left(self: socket.socket) -> None:
    raise OSError(errno.EMFILE, "Too many open files")


def test_the_limit_of_open_files_is_raised_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(256, 100_000)]
    monkeypatch.setattr(resource, "getrlimit", lambda which: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda which, new: limits.append(new))
    assert with_descriptors(USUAL) == USUAL
    assert limits[-1] == (USUAL.connections + OTHER_FILES, 100_000)
    limits[:] = [(256, 1_200)]
    fewer = with_descriptors(USUAL)
    assert limits[-1] == (1_200, 1_200)
    assert fewer.connections == 1_000
    assert 0 < fewer.desk_connections < fewer.connections


def test_a_full_hall_is_told_in_the_log_once_a_second(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    complaints = Complaints(lambda: now[0])
    for _ in range(1_000):
        complaints.say("full")
    assert len(caplog.records) == 1
    now[0] = 1.5
    complaints.say("full")
    assert len(caplog.records) == 2


# The table


def test_the_table_of_limits_in_the_documents_is_the_one_in_force() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| ([\d,.]+)", SECURITY.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: float(number.replace(",", "")) for name, number in rows} == NAMES


def test_limits_are_read_by_their_names() -> None:
    found = read_bounds(["connections=300", " head-seconds = 2.5 "])
    assert (found.connections, found.head_seconds) == (300, 2.5)
    assert found.body_bytes == USUAL.body_bytes
    with pytest.raises(BadInput, match="Perhaps head-seconds"):
        read_bounds(["head-second=3"])


def test_a_trusted_proxy_is_a_number_or_a_network() -> None:
    among = trusted(["192.168.1.5", "10.0.0.0/8", "::1"])
    assert [among(one) for one in ("192.168.1.5", "10.1.2.3", "::1", "192.168.1.6", "somewhere")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert trusted(["*"])("203.0.113.9")
