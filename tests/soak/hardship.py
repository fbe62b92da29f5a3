"""A real server in hard times: floods, clocks that jump, disks that take no more, and pages that borrow its number."""

from __future__ import annotations

import random
import re
import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from sqlalchemy import text
from tests.postgres import NoServer, Server
from tests.soak.trials import trial
from tests.web.hall import Prepared, prepare
from tests.web.scene import EVENT
from tests.web.serving import Running, running, until

from musterhall.store.opening import open_store
from musterhall.web import accounts as rules

PLAYERS = 8
SECONDS = 60.0
"""Patience with an answer; where all is well nobody waits so long."""
SMALL = ("connections=60", "desk-connections=20", "address-connections=40", "head-seconds=2", "body-seconds=2")
NOTE = f"/api/events/{EVENT}/do/event.note"
TASKS = f"/api/events/{EVENT}/tasks"
SITE = """
import os, time
real, file = time.time, os.environ["HALL_CLOCK"]
time.time = lambda: real() + float(open(file).read())
"""
"""Python reads this before anything else: the machine's time of day is as a file says, in every process."""

Hardship = Callable[[Path, str, int, tuple[str, ...]], None]


def on_both(name: str, hardship: Hardship, about: str, *, sample_on_a_server: int = 0) -> None:
    """A trial on a file, and one where two processes share a server's database.

    Every test run tries the second only where the database or the other process has a part in what goes wrong.
    """

    def on_a_file(seed: int) -> None:
        with TemporaryDirectory() as folder:
            hardship(Path(folder), str(Path(folder, "house.db")), seed, ())

    def on_a_server(seed: int) -> None:
        try:
            server = Server()
        except NoServer:
            return
        try:
            with TemporaryDirectory() as folder:
                hardship(Path(folder), server.new_database(), seed, ("--workers", "2"))
        finally:
            server.close()

    on_a_file.__doc__ = on_a_server.__doc__ = about
    trial(f"{name}, SQLite", sample=1)(on_a_file)
    trial(f"{name}, PostgreSQL with two processes", sample=sample_on_a_server)(on_a_server)


def asked(server: Running, path: str, headers: dict[str, str] | None = None) -> int:
    """0 where nobody answers."""
    try:
        return httpx.get(f"{server.url}{path}", headers=headers, timeout=SECONDS, trust_env=False).status_code
    except httpx.HTTPError:
        return 0


def noted(server: Running, made: Prepared, words: str) -> httpx.Response:
    return httpx.post(f"{server.url}{NOTE}", json={"text": words}, headers=made.owner, timeout=SECONDS, trust_env=False)


def require_whole(db: str) -> None:
    with open_store(db) as store:
        assert [problem for info in store.streams() for problem in store.sound(info.stream)] == []
        hours = [entry.at for entry in store.entries(EVENT)]
        assert hours == sorted(hours)


# Floods


def flood(folder: Path, db: str, seed: int, options: tuple[str, ...]) -> None:
    luck, made = random.Random(seed), prepare(db, PLAYERS)
    limits = [word for limit in SMALL for word in ("--limit", limit)]
    with running(folder, db, *options, *limits) as server:
        with _held(server.port, luck):
            # One process may be full at this very moment and the other not: the desk comes in with one of its tries.
            until(lambda: asked(server, TASKS, made.owner) == 200)
        until(lambda: asked(server, f"/e/{EVENT}") == 200)
    require_whole(db)


@contextmanager
def _held(port: int, luck: random.Random) -> Iterator[None]:
    """As many lines as a hall takes, and more: silent, with half a head, or with a body that never comes."""
    begun = (
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: hall\r\nX-Slow: ",
        b"POST /sign-in HTTP/1.1\r\nHost: hall\r\n",
    )
    with ExitStack() as stack:
        for _ in range(luck.randint(60, 90)):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=SECONDS))
            try:
                line.sendall(luck.choice(begun))
            except ConnectionError:
                continue
        yield


on_both("a flood of strangers", flood, "While strangers hold every line the desk gets in, and afterwards everybody.")


# Clocks


def clocks(folder: Path, db: str, seed: int, options: tuple[str, ...]) -> None:
    luck, made = random.Random(seed), prepare(db, PLAYERS)
    clock, site = folder / "clock", folder / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    clock.write_text("0", encoding="utf-8")
    for start in range(2):
        with running(folder, db, *options, PYTHONPATH=str(site), HALL_CLOCK=str(clock)) as server:
            for jump in luck.sample([-86400 * 30, -3600, -60, 60, 3600, 86400 * 30], 3):
                _set(clock, jump)
                assert noted(server, made, f"{start} {jump}").status_code == 200, jump
                assert asked(server, TASKS, made.owner) == 200, "nobody is signed out by it"
        # The next start goes by what the machine says then: an hour either way, and the sign-in is as good as before.
        _set(clock, luck.choice([-60, 3600]))
    require_whole(db)


