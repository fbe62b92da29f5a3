"""6.2, 6.3 A force file becomes units, and every way of being illegal is named."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.the_game.army.armies import Addition, Upgrade, load_armies
from musterhall.games.the_game.army.building import build
from musterhall.games.the_game.army.costs import unit_cost
from musterhall.games.the_game.army.datasheets import INFANTRY, SpecialRule
from musterhall.games.the_game.army.force_check import check_force, force_variants
from musterhall.games.the_game.army.forces import (
    Force,
    ForceFormation,
    force_from_data,
    force_summary,
    read_force,
    shipped_force,
    shipped_forces,
)
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.game import Setup
from musterhall.games.the_game.readings.variants import Variants
from musterhall.problems import BadInput

HEAD = """
game = "the_game"
name = "Test force"
army = "{army}"
points = {points}
initiative = 2
"""


def force(*formations: str, army: str = "HumanXX", points: int = 2000) -> Force:
    """A force of formations given as TOML lines, named A, B, C ... unless they say otherwise."""
    text = HEAD.format(army=army, points=points)
    for index, lines in enumerate(formations):
        name = "" if "name =" in lines else f'name = "{chr(65 + index)}"\n'
        text += f"[[formation]]\n{name}{lines}\n"
    return read_force(text, "test.toml")


def human(*formations: str, points: int = 2000) -> Force:
    return force(*formations, points=points)


def orc(*formations: str, points: int = 2000) -> Force:
    return force(*formations, army="Orc Hegemony", points=points)


def sentences(checked: Force, **variants: str) -> list[str]:
    return [str(problem) for problem in check_force(checked, variants)]


def only_problem(checked: Force, **variants: str) -> str:
    found = sentences(checked, **variants)
    assert len(found) == 1, found
    return found[0]


def counts(formation: ForceFormation) -> Counter[str]:
    return Counter(unit.name for unit in formation.units)


INFANTRY_COMPANY = 'entry = "Infantry company"\nbattle_group = 1'
TANKS = 'entry = "Primary Tank company"\nbattle_group = 1'
RECON = 'entry = "Recon Group"\nbattle_group = 1'
ORCS = 'entry = "Orc Infantry company"\nbattle_group = 1'
GOBLINS = 'entry = "Goblin Infantry company"\nbattle_group = 1'


# What ships


@pytest.mark.parametrize("name", shipped_forces())
def test_every_shipped_force_is_legal(name: str) -> None:
    assert sentences(shipped_force(name)) == []


@pytest.mark.parametrize("name", shipped_forces())
def test_every_shipped_force_comes_near_its_points(name: str) -> None:
    shipped = shipped_force(name)
    assert 0.85 * shipped.points <= shipped.cost <= shipped.points


@pytest.mark.parametrize("name", shipped_forces())
def test_only_the_shipped_forces_that_say_so_have_aircraft(name: str) -> None:
    assert any(formation.group == "air" for formation in shipped_force(name).formations) == (
        "-air" in name or "-heli-" in name
    )


@pytest.mark.parametrize("name", ["humanxx-1000", "orc-hegemony-1000"])
def test_the_large_shipped_forces_have_eight_formations(name: str) -> None:
    assert len(shipped_force(name).formations) == 8


def test_an_unknown_shipped_force_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="humanxx-1000"):
        shipped_force("humanx-1000")


# The army lists


def test_the_lists_have_three_and_five_companies_and_four_support_groups_each() -> None:
    printed = {army.name: [entry for entry in army.entries if not entry.setup] for army in load_armies().values()}
    groups = {name: Counter(entry.group for entry in entries) for name, entries in printed.items()}
    assert groups == {
        "HumanXX": {"company": 3, "support": 4, "air": 3},
        "Orc Hegemony": {"company": 5, "support": 4, "air": 4},
    }


def test_added_transports_have_room_for_the_whole_infantry_of_their_formation() -> None:
    for army in load_armies().values():
        for entry in army.entries:
            for option in entry.options:
                if not isinstance(option, Addition):
                    continue
                for choice in option.choices:
                    units = [sheet for n, sheet in (*entry.units, *choice) for _ in range(n)]
                    room = sum(unit.transport.capacity for unit in units if unit.transport)
                    assert room == 0 or room >= sum(unit.type == INFANTRY for unit in units)


def test_every_option_of_every_entry_can_be_taken_by_its_own_words() -> None:
    for army in load_armies().values():
        for entry in army.entries:
            for option in entry.options:
                for text in _texts(option):
                    built = build("here", army, entry, [text])
                    assert built.taken == (option,), (entry.name, text, built.problems)


def _texts(option: object) -> list[str]:
    if isinstance(option, Addition):
        return [" and ".join(f"{n} {sheet.name}" for n, sheet in choice) for choice in option.choices]
    if isinstance(option, Upgrade):
        return [f"{n} {sheet.name}" for n in option.counts for sheet in option.to]
    return [str(option).split(" for ")[0]]


# Building


def test_upgrades_replace_units_and_additions_join_them() -> None:
    built = human(INFANTRY_COMPANY + '\noptions = ["3 LAW infantry", "2 MG infantry", "7 IFVs"]').formations[0]
    assert counts(built) == {
        "HumanXX Infantry Commander": 1,
        "HumanXX LAW Infantry": 3,
        "HumanXX Machine Gun": 2,
        "HumanXX Infantry": 7,
        "HumanXX IFV": 7,
    }


def test_an_option_without_a_number_takes_as_many_as_it_may() -> None:
    built = human(INFANTRY_COMPANY + '\noptions = ["LAW infantry", "APCs"]').formations[0]
    assert counts(built)["HumanXX LAW Infantry"] == 3
    assert counts(built)["HumanXX APC"] == 7


def test_units_added_together_are_one_option() -> None:
    checked = human(TANKS, RECON + '\noptions = ["4 Special Forces and 2 IFVs"]')
    assert sentences(checked) == []
    assert counts(checked.formations[1]) == {
        "HumanXX XR-5 Scout": 6,
        "HumanXX IFV": 2,
        "HumanXX Special Forces": 4,
    }


def test_a_rule_option_lands_on_the_weapons() -> None:
    battery = human(TANKS, 'entry = "Artillery Battery"\nbattle_group = 1\noptions = ["Disrupt(2)"]').formations[1]
    assert all(SpecialRule("disruption", (2,)) in unit.weapons[0].rules for unit in battery.units)


def test_howitzers_come_with_95mm_and_change_all_together() -> None:
    battery = 'entry = "Artillery battery"\nbattle_group = 1'
    plain_guns = orc(ORCS, battery).formations[1]
    heavy_guns = orc(ORCS, battery + '\noptions = ["125mm"]').formations[1]
    assert [weapon.name for weapon in plain_guns.units[0].weapons] == ["Infantry weapons", "95mm Artillery"]
    guns = [weapon.name for unit in heavy_guns.units for weapon in unit.weapons[1:]]
    assert guns == ["125mm Artillery"] * 4
    assert heavy_guns.cost > plain_guns.cost


def test_no_built_unit_has_a_choice_of_weapons_left() -> None:
    jets = human(TANKS, TANKS, 'entry = "HumanXX Attack Aircraft"').formations[2]
    assert [weapon.name for weapon in jets.units[0].weapons][-1] == "AG Missiles"
    assert all(not weapon.choice for unit in jets.units for weapon in unit.weapons)


def test_one_of_two_aircraft_may_load_the_other_weapon() -> None:
    jets = human(TANKS, TANKS, 'entry = "HumanXX Attack Aircraft"\nweapons = ["1 Napalm tanks"]').formations[2]
    assert sorted(unit.weapons[-1].name for unit in jets.units) == ["AG Missiles", "Napalm tanks"]


def test_the_commander_is_one_unit_with_the_special_rule() -> None:
    company = human(INFANTRY_COMPANY + "\ncommander = true", TANKS).formations[0]
    leaders = [unit for unit in company.units if SpecialRule("commander") in unit.rules]
    assert [leader.name for leader in leaders] == ["HumanXX Infantry Commander"]


def test_formation_rules_come_from_the_list() -> None:
    assert orc(GOBLINS).formations[0].rules == (SpecialRule("group mentality"), SpecialRule("shaky"))


def test_a_cost_in_the_file_wins_over_the_stand_in() -> None:
    priced, open_cost = human(TANKS + "\ncost = 77", TANKS).formations
    assert (priced.cost, priced.stand_in_cost) == (77, False)
    assert (open_cost.cost, open_cost.stand_in_cost) == (10 * unit_cost(open_cost.units[0]), True)


def test_strategy_is_initiative_unless_given() -> None:
    assert human(TANKS).strategy == 2


def test_a_printed_slip_may_stand_in_a_force_file() -> None:
    slipped = force('entry = "Ork Infantry company"\nbattle_group = "a"\noptions = ["7 Ork IFVs"]', army="Ork Hegemony")
    assert sentences(slipped) == []
    assert slipped.army == "Orc Hegemony"


def test_a_summary_is_plain_data() -> None:
    summary = json.loads(json.dumps(force_summary(shipped_force("humanxx-1000"))))
    assert summary["cost"] == sum(formation["cost"] for formation in summary["formations"])
    assert summary["formations"][0]["size"] == 20


# Files that cannot be read


def test_an_unknown_field_is_named_with_its_place() -> None:
    with pytest.raises(BadInput, match=r"test\.toml: formation\.0\.opions is not a field"):
        human(TANKS + '\nopions = ["7 APCs"]')


def test_a_force_for_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="game"):
        read_force('game = "chess"\nname = "x"\narmy = "HumanXX"\npoints = 1\ninitiative = 1', "x.toml")


def test_broken_toml_is_named_with_its_line() -> None:
    with pytest.raises(BadInput, match="line 1"):
        read_force("game = \nname = 1", "x.toml")


# Problems, each provoked alone


def test_an_unknown_army_is_one_problem() -> None:
    assert "no army is called 'HumanXY'. Perhaps HumanXX is meant." in only_problem(force(TANKS, army="HumanXY"))


def test_an_unknown_entry_is_named_with_what_was_meant() -> None:
    found = only_problem(human(TANKS, 'entry = "Primry Tank company"\nbattle_group = 1'))
    assert "no formation 'Primry Tank company'. Perhaps Primary Tank company" in found


def test_an_unknown_option_is_answered_with_what_the_entry_offers() -> None:
    found = only_problem(human(TANKS + '\noptions = ["7 APCs"]', TANKS))
    assert found == (
        "A: Primary Tank company has no option '7 APCs'. It offers 1 HumanXX ATGM Tank; 1 HumanXX AA Tank. (6.2)"
    )


def test_an_option_for_an_entry_that_has_none_is_to_be_taken_out() -> None:
    found = only_problem(orc('entry = "Goblin Tank company"\nbattle_group = 1\noptions = ["7 APCs"]'))
    assert "It has no options; take this one out." in found


@pytest.mark.parametrize("count", [1, 3, 5])
def test_goblins_take_two_or_four_atgm_units(count: int) -> None:
    found = only_problem(orc(GOBLINS + f'\noptions = ["{count} ATGM infantry"]'))
    assert "Upgrade 2 or 4." in found


def test_seven_transports_are_not_six() -> None:
    found = only_problem(human(INFANTRY_COMPANY + '\noptions = ["6 APCs"]', TANKS))
    assert "6 APCs cannot be added. Add 7 HumanXX APC." in found


def test_a_rule_option_has_its_printed_values() -> None:
    found = only_problem(human(TANKS, 'entry = "Mortar Battery"\nbattle_group = 1\noptions = ["Ignore Cover(2/0)"]'))
    assert "Add ignore cover(1/1)." in found


def test_alternatives_of_one_option_exclude_each_other() -> None:
    found = only_problem(human(INFANTRY_COMPANY + '\noptions = ["7 APCs", "7 IFVs"]', TANKS))
    assert "are alternatives of one option. Keep one of them." in found


def test_units_become_a_mix_of_what_one_upgrade_offers() -> None:
    mixed = human(INFANTRY_COMPANY + '\noptions = ["1 LAW infantry and 2 ATGM infantry"]', TANKS)
    assert check_force(mixed) == []
    names = Counter(unit.name for unit in mixed.formations[0].units)
    assert names["HumanXX LAW Infantry"] == 1
    assert names["HumanXX ATGM Infantry"] == 2
    assert names["HumanXX Infantry"] == 9


def test_two_halves_of_a_mix_are_one_upgrade_and_are_written_as_one() -> None:
    found = only_problem(human(INFANTRY_COMPANY + '\noptions = ["1 LAW infantry", "2 ATGM infantry"]', TANKS))
    assert "Keep one of them, or mix them in one, '1 HumanXX LAW Infantry and 2 HumanXX ATGM Infantry'." in found


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("2 LAW infantry and 2 ATGM infantry", "4 units cannot become HumanXX LAW Infantry and HumanXX ATGM Infantry"),
        ("LAW infantry and ATGM infantry", "does not say how many become which. Give each its number."),
        ("2 LAW infantry and 2 ATGM infantry", "Upgrade 2 or 3."),
        ("0 LAW infantry and 3 ATGM infantry", "Leave HumanXX LAW Infantry out."),
        ("0 LAW infantry and 5 ATGM infantry", "5 units cannot become HumanXX ATGM Infantry. Upgrade 1 or 2 or 3."),
        ("0 LAW infantry", "0 units cannot become HumanXX LAW Infantry. Upgrade 1 or 2 or 3."),
        ("1 LAW infantry and 1 LAW infantry", "has no option"),
        ("1 LAW infantry and 1 Machine Gun", "has no option"),
    ],
)
def test_a_mix_that_cannot_be_is_said(wish: str, said: str) -> None:
    assert said in only_problem(human(INFANTRY_COMPANY + f'\noptions = ["{wish}"]', TANKS))


def test_an_upgrade_is_taken_once() -> None:
    found = only_problem(human(INFANTRY_COMPANY + '\noptions = ["1 LAW infantry", "2 LAW infantry"]', TANKS))
    assert "taken twice" in found


def test_a_fourth_upgrade_is_too_many() -> None:
    options = '\noptions = ["3 LAW infantry", "3 MG infantry", "7 APCs", "1 AA tank"]'
    checked = human(INFANTRY_COMPANY + options, TANKS)
    assert "takes 4 upgrades, and 3 are allowed. Take 1 out." in only_problem(checked)
    assert sentences(checked, upgrade_scope="only_upgrades") == []


def test_the_variants_of_a_battle_serve_the_force_check() -> None:
    options = '\noptions = ["3 LAW infantry", "3 MG infantry", "7 APCs", "1 AA tank"]'
    checked = human(INFANTRY_COMPANY + options, TANKS)
    assert len(check_force(checked, Variants.default().as_data())) == 1
    assert check_force(checked, Variants.of({"upgrade_scope": "only_upgrades"}).as_data()) == []


def test_an_unknown_reading_of_a_variant_is_said() -> None:
    assert "every_option or only_upgrades" in only_problem(human(TANKS, TANKS), upgrade_scope="some")


def test_a_weapon_no_unit_can_take_is_said() -> None:
    jets = 'entry = "HumanXX Attack Aircraft"\nweapons = ["Torpedoes"]'
    assert "Choose among AG Missiles, Napalm tanks." in only_problem(human(TANKS, TANKS, jets))


def test_a_weapon_for_more_units_than_there_are_is_said() -> None:
    jets = 'entry = "HumanXX Attack Aircraft"\nweapons = ["3 Napalm tanks"]'
    assert "2 can still take it" in only_problem(human(TANKS, TANKS, jets))


def test_the_howitzers_gun_is_an_option_and_no_free_choice() -> None:
    battery = 'entry = "Artillery battery"\nbattle_group = 1\nweapons = ["125mm Artillery"]'
    assert "take its option" in only_problem(orc(ORCS, battery))


def test_a_company_brings_two_support_groups_and_no_third() -> None:
    assert sentences(human(TANKS, RECON, RECON)) == []
    found = only_problem(human(TANKS, RECON, RECON, RECON))
    assert "3 support groups with 1 company, where 2 may be" in found


def test_an_air_asset_needs_two_companies_of_its_own() -> None:
    trident = 'entry = "HumanXX Trident Helicopter"'
    assert sentences(human(TANKS, TANKS, trident)) == []
    assert "1 air asset with 1 company" in only_problem(human(TANKS, RECON, trident))
    both = human(TANKS, TANKS, trident, trident)
    assert "2 air assets with 2 companies, where 1 may be" in only_problem(both)
    assert sentences(both, air_asset_scope="any_with_two_companies") == []


def test_two_commanders_are_one_too_many() -> None:
    led = INFANTRY_COMPANY + "\ncommander = true"
    assert "2 formations have the commander: A, B" in only_problem(human(led, led))


def test_a_formation_without_a_commander_unit_cannot_have_the_commander() -> None:
    found = only_problem(human(TANKS + "\ncommander = true", TANKS))
    assert "A: has no HumanXX Infantry Commander to be the commander" in found


def test_a_goblin_commands_goblins_only() -> None:
    led = GOBLINS + "\ncommander = true"
    assert sentences(orc(led)) == []
    assert "has no Orc Infantry Commander" in only_problem(orc(led, ORCS))
    assert sentences(orc(GOBLINS, ORCS + "\ncommander = true")) == []


def test_a_ground_formation_needs_a_battle_group() -> None:
    found = only_problem(human(TANKS, TANKS, 'entry = "Recon Group"'))
    assert found == "C: is in no battle group. Give it a battle_group. (6.2)"


def test_an_air_asset_has_no_battle_group() -> None:
    found = only_problem(human(TANKS, TANKS, 'entry = "HumanXX Transport"\nbattle_group = 1'))
    assert "C: is an air asset and stands in battle group 1" in found


@pytest.mark.parametrize(("points", "allowed"), [(1000, 5), (500, 2), (100, 1)])
def test_five_battle_groups_for_a_thousand_points(points: int, allowed: int) -> None:
    def groups(number: int) -> Force:
        lines = 'entry = "Primary Tank company"\ncost = 1\nbattle_group = '
        return human(*(f"{lines}{i // 2}" for i in range(2 * number)), points=points)

    assert sentences(groups(allowed)) == []
    assert f"{points} points allow {allowed}" in only_problem(groups(allowed + 1))


def test_four_battle_groups_for_a_thousand_points_of_orcs() -> None:
    lines = 'entry = "Orc Gunwagons"\ncost = 1\nbattle_group = '
    assert sentences(orc(*(f"{lines}{i}" for i in range(4)), points=1000)) == []
    assert "1000 points allow 4" in only_problem(orc(*(f"{lines}{i}" for i in range(5)), points=1000))


def test_a_human_battle_group_has_two_formations() -> None:
    assert "battle group 1: has 1 formation, and needs 2" in only_problem(human(TANKS))
    assert sentences(orc(ORCS)) == []


SHOCK = 'entry = "Orc Shock Troop force"\n'
FLYING_SHOCK = SHOCK + 'options = ["2 Grond-12 Helicopters"]\n'


def test_an_orc_battle_group_has_a_company_unless_it_is_the_helicopter_group() -> None:
    found = only_problem(orc(ORCS, SHOCK + "battle_group = 2"))
    assert "battle group 2: has no company" in found
    assert sentences(orc(ORCS, FLYING_SHOCK + "battle_group = 2")) == []


def test_there_is_one_helicopter_group() -> None:
    found = only_problem(orc(ORCS, FLYING_SHOCK + "battle_group = 2", FLYING_SHOCK + "battle_group = 3"))
    assert "battle groups 2, 3 have formations in helicopters" in found


def test_goblin_companies_alone_take_no_orc_support_group() -> None:
    found = only_problem(orc(GOBLINS, SHOCK + "battle_group = 1"))
    assert "has only Goblin companies, and with them B, which is Orc" in found
    assert sentences(orc(GOBLINS, ORCS, SHOCK + "battle_group = 1")) == []
    assert sentences(orc(GOBLINS, 'entry = "Mortar battery"\nbattle_group = 1')) == []


RAIDERS = 'name = "Raiders"\nentry = "Special Forces"\n'
PLANES = tuple(f'name = "Plane {i}"\nentry = "HumanXX Transport"' for i in range(4))


def test_paratroopers_need_a_seat_each() -> None:
    crowded = human(TANKS, TANKS, PLANES[0], RAIDERS + 'carried_by = "Plane 0"')
    assert "8 units are to ride in Plane 0, with room for 2" in only_problem(crowded)
    names = [f"Plane {i}" for i in range(4)]
    seated = human(TANKS, TANKS, *PLANES, RAIDERS + f"carried_by = {names}")
    assert sentences(seated, air_asset_scope="any_with_two_companies") == []


def test_two_formations_cannot_share_one_formations_room() -> None:
    ferry = 'name = "Ferry"\nentry = "Orc Transport Helicopter"'
    ride = SHOCK + 'carried_by = "Ferry"'
    assert sentences(orc(ORCS, ORCS, ferry, ride)) == []
    assert "16 units are to ride in Ferry, with room for 13" in only_problem(orc(ORCS, ORCS, ferry, ride, ride))


def test_only_paratroopers_jump() -> None:
    found = sentences(
        human(TANKS, TANKS, PLANES[0], 'entry = "Infantry company"\ncarried_by = "Plane 0"'),
    )
    assert any("no Paratroopers rule" in sentence for sentence in found)


def test_vehicles_do_not_ride_in_aircraft() -> None:
    ferry = 'name = "Ferry"\nentry = "Orc Transport Helicopter"'
    found = sentences(orc(ORCS, ORCS, ferry, SHOCK + 'options = ["4 IFVs"]\ncarried_by = "Ferry"'))
    assert found == ["D: Ferry cannot carry Orc IFV. Leave them out, or take carried_by out. (5)"]


def test_what_is_no_transport_carries_no_one() -> None:
    gunship = 'name = "Gunships"\nentry = "Orc Medium Attack Helicopter"'
    found = only_problem(orc(ORCS, ORCS, gunship, SHOCK + 'carried_by = "Gunships"'))
    assert "Gunships, which cannot carry other formations" in found


def test_an_unknown_carrier_is_said() -> None:
    found = only_problem(human(TANKS, TANKS, PLANES[0], RAIDERS + 'carried_by = "Plane 9"'))
    assert "'Plane 9', which is no formation of this force. Perhaps Plane 0 is meant." in found


def test_a_carrier_in_a_force_without_aircraft_is_said_to_be_missing() -> None:
    found = only_problem(human(TANKS, TANKS, RAIDERS + 'carried_by = "Plane"'))
    assert "'Plane', which is no formation of this force. There is none." in found


def test_a_formation_in_an_aircraft_has_no_battle_group() -> None:
    ferry = 'name = "Ferry"\nentry = "Orc Transport Helicopter"'
    found = only_problem(orc(ORCS, ORCS, ferry, SHOCK + 'battle_group = 1\ncarried_by = "Ferry"'))
    assert "D: is a formation that travels by air and stands in battle group 1" in found


def test_a_force_keeps_to_its_points() -> None:
    found = only_problem(human(TANKS + "\ncost = 300", TANKS + "\ncost = 250", points=500))
    assert found == "Test force: costs 550 points, and 500 are allowed. Save 50 points. (6.1.2)"


def test_two_formations_do_not_share_a_name() -> None:
    found = only_problem(human('name = "First"\n' + TANKS, 'name = "first"\n' + TANKS))
    assert "2 formations have this name" in found


def test_all_problems_are_reported_at_once() -> None:
    found = sentences(
        human(
            TANKS + '\noptions = ["9 APCs", "a dragon"]\ncommander = true',
            'entry = "Recon Group"',
            'entry = "Wizards"\nbattle_group = 2',
            'entry = "HumanXX Transport"\nbattle_group = 2',
            points=10,
        )
    )
    for part in ("9 APCs", "a dragon", "commander", "no battle group", "Wizards", "air asset", "costs"):
        assert any(part in sentence for sentence in found), part


# Anything at all

ENTRY_NAMES = sorted({entry.name for army in load_armies().values() for entry in army.entries})
OPTION_TEXTS = sorted(
    {
        text
        for army in load_armies().values()
        for entry in army.entries
        for option in entry.options
        for text in _texts(option)
    }
)
words = st.text(max_size=12)
names = st.sampled_from(["A", "B", "C", "a"]) | st.text(min_size=1, max_size=5)
formations = st.fixed_dictionaries(
    {"name": names, "entry": st.sampled_from(ENTRY_NAMES) | words},
    optional={
        "options": st.lists(st.sampled_from(OPTION_TEXTS) | words, max_size=5),
        "weapons": st.lists(st.sampled_from(["Napalm tanks", "1 Rockets", "125mm Artillery"]) | words, max_size=3),
        "battle_group": st.integers(0, 3) | words,
        "cost": st.integers(0, 500),
        "commander": st.booleans(),
        "carried_by": names | st.lists(names, max_size=3),
    },
)
forces = st.fixed_dictionaries(
    {
        "game": st.just("the_game"),
        "name": st.text(min_size=1, max_size=5),
        "army": st.sampled_from(["HumanXX", "Orc Hegemony"]) | words,
        "points": st.integers(1, 3000),
        "initiative": st.integers(0, 5),
        "formation": st.lists(formations, min_size=1, max_size=8),
    }
)
variants = st.fixed_dictionaries({}, optional={name: st.sampled_from(v) for name, v in force_variants().items()})


@given(forces, variants)
def test_any_well_formed_force_can_be_checked_and_summed_up(data: dict[str, Any], chosen: dict[str, str]) -> None:
    built = force_from_data(data, "any.toml")
    for problem in check_force(built, chosen):
        assert problem.where
        assert problem.what
        assert problem.rule
        assert problem.remedy
    json.dumps(force_summary(built))
    assert all(not weapon.choice for f in built.formations for unit in f.units for weapon in unit.weapons)


def test_a_force_of_an_army_that_nobody_knows_is_kept_from_the_table() -> None:
    strangers = force('entry = "Infantry company"', army="HumanYX")
    setup = Setup(shipped_force("orc-hegemony-500"), strangers, shipped_tables()["crossroads"], Variants.default())
    with pytest.raises(BadInput, match="Perhaps HumanXX is meant"):
        setup.position()
