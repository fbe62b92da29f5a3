"""The odds beside the referee: who attacks whom, filled in by hand, with a sentence for what cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.web.scene import Scene, scene
from tests.web.serving import Running, running

from musterhall.web.limits import Limiter
from musterhall.web.pages import referee
from musterhall.web.settings import Settings

FILLED = "/odds?target.unit=Griffin+GRF-6S&1.unit=Atlas+AS7-D&1.range=short"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    patch = pytest.MonkeyPatch()
    patch.setattr(referee, "_tries", Limiter(tries=10_000, seconds=1))
    with scene(Settings(db=str(tmp_path_factory.mktemp("odds") / "house.db"))) as found:
        yield found
    patch.undo()


def test_the_page_asks_first_and_shows_table_picture_and_arithmetic_then(made: Scene) -> None:
    empty = made.get("/odds")
    assert empty.status_code == 200
    assert "At least" not in empty.text
    answer = made.get(FILLED)
    assert answer.status_code == 200
    assert "Atlas AS7-D fires at Griffin GRF-6S: 3.61 damage on average" in answer.text
    assert "target number 4 + TMM 2 = 6" in answer.text
    assert answer.text.count('<td class="bar"><svg') == 6
    assert 'attackers = [\n    "Atlas AS7-D"' in answer.text or "attackers = [&#34;Atlas AS7-D&#34;]" in answer.text


def test_what_was_filled_in_stays_in_the_form(made: Scene) -> None:
    answer = made.get(f"{FILLED}&2.unit=Locust+LCT-3M&2.skill=6")
    assert 'value="Locust LCT-3M"' in answer.text
    assert '<option value="short" selected>' in answer.text
    assert "Attacker 2: Locust LCT-3M" in answer.text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/odds?target.unit=&1.unit=Atlas+AS7-D", "The target: no unit is named"),
        ("/odds?target.unit=Atlas+AS7-D", "Attacker 1: no unit is named"),
        ("/odds?target.unit=Atlass&1.unit=Atlas+AS7-D", "did you mean Atlas AS7-D"),
        (f"{FILLED}&1.skill=many", "give a whole number from 0 to 8"),
        (f"{FILLED}&1.abilities=%3Cscript%3E", "no special pilot ability is called"),
        (f"{FILLED}&target.abilities={'x' * 300}", "use at most 200 letters"),
    ],
)
def test_what_cannot_be_is_one_sentence(made: Scene, address: str, words: str) -> None:
    answer = made.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 400
    assert words in answer.text
    assert "<script>" not in answer.text


def test_a_game_without_odds_says_so(made: Scene) -> None:
    answer = made.get("/odds?game=the_game", headers={"accept": "text/html"})
    assert answer.status_code == 400
    assert "its odds are not worked out here" in answer.text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("served")
    with running(folder, str(folder / "house.db")) as found:
        yield found


def test_somebody_with_a_phone_goes_from_the_referee_to_the_odds_of_two_attackers(
    browser: Browser, served: Running
) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, base_url=served.url) as context:
        page = context.new_page()
        page.goto("/referee")
        page.get_by_role("link", name="Odds of attacks, without a table").click()
        page.get_by_role("group", name="The target").get_by_label("Unit").fill("Griffin GRF-6S")
        page.get_by_role("group", name="Attacker 1").get_by_label("Unit").fill("Atlas AS7-D")
        page.get_by_text("Attacker 2", exact=True).first.click()
        page.get_by_role("group", name="Attacker 2").get_by_label("Unit").fill("Locust LCT-3M")
        page.get_by_role("button", name="Work out the odds").click()
        expect(page.get_by_role("heading", name="Atlas AS7-D and Locust LCT-3M fire at")).to_be_visible()
        expect(page.locator(".chances .bar svg").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
