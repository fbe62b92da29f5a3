"""Battles with aircraft keep the contract of every game, and what must hold in the air holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.the_game import test_contract
from tests.games.the_game.air_forces import air_setup
from tests.games.the_game.test_position_file import read_again

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle, LogLine
from musterhall.battle.decisions import Illegal
from musterhall.games.the_game.agents.captain import CaptainAgent
from musterhall.games.the_game.agents.drill import DrillAgent
from musterhall.games.the_game.air.flying import LeaveTable, set_flight, usual_shape
from musterhall.games.the_game.air.interception import NextSection
from musterhall.games.the_game.air.lifts import carrier_of
from musterhall.games.the_game.air.paths import edge_ahead
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.position.air_state import Flight
from musterhall.games.the_game.position.invariants import Watch
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.position_file import read_position
from musterhall.games.the_game.readings.variants import Variants, variant_entries
from musterhall.geometry import Point, bearing, distance, rounded, towards

AIR_READINGS = ("A18", "A19", "A20", "A21", "A22", "B34", *(f"C{number}" for number in range(1, 36)))


class TestAircraft(test_contract.TestTheGame):
    seeds = (2,)

    def battle(self, seed: int) -> Battle[Position]:
        return new_battle(air_setup(), seed)

    def secrets(self, position: Position, owner: int) -> list[object]:
        """Beside commands and arrows, where patrols that nobody has seen will come in."""
        found = super().secrets(position, owner)
        for formation in position.of_side(owner):
            marks = position.air.marks.get(formation.index)
            if marks is not None:
                hidden = (None if position.orders[formation.index].face_up else marks.now, marks.next)
                found += [(formation.index, "mark", which, mark) for which, mark in enumerate(hidden) if mark]
        return found


@pytest.mark.parametrize("seed", range(8))
def test_random_battles_with_aircraft_break_no_rule(seed: int) -> None:
    setup = air_setup()
    battle = new_battle(setup, seed)
    watch = Watch(battle.position)
    battle.watcher = watch
    play(battle, [RandomAgent(2 * seed), RandomAgent(2 * seed + 1)])
    assert watch.violations == []


OTHERWISE = {entry.name: entry.alternatives[-1] for entry in variant_entries() if entry.number in AIR_READINGS}


@pytest.mark.parametrize("seed", range(3))
def test_no_rule_is_broken_either_where_every_open_point_of_the_air_is_read_otherwise(seed: int) -> None:
    battle = new_battle(replace(air_setup(), variants=Variants.of(OTHERWISE)), seed)
    watch = Watch(battle.position)
    battle.watcher = watch
    play(battle, [RandomAgent(seed), RandomAgent(seed + 10)])
    assert watch.violations == []


def test_paths_of_their_own_and_who_has_popped_up_survive_writing_and_reading() -> None:
    wing = {"unit": "HumanXX Strike Fighter", "name": "jet", "count": 2}
    apart = {"wing / jet 1": [[60, 0], [60, 45]], "wing / jet 2": [[63, 0], [66, 44]]}
    flight = {"path": [[60, 0], [60, 45]], "beside": {"wing / jet 1": [0, 0], "wing / jet 2": [3, 0]}, "apart": apart}
    gunships = {"unit": "HumanXX Trident Helicopter", "place": [50, 50]}
    formations = [
        {"name": "wing", "side": "red", "units": [wing], "flight": flight},
        {"name": "gunships", "side": "blue", "units": [gunships], "popped_up": True},
    ]
    position = read_position({"formation": formations}, "the test")
    assert position.air.apart
    assert position.air.popped_up
    assert read_again(position).fingerprint() == position.fingerprint()


@pytest.mark.parametrize(
    ("red", "blue"),
    [("humanxx-heli-1000", "orc-hegemony-heli-1000"), ("orc-hegemony-heli-1000", "humanxx-airborne-1000")],
)
def test_shipped_forces_fight_with_helicopters_and_paratroopers(red: str, blue: str) -> None:
    battle = new_battle(replace(air_setup(), red=shipped_force(red), blue=shipped_force(blue)), 3)
    watch = Watch(battle.position)
    battle.watcher = watch
    play(battle, [DrillAgent(), DrillAgent()])
    assert watch.violations == []
    assert "3.2" in {line.section for line in battle.log}


def test_drill_sends_its_planes_at_the_enemy() -> None:
    battle = new_battle(air_setup(), 1)
    play(battle, [DrillAgent(), DrillAgent()])
    fired = [line for line in battle.log if line.kind in ("fire", "barrage") and "Flight" in line.text]
    assert fired


def test_aircraft_that_carry_the_same_troops_fly_as_one_formation() -> None:
    position = air_setup().position()
    lift = position.formation_named("Lift 1, Lift 2, Lift 3 and Lift 4")
    assert lift is not None
    assert lift.size == 4
    assert [len(position.passengers(unit)) for unit in lift.units] == [2, 2, 2, 2]


@pytest.mark.parametrize("carrier", ["Lift 1", "Lift 2", "Lift 3", "Lift 4"])
def test_troops_find_the_one_carrier_they_are_in_among_several_that_fly_together(carrier: str) -> None:
    position = air_setup().position()
    rider = next(one for one in air_setup().red.formations if one.carried_by)
    found = carrier_of(replace(rider, carried_by=(carrier,)), position.formations)
    assert found is not None
    assert found.size == 4


def test_whatever_aircraft_do_happens_in_some_random_battle() -> None:
    kinds: set[str] = set()
    for seed in range(12):
        battle = new_battle(air_setup(), seed)
        play(battle, [RandomAgent(seed + 50), RandomAgent(seed + 90)])
        kinds |= {line.section for line in battle.log}
        kinds |= {line.kind for line in battle.log}
    assert {
        "2.3.3",
        "3.2",
        "3.3",
        "3.3.1",
        "3.4",
        "3.4.2",
        "3.4.4",
        "3.5.1",
        "3.5.2",
        "flak",
        "drop",
        "land",
        "pop up",
    } <= kinds


# The invariants


def aloft(path: tuple[Point, ...], name: str = "Hammer Flight", **readings: str) -> tuple[Position, int]:
    position = replace(air_setup(), variants=Variants.of(readings)).position()
    formation = position.formation_named(name)
    assert formation is not None
    position.air = position.air.flown(formation.index, Flight(path, False, ()))
    return position, formation.index


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (((90.0, 0.0), (90.0, 40.0), (120.0, 40.0), (120.0, 80.0)), ""),
        (((90.0, 0.0), (90.0, 40.0), (110.0, 40.0), (110.0, 80.0)), "must fly 30 straight on"),
        (((90.0, 0.0), (90.0, 60.0)), "is 60.0 cm long and may be 45"),
    ],
)
def test_the_invariants_notice_a_run_that_is_too_short_and_a_section_that_is_too_long(
    path: tuple[Point, ...], wrong: str
) -> None:
    position, index = aloft(path)
    watch = Watch(position)
    watch(LogLine("flight", "it flies", "3.4", {"formation": index}), position)
    assert len(watch.violations) == bool(wrong)
    assert wrong in "".join(watch.violations)


def test_the_invariants_notice_a_second_sortie_in_a_turn() -> None:
    position, index = aloft(((90.0, 0.0), (90.0, 40.0)))
    watch = Watch(position)
    lines = [("enter", {"formation": index}), ("phase", {}), ("enter", {"formation": index})]
    for kind, data in lines:
        watch(LogLine(kind, kind, "3.4.2", data), position)
    assert not any("two sorties" in violation for violation in watch.violations)
    watch(LogLine("enter", "again", "3.4.2", {"formation": index}), position)
    assert "flies two sorties in a turn" in watch.violations[-1]


def test_the_invariants_notice_tanks_in_the_air() -> None:
    position, _ = aloft(((90.0, 0.0), (90.0, 40.0)), "Tanks")
    watch = Watch(position)
    watch(LogLine("move", "they drive", "1.6"), position)
    assert "somebody is in the air who does not fly" in watch.violations[0]


# Patrols


def hunter_at(*path: Point, angle: str = "free") -> NextSection:
    """What a patrol is asked that has flown like this."""
    position, index = aloft(path, turn_angle=angle)
    prey = position.formation_named("Red Wing")
    assert prey is not None
    set_flight(position, prey, Flight(((90.0, 120.0), (90.0, 80.0)), False, usual_shape(prey)))
    return NextSection(position, position.formations[index], prey)


def test_a_patrol_that_must_not_turn_before_the_edge_leaves() -> None:
    decision = hunter_at((150.0, 0.0), (150.0, 45.0), (179.96, 45.0))
    assert decision.may_stop
    assert list(decision.options()) == [None]
    assert decision.check(None).lead == ()
    for agent in (CaptainAgent(), DrillAgent()):
        assert agent.answer(decision, decision.position) is None


def test_a_patrol_with_the_edge_before_it_and_its_prey_behind_is_offered_a_way_that_it_may_turn() -> None:
    decision = hunter_at((150.0, 0.0), (150.0, 45.0), (179.96, 45.0), angle="90")
    straight = hunter_at((90.0, 0.0), (90.0, 45.0), (90.0, 90.0), (90.0, 119.9), angle="90")
    assert decision.may_stop
    assert not straight.may_stop
    offered = list(straight.options())
    assert offered
    assert all(straight.legal(end) for end in offered)


def test_a_patrol_with_room_before_it_goes_on_hunting() -> None:
    decision = hunter_at((140.0, 0.0), (140.0, 45.0))
    assert not decision.may_stop
    assert None not in list(decision.options())
    with pytest.raises(Illegal, match="must fly on"):
        decision.check(None)


# At the edge


def leaving(*path: Point) -> LeaveTable:
    """What aircraft are asked that have flown like this and are done."""
    position, index = aloft(path)
    return LeaveTable(position, position.formations[index])


@pytest.mark.parametrize("y", [0.05, 0.9, 1.1])
def test_nobody_turns_too_early_however_near_the_edge_is(y: float) -> None:
    decision = leaving((20.0, 0.0), (20.0, y), (45.0, y))
    with pytest.raises(Illegal, match=r"must fly 30 straight on|no section"):
        decision.check([[45.0, 0.0]])
    assert all(decision.legal(path) for path in decision.options())
    assert list(decision.options())


@pytest.mark.parametrize("gap", [0.02, 0.05, 0.33, 0.9])
@pytest.mark.parametrize("start", [(150.0, 100.0), (150.0, 45.0), (160.0, 11.0)])
def test_straight_on_over_the_edge_is_a_way_out_a_hair_before_it(gap: float, start: Point) -> None:
    end = rounded(towards((180.0, 57.0), start, gap))
    middle = rounded(towards(start, end, distance(start, end) - 11.0))
    decision = leaving((150.0, 0.0), start, middle, end)
    straight_on = [list(edge_ahead(decision.position.field, end, bearing(start, middle)))]
    assert decision.legal([straight_on[0]])
    assert straight_on in list(decision.options())


def test_the_invariants_notice_a_turn_over_the_edge_that_comes_too_early() -> None:
    position, index = aloft(((20.0, 0.0), (20.0, 0.9), (45.0, 0.9), (45.0, 0.0)))
    watch = Watch(position)
    watch(LogLine("flight", "it leaves", "3.4", {"formation": index}), position)
    assert "must fly 30 straight on" in "".join(watch.violations)
