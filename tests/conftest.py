"""What several tests share: a browser for the pages."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# Speed is a benchmark here, not a test: a first call may compile for a second.
settings.register_profile("musterhall", deadline=None)
settings.load_profile("musterhall")

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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless chromium with a fresh profile; a test that wants one is skipped where there is none."""
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip(f"no chromium at {CHROMIUM}: install it or name another in $CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGS))
        yield browser
        browser.close()
