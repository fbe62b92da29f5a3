"""Links that give a role: what they open, under which name, and that a revoked one opens nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.scene import EVENT, OTHER, Person, Scene, scene
from tests.web.test_roles import PLACES

from musterhall.web.accounts import ORGANISER, OWNER
from musterhall.web.around import shown_path
from musterhall.web.roles import ADDRESSES
from musterhall.web.sessions import COOKIE, MASTER, PUBLIC, Session
from musterhall.web.settings import Settings


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "house.db"))) as found:
        yield found


def link(made: Scene, role: str, name: str = "Mara") -> tuple[str, str]:
    answer = made.post(f"/e/{EVENT}/invitations", OWNER, data={"name": name, "role": role})
    assert answer.status_code == 200, answer.text
    body = answer.json()
    return body["invitation"], body["link"][body["link"].index("/join/") :]


def come_in(made: Scene, path: str, who: str = "mara") -> None:
    """Open a link in a browser of one's own, as `who` from then on."""
    answer = made.client.get(path, follow_redirects=False, headers={"accept": "text/html"})
    assert answer.status_code == 303, answer.text
    cookie = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    made.client.cookies.clear()
    page = made.client.get("/sign-in", headers={"cookie": f"{COOKIE}={cookie}", "accept": "text/html"})
    token = page.text.partition('name="form_token" value="')[2].partition('"')[0]
    made.client.cookies.clear()
    made.people[who] = Person(who, Session(), cookie, token)


def test_a_link_gives_its_role_and_the_journal_has_its_name(made: Scene) -> None:
    _, path = link(made, "organiser")
    come_in(made, path)
    assert made.get(f"/e/{EVENT}/desk", "mara").status_code == 200
    answer = made.do("event.note", "mara", text="from the link")
    assert answer.status_code == 200, answer.text
    assert made.house.desk(EVENT).ledger.entries[-1].who == "Mara (by link)"
    assert made.get(f"/e/{EVENT}/desk/people", "mara").status_code in (401, 403)
    assert made.get(f"/e/{OTHER}/desk", "mara").status_code in (401, 403)


def test_a_scorekeeper_by_link_enters_cards_and_pairs_nothing(made: Scene) -> None:
    come_in(made, link(made, "scorekeeper")[1])
    assert made.get(f"/e/{EVENT}/desk/cards", "mara").status_code == 200
    assert made.do("round.pair", "mara").status_code in (401, 403)


def test_a_revoked_link_opens_nothing_and_puts_out_whoever_came_by_it(made: Scene) -> None:
    id_, path = link(made, "organiser")
    come_in(made, path)
    made.post(f"/e/{EVENT}/invitations/revoke", OWNER, data={"invitation": id_})
    assert made.get(f"/e/{EVENT}/desk", "mara").status_code == 401
    assert made.client.get(path).status_code == 404


def test_a_guest_sees_a_private_event_and_a_stranger_does_not(made: Scene) -> None:
    come_in(made, link(made, "guest", "Friends")[1], "guest")
    made.post(f"/e/{EVENT}/private", OWNER, data={"private": "true"})
    assert made.get(f"/e/{EVENT}/standings", "guest").status_code == 200
    assert made.get(f"/e/{EVENT}/desk", "guest").status_code == 401
    assert made.get(f"/e/{EVENT}/standings", PUBLIC).status_code == 404
    assert EVENT in made.get("/api/events", "guest").text
    assert EVENT not in made.get("/api/events", PUBLIC).text


def test_only_the_owner_makes_links_and_no_link_makes_an_owner(made: Scene) -> None:
    assert made.post(f"/e/{EVENT}/invitations", ORGANISER, data={"name": "x", "role": "guest"}).status_code == 403
    answer = made.post(f"/e/{EVENT}/invitations", OWNER, data={"name": "x", "role": "owner"})
    assert "none that a link gives" in answer.json()["error"]


def test_whoever_came_by_a_link_finds_every_page_of_the_role_in_order(made: Scene) -> None:
    come_in(made, link(made, "organiser")[1])
    for (method, path), roles in ADDRESSES.items():
        if method == "GET" and path.startswith("/e/{event}") and ORGANISER in roles and not path.endswith("/stream"):
            asked = path
            for name, value in PLACES.items():
                asked = asked.replace(f"{{{name}}}", value)
            answer = made.get(asked, "mara")
            assert answer.status_code in (200, 400, 404), (path, answer.status_code, answer.text[:200])


def test_the_link_is_in_no_log_line() -> None:
    assert shown_path("/join/secret") == "/join/..."


def test_no_two_who_act_at_an_event_have_one_name_in_its_journal(made: Scene) -> None:
    """Who typed a hand in may look at it again, and is known by that name."""
    link(made, "organiser", "Mara")
    answer = made.post(f"/e/{EVENT}/invitations", OWNER, data={"name": "mara", "role": "scorekeeper"})
    assert answer.status_code == 400
    assert "another link is for somebody of this name" in answer.json()["error"]
    id_ = next(one.id for one in made.house.accounts.invitations.values())
    made.post(f"/e/{EVENT}/invitations/revoke", OWNER, data={"invitation": id_})
    again = made.post(f"/e/{EVENT}/invitations", OWNER, data={"name": "MARA", "role": "organiser"})
    assert "another link was for somebody of this name" in again.json()["error"]
    link(made, "organiser", "Mara K.")
    account = made.post("/accounts", MASTER, data={"name": "Mara (By Link)", "password": "correct horse battery"})
    assert account.status_code == 400
    assert "the journal calls somebody else so" in account.json()["error"]
