"""The bracket on the pages: everybody sees what is published, and the organiser says who goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.events.test_cut import MANY, after_swiss
from tests.web.scene import EVENT, Scene, scene

from musterhall.web.accounts import ORGANISER
from musterhall.web.settings import Settings


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    entries = tuple(after_swiss(MANY[:6]).ledger.entries)
    with scene(Settings(db=str(tmp_path / "house.db")), entries) as found:
        yield found


def test_a_bracket_is_in_no_menu_before_it_is_made(made: Scene) -> None:
    assert f"/e/{EVENT}/bracket" not in made.get(f"/e/{EVENT}/standings").text
    assert "No bracket is played here" in made.get(f"/e/{EVENT}/bracket").text
    assert made.do("cut.make", ORGANISER, size=3).status_code == 200
    assert f"/e/{EVENT}/bracket" in made.get(f"/e/{EVENT}/standings").text
    page = made.get(f"/e/{EVENT}/bracket").text
    assert "Semi-finals" in page
    assert "Final" in page
    assert "slide bracket" in made.get(f"/e/{EVENT}/projector").text


def test_a_draft_of_the_bracket_is_nobodys_business_and_a_draw_is_asked_about(made: Scene) -> None:
    made.do("cut.make", ORGANISER, size=4)
    made.do("round.pair", ORGANISER)
    assert "table 1" not in made.get(f"/e/{EVENT}/bracket").text
    made.do("round.publish", ORGANISER, round=2)
    assert "table 1" in made.get(f"/e/{EVENT}/bracket").text
    for table in (1, 2):
        made.do("card.decide", ORGANISER, round=2, table=table, card={"sides": [{}, {}]})
    desk = made.get(f"/e/{EVENT}/desk/set-up", ORGANISER).text
    assert "nobody won. Who goes on?" in desk
    for match in made.event.rounds[-1].matches:
        assert made.do("cut.advance", ORGANISER, player=match.players[0]).status_code == 200
    assert "by the organiser" in made.get(f"/e/{EVENT}/bracket").text
    assert made.do("round.pair", ORGANISER).status_code == 200


def test_the_bracket_is_printed_and_refused_where_there_is_none(made: Scene) -> None:
    assert made.get(f"/e/{EVENT}/paper/bracket.pdf", ORGANISER).status_code == 400
    made.do("cut.make", ORGANISER, size=6)
    answer = made.get(f"/e/{EVENT}/paper/bracket.pdf", ORGANISER)
    assert answer.content.startswith(b"%PDF"), answer.text[:300]
