"""Every main page: accessible in light and dark on phone and laptop, never wider than the phone, small, one sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.looking import MOST_BYTES, findings, weighed
from tests.web.browser.venue import PROJECTOR, Venue, before, day, venue
from tests.web.serving import until

EVENT = "/e/herocon"
DESK = f"{EVENT}/desk"
PUBLIC = (
    "/",
    "/sign-in",
    EVENT,
    f"{EVENT}/pairings",
    f"{EVENT}/standings",
    f"{EVENT}/results",
    f"{EVENT}/rules",
    "/e/drafting/drafts/d1",
    "/e/over",
    "/builder",
    "/referee",
    "/odds",
    "/odds?target.unit=Griffin+GRF-6S&1.unit=Atlas+AS7-D&2.unit=Locust+LCT-3M",
    "/replays",
)
PLAYER = (f"{EVENT}/me", f"{EVENT}/me/card", f"{EVENT}/me/force", f"{EVENT}/me/scenario")
DRAFTER = ("/e/drafting/me", "/e/drafting/me/draft", "/e/drafting/me/force")
ORGANISER = (
    "/",
    "/new",
    "/account",
    DESK,
    f"{DESK}/players",
    f"{DESK}/players/p1",
    f"{DESK}/forces",
    f"{DESK}/forces/p1",
    "/e/paired/desk/pairings",
    f"{DESK}/cards",
    f"{DESK}/cards/2/1",
    f"{DESK}/cards/2/4",
    f"{DESK}/awards",
    f"{DESK}/journal",
    f"{DESK}/paper",
    f"{DESK}/people",
    "/e/drafting/desk/drafts",
)


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    """One event amid a round, one with unpublished pairings, one where figures are drafted, and one that is over."""
    quiet = day(seed=1, trouble=False, through=None)
    events = {
        "herocon": day(seed=1, players=9),
        "paired": before(quiet, "round.published", 2),
        "drafting": before(day("drafted-for-war", 4, 3, None, trouble=False), "draft.picked", 6),
        "over": quiet,
    }
    folder: Path = tmp_path_factory.mktemp("hall")
    with venue(browser, folder, events) as found:
        yield found


def _look_at(hall: Venue, page: Page, paths: tuple[str, ...]) -> None:
    found: list[str] = []
    for path in paths:
        with weighed(page) as weight:
            page.goto(path, wait_until="load")
            expect(page.locator("h1").first).to_be_visible()
        found += findings(page)
        if weight.size > MOST_BYTES:
            found.append(f"{path}: {weight.size} bytes")
        if len(weight.sheets) != 1:
            found.append(f"{path}: style comes in {len(weight.sheets)} requests: {weight.sheets}")
    assert not found, "\n".join(found)
    hall.require_quiet()


def test_pages_for_everybody_are_open_to_all_and_light(hall: Venue) -> None:
    _look_at(hall, hall.phone(service_workers="block"), PUBLIC)


def test_the_referee_with_a_table_drawn_is_open_to_all_and_light(hall: Venue) -> None:
    _look_at(hall, hall.phone(service_workers="block"), ("/referee?example=crossfire",))


def test_a_players_pages_are_open_to_all_and_light(hall: Venue) -> None:
    _look_at(hall, hall.player("herocon", "p1", service_workers="block"), PLAYER)
    _look_at(hall, hall.player("drafting", "p4", service_workers="block"), DRAFTER)


def test_the_desks_pages_are_open_to_all_and_light(hall: Venue) -> None:
    _look_at(hall, hall.organiser(service_workers="block"), ORGANISER)


def test_the_projector_fits_the_wall_and_can_be_read(hall: Venue) -> None:
    page = hall.screen(PROJECTOR, service_workers="block")
    for show in ("pairings", "clock", "standings"):
        with weighed(page) as weight:
            page.goto(f"{EVENT}/projector?show={show}")
            expect(page.locator(f".slide.{show}:not([hidden])")).to_have_count(1)
        assert weight.size < MOST_BYTES
        assert len(weight.sheets) == 1
        # what is too long for the wall is made smaller once it is there
        until(lambda: bool(page.evaluate("document.documentElement.scrollHeight") <= PROJECTOR[1]))
        assert page.evaluate("document.documentElement.scrollWidth") <= PROJECTOR[0]
    hall.require_quiet()


def test_the_look_itself_finds_what_is_wrong(browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content(
            '<html lang="en"><img src="x"><p style="color: #aaa; background: #fff; width: 2000px">Pale</p>'
        )
        found = "\n".join(findings(page))
    assert "image-alt" in found
    assert "color-contrast" in found
    assert "px wide" in found
