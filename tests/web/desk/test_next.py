"""The desk says what to do next."""

from __future__ import annotations

from pathlib import Path

from tests.events.day import new_day
from tests.web.desk.at_the_desk import DAY, DESK, disagree, look, send
from tests.web.scene import EVENT, Scene, scene

from musterhall.events import players
from musterhall.events.tasks import tasks
from musterhall.store.desk import now
from musterhall.web.desk_views.steps import steps
from musterhall.web.settings import Settings


def test_a_disagreement_comes_before_the_cards_that_are_missing(hall: Scene) -> None:
    round_, match = disagree(hall)
    found = steps(hall.event, EVENT, tasks(hall.event, now()))
    first = next(one.table for one in hall.event.round(round_.number).matches if one.disputed)
    assert str(match.table) in found[0].sentence
    assert found[0].href == f"{DESK}/cards/{round_.number}/{first}"
    assert f"Decide table {first}" in look(hall, "")
    assert any("missing" in step.sentence for step in found[1:])


def test_an_event_without_players_asks_for_players_and_not_for_pairings(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "hall.db")), DAY[:1]) as hall:
        found = steps(hall.event, EVENT, tasks(hall.event, now()))
        assert found[0].link == "Add players"
        assert not any(step.action == "round.pair" for step in found)
        assert "Add players" in look(hall, "")
        assert send(hall, "player.add", names="Ada Quick\r\n\r\nBen Slow", next=DESK).status_code == 200
        assert [one.name for one in hall.event.players.values()] == ["Ada Quick", "Ben Slow"]


def test_every_task_has_something_to_press(hall: Scene) -> None:
    for step in steps(hall.event, EVENT, tasks(hall.event, now())):
        assert step.link or step.button, step.sentence


def test_pairing_leads_to_the_choice_where_somebody_has_no_force(tmp_path: Path) -> None:
    one = new_day(("Anna", "Boris"))
    one.do(lambda event: players.add_player(event, "Cleo", ""))
    one.do(lambda event: players.check_in(event, event.find("Cleo")))
    (step,) = [step for step in steps(one.event, "x", tasks(one.event, now())) if "Pair round 1" in step.sentence]
    assert (step.action, step.href) == ("", "/e/x/desk/pairings")
    two = new_day(("Anna", "Boris"))
    (step,) = [step for step in steps(two.event, "x", tasks(two.event, now())) if "Pair round 1" in step.sentence]
    assert step.action == "round.pair"
