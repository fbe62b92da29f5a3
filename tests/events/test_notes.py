"""An event gets another name or another day."""

from __future__ import annotations

import pytest
from tests.events.day import new_day

from musterhall.events import notes
from musterhall.problems import BadInput


def test_an_event_is_renamed_and_the_name_comes_back_when_that_is_undone() -> None:
    day = new_day(())
    entry = day.do(lambda event: notes.rename(event, "  The  Winter Muster "))
    assert day.event.name == "The Winter Muster"
    day.undo(entry.seq)
    assert day.event.name == "A day"


def test_an_event_is_held_on_another_day_or_on_an_open_one() -> None:
    day = new_day(())
    first = day.do(lambda event: notes.set_date(event, "2026-11-28"))
    assert day.event.date == "2026-11-28"
    day.do(lambda event: notes.set_date(event, ""))
    assert day.event.date == ""
    with pytest.raises(BadInput, match="nothing to do"):
        day.do(lambda event: notes.set_date(event, ""))
    assert first.kind == "event.dated"


@pytest.mark.parametrize("text", ["28.11.2026", "2026-02-30", "tomorrow", "20261128", "2026-W48-6"])
def test_what_is_not_a_day_is_refused(text: str) -> None:
    day = new_day(())
    with pytest.raises(BadInput, match="write it as 2026-11-28"):
        day.do(lambda event: notes.set_date(event, text))


@pytest.mark.parametrize("text", ["", "   ", "\u200b"])
def test_an_event_without_a_name_is_refused(text: str) -> None:
    day = new_day(())
    with pytest.raises(BadInput, match="what the event is called"):
        day.do(lambda event: notes.rename(event, text))
