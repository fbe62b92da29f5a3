"""Battles played on their page in a real browser: whole ones by gestures, and two people at two screens."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.gesturing import ASKED, AT_ONCE, FOR_A_BOT, Player
from tests.web.browser.looking import grave_violations
from tests.web.browser.venue import PHONE, Venue, venue
from tests.web.serving import until

from musterhall.playing.fighting import Fight
from musterhall.playing.sitting import Sitting
from musterhall.playing.thinking import Mind, Question
from musterhall.store.opening import open_store
from musterhall.web.pages.referee import PLAYING
from musterhall.web.replay_page import DRAWING

GAMES = ("the_game", "alpha_strike", "age_of_destruction")
LIGHT_TANKS = """
game = "the_game"
name = "{name}"
army = "HumanXX"
points = 500
initiative = 2

[[formation]]
name = "{name}"
entry = "Secondary Tank company"
battle_group = "All"
commander = true
"""
MOST_BYTES = 200_000
HOLD = """([x, y]) => {
  const board = document.querySelector("svg.board");
  const place = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
  const finger = { bubbles: true, isPrimary: true, pointerId: 7, pointerType: "touch" };
  board.dispatchEvent(new PointerEvent("pointerdown", { ...finger, clientX: place.x, clientY: place.y }));
}"""
HIDDEN_GHOSTS = """() => {
  const bubble = document.querySelector(".bubble").getBoundingClientRect();
  const within = ({ left, right, top, bottom }) =>
    left < bubble.right && right > bubble.left && top < bubble.bottom && bottom > bubble.top;
  return [...document.querySelectorAll(".ghost")].filter((ghost) => within(ghost.getBoundingClientRect())).length;
}"""


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with venue(browser, tmp_path_factory.mktemp("playing")) as found:
        yield found
        found.require_quiet()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_small_battle_is_played_by_gestures_and_its_journal_is_what_a_process_comes_to(
    hall: Venue, game: str
) -> None:
    page = hall.screen()
    begun = _begin(page, _tanks() if game == "the_game" else {"game": game, "lesson": True})
    player = Player(page)
    player.sit_down(_seat(begun, "0"))
    player.play()
    sentence = page.locator(".result p").inner_text()
    record = _sitting(hall, begun["battle"]).record
    assert record.ended is not None
    assert record.ended.by == "rules"
    assert sentence == record.ended.sentence
    assert _answered_in_a_process(hall, begun["battle"], player) == [said.answer for said in record.answers]


def test_two_people_play_each_other_with_a_reload_a_lost_link_and_an_undo_in_between(hall: Venue) -> None:
    first, second = hall.screen(), hall.screen(PHONE)
    begun = _begin(first, {**_tanks(), "seats": [{"name": "Ann"}, {}]})
    ann, ben = Player(first), Player(second, seed=1)
    ann.sit_down(_seat(begun, "0"))
    expect(first.locator(".friend img")).to_be_visible()
    ben.sit_down(first.locator(".friend input").input_value())
    second.get_by_label("Your name").fill("Ben")
    second.get_by_role("button", name="Sit down").click()
    expect(first.locator(".who.side1 .name")).to_have_text("Ben")
    expect(first.locator(".friend")).to_be_hidden()

    _half_drawn_arrow_outlives_a_reload(ann)
    _in_turns(hall, begun, ann, ben, answers=6)
    _answer_goes_out_when_the_link_is_back(hall, begun, ann, ben)
    _last_answer_is_taken_back(hall, begun, ann, ben)
    _in_turns(hall, begun, ann, ben, answers=12)
    _both_are_told_the_same(hall, begun, first, second)

    second.locator(".menu summary").click()
    second.get_by_role("button", name="Resign").click()
    second.get_by_role("button", name="Yes, resign").click()
    expect(first.locator(".result h2")).to_have_text("You win")
    first.get_by_role("button", name="Rematch, sides swapped").click()
    first.wait_for_url(re.compile(r"/play/battle-(?!.*rematch)"))
    expect(first.locator(".who.side1 .name")).to_have_text("Ann")
    expect(second.get_by_role("button", name="Go to the rematch")).to_be_visible()


def test_how_it_is_won_is_one_tap_away(hall: Venue) -> None:
    page = hall.screen()
    begun = _begin(page, _tanks())
    page.goto(_seat(begun, "0"))
    page.locator(".menu summary").click()
    page.get_by_role("button", name="How it is won").click()
    sheet = page.get_by_role("dialog", name="How it is won")
    expect(sheet).to_contain_text("You win if you meet two or more of five conditions")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()


def test_codes_of_a_unit_are_read_in_words_from_the_menu_and_by_holding_it(hall: Venue) -> None:
    page = hall.screen(PHONE)
    player = Player(page)
    player.sit_down(_seat(_begin(page, {"game": "alpha_strike", "lesson": True}), "0"))
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Who fights here").click()
    sheet = page.locator("dialog.sheet")
    expect(sheet.get_by_role("heading", name="Dragon DRG-1N")).to_be_visible()
    expect(sheet).to_contain_text("IF1: Fires indirectly")
    sheet.get_by_role("button", name="Close").click()
    name, place = player.first_on_the_table()
    page.keyboard.press("0")  # the whole table
    page.evaluate(HOLD, place)
    expect(sheet.locator("h2")).to_have_text(name)
    expect(sheet.locator(".ability").first).to_be_visible()


def test_of_a_formation_that_cannot_go_only_those_are_red_who_cannot(hall: Venue) -> None:
    page = hall.screen()
    player = Player(page)
    player.sit_down(_seat(_begin(page, _tanks()), "0"))
    page.wait_for_function(ASKED)
    while (asked := player.look()["asked"][0])["gesture"] != "body":
        player.answer()
        page.wait_for_function(ASKED, timeout=120_000)
    page.keyboard.press("0")  # the whole table
    page.get_by_role("button", name="One alone").click()
    x, y = player.place_of(asked["pieces"][0])
    player.tap_at((x, y))
    player.tap_at((x, 118.0 if y < 60 else 2.0))
    expect(page.locator(".verdict.refused")).to_be_visible()
    expect(page.locator(".ghost")).to_have_count(len(asked["pieces"]))
    expect(page.locator(".ghost.refused")).to_have_count(1)
    expect(page.locator(".ghosts.refused")).to_have_count(0)


def test_both_sides_at_one_screen_hand_over_before_what_is_secret(hall: Venue) -> None:
    page = hall.screen()
    begun = _begin(page, {**_tanks(), "seats": [{"name": "Ann"}, {"name": "Ben"}], "one_screen": True})
    page.goto(_seat(begun, "01"))
    expect(page.get_by_role("heading", name="Hand over to Red")).to_be_visible()
    expect(page.locator(".ask")).to_be_hidden()
    page.get_by_role("button", name="I am Red").click()
    expect(page.locator(".question")).to_contain_text("Draw its arrow")


def test_whoever_comes_back_reads_what_happened_since_and_looks_on_at_their_own_pace(hall: Venue) -> None:
    page = hall.screen()
    begun = _begin(page, {**_tanks(), "seats": [{"by": "bot", "name": "drill"}, {"by": "bot", "name": "drill"}]})
    page.goto(f"/play/{begun['battle']}")
    lines = page.locator(".log li")
    expect(lines.nth(12)).to_be_attached()
    _come_back(page, begun["battle"], seen=3)
    expect(page.locator(".since li").nth(5)).to_be_visible()
    page.get_by_role("button", name="Go to now").click()
    expect(page.locator(".since")).to_be_hidden()
    text = lines.nth(4).inner_text()
    lines.nth(4).locator("button").click()
    expect(page.locator(".say")).to_have_text(text)
    page.keyboard.press(",")
    expect(page.locator(".say")).to_have_text(lines.nth(3).inner_text())
    _skip_to_now(page)


def test_the_keyboard_alone_answers_and_a_section_opens_beside_the_table(hall: Venue) -> None:
    page = hall.screen()
    page.add_init_script(AT_ONCE)
    begun = _begin(page, {"game": "the_game", "lesson": True})
    page.goto(_seat(begun, "0"))
    expect(page.locator(".question")).to_be_visible()
    expect(page.locator(".lesson")).to_be_visible()
    page.locator(".of-rules").click()
    expect(page.locator("dialog.sheet .text p").first).not_to_have_text("Looking it up…")
    assert not grave_violations(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.sheet")).to_be_hidden()
    page.keyboard.press("t")
    for key in ("Enter", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(".gesture.cursor")).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Do that")).to_be_visible()
    asked = page.locator(".playing").get_attribute("data-answers")
    page.get_by_role("button", name="Do that").click()
    expect(page.locator(".playing")).not_to_have_attribute("data-answers", str(asked))


def test_a_question_in_the_same_words_begins_with_a_clean_sheet(hall: Venue) -> None:
    page = hall.screen()
    player = _in_a_lesson(page, until="secondary objective")
    player.answer()
    page.wait_for_function(ASKED)
    expect(page.locator(".question")).to_contain_text("secondary objective")
    expect(page.locator(".gesture .ghost")).to_have_count(0)
    expect(page.locator(".verdict")).to_have_text("")


def test_the_log_tells_no_more_than_the_table_has_shown(hall: Venue) -> None:
    page = hall.screen()
    begun = _begin(page, {**_tanks(), "seats": [{"by": "bot", "name": "drill"}, {"by": "bot", "name": "drill"}]})
    page.goto(f"/play/{begun['battle']}")
    expect(page.locator(".log li").nth(12)).to_be_attached()
    _come_back(page, begun["battle"], seen=3)
    expect(page.locator(".since li").nth(5)).to_be_visible()
    expect(page.locator(".log li:not([hidden])")).to_have_count(4)
    page.get_by_role("button", name="Go to now").click()
    expect(page.locator(".log li[hidden]")).to_have_count(0)


def test_orders_are_cards_on_the_table_and_a_move_hides_nobody_who_goes(hall: Venue) -> None:
    page = hall.screen()
    player = _in_a_lesson(page, until="Which commands")
    page.locator(".stack .later").first.click()
    expect(page.locator(".bubble p")).to_have_text("First Infantry, next turn:")
    page.locator(".bubble").get_by_role("button", name="Dash").click()
    expect(page.locator(".stack .later text").first).to_have_text("dash")
    expect(page.get_by_label("First Infantry, next")).to_have_value("2")
    expect(page.locator(".told")).to_have_text("Dash: move twice, then fire, worse by 2.")

    _come_to(player, "move?")
    here = [player.place_of(piece) for piece in player.look()["asked"][0]["pieces"]]
    player.tap_at((here[0][0] + 1, here[0][1] + 1))
    player.judged()
    expect(page.locator(".bubble")).to_be_visible()
    expect(page.locator(".gesture polygon.reachable")).to_have_count(len(here))
    assert page.evaluate(HIDDEN_GHOSTS) == 0


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (820, "dark"), (1366, "dark"), (1920, "light")])
def test_the_table_fits_every_screen_and_axe_finds_nothing_grave(hall: Venue, width: int, scheme: Any) -> None:
    page = hall.screen((width, 768 if width > 1000 else 740), scheme)
    page.add_init_script(AT_ONCE)
    begun = _begin(page, {"game": "alpha_strike", "lesson": True})
    page.goto(_seat(begun, "0"))
    expect(page.locator(".panel button").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in (".question", ".panel button", ".bar", ".menu"):
        box = page.locator(part).first.bounding_box()
        assert box is not None, part
        assert 0 <= box["x"] <= width - box["width"], part
        assert box["y"] + box["height"] <= 768, part
    assert not grave_violations(page)


def test_the_page_of_a_table_is_light(hall: Venue) -> None:
    page = hall.screen()
    begun = _begin(page, _tanks())
    page.goto(_seat(begun, "0"))
    parts = [
        f"/play/{begun['battle']}",
        "/board/play-page.css",
        *(f"/board/{name}" for name in (*DRAWING, *PLAYING)),
    ]
    weight = sum(len(gzip.compress(page.request.get(part).body())) for part in parts)
    assert weight < MOST_BYTES


# Helpers


def _begin(page: Page, wanted: dict[str, Any]) -> dict[str, Any]:
    answer = page.request.post("/api/battles", data=wanted, headers={"muster-seat": ""})
    assert answer.ok, answer.text()
    begun: dict[str, Any] = answer.json()
    return begun


def _in_a_lesson(page: Page, until: str) -> Player:
    """Somebody who has come to a question of THE GAME's first battle."""
    begun = _begin(page, {"game": "the_game", "lesson": True})
    player = Player(page)
    player.sit_down(_seat(begun, "0"))
    _come_to(player, until)
    return player


