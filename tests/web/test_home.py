"""The house: coming in, beginning events, accounts, and what a phone needs to keep us at hand."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from starlette.testclient import TestClient

from musterhall.events.fold import create
from musterhall.packs.model import shipped_pack_text
from musterhall.store.desk import now
from musterhall.store.transfer import export_event
from musterhall.web import sessions
from musterhall.web.accounts import revoke_link
from musterhall.web.app import create_app
from musterhall.web.doors import Doors
from musterhall.web.house import House
from musterhall.web.limits import Limiter
from musterhall.web.settings import Settings

NAME = "Olga Organiser"
PASSWORD = "correct horse"
HTML = {"accept": "text/html"}
JSON = {"accept": "application/json"}


class Visit(TestClient):
    """A browser without script: it sends back the token of the page it looks at."""

    def __init__(self, app: Any, **more: Any) -> None:
        super().__init__(app, base_url="http://localhost", **more)

    @property
    def house(self) -> House:
        house: House = self.app.state.house  # type: ignore[attr-defined]
        return house

    @property
    def doors(self) -> Doors:
        self.get("/p/nobody")
        doors: Doors = self.app.state.doors  # type: ignore[attr-defined]
        return doors

    def form_token(self, path: str = "/sign-in") -> str:
        found = re.search(r'name="form_token" value="([\w-]+)"', self.get(path, follow_redirects=True).text)
        assert found
        return found[1]

    def fill(self, path: str, headers: dict[str, str] | None = None, files: Any = None, **fields: str) -> Response:
        answer: Response = self.post(
            path, data={"form_token": self.form_token(), **fields}, files=files, headers=headers
        )
        return answer

    def sign_up(self) -> None:
        code = self.house.accounts.first_code()
        assert self.fill("/first-account", name=NAME, password=PASSWORD, code=code).status_code == 303


def only_event(visit: Visit) -> str:
    """The short name of the only event."""
    return visit.house.events()[0].stream


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with Visit(create_app(Settings(db=str(tmp_path / "home.db"))), headers=HTML, follow_redirects=False) as found:
        yield found


@pytest.fixture
def organiser(visit: Visit) -> Visit:
    visit.sign_up()
    return visit


def stranger(visit: Visit) -> Visit:
    """Another browser at the same server."""
    return Visit(visit.app, headers=HTML, follow_redirects=False)


# Coming in


def test_the_first_visit_makes_the_organisers_account_and_signs_in(visit: Visit) -> None:
    assert "Welcome" in visit.get("/").text
    visit.sign_up()
    page = visit.get("/").text
    assert NAME in page
    assert "Load the demo event" in page
    assert [one.master for one in visit.house.accounts.accounts.values()] == [True]


def test_nobody_becomes_the_first_a_second_time(organiser: Visit) -> None:
    answer = stranger(organiser).fill("/first-account", name="Mallory", password="evil horse")
    assert answer.status_code == 400
    assert "Somebody else was first" in answer.text
    assert len(organiser.house.accounts.accounts) == 1


def test_the_first_account_is_made_at_the_servers_own_machine_or_with_its_code(visit: Visit, tmp_path: Path) -> None:
    refused = visit.fill("/first-account", name="Mallory", password="evil horse", code="00000000")
    assert refused.status_code == 400
    assert "the terminal" in refused.text
    assert not visit.house.accounts.accounts
    app = create_app(Settings(db=str(tmp_path / "other.db")))
    with Visit(app, headers=HTML, follow_redirects=False, client=("127.0.0.1", 50000)) as here:
        assert 'name="code"' not in here.get("/").text
        assert here.fill("/first-account", name=NAME, password=PASSWORD).status_code == 303


def test_of_many_who_come_first_at_once_one_does(visit: Visit) -> None:
    visitors = [stranger(visit) for _ in range(6)]
    tokens = [one.form_token("/") for one in visitors]

    def come(number: int) -> int:
        code = visit.house.accounts.first_code()
        fields = {"form_token": tokens[number], "name": f"Number {number}", "password": PASSWORD, "code": code}
        return int(visitors[number].post("/first-account", data=fields).status_code)

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(come, range(6))) == [303, 400, 400, 400, 400, 400]
    assert len(visit.house.accounts.accounts) == 1


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(organiser: Visit) -> None:
    other = stranger(organiser)
    wrong = other.fill("/sign-in", JSON, name=NAME, password="wrong horse")
    unknown = other.fill("/sign-in", JSON, name="Nobody", password="wrong horse")
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
    assert wrong.status_code == 400


def test_signing_in_leads_back_to_where_one_wanted_to_go_but_never_elsewhere(organiser: Visit) -> None:
    other = stranger(organiser)
    assert other.get("/account").headers["location"] == "/sign-in?next=/account"
    assert 'name="next" value="/account"' in other.get("/sign-in?next=/account").text
    there = other.fill("/sign-in", name=NAME.upper(), password=PASSWORD, next="/account")
    assert (there.status_code, there.headers["location"]) == (303, "/account")
    for evil in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        answer = stranger(organiser).fill("/sign-in", name=NAME, password=PASSWORD, next=evil)
        assert answer.headers["location"] == "/"


def test_guessing_passwords_soon_has_to_wait(organiser: Visit) -> None:
    organiser.doors.by_address = Limiter(tries=3, seconds=1000)
    other = stranger(organiser)
    answers = [other.fill("/sign-in", name=NAME, password=f"guess {number}").status_code for number in range(5)]
    assert answers == [400, 400, 400, 429, 429]
    assert int(other.fill("/sign-in", name=NAME, password=PASSWORD).headers["retry-after"]) > 900


def test_guesses_from_many_addresses_at_one_name_have_to_wait_too(organiser: Visit) -> None:
    organiser.doors.by_name = Limiter(tries=3, seconds=1000)
    found = []
    organiser.doors.first = Limiter(tries=0, seconds=1e9)
    for number in range(5):
        guesser = Visit(organiser.app, headers=HTML, follow_redirects=False, client=(f"10.0.0.{number}", 1))
        found.append(guesser.fill("/sign-in", name=NAME.upper(), password="guess").status_code)
    assert found == [400, 400, 400, 429, 429]


def locked_out(organiser: Visit) -> None:
    """Guesses at the organiser's name from many addresses have used up all tries."""
    organiser.doors.by_name = Limiter(tries=3, seconds=1000)
    organiser.doors.first = Limiter(tries=0, seconds=1e9)
    for number in range(4):
        guesser = Visit(organiser.app, headers=HTML, follow_redirects=False, client=(f"10.0.0.{number}", 1))
        last = guesser.fill("/sign-in", name=NAME, password="guess")
    assert last.status_code == 429


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_nobodys_guesses_lock_out_who_sits_at_the_servers_own_machine(organiser: Visit, address: str) -> None:
    locked_out(organiser)
    here = Visit(organiser.app, headers=HTML, follow_redirects=False, client=(address, 1))
    assert here.fill("/sign-in", name=NAME, password="wrong").status_code == 400
    assert here.fill("/sign-in", name=NAME, password=PASSWORD).status_code == 303


