"""The replay page in a real browser, with a battle made up for the purpose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from musterhall.games.the_game.parts.board import KEY, WORDS
from musterhall.problems import BadInput
from musterhall.web.pages.referee import PLAYING, REFEREEING
from musterhall.web.replay_page import DRAWING, REPLAYING, board_file, replay_page

HOSTILE = "<img src=x onerror=\"document.title='owned'\"></script><script>document.title='owned'</script>"
START_X, STEP, DEPTH = 20.0, 3.0, 120.0


def made_up_battle(turns: int = 4, name: str = "Tank company") -> dict[str, Any]:
    """Two formations of three; red walks right three centimetres a turn and kills one unit in the second."""
    ready: dict[str, Any] = {"pieces": _all_units(), "groups": _fresh(), "owners": [0, 1]}
    frames = [frame_of(0, "set-up", "The armies stand ready.", **ready)]
    for turn in range(1, turns + 1):
        moved = [[unit, START_X + STEP * turn, 20.0 + 6 * unit, 90, "on"] for unit in range(3)]
        frames.append(frame_of(turn, "phase", f"Turn {turn} starts.", phase="start"))
        frames.append(frame_of(turn, "move", f"{name} moves.", side=0, group=0, pieces=moved))
        frames.append(_volley(turn, name, kill=turn == 2))
    frames.append(frame_of(turns, "blast", "A barrage falls.", side=1, rings=[[30, 26, 7, "blast"]]))
    broken: dict[str, Any] = {"groups": [[0, 3, 1, False]], "owners": [1, None]}
    frames.append(frame_of(turns, "break", f"{name} breaks.", side=0, group=0, **broken))
    return {
        "title": "A made-up battle",
        "seed": 7,
        "game": "THE GAME",
        "sides": [
            {"name": "red", "notes": [name, "captain"]},
            {"name": "blue", "notes": ["Orcs", "drill"]},
        ],
        "table": {
            "width": 180,
            "depth": DEPTH,
            "unit": "cm",
            "ruler": [10, 30],
            "length": 1,
            "edges": [{"name": "north", "side": 0}, {"name": "south", "side": 1}],
            "name": "meadow",
            "art": '<g><circle id="pond" r="9"/></g>',
        },
        "pieces": [
            {"name": f"{name} {number + 1}", "side": side, "group": side, "symbol": symbol, "profile": number}
            for side in (0, 1)
            for number, symbol in enumerate(("tank", "infantry", "truck"))
        ],
        "profiles": [{"name": kind, "lines": [kind]} for kind in ("armoured vehicle", "infantry", "soft vehicle")],
        "words": plain(WORDS),
        "key": plain(KEY),
        "groups": [{"name": name, "side": 0, "size": 3}, {"name": "Goblins", "side": 1, "size": 3}],
        "zones": [
            {"x": 90, "y": 0, "radius": 15, "side": 0, "main": True},
            {"x": 90, "y": 120, "radius": 15, "side": 1, "main": True},
        ],
        "frames": frames,
        "result": "Blue wins by victory points.",
    }


def plain(thing: Any) -> Any:
    return json.loads(json.dumps(asdict(thing)))


def frame_of(turn: int, kind: str, text: str, *, phase: str = "action", **more: Any) -> dict[str, Any]:
    said: dict[str, Any] = {
        "turn": turn,
        "phase": phase,
        "kind": kind,
        "section": "1.7.2",
        "text": text,
        "detail": [],
    }
    quiet: dict[str, Any] = {"side": None, "group": None, "pieces": [], "groups": [], "paths": []}
    return said | quiet | more


def _volley(turn: int, name: str, *, kill: bool) -> dict[str, Any]:
    return frame_of(
        turn,
        "fire",
        f"{name} fires.",
        side=0,
        group=0,
        paths=[[23, 20, 60, 100, "kill" if kill else "miss"], [23, 26, 60, 106, "hit"]],
        pieces=[[3, 60, 100, 270, "lost"]] if kill else [],
        groups=[[1, turn, 0, False]],
        detail=["d10 7 + AT 8 - armour 6 + close range 1 = 10: suppressed"],
    )


def _all_units() -> list[list[Any]]:
    red = [[unit, START_X, 20.0 + 6 * unit, 90, "on"] for unit in range(3)]
    return red + [[3 + unit, 60.0, 100.0 + 6 * unit, 270, "on"] for unit in range(3)]


def _fresh() -> list[list[Any]]:
    return [[0, 0, 0, False], [1, 0, 0, False]]


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    yield from opened(browser, tmp_path, made_up_battle())


def opened(browser: Browser, folder: Path, data: dict[str, Any], *, at: str = "#0", **context: Any) -> Iterator[Page]:
    """The page from a disk, without a network; anything the browser complains about fails the test."""
    file = folder / "replay.html"
    file.write_text(replay_page(data), encoding="utf-8")
    complaints: list[str] = []
    with browser.new_context(offline=True, **context) as opened:
        page = opened.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{file.as_uri()}{at}")
        yield page
    assert complaints == []


def _unit_at(page: Page, unit: int, x: float, y: float) -> None:
    place = re.compile(rf"^translate\({x:g} {y:g}\)$")
    expect(page.locator(f"[data-piece='{unit}']")).to_have_attribute("transform", place)


def _line(page: Page, frame: int) -> Any:
    return page.locator(f"button.line[data-frame='{frame}']")


def test_a_click_on_a_log_line_puts_every_unit_where_it_stood_then(page: Page) -> None:
    _line(page, 8).click()
    _unit_at(page, 0, START_X + 3 * STEP, 20)
    _unit_at(page, 2, START_X + 3 * STEP, 32)
    expect(page.locator("[data-piece='3']")).to_be_hidden()
    expect(page.locator("[data-wreck='3']")).to_be_visible()
    _line(page, 2).click()
    _unit_at(page, 0, START_X + STEP, 20)
    expect(page.locator("[data-piece='3']")).to_be_visible()
    expect(page.locator("[data-wreck='3']")).to_have_count(1)
    expect(page.locator("[data-wreck='3']")).to_be_hidden()


def test_terrain_is_drawn_as_it_lies_at_each_moment(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    house, ruin = (f'<g data-terrain="{n}"><rect x="90" y="60" width="9" height="9"/></g>' for n in (0, 1))
    data["table"]["art"] = f'<g>{house}{ruin}<circle id="pond" r="9"/></g>'
    data["frames"][0]["ground"], data["frames"][5]["ground"] = [0], [1]
    for page in opened(browser, tmp_path, data):
        standing, fallen = (page.locator(f"[data-terrain='{number}']") for number in (0, 1))
        for frame, stands in ((8, False), (2, True), (5, False)):
            _line(page, frame).click()
            expect(standing).to_be_visible(visible=stands)
            expect(fallen).to_be_visible(visible=not stands)
            expect(page.locator("#pond")).to_be_visible()


def test_the_current_line_unfolds_its_arithmetic_with_the_outcome_in_bold(page: Page) -> None:
    _line(page, 3).click()
    expect(_line(page, 3)).to_have_attribute("aria-current", "true")
    expect(page.locator("li", has=_line(page, 3)).locator(".detail b")).to_have_text("10: suppressed")
    expect(page.locator(".detail")).to_have_count(1)


def test_playing_runs_to_the_end_and_says_who_won(page: Page) -> None:
    page.get_by_label("Speed").select_option("16")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".caption .say")).to_have_text("Blue wins by victory points.")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    _unit_at(page, 0, START_X + 4 * STEP, 20)


def test_keys_step_and_jump_and_the_slider_follows(page: Page) -> None:
    slider = page.get_by_label("Moment of the battle")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    _unit_at(page, 0, START_X + STEP, 20)
    page.keyboard.press("ArrowLeft")
    _unit_at(page, 0, START_X, 20)
    page.keyboard.press("PageDown")
    expect(page.locator(".clock .turn")).to_have_text("Turn 2")
    page.keyboard.press("End")
    expect(slider).to_have_value("14")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="Turn 3", exact=True).click()
    expect(slider).to_have_value("7")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_the_score_counts_losses_broken_formations_and_objectives(page: Page) -> None:
    blue, red = page.locator(".score .side1 dd"), page.locator(".score .side0 dd")
    expect(blue).to_have_text(["3/3", "0", "0", "1"])
    page.keyboard.press("End")
    expect(blue).to_have_text(["2/3", "0", "0", "1"])
    expect(red).to_have_text(["3/3", "1", "0", "0"])
    expect(page.locator(".piece.shaken")).to_have_count(3)


def test_a_tapped_unit_tells_its_formation_and_what_is_left(page: Page) -> None:
    _line(page, 6).click()
    page.locator("[data-piece='4'] .body").click()
    card = page.locator(".card")
    expect(card).to_contain_text("Goblins")
    expect(card).to_contain_text("2 of 3 left · 2 suppression")
    expect(page.locator(".hull.chosen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_the_picture_says_how_large_the_table_is_in_its_own_measure(page: Page) -> None:
    expect(page.locator("svg.board")).to_have_attribute("aria-label", "Table meadow, 180 by 120 cm")


def test_a_table_in_another_measure_is_drawn_as_large(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    inches = {"width": 72, "depth": 48, "unit": "inches", "length": 0.4, "ruler": [6, 12]}
    data["table"] |= inches
    data["zones"] = [{"x": 36, "y": 24, "radius": 6, "side": 0, "main": True}]
    data["frames"][0]["pieces"][0] = [0, 10.0, 20.0, 90, "on"]
    for page in opened(browser, tmp_path, data):
        _unit_at(page, 0, 25, 50)
        expect(page.locator("svg.board")).to_have_attribute("aria-label", "Table meadow, 72 by 48 inches")
        expect(page.locator("rect.felt")).to_have_attribute("width", "180")
        expect(page.locator("circle.reach")).to_have_attribute("r", "15")


def test_an_arc_is_drawn_as_long_as_its_frame_is_shown(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    data["frames"][2]["arcs"] = [[20, 20, 90, 90, 30]]
    for page in opened(browser, tmp_path, data):
        _line(page, 2).click()
        corner = 20 + 30 * 2**-0.5
        expect(page.locator("path.arc")).to_have_attribute(
            "d", re.compile(rf"^M20 20L{corner:.2f} {corner:.2f}A30 30 ")
        )
        _line(page, 3).click()
        expect(page.locator("path.arc")).to_have_count(0)


def test_hostile_names_stay_text(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle(name=HOSTILE) | {"title": HOSTILE}
    data["table"]["art"] = '<g><image href="x" onerror="document.title=1"/><circle id="pond" r="3"/></g>'
    for page in opened(browser, tmp_path, data):
        page.keyboard.press("End")
        page.keyboard.press("Escape")
        page.locator("[data-piece='0'] .body").click()
        expect(page.locator(".card b")).to_have_text(f"{HOSTILE} 1")
        expect(page.locator(".clock h1")).to_have_text(HOSTILE)
        expect(page.locator("#pond")).to_have_count(1)
        assert page.locator("img, [onerror], svg image").count() == 0
        assert page.title() == HOSTILE


def _battle_with_formation_at(y: float) -> dict[str, Any]:
    """The made-up battle with all of red in one corner of the table."""
    data = made_up_battle(name="A company with a long name")
    data["frames"][0]["pieces"][:3] = [[unit, 1.0 + unit, y, 90, "on"] for unit in range(3)]
    data["frames"][0]["groups"][0] = [0, 7, 0, False]
    return data


@pytest.mark.parametrize("y", [0.0, DEPTH])
def test_the_label_of_a_formation_at_the_edge_stays_in_the_picture(browser: Browser, tmp_path: Path, y: float) -> None:
    for page in opened(browser, tmp_path, _battle_with_formation_at(y), viewport={"width": 1280, "height": 800}):
        picture = page.locator(".table").bounding_box()
        assert picture is not None
        for part in (".name", ".badge"):
            box = page.locator(f".label.side0 {part}").bounding_box()
            assert box is not None
            assert box["x"] >= picture["x"]
            assert box["y"] >= picture["y"]
            assert box["y"] + box["height"] <= picture["y"] + picture["height"]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)])
def test_no_button_lies_over_the_whole_table_and_both_sides_are_named(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> None:
    for page in opened(browser, tmp_path, made_up_battle(), viewport={"width": width, "height": height}):
        table = page.locator(".table").bounding_box()
        assert table is not None
        for button in page.locator(".lens button").all():
            box = button.bounding_box()
            assert box is None or box["y"] >= table["y"] + table["height"]
        for side, name in enumerate(("Red", "Blue")):
            who = page.locator(f".score .side{side} .who b")
            expect(who).to_have_text(name)
            shown = who.bounding_box()
            assert shown is not None
            assert shown["width"] > 20


def test_a_transport_shows_a_dot_for_each_passenger_and_names_them(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    data["frames"][0]["pieces"][1:3] = [[unit, START_X, 20.0, 90, "carried", 0] for unit in (1, 2)]
    for page in opened(browser, tmp_path, data):
        dots = page.locator("[data-piece='0'] .load circle")
        expect(dots).to_have_count(2)
        page.locator("[data-piece='0'] .body").click()
        expect(page.locator(".card")).to_contain_text("Aboard: Tank company 2, Tank company 3")
        _line(page, 2).click()
        expect(dots).to_have_count(0)


def test_a_tapped_unit_tells_its_stats_and_weapons(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    lines = ["armoured vehicle", "move 20/25", "115mm Cannon: 60 cm, AP6/AT8"]
    data["profiles"][0] = {"name": "Goblin MBT", "lines": lines}
    for page in opened(browser, tmp_path, data):
        page.locator("[data-piece='0'] .body").click()
        expect(page.locator(".card")).to_contain_text("115mm Cannon: 60 cm, AP6/AT8")
        page.locator("[data-piece='4'] .body").click()
        expect(page.locator(".card .type")).to_have_text("infantry")


def test_a_card_as_tall_as_a_phone_s_table_is_shown_whole(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    data["profiles"][0] = {"name": "Goblin MBT", "lines": [f"click {number}" for number in range(14)]}
    for page in opened(browser, tmp_path, data, viewport={"width": 360, "height": 740}):
        page.locator("[data-piece='0'] .body").click()
        box = page.locator(".card").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740
        # Else the edge of the table would cut it off.
        expect(page.locator(".card")).to_have_css("position", "fixed")


def test_one_of_what_a_badge_counts_has_its_own_word(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    data["words"] |= {"badge_short": "tokens", "badge_one": "token"}
    data["frames"][0]["groups"] = [[group, group + 1, 0, False, None, 0, ""] for group in range(2)]
    for page in opened(browser, tmp_path, data):
        page.get_by_role("tab").nth(1).click()
        expect(page.locator(".forces .counted").nth(0)).to_have_text("1 token")
        expect(page.locator(".forces .counted").nth(1)).to_have_text("2 tokens")


def test_the_log_never_shows_half_a_line_under_its_heading(browser: Browser, tmp_path: Path) -> None:
    data = made_up_battle()
    data["frames"] += [frame_of(4, "test", "One and another. " * (1 + line % 3)) for line in range(60)]
    for page in opened(browser, tmp_path, data, viewport={"width": 1280, "height": 800}):
        _line(page, 45).click()
        cut = """() => {
          const log = document.querySelector(".log");
          const edge = document.querySelector("[aria-current='true'].line").closest("section").querySelector("h2");
          const top = edge.getBoundingClientRect().bottom;
          return [...log.querySelectorAll(".line")].some((line) => {
            const box = line.getBoundingClientRect();
            return box.top < top - 1 && box.bottom > top + 1;
          });
        }"""
        assert page.evaluate(cut) is False


def test_with_reduced_motion_a_step_is_done_at_once(browser: Browser, tmp_path: Path) -> None:
    for page in opened(browser, tmp_path, made_up_battle(), reduced_motion="reduce"):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        place = page.locator("[data-piece='0']").get_attribute("transform")
        assert place == f"translate({START_X + STEP:g} 20)"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1280, 800), (1920, 1080)])
def test_everything_fits_the_screen_and_nothing_shifts(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> None:
    viewport = {"width": width, "height": height}
    for page in opened(browser, tmp_path, made_up_battle(), viewport=viewport):
        parts = [page.locator(name) for name in (".table", ".side-panel", ".strip", ".play")]
        before = [part.bounding_box() for part in parts]
        for box in before:
            assert box is not None
            assert 0 <= box["x"] <= width - box["width"]
            assert 0 <= box["y"] <= height - box["height"]
        page.keyboard.press("End")
        assert [part.bounding_box() for part in parts] == before


def test_each_step_of_a_drag_over_two_thousand_frames_of_two_hundred_units_is_drawn_at_once(
    browser: Browser, tmp_path: Path
) -> None:
    data = made_up_battle(turns=660)
    extra = range(6, 200)
    data["pieces"] += [
        {"name": f"u{unit}", "side": 1, "group": 1, "symbol": "infantry", "profile": 1} for unit in extra
    ]
    data["frames"][0]["pieces"] += [[unit, 10 + unit % 80, 60 + unit % 30, 0, "on"] for unit in extra]
    for page in opened(browser, tmp_path, data):
        drag = """() => {
          const slider = document.querySelector(".strip input"), first = document.querySelector("[data-piece='0']");
          return [...Array(20).keys()].map((at) => {
            slider.value = (at * 977) % 1980;
            slider.dispatchEvent(new Event("input"));
            return first.getAttribute("transform");
          });
        }"""
        moves = [(at * 977 % 1980 + 1) // 3 for at in range(20)]
        places = [f"translate({START_X + STEP * number:g} 20)" for number in moves]
        assert page.evaluate(drag) == places
        assert page.locator("[data-piece]").count() == 200


def test_the_page_is_one_file_that_asks_for_nothing() -> None:
    page = replay_page(made_up_battle())
    fetched = re.compile(r"""(src|href)=["'](?!#)|@import|url\((?!#)|^\s*(import|export) """, re.MULTILINE)
    assert not fetched.search(page)
    assert "{{" not in page


