"""Placing units before play."""

from __future__ import annotations

import pytest

from musterhall.battle.decisions import Illegal
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


def test_who_finds_no_room_in_its_zone_stays_off_the_table_and_nobody_else() -> None:
    force = shipped_force("combine-wall")
    position = new_position(Setup(force, force, USUAL_TABLE, scenario_named("assassination"), Edition.usual()))
    narrow, wide = Zone(0, 0, BASE / 2, BASE / 2), Zone(0, 0, 72, 12)
    crowded = PlaceUnit(position, 0, Deployment((narrow, narrow)))
    unit = crowded.units[0]
    assert crowded.sample(lambda sides: 0) == {"unit": unit}
    assert crowded.check({"unit": unit}) == (unit, None, None)
    with pytest.raises(Illegal, match="say where"):
        PlaceUnit(position, 0, Deployment((wide, wide))).check({"unit": unit})