def test_nobodys_guesses_lock_out_a_device_that_was_signed_in_before_wherever_it_is_now(organiser: Visit) -> None:
    known = Visit(organiser.app, headers=HTML, follow_redirects=False, client=("10.1.0.1", 1))
    assert known.fill("/sign-in", name=NAME, password=PASSWORD).status_code == 303
    assert known.fill("/sign-out").status_code == 303
    locked_out(organiser)
    organiser.doors.by_address = Limiter(tries=1, seconds=1000)
    moved = Visit(organiser.app, headers=HTML, follow_redirects=False, client=("10.0.0.1", 1))
    assert moved.fill("/sign-in", name=NAME, password="wrong").status_code in (400, 429)
    assert moved.fill("/sign-in", name=NAME, password=PASSWORD).status_code == 429
    moved.cookies = known.cookies
    assert moved.fill("/sign-in", name=NAME, password=PASSWORD).status_code == 303


def test_nobodys_guesses_lock_out_an_address_that_was_signed_in_from_before(organiser: Visit) -> None:
    home = ("10.1.0.1", 1)
    first = Visit(organiser.app, headers=HTML, follow_redirects=False, client=home)
    assert first.fill("/sign-in", name=NAME, password=PASSWORD).status_code == 303
    locked_out(organiser)
    second = Visit(organiser.app, headers=HTML, follow_redirects=False, client=home)
    assert second.fill("/sign-in", name=NAME, password=PASSWORD).status_code == 303


