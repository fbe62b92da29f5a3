"""The best split of a force, and forces built from what somebody owns."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.alpha_strike.test_formations import MEETS, MISSES, Spec, group

from musterhall.games.alpha_strike.building.force_builder import BuildLimits, build_forces, is_possible
from musterhall.games.alpha_strike.formations.formation_rules import FormationSettings, FormationUnit, has_special
from musterhall.games.alpha_strike.formations.formations import commanders_most, formation_types, judge, numbers_allowed
from musterhall.games.alpha_strike.formations.quick_split import quick_groups
from musterhall.games.alpha_strike.formations.solver import FormationModel, Split, best_split
from musterhall.games.alpha_strike.units.cards import Card, Damage, is_mech
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.games.alpha_strike.units.point_values import unit_pv
from musterhall.games.alpha_strike.units.specials import read_specials
from musterhall.problems import BadInput

DEFAULT = FormationSettings()
KURITA = "Draconis Combine"
ROLES = ("Brawler", "Sniper", "Skirmisher", "Striker", "Scout", "Missile Boat", "Juggernaut", "Ambusher", "")
SPECIALS = ("", "AC1/1/-", "IF1", "ARTT-1", "OMNI,IT4", "LRM1/1/1,IF1", "FLK1/1/1", "SRM3/3", "CAR4,MEC", "CAR5,XMEC")

cards = st.builds(
    lambda chassis, variant, type, size, role, move, jump, damage, armour, specials: Card(
        f"{chassis} {variant}",
        chassis,
        variant,
        type,
        size,
        {"": move, **({"j": jump} if jump else {})},
        (Damage(damage), Damage(max(0, damage - 1)), Damage(0, damage > 2), Damage(0)),
        armour,
        2,
        25,
        role=role,
        specials=read_specials(specials),
    ),
    st.sampled_from(["Panther", "Jenner", "Dragon"]),
    st.sampled_from("AB"),
    st.sampled_from(["BM", "BM", "CV", "CV", "BA", "CI", "AF", "PM"]),
    st.integers(1, 4),
    st.sampled_from(ROLES),
    st.sampled_from([6, 8, 10, 12, 14]),
    st.sampled_from([0, 0, 6, 8, 12]),
    st.integers(0, 4),
    st.integers(3, 6),
    st.sampled_from(SPECIALS),
)
readings = st.builds(
    FormationSettings,
    percent_rounding=st.sampled_from(["up", "normal"]),
    any_move=st.sampled_from(["best", "ground"]),
    vtol_ground_move=st.booleans(),
    ideal_role=st.booleans(),
    matched_pair=st.sampled_from(["variant", "chassis"]),
    minimal_damage=st.booleans(),
    horde_size=st.sampled_from([(5, 6), (5, 10)]),
    vehicle_command_all_vehicles=st.booleans(),
)


def units_of(drawn: list[Card], commanders: int = 0) -> list[FormationUnit]:
    return [FormationUnit(f"unit {place}", card, commander=place < commanders) for place, card in enumerate(drawn)]


NOT_ALONE = {"support", "urban_combat"}
"""One needs another formation beside it, the other gives nothing."""


@given(st.lists(cards, min_size=2, max_size=7), st.integers(0, 2), readings, st.sampled_from(["", KURITA]))
@settings(deadline=None, max_examples=60)
def test_the_model_lets_a_group_be_a_formation_exactly_where_the_judge_does(
    drawn: list[Card], commanders: int, reading: FormationSettings, faction: str
) -> None:
    units = units_of(drawn, commanders)
    for kind in set(formation_types()) - NOT_ALONE:
        met = judge(kind, as_modelled(units), reading, faction).met
        assert may_be(kind, units, reading, faction) is met, kind


@pytest.mark.parametrize(("kind", "faction", "specs"), [case for case in MEETS if case[0] not in NOT_ALONE])
def test_the_model_takes_what_the_judge_takes(kind: str, faction: str, specs: list[Spec]) -> None:
    assert may_be(kind, group(*specs), DEFAULT, faction)


@pytest.mark.parametrize(("kind", "faction", "specs", "words"), [case for case in MISSES if case[0] not in NOT_ALONE])
def test_the_model_refuses_what_the_judge_refuses(kind: str, faction: str, specs: list[Spec], words: str) -> None:
    units = group(*specs)
    met = judge(kind, as_modelled(units), DEFAULT, faction).met
    assert may_be(kind, units, DEFAULT, faction) is met
    assert met is (words == "named as commander"), "the model may name a commander where there is none"


def as_modelled(units: list[FormationUnit]) -> list[FormationUnit]:
    named = any(unit.commander for unit in units)
    return [unit if named else unit._replace(commander=True) for unit in units]


def may_be(kind: str, units: list[FormationUnit], reading: FormationSettings, faction: str) -> bool:
    """Whether the model finds that all these units together are a formation of this kind."""
    fewest, _ = numbers_allowed(formation_types()[kind], reading)
    model = FormationModel(units, reading, faction, {kind: 1.0}, units_most=fewest)
    for place in range(len(units)):
        model.put_into_a_group(place)
    return model.solve(model.value, 10)


@pytest.mark.parametrize(
    ("transport", "carried"), [("IT5", True), ("IT4.5", False), ("IT4", False), ("OMNI,IT5", True)]
)
def test_the_model_reckons_with_room_for_infantry(transport: str, carried: bool) -> None:
    def card(type: str, specials: str) -> Card:
        damage = (Damage(1), Damage(1), Damage(0), Damage(0))
        return Card(specials, specials, "", type, 1, {"": 6}, damage, 1, 1, 9, specials=read_specials(specials))

    drawn = [card("CV", transport), card("CI", "CAR5"), card("BM", "OMNI"), card("BA", "CAR4,MEC")]
    split = best_split(units_of(drawn), DEFAULT, allowed=["combined_transport"])
    assert any(len(group.units) == 4 for group in split.groups) is carried


@given(st.lists(cards, min_size=3, max_size=7), st.integers(0, 1))
@settings(deadline=None, max_examples=40)
def test_no_split_is_worth_more_than_the_best_one(drawn: list[Card], commanders: int) -> None:
    units = units_of(drawn, commanders)
    split = best_split(units, DEFAULT, KURITA)
    assert_split_is_legal(units, split)
    assert split.value == best_by_trying_all(units)


def best_by_trying_all(units: list[FormationUnit]) -> float:
    """Two groups at most: seven units have no third."""
    naming = not any(unit.commander for unit in units)
    able = [unit._replace(commander=True) for unit in units] if naming else units
    options = []
    for size in range(DEFAULT.fewest, DEFAULT.most + 1):
        for places in combinations(range(len(units)), size):
            group = [able[place] for place in places]
            for kind, formation in formation_types().items():
                if judge(kind, group, DEFAULT, KURITA).met:
                    options.append((set(places), formation))

    def value(chosen: tuple[int, ...]) -> float:
        groups = [options[place] for place in chosen]
        if all(kind.supports for _, kind in groups) or any(a & b for (a, _), (b, _) in combinations(groups, 2)):
            return 0
        if sum(kind.commands_force for _, kind in groups) > (1 if naming else commanders_most(units)):
            return 0
        return sum(kind.value(len(places), DEFAULT) for places, kind in groups)

    every = range(len(options))
    small = [one for one in every if len(options[one][0]) <= 4]
    pairs = (pair for pair in combinations(small, 2) if not options[pair[0]][0] & options[pair[1]][0])
    return max([0, *(value((one,)) for one in every), *(value(pair) for pair in pairs)])


def assert_split_is_legal(units: list[FormationUnit], split: Split) -> None:
    named = [name for group in split.groups for name in group.units]
    assert len(named) == len(set(named))
    assert set(named) | {one.unit for one in split.left_over} == {unit.name for unit in units}
    assert all(group.judgement.met for group in split.groups)
    assert all(one.reason.endswith(".") for one in split.left_over)
    assert split.optimal


def starter_units(number: int, seed: int = 1) -> list[FormationUnit]:
    drawn = random.Random(seed).sample([card for card in starter_library().cards if card.type != "AF"], number)
    return [FormationUnit(card.name, card) for card in drawn]


def test_sixteen_units_are_split_to_the_proven_best() -> None:
    units = starter_units(16)
    split = best_split(units, DEFAULT, KURITA, clock=time.perf_counter)
    print(f"16 units: {split.seconds:.2f} s, value {split.value}")
    assert_split_is_legal(units, split)
    assert len(split.groups) >= 3


def test_the_same_force_is_split_the_same_way_again() -> None:
    units = starter_units(10)
    first, again = best_split(units, DEFAULT), best_split(units, DEFAULT)
    assert replace(first, seconds=0) == replace(again, seconds=0)


def test_weights_decide_which_formations_are_formed() -> None:
    units = starter_units(9)
    assert {group.kind for group in best_split(units, DEFAULT, allowed=["medium battle lance", "fire"]).groups} <= {
        "medium_battle",
        "fire",
    }
    without = best_split(units, DEFAULT, weights={"Command Lance": 0, "support": 0})
    assert not {"command", "support"} & {group.kind for group in without.groups}


def test_a_split_names_no_more_commanders_than_a_force_may_have() -> None:
    units = [unit._replace(commander=True) for unit in starter_units(12)]
    split = best_split(units, DEFAULT, allowed=["command"])
    assert (
        1
        < len(split.groups)
        <= commanders_most(units)
        == 1 + sum(unit.card.type not in ("BA", "CI") for unit in units) // 6
    )
    assert all(group.commander in group.units for group in split.groups)


@pytest.mark.parametrize("seconds", [10.0, 0.0])
def test_unasked_a_split_has_one_command_lance(seconds: float) -> None:
    units = [unit for unit in starter_units(30) if is_mech(unit.card)][:12]
    split = best_split(units, DEFAULT, allowed=["command", "battle"], seconds_most=seconds)
    assert [group.kind for group in split.groups].count("command") == 1
    asked = [unit._replace(commander=True) for unit in units]
    assert len(best_split(asked, DEFAULT, allowed=["command"], seconds_most=seconds).groups) > 1


def test_support_alone_is_no_split() -> None:
    split = best_split(starter_units(6), DEFAULT, allowed=["support"])
    assert split.groups == ()
    assert len(split.left_over) == 6


def test_a_fighter_is_left_over_with_its_reason() -> None:
    fighter = next(card for card in starter_library().cards if card.type == "AF")
    units = [*starter_units(4), FormationUnit("Fighter", fighter)]
    reasons = {one.unit: one.reason for one in best_split(units, DEFAULT).left_over}
    assert reasons["Fighter"] == "Aerospace units take no part in ground formations."


def test_nobody_is_split_into_nothing() -> None:
    assert best_split([], DEFAULT).groups == ()


def test_too_many_units_and_doubled_names_are_refused_with_a_sentence() -> None:
    card = starter_library().cards[0]
    with pytest.raises(BadInput, match="at most 30"):
        best_split([FormationUnit(str(number), card) for number in range(31)], DEFAULT)
    with pytest.raises(BadInput, match="Two units are called 'A'"):
        best_split([FormationUnit("A", card)] * 3, DEFAULT)
    with pytest.raises(BadInput, match="0 to 1000"):
        best_split([FormationUnit("A", card)], DEFAULT, weights={"fire": -1})


def test_a_split_is_found_even_when_the_solver_has_no_time() -> None:
    units = starter_units(16)
    split = best_split(units, DEFAULT, seconds_most=0.0)
    assert split.groups
    assert not split.optimal
    assert all(group.judgement.met for group in split.groups)
    placed = [name for group in split.groups for name in group.units]
    assert len(placed) == len(set(placed))
    assert {one.unit for one in split.left_over} == {unit.name for unit in units} - set(placed)
    assert all("Time ran out" in one.reason or "Aerospace" in one.reason for one in split.left_over)


def test_a_split_without_time_names_no_more_commanders_than_a_force_may_have() -> None:
    units = [unit for unit in starter_units(20) if is_mech(unit.card)][:9]
    split = best_split(units, DEFAULT, allowed=["command"], seconds_most=0.0)
    assert 1 <= len(split.groups) <= commanders_most(units)
    assert all(group.commander in group.units for group in split.groups)


@given(st.lists(cards, min_size=3, max_size=9), readings, st.sampled_from(["", KURITA]))
def test_groups_made_at_once_are_what_they_say(members: list[Card], reading: FormationSettings, faction: str) -> None:
    units = [FormationUnit(str(at), card, commander=True) for at, card in enumerate(members)]
    found = quick_groups(units, range(len(units)), reading, faction, dict.fromkeys(formation_types(), 1.0), 1)
    for kind, places, value in found:
        assert judge(kind.key, [units[place] for place in places], reading, faction).met
        assert value == kind.value(len(places), reading)
    taken = [place for _, places, _ in found for place in places]
    assert len(taken) == len(set(taken))


def test_a_left_over_unit_is_told_what_taking_it_in_would_cost() -> None:
    units = starter_units(7)
    split = best_split(units, replace(DEFAULT, most=3), weights={"support": 0})
    assert len(split.left_over) >= 1
    assert all("worth" in one.reason or "No formation" in one.reason for one in split.left_over)


HEROCON = BuildLimits(skill=(2, 6), chassis_most=3, mech_share=50, specials_most={"ART": 2})


def test_built_forces_are_legal_and_different_and_hold_the_units_asked_for() -> None:
    owned = [card for card in starter_library().cards if card.type != "AF"][::4]
    around = [owned[7].name]
    told: list[tuple[int, int]] = []
    forces = build_forces(
        owned,
        400,
        HEROCON,
        DEFAULT,
        around=around,
        number=2,
        seconds_most=10,
        progress=lambda *done: told.append(done),
    )
    assert told == [(1, 2), (2, 2)]
    for force in forces:
        assert 3 <= len(force.units) <= 16
        assert force.pv == sum(unit_pv(unit.card, unit.skill).total for unit in force.units) <= 400
        assert 2 * sum(unit.pv for unit in force.units if is_mech(unit.card)) >= force.pv
        assert max(Counter(unit.card.chassis for unit in force.units).values()) <= 3
        assert sum(has_special(unit.card, "ART") for unit in force.units) <= 2
        assert all(2 <= unit.skill <= 6 for unit in force.units)
        assert set(around) <= {unit.card.name for unit in force.units}
        assert all(group.judgement.met for group in force.split.groups)
    first, second = ({unit.name for unit in force.units} for force in forces)
    assert len(first - second) >= 3


def test_forces_are_built_even_when_the_solver_has_no_time() -> None:
    owned = [card for card in starter_library().cards if card.type != "AF"][::2]
    forces = build_forces(owned, 400, HEROCON, DEFAULT, around=[owned[7].name], number=2, seconds_most=0.0)
    assert len(forces) == 2
    for force in forces:
        assert not force.optimal
        assert force.split.groups
        assert all(group.judgement.met for group in force.split.groups)
        assert 300 <= force.pv <= 400
        assert max(Counter(unit.card.chassis for unit in force.units).values()) <= 3
        assert owned[7].name in {unit.card.name for unit in force.units}


def test_what_is_impossible_is_told_from_what_took_too_long() -> None:
    mechs = [card for card in starter_library().cards if is_mech(card)][:4]
    assert is_possible(mechs, 400, BuildLimits())
    assert not is_possible(mechs, 400, BuildLimits(units_least=5))
    assert build_forces(mechs, 400, BuildLimits(units_least=5), DEFAULT, seconds_most=0.0) == []


def test_the_share_of_mechs_is_one_of_points() -> None:
    library = starter_library().cards
    mechs = [card for card in library if is_mech(card)][:3]
    owned = [*mechs, *[card for card in library if card.type == "CV"][:6]]
    for share in (100, 60):
        limits = BuildLimits(units_most=6, mech_share=share)
        (force,) = build_forces(owned, 400, limits, DEFAULT, number=1, seconds_most=5)
        assert 100 * sum(unit.pv for unit in force.units if is_mech(unit.card)) >= share * force.pv
    assert len(force.units) > len(mechs)


def test_points_may_depend_on_the_number_of_units() -> None:
    owned = [card for card in starter_library().cards if is_mech(card)][:12]
    drafted = BuildLimits(units_least=3, units_most=5, pv_by_units={3: 150, 4: 175, 5: 200})
    (force,) = build_forces(owned, 0, drafted, DEFAULT, number=1, seconds_most=5)
    assert force.pv <= {3: 150, 4: 175, 5: 200}[len(force.units)]


def test_two_of_a_card_are_told_apart_and_never_make_a_different_force() -> None:
    card = next(card for card in starter_library().cards if is_mech(card))
    forces = build_forces([card] * 4, 1000, BuildLimits(units_most=3), DEFAULT, number=2, different=1, seconds_most=5)
    assert len(forces) == 1
    assert [unit.name for unit in forces[0].units] == [f"{card.name} #{number}" for number in (1, 2, 3)]


def test_no_force_is_built_where_none_is_legal_and_what_is_not_owned_is_named() -> None:
    owned = list(starter_library().cards[:5])
    assert build_forces(owned, 5, BuildLimits(), DEFAULT, number=1, seconds_most=5) == []
    with pytest.raises(BadInput, match="you own 0"):
        build_forces(owned, 400, BuildLimits(), DEFAULT, around=["Atlas XX"])
