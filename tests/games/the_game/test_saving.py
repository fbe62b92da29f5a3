"""A set-up as data is complete in itself, and comes back as the same set-up."""

from __future__ import annotations

import json

import pytest

from musterhall.games.the_game.army.forces import (
    force_from_data,
    read_force,
    shipped_force,
    shipped_force_text,
    shipped_forces,
)
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.game import Setup
from musterhall.games.the_game.position.saving import force_data, setup_data, setup_from_data
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.setups import ready_setup
from musterhall.problems import BadInput


@pytest.mark.parametrize("name", shipped_forces())
def test_every_shipped_force_comes_back_as_it_was(name: str) -> None:
    force = shipped_force(name)
    assert force_from_data(json.loads(json.dumps(force_data(force))), name) == force


def test_a_players_own_cost_and_strategy_come_back() -> None:
    text = shipped_force_text("humanxx-500").replace("initiative = 2", "initiative = 2\nstrategy = 5", 1)
    force = read_force(text.replace('entry = "Mortar Battery"', 'entry = "Mortar Battery"\ncost = 77'), "own")
    assert force.strategy == 5
    assert any(formation.cost == 77 and not formation.stand_in_cost for formation in force.formations)
    assert force_from_data(force_data(force), "own") == force


def test_a_set_up_comes_back_through_json() -> None:
    ready = ready_setup(4)
    variants = Variants.of({"half_units": "exact"})
    for setup in (ready, Setup(ready.blue, ready.red, shipped_tables()["crossroads"], variants)):
        assert setup_from_data(json.loads(json.dumps(setup_data(setup))), "saved") == setup


def test_every_variant_is_written_down_so_that_a_later_default_changes_nothing() -> None:
    assert setup_data(ready_setup(1))["variants"] == Variants.default().as_data()


@pytest.mark.parametrize("part", ["red", "blue", "table", "variants"])
def test_a_set_up_without_a_part_is_refused(part: str) -> None:
    data = setup_data(ready_setup(1))
    del data[part]
    with pytest.raises(BadInput, match=f"saved, set-up: {part} is missing"):
        setup_from_data(data, "saved")
