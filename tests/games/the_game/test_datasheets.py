"""5 The catalogue holds the print, and a printed slip finds the unit it means."""

from __future__ import annotations

from collections import Counter

import pytest

from musterhall.games.the_game.army.costs import unit_cost, unit_costs
from musterhall.games.the_game.army.datasheets import (
    AIR,
    GROUND,
    NAVAL,
    Datasheet,
    SpecialRule,
    UnknownDatasheet,
    Weapon,
    datasheet,
    load_datasheets,
    parse_rule,
)
from musterhall.games.the_game.readings.slips import reading, slips
from musterhall.problems import BadInput


def weapon(sheet: Datasheet, name: str) -> Weapon:
    return next(weapon for weapon in sheet.weapons if weapon.name == name)


def test_the_book_has_21_humanxx_sheets_and_24_of_the_orc_hegemony() -> None:
    armies = Counter(sheet.army for sheet in load_datasheets().values())
    assert armies == {"HumanXX": 21, "Orc Hegemony": 24}


def test_every_sheet_is_filed_under_its_own_name() -> None:
    assert all(name == sheet.name for name, sheet in load_datasheets().items())


def test_every_type_is_one_that_the_rules_know() -> None:
    types = Counter(sheet.type for sheet in load_datasheets().values())
    assert set(types) <= set(GROUND + AIR + NAVAL)
    assert types["infantry"] == 14
    assert types["soft vehicle"] == 9
    assert types["armoured vehicle"] == 11


@pytest.mark.parametrize(
    ("name", "combat", "tactical", "command", "armour", "visibility", "close", "near"),
    [
        ("HumanXX Infantry Commander", 10, 15, 8, 0, 3, (2, 1), (4, 3)),
        ("HumanXX Special Forces", 10, 15, 8, 0, 3, (2, 2), (5, 8)),
        ("HumanXX XR-5 Scout", 15, 35, 8, 2, 0, (2, 1), (3, 3)),
        ("HumanXX MBT I", 20, 25, 8, 6, 0, (2, 1), (6, 10)),
        ("HumanXX MBT II", 20, 30, 8, 5, 0, (2, 1), (5, 9)),
        ("HumanXX APC", 15, 30, 7, 3, 0, (2, 1), (3, 2)),
        ("HumanXX Trident Helicopter", 125, 125, 7, 3, 0, (1, 1), (3, 5)),
        ("HumanXX Destroyer", 35, 35, 8, 5, 0, None, (6, 6)),
        ("Goblin Infantry Commander", 10, 15, 7, 0, 4, (2, 1), (3, 2)),
        ("Orc Infantry", 10, 15, 6, 0, 3, (3, 3), (4, 7)),
        ("Goblin Infantry", 10, 15, 6, 0, 4, (1, 1), (2, 2)),
        ("Goblin ATGM Infantry", 10, 15, 6, 0, 3, (2, 1), (2, 5)),
        ("Goblin APC", 15, 35, 6, 2, 1, (2, 1), (3, 2)),
        ("Orc Howitzer", 0, 0, 6, 0, 0, (3, 1), (3, 2)),
        ("Goblin Scout Buggy", 20, 40, 7, 1, 1, (2, 1), (2, 2)),
        ("Orc Grond-21 Transport Helicopter", 0, 0, 6, 5, 0, (1, 1), (1, 1)),
        ("Orc Attack Aircraft", 0, 0, 7, 3, 0, None, None),
        ("Orc Landing Craft", 30, 30, 8, 5, 0, None, (6, 3)),
    ],
)
def test_stats_are_those_of_the_print(
    name: str,
    combat: float,
    tactical: float,
    command: int,
    armour: int,
    visibility: int,
    close: tuple[int, int] | None,
    near: tuple[int, int] | None,
) -> None:
    sheet = load_datasheets()[name]
    assert (sheet.combat, sheet.tactical) == (combat, tactical)
    assert (sheet.command, sheet.armour, sheet.visibility) == (command, armour, visibility)
    assert (sheet.close, sheet.near) == (close, near)


