"""What the organiser prepares in secret moves nothing that a stranger or a player can see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.scene import EVENT, Scene, scene

from musterhall.events.entries import Entry
from musterhall.events.public import last_public
from musterhall.web.accounts import OWNER
from musterhall.web.live import asked_of, changes_for
from musterhall.web.sessions import PLAYER, PUBLIC, Session, Visitor
from musterhall.web.settings import Settings

OTHERS = (PUBLIC, PLAYER)
SECRETLY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("round.pair", {"without_forces": True}),
    ("round.move", {"round": 3, "table": 1, "to": 99}),
    ("event.note", {"text": "keep an eye on table 2"}),
    ("players.apart", {"one": "p1", "other": "p2"}),
)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "hall.db"))) as found:
        for match in found.event.rounds[-1].matches:
            if not match.settled:
                assert found.do("match.concede", OWNER, player=match.players[0]).status_code == 200
        yield found


def signs(made: Scene, role: str) -> tuple[Any, ...]:
    """Everything by which somebody could notice that something was written."""
    page = made.get(f"/api/events/{EVENT}", role).json()
    (line,) = [one for one in made.get("/api/events", role).json() if one["event"] == EVENT]
    order = re.findall(r'href="/e/(\w+)"', made.get("/", role, headers={"accept": "text/html"}).text)
    return page["event_seq"], line["changed"], order, asked_of(made.house, EVENT, visitor(role)).last


def visitor(role: str) -> Visitor:
    return Visitor(Session(), player="p1" if role == PLAYER else "", role=role)


def test_nobody_notices_what_the_organiser_does_in_secret(made: Scene) -> None:
    before = {role: signs(made, role) for role in OTHERS}
    for action, sent in SECRETLY:
        assert made.do(action, OWNER, **sent).status_code == 200, action
        last = made.house.desk(EVENT).ledger.last
        assert {role: signs(made, role) for role in OTHERS} == before, action
        assert made.get(f"/api/events/{EVENT}", OWNER).json()["event_seq"] == last
    last = made.house.desk(EVENT).ledger.last
    assert made.do("entry.undo", OWNER, seq=last, why="a slip").status_code == 200
    assert {role: signs(made, role) for role in OTHERS} == before, "an undo of it tells no more"
    assert made.do("round.publish", OWNER, round=3).status_code == 200
    assert all(signs(made, role)[0] > before[role][0] for role in OTHERS)


@pytest.mark.parametrize("role", OTHERS)
def test_an_open_page_is_sent_nothing_when_nothing_is_to_be_seen(made: Scene, role: str) -> None:
    sent: dict[str, Any] = {}
    names = ["standings", "pairings", "clock"]

    def news() -> dict[str, Any] | None:
        return changes_for(asked_of(made.house, EVENT, visitor(role)), names, sent)

    assert news() is not None
    for action, body in SECRETLY:
        assert made.do(action, OWNER, **body).status_code == 200
        assert news() is None, action
    assert made.do("round.publish", OWNER, round=3).status_code == 200
    told = news()
    assert told is not None
    assert "pairings" in told["parts"]


def entry(seq: int, kind: str, data: dict[str, Any]) -> Entry:
    return Entry(seq, "2025-11-29T08:00:00.000Z", kind, data)


@pytest.mark.parametrize(
    ("entries", "last"),
    [
        ([("event.scenarios", {})], 1),
        ([("scenarios.made_known", {}), ("event.scenarios", {})], 3),
        ([("round.published", {"round": 1}), ("round.changed", {"round": 1})], 3),
        ([("round.published", {"round": 1}), ("round.changed", {"round": 2})], 2),
        ([("round.paired", {"round": 1}), ("entry.undone", {"seq": 2})], 1),
        ([("player.added", {}), ("entry.undone", {"seq": 2})], 3),
        ([("round.paired", {"round": 1}), ("entry.undone", {"seq": 2}), ("entry.undone", {"seq": 3})], 1),
        ([("hand.played", {}), ("vote.cast", {}), ("command_units.sealed", {})], 1),
    ],
)
def test_the_last_entry_that_anybody_may_notice(entries: list[tuple[str, dict[str, Any]]], last: int) -> None:
    journal = [entry(1, "event.created", {}), *(entry(at, kind, data) for at, (kind, data) in enumerate(entries, 2))]
    assert last_public(journal).seq == last
