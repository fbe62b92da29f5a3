"""Nobody in who does not belong: forged forms, sessions, links, headers, markup in names, bodies, and secrets."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import argon2
import pytest
from httpx import Response
from tests.apart import apart
from tests.web.scene import EVENT, PASSWORD, ROLES, STRANGER, Scene, begun, day, scene

from musterhall.events.entries import Entry
from musterhall.events.sealing import may_command, must_command
from musterhall.games.alpha_strike.force.forces import shipped_force_text
from musterhall.problems import BadInput, parse_toml
from musterhall.store.steady import CLOCK
from musterhall.web import accounts as rules
from musterhall.web.accounts import DAYS, ORGANISER, OWNER, SCOREKEEPER, hash_password
from musterhall.web.around import HEADERS
from musterhall.web.live import PARTS, asked_of, part_html
from musterhall.web.roles import ADDRESSES
from musterhall.web.sessions import COOKIE, MASTER, PLAYER, PUBLIC, Session, visitor
from musterhall.web.settings import Settings

API = f"/api/events/{EVENT}"
HTML = {"accept": "text/html"}
STAFF = (OWNER, ORGANISER, SCOREKEEPER)
AS_SHIPPED = argon2.PasswordHasher
"""Taken before the tests put a cheap one in its place."""


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "house.db"))) as found:
        yield found


# Forged forms


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """For tests that change nothing."""
    with scene(Settings(db=str(tmp_path_factory.mktemp("security") / "house.db"))) as found:
        yield found


@pytest.mark.parametrize("path", sorted(path for method, path in ADDRESSES if method == "POST"))
def test_every_change_is_refused_without_the_mark_of_our_own_pages(kept: Scene, path: str) -> None:
    allowed = ADDRESSES["POST", path]
    who = next(role for role in (PLAYER, OWNER, MASTER, PUBLIC) if _role_at(path, role) in allowed)
    before = (kept.house.store.last(EVENT), kept.house.store.last(rules.STREAM), len(kept.house.events()))
    for token in ("", "0" * 64, kept.people[STRANGER].form_token, "ü"):
        header = {"x-muster-form-token": token.encode()}
        ways: list[dict[str, Any]] = [
            {"json": {}, "headers": header},
            {"data": {"form_token": token}, "headers": {"x-muster-form-token": b""}},
            {"content": b"", "headers": {"content-type": "x/y", **header}},
        ]
        for way in ways:
            answer = kept.post(_filled(path), who, **way)
            assert answer.status_code == 403, f"{way}: {answer.status_code} {answer.text[:200]}"
    after = (kept.house.store.last(EVENT), kept.house.store.last(rules.STREAM), len(kept.house.events()))
    assert after == before


def test_no_address_answers_to_another_method(kept: Scene) -> None:
    for method in ("PUT", "PATCH", "DELETE"):
        answer = kept.client.request(method, f"{API}/do/event.note", headers=kept.people[OWNER].headers)
        assert answer.status_code == 405
        assert "error" in answer.json()


def test_a_token_that_nobody_has_does_not_take_the_place_of_the_mark(made: Scene) -> None:
    headers = {"cookie": made.people[PLAYER].headers["cookie"], "authorization": "Bearer muster_nobodys"}
    before = made.house.store.last(EVENT)
    for path in (f"/e/{EVENT}/do/match.concede", f"{API}/do/match.concede"):
        answer = made.client.post(path, headers=headers, json={})
        assert answer.status_code in (401, 403), path
    assert made.house.store.last(EVENT) == before


# Sessions


def test_a_cookie_that_was_tampered_with_is_nobodys(made: Scene) -> None:
    good = made.people[OWNER].cookie
    assert made.get(f"{API}/tasks", OWNER).status_code == 200
    turned = "A" if good[-10] != "A" else "B"
    bad = [good[:-10] + turned + good[-9:], good[1:], good + "x", good.split(".")[0], "", "....", "ü" * 9]
    payload, rest = good.split(".", 1)
    bad.append(f"{payload[:-4]}AAAA.{rest}")
    for cookie in bad:
        headers = {"cookie": f"{COOKIE}={cookie}".encode()}
        assert made.client.get(f"{API}/tasks", headers=headers).status_code == 401, cookie


def test_a_cookie_signed_by_another_house_is_nobodys(made: Scene, tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "other.db"))) as other:
        cookie = other.people[OWNER].cookie
    assert made.client.get(f"{API}/tasks", headers={"cookie": f"{COOKIE}={cookie}"}).status_code == 401


def test_a_session_ends_after_its_days(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    later = CLOCK.seconds() + (DAYS + 1) * 86400
    monkeypatch.setattr(CLOCK, "seconds", lambda: later)
    assert made.get(f"{API}/tasks", OWNER).status_code == 401


def test_setting_the_clock_back_ends_no_session(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    for back in (3, 3_600):
        monkeypatch.setattr(time, "time", partial(float, now - back))
        assert made.get(f"{API}/tasks", OWNER).status_code == 200, back
        assert made.get(f"{API}/me", PLAYER).status_code == 200, back


@pytest.mark.parametrize(("ahead", "status"), [(119, 200), (121, 401)])
def test_a_session_may_be_two_minutes_from_the_future(
    made: Scene, monkeypatch: pytest.MonkeyPatch, ahead: int, status: int
) -> None:
    """Another process, or the one before a restart, may have gone by a clock that was a little ahead."""
    then = int(CLOCK.seconds())
    monkeypatch.setattr(CLOCK, "seconds", lambda: then + ahead)
    cookie = made.person(OWNER, made.account(OWNER)).cookie
    monkeypatch.setattr(CLOCK, "seconds", lambda: then)
    assert made.client.get(f"{API}/tasks", headers={"cookie": f"{COOKIE}={cookie}"}).status_code == status


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(made: Scene, tmp_path: Path) -> None:
    made.client.cookies.clear()
    shown = made.client.get("/", headers=HTML).headers["set-cookie"].lower()
    assert "httponly" in shown
    assert "samesite=lax" in shown or "samesite=strict" in shown
    assert "secure" not in shown
    for name, told in (("told", {"secure": True}), ("known", {"address": "https://muster.example"})):
        with scene(Settings(db=str(tmp_path / f"{name}.db"), **told)) as other:
            other.client.cookies.clear()
            assert "secure" in other.client.get("/", headers=HTML).headers["set-cookie"].lower()


@pytest.mark.parametrize("name", ["p1", "P12", "the clock", "The  Clock", "Organiser"])
def test_no_account_is_called_as_the_journal_calls_others(made: Scene, name: str) -> None:
    with pytest.raises(BadInput, match="journal"):
        made.house.account_do(lambda accounts: rules.make_account(accounts, name, PASSWORD))


def test_a_changed_password_ends_every_session_of_the_account(made: Scene) -> None:
    account = made.account(ORGANISER)
    assert made.get(f"{API}/tasks", ORGANISER).status_code == 200
    made.house.account_do(lambda _: rules.change_password(account, "another horse"))
    assert made.get(f"{API}/tasks", ORGANISER).status_code == 401


def test_a_role_that_was_taken_is_gone_at_once(made: Scene) -> None:
    made.house.account_do(lambda accounts: rules.take_role(accounts, EVENT, made.account(ORGANISER)))
    assert made.get(f"{API}/tasks", ORGANISER).status_code == 403
    assert made.client.get(f"{API}/tasks", headers=made.people[ORGANISER].bearer).status_code == 403


def test_a_new_event_of_an_old_name_inherits_nobody(made: Scene) -> None:
    link = made.house.accounts.link_token(EVENT, "p1")
    assert made.client.get(f"/p/{link}", follow_redirects=False).status_code == 303
    made.house.remove(EVENT)
    assert made.get(f"{API}/tasks", OWNER).status_code == 404
    made.house.adopt(EVENT, "Herocon", day(), made.account(STRANGER).id)
    assert made.get(f"{API}/tasks", STRANGER).status_code == 200
    assert made.get(f"{API}/tasks", OWNER).status_code == 403
    assert made.get(f"{API}/tasks", ORGANISER).status_code == 403
    assert made.get(f"{API}/me", PLAYER).status_code == 401
    fresh = made.house.accounts.link_token(EVENT, "p1")
    assert made.client.get(f"/p/{link}", follow_redirects=False).status_code == 404
    assert made.client.get(f"/p/{fresh}", follow_redirects=False).status_code == 303


def test_a_copied_cookie_opens_nothing_after_signing_out(made: Scene) -> None:
    for role, path in ((OWNER, f"{API}/tasks"), (PLAYER, f"{API}/me")):
        assert made.get(path, role).status_code == 200
        assert made.post("/sign-out", role).status_code < 400
        assert made.get(path, role).status_code == 401
    assert made.get(f"{API}/tasks", ORGANISER).status_code == 200


# Links


def test_a_revoked_link_stops_at_once(made: Scene) -> None:
    link = made.house.accounts.link_token(EVENT, "p1")
    came = made.client.get(f"/p/{link}", follow_redirects=False)
    assert came.status_code == 303
    assert made.get(f"{API}/me", PLAYER).status_code == 200
    answer = made.post(f"/e/{EVENT}/links/revoke", ORGANISER, data={"player": "p1"})
    assert answer.status_code < 400, answer.text
    assert made.get(f"{API}/me", PLAYER).status_code == 401
    assert made.do("match.concede", PLAYER).status_code in (401, 403)
    assert made.client.get(f"/p/{link}", follow_redirects=False).status_code == 404
    fresh = made.house.accounts.link_token(EVENT, "p1")
    assert fresh != link
    assert made.client.get(f"/p/{fresh}", follow_redirects=False).status_code == 303


def test_links_of_other_players_are_as_good_as_before(made: Scene) -> None:
    other = made.house.accounts.link_token(EVENT, "p2")
    made.house.account_do(lambda _: rules.revoke_link(EVENT, "p1"))
    assert made.house.accounts.link_token(EVENT, "p2") == other
    assert made.client.get(f"/p/{other}", follow_redirects=False).status_code == 303


@pytest.mark.parametrize(("what", "part"), [("link", "my_match"), ("role", "desk_tasks"), ("password", "desk_tasks")])
def test_an_open_page_goes_quiet_when_its_visitor_is_put_out(tmp_path: Path, what: str, part: str) -> None:
    """The stream of somebody who may not be here any more tells nothing that he may not know."""

    async def follow(made: Scene) -> list[str]:
        who = PLAYER if what == "link" else ORGANISER
        stream = Following(made, f"/e/{EVENT}/stream", f"parts={part}", made.people[who].headers)
        await stream.heard(1)
        before = len(stream.texts)
        account = made.account(ORGANISER)
        if what == "link":
            made.house.account_do(lambda _: rules.revoke_link(EVENT, "p1"))
        elif what == "role":
            made.house.account_do(lambda accounts: rules.take_role(accounts, EVENT, account))
        else:
            made.house.account_do(lambda _: rules.change_password(account, "another horse"))
        current = made.event.current
        assert current is not None
        for match in (match for match in current.matches if not match.settled):
            command = _conceding(match.players[0])
            made.house.do(EVENT, command, who="owner")
        await asyncio.sleep(0.8)
        await stream.end()
        return stream.texts[before:]

    async def tried() -> list[str]:
        from musterhall.web.app import create_app

        app = create_app(Settings(db=str(tmp_path / "house.db")))
        async with app.router.lifespan_context(app):
            from starlette.testclient import TestClient
            from tests.web.scene import populate

            made = Scene(app, TestClient(app))
            populate(made, day())
            return await follow(made)

    assert not any(f'"{part}"' in text for text in apart(lambda: asyncio.run(tried())))


# Trying too often


def test_a_password_is_kept_as_a_hash_that_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(argon2, "PasswordHasher", AS_SHIPPED)
    hashed = hash_password("a long password")
    assert hashed.startswith("$argon2id$")
    found = argon2.extract_parameters(hashed)
    assert found.memory_cost >= 64 * 1024
    assert found.time_cost >= 3


def test_passwords_can_be_tried_only_so_often(made: Scene) -> None:
    made.house.account_do(lambda accounts: rules.make_account(accounts, "Somebody", PASSWORD))

    def sign_in(name: str, password: str) -> Response:
        return made.post("/sign-in", data={"name": name, "password": password})

    assert sign_in("Somebody", PASSWORD).status_code < 400
    tries = [sign_in("Somebody", f"wrong {number}") for number in range(40)]
    assert tries[0].status_code in (400, 401, 403)
    assert tries[-1].status_code == 429
    assert int(tries[-1].headers["retry-after"]) > 0
    assert sign_in("Somebody", PASSWORD).status_code == 429


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(made: Scene) -> None:
    made.house.account_do(lambda accounts: rules.make_account(accounts, "Somebody", PASSWORD))
    answers = [
        made.post("/sign-in", data={"name": name, "password": "wrong one"}) for name in ("Somebody", "Nobodyhere")
    ]
    assert answers[0].status_code == answers[1].status_code
    assert answers[0].text.replace("Somebody", "X") == answers[1].text.replace("Nobodyhere", "X")


def test_links_can_be_guessed_only_so_often(made: Scene) -> None:
    answers = [made.client.get(f"/p/{'a' * 32}{number}", follow_redirects=False) for number in range(60)]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0


# Headers


def test_the_headers_are_on_every_answer(kept: Scene) -> None:
    answers = [kept.get(path, role, headers=HTML) for role in (PUBLIC, PLAYER, OWNER) for path in pages(role)]
    answers += [
        kept.get("/nothing", headers=HTML),
        kept.get("/api/nothing"),
        kept.get("/static/nothing.css"),
        kept.get("/static/style.css"),
        kept.get("/static/../app.py"),
        kept.get(f"{API}/tasks"),
        kept.get(f"{API}/pairings?round=x"),
        kept.post("/"),
        kept.post(f"{API}/do/event.note", OWNER, content=b"x" * 2_000_000),
        kept.client.request("PUT", "/", headers=HTML),
    ]
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers.get(name) == value, f"{answer.url} {answer.status_code} {name}"
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy


def test_the_headers_are_on_an_answer_that_failed(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[Any]:
        raise RuntimeError("the secret word")

    monkeypatch.setattr(made.house, "events", broken)
    for headers in (HTML, {"accept": "application/json"}):
        answer = made.get("/api/events", headers=headers)
        assert answer.status_code == 500
        assert "secret word" not in answer.text
        for name, value in HEADERS.items():
            assert answer.headers.get(name) == value, name


def test_nothing_personal_is_kept_by_a_cache(kept: Scene) -> None:
    for path in (f"/e/{EVENT}/me", f"{API}/me"):
        assert "no-store" in kept.get(path, PLAYER, headers=HTML).headers["cache-control"]
    assert "no-store" in kept.get(f"/e/{EVENT}/desk", OWNER, headers=HTML).headers["cache-control"]


def test_a_form_leads_only_to_pages_of_ours(made: Scene) -> None:
    for bad in (
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
    ):
        answer = made.post(f"/e/{EVENT}/do/event.note", OWNER, data={"text": "x", "next": bad}, headers=HTML)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith(f"/e/{EVENT}"), bad
        answer = made.get("/sign-in", params={"next": bad}, headers=HTML)
        assert f'value="{bad}"' not in answer.text, bad


# Pages


HIDDEN_TABLE = "4711"
NASTY = '<script>alert("{0}")</script><img src=x onerror=alert(1)>'
QUOTED = "\"' onmouseover=alert(1) x='"


def nasty_day() -> tuple[Entry, ...]:
    """The simulated day, with markup in every name and note."""
    return tuple(_made_nasty(entry) for entry in day())


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path_factory.mktemp("nasty") / "house.db")), nasty_day()) as made:
        assert "<script>" in made.event.players["p1"].name
        for action, body in (
            ("event.note", {"text": NASTY.format("note"), "why": NASTY.format("why")}),
            ("player.add", {"names": QUOTED, "team": QUOTED}),
            ("player.warn", {"player": "p3", "why": NASTY.format("warning")}),
        ):
            assert made.do(action, OWNER, **body).status_code == 200
        yield made


def test_every_page_is_shown_and_has_no_script_of_its_own(nasty: Scene) -> None:
    seen = 0
    for role in ROLES:
        for path in pages(role):
            answer = nasty.get(path, role, headers=HTML)
            assert answer.status_code in (200, 303, 400, 404), (
                f"{role} {path}: {answer.status_code} {answer.text[:300]}"
            )
            if answer.headers.get("content-type", "").startswith("text/html"):
                seen += 1
                _require_harmless(answer.text, f"{role} {path}")
    assert seen > 60


def test_live_parts_show_markup_in_names_as_text(nasty: Scene) -> None:
    for role, name, html in _parts(nasty):
        _require_harmless(html, f"{role} {name}")
    assert len(PARTS) >= 10


def test_what_a_form_says_back_is_text(nasty: Scene) -> None:
    told = "<script>alert(1)</script>"
    for path in ("/", f"/e/{EVENT}", f"/e/{EVENT}/pairings"):
        _require_harmless(nasty.get(path, params={"told": told, "name": told}, headers=HTML).text, path)
    _require_harmless(nasty.get(f"/{told}", headers=HTML).text, "a page that is not there")
    _require_harmless(nasty.get(f"/e/{told}", headers=HTML).text, "an event that is not there")
    answer = nasty.post(f"/e/{EVENT}/do/player.check_in", OWNER, data={"player": told}, headers=HTML)
    assert answer.status_code == 400
    _require_harmless(answer.text, "a refused form")
    answer = nasty.post("/sign-in", data={"name": told, "password": told}, headers=HTML)
    _require_harmless(answer.text, "a refused sign-in")


def test_answers_for_scripts_are_never_read_as_pages(nasty: Scene) -> None:
    for path in ("/api/events", API, f"{API}/pairings", f"{API}/standings", f"{API}/players", f"{API}/journal"):
        answer = nasty.get(path, OWNER, headers=HTML)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"


# Bodies


def test_a_body_that_is_too_large_is_refused(made: Scene) -> None:
    big = b'{"text": "' + b"x" * 1_100_000 + b'"}'

    def chunks() -> Iterator[bytes]:
        for start in range(0, len(big), 65536):
            yield big[start : start + 65536]

    before = made.house.store.last(EVENT)
    for path in (f"{API}/do/event.note", f"/e/{EVENT}/do/event.note", "/referee", "/events"):
        for kind in ("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            headers = {"content-type": kind}
            known = made.post(path, OWNER, content=big, headers=headers)
            assert known.status_code == 413, f"{path} {kind}"
            unknown = made.post(path, OWNER, content=chunks(), headers=headers)
            assert unknown.status_code in (400, 413), f"{path} {kind}: {unknown.status_code}"
    answer = made.post(f"{API}/do/event.note", OWNER, content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert set(answer.json()) == {"error"}
    known = made.post(f"{API}/do/event.note", OWNER, content=big, headers={"content-type": "application/json"})
    assert set(known.json()) == {"error"}
    assert made.house.store.last(EVENT) == before


def test_a_form_with_very_many_fields_is_refused(made: Scene) -> None:
    fields = {f"f{number}": "1" for number in range(3000)}
    assert made.post(f"/e/{EVENT}/do/event.note", OWNER, data=fields).status_code in (400, 413)
    deep = {"a" + ".0" * 500: "1"}
    assert made.post(f"/e/{EVENT}/do/event.note", OWNER, data=deep).status_code == 400


@pytest.mark.parametrize("path", ["/builder", "/sign-in", "/events", "/referee", f"/e/{EVENT}/do/event.note"])
def test_a_field_with_an_endless_number_in_its_name_is_refused(made: Scene, path: str) -> None:
    answer = made.post(path, OWNER, data={f"x.{'9' * 5000}": "1"})
    assert answer.status_code == 400
    assert set(answer.json()) == {"error"}


def test_an_endless_skill_in_the_builder_is_left_as_it_was(made: Scene) -> None:
    force = shipped_force_text("combine-wall")
    assert made.post("/builder", OWNER, data={"force": force, "u0.skill": "9" * 5000}).status_code == 200


@pytest.mark.parametrize("path", ["/builder", "/sign-in", f"/e/{EVENT}/do/event.note"])
def test_a_form_that_cannot_be_read_is_told_in_our_own_words(made: Scene, path: str) -> None:
    many = "&".join(f"f{number}=1" for number in range(3000))
    for kind, body in (
        ("application/x-www-form-urlencoded", many),
        ("multipart/form-data; boundary=x", "--y\r\nnot this one\r\n"),
        ("multipart/form-data", "--y\r\n"),
    ):
        answer = made.post(path, OWNER, content=body, headers={"content-type": kind})
        assert answer.status_code in (400, 403), kind
        assert set(answer.json()) == {"error"}, kind


DEEP = 60_000
DOTS = 2_000
"""Python's reader takes memory with the square of them: 60,000 are 20 GB."""
BOMBS = {
    "arrays": "a = " + "[" * DEEP,
    "closed arrays": "a = " + "[" * DEEP + "]" * DEEP,
    "tables": "a = " + "{a=" * DEEP,
    "dotted": ".".join(["a"] * DOTS) + " = 1",
    "number": "a = " + "9" * 400_000,
    "long name": "[" + ".".join(["a"] * DOTS) + "]",
    "json": "[" * DEEP,
    "closed json": "[" * DEEP + "]" * DEEP,
    "objects": '{"a":' * DEEP,
    "null": "a = 1\0",
    "half a sign": "a = '\ufffe'",
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_file_made_to_break_the_reader_is_told_so(kept: Scene, bomb: str) -> None:
    text = BOMBS[bomb]
    sent: list[tuple[str, str, dict[str, Any]]] = [
        (f"{API}/do/force.submit", PLAYER, {"json": {"text": text}}),
        (f"{API}/do/hand.submit", PLAYER, {"json": {"text": text[:19_000]}}),
        ("/api/events", OWNER, {"json": {"name": "Bomb", "pack_text": text}}),
        (f"{API}/do/draft.open", OWNER, {"json": {"method": "conscription", "pool": text[:190_000]}}),
        (f"/e/{EVENT}/do/force.submit", PLAYER, {"data": {"text": text}}),
        ("/events", OWNER, {"data": {"name": "Bomb", "pack_text": text}}),
        ("/events", OWNER, {"data": {"name": "Bomb"}, "files": {"file": ("pack.toml", text.encode())}}),
        ("/import", OWNER, {"files": {"file": ("event.json", text.encode())}}),
        ("/referee", PUBLIC, {"data": {"position": text, "text": text}}),
        ("/replays", PUBLIC, {"files": {"file": ("battle.journal", text.encode())}}),
        ("/builder", PUBLIC, {"data": {"text": text, "force": text}}),
    ]
    for path, role, body in sent:
        answer = kept.post(path, role, **body)
        # A page that shows the complaint beside the form may well be a good answer.
        assert answer.status_code < 500, f"{path}: {answer.status_code}"
        if path.startswith("/api/"):
            assert answer.status_code == 400, f"{path}: {answer.status_code}"


@pytest.mark.parametrize("text", ["{0} = 1", "[{0}]", "[[{0}]]", "a = {{ {0} = 1 }}", " {0}\t=1"])
@pytest.mark.parametrize("dot", [".", " . ", "\t."])
def test_a_name_of_very_many_parts_is_not_even_read(text: str, dot: str) -> None:
    for part in ("a", '"a b"', "'a'", "a-1", "1", '"a, b"', "'\u2028'", '"\\","', "1.5"):
        with pytest.raises(BadInput, match="deep"):
            parse_toml(text.format(dot.join([part] * DOTS)), "the file")


def test_a_long_list_of_decimals_and_a_long_text_are_read() -> None:
    numbers = ", ".join(f"{number}.5" for number in range(2000))
    prose = "One sentence. And another. " * 20
    found = parse_toml(f'corners = [{numbers}]\nbrief = "{prose}"', "the file")
    assert len(found["corners"]) == 2000


# Secrets


@pytest.fixture(scope="module")
def secretive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, dict[str, frozenset[str]]]]:
    """An event full of secrets, and who may be told each of them."""
    with scene(Settings(db=str(tmp_path_factory.mktemp("secrets") / "house.db")), begun()) as made:
        yield made, _hide(made)


