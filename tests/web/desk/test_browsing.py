"""The desk in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect
from tests.web.desk.at_the_desk import DESK, NOTHING, draft_round, open_match, send_card
from tests.web.scene import EVENT, Scene

from musterhall.events import notes
from musterhall.events.wording import possessive
from musterhall.web.accounts import ORGANISER
from musterhall.web.sessions import COOKIE


def test_the_desk_shows_a_card_that_comes_in_without_being_asked(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    with organiser_at(browser, hall, address, width=360, height=740) as page:
        page.goto(f"{address}{DESK}")
        _, match = open_match(hall)
        name = hall.event.player(match.players[0]).name
        expect(page.locator("#touch")).to_have_text("Live")
        send_card(hall, match.players[0], NOTHING)
        expect(page.locator("[data-part=desk_round]")).to_contain_text(f"{name} sent a card")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_journal_tells_hours_as_the_readers_own_clock_does(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    hall.house.do(EVENT, lambda event: notes.add_note(event, "The sun is up."), who="organiser")
    shown = {}
    for zone in ("Asia/Tokyo", "Pacific/Honolulu"):
        with organiser_at(browser, hall, address, zone=zone) as page:
            page.goto(f"{address}/e/{EVENT}/desk/journal")
            time = page.locator("time[datetime]").first
            hours = "(one) => new Date(one.dateTime).getHours().toString().padStart(2, '0')"
            expect(time).to_contain_text(re.compile(rf"\b{time.evaluate(hours)}:[0-5]\d"))
            shown[zone] = time.text_content()
    assert shown["Asia/Tokyo"] != shown["Pacific/Honolulu"]


def test_two_names_are_exchanged_with_the_keyboard_alone(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    draft_round(hall)
    round_ = hall.event.rounds[-1]
    one, other = round_.matches[0].players[0], round_.matches[1].players[1]
    with organiser_at(browser, hall, address) as page:
        page.goto(f"{address}{DESK}/pairings")
        for id_ in (one, other):
            page.locator(f"[data-seat={id_}]").focus()
            page.keyboard.press("Enter")
        page.get_by_role("heading", name="What this would change").wait_for()
        page.get_by_role("button", name="Exchange them").press("Enter")
        page.wait_for_url("**/desk/pairings?told=*")
    assert one in hall.event.rounds[-1].matches[1].players
    assert other in hall.event.rounds[-1].matches[0].players


def test_a_name_is_dragged_onto_another(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    draft_round(hall)
    round_ = hall.event.rounds[-1]
    one, other = round_.matches[0].players[0], round_.matches[1].players[1]
    with organiser_at(browser, hall, address) as page:
        page.goto(f"{address}{DESK}/pairings")
        page.locator(f"[data-seat={one}]").drag_to(page.locator(f"[data-seat={other}]"))
        page.get_by_role("heading", name="What this would change").wait_for()
        expect(page.locator("main")).to_contain_text("What it costs")


def test_a_settled_card_is_corrected_in_the_form_and_shown_before_it_is_made(
    served: tuple[Scene, str], browser: Browser
) -> None:
    hall, address = served
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None and one.conceded is None)
    assert match.card is not None
    roster = match.rosters[0]
    assert roster is not None
    place, unit = next((at, one) for at, one in enumerate(roster.units) if one.name not in match.card.sides[0].units)
    with organiser_at(browser, hall, address) as page:
        page.goto(f"{address}{DESK}/cards/1/{match.table}")
        page.get_by_text("Correct the card").click()
        # Only the units that were lost are listed until one asks for the others.
        page.evaluate(
            """([name, value]) => {
                const field = document.querySelector(`[name="${name}"]`);
                field.value = value;
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            [f"sides.0.units.{place}", "destroyed"],
        )
        page.get_by_role("button", name="See what it changes").click()
        page.get_by_role("heading", name="What this would change").wait_for()
        expect(page.get_by_role("row").filter(has_text=unit.name)).to_contain_text("destroyed")
        assert hall.event.rounds[0].match_at(match.table).card == match.card
        page.get_by_label("Reason, for the journal").fill("the tank was lost, too")
        page.get_by_role("button", name="Change the card").click()
        page.wait_for_url("**/desk/cards/**")
    corrected = hall.event.rounds[0].match_at(match.table).card
    assert corrected is not None
    assert corrected.sides[0].units[unit.name].state == "destroyed"


@contextmanager
def organiser_at(
    browser: Browser, hall: Scene, address: str, width: int = 1280, height: int = 800, zone: str = "UTC"
) -> Iterator[Page]:
    """An organiser's browser; whatever it complains about fails the test."""
    complaints: list[str] = []
    with browser.new_context(viewport={"width": width, "height": height}, timezone_id=zone) as context:
        context.add_cookies([{"name": COOKIE, "value": hall.people[ORGANISER].cookie, "url": address}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        yield page
    assert not complaints


MOST_KEYS = 40
"""In half a minute that leaves three quarters of a second for each, which is slow typing."""


def test_a_card_is_typed_in_from_paper_without_a_mouse_and_with_few_keys(
    served: tuple[Scene, str], browser: Browser
) -> None:
    hall, address = served
    round_, match = open_match(hall)
    roster = match.rosters[1]
    assert roster is not None
    first, second = roster.units[0].name, roster.units[1].name
    keys = 0
    with organiser_at(browser, hall, address) as page:

        def press(*names: str) -> None:
            nonlocal keys
            for name in names:
                page.keyboard.press(name)
                keys += 1

        page.goto(f"{address}{DESK}/cards")
        page.get_by_label("Table").focus()
        press(*str(match.table), "Enter")
        page.wait_for_url(f"**/desk/cards/{round_.number}/{match.table}")
        own_first = page.locator(".card-form input[type=number]").first
        expect(own_first).to_be_focused()
        assert page.locator(".card-form .step button").evaluate_all("all => all.every((one) => one.tabIndex < 0)")
        units = page.get_by_label(f"{possessive(hall.event.player(match.players[1]).name)} units")
        while not units.evaluate("one => one === document.activeElement"):
            press("Enter")
            assert keys < MOST_KEYS
        for name in (first, second):
            press(*unique_part(name, [unit.name for unit in roster.units]), "Enter")
            press("d", "Enter")
            expect(units).to_be_focused()
        press("Control+Enter")
        page.wait_for_url("**/desk/cards?told=*")
        expect(page.get_by_label("Table")).to_be_focused()
    card = hall.event.round(round_.number).match_at(match.table).card
    assert card is not None
    assert {name: fate.state for name, fate in card.sides[1].units.items()} == {first: "destroyed", second: "destroyed"}
    assert keys < MOST_KEYS


def unique_part(name: str, names: list[str]) -> str:
    """The shortest beginning of a name that is a part of no other."""
    parts = (name[:length] for length in range(1, len(name) + 1))
    return next(part for part in parts if sum(part.casefold() in one.casefold() for one in names) == 1)


def test_a_part_that_two_units_have_is_asked_about_at_the_desk(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    round_, match = open_match(hall)
    roster = match.rosters[1]
    assert roster is not None
    with organiser_at(browser, hall, address) as page:
        page.goto(f"{address}{DESK}/cards/{round_.number}/{match.table}")
        units = page.get_by_label(f"{possessive(hall.event.player(match.players[1]).name)} units")
        units.fill("zzzz")
        units.press("Enter")
        expect(units).to_be_focused()
        assert "No unit" in units.evaluate("one => one.validationMessage")
