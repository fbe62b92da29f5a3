"""What an organiser does at a laptop, and what the hall sees of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.looking import weighed
from tests.web.browser.venue import PROJECTOR, Venue, before, day, entries_of, press, turn_to, venue
from tests.web.serving import until

EVENT = "herocon"
SMALL_LAPTOP = (1366, 768)
START_PAGE = 60_000
"""Bytes of the start page with everything it loads, as they come over the network."""


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    quiet = day(seed=1, trouble=False, through=None)
    events = {
        EVENT: before(quiet, "clock.started", 2),
        "amid": day(seed=1, players=9),
        "paired": before(quiet, "round.published", 2),
        "played": before(quiet, "event.finished"),
        "begun": before(quiet, "round.paired"),
    }
    with venue(browser, tmp_path_factory.mktemp("hall"), events) as found:
        yield found
        found.require_quiet()


def at_desk(hall: Venue, event: str = EVENT, page: str = "") -> Page:
    desk = hall.organiser(SMALL_LAPTOP)
    desk.goto(f"/e/{event}/desk{page}")
    return desk


def ends(desk: Page) -> datetime:
    """When the round does, which stays the same however long somebody takes to look."""
    return datetime.fromisoformat(desk.locator("[data-part=desk_clock] time").get_attribute("datetime") or "")


# The desk


def test_five_minutes_more_or_less_are_one_press_each(hall: Venue) -> None:
    desk = at_desk(hall)
    press(desk.locator("[data-part=desk_tasks]"), "Start the clock")
    expect(desk.locator("[data-part=desk_clock] .clock")).to_have_text(re.compile(r"^\d+:\d\d"))
    at_first, a_second = ends(desk), timedelta(seconds=1)
    press(desk, "5 minutes more")
    until(lambda: abs(ends(desk) - at_first - timedelta(minutes=5)) <= a_second)
    press(desk, "5 minutes less")
    until(lambda: abs(ends(desk) - at_first) <= a_second)
    assert [one["data"]["minutes"] for one in entries_of(desk, EVENT, "clock.extended")] == [5, -5]


def test_tables_stand_left_and_what_is_next_and_the_clock_right_above_the_fold(hall: Venue) -> None:
    desk = at_desk(hall, "amid")
    expect(desk.locator("#touch")).to_have_text("Live")
    tables, following, clock = (
        desk.locator(f"[data-part={name}]").bounding_box() for name in ("desk_round", "desk_tasks", "desk_clock")
    )
    assert tables is not None
    assert following is not None
    assert clock is not None
    assert tables["x"] + tables["width"] <= following["x"]
    assert following["y"] < clock["y"]
    assert clock["y"] + clock["height"] <= SMALL_LAPTOP[1]
    menu = desk.locator("nav:visible").filter(has=desk.get_by_role("link", name="Results", exact=True))
    expect(menu).to_have_count(1)


def test_the_menu_leads_to_every_page_and_says_where_one_is(hall: Venue) -> None:
    desk = at_desk(hall, "amid")
    for name in ("Players", "Forces", "Pairings", "Results", "Standings", "Prizes", "Print", "Journal", "Settings"):
        turn_to(desk, name)
        expect(desk.locator(".top [aria-current]")).to_have_text(name)
        expect(desk.get_by_role("heading", level=1)).to_contain_text(name)


def test_the_live_mark_speaks_of_the_page_and_not_of_the_event(hall: Venue) -> None:
    desk = at_desk(hall, "amid")
    expect(desk.locator("#touch")).to_have_text("Live")
    assert "updates" in desk.evaluate("getComputedStyle(document.getElementById('touch'), '::after').content")


def test_before_the_first_round_the_desk_shows_how_many_are_ready(hall: Venue) -> None:
    desk = at_desk(hall, "begun")
    expect(desk.get_by_role("row", name="Checked in")).to_contain_text("8 of 8")
    expect(desk.locator("[data-part=desk_tasks]").get_by_role("button", name="Pair round 1")).to_be_visible()


def test_a_late_entry_is_here_at_once(hall: Venue) -> None:
    desk = at_desk(hall, "amid", "/players")
    desk.get_by_text("Add players").click()
    desk.get_by_label("Names, one on each line").fill("Zoe Zander")
    press(desk, "Add them")
    row = desk.get_by_role("row", name=re.compile("Zoe Zander"))
    expect(row).to_contain_text("here")
    expect(row).not_to_contain_text("not here yet")


def test_a_name_that_is_chosen_to_be_exchanged_stays_readable_under_the_mouse(hall: Venue) -> None:
    desk = at_desk(hall, "paired", "/pairings")
    seat = desk.locator("[data-seat]").first
    seat.click()
    expect(seat).to_have_attribute("aria-pressed", "true")
    seat.hover()
    ground, ink = (seat.evaluate(f"one => getComputedStyle(one).{name}") for name in ("backgroundColor", "color"))
    assert _contrast(ground, ink) >= 4.5


def test_an_event_is_renamed_and_dated_and_both_are_undone_in_the_journal(hall: Venue) -> None:
    desk = at_desk(hall, "begun", "/set-up")
    name = desk.get_by_label("Name of the event")
    was = name.input_value()
    name.fill("The Winter Muster")
    press(desk, "Rename")
    expect(desk.locator("#told")).to_contain_text("The event is called The Winter Muster.")
    desk.get_by_label("Day").fill("2027-01-16")
    press(desk, "Change the day")
    expect(desk.locator("#told")).to_contain_text("2027-01-16")
    desk.goto("/e/begun")
    expect(desk.get_by_role("heading", level=1)).to_have_text("The Winter Muster")
    expect(desk.locator("main")).to_contain_text("2027-01-16")
    for what in ("The event is held on", "The event is called"):
        desk.goto("/e/begun/desk/journal")
        press(desk.locator("tr").filter(has_text=re.compile(rf"^\s*{what}")), re.compile("Undo"))
        desk.get_by_label("Reason, for the journal").fill("It was right before.")
        press(desk, "Undo it")
        expect(desk.get_by_role("heading", level=1)).to_have_text("Journal")
    desk.goto("/e/begun")
    expect(desk.get_by_role("heading", level=1)).to_have_text(was)


# Standings


def test_a_players_own_row_is_marked_and_names_lead_to_the_games(hall: Venue) -> None:
    phone = hall.player("amid", "p2")
    phone.goto("/e/amid/standings")
    expect(phone.locator("tr.mine")).to_have_count(1)
    expect(phone.locator("tr.mine")).to_have_attribute("data-player", "p2")
    name = phone.locator("tr.mine .name a").text_content() or ""
    phone.locator("tr.mine .name a").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(name)
    expect(phone.get_by_role("row")).not_to_have_count(0)
    phone.locator("tbody th a").first.click()
    expect(phone.get_by_role("row", name=re.compile(re.escape(name)))).to_have_count(1)


def test_on_a_phone_the_names_and_the_totals_stay_while_the_rounds_scroll(hall: Venue) -> None:
    phone = hall.phone()
    phone.goto("/e/amid/standings")
    expect(phone.locator("#touch")).to_have_text("Live")
    cells = [phone.locator(f"tbody tr:first-child {one}").first for one in (".name", ".total")]
    before_ = [one.bounding_box() for one in cells]
    phone.locator(".scroll").first.evaluate("one => { one.scrollLeft = 60 }")
    assert [one.bounding_box() for one in cells] == before_
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


# The wall


def test_prizes_are_revealed_one_by_one_on_the_projector(hall: Venue) -> None:
    desk = at_desk(hall, "played", "/awards")
    wall = hall.screen(PROJECTOR)
    wall.goto("/e/played/projector")
    desk.get_by_label("Reveal the prizes one by one").check()
    press(desk, "Finish the event", sure=True)
    expect(wall.get_by_text("Prize giving")).to_be_visible()
    expect(wall.locator(".slide.standings")).to_have_count(0)
    first = wall.locator(".prizes li").first
    for title in ("Best sportsmanship", "Best painted force", "Third place"):
        press(desk, f"Reveal {title}")
        expect(first).to_contain_text(title)
    public = hall.phone()
    public.goto("/e/played")
    expect(public.locator("[data-part=clock]")).to_contain_text("Third place")
    expect(public.locator("[data-part=clock]")).not_to_contain_text("First place")
    for title in ("Second place", "First place"):
        press(desk, f"Reveal {title}")
        expect(public.locator("[data-part=clock]")).to_contain_text(title)
    expect(wall.locator(".slide.standings")).not_to_have_count(0)
    public.goto("/e/played/standings")
    expect(public.locator(".medal.gold")).to_have_text("1")


def test_what_the_projector_shows_is_chosen_by_whoever_moves_the_mouse(hall: Venue) -> None:
    wall = hall.screen(PROJECTOR)
    wall.goto("/e/amid/projector")
    modes = wall.get_by_role("navigation", name="What is shown")
    expect(modes).not_to_be_in_viewport()
    wall.mouse.move(300, 300)
    wall.mouse.move(320, 320)
    expect(modes).to_be_in_viewport()
    modes.get_by_role("link", name="Schedule").click()
    expect(wall.locator(".slide.schedule:not([hidden])")).to_have_count(1)
    expect(wall.locator(".slots .running")).to_have_count(1)


def test_no_letter_on_the_wall_is_clipped(hall: Venue) -> None:
    wall = hall.screen(PROJECTOR)
    for show in ("pairings", "standings", "schedule"):
        wall.goto(f"/e/amid/projector?show={show}")
        expect(wall.locator(f".slide.{show}:not([hidden])")).to_have_count(1)
        clipped = wall.evaluate(
            """() => [...document.querySelectorAll(".slide:not([hidden]) :is(.name, h2)")]
                .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
        )
        assert clipped == []


def test_the_start_page_is_light(hall: Venue) -> None:
    page = hall.phone(service_workers="block")
    with weighed(page) as weight:
        page.goto("/", wait_until="load")
    assert weight.size < START_PAGE


def test_nothing_speaks_of_a_lost_link_once_there_is_one(hall: Venue) -> None:
    desk = at_desk(hall, "amid", "/people")
    desk.goto("/e/amid/desk")
    expect(desk.locator("#touch")).to_have_text("Live")
    with hall.trouble():
        desk.context.set_offline(True)
        expect(desk.locator("#touch")).to_contain_text("No link since")
        desk.evaluate("document.querySelector('main').insertAdjacentHTML('beforebegin', '<p class=seen>No link</p>')")
        desk.context.set_offline(False)
        expect(desk.locator("#touch")).to_have_text("Live")
        expect(desk.locator(".seen")).to_have_count(0)


def _contrast(one: str, other: str) -> float:
    lights = sorted(map(_light, (one, other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
