"""Prizes go by the standings: a shared place is told as shared, and an award that is nobody's says why."""

from __future__ import annotations

import pytest
from tests.events.day import Day, new_day

from musterhall.events import players
from musterhall.events.prizes import Prize, add_award, add_sponsor, give, prizes, vote
from musterhall.problems import BadInput


def played(points: dict[str, int], names: tuple[str, ...] = ("Anna", "Boris", "Cleo", "Dario")) -> Day:
    """One round of which each player has these points of interest."""
    day = new_day(names, rounds_=1)
    day.pair()
    day.decide_all(points)
    return day


def prize(day: Day, name: str) -> tuple[list[str], str]:
    found = next(one for one in prizes(day.event) if one.award == name)
    return [day.event.player(id_).name for id_ in found.winners], found.because


def test_each_place_has_its_prize() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"], rounds_=1)
    day.pair()
    one, other = day.round.matches
    day.decide(one, {"fields": {"points_of_interest": 3}}, {"fields": {"points_of_interest": 1}})
    day.decide(other, {"fields": {"points_of_interest": 5}}, {})
    first, second, third = (prize(day, name) for name in ("first", "second", "third"))
    assert [because for _, because in (first, second, third)] == ["place 1", "place 2", "place 3"]
    assert first[0] == [day.event.player(other.players[0]).name]
    assert second[0] == [day.event.player(one.players[0]).name]
    assert third[0] == [day.event.player(one.players[1]).name]


def test_who_shares_the_first_place_is_told_so_and_the_second_is_nobodys_with_the_reason() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"], rounds_=1)
    day.pair()
    for match in day.round.matches:
        day.decide(match, {"fields": {"points_of_interest": 3}}, {})
    best = sorted(match.players[0] for match in day.round.matches)
    names = " and ".join(day.event.player(id_).name for id_ in best)
    assert prize(day, "first")[1] == "place 1, shared by 2"
    assert prize(day, "second") == ([], f"{names} share place 1, so nobody has place 2")
    assert prize(day, "third")[1] == "place 3, shared by 2"


def test_the_third_prize_is_nobodys_where_two_are_second() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"], rounds_=1)
    day.pair()
    one, level = day.round.matches
    day.decide(one, {"fields": {"points_of_interest": 5}}, {})
    day.decide(level, {"fields": {"points_of_interest": 1}}, {"fields": {"points_of_interest": 1}})
    names = " and ".join(day.event.player(id_).name for id_ in sorted(level.players))
    assert prize(day, "second")[1] == "place 2, shared by 2"
    assert prize(day, "third") == ([], f"{names} share place 2, so nobody has place 3")


def test_a_place_shared_by_many_leaves_several_awards_to_nobody() -> None:
    day = played({})
    assert len(prize(day, "first")[0]) == 4
    assert prize(day, "third") == ([], "4 players share place 1, so nobody has place 3")


def test_a_place_that_is_beyond_the_last_player_says_so() -> None:
    day = played({"Anna": 3}, names=("Anna", "Boris"))
    assert prize(day, "third") == ([], "only 2 players are in the standings")


def test_before_the_first_round_no_place_is_anybodys() -> None:
    assert prize(new_day(["Anna", "Boris"]), "first") == ([], "no round has been played yet")


def test_an_award_by_votes_without_votes_says_so() -> None:
    assert prize(played({}), "sportsmanship") == ([], "nobody has voted")


def test_a_painting_award_that_no_force_can_have_says_why() -> None:
    day = played({})
    assert prize(day, "best_painted") == ([], "no force is noted as wholly painted")
    anna = day.event.find("Anna")
    day.do(lambda event: players.change_player(event, anna, painted=True))
    assert prize(day, "best_painted") == ([], "nobody has voted")


def test_a_vote_for_a_force_that_is_not_painted_any_more_does_not_count() -> None:
    day = played({})
    for name in ("Anna", "Boris"):
        day.do(players.change_player(day.event, day.event.find(name), painted=True))
    day.do(lambda event: vote(event, event.find("Cleo"), "best_painted", event.find("Anna")))
    assert prize(day, "best_painted") == (["Anna"], "1 of 1 votes")
    day.do(lambda event: players.change_player(event, event.find("Anna"), painted=False))
    assert prize(day, "best_painted") == ([], "no vote that was cast counts any more")
    day.do(lambda event: vote(event, event.find("Dario"), "best_painted", event.find("Boris")))
    assert prize(day, "best_painted") == (["Boris"], "1 of 1 votes")


