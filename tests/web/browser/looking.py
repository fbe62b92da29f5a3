"""What every page has to be: readable to screen readers, no wider than a phone, and light enough for a bad network."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page
from tests.web.browser.venue import LAPTOP, PATIENCE, PHONE, Scheme

MOST_BYTES = 100_000
GRAVE = ("serious", "critical")
QUIET_LOOKS = 4

# Colours go with the scheme and places with the size, so two of the four looks need these rules alone.
LOOKS: tuple[tuple[tuple[int, int], Scheme, dict[str, Any]], ...] = (
    (PHONE, "dark", {}),
    (PHONE, "light", {"runOnly": ["color-contrast"]}),
    (LAPTOP, "light", {}),
    (LAPTOP, "dark", {"runOnly": ["color-contrast"]}),
)


@dataclass(slots=True)
class Weight:
    """What came over the network for a page."""

    size: int = 0
    sheets: list[str] = field(default_factory=list)
    loading: set[str] = field(default_factory=set)


@contextmanager
def weighed(page: Page) -> Iterator[Weight]:
    """Count what a page loads, with nothing from a cache and until nothing more comes but its stream."""
    found = Weight()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def asked(event: dict[str, Any]) -> None:
        # A stream never ends, and neither does an answer whose body nobody reads.
        if event.get("type") not in ("EventSource", "Fetch"):
            found.loading.add(event["requestId"])

    def received(event: dict[str, Any]) -> None:
        if event["type"] == "Stylesheet":
            found.sheets.append(event["response"]["url"])

    def finished(event: dict[str, Any]) -> None:
        found.size += int(event["encodedDataLength"])
        found.loading.discard(event["requestId"])

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.responseReceived", received)
    session.on("Network.loadingFinished", finished)
    session.on("Network.loadingFailed", lambda event: found.loading.discard(event["requestId"]))
    yield found
    _wait_for_all(page, found)
    session.detach()


def _wait_for_all(page: Page, weight: Weight) -> None:
    """A script that has come may ask for another one, so it has to stay quiet for a moment."""
    until = time.monotonic() + PATIENCE / 1000
    quiet = 0
    while quiet < QUIET_LOOKS:
        page.wait_for_timeout(30)
        quiet = 0 if weight.loading else quiet + 1
        assert time.monotonic() < until, f"{page.url}: still loads {len(weight.loading)} files"


def findings(page: Page) -> list[str]:
    """Everything about a page that somebody would have trouble with."""
    found: list[str] = []
    for (width, height), scheme, options in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        where = f"{page.url} at {width} px, {scheme}"
        found += [f"{where}: {one}" for one in grave_violations(page, options)]
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found.append(f"{where}: is {wide} px wide")
    return found


def grave_violations(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """What axe-core calls serious or critical, with the places."""
    known = {"resultTypes": ["violations"], **(options or {})}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    result = page.evaluate("(options) => axe.run(options)", known)
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in result["violations"]
        if one["impact"] in GRAVE
    ]
