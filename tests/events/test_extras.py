"""Points beside the rounds: penalties with a reason, soft scores inside the total, strength of opponents, tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.events.day import NAMES, Day, new_day

from musterhall.events import extras, prizes, table_numbers
from musterhall.events.fold import fold
from musterhall.events.standings import standings, totals_through
from musterhall.events.telling import Teller
from musterhall.events.views import player_view
from musterhall.packs.model import load_pack, pack_problems, shipped_pack_text
from musterhall.problems import BadInput

CONDUCT = "[event.conduct]"
PAINTING = (
    CONDUCT,
    '[[event.soft]]\nname = "painting"\ntitle = "Painting"\nto = "total"\nmost = 20\n\n' + CONDUCT,
)
VOTED = (
    CONDUCT,
    '[[event.soft]]\nname = "sport"\ntitle = "Sportsmanship"\nto = "total"\nmost = 15\nby = "vote"\n'
    'award = "sportsmanship"\neach = 10\n\n' + CONDUCT,
)


def strength(byes: str = "left_out", by: str = "average") -> tuple[str, str]:
    table = f'[event.standings.strength]\nof = "total"\nby = "{by}"\nbyes = "{byes}"\n\n'
    return CONDUCT, table + CONDUCT


ORDER = ('[event.standings]\norder = ["total"]', '[event.standings]\norder = ["total", "strength"]')


def total(day: Day, name: str, *, final: bool | None = None) -> Fraction:
    rows = standings(day.event, final=final).rows
    return next(row.figures["total"] for row in rows if row.name == name)


def fine(day: Day, name: str, points: int, why: str = "slow play") -> None:
    day.do(lambda event: extras.adjust(event, event.find(name), Fraction(points)), why=why)


def test_a_penalty_is_a_named_part_of_the_total_from_its_round_on() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    day.decide_all({"Anna": 1})
    before = total(day, "Anna")
    fine(day, "Anna", -50)
    assert total(day, "Anna") == before - 50
    row = next(row for row in standings(day.event).rows if row.name == "Anna")
    assert [(extra.title, extra.value, extra.why) for extra in row.extras] == [("Penalty", Fraction(-50), "slow play")]
    assert totals_through(day.event, 0)[day.player("Anna")]["total"] == 0


def test_the_reason_is_for_the_player_and_in_no_public_data() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    day.decide_all()
    fine(day, "Anna", -50)
    mine = player_view(day.event, day.event.find("Anna"), day.now)["standing"]
    assert mine["extras"] == [{"title": "Penalty", "value": -50, "why": "slow play"}]
    assert "slow play" not in str(standings(day.event).as_data())


def test_points_are_adjusted_only_for_a_reason_and_only_in_what_decides_places() -> None:
    day = new_day(["Anna", "Boris"])
    with pytest.raises(BadInput, match="for a reason only"):
        fine(day, "Anna", -5, why=" ")
    with pytest.raises(BadInput, match="0 points change nothing"):
        fine(day, "Anna", 0)
    with pytest.raises(BadInput, match="decides no place here; choose from Total Points"):
        extras.adjust(day.event, day.event.find("Anna"), Fraction(1), "victory")


def test_an_undone_penalty_is_gone_and_a_pairing_that_rested_on_the_points_is_named() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"])
    day.pair()
    day.decide_all({"Anna": 1})
    clean = total(day, "Anna")
    fine(day, "Anna", -5)
    day.undo(day.ledger.last)
    assert total(day, "Anna") == clean
    assert standings(day.event).rows[0].extras == ()


@pytest.mark.parametrize(("text", "points"), [("-5", -5), ("2.5", Fraction(5, 2)), ("2,5", Fraction(5, 2)), ("−3", -3)])
def test_points_are_read_as_people_write_them(text: str, points: Fraction) -> None:
    assert extras.read_points(text) == points


@pytest.mark.parametrize("text", ["", "many", "1/0", "nan", "1e9", "inf", "9999999"])
def test_what_are_no_points_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="points"):
        extras.read_points(text)


def test_painting_counts_in_the_total_at_the_end_and_not_before() -> None:
    day = new_day(["Anna", "Boris"], changes=[PAINTING], rounds_=1)
    day.do(lambda event: extras.score_softly(event, event.find("Boris"), "painting", Fraction(12)))
    day.pair()
    day.decide_all({"Anna": 1})
    assert total(day, "Boris") == 0
    assert total(day, "Boris", final=True) == 12
    day.do(prizes.finish)
    assert total(day, "Boris") == 12
    assert Teller(day.ledger.entries, day.event).sentence(day.ledger.entries[-5]) == "Boris: Painting 12."


def test_a_soft_score_that_counts_always_is_in_every_standing_and_a_later_one_replaces_it() -> None:
    always = (PAINTING[0], PAINTING[1].replace("most = 20", 'most = 20\ncounts = "always"'))
    day = new_day(["Anna", "Boris"], changes=[always])
    for points in (3, 8):
        day.do(extras.score_softly(day.event, day.event.find("Anna"), "Painting", Fraction(points)))
    assert total(day, "Anna") == 8


def test_a_soft_score_is_neither_more_than_the_most_nor_less_than_nothing() -> None:
    day = new_day(["Anna"], changes=[PAINTING])
    for points in (21, -1):
        with pytest.raises(BadInput, match="Painting is from 0 to 20"):
            day.do(extras.score_softly(day.event, day.event.find("Anna"), "painting", Fraction(points)))
    with pytest.raises(BadInput, match="is no soft score of this event; it has painting"):
        extras.score_softly(day.event, day.event.find("Anna"), "sport", Fraction(1))


def test_votes_make_a_soft_score_up_to_its_most_and_only_at_the_end() -> None:
    day = new_day(["Anna", "Boris", "Cleo"], changes=[VOTED], rounds_=1)
    day.pair()
    day.decide_all()
    before = total(day, "Anna")
    for voter in ("Boris", "Cleo"):
        day.do(prizes.vote(day.event, day.event.find(voter), "sportsmanship", day.event.find("Anna")))
    assert total(day, "Anna") == before
    assert total(day, "Anna", final=True) == before + 15
    with pytest.raises(BadInput, match="comes from the players' votes"):
        day.do(extras.score_softly(day.event, day.event.find("Anna"), "sport", Fraction(1)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            (PAINTING[0], PAINTING[1].replace('"total"', '"victory"')),
            "no figure that decides places is called 'victory'",
        ),
        ((VOTED[0], VOTED[1].replace('"sportsmanship"', '"first"')), "no award by votes is called 'first'"),
        ((VOTED[0], VOTED[1].replace("each = 10", 'counts = "always"')), "would show votes before the end"),
        ((PAINTING[0], PAINTING[1].replace("most = 20", 'most = 20\nby = "vote"')), "names an award just when"),
        ((ORDER[0], ORDER[1]), "no measure is called 'strength'"),
        ((strength()[0], strength()[1].replace('of = "total"', 'of = "nothing"')), "no measure is called 'nothing'"),
    ],
)
def test_a_pack_that_cannot_be_says_why(change: tuple[str, str], said: str) -> None:
    text = shipped_pack_text("herocon-2025").replace(*change)
    assert said in " ".join(map(str, pack_problems(text, "pack.toml")))


# Strength of opponents


def test_equals_are_parted_by_what_their_opponents_have_scored() -> None:
    day = new_day(NAMES[:4], changes=[ORDER, strength()])
    day.pair()
    first, second = day.round.matches
    day.decide(first, {"fields": {"points_of_interest": 2}}, {})
    day.decide(second, {"fields": {"points_of_interest": 2}}, {"fields": {"points_of_interest": 1}})
    rows = standings(day.event).rows
    # Both winners have as much; the one whose opponent scored something stands above.
    assert rows[0].player == second.players[0]
    assert rows[0].broken_by.startswith("Strength of opponents")
    assert [row.place for row in rows] == [1, 2, 3, 4]


@pytest.mark.parametrize(("byes", "expected"), [("left_out", 0), ("own_points", 1), ("field_average", 2)])
def test_a_round_without_an_opponent_counts_in_a_named_way(byes: str, expected: int) -> None:
    day = new_day(NAMES[:3], changes=[ORDER, strength(byes)])
    day.pair()
    day.decide_all({"Anna": 2, "Boris": 1, "Cleo": 1})
    alone = day.round.byes[0]
    totals = totals_through(day.event, 1)
    own = totals[alone]["total"]
    field = sum(totals[id_]["total"] for id_ in day.event.players) / 3
    assert totals[alone]["strength"] == [Fraction(0), own, field][expected]


def test_penalties_are_no_part_of_the_strength_of_opponents() -> None:
    day = new_day(NAMES[:2], changes=[ORDER, strength(by="sum")])
    day.pair()
    day.decide_all({"Anna": 1})
    before = totals_through(day.event, 1)[day.player("Boris")]["strength"]
    fine(day, "Anna", -100)
    assert totals_through(day.event, 1)[day.player("Boris")]["strength"] == before


@given(st.lists(st.integers(0, 2), min_size=8, max_size=8), st.integers(0, 1000))
def test_the_sums_of_strength_are_what_everybody_has_scored_once_for_each_opponent(held: list[int], seed: int) -> None:
    day = new_day(NAMES[:8], changes=[ORDER, strength(by="sum")])
    for _ in range(2):
        day.pair(seed)
        day.decide_all(dict(zip(NAMES, held, strict=False)))
    totals = totals_through(day.event, 2)
    assert sum(one["strength"] for one in totals.values()) == 2 * sum(one["total"] for one in totals.values())


# Tables


def test_leaders_sit_at_the_first_table_where_the_pack_or_the_organiser_says_so() -> None:
    by_pack = ('[event.pairing]\nfirst = "random"', '[event.pairing]\nfirst = "random"\ntables = "by_standing"')
    assert new_day([], changes=[by_pack]).event.leaders_first
    day = new_day(NAMES[:8])
    day.do(lambda event: table_numbers.put_leaders_first(event, True))
    points = dict(zip(NAMES, (2, 2, 2, 1, 1, 1, 0, 0), strict=False))
    for _ in range(3):
        day.pair()
        ranked = [row.player for row in standings(day.event, day.round.number - 1).rows]
        best = [min(map(ranked.index, match.players)) for match in day.round.matches]
        assert best == sorted(best) or day.round.number == 1
        day.decide_all(points)
    with pytest.raises(BadInput, match="sit at the first tables already"):
        day.do(lambda event: table_numbers.put_leaders_first(event, True))


def test_a_journal_with_all_of_it_folds_to_the_same_event() -> None:
    day = new_day(NAMES[:4], changes=[PAINTING, ORDER, strength()])
    day.pair()
    day.decide_all({"Anna": 2})
    fine(day, "Anna", -5)
    day.do(lambda event: extras.score_softly(event, event.find("Boris"), "painting", Fraction(7, 2)))
    assert fold(day.ledger.entries) == day.event
    assert load_pack(day.event.pack_text, "pack").event is not None
