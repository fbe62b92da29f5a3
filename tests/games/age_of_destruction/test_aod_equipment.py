"""Special equipment: each piece makes the difference that it is for."""

from __future__ import annotations

import pytest
from tests.games.age_of_destruction.aod_tables import FAR, Placed, battle_on, give, rect, table, told

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.position.moments import Moment, equipment

ROSE: Placed = ("Thornless Rose", 10.0, 10.0, 90.0)
OX: Placed = ("Brine Ox", 10.0, 16.0, 0.0)
PARASOL: Placed = ("Rusty Parasol", 10.0, 16.0, 0.0)


def test_every_piece_of_equipment_acts_somewhere() -> None:
    acting = {name for moment in Moment.all for name in moment.acts}
    assert set(equipment()) - acting == {"Armor Piercing", "Anti-Personnel", "Repair"}


@pytest.mark.parametrize(("target", "clicks"), [("Rusty Parasol", 4), ("Brine Ox", 2)])
def test_hardened_armor_takes_two_off(target: str, clicks: int) -> None:
    position = table([ROSE], [(target, 10.0, 16.0, 0.0)])
    battle = battle_on(position, 6, 5)
    give(battle, "ranged", 0, target=1)
    assert position.states[1].click == clicks


def test_armor_piercing_goes_through_it_unless_it_is_switched_off() -> None:
    for fields, clicks in (({}, 4), ({"without": ["Armor Piercing"]}, 2)):
        position = table([("Crate Mole", 10.0, 10.0, 90.0)], [OX])
        give(battle_on(position, 6, 5), "ranged", 0, target=1, **fields)
        assert position.states[1].click == clicks


@pytest.mark.parametrize(("target", "clicks"), [("Talon of Straw", 2), ("Ebb Counter", 4)])
def test_reflective_armor_is_for_energy_and_reactive_for_ballistic(target: str, clicks: int) -> None:
    position = table([ROSE], [(target, 10.0, 16.0, 270.0)])
    give(battle_on(position, 6, 5), "ranged", 0, target=1)
    assert position.states[1].click == clicks


def test_anti_personnel_hits_infantry_in_contact_with_the_target() -> None:
    position = table(
        [("Quiet Ledger Guard", 10.0, 10.0, 90.0)],
        [("Second-Hand Sappers", 10.0, 15.0, 270.0), ("Second-Hand Sappers", 11.0, 15.0, 270.0)],
    )
    give(battle_on(position, 5, 5), "ranged", 0, target=1)
    assert [state.click for state in position.states[1:]] == [3, 3]


def test_streak_missiles_fire_past_a_building_for_one_less() -> None:
    wall = [rect("building", 8, 12, 4, 1)]
    position = table([("Greenglass Skimmer", 10.0, 10.0, 90.0)], [("Rusty Parasol", 10.0, 15.0, 0.0)], wall)
    battle = battle_on(position, 6, 5, 5)
    with pytest.raises(Illegal, match="line of fire is blocked"):
        give(battle, "ranged", 0, target=1)
    battle = battle_on(position, 1, 6, 5)
    give(battle, "ranged", 0, target=1, use=["Streak Missiles"])
    assert position.states[1].click == 2


def test_point_defense_lends_its_defense_to_a_friend_in_contact() -> None:
    levy: Placed = ("Copper Whistle Levy", 10.0, 15.0, 270.0)
    cart: Placed = ("Lacquer Tortoise Cart", 10.0, 16.0, 0.0)
    for blue, needs in (([levy, FAR], 16), ([levy, cart], 18)):
        battle = battle_on(table([("Crate Mole", 10.0, 10.0, 90.0)], blue), 2, 3)
        give(battle, "ranged", 0, target=1)
        assert told(battle, "attack")[0]["defense"]["total"] == needs


def test_pulse_fires_again_once_a_turn_against_two_more_for_a_heat() -> None:
    position = table([ROSE], [PARASOL])
    battle = battle_on(position, 6, 5, 6, 5)
    give(battle, "ranged", 0, target=1)
    battle.answer("Pulse: 1")
    assert [one["defense"]["total"] for one in told(battle, "attack")] == [18, 20 - 1]
    assert position.states[0].heat == 2
    assert position.states[0].pulsed


