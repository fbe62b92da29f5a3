"""The roll, terrain in turn, hidden cards, deployment and infiltrators."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.games.age_of_destruction.aod_tables import FAR, battle_on, force, give, rect, table

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Illegal
from musterhall.dice import Dice
from musterhall.games.age_of_destruction.battles import AgeOfDestructionRules, Setup, bare_table, new_position
from musterhall.games.age_of_destruction.cards.cards import NO_CARD, Card, read_card, sample_cards
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets
from musterhall.problems import BadInput

RIFLES = [("Payday Rifles", 0.0, 0.0, 0.0)]
HAND = (sample_cards().get("Soup Fog"), Card("A Card Nobody Wrote", "mission"))


def begun(*dice: int, terrain: tuple[Any, ...] = (), hand: tuple[Card, ...] = (), **readings: Any) -> Battle[Position]:
    edition = Edition.usual()
    red, blue = force("red", RIFLES), force("blue", [*RIFLES, ("Second-Hand Sappers", 0.0, 0.0, 0.0)])
    red, blue = replace(red, cards=hand), replace(blue, cards=hand)
    setup = Setup(red, blue, bare_table(edition), sample_sheets(), edition, terrain, readings)
    return Battle(AgeOfDestructionRules(), new_position(setup), Dice.scripted(dice))


def test_the_higher_roll_says_who_is_first() -> None:
    battle = begun(1, 2, 2, 1, 1, 2, 5, 5)
    assert (battle.asked().player, battle.asked().kind) == (1, "first player")
    battle.answer(0)
    assert battle.position.first == 0


def test_terrain_is_placed_in_turn_from_the_second_player_on_outside_the_zones() -> None:
    battle = begun(5, 5, 1, 1, terrain=(rect("woods", 0, 0, 4, 4), rect("hill", 0, 0, 4, 4)))
    battle.answer(0)
    assert battle.asked().player == 1
    with pytest.raises(Illegal, match="deployment zone"):
        battle.answer({"at": [10, 3]})
    battle.answer({"at": [10, 10]})
    assert battle.asked().player == 0
    with pytest.raises(Illegal, match="would lie on woods"):
        battle.answer({"at": [12, 12]})
    battle.answer({"at": [20, 20], "turned": 45})
    assert [piece.name for piece in battle.position.field.pieces] == ["woods", "hill"]
    assert battle.asked().kind == "deploy"


def test_cards_stay_hidden_until_both_have_chosen_and_an_unknown_one_does_nothing() -> None:
    battle = begun(5, 5, 1, 1, hand=HAND)
    battle.answer(0)
    battle.answer("Soup Fog", 0)
    view = battle.view(1)
    assert (view.sides[0].card, view.sides[0].hand) == (NO_CARD, ())
    assert battle.trial(1, 7).asked(1).kind == "card"
    battle.answer("A Card Nobody Wrote", 1)
    assert [side.card.name for side in battle.position.sides] == ["Soup Fog", "A Card Nobody Wrote"]
    lines = [line.text for line in battle.log if line.kind == "card"]
    assert lines[1].startswith("Blue plays A Card Nobody Wrote, which does nothing here")


def test_a_card_file_with_an_effect_nobody_knows_can_be_played_and_is_said_to_do_nothing() -> None:
    row = {"name": "Gravel Rain", "kind": "planetary_condition", "effect": [{"does": "gravity", "by": 2}]}
    gravel = read_card(row, "cards.toml, card 1")
    battle = begun(5, 5, 1, 1, hand=(gravel,))
    for answer in ((0,), ("Gravel Rain", 0), ("Gravel Rain", 1)):
        battle.answer(*answer)
    lines = [line.text for line in battle.log if line.kind == "card"]
    assert lines[0].startswith("Red plays Gravel Rain, which does nothing here")
    with pytest.raises(BadInput, match=r"cards\.toml, card 1: .*kind"):
        read_card({**row, "kind": "weather"}, "cards.toml, card 1")


def test_a_player_may_play_no_card_only_where_that_is_read_so() -> None:
    battle = begun(5, 5, 1, 1, hand=HAND)
    battle.answer(0)
    with pytest.raises(Illegal, match="not on offer"):
        battle.answer("", 0)
    battle = begun(5, 5, 1, 1, hand=HAND, no_card=True)
    battle.answer(0)
    battle.answer("", 0)


def test_infiltrators_come_last_and_farther_from_their_edge() -> None:
    battle = begun(5, 5, 1, 1)
    battle.answer(1)
    first = battle.asked()
    assert first.player == 1
    with pytest.raises(Illegal, match="whole base"):
        battle.answer({"at": [10, 32]})
    battle.answer({"at": [10, 34.5]})
    battle.answer({"at": [10, 1.5]})
    assert battle.asked().about() == {"unit": 2}
    with pytest.raises(Illegal, match="whole base"):
        battle.answer({"at": [10, 24]})
    battle.answer({"at": [10, 24.6]})
    assert battle.position.stage == "order"


def test_a_unit_may_begin_aboard_a_transport() -> None:
    position = table([("Tideline Porters", 10.0, 1.5, 0.0), ("Barter Swimmers", 20.0, 1.5, 0.0)], [FAR])
    position.states[1].place = "waiting"
    position.stage = "deployment"
    battle = Battle(AgeOfDestructionRules(), position, Dice.scripted([]))
    battle.answer({"aboard": 0})
    assert (position.states[1].place, position.states[1].transport) == ("aboard", 0)


@pytest.mark.parametrize(("card", "figure"), [("Soup Fog", "range is 0 to 6")])
def test_a_planetary_condition_changes_figures_for_both(card: str, figure: str) -> None:
    position = table([("Crate Mole", 10.0, 10.0, 90.0)], [("Crate Mole", 10.0, 20.0, 0.0)])
    position.set_side(0, replace(position.sides[0], card=sample_cards().get(card), card_shown=True))
    position.set_side(1, replace(position.sides[1], card_shown=True))
    with pytest.raises(Illegal, match=figure):
        give(battle_on(position), "ranged", 0, target=1)
