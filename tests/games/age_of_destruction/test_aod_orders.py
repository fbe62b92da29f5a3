"""Orders, tokens, heat, assaults, artillery, capture, formations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.age_of_destruction.aod_tables import FAR, Placed, battle_on, give, next_turn, rect, table, told

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.combat.formations import why_no_formation
from musterhall.games.age_of_destruction.harm.heat import heat_up, water_cools
from musterhall.games.age_of_destruction.position.position import Position, Shell
from musterhall.games.age_of_destruction.transport.boarding import SetDown
from musterhall.games.age_of_destruction.units.dials import HeatStep
from musterhall.games.age_of_destruction.units.sheets import read_sheet
from musterhall.problems import BadInput

ROSE: Placed = ("Thornless Rose", 10.0, 10.0, 90.0)
LEVY: Placed = ("Copper Whistle Levy", 10.0, 10.0, 90.0)
ENEMY: Placed = ("Crate Mole", 10.0, 15.0, 0.0)


def test_a_second_token_pushes_a_click_for_infantry_and_heat_for_a_mech() -> None:
    position = table([LEVY, ("Thornless Rose", 20.0, 10.0, 90.0)])
    position.states[0].tokens = position.states[1].tokens = 1
    battle = battle_on(position)
    give(battle, "move", 0, path=[[10, 12]])
    give(battle, "move", 1, path=[[20, 12]])
    assert (position.states[0].click, position.states[1].heat) == (1, 1)
    assert (position.states[0].tokens, position.states[1].tokens) == (2, 2)


def test_a_unit_with_two_tokens_obeys_nobody_and_tokens_come_off_in_a_turn_without_order() -> None:
    position = table([LEVY, ("Thornless Rose", 20.0, 10.0, 90.0)])
    position.states[0].tokens = 2
    battle = battle_on(position)
    with pytest.raises(Illegal, match="cannot be given an order"):
        give(battle, "move", 0, path=[[10, 12]])
    battle.answer({"order": "done"})
    assert position.states[0].tokens == 0


def test_a_unit_may_be_ordered_twice_a_turn_where_that_is_read_so() -> None:
    position = table([LEVY], orders_per_unit=2)
    battle = battle_on(position)
    give(battle, "move", 0, path=[[10, 12]])
    give(battle, "move", 0, path=[[10, 14]])
    assert position.at(0) == (10.0, 14.0)


def test_running_doubles_the_speed_and_heats() -> None:
    position = table([ROSE])
    give(battle_on(position), "move", 0, path=[[10, 28]], run=True)
    assert position.states[0].heat == 1


def test_venting_cools_by_the_rating_and_pushes_only_where_that_is_read_so() -> None:
    for reading, heat in ((True, 2), (False, 1)):
        position = table([ROSE], vent_push_heat=reading)
        position.states[0].heat, position.states[0].tokens = 3, 1
        give(battle_on(position), "vent", 0)
        assert position.states[0].heat == heat


def test_a_mech_shuts_down_behind_its_last_step_and_runs_again_in_its_command_stage() -> None:
    position = table([ROSE, FAR], [("Crate Mole", 2.0, 34.0, 0.0)])
    battle = battle_on(position)
    heat_up(battle, 0, 5)
    assert position.states[0].shut_down
    battle.answer({"order": "done"})
    battle.answer({"order": "done"})
    assert not position.states[0].shut_down
    assert position.states[0].heat == 3


def test_a_shut_down_mech_takes_an_order_to_vent_where_that_restarts_it() -> None:
    position = table([ROSE, LEVY], restart="vent_order")
    position.put(1, (20.0, 10.0))
    position.states[0].shut_down, position.states[0].heat = True, 5
    battle = battle_on(position)
    with pytest.raises(Illegal, match="can only vent"):
        give(battle, "move", 0, path=[[10, 12]])
    give(battle, "vent", 0)
    assert not position.states[0].shut_down


@pytest.mark.parametrize(
    ("began", "water", "heat"), [("shallow", "shallow water", 2), ("deep", "deep water", 1), ("", "deep water", 3)]
)
def test_water_cools_whoever_began_and_ended_the_turn_in_it(began: str, water: str, heat: int) -> None:
    position = table([ROSE], terrain=[rect(water, 8, 8, 5, 5)])
    position.states[0].heat, position.states[0].began_in = 3, began
    water_cools(battle_on(position), 0)
    assert position.states[0].heat == heat


def test_hot_ammunition_explodes_on_a_two() -> None:
    position = table([ROSE])
    sheet = replace(position.unit(0).sheet, heat=tuple(HeatStep(ammunition="explosion") for _ in range(5)))
    units = (replace(position.unit(0), sheet=sheet), *position.field.units[1:])
    position.field = replace(position.field, units=units)
    heat_up(battle_on(position, 2), 0, 1)
    assert position.states[0].click == position.unit(0).sheet.dial[0].damage - 1


def test_an_assault_moves_and_then_attacks_once() -> None:
    position = table([LEVY], [("Rusty Parasol", 10.0, 16.0, 0.0)])
    battle = battle_on(position, 6, 5)
    give(battle, "assault", 0, path=[[10, 13]])
    battle.answer({"attack": "ranged", "target": 1})
    assert (position.states[1].click, position.states[0].tokens) == (2, 1)


def test_an_assault_reaches_half_the_speed_where_that_is_read_so() -> None:
    with pytest.raises(Illegal, match="may go 3 inches"):
        give(battle_on(table([LEVY], [ENEMY], assault_reach="half_speed")), "assault", 0, path=[[10, 13.5]])


def test_a_charge_does_secondary_damage_and_one_and_costs_a_click_and_two_heat() -> None:
    position = table([ROSE], [("Brine Ox", 10.0, 20.0, 0.0)])
    battle = battle_on(position, 6, 5)
    give(battle, "charge", 0, target=1)
    battle.answer({})
    secondary = position.unit(0).sheet.dial[0].secondary
    assert (position.states[1].click, position.states[0].click, position.states[0].heat) == (secondary + 1, 1, 2)


def test_armor_does_not_help_against_a_ram() -> None:
    position = table([("Rusty Parasol", 10.0, 10.0, 90.0)], [("Brine Ox", 10.0, 14.0, 0.0)])
    battle = battle_on(position, 6, 5)
    give(battle, "ram", 0, target=1)
    battle.answer({})
    assert (position.states[1].click, position.states[0].click) == (2, 1)


def test_a_shell_lands_in_its_owners_next_command_stage_and_drifts_if_it_is_not_exact() -> None:
    gun: Placed = ("Nine-Wheel Abacus", 10.0, 10.0, 90.0)
    position = table([gun], [("Crate Mole", 10.0, 20.0, 0.0)])
    battle = battle_on(position, 5, 5)
    give(battle, "artillery", 0, at=[10, 20])
    assert position.shells == (Shell(0, 10.0, 20.0, 8, 3),)
    battle.answer({"order": "done"})
    assert not position.shells
    assert position.states[1].click == 3
    drifting = next_turn(table([gun], [("Crate Mole", 10.0, 20.0, 0.0)]))
    battle = battle_on(drifting, 1, 2, 6, 3)
    give(battle, "artillery", 0, at=[10, 20])
    battle.answer({"order": "done"})
    assert drifting.states[1].click == 0
    assert told(battle, "shell")[0]["at"] == [4.0, 20.0]


def _guards(count: int) -> Position:
    spots: list[Placed] = [("Payday Rifles", 10.0, 14.0, 90.0), ("Payday Rifles", 11.1, 14.0, 90.0)]
    return table(spots[:count], [("Crate Mole", 10.5, 15.0, 0.0), FAR])


def test_a_vehicle_takes_two_infantry_to_capture_and_then_obeys_nobody() -> None:
    with pytest.raises(Illegal, match="takes 2 infantry units"):
        give(battle_on(_guards(1)), "close", 0, target=1, capture=True)
    position = _guards(2)
    give(battle_on(position, 6, 6), "close", 0, target=2, capture=True)
    assert (position.states[2].captor, position.states[2].click) == (0, 0)
    assert not position.is_able(2)
    battle = battle_on(next_turn(position), 6, 6)
    give(battle, "move", 0, path=[[10, 10]])
    assert position.touches(0, 2)


def test_a_running_mech_is_not_captured() -> None:
    position = table([("Payday Rifles", 10.0, 14.0, 90.0)], [("Thornless Rose", 10.0, 15.4, 0.0)], capture_mech=1)
    with pytest.raises(Illegal, match="neither shut down nor salvage"):
        give(battle_on(position), "close", 0, target=1, capture=True)


@pytest.mark.parametrize(("reading", "place"), [("freed", "table"), ("eliminated", "eliminated")])
def test_captives_whose_captor_is_eliminated_are_free_or_lost(reading: str, place: str) -> None:
    position = table(
        [("Payday Rifles", 10.0, 14.0, 90.0)], [("Payday Rifles", 10.0, 15.0, 90.0), ROSE], captor_lost=reading
    )
    position.put(2, (10.0, 8.0), 90.0)
    position.states[1].captor, position.states[0].click = 0, 3
    battle = battle_on(next_turn(position, 1), 6, 5)
    give(battle, "ranged", 2, target=0)
    assert (position.states[1].place, position.states[1].captor) == (place, -1)


def _row(*names: str) -> list[Placed]:
    return [(name, 10.0 + 1.01 * at, 10.0, 90.0) for at, name in enumerate(names)]


LEVIES = ("Copper Whistle Levy",) * 3


def test_a_ranged_formation_adds_two_for_each_further_member() -> None:
    position = table(_row(*LEVIES), [ENEMY])
    battle = battle_on(position, 3, 3)
    give(battle, "ranged", 0, target=3, **{"with": [1, 2]})
    parts = told(battle, "attack")[0]["attack"]["parts"]
    assert {part["name"]: part["value"] for part in parts} == {"from behind": 1, "formation": 4}
    assert [state.tokens for state in position.states[:3]] == [1, 1, 1]


def test_a_formation_needs_its_size_its_chain_and_one_faction() -> None:
    with pytest.raises(Illegal, match="3 to 5 units"):
        give(battle_on(table(_row(*LEVIES), [ENEMY])), "ranged", 0, target=3, **{"with": [1]})
    apart = table(_row(*LEVIES), [ENEMY])
    apart.put(2, (20.0, 10.0))
    with pytest.raises(Illegal, match="chain of base contact"):
        give(battle_on(apart), "ranged", 0, target=3, **{"with": [1, 2]})
    mixed = table(_row("Copper Whistle Levy", "Eggshell Point", "Copper Whistle Levy"), [ENEMY])
    with pytest.raises(Illegal, match="not of one faction"):
        give(battle_on(mixed), "ranged", 0, target=3, **{"with": [1, 2]})


@pytest.mark.parametrize(("name", "why"), [("Payday Rifles", "mercenary"), ("Barter Swimmers", "Renegade")])
def test_mercenaries_and_renegades_are_in_no_formation(name: str, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        give(battle_on(table(_row(name, name, name), [ENEMY])), "ranged", 0, target=3, **{"with": [1, 2]})


def test_a_movement_formation_moves_in_a_chain_and_pushes_nobody() -> None:
    position = table(_row(*LEVIES))
    for state in position.states[:3]:
        state.tokens = 1
    ways = [{"unit": unit, "path": [[10 + 1.01 * unit, 14]]} for unit in range(3)]
    give(battle_on(position), "move formation", 0, ways=ways)
    assert [state.click for state in position.states[:3]] == [0, 0, 0]
    broken = table(_row(*LEVIES))
    ways[2]["path"] = [[13.5, 13]]
    with pytest.raises(Illegal, match="chain of base contact again"):
        give(battle_on(broken), "move formation", 0, ways=ways)


def test_time_and_agreement_end_the_game_when_both_say_so() -> None:
    position = table([LEVY])
    battle = battle_on(position)
    battle.answer({"order": "end the game"})
    battle.answer(False)
    with pytest.raises(Illegal, match="already"):
        battle.answer({"order": "end the game"})
    for reading, done in (("at_once", True), ("finish_turn", False)):
        position = table([LEVY], time_called=reading)
        battle = battle_on(position)
        battle.answer({"order": "time is called"})
        battle.answer(True)
        assert battle.over is done
    battle.answer({"order": "done"})
    assert battle.over


@pytest.mark.parametrize(("reading", "why"), [("formations", ""), ("building_only", "not of one faction")])
def test_allied_units_share_formations_unless_alliances_are_for_building_only(reading: str, why: str) -> None:
    position = table(_row(*LEVIES), [ENEMY], alliance_effect=reading)
    names = ("House Kurita", "Dragon's Fury", "House Kurita", "")
    units = tuple(replace(unit, faction=name) for unit, name in zip(position.field.units, names, strict=True))
    position.field = replace(position.field, units=units, memo={})
    assert why_no_formation(position, [0, 1, 2], close=False).endswith(why)
    assert bool(why) == bool(why_no_formation(position, [0, 1, 2], close=False))


def test_a_close_formation_of_two_adds_one() -> None:
    position = table(
        [("Copper Whistle Levy", 10.0, 14.0, 90.0), ("Copper Whistle Levy", 11.0, 14.0, 90.0)],
        [("Rusty Parasol", 10.5, 15.0, 0.0)],
    )
    battle = battle_on(position, 2, 3)
    give(battle, "close", 0, target=2, **{"with": [1]})
    parts = told(battle, "attack")[0]["attack"]["parts"]
    assert {"name": "formation", "value": 1, "section": "40.11"} in parts


def test_weapons_that_a_heat_dial_jams_do_not_fire() -> None:
    position = table([ROSE], [ENEMY])
    sheet = replace(position.unit(0).sheet, heat=(HeatStep(jam="energy"),) * 5)
    position.field = replace(position.field, units=(replace(position.unit(0), sheet=sheet), position.unit(1)), memo={})
    battle = battle_on(position, 6, 5)
    with pytest.raises(Illegal, match="energy weapons are jammed"):
        give(battle, "ranged", 0, target=1)
    give(battle, "ranged", 0, target=1, weapon="secondary")


def test_a_heat_dial_is_read_with_its_ammunition_and_jams() -> None:
    row = {
        "name": "Kettle",
        "type": "mech",
        "rank": "green",
        "points": 50,
        "speed_mode": "biped",
        "range": [0, 8],
        "speed": [5],
        "attack": [7],
        "defense": [18],
        "damage": [3],
        "secondary": [1],
        "heat": {"speed": [0, -1], "damage": [0, 0], "ammunition": ["", "critical"], "jam": ["", "ballistic"]},
    }
    assert read_sheet(row, "test").heat[1] == HeatStep(-1, 0, 0, "critical", "ballistic")
    row["heat"]["jam"] = ["ballistic"]  # type: ignore[index]
    with pytest.raises(BadInput, match="same number of steps"):
        read_sheet(row, "test")


def test_a_captor_takes_its_captive_aboard_where_there_is_room_for_both() -> None:
    for places, boards in ((4, True), (1, False)):
        position = table(
            [("Tideline Porters", 10.0, 10.0, 0.0), ("Barter Swimmers", 8.35, 10.0, 0.0)],
            [("Payday Rifles", 7.35, 10.0, 0.0), FAR],
        )
        sheet = replace(position.unit(0).sheet, places=places)
        units = (replace(position.unit(0), sheet=sheet), *position.field.units[1:])
        position.field = replace(position.field, units=units, memo={})
        position.states[1].began_behind, position.states[2].captor = 0, 1
        if boards:
            give(battle_on(position), "move", 0, path=[], board=[1])
            assert [state.place for state in position.states[1:3]] == ["aboard", "aboard"]
        else:
            with pytest.raises(Illegal, match="place"):
                give(battle_on(position), "move", 0, path=[], board=[1])


def test_a_captor_is_set_down_only_where_its_captive_has_room_too() -> None:
    wall = [rect("building", 8, 12.6, 6, 2), rect("building", 8, 7, 1.2, 6), rect("building", 10.8, 7, 1.2, 6)]
    position = table([("Tideline Porters", 10.0, 10.0, 270.0), ("Payday Rifles", 30.0, 10.0, 0.0)], terrain=wall)
    position.states[1].place, position.states[1].transport = "aboard", 0
    alone = SetDown(position, 1).options()
    assert len(alone) > 1
    position.states[2].captor, position.states[2].place, position.states[2].transport = 1, "aboard", 0
    assert SetDown(position, 1).options() == [{}]
    with pytest.raises(Illegal, match="no room beside it for"):
        SetDown(position, 1).check(alone[0])
