"""Drafts inside an event: opened for every table, picked, timed and undone like everything else."""

from __future__ import annotations

import pytest
from tests.events.day import Day, new_day

from musterhall.events import drafting
from musterhall.events.drafts import Draft, drafted, openings
from musterhall.games.alpha_strike.boxes import shipped_pool
from musterhall.packs.event_rules import DraftMethod
from musterhall.problems import BadInput


def test_every_table_has_a_draft_of_its_own_and_picks_go_to_the_right_one() -> None:
    day = _opened("salvage_boxes")
    assert list(day.event.drafts) == ["d1", "d2"]
    name, draft = drafting.draft_of(day.event, day.event.find("Anna"))
    item = _first_choice(draft, "p1")
    day.do(lambda event: drafting.pick(event, name, event.find("Anna"), item))
    assert "p1" not in drafting.draft_named(day.event, name).waiting_for()
    with pytest.raises(BadInput):
        day.do(lambda event: drafting.pick(event, name, event.find("Anna"), "nothing"))


def test_a_pick_can_be_undone_and_leaves_no_trace() -> None:
    day = _opened("salvage_boxes")
    name, draft = drafting.draft_of(day.event, day.event.find("Anna"))
    before = day.event.copy()
    entry = day.do(lambda event: drafting.pick(event, name, event.find("Anna"), _first_choice(draft, "p1")))
    assert day.event != before
    day.undo(entry.seq)
    assert day.event == before


def test_a_whole_draft_leaves_everybody_with_four_figures() -> None:
    day = _opened("salvage_boxes")
    for name in list(day.event.drafts):
        while not (draft := day.event.drafts[name]).finished:
            player = day.event.player(draft.waiting_for()[0])
            day.do(drafting.pick(day.event, name, player, _first_choice(draft, player.id)))
    for one in day.event.players.values():
        _, draft = drafting.draft_of(day.event, one)
        assert len(drafted(draft, one.id)) == 4


def test_a_draft_that_is_not_open_is_said_by_name() -> None:
    day = _opened("conscription")
    with pytest.raises(BadInput, match="draft 'd9': is not open at this event; there is d1, d2"):
        drafting.draft_named(day.event, "d9")


def _first_choice(draft: Draft, player: str) -> str:
    seat = draft.seat_of(player)
    assert seat is not None
    return draft.hand(seat)[0].id


def _opened(method: DraftMethod) -> Day:
    day = new_day(pack="drafted-for-war")

    names = {player.id: player.name for player in day.event.players.values()}
    rules = day.event.rules.draft
    assert rules is not None
    for data in openings("d1", method, names, rules, shipped_pool("salvage-yard"), 5):
        day.do(drafting.open_draft(day.event, {**data, "seconds": None}))
    return day
