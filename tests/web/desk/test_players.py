"""Players and their links."""

from __future__ import annotations

from pathlib import Path

from tests.web.desk.at_the_desk import PAGES, look
from tests.web.scene import EVENT, Scene, scene

from musterhall.web.accounts import ORGANISER, SCOREKEEPER
from musterhall.web.settings import Settings


def test_a_players_link_is_shown_to_organisers_and_to_no_scorekeeper(hall: Scene) -> None:
    token = hall.house.accounts.link_token(EVENT, "p1")
    assert token in look(hall, "/players/p1", ORGANISER)
    assert all(token not in look(hall, page, SCOREKEEPER) for page in PAGES)
    assert hall.get(f"/e/{EVENT}/paper/slips.pdf", SCOREKEEPER).status_code == 403


def test_a_revoked_link_is_another_one_and_nobody_but_the_desk_revokes(hall: Scene) -> None:
    before = hall.house.accounts.link_token(EVENT, "p1")
    assert hall.post(f"/e/{EVENT}/links/revoke", SCOREKEEPER, data={"player": "p1"}).status_code == 403
    assert hall.post(f"/e/{EVENT}/links/revoke", ORGANISER, data={"player": "p1"}).status_code == 303
    html = look(hall, "/players/p1")
    assert before not in html
    assert hall.house.accounts.link_token(EVENT, "p1") in html


def test_the_address_in_links_is_the_one_that_the_server_was_told(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "hall.db"), address="http://192.168.1.20:8000/")) as hall:
        token = hall.house.accounts.link_token(EVENT, "p1")
        html = look(hall, "/players/p1")
        assert f"http://192.168.1.20:8000/p/{token}" in html
        assert "works on this computer alone" not in html
