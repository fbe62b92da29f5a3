"""Entering an event by its page: a place or the waiting list, a link of one's own, and no flood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response
from starlette.testclient import TestClient
from tests.web.scene import EVENT, Scene, scene

from musterhall.events.entries import Entry, numbered
from musterhall.events.fold import create
from musterhall.packs.model import shipped_pack_text
from musterhall.web.accounts import ORGANISER
from musterhall.web.bounds import Bounds
from musterhall.web.limits import WRITES
from musterhall.web.sessions import PUBLIC
from musterhall.web.settings import Settings

REGISTER = f"/e/{EVENT}/register"


def empty() -> tuple[Entry, ...]:
    return (numbered(create("Herocon", shipped_pack_text("herocon-2025"), 7), 1, "2025-11-29T08:00:00.000Z"),)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    bounds = Bounds(address_registrations=5)
    with scene(Settings(db=str(tmp_path / "house.db"), bounds=bounds), empty()) as found:
        assert found.do("event.places", ORGANISER, places=2).status_code == 200
        yield found


def enter(made: Scene, name: str) -> dict[str, object]:
    answer = made.post(REGISTER, data={"name": name})
    assert answer.status_code == 200, answer.text
    body: dict[str, object] = answer.json()
    return body


def test_registration_is_closed_until_the_organiser_opens_it(made: Scene) -> None:
    assert "registration is not open" in made.post(REGISTER, data={"name": "Anna"}).json()["error"]
    assert "Registration is not open" in made.get(REGISTER).text
    assert made.do("registration.open", ORGANISER).status_code == 200
    assert "2 of 2 places are free" in made.get(REGISTER).text


def test_whoever_registers_has_a_link_and_a_place_and_later_ones_wait(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    first, second, third = (enter(made, name) for name in ("Anna", "Boris", "Cleo"))
    assert (first["waiting"], second["waiting"], third["waiting"]) == (0, 0, 1)
    link = str(third["link"])
    opened = made.get(link[link.index("/p/") :])
    assert opened.headers["location"] == f"/e/{EVENT}/me"
    page = made.get(f"/e/{EVENT}").text
    assert "All 2 places are taken, 1 on the waiting list." in page


def test_a_stranger_never_sees_the_link_of_somebody_else(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    token = str(enter(made, "Anna")["link"]).rpartition("/")[2]
    for path in (f"/e/{EVENT}", REGISTER, f"/e/{EVENT}/standings"):
        assert token not in made.get(path).text
    assert made.get(f"/e/{EVENT}/me/link", PUBLIC).status_code == 401


def test_the_same_form_sent_again_enters_nobody_twice_and_lets_no_other_session_in(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    one, again = (made.post(REGISTER, data={"name": "Anna", "key": "a1"}).json() for _ in range(2))
    assert one == again
    made.people["thief"] = made.person("thief")
    answer = made.post(REGISTER, "thief", data={"name": "Anna", "key": "a1"})
    assert answer.status_code == 400
    assert "link" not in answer.text


def test_one_address_enters_only_so_many_in_an_hour(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    answers = [made.post(REGISTER, data={"name": f"Player {number}"}).status_code for number in range(7)]
    assert answers == [200] * 5 + [429] * 2


def enter_from(made: Scene, address: str, name: str) -> int:
    made.people[address] = made.person(address)
    with TestClient(made.app, client=(address, 5000)) as client:
        answer: Response = client.post(REGISTER, data={"name": name}, headers=made.people[address].headers)
    return answer.status_code


def test_a_flood_from_one_address_keeps_nobody_else_out(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    flood = [made.post(REGISTER, data={"name": f"Player {number}"}).status_code for number in range(WRITES[0] + 20)]
    assert flood[-1] == 429
    assert enter_from(made, "10.0.0.9", "Cleo") == 200


def test_one_network_of_the_new_kind_enters_no_more_than_one_address(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    answers = [enter_from(made, f"2001:db8::{number}", f"Player {number}") for number in range(7)]
    assert answers == [200] * 5 + [429] * 2
    # An old address that is written in the new way is one of its own.
    assert [enter_from(made, f"::ffff:10.0.0.{number}", f"Guest {number}") for number in range(7)] == [200] * 7


def test_a_player_checks_in_on_the_phone_only_while_that_is_open_and_nobody_but_themselves(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    enter(made, "Anna")
    enter(made, "Boris")
    made.people["anna"] = made.person("anna", players={EVENT: "p1"})
    assert "check-in is not open" in made.do("player.check_in", "anna").json()["error"]
    made.do("check_in.open", ORGANISER)
    assert "I am here" in made.get(f"/e/{EVENT}/me", "anna").text
    assert made.do("player.check_in", "anna", player="p2").status_code == 200
    assert [one.status for one in made.event.players.values()] == ["present", "registered"]


def test_who_withdraws_gives_the_place_to_the_first_who_waits(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    for name in ("Anna", "Boris", "Cleo"):
        enter(made, name)
    made.people["anna"] = made.person("anna", players={EVENT: "p1"})
    assert made.do("player.withdraw", "anna").status_code == 200
    assert [one.status for one in made.event.players.values()] == ["left", "registered", "registered"]


def test_a_name_that_is_taken_is_refused_with_what_was_typed_on_the_page(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    enter(made, "Anna")
    answer = made.post(REGISTER, data={"name": "anna", "team": "Wolves"}, headers={"accept": "text/html"})
    assert answer.status_code == 400
    assert "add an initial or a town" in answer.text
    assert 'value="Wolves"' in answer.text


def test_the_set_up_page_says_how_it_stands(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    made.do("event.describe", ORGANISER, venue="Hall 7, Mill Lane", about="Bring dice.\nLunch is there.")
    page = made.get(f"/e/{EVENT}/desk/set-up", ORGANISER).text
    assert "Close registration" in page
    assert "Hall 7, Mill Lane" in page
    assert "Lunch is there." in made.get(f"/e/{EVENT}").text


def test_at_a_full_event_a_place_is_given_only_to_who_says_all_the_same(made: Scene) -> None:
    made.do("registration.open", ORGANISER)
    for name in ("Anna", "Boris", "Robin"):
        enter(made, name)
    question = "The event is full (2 of 2). Give Robin the 3rd place all the same?"
    for page in ("players", "players/p3"):
        assert question in made.get(f"/e/{EVENT}/desk/{page}", ORGANISER).text
    refused = made.do("player.move_up", ORGANISER, player="p3")
    assert "is full (2 of 2)" in refused.json()["error"]
    assert made.do("player.move_up", ORGANISER, player="p3", beyond=True).status_code == 200
    assert made.event.player("p3").status == "registered"
    assert "all the same" not in made.get(f"/e/{EVENT}/desk/players", ORGANISER).text
