"""A server that is killed while sheets are marked has lost nothing that it acknowledged, and what is sent again is
there once."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
from tests.web.hall import kill
from tests.web.serving import Running, end, start
from tests.web.test_match_fought import with_forces

from musterhall.companion.folder import Folder
from musterhall.events.entries import NewEntry
from musterhall.store.opening import open_store
from musterhall.web.house import House
from musterhall.web.settings import Settings

EVENT = "herocon"
BEFORE, AFTER = 12, 12
"""Marks that are acknowledged before the server is killed, and when it is back."""
TWO_AT_ONCE = 2
PATIENCE = 120.0


class Marker:
    """A phone that sends its marks two at a time, in order, each until it is acknowledged."""

    def __init__(self, server: Running, link: str) -> None:
        self.client = httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, follow_redirects=True)
        self.client.get(f"/p/{link}")
        self._form("", {})
        self.taken: list[dict[str, Any]] = []
        self.unsure: list[dict[str, Any]] = []
        self.enough = Event()

    def mark_on(self, most: int) -> None:
        """Until so many more are acknowledged, or the server is gone."""
        for _ in range(most // TWO_AT_ONCE):
            first = len(self.taken)
            self.unsure = self.unsure or [self._mark(first + one) for one in range(TWO_AT_ONCE)]
            try:
                self._send(self.unsure)
            except httpx.HTTPError:
                return
            self.taken += self.unsure
            self.unsure = []
            if len(self.taken) >= BEFORE:
                self.enough.set()

    def _mark(self, number: int) -> dict[str, Any]:
        return {"key": f"mark-{number:06}", "box": f"{number % 2}.{number % 3}.structure", "value": number // 3 % 2}

    def _send(self, marks: list[dict[str, Any]]) -> None:
        headers = {"x-muster-form-token": self.token, "accept": "application/json"}
        answer = self.client.post(f"/e/{EVENT}/me/sheets/marks", json={"marks": marks}, headers=headers)
        assert answer.is_success, answer.text
        assert answer.json()["refused"] == {}

    def _form(self, path: str, fields: dict[str, str]) -> None:
        page = self.client.get(f"/e/{EVENT}/me/sheets").text
        found = re.search(r'name="form_token" value="([\w-]+)"', page)
        assert found is not None
        self.token = found[1]
        answer = self.client.post(f"/e/{EVENT}/me/sheets{path}", data={"form_token": self.token, **fields})
        assert answer.is_success, answer.text


def test_what_was_acknowledged_is_on_the_sheets_once_and_in_order_after_the_server_was_killed(
    tmp_path: Path, address: str
) -> None:
    link = _adopted(address)
    server = start(tmp_path / "server", address)
    try:
        phone = Marker(server, link)
        marking = Thread(target=phone.mark_on, args=(4_000,))
        marking.start()
        assert phone.enough.wait(PATIENCE)
        kill(server)
        marking.join(PATIENCE)
        server = start(tmp_path / "again", address, port=server.port)
        before = len(phone.taken)
        phone.mark_on(AFTER)
        assert len(phone.taken) == before + AFTER
    finally:
        end(server)
    with open_store(address) as store:
        [info] = store.streams("sheets")
        record = Folder(store, list[str]().append).look(info.stream)
    assert [(one.box, one.value) for one in record.done] == [(one["box"], one["value"]) for one in phone.taken]


def _adopted(address: str) -> str:
    house = House(Settings(db=address))
    try:
        # Nobody signs in here, so the owner needs no password.
        made = NewEntry("account.made", {"account": "a1", "name": "owner", "password": "none", "master": True})
        house.account_do(lambda _: made)
        house.adopt(EVENT, "Herocon", with_forces("drafted-for-war").ledger.entries, "a1")
        return house.accounts.link_token(EVENT, "p1")
    finally:
        house.close()
