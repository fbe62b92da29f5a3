"""Without a mouse: sign in, publish a round, send a card. Focus is always seen, and goes down the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.venue import NAME, PASSWORD, PHONE, Venue, before, day, heading, venue

EVENT = "herocon"
OTHER = "another"
MOST_STEPS = 60

# Where the keyboard is: its name, whether one sees it, and whether it stands after the place before.
FOCUS = """() => {
  const here = document.activeElement, before = window.before;
  const order = before && before.isConnected ? before.compareDocumentPosition(here) : 4;
  window.before = here;
  const style = getComputedStyle(here), box = here.getBoundingClientRect();
  const name = here.getAttribute("aria-label") || here.labels?.[0]?.innerText || here.innerText || "";
  return {
    name: name.replace(/\\s+/g, " ").trim(),
    tag: here.tagName,
    seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && box.width > 0,
    onward: Boolean(order & 4),
  };
}"""


@pytest.fixture(scope="module")
def paired_venue(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    """In two events the second round is paired and waits to be published."""
    paired = before(day(seed=1, trouble=False, through=None), "round.published", 2)
    with venue(browser, tmp_path_factory.mktemp("hall"), {EVENT: paired, OTHER: paired}) as found:
        yield found
        found.require_quiet()


def test_signing_in_publishing_a_round_and_sending_a_card_need_no_mouse(paired_venue: Venue) -> None:
    venue = paired_venue
    desk = venue.screen()
    desk.goto("/sign-in")
    expect(desk.get_by_label("Name")).to_be_focused()
    desk.keyboard.type(NAME)
    _tab_to(desk, "Password")
    desk.keyboard.type(PASSWORD)
    desk.keyboard.press("Enter")
    heading(desk, "Events")
    _tab_to(desk, "To the content")
    desk.keyboard.press("Enter")
    expect(desk.locator("#main")).to_be_focused()
    _tab_to(desk, "Herocon 2025, simulated")
    desk.keyboard.press("Enter")
    heading(desk, "The desk")
    desk.goto(f"/e/{EVENT}/desk")
    _tab_to(desk, "Look at the pairings")
    desk.keyboard.press("Enter")
    heading(desk, "Pairings")
    _tab_to(desk, "Publish round 2")
    desk.keyboard.press("Enter")
    heading(desk, "The desk")
    expect(desk.locator("[data-part=desk_round]")).to_contain_text("0 of 4 cards in")

    phone = venue.player(EVENT, "p1")
    _tab_to(phone, "Fill in the card")
    phone.keyboard.press("Enter")
    expect(phone.locator("h1")).to_contain_text("Your card against")
    _tab_to(phone, "One more: Points of Interest controlled")
    phone.keyboard.press("Space")
    phone.keyboard.press("Space")
    expect(phone.locator("[name$='.fields.points_of_interest']").first).to_have_value("2")
    _tab_to(phone, "Send the card")
    phone.keyboard.press("Enter")
    expect(phone.locator("[data-part=my_match]")).to_contain_text("Your card is in.")


def test_a_dialog_and_the_exchange_of_two_players_go_by_keyboard(paired_venue: Venue) -> None:
    desk = paired_venue.organiser(PHONE)
    desk.goto(f"/e/{OTHER}/desk/pairings")
    seats = desk.locator("[data-seat]")
    first, second = seats.nth(0).get_attribute("data-name"), seats.nth(2).get_attribute("data-name")
    assert first
    assert second
    _tab_to(desk, first)
    desk.keyboard.press("Enter")
    expect(seats.nth(0)).to_have_attribute("aria-pressed", "true")
    _tab_to(desk, second)
    desk.keyboard.press("Enter")
    heading(desk, "What this would change")
    _tab_to(desk, "Exchange them")
    desk.keyboard.press("Enter")
    heading(desk, "Pairings")
    expect(seats.nth(0)).to_have_attribute("data-name", second)
    _tab_to(desk, "Pair again")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("dialog")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("dialog")).to_be_hidden()
    expect(seats.nth(0)).to_have_attribute("data-name", second)


def _tab_to(page: Page, name: str) -> None:
    """Press Tab until the keyboard is at something of this name."""
    page.wait_for_load_state("load")
    passed = []
    page.evaluate("window.before = null")
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        passed.append(at["name"])
        assert at["tag"] != "BODY", f"{page.url}: Tab ran off the page before {name!r}: {passed}"
        assert at["seen"], f"{page.url}: nothing shows that the keyboard is at {at['name']!r}"
        assert at["onward"], f"{page.url}: the keyboard jumps back to {at['name']!r}"
        if at["name"].startswith(name):
            return
    raise AssertionError(f"{page.url}: {name!r} is not within {MOST_STEPS} steps: {passed}")