def _come_to(player: Player, question: str) -> None:
    player.page.wait_for_function(ASKED)
    while question not in player.page.locator(".question").inner_text():
        player.answer()
        player.page.wait_for_function(ASKED)


def _tanks() -> dict[str, Any]:
    """A battle of a few tanks a side, against drill."""
    red, blue = (LIGHT_TANKS.format(name=name) for name in ("Reds", "Blues"))
    seats = [{"name": "Ann"}, {"by": "bot", "name": "drill"}]
    return {"game": "the_game", "red": red, "blue": blue, "seats": seats}


def _seat(begun: dict[str, Any], seat: str) -> str:
    return f"/play/{begun['battle']}/{begun['seats'][seat]}"


def _sitting(hall: Venue, battle: str) -> Sitting:
    store = open_store(str(hall.server.folder / "house.db"))
    try:
        return Sitting(battle, list(store.entries(battle)))
    finally:
        store.close()


def _answered_in_a_process(hall: Venue, battle: str, player: Player) -> list[Any]:
    """What the same sketches mean where no page is between, with the same bot on the other side."""
    record = _sitting(hall, battle).record
    fight, mind = Fight(battle, record.begun), Mind()
    sketches = iter(player.sent)
    for number, said in enumerate(record.answers):
        if said.player in record.bots:
            known = tuple(record.answers[:number])
            answer = mind.answer(
                Question(battle, record.begun, known, {}, said.player, record.bots[said.player])
            ).answer
        else:
            decision = fight.battle.asked(said.player)
            answer = fight.battles.gesture(decision).answer(next(sketches)["sketch"])
        fight.hear(said.model_copy(update={"answer": answer}))
    assert fight.battle.over
    return [said.answer for said in fight.battle.answers]


