"""Exports that somebody has edited: refused in a sentence, or taken in, and then no page of the hall fails."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.scene import Scene, scene

from musterhall.events.entries import Entry
from musterhall.events.event import Event
from musterhall.events.fold import fold
from musterhall.events.simulation import simulate
from musterhall.packs.model import shipped_pack_text, shipped_packs
from musterhall.printing.papers import OF_A_ROUND, PAPERS, Order
from musterhall.problems import BadInput
from musterhall.store.transfer import FORM, SHEETS, _check, import_event
from musterhall.web import accounts as rules
from musterhall.web.accounts import OWNER
from musterhall.web.roles import ADDRESSES
from musterhall.web.settings import Settings

TEXTS = [
    "",
    " ",
    "0",
    "1/0",
    "nan",
    "1e99999",
    "a\nb",
    "{p1}",
    "\u202e",
    "\x01",
    "\x1b[2J",
    "\ud7ff",
    "\u0663",
    "\u0130",
]
TEXTS += [
    "p1",
    "p2",
    "p99",
    "p" + "9" * 50,
    "d9",
    "=1+1",
    "<b>",
    "{{7*7}}",
    "$x$",
    "#x",
    "\\",
    "2025-13-40",
    "destroyed",
]
TEXTS += ["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z", "\U0001f469\u200d\U0001f467", "x" * 3000]
NUMBERS = [-1, 0, 1, 2, 3, 99, 2**31, 2**63, 10**30, -(10**30), 10**400, 0.5, -0.0, 1e308, True, False, None]
LEAVES = st.one_of(st.sampled_from(TEXTS), st.sampled_from(NUMBERS))
KEYS = st.sampled_from(["", "p1", "name", "units"])
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=5,
)
BOUNDED = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path_factory.mktemp("edited") / "house.db"))) as found:
        yield found


@cache
def days(pack: str) -> tuple[tuple[Entry, ...], ...]:
    """An event before its first round, in the middle, and at its end."""
    return tuple(tuple(simulate(shipped_pack_text(pack), 5, 3, through=through)) for through in (0, 1, 9))


@pytest.mark.parametrize("pack", shipped_packs())
@BOUNDED
@given(data=st.data())
def test_no_page_fails_after_an_edited_export_was_taken_in(pack: str, data: st.DataObject, made: Scene) -> None:
    take_edited(data, pack, made)


def take_edited(data: st.DataObject, pack: str, made: Scene) -> None:
    """Edit an export, take it in if that is possible, and look at every page."""
    rows = [copy.deepcopy(entry.as_data()) for entry in data.draw(st.sampled_from(days(pack)))]
    for _ in range(data.draw(st.integers(1, 2))):
        edit(data.draw, rows)
    rows = json.loads(json.dumps(rows))
    name = f"edited-{len(made.house.store.streams())}"
    try:
        import_event(made.house.store, {"form": FORM, "event": name, "entries": rows, "check": _check(rows)})
    except BadInput:
        return
    owner = made.account(OWNER)
    made.house.account_do(lambda accounts: rules.give_role(accounts, name, owner, OWNER))
    event = made.house.event(name)
    assert [path for path in pages(name, event) if _status(made, name, event, path) >= 500] == []


def edit(draw: Any, rows: list[dict[str, Any]]) -> None:
    """Change, remove or retype one thing; each kind of entry is as likely as another."""
    kind = draw(st.sampled_from(sorted({row["kind"] for row in rows})))
    place: Any = draw(st.sampled_from([row for row in rows if row["kind"] == kind]))["data"]
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if not (isinstance(place[key], dict | list) and place[key] and draw(st.booleans())):
            break
        place = place[key]
    how = draw(st.sampled_from(["change", "change", "retype", "remove"]))
    if how == "remove":
        del place[key]
    elif how == "change" and isinstance(place[key], str):
        place[key] = draw(st.sampled_from(TEXTS))
    elif how == "change" and isinstance(place[key], int):
        place[key] = draw(st.sampled_from([one for one in NUMBERS if type(one) is int]))
    else:
        place[key] = draw(ANYTHING)


# Every page

LEFT_OUT = ("/stream", "/paper/{what}")
"""Streams do not end, and papers are tried below."""


def pages(name: str, event: Event) -> list[str]:
    """Every address at which an event is looked at, filled in."""
    values = {
        "event": [name],
        "player": list(event.players)[:2] or ["p1"],
        "number": ["1", "2"],
        "table": ["1"],
        "draft": list(event.drafts)[:1] or ["d1"],
        "what": [f"{sheet}.csv" for sheet in SHEETS],
    }
    asked = [path for method, path in ADDRESSES if method == "GET" and "{event}" in path]
    assert len(asked) > 35
    return ["/", "/api/events", *(whole for path in asked for whole in _filled(path, values))]


def _filled(path: str, values: dict[str, list[str]]) -> list[str]:
    wanted = re.search(r"\{(\w+)\}", path)
    if path.endswith(LEFT_OUT):
        return []
    if wanted is None:
        return [path]
    return [whole for value in values[wanted[1]] for whole in _filled(path.replace(wanted[0], value, 1), values)]


def _status(made: Scene, name: str, event: Event, path: str) -> int:
    """As the owner is answered, or a player where it is theirs."""
    headers = made.people[OWNER].headers
    if "/me" in path:
        headers = made.person("player", None, {name: next(iter(event.players), "p1")}).headers
    kind = "application/json" if path.startswith("/api") else "text/html"
    client = TestClient(made.app, raise_server_exceptions=False)
    return int(client.get(path, headers={**headers, "accept": kind}, follow_redirects=False).status_code)


# Paper


def test_no_paper_fails_for_an_event_whose_names_are_odd() -> None:
    """Typesetting takes a moment, so all of them are tried at once."""
    rows = [copy.deepcopy(entry.as_data()) for entry in days("herocon-2025")[1]]
    odd = iter(["{{7*7}}", "$x$ #x \\", "<b> *_`@", "\u202eabc \u0130", "\U0001f469\u200d\U0001f467 =1+1"])
    for row in rows:
        if row["kind"] == "player.added":
            row["data"]["name"] = next(odd)
    event = fold([Entry(**row) for row in rows])
    for what, paper in PAPERS.items():
        with suppress(BadInput):
            number = 1 if what in OF_A_ROUND else None
            assert paper(Order(event, number, True, None, False, None, None, paper="a4")).startswith(b"%PDF")
