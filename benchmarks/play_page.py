"""The page of a battle in a real browser: what it weighs, and how smoothly a crowded table is drawn."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from tests.conftest import CHROMIUM, CHROMIUM_ARGS
from tests.web.serving import running

from benchmarks.battles import FORCES
from benchmarks.play import PERSON_PLAYS_AS, Person, making_up_minds, seated, visiting
from musterhall.data_files import DataFiles
from musterhall.store.journals import Store
from musterhall.store.opening import open_store

FILES, FORMATION = DataFiles("musterhall.games.the_game"), "[[formation]]"
UNITS = 200
"""That stand on the table at least."""
ANSWERS = 70
"""Until both sides have marched on."""
SECONDS = 5.0
LAPTOP = ViewportSize(width=1366, height=768)

ZOOMING = """(seconds) => new Promise((done) => {
  const board = document.querySelector("svg.board");
  const box = board.getBoundingClientRect();
  const middle = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  let began = null, frames = 0;
  const step = (now) => {
    began ??= now;
    const spent = (now - began) / 1000;
    if (spent >= seconds) return done(frames / spent);
    frames += 1;
    const deltaY = Math.floor(spent) % 2 ? 8 : -8;
    board.dispatchEvent(new WheelEvent("wheel", { deltaY, ...middle, bubbles: true, cancelable: true }));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
"""Zooms in for a second and out for another, a little with every frame."""


@dataclass(frozen=True, slots=True)
class Measured:
    bytes: dict[str, int]
    """What came over the line until the first question was there, by what it was."""
    units: int
    frames: float
    """A second, while somebody zooms."""

    @property
    def size(self) -> int:
        return sum(self.bytes.values())

    def told(self) -> str:
        parts = ", ".join(f"{name} {size / 1000:.0f}" for name, size in self.bytes.items())
        return f"{self.size / 1000:.0f} KB ({parts})"


def measure() -> Measured:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        db = str(folder / "hall.db")
        with running(folder, db) as server, open_store(db) as store:
            first, crowded, units = asyncio.run(_begun(server.url, store))
            assert units >= UNITS, f"only {units} units stand on the table"
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGS))
                size = _weighed(browser, f"{server.url}/play/{first.battle}/{first.seat}")
                frames = _drawn(browser, f"{server.url}/play/{crowded.battle}/{crowded.seat}")
                browser.close()
    return Measured(size, units, frames)


async def _begun(url: str, store: Store) -> tuple[Person, Person, int]:
    """A battle that has just begun, and one with a crowd on the table, of so many units."""
    with making_up_minds() as minds:
        async with visiting(url) as client:
            first = await seated(client, store, minds, PERSON_PLAYS_AS)
            red, blue = FORCES
            crowded = await seated(client, store, minds, PERSON_PLAYS_AS, table_seed=1, red=_twice(red), blue=blue)
            await crowded.play(ANSWERS, 0.0)
            return first, crowded, _standing(await crowded.call(""))


def _twice(force: str) -> str:
    """A shipped force with every formation twice, but for the one commander."""
    head, *formations = FILES.text("forces", f"{force}.toml").split(FORMATION)
    again = [
        re.sub(r'(name|battle_group) = "', r"\g<0>Second ", text).replace("commander = true", "") for text in formations
    ]
    return FORMATION.join([head.replace("points = 1000", "points = 2000"), *formations, *again])


def _standing(view: dict[str, Any]) -> int:
    status = {row[0]: row[4] for frame in view["replay"]["frames"] for row in frame.get("pieces", ())}
    return list(status.values()).count("on")


def _weighed(browser: Browser, url: str) -> dict[str, int]:
    """Bytes by kind of what a browser that has never been here takes in until it asks the first question."""
    page = browser.new_page(viewport=LAPTOP)
    line = page.context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    sizes: Counter[str] = Counter()
    line.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"].lower()}))
    line.on("Network.loadingFinished", lambda told: sizes.update({kinds[told["requestId"]]: told["encodedDataLength"]}))
    line.send("Network.enable")
    _open(page, url)
    page.close()
    assert {"document", "script", "stylesheet", "fetch"} <= set(sizes), f"the page is not whole: {dict(sizes)}"
    return {kind: int(size) for kind, size in sizes.items()}


def _drawn(browser: Browser, url: str) -> float:
    page = browser.new_page(viewport=LAPTOP)
    _open(page, url)
    frames: float = page.evaluate(ZOOMING, SECONDS)
    page.close()
    return frames


def _open(page: Page, url: str) -> None:
    page.goto(url)
    page.locator(".ask .question").wait_for(timeout=60_000)


if __name__ == "__main__":
    found = measure()
    print(found.told())
    print(f"{found.frames:.0f} frames a second with {found.units} units")