def _answers(hall: Venue, begun: dict[str, Any]) -> int:
    return len(_sitting(hall, begun["battle"]).record.answers)


def _in_turns(hall: Venue, begun: dict[str, Any], *players: Player, answers: int) -> None:
    """Whoever is asked answers, until so many answers were given."""
    while _answers(hall, begun) < answers:
        _asked(players).answer()


def _asked(players: tuple[Player, ...]) -> Player:
    end = time.monotonic() + FOR_A_BOT / 1000
    while time.monotonic() < end:
        for player in players:
            if player.page.evaluate(ASKED) == "asked":
                return player
        players[0].page.wait_for_timeout(100)
    raise AssertionError("nobody is asked")


def _half_drawn_arrow_outlives_a_reload(player: Player) -> None:
    page = player.page
    expect(page.locator(".question")).to_contain_text("Draw its arrow")
    square = page.locator(".gesture .square").first.bounding_box()
    assert square is not None
    page.mouse.click(square["x"] + square["width"] / 2, square["y"] + square["height"] / 2)
    expect(page.locator(".arrow-head")).to_be_visible()
    page.reload()
    expect(page.locator(".arrow-head")).to_be_visible()


def _answer_goes_out_when_the_link_is_back(hall: Venue, begun: dict[str, Any], *players: Player) -> None:
    while (player := _asked(players)).look()["asked"][0]["gesture"] != "tap":
        player.answer()
    before = _answers(hall, begun)
    with hall.trouble():
        player.page.context.set_offline(True)
        expect(player.page.locator(".offline-mark")).to_be_visible()
        player.page.locator(".panel button").first.click()
        expect(player.page.locator(".verdict")).to_contain_text("sent as soon as it is back")
        assert _answers(hall, begun) == before
        player.page.context.set_offline(False)
        expect(player.page.locator(".offline-mark")).to_be_hidden()
        expect(player.page.locator(".playing")).to_have_attribute("data-answers", str(before + 1))