def test_a_weapon_keeps_every_attack_value_in_the_printed_order() -> None:
    cannon = weapon(datasheet("HumanXX Strike Fighter"), "22mm Cannons")
    assert cannon.attacks == (("AP", 6), ("AT", 3), ("AA", 2))
    assert cannon.range == 30


def test_a_multiplier_counts_before_the_name_and_before_the_attack_alike() -> None:
    assert weapon(datasheet("Orc Infantry"), "Infantry weapons").shots == 2
    assert weapon(datasheet("HumanXX Strike Fighter"), "AG Missiles").shots == 2
    assert weapon(datasheet("Orc MG Infantry"), "Heavy MG").shots == 2
    assert weapon(datasheet("Goblin Anti-Air Buggy"), "AA gun").shots == 2
    assert weapon(datasheet("HumanXX Infantry"), "Light MG").shots == 1


def test_an_artillery_weapon_has_a_score_and_a_maximum_and_no_attacks() -> None:
    bombs = weapon(datasheet("Orc Attack Aircraft"), "Cluster Bombs")
    assert (bombs.score, bombs.maximum, bombs.attacks) == (3, 6, ())
    assert bombs.artillery
    assert not weapon(datasheet("HumanXX MBT I"), "125mm Cannon").artillery


def test_one_shot_for_each_two_units_is_kept_with_its_weapon() -> None:
    halved = {
        (sheet.name, arm.name) for sheet in load_datasheets().values() for arm in sheet.weapons if arm.per_units == 2
    }
    assert halved == {
        ("HumanXX Trident Helicopter", "Strike missiles"),
        ("Goblin Infantry", "Light MG"),
        ("Orc Grond-34 Attack Helicopter", "Rockets"),
        ("Orc Grond-12 Helicopter", "Missile Pods"),
    }


def test_either_or_weapons_share_a_choice() -> None:
    choosers = {
        sheet.name: [arm.name for arm in sheet.weapons if arm.choice]
        for sheet in load_datasheets().values()
        if any(arm.choice for arm in sheet.weapons)
    }
    assert choosers == {
        "HumanXX Strike Fighter": ["AG Missiles", "Napalm tanks"],
        "Orc Howitzer": ["125mm Artillery", "95mm Artillery"],
        "Orc Attack Aircraft": ["Rockets", "Cluster Bombs"],
    }


def test_a_transport_for_a_peoples_infantry_takes_all_of_it_and_no_one_else() -> None:
    transport = datasheet("Goblin APC").transport
    assert transport is not None
    assert transport.capacity == 2
    assert transport.carries == ("Goblin Infantry Commander", "Goblin Infantry", "Goblin ATGM Infantry")
    truck = datasheet("Orc Truck").transport
    assert truck is not None
    assert (truck.capacity, truck.carries) == (1, ("Orc Howitzer",))


def test_ten_sheets_can_carry_units() -> None:
    carriers = {s.name: s.transport.capacity for s in load_datasheets().values() if s.transport}
    assert carriers == {
        "HumanXX IFV": 2,
        "HumanXX APC": 2,
        "HumanXX Transport Aircraft": 2,
        "Orc IFV": 2,
        "Goblin APC": 2,
        "Orc Gunwagon": 2,
        "Orc Flakwagon": 2,
        "Orc Truck": 1,
        "Orc Grond-12 Helicopter": 4,
        "Orc Grond-21 Transport Helicopter": 13,
    }


