"""Random forces are legal, of every kind of unit, and the same whenever their seed is."""

from __future__ import annotations

import random

import pytest
from tests.soak.random_forces import (
    DRAFTED,
    HEROCON,
    UNIT_LIST,
    drafted_force,
    legal_force,
    library,
    wild_force,
)

from musterhall.games.alpha_strike.force.check import check_force
from musterhall.games.alpha_strike.force.forces import force_toml, read_force
from musterhall.packs.model import load_pack

SEEDS = range(30)


def test_a_random_force_is_legal_and_its_seed_makes_it_again() -> None:
    for seed in SEEDS:
        force = legal_force(random.Random(seed), "Red")
        assert check_force(force, load_pack(HEROCON), library()).legal
        assert legal_force(random.Random(seed), "Red") == force
        drafted = drafted_force(random.Random(seed), "Red")
        assert check_force(drafted, load_pack(DRAFTED), library()).legal


def test_a_force_that_no_event_allows_can_still_be_written_and_read() -> None:
    for seed in SEEDS:
        force = wild_force(random.Random(seed), "Red")
        assert read_force(force_toml(force, library()), "soak.toml", library()) == force


@pytest.mark.skipif(not UNIT_LIST.exists(), reason="the Master Unit List's data is not here")
def test_forces_of_the_unit_list_have_every_type_of_unit_formations_and_abilities() -> None:
    forces = [legal_force(random.Random(seed), "Red") for seed in SEEDS]
    types = {unit.card.type for force in forces for unit in force.units}
    assert {"BM", "IM", "PM", "CV", "CI", "BA", "AF", "CF"} <= types
    assert len({group.kind for force in forces for group in force.groups}) >= 12
    assert any(force.command_abilities for force in forces)
    assert any(unit.abilities for force in forces for unit in force.units)
    assert any(unit.alternate_munitions for force in forces for unit in force.units)
