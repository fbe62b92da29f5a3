"""A player's phone: the match first, the card from first figure to confirmation, secrets that stay secret."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, Route, expect
from starlette.testclient import TestClient
from tests.events.day import Day, new_day
from tests.web.serving import running_here

from musterhall.events import matches, players, round_clocks, rounds, scenarios, sealing
from musterhall.events.entries import NewEntry
from musterhall.games.alpha_strike.force.forces import shipped_force_text, shipped_forces
from musterhall.web.actions import ACTIONS
from musterhall.web.app import create_app
from musterhall.web.house import House
from musterhall.web.live import PARTS, asked_of, part_html
from musterhall.web.sessions import PLAYER, Session, Visitor
from musterhall.web.settings import Settings

EVENT = "day"
SALT = "feedc0de" * 4
MARKUP = "Boris <img src=x>"
CUT = """width => [...document.querySelectorAll("nav a, .who a, .step button")].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return left < 0 || right > width || one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.textContent.trim())"""
"""Links and buttons that are not whole on the screen."""
MY_PARTS = ("my_match", "my_card", "my_units", "my_hand", "my_force", "my_results", "my_votes", "my_news")


class Phone:
    """A phone that came by a player's link."""

    def __init__(self, app: FastAPI, client: TestClient, player: str) -> None:
        self.house: House = app.state.house
        self.client = client
        self.player = player
        self.cookies = httpx.Cookies()
        answer = self.get(f"/p/{self.house.accounts.link_token(EVENT, player)}")
        assert answer.headers["location"] == f"/e/{EVENT}/me"

    def get(self, path: str) -> httpx.Response:
        return self._ask("GET", path)

    def page(self, path: str = "/me") -> str:
        answer = self.get(f"/e/{EVENT}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def do(self, action: str, fields: dict[str, Any], accept: str = "text/html") -> httpx.Response:
        return self.post(f"/do/{action}", fields, accept)

    def post(self, path: str, fields: dict[str, Any], accept: str = "text/html") -> httpx.Response:
        token = re.search(r'name="form_token" value="([\w-]+)"', self.page())
        assert token is not None
        return self._ask(
            "POST", f"/e/{EVENT}{path}", data={"form_token": token[1], **fields}, headers={"accept": accept}
        )

    def script(self, action: str, **body: Any) -> httpx.Response:
        token = re.search(r'name="form_token" value="([\w-]+)"', self.page())
        assert token is not None
        headers = {"x-muster-form-token": token[1], "accept": "application/json"}
        return self._ask("POST", f"/api/events/{EVENT}/do/{action}", json=body, headers=headers)

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        self.client.cookies = self.cookies
        headers = {"accept": "text/html"} | more.pop("headers", {})
        answer: httpx.Response = self.client.request(method, path, follow_redirects=False, headers=headers, **more)
        self.cookies = httpx.Cookies(self.client.cookies)
        return answer


class Hall:
    """A server with one event, and a phone for each player in it."""

    def __init__(self, app: FastAPI, client: TestClient) -> None:
        self.app = app
        self.client = client
        self.house: House = app.state.house

    def phone(self, name: str) -> Phone:
        return Phone(self.app, self.client, self.house.event(EVENT).find(name).id)

    def visitor(self, name: str) -> Visitor:
        return Visitor(Session(), player=self.house.event(EVENT).find(name).id, role=PLAYER)


@contextmanager
def hall(folder: Path, day: Day) -> Iterator[Hall]:
    app = create_app(Settings(db=str(folder / "hall.db")))
    with TestClient(app) as client:
        settle_in(app, day)
        yield Hall(app, client)


def settle_in(app: FastAPI, day: Day) -> None:
    house: House = app.state.house
    # Nobody signs in here, so the owner needs no password.
    made = NewEntry("account.made", {"account": "a1", "name": "owner", "password": "none", "master": True})
    house.account_do(lambda _: made)
    house.adopt(EVENT, day.event.name, day.ledger.entries, "a1")


def playing(
    scenario: str = "domination", names: tuple[str, ...] = ("Anna", "Boris"), pack: str = "herocon-2025"
) -> Day:
    day = new_day(names, pack=pack)
    if pack == "herocon-2025":
        day.do(lambda event: scenarios.choose_scenarios(event, [scenario] * 3))
    day.pair()
    return day


def card_fields(day: Day, **held: int) -> dict[str, str]:
    """The form of a Domination card with these points of interest for each player."""
    match = day.round.matches[0]
    fields = {"sides.0.side": "1", "sides.1.side": "1", "round": "1"}
    for name, number in held.items():
        fields[f"sides.{match.side(day.player(name))}.fields.points_of_interest"] = str(number)
    return fields


def confirmation(page: str) -> dict[str, str]:
    """What the button that confirms the opponent's card sends."""
    found = re.search(r'name="card" value="([^"]+)"', page)
    assert found is not None
    return {"card": html.unescape(found[1]), "round": "1"}


# What a player sees


def test_a_player_reads_first_whom_he_plays_and_where(tmp_path: Path) -> None:
    with hall(tmp_path, playing()) as here:
        page = here.phone("Anna").page()
        assert re.findall(r"<h1>(.*?)</h1>", page) == ["You play Boris at table 1"]
        assert "Fill in the card" in page
        assert "Domination" in page


def test_an_opponents_name_comes_out_as_text_on_every_page(tmp_path: Path) -> None:
    with hall(tmp_path, playing("assassination", ("Anna", MARKUP))) as here:
        phone = here.phone("Anna")
        for path in ("/me", "/me/card", "/me/scenario", "/me/force"):
            page = phone.page(path)
            assert "<img" not in page, path
        assert html.escape(MARKUP) in phone.page()


@pytest.mark.parametrize(
    "pack", ["herocon-2025", "drafted-for-war", "age-of-destruction-constructed", "meeting-engagement"]
)
def test_all_pages_of_a_player_are_there_before_in_and_after_a_match(pack: str, tmp_path: Path) -> None:
    day = new_day(("Anna", "Boris"), pack=pack)
    with hall(tmp_path, day) as here:
        phone = here.phone("Anna")
        anna = here.house.event(EVENT).find("Anna")

        def look() -> None:
            for path in ("/me", "/me/card", "/me/scenario", "/me/force"):
                assert phone.page(path).count("<h1") == 1, path

        look()
        here.house.do(EVENT, lambda event: rounds.pair_round(event, 1), who="owner")
        look()
        here.house.do(EVENT, lambda event: rounds.publish(event, 1), who="owner")
        look()
        assert phone.do("match.concede", {"round": "1", "sure": "true"}).status_code == 303
        assert here.house.event(EVENT).rounds[0].matches[0].conceded == anna.id
        look()


def test_a_player_with_a_bye_has_no_card_to_fill_in(tmp_path: Path) -> None:
    day = playing(names=("Anna", "Boris", "Cleo"))
    name = day.event.player(day.round.byes[0]).name
    with hall(tmp_path, day) as here:
        phone = here.phone(name)
        assert "You have no opponent in round 1" in phone.page()
        assert "No card to fill in" in phone.page("/me/card")


def test_the_scenario_page_has_the_picture_and_any_scenario_of_the_pack(tmp_path: Path) -> None:
    with hall(tmp_path, playing("bunkers")) as here:
        phone = here.phone("Anna")
        assert "Home bunker" in phone.page("/me/scenario")
        assert "Wreck" in phone.page("/me/scenario?name=salvage")
        assert "<svg" not in phone.page("/me/scenario?name=nothing")


# The card


def test_a_card_counts_when_the_opponent_confirms_it(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        sent = anna.do("card.send", {**card_fields(day, Anna=3, Boris=1), "next": f"/e/{EVENT}/me"})
        assert (sent.status_code, sent.headers["location"].partition("?")[0]) == (303, f"/e/{EVENT}/me")
        assert "Sent. Boris confirms it on their own phone." in anna.get(sent.headers["location"]).text
        assert "Boris confirms it on their phone" in anna.page()
        page = boris.page("/me/card")
        assert "Anna sent this card" in page
        assert boris.do("card.send", confirmation(page)).status_code == 303
        assert "You won: 300 to 100 Objective Points" in anna.page()
        assert "This card counts" in boris.page("/me/card")


def test_a_card_that_was_changed_meanwhile_is_not_confirmed_unseen(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        anna.do("card.send", card_fields(day, Anna=3))
        seen = confirmation(boris.page("/me/card"))
        anna.do("card.send", card_fields(day, Anna=4))
        boris.do("card.send", seen)
        match = here.house.event(EVENT).rounds[0].matches[0]
        assert not match.settled
        assert match.disputed
        assert "The two cards differ" in anna.page("/me/card")


def test_a_script_confirms_the_card_that_it_names_and_no_other(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        me = f"/api/events/{EVENT}/me"
        anna.do("card.send", card_fields(day, Anna=3))
        seen = boris.get(me).json()["match"]["theirs"]
        blindly = boris.script("card.confirm")
        assert (blindly.status_code, blindly.json()["error"][:6]) == (400, "card: ")
        anna.do("card.send", card_fields(day, Anna=4))
        late = boris.script("card.confirm", card=seen)
        assert (late.status_code, "has sent another card since" in late.json()["error"]) == (400, True)
        match = here.house.event(EVENT).rounds[0].matches[0]
        assert (match.settled, len(match.sent)) == (False, 1)
        now = boris.get(me).json()["match"]["theirs"]
        assert boris.script("card.confirm", card=now).status_code == 200
        assert here.house.event(EVENT).rounds[0].matches[0].settled


@pytest.mark.parametrize("gone", ["left", "put out"])
def test_who_has_left_or_was_put_out_does_nothing_more(tmp_path: Path, gone: str) -> None:
    day = playing()
    boris, award = day.player("Boris"), next(one.name for one in day.event.rules.award if one.by == "vote")
    out = players.leave if gone == "left" else players.disqualify
    day.do(lambda event: matches.send_card(event, event.find("Anna"), {"sides": [{}, {}]}))
    day.do(lambda event: out(event, event.player(boris)), why="went home")
    with hall(tmp_path, day) as here:
        phone = here.phone("Boris")
        card: dict[str, Any] = {"sides": [{}, {}]}
        bodies: dict[str, dict[str, Any]] = {
            "card.send": {"card": card},
            "card.confirm": {"card": card},
            "match.concede": {},
            "award.vote": {"award": award, "choice": "p1"},
            "force.submit": {"text": "x"},
            "units.seal": {"units": ["Hammer"]},
            "units.reveal": {},
            "hand.submit": {"text": "x"},
            "hand.play": {"card": "x"},
            "draft.pick": {"draft": "d1", "item": "i1"},
            "draft.force": {"name": "x", "choices": [{}]},
            "player.check_in": {},
            "player.withdraw": {},
            "bye.ask": {"round": 2},
            "bye.take_back": {"round": 2},
        }
        assert set(bodies) == {name for name, one in ACTIONS.items() if PLAYER in one.roles}
        for name, body in bodies.items():
            answer = phone.script(name, **body)
            assert answer.status_code == 400, name
            assert answer.json()["error"].endswith("talk to the organiser."), name
        form = phone.do("card.send", {"card": json.dumps(card), "round": "1", "empty": "yes"})
        assert form.status_code == 400
        assert not here.house.event(EVENT).rounds[0].matches[0].settled


def test_sums_are_worked_out_with_and_without_script_and_nothing_is_written(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        last = here.house.desk(EVENT).ledger.last
        answer = anna.post("/me/card/sums", card_fields(day, Anna=4, Boris=1), "application/json").json()
        assert "Anna wins: 400 to 100 Objective Points" in answer["html"]
        assert answer["over"] is True
        page = anna.post("/me/card/sums", card_fields(day, Anna=2, Boris=1)).text
        assert "200 to 100 Objective Points" in page
        assert re.search(r'fields.points_of_interest" value="2"', page)
        assert here.house.desk(EVENT).ledger.last == last


def test_a_card_that_cannot_be_is_refused_with_the_reason(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        answer = here.phone("Anna").do("card.send", card_fields(day, Anna=4, Boris=4), "application/json")
        assert answer.status_code == 400
        assert "five points of interest" in answer.json()["error"]


def test_a_card_with_nothing_on_it_is_taken_only_when_that_was_meant(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        blank = {**card_fields(day, Anna=0, Boris=0), "next": f"/e/{EVENT}/me", "ended": "time"}
        assert "nothing is on it" in anna.do("card.send", blank, "application/json").json()["error"]
        asked = anna.do("card.send", blank)
        assert asked.status_code == 409
        assert "Did nobody score anything" in asked.text
        assert f'href="/e/{EVENT}/me/card"' in asked.text
        assert not here.house.event(EVENT).rounds[0].matches[0].sent
        meant = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', asked.text))
        taken = anna.do("card.send", {name: html.unescape(value) for name, value in meant.items()})
        assert (taken.status_code, taken.headers["location"].partition("?")[0]) == (303, f"/e/{EVENT}/me")
        assert list(here.house.event(EVENT).rounds[0].matches[0].sent) == [anna.player]
        boris = here.phone("Boris")
        assert boris.do("card.send", confirmation(boris.page("/me/card"))).status_code == 303, "he has seen it"


def test_two_cards_say_whose_words_they_are_and_where_they_differ(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        anna.do("card.send", card_fields(day, Anna=3, Boris=1))
        boris.do("card.send", card_fields(day, Anna=2, Boris=1))
        page = anna.page("/me/card")
        assert '<th scope="col">You say</th><th scope="col">Boris says</th>' in page
        differing, _, same = page.partition("What is the same on both")
        assert "<td>3</td><td>2</td>" in differing
        assert differing.count("<td>") == 2, "one line differs"
        assert "<td>3</td><td>2</td>" not in same


def test_a_player_sends_a_card_only_for_himself(tmp_path: Path) -> None:
    day = playing()
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        anna.do("card.send", {**card_fields(day, Anna=1), "player": day.player("Boris")})
        assert list(here.house.event(EVENT).rounds[0].matches[0].sent) == [anna.player]


# Secrets


def test_command_units_stay_secret_until_they_are_revealed(tmp_path: Path) -> None:
    with hall(tmp_path, playing("assassination")) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        sealed = anna.do("units.seal", {"units[]": ["Hammer", "Anvil"]})
        assert sealed.status_code == 303
        choice = here.house.event(EVENT).rounds[0].sealed[anna.player]
        page = boris.page()
        assert choice.seal in page
        assert choice.salt not in page
        assert "data-units=" not in page
        assert anna.do("units.reveal", {}).status_code == 303
        page = boris.page()
        assert "Anna revealed: <strong>Anvil, Hammer</strong>" in page
        assert choice.salt in page


def test_a_part_is_not_made_again_when_something_else_has_changed(tmp_path: Path) -> None:
    day = playing(names=("Anna", "Boris", "Cleo", "Dario"))
    with hall(tmp_path, day) as here:
        visitor = here.visitor("Anna")
        stamps = {name: PARTS[name].stamp for name in MY_PARTS}

        def now() -> dict[str, object]:
            asked = asked_of(here.house, EVENT, visitor)
            return {name: stamp(asked) for name, stamp in stamps.items() if stamp}

        before = now()
        assert set(before) == set(MY_PARTS)
        here.house.do(EVENT, lambda event: players.change_player(event, event.find("Cleo"), team="Reds"), who="owner")
        assert now() == before
        here.house.do(EVENT, lambda event: round_clocks.start_clock(event, 1), who="owner")
        assert [name for name, stamp in now().items() if stamp != before[name]] == ["my_match", "my_units"]


def test_a_part_shows_each_player_his_own(tmp_path: Path) -> None:
    with hall(tmp_path, playing()) as here:
        made = [part_html("my_match", asked_of(here.house, EVENT, here.visitor(name))) for name in ("Anna", "Boris")]
        assert "You play Boris" in made[0]
        assert "You play Anna" in made[1]


# Forces, votes


def test_a_list_is_looked_at_before_it_is_handed_in(tmp_path: Path) -> None:
    day = new_day(("Anna", "Boris"))
    day.do(lambda event: players.add_player(event, "Cleo"))
    with hall(tmp_path, day) as here:
        cleo = here.phone("Cleo")
        page = cleo.post("/me/force", {"text": "Atlas AS7-D, skill 4\nSomething Unheard Of XYZ-1, skill 4\n"}).text
        assert "not handed in yet" in page
        assert "Something Unheard Of" in page
        assert here.house.event(EVENT).player(cleo.player).force is None


def test_a_force_file_is_checked_and_handed_in(tmp_path: Path) -> None:
    day = new_day(("Anna", "Boris"))
    day.do(lambda event: players.add_player(event, "Cleo"))
    text = shipped_force_text(next(iter(shipped_forces())))
    with hall(tmp_path, day) as here:
        cleo = here.phone("Cleo")
        page = cleo.post("/me/force", {"text": text}).text
        found = re.search(r'name="text" value="([^"]+)"', page)
        assert found is not None
        assert cleo.do("force.submit", {"text": html.unescape(found[1])}).status_code == 303
        force = here.house.event(EVENT).player(cleo.player).force
        assert force is not None
        assert html.escape(force.force) in cleo.page("/me/force")


def test_a_vote_is_shown_to_its_voter_alone(tmp_path: Path) -> None:
    day = playing(names=("Anna", "Boris", "Cleo", "Dario"))
    with hall(tmp_path, day) as here:
        cleo = day.player("Cleo")
        anna, boris = here.phone("Anna"), here.phone("Boris")
        assert anna.do("award.vote", {"award": "sportsmanship", "choice": cleo}).status_code == 303
        assert f'value="{cleo}" selected' in anna.page()
        assert f'value="{cleo}" selected' not in boris.page()


# In a browser


@contextmanager
def served(folder: Path, day: Day, browser: Browser) -> Iterator[tuple[str, House]]:
    """A server for phones in a browser, which are put away before it stops."""
    app = create_app(Settings(db=str(folder / "hall.db")))
    settle_in(app, day)
    with running_here(app) as server:
        try:
            yield server.url, app.state.house
        finally:
            for context in browser.contexts:
                context.close()


def open_phone(browser: Browser, url: str, house: House, player: str, errors: list[str]) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(f"{url}/p/{house.accounts.link_token(EVENT, player)}")
    return page


def test_a_card_is_filled_in_on_one_phone_and_confirmed_on_the_other(browser: Browser, tmp_path: Path) -> None:
    day = playing("assassination")
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        anna = open_phone(browser, url, house, day.player("Anna"), errors)
        boris = open_phone(browser, url, house, day.player("Boris"), errors)
        anna.goto(f"{url}/e/{EVENT}/me/card")
        units = anna.locator("[data-units]", has_text="Boris' units: what became")
        units.locator("label.field select").select_option(label="Hammer 51")
        expect(units.get_by_label("Hammer 51")).to_have_value("destroyed")
        anna.get_by_role("button", name="One more: Command Units destroyed or crippled, Anna").click()
        expect(anna.locator("[data-sums-out]")).to_contain_text("Anna wins: 55 to 0 Objective Points")
        anna.get_by_role("button", name="Send the card").click()
        expect(anna.get_by_text("Boris confirms it on their phone")).to_be_visible()
        boris.get_by_role("link", name="Look at Anna's card").click()
        boris.get_by_role("button", name="Yes, this is right").click()
        expect(boris.get_by_text("Anna won: 55 to 0 Objective Points.")).to_be_visible()
        expect(anna.get_by_text("You won: 55 to 0 Objective Points.")).to_be_visible()
        assert anna.evaluate("document.documentElement.scrollWidth") <= 360
        assert errors == []


def test_a_phone_asks_before_it_sends_a_card_with_nothing_on_it(browser: Browser, tmp_path: Path) -> None:
    day = playing("assassination")
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        anna = open_phone(browser, url, house, day.player("Anna"), errors)
        anna.goto(f"{url}/e/{EVENT}/me/card")
        send, question = anna.get_by_role("button", name="Send the card"), anna.locator("#ask")
        send.click()
        expect(question).to_contain_text("Did nobody score anything")
        question.get_by_role("button", name="Back").click()
        more = anna.get_by_role("button", name="One more: Command Units destroyed or crippled, Anna")
        less = anna.get_by_role("button", name="One less: Command Units destroyed or crippled, Anna")
        form = anna.locator("form[data-card-form]")
        more.click()
        expect(form).not_to_have_attribute("data-confirm", re.compile("."))
        less.click()
        expect(form).to_have_attribute("data-confirm", re.compile("Did nobody"))
        assert not house.event(EVENT).rounds[0].matches[0].sent
        send.click()
        question.get_by_role("button", name="Send the card").click()
        expect(anna.get_by_text("Boris confirms it on their phone")).to_be_visible()
        assert errors == []


def test_a_phone_without_script_asks_too(browser: Browser, tmp_path: Path) -> None:
    day = playing()
    with served(tmp_path, day, browser) as (url, house):
        page = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False).new_page()
        page.goto(f"{url}/p/{house.accounts.link_token(EVENT, day.player('Anna'))}")
        page.goto(f"{url}/e/{EVENT}/me/card")
        page.get_by_role("button", name="Send the card").click()
        page.get_by_role("button", name="Yes, nothing was scored").click()
        expect(page.get_by_text("Boris confirms it on their phone")).to_be_visible()


def test_the_builder_hands_nothing_in_while_a_change_is_worked_out(browser: Browser, tmp_path: Path) -> None:
    day = new_day(("Anna", "Boris"))
    day.do(lambda event: players.add_player(event, "Cleo"))
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        cleo = open_phone(browser, url, house, day.player("Cleo"), errors)
        cleo.goto(f"{url}/builder?event={EVENT}")
        cleo.get_by_label("Name", exact=True).last.fill("locust")
        add = cleo.get_by_role("button", name="Add Locust LCT-1V")
        add.click()
        # Beside the totals, which stay in sight however long the force is.
        hand_in = cleo.locator(".totals").get_by_role("button", name="Hand in")
        expect(hand_in).to_be_enabled()
        held: list[Route] = []
        cleo.route("**/builder", lambda route: held.append(route))
        add.click()
        expect(hand_in).to_be_disabled()
        held[0].continue_()
        expect(cleo.locator("details.unit")).to_have_count(2)
        expect(hand_in).to_be_enabled()
        hand_in.click()
        cleo.locator("#ask").get_by_role("button", name="Hand in").click()
        expect(cleo.locator("h1")).to_have_text("My force")
        force = house.event(EVENT).player(day.player("Cleo")).force
        assert force is not None
        assert len(force.roster.units) == 2
        assert errors == []


@pytest.mark.parametrize("width", [360, 320])
def test_every_page_is_named_within_the_width_of_a_phone(browser: Browser, tmp_path: Path, width: int) -> None:
    day = playing(names=("Annabel Featherstonehaugh-Cholmondeley", "Bartholomew Throckmorton-Ashburnham"))
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        page = open_phone(browser, url, house, day.player("Annabel"), errors)
        page.set_viewport_size({"width": width, "height": 740})
        for path in ("/me", "/me/card", "/me/force", "/me/scenario", "/pairings", "/standings", "/results", "/rules"):
            page.goto(f"{url}/e/{EVENT}{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            cut = page.evaluate(CUT, width)
            assert not cut, f"{path}: {cut} at {width}"
        assert errors == []


def test_rows_of_phases_grow_and_outlive_a_reload(browser: Browser, tmp_path: Path) -> None:
    day = playing("king_of_the_hill")
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        anna = open_phone(browser, url, house, day.player("Anna"), errors)
        anna.goto(f"{url}/e/{EVENT}/me/card")
        for _ in range(8):
            anna.get_by_role("button", name="Add an End Phase").click()
        expect(anna.locator("[data-tally] tbody tr:visible")).to_have_count(9)
        anna.get_by_label("Anna, End Phase 9").check()
        anna.reload()
        expect(anna.get_by_label("Anna, End Phase 9")).to_be_checked()
        expect(anna.locator("[data-sums-out]")).to_contain_text("100 to 0 Objective Points")
        assert errors == []


def test_the_opponents_seal_is_checked_on_the_phone(browser: Browser, tmp_path: Path) -> None:
    day = playing("assassination")
    boris = day.event.find("Boris")
    day.do(lambda event: sealing.seal_units(event, boris, ["Anvil", "Hammer"], SALT))
    errors: list[str] = []
    with served(tmp_path, day, browser) as (url, house):
        anna = open_phone(browser, url, house, day.player("Anna"), errors)
        says = anna.locator("[data-seal-says]")
        expect(says).to_have_text("")
        house.do(EVENT, lambda event: sealing.reveal_units(event, event.player(boris.id)), who="Boris")
        expect(says).to_contain_text("the seal fits these units, and is the one you saw before")
        anna.evaluate("document.querySelector('[data-seal]').dataset.salt = 'another'")
        anna.evaluate("document.dispatchEvent(new Event('muster:part'))")
        expect(says).to_contain_text("does not fit")
        texts = ["", "abc", "é" * 55, "x" * 64, "Anvil\nHammer" * 40]
        address = anna.locator("script[src*='card.js']").get_attribute("src")
        made = anna.evaluate(
            "async ([address, texts]) => { const { sha256 } = await import(address); return texts.map(sha256); }",
            [address, texts],
        )
        assert made == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        assert errors == []
