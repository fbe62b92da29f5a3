"""While prizes are revealed one by one nobody but the desk can find out who has won what is not revealed.

Two halls differ in how the last round ended, in painting and in votes. Every request of the public's and of a player's
goes to both, and the answers are compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from tests.events.day import Day, new_day
from tests.web.scene import EVENT, Scene, scene
from tests.web.test_secrets import Halls, _one_moment, halls

from musterhall.events import ceremony, cut, extras, forces, matches, players, prizes
from musterhall.events.entries import Entry
from musterhall.events.standings import standings
from musterhall.printing.standings_sheet import standings_data
from musterhall.problems import BadInput
from musterhall.web.accounts import ORGANISER
from musterhall.web.hooks import FINAL, ROUND_OVER, news_of
from musterhall.web.sessions import PLAYER, PUBLIC
from musterhall.web.settings import Settings

__all__ = ["_one_moment"]
FOUR = ("Anna", "Boris", "Cleo", "Dario")
PAINTING = '[[event.soft]]\nname = "painting"\ntitle = "Painting"\nto = "total"\nmost = 20\n\n[event.conduct]'


def finished(day: Day) -> Sequence[Entry]:
    day.do(ceremony.hold_back)
    day.do(prizes.finish)
    return day.ledger.entries


def two_rounds(secret: str) -> Sequence[Entry]:
    """At the table beside Anna's this one has won the last round, has painted best and has all votes."""
    day = new_day(FOUR, rounds_=2, changes=[("[event.conduct]", PAINTING)])
    day.pair()
    day.do(forces.publish_lists)
    day.decide_all({"Anna": 2, "Boris": 1})
    day.pair()
    beside = next(match for match in day.round.matches if day.player("Anna") not in match.players)
    winner = day.event.player(beside.players[int(secret)])
    for match in day.round.matches:
        held = [{"fields": {"points_of_interest": 3}} if id_ == winner.id else {} for id_ in match.players]
        day.decide(match, held[0], held[1])
    for id_ in beside.players:
        points = Fraction(19 if id_ == winner.id else 1)
        day.do(partial(extras.score_softly, player=day.event.player(id_), score="painting", points=points))
        day.do(partial(players.change_player, player=day.event.player(id_), painted=True))
    award = next(rule.name for rule in day.event.rules.award if rule.by == "vote")
    mine = next(match for match in day.round.matches if match is not beside)
    voter = day.event.player(mine.other(day.player("Anna")))
    day.do(partial(prizes.vote, player=voter, award=award, choice=winner))
    return finished(day)


def with_a_final(secret: str) -> Sequence[Entry]:
    """This one of the two finalists has won; Anna is not in the final."""
    day = new_day(FOUR, rounds_=1)
    day.pair()
    mine = next(match for match in day.round.matches if day.player("Anna") in match.players)
    other = day.event.player(mine.other(day.player("Anna"))).name
    beside = next(match for match in day.round.matches if match is not mine)
    day.decide_all({other: 3, day.event.player(beside.players[0]).name: 2})
    day.do(partial(cut.make_cut, size=2))
    day.pair()
    final = day.round.matches[0]
    day.do(partial(matches.concede, player=day.event.player(final.players[1 - int(secret)])))
    return finished(day)


@pytest.mark.parametrize("role", [PUBLIC, PLAYER])
@pytest.mark.parametrize("day", [two_rounds, with_a_final])
def test_no_answer_tells_how_the_last_round_ended_until_all_prizes_are_revealed(
    tmp_path: Path, day: Callable[[str], Sequence[Entry]], role: str
) -> None:
    with halls(tmp_path, day, ("0", "1")) as both:
        both.role = role
        look_around(both)
        first, second = (made.event for made in both.both)
        assert standings(first).rows != standings(second).rows
        for made in both.both:
            reveal_all(made)
        with pytest.raises(AssertionError):
            both.get(f"/e/{EVENT}/standings")


def look_around(both: Halls) -> None:
    both.look_around()
    for number in (1, 2):
        for table in (1, 2):
            both.get(f"/e/{EVENT}/results?round={number}&table={table}")
    for kind in ("standings", "bracket", "prizes", "pairings"):
        both.get(f"/e/{EVENT}/projector?show={kind}")


def reveal_all(made: Scene) -> None:
    while left := ceremony.prizes_to_reveal(made.event):
        made.house.do(EVENT, partial(ceremony.reveal, award=left[0].award), who="olga")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "hall.db")), tuple(two_rounds("0"))) as made:
        yield made


def test_the_desk_sees_the_final_standings_and_the_others_those_before_the_last_round(hall: Scene) -> None:
    address = f"/e/{EVENT}/standings"
    html = {"accept": "text/html"}
    assert "Final standings" in hall.get(address, ORGANISER, headers=html).text
    page = hall.get(address, headers=html).text
    assert "After round 1 of 2. The final standings come with the prizes." in page
    assert hall.get(f"/api/events/{EVENT}/standings", ORGANISER).json()["through"] == 2
    assert hall.get(f"/api/events/{EVENT}/standings").json()["through"] == 1
    for asked in (f"{address}?round=2", f"/e/{EVENT}/results?round=2", f"/api/events/{EVENT}/standings?round=2"):
        answer = hall.get(asked)
        assert (answer.status_code, answer.json()["error"]) == (
            404,
            "round 2: how it ended is told with the prizes; come back after the prize giving.",
        )
        assert hall.get(asked, ORGANISER, headers=html).status_code == 200
    reveal_all(hall)
    assert "Final standings" in hall.get(address, headers=html).text


def test_a_players_own_page_tells_no_place_before_the_prizes_do(hall: Scene) -> None:
    page = hall.get(f"/e/{EVENT}/me", PLAYER, headers={"accept": "text/html"}).text
    assert not re.search(r"You are \d", page)
    assert "Your place is told with the prizes." in page
    reveal_all(hall)
    assert re.search(r"You are \d", hall.get(f"/e/{EVENT}/me", PLAYER, headers={"accept": "text/html"}).text)


def test_the_news_for_others_wait_for_the_last_prize(hall: Scene) -> None:
    def kinds() -> list[tuple[str, int]]:
        return [(one.kind, one.round) for one in news_of(hall.event) if one.kind in (ROUND_OVER, FINAL)]

    assert kinds() == [(ROUND_OVER, 1)]
    reveal_all(hall)
    assert kinds() == [(ROUND_OVER, 1), (ROUND_OVER, 2), (FINAL, 0)]


def test_the_paper_for_the_wall_says_no_more_than_the_wall(hall: Scene) -> None:
    paper = standings_data(hall.event)
    assert (paper["title"], len(paper["rounds"])) == ("Standings", 1)
    assert paper["after"] == "After round 1 of 2. The final standings come with the prizes."
    with pytest.raises(BadInput, match="told with the prizes"):
        standings_data(hall.event, 2)
    reveal_all(hall)
    assert (standings_data(hall.event)["title"], len(standings_data(hall.event)["rounds"])) == ("Final standings", 2)
