"""Pairings at the desk."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.events.day import NAMES, before_the_third_round, new_day
from tests.web.desk.at_the_desk import draft_round, look, preview, send, words
from tests.web.scene import EVENT, Scene, scene

from musterhall.events import players
from musterhall.web.desk_views.pairings import round_view
from musterhall.web.settings import Settings


def test_a_draft_shows_its_cost_and_a_swap_says_what_it_costs_first(hall: Scene) -> None:
    draft_round(hall)
    round_ = hall.event.rounds[-1]
    html = look(hall, "/pairings")
    assert "draft: only the desk sees it" in html
    assert re.search(r"\w+ rematch", html)
    one, other = round_.matches[0].players[0], round_.matches[1].players[0]
    answer = preview(hall, "round.swap", round=round_.number, one=one, other=other)
    assert "What it costs" in answer.text
    assert send(hall, "round.swap", round=round_.number, one=one, other=other).status_code == 200
    assert hall.event.rounds[-1].matches[1].players[0] == one


def test_who_comes_after_the_draft_is_named_beside_it(hall: Scene) -> None:
    draft_round(hall)
    hall.house.do(EVENT, lambda event: players.add_player(event, "Late Lena"), who="organiser")
    id_ = next(one.id for one in hall.event.players.values() if one.name == "Late Lena")
    hall.house.do(EVENT, lambda event: players.check_in(event, event.player(id_)), who="organiser")
    assert "Late Lena came after this draft" in words(look(hall, "/pairings"))


def test_pairs_that_met_before_are_flagged(hall: Scene) -> None:
    draft_round(hall)
    here = {one.id for one in hall.event.present()}
    first = next(match.players for match in hall.event.rounds[0].matches if here.issuperset(match.players))
    answer = send(hall, "round.pin", round=len(hall.event.rounds), one=first[0], other=first[1])
    assert answer.status_code == 200, answer.text
    view = round_view(hall.event, hall.event.rounds[-1])
    row = next(one for one in view.rows if {seat.player.id for seat in one.seats} == set(first))
    assert [text for text, _ in row.flags] == ["met before", "pinned"]
    assert "1 rematch" in view.cost


def test_the_desk_says_what_distance_means(hall: Scene) -> None:
    assert "how far apart the two of each table stand in the ranking" in words(look(hall, "/pairings"))


def test_a_draft_from_the_top_says_who_does_not_meet_the_next_in_rank(tmp_path: Path) -> None:
    third = new_day(NAMES[:6])
    before_the_third_round(third)
    third.pair(published=False)
    with scene(Settings(db=str(tmp_path / "third.db")), tuple(third.ledger.entries)) as made:
        page = words(unescape(look(made, "/pairings")))
        assert "Who does not meet the next in rank, and why Cleo meets Falk and not Dario or Edda" in page
        assert "Less is better" not in page
        assert "Less is better" in words(look(made, "/pairings?round=1"))
