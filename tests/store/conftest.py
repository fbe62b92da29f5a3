"""What the store's tests share: an empty database of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.postgres import NoServer, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Started when a test first asks for it."""
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
