"""The server itself: starting, what it says and logs, several processes, and ending with pages open."""

from __future__ import annotations

import json
import logging
import signal
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import trustme
from starlette.testclient import TestClient
from tests.apart import apart
from tests.postgres import Server
from tests.web.scene import EVENT, Scene, day, populate
from tests.web.serving import SECONDS_TO_START, Running, running, until
from typer.testing import CliRunner

from musterhall.cli.main import app as muster
from musterhall.problems import BadInput
from musterhall.web import serving
from musterhall.web.accounts import OWNER
from musterhall.web.app import create_app
from musterhall.web.bounds import Bounds
from musterhall.web.logs import JsonLines, scrubbed
from musterhall.web.sessions import PLAYER, PUBLIC
from musterhall.web.settings import Settings

STREAM = f"/e/{EVENT}/stream?parts=standings"


@contextmanager
def prepared(db: str) -> Iterator[Scene]:
    """The event and its people in a database, before a server runs on it."""
    made = Scene(create_app(Settings(db=db)), TestClient(create_app(Settings(db=db))))
    populate(made, day())
    try:
        yield made
    finally:
        made.house.close()


def register(server: Running, token: dict[str, str], text: str) -> None:
    body = {"names": text}
    answer = httpx.post(
        f"{server.url}/api/events/{EVENT}/do/player.add",
        json=body,
        headers=token,
        timeout=SECONDS_TO_START,
        trust_env=False,
    )
    assert answer.status_code == 200, answer.text


class Listener(threading.Thread):
    """An open live page."""

    def __init__(self, server: Running) -> None:
        super().__init__(daemon=True)
        self.url = server.url + STREAM
        self.numbers: list[int] = []
        self.heard = threading.Condition()
        self.start()

    def run(self) -> None:
        try:
            with (
                httpx.Client(timeout=SECONDS_TO_START, trust_env=False) as client,
                client.stream("GET", self.url) as answer,
            ):
                for line in answer.iter_lines():
                    if line.startswith("data: {"):
                        with self.heard:
                            self.numbers.append(json.loads(line.removeprefix("data: "))["seq"])
                            self.heard.notify_all()
        except httpx.HTTPError:
            pass

    def wait_for(self, number: int) -> bool:
        with self.heard:
            return self.heard.wait_for(lambda: bool(self.numbers) and self.numbers[-1] >= number, SECONDS_TO_START)


def test_ctrl_c_ends_it_with_live_pages_open(tmp_path: Path) -> None:
    db = str(tmp_path / "house.db")
    with prepared(db) as made:
        last = made.house.desk(EVENT).ledger.last
        token = made.people[OWNER].bearer
    with running(tmp_path / "server", db) as server:
        listeners = [Listener(server) for _ in range(5)]
        assert all(one.wait_for(last) for one in listeners)
        register(server, token, "Late Lena")
        added = last + 2  # the event runs: she is entered, and is here
        assert all(one.wait_for(added) for one in listeners)
        server.stop(signal.SIGINT)
        assert all(line["level"] in ("debug", "info") for line in server.log_lines()), server.log()
    with running(tmp_path / "server", db) as server:
        shown = httpx.get(f"{server.url}/api/events/{EVENT}", timeout=SECONDS_TO_START, trust_env=False).json()
        assert shown["event_seq"] == added


def test_the_log_is_json_and_holds_no_secret(tmp_path: Path) -> None:
    db = str(tmp_path / "house.db")
    with prepared(db) as made:
        link = made.house.accounts.link_token(EVENT, "p1")
        token, cookie = made.people[OWNER].token, made.people[PLAYER].cookie
    with (
        running(tmp_path / "server", db, "--log-level", "debug") as server,
        httpx.Client(base_url=server.url, timeout=SECONDS_TO_START, trust_env=False) as client,
    ):
        client.get(f"/p/{link}")
        client.get(f"/p/{link}?again")
        client.get(f"/p/{link}/more")
        client.post("/sign-in", data={"name": "owner", "password": "a very secret word"})
        client.get(f"/api/events/{EVENT}/tasks", headers={"Authorization": f"Bearer {token}"})
        client.get(f"/e/{EVENT}/me", headers={"Cookie": f"muster={cookie}"})
        lines = server.log_lines()
        assert {"at", "level", "from"} <= set(lines[-1])
        asked = [line for line in lines if "path" in line]
        assert {"method", "path", "status", "ms"} <= set(asked[-1])
        assert "/p/..." in {line["path"] for line in asked}
        for secret in (link, token, cookie, "a very secret word"):
            assert secret not in server.log() + server.said()


