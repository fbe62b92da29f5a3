"""Awards at the desk: what is added while the event runs."""

from __future__ import annotations

from tests.web.desk.at_the_desk import DESK, look, send, words
from tests.web.scene import EVENT, Scene

from musterhall.web.accounts import OWNER, SCOREKEEPER


def test_an_award_and_its_sponsor_are_added_at_the_desk_and_told_to_everybody(hall: Scene) -> None:
    typed = {"title": "Best Terrain", "by": "vote", "sponsor": "Hexhaven Games", "next": DESK}
    assert send(hall, "award.add", **typed).status_code == 200
    assert send(hall, "sponsor.add", sponsor="The Painted Die", award="", next=DESK).status_code == 200
    page = words(look(hall, "/awards"))
    assert "Best Terrain Sponsored by Hexhaven Games." in page
    assert "Sponsors of the event: The Painted Die" in page
    rules = words(hall.get(f"/e/{EVENT}/rules").text)
    assert "sponsored by Hexhaven Games" in rules
    assert "The Painted Die" in rules


def test_a_scorekeeper_adds_no_award(hall: Scene) -> None:
    assert hall.do("award.add", SCOREKEEPER, title="Mine").status_code == 403
    assert "Add a prize" not in look(hall, "/awards", SCOREKEEPER)
    assert "say which place" in hall.do("award.add", OWNER, title="Spoon", by="place").json()["error"]
