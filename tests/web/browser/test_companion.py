"""A match on a real table whose sheets are kept on two phones, one of them without a link for a turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.browser.looking import MOST_BYTES, findings, weighed
from tests.web.browser.venue import PHONE, Venue, press, venue
from tests.web.test_match_fought import with_forces

EVENT = "herocon"
SHEETS = f"/e/{EVENT}/me/sheets"
MINE, THEIRS, TURN, SCORE = range(4)


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    """Anna meets Boris in Domination; Boris is the first player of the match, and so has the side 0."""
    events = {EVENT: with_forces("herocon-2025").ledger.entries}
    with venue(browser, tmp_path_factory.mktemp("hall"), events) as found:
        yield found
        found.require_quiet()


class Player:
    """What somebody with a phone at a table does."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, tab: int) -> None:
        self.page.locator(".sheets-tabs a").nth(tab).click()

    def card(self, name: str) -> Locator:
        """The card of a unit, opened."""
        card = self.page.locator(".panel:visible .unit-sheet").filter(has_text=name).first
        if card.get_attribute("open") is None:
            card.locator("summary").click()
        return card

    def hit(self, name: str, points: int) -> None:
        press(self.card(name), f"Hit for {points}")

    def left(self, name: str, box: str) -> Locator:
        """What a card says is left of armor or structure."""
        return self.card(name).locator(".pips").filter(has_text=box).locator("output")

    def win_initiative(self, name: str) -> None:
        self.to(TURN)
        press(self.page.locator("#turn"), name)

    def move(self, how: str) -> None:
        """The first unit that may move does."""
        first = self.page.locator(".to-move li").first
        name = first.get_attribute("data-key")
        press(first, how)
        expect(self.page.locator(f".to-move li[data-key='{name}']")).to_have_count(0)

    def stage(self, name: str) -> None:
        self.to(TURN)
        press(self.page.locator(".stages"), name)

    def says(self, text: str) -> None:
        expect(self.page.locator("#turn .now-say")).to_contain_text(text)


