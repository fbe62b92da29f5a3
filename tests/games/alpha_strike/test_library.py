"""The library: names, search, merging, and the cards that ship."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from musterhall.games.alpha_strike.parts.referee import AlphaStrikeReferee
from musterhall.games.alpha_strike.units.cards import Card, is_infantry, is_vehicle
from musterhall.games.alpha_strike.units.library import Library, library_from, merge, starter_library
from musterhall.games.alpha_strike.units.searching import CardSearch, search_cards
from musterhall.problems import BadInput

STARTER = starter_library()


def test_sixty_to_a_hundred_cards_ship_and_none_has_an_unknown_special() -> None:
    assert 60 <= len(STARTER) <= 100
    assert [card.name for card in STARTER if card.unknown_specials] == []
    assert len({card.mul_id for card in STARTER}) == len(STARTER) == len({card.name for card in STARTER})


@pytest.mark.parametrize(
    ("name", "pv"),
    [
        ("Atlas AS7-D", 52),
        ("Locust LCT-1V", 18),
        ("Locust LCT-3M", 20),
        ("Griffin GRF-6S", 37),
        ("Vindicator VND-6L", 31),
        ("Stone Rhino (Behemoth)", 56),
        ("Warhammer WHM-6R", 32),
        ("Marauder MAD-3R", 35),
    ],
)
def test_well_known_cards_cost_what_they_cost(name: str, pv: int) -> None:
    assert STARTER.find(name).pv == pv


def test_the_starter_has_every_role_size_and_kind_that_formations_ask_for() -> None:
    roles = Counter(card.role for card in STARTER)
    ground = ("Ambusher", "Brawler", "Juggernaut", "Missile Boat", "Scout", "Skirmisher", "Sniper", "Striker")
    assert all(roles[role] >= 3 for role in ground)
    assert {card.type for card in STARTER} >= {"BM", "CV", "CI", "BA", "PM", "AF"}
    for special in (
        "ART",
        "ECM",
        "PRB",
        "C3M",
        "C3S",
        "C3I",
        "IF",
        "FLK",
        "AC",
        "LRM",
        "SRM",
        "MEC",
        "XMEC",
        "OMNI",
        "IT",
    ):
        assert search_cards(STARTER, CardSearch(special=(special,))), special
    assert len([card for card in STARTER if is_infantry(card)]) >= 3
    assert len([card for card in STARTER if is_vehicle(card) and card.size == 1]) >= 2


def test_a_card_is_found_whatever_its_capitals_and_blanks() -> None:
    assert STARTER.find("  atlas   as7-d ").name == "Atlas AS7-D"
    assert "ATLAS AS7-D" in STARTER
    assert STARTER.get("Atlas") is None


def test_units_with_two_names_are_found_by_either() -> None:
    name = "Mad Cat (Timber Wolf) Prime"
    assert {STARTER.find(one).name for one in (name, "Timber Wolf Prime", "Mad Cat Prime")} == {name}


def test_the_nearest_names_are_offered() -> None:
    with pytest.raises(BadInput, match="no card is called 'Atlas AS7D'; did you mean Atlas AS7-D or"):
        STARTER.find("Atlas AS7D")
    with pytest.raises(BadInput, match="look it up"):
        STARTER.find("0" * 100_000)
    with pytest.raises(BadInput):
        Library().find("")


def test_merging_keeps_one_card_a_unit_and_joins_who_may_take_it() -> None:
    first = replace(STARTER.find("Atlas AS7-D"), available=frozenset([("A", "X")]))
    second = replace(first, pv=99, available=frozenset([("B", "X")]))
    merged = merge(Library([first]), Library([second]))
    assert len(merged) == 1
    assert merged.cards[0].pv == 99
    assert merged.cards[0].available == {("A", "X"), ("B", "X")}


def test_a_card_without_a_number_is_the_one_of_its_name() -> None:
    numbered = STARTER.find("Atlas AS7-D")
    own = replace(numbered, mul_id=0, pv=50)
    assert [(card.mul_id, card.pv) for card in merge(Library([numbered]), Library([own]))] == [(numbered.mul_id, 50)]
    assert [(card.mul_id, card.pv) for card in merge(Library([own]), Library([numbered]))] == [(numbered.mul_id, 52)]


def test_two_units_of_one_name_are_both_kept() -> None:
    one = STARTER.find("Atlas AS7-D")
    other: Card = replace(one, mul_id=999_999, pv=1)
    merged = merge(Library([one, other]))
    assert len(merged) == 2
    assert [card.pv for card in merged] == [one.pv, 1]


def test_a_broken_card_in_a_file_is_named() -> None:
    with pytest.raises(BadInput, match="mine, Atlas AS7-D: size is missing; add it"):
        library_from([{"chassis": "Atlas", "variant": "AS7-D", "type": "BM"}], "mine")


# Cards that share a name

ATLAS = STARTER.find("Atlas AS7-D")
WALKER = replace(ATLAS, name="Tomahawk C", chassis="Tomahawk", variant="C", pv=63, mul_id=6301)
FIGHTER = replace(WALKER, type="AF", pv=38, mul_id=3268)
BOTH = Library([FIGHTER, WALKER, ATLAS])


def test_cards_that_share_a_name_are_told_apart_by_their_numbers() -> None:
    assert [card.name for card in BOTH] == ["Tomahawk C [3268]", "Tomahawk C [6301]", "Atlas AS7-D"]
    assert BOTH.find("tomahawk c [6301]").pv == 63
    assert BOTH.find("Tomahawk C [3268]").pv == 38
    assert [card.name for card in Library([FIGHTER, FIGHTER])] == ["Tomahawk C", "Tomahawk C"]


def test_a_name_that_two_cards_share_asks_which() -> None:
    assert BOTH.get("Tomahawk C") is None
    with pytest.raises(BadInput, match=r"2 cards are called 'Tomahawk C'; write Tomahawk C \[3268\] \(AF, 38 PV\) or "):
        BOTH.find("Tomahawk C")


def test_a_merged_library_keeps_both() -> None:
    merged = merge(Library([FIGHTER]), Library([WALKER]), BOTH)
    assert sorted(card.pv for card in merged if card.chassis == "Tomahawk") == [38, 63]


def test_a_second_name_is_a_mechs_alone() -> None:
    suit = replace(ATLAS, name="Raiden (Original) x", chassis="Raiden (Original)", variant="x", type="BA", mul_id=1)
    mech = replace(suit, name="Mad Cat (Timber Wolf) x", chassis="Mad Cat (Timber Wolf)", type="BM", mul_id=2)
    library = Library([suit, mech])
    assert library.get("Timber Wolf x") is not None
    assert library.get("Original x") is None
    assert library.get("Raiden x") is None


def test_a_short_name_that_two_cards_share_asks_which() -> None:
    names = ("Ryoken III (Skinwalker)", "Ryoken III-XP (Skinwalker)")
    library = Library(
        replace(ATLAS, name=f"{name} A", chassis=name, variant="A", mul_id=at) for at, name in enumerate(names, 1)
    )
    with pytest.raises(BadInput, match=r"2 cards are called 'Skinwalker A'; write Ryoken III \(Skinwalker\) A"):
        library.find("Skinwalker A")


def test_the_referee_knows_the_cards_that_were_imported() -> None:
    card = replace(ATLAS, name="Kettle", chassis="Kettle", variant="")
    units = [{"name": "One", "side": "red", "unit": "Kettle", "at": [20, 20]}]
    asked = {"game": "alpha_strike", "ask": {"tmm": {"unit": "One"}}, "unit": units}
    referee = AlphaStrikeReferee()
    with pytest.raises(BadInput, match="no card is called 'Kettle'"):
        referee.ask(asked, "a question")
    assert referee.knowing(Library([card])).ask(asked, "a question").result
