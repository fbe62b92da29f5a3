"""Cards that somebody is looking for: all filters hold at once, and the best match comes first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from musterhall.games.alpha_strike.units.cards import Card, tmms
from musterhall.games.alpha_strike.units.library import Library, merge, starter_library
from musterhall.games.alpha_strike.units.searching import SORTS, CardSearch, search_cards
from musterhall.problems import BadInput

STARTER = starter_library()
TIMBER_WOLF = STARTER.find("Timber Wolf Prime")


def found_by(library: Library = STARTER, **asked: Any) -> list[Card]:
    return search_cards(library, CardSearch(**asked))


def test_filters_all_hold_at_once() -> None:
    found = found_by(role="striker", size=1, pv=(20, 30), special=["srm"], type="cv")
    assert [card.name for card in found] == ["Pegasus Scout Hover Tank"]
    assert found_by() == list(STARTER.cards)
    assert found_by(text="wolf timber") == [STARTER.find("Timber Wolf Prime")]


def test_a_special_is_searched_by_name_by_text_and_by_family() -> None:
    assert STARTER.find("Archer ARC-2R") in found_by(special=["IF"])
    assert STARTER.find("Archer ARC-2R") in found_by(special=["IF2"])
    assert STARTER.find("Atlas AS7-D") not in found_by(special=["IF2"])
    assert STARTER.find("Catapult CPLT-C3") in found_by(special=["ART"])
    assert found_by(special=["ECM", "PRB", "TAG"]) == [STARTER.find("Raven RVN-3L"), STARTER.find("Raven RVN-4L")]


def test_a_faction_finds_only_what_is_known_to_be_available_to_it() -> None:
    atlas = replace(STARTER.find("Atlas AS7-D"), available=frozenset([("Lyran Commonwealth", "ilClan")]))
    library = merge(STARTER, Library([atlas]))
    assert found_by(library, faction="lyran commonwealth", era="ILCLAN") == [atlas]
    assert found_by(library, faction="Lyran Commonwealth", era="Jihad") == []
    assert found_by(library, era="ilClan") == [atlas]
    assert found_by(faction="Lyran Commonwealth") == []


def test_what_the_general_list_of_a_faction_has_is_found_for_it() -> None:
    atlas = replace(STARTER.find("Atlas AS7-D"), available=frozenset([("Inner Sphere General", "ilClan")]))
    assert found_by(Library([atlas]), faction="House Kurita", era="ilClan") == [atlas]
    assert found_by(Library([atlas]), faction="Clan Wolf", era="ilClan") == []


def variants(*names: str) -> Library:
    """A Timber Wolf in each of these configurations, and two others with its words in their names."""
    wolves = [replace(TIMBER_WOLF, name=f"Mad Cat (Timber Wolf) {one}", variant=one, mul_id=0) for one in names]
    others = [
        replace(TIMBER_WOLF, name=name, chassis=name, variant="", mul_id=0)
        for name in ("Great Timber Wolf", "Timber Wolfhound")
    ]
    return Library([*others, *wolves])


@pytest.mark.parametrize("typed", ["timber wolf", "Timber  Wolf", "timberwolf", "mad cat"])
def test_timber_wolf_finds_the_timber_wolf_first(typed: str) -> None:
    library = variants("(Bounty Hunter)", "A", "Prime", "S")
    assert found_by(library, text=typed)[0].name == "Mad Cat (Timber Wolf) Prime"
    assert library.nearest(typed)[0] == "Mad Cat (Timber Wolf) Prime"


def test_the_thing_itself_comes_before_what_only_holds_its_words() -> None:
    names = [card.name for card in found_by(variants("(Bounty Hunter)", "A", "Prime"), text="timber wolf")]
    assert names[0] == "Mad Cat (Timber Wolf) Prime"
    assert names[2] == "Mad Cat (Timber Wolf) (Bounty Hunter)"
    assert names[-2:] == ["Timber Wolfhound", "Great Timber Wolf"]


def test_a_name_that_is_typed_whole_is_the_first() -> None:
    assert found_by(variants("A", "Prime"), text="timber wolf a")[0].variant == "A"


@pytest.mark.parametrize(
    ("asked", "figure"),
    [
        ({"move": (14, 99)}, lambda card: max(card.moves.values()) >= 14),
        ({"tmm": (3, 9)}, lambda card: max(tmms(card).values()) >= 3),
        ({"damage": (5, 99)}, lambda card: card.damage[1].value >= 5),
        ({"armour": (9, 99)}, lambda card: card.armour >= 9),
        ({"tech": "clan"}, lambda card: card.tech == "Clan"),
        ({"year": (0, 2600)}, lambda card: card.introduced <= 2600),
        ({"pv": (50, 99)}, lambda card: card.pv >= 50),
        ({"role": "Sniper"}, lambda card: card.role == "Sniper"),
    ],
)
def test_each_figure_can_be_asked_for(asked: dict[str, Any], figure: Any) -> None:
    found = found_by(**asked)
    assert 0 < len(found) < len(STARTER)
    assert found == [card for card in STARTER if figure(card)]


@pytest.mark.parametrize("sort", SORTS)
def test_every_order_has_the_same_cards(sort: str) -> None:
    found = found_by(sort=sort)
    assert sorted(card.name for card in found) == sorted(card.name for card in STARTER)


def test_orders_begin_with_what_they_say() -> None:
    def first(sort: str) -> Card:
        return found_by(sort=sort)[0]

    assert first("dear").pv == max(card.pv for card in STARTER)
    assert first("cheap").pv == min(card.pv for card in STARTER)
    assert max(first("move").moves.values()) == max(max(card.moves.values()) for card in STARTER)
    assert first("damage").damage[1].value == max(card.damage[1].value for card in STARTER)
    assert first("armour").armour == max(card.armour for card in STARTER)
    assert first("new").introduced == max(card.introduced for card in STARTER)
    assert found_by(text="wolf", sort="cheap") == sorted(found_by(text="wolf"), key=lambda card: (card.pv, card.name))


def test_an_order_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match="no such order"):
        found_by(sort="beauty")
