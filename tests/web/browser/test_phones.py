"""What a player does on a phone: coming in by a code, sending, confirming and disputing a card, and being answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.looking import findings, weighed
from tests.web.browser.venue import Venue, heading, press, second_round, unfold, venue

EVENT = "r2"
START_BYTES = 60_000
YES = "Yes, this is right"


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    """A second round in which no card is in."""
    folder: Path = tmp_path_factory.mktemp("phones")
    with venue(browser, folder, {EVENT: second_round()}) as found:
        yield found


def table(hall: Venue, number: int) -> tuple[Page, Page]:
    """The phones of the two who play at a table."""
    data = hall.phone().request.get(f"/api/events/{EVENT}/pairings").json()
    match = next(one for one in data["matches"] if one["table"] == number)
    first, second = (hall.player(EVENT, one["player"]) for one in match["players"])
    return first, second


def send_card(phone: Page, side: int = 0) -> None:
    phone.goto(f"/e/{EVENT}/me/card")
    phone.get_by_role("button", name=re.compile("^One more")).nth(side).click()
    expect(phone.locator("[data-sums-out]")).to_contain_text("wins")
    press(phone, re.compile("^Send"))
    heading(phone, re.compile("^You play"))


def test_the_code_on_a_slip_opens_the_players_own_page(hall: Venue) -> None:
    desk = hall.organiser()
    desk.goto(f"/e/{EVENT}/desk/players/p2")
    letters = desk.locator(".letters").inner_text()
    phone = hall.phone()
    phone.goto("/")
    phone.get_by_label("The code on your slip").fill(letters.lower())
    press(phone, "Open my page")
    heading(phone, re.compile("^You play"))
    hall.require_quiet()


def test_the_start_page_is_light_with_everything_it_loads(hall: Venue) -> None:
    phone = hall.phone(service_workers="block")
    with weighed(phone) as weight:
        phone.goto("/", wait_until="load")
    assert weight.size < START_BYTES, f"{weight.size} bytes"


def test_a_card_is_confirmed_with_one_large_yes_that_is_in_view(hall: Venue) -> None:
    sender, other = table(hall, 1)
    send_card(sender)
    expect(sender.locator("#told")).to_contain_text("confirms it on their own phone")
    other.get_by_role("link", name=re.compile("^Look at")).click()
    expect(other.locator("main button.main:visible")).to_have_text([YES])
    expect(other.get_by_role("button", name=YES)).to_be_in_viewport()
    assert not findings(other)
    press(other, YES)
    heading(other, re.compile("^You play"))
    expect(other.locator("#told")).to_contain_text("Confirmed. The card counts.")
    other.reload()
    expect(other.locator("[data-part=my_match]")).to_contain_text("won")
    expect(other.locator("#told")).to_have_text("")
    hall.require_quiet()


def test_what_is_wrong_is_changed_under_one_fold_and_both_see_where_the_cards_differ(hall: Venue) -> None:
    sender, other = table(hall, 2)
    send_card(sender)
    other.goto(f"/e/{EVENT}/me/card")
    expect(other.get_by_role("button", name="Send my card")).to_be_hidden()
    fold = unfold(other, "Something is wrong")
    fold.get_by_role("button", name=re.compile("^One more")).first.click()
    press(fold, "Send my card")
    expect(other.locator("#told")).to_contain_text("It differs from")
    sender.get_by_role("link", name="Compare the cards").click()
    rows = sender.locator(".figures-of-two:visible tbody tr")
    expect(rows).to_have_count(1)
    assert not findings(sender)
    press(sender, re.compile("is right$"))
    expect(sender.locator("#told")).to_contain_text("Confirmed")
    hall.require_quiet()


def test_an_answer_stands_where_the_finger_was_and_nothing_else_moves(hall: Venue) -> None:
    phone, _ = table(hall, 3)
    expect(phone.locator("#touch")).not_to_be_empty()
    votes = phone.locator("#votes")
    votes.scroll_into_view_if_needed()
    form = votes.locator("form").first
    form.locator("select").select_option(index=1)
    before = form.locator("button").bounding_box()
    form.locator("button").click()
    said = phone.locator("[data-key=said]")
    expect(said).to_contain_text("Your vote is in")
    expect(said).to_be_in_viewport()
    after = form.locator("button").bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 2
    hall.require_quiet()


def test_every_table_of_a_card_has_its_columns_side_by_side_on_a_phone(hall: Venue) -> None:
    phone, _ = table(hall, 3)
    phone.goto(f"/e/{EVENT}/me/card")
    phone.get_by_role("button", name=re.compile("^One more")).first.click()
    row = phone.locator(".worked tbody tr").first
    expect(row).to_be_visible()
    cells = [row.locator("th, td").nth(place).bounding_box() for place in range(3)]
    assert all(cells)
    assert len({round(cell["y"]) for cell in cells if cell}) == 1