@pytest.mark.parametrize(
    ("printed", "name", "values"),
    [
        ("Scout(15)", "scout", (15,)),
        ("Scout(10cm)", "scout", (10,)),
        ("Fire Arc: Fixed", "fire arc", ("fixed",)),
        ("Ignore cover(2/0)", "ignore cover", (2, 0)),
        ("Damage: 2", "damage", (2,)),
        ("Damage 2", "damage", (2,)),
        ("Damage(2)", "damage", (2,)),
        ("High Altitude", "high alt", ()),
        ("Disrupt(2)", "disruption", (2,)),
        ("No gunner", "no gunner", ()),
    ],
)
def test_a_special_rule_is_read_however_it_is_printed(printed: str, name: str, values: tuple[int | str, ...]) -> None:
    assert parse_rule(printed) == SpecialRule(name, values)


def test_the_note_artillery_adds_nothing() -> None:
    assert parse_rule("Artillery") is None
    launcher = weapon(datasheet("HumanXX Mobile Rocket Launcher"), "Multiple Rocket Launcher")
    assert launcher.rules == (SpecialRule("indirect fire"),)


def test_an_unknown_special_rule_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="Invisible"):
        parse_rule("Invisible(3)")


@pytest.mark.parametrize(
    ("printed", "army", "name"),
    [
        ("HumanXX LAV Infantry", "", "HumanXX LAW Infantry"),
        ("HumanXX Attack Aircraft", "", "HumanXX Strike Fighter"),
        ("HumanXX Commander", "", "HumanXX Infantry Commander"),
        ("Orc Commander", "", "Orc Infantry Commander"),
        ("Ork Shock Troop Infantry units", "", "Orc Shock Infantry"),
        ("Ork 95mm Howitzers", "", "Orc Howitzer"),
        ("Ork Grond-12 Attack Helicopters", "", "Orc Grond-12 Helicopter"),
        ("MG infantry", "HumanXX", "HumanXX Machine Gun"),
        ("MG infantry", "Orc Hegemony", "Orc MG Infantry"),
        ("MBT IIs", "HumanXX", "HumanXX MBT II"),
        ("APCs", "Orc Hegemony", "Goblin APC"),
        ("IFV transports", "HumanXX", "HumanXX IFV"),
    ],
)
def test_a_printed_slip_or_short_name_finds_its_sheet(printed: str, army: str, name: str) -> None:
    assert datasheet(printed, army).name == name


def test_every_unit_slip_leads_to_a_sheet() -> None:
    assert all(row.reading in load_datasheets() for row in slips() if row.kind == "unit")


def test_every_slip_has_a_section_and_a_reason() -> None:
    assert all(row.section and row.reason for row in slips())


def test_words_of_the_running_text_have_readings_too() -> None:
    assert reading("term", "BM") == "ST"
    assert reading("command", "double") == "Dash"
    assert reading("weapon type", "AV") == "AT"
    assert reading("weapon type", "AP") == "AP"


def test_an_unknown_name_is_answered_with_the_nearest_ones() -> None:
    with pytest.raises(UnknownDatasheet) as refusal:
        datasheet("Goblin MTB")
    assert str(refusal.value).startswith("no datasheet is called 'Goblin MTB'; did you mean Goblin MBT or")
    with pytest.raises(KeyError):
        datasheet("Dragon")


def test_the_example_sheet_can_be_asked_for_but_is_not_counted() -> None:
    assert datasheet("Basic human scout").rules == (SpecialRule("scout", (10,)),)
    assert "Basic human scout" not in load_datasheets()


def test_a_heavier_tank_costs_more_than_a_lighter_one_and_infantry_least() -> None:
    costs = unit_costs()
    assert costs["HumanXX MBT I"] > costs["HumanXX MBT II"] > costs["HumanXX IFV"] > costs["HumanXX Infantry"]
    assert all(cost >= 1 for cost in costs.values())


def test_the_cost_formula_adds_up_as_its_file_says() -> None:
    # 1.4 + 3 x 0.4 + 0.3 x 1.5 + 0.3 x 2 + 0.08 x 10 + 0.25 x 7 = 6.2
    assert unit_cost(datasheet("HumanXX Infantry")) == 6