def test_it_says_where_phones_go(tmp_path: Path) -> None:
    with running(tmp_path / "server", str(tmp_path / "house.db"), "--address", "http://192.168.7.7:80/") as server:
        assert "Musterhall is open at http://192.168.7.7:80\n" in server.said()
    with running(tmp_path / "alone", str(tmp_path / "house.db")) as server:
        assert f"http://127.0.0.1:{server.port}" in server.said()
        assert "Phones cannot reach" in server.said()


def test_a_change_made_through_one_process_is_live_in_all(tmp_path: Path, postgres: Server) -> None:
    db = postgres.new_database()
    with prepared(db) as made:
        last = made.house.desk(EVENT).ledger.last
        token = made.people[OWNER].bearer
    with running(tmp_path / "server", db, "--workers", "2") as server:
        # Connections go to either process as it comes, so that several reach both.
        listeners = [Listener(server) for _ in range(8)]
        assert all(one.wait_for(last) for one in listeners)
        for place in range(4):
            register(server, token, f"Player {place}")
        assert all(one.wait_for(last + 4) for one in listeners)
        server.stop(signal.SIGINT)


def test_ten_wrong_codes_are_ten_however_many_processes_answer(tmp_path: Path, postgres: Server) -> None:
    db = postgres.new_database()
    with prepared(db) as made:
        headers, wrong = made.people[PUBLIC].headers, {"code": "BBBBBB"}
    with running(tmp_path / "server", db, "--workers", "2") as server:
        # Each on a connection of its own, which either process may take.
        answers = [
            httpx.post(server.url + "/code", data=wrong, headers=headers, timeout=60, trust_env=False).status_code
            for _ in range(24)
        ]
    assert answers == [400] * 10 + [429] * 14


def test_no_process_goes_on_alone_when_the_first_is_killed(tmp_path: Path, postgres: Server) -> None:
    with running(tmp_path / "server", postgres.new_database(), "--workers", "2") as server:
        server.stop(signal.SIGKILL)
        until(lambda: not _answers(server))


def _answers(server: Running) -> bool:
    try:
        return httpx.get(f"{server.url}/healthz", timeout=5, trust_env=False).is_success
    except httpx.HTTPError:
        return False


def test_with_a_certificate_pages_and_cookies_go_by_https(tmp_path: Path) -> None:
    authority, files = trustme.CA(), (tmp_path / "certificate.pem", tmp_path / "key.pem")
    issued = authority.issue_cert("127.0.0.1")
    issued.cert_chain_pems[0].write_to_path(str(files[0]))
    issued.private_key_pem.write_to_path(str(files[1]))
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    options = ("--certificate", str(files[0]), "--key", str(files[1]))
    with running(tmp_path / "server", str(tmp_path / "house.db"), *options) as server:
        assert f"Musterhall is open at https://127.0.0.1:{server.port}" in server.said()
        answer = httpx.get(
            f"{server.url}/", verify=trusting, timeout=SECONDS_TO_START, trust_env=False, follow_redirects=True
        )
        assert answer.is_success
        assert "Secure" in answer.headers["set-cookie"]


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    found = CliRunner().invoke(muster, ["serve", "--db", str(tmp_path / "house.db"), "--workers", "2"])
    assert found.exit_code == 2
    assert found.stderr.count("\n") == 1
    assert "PostgreSQL" in found.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--port", "70000"],
        ["--workers", "0"],
        ["--log-level", "loud"],
        ["--address", "laptop"],
        ["--host", "203.0.113.7"],
        ["--db", "mysql://somewhere"],
        ["--certificate", "nowhere.pem"],
        ["--certificate", __file__],
        ["--key", "key.pem"],
        ["--limit", "connection=70"],
        ["--limit", "connections"],
        ["--limit", "connections=many"],
        ["--limit", "connections=10.5"],
        ["--limit", "head-seconds=0"],
        ["--limit", "connections=20", "--limit", "desk-connections=20"],
        ["--proxy", "laptop"],
    ],
)
def test_what_makes_no_sense_is_told_in_one_sentence(tmp_path: Path, options: list[str]) -> None:
    words = ["serve", "--port", "0", "--db", str(tmp_path / "house.db"), *options]
    found = apart(lambda: CliRunner().invoke(muster, words))
    assert found.exit_code == 2
    assert found.stderr.count("\n") == 1


