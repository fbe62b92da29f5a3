"""Pictures of battles that are played here, for the documents: stills of each game's table, and one that moves.

The player takes the captain's hints, so that what one sees is a battle that goes somewhere.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.web.browser.gesturing import ASKED, AT_ONCE

MOVING = "playing.webp"
LARGE = ViewportSize(width=1366, height=768)
SMALL = ViewportSize(width=1000, height=600)
FRAME = 180
"""Milliseconds that each picture stands."""
MOST_PICTURES = 90
QUALITY = 62
LARGEST = 3_000_000
USUAL_PACE = 'localStorage.setItem("muster pace", "2")'

STILLS = {
    "table": ("the_game", "At whom"),
    "table-alpha-strike": ("alpha_strike", "What does"),
    "table-age-of-destruction": ("age_of_destruction", "Whom does"),
}
"""By file: the game, and the question at which the picture is taken."""


def stills(browser: Browser, url: str) -> Iterator[tuple[str, Page]]:
    for name, (game, question) in STILLS.items():
        page = browser.new_context(viewport=LARGE, base_url=url).new_page()
        _sit_down(page, game)
        _play_to(page, question)
        page.locator(".panel .targets button").first.click()
        page.wait_for_timeout(500)
        yield name, page


def moving(browser: Browser, url: str, folder: Path) -> Path:
    """A formation moves and fires, and the enemy answers: taken while it happens."""
    page = browser.new_context(viewport=SMALL, base_url=url).new_page()
    _sit_down(page, "the_game")
    _play_to(page, r"Where .* move\?")
    page.evaluate(USUAL_PACE)
    page.reload()
    page.wait_for_function(ASKED)
    pictures: list[Image.Image] = []
    while len(pictures) < MOST_PICTURES:
        if page.locator(".ask").is_visible():
            page.locator("[data-do=hint]").click()
            expect(page.locator("[data-do=do-that]")).to_be_visible(timeout=30_000)
            pictures += [_picture(page)] * 5
            page.locator("[data-do=do-that]").click()
        pictures.append(_picture(page))
        page.wait_for_timeout(60)
    page.context.close()
    path = folder / MOVING
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=FRAME, loop=0, quality=QUALITY, method=4)
    assert path.stat().st_size < LARGEST, f"{path} has become too large for a README"
    return path


def _sit_down(page: Page, game: str) -> None:
    page.goto("/play")
    begun: dict[str, Any] = page.request.post(
        "/api/battles", data={"game": game, "lesson": True}, headers={"muster-seat": ""}
    ).json()
    page.goto(f"/play/{begun['battle']}/{begun['seats']['0']}")
    page.evaluate(AT_ONCE)
    page.reload()


def _play_to(page: Page, question: str) -> None:
    """Do what the captain would do until this is asked."""
    for _ in range(60):
        page.wait_for_function(ASKED)
        if re.match(question, page.locator(".question").inner_text()):
            return
        answers = page.locator(".playing").get_attribute("data-answers")
        page.locator("[data-do=hint]").click()
        page.locator("[data-do=do-that]").click(timeout=30_000)
        page.wait_for_function("(n) => document.querySelector('.playing').dataset.answers !== n", arg=answers)
    raise AssertionError(f"nothing was asked like {question!r}")


def _picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(type="jpeg", quality=85))).convert("RGB")
