"""What the desk prints."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from tests.web.desk.at_the_desk import draft_round
from tests.web.scene import EVENT, Scene

from musterhall.events import sealing
from musterhall.events.entries import NewEntry
from musterhall.events.event import Event
from musterhall.store.opening import open_store
from musterhall.store.transfer import import_event
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER


@pytest.mark.parametrize("what", ["pairings", "names", "cards", "blank-cards", "standings", "slips"])
def test_every_paper_is_a_pdf(hall: Scene, what: str) -> None:
    answer = hall.get(f"/e/{EVENT}/paper/{what}.pdf", ORGANISER)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_a_draft_is_printed_only_where_it_is_asked_for_by_that_name(hall: Scene) -> None:
    draft_round(hall)
    number = len(hall.event.rounds)
    assert hall.get(f"/e/{EVENT}/paper/pairings.pdf?round={number}", ORGANISER).status_code == 400
    assert hall.get(f"/e/{EVENT}/paper/pairings.pdf?round={number}&draft=true", ORGANISER).status_code == 200


def test_slips_carry_each_players_own_link_and_code(hall: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    from musterhall.printing import slips

    given: dict[str, str] = {}
    letters: dict[str, str] = {}

    def caught(event: object, address: str, links: dict[str, str], codes: dict[str, str], *, paper: str) -> bytes:
        given.update(links)
        letters.update(codes)
        return b"%PDF"

    monkeypatch.setattr(slips, "slips_pdf", caught)
    assert hall.get(f"/e/{EVENT}/paper/slips.pdf", OWNER).status_code == 200
    assert len(set(given.values())) == len(hall.event.players)
    assert given["p1"].endswith(f"/p/{hall.house.accounts.link_token(EVENT, 'p1')}")
    assert letters["p1"].replace(" ", "") == hall.house.accounts.link_code(EVENT, "p1")
    assert len(set(letters.values())) == len(hall.event.players)


def test_unknown_papers_and_sheets_are_not_there(hall: Scene) -> None:
    for path in ("paper/pairings", "paper/secrets.pdf", "csv/links"):
        assert hall.get(f"/e/{EVENT}/{path}", OWNER).status_code == 404, path
    for sheet in ("players", "pairings", "cards", "standings"):
        assert hall.get(f"/e/{EVENT}/csv/{sheet}.csv", SCOREKEEPER).text.count("\n") > 2


def test_an_export_with_nothing_hidden_can_be_taken_in_elsewhere(hall: Scene, tmp_path: Path) -> None:
    for round_ in hall.event.rounds:
        for player in [id_ for id_, sealed in round_.sealed.items() if not sealed.revealed]:
            hall.house.do(EVENT, partial(_reveal, player, round_.number), who=player)
    answer = hall.get(f"/e/{EVENT}/export.json", ORGANISER)
    assert hall.get(f"/e/{EVENT}/export.json", SCOREKEEPER).status_code == 403
    store = open_store(tmp_path / "other.db")
    try:
        assert import_event(store, answer.json()) == EVENT
    finally:
        store.close()


def _reveal(player: str, number: int, event: Event) -> NewEntry:
    return sealing.reveal_units(event, event.player(player), number)
