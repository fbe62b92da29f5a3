"""The web under load: a hall of phones with live pages, cards coming in, and a server that is killed meanwhile."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx
from tests.postgres import NoServer, Server
from tests.web.hall import Prepared, journal_problems, kill, prepare
from tests.web.phones import Taken
from tests.web.scene import EVENT
from tests.web.serving import Running, end, start

from benchmarks.web_load import Plan, Seen, fingerprint, p95
from musterhall.web.house import House
from musterhall.web.live import asked_of, part_html
from musterhall.web.sessions import PLAYER, PUBLIC, Session, Visitor
from musterhall.web.settings import Settings

PLAYERS = 84
PHONES = 300
LARGE_HALL = 600
"""Phones of a hall twice as large; all come from one address here, as they do from behind a venue's router."""
CARDS = 40
SECONDS = 10.0
KILLED_AFTER = 15
"""Cards acknowledged before the server is killed."""
STANDINGS = ("standings", "leaders", "my_results")
"""Parts in which a player's place shows; every phone has one of them."""
MOST_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Measured:
    """One kind of store; times in seconds."""

    store: str
    cards: int
    """Acknowledged, each of them once in the journal, in both runs."""
    phones: int
    delay: float
    """From an acknowledgement to the new standings on a phone, 95th percentile."""
    slowest: float
    """The same, of the last phone."""
    page: float
    """The public page, 95th percentile."""
    hello: float
    """A bare FastAPI application, asked by turns with it."""
    busy_page: float
    """The public page while cards come in, 95th percentile."""
    largest: int
    """Bytes of the largest page."""
    largest_page: str
    styles: int
    """Style sheets that a page asks for, at most."""
    back: int
    """Phones that came back by themselves after the server was killed."""

    @property
    def times_hello(self) -> float:
        return self.page / self.hello


@dataclass(frozen=True, slots=True)
class LargeHall:
    """Twice as many phones; times in seconds."""

    phones: int
    delay: float
    """From an acknowledgement to the new standings on a phone, 95th percentile."""
    slowest: float
    """The same, of the last phone."""