def _last_answer_is_taken_back(hall: Venue, begun: dict[str, Any], *players: Player) -> None:
    """Freely where nothing was seen and nobody acted; else the other agrees."""
    ann, ben = players
    before = _have_heard_all(hall, begun, ann.page, ben.page)
    undo = ann.page.locator("[data-do=undo]")
    expect(undo).to_contain_text(re.compile("[Tt]ake back: "))
    asks = "Ask" in undo.inner_text()
    undo.click()
    if asks:
        expect(ben.page.locator(".offer")).to_contain_text("Ann asks to take back")
        ben.page.locator("[data-do=yes]").click()
    expect(ann.page.locator(".playing")).not_to_have_attribute("data-answers", str(before))
    expect(ann.page.locator(".ask")).to_be_visible()
    assert _answers(hall, begun) < before


def _skip_to_now(page: Page) -> None:
    """The bots may fight on meanwhile, and what they do is shown at its pace: again, until nothing is left to skip."""
    for _ in range(300):
        page.keyboard.press("End")
        if page.locator("[data-do=skip]").is_disabled():
            return
        page.wait_for_timeout(200)
    raise AssertionError("there is always more to skip")


def _both_are_told_the_same(hall: Venue, begun: dict[str, Any], *pages: Page) -> None:
    """As soon as each has heard of the last answer: the one who gave it hears of it first."""
    _have_heard_all(hall, begun, *pages)
    first, second = (page.locator(".log li") for page in pages)
    until(lambda: first.all_text_contents() == second.all_text_contents())


def _have_heard_all(hall: Venue, begun: dict[str, Any], *pages: Page) -> int:
    """Wait until each page knows of the last answer; how many there are."""
    number = _answers(hall, begun)
    for page in pages:
        expect(page.locator(".playing")).to_have_attribute("data-answers", str(number))
    return number


def _come_back(page: Page, battle: str, seen: int) -> None:
    """Open a battle again as an onlooker who had left after so many lines; an open page would write its own number."""
    page.goto("/")
    page.evaluate("([name, seen]) => localStorage.setItem(name, seen)", [f"muster seen {battle} onlooker", str(seen)])
    page.goto(f"/play/{battle}")