def test_a_known_device_and_the_servers_own_machine_have_to_wait_for_their_own_guesses(organiser: Visit) -> None:
    here = Visit(organiser.app, headers=HTML, follow_redirects=False, client=("127.0.0.1", 1))
    for one in (here, organiser):
        answers = [one.fill("/sign-in", name=NAME, password=f"guess {number}").status_code for number in range(12)]
        assert (answers[0], answers[-1]) == (400, 429)


def test_a_new_password_makes_every_device_unknown_again(organiser: Visit) -> None:
    known = Visit(organiser.app, headers=HTML, follow_redirects=False, client=("10.1.0.1", 1))
    assert known.fill("/sign-in", name=NAME, password=PASSWORD).status_code == 303
    organiser.fill("/account/password", password=PASSWORD, new="another horse")
    locked_out(organiser)
    organiser.doors.addresses.clear()
    assert known.fill("/sign-in", name=NAME, password="another horse").status_code == 429
    assert organiser.fill("/sign-in", name=NAME, password="another horse").status_code == 303


def test_signing_in_rightly_uses_up_no_tries(organiser: Visit) -> None:
    organiser.doors.by_address = Limiter(tries=2, seconds=1000)
    other = stranger(organiser)
    assert {other.fill("/sign-in", name=NAME, password=PASSWORD).status_code for _ in range(5)} == {303}


def test_signing_out_ends_the_session_and_forgets_whose_phone_it_was(organiser: Visit) -> None:
    organiser.fill("/demo")
    player = next(iter(organiser.house.event(only_event(organiser)).players))
    organiser.get(f"/p/{organiser.house.accounts.link_token(only_event(organiser), player)}")
    assert organiser.fill("/sign-out").status_code == 303
    assert organiser.get("/account").headers["location"].startswith("/sign-in")
    assert organiser.get(f"/e/{only_event(organiser)}/me").status_code in (303, 401, 403)


@pytest.mark.parametrize("path", ["/first-account", "/sign-in", "/sign-out", "/demo", "/events", "/account/tokens"])
def test_a_form_that_is_not_ours_is_refused(organiser: Visit, path: str) -> None:
    answer = organiser.post(path, data={"form_token": "0" * 64, "name": "x", "password": PASSWORD})
    assert answer.status_code == 403
    assert organiser.house.events() == []


# Links


def test_a_players_link_lets_the_phone_in_without_a_password(organiser: Visit) -> None:
    organiser.fill("/demo")
    event = organiser.house.event(only_event(organiser))
    player = next(one for one in event.players.values() if one.here)
    phone = stranger(organiser)
    answer = phone.get(f"/p/{organiser.house.accounts.link_token(only_event(organiser), player.id)}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/e/{only_event(organiser)}/me")
    assert f"{player.name} <small>(player {player.id[1:]})" in phone.get(f"/e/{only_event(organiser)}").text
    assert "you are a player" in phone.get("/").text


def test_a_revoked_or_unknown_link_says_so_in_one_sentence(organiser: Visit) -> None:
    organiser.fill("/demo")
    token = organiser.house.accounts.link_token(only_event(organiser), "p1")
    phone = stranger(organiser)
    assert phone.get(f"/p/{token}").status_code == 303
    organiser.house.account_do(lambda _: revoke_link(only_event(organiser), "p1"))
    for bad in (token, "a" * 32, "x" * 500, "%00", "é"):
        answer = phone.get(f"/p/{bad}")
        assert answer.status_code == 404
        assert "ask at the desk for a new one" in answer.text
    assert phone.get(f"/e/{only_event(organiser)}/me").status_code != 200
    assert phone.get(f"/p/{organiser.house.accounts.link_token(only_event(organiser), 'p1')}").status_code == 303


def test_guessing_links_soon_has_to_wait_but_a_whole_hall_may_come_from_one_address(organiser: Visit) -> None:
    organiser.fill("/demo")
    token = organiser.house.accounts.link_token(only_event(organiser), "p1")
    phone = stranger(organiser)
    organiser.doors.links = Limiter(tries=3, seconds=1000)
    assert {phone.get(f"/p/{token}").status_code for _ in range(10)} == {303}
    assert [phone.get(f"/p/guess{number}").status_code for number in range(5)] == [404, 404, 404, 429, 429]


def test_wrong_links_keep_no_right_one_from_the_same_address_out(organiser: Visit) -> None:
    organiser.fill("/demo")
    organiser.doors.links = Limiter(tries=3, seconds=1000)
    phone = stranger(organiser)
    assert [phone.get(f"/p/guess{number}").status_code for number in range(4)][-1] == 429
    assert phone.get(f"/p/{organiser.house.accounts.link_token(only_event(organiser), 'p1')}").status_code == 303


