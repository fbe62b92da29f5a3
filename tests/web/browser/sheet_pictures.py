"""Pictures of a match's sheets on a phone, for the documents."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.browser.venue import Venue, press

EVENT = "sheets"
DAMAGE = "Warhammer WHM-9D"


def damage(hall: Venue) -> Page:
    """A card on which something has happened."""
    page = _opened(hall)
    card = page.locator(".unit-sheet").filter(has_text=DAMAGE)
    card.locator("summary").click()
    for name in ("Hit for 6", "Hit for 2"):
        press(card, name)
    press(card.get_by_role("group", name=f"{DAMAGE}: Heat"), "1")
    expect(card.locator("[data-means]")).to_contain_text("Crippled")
    page.evaluate("scrollTo(0, 0)")
    return page


def turn(hall: Venue) -> Page:
    """Who moves how many units before the other does."""
    page = _opened(hall)
    page.locator(".sheets-tabs a").nth(2).click()
    press(page.locator("#turn"), "Anna")
    expect(page.locator(".to-move li").first).to_be_visible()
    return page


def _opened(hall: Venue) -> Page:
    page = hall.player(EVENT, "p1")
    page.goto(f"/e/{EVENT}/me/sheets")
    begins = page.get_by_role("button", name="Begin the sheets")
    if begins.count():
        begins.click()
    expect(page.locator(".sheets.tabbed")).to_be_visible()
    return page