def test_no_page_and_no_answer_tells_a_secret(secretive: tuple[Scene, dict[str, frozenset[str]]]) -> None:
    made, secrets = secretive
    read = 0
    for role in ROLES:
        for path in [*pages(role, all_rounds=True), *answers_for_scripts(role)]:
            answer = made.get(path, role, headers=HTML)
            assert answer.status_code < 500, f"{role} {path}"
            read += answer.status_code == 200
            _require_kept(answer.text, role, path, secrets)
    assert read > 100


def test_no_live_part_tells_a_secret(secretive: tuple[Scene, dict[str, frozenset[str]]]) -> None:
    made, secrets = secretive
    for role, name, html in _parts(made):
        _require_kept(html, role, name, secrets)


def test_a_player_sees_the_own_secret_and_the_opponent_the_seal(
    secretive: tuple[Scene, dict[str, frozenset[str]]],
) -> None:
    made, _ = secretive
    current = made.event.current
    assert current is not None
    sealed = current.sealed["p1"]
    assert sealed.salt in made.get(f"{API}/me", PLAYER).text
    match = current.match_of("p1")
    assert match is not None
    made.people["opponent"] = made.person("opponent", players={EVENT: match.other("p1")})
    shown = made.get(f"{API}/me", "opponent").text
    assert sealed.seal in shown
    assert sealed.salt not in shown
    for path in pages(PLAYER):
        assert sealed.salt not in made.get(path, "opponent", headers=HTML).text


