"""The referee and the replays: answers for everybody, bounded for strangers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect
from tests.web.scene import Scene, scene
from tests.web.serving import Running, running

from musterhall.game.duel import Matchup
from musterhall.problems import BadInput
from musterhall.web import battles, referee
from musterhall.web.limits import Limiter
from musterhall.web.pages import referee as pages
from musterhall.web.referee import Asking, ask, examples, filled_in, value_of, written
from musterhall.web.settings import Settings

GOLDEN = Path(__file__).parents[1] / "golden" / "the_game" / "captain-drill.journal"
CASES = Path(__file__).parents[1] / "cases"
HOSTILE = "</script><script>alert(1)</script>"
DEEP = "[" * 20_000
FOR_A_BATTLE = 30_000
"""Milliseconds: two bots fight it first, on whatever machine this is."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    patch = pytest.MonkeyPatch()
    # These tests ask more often than anybody may.
    patch.setattr(pages, "_tries", Limiter(tries=10_000, seconds=1))
    with scene(Settings(db=str(tmp_path_factory.mktemp("referee") / "house.db"))) as found:
        yield found
    patch.undo()


def post(made: Scene, path: str, **fields: str) -> Response:
    return made.post(path, data=fields, headers={"accept": "text/html"})


def get(made: Scene, path: str) -> Response:
    return made.get(path, headers={"accept": "text/html"})


def answered(text: str, question: str = "", **given: str) -> referee.Answered:
    return ask(filled_in(Asking(text, question, given)), lambda: 7)


def picture_in(answer: Response) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="picture">(.*?)</script>', answer.text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


# Answers


@pytest.mark.parametrize("name", [one.name for one in examples()])
def test_every_example_is_answered_with_its_section(made: Scene, name: str) -> None:
    answer = get(made, f"/referee?example={name}")
    assert answer.status_code == 200
    assert 'role="alert"' not in answer.text
    assert "Section " in answer.text


def test_the_page_shows_result_arithmetic_and_section_and_sets_off_who_was_asked_about(made: Scene) -> None:
    answer = get(made, "/referee?example=fire-into-woods")
    assert "d10 9 + ATT 8 - DEF 4 = 13: killed" in answer.text
    assert "1.7.2" in answer.text
    picture = picture_in(answer)
    assert picture["asked"]["groups"] == [0, 1]
    assert [row[4] for row in picture["before"]["pieces"]].count("lost") == 0
    assert [row[4] for row in picture["after"]["pieces"]].count("lost") == 1


ASSAULT_GUN = """
ask = { attack_value = "gun", target = "orc" }

[[formation]]
name = "guns"
side = "red"

[[formation.units]]
name = "gun"
type = "armoured vehicle"
place = [50, 50]
facing = 90
weapons = [{ name = "cannon", range = 40, attack = "AT6", notes = ["Fire Arc: Fixed"] }]

[[formation]]
name = "orcs"
side = "blue"
units = [{ name = "orc", type = "infantry", place = [50, 80] }]
"""


def test_the_picture_shows_what_the_unit_asked_about_can_fire_at_without_turning() -> None:
    scene = answered(ASSAULT_GUN).scene
    assert scene is not None
    assert scene.picture.as_data()["arcs"] == [[50, 50, 90, 90, 40]]


def test_another_question_can_be_put_to_the_same_position(made: Scene) -> None:
    text = referee.example("line-of-sight").text
    answer = post(made, "/referee", text=text, question="cohesion", **{"given.formation": "scouts"})
    assert answer.status_code == 200
    assert "in cohesion" in answer.text


def test_a_file_that_is_loaded_is_asked_what_it_asks_itself(made: Scene) -> None:
    content = referee.example("cohesion").text.encode()
    answer = made.post(
        "/referee",
        data={"text": "turn = 2", "question": "is_over"},
        files={"file": ("mine.toml", content)},
        headers={"accept": "text/html"},
    )
    assert "too far" in answer.text


def test_choosing_a_question_shows_what_it_takes_and_asks_nothing(made: Scene) -> None:
    text = referee.example("line-of-sight").text
    answer = post(made, "/referee", text=text, question="ranges", choose="yes")
    assert answer.status_code == 200
    assert 'name="given.distance"' in answer.text
    assert "Arithmetic" not in answer.text


def test_dice_that_nobody_gave_are_rolled_and_can_be_rolled_again() -> None:
    text = referee.example("fire-into-woods").text.replace("dice = [9, 6, 3]", "")
    first = answered(text)
    assert first.seed == 7
    again = ask(filled_in(Asking(text, seed="7")), lambda: 99)
    assert again.seed is None
    assert [roll.faces for roll in again.ruling.dice] == [roll.faces for roll in first.ruling.dice]


def test_alpha_strike_is_asked_in_the_same_way() -> None:
    ruling = answered('game = "alpha_strike"', "point_value", base="30", skill="3").ruling
    assert ruling.result["pv"] == 36
    assert ruling.sections == ("AS:CE 29",)


