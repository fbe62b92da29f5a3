"""What anybody sees of an event: pages, parts that follow it, and the projector."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from httpx import Response
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.events.day import new_day
from tests.web.scene import EVENT, Scene, day, scene
from tests.web.serving import Running, running

from musterhall.events import players, rounds, scenarios
from musterhall.events.fold import create, fold
from musterhall.events.simulation import simulate
from musterhall.packs.event_rules import EventRules
from musterhall.packs.model import load_pack, shipped_pack_text, shipped_packs
from musterhall.store.opening import open_store
from musterhall.web.live import PARTS
from musterhall.web.public_view import DONE, findable, schedule_place, schedule_view
from musterhall.web.settings import Settings
from musterhall.web.wall import LAYOUTS, slides

FRESH = "fresh"
HOSTILE = "<img src=x onerror=alert(1)>"
PAGES = ("", "/pairings", "/standings", "/results", "/rules", "/projector")
OURS = ("standings", "leaders", "pairings", "clock", "results", "schedule", "projector")
SEEN = "() => [...document.querySelectorAll('.slide')].findIndex((one) => !one.hidden)"
"""Which slide is on the wall."""
WALL = ViewportSize(width=1920, height=1080)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path_factory.mktemp("public") / "house.db")), day(players=17, through=2)) as found:
        _begin(found)
        _publish(found)
        yield found


def _begin(made: Scene, stream: str = FRESH) -> None:
    """An event with four players, one of them with a hostile name, whose first pairing is a draft."""
    entry = create("Fresh one", shipped_pack_text("herocon-2025"), 3)
    made.house.begin(entry, made.account("owner"), stream=stream)
    for name in ("Ångström Öberg", "Boris", "Carla", HOSTILE):
        _come(made, stream, name)
    made.house.do(stream, lambda event: scenarios.draw_scenarios(event, 1), who="owner")
    made.house.do(stream, lambda event: rounds.pair_round(event, 1, without_forces=True), who="owner")


def _publish(made: Scene, stream: str = FRESH) -> None:
    made.house.do(stream, lambda event: rounds.publish(event, 1), who="owner")


def _come(made: Scene, stream: str, name: str) -> None:
    made.house.do(stream, lambda event: players.add_player(event, name), who="owner")
    made.house.do(stream, lambda event: players.check_in(event, event.find(name)), who="owner")


def page(made: Scene, path: str) -> Response:
    return made.get(path, headers={"accept": "text/html"})


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_draft_of_pairings_is_on_no_public_page_until_it_is_published(made: Scene) -> None:
    _begin(made, "drafted")
    for path in PAGES:
        answer = page(made, f"/e/drafted{path}")
        assert answer.status_code == 200
        assert "Boris" not in answer.text or path in ("/standings",), path
    assert page(made, "/e/drafted/pairings?round=1").status_code == 404
    _publish(made, "drafted")
    assert "Boris" in page(made, "/e/drafted/pairings").text


def test_markup_in_a_name_comes_out_as_text(made: Scene) -> None:
    for path in (*PAGES, f"/pairings?name={HOSTILE}"):
        assert "<img src=x" not in page(made, f"/e/{FRESH}{path}").text, path


def test_a_name_is_found_without_its_accents_and_capitals(made: Scene) -> None:
    text = text_of(page(made, f"/e/{FRESH}?name=angstrom").text)
    assert "Ångström Öberg" in text
    assert "table" in text.lower()
    assert findable("  Ångström   ÖBERG ") == "angstrom oberg"
    assert "Nobody in this round is called" in text_of(page(made, f"/e/{FRESH}/pairings?name=zzz").text)


def test_a_round_that_is_not_there_is_told_in_a_sentence(made: Scene) -> None:
    for path in ("pairings?round=9", "standings?round=9", "results?round=9"):
        answer = page(made, f"/e/{EVENT}/{path}")
        assert answer.status_code == 404
        assert "rounds 1 to 3 are" in answer.text


def test_standings_after_an_earlier_round_stay_as_they_were(made: Scene) -> None:
    first = text_of(page(made, f"/e/{EVENT}/standings?round=1").text)
    now = text_of(page(made, f"/e/{EVENT}/standings").text)
    assert "After round 1 of 3" in first
    assert "During round 3 of 3" in now
    assert "Where that is level" in now


def test_every_settled_table_shows_the_parts_of_its_points_and_the_others_show_nothing(made: Scene) -> None:
    current = made.event.current
    assert current is not None
    html = page(made, f"/e/{EVENT}/results").text
    settled = sum(match.settled for match in current.matches)
    assert 0 < settled < len(current.matches)
    assert html.count("<details>") == settled
    assert text_of(html).count("No card yet") == len(current.matches) - settled


def test_what_is_on_follows_the_rounds_and_not_the_hour() -> None:
    entries = day(players=17, through=2)
    rules = load_pack("herocon-2025").event
    assert rules is not None
    seen = [_slot(rules, schedule_place(fold(entries[:count]))[1]) for count in range(1, len(entries) + 1)]
    changes = [one for one, before in zip(seen, ["", *seen], strict=False) if one != before]
    assert changes == [None, "check-in", "round 1", "Lunch", "round 2", "Scoring", "round 3"]


def _slot(rules: EventRules, index: int | None) -> str | None:
    if index is None:
        return None
    slot = rules.schedule[index]
    return f"round {slot.round}" if slot.round else slot.what if index else "check-in"


def test_nothing_of_the_day_is_on_once_the_event_is_over() -> None:
    entries = simulate(shipped_pack_text("herocon-2025"), 8, 1)
    assert {row.state for row in schedule_view(fold(entries))["slots"]} == {"done"}


@pytest.mark.parametrize("name", shipped_packs())
def test_every_pack_with_an_event_has_its_pages_before_anything_has_happened(made: Scene, name: str) -> None:
    pack = load_pack(name)
    if pack.event is None:
        pytest.skip("this pack has no event")
    stream = made.house.free_name(name)
    made.house.begin(create(name, shipped_pack_text(name), 1), made.account("owner"), stream=stream)
    for path in PAGES:
        assert page(made, f"/e/{stream}{path}").status_code == 200, path
    rules = page(made, f"/e/{stream}/rules").text
    for scenario in pack.event.scenario:
        assert scenario.title in rules.replace("&#39;", "'").replace("&amp;", "&")
    assert pack.event.scoring.steps[0].because.replace("'", "&#39;") in rules


def test_what_everybody_sees_is_made_once_for_everybody() -> None:
    assert all(not PARTS[name].personal for name in OURS)


def test_the_pages_of_a_large_event_stay_small(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "house.db")), day(players=96, through=1)) as made:
        for path in PAGES:
            assert len(page(made, f"/e/{EVENT}{path}").content) < 100_000, path


# The projector


def test_every_table_is_on_exactly_one_slide_and_no_slide_is_too_full() -> None:
    event = fold(day(players=96, through=1))
    current = event.current
    assert current is not None
    shown = [slide for slide in slides(event) if slide.kind == "pairings"]
    tables = [row.table for slide in shown for row in slide.rows]
    assert tables == [match.table for match in current.matches]
    most = LAYOUTS[-1].most
    assert all(len(slide.rows) <= most for slide in shown)
    assert min(len(slide.rows) for slide in shown) > most // 2


@pytest.mark.parametrize(("players", "columns"), [(8, 2), (20, 2), (24, 3), (36, 3)])
def test_pairings_stand_in_as_many_columns_as_they_need(players: int, columns: int) -> None:
    event = fold(day(players=players, through=1))
    (slide,) = [slide for slide in slides(event) if slide.kind == "pairings"]
    assert slide.layout is not None
    assert slide.layout.columns == columns


def test_no_standings_hang_on_the_wall_before_the_first_card() -> None:
    entries = day(players=8, through=1)
    first = next(place for place, entry in enumerate(entries) if entry.kind.startswith("card."))
    assert "standings" not in {slide.kind for slide in slides(fold(entries[:first]))}
    assert "standings" in {slide.kind for slide in slides(fold(entries))}


def test_a_clock_that_waits_says_what_to_do_and_no_time(made: Scene) -> None:
    _begin(made, "waiting")
    _publish(made, "waiting")
    text = text_of(page(made, "/e/waiting/projector").text)
    assert "Find your table" in text
    assert "not started" not in text
    assert "0:00" not in text


def test_without_script_the_projector_loads_its_next_slide_by_itself(made: Scene) -> None:
    seen = []
    address = "?page=0"
    for _ in range(len(slides(made.event))):
        html = page(made, f"/e/{EVENT}/projector{address}").text
        (visible,) = re.findall(r'<section class="slide \w+" data-kind="(\w+)">', html)
        found = re.search(r'<noscript><meta http-equiv="refresh" content="12;url=([^"]+)">', html)
        assert found is not None
        address = found[1].replace("&amp;", "&")
        seen.append(visible)
    assert seen == [slide.kind for slide in slides(made.event)]


def test_the_projector_shows_only_what_it_is_asked_to(made: Scene) -> None:
    for page_number in range(5):
        html = page(made, f"/e/{EVENT}/projector?show=standings&page={page_number}").text
        assert re.findall(r'data-kind="(\w+)">', html) == ["standings"]
    assert page(made, f"/e/{EVENT}/projector?show=nonsense").status_code == 200


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("live")
    store = open_store(str(folder / "house.db"))
    store.adopt("big", "event", "Big", day(players=70, through=1))
    store.adopt("small", "event", "Small", day(players=9, through=1))
    store.adopt("over", "event", "Over", simulate(shipped_pack_text("herocon-2025"), 14, 1, trouble=False))
    store.close()
    with running(folder, str(folder / "house.db")) as server:
        yield server


@pytest.fixture
def wall(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=WALL, service_workers="block")
    found = context.new_page()
    problems: list[str] = []
    found.on("pageerror", lambda error: problems.append(str(error)))
    yield found
    context.close()
    assert not problems


def test_final_standings_are_no_wider_than_a_phone(live: Running, wall: Page) -> None:
    wall.set_viewport_size({"width": 360, "height": 740})
    wall.goto(f"{live.url}/e/over/standings")
    expect(wall.locator(".standings .medal")).to_have_count(3)
    assert wall.evaluate("document.documentElement.scrollWidth") == 360


def test_no_slide_scrolls_or_cuts_a_name_on_a_full_hd_wall(live: Running, wall: Page) -> None:
    began = datetime.now(UTC)
    wall.clock.set_fixed_time(began)
    wall.goto(f"{live.url}/e/big/projector")
    seconds = int(wall.locator("main").get_attribute("data-seconds") or 0)
    for turn in range(wall.locator(".slide").count()):
        if turn:
            before = wall.evaluate(SEEN)
            wall.clock.set_fixed_time(began + timedelta(seconds=turn * seconds))
            wall.wait_for_function(f"(before) => ({SEEN})() !== before", arg=before)
        # Names are made to fit when their slide is turned to.
        expect(wall.locator(".slide:not([hidden]) .name:not([data-fits])")).to_have_count(0)
        size, cut, small = wall.evaluate(
            """() => {
                const names = [...document.querySelectorAll(".slide:not([hidden]) .name")];
                const page = document.documentElement;
                return [
                    [page.scrollWidth, page.scrollHeight],
                    names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
                    names.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 37).length,
                ];
            }"""
        )
        assert size == [WALL["width"], WALL["height"]]
        assert cut == []
        assert small == 0


def test_a_long_name_is_smaller_on_the_wall_and_the_others_are_not(live: Running, wall: Page) -> None:
    # The stream would put a fresh table in the place of the one that the long name is written into.
    wall.route("**/stream*", lambda route: route.abort())
    wall.goto(f"{live.url}/e/small/projector?show=standings")
    long = wall.locator(".slide:not([hidden]) .name").first
    usual = wall.locator(".slide:not([hidden]) .name").nth(1)
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    before, usual_before = long.evaluate(size), usual.evaluate(size)
    name = "Ferdinand Everard Longfellow the Younger"
    long.evaluate("(one, name) => { one.textContent = name; delete one.dataset.fits }", name)
    expect(long).to_have_attribute("data-fits", "")
    assert long.evaluate(size) < before
    assert usual.evaluate(size) == usual_before
    assert long.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_projector_outlives_a_cut_line_and_says_since_when(live: Running, wall: Page) -> None:
    wall.goto(f"{live.url}/e/small/projector")
    expect(wall.locator(".since")).to_be_hidden()
    wall.route("**/stream*", lambda route: route.abort())
    wall.evaluate("dispatchEvent(new Event('online'))")
    expect(wall.locator(".since")).to_have_text(re.compile(r"since \d\d:\d\d"))
    expect(wall.locator("header h1")).to_contain_text("Herocon")
    wall.unroute("**/stream*")
    expect(wall.locator(".since")).to_be_hidden()


def test_the_projector_turns_by_the_hour_so_a_sleeping_tab_is_right_at_once(live: Running, wall: Page) -> None:
    wall.clock.install()
    wall.goto(f"{live.url}/e/big/projector")
    before = wall.locator(".slide:not([hidden]) h2").inner_text()
    wall.clock.fast_forward(12_000)
    expect(wall.locator(".slide:not([hidden]) h2")).not_to_have_text(before)
    expect(wall.locator(".slide:not([hidden])")).to_have_count(1)


def test_rows_are_filtered_as_one_types(live: Running, wall: Page) -> None:
    wall.goto(f"{live.url}/e/big/pairings")
    rows = wall.locator("[data-rows=pairings] tbody tr")
    all_ = rows.count()
    name = str(rows.first.get_attribute("data-names")).partition("|")[0]
    wall.get_by_label("Find your name").fill(name.upper())
    shown = wall.locator("[data-rows=pairings] tbody tr:not([hidden])")
    expect(shown).not_to_have_count(all_)
    expect(shown).not_to_have_count(0)
    wall.get_by_label("Find your name").fill("nobody at all")
    nobody = wall.get_by_text("Nobody of this name plays in this round.")
    expect(nobody).to_be_visible()
    # what the server sends anew shows every row again
    wall.evaluate("for (const one of document.querySelectorAll('[data-names]')) one.hidden = false")
    nobody.evaluate("one => { one.hidden = true }")
    expect(nobody).to_be_visible()
    expect(shown).to_have_count(0)


def test_a_round_that_is_not_on_the_schedule_comes_after_those_that_are() -> None:
    held = new_day(("Anna", "Boris", "Cleo", "Dario", "Edda", "Falk"), rounds_=4)
    for _ in range(4):
        held.pair()
        for match in held.round.matches:
            held.decide(match, {}, {})
    shown = schedule_view(held.event)
    assert shown["next"].what == "Pack up"
    assert all(row.state == DONE for row in shown["slots"] if row.what.startswith("Round"))
