"""Drafts inside an event: opened for every table, picked, timed and undone like everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.events.day import NAMES, Day, new_day

from musterhall.events import drafting, forces
from musterhall.events.drafts import Draft, drafted, openings
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.fold import fold
from musterhall.events.players import add_player, check_in
from musterhall.events.tasks import tasks
from musterhall.events.telling import Teller
from musterhall.events.views import next_thing
from musterhall.game.forces import Submission
from musterhall.games.alpha_strike.drafts.boxes import shipped_pool
from musterhall.games.alpha_strike.drafts.drafted_forces import build_force
from musterhall.games.alpha_strike.force.forces import force_toml
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.packs.event_rules import DraftMethod
from musterhall.packs.submissions import submission
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


def test_a_closed_draft_frees_its_players_who_draft_anew_under_a_new_name() -> None:
    day = _opened("salvage_boxes")
    name, draft = drafting.draft_of(day.event, day.event.find("Anna"))
    day.do(lambda event: drafting.pick(event, name, event.find("Anna"), _first_choice(draft, "p1")))
    before = day.event.copy()
    with pytest.raises(BadInput, match="needs a reason"):
        drafting.close_draft(day.event, name, "  ")
    closed = day.do(drafting.close_draft(day.event, name, "a box was missing"))
    assert name not in day.event.drafts
    assert (
        _told(day, closed)
        == f"Draft of group {draft.setup.group}: it is closed, and its players are free to draft anew."
    )
    with pytest.raises(BadInput, match="no seat"):
        drafting.draft_of(day.event, day.event.find("Anna"))
    with pytest.raises(BadInput, match="is not open"):
        day.do(lambda event: drafting.pick(event, name, event.find("Anna"), "b1.1"))
    anew = day.do(drafting.open_draft(day.event, _opening(day, [seat.player for seat in draft.seats])))
    assert anew.data["draft"] == "d3"
    assert anew.data["group"] == draft.setup.group
    with pytest.raises(BadInput, match="rests on it"):
        day.undo(closed.seq)
    day.undo(anew.seq)
    day.undo(closed.seq)
    assert day.event == before


def test_a_journal_with_a_closed_draft_is_read_to_the_same_event() -> None:
    day = _opened("salvage_boxes")
    day.do(drafting.close_draft(day.event, "d2", "too few"))
    assert fold(day.ledger.entries) == day.event


def test_the_organiser_picks_for_a_player_or_lets_the_lot_pick_and_the_journal_says_so() -> None:
    day = _opened("salvage_boxes")
    name, draft = drafting.draft_of(day.event, day.event.find("Anna"))
    group = f"Draft of group {draft.setup.group}"
    day.do(drafting.pause_draft(day.event, name))
    item = _first_choice(draft, "p1")
    with pytest.raises(BadInput, match="paused"):
        day.do(drafting.pick(day.event, name, day.event.player("p1"), item))
    picked = day.do(drafting.pick(day.event, name, day.event.player("p1"), item, by_organiser=True))
    assert _told(day, picked) == f"{group}: the organiser picks for Anna."
    other = day.event.drafts[name].waiting_for()[0]
    with pytest.raises(BadInput, match="paused"):
        day.do(drafting.expire(day.event, name, other))
    day.do(drafting.resume_draft(day.event, name))
    with pytest.raises(BadInput, match="has time left"):
        day.do(drafting.expire(day.event, name, other))
    lot = day.do(drafting.expire(day.event, name, other, by_organiser=True))
    assert _told(day, lot) == f"{group}: the organiser lets the lot pick for {day.event.player(other).name}."
    for last in day.event.drafts[name].waiting_for():
        day.do(drafting.expire(day.event, name, last, by_organiser=True))
    hows = [line.how for line in day.event.drafts[name].log]
    assert hows.count("picked for") == 1
    assert set(hows) == {"picked for", "lot"}


@pytest.mark.parametrize(("units", "fits"), [(2, False), (3, True), (5, True), (6, False)])
def test_as_many_figures_are_drafted_as_a_force_may_have(units: int, fits: bool) -> None:
    day = new_day(pack="drafted-for-war")
    if fits:
        assert drafting.draft_rules(day.event, units=units).units == units
        return
    with pytest.raises(BadInput, match=f"a force has 3 to 5 here, so nobody drafts {units}"):
        drafting.draft_rules(day.event, units=units)
    with pytest.raises(BadInput, match=f"so nobody drafts {units}"):
        drafting.open_draft(day.event, {"units": units})


def test_who_drafted_is_to_build_a_force_and_a_volunteer_is_not() -> None:
    day = _opened("conscription", ["p1"])
    day.do(drafting.open_draft(day.event, _opening(day, ["p2"], "volunteers")))
    sentences = [task.sentence for task in tasks(day.event, day.now) if task.what == "build_forces"]
    assert sentences == ["The draft is over: Anna builds a force from what was drafted."]
    assert next_step(day, "p1") == "Build your force from what you drafted."
    assert next_step(day, "p2").startswith("Hand in your force")


def test_who_drafts_anew_is_to_build_anew() -> None:
    day = _opened("conscription", ["p1"])
    day.do(forces.hand_in(day.event, day.event.player("p1"), _conscripted(day, "p1")))
    assert not [task for task in tasks(day.event, day.now) if task.what == "build_forces"]
    day.do(drafting.close_draft(day.event, "d1", "wrong boxes"))
    assert day.event.player("p1").force is not None
    day.do(drafting.open_draft(day.event, _opening(day, ["p1"], "conscription")))
    assert [task for task in tasks(day.event, day.now) if task.what == "build_forces"]


def test_a_drafting_group_is_called_by_the_number_that_its_page_shows() -> None:
    day = _opened("salvage_boxes", ["p1", "p2"])
    day.do(drafting.open_draft(day.event, _opening(day, ["p3", "p4"])))
    told = [task.sentence for task in tasks(day.event, day.now) if task.what == "draft_waits"]
    assert [sentence.split(" waits")[0] for sentence in told] == ["Group 1 drafts and", "Group 2 drafts and"]


def test_a_lot_that_is_undone_leaves_the_other_lots_as_they_fell() -> None:
    day = _opened("salvage_boxes")
    name, draft = drafting.draft_of(day.event, day.event.find("Anna"))
    first, *others = draft.waiting_for()[:3]
    lots = {id_: day.do(drafting.expire(day.event, name, id_, by_organiser=True)) for id_ in (first, *others)}
    before = {id_: day.event.drafts[name].seats[_seat(day, name, id_)].chosen for id_ in others}
    day.undo(lots[first].seq)
    assert {id_: day.event.drafts[name].seats[_seat(day, name, id_)].chosen for id_ in others} == before


def test_a_lot_of_an_older_journal_falls_by_the_dice_of_its_draft() -> None:
    day = _opened("salvage_boxes")
    late = day.event.drafts["d1"].waiting_for()[0]
    day.do(NewEntry("draft.expired", {"draft": "d1", "player": late, "by_organiser": True}))
    assert late not in day.event.drafts["d1"].waiting_for()


def test_a_seat_that_changes_after_the_draft_sends_nobody_else_back_to_build() -> None:
    day = _opened("conscription", ["p1", "p2"])
    for id_ in ("p1", "p2"):
        day.do(forces.hand_in(day.event, day.event.player(id_), _conscripted(day, id_)))
    assert not [task for task in tasks(day.event, day.now) if task.what == "build_forces"]
    day.do(NewEntry("draft.seat", {"draft": "d1", "player": "p1", "to": "p3", "name": "Cleo"}))
    waiting = [task.sentence for task in tasks(day.event, day.now) if task.what == "build_forces"]
    assert waiting == ["The draft is over: Cleo builds a force from what was drafted."]


def _seat(day: Day, draft: str, player: str) -> int:
    number = day.event.drafts[draft].seat_of(player)
    assert number is not None
    return number


def next_step(day: Day, player: str) -> str:
    return next_thing(day.event, day.event.player(player)).sentence


def _conscripted(day: Day, player: str) -> Submission:
    choices = [{"item": item.id} for item in drafted(day.event.drafts["d1"], player)]
    library = starter_library()
    force = build_force(day.event.pack, drafted(day.event.drafts["d1"], player), choices, player, "All", library)
    return submission(day.event.pack, force_toml(force, library), "All", library)


def _told(day: Day, entry: Entry) -> str:
    return Teller(day.ledger.entries, day.event).sentence(entry)


def _first_choice(draft: Draft, player: str) -> str:
    seat = draft.seat_of(player)
    assert seat is not None
    return draft.hand(seat)[0].id


def _opened(method: DraftMethod, players: Sequence[str] | None = None) -> Day:
    day = new_day((), pack="drafted-for-war")
    for number, name in enumerate(NAMES[:8], 1):
        day.do(add_player(day.event, name))
        day.do(check_in(day.event, day.event.player(f"p{number}")))
    for data in _openings(day, players or list(day.event.players), method):
        day.do(drafting.open_draft(day.event, data))
    return day


def _opening(day: Day, players: Sequence[str], method: DraftMethod = "salvage_boxes") -> dict[str, Any]:
    (data,) = _openings(day, players, method)
    return data


def _openings(day: Day, players: Sequence[str], method: DraftMethod) -> list[dict[str, Any]]:
    names = {id_: day.event.player(id_).name for id_ in players}
    rules = drafting.draft_rules(day.event)
    found = openings("d1", method, names, rules, shipped_pool("salvage-yard"), 5)
    return [{**data, "seconds": None} for data in found]
