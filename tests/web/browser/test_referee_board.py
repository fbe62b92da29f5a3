"""The referee's page by hand, in a real browser: units are put down by taps, and the answer is read on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.serving import Running, running

PLACE = """([x, y]) => {
  const board = document.querySelector("#hand-table svg.board");
  board.scrollIntoView({ block: "center" });
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
  return [left, top];
}"""

WALKER = """async () => {
  const { kinds } = await (await fetch("/referee/kit/alpha_strike")).json();
  return kinds.find(({ symbol }) => symbol === "walker").name;
}"""


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("referee")
    with running(folder, str(folder / "house.db")) as server:
        yield server


@pytest.fixture(params=[(1366, 768), (360, 740)], ids=["laptop", "phone"])
def tab(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height}, service_workers="block", reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    found = context.new_page()
    problems: list[str] = []
    found.on("pageerror", lambda error: problems.append(str(error)))
    yield found
    context.close()
    assert not problems


def opened(tab: Page, live: Running, game: str) -> None:
    tab.goto(f"{live.url}/referee")
    tab.locator(f'.games a[href="/referee?game={game}"]').click()
    expect(tab.locator("#hand-table svg.board")).to_be_visible(timeout=60_000)


def tap(tab: Page, x: float, y: float) -> None:
    """Where it is drawn, in lengths of the drawing."""
    tab.mouse.click(*tab.evaluate(PLACE, [x, y]))


def put(tab: Page, side: str, name: str, x: float, y: float) -> None:
    there = tab.locator("#hand-table [data-piece]").count()
    tab.get_by_role("button", name=side, exact=True).click()
    tab.get_by_label("Search").fill(name)
    tab.locator("#kinds").get_by_role("button", name=name, exact=True).click()
    tap(tab, x, y)
    expect(tab.locator("#hand-table [data-piece]")).to_have_count(there + 1)


def lay(tab: Page, kind: str, x: float, y: float) -> None:
    tab.get_by_text("Table and terrain").click()
    tab.locator("#grounds").get_by_role("button", name=kind, exact=True).click()
    tap(tab, x, y)
    expect(tab.locator("#hand-table [data-terrain]").first).to_be_attached()
    tab.get_by_role("button", name="Done", exact=True).click()


def answered(tab: Page, headline: str | re.Pattern[str]) -> None:
    expect(tab.locator("#answer .headline")).to_have_text(headline)


def no_wider_than_the_screen(tab: Page) -> bool:
    return bool(tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_wood_put_between_two_units_of_the_game_blocks_their_sight(live: Running, tab: Page) -> None:
    opened(tab, live, "the_game")
    put(tab, "Red", "HumanXX MBT I", 40, 30)
    put(tab, "Blue", "Orc Infantry", 120, 90)
    tab.get_by_label("Your question").select_option("line_of_sight")
    tap(tab, 40, 30)
    tap(tab, 120, 90)
    answered(tab, "Yes: HumanXX MBT I and Orc Infantry see each other, 100 cm apart.")
    lay(tab, "Wood", 80, 60)
    answered(tab, "No: the wood blocks it.")
    expect(tab.locator("#answer")).to_contain_text("Section 1.7")
    expect(tab.locator("#text")).to_have_value(re.compile(r"\[\[terrain\]\]"))
    expect(tab.locator("#text")).to_have_value(re.compile("line_of_sight"))
    assert no_wider_than_the_screen(tab)


def test_alpha_strike_says_what_an_attack_needs_and_why(live: Running, tab: Page) -> None:
    opened(tab, live, "alpha_strike")
    unit = tab.evaluate(WALKER)
    put(tab, "Red", unit, 60, 40)
    put(tab, "Blue", unit, 60, 60)
    tab.get_by_role("button", name="Done", exact=True).click()
    tab.get_by_label("Your question").select_option("attack_number")
    tap(tab, 60, 40)
    tab.get_by_text("More that can be said").click()
    tab.locator('#asked-with [name="target"]').select_option(f"{unit} 2")
    answered(tab, re.compile("or more, at"))
    expect(tab.locator("#answer .sums")).to_contain_text("target number")


def test_age_of_destruction_says_whether_the_line_of_fire_is_clear(live: Running, tab: Page) -> None:
    opened(tab, live, "age_of_destruction")
    put(tab, "Red", "Copper Whistle Levy", 40, 20)
    put(tab, "Blue", "Quiet Ledger Guard", 40, 60)
    tab.get_by_label("Your question").select_option("line_of_fire")
    tap(tab, 40, 20)
    tap(tab, 40, 60)
    answered(tab, re.compile("^Yes: the line is clear"))
    lay(tab, "Building", 40, 40)
    answered(tab, "No: the building blocks it.")


def test_a_unit_is_dragged_turned_told_about_and_taken_off_and_all_of_it_can_be_stepped_back(
    live: Running, tab: Page
) -> None:
    opened(tab, live, "the_game")
    put(tab, "Red", "HumanXX MBT I", 40, 30)
    tab.get_by_role("button", name="Done", exact=True).click()
    start, end = tab.evaluate(PLACE, [40, 30]), tab.evaluate(PLACE, [70, 60])
    tab.mouse.move(*start)
    tab.mouse.down()
    tab.mouse.move(*end, steps=6)
    tab.mouse.up()
    text = tab.locator("#text")
    expect(text).to_have_value(re.compile(r"place = \[(69|70|71)"))
    tap(tab, 70, 60)
    expect(tab.locator("#chosen")).to_be_visible()
    before = text.input_value()
    tab.get_by_role("button", name="Turn right").click()
    expect(text).not_to_have_value(before)
    tab.locator("#chosen").get_by_label("Suppression").fill("3")
    tab.locator("#chosen").get_by_label("Suppression").press("Tab")
    expect(text).to_have_value(re.compile("tokens = 3"))
    expect(text).to_have_value(re.compile("facing = 135"))
    expect(tab.locator("#hand-table .badge text")).to_have_text("3")
    tab.locator("#chosen").get_by_role("button", name="Remove").click()
    expect(tab.locator("#hand-table [data-piece]")).to_have_count(0)
    tab.get_by_role("button", name="Step back").click()
    expect(tab.locator("#hand-table [data-piece]")).to_have_count(1)


def test_the_keyboard_alone_puts_moves_and_asks(live: Running, tab: Page) -> None:
    opened(tab, live, "age_of_destruction")
    tab.locator("#kinds").get_by_role("button", name="Copper Whistle Levy", exact=True).press("Enter")
    expect(tab.locator("#hand-table [data-piece]")).to_have_count(1)
    before = tab.locator("#text").input_value()
    tab.locator("#hand-table").press("ArrowDown")
    expect(tab.locator("#text")).not_to_have_value(before)
    tab.get_by_label("Your question").select_option("speed")
    tab.locator('#asked-with [name="unit"]').select_option("Copper Whistle Levy")
    answered(tab, "Copper Whistle Levy may go 5 inches, or run 10.")


def test_what_is_missing_or_wrong_is_said_in_one_sentence_of_the_page(live: Running, tab: Page) -> None:
    opened(tab, live, "the_game")
    tab.get_by_label("Your question").select_option("line_of_sight")
    tab.get_by_role("button", name="Ask", exact=True).click()
    expect(tab.locator("#refused")).to_have_text(
        "Put the units on the table first: choose one, then tap where it stands."
    )
    put(tab, "Red", "HumanXX MBT I", 40, 30)
    tab.get_by_role("button", name="Ask", exact=True).click()
    expect(tab.locator("#refused")).to_have_text("Which unit looks: tap on the table.")
    tab.get_by_label("Search").fill("Destroyer")
    tab.locator("#kinds").get_by_role("button", name="HumanXX Destroyer", exact=True).click()
    tap(tab, 90, 60)
    expect(tab.locator("#problem")).to_contain_text("HumanXX Destroyer: the table has no water")


def test_a_pasted_text_opens_on_the_board_with_its_question(live: Running, tab: Page) -> None:
    opened(tab, live, "the_game")
    tab.get_by_text("The same as text").click()
    tab.locator("#text").fill(
        'ask = { cohesion = "scouts" }\n[[formation]]\nname = "scouts"\nside = "red"\n'
        'units = [{ name = "scout", type = "infantry", count = 3, place = [60, 40] }]\n'
    )
    tab.get_by_role("button", name="Open on the board").click()
    expect(tab.locator("#hand-table [data-piece]")).to_have_count(3)
    expect(tab.get_by_label("Your question")).to_have_value("cohesion")
    tab.get_by_role("button", name="Ask", exact=True).click()
    answered(tab, re.compile("^Yes: all of scouts"))
    tab.locator("#text").fill("not a table at all")
    tab.get_by_role("button", name="Open on the board").click()
    expect(tab.locator("#problem")).to_be_visible()


def test_a_battle_is_rolled_on_the_page_and_shown_before_and_after(live: Running, tab: Page) -> None:
    opened(tab, live, "the_game")
    put(tab, "Red", "HumanXX MBT I", 40, 30)
    put(tab, "Blue", "Goblin MBT", 70, 50)
    tab.get_by_label("Your question").select_option("fire")
    tap(tab, 40, 30)
    tap(tab, 70, 50)
    tab.get_by_role("button", name="Roll the dice").click()
    answered(tab, re.compile(r"\.$"))
    expect(tab.get_by_role("button", name="Before")).to_be_visible()
    expect(tab.locator("#answer")).to_contain_text("Dice:")


def test_what_is_being_typed_about_a_unit_outlives_the_answer_to_an_earlier_tap(live: Running, tab: Page) -> None:
    opened(tab, live, "the_game")
    put(tab, "Red", "Orc Infantry", 60, 30)
    tab.get_by_role("button", name="Done", exact=True).click()
    tap(tab, 60, 30)
    chosen = tab.locator("#chosen")
    waiting: list[Route] = []
    tab.route("**/referee/board", lambda route: waiting.append(route))
    text = tab.locator("#text")
    before = text.input_value()
    with tab.expect_request("**/referee/board"):
        chosen.get_by_role("button", name="Turn right").click()
    name = chosen.get_by_label("Name").first
    name.press("End")
    name.press_sequentially(" of the Marsh")
    waiting[0].continue_()
    expect(text).not_to_have_value(before)
    tab.unroute("**/referee/board")
    expect(name).to_be_focused()
    expect(name).to_have_value(re.compile("of the Marsh$"))
    name.press("Enter")
    expect(tab.locator("#there")).to_contain_text("of the Marsh")