def measure() -> tuple[list[Measured], LargeHall | None]:
    """One process on SQLite; where a server can be started two on PostgreSQL, and these with twice the phones."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = [_measure("SQLite", [str(folder / "quiet.db"), str(folder / "killed.db")], folder)]
        try:
            server = Server()
        except NoServer:
            return found, None
        try:
            addresses = [server.new_database(), server.new_database()]
            found.append(_measure("PostgreSQL, two processes", addresses, folder, "--workers", "2"))
            return found, _large_hall(server.new_database(), folder)
        finally:
            server.close()


def _measure(store: str, addresses: list[str], folder: Path, *options: str) -> Measured:
    quiet, killed = addresses
    seen = _day(quiet, folder / f"{store} quiet", *options)
    after = _killed_day(killed, folder / f"{store} killed", *options)
    assert len(seen.taken) == len(after.taken) == CARDS, "every card is acknowledged in the end"
    assert len(seen.delays) == PHONES * CARDS, "every phone was told of every card"
    assert seen.lost == 0, "no phone lost the link"
    largest = max(seen.sizes, key=lambda page: seen.sizes[page])
    return Measured(
        store,
        len(seen.taken) + len(after.taken),
        len(seen.shown),
        p95(seen.delays),
        max(seen.delays),
        p95(seen.page),
        p95(seen.hello),
        p95(seen.busy_page),
        seen.sizes[largest],
        largest,
        max(seen.styles.values()),
        after.lost,
    )


def _large_hall(db: str, folder: Path) -> LargeHall:
    limits = ("--limit", f"address-streams={LARGE_HALL}", "--limit", f"address-connections={2 * LARGE_HALL}")
    seen = _day(db, folder / "large hall", "--workers", "2", *limits, phones=LARGE_HALL)
    assert len(seen.delays) == LARGE_HALL * CARDS, "every phone was told of every card"
    assert seen.lost == 0, "no phone lost the link"
    return LargeHall(len(seen.shown), p95(seen.delays), max(seen.delays))


def _day(db: str, folder: Path, *options: str, phones: int = PHONES) -> Seen:
    """Cards come in, and then people look at pages."""
    made = prepare(db, PLAYERS)
    server = start(folder, db, *options)
    try:
        with _hello() as hello:
            seen = _load(Plan(server.port, hello, made, phones, CARDS, SECONDS))
    finally:
        end(server)
    _check(db, made, seen)
    return seen


def _killed_day(db: str, folder: Path, *options: str) -> Seen:
    """Cards come in, and in the middle of it the server is killed and started again."""
    made = prepare(db, PLAYERS)
    servers: list[Running] = [start(folder, db, *options)]

    def taken(number: int) -> None:
        if number == KILLED_AFTER:
            kill(servers[0])
            servers.append(start(folder, db, *options, port=servers[0].port))

    try:
        seen = _load(Plan(servers[0].port, 0, made, PHONES, CARDS, SECONDS), taken)
    finally:
        for server in servers:
            end(server)
    _check(db, made, seen)
    return seen


def _load(plan: Plan, taken: Callable[[int], None] = lambda _: None) -> Seen:
    """Let the other process load the server, and hear what it has seen."""
    command = [sys.executable, "-m", "benchmarks.web_load"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps(asdict(plan)))
            process.stdin.close()
            for line in process.stdout:
                said = json.loads(line)
                if isinstance(said["taken"], list):
                    return Seen(**said)
                taken(said["taken"])
        finally:
            process.kill()
    raise AssertionError("the load has ended without a word")


def _check(db: str, made: Prepared, seen: Seen) -> None:
    """The answer before the speed: the journal has every card once, and every phone shows the last standings."""
    problems = journal_problems(db, made, [Taken(player, seq, 0.0) for player, seq in seen.taken])
    assert not problems, problems
    house = House(Settings(db=db))
    try:
        for player, shown in seen.shown:
            visitor = Visitor(Session(), player=player, role=PLAYER if player else PUBLIC)
            asked = asked_of(house, EVENT, visitor)
            found = [name for name in STANDINGS if name in shown]
            assert found, f"a phone shows no standings, but {list(shown)}"
            assert all(shown[name] == fingerprint(part_html(name, asked)) for name in found), f"{player}: is outdated"
    finally:
        house.close()


@contextmanager
def _hello() -> Iterator[int]:
    """A bare application on a port of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-m", "uvicorn", "benchmarks.web_hello:app", "--port", str(port)]
    with subprocess.Popen([*command, "--no-access-log", "--log-level", "warning"]) as process:
        try:
            _wait(f"http://127.0.0.1:{port}/")
            yield port
        finally:
            process.terminate()


def _wait(url: str) -> None:
    until = time.monotonic() + MOST_SECONDS
    while True:
        try:
            httpx.get(url, trust_env=False).raise_for_status()
            return
        except httpx.HTTPError:
            if time.monotonic() > until:
                raise
        time.sleep(0.05)


if __name__ == "__main__":
    stores, hall = measure()
    for one in stores:
        print(f"{one.store}: {one.phones} phones, {one.cards} cards, each once in the journal")
        print(f"  standings on a phone after {one.delay:.2f} s (p95), {one.slowest:.2f} s at most")
        print(f"  public page {one.page * 1000:.1f} ms, {one.times_hello:.1f} times hello ({one.hello * 1000:.1f} ms)")
        print(f"  public page while cards come in {one.busy_page * 1000:.0f} ms")
        print(f"  largest page {one.largest / 1000:.0f} KB ({one.largest_page}), {one.styles} style sheet")
        print(f"  killed: {one.back} phones came back")
    if hall is not None:
        print(f"{hall.phones} phones: standings after {hall.delay:.2f} s (p95), {hall.slowest:.2f} s at most")
