"""Readings that show in a battle being played and in no answer of the referee."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.battle.decisions import Illegal
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.game import Setup
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.referee import ask
from musterhall.games.the_game.scenario.maps import DrawMap

SQUARES = [[2, 1], [2, 2]]
"""An arrow into the square from 30 to 60 cm both ways."""


def arrows(decision: DrawMap, arrow: Any) -> dict[str, Any]:
    return dict.fromkeys(decision.groups, arrow)


def map_of(**variants: Any) -> DrawMap:
    forces = shipped_force("humanxx-500"), shipped_force("orc-hegemony-500")
    table = next(iter(shipped_tables().values()))
    return DrawMap(Setup(*forces, table, Variants.of(variants)).position(), 0)


def test_a_map_shows_squares_only() -> None:
    decision = map_of()
    plans = decision.check(arrows(decision, SQUARES))
    assert {plan.path for plan in plans.values()} == {((2, 1), (2, 2))}
    assert {plan.place for plan in plans.values()} == {None}
    with pytest.raises(Illegal):
        decision.check(arrows(decision, {"path": SQUARES, "place": [40, 50]}))


def test_with_marked_positions_a_map_shows_a_place_in_the_target_square() -> None:
    decision = map_of(mark_positions=True)
    plans = decision.check(arrows(decision, {"path": SQUARES, "place": [40, 50]}))
    assert {plan.place for plan in plans.values()} == {(40.0, 50.0)}
    with pytest.raises(Illegal, match="marks a path and a place"):
        decision.check(arrows(decision, SQUARES))
    with pytest.raises(Illegal, match="not in the target square"):
        decision.check(arrows(decision, {"path": SQUARES, "place": [40, 70]}))


@pytest.mark.parametrize("marked", [False, True])
def test_every_map_on_offer_is_legal_with_positions_and_without(marked: bool) -> None:
    decision = map_of(mark_positions=marked)
    for answer in decision.options():
        decision.check(answer)


PREPARED = """
variants = { prepared_fire_test = "each_turn" }
ask = { action = "watch" }

[[formation]]
name = "watch"
side = "red"
prepared = true
orders = { now = "prepared fire", face_up = true }
units = [{ type = "infantry", com = 7, count = 3, place = [50, 50] }]
"""


def test_tested_each_turn_prepared_fire_goes_on_when_the_test_is_passed() -> None:
    assert _prepared_after("dice = [4]\nanswers = ['prepared fire']")


def test_tested_each_turn_prepared_fire_ends_when_the_test_is_failed() -> None:
    assert not _prepared_after("dice = [3]\nanswers = ['fire']")


def test_tested_each_turn_prepared_fire_ends_when_the_formation_reforms_and_moves() -> None:
    assert not _prepared_after("dice = [4]\nanswers = ['reform', 'move', { by = [0, 5] }]")


def _prepared_after(given: str) -> bool:
    position = ask(given + PREPARED, "prepared.toml").position
    assert position is not None
    return bool(position["formation"][0].get("prepared", False))