def test_a_hall_in_which_nothing_can_be_written_is_not_called_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musterhall.web.serving.is_writable", lambda store: False)
    said: list[str] = []
    with pytest.raises(BadInput, match="nothing can be written there"):
        serving.run(Settings(db=str(tmp_path / "hall.db")), "127.0.0.1", 0, say=said.append)
    assert not said


def test_a_port_that_is_taken_is_told_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = CliRunner().invoke(
            muster, ["serve", "--host", "127.0.0.1", "--port", port, "--db", str(tmp_path / "house.db")]
        )
    assert found.exit_code == 2
    assert f"127.0.0.1:{port}" in found.stderr


def test_settings_reach_the_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    names = (serving.DB, serving.ADDRESS, serving.SECURE, serving.PRIVATE_HOOKS, serving.LOG_LEVEL, serving.BOUNDS)
    for name in names:
        monkeypatch.setenv(name, "")
    bounds = Bounds(connections=70, head_seconds=0.5)
    settings = Settings("somewhere.db", "http://10.0.0.1:8000", secure=True, private_hooks=True, bounds=bounds)
    serving.to_environment(settings, "warning")
    assert serving.from_environment() == settings


def test_the_own_address_is_found_without_asking_anybody() -> None:
    assert serving.own_address("192.168.7.7", 8000) == "http://192.168.7.7:8000"
    assert serving.own_address("::1", 8000) == "http://[::1]:8000"
    assert serving.own_address("0.0.0.0", 80).startswith("http://")
    with pytest.raises(BadInput):
        serving._listening("127.0.0.1", -1)


@pytest.mark.parametrize(
    "address",
    ["/" + "a" * 1_000_000, "http://" * 150_000, "a://b:" * 150_000, "a://b@" * 150_000, "cookie " * 150_000],
)
def test_an_address_without_end_is_scrubbed_in_one_go_and_logged_only_in_part(address: str) -> None:
    """Where the work grew with the square of the length, this would take an hour."""
    line = JsonLines().format(logging.LogRecord("x", logging.INFO, "", 1, "GET %s failed", (address,), None))
    assert len(line) < 10_000
    assert line.endswith('failed"}')
    long = f"{address[:100_000]} https://discord.example/api/webhooks/1/abcdef postgresql://muster:abcdef@db"
    assert "abcdef" not in scrubbed(long)


def test_only_the_beginning_of_a_long_address_is_in_the_line_of_a_request(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.INFO, "musterhall.web")
    with TestClient(create_app(Settings(db=str(tmp_path / "house.db")))) as client:
        client.get("/" + "a" * 5_000)
    [line] = [record.getMessage() for record in caplog.records if '"path"' in record.getMessage()]
    assert len(json.loads(line)["path"]) < 300


def test_secrets_are_taken_out_of_messages_and_traces() -> None:
    words = [
        "GET /p/abcdef234567 failed",
        "Authorization: Bearer muster_abcdefgh1234",
        "https://discord.com/api/webhooks/123/abcdef",
        "to=HTTPS://discord.com/api/Webhooks/123/abcdef?wait",
        "connect('postgresql+psycopg://muster:abcdef@db/muster')",
        "postgresql://muster:abc:def@abcdef@db/muster",
        "postgresql://muster:abcdef@db/muster",
        "password='abcdef12'",
    ]
    for word in words:
        assert "abcdef" not in scrubbed(word)
    try:
        raise ValueError("/p/abcdef234567")
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "failed", (), (type(error), error, error.__traceback__))
    line = json.loads(JsonLines().format(record))
    assert line["message"] == "failed"
    assert "abcdef" not in line["trace"]
