"""How factions fared, and lists that everybody sees."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.events.day import NAMES, Day, new_day

from musterhall.events import forces, matches, players
from musterhall.events.factions import UNNAMED, FactionRecord, faction_statistics
from musterhall.printing.faction_plot import faction_svg
from musterhall.problems import BadInput
from musterhall.store.transfer import csv_text


def declared(*factions: str) -> Day:
    day = new_day(NAMES[: len(factions)])
    for name, faction in zip(NAMES, factions, strict=False):
        day.do(players.change_player(day.event, day.event.find(name), faction=faction))
    return day


def by_name(day: Day) -> dict[str, FactionRecord]:
    return {one.faction: one for one in faction_statistics(day.event)}


def test_wins_draws_and_losses_against_others_are_counted_and_mirrors_are_not() -> None:
    day = declared("Fox", "Fox", "Wolf", "")
    day.pair()
    first, second = day.round.matches
    day.decide(first, {"fields": {"points_of_interest": 2}}, {})
    day.decide(second, {}, {})
    found = by_name(day)
    assert sum(one.players for one in found.values()) == 4
    assert sum(one.won for one in found.values()) == sum(one.lost for one in found.values())
    assert UNNAMED in found


def test_one_faction_is_one_however_it_is_written() -> None:
    day = declared("Clan Wolf", "clan wolf", "Clan Wolf", "Fox")
    assert {name: one.players for name, one in by_name(day).items()} == {"Clan Wolf": 3, "Fox": 1}


def test_a_draw_is_half_a_win_and_an_empty_chair_no_match() -> None:
    assert FactionRecord("Fox", won=1, drawn=1, lost=0).share == Fraction(3, 4)
    assert FactionRecord("Fox").share is None
    day = declared("Fox", "Wolf")
    day.pair()
    day.do(lambda event: matches.mark_absent(event, event.find("Anna")))
    assert all(one.matches == 0 for one in faction_statistics(day.event))


def test_the_picture_has_text_that_is_text_and_no_markup_of_others() -> None:
    found = [FactionRecord("<script>x</script>", 2, 3, 0, 1), FactionRecord("Wolf", 1, 1, 0, 3)]
    light, dark = faction_svg(found), faction_svg(found, dark=True)
    assert "Wolf</text>" in light
    assert "75%" in light
    assert "<script>" not in light
    assert light != dark
    with pytest.raises(BadInput, match="nothing to draw"):
        faction_svg([FactionRecord("Wolf", 1)])


def test_the_table_has_a_line_for_each_faction() -> None:
    day = declared("Fox", "Wolf")
    day.pair()
    day.decide_all({"Anna": 2})
    head, *rows = csv_text(day.event, "factions").splitlines()
    assert head.startswith("faction,players,won,drawn,lost,mirrors,share")
    assert sorted(row.split(",")[0] for row in rows) == ["Fox", "Wolf"]


@given(st.lists(st.sampled_from(["Fox", "Wolf", "Bear", ""]), min_size=8, max_size=8), st.integers(0, 50))
def test_what_is_won_is_lost_by_somebody_and_every_match_is_counted_once(names: list[str], seed: int) -> None:
    day = declared(*names)
    day.pair(seed)
    day.decide_all({"Anna": 2, "Boris": 1, "Cleo": 2})
    found = faction_statistics(day.event)
    assert sum(one.won for one in found) == sum(one.lost for one in found)
    assert sum(one.matches for one in found) + 2 * sum(one.mirrors for one in found) == 8
    assert sum(one.players for one in found) == 8


def test_lists_are_published_once_forces_are_locked_and_that_is_undone() -> None:
    day = new_day(NAMES[:2])
    with pytest.raises(BadInput, match="forces can still be changed"):
        day.do(lambda event: forces.publish_lists(event))
    day.pair()
    day.do(lambda event: forces.publish_lists(event))
    assert day.event.lists_published
    day.undo(day.ledger.last)
    assert not day.event.lists_published
    with pytest.raises(BadInput, match="nobody sees them"):
        day.do(lambda event: forces.publish_lists(event, published=False))


@pytest.mark.parametrize("sign", ["\x0b", "\x00", "\ufffe", "\uffff", "\ud83d"])
def test_no_character_that_ends_the_process_reaches_what_draws(monkeypatch: pytest.MonkeyPatch, sign: str) -> None:
    """The library panics on what XML cannot have, and takes the whole server with it."""
    monkeypatch.setattr("vl_convert.vegalite_to_svg", json.dumps)
    given = faction_svg([FactionRecord(f"Wo{sign}lf", 2, 3, 0, 1), FactionRecord("Fox", 1, 1, 0, 3)])
    assert json.dumps("Wo\ufffdlf")[1:-1] in given
    assert json.dumps(sign)[1:-1] not in given
    monkeypatch.undo()
    found = [FactionRecord(f"Fo{sign}x", 2, 3, 0, 1), FactionRecord("Wolf", 1, 1, 0, 3)]
    assert "Wolf</text>" in faction_svg(found)
