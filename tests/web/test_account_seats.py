"""A seat that belongs to an account: it is found on each of its devices, until somebody else is given the seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.scene import STRANGER, Scene, scene

from musterhall.web.accounts import ORGANISER, OWNER
from musterhall.web.settings import Settings

TABLET = "their tablet"
ANN, SOMEBODY = {"by": "person", "name": "Ann"}, {"by": "person"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder: Path = tmp_path_factory.mktemp("hall")
    with scene(Settings(db=str(folder / "hall.db"))) as made:
        made.people[TABLET] = made.person(TABLET, made.account(OWNER))
        yield made


def begun(hall: Scene, role: str, **form: Any) -> dict[str, Any]:
    wanted = {"game": "age_of_destruction", "seats": [ANN, SOMEBODY], **form}
    told = hall.post("/api/battles", role, json=wanted, headers={"muster-seat": ""})
    assert told.status_code == 201, told.text
    found: dict[str, Any] = told.json()
    return found


def seat_on(hall: Scene, role: str, battle: str) -> str:
    """What the page of the table gives to somebody."""
    found = re.search(r'data-seat="([^"]*)"', hall.get(f"/play/{battle}", role).text)
    assert found
    return found[1]


def test_a_seat_is_found_on_another_device_of_the_same_account_and_by_nobody_else(hall: Scene) -> None:
    told = begun(hall, OWNER)
    assert seat_on(hall, TABLET, told["battle"]) == told["seats"]["0"]
    assert seat_on(hall, STRANGER, told["battle"]) == ""
    assert told["battle"] in hall.get("/battles", TABLET).text
    assert told["battle"] not in hall.get("/battles", STRANGER).text


def test_whoever_sits_down_while_signed_in_has_the_seat_by_their_account(hall: Scene) -> None:
    told = begun(hall, STRANGER)
    address = f"/api/battles/{told['battle']}"
    head = {"muster-seat": told["seats"]["1"]}
    assert hall.post(f"{address}/join", OWNER, json={"name": "Ben"}, headers=head).status_code == 200
    assert seat_on(hall, TABLET, told["battle"]) == told["seats"]["1"]


def test_a_new_link_for_the_others_seat_takes_it_from_their_account(hall: Scene) -> None:
    told = begun(hall, STRANGER)
    address = f"/api/battles/{told['battle']}"
    hall.post(f"{address}/join", OWNER, json={"name": "Ben"}, headers={"muster-seat": told["seats"]["1"]})
    hall.post(f"{address}/links", STRANGER, json={"side": 1}, headers={"muster-seat": told["seats"]["0"]})
    assert seat_on(hall, TABLET, told["battle"]) == ""


def test_both_sides_at_one_screen_are_the_accounts(hall: Scene) -> None:
    told = begun(hall, OWNER, seats=[ANN, ANN | {"name": "Ben"}], one_screen=True)
    assert seat_on(hall, TABLET, told["battle"]) == told["seats"]["01"]
    assert seat_on(hall, ORGANISER, told["battle"]) == ""


def test_the_seat_in_a_rematch_is_the_accounts_too(hall: Scene) -> None:
    told = begun(hall, OWNER, seats=[ANN, ANN | {"name": "Ben"}])
    address = f"/api/battles/{told['battle']}"
    hall.post(f"{address}/resign", OWNER, json={}, headers={"muster-seat": told["seats"]["0"]})
    again = hall.post(f"{address}/rematch", OWNER, json={}, headers={"muster-seat": told["seats"]["0"]}).json()
    assert seat_on(hall, TABLET, again["battle"]) == again["seats"]["1"]
