"""What people do around an event: register, wait, check in, and whatever else the organiser opens to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.events.day import NAMES, new_day
from tests.events.test_cut import MANY, after_swiss
from tests.events.test_extras import PAINTING
from tests.events.test_requested_byes import ON_REQUEST
from tests.web.browser.looking import findings
from tests.web.browser.venue import PROJECTOR, Venue, heading, press, unfold, venue
from tests.web.serving import until

from musterhall.events.entries import Entry, numbered
from musterhall.events.fold import create
from musterhall.packs.model import shipped_pack_text

OPENING = "/e/opening"


def opening() -> tuple[Entry, ...]:
    """An event that was begun just now."""
    first = create("Opening", shipped_pack_text("herocon-2025"), 7)
    return (numbered(first, 1, "2025-11-29T08:00:00.000Z"),)


def played() -> tuple[Entry, ...]:
    """An event whose only round is over, with a soft score in its pack."""
    day = new_day(NAMES[:4], changes=[PAINTING], rounds_=1)
    day.pair()
    day.decide_all({"Anna": 2, "Boris": 1})
    return tuple(day.ledger.entries)


def cup() -> tuple[Entry, ...]:
    """Eight players whose only round before the cut is over."""
    return tuple(after_swiss(MANY[:8]).ledger.entries)


def asking() -> tuple[Entry, ...]:
    """An event before its first round, where byes are granted on request."""
    return tuple(new_day(NAMES[:4], changes=[ON_REQUEST]).ledger.entries)


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    folder: Path = tmp_path_factory.mktemp("hosting")
    with venue(browser, folder, {"opening": opening(), "played": played(), "cup": cup(), "asking": asking()}) as found:
        yield found


def test_people_register_wait_move_up_and_check_in_on_their_phones(hall: Venue) -> None:
    desk = hall.organiser()
    desk.goto(f"{OPENING}/desk/set-up")
    desk.get_by_label("Places").fill("2")
    press(desk, "Save places")
    press(desk, "Open registration")
    expect(desk.get_by_role("button", name="Close registration")).to_be_visible()
    assert not findings(desk)

    phones = []
    for name, button in (
        ("Anna Karst", "Register"),
        ("Boris Lund", "Register"),
        ("Cleo Marr", "Join the waiting list"),
    ):
        phone = hall.phone()
        phone.goto(f"{OPENING}/register")
        phone.get_by_label("Your name").fill(name)
        assert not findings(phone)
        press(phone, button)
        heading(phone, "Your own link")
        phones.append(phone)
    anna, _, cleo = phones
    link = cleo.locator(".code").inner_text()
    cleo.goto(link)
    expect(cleo.get_by_text("You are number 1 on the waiting list")).to_be_visible()

    anna.goto(f"{OPENING}/me")
    unfold(anna, "I cannot come")
    press(anna, "Withdraw", sure=True)
    expect(cleo.get_by_text("You are number 1 on the waiting list")).to_be_hidden()

    press(desk, "Open check-in on phones")
    press(cleo, "I am here")
    expect(cleo.get_by_role("button", name="I am here")).to_be_hidden()
    desk.goto(f"{OPENING}/desk/players")
    expect(desk.get_by_role("row", name="Cleo Marr")).to_contain_text("here")
    hall.require_quiet()


def test_the_organiser_takes_points_for_a_reason_and_enters_painting(hall: Venue) -> None:
    desk = hall.organiser()
    desk.goto("/e/played/desk/players/p1")
    box = unfold(desk, "Give or take points")
    box.get_by_label("Points").fill("-5")
    box.get_by_label("Reason").fill("slow play")
    press(box, "See what it changes")
    expect(desk.get_by_text("loses 5 Total Points")).to_be_visible()
    desk.get_by_role("main").locator("form button.main").click()
    expect(desk.get_by_text("Penalty: slow play")).to_be_visible()
    phone = hall.player("played", "p1")
    expect(phone.get_by_text("Penalty: slow play")).to_be_visible()

    desk.goto("/e/played/desk/scores")
    desk.get_by_label("Painting of Boris").fill("12")
    press(desk, "Save scores")
    expect(desk.get_by_label("Painting of Boris")).to_have_value("12")
    assert not findings(desk)
    hall.require_quiet()


def test_the_organiser_cuts_to_the_top_and_everybody_sees_the_bracket(hall: Venue) -> None:
    desk = hall.organiser()
    desk.goto("/e/cup/desk/set-up")
    box = desk.locator("#cut")
    box.get_by_label("Players").fill("4")
    press(box, "Make the cut")
    expect(desk.locator("#cut").get_by_role("link", name="bracket")).to_be_visible()
    for phone in (hall.phone(), hall.phone(scheme="dark")):
        phone.goto("/e/cup/bracket")
        expect(phone.get_by_role("heading", name="Semi-finals")).to_be_visible()
        assert not findings(phone)
    wall = hall.screen(PROJECTOR)
    wall.goto("/e/cup/projector?show=bracket")
    expect(wall.locator(".slide.bracket:not([hidden])")).to_have_count(1)
    # what is too long for the wall is made smaller once it is there
    until(lambda: bool(wall.evaluate("document.documentElement.scrollHeight") <= PROJECTOR[1]))
    hall.require_quiet()


def test_a_player_asks_for_a_bye_and_reads_that_it_is_granted(hall: Venue) -> None:
    phone = hall.player("asking", "p1")
    box = unfold(phone, "A round without a match")
    box.get_by_label("Round").select_option("2")
    press(box, "Ask for a bye")
    expect(phone.get_by_text("Round 2: asked for")).to_be_visible()
    desk = hall.organiser()
    desk.goto("/e/asking/desk/players/p1")
    press(desk.locator("#byes"), "Grant")
    expect(desk.get_by_text("Round 2: granted")).to_be_visible()
    expect(phone.get_by_text("Round 2: granted")).to_be_visible()
    hall.require_quiet()


def test_the_owner_makes_a_link_and_whoever_opens_it_sits_at_the_desk(hall: Venue) -> None:
    owner = hall.organiser()
    owner.goto("/e/played/desk/people")
    box = owner.locator("#links")
    box.get_by_label("Who it is for").fill("Mara Voss")
    press(box, "Make a link")
    expect(owner.locator("#links").get_by_text("Mara Voss")).to_be_visible()
    link = owner.locator("#links .code").inner_text()
    assert not findings(owner)
    helper = hall.screen()
    helper.goto(link)
    helper.goto("/e/played/desk/players")
    expect(helper.get_by_role("row", name="Anna")).to_be_visible()
    helper.goto("about:blank")  # a page that stays open asks for what is new, and is refused
    press(owner, "Revoke the link of Mara Voss", sure=True)
    expect(owner.locator("#links .code")).to_have_count(0)
    hall.require_quiet()


def test_the_organiser_publishes_the_lists_and_everybody_sees_forces_and_factions(hall: Venue) -> None:
    desk = hall.organiser()
    desk.goto("/e/played/desk/set-up")
    press(desk, "Publish the lists", sure=True)
    expect(desk.get_by_role("button", name="Hide the lists")).to_be_visible()
    for phone in (hall.phone(), hall.phone(scheme="dark")):
        phone.goto("/e/played/players/p1")
        expect(phone.get_by_role("rowheader", name="Hammer")).to_be_visible()
        assert not findings(phone)
        phone.goto("/e/played/statistics")
        heading(phone, "How factions fared")
        assert not findings(phone)
    hall.require_quiet()
