"""What the replay page makes of a battle: where it opens, what it follows, counts and lists, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.games.test_films import GAMES, filmed
from tests.web.test_replay_page import frame_of, made_up_battle, opened

from musterhall.web.replay_page import replay_page

FIRST_SHOT, FIRST_LOSS, BLUE_LEADS, LAST = 3, 6, 13, 14


def battle() -> dict[str, Any]:
    """The made-up battle with points, orders and a reach for the first piece; blue goes past red near the end."""
    data = made_up_battle()
    frames = data["frames"]
    frames[0] |= {
        "score": [[0, 0, "points"], [1, 0, "points"]],
        "orders": [[0, "advance", "dash"], [1, "?", "?"]],
        "reaches": [[0, [["move", 12, "a stroll", 360], ["range", 30, "a long gun", 90]]]],
    }
    frames[FIRST_LOSS]["score"] = [[0, 60, "points"], [1, 0, "points"]]
    frames[FIRST_LOSS]["orders"] = [[0, "dash", ""]]
    frames[13]["score"] = [[0, 60, "points"], [1, 90, "points"]]
    return data


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    yield from opened(browser, tmp_path, battle(), at="", reduced_motion="reduce")


def shown(page: Page) -> int:
    return int(page.locator(".count").inner_text().split(" / ")[0]) - 1


def view(page: Page) -> list[float]:
    return [float(number) for number in (page.locator("svg.board").get_attribute("viewBox") or "").split()]


# Where it opens


def test_it_opens_on_the_first_shot_and_the_deployment_is_one_jump_away(page: Page) -> None:
    assert shown(page) == FIRST_SHOT
    page.get_by_role("button", name="Before the battle").first.click()
    assert shown(page) == 0
    page.keyboard.press("End")
    page.keyboard.press("Home")
    assert shown(page) == 0


def test_an_address_that_names_a_frame_opens_there(browser: Browser, tmp_path: Path) -> None:
    for page in opened(browser, tmp_path, battle(), at="#5"):
        assert shown(page) == 5


# The camera


def test_the_camera_goes_where_something_happens_until_it_is_told_to_hold_still(page: Page) -> None:
    page.keyboard.press("Home")
    width = view(page)[2]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    near = view(page)
    assert near[2] < width
    assert near[0] <= 23
    page.get_by_role("button", name="Follow the action").click()
    expect(page.get_by_role("button", name="Follow the action")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("End")
    assert view(page) == near


def test_a_hand_on_the_lens_holds_the_camera(page: Page) -> None:
    page.keyboard.press("0")
    whole = view(page)
    expect(page.get_by_role("button", name="Follow the action")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert view(page) == whole
    page.keyboard.press("f")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert view(page) != whole


# Orders, places, points


def test_what_a_group_is_to_do_now_and_next_lies_by_its_name(page: Page) -> None:
    red = page.locator(".label.side0 .orders text")
    expect(red).to_have_text(["advance", "dash"])
    page.keyboard.press("End")
    expect(red).to_have_text(["dash"])


def test_places_are_numbered(page: Page) -> None:
    expect(page.locator(".zone .number")).to_have_text(["1", "2"])


def test_the_points_go_on_with_the_battle(page: Page) -> None:
    points = page.locator(".points")
    expect(points).to_have_text(re.compile(r"0 : 0 points"))
    page.keyboard.press("End")
    expect(points).to_have_text(re.compile(r"60 : 90 points"))


def test_a_chosen_piece_shows_how_far_it_goes_and_fires(page: Page) -> None:
    expect(page.locator("circle.rim-move, path.rim-range")).to_have_count(0)
    page.locator("[data-piece='0'] .body").click()
    expect(page.locator("circle.rim-move")).to_have_attribute("r", "12")
    expect(page.locator("path.rim-range")).to_have_count(1)
    expect(page.locator("text.rim-move")).to_have_text("a stroll")
    page.keyboard.press("r")
    expect(page.locator(".asked-reach")).to_have_count(0)


def test_the_ground_is_named_as_long_as_it_lies_there(browser: Browser, tmp_path: Path) -> None:
    data = battle()
    data["table"]["names"] = [[0, "Pine Lake", 120, 60], [1, "Wolf House", 90, 60]]
    data["frames"][0]["ground"] = [0, 1]
    data["frames"][5]["ground"] = [0]
    for page in opened(browser, tmp_path, data, viewport={"width": 1366, "height": 768}):
        page.keyboard.press("0")
        house = page.locator(".names text", has_text="Wolf House")
        expect(page.locator(".names text", has_text="Pine Lake")).to_be_visible()
        expect(house).to_be_visible()
        page.keyboard.press("End")
        page.keyboard.press("Escape")
        expect(house).to_be_hidden()


# The key


def test_the_key_lists_only_the_signs_that_occur(page: Page) -> None:
    page.keyboard.press("?")
    words = page.locator("dialog.key .symbols li").all_inner_texts()
    assert {"tank", "infantry", "soft vehicle", "destroys", "suppresses", "misses", "lost here"} <= set(words)
    assert not {"aircraft", "ship", "a section of a flight", "marker of a drop", "a dot for each unit aboard"} & set(
        words
    )


# Key moments and the end


def test_markers_over_the_strip_lead_to_what_a_battle_is_remembered_for(page: Page) -> None:
    names = [button.get_attribute("aria-label") or "" for button in page.locator(".moment").all()]
    told = "; ".join(names)
    for words in ("Before the battle", "First shot", "First loss", "turning point", "Blue in the lead", "The end"):
        assert words.lower() in told.lower()
    page.get_by_role("button", name="First loss").click()
    assert shown(page) == FIRST_LOSS


def test_keys_go_from_moment_to_moment(page: Page) -> None:
    page.keyboard.press("n")
    assert shown(page) == FIRST_LOSS
    page.keyboard.press("p")
    page.keyboard.press("p")
    assert shown(page) == 0


def test_a_place_that_changes_hands_is_a_moment(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Blue takes 1")).click()
    assert shown(page) == LAST


def test_the_end_says_who_won_what_it_cost_and_where_it_turned(page: Page) -> None:
    card = page.locator(".end-card")
    expect(card).to_be_hidden()
    page.keyboard.press("End")
    expect(card).to_be_visible()
    expect(card.locator("h2")).to_have_text("Blue wins by victory points.")
    rows = {row[0]: row[1:] for row in (line.split("\t") for line in card.locator("table").inner_text().splitlines())}
    assert rows["Units destroyed"] == ["1", "0"]
    assert rows["Objectives held"] == ["none", "1"]
    assert rows["Points"] == ["60", "90"]
    expect(card.locator(".turned b")).to_have_text("It turned Blue's way: ")
    card.get_by_role("button", name="See the turning point").click()
    assert shown(page) == BLUE_LEADS
    expect(card).to_be_hidden()


# Room for it


LABELS = """() => [...document.querySelectorAll(".labels .label")].filter((one) => one.style.display !== "none")
  .map((one) => [...one.querySelectorAll("text.name, .orders rect")].filter((part) => part.checkVisibility())
    .map((part) => part.getBoundingClientRect()).map(({left, right, top, bottom}) => [left, right, top, bottom]))
  .filter((boxes) => boxes.length)"""


def _meet(one: list[float], other: list[float]) -> bool:
    slack = 2
    return (
        one[0] < other[1] - slack
        and other[0] < one[1] - slack
        and one[2] < other[3] - slack
        and other[2] < one[3] - slack
    )


@pytest.mark.parametrize("name", GAMES)
def test_names_and_orders_lie_on_no_others_at_1366_pixels(browser: Browser, tmp_path: Path, name: str) -> None:
    file = tmp_path / "replay.html"
    file.write_text(replay_page(filmed(name).data), encoding="utf-8")
    last = len(filmed(name).frames) - 1
    with browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(file.as_uri())
        seen = 0
        for at in range(last // 10, last, max(1, last // 12)):
            page.evaluate("at => { location.hash = at; }", at)
            expect(page.locator(".count")).to_have_text(f"{at + 1} / {last + 1}")
            labels = page.evaluate(LABELS)
            seen += len(labels)
            for one, other in combinations(labels, 2):
                assert not any(_meet(box, against) for box in one for against in other), f"frame {at}"
        assert seen > 20


@pytest.mark.parametrize("width", [360, 768, 1366, 1920])
def test_every_marker_and_the_end_card_fit_the_screen(browser: Browser, tmp_path: Path, width: int) -> None:
    for page in opened(browser, tmp_path, battle(), at="", viewport={"width": width, "height": 740}):
        page.keyboard.press("End")
        for part in [*page.locator(".moment").all(), page.locator(".end-card")]:
            box = part.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= 740


def test_frames_without_any_of_it_are_shown_all_the_same(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle() | {"zones": [], "result": "Nobody has won yet."}
    data["frames"] = [frame_of(0, "set-up", "Nobody has come yet.")]
    for page in opened(browser, tmp_path, data, at=""):
        assert shown(page) == 0