def test_a_whole_match_on_two_phones_one_of_them_offline_for_a_turn(hall: Venue) -> None:
    anna, boris = (Player(hall.player(EVENT, player)) for player in ("p1", "p2"))
    anna.page.get_by_role("link", name="Damage sheets").click()
    press(anna.page, "Begin the sheets")
    boris.page.goto(SHEETS)
    for player in (anna, boris):
        expect(player.page.locator(".sheets.tabbed")).to_be_visible()

    # Turn 1: who moves is counted down on both phones.
    anna.win_initiative("Anna")
    boris.to(TURN)
    boris.says("Boris moves 2 units.")
    boris.move("moved")
    anna.says("Boris moves 1 unit.")
    boris.move("moved")
    anna.says("Anna moves 1 unit.")
    anna.move("jumped")
    boris.says("Boris moves 2 units.")

    # Damage shows on both at once, with what it means.
    anna.stage("Combat")
    anna.to(THEIRS)
    anna.hit("Red Dragon", 6)
    anna.hit("Red Dragon", 1)
    boris.to(MINE)
    expect(boris.left("Red Dragon", "Structure")).to_have_text("3")
    expect(boris.card("Red Dragon").locator("[data-means]")).to_contain_text(
        "Crippled: no armor left, and structure 3 of 5."
    )
    expect(boris.card("Red Dragon").locator("[data-means]")).to_contain_text("it withdraws")

    # Turn 2: Boris has no link, goes on marking, locks the screen and comes back.
    anna.stage("End Phase")
    press(anna.page, "Begin turn 2")
    boris.to(TURN)
    expect(boris.page.locator("#turn h2")).to_contain_text("Turn 2")
    with hall.trouble():
        boris.page.context.set_offline(True)
        boris.to(MINE)
        press(boris.card("Archer ARC-9K").get_by_role("group", name="Heat"), "2")
        expect(boris.card("Archer ARC-9K").locator("dd[data-finding=move]")).to_have_text('4", 6" sprint')
        boris.hit("Catapult CPLT-C1", 2)
        boris.to(THEIRS)
        boris.hit("Marauder MAD-9M", 3)
        boris.hit("Griffin GRF-6S", 1)
        press(boris.page, "Undo: Griffin GRF-6S: Armor")
        expect(boris.page.locator("[data-waiting]")).to_contain_text("marks wait for the link; nothing is lost")
        # Meanwhile both have hit the same unit, and neither knows of the other's mark.
        anna.to(MINE)
        anna.hit("Marauder MAD-9M", 2)
        anna.to(SCORE)
        for point in (1, 2):
            press(anna.page.get_by_role("group", name=f"Point {point}", exact=True), "Anna")
        expect(anna.page.locator("[data-piece=score]")).to_contain_text("200 to 0 Objective Points")
        boris.page.context.set_offline(False)
    expect(boris.page.locator("[data-waiting]")).to_have_text("")
    for player in (anna, boris):
        expect(player.page.locator(".dispute")).to_contain_text("Marauder MAD-9M: Armor was marked on both phones")
    expect(anna.page.locator(".dispute")).to_contain_text("You 2 of 7, Boris 3 of 7")
    press(anna.page.locator(".dispute"), "Both: 5 of 7")
    for player in (anna, boris):
        expect(player.page.locator(".dispute")).to_have_count(0)

    # A reload finds the same page, card and marks; what was taken back offline never counted.
    boris.page.reload()
    expect(boris.page.locator("#force-1")).to_be_visible()
    expect(boris.left("Marauder MAD-9M", "Armor")).to_have_text("2")
    expect(boris.left("Griffin GRF-6S", "Armor")).to_have_text("6")
    anna.to(THEIRS)
    expect(anna.left("Catapult CPLT-C1", "Armor")).to_have_text("3")

    # Time is called: the card is filled in, and needs both yeses.
    anna.to(SCORE)
    press(anna.page, "Time was called, or the match is over")
    anna.page.get_by_role("link", name="Look over the card and send it").click()
    expect(anna.page.get_by_text("Filled in from your sheets: look it over, then send it.")).to_be_visible()
    expect(anna.page.locator("[name='sides.1.fields.points_of_interest']")).to_have_value("2")
    press(anna.page, "Send the card")
    expect(anna.page.get_by_text("Your card is in.")).to_be_visible()
    boris.page.goto(f"/e/{EVENT}/me/card")
    press(boris.page, re.compile("Confirm|Yes"))
    expect(boris.page.get_by_text("Anna won")).to_be_visible()
    boris.page.goto(f"/e/{EVENT}/standings")
    expect(boris.page.locator("main")).to_contain_text("Anna")
    expect(boris.page.locator("main")).to_contain_text("419")


def test_the_sheets_fit_every_screen_and_axe_finds_nothing_grave(browser: Browser, tmp_path: Path) -> None:
    """Every panel, with a card open that has something to say, and at a size for one bar of signal."""
    with venue(browser, tmp_path, {EVENT: with_forces("herocon-2025").ledger.entries}) as hall:
        anna, boris = (Player(hall.player(EVENT, player)) for player in ("p1", "p2"))
        anna.page.goto(SHEETS)
        press(anna.page, "Begin the sheets")
        expect(anna.page.locator(".sheets.tabbed")).to_be_visible()
        with weighed(anna.page) as weight:
            anna.page.reload()
        assert weight.size < MOST_BYTES
        anna.hit("Warhammer WHM-9D", 6)
        anna.hit("Warhammer WHM-9D", 3)
        _require_good(anna.page)
        anna.win_initiative("Boris")
        anna.says("Anna moves 1 unit.")
        _require_good(anna.page)
        anna.stage("End Phase")
        expect(anna.page.locator(".checks li").first).to_be_visible()
        _require_good(anna.page)
        boris.page.goto(SHEETS)
        boris.to(SCORE)
        boris.page.get_by_text("What was marked").click()
        _require_good(boris.page)
        hall.require_quiet()


def _require_good(page: Page) -> None:
    """On every screen; then it is a phone's again."""
    assert findings(page) == []
    width, height = PHONE
    page.set_viewport_size({"width": width, "height": height})
