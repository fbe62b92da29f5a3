"""Every page of the desk is there for those who may see it."""

from __future__ import annotations

import re

import pytest
from tests.web.desk.at_the_desk import DESK, PAGES, disagree, look, open_match
from tests.web.scene import EVENT, Scene

from musterhall.events import players
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.actions import ACTIONS
from musterhall.web.sessions import PUBLIC


@pytest.mark.parametrize("role", [OWNER, ORGANISER, SCOREKEEPER])
def test_no_page_of_the_desk_offers_what_its_reader_may_not_do(hall: Scene, role: str) -> None:
    disagree(hall)
    for page in (*PAGES, *(("/people",) if role == OWNER else ())):
        html = look(hall, page, role)
        offered = set(re.findall(r'action="/e/[^"]+/do/([^"]+)"', html))
        offered |= set(re.findall(r'name="action" value="([^"]+)"', html))
        refused = {name for name in offered if role not in ACTIONS[name].roles}
        assert not refused, f"{page} offers {refused} to a {role}"


def test_a_name_with_markup_is_text_on_every_page(hall: Scene) -> None:
    evil = "<img src=x onerror=alert(1)>"
    _, match = open_match(hall)
    renamed, table = match.players[0], match.table
    hall.house.do(EVENT, lambda event: players.change_player(event, event.player(renamed), name=evil), who="organiser")
    own = (f"/players/{renamed}", f"/forces/{renamed}", f"/cards/2/{table}", f"/journal?player={renamed}")
    html = {page: look(hall, page) for page in (*PAGES, *own)}
    assert not any("<img src=x" in text for text in html.values())
    named = {page for page, text in html.items() if "&lt;img src=x" in text}
    assert named >= {"", "/players", "/forces", "/pairings", "/cards", "/journal", *own}


def test_no_page_has_inline_script_or_style_and_each_has_one_heading(hall: Scene) -> None:
    for page in (*PAGES, "/people"):
        html = look(hall, page, OWNER)
        assert not re.search(r"<script(?![^>]*\bsrc=)", html), page
        assert not re.search(r"\s(?:style|on\w+)=", re.sub(r">[^<]*<", "><", html)), page
        assert html.count("<h1") == 1, page


def test_an_event_of_another_owner_stays_closed(hall: Scene) -> None:
    assert hall.get("/e/another/desk", OWNER).status_code == 403
    assert hall.get(DESK, PUBLIC).status_code == 401
    assert hall.get(f"{DESK}/players/p999", ORGANISER).status_code == 404
