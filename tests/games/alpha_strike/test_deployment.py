"""Placing units before play."""

from __future__ import annotations

from musterhall.games.alpha_strike.battles import Setup, new_position
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.tables import USUAL_TABLE
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.position.scenario import Deployment, Zone
from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named
from musterhall.games.alpha_strike.turn.deployment import PlaceUnit
from musterhall.geometry import rounded

BASE = 1.25


def test_the_last_gap_of_a_full_zone_is_found() -> None:
    force = shipped_force("combine-wall")
    position = new_position(Setup(force, force, USUAL_TABLE, scenario_named("assassination"), Edition.usual()))
    filled = [*position.field.of_side[1], *position.field.of_side[0]][:13]
    for number, unit in enumerate(filled):
        position.put(unit, (BASE * (number + 0.5), BASE / 2))
    zone = Zone(0, 0, BASE * 14 + 0.3, BASE)
    decision = PlaceUnit(position, 0, Deployment((zone, zone)))
    answer = decision.sample(lambda sides: 0)
    assert answer["at"] == list(rounded((BASE * 13.5, BASE / 2)))
    decision.check(answer)
