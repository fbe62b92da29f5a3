"""The form of a unit with dials that turn: by finger, by keys and by buttons, checked as one types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.browser.looking import findings
from tests.web.browser.venue import PHONE, Venue, press, venue

SHELF = "/own-units/age-of-destruction"


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with venue(browser, tmp_path_factory.mktemp("units"), {}) as found:
        found_account(found)
        yield found
        found.require_quiet()


def found_account(hall: Venue) -> None:
    from tests.web.browser.venue import NAME, PASSWORD

    page = hall.screen()
    page.goto("/")
    page.get_by_label("Your name").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Create the account")
    expect(page.get_by_role("link", name="Begin an event")).to_be_visible()


def dial(page: Page, name: str = "Combat dial") -> Locator:
    return page.get_by_role("slider", name=name)


def on_top(page: Page, text: str, name: str = "Combat dial") -> None:
    expect(dial(page, name)).to_have_attribute("aria-valuetext", text)


def field(page: Page, label: str) -> Locator:
    """The field for the click that is on top."""
    return page.locator("[data-dial]").first.locator(".fields").get_by_label(label, exact=True)


def test_a_dial_is_turned_by_keys_buttons_a_tap_and_a_drag(hall: Venue) -> None:
    page = hall.organiser()
    page.goto(f"{SHELF}/new?like=Quiet Ledger Guard")
    on_top(page, "Click 1 of 6: speed 5, attack 10, defense 18, damage 3")
    dial(page).press("ArrowRight")
    on_top(page, "Click 2 of 6: speed 5, attack 9, defense 17, damage 3")
    dial(page).press("End")
    on_top(page, "Click 6 of 6: speed 4, attack 7, defense 15, damage 1")
    press(page, "Click before")
    on_top(page, "Click 5 of 6: speed 4, attack 8, defense 16, damage 1")
    dial(page).press("Home")
    box: Any = dial(page).bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # Seven places round the rim; the third is on the right, a little below the middle.
    page.mouse.click(middle[0] + box["width"] * 0.38, middle[1] + box["height"] * 0.09)
    on_top(page, "Click 3 of 6: speed 5, attack 9, defense 17, damage 2")
    page.mouse.move(middle[0] + box["width"] * 0.38, middle[1])
    page.mouse.down()
    page.mouse.move(middle[0] + box["width"] * 0.27, middle[1] - box["height"] * 0.27, steps=4)
    page.mouse.up()
    on_top(page, "Click 4 of 6: speed 4, attack 8, defense 16, damage 2")


def test_a_unit_is_made_click_by_click_on_a_phone_and_known_at_once(hall: Venue) -> None:
    page = hall.organiser(PHONE)
    page.goto(SHELF)
    page.get_by_role("link", name="Make a unit").click()
    page.get_by_label("Name").fill("Copper Kettle")
    page.get_by_label("Points").fill("15")
    for label, figure in (("Speed", "5"), ("Attack", "8"), ("Defense", "16")):
        field(page, label).fill(figure)
    expect(page.locator("#flaws")).to_contain_text("Still to do: The dial has a hole: click 1 has no damage")
    field(page, "Damage").fill("2")
    expect(page.locator("#flaws")).to_contain_text("This is a whole unit.")
    press(page, "Add one")
    on_top(page, "Click 2 of 2: speed 5, attack 8, defense 16, damage 2")
    page.get_by_role("button", name="Defense less").tap()
    on_top(page, "Click 2 of 2: speed 5, attack 8, defense 15, damage 2")
    page.get_by_label("Faction").fill("Hous Liao")
    expect(page.locator("#flaws")).to_contain_text("No faction is called 'Hous Liao'. Perhaps House Liao")
    page.get_by_label("Faction").fill("House Liao")
    expect(page.locator("#flaws")).to_contain_text("This is a whole unit.")
    # What is typed outlives a reload.
    page.reload()
    on_top(page, "Click 1 of 2: speed 5, attack 8, defense 16, damage 2")
    press(page, "Keep it")
    expect(page.get_by_text("Copper Kettle: kept.")).to_be_visible()
    expect(page.get_by_text("green infantry, on foot, House Liao, 15 points, 2 clicks")).to_be_visible()
    page.goto("/builder?pack=age-of-destruction-constructed")
    page.get_by_label("Or paste it").fill(
        'game = "age_of_destruction"\nname = "Kettles"\n\n[[unit]]\nname = "Copper Kettle"\ncount = 3\n'
    )
    press(page, "Check it")
    expect(page.get_by_text("45 points")).to_be_visible()


def test_what_was_refused_is_told_once_and_goes_when_something_is_typed(hall: Venue) -> None:
    page = hall.organiser()
    page.goto(f"{SHELF}/new?like=Quiet Ledger Guard")
    page.get_by_label("Faction").fill("Hous Liao")
    told = page.get_by_text("o faction is called 'Hous Liao'").filter(visible=True)
    expect(told).to_have_count(1)
    press(page, "Keep it")
    expect(page.get_by_role("alert")).to_contain_text("o faction is called 'Hous Liao'")
    expect(told).to_have_count(1)
    page.get_by_label("Faction").fill("House Liao")
    expect(told).to_have_count(0)
    expect(page.locator("#flaws")).to_contain_text("This is a whole unit.")
    # That it was refused is what this is about.
    hall.complaints[:] = [one for one in hall.complaints if "400" not in one]


def test_a_mech_has_a_second_dial_and_nobody_else_does(hall: Venue) -> None:
    page = hall.organiser()
    page.goto(f"{SHELF}/new")
    expect(dial(page, "Heat dial")).to_be_hidden()
    page.get_by_label("Type").select_option("mech")
    expect(dial(page, "Heat dial")).to_be_visible()
    expect(page.get_by_label("Speed mode")).to_have_value("biped")
    expect(field(page, "Secondary damage")).to_be_visible()
    page.goto(f"{SHELF}/new?like=Thornless Rose")
    dial(page, "Heat dial").press("End")
    on_top(page, "Heat 4, shut down at 5: speed -1, damage -1, secondary damage -1", "Heat dial")


@pytest.mark.parametrize("path", [SHELF, f"{SHELF}/new", f"{SHELF}/new?like=Thornless Rose"])
def test_the_pages_of_own_units_are_open_to_all_and_fit_a_phone(hall: Venue, path: str) -> None:
    page = hall.organiser()
    page.goto(path)
    for table in page.locator("[data-dial] summary:visible").all():
        table.click()
    assert not findings(page)
