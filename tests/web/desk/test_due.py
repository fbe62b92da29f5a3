"""The last day for forces, at the desk."""

from __future__ import annotations

from tests.web.desk.at_the_desk import DESK, look, send, words
from tests.web.scene import Scene

from musterhall.web.accounts import SCOREKEEPER


def test_a_last_day_that_was_over_is_told_at_the_desk_and_set_anew(hall: Scene) -> None:
    event = hall.event
    assert event.rules.registration.forces_due is not None
    hall.house.desk("herocon").event.forces_due = None
    assert "was over before this event was opened" in words(look(hall, "/forces"))
    assert "was over before" not in words(look(hall, "/forces", SCOREKEEPER))
    assert send(hall, "forces.due", day="2025-11-20", next=DESK).status_code == 200
    page = words(look(hall, "/forces"))
    assert "was over before" not in page
    assert "Forces are due by 2025-11-20" in page
    assert send(hall, "forces.due", day="", next=DESK).status_code == 200
    assert "Forces have no last day" in words(look(hall, "/forces"))
    assert send(hall, "forces.due", SCOREKEEPER, day="2025-11-20", next=DESK).status_code == 403