def test_play_goes_on_from_a_table_of_age_of_destruction_with_dice_or_without() -> None:
    text = (CASES / "age_of_destruction" / "40.6-hit.toml").read_text(encoding="utf-8")
    assert answered(text).ruling.result["units"]["Badger"]["click"] == 3
    bare = text.replace(", dice = [4, 4]", "")
    rolled = answered(bare)
    assert rolled.seed == 7
    assert rolled.ruling.lines
    said = ask(filled_in(Asking(bare, dice="1, 2")), lambda: 7)
    assert said.ruling.result["units"]["Badger"]["click"] == 1


def test_alpha_strike_plays_on_from_a_table_too() -> None:
    text = (CASES / "alpha_strike" / "1-initiative-tie.toml").read_text(encoding="utf-8")
    assert answered(text).ruling.lines


def test_a_missing_decision_is_named_with_what_would_be_legal(made: Scene) -> None:
    text = referee.example("rally").text.replace('answers = ["stay", "stay"]', "")
    answer = post(made, "/referee", text=text)
    assert answer.status_code == 400
    assert "Answer 1 is missing; legal would be" in answer.text


# What people type


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("first company", "first company"),
        ("7", 7),
        ("true", True),
        ("[50, 60]", [50, 60]),
        ("orc 1, orc 2", ["orc 1", "orc 2"]),
        ('"orc 1, the big one"', "orc 1, the big one"),
        ("{ by = [0, 10] }", {"by": [0, 10]}),
        ("1\nother = 2", "1\nother = 2"),
        ("2020-01-01", "2020-01-01"),
        (DEEP, DEEP),
    ],
)
def test_what_is_typed_is_read_as_a_value_or_as_names(text: str, value: object) -> None:
    assert value_of(text) == value


VALUES = st.recursive(
    st.booleans() | st.integers(-999, 999) | st.text(st.characters(codec="utf-8", exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc ", min_size=1), inner, max_size=3),
    max_leaves=6,
)


@given(VALUES)
def test_a_value_that_is_shown_in_a_field_is_read_back_as_the_same(value: object) -> None:
    assert value_of(written(value)) == value


# Bounds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not toml at all",
        f"x = {DEEP}",
        "x = 1\n" + "#" * referee.MOST_TEXT,
        '[[formation]]\nname = "f"\nside = "red"\nunits = [' + '{ type = "infantry", count = 100 },' * 3 + "]",
        "".join(f'[[formation]]\nname = "f{at}"\nside = "red"\n' for at in range(80)),
        "[table]\nwidth = 9999\ndepth = 9999",
        '[[terrain]]\nkind = "woods"\npoints = [' + "[1, 2]," * 1200 + "]",
        '[[terrain]]\nkind = "woods"\nrectangle = [1, 1, 2, 2]\n' * 80,
        'game = "chess"',
        "game = 3",
        "formation = 3",
        "formation = [[1]]",
        'ask = { fire = "x" }\nformation = [{ units = 4 }]',
        "table = 4",
        "[table]\nwidth = nan",
        "dice = [" + "1," * 400 + "]",
    ],
)
def test_whatever_is_no_small_position_is_refused_in_a_sentence(made: Scene, text: str) -> None:
    answer = post(made, "/referee", text=text, question="victory_points")
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("name", ["../pyproject", "/etc/passwd", "../../secrets.toml"])
def test_no_question_opens_a_file_of_the_server(name: str) -> None:
    with pytest.raises(BadInput, match="force"):
        answered("turn = 1", "force", force=name)


@pytest.mark.parametrize("name", ["..%2F..%2Fpyproject.toml", "replay.html", "board.py"])
def test_only_the_boards_own_files_are_served(made: Scene, name: str) -> None:
    assert made.get(f"/board/{name}").status_code == 404