def _set(clock: Path, seconds: int) -> None:
    other = clock.with_suffix(".new")
    other.write_text(str(seconds), encoding="utf-8")
    other.replace(clock)


on_both("clocks that jump", clocks, "A clock set back or ahead signs nobody out, and no hour of a journal goes back.")


# Disks


def disks(folder: Path, db: str, seed: int, options: tuple[str, ...]) -> None:
    luck, made = random.Random(seed), prepare(db, PLAYERS)
    with running(folder, db, *options) as server:
        assert noted(server, made, "before").status_code == 200
        harm = _read_only if options else _full
        with harm(db, server):
            answers = [noted(server, made, "x" * luck.randint(1, 3000)) for _ in range(30)]
            assert {one.status_code for one in answers} <= {200, 503}, {one.status_code for one in answers}
            assert answers[-1].status_code == 503
            assert not any(str(folder) in one.text for one in answers), "no path of the server reaches a page"
            assert asked(server, f"/e/{EVENT}") == 200, "what is there can be read"
        until(lambda: noted(server, made, "after").status_code == 200)
    require_whole(db)


@contextmanager
def _full(db: str, server: Running) -> Iterator[None]:
    """No file of the server grows any more, as on a disk that is full."""
    usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size = max(one.stat().st_size for one in Path(db).parent.glob(f"{Path(db).name}*"))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)


@contextmanager
def _read_only(db: str, _server: Running) -> Iterator[None]:
    """A database that takes nothing, as a server's does on a disk that was mounted again after an error."""
    _make_read_only(db, "on")
    try:
        yield
    finally:
        _make_read_only(db, "off")


def _make_read_only(db: str, how: str) -> None:
    with open_store(db) as store:
        engine = store.engine.execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            name = connection.execute(text("SELECT current_database()")).scalar()
            connection.execute(text("SET default_transaction_read_only = off"))
            connection.execute(text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {how}'))
            others = "FROM pg_stat_activity WHERE datname = :name AND pid <> pg_backend_pid()"
            connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"), {"name": name})


on_both(
    "disks that take no more",
    disks,
    "A full or read-only disk is a 503, reading goes on, and nothing is lost.",
    sample_on_a_server=1,
)


# Foreign hosts

FOREIGN = (
    *("evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "evil.localhost.example"),
    *("localhost@evil.example", "127.0.0.1:80@evil.example", "evil.example#localhost", "[::1].evil.example", "a" * 300),
)
CLAIMS: tuple[dict[str, str], ...] = (
    {},
    {"x-forwarded-host": "localhost"},
    {"x-forwarded-for": "127.0.0.1"},
    {"forwarded": "host=localhost"},
)


def foreign_hosts(folder: Path, db: str, seed: int, options: tuple[str, ...]) -> None:
    luck = random.Random(seed)
    with running(folder, db, *options, "--limit", "address-tries=100") as server:
        for _ in range(20):
            answer = _first_account(server, luck.choice(FOREIGN), luck.choice(CLAIMS))
            assert answer.status_code in (400, 403, 421, 429), answer.status_code
            assert _accounts(db) == 0
        assert _first_account(server, f"127.0.0.1:{server.port}", {}).status_code == 303
        assert _accounts(db) == 1


def _first_account(server: Running, host: str, claims: dict[str, str]) -> httpx.Response:
    """As a page elsewhere would have a browser on the server's own machine do it, with a token of the right session."""
    with httpx.Client(base_url=server.url, timeout=SECONDS, trust_env=False) as browser:
        page = browser.get("/", headers={"accept": "text/html"}, follow_redirects=True)
        token = re.search(r'name="form_token" value="([^"]+)"', page.text)
        assert token is not None
        fields = {"form_token": token[1], "name": "Mallory", "password": "a long evil horse"}
        return browser.post("/first-account", data=fields, headers={"host": host, **claims})


def _accounts(db: str) -> int:
    with open_store(db) as store:
        return sum(entry.kind == "account.made" for entry in store.entries(rules.STREAM))


on_both("foreign hosts", foreign_hosts, "A page that gives its own name this machine's number makes no first account.")
