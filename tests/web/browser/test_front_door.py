"""From the start page to a table with a question on it: by mouse, by keyboard, and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.venue import LAPTOP, PHONE, PROJECTOR, Scheme, Venue

GAME = "Age of Destruction"
MOST_STEPS = 80


def sits_at_a_table(page: Page) -> None:
    page.wait_for_url(re.compile(r"/play/battle-\w+$"))
    expect(page.locator(".playing svg.board")).to_be_visible()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_battle_begins_by_mouse_and_is_found_again(new_venue: Venue) -> None:
    page = new_venue.screen()
    page.goto("/")
    page.get_by_role("link", name="Play a battle").click()
    page.get_by_role("link", name=GAME).click()
    page.get_by_role("radio", name="Twin hills").check()
    page.get_by_role("radio", name="Both at this screen").check()
    page.get_by_placeholder("Your name").fill("Ann")
    page.get_by_role("button", name="Begin", exact=True).click()
    sits_at_a_table(page)
    table = page.url
    page.goto("/battles")
    page.get_by_role("link", name="Go on: your turn").click()
    page.wait_for_url(table)


def test_pressing_begin_twice_begins_one_battle(new_venue: Venue) -> None:
    page = new_venue.screen()
    page.goto("/play?game=age_of_destruction")
    page.get_by_role("radio", name="A friend").check()
    page.evaluate(
        "() => { const begin = document.querySelector('.begin button'); begin.click(); begin.click(); begin.click(); }"
    )
    sits_at_a_table(page)
    page.goto("/battles")
    expect(page.locator("a[href^='/play/battle-']")).to_have_count(1)


def test_a_battle_begins_without_a_mouse(new_venue: Venue) -> None:
    page = new_venue.screen()
    page.goto("/play?game=age_of_destruction#setting-up")
    page.locator("input[name=table]").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("input[name=table]:checked").input_value() == "old-forest"
    for _ in range(MOST_STEPS):
        if page.evaluate("document.activeElement.name") == "against":
            break
        page.keyboard.press("Tab")
    while page.locator("input[name=against]:checked").input_value() != "both":
        page.keyboard.press("ArrowDown")
    assert page.evaluate("getComputedStyle(document.activeElement.closest('label')).outlineStyle !== 'none'"), (
        "whoever has no mouse sees where they are"
    )
    for _ in range(MOST_STEPS):
        if page.evaluate("document.activeElement.name") == "name":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    sits_at_a_table(page)


def test_a_battle_begins_on_a_phone(new_venue: Venue) -> None:
    page = new_venue.phone()
    page.goto("/")
    page.get_by_role("link", name="Play a battle").tap()
    page.get_by_role("link", name=GAME).tap()
    page.get_by_role("radio", name="Both at this screen").tap()
    begin = page.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_in_viewport()
    page.get_by_placeholder("Your name").fill("Ann")
    begin.tap()
    sits_at_a_table(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP, PROJECTOR])
def test_nothing_sticks_out_at_any_width(new_venue: Venue, size: tuple[int, int], scheme: Scheme) -> None:
    page = new_venue.screen(size, scheme)
    for address in ("/play", "/play?game=alpha_strike&setup=salvage", "/battles"):
        page.goto(address)
        assert fits(page), address
        page.wait_for_function("[...document.images].every((one) => one.loading === 'lazy' || one.naturalWidth)")
