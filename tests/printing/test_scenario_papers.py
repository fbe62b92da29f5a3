"""Briefs, maps and the schedule on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.printing.test_event_papers import PACKS, event

from musterhall.events.briefs import told_scenarios
from musterhall.printing.briefs import briefs_data, briefs_pdf, maps_pdf
from musterhall.printing.schedule import schedule_data, schedule_pdf
from musterhall.problems import BadInput


@pytest.mark.parametrize("pack", PACKS)
def test_every_pack_prints_its_briefs_and_its_schedule(pack: str) -> None:
    made = event(4, pack)
    told = briefs_data(made, told_scenarios(made))["scenarios"]
    assert [one["title"] for one in told] == [one.title for one in made.rules.scenario]
    assert all(one["brief"] or one["objective"] or made.rules.setup for one in told)
    assert briefs_pdf(made).startswith(b"%PDF")
    assert schedule_pdf(made).startswith(b"%PDF")


def test_a_brief_says_its_round_only_when_the_scenario_is_known() -> None:
    made = event(4, published=False)
    made.scenarios = ["assassination", "bunkers", "domination"]
    assert not any(one["rounds"] for one in briefs_data(made, told_scenarios(made))["scenarios"])
    with pytest.raises(BadInput, match="not known yet"):
        briefs_pdf(made, 2)
    assert not any(slot["more"] for slot in schedule_data(made)["slots"])
    known = replace(made, scenarios_known=True)
    first = briefs_data(known, told_scenarios(known))["scenarios"][0]
    assert (first["title"], [one["number"] for one in first["rounds"]]) == ("Assassination", [1])
    assert "Bunkers" in str(schedule_data(known)["slots"]) or "unker" in str(schedule_data(known)["slots"])
    assert briefs_pdf(known, 2).startswith(b"%PDF")


def test_a_map_is_printed_alone_and_an_unknown_scenario_is_named() -> None:
    made = event(4)
    assert maps_pdf(made, scenario="domination").startswith(b"%PDF")
    with pytest.raises(BadInput, match="choose from assassination"):
        maps_pdf(made, scenario="chess")


def test_the_schedule_has_the_hours_of_the_pack_and_the_length_of_rounds() -> None:
    slots = schedule_data(event(4))["slots"]
    rounds = [slot for slot in slots if slot["round"]]
    assert [slot["minutes"] for slot in rounds] == [150, 120, 120]
    assert all(slot["at"] for slot in slots)


def test_the_same_papers_are_the_same_bytes() -> None:
    assert briefs_pdf(event(4)) == briefs_pdf(event(4))
