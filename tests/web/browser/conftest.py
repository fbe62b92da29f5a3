"""A server for each trial, and the screens that look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.browser.venue import Venue, venue


@pytest.fixture
def new_venue(browser: Browser, tmp_path: Path) -> Iterator[Venue]:
    """A server on its first day: no account, no event."""
    with venue(browser, tmp_path) as found:
        yield found
        found.require_quiet()
