"""The set-up order, the figures behind it, and the questions left open."""

from __future__ import annotations

import pytest

from musterhall.games.age_of_destruction.figures import figures, orders_per_turn
from musterhall.games.age_of_destruction.readings import open_questions
from musterhall.games.age_of_destruction.setup import setup_steps
from musterhall.problems import BadInput

TOGETHER = {"terrain_pieces": "together"}


def test_the_set_up_runs_from_terrain_to_infiltrators() -> None:
    keys = [step.key for step in setup_steps("Ada", "Ben")]
    assert keys == [
        "terrain_ready",
        "roll",
        *["terrain"] * 6,
        "card",
        *["deploy"] * 2,
        *["infiltrators"] * 2,
    ]


def test_terrain_is_placed_in_turns_from_the_second_player_on() -> None:
    placed = [step for step in setup_steps("Ada", "Ben") if step.key == "terrain"]
    assert [step.players for step in placed] == [("Ben",), ("Ada",)] * 3
    assert str(placed[-1]) == "8. Ada places terrain piece 6 of 6."


def test_three_pieces_for_both_together_are_placed_by_second_first_second() -> None:
    steps = setup_steps("Ada", "Ben", TOGETHER)
    assert [step.players for step in steps if step.key == "terrain"] == [("Ben",), ("Ada",), ("Ben",)]
    assert steps[0].what == "lay 3 terrain pieces ready beside the table"


def test_the_first_player_deploys_before_the_second_and_infiltrators_come_last() -> None:
    last = setup_steps("Ada", "Ben")[-4:]
    assert [(step.key, *step.players) for step in last] == [
        ("deploy", "Ada"),
        ("deploy", "Ben"),
        ("infiltrators", "Ada"),
        ("infiltrators", "Ben"),
    ]


def test_steps_are_numbered_through_and_name_their_pages() -> None:
    steps = setup_steps("Ada", "Ben")
    assert [step.number for step in steps] == list(range(1, 14))
    assert {step.pages for step in steps} == {("12", "35", "MTR 2.2", "Firepower insert")}


def test_a_name_with_braces_stays_as_it_is() -> None:
    assert setup_steps("{piece}", "Ben")[9].players == ("{piece}",)


def test_two_players_of_one_name_are_told_to_differ() -> None:
    with pytest.raises(BadInput, match="tell them apart"):
        setup_steps("Ada", " ada")


def test_every_figure_but_the_larger_build_total_is_sure() -> None:
    assert {name: one.value for name, one in figures().items() if one.sure} == {
        "build_total": 450,
        "points_per_order": 150,
        "terrain_pieces": 3,
        "cards_per_game": 1,
    }
    assert figures()["build_total_large"].value == 600


@pytest.mark.parametrize(("total", "orders"), [(450, 3), (600, 4), (900, 6), (599, 3)])
def test_each_full_150_points_give_an_order(total: int, orders: int) -> None:
    assert orders_per_turn(total) == orders


def test_every_reading_has_its_default_first() -> None:
    assert {name: one.default for name, one in open_questions().items()} == {
        "card_again": "tournament",
        "no_card": False,
        "dummy_doubles": "by_name",
        "kind_limit": "fewer",
        "terrain_pieces": "each",
        "grand_alliance": "named",
        "one_faction": False,
    }
