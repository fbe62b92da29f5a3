"""What an attacker has tried: odd forms, foreign hosts, guesses from elsewhere, floods of small changes."""

from __future__ import annotations

import asyncio
import errno
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from httpx import Response
from starlette.testclient import TestClient
from tests.apart import apart
from tests.web.scene import EVENT, PASSWORD, Scene, day, populate, scene
from tests.web.test_security import Following

from musterhall.store.steady import CLOCK
from musterhall.web import accounts as rules
from musterhall.web import hosts
from musterhall.web.accounts import DAYS, ORGANISER, OWNER
from musterhall.web.app import create_app
from musterhall.web.forms import nested
from musterhall.web.hooks import is_public
from musterhall.web.limits import Limiter
from musterhall.web.sessions import IDLE_SECONDS, PLAYER, Session, Visitor, lasts_until
from musterhall.web.settings import Settings

HTML = {"accept": "text/html"}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "house.db"))) as found:
        yield found


@pytest.fixture
def kept(made: Scene) -> Scene:
    made.house.account_do(lambda accounts: rules.make_account(accounts, "Somebody", PASSWORD))
    return made


def browser(made: Scene, address: str = "10.0.0.9", host: str = "localhost") -> TestClient:
    return TestClient(made.app, base_url=f"http://{host}", client=(address, 1), headers=HTML, follow_redirects=False)


def token_on(page: Response) -> str:
    found = re.search(r'name="form_token" value="([\w-]+)"', page.text)
    assert found
    return found[1]


def try_password(made: Scene, address: str, password: str) -> int:
    guest = browser(made, address)
    fields = {"form_token": token_on(guest.get("/sign-in")), "name": "Somebody", "password": password}
    return int(guest.post("/sign-in", data=fields).status_code)


# Odd forms


@pytest.mark.parametrize("name", ["0", "7.a", "9" * 5000, "0.0.0", "\u0663"])
@pytest.mark.parametrize("path", ["/builder", "/sign-in", "/events", "/referee", f"/e/{EVENT}/do/event.note"])
def test_a_field_that_is_named_by_a_number_is_refused(made: Scene, path: str, name: str) -> None:
    answer = made.post(path, OWNER, data={name: "1"})
    assert answer.status_code in (200, 400, 404)


def test_a_form_is_never_a_list() -> None:
    assert nested({"0": "a"}) == {"0": "a"}
    assert nested({"a.1": "x", "a.0": "y"}) == {"a": ["y", "x"]}


# Coming in


def test_the_mark_of_a_form_ends_when_somebody_signs_in_or_comes_by_a_link(kept: Scene) -> None:
    guest = browser(kept)
    before = token_on(guest.get("/sign-in"))
    signed_in = guest.post("/sign-in", data={"form_token": before, "name": "Somebody", "password": PASSWORD})
    assert signed_in.status_code == 303
    assert guest.post("/demo", data={"form_token": before}).status_code == 403
    phone = browser(kept)
    before = token_on(phone.get("/sign-in"))
    assert phone.get(f"/p/{kept.house.accounts.link_token(EVENT, 'p1')}").status_code == 303
    assert phone.post(f"/e/{EVENT}/do/event.note", data={"form_token": before, "text": "x"}).status_code == 403
    assert phone.post("/sign-out", data={"form_token": before}).status_code == 403


def test_a_form_of_one_player_does_nothing_once_another_players_link_was_opened(made: Scene) -> None:
    phone = browser(made)
    phone.get(f"/p/{made.house.accounts.link_token(EVENT, 'p1')}")
    before = token_on(phone.get(f"/e/{EVENT}/me"))
    phone.get(f"/p/{made.house.accounts.link_token(EVENT, 'p2')}")
    answer = phone.post(f"/e/{EVENT}/do/match.concede", data={"form_token": before})
    assert answer.status_code == 403
    assert not any(one.kind == "match.conceded" and one.who == "p2" for one in made.house.store.entries(EVENT))
    assert phone.post("/sign-out", data={"form_token": token_on(phone.get(f"/e/{EVENT}/me"))}).status_code == 303


def test_a_form_from_before_a_link_does_nothing_where_an_account_is_signed_in(kept: Scene) -> None:
    guest = browser(kept)
    fields = {"form_token": token_on(guest.get("/sign-in")), "name": "Somebody", "password": PASSWORD}
    assert guest.post("/sign-in", data=fields).status_code == 303
    before = token_on(guest.get("/account"))
    guest.get(f"/p/{kept.house.accounts.link_token(EVENT, 'p1')}")
    assert guest.post(f"/e/{EVENT}/do/match.concede", data={"form_token": before}).status_code == 403
    assert guest.post("/demo", data={"form_token": before}).status_code == 403
    assert guest.get("/account").status_code == 200