def test_a_hidden_hand_is_seen_by_its_player_alone(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "house.db")), _drafting_day()) as made:
        assert made.do("draft.open", OWNER, method="salvage_boxes", seconds=0, displays=4).status_code == 200
        name, draft = next(iter(made.event.drafts.items()))
        first, second = draft.seats[0].player, draft.seats[1].player
        hands = {seat.player: {f'"{item.id}"' for item in seat.hand} for seat in draft.seats}
        picked = sorted(hands[first])[0].strip('"')
        made.people["first"] = made.person("first", players={EVENT: first})
        made.people["second"] = made.person("second", players={EVENT: second})
        assert made.do("draft.pick", "first", draft=name, item=picked).status_code == 200
        own = made.get(f"{API}/drafts/{name}", "first").text
        assert picked in own
        for role in ("second", PUBLIC, STRANGER, MASTER, SCOREKEEPER):
            shown = made.get(f"{API}/drafts/{name}", role).text
            assert not any(item in shown for item in hands[first] - hands[second]), role
            page = made.get(f"/e/{EVENT}/drafts/{name}", role, headers=HTML).text
            # In a form it is a value, in a list it is text.
            assert picked not in page, role
        assert picked not in made.get(f"/e/{EVENT}/me/draft", "second", headers=HTML).text
        for role in STAFF:
            journal = made.get(f"{API}/journal?most=1000", role).json()["entries"]
            told = [entry for entry in journal if entry["kind"].startswith("draft.")]
            assert picked not in json.dumps(told), role
            assert "seed" not in told[0]["data"], role