def test_a_player_who_is_added_later_has_a_link_at_once(organiser: Visit) -> None:
    organiser.fill("/events", name="Late", pack="herocon-2025")
    phone = stranger(organiser)
    assert phone.get("/p/nobody").status_code == 404
    late = only_event(organiser)
    organiser.fill(f"/e/{late}/do/player.add", names="Anna")
    assert phone.get(f"/p/{organiser.house.accounts.link_token(late, 'p1')}").headers["location"] == f"/e/{late}/me"


def test_no_log_has_the_secret_part_of_a_link(organiser: Visit, caplog: pytest.LogCaptureFixture) -> None:
    organiser.fill("/demo")
    token = organiser.house.accounts.link_token(only_event(organiser), "p1")
    with caplog.at_level(logging.DEBUG, logger="musterhall"):
        stranger(organiser).get(f"/p/{token}")
    assert caplog.records
    assert token not in caplog.text


# Accounts


def test_a_new_password_ends_every_other_session(organiser: Visit) -> None:
    other = stranger(organiser)
    other.fill("/sign-in", name=NAME, password=PASSWORD)
    assert other.get("/account").status_code == 200
    wrong = organiser.fill("/account/password", password="not this", new="another horse")
    assert wrong.status_code == 400
    assert organiser.fill("/account/password", password=PASSWORD, new="another horse").status_code == 303
    assert organiser.get("/account").status_code == 200
    assert other.get("/account").status_code == 303
    assert other.fill("/sign-in", name=NAME, password="another horse").status_code == 303


@pytest.mark.parametrize("ticked", [True, False])
def test_a_new_password_revokes_the_tokens_unless_the_tick_is_taken_out(organiser: Visit, ticked: bool) -> None:
    assert "Revoke my tokens" not in organiser.get("/account").text, "there are none"
    found = re.search(r"muster_[\w-]{20,}", organiser.fill("/account/tokens", name="script").text)
    assert found
    page = organiser.get("/account").text
    assert re.search(r'name="tokens" value="true" checked', page)
    assert "signed out everywhere else" in page
    tick = "true" if ticked else ""
    answer = organiser.fill("/account/password", password=PASSWORD, new="another horse", tokens=tick)
    told = organiser.get(answer.headers["location"]).text
    assert "everywhere else you are signed out" in told
    assert ("your tokens are revoked" in told) is ticked
    script = {"authorization": f"Bearer {found[0]}"}
    assert stranger(organiser).get("/account", headers=script).status_code == (303 if ticked else 200)


def test_a_new_password_leaves_the_tokens_of_others_alone(organiser: Visit) -> None:
    organiser.fill("/accounts", name="Sam", password="scorekeeper1")
    sam = stranger(organiser)
    sam.fill("/sign-in", name="Sam", password="scorekeeper1")
    sam.fill("/account/tokens", name="of Sam")
    organiser.fill("/account/tokens", name="of Olga")
    organiser.fill("/account/password", password=PASSWORD, new="another horse", tokens="true")
    assert [one.name for one in organiser.house.accounts.tokens.values()] == ["of Sam"]


# What a page says after a form


def test_a_link_puts_no_words_into_a_page(organiser: Visit) -> None:
    for words in ("Your money is gone", "x" * 5000, "ä.ö.ü", ".", "eyJhIjoxfQ.aaaaaa.bbbbbb"):
        assert '<p data-key="said">' not in organiser.get("/", params={"told": words}).text


def test_what_was_told_to_one_browser_is_nothing_to_another(organiser: Visit) -> None:
    answer = organiser.fill("/accounts", name="Call this number", password="scorekeeper1")
    address = answer.headers["location"]
    assert "Call this number has an account now" in organiser.get(address).text
    other = stranger(organiser)
    other.fill("/sign-in", name="Call this number", password="scorekeeper1")
    assert "has an account now" not in other.get(address).text


def test_a_sentence_reaches_the_next_page_though_one_signs_out_on_the_way(organiser: Visit) -> None:
    answer = organiser.fill("/sign-out")
    assert "You are signed out." in organiser.get(answer.headers["location"]).text


