"""Who is allied with whom."""

from __future__ import annotations

from itertools import permutations

import pytest

from musterhall.games.age_of_destruction.alliances import alliances, allied, faction_name, factions, is_mercenary

HOUSES = {"grand_alliance": "houses"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("RotS", "Highlanders"),
        ("Davion", "Swordsworn"),
        ("Steiner", "Stormhammers"),
        ("Clan Wolf", "Steel Wolves"),
        ("House Kurita", "Dragon's Fury"),
        ("Clan Nova Cat", "Spirit Cats"),
        ("House Kurita", "Clan Nova Cat"),
    ],
)
def test_the_sheets_alliances_hold_in_both_directions(one: str, other: str) -> None:
    assert allied(one, other)
    assert allied(other, one)


def test_the_sheet_has_six_house_alliances_and_one_grand_one() -> None:
    assert sorted(one.kind for one in alliances()) == ["grand"] + ["house"] * 6


def test_no_one_else_is_allied() -> None:
    pairs = [pair for pair in permutations(factions(), 2) if allied(*pair)]
    assert len(pairs) == 2 * 7


def test_a_grand_alliance_joins_only_the_two_it_names_unless_read_with_their_houses() -> None:
    through_houses = [("Dragon's Fury", "Nova Cat"), ("Kurita", "Spirit Cats"), ("Spirit Cats", "Dragon's Fury")]
    for one, other in through_houses:
        assert not allied(one, other)
        assert allied(one, other, HOUSES)
    assert not allied("Dragon's Fury", "Steel Wolves", HOUSES)


def test_a_faction_stands_with_itself_however_it_is_written() -> None:
    assert allied("rots", "Republic of the  Sphere")
    assert allied("Someone Else", "someone else")
    assert not allied("Someone Else", "Highlanders")


def test_an_unknown_faction_keeps_its_name() -> None:
    assert faction_name(" Someone  Else ") == "Someone Else"


def test_a_unit_without_faction_is_a_mercenary() -> None:
    assert is_mercenary("")
    assert is_mercenary("mercenary")
    assert not is_mercenary("Highlanders")