# Helpers


def pages(role: str, *, all_rounds: bool = False) -> list[str]:
    """Every page that somebody can ask for, with each of its places filled in some way."""
    found: list[str] = []
    for (method, path), roles in sorted(ADDRESSES.items()):
        if method != "GET" or path.startswith("/api/") or path.endswith(("/stream", "/paper/{what}")):
            continue
        if _role_at(path, role) not in roles or path == "/p/{token}":
            continue
        found += _fillings(path)
    rounds = [
        f"/e/{EVENT}/{what}?round={number}" for what in ("pairings", "standings", "results") for number in range(5)
    ]
    more = [f"/e/{EVENT}/projector?show=pairings,clock,standings"]
    return [*found, *more, *(rounds if all_rounds else ())]


def answers_for_scripts(role: str) -> list[str]:
    plain = [
        path.replace("{event}", EVENT).replace("{draft}", "d1")
        for (method, path), roles in ADDRESSES.items()
        if method == "GET" and path.startswith("/api/") and _role_at(path, role) in roles
    ]
    rounds = [f"{API}/{what}?round={number}" for what in ("pairings", "standings") for number in (1, 2, 3)]
    journal = [f"{API}/journal?most=1000"] if role in STAFF else []
    return [*plain, *rounds, *journal]


def _fillings(path: str) -> list[str]:
    path = path.replace("{event}", EVENT).replace("{draft}", "d1").replace("{token}", "nobodys")
    if "{what}" in path:
        return [path.replace("{what}", f"{what}.csv") for what in ("players", "pairings", "cards", "standings")]
    if "{player}" in path:
        return [path.replace("{player}", f"p{number}") for number in range(1, 5)]
    if "{number}" in path:
        places = [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2"), ("2", "3"), ("3", "1"), ("3", HIDDEN_TABLE)]
        return [path.replace("{number}", number).replace("{table}", table) for number, table in places]
    return [path.replace("{name}", "board.js")]


def _filled(path: str) -> str:
    places = {"event": EVENT, "player": "p1", "name": "event.note", "draft": "d1"}
    for name, value in places.items():
        path = path.replace(f"{{{name}}}", value)
    return path


def _role_at(path: str, who: str) -> str:
    from tests.web.test_roles import role_at

    return role_at(path, who)


def _parts(made: Scene) -> Iterator[tuple[str, str, str]]:
    """Every live part for everybody who can follow it."""
    for role in ROLES:
        session: Session = made.people[role].session
        found = visitor(_asking(session), made.house.accounts, EVENT)
        for name, one in PARTS.items():
            if found.role in one.roles:
                yield role, name, part_html(name, asked_of(made.house, EVENT, found))


def _asking(session: Session) -> Any:
    from starlette.requests import Request

    request = Request({"type": "http", "headers": [], "path": "/", "query_string": b"", "method": "GET"})
    request.state.session = session
    return request


class _Reader(HTMLParser):
    """Finds what must not be in a page of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (
            tag == "script"
            and not (given.get("src") or "").startswith(("/static/", "/board/"))
            and (given.get("type") != "application/json")
        ):
            self.wrong.append(f"script without a file: {attrs}")
        if tag in ("style", "iframe", "object", "embed", "base"):
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            address = (value or "").strip().lower()
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.wrong.append(f"{tag} {name}={value}")
            if name in ("href", "src", "action", "formaction") and address.startswith(
                ("javascript:", "http", "//", "x")
            ):
                self.wrong.append(f"{tag} {name}={value}")

    handle_startendtag = handle_starttag


ALLOWED_LINKS = ("http://testserver/p/", "http://testserver")


def _require_harmless(html: str, where: str) -> None:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    wrong = [one for one in reader.wrong if not any(link in one for link in ALLOWED_LINKS)]
    assert not wrong, f"{where}: {wrong[:3]}"
    assert "<script>alert" not in html, where


def _made_nasty(entry: Entry) -> Entry:
    data = dict(entry.data)
    if entry.kind in ("player.added", "player.changed") and data.get("name"):
        data["name"] = NASTY.format(data["player"])[:80]
    if entry.kind in ("player.added", "player.changed") and data.get("team"):
        data["team"] = QUOTED
    if entry.kind == "event.created":
        data["name"] = NASTY.format("event")
    if entry.kind == "note.added":
        data["text"] = NASTY.format("note")
    if entry.kind == "force.submitted":
        data["force"] = NASTY.format("force")
    if entry.kind == "force.returned":
        data["note"] = NASTY.format("returned")
    return replace(entry, data=data, why=NASTY.format("why") if entry.why else "", who=NASTY.format("who"))


def _conceding(player: str) -> Any:
    from musterhall.events.matches import concede

    return lambda event: concede(event, event.player(player))


def _hide(made: Scene) -> dict[str, frozenset[str]]:
    """Put secrets into the event: each as it could be read, with the roles that may be told it."""
    current = made.event.current
    assert current is not None
    _seal(made, "p1")
    for match in current.matches:
        if not match.settled and "p1" not in match.players:
            assert made.do("match.concede", OWNER, player=match.players[0]).status_code == 200
    match_of_p1 = current.match_of("p1")
    assert match_of_p1 is not None
    sealed = made.event.rounds[-1].sealed["p1"]
    assert made.do("match.concede", OWNER, player=match_of_p1.other("p1")).status_code == 200
    assert made.do("round.pair", OWNER, without_forces=True).status_code == 200
    assert made.do("round.move", OWNER, round=3, table=1, to=int(HIDDEN_TABLE)).status_code == 200
    url = "https://discord.example/api/webhooks/1/hooksecretword"
    made.house.account_do(lambda _: rules.set_hook(EVENT, url, ()))
    accounts = made.house.accounts
    links = {accounts.link_token(EVENT, id_): frozenset({OWNER, ORGANISER}) for id_ in made.event.players}
    links[accounts.link_token(EVENT, "p1")] |= {PLAYER}  # their own, to keep
    nobody: frozenset[str] = frozenset()
    hashes = dict.fromkeys((token.hash for token in accounts.tokens.values()), nobody)
    people = {person.form_token: frozenset({role}) for role, person in made.people.items()}
    return {
        HIDDEN_TABLE: frozenset(STAFF),
        sealed.salt: frozenset({PLAYER}),
        "hooksecretword": frozenset({OWNER}),
        accounts.secret: nobody,
        "$argon2": nobody,
        **links,
        **hashes,
        **people,
    }


def _seal(made: Scene, player: str) -> None:
    one = made.event.player(player)
    must = must_command(made.event, one)
    may = [unit.name for unit in may_command(made.event, one) if unit.name not in must]
    chosen = [*must, *may][: made.event.pack.force.command_units.most or 1]
    answer = made.do("units.seal", PLAYER, units=chosen)
    assert answer.status_code == 200, answer.text


def _require_kept(text: str, role: str, where: str, secrets: dict[str, frozenset[str]]) -> None:
    for secret, may in secrets.items():
        if _told(secret, text) and role not in may:
            # The whole journal, to be taken in elsewhere, is whole.
            assert where == f"/e/{EVENT}/export.json", f"{role} reads {secret!r} at {where}"
            assert secret not in ("hooksecretword", "$argon2"), f"{role} reads {secret!r} at {where}"


def _told(secret: str, text: str) -> bool:
    """Whether a text tells the secret."""
    if secret != HIDDEN_TABLE:
        return secret in text
    # So few digits also turn up inside random tokens, by chance.
    return re.search(rf"(?<![\w.-]){secret}(?![\w-])", text) is not None


def _drafting_day() -> tuple[Entry, ...]:
    """A day that is to be drafted: everybody is here, and nothing has happened."""
    entries = day("drafted-for-war", 8, 0)
    first = next(place for place, entry in enumerate(entries) if entry.kind.startswith(("draft.", "round.")))
    return entries[:first]


class Following:
    """A live page that is followed without a network."""

    def __init__(self, made: Scene, path: str, query: str, headers: dict[str, str]) -> None:
        self.texts: list[str] = []
        self._told = asyncio.Event()
        self._gone = asyncio.Event()
        self._begun = False
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
            "root_path": "",
        }
        self._task = asyncio.create_task(made.app(scope, self._receive, self._send))

    async def heard(self, number: int) -> None:
        async with asyncio.timeout(60):
            while sum("event: parts" in text for text in self.texts) < number:
                self._told.clear()
                await self._told.wait()

    async def ended(self, seconds: float) -> bool:
        """Whether the server ends it by itself."""
        done, _ = await asyncio.wait([self._task], timeout=seconds)
        return bool(done)

    async def end(self) -> None:
        self._gone.set()
        await asyncio.wait_for(asyncio.gather(self._task, return_exceptions=True), 60)

    async def _receive(self) -> dict[str, Any]:
        if not self._begun:
            self._begun = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.texts.append(message.get("body", b"").decode())
        self._told.set()
