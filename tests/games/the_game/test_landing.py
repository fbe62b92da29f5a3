"""The set-up landing: coasts by seed, stations, boats, what it is won by, and what must hold in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle, LogLine
from musterhall.battle.decisions import Illegal
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.agents.ashore import landing_point
from musterhall.games.the_game.army.force_check import check_force
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.field.tables import is_sea, shipped_tables, table_problems
from musterhall.games.the_game.game import Setup, new_battle
from musterhall.games.the_game.parts.battles import TheGameBattles
from musterhall.games.the_game.parts.forces import FORCES
from musterhall.games.the_game.position.invariants import Watch
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.position.saving import setup_data, setup_from_data
from musterhall.games.the_game.position_file import position_data, read_position
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.landing import SEA_ZONE, TakeStation
from musterhall.games.the_game.scenario.setups import HOUSE_RULES, LANDING, LANDING_FORCES, coast_of_seed
from musterhall.games.the_game.sea.sailing import on_land, shore_distance
from musterhall.problems import BadInput, parse_toml


@cache
def setup(seed: int = 1) -> Setup:
    red, blue = map(shipped_force, LANDING_FORCES)
    return Setup(red, blue, coast_of_seed(seed), Variants.default(), LANDING)


def fought(seed: int, agents: tuple[str, str]) -> tuple[Battle[Position], Watch]:
    battle_setup = setup(seed)
    watch = Watch(battle_setup.position())
    battle = new_battle(battle_setup, seed, watcher=watch)
    play(battle, [agent_named(name, 2 * seed + side, explain=False) for side, name in enumerate(agents)])
    return battle, watch


@pytest.mark.parametrize("agent", ["drill", "random"])
def test_hovercraft_ground_effect_vehicles_and_submarines_take_part(agent: str) -> None:
    red, blue = shipped_force("orc-landing-fast"), shipped_force("humanxx-shore-submarines")
    battle = new_battle(replace(setup(), red=red, blue=blue), 2)
    watch = battle.watcher = Watch(battle.position)
    play(battle, [agent_named(agent, side, explain=False) for side in (0, 1)])
    assert watch.violations == []
    types = {unit.sheet.type for unit in battle.position.field.units}
    assert {"hovercraft", "ground effect vehicle", "submarine"} <= types


# Coasts


@pytest.mark.parametrize("seed", range(8))
def test_every_seed_has_a_legal_coast_with_all_three_depths(seed: int) -> None:
    table = coast_of_seed(seed)
    assert table_problems(table) == []
    assert {piece.kind for piece in table.pieces if is_sea(piece)} == {"shallow water", "deep water", "deep sea"}
    assert coast_of_seed(seed) == table


def test_the_water_is_shallow_to_about_30_cm_from_the_shore() -> None:
    position = setup().position()
    shelf = next(piece for piece in position.field.table.pieces if piece.kind == "shallow water")
    outer = shelf.outline[: len(shelf.outline) // 2]
    assert all(25.0 <= shore_distance(position, point) <= 30.01 for point in outer)


# Setting up


def test_troops_begin_aboard_two_to_a_boat_and_objectives_lie_ashore() -> None:
    position = setup().position()
    aboard = Counter(int(carrier) for carrier in position.aboard if carrier >= 0)
    assert set(aboard.values()) <= {1, 2}
    assert sum(aboard.values()) == 39
    assert len(position.scenario.objectives) == 3
    assert all(on_land(position, (one.x, one.y)) for one in position.scenario.objectives)


def test_the_defender_sets_up_first_and_on_land_the_attacker_at_sea() -> None:
    battle = new_battle(setup(), 1)
    order = []
    while isinstance(battle.decision, TakeStation):
        order.append(battle.decision.player)
        place = next(iter(battle.decision.options()))
        if battle.decision.player == 0:
            assert place[1] <= SEA_ZONE + 15
        battle.answer(place)
    assert order == [1] * 4 + [0] * 4
    position = battle.position
    for unit in position.on.nonzero()[0].tolist():
        assert on_land(position, position.at(unit)) != bool(position.field.vessel[unit])


def test_a_station_outside_the_zone_is_refused_with_the_zone() -> None:
    battle = new_battle(setup(), 1)
    assert isinstance(battle.decision, TakeStation)
    with pytest.raises(Illegal, match="Beach Company does not find room about 90, 5: the defender sets up on land"):
        battle.answer([90, 5])


def test_a_landing_on_a_dry_table_is_refused() -> None:
    dry = replace(setup(), table=next(iter(shipped_tables().values())))
    with pytest.raises(BadInput, match=r"it has no sea of at least 30 cm .*; take a table with a coast\."):
        dry.position()


def test_troops_without_boats_do_not_land() -> None:
    swimmers = replace(setup(), red=shipped_force("humanxx-500"))
    with pytest.raises(BadInput, match="is aboard no boat, and red comes by sea"):
        swimmers.position()


def test_a_ship_in_a_meeting_engagement_is_refused() -> None:
    with pytest.raises(BadInput, match="a Meeting Engagement is fought on land, and a boat is no use there"):
        replace(setup(), scenario="meeting engagement").position()


def test_a_defender_needs_no_force_of_its_own() -> None:
    assert replace(setup(), blue=shipped_force("humanxx-500")).position().scenario.name == LANDING


# Forces


@pytest.mark.parametrize("name", LANDING_FORCES)
def test_the_forces_of_a_landing_are_legal(name: str) -> None:
    assert check_force(shipped_force(name)) == []


def test_entries_made_for_a_landing_are_for_a_landing() -> None:
    elsewhere = replace(shipped_force("orc-landing"), setup="")
    problems = [str(problem) for problem in check_force(elsewhere) if "no army list prints it" in problem.what]
    assert len(problems) == 4
    assert problems[0] == (
        "First Wave: no army list prints it: it is for the set-up landing. "
        'Say setup = "landing" in the force, or leave it out. (6.3)'
    )


def test_a_check_remarks_that_nothing_printed_hurts_a_ship() -> None:
    data = parse_toml(FORCES.shipped_text("orc-landing"), "orc-landing.toml")
    [remark] = FORCES.check(data, "orc-landing.toml", variants={}).warnings
    assert "no printed weapon has AN or VH" in str(remark)
    assert FORCES.check(data, "orc-landing.toml", variants={"an_missing": "at_serves"}).warnings == ()


# Fighting


@pytest.mark.parametrize("agents", [("random", "random"), ("drill", "captain"), ("captain", "drill")])
def test_nobody_sails_on_land_or_stands_in_the_water(agents: tuple[str, str]) -> None:
    for seed in (1, 2):
        battle, watch = fought(seed, agents)
        assert watch.violations == []
        assert battle.position.scenario.winner is not None


def test_captain_and_drill_land() -> None:
    for agents in (("captain", "drill"), ("drill", "captain")):
        battle, _ = fought(1, agents)
        assert any(line.section == "4.3.2" for line in battle.log)


def test_captain_lands_beside_a_defended_stretch_of_shore_and_not_on_it() -> None:
    battle = new_battle(setup(), 1)
    while isinstance(battle.decision, TakeStation):
        battle.answer(next(iter(battle.decision.options())))
    position = battle.position
    wave = next(formation for formation in position.of_side(0) if formation.name == "First Wave")
    goal = (90.0, 80.0)
    empty = position.copy()
    empty.on[empty.standing_side(1)] = False
    straight = landing_point(empty, wave, goal)
    infantry = position.standing_side(1)[:26]
    position.x[infantry], position.y[infantry] = straight[0], straight[1]
    away = landing_point(position, wave, goal)
    assert abs(away[0] - straight[0]) >= 20.0


def test_the_invariants_notice_a_ship_on_land() -> None:
    battle = new_battle(setup(), 1)
    while isinstance(battle.decision, TakeStation):
        battle.answer(next(iter(battle.decision.options())))
    position = battle.position
    watch = Watch(position)
    ship = int(position.field.vessel.nonzero()[0][0])
    position.y[ship] = 110.0
    watch(LogLine("move", "it sails inland", "1.6"), position)
    assert "stands in forbidden terrain" in watch.violations[0]


def test_the_log_begins_with_the_house_rules() -> None:
    battle, _ = fought(1, ("drill", "drill"))
    assert [line.text for line in battle.log[1 : 1 + len(HOUSE_RULES)]] == [
        f"House rule {number}: {rule}" for number, rule in enumerate(HOUSE_RULES, start=1)
    ]
    stations = [line for line in battle.log if line.text.endswith(" station")]
    assert {line.kind for line in [*battle.log[: 1 + len(HOUSE_RULES)], *stations]} == {"set-up"}


def test_a_landing_is_saved_and_fought_again() -> None:
    data = setup_data(setup())
    assert setup_from_data(data, "battle.journal") == setup()


def test_a_position_of_a_landing_goes_through_a_file() -> None:
    battle, _ = fought(2, ("drill", "drill"))
    data = position_data(battle.position)
    again = read_position(data, "landing.toml")
    assert position_data(again) == data


def test_a_set_up_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(BadInput, match="set-up 'siege': there is none of this name; choose from landing, or name none"):
        TheGameBattles().setup_named("siege", setup().red, setup().blue, setup().table)


# Aircraft


@pytest.mark.parametrize("blue", ["humanxx-air-1000", "humanxx-airborne-1000", "orc-hegemony-heli-1000"])
@pytest.mark.parametrize("agent", ["captain", "drill", "random"])
def test_the_aircraft_of_a_defender_take_part(blue: str, agent: str) -> None:
    battle = new_battle(replace(setup(), blue=shipped_force(blue)), 2)
    watch = battle.watcher = Watch(battle.position)
    play(battle, [agent_named(agent, side, explain=False) for side in (0, 1)])
    assert watch.violations == []
    assert any(line.kind == "enter" for line in battle.log)


def test_the_attacker_of_a_landing_brings_no_aircraft() -> None:
    with pytest.raises(BadInput, match="red lands from the sea and brings no aircraft; leave the formation out"):
        replace(setup(), red=shipped_force("humanxx-air-1000")).position()
