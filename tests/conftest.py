"""What several tests share: a browser for the pages, and an empty database of each kind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import argon2
import pytest
import typer.main
import typer.testing
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect, sync_playwright
from tests.postgres import NoServer, Server
from tests.slow import SLOW

# Speed is a benchmark here, not a test: a first call may compile for a second. The examples are the same in each run,
# so that a failure belongs to what was changed; MUSTER_EXAMPLES=new looks for others.
# On a busy machine no test fails for being slow; a test that allows more for itself must allow this again.
BY_THE_CLOCK = [HealthCheck.too_slow]
settings.register_profile("musterhall", deadline=None, suppress_health_check=BY_THE_CLOCK, derandomize=True)
settings.register_profile("new", deadline=None, suppress_health_check=BY_THE_CLOCK, derandomize=False)
settings.load_profile("new" if os.environ.get("MUSTER_EXAMPLES") == "new" else "musterhall")

# Patience with what must come, in milliseconds: a busy machine is slow, and where all is well nobody waits so long.
expect.set_options(timeout=60_000)

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

# Chromium refuses its sandbox as root; the rest keeps it from talking to anything but the page under test.
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each gets the marks of what it needs; the long ones come first, so that nobody waits for one alone at the end."""
    for item in items:
        for mark in marks_of(item):
            item.add_marker(mark)
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def marks_of(item: pytest.Item) -> Iterator[str]:
    """What `make quick` goes by: the fixtures that a test asks for, its folder, and the list of slow ones."""
    fixtures = set(getattr(item, "fixturenames", ()))
    databases = getattr(getattr(item, "callspec", None), "params", {}).values()
    if "browser" in fixtures or "browser" in item.path.parts:
        yield "browser"
    if fixtures & {"server", "postgres"} or "postgresql" in databases:
        yield "postgres"
    if "soak" in item.path.parts:
        yield "soak"
    if item.nodeid.startswith(SLOW):
        yield "slow"


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what belongs to whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("MUSTER_DB", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def patient_pages() -> Iterator[None]:
    """What a page gives up after some seconds has all the time it needs here: a busy machine is slow."""
    from musterhall.web import battles
    from musterhall.web.pages import referee

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(battles, "SECONDS", 600.0)
        patch.setattr(referee._workshop, "seconds", 600.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """A hash that takes its time is right against thieves, and tests make hundreds of accounts."""
    cheap = partial(argon2.PasswordHasher, time_cost=1, memory_cost=64, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(argon2, "PasswordHasher", cheap)
        yield


@pytest.fixture(scope="session", autouse=True)
def commands_built_once() -> Iterator[None]:
    """To build all commands takes longer than to run most of them, and the tests run hundreds."""
    built = cache(typer.main.get_command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.main.get_command", built)
        patch.setattr("typer.testing._get_command", built)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless chromium with a fresh profile; a test that wants one is skipped where there is none."""
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip(f"no chromium at {CHROMIUM}: install it or name another in $CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server of our own, started when a test first asks for it."""
    try:
        server = Server()
    except NoServer as reason:
        pytest.skip(str(reason))
    yield server
    server.close()


@pytest.fixture
def postgres(server: Server) -> Iterator[Server]:
    yield server
    server.take_back()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new database may be: every test that asks for it runs on both kinds."""
    if request.param == "sqlite":
        return str(tmp_path / "journals.db")
    server: Server = request.getfixturevalue("postgres")
    return server.new_database()