def test_the_board_is_kept_by_browsers_until_it_changes(made: Scene) -> None:
    first = made.get("/board/board.js")
    assert first.headers["content-type"].startswith("text/javascript")
    again = made.get("/board/board.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


def test_markup_in_a_unit_s_name_comes_out_as_text(made: Scene) -> None:
    text = referee.example("line-of-sight").text.replace('"scout"', '"<img src=x>"')
    answer = post(made, "/referee", text=text.replace('"scouts"', json.dumps(HOSTILE)))
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "<img" not in answer.text
    assert picture_in(answer)["groups"][0]["name"] == HOSTILE


def test_a_form_that_is_not_ours_is_refused(made: Scene) -> None:
    for path in ("/referee", "/replays"):
        answer = made.post(path, data={"text": "turn = 1"}, headers={"x-muster-form-token": "forged"})
        assert answer.status_code == 403


def test_who_asks_too_often_is_told_to_wait(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_tries", Limiter(tries=4, seconds=60))
    codes = [get(made, "/referee?example=alpha-strike-attack").status_code for _ in range(3)]
    assert codes == [200, 200, 429]


def test_a_question_that_takes_too_long_is_given_up(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages._workshop, "seconds", 0.0)
    answer = get(made, "/referee?example=alpha-strike-attack")
    assert answer.status_code == 400
    assert "takes longer than" in answer.text


# Replays


def test_a_saved_battle_is_fought_again_and_shown(made: Scene) -> None:
    files = {"file": ("battle.journal", GOLDEN.read_bytes())}
    answer = made.post("/replays", files=files, headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert 'src="/board/replay.js"' in answer.text
    assert re.findall(r"<script(?![^>]*(?:src=|application/json))", answer.text) == []
    assert "<style" not in answer.text


def test_a_changed_or_foreign_journal_is_refused_in_a_sentence(made: Scene) -> None:
    for text in (GOLDEN.read_text().replace("seed", "sead", 1), "{}\n", "hello\n", DEEP + "\n", '{"a":' * 9999 + "\n"):
        answer = made.post("/replays", files={"file": ("x", text.encode())}, headers={"accept": "text/html"})
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text


def test_a_battle_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battles, "SECONDS", -1)
    with pytest.raises(BadInput, match="takes longer"):
        battles.watched_journal(GOLDEN.read_text())


def test_the_same_seed_shows_the_same_battle(made: Scene) -> None:
    first = get(made, "/replays?seed=3")
    battles.bot_battle.cache_clear()
    assert first.status_code == 200
    assert get(made, "/replays?seed=3").text == first.text
    assert get(made, "/replays?seed=3&red=../x").status_code == 400
    assert get(made, "/replays?seed=3&red_agent=nobody").status_code == 400
    assert get(made, "/replays?seed=-3").status_code == 400


def test_a_landing_and_a_battle_in_the_air_are_fought_here_too(made: Scene) -> None:
    landing = get(made, "/replays?seed=3&setup=landing")
    assert landing.status_code == 200
    assert "house rules" in landing.text
    assert '"ship"' in landing.text
    air = get(made, "/replays?seed=3&red=humanxx-air-1000&blue=orc-hegemony-air-1000")
    assert air.status_code == 200
    assert '"aircraft"' in air.text


def test_each_set_up_offers_the_forces_that_are_made_for_it_and_tells_its_house_rules(made: Scene) -> None:
    page = get(made, "/replays").text
    assert "house rules" in page
    usual, landing = (battles.offer_of("the_game", name) for name in ("", "landing"))
    assert not {name for names in landing.forces for name in names} & {name for names in usual.forces for name in names}
    assert get(made, "/replays?seed=3&red=orc-landing-fast").status_code == 400
    assert get(made, "/replays?seed=3&setup=landing&red=humanxx-shore").status_code == 400
    assert get(made, "/replays?seed=3&setup=siege").status_code == 400


@pytest.mark.parametrize("setup", ["", "landing"])
def test_every_force_that_is_offered_can_be_led_by_both_bots(setup: str) -> None:
    offer = battles.offer_of("the_game", setup)
    for red in offer.forces[0]:
        for blue in offer.forces[1]:
            first, second = map(offer.game.forces.shipped_force, (red, blue))
            Matchup(offer.game, first, second, setup_name=setup).setup(1).position()


# In a browser


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("live")
    with running(folder, str(folder / "house.db")) as server:
        yield server


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    found = context.new_page()
    problems: list[str] = []
    found.on("pageerror", lambda error: problems.append(str(error)))
    found.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield found
    context.close()
    assert not problems


def test_the_table_is_drawn_and_another_question_asked_without_leaving_the_page(live: Running, tab: Page) -> None:
    tab.goto(f"{live.url}/referee?example=line-of-sight")
    expect(tab.locator("#hand-table svg.board [data-piece]")).to_have_count(2)
    expect(tab.locator("#hand-table .ring")).to_have_count(3)
    expect(tab.locator("#answer .headline")).to_have_text("No: the wood blocks it.")
    tab.get_by_label("Your question").select_option("cohesion")
    tab.locator('#asked-with [name="formation"]').select_option("scouts")
    expect(tab.locator("#answer .headline")).to_have_text("Yes: all of scouts are within 35 cm of each other.")


def test_before_and_after_can_be_compared(live: Running, tab: Page) -> None:
    tab.goto(f"{live.url}/referee?example=fire-into-woods")
    wreck = tab.locator("#hand-table .wreck")
    expect(wreck).to_be_visible()
    tab.get_by_role("button", name="Before").click()
    expect(wreck).to_be_hidden()


def test_a_battle_plays_on_a_page_of_ours_under_the_strict_policy(live: Running, tab: Page) -> None:
    tab.goto(f"{live.url}/replays")
    tab.get_by_role("button", name="Fight and watch").first.click()
    expect(tab.locator("svg.board")).to_be_visible(timeout=FOR_A_BATTLE)
    tab.keyboard.press("End")
    expect(tab.locator(".caption.result")).to_be_visible()
    tab.get_by_role("link", name="Back").click()
    expect(tab.get_by_role("heading", name="Watch a battle")).to_be_visible()
