"""Faction abilities: each with the difference it makes, and without."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.age_of_destruction.aod_tables import FAR, Placed, battle_on, give, next_turn, rect, table, told

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.factions.liao import inspires_awe, roll_for_awe
from musterhall.games.age_of_destruction.position.moments import Moment, abilities

GUARD: Placed = ("Quiet Ledger Guard", 10.0, 10.0, 90.0)
MOLE: Placed = ("Crate Mole", 10.0, 16.0, 0.0)


def test_every_ability_acts_somewhere_but_awe_which_is_a_stage_of_its_own() -> None:
    acting = {name for moment in Moment.all for name in moment.acts}
    assert set(abilities()) - acting == {"awe"}


def test_awe_takes_an_order_for_each_six_of_a_force_that_is_half_elite_liao() -> None:
    elite: list[Placed] = [("Emperor's Inkstone", 5.0, 2.0, 90.0), ("Nine-Wheel Abacus", 10.0, 2.0, 90.0)]
    elite += [("Quiet Ledger Guard", 15.0, 2.0, 90.0), ("Quiet Ledger Guard", 20.0, 2.0, 90.0)]
    position = table(elite)
    assert inspires_awe(position, 0)
    assert not inspires_awe(table(elite[:3]), 0)
    assert inspires_awe(table(elite[:1], awe_of="force_points"), 0)
    battle = battle_on(position, 6)
    battle.answer({"order": "done"})
    assert position.orders == 3
    battle.answer({"order": "done"})
    assert position.sides[0].awes
    battle.answer({"order": "done"})
    assert position.orders == 2


def test_only_one_order_is_lost_where_sixes_are_read_so() -> None:
    for reading, fewer in (("each", 2), ("one_at_most", 1)):
        position = table([GUARD], awe_sixes=reading, awe_points=225)
        position.set_side(0, type(position.sides[0])(awes=True))
        roll_for_awe(battle_on(position, 6, 6), 1)
        assert position.sides[1].fewer_orders == fewer


@pytest.mark.parametrize(("near", "clicks"), [(10.0, 1), (28.0, 2)])
def test_fanaticism_repairs_liao_units_near_one_that_is_lost(near: float, clicks: int) -> None:
    blue: list[Placed] = [("Copper Whistle Levy", 10.0, 15.0, 90.0), ("Thornless Rose", near + 4, 16.0, 90.0)]
    position = table([("Crate Mole", 10.0, 10.0, 90.0)], blue)
    position.states[1].click, position.states[2].click = 4, 2
    give(battle_on(position, 6, 5), "ranged", 0, target=1)
    assert position.states[2].click == clicks


@pytest.mark.parametrize(("name", "clicks"), [("Quiet Ledger Guard", 4), ("Eggshell Point", 3)])
def test_ruthlessness_does_one_more_to_a_green_unit_and_binds(name: str, clicks: int) -> None:
    position = table([(name, 10.0, 10.0, 90.0), FAR], [MOLE, ("Rusty Parasol", 14.0, 16.0, 0.0)])
    dice = (6, 5) if name == "Quiet Ledger Guard" else (1, 6, 5)
    give(battle_on(position, *dice), "ranged", 0, target=2)
    assert position.states[2].click == clicks
    assert position.states[0].bound_to == (2 if name == "Quiet Ledger Guard" else -1)


def test_a_bound_unit_attacks_nobody_else_until_another_touches_it() -> None:
    position = table([GUARD], [MOLE, ("Rusty Parasol", 12.0, 16.0, 0.0), ("Payday Rifles", 20.0, 20.0, 0.0)])
    position.states[0].bound_to = 1
    battle = battle_on(position, 5, 5)
    with pytest.raises(Illegal, match="is bound to Crate Mole"):
        give(battle, "ranged", 0, target=2)
    position.put(3, (10.0, 11.0))
    give(battle_on(position, 5, 5), "close", 0, target=3)
    assert position.states[3].click


def test_the_owner_may_forgo_the_bond_where_that_is_read_so() -> None:
    position = table([GUARD], [MOLE], bond_optional=True)
    battle = battle_on(position, 6, 5)
    give(battle, "ranged", 0, target=1)
    battle.answer(False)
    assert (position.states[1].click, position.states[0].bound_to) == (3, -1)


@pytest.mark.parametrize(("reading", "bound"), [("success", -1), ("first_attack", 1)])
def test_a_miss_binds_where_the_first_attack_does(reading: str, bound: int) -> None:
    position = table([GUARD], [MOLE], bond_from=reading)
    give(battle_on(position, 1, 2), "ranged", 0, target=1)
    assert position.states[0].bound_to == bound


@pytest.mark.parametrize(("reading", "bound"), [("newest", 2), ("first", 1)])
def test_of_two_bonds_the_newest_or_the_first_holds(reading: str, bound: int) -> None:
    position = table([GUARD], [MOLE, ("Copper Whistle Levy", 10.0, 11.0, 0.0)], bond_new=reading)
    position.states[0].bound_to = 1
    give(battle_on(position, 5, 5), "close", 0, target=2)
    assert position.states[0].bound_to == bound


def test_zellbrigen_is_for_elite_targets_and_for_unique_ones_where_read_so() -> None:
    for target, variants, clicks in (
        ("Harbour Arbiter", {}, 5),
        ("Debt of Nowhere", {}, 4),
        ("Debt of Nowhere", {"elite_rank": "elite_and_unique"}, 5),
    ):
        arguments: dict[str, Any] = dict(variants)
        position = table([("Eggshell Point", 10.0, 10.0, 90.0)], [(target, 10.0, 16.0, 270.0)], **arguments)
        give(battle_on(position, 1, 6, 6), "ranged", 0, target=1)
        assert position.states[1].click == clicks


def test_merciless_adds_a_die_to_death_from_above_and_costs_less() -> None:
    position = table([("Hollow Perch", 10.0, 10.0, 90.0)], [("Ebb Counter", 10.0, 16.0, 270.0)])
    battle = battle_on(position, 4, 4, 3)
    give(battle, "death from above", 0, target=1)
    battle.answer({})
    battle = battle_on(next_turn(position, 0), 1, 1, 2)
    assert (position.states[1].click, position.states[0].click) == (5, 0)
    give(battle, "death from above", 0, target=1)
    assert position.states[0].click == 1


@pytest.mark.parametrize(("die", "defense"), [(4, 18), (3, 19)])
def test_imaging_sees_through_woods_from_a_four(die: int, defense: int) -> None:
    woods = [rect("woods", 8, 14, 4, 4)]
    battle = battle_on(table([("Updraft Lantern", 10.0, 10.0, 90.0)], [MOLE], woods), die, 1, 3)
    give(battle, "ranged", 0, target=1)
    assert told(battle, "attack")[0]["defense"]["total"] == defense


@pytest.mark.parametrize(("victim", "clicks"), [("Crate Mole", 1), ("Rusty Parasol", 3)])
def test_a_scavenger_repairs_two_for_a_unit_of_its_own_mode(victim: str, clicks: int) -> None:
    position = table([("Brine Ox", 10.0, 10.0, 90.0)], [(victim, 10.0, 16.0, 0.0), FAR])
    position.states[0].click = 3
    position.states[1].click = len(position.unit(1).sheet.dial) - 1
    give(battle_on(position, 6, 5), "ranged", 0, target=1)
    assert position.states[0].click == clicks


def test_a_predator_attacks_again_without_heat_when_its_target_turns_to_salvage() -> None:
    position = table([("Ebb Counter", 10.0, 10.0, 90.0)], [("Rusty Parasol", 10.0, 16.0, 0.0), FAR])
    position.states[1].click = 2
    battle = battle_on(position, 5, 5, 5, 5)
    give(battle, "ranged", 0, target=1)
    assert position.click(1).salvage
    battle.answer("predator: 1")
    assert (position.states[1].place, position.states[0].heat, position.states[0].tokens) == ("eliminated", 1, 1)


def test_without_predator_nobody_is_asked() -> None:
    position = table([("Borrowed Ladder", 10.0, 10.0, 90.0), FAR], [("Rusty Parasol", 10.0, 16.0, 0.0), FAR])
    position.states[2].click = 3
    battle = battle_on(position, 6, 5)
    give(battle, "ranged", 0, target=2)
    assert battle.asked().kind == "order"
