"""Points beside the rounds on the pages: for a reason, for many at once, and told to whom they concern."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.events.day import new_day
from tests.events.test_extras import PAINTING
from tests.web.scene import EVENT, Scene, scene

from musterhall.web.accounts import ORGANISER
from musterhall.web.sessions import PLAYER, PUBLIC
from musterhall.web.settings import Settings


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    day = new_day(["Anna", "Boris"], changes=[PAINTING], rounds_=1)
    day.pair()
    day.decide_all({"Anna": 1})
    with scene(Settings(db=str(tmp_path / "house.db")), tuple(day.ledger.entries)) as found:
        yield found


def test_the_reason_of_a_penalty_reaches_the_player_and_nobody_else(made: Scene) -> None:
    assert made.do("points.adjust", ORGANISER, player="p1", points="-5").status_code == 400
    answer = made.do("points.adjust", ORGANISER, player="p1", points="-5", why="slow play")
    assert answer.status_code == 200
    assert "slow play" in made.get(f"/e/{EVENT}/me", PLAYER).text
    assert "slow play" in made.get(f"/e/{EVENT}/desk/players/p1", ORGANISER).text
    for path in (f"/e/{EVENT}/standings", f"/api/events/{EVENT}/standings", f"/e/{EVENT}/results", f"/e/{EVENT}"):
        shown = made.get(path, PUBLIC).text
        assert "slow play" not in shown
    assert "Penalty: -5" in made.get(f"/e/{EVENT}/standings", PUBLIC).text


def test_what_a_penalty_changes_is_shown_before_it_is_made(made: Scene) -> None:
    form = {"action": "points.adjust", "player": "p1", "points": "-500", "why": "cheating"}
    page = made.post(f"/e/{EVENT}/desk/preview", ORGANISER, data=form).text
    assert "loses 500 Total Points by the organiser" in page
    assert "place 1 to 2" in page
    assert not made.event.adjustments


def test_soft_scores_are_entered_for_many_at_once_and_what_stays_is_not_written_again(made: Scene) -> None:
    page = made.get(f"/e/{EVENT}/desk/scores", ORGANISER).text
    assert 'name="scores.painting.p2"' in page
    form = {"scores.painting.p1": "12", "scores.painting.p2": "7.5"}
    assert made.post(f"/e/{EVENT}/do/soft.enter", ORGANISER, data=form).status_code == 200
    again = made.post(f"/e/{EVENT}/do/soft.enter", ORGANISER, data=form | {"scores.painting.p2": "8"})
    assert len(again.json()["entries"]) == 1
    nothing = made.post(f"/e/{EVENT}/do/soft.enter", ORGANISER, data=form | {"scores.painting.p2": "8"})
    assert "nothing has changed" in nothing.json()["error"]
    assert "Painting" not in made.get(f"/e/{EVENT}/standings").text
    assert made.do("event.finish", ORGANISER).status_code == 200
    assert "Painting: 12" in made.get(f"/e/{EVENT}/standings").text
