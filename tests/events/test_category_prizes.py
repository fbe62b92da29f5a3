"""Prizes for some of the players: of a category, of a faction, and for the most of a score."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.events.day import NAMES, Day, new_day
from tests.events.test_extras import PAINTING

from musterhall.events import extras, players, prizes
from musterhall.packs.model import pack_problems, shipped_pack_text
from musterhall.problems import BadInput

CONDUCT = "[event.conduct]"
JUNIORS = (
    CONDUCT,
    '[[event.category]]\nname = "junior"\ntitle = "Juniors"\n\n'
    '[[event.award]]\nname = "best_junior"\ntitle = "Best junior"\nby = "place"\nplace = 1\ncategory = "junior"\n\n'
    '[[event.award]]\nname = "best_fox"\ntitle = "Best Sea Fox"\nby = "place"\nplace = 1\nfaction = "Clan Sea Fox"\n\n'
    + CONDUCT,
)
PAINTED = (
    CONDUCT,
    '[[event.award]]\nname = "brush"\ntitle = "Golden brush"\nby = "score"\nof = "painting"\n\n' + CONDUCT,
)


def played(*changes: tuple[str, str]) -> Day:
    day = new_day(NAMES[:4], changes=changes, rounds_=1)
    day.pair()
    for match in day.round.matches:
        day.decide(match, {"fields": {"points_of_interest": 2}}, {})
    return day


def won(day: Day, award: str) -> tuple[str, ...]:
    return next(prize.winners for prize in prizes.prizes(day.event) if prize.award == award)


def test_the_best_of_a_category_is_the_first_of_those_in_it() -> None:
    day = played(JUNIORS)
    assert won(day, "best_junior") == ()
    losers = [match.players[1] for match in day.round.matches]
    day.do(lambda event: players.change_player(event, event.player(losers[0]), categories=["junior"]))
    assert won(day, "best_junior") == (losers[0],)
    day.do(lambda event: players.change_player(event, event.player(losers[0]), categories=[]))
    assert won(day, "best_junior") == ()


def test_the_best_of_a_faction_is_found_however_the_faction_is_written() -> None:
    day = played(JUNIORS)
    for at, match in enumerate(day.round.matches):
        loser = match.players[1]
        day.do(lambda event, loser=loser: players.change_player(event, event.player(loser), faction="clan sea fox"))  # type: ignore[misc]
        assert len(won(day, "best_fox")) == at + 1  # both lost, and share the place among them


def test_a_prize_of_a_category_is_given_to_nobody_else() -> None:
    day = played(JUNIORS)
    with pytest.raises(BadInput, match="Best junior is for the category junior alone"):
        day.do(lambda event: prizes.give(event, "best_junior", event.find("Anna")))
    with pytest.raises(BadInput, match="is none of this event; it has junior"):
        day.do(lambda event: players.change_player(event, event.find("Anna"), categories=["senior"]))


def test_the_most_of_a_soft_score_wins_its_prize() -> None:
    day = played(PAINTING, PAINTED)
    for name, points in (("Anna", 7), ("Boris", 12), ("Cleo", 12)):
        day.do(extras.score_softly(day.event, day.event.find(name), "painting", Fraction(points)))
    prize = next(one for one in prizes.prizes(day.event) if one.award == "brush")
    assert prize.winners == (day.player("Boris"), day.player("Cleo"))
    assert prize.because == "Painting 12, shared by 2"


def test_a_prize_for_a_faction_is_added_on_the_day() -> None:
    day = played()
    day.do(lambda event: prizes.add_award(event, "Best Lyran", by="place", place=1, faction="Lyran Commonwealth"))
    assert won(day, "best_lyran") == ()
    with pytest.raises(BadInput, match="is none of this event"):
        day.do(lambda event: prizes.add_award(event, "Best junior", category="junior"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((CONDUCT, JUNIORS[1].replace('category = "junior"', 'category = "senior"')), "no category is called 'senior'"),
        ((CONDUCT, PAINTED[1]), "no score or figure is called 'painting'"),
        ((CONDUCT, PAINTED[1].replace('\nof = "painting"', "")), "names a score just when"),
    ],
)
def test_a_pack_whose_prizes_lead_nowhere_says_so(change: tuple[str, str], said: str) -> None:
    text = shipped_pack_text("herocon-2025").replace(*change)
    assert said in " ".join(map(str, pack_problems(text, "pack.toml")))