def test_what_was_told_is_not_told_again_to_who_comes_back_later(
    organiser: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = organiser.fill("/sign-out").headers["location"]
    monkeypatch.setattr(sessions, "TOLD_SECONDS", -1)
    assert "You are signed out." not in organiser.get(address).text


def test_no_complaint_repeats_a_password(visit: Visit) -> None:
    short, long = "Ab1+", "Xy9-" * 100
    for password in (short, long):
        assert password not in visit.fill("/first-account", name=NAME, password=password).text
    visit.sign_up()
    for path in ("/sign-in", "/accounts"):
        answer = visit.fill(path, JSON, name="n" * 300, password=long, surplus="1")
        assert answer.status_code == 400
        assert long not in answer.text


def test_a_token_is_shown_once_speaks_for_the_account_and_can_be_revoked(organiser: Visit) -> None:
    found = re.search(r"muster_[\w-]{20,}", organiser.fill("/account/tokens", name="my <b>script</b>").text)
    assert found
    page = organiser.get("/account").text
    assert found[0] not in page
    assert "my &lt;b&gt;script&lt;/b&gt;" in page
    script = {"authorization": f"Bearer {found[0]}"}
    assert stranger(organiser).get("/account", headers=script).status_code == 200
    (token,) = organiser.house.accounts.tokens.values()
    assert organiser.fill("/account/tokens/revoke", token=token.id).status_code == 303
    assert stranger(organiser).get("/account", headers=script).status_code == 303


def test_only_the_master_of_the_house_makes_accounts(organiser: Visit) -> None:
    assert organiser.fill("/accounts", name="Sam", password="scorekeeper1").status_code == 303
    sam = stranger(organiser)
    sam.fill("/sign-in", name="sam", password="scorekeeper1")
    assert "Add an account" not in sam.get("/account").text
    assert sam.fill("/accounts", name="Sue", password="scorekeeper2").status_code == 403
    taken = organiser.fill("/accounts", JSON, name="SAM", password="scorekeeper3")
    assert taken.status_code == 400
    assert "is taken" in taken.json()["error"]


# Events


def test_an_event_begins_with_a_shipped_pack_and_belongs_to_who_began_it(organiser: Visit) -> None:
    answer = organiser.fill("/events", name="  Winter   Cup ", pack="herocon-2025", date="2026-01-17", rounds="4")
    found = re.match(r"/e/(winter-cup)/desk\?", answer.headers["location"])
    assert found
    event = organiser.house.event(found[1])
    assert (event.name, event.date, event.planned) == ("Winter Cup", "2026-01-17", 4)
    assert organiser.house.accounts.role(found[1], "a1") == "owner"


def test_the_short_name_of_a_new_event_is_plain_and_tells_no_number_where_it_is_taken(organiser: Visit) -> None:
    for _ in range(3):
        organiser.fill("/events", name="Secret Cup", pack="herocon-2025")
    plain, *others = sorted(info.stream for info in organiser.house.events())
    assert plain == "secret-cup"
    assert len(set(others)) == 2
    assert all(re.fullmatch(r"secret-cup-[a-z2-9]{5}", name) for name in others)


def test_whoever_begin_events_of_one_name_at_the_same_time_all_begin_one(organiser: Visit) -> None:
    owner, first = organiser.house.accounts.accounts["a1"], create("Cup", shipped_pack_text("herocon-2025"), 1)
    with ThreadPoolExecutor(5) as pool:
        names = list(pool.map(lambda _: organiser.house.begin(first, owner), range(5)))
    assert len(set(names)) == 5


def test_markup_in_a_name_is_shown_as_text(organiser: Visit) -> None:
    organiser.fill("/events", name="<script>alert(1)</script>", pack="herocon-2025")
    page = organiser.get("/").text
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_everything_wrong_with_a_pack_is_listed_and_what_was_typed_is_still_there(organiser: Visit) -> None:
    broken = (
        shipped_pack_text("herocon-2025")
        .replace("rounds = 3", 'rounds = "three"')
        .replace("[force]", "[force]\nspeed = 9")
    )
    answer = organiser.fill("/events", name="Mine", text=broken)
    assert answer.status_code == 400
    findings = re.findall(r'<p class="finding bad">(.*?)</p>', answer.text)
    assert any("rounds" in one for one in findings)
    assert any("speed" in one for one in findings)
    assert 'value="Mine"' in answer.text
    assert "speed = 9" in answer.text
    assert organiser.house.events() == []


def test_a_pack_of_ones_own_can_be_uploaded(organiser: Visit) -> None:
    text = shipped_pack_text("herocon-2025").replace('name = "Herocon 2025"', 'name = "House Rules"')
    answer = organiser.fill("/events", name="Own", pack="herocon-2025", files={"file": ("own.toml", text.encode())})
    assert answer.status_code == 303
    assert organiser.house.event(only_event(organiser)).pack.name == "House Rules"


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"name": "", "pack": "herocon-2025"}, "name"),
        ({"name": "X", "pack": "nothing"}, "nothing"),
        ({"name": "X", "pack": "herocon-2025", "date": "2026-13-01"}, "date"),
        ({"name": "X", "pack": "herocon-2025", "rounds": "0"}, "ounds: should be 1 or more"),
        ({"name": "X", "text": "game = [[["}, "TOML"),
    ],
)
def test_an_event_that_cannot_be_is_refused_in_a_sentence(organiser: Visit, fields: dict[str, str], word: str) -> None:
    for headers in (HTML, JSON):
        answer = organiser.fill("/events", headers, **fields)
        assert answer.status_code == 400
        assert word in answer.text
    assert organiser.house.events() == []


