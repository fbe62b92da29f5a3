"""Halls have bad networks: cut links, pages that slept, a server that was started again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.venue import PROJECTOR, Venue, entries_of, heading, press, second_round, venue
from tests.web.serving import start

EVENT = "herocon"
OTHER = "another"
FIGURE = "points_of_interest"


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    """A server with two events whose second round has just begun."""
    events = {EVENT: second_round(), OTHER: second_round()}
    with venue(browser, tmp_path_factory.mktemp("hall"), events) as found:
        yield found
        found.require_quiet()


def test_a_card_typed_while_the_link_is_down_stays_and_is_sent_once_when_it_is_back(hall: Venue) -> None:
    desk = hall.organiser()
    phone = hall.player(EVENT, "p1")
    phone.get_by_role("link", name="Fill in the card").click()
    expect(phone.locator("#touch")).to_have_text("Live")
    phone.locator(_points(0)).fill("3")
    phone.reload()
    expect(phone.locator(_points(0))).to_have_value("3")
    expect(phone.locator("#touch")).to_have_text("Live")
    with hall.trouble():
        phone.context.set_offline(True)
        phone.locator(_points(1)).fill("1")
        expect(phone.locator("#touch")).to_contain_text("No link since")
        press(phone, "Send the card")
        expect(phone.get_by_text("Kept; it will be sent when the link is back.")).to_be_visible()
        expect(phone.locator("#touch")).to_contain_text("1 kept, not yet sent")
        expect(phone.locator(_points(0))).to_have_value("3")
        expect(phone.locator(_points(1))).to_have_value("1")
        assert _sent_by(desk, "p1") == []
        phone.context.set_offline(False)
        expect(phone.locator("[data-part=my_match]")).to_contain_text("Your card is in.")
    phone.reload()
    expect(phone.locator("#touch")).to_have_text("Live")
    [card] = _sent_by(desk, "p1")
    assert [side["fields"][FIGURE] for side in card["sides"]] == [3, 1]


def test_a_page_that_slept_catches_up_and_the_projector_outlives_the_server(hall: Venue) -> None:
    desk = hall.organiser()
    phone = hall.phone(f"{hall.url}/e/{OTHER}/pairings")
    projector = hall.screen(PROJECTOR)
    projector.goto(f"/e/{OTHER}/projector?show=pairings")
    settled = phone.locator("[data-part=pairings] .tag.good")
    expect(phone.locator("#touch")).to_have_text("Live")
    expect(settled).to_have_count(0)

    sleeping = phone.context.new_cdp_session(phone)
    sleeping.send("Page.setWebLifecycleState", {"state": "frozen"})
    _decide(desk, 1, 2)
    sleeping.send("Page.setWebLifecycleState", {"state": "active"})
    expect(settled).to_have_count(1)
    expect(projector.locator("li.settled")).to_have_count(1)

    shown = projector.locator("main").inner_text()
    with hall.trouble():
        server = hall.server
        server.stop()
        expect(projector.locator(".since")).to_have_text(re.compile(r"^since \d\d:\d\d$"))
        expect(phone.locator("#touch")).to_contain_text("No link since")
        assert _without_clock(projector.locator("main").inner_text()) == _without_clock(shown)
        hall.server = start(server.folder, str(server.folder / "house.db"), port=server.port)
        expect(projector.locator(".since")).to_be_hidden(timeout=60_000)
        expect(phone.locator("#touch")).to_have_text("Live", timeout=60_000)
    _decide(desk, 2, 1)
    expect(projector.locator("li.settled")).to_have_count(2)
    expect(settled).to_have_count(2)


def _points(side: int) -> str:
    return f"[name='sides.{side}.fields.{FIGURE}']"


def _decide(desk: Page, table: int, points: int) -> None:
    """The desk enters a card, so that something changes."""
    desk.goto(f"/e/{OTHER}/desk/cards/2/{table}")
    form = desk.locator("#enter")
    form.locator(_points(0)).fill(str(points))
    press(form, "This card counts")
    heading(desk, "Results")


def _sent_by(desk: Page, player: str) -> list[dict[str, Any]]:
    """The cards of the second round that a player sent."""
    sent = entries_of(desk, EVENT, "card.sent")
    return [one["data"]["card"] for one in sent if (one["data"]["player"], one["data"]["round"]) == (player, 2)]


def _without_clock(text: str) -> str:
    return re.sub(r"\+?[\d:]+:\d\d", "", text)
