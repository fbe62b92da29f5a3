"""The front kit in a real browser: parts that renew themselves, clocks, forms that survive a lost link, and copies."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from jinja2 import ChoiceLoader, DictLoader
from playwright.sync_api import Browser, BrowserContext, Page, expect
from starlette.responses import Response
from tests.web.serving import Here, start_here, until

from musterhall.events.event import Event
from musterhall.events.fold import create
from musterhall.events.notes import add_note
from musterhall.events.players import add_player
from musterhall.events.round_clocks import start_clock
from musterhall.packs.model import shipped_pack_text
from musterhall.web import live
from musterhall.web.accounts import make_account
from musterhall.web.app import create_app
from musterhall.web.gate import session_of
from musterhall.web.house import House
from musterhall.web.live import Asked, Part, event_page
from musterhall.web.sessions import COOKIE, Session, sign_in, visitor, write_session
from musterhall.web.settings import Settings
from musterhall.web.showing import templates

PASSWORD = "correct horse"

TRY_PAGE = """
{% extends "base.html" %}
{% import "macros.html" as m with context %}
{% block title %}Try{% endblock %}
{% block main %}
<h1>Try</h1>
<p id="players">{{ event.players | length }} players</p>
{{ live("try") }}
{% call m.form(event_id, "player.add", keep="add", id="adding") %}
  {{ m.area("Names", "names", required=true) }}{{ m.button("Add") }}
{% endcall %}
{% call m.form(event_id, "event.finish", confirm="Finish it for good?", id="finishing") %}
  {{ m.button("Finish", "danger") }}
{% endcall %}
{{ m.copy("the link") }}
{% if event.current %}<p id="clock">{{ m.clock(event.current, now()) }}</p>{% endif %}
{% endblock %}
"""

TRY_PART = """
{% import "macros.html" as m with context %}
<p class="notes">{{ event.notes | length }} notes</p>
<details><summary>More</summary><p>{{ event.notes | join(" ") }}</p></details>
{% for number in range(event.notes | length) %}<p>Note {{ number }}</p>{% endfor %}
{% call m.form(event_id, "event.note", next="/e/" ~ event_id ~ "/try") %}
  {{ m.field("Text", "text", id="text") }}{{ m.button("Write") }}
{% endcall %}
"""

WARNING_PART = """
{% import "macros.html" as m with context %}
{% call m.form(event_id, "player.warn", next="/") %}
{{ m.hidden("player", "p%d" % event.notes | length) }}{{ m.field("Why", "why") }}
{% endcall %}
"""


@dataclass(slots=True)
class Server:
    app: FastAPI
    house: House
    db: Path
    templates: dict[str, str]
    running: Here | None = None

    @property
    def address(self) -> str:
        assert self.running
        # Chromium takes localhost for safe, so service workers are allowed there.
        return f"http://localhost:{self.running.port}"

    def start(self) -> None:
        self.app = create_app(Settings(db=str(self.db)))
        self.house = self.app.state.house
        _add_try_page(self.app, self.house)
        self.running = start_here(self.app, self.running.port if self.running else 0)

    def stop(self) -> None:
        assert self.running
        self.house.hub.close()
        self.running.stop()

    def note(self, text: str) -> None:
        self.house.do("try", lambda event: add_note(event, text), who="Olga")

    def notes(self) -> list[str]:
        return list(self.house.event("try").notes)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    env = templates()
    assert env.loader is not None
    ours = {"try.html": TRY_PAGE, "parts/try.html": TRY_PART}
    monkeypatch.setattr(env, "loader", ChoiceLoader([DictLoader(ours), env.loader]))
    monkeypatch.setattr(env, "auto_reload", True)
    monkeypatch.setitem(live.PARTS, "try", Part("try", _nothing, personal=True))
    found = Server(FastAPI(), None, tmp_path / "front.db", ours)  # type: ignore[arg-type]
    found.start()
    yield found
    found.stop()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 360, "height": 740}, service_workers="allow") as found:
        yield found


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """A page about the event "try", whose owner is signed in."""
    found = context.new_page()
    complaints: list[str] = []
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
    _begin(server)
    context.add_cookies([{"name": COOKIE, "value": _signed_in(server.house), "url": server.address}])
    found.goto(f"{server.address}/e/try/try")
    yield found
    assert complaints == []


def test_a_part_renews_itself_and_leaves_what_is_typed_focused_and_open(page: Page, server: Server) -> None:
    expect(page.locator("#touch")).to_have_text("Live")
    page.locator("summary").click()
    page.locator("#text").press_sequentially("half a wo")
    server.note("one")
    server.note("two")
    expect(page.locator(".notes")).to_have_text("2 notes")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.type("rd")
    expect(page.locator("#text")).to_have_value("half a word")
    expect(page.locator("details")).to_have_attribute("open", "")
    expect(page.locator("details p")).to_have_text("one two")
    expect(page.get_by_text("Note 1")).to_be_visible()


def test_what_was_typed_about_one_player_never_ends_up_with_another(page: Page, server: Server) -> None:
    """The part is renewed with a form for somebody else in the same place."""
    server.templates["parts/try.html"] = WARNING_PART
    page.reload()
    page.get_by_label("Why").fill("slow play")
    server.note("now it is p1")
    expect(page.locator("input[name=player]")).to_have_value("p1")
    expect(page.get_by_label("Why")).to_have_value("")


def test_a_form_is_sent_without_leaving_the_page_and_the_page_is_brought_up_to_date(page: Page, server: Server) -> None:
    page.evaluate("window.stayed = true")
    page.get_by_label("Names").fill("Anna\nBoris")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#players")).to_have_text("2 players")
    expect(page.locator("[data-key=said]")).to_have_text("Anna is registered as p1. Boris is registered as p2.")
    expect(page.get_by_label("Names")).to_have_value("")
    assert page.evaluate("window.stayed") is True


def test_what_is_wrong_is_said_beside_the_form(page: Page, server: Server) -> None:
    page.get_by_label("Names").fill("Anna\nAnna")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#adding [role=alert]")).to_contain_text("Anna")
    expect(page.get_by_label("Names")).to_have_value("Anna\nAnna")
    page.get_by_label("Names").fill("Anna")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#players")).to_have_text("1 players")
    expect(page.locator("#adding [role=alert]")).to_have_count(0)


def test_a_form_sent_while_the_link_is_down_is_kept_and_sent_once_when_it_is_back(
    page: Page, context: BrowserContext, server: Server
) -> None:
    context.set_offline(True)
    page.locator("#text").fill("from the dark")
    page.get_by_role("button", name="Write").click()
    expect(page.get_by_text("Kept; it will be sent when the link is back.")).to_be_visible()
    expect(page.locator("#touch")).to_contain_text("1 kept, not yet sent")
    assert server.notes() == []
    context.set_offline(False)
    expect(page.locator(".notes")).to_have_text("1 notes")
    expect(page.locator("#touch")).to_have_text("Live")
    expect(page.get_by_text("has been sent")).to_be_visible()
    page.reload()
    expect(page.locator("#touch")).to_have_text("Live")
    assert server.notes() == ["from the dark"]


def test_an_answer_that_is_lost_does_not_make_it_happen_twice(page: Page, server: Server) -> None:
    """The server has written the note, but the phone never heard of it."""

    def swallow(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route("**/do/event.note", swallow, times=1)
    page.locator("#text").fill("only once")
    page.get_by_role("button", name="Write").click()
    expect(page.get_by_text("Kept; it will be sent")).to_be_visible()
    expect(page.get_by_text("has been sent")).to_be_visible()
    assert server.notes() == ["only once"]


def test_what_another_person_left_in_the_browser_is_not_sent_in_ones_own_name(page: Page, server: Server) -> None:
    page.evaluate(
        """() => {
            const body = `text=no&form_token=${document.querySelector("[name=form_token]").value}`;
            const item = {id: "1", who: "a9/", here: "/", form: "", action: "/e/try/do/event.note", body, at: 0};
            localStorage["muster.queue"] = JSON.stringify([item]);
        }"""
    )
    page.reload()
    expect(page.locator("#touch")).to_have_text("Live")
    page.wait_for_timeout(300)
    assert server.notes() == []


def test_a_password_is_never_kept_in_the_browser(page: Page, context: BrowserContext, server: Server) -> None:
    page.goto(f"{server.address}/account")
    context.set_offline(True)
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("another horse")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Not sent: there is no link.")).to_be_visible()
    assert "horse" not in page.evaluate("JSON.stringify(localStorage)")


def test_typing_outlives_a_reload_until_it_is_sent(page: Page, server: Server) -> None:
    page.get_by_label("Names").fill("Carla")
    page.reload()
    expect(page.get_by_label("Names")).to_have_value("Carla")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#players")).to_have_text("1 players")
    page.reload()
    expect(page.get_by_label("Names")).to_have_value("")


def test_a_server_that_comes_back_is_found_again_by_itself(page: Page, server: Server) -> None:
    expect(page.locator("#touch")).to_have_text("Live")
    server.stop()
    expect(page.locator("#touch")).to_contain_text("No link since")
    server.start()
    server.note("after the restart")
    expect(page.locator(".notes")).to_have_text("1 notes")
    expect(page.locator("#touch")).to_have_text("Live")


def test_a_dialog_asks_before_what_cannot_be_taken_back(page: Page, server: Server) -> None:
    _play_the_only_round(server)
    page.get_by_role("button", name="Finish").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Finish it for good?")
    dialog.get_by_role("button", name="Back").click()
    expect(dialog).to_be_hidden()
    assert not server.house.event("try").finished
    page.get_by_role("button", name="Finish").click()
    dialog.get_by_role("button", name="Finish").click()
    expect(page.locator("[data-key=said]")).to_have_text("The event is finished.")
    assert server.house.event("try").finished


def test_a_clock_goes_by_the_servers_time_whatever_the_phone_says(page: Page, server: Server) -> None:
    began = time.monotonic()
    _run_a_round(server)
    # The stream would tell the hour anew, and take back the minute that passes on the phone alone.
    page.route("**/stream*", lambda route: route.abort())
    page.clock.install(time="2031-01-01T00:00:00Z")
    page.goto(f"{server.address}/e/try/try")
    expect(page.locator("#clock")).to_have_text(re.compile(r"^(1:5\d|2:00):\d\d$"))
    before = _seconds_left(page)
    assert began + 7200 - time.monotonic() - 5 <= before <= 7200
    asked = time.monotonic()
    page.clock.run_for(61_000)
    assert 60 <= before - _seconds_left(page) <= 62 + time.monotonic() - asked


def test_a_copy_button_shows_itself_only_where_it_works(page: Page, server: Server) -> None:
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#told")).to_have_text("Copied.")
    plain = re.search(r"<button[^>]*data-copy[^>]*>", page.request.get(page.url).text())
    assert plain
    assert " hidden" in plain[0]


def test_a_page_that_was_seen_can_be_read_without_a_link_until_sign_out(
    page: Page, context: BrowserContext, server: Server
) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.reload()
    kept_pages = "caches.open('muster-pages').then((pages) => pages.match(location.href)).then(Boolean)"
    until(lambda: bool(page.evaluate(kept_pages)))
    server.stop()
    page.reload()
    expect(page.locator(".seen")).to_contain_text("this was last seen at")
    expect(page.locator("h1")).to_have_text("Try")
    page.goto(f"{server.address}/e/try/never-seen")
    expect(page.locator("h1")).to_have_text("No link to the server")
    server.start()
    page.goto(f"{server.address}/e/try/try")
    expect(page.locator(".seen")).to_have_count(0)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    kept = "caches.open('muster-pages').then((pages) => pages.keys()).then((keys) => keys.map((k) => k.url))"
    until(lambda: not [url for url in page.evaluate(kept) if "/e/" in url])


def test_the_pages_work_without_script(browser: Browser, server: Server) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        _sign_up(page, server)
        page.get_by_role("button", name="Load the demo event").click()
        page.wait_for_url("**/e/demo*/desk*")
        page.goto(server.address)
        expect(page.get_by_text("round 3 of 3")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_of_the_house_is_wider_than_the_screen_or_has_small_targets(
    browser: Browser, server: Server, width: int, scheme: Any
) -> None:
    with browser.new_context(viewport={"width": width, "height": 740}, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(server.address)
        _require_comfort(page, width)
        _sign_up(page, server)
        for path in ("/", "/new", "/account", "/sign-in", "/nowhere"):
            page.goto(server.address + path)
            _require_comfort(page, width)


def test_the_front_kit_stays_small() -> None:
    static = files("musterhall.web") / "static"
    assert len((static / "style.css").read_bytes()) < 40_000
    assert len((static / "live.js").read_bytes()) < 16_000


def _nothing(asked: Asked) -> Mapping[str, Any]:
    return {}


def _add_try_page(app: FastAPI, house: House) -> None:
    async def try_page(request: Request, event: str) -> Response:
        session_of(request)
        request.state.visitor = visitor(request, house.accounts, event)
        return await event_page(request, house, event, "try.html", {})

    app.add_api_route("/e/{event}/try", try_page, methods=["GET"])


def _begin(server: Server) -> None:
    """An account and an event of its own, without the clicks."""
    house = server.house
    house.account_do(lambda accounts: make_account(accounts, "Olga", PASSWORD))
    house.begin(create("Try", shipped_pack_text("herocon-2025"), 1), house.accounts.accounts["a1"], stream="try")


def _signed_in(house: House) -> str:
    """The cookie of somebody who has signed in."""
    response, session = Response(), Session()
    sign_in(session, house.accounts.accounts["a1"])
    write_session(response.headers, session, house.accounts, secure=False)
    return response.headers["set-cookie"].removeprefix(f"{COOKIE}=").partition(";")[0]


def _sign_up(page: Page, server: Server) -> None:
    """The first account, or the one that is there."""
    page.goto(server.address)
    if page.get_by_role("heading", name="Welcome").count():
        page.get_by_label("Your name").fill("Olga")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("link", name="Olga")).to_be_visible()


def _run_a_round(server: Server) -> None:
    from musterhall.events import players, rounds, scenarios

    house = server.house
    for name in ("Anna", "Boris"):
        house.do("try", lambda event, name=name: add_player(event, name, ""), who="Olga")  # type: ignore[misc]
    house.do("try", lambda event: [players.check_in(event, one) for one in event.players.values()], who="Olga")
    house.do("try", lambda event: scenarios.draw_scenarios(event, 1), who="Olga")
    house.do("try", lambda event: rounds.pair_round(event, 1, without_forces=True), who="Olga")
    house.do("try", lambda event: rounds.publish(event, 1), who="Olga")

    def start(event: Event) -> Any:
        return start_clock(event, 1, 120)

    house.do("try", start, who="Olga")


def _seconds_left(page: Page) -> int:
    hours, minutes, seconds = map(int, page.locator("#clock").inner_text().split(":"))
    return hours * 3600 + minutes * 60 + seconds


def _play_the_only_round(server: Server) -> None:
    from musterhall.events import matches, notes

    _run_a_round(server)
    server.house.do("try", lambda event: matches.decide_card(event, 1, 1, {"sides": [{}, {}]}), who="Olga")
    server.house.do("try", lambda event: notes.plan_rounds(event, 1), who="Olga")


def _require_comfort(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    small = page.evaluate(
        """[...document.querySelectorAll("button, .button, nav a, input:not([type=hidden]), select, summary")]
            .filter((one) => one.checkVisibility() && !one.closest("label.check"))
            .filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)"""
    )
    assert small == [], page.url
