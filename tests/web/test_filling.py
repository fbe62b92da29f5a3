"""No player fills the journal: how often and how much one may hand in is bounded, and what is exported is taken in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from httpx import Response
from tests.web.scene import EVENT, Scene, scene

from musterhall.events import fold, players
from musterhall.events.entries import numbered
from musterhall.events.fold import Ledger
from musterhall.games.alpha_strike.force.forces import shipped_force_text
from musterhall.packs.model import shipped_pack_text
from musterhall.web.accounts import OWNER
from musterhall.web.bounds import USUAL
from musterhall.web.sessions import PLAYER
from musterhall.web.settings import Settings

HOUR = "2025-11-29T08:00:00.000Z"


@contextmanager
def registering(tmp_path: Path, **bounds: int) -> Iterator[Scene]:
    """An event to which players may still hand in forces."""
    ledger = Ledger()
    ledger.extend([numbered(fold.create("A day", shipped_pack_text("herocon-2025"), 7), 1, HOUR)])
    for name in ("Anna", "Boris"):
        ledger.attempt([players.add_player(ledger.event, name)], HOUR)
    settings = Settings(db=str(tmp_path / "hall.db"), bounds=replace(USUAL, **bounds))
    with scene(settings, tuple(ledger.entries)) as made:
        yield made


def hand_in(made: Scene, size: int = 0, role: str = PLAYER) -> Response:
    text = shipped_force_text("combine-wall")
    player = {} if role == PLAYER else {"player": "p1"}
    return made.do("force.submit", role, text=f"{text}\n# {'x' * max(0, size - len(text))}", **player)


def test_a_player_hands_in_only_so_much_in_an_hour(tmp_path: Path) -> None:
    with registering(tmp_path) as made:
        answers = [hand_in(made, 198_000).status_code for _ in range(8)]
        assert answers[:4] == [200] * 4
        assert answers[-1] == 429
        assert int(hand_in(made, 198_000).headers["retry-after"]) > 60
        assert hand_in(made, 198_000, OWNER).status_code == 200, "the desk is not meant"
        assert hand_in(made).status_code == 200, "a force as forces are fits in all the same"


def test_what_was_refused_does_not_count_as_handed_in(tmp_path: Path) -> None:
    with registering(tmp_path) as made:
        for _ in range(8):
            assert made.do("force.submit", PLAYER, text="x" * 190_000).status_code == 400
        assert hand_in(made, 198_000).status_code == 200


def test_a_player_does_only_so_much_in_an_hour(tmp_path: Path) -> None:
    with registering(tmp_path, player_writes=3) as made:
        assert [hand_in(made).status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_player_fills_no_event_however_long_it_takes_and_its_export_is_taken_in(tmp_path: Path) -> None:
    with registering(tmp_path, player_bytes=100_000_000, player_total_bytes=600_000, import_bytes=2_000_000) as made:
        answers = [hand_in(made, 198_000) for _ in range(6)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 400
        assert "ask the organiser" in answers[-1].json()["error"]
        exported = made.get(f"/e/{EVENT}/export.json", OWNER).content
        taken = made.post("/import", OWNER, files={"file": ("event.json", exported)})
        assert taken.status_code == 200, taken.text


def test_a_long_reason_counts_too(tmp_path: Path) -> None:
    with registering(tmp_path, player_bytes=3_000) as made:
        text = shipped_force_text("combine-wall")
        answers = [made.do("force.submit", PLAYER, text=text, why="w" * 3_900).status_code for _ in range(2)]
        assert answers == [200, 429]


def test_what_thirty_players_can_write_at_most_is_taken_in_again() -> None:
    assert USUAL.player_total_bytes * 30 <= USUAL.import_bytes
