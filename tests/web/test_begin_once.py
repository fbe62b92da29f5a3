"""An event is begun once, however often the same is sent with the same mark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.web.scene import EVENT, STRANGER, Scene, scene

from musterhall.store.ready_entries import MarkTaken
from musterhall.store.transfer import export_event
from musterhall.web.accounts import OWNER
from musterhall.web.settings import Settings

BODY = {"name": "Spring Muster", "pack": "drafted-for-war"}


@pytest.fixture
def made(address: str) -> Iterator[Scene]:
    """On SQLite and on PostgreSQL."""
    with scene(Settings(db=address)) as found:
        yield found


def begun(made: Scene) -> int:
    return len(made.house.events())


def test_a_script_that_sends_again_begins_one_event(made: Scene) -> None:
    before = begun(made)
    by_header = {"Idempotency-Key": "begin-1"}
    first = made.post("/api/events", OWNER, json=BODY, headers=by_header)
    again = made.post("/api/events", OWNER, json=BODY, headers=by_header)
    in_body = made.post("/api/events", OWNER, json={**BODY, "key": "begin-1"})
    assert [one.status_code for one in (first, again, in_body)] == [201, 201, 201]
    assert first.json() == again.json() == in_body.json()
    assert begun(made) == before + 1


def test_the_same_mark_with_another_event_is_refused(made: Scene) -> None:
    made.post("/api/events", OWNER, json={**BODY, "key": "begin-1"})
    before = begun(made)
    other = made.post("/api/events", OWNER, json={**BODY, "name": "Autumn Muster", "key": "begin-1"})
    assert other.status_code == 409
    assert begun(made) == before


def test_a_mark_of_one_account_is_no_other_accounts(made: Scene) -> None:
    first, second = (made.post("/api/events", who, json={**BODY, "key": "1"}) for who in (OWNER, STRANGER))
    assert first.json()["event"] != second.json()["event"]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/events", {"name": "Spring Muster", "pack": "drafted-for-war"}),
        ("/new/drafted-for-war", {"name": "Spring Muster", "rounds": "3"}),
        ("/demo", {}),
        ("/import", {}),
    ],
)
def test_a_form_sent_twice_begins_one_event(made: Scene, path: str, fields: dict[str, Any]) -> None:
    if path == "/import":
        fields = {"text": json.dumps(export_event(made.house.store, EVENT))}
    before = begun(made)
    first, again = (made.post(path, OWNER, data={**fields, "key": "777"}) for _ in range(2))
    assert first.status_code == again.status_code < 400, first.text
    assert begun(made) == before + 1
    assert made.post(path, OWNER, data={**fields, "key": "778"}).status_code < 400
    assert begun(made) == before + 2


def test_of_two_that_come_at_once_one_is_begun(made: Scene) -> None:
    before = begun(made)
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda _: made.post("/api/events", OWNER, json={**BODY, "key": "b"}), range(2)))
    assert {one.status_code for one in answers} == {201}
    assert len({one.json()["event"] for one in answers}) == 1
    assert begun(made) == before + 1


def test_another_process_that_was_quicker_is_believed(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made.post("/api/events", OWNER, json={**BODY, "key": "b"}).json()
    before = begun(made)
    real, calls = made.house.accounts.begun_with, []

    def late(key: str) -> str:
        calls.append(key)
        return "" if len(calls) == 1 else real(key)

    monkeypatch.setattr(type(made.house.accounts), "begun_with", lambda self, key: late(key))
    assert made.post("/api/events", OWNER, json={**BODY, "key": "b"}).json() == first
    assert begun(made) == before


def test_what_began_is_told_again_after_a_restart(made: Scene) -> None:
    event = made.post("/api/events", OWNER, json={**BODY, "key": "b"}).json()["event"]
    made.house.accounts.begun.clear()
    made.house._seen = 0
    made.house.refresh_accounts()
    assert made.post("/api/events", OWNER, json={**BODY, "key": "b"}).json()["event"] == event
    with pytest.raises(MarkTaken):
        made.house.accounts.begun_with(f"{made.account(OWNER).id} b\nsomething else")


def test_a_mark_that_is_too_long_is_refused_and_not_cut(made: Scene) -> None:
    for sign in "AB":
        fields = {"text": "one", "key": "k" * 80 + sign}
        answer = made.post(f"/e/{EVENT}/do/event.note", OWNER, data=fields)
        assert answer.status_code == 400
        assert "at most 80 characters" in answer.json()["error"]
    assert made.post("/events", OWNER, data={**BODY, "key": "k" * 81}).status_code == 400


def test_several_entries_sent_again_are_all_named_again(made: Scene) -> None:
    names = "Xenia Xu\nYann York\nZoe Zorn"
    first, again = (made.do("player.add", OWNER, names=names, key="a1") for _ in range(2))
    assert len(first.json()["entries"]) == 6, "the event runs: each is entered, and is here"
    assert first.json()["entries"] == again.json()["entries"]
    made.do("event.note", OWNER, text="later")
    assert made.do("player.add", OWNER, names=names, key="a1").json()["entries"] == first.json()["entries"]