def test_the_same_link_again_leaves_the_forms_of_its_player_good(made: Scene) -> None:
    phone = browser(made)
    link = f"/p/{made.house.accounts.link_token(EVENT, 'p1')}"
    phone.get(link)
    before = token_on(phone.get(f"/e/{EVENT}/me"))
    phone.get(link)
    assert phone.post(f"/e/{EVENT}/do/match.concede", data={"form_token": before}).status_code == 303


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", "[::1", ""])
@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.9"])
def test_the_first_account_is_not_made_for_a_foreign_host(tmp_path: Path, host: str, address: str) -> None:
    """A page elsewhere may give its own name the number of this machine, and so let a browser here speak to us."""
    app = create_app(Settings(db=str(tmp_path / "house.db")))
    with TestClient(app, client=(address, 1), headers=HTML, follow_redirects=False) as guest:
        token = token_on(guest.get("/", headers={"host": host}))
        fields = {"form_token": token, "name": "Mallory", "password": PASSWORD}
        fields["code"] = app.state.house.accounts.first_code()
        answer = guest.post("/first-account", data=fields, headers={"host": host})
        assert answer.status_code == 400
        assert not app.state.house.accounts.accounts


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.20", "hall.example", "Our.Name"]
)
def test_the_first_account_is_made_for_the_machines_own_names_and_for_those_that_were_given(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(db=str(tmp_path / "house.db"), address="http://hall.example", hosts=("our.name",))
    app = create_app(settings)
    with TestClient(app, client=("127.0.0.1", 1), headers=HTML, follow_redirects=False) as guest:
        token = token_on(guest.get("/", headers={"host": host}))
        fields = {"form_token": token, "name": "Olga Organiser", "password": PASSWORD}
        assert guest.post("/first-account", data=fields, headers={"host": host}).status_code == 303


def test_guesses_from_elsewhere_lock_nobody_out_who_comes_from_a_new_address(kept: Scene) -> None:
    found = [try_password(kept, f"10.1.{number // 200}.{number % 200}", "a guess") for number in range(260)]
    assert set(found) == {400}
    assert try_password(kept, "10.9.9.9", PASSWORD) == 303


def test_whoever_has_used_up_the_first_tries_waits_for_all_who_guess_at_the_name(kept: Scene) -> None:
    kept.get("/p/nobody")
    kept.app.state.doors.by_name = Limiter(tries=3, seconds=1000)
    found = [try_password(kept, f"10.1.0.{number % 2}", "a guess") for number in range(12)]
    assert found == [400] * 9 + [429] * 3


def test_one_network_of_the_new_kind_is_one_address(kept: Scene) -> None:
    kept.get("/p/nobody")
    kept.app.state.doors.by_name = Limiter(tries=1, seconds=1000)
    found = [try_password(kept, f"2001:db8::{number}", "a guess") for number in range(6)]
    assert found == [400] * 4 + [429] * 2


# Going out


@pytest.mark.parametrize("role", [PLAYER, ORGANISER])
def test_a_live_page_ends_when_its_session_signs_out(tmp_path: Path, role: str) -> None:
    async def tried() -> bool:
        app = create_app(Settings(db=str(tmp_path / "house.db")))
        async with app.router.lifespan_context(app):
            made = Scene(app, TestClient(app))
            populate(made, day())
            stream = Following(made, f"/e/{EVENT}/stream", "parts=clock", made.people[role].headers)
            await stream.heard(1)
            session = made.people[role].session.id
            await asyncio.to_thread(made.house.account_do, lambda _: rules.end_session(session))
            ended = await stream.ended(30)
            await stream.end()
            return ended

    assert apart(lambda: asyncio.run(tried()))


def test_a_live_page_ends_when_its_account_was_idle_for_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tried() -> bool:
        app = create_app(Settings(db=str(tmp_path / "house.db")))
        async with app.router.lifespan_context(app):
            made = Scene(app, TestClient(app))
            populate(made, day())
            stream = Following(made, f"/e/{EVENT}/stream", "parts=clock", made.people[ORGANISER].headers)
            await stream.heard(1)
            then = CLOCK.seconds()
            monkeypatch.setattr(CLOCK, "seconds", lambda: then + IDLE_SECONDS + 60)
            ended = await stream.ended(30)
            await stream.end()
            return ended

    monkeypatch.setattr("musterhall.web.live.LOOK", 0.05)
    assert apart(lambda: asyncio.run(tried()))


def test_a_players_live_page_lasts_as_long_as_the_phone_is_let_in(made: Scene) -> None:
    session = Session()
    player, token = Visitor(session, player="p1"), Visitor(session, made.account(OWNER), by_token=True)
    account = Visitor(session, made.account(OWNER))
    assert lasts_until(player) == session.began + DAYS * 86400
    assert lasts_until(account) == session.used + IDLE_SECONDS
    assert lasts_until(token) == math.inf


# Floods of small changes


def test_sign_outs_and_tokens_are_counted(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musterhall.web.limits.WRITES", (5, 1000.0))
    found = [made.post("/account/tokens", OWNER, data={"name": f"t{number}"}).status_code for number in range(7)]
    assert found == [200] * 5 + [429] * 2
    before = made.house.store.last(rules.STREAM)
    for _ in range(9):
        phone = browser(made)
        phone.get(f"/p/{made.house.accounts.link_token(EVENT, 'p1')}")
        phone.post("/sign-out", data={"form_token": token_on(phone.get("/sign-in"))})
    assert made.house.store.last(rules.STREAM) - before == 5


def test_whoever_signs_out_too_often_is_signed_out_all_the_same(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musterhall.web.limits.WRITES", (1, 1000.0))
    for _ in range(3):
        phone = browser(made)
        phone.get(f"/p/{made.house.accounts.link_token(EVENT, 'p1')}")
        assert phone.post("/sign-out", data={"form_token": token_on(phone.get("/sign-in"))}).status_code == 303
        assert phone.get(f"/e/{EVENT}/me").status_code != 200


def test_an_account_has_so_many_tokens_and_no_more(made: Scene) -> None:
    owner = made.account(OWNER)

    def another(accounts: rules.Accounts) -> Any:
        return rules.make_token(accounts, owner, "one", rules.new_token())

    for _ in range(rules.MOST_TOKENS - 1):
        made.house.account_do(another)
    answer = made.post("/account/tokens", OWNER, data={"name": "one more"})
    assert answer.status_code == 400
    assert "revoke one" in answer.json()["error"]


# News


@pytest.mark.parametrize(
    "number",
    [
        *("::127.0.0.1", "::10.0.0.1", "64:ff9b:1::a00:1", "64:ff9b:1:ffff::1", "fec0::1", "feff::1"),
        *("64:ff9b::a00:1", "2002:a00:1::", "::ffff:10.0.0.1", "ff02::1", "fe80::1", "fd00::1", "100::1"),
        *("::", "0.0.0.0", "100.64.0.1"),
    ],
)
def test_news_go_to_no_number_behind_which_a_private_one_may_stand(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("number", ["93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_news_go_to_public_numbers(number: str) -> None:
    assert is_public(number)


# Disks


def test_a_disk_that_takes_no_more_is_told_and_no_path_of_the_server_reaches_a_page(
    made: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made.get("/healthz").json()["ok"]
    monkeypatch.setattr("musterhall.web.house.SECONDS_BETWEEN_TRIES", 0.0)
    monkeypatch.setattr("musterhall.store.writable.TRIAL", 0)
    with made.house.store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    made.house.store.engine.dispose()

    def small(connection: Any, _record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    sqlalchemy.event.listen(made.house.store.engine, "connect", small)
    answer = made.do("event.note", OWNER, text="x" * 1900)
    for number in range(60):
        answer = made.do("event.note", OWNER, text=f"{number} " + "x" * 1900)
    assert answer.status_code == 503
    assert "no room left on the disk" in answer.json()["error"]
    for accept in ("text/html", "application/json"):
        page = made.post(f"/e/{EVENT}/do/event.note", OWNER, data={"text": "x" * 1900}, headers={"accept": accept})
        assert page.status_code == 503
        assert str(tmp_path) not in page.text


@pytest.mark.parametrize("harm", ["full", "read-only"])
def test_health_is_not_well_where_nothing_can_be_written(
    made: Scene, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    monkeypatch.setattr("musterhall.web.house.SECONDS_BETWEEN_TRIES", -1.0)

    def refuse(*_given: Any, **_more: Any) -> Any:
        raise OSError(errno.ENOSPC if harm == "full" else errno.EROFS, "no")

    monkeypatch.setattr("musterhall.store.writable.tempfile.TemporaryFile", refuse)
    answer = made.get("/healthz")
    assert answer.status_code == 503
    assert (answer.json()["ok"], answer.json()["store"], answer.json()["writable"]) == (False, True, False)


@pytest.mark.parametrize("host", ["[::1].evil.example", "evil@localhost", "localhost/x", "localhost#x", "[::1", "a b"])
def test_a_host_that_only_looks_like_ours_is_none(host: str) -> None:
    assert hosts._name(host) == ""


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "LOCALHOST.", "127.0.0.1:80", "[::1]", "[::1]:8000"])
def test_our_own_host_is_read_with_and_without_a_port(host: str) -> None:
    assert hosts._name(host) in ("localhost", "127.0.0.1", "::1")
