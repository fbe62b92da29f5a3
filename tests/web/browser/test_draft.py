"""A Drafted for War draft with four phones, one of which loads its page anew in the middle of a pick."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.venue import PATIENCE, Venue, before, day, entries_of, heading, press, unfold, venue

EVENT = "drafted"
PLAYERS = ("p1", "p2", "p3", "p4")
UNITS = 3


@pytest.fixture
def drafting_venue(browser: Browser, tmp_path: Path) -> Iterator[Venue]:
    """Four players are here, and no draft is open yet."""
    quiet = day("drafted-for-war", 4, 3, None, trouble=False)
    with venue(browser, tmp_path, {EVENT: before(quiet, "draft.opened")}) as found:
        yield found
        found.require_quiet()


def test_four_phones_draft_build_and_hand_in_and_a_reload_in_mid_pick_changes_nothing(drafting_venue: Venue) -> None:
    venue = drafting_venue
    desk = venue.organiser()
    phones = {player: venue.player(EVENT, player) for player in PLAYERS}
    _open(desk)
    for phone in phones.values():
        phone.get_by_role("link", name="Go to the draft").click()
        heading(phone, "Draft")
    # In the last round one box is left in every hand, which is no choice.
    for number in range(1, UNITS):
        for player, phone in phones.items():
            expect(phone.locator(".pick h2")).to_have_text(re.compile("^Pick one of"))
            if player == "p2":
                _reload_in_mid_pick(phone)
            kept = _pick(phone)
            if player != PLAYERS[-1]:
                expect(phone.locator(".pick h2")).to_have_text(f"You picked {kept}")
                _require_hidden(phones[PLAYERS[-1]], number)
            if player == "p3":
                phone.reload()
                expect(phone.locator(".pick h2")).to_have_text(f"You picked {kept}")
    for phone in phones.values():
        expect(phone.get_by_role("heading", name="The draft is over")).to_be_visible()
        _build(phone)
    desk.goto(f"/e/{EVENT}/desk/forces")
    press(desk, "Accept all 4")
    expect(desk.get_by_role("heading", name="Accepted (4)")).to_be_visible()
    picks = entries_of(desk, EVENT, "draft.picked")
    assert len(picks) == len({(one["data"]["player"], one["data"]["item"]) for one in picks})


def test_the_clock_of_a_pick_runs_down_on_phone_and_desk_and_a_pause_stops_it(drafting_venue: Venue) -> None:
    venue = drafting_venue
    desk, phone = venue.organiser(), venue.player(EVENT, "p1")
    _open(desk, seconds=600)
    phone.goto(f"/e/{EVENT}/me/draft")
    watcher = venue.screen()
    watcher.goto(f"/e/{EVENT}/drafts/d1")
    pages = (phone, desk, watcher)
    first = [_seconds_left(page) for page in pages]
    assert max(first) <= 600
    for page, seconds in zip(pages, first, strict=True):
        _wait_below(page, seconds - 1)
    press(desk, "Pause")
    for page in pages:
        expect(page.locator(".large .tag")).to_have_text("paused")
    stopped = [_seconds_left(page) for page in pages]
    desk.wait_for_timeout(2500)
    assert [_seconds_left(page) for page in pages] == stopped
    press(desk, "Go on")
    for page, seconds in zip(pages, stopped, strict=True):
        expect(page.locator(".large .tag")).to_have_count(0)
        _wait_below(page, seconds)


def _seconds_left(page: Page) -> int:
    minutes, seconds = page.locator(".large .clock").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def _wait_below(page: Page, seconds: int) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while _seconds_left(page) >= seconds:
        assert time.monotonic() < end, "the clock stands still"
        page.wait_for_timeout(200)


def test_the_desk_picks_for_a_dead_phone_and_closes_the_draft_to_hold_it_anew(drafting_venue: Venue) -> None:
    venue = drafting_venue
    desk, phone = venue.organiser(), venue.player(EVENT, "p1")
    _open(desk)
    phone.goto(f"/e/{EVENT}/me/draft")
    desk.get_by_role("link", name=re.compile("^Pick for")).first.click()
    heading(desk, re.compile("^Pick for "))
    press(desk, re.compile("^Keep "), sure=True)
    heading(desk, "Drafts")
    expect(desk.get_by_text("has picked")).to_have_count(1)
    press(desk, "Let the lot pick", sure=True)
    expect(desk.get_by_text("has picked")).to_have_count(2)
    unfold(desk, "Close this draft")
    desk.get_by_label("Why").fill("A box was missing")
    press(desk, "Close this draft", sure=True)
    expect(phone.get_by_role("heading", name="Your draft was closed")).to_be_visible()
    expect(desk.get_by_text("No draft is open.")).to_be_visible()
    expect(desk.get_by_text("4 players are present without a seat")).to_be_visible()
    _open(desk)
    expect(phone.locator(".pick h2")).to_have_text(re.compile("^Pick one of"))


def _open(desk: Page, seconds: int = 0) -> None:
    desk.goto(f"/e/{EVENT}/desk")
    desk.get_by_role("link", name="Hold the draft").click()
    desk.get_by_role("radio", name=re.compile("^Salvage boxes", re.IGNORECASE)).check()
    desk.get_by_label("Units each").fill(str(UNITS))
    desk.get_by_label("Seconds for a pick").fill(str(seconds))
    press(desk, "Seat everybody and deal")
    expect(desk.get_by_role("heading", name=re.compile("^Group 1"))).to_be_visible()


def _hand(phone: Page) -> list[str]:
    return phone.locator(".figure h3").all_inner_texts()


def _reload_in_mid_pick(phone: Page) -> None:
    """The question whether one is sure is open when the page goes."""
    hand = _hand(phone)
    press(phone, re.compile("^Keep"))
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.reload()
    expect(phone.locator(".pick h2")).to_have_text(re.compile("^Pick one of"))
    assert _hand(phone) == hand


def _pick(phone: Page) -> str:
    name = _hand(phone)[0]
    press(phone, re.compile("^Keep"), sure=True)
    return name


def _require_hidden(other: Page, number: int) -> None:
    """That somebody has picked is seen by all; what was picked is told when everybody has."""
    for path in ("me/draft", "drafts/d1"):
        page = other.request.get(f"/e/{EVENT}/{path}").text()
        assert f"Round {number} of" in page
        assert f"Round {number}</small>" not in page


def _build(phone: Page) -> None:
    phone.get_by_role("link", name="Build your force").click()
    heading(phone, "Your force from the draft")
    expect(phone.locator("#sum")).to_contain_text("legal")
    press(phone.locator("#sum"), "Hand in")
    heading(phone, "My force")
    expect(phone.locator("[data-part=my_force]")).to_contain_text("waiting for the check")