def test_an_alpha_strike_turns_all_its_heat_into_damage_and_shuts_down() -> None:
    position = table([("Emperor's Inkstone", 10.0, 10.0, 90.0)], [("Harbour Arbiter", 10.0, 16.0, 270.0)])
    give(battle_on(position, 6, 5), "ranged", 0, target=1, use=["Alpha Strike"])
    steps = position.unit(0).sheet.shuts_down_at
    assert position.states[1].click == min(13, 5 + steps)
    assert position.states[0].shut_down


def test_a_beacon_clears_the_lines_of_its_weapon_for_the_turn() -> None:
    position = table(
        [("Talon of Straw", 10.0, 10.0, 90.0), ("Hollow Perch", 20.0, 16.0, 180.0)],
        [PARASOL, FAR],
        [rect("building", 13, 14, 2, 4)],
    )
    battle = battle_on(position, 1, 6, 5, 1, 6, 4)
    with pytest.raises(Illegal, match="blocked"):
        give(battle, "ranged", 1, target=2)
    give(battle, "ranged", 0, target=2)
    assert {"name": "Homing Beacon", "value": 2, "section": "40.15"} in told(battle, "attack")[0]["attack"]["parts"]
    assert position.states[2].place == "table"
    give(battle, "ranged", 1, target=2)


def test_tsemp_gives_a_token_shuts_a_mech_down_and_brings_down_what_cruises() -> None:
    position = table([("Harbour Arbiter", 10.0, 10.0, 90.0), FAR], [("Thornless Rose", 10.0, 16.0, 270.0)])
    position.states[2].tokens = 1
    give(battle_on(position, 6, 5), "ranged", 0, target=2)
    assert (position.states[2].tokens, position.states[2].shut_down) == (2, True)
    position = table([("Harbour Arbiter", 10.0, 10.0, 90.0)], [("Updraft Lantern", 10.0, 16.0, 270.0)])
    position.states[1].cruising = True
    give(battle_on(position, 6, 5), "ranged", 0, target=1)
    assert not position.states[1].cruising


def test_a_hand_to_hand_weapon_does_a_die_of_damage() -> None:
    position = table([("Borrowed Ladder", 10.0, 10.0, 90.0)], [("Rusty Parasol", 10.0, 11.4, 0.0)])
    give(battle_on(position, 6, 5, 1), "close", 0, target=1)
    assert position.states[1].click == 1


def test_rapid_strike_strikes_the_same_target_again() -> None:
    position = table([("Hollow Perch", 10.0, 10.0, 90.0)], [("Harbour Arbiter", 10.0, 11.8, 270.0)])
    battle = battle_on(position, 6, 5, 2, 6, 5, 3)
    give(battle, "close", 0, target=1)
    battle.answer("Rapid Strike: 1")
    assert (position.states[1].click, position.states[0].heat) == (7, 1)


def test_a_decoy_makes_a_hit_be_rolled_again() -> None:
    position = table([ROSE], [("Debt of Nowhere", 10.0, 16.0, 270.0)])
    give(battle_on(position, 6, 5, 1, 3), "ranged", 0, target=1)
    assert position.states[1].click == 0


def test_repair_turns_a_friend_back_a_click() -> None:
    position = table([("Barter Swimmers", 10.0, 10.0, 90.0), ("Tideline Porters", 10.0, 11.0, 0.0)])
    position.states[1].click = 2
    give(battle_on(position), "repair", 0, target=1)
    assert position.states[1].click == 1


def test_damage_is_split_among_those_hit_after_the_roll() -> None:
    blue: list[Placed] = [("Second-Hand Sappers", 9.0, 16.0, 270.0), ("Second-Hand Sappers", 11.0, 16.0, 270.0)]
    position = table([("Rusty Parasol", 10.0, 10.0, 90.0)], blue)
    battle = battle_on(position, 6, 4)
    give(battle, "ranged", 0, targets=[1, 2])
    battle.answer({"damage": [1, 2]})
    assert [state.click for state in position.states[1:]] == [1, 2]
    with pytest.raises(Illegal, match="one target"):
        give(
            battle_on(table([("Rusty Parasol", 10.0, 10.0, 90.0)], blue, several_targets="single")),
            "ranged",
            0,
            targets=[1, 2],
        )