def test_the_demo_is_in_its_third_round_with_the_clock_running_now(organiser: Visit) -> None:
    assert organiser.fill("/demo").headers["location"].startswith(f"/e/{only_event(organiser)}/desk?")
    event = organiser.house.event(only_event(organiser))
    assert event.current is not None
    assert event.current.number == 3
    assert event.current.clock.state == "running"
    assert event.current.clock.left(now()) > 0
    assert any(match.settled for match in event.current.matches)
    assert not all(match.settled for match in event.current.matches)
    assert "round 3 of 3" in organiser.get("/").text


def test_an_exported_event_comes_in_whole_beside_the_first(organiser: Visit) -> None:
    organiser.fill("/demo")
    text = json.dumps(export_event(organiser.house.store, only_event(organiser)))
    before = only_event(organiser)
    answer = organiser.fill("/import", files={"file": ("demo.json", text.encode())})
    new = answer.headers["location"].split("/")[2]
    store = organiser.house.store
    assert new != before
    assert [one.as_data() for one in store.entries(new)] == [one.as_data() for one in store.entries(before)]
    assert organiser.house.accounts.role(new, "a1") == "owner"


def _changed(text: str) -> str:
    return text.replace("Herocon", "Hirocon")


def _emptied(text: str) -> str:
    return json.dumps(json.loads(text) | {"entries": []})


@pytest.mark.parametrize(
    "spoil", [_changed, _emptied, lambda _: "[" * 100_000, lambda _: "7", lambda _: "", lambda _: "{}"]
)
def test_a_file_that_is_no_sound_event_is_refused_in_a_sentence(organiser: Visit, spoil: Any) -> None:
    organiser.fill("/demo")
    text = spoil(json.dumps(export_event(organiser.house.store, only_event(organiser))))
    answer = organiser.fill("/import", JSON, files={"file": ("demo.json", text.encode())})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")
    assert [info.stream for info in organiser.house.events()] == [only_event(organiser)]


# For machines


def test_health_says_whether_the_store_can_be_reached(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    found = visit.get("/healthz")
    assert found.status_code == 200
    known = {"ok": True, "version": found.json()["version"], "store": True, "writable": True, "listeners": 0}
    assert found.json() == known

    def away(kind: str) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(visit.house.store, "streams", away)
    assert visit.get("/healthz").status_code == 503
    assert visit.get("/healthz").json()["ok"] is False


def test_a_phone_finds_every_icon_and_file_that_it_is_to_keep(visit: Visit) -> None:
    manifest = visit.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    worker = visit.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    needed = re.search(r"NEEDED = (\[.*?\]);", worker.text)
    assert needed
    assert len(json.loads(needed[1])) == 3
    for address in [*(icon["src"] for icon in manifest.json()["icons"]), *json.loads(needed[1])]:
        assert visit.get(address).status_code == 200


@pytest.mark.parametrize("path", ["/", "/new", "/account", "/sign-in", "/nowhere"])
def test_pages_have_one_heading_and_nothing_that_the_content_policy_forbids(organiser: Visit, path: str) -> None:
    text = organiser.get(path).text
    assert text.count("<h1") == 1
    assert not re.search(r"\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|<style", text)
    assert 'href="#main"' in text
    assert 'id="main"' in text
