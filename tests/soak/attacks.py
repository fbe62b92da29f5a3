"""Attacks on a real server: whoever does not belong, odd forms, guesses, and kill -9 in the middle of it."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from tests.postgres import NoServer, Server
from tests.soak.trials import trial
from tests.web.hall import Prepared, kill, prepare
from tests.web.scene import EVENT
from tests.web.serving import end, start

from musterhall.store.opening import open_store
from musterhall.web.roles import ADDRESSES, EVERYBODY

PLAYERS = 8
REQUESTS = 60
SECONDS = 60.0
"""Patience with an answer; where all is well nobody waits so long."""
NAMES = ("0", "a.0", "9" * 5000, "x.y.z", "\u0663", "name", "card", "sides.0.fields", "\x00", "next", "key")
VALUES = ("", "1", "-1", "9" * 400, "\x1b[2J", "<script>", "p1", "../../etc/passwd", "%00", "\u202e")


@trial("attacks on a hall, SQLite", sample=1)
def attacks_on_a_file(seed: int) -> None:
    """Nobody gets in who does not belong, nothing fails, and after kill -9 every journal is whole."""
    with TemporaryDirectory() as folder:
        attack(Path(folder), str(Path(folder, "house.db")), seed)


@trial("attacks on a hall, PostgreSQL with two processes", sample=1)
def attacks_on_a_server(seed: int) -> None:
    """The same where two processes share a database."""
    try:
        server = Server()
    except NoServer:
        return
    try:
        with TemporaryDirectory() as folder:
            attack(Path(folder), server.new_database(), seed, "--workers", "2")
    finally:
        server.close()


def attack(folder: Path, db: str, seed: int, *options: str) -> None:
    luck, made = random.Random(seed), prepare(db, PLAYERS)
    running = start(folder, db, *options)
    try:
        with httpx.Client(base_url=running.url, timeout=SECONDS, trust_env=False) as line:
            for _ in range(REQUESTS):
                luck.choice((_stranger, _stranger, _odd_form, _guess))(line, made, luck)
            assert line.get(f"/api/events/{EVENT}/tasks", headers=made.owner).status_code == 200
        kill(running)
    finally:
        end(running)
    with open_store(db) as store:
        assert [problem for info in store.streams() for problem in store.sound(info.stream)] == []
        assert store.last(EVENT) >= made.last
    again = start(folder, db, *options)
    try:
        address = f"{again.url}/api/events/{EVENT}/tasks"
        answer = httpx.get(address, headers=made.owner, timeout=SECONDS, trust_env=False)
        assert answer.status_code == 200
    finally:
        end(again)


def _stranger(line: httpx.Client, _made: Prepared, luck: random.Random) -> None:
    """Asks for what is not open to everybody."""
    method, path = luck.choice(sorted(key for key, roles in ADDRESSES.items() if roles != EVERYBODY))
    answer = line.request(method, _filled(path), headers={"accept": "application/json"})
    assert answer.status_code in (401, 403, 404), f"{method} {path}: {answer.status_code}"


def _odd_form(line: httpx.Client, made: Prepared, luck: random.Random) -> None:
    """A form that no page of ours sends, from somebody who may send one."""
    posts = sorted(path for method, path in ADDRESSES if method == "POST" and path not in HARMFUL)
    path = luck.choice(posts)
    fields = {luck.choice(NAMES): luck.choice(VALUES) for _ in range(luck.randint(0, 4))}
    answer = line.post(_filled(path), data=fields, headers=made.owner)
    assert answer.status_code < 500, f"{path} {fields}: {answer.text[:200]}"


HARMFUL = ("/sign-out", "/e/{event}/delete", "/accounts/disable", "/accounts/password", "/demo")
"""What would end the trial, or take a minute."""


def _guess(line: httpx.Client, made: Prepared, luck: random.Random) -> None:
    fields = {"name": luck.choice(("owner", "nobody")), "password": luck.choice(VALUES)}
    answer = line.post("/sign-in", data=fields, headers=made.owner)
    assert answer.status_code in (400, 403, 429), answer.status_code
    link = line.get(f"/p/{luck.randbytes(20).hex()}")
    assert link.status_code in (404, 429)


def _filled(path: str) -> str:
    known = {"event": EVENT, "player": "p1", "number": "1", "table": "1", "draft": "d1", "what": "slips.pdf"}
    known |= {"pack": "herocon-2025", "name": "event.note", "token": "x"}
    for name, value in known.items():
        path = path.replace(f"{{{name}}}", value)
    return path
