"""Accounts: forgotten passwords, disabling, where one is signed in, private events, and the log of it all."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from starlette.testclient import TestClient
from tests.web.scene import EVENT, PASSWORD, STRANGER, Scene, scene
from tests.web.test_attacks import browser, token_on
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.store.steady import CLOCK
from musterhall.web import accounts as rules
from musterhall.web.accounts import ORGANISER, OWNER
from musterhall.web.app import create_app
from musterhall.web.sessions import IDLE_SECONDS, MASTER, PLAYER, PUBLIC, SAFE_COOKIE
from musterhall.web.settings import Settings

HTML = {"accept": "text/html"}
API = f"/api/events/{EVENT}"
runner = CliRunner()


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "house.db"))) as found:
        found.house.account_do(lambda accounts: rules.make_account(accounts, "Somebody", PASSWORD))
        yield found


def signed_in(made: Scene, password: str = PASSWORD, device: str = "a phone") -> TestClient:
    guest = browser(made)
    guest.headers["user-agent"] = device
    fields = {"form_token": token_on(guest.get("/sign-in")), "name": "Somebody", "password": password}
    assert guest.post("/sign-in", data=fields).status_code == 303
    return guest


def test_the_owner_of_the_hall_gives_a_new_password_and_nothing_old_opens_the_account(made: Scene) -> None:
    before = signed_in(made)
    account = made.account("Somebody")
    token = rules.new_token()
    made.house.account_do(lambda accounts: rules.make_token(accounts, account, "a script", token))
    answer = made.post("/accounts/password", MASTER, data={"account": account.id})
    assert answer.status_code == 200
    assert before.get("/account").status_code == 303
    assert made.client.get("/account", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert signed_in(made, answer.json()["password"]).get("/account").status_code == 200
    for role in (PUBLIC, PLAYER, OWNER, STRANGER):
        assert made.post("/accounts/password", role, data={"account": account.id}).status_code in (401, 403)


def test_a_disabled_account_is_shut_to_password_cookie_and_token_and_can_be_enabled_again(made: Scene) -> None:
    before, account = signed_in(made), made.account("Somebody")
    assert made.post("/accounts/disable", MASTER, data={"account": account.id, "disabled": "true"}).status_code < 400
    assert before.get("/account").status_code == 303
    guest = browser(made)
    fields = {"form_token": token_on(guest.get("/sign-in")), "name": "Somebody", "password": PASSWORD}
    refused = guest.post("/sign-in", data=fields)
    assert refused.status_code == 400
    assert "name or the password is wrong" in refused.text
    assert made.post("/accounts/disable", MASTER, data={"account": account.id}).status_code < 400
    assert before.get("/account").status_code == 303, "what ended stays ended"
    signed_in(made)
    master = made.account(MASTER)
    assert made.post("/accounts/disable", MASTER, data={"account": master.id, "disabled": "true"}).status_code == 400


def test_a_token_of_a_disabled_account_stays_ended_when_it_is_enabled_again(made: Scene) -> None:
    account, token = made.account(STRANGER), made.people[STRANGER].bearer
    assert made.client.get("/api/events/another/players", headers=token).status_code == 200
    for disabled in ({"disabled": "true"}, {}):
        assert made.post("/accounts/disable", MASTER, data={"account": account.id, **disabled}).status_code < 400
    assert made.client.get("/api/events/another/players", headers=token).status_code == 401


def test_one_sees_where_one_is_signed_in_and_ends_it_elsewhere(made: Scene) -> None:
    phone, laptop = signed_in(made, device="a phone"), signed_in(made, device="a laptop")
    page = laptop.get("/account").text
    assert "a phone" in page
    assert "a laptop" in page
    found = re.search(r'name="session" value="(\w+)"', page)
    assert found
    fields = {"form_token": token_on(laptop.get("/account")), "session": found[1]}
    assert made.post("/account/sign-ins/end", OWNER, data={"session": found[1]}).status_code == 400
    assert laptop.post("/account/sign-ins/end", data=fields).status_code == 303
    assert phone.get("/account").status_code == 303
    assert laptop.get("/account").status_code == 200


def test_an_account_is_signed_out_where_nobody_has_used_it_for_hours_and_a_player_stays(
    made: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    then, here = CLOCK.seconds(), signed_in(made)
    for hours in (6, 12, 18):
        monkeypatch.setattr(CLOCK, "seconds", lambda hours=hours: then + hours * 3600)
        assert here.get("/account").status_code == 200, "it is used, and stays"
    monkeypatch.setattr(CLOCK, "seconds", lambda: then + 18 * 3600 + IDLE_SECONDS + 60)
    assert here.get("/account").status_code == 303
    assert made.get(f"{API}/me", PLAYER).status_code == 200


def test_however_often_it_is_used_a_session_ends_after_its_days(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    then, here = CLOCK.seconds(), signed_in(made)
    for hours in range(10, rules.DAYS * 24, 10):
        monkeypatch.setattr(CLOCK, "seconds", lambda hours=hours: then + hours * 3600)
        assert here.get("/account").status_code == 200
    monkeypatch.setattr(CLOCK, "seconds", lambda: then + rules.DAYS * 86400 + 60)
    assert here.get("/account").status_code == 303


def test_over_https_the_cookie_is_the_hosts_own_and_browsers_stay_with_https(tmp_path: Path) -> None:
    settings = Settings(db=str(tmp_path / "a.db"), address="https://hall.example")
    with TestClient(create_app(settings), base_url="https://hall.example") as guest:
        answer = guest.get("/", headers=HTML)
        assert answer.headers["set-cookie"].startswith(f"{SAFE_COOKIE}=")
        assert "domain" not in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        fields = {"form_token": token_on(answer), "name": "Olga Organiser", "password": PASSWORD}
        fields["code"] = guest.app.state.house.accounts.first_code()  # type: ignore[attr-defined]
        assert guest.post("/first-account", data=fields, follow_redirects=False).status_code == 303
        assert "Olga Organiser" in guest.get("/account", headers=HTML).text


def test_over_http_nothing_is_said_of_https(made: Scene) -> None:
    assert "strict-transport-security" not in made.get("/").headers


def test_a_private_event_is_there_for_its_own_people_alone(made: Scene) -> None:
    for role in (PUBLIC, PLAYER, ORGANISER, STRANGER):
        assert made.post(f"/e/{EVENT}/private", role, data={"private": "true"}).status_code in (401, 403)
    assert made.post(f"/e/{EVENT}/private", OWNER, data={"private": "true"}).status_code < 400
    missing = made.get("/api/events/nowhere").json()["error"].replace("nowhere", EVENT)
    for role in (PUBLIC, STRANGER, MASTER):
        for path in (f"/e/{EVENT}", f"/e/{EVENT}/standings", f"/e/{EVENT}/stream", API, f"{API}/standings"):
            answer = made.get(path, role)
            assert (answer.status_code, answer.json()["error"]) == (404, missing), (role, path)
        assert EVENT not in [one["event"] for one in made.get("/api/events", role).json()]
        assert f"/e/{EVENT}" not in made.get("/", role, headers=HTML).text
    for role in (PLAYER, ORGANISER, OWNER):
        assert made.get(f"/e/{EVENT}/standings", role).status_code == 200
        assert EVENT in [one["event"] for one in made.get("/api/events", role).json()]
    assert made.post(f"/e/{EVENT}/private", OWNER, data={"private": "false"}).status_code < 400
    assert made.get(f"/e/{EVENT}/standings").status_code == 200


@pytest.mark.parametrize("role", [PUBLIC, STRANGER])
@pytest.mark.parametrize("path", ["/e/{}", "/e/{}/desk", "/api/events/{}", "/builder?event={}"])
def test_a_private_event_takes_as_much_work_to_refuse_as_one_that_is_not_there(
    made: Scene, role: str, path: str
) -> None:
    """Else the time that it takes would tell them apart."""
    made.house.account_do(lambda _: rules.make_private(EVENT, private=True))
    private, missing = (_work(made, path.format(name), role) for name in (EVENT, "nowhere"))
    assert private == missing
    assert private[0] == 404


def _work(made: Scene, path: str, role: str) -> tuple[int, list[str]]:
    """What is asked of the database, and what is opened, until an answer is there."""
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        if threading.current_thread().name != "musterhall-listener":
            asked.append(statement)

    made.house._desks.clear()
    sqlalchemy.event.listen(made.house.store.engine, "before_cursor_execute", note)
    try:
        status = made.get(path, role).status_code
    finally:
        sqlalchemy.event.remove(made.house.store.engine, "before_cursor_execute", note)
    return status, [*asked, *made.house._desks]


def test_an_event_that_was_begun_at_the_command_line_is_the_hall_owners(made: Scene, tmp_path: Path) -> None:
    begun = runner.invoke(app, ["event", "new", "Cup", "--pack", "herocon-2025", "--db", str(tmp_path / "house.db")])
    assert begun.exit_code == 0
    assert made.get("/e/cup/desk", MASTER).status_code == 200
    assert made.get("/e/cup/desk", OWNER).status_code == 403
    fields = {"account": OWNER, "role": "owner"}
    assert made.post("/e/cup/people", MASTER, data=fields).status_code < 400
    assert made.get("/e/cup/desk", OWNER).status_code == 200
    assert made.get("/e/cup/desk", MASTER).status_code == 403, "it has an owner of its own now"


def test_the_log_tells_of_sign_ins_roles_and_accounts_to_the_owner_of_the_hall_alone(made: Scene) -> None:
    signed_in(made, device="a phone")
    assert made.post(f"/e/{EVENT}/people", OWNER, data={"account": "Somebody", "role": ORGANISER}).status_code < 400
    page = made.get("/accounts/log", MASTER, headers=HTML).text
    assert "Somebody signed in: a phone." in page
    assert f"Somebody is organiser of {EVENT}." in page
    for role in (PUBLIC, PLAYER, OWNER, STRANGER):
        assert made.get("/accounts/log", role).status_code in (401, 403)


def test_a_refused_sign_in_is_in_the_servers_log(made: Scene, caplog: pytest.LogCaptureFixture) -> None:
    made.post("/sign-in", data={"name": "Somebody", "password": "not this one"})
    assert '"refused": "sign-in", "name": "Somebody"' in caplog.text
    assert "not this one" not in caplog.text


def test_the_same_can_be_done_at_the_servers_own_machine(made: Scene, tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "house.db")]
    before = signed_in(made)
    found = runner.invoke(app, ["account", "password", "somebody", *db])
    password = found.output.splitlines()[0].rpartition(" ")[2]
    made.house.refresh_accounts()
    assert before.get("/account").status_code == 303
    signed_in(made, password)
    assert runner.invoke(app, ["account", "disable", "Somebody", *db]).exit_code == 0
    assert "Somebody (disabled)" in runner.invoke(app, ["account", "list", *db]).output
    assert runner.invoke(app, ["account", "enable", "Somebody", *db]).exit_code == 0
    assert "Somebody can no longer sign in. (the command line)" in runner.invoke(app, ["account", "log", *db]).output
    assert runner.invoke(app, ["account", "password", "Nobody", *db]).exit_code == 2


def test_a_renewed_secret_ends_every_session_and_every_link(made: Scene, tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "house.db")]
    here, link = signed_in(made), made.house.accounts.link_token(EVENT, "p1")
    assert runner.invoke(app, ["account", "renew-secret", "--yes", *db]).exit_code == 0
    made.house.refresh_accounts()
    assert here.get("/account").status_code == 303
    assert made.get(f"{API}/me", PLAYER).status_code == 401
    assert browser(made).get(f"/p/{link}").status_code == 404
    new = made.house.accounts.link_token(EVENT, "p1")
    assert browser(made).get(f"/p/{new}").status_code == 303
    signed_in(made)
