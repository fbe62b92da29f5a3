"""`muster event pairings`: what is said beside the pairs."""

from __future__ import annotations

import pytest
from tests.events.day import NAMES, before_the_third_round, new_day

from musterhall.cli.events.pairing import round_data, show_round


def test_pairings_say_who_does_not_meet_the_next_in_rank(capsys: pytest.CaptureFixture[str]) -> None:
    day = new_day(NAMES[:6])
    before_the_third_round(day)
    day.pair(published=False)
    why = "Cleo meets Falk and not Dario or Edda, whom they have met."
    show_round(day.event, day.round)
    assert why in capsys.readouterr().out
    assert round_data(day.event, day.round)["reasons"] == {day.player("Cleo"): why}