def test_a_painting_award_is_given_only_for_a_painted_force_and_looked_at_again_later() -> None:
    day = played({})
    with pytest.raises(BadInput, match="not wholly painted"):
        day.do(lambda event: give(event, "best_painted", event.find("Anna")))
    day.do(lambda event: players.change_player(event, event.find("Anna"), painted=True))
    day.do(lambda event: give(event, "best_painted", event.find("Anna")))
    assert prize(day, "best_painted") == (["Anna"], "given by the organiser")
    day.do(lambda event: players.change_player(event, event.find("Anna"), painted=False))
    assert prize(day, "best_painted")[1] == (
        "given by the organiser, although the force is not noted as wholly painted: look at it again"
    )


NOBODYS = "Anna and Boris share place 1, so nobody has place 2"


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (Prize("first", "First place", ("p1",), "place 1"), "First place: Anna (place 1)."),
        (
            Prize("first", "First", ("p1", "p2"), "place 1, shared by 2"),
            "First: Anna and Boris (place 1, shared by 2).",
        ),
        (Prize("second", "Second place", (), NOBODYS), f"Second place: nobody yet ({NOBODYS})."),
    ],
)
def test_a_prize_is_told_in_one_sentence(one: Prize, told: str) -> None:
    assert one.sentence(new_day(["Anna", "Boris"]).event) == told


# While the event runs


def test_an_award_that_is_added_on_the_day_is_voted_on_like_any_other() -> None:
    day = played({"Anna": 3})
    day.do(lambda event: add_award(event, "Best Terrain Piece", by="vote"))
    assert prize(day, "best_terrain_piece") == ([], "nobody has voted")
    day.do(lambda event: vote(event, event.find("Anna"), "best terrain piece", event.find("Boris")))
    assert prize(day, "best_terrain_piece") == (["Boris"], "1 of 1 votes")


def test_an_award_for_a_place_needs_its_place_and_a_title_is_given_once() -> None:
    day = played({"Anna": 3})
    day.do(lambda event: add_award(event, "Wooden Spoon", by="place", place=4))
    assert prize(day, "wooden_spoon")[1].startswith(("place 4", "only", "Boris"))
    with pytest.raises(BadInput, match="say which place"):
        add_award(day.event, "Another", by="place")
    with pytest.raises(BadInput, match="is there already"):
        add_award(day.event, "wooden spoon", by="organiser")


def test_two_titles_that_look_alike_in_small_letters_are_two_awards() -> None:
    day = played({"Anna": 3})
    for title in ("Best of Wü", "Best of Wö", "!!!"):
        day.do(add_award(day.event, title, by="organiser"))
    assert [one.name for one in day.event.awards][-3:] == ["best_of_w", "best_of_w_2", "award"]


def test_a_sponsor_is_told_with_the_award_or_with_the_event() -> None:
    day = played({"Anna": 3})
    day.do(lambda event: add_sponsor(event, "Hexhaven Games", "first"))
    day.do(lambda event: add_sponsor(event, "The Painted Die"))
    told = next(one for one in prizes(day.event) if one.award == "first")
    assert told.sponsors == ("Hexhaven Games",)
    assert "sponsored by Hexhaven Games" in told.sentence(day.event)
    assert day.event.sponsors[""] == ("The Painted Die",)
    with pytest.raises(BadInput, match="is not one of this event"):
        add_sponsor(day.event, "Hexhaven Games", "no such award")
    with pytest.raises(BadInput, match="is named already"):
        add_sponsor(day.event, "hexhaven games", "first")


def test_an_added_award_is_undone_only_before_anybody_has_it() -> None:
    day = played({"Anna": 3})
    added = day.do(lambda event: add_award(event, "Loudest Dice", by="organiser"))
    day.do(lambda event: give(event, "loudest_dice", event.find("Cleo")))
    with pytest.raises(BadInput, match="rests on it"):
        day.ledger.undo(added.seq)
