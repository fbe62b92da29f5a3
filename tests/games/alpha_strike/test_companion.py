"""The table companion of Alpha Strike: what marks on cards come to is what the rules make of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from musterhall.events.cards import read_card
from musterhall.game.companion import Counted, Standing, TableSheet, Tabletop
from musterhall.games import game_named
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.force.forces import Force, Group
from musterhall.games.alpha_strike.movement.drive import hurt_move
from musterhall.games.alpha_strike.parts.companion import COMPANION
from musterhall.games.alpha_strike.position.condition import Drive

RED, BLUE = "lyran-picket", "combine-wall"
NAMES = ("Anna", "Boris")
SCENARIOS = (
    "assassination", "bunkers", "domination", "king-of-the-hill", "data-extraction", "salvage", "drafted-for-war",
)  # fmt: skip


class Marks:
    """How boxes are marked, said outright."""

    def __init__(self, values: Mapping[str, int] | None = None, round_: int = 1, order: Sequence[str] = ()) -> None:
        self._values = dict(values or {})
        self.round = round_
        self.order = order

    def value(self, box: str, round_: int | None = None) -> int:
        return self._values.get(f"{box}@{round_ or self.round}", self._values.get(box, 0))

    def began(self, box: str) -> int:
        return 0

    def in_order(self) -> Sequence[tuple[str, int]]:
        return [(f"{unit}.moved", 2) for unit in self.order]


@cache
def force(name: str) -> Force:
    found: Force = game_named("alpha_strike").forces.shipped_force(name)
    return found


@cache
def tabletop(scenario: str = "domination", red: str = RED, blue: str = BLUE) -> Tabletop:
    return COMPANION.tabletop(COMPANION.begin((force(red), force(blue)), NAMES, [scenario], []))


def sheet_of(name: str, table: Tabletop | None = None) -> TableSheet:
    return next(sheet for sheet in (table or tabletop()).sheets if sheet.name == name)


def shown(sheet: TableSheet, **marked: int) -> dict[str, str]:
    """What follows from these marks, by the name of each finding."""
    values = {f"{sheet.id}.{what}": value for what, value in marked.items()}
    return {one.name: one.text([values.get(box, 0) for box in one.boxes]) for one in sheet.findings}


def state(sheet: TableSheet, **marked: int) -> str:
    values = {f"{sheet.id}.{what}": value for what, value in marked.items()}
    worst = max(one.at([values.get(box, 0) for box in one.boxes]) for one in sheet.findings if one.kind == "state")
    return tabletop().states[worst].title


MOTIVE = ("slowed", "halved", "slowed_after", "immobile")

# One card


def test_a_card_has_pips_for_armor_and_structure_and_a_heat_scale_to_shutdown() -> None:
    sheet = sheet_of("Warhammer WHM-9D")
    assert [(box.title, box.most) for box in sheet.pips] == [("Armor", 7), ("Structure", 3)]
    heat = next(box for box in sheet.boxes if box.id.endswith("heat"))
    assert heat.labels == ("0", "1", "2", "3", "S")


@pytest.mark.parametrize(
    ("unit", "has"),
    [
        ("Warhammer WHM-9D", {"heat", "engine", "fire_control", "mp", "weapon"}),
        ("Pegasus Scout Hover Tank", {"engine", "fire_control", "weapon", "stunned", *MOTIVE}),
        ("Cavaliers", set()),
    ],
)
def test_each_type_of_unit_has_the_hits_that_it_can_take(unit: str, has: set[str]) -> None:
    usual = {"armour", "structure", "moved", "fate"}
    assert {box.id.rpartition(".")[2] for box in sheet_of(unit).boxes} == has | usual


def test_heat_slows_and_lowers_the_tmm_as_the_rules_have_it() -> None:
    sheet = sheet_of("Marauder MAD-9M")
    assert (shown(sheet)["move"], shown(sheet)["tmm"]) == ('8", 12" sprint', "1")
    assert (shown(sheet, heat=1)["move"], shown(sheet, heat=1)["tmm"]) == ('6", 9" sprint', "1")
    assert (shown(sheet, heat=2)["move"], shown(sheet, heat=2)["tmm"]) == ('4", 6" sprint', "0")
    assert shown(sheet, heat=4)["tmm"] == "immobile"


def test_weapon_hits_take_damage_away_and_no_damage_afar_cripples() -> None:
    sheet = sheet_of("Phoenix Hawk PXH-1")
    assert [shown(sheet, weapon=hits)["damage"] for hits in range(4)] == ["2/2/0", "1/1/0", "0*/0*/0", "0/0/0"]
    assert state(sheet, weapon=2) == ""
    assert state(sheet, weapon=3) == "Crippled"
    assert "medium and long range" in shown(sheet, weapon=3)["why by weapons"]


def test_structure_at_half_cripples_once_armor_is_gone_and_none_left_destroys() -> None:
    sheet = sheet_of("Red Dragon")
    assert state(sheet, armour=5, structure=1) == ""
    assert state(sheet, armour=4, structure=2) == ""
    assert state(sheet, armour=5, structure=2) == "Crippled"
    assert state(sheet, armour=5, structure=5) == "Destroyed"
    assert state(sheet, engine=2) == "Destroyed"
    assert state(sheet, fate=1) == "Destroyed"


def test_a_shut_down_unit_attacks_nobody_and_who_sprinted_neither() -> None:
    sheet = sheet_of("Warhammer WHM-9D")
    assert shown(sheet, heat=4)["needs"] == "cannot attack"
    assert shown(sheet, moved=4)["needs"] == "cannot attack after sprinting"
    assert state(sheet, heat=4) == "Shut down"


def test_what_a_shot_needs_grows_with_heat_and_hits_on_fire_control_and_by_how_it_moved() -> None:
    sheet = sheet_of("Warhammer WHM-9D")
    assert shown(sheet, moved=2)["needs"] == "3+/5+/7+"
    assert shown(sheet, moved=2, heat=1)["needs"] == "4+/6+/8+"
    assert shown(sheet, moved=2, fire_control=1)["needs"] == "5+/7+/9+"
    assert shown(sheet, moved=3)["needs"] == "5+/7+/9+"
    assert shown(sheet, moved=2, fire_control=4)["needs"] == "11+/-/-"


@pytest.mark.parametrize("halving", ["halved", "engine"])
@pytest.mark.parametrize("first", [True, False])
def test_two_inches_less_before_a_halving_are_not_two_inches_less_after_it(halving: Drive, first: bool) -> None:
    hits: tuple[Drive, Drive] = (halving, "slowed") if first else ("slowed", halving)
    marks = {"slowed_after" if hit == "slowed" and at else hit: 1 for at, hit in enumerate(hits)}
    found = shown(sheet_of("Pegasus Scout Hover Tank"), **marks)
    assert found["move"].startswith(f'{hurt_move(16, hits)}"')
    assert found["tmm"] == ("0" if hits[1] == "slowed" else "1")


def test_a_vehicle_loses_its_move_by_motive_hits_and_half_of_all_by_its_engine() -> None:
    sheet = sheet_of("Pegasus Scout Hover Tank")
    assert shown(sheet, slowed=1)["move"] == '14", 21" sprint'
    assert shown(sheet, engine=1)["move"] == '8", 12" sprint'
    assert shown(sheet, engine=1)["damage"] == "1/1/0"
    assert state(sheet, immobile=1) == "Crippled"


@pytest.mark.parametrize(
    ("scenario", "says"),
    [
        ("domination", "withdraws"),
        ("drafted-for-war", "no Forced Withdrawal"),
        ("salvage", "does not withdraw while it carries salvage"),
        ("data-extraction", "does not withdraw while it carries data"),
    ],
)
def test_what_crippled_means_is_said_as_the_scenario_has_it(scenario: str, says: str) -> None:
    [crippled] = [one for one in tabletop(scenario).states if one.title == "Crippled"]
    assert says in crippled.follows


def test_who_carries_salvage_neither_jumps_nor_sprints_and_does_half_damage() -> None:
    sheet = sheet_of("Griffin GRF-6S", tabletop("salvage"))
    assert (shown(sheet)["move"], shown(sheet)["damage"]) == ('10", 10" jump, 15" sprint', "2/3/3")
    assert (shown(sheet, load=2)["move"], shown(sheet, load=2)["damage"]) == ('10"', "1/2/2")


# The turn


def order_of(standing: Standing) -> list[tuple[int, int]]:
    return list(standing.turns)


def test_whoever_loses_the_initiative_moves_first_and_the_larger_side_more_at_a_time() -> None:
    """12 against 16, as the event counts: ceil of more by fewer, counted anew before each pair."""
    standing = tabletop().stands(Marks({"initiative": 1}))
    assert standing.left == (12, 16)
    assert order_of(standing)[:4] == [(1, 2), (0, 1), (1, 2), (0, 1)]
    assert standing.now == "Boris moves 2 units."
    other = tabletop().stands(Marks({"initiative": 2}))
    assert order_of(other)[:4] == [(0, 1), (1, 2), (0, 1), (1, 2)]


def test_the_count_goes_down_with_each_move_that_is_marked() -> None:
    table, moved = tabletop(), ["1.0"]
    assert table.stands(Marks({"initiative": 1}, order=moved)).now == "Boris moves 1 unit."
    moved.append("1.1")
    assert table.stands(Marks({"initiative": 1}, order=moved)).now == "Anna moves 1 unit."
    moved.append("0.0")
    assert table.stands(Marks({"initiative": 1}, order=moved)).now == "Boris moves 2 units."
    assert "1.0" not in table.stands(Marks({"initiative": 1}, order=moved)).waiting


def test_a_move_that_is_marked_out_of_order_loses_nobody_their_turn() -> None:
    standing = tabletop().stands(Marks({"initiative": 1}, order=["0.0"]))
    assert standing.now == "Boris moves 2 units."
    assert standing.left == (11, 16)


def test_units_that_cannot_move_do_not_count() -> None:
    marks = {"initiative": 1, "1.0.heat": 4, "1.1.fate": 1, "1.2.fate": 3, "0.0.mp": 4}
    assert tabletop().stands(Marks(marks)).left == (11, 13)


def test_a_stunned_crew_loses_the_turn_after_the_one_in_which_it_was_stunned() -> None:
    marks = {"initiative": 1, "0.9.stunned@2": 1}
    assert [tabletop().stands(Marks(marks, number)).left[0] for number in (2, 3, 4)] == [12, 11, 12]


def test_when_all_have_moved_it_is_time_to_attack() -> None:
    everybody = [sheet.id for sheet in tabletop().sheets]
    standing = tabletop().stands(Marks({"initiative": 2}, order=everybody))
    assert (standing.where, standing.turns) == ("Turn 1, Combat", ())
    assert standing.now.startswith("Anna attacks with all units, then Boris.")


def test_by_the_book_the_larger_side_moves_the_whole_ratio() -> None:
    assert order_of(tabletop("drafted-for-war").stands(Marks({"initiative": 1})))[:2] == [(1, 1), (0, 1)]


def test_the_end_phase_names_whom_each_step_concerns() -> None:
    marks = {"0.0.armour": 7, "0.0.structure": 2, "1.0.heat": 3, "0.1.structure": 4, "0.1.armour": 6}
    checks = {one.box.title: one.about for one in tabletop().stands(Marks(marks)).checks}
    assert checks["Damage takes effect"] == ("Warhammer WHM-9D: structure 1 of 3", "Archer ARC-9M: structure 0 of 4")
    assert checks["Crippled and destroyed"] == ("Warhammer WHM-9D: crippled", "Archer ARC-9M: destroyed")
    assert checks["Heat"] == ("Red Dragon: heat 3",)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_scenario_has_its_own_steps_and_ends_by_asking_whether_it_is_over(scenario: str) -> None:
    titles = [box.title for box in tabletop(scenario).checks]
    assert titles[-1] == "Is the match over?"
    assert len(titles) > len(tabletop("nothing of ours").checks)


# The card


def card_of(scenario: str, marks: Mapping[str, int], round_: int = 1) -> list[dict[str, Any]]:
    card = tabletop(scenario).stands(Marks(marks, round_)).card
    read_card(card)
    return list(card["sides"])


def fields_of(scenario: str, marks: Mapping[str, int], round_: int = 1) -> tuple[dict[str, Any], dict[str, Any]]:
    red, blue = (side["fields"] for side in card_of(scenario, marks, round_))
    return red, blue


def test_domination_counts_the_flags() -> None:
    red, blue = fields_of("domination", {"point.0": 1, "point.1": 1, "point.4": 2})
    assert (red["points_of_interest"], blue["points_of_interest"]) == (2, 1)


def test_the_hill_is_written_down_phase_by_phase() -> None:
    marks = {"hill@1": 2, "hill@2": 1, "hill@3": 3, "hill@4": 2}
    assert fields_of("king-of-the-hill", marks, 5) == ({"hill": [1, 0, 0, 1]}, {"hill": [0, 0, 1, 0]})


def test_a_bunker_goes_when_its_armor_is_gone_or_somebody_blew_it_up_from_inside() -> None:
    red, blue = fields_of("bunkers", {"bunker.4": 15, "blown.5": 1, "bunker.0": 15, "bunker.1": 14})
    assert (red, blue) == ({"forward_bunkers": 2, "home_bunker": 0}, {"forward_bunkers": 0, "home_bunker": 1})


def test_assassination_counts_command_units_that_fell_and_their_trophies() -> None:
    red, blue = fields_of("assassination", {"trophy.1.0": 2, "trophy.1.1": 3, "trophy.0.0": 1})
    assert red == {"command_units": 2, "trophies_held": 1, "trophies_withdrawn": 1}
    assert blue == {"command_units": 1, "trophies_held": 0, "trophies_withdrawn": 0}


def test_data_counts_tokens_held_and_uploaded_by_whose_they_are() -> None:
    red, blue = fields_of("data-extraction", {"token.0": 2, "token.1": 3, "token.2": 1, "token.3": 4, "token.4": 1})
    assert (red["green_held"], red["opposing_uploaded"], red["own_held"]) == (2, 1, 0)
    assert (blue["green_uploaded"], blue["opposing_held"]) == (1, 1)


def test_salvage_counts_what_living_units_carry_and_what_lies_in_yards() -> None:
    red, blue = fields_of("salvage", {"0.0.load": 2, "0.1.load": 1, "0.1.fate": 1, "yards.0": 3, "yards.1": 1})
    assert (red, blue) == ({"carried": 2, "in_yard": 3}, {"carried": 0, "in_yard": 1})


def test_drafted_for_war_counts_units_in_the_strip_and_tells_cripples_at_home_from_others() -> None:
    hurt = {"armour": 7, "structure": 2}
    marks = {f"0.0.{what}": value for what, value in hurt.items()} | {"0.0.at_home": 1}
    marks |= {"1.0.armour": 5, "1.0.structure": 3, "strip.0@1": 1, "strip.0@2": 2, "strip.1@2": 1}
    red, blue = card_of("drafted-for-war", marks, 2)
    assert (red["fields"], blue["fields"]) == ({"home_edge": [1, 2]}, {"home_edge": [0, 1]})
    assert (red["units"], blue["units"]) == ({"Warhammer WHM-9D": "crippled"}, {"Red Dragon": "crippled_outside"})


def test_units_are_on_the_card_as_they_were_marked() -> None:
    marks = {"0.0.fate": 2, "0.1.structure": 4, "0.2.mp": 4, "0.3.armour": 1}
    units = card_of("domination", marks)[0]["units"]
    assert units == {"Warhammer WHM-9D": "withdrawn", "Archer ARC-9M": "destroyed", "Marauder MAD-9M": "crippled"}


def test_a_scenario_that_the_rules_do_not_know_is_counted_as_its_card_asks() -> None:
    counted = [Counted("crates", "Crates", 4), Counted("held", "Rounds held", 1, each_round=True)]
    data = COMPANION.begin((force(RED), force(BLUE)), NAMES, ["Market day"], counted)
    table = COMPANION.tabletop(data)
    assert [group.title for group in table.objectives] == ["Crates", "Rounds held"]
    standing = table.stands(Marks({"count.crates.0": 3, "count.held.1@1": 1, "count.held.1@2": 0}, 2))
    assert standing.card["sides"][0]["fields"] == {"crates": 3, "held": [0, 0]}
    assert standing.card["sides"][1]["fields"] == {"crates": 0, "held": [1, 0]}


@pytest.mark.parametrize(
    ("scenario", "marks", "says"),
    [
        ("domination", {f"point.{number}": 2 for number in range(4)}, "Boris controls 4 points of interest."),
        ("bunkers", {"bunker.3": 15}, "Boris's home bunker is destroyed."),
        ("domination", {f"0.{number}.fate": 1 for number in range(12)}, "Anna has no unit left."),
    ],
)
def test_it_says_when_a_match_is_over_by_its_own_rules(scenario: str, marks: dict[str, int], says: str) -> None:
    standing = tabletop(scenario).stands(Marks(marks))
    assert standing.over.endswith(says.removeprefix("Boris's"))
    assert standing.card["ended"] in ("early", "no_opponent")


def test_no_number_of_turns_ends_a_match_and_a_called_time_does() -> None:
    """A limit of turns is for bots."""
    assert tabletop().stands(Marks(round_=40)).over == ""
    assert tabletop().stands(Marks({"over": 1}, 3)).over == "Time is called."


# What must not be there


def test_nothing_that_a_player_conceals_is_written_down() -> None:
    """Two forces that differ in nothing but who commands give the same sheets."""

    def led_by(name: str) -> Force:
        units = tuple(replace(unit, command_unit=unit.name == name) for unit in force(RED).units)
        names = tuple(unit.name for unit in units[:4])
        return replace(force(RED), units=units, groups=(Group("Alpha", "Order Lance", names, commander=name),))

    forces = [led_by(name) for name in ("Warhammer WHM-9D", "Archer ARC-9M")]
    one, other = (COMPANION.begin((red, force(BLUE)), NAMES, ["assassination"], []) for red in forces)
    assert one == other
    assert "Alpha" in one["red"]


def test_sheets_keep_the_edition_they_were_begun_with() -> None:
    whole = Edition.of({"movement_order": "whole_ratio"})
    table = COMPANION.tabletop(COMPANION.begin((force(RED), force(BLUE)), NAMES, ["domination"], [], whole))
    assert order_of(table.stands(Marks({"initiative": 1})))[:2] == [(1, 1), (0, 1)]