def test_the_embedded_battle_reads_back_as_it_went_in() -> None:
    data = made_up_battle(name=HOSTILE)
    found = re.search(r'id="battle">(.*?)</script>', replay_page(data), re.DOTALL)
    assert found is not None
    assert json.loads(found[1]) == data


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"frames": []}, "no frames"),
        ({"seed": float("nan")}, "not plain JSON"),
    ],
)
def test_a_battle_that_cannot_be_shown_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        replay_page(made_up_battle() | change)


BOARD_FILES = (
    *DRAWING,
    *REPLAYING,
    "board.css",
    "replay.css",
    "../templates/replay.html",
)
TABLE_FILES = (*PLAYING, "play.css", "../templates/play/table.html")


@pytest.mark.parametrize("name", [*BOARD_FILES, *TABLE_FILES])
def test_the_board_knows_no_games_words(name: str) -> None:
    known = re.compile(
        r"formation|suppress|broken|token|barrage|objective|\bcm\b|(?<!table\.)\bunits?\b", re.IGNORECASE
    )
    assert known.findall(board_file(name)) == []


@pytest.mark.parametrize("name", [*REFEREEING, "referee.css", "../templates/referee/hand.html"])
def test_the_referees_board_knows_units_and_terrain_and_nothing_that_happens_to_them(name: str) -> None:
    known = re.compile(r"formation|suppress|broken|barrage|objective|\bcm\b|\binch|\bheat\b|armour", re.IGNORECASE)
    assert known.findall(board_file(name)) == []
