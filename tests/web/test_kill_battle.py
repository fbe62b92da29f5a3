"""A server that is killed in the middle of a battle has lost nothing that it acknowledged, and the battle goes on."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
from tests.web.hall import kill
from tests.web.serving import Running, end, start

from musterhall.playing.sitting import Sitting
from musterhall.store.opening import open_store

BEFORE, AFTER = 12, 12
"""Answers that are acknowledged before the server is killed, and when it is back."""
PATIENCE = 120.0


class Players:
    """Two people at one battle, who send each answer until it is acknowledged or nobody is there."""

    def __init__(self, server: Running) -> None:
        self.url = server.url
        form = {"game": "the_game", "seats": [{"name": "Ann"}, {"name": "Ben"}]}
        told = self._post("/api/battles", form, "")
        self.battle, self.seats = told["battle"], told["seats"]
        self.taken: list[tuple[int, Any]] = []
        """Side and answer, in the order in which they were acknowledged."""
        self.unsure: tuple[int, Any, str] | None = None
        """What was sent last, and was not acknowledged."""
        self.enough = Event()

    def play_on(self, most: int) -> None:
        """Until so many more answers are acknowledged, or the server is gone."""
        for _ in range(most):
            try:
                if self.unsure is None:
                    self.unsure = self._next()
                self._send(*self.unsure)
            except httpx.HTTPError:
                return
            self.taken.append(self.unsure[:2])
            self.unsure = None
            if len(self.taken) >= BEFORE:
                self.enough.set()

    def _next(self) -> tuple[int, Any, str]:
        for side, seat in enumerate("01"):
            asked = self._get(f"/api/battles/{self.battle}/decisions?some=1", self.seats[seat])
            if asked:
                options = asked[0].get("options") or asked[0]["some"]
                return side, options[0]["answer"], f"mark {len(self.taken)}"
        raise AssertionError("nobody is asked anything")

    def _send(self, side: int, answer: Any, mark: str) -> None:
        form = {"answer": answer, "mark": mark}
        self._post(f"/api/battles/{self.battle}/answer", form, self.seats[str(side)])

    def _get(self, path: str, seat: str) -> Any:
        told = httpx.get(f"{self.url}{path}", headers={"muster-seat": seat}, timeout=PATIENCE, trust_env=False)
        assert told.is_success, told.text
        return told.json()

    def _post(self, path: str, form: dict[str, Any], seat: str) -> Any:
        told = httpx.post(
            f"{self.url}{path}", json=form, headers={"muster-seat": seat}, timeout=PATIENCE, trust_env=False
        )
        assert told.is_success, told.text
        return told.json()


def test_a_battle_goes_on_after_the_server_was_killed_and_nothing_acknowledged_is_lost(
    tmp_path: Path, address: str
) -> None:
    server = start(tmp_path / "server", address)
    try:
        players = Players(server)
        playing = Thread(target=players.play_on, args=(10_000,))
        playing.start()
        assert players.enough.wait(PATIENCE)
        kill(server)
        playing.join(PATIENCE)
        before = list(players.taken)
        server = start(tmp_path / "again", address, port=server.port)
        players.play_on(AFTER)
    finally:
        end(server)
    assert len(players.taken) == len(before) + AFTER
    with open_store(address) as store:
        sitting = Sitting(players.battle, store.entries(players.battle))
    assert [(said.player, said.answer) for said in sitting.record.answers] == players.taken
    assert sitting.fight is not None
    fight = sitting.fight
    alone = fight.battles.new_battle(fight.setup, sitting.record.begun.seed)
    for side, answer in players.taken:
        alone.answer(answer, side)
    assert alone.position.fingerprint() == fight.battle.position.fingerprint()
