"""Halls with a desk: in the middle of a day, early, behind a port."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.events.test_contradictions import agreed
from tests.web.desk.at_the_desk import DAY
from tests.web.scene import Scene, begun, populate, scene
from tests.web.serving import running_here

from musterhall.web.app import create_app
from musterhall.web.settings import Settings


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "hall.db")), DAY) as made:
        yield made


@pytest.fixture
def early(tmp_path: Path) -> Iterator[Scene]:
    """While the round is set up."""
    with scene(Settings(db=str(tmp_path / "early.db")), begun()) as made:
        yield made


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Scene, str]]:
    with serving_desk(tmp_path) as found:
        yield found


@contextmanager
def serving_desk(folder: Path) -> Iterator[tuple[Scene, str]]:
    """The same scene behind a real port, for browsers."""
    app = create_app(Settings(db=str(folder / "hall.db")))
    with running_here(app) as server:
        made = Scene(app, None)  # type: ignore[arg-type]
        populate(made, DAY)
        yield made, server.url


@pytest.fixture
def contradictory(tmp_path: Path) -> Iterator[Scene]:
    """Anna and Boris have agreed on a card that cannot be: her commander is gone, and he has nothing for it."""
    with scene(Settings(db=str(tmp_path / "hall.db")), tuple(agreed().ledger.entries)) as made:
        yield made
