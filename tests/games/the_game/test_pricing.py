"""What of THE GAME has a price, forces drawn at a price, and costs put into a force."""

from __future__ import annotations

from random import Random

import pytest

from musterhall.game.pricing import price_of
from musterhall.games.the_game.army.force_check import check_force
from musterhall.games.the_game.army.forces import force_from_data, shipped_force
from musterhall.games.the_game.parts.pricing import PRICING

STAND_INS = {one.key: one.stand_in for one in PRICING.priced()}


@pytest.mark.parametrize("army", PRICING.armies())
@pytest.mark.parametrize("points", [500, 1000])
def test_drawn_forces_are_legal_and_cost_nearly_what_was_asked(army: str, points: int) -> None:
    for seed in range(5):
        force = force_from_data(PRICING.draw(army, STAND_INS, points, Random(seed), "drawn"), "drawn")
        assert not check_force(force)
        assert 0.9 * points <= force.cost <= points
        assert force.cost == pytest.approx(price_of(PRICING.counts(force), STAND_INS), abs=len(force.formations))


def test_the_same_chance_draws_the_same_force_and_another_another() -> None:
    drawn = [PRICING.draw("HumanXX", STAND_INS, 1000, Random(seed), "drawn") for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_every_formation_and_option_is_drawn_sooner_or_later() -> None:
    found: set[str] = set()
    for seed in range(60):
        for army in PRICING.armies():
            found |= PRICING.counts(force_from_data(PRICING.draw(army, STAND_INS, 1000, Random(seed), "x"), "x")).keys()
    assert found == STAND_INS.keys()


@pytest.mark.parametrize("name", PRICING.measured_by)
def test_stand_ins_of_the_parts_add_up_to_what_a_shipped_force_costs_without_its_commander(name: str) -> None:
    force = shipped_force(name)
    commander = 8
    assert price_of(PRICING.counts(force), STAND_INS) == pytest.approx(force.cost - commander, abs=1)


def test_an_upgrade_is_counted_by_its_units_and_an_addition_once() -> None:
    counts = PRICING.counts(shipped_force("humanxx-1000"))
    assert counts["HumanXX: Infantry company"] == 2
    assert counts["HumanXX: Infantry company: each HumanXX LAW Infantry"] == 3
    assert counts["HumanXX: Infantry company: 7 HumanXX APC"] == 1


def test_costs_that_are_put_in_stand_in_each_row() -> None:
    data = {"army": "HumanXX", "formation": [{"name": "M", "entry": "mortar battery", "cost": 7}]}
    found, remarks = PRICING.with_costs(data, {"HumanXX: Mortar Battery": 41.6})
    assert found["formation"] == [{"name": "M", "entry": "mortar battery", "cost": 42}]
    assert not remarks
    assert data["formation"] == [{"name": "M", "entry": "mortar battery", "cost": 7}]
