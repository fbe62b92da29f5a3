"""The tournament hand: which cards it may have, and which of them may be played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.age_of_destruction.hands import (
    CardKind,
    Hand,
    HandCard,
    hand_problems,
    hand_toml,
    play_problems,
    read_hand,
)
from musterhall.problems import BadInput

FOG = HandCard("Thick Fog", "planetary_condition")
HEAT = HandCard("Long Summer", "planetary_condition")
WIND = HandCard("High Wind", "planetary_condition")
RAID = HandCard("Night Raid", "mission")
DUMMY_1 = HandCard("Dummy 1", "dummy")
DUMMY_2 = HandCard("Dummy 2", "dummy")

HAND = Hand((FOG, RAID, DUMMY_1))


def test_a_mixed_hand_with_a_card_for_each_round_is_legal() -> None:
    assert hand_problems([FOG, HEAT, RAID], 3) == []


def test_an_empty_hand_is_legal() -> None:
    assert hand_problems([], 3) == []


def test_no_card_is_in_a_hand_twice_whatever_its_capitals() -> None:
    [problem] = hand_problems([RAID, HandCard("night  raid", "mission")], 4)
    assert problem.what == "is in the hand 2 times"


def test_a_hand_has_no_more_cards_than_the_tournament_has_rounds() -> None:
    [problem] = hand_problems([FOG, RAID, DUMMY_1], 2)
    assert problem.what == "has 3 cards, and the tournament has 2 rounds"


@pytest.mark.parametrize("kind", ["planetary_condition", "mission"])
def test_a_kind_has_fewer_cards_than_there_are_rounds(kind: CardKind) -> None:
    cards = [HandCard(f"Card {number}", kind) for number in range(3)]
    assert len(hand_problems(cards, 3)) == 1
    assert hand_problems(cards, 4) == []


def test_dummies_may_fill_a_whole_hand() -> None:
    assert hand_problems([DUMMY_1, DUMMY_2], 2) == []


def test_all_problems_of_a_hand_are_said_at_once() -> None:
    assert len(hand_problems([FOG, FOG, HEAT, WIND], 3)) == 3


def test_in_a_single_round_only_a_dummy_is_left_unless_read_otherwise() -> None:
    assert len(hand_problems([RAID], 1)) == 1
    assert hand_problems([DUMMY_1], 1) == []
    assert hand_problems([RAID], 1, {"kind_limit": "fewer_or_one"}) == []
    assert len(hand_problems([FOG, HEAT], 2, {"kind_limit": "fewer_or_one"})) == 1


def test_dummies_are_doubles_by_name_all_of_them_or_never() -> None:
    alike = [DUMMY_1, DUMMY_1]
    numbered = [DUMMY_1, DUMMY_2]
    assert (len(hand_problems(alike, 3)), len(hand_problems(numbered, 3))) == (1, 0)
    one = {"dummy_doubles": "one"}
    assert (len(hand_problems(alike, 3, one)), len(hand_problems(numbered, 3, one))) == (1, 1)
    assert hand_problems(alike, 3, {"dummy_doubles": "any"}) == []


def test_a_reading_nobody_offers_is_refused() -> None:
    with pytest.raises(BadInput, match="choose from by_name, one, any"):
        hand_problems([DUMMY_1], 3, {"dummy_doubles": "sometimes"})


def test_a_card_is_played_from_the_hand_only() -> None:
    assert play_problems(HAND, [], "thick fog") == []
    [problem] = play_problems(HAND, [], "Thick Frog")
    assert (problem.what, problem.remedy) == ("is not in the hand", "Perhaps Thick Fog is meant.")


def test_a_card_of_an_earlier_game_is_spent_unless_read_by_the_game() -> None:
    [problem] = play_problems(HAND, ["Thick Fog"], "Thick Fog")
    assert problem.what == "was played in an earlier game of this tournament"
    assert problem.remedy == "Left to play: Night Raid, Dummy 1."
    assert play_problems(HAND, ["Thick Fog"], "Thick Fog", readings={"card_again": "game"}) == []


def test_a_player_plays_one_card_a_game() -> None:
    [problem] = play_problems(HAND, [], "Night Raid", this_game=["Thick Fog"])
    assert problem.what == "a player plays 1 card a game, and Thick Fog is played"
    both = play_problems(HAND, [], "Thick Fog", this_game=["Thick Fog"], readings={"card_again": "game"})
    assert [one.what for one in both][1:] == ["was played in this game already"]


def test_a_player_with_cards_plays_one_unless_the_event_lets_it_be() -> None:
    assert len(play_problems(HAND, ["Thick Fog"], "")) == 1
    assert play_problems(HAND, ["Thick Fog"], "", readings={"no_card": True}) == []
    assert play_problems(HAND, [card.name for card in HAND.cards], "") == []
    assert play_problems(HAND, [], "", this_game=["Thick Fog"]) == []


def test_dummies_that_may_be_alike_are_played_as_often_as_they_are_held() -> None:
    hand, any_ = Hand((DUMMY_1, DUMMY_1)), {"dummy_doubles": "any"}
    assert play_problems(hand, ["Dummy 1"], "Dummy 1", readings=any_) == []
    assert len(play_problems(hand, ["Dummy 1", "Dummy 1"], "Dummy 1", readings=any_)) == 1
    assert len(play_problems(hand, ["Dummy 1"], "Dummy 1")) == 1


@given(st.lists(st.sampled_from([FOG, HEAT, WIND, RAID, DUMMY_1, DUMMY_2]), max_size=6), st.integers(1, 6))
def test_a_legal_hand_can_be_played_to_its_end(cards: list[HandCard], rounds: int) -> None:
    if hand_problems(cards, rounds):
        return
    hand = Hand(tuple(cards))
    for at, card in enumerate(cards):
        assert play_problems(hand, [one.name for one in cards[:at]], card.name) == []


@given(st.lists(st.sampled_from([FOG, RAID, DUMMY_1, DUMMY_1]), max_size=6))
def test_a_written_hand_is_read_as_the_same_hand(cards: list[HandCard]) -> None:
    hand = Hand(tuple(cards), "Ada Invented")
    assert read_hand(hand_toml(hand), "hand.toml") == hand


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "game is missing"),
        ('game = "age_of_destruction"\n', "card is missing"),
        ('game = "age_of_destruction"\n[[card]]\nname = "Fog"\nkind = "weather"\n', "card.0.kind"),
        ("card = [", "not readable as TOML"),
        ("#" * 100_001, "characters"),
    ],
)
def test_a_hand_that_makes_no_sense_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_hand(text, "hand.toml")
    assert complaint in str(refused.value)
