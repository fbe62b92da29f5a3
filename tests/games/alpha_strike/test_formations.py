"""Attachment B: every formation met, and each of its requirements just missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from musterhall.games.alpha_strike.abilities.abilities import command_abilities, pilot_abilities
from musterhall.games.alpha_strike.formations.formation_rules import Requirement, Who, answer
from musterhall.games.alpha_strike.formations.formations import (
    FormationSettings,
    FormationUnit,
    commander_problems,
    commanders_most,
    find_formation,
    formation_types,
    group_problems,
    is_formation,
    judge,
    possible,
    support_problems,
)
from musterhall.games.alpha_strike.units.cards import Card, Damage
from musterhall.games.alpha_strike.units.specials import read_specials
from musterhall.problems import BadInput

DEFAULT = FormationSettings()
MARIK, DAVION, KURITA = "Free Worlds League", "Federated Suns", "Draconis Combine"

Spec = dict[str, Any]


def card(
    *,
    chassis: str = "Unit",
    variant: str = "A",
    type: str = "BM",
    size: int = 2,
    role: str = "",
    move: int = 8,
    jump: int = 0,
    mode: str = "",
    damage: Sequence[int | str] = (2, 2, 1),
    armour: int = 4,
    specials: str = "",
) -> Card:
    moves = {mode: move} | ({"j": jump} if jump else {})
    values = tuple(Damage(0, True) if value == "0*" else Damage(int(value)) for value in (*damage, 0))
    short, medium, long, extreme = values
    name = f"{chassis} {variant}"
    figures = (short, medium, long, extreme)
    return Card(
        name, chassis, variant, type, size, moves, figures, armour, 3, 30, role=role, specials=read_specials(specials)
    )


def group(*specs: Spec) -> list[FormationUnit]:
    """Units named A, B, C, ... in the order given."""
    units = []
    for letter, spec in zip("ABCDEFGHIJKL", specs, strict=False):
        figures = {name: value for name, value in spec.items() if name != "commander"}
        units.append(FormationUnit(letter, card(**figures), commander=spec.get("commander", False)))
    return units


def u(**figures: Any) -> Spec:
    return figures


def tank(**figures: Any) -> Spec:
    return {"type": "CV", "mode": "t", **figures}


SCOUT = u(role="Scout", size=1, move=14)
HEAVY_BRAWLER = u(role="Brawler", size=3)
ASSAULT = u(role="Juggernaut", size=3, armour=5, damage=(3, 3, 1))
STRIKER = u(role="Striker", move=10)
LIGHT_STRIKER = u(role="Striker", size=1, move=10, damage=(1, 1, 1))
HEAVY_STRIKER = u(role="Striker", size=3, damage=(3, 3, 2))
BOAT = u(role="Missile Boat", specials="IF1")
SNIPER = u(role="Sniper")
LONG = u(size=3, damage=(2, 2, 2))
RIFLE = u(size=2, specials="AC1/1/-")
PURSUER = u(size=2, move=12)
PROBE = u(size=3, move=10, damage=(2, 2, 0))
SWEEP = u(size=2, move=10, damage=(2, 1, 0))
ARMOUR = u(type="BA", size=1, move=6, jump=6, mode="f", specials="CAR4,MEC")
PLATOON = u(type="CI", size=1, move=4, mode="f", specials="CAR5")
OMNI = u(specials="OMNI")
HORDE = u(size=1, damage=(2, 1, 0), specials="IF1")


def but(spec: Spec, **changes: Any) -> Spec:
    return {**spec, **changes}


def last(spec: Spec, times: int, other: Spec) -> list[Spec]:
    """So many alike, and another one behind them."""
    return [spec] * times + [other]


MEETS: list[tuple[str, str, list[Spec]]] = [
    ("battle", "", [HEAVY_BRAWLER, HEAVY_BRAWLER, u(role="Sniper"), u(size=1)]),
    ("berserker", "", [HEAVY_BRAWLER, HEAVY_BRAWLER, u(role="Skirmisher")]),
    ("light_battle", "", [SCOUT, u(size=1), u(size=1), u(size=3)]),
    ("light_battle", "", [*[tank(size=1, chassis="Skulker", role="Scout")] * 4]),
    ("medium_battle", "", [u(size=2), u(size=2), u(size=3), u(size=1)]),
    ("medium_battle", "", [*[tank(chassis="Vedette")] * 2, *[tank(chassis="Goblin")] * 2]),
    ("medium_battle", "", [tank(chassis="Vedette"), tank(chassis="Goblin"), u(size=2)]),
    ("heavy_battle", "", [u(size=3), u(size=4), u(size=2), u(size=2)]),
    ("heavy_battle", "", [*[tank(size=3, chassis="Bulldog")] * 2, *[tank(size=4, chassis="Demolisher")] * 2]),
    ("assault", "", last(ASSAULT, 3, but(ASSAULT, size=2, damage=(3, 2, 0)))),
    ("assault", "", [but(ASSAULT, role="Sniper"), but(ASSAULT, role="Sniper"), but(ASSAULT, role="")]),
    ("anvil", MARIK, [u(size=2, specials="TUR(2/2/1,LRM1/1/1)"), u(size=3, specials="SRM2/2"), u(size=4)]),
    ("fast_assault", "", [but(ASSAULT, move=10), but(ASSAULT, jump=2), but(ASSAULT, move=12)]),
    ("hunter", "", [u(role="Ambusher"), u(role="Juggernaut"), u(), u()]),
    ("striker", "", [STRIKER, but(STRIKER, move=8, jump=8), u(size=3, move=10)]),
    (
        "light_striker",
        "",
        [LIGHT_STRIKER, but(LIGHT_STRIKER, damage=(1, 1, "0*")), u(move=4, jump=10, damage=(1, 1, 0))],
    ),
    ("heavy_striker", "", [HEAVY_STRIKER, HEAVY_STRIKER, u(size=3), u(size=2)]),
    ("fire", "", [BOAT, SNIPER, SNIPER, u()]),
    ("fire_support", "", [BOAT, BOAT, u(specials="TUR(1/1/1,IF1)"), u()]),
    ("artillery_fire", "", [u(specials="ARTT-1"), u(specials="ARTAIS-1"), u()]),
    ("direct_fire", "", [LONG, LONG, but(LONG, size=1)]),
    ("light_fire", "", [BOAT, SNIPER, u(size=1), u(size=2)]),
    ("rifle", DAVION, [RIFLE, but(RIFLE, size=3, specials="FLK1/1/-"), u(size=2), u(size=4)]),
    ("anti_air", "", [but(BOAT, specials="FLK1/1/1"), but(SNIPER, specials="AC1/1/1"), SNIPER, u()]),
    ("recon", "", [SCOUT, STRIKER, u(move=10)]),
    ("light_recon", "", [SCOUT, but(SCOUT, move=12), but(SCOUT, move=10, jump=12)]),
    ("heavy_recon", "", [SCOUT, SCOUT, u(size=3, move=8)]),
    ("pursuit", "", [PURSUER, PURSUER, u(size=1, move=6)]),
    ("probe", "", [PROBE, PROBE, PROBE, but(PROBE, move=6)]),
    ("sweep", "", [SWEEP, SWEEP, but(SWEEP, size=1, jump=12, move=6)]),
    ("security", "", [SCOUT, SNIPER, u(size=4)]),
    ("command", "", [but(SNIPER, commander=True), but(BOAT), u(role="Brawler"), u()]),
    (
        "vehicle_command",
        "",
        [tank(role="Sniper", commander=True), tank(role="Juggernaut"), tank(role="Scout", chassis="Pegasus")],
    ),
    ("order", KURITA, [*[u(chassis="Dragon", size=3)] * 2, u(chassis="Grand Dragon", variant="B", size=3)]),
    ("support", "", [u(), u(), u()]),
    ("horde", "", [HORDE] * 5),
    ("combined_transport", "", [OMNI, ARMOUR, tank(specials="IT5"), PLATOON]),
    ("anti_mech", "", [ARMOUR, PLATOON, PLATOON]),
    ("urban_combat", "", [u(jump=8), u(move=12, jump=4), u(move=6)]),
]

MISSES: list[tuple[str, str, list[Spec], str]] = [
    ("battle", "", [HEAVY_BRAWLER, u(role="Sniper"), u(role="Sniper")], "of Size 3 or more"),
    ("battle", "", [HEAVY_BRAWLER, HEAVY_BRAWLER, u(role="Striker")], "Brawlers, Snipers or Skirmishers"),
    ("berserker", "", [HEAVY_BRAWLER, u(role="Sniper"), u(role="Sniper")], "of Size 3 or more"),
    ("berserker", "", [HEAVY_BRAWLER, HEAVY_BRAWLER, u(role="Scout")], "Brawlers, Snipers or Skirmishers"),
    ("light_battle", "", [SCOUT, u(size=1), u(size=2)], "units of Size 1 (75% of 3)"),
    ("light_battle", "", [SCOUT, u(size=1), u(size=1), u(size=4)], "no units of Size 4 or more"),
    (
        "light_battle",
        "",
        [tank(size=1, role="Scout"), *[tank(size=1, chassis=name) for name in "XYZ"]],
        "matched pairs",
    ),
    ("light_battle", "", [u(size=1)] * 3, "a Scout"),
    ("medium_battle", "", [u(size=2), u(size=3), u(size=3)], "2 units of Size 2 (50% of 3)"),
    ("medium_battle", "", [u(size=2), u(size=2), u(size=4)], "no units of Size 4 or more"),
    ("medium_battle", "", [tank(), tank(), tank(variant="B"), tank(variant="C")], "matched pairs"),
    ("heavy_battle", "", [u(size=3), u(size=2), u(size=2)], "2 units of Size 3 or more"),
    ("heavy_battle", "", [u(size=3), u(size=3), u(size=1)], "no units of Size 1 or less"),
    ("heavy_battle", "", [tank(size=3)] * 3, "matched pairs"),
    ("assault", "", last(ASSAULT, 2, but(ASSAULT, size=2)), "3 units of Size 3 or more"),
    ("assault", "", last(ASSAULT, 3, but(ASSAULT, size=1)), "no units of Size 1 or less"),
    ("assault", "", last(ASSAULT, 3, but(ASSAULT, armour=4)), "only units with armour of 5 or more"),
    ("assault", "", last(ASSAULT, 2, but(ASSAULT, damage=(3, 2, 2))), "medium range damage of 3 or more"),
    ("assault", "", [but(ASSAULT, role="Sniper"), *[but(ASSAULT, role="Brawler")] * 2], "a Juggernaut or 2 Snipers"),
    ("anvil", DAVION, [u(specials="AC1/1/-")] * 3, "only for House Marik"),
    ("anvil", MARIK, [*[u(specials="AC1/1/-")] * 2, u(size=1)], "only units of Size 2 or more"),
    ("anvil", MARIK, [u(specials="AC1/1/-"), u(), u(specials="FLK1/1/1")], "with AC, LRM or SRM"),
    ("fast_assault", "", last(but(ASSAULT, move=10), 3, but(ASSAULT, move=8)), "able to jump"),
    ("fast_assault", "", last(but(ASSAULT, move=10), 3, but(ASSAULT, jump=4, armour=4)), "armour of 5"),
    ("hunter", "", [u(role="Ambusher"), u(), u()], "Ambushers or Juggernauts"),
    ("striker", "", [STRIKER, STRIKER, u(move=8, jump=6)], "ground Move of 10"),
    ("striker", "", [STRIKER, STRIKER, u(move=10, size=4)], "no units of Size 4 or more"),
    ("striker", "", [STRIKER, u(move=10), u(move=10)], "Strikers or Skirmishers"),
    ("light_striker", "", last(LIGHT_STRIKER, 2, but(LIGHT_STRIKER, move=8)), "Move of 10"),
    ("light_striker", "", last(LIGHT_STRIKER, 2, but(LIGHT_STRIKER, size=3)), "no units of Size 3 or more"),
    ("light_striker", "", [LIGHT_STRIKER, *[but(LIGHT_STRIKER, damage=(1, 1, 0))] * 2], "long range damage above 0"),
    ("light_striker", "", [LIGHT_STRIKER, *[but(LIGHT_STRIKER, role="Scout")] * 2], "Strikers or Skirmishers"),
    ("heavy_striker", "", last(HEAVY_STRIKER, 3, but(HEAVY_STRIKER, move=6)), "Move of 8"),
    ("heavy_striker", "", last(HEAVY_STRIKER, 2, but(HEAVY_STRIKER, size=2)), "3 units of Size 3"),
    ("heavy_striker", "", last(HEAVY_STRIKER, 3, but(HEAVY_STRIKER, size=1)), "no units of Size 1 or less"),
    ("heavy_striker", "", [but(HEAVY_STRIKER, damage=(3, 3, 1))] * 3, "long range damage above 1"),
    ("heavy_striker", "", [HEAVY_STRIKER, *[but(HEAVY_STRIKER, role="")] * 2], "Strikers or Skirmishers"),
    ("fire", "", [BOAT, SNIPER, u()], "Missile Boats or Snipers"),
    ("fire_support", "", [BOAT, BOAT, u(), u()], "3 units with IF"),
    ("artillery_fire", "", [u(specials="ARTT-2"), u(specials="IF2"), u()], "2 units with ART"),
    ("direct_fire", "", [LONG, but(LONG, size=2), but(LONG, size=2)], "2 units of Size 3"),
    ("direct_fire", "", [LONG, LONG, but(LONG, damage=(3, 3, 1))], "long range damage of 2"),
    ("light_fire", "", [BOAT, SNIPER, u(size=3)], "no units of Size 3 or more"),
    ("light_fire", "", [BOAT, u(), u()], "Missile Boats or Snipers"),
    ("rifle", KURITA, [RIFLE] * 3, "only for House Davion"),
    ("rifle", DAVION, [RIFLE, RIFLE, but(RIFLE, size=4)], "of Size 2 to 3"),
    ("rifle", DAVION, [RIFLE, RIFLE, RIFLE, but(RIFLE, size=1)], "no units of Size 1 or less"),
    ("rifle", DAVION, [RIFLE, u(), u()], "with AC or FLK"),
    ("rifle", DAVION, [RIFLE, RIFLE, u(move=6)], "Move of 8"),
    ("anti_air", "", [SNIPER, but(SNIPER, specials="FLK1/1/1"), SNIPER], "FLK, AC or ART"),
    ("anti_air", "", [*[but(SNIPER, specials="FLK1/1/1")] * 2, u()], "Missile Boats or Snipers"),
    ("recon", "", [SCOUT, SCOUT, u(move=8)], "Move of 10"),
    ("recon", "", [SCOUT, u(move=10), u(move=10)], "Scouts or Strikers"),
    ("light_recon", "", last(SCOUT, 2, but(SCOUT, size=2)), "only units of Size 1"),
    ("light_recon", "", last(SCOUT, 2, but(SCOUT, move=10)), "Move of 12"),
    ("light_recon", "", last(SCOUT, 2, but(SCOUT, role="Striker")), "only Scouts"),
    ("heavy_recon", "", [SCOUT, SCOUT, u(size=3, move=6)], "Move of 8"),
    ("heavy_recon", "", [SCOUT, but(SCOUT, move=8), u(size=3)], "Move of 10"),
    ("heavy_recon", "", [SCOUT, SCOUT, u(size=2)], "Size 3 or more"),
    ("heavy_recon", "", [SCOUT, STRIKER, u(size=3)], "2 Scouts"),
    ("pursuit", "", [PURSUER, PURSUER, but(PURSUER, size=3)], "only units of Size 2 or less"),
    ("pursuit", "", [PURSUER, u(), u()], "Move of 12"),
    ("pursuit", "", [but(PURSUER, damage=(3, 1, 0))] * 3, "medium range damage above 1"),
    ("probe", "", last(PROBE, 3, but(PROBE, size=4)), "only units of Size 3 or less"),
    ("probe", "", last(PROBE, 2, but(PROBE, move=8)), "Move of 10"),
    ("probe", "", last(PROBE, 3, but(PROBE, damage=(3, 1, 0))), "medium range damage of 2"),
    ("sweep", "", last(SWEEP, 2, but(SWEEP, size=3)), "only units of Size 2 or less"),
    ("sweep", "", last(SWEEP, 2, but(SWEEP, move=8)), "Move of 10"),
    ("sweep", "", last(SWEEP, 2, but(SWEEP, damage=(1, 2, 0))), "short range damage of 2"),
    ("security", "", [SNIPER, SNIPER, u()], "a Scout or Striker"),
    ("security", "", [SCOUT, STRIKER, u()], "a Sniper or Missile Boat"),
    ("security", "", [SCOUT, SNIPER, u(size=4), u(size=4)], "at most a unit of Size 4"),
    ("command", "", [SNIPER, BOAT, u(role="Brawler")], "named as commander"),
    ("command", "", [but(SNIPER, commander=True), u(role="Brawler"), u()], "2 Snipers, Missile Boats"),
    ("command", "", [but(SNIPER, commander=True), BOAT, u(role="Ambusher")], "a Brawler, Striker or Scout besides"),
    ("vehicle_command", "", [*[tank(role="Sniper", commander=True)] * 2, u()], "only vehicles"),
    ("vehicle_command", "", [tank(role="Sniper")] * 3, "named as commander"),
    ("vehicle_command", "", [tank(role="Sniper", commander=True), tank(), tank()], "2 Snipers"),
    ("order", DAVION, [u(chassis="Panther", size=1)] * 3, "only for House Kurita"),
    ("order", KURITA, [*[u(chassis="Panther", size=1)] * 2, u(chassis="Jenner", size=1)], "same model"),
    ("order", KURITA, [*[u(chassis="Panther", size=1)] * 2, u(chassis="Panther", size=2)], "same model"),
    ("horde", "", [HORDE] * 4, "5 to 6 units"),
    ("horde", "", last(HORDE, 4, but(HORDE, size=2)), "only units of Size 1"),
    ("horde", "", last(HORDE, 4, but(HORDE, damage=(3, 1, 0))), "no damage value above 2"),
    ("horde", "", last(HORDE, 4, but(HORDE, specials="TUR(1/1/1,SRM3/3)")), "no damage value above 2"),
    ("combined_transport", "", [OMNI, OMNI, OMNI], "an infantry unit"),
    ("combined_transport", "", [OMNI, ARMOUR, ARMOUR], "room for all its infantry"),
    ("combined_transport", "", [tank(specials="IT4"), PLATOON, u()], "room for all its infantry"),
    ("anti_mech", "", [ARMOUR, PLATOON, u(type="PM", size=1)], "only infantry units"),
    ("urban_combat", "", [u(jump=8), u(), u()], "able to jump or of type infantry"),
    ("urban_combat", "", [u(move=10, jump=8), PLATOON, u(move=10)], "Move of 8"),
]


@pytest.mark.parametrize(("kind", "faction", "specs"), MEETS)
def test_these_units_are_the_formation(kind: str, faction: str, specs: list[Spec]) -> None:
    judgement = judge(kind, group(*specs), DEFAULT, faction)
    assert [one.missing for one in judgement.unmet] == []


@pytest.mark.parametrize(("kind", "faction", "specs", "words"), MISSES)
def test_these_units_miss_one_requirement_and_only_that(kind: str, faction: str, specs: list[Spec], words: str) -> None:
    unmet = judge(kind, group(*specs), DEFAULT, faction).unmet
    assert len(unmet) == 1, [one.missing for one in unmet]
    assert words in unmet[0].text
    assert unmet[0].missing
    assert unmet[0].remedy


def test_there_are_34_formations_and_each_has_its_cases() -> None:
    kinds = set(formation_types())
    assert len(kinds) == 34
    assert {kind for kind, _, _ in MEETS} == kinds
    assert {kind for kind, _, _, _ in MISSES} == kinds - {"support"}


def test_every_requirement_is_missed_by_some_case() -> None:
    for kind, formation in formation_types().items():
        first = 2 + bool(formation.factions) + len(formation.requirements) - len(formation.own_requirements)
        own = set(range(first, first + len(formation.own_requirements)))
        missed = {
            place
            for one, faction, specs, _ in MISSES
            for place, answer in enumerate(judge(kind, group(*specs), DEFAULT, faction).requirements)
            if one == kind and not answer.met
        }
        # without any transport there is no room either, so that the first of the two is never missed alone
        alone = own - {first + 1} if kind == "combined_transport" else own
        assert alone <= missed, kind


def test_every_ability_of_a_bonus_is_in_the_list_of_abilities() -> None:
    for formation in formation_types().values():
        for award in formation.bonus:
            assert set(award.abilities) <= set(pilot_abilities()), formation.key
            assert set(award.command_abilities) <= set(command_abilities()), formation.key


def test_a_formation_takes_three_to_six_units_and_no_aerospace() -> None:
    few, many = judge("support", group(u(), u()), DEFAULT), judge("support", group(*[u()] * 7), DEFAULT)
    assert [one.missing for one in few.unmet] == ["needs 3 to 6 units; it has 2"]
    assert [one.missing for one in many.unmet] == ["needs 3 to 6 units; it has 7"]
    flying = judge("support", group(u(), u(), u(type="AF", mode="a")), DEFAULT)
    assert [one.missing for one in flying.unmet] == ["takes no aerospace units; C is one"]


def test_a_problem_says_what_is_missing_and_what_the_group_could_be() -> None:
    units = group(but(SNIPER, commander=True), BOAT, SNIPER)
    (problem,) = group_problems("Alpha", "command", units, DEFAULT)
    assert str(problem) == (
        'Command Lance "Alpha": needs a Brawler, Striker or Scout besides 2 Snipers, Missile Boats, Skirmishers or '
        "Juggernauts; A, B and C are not. Put one in, or use it as a Light Fire Lance. (Attachment B, AS:CE p.120)"
    )


def test_a_unit_counted_for_the_share_is_not_the_one_besides() -> None:
    heavy = Requirement("share", 50, Who(size_least=3))
    scout = Requirement("count", 1, Who(roles=("Scout",)), besides=heavy)
    heavy_scout = u(role="Scout", size=3)
    assert not answer(scout, group(u(size=3), heavy_scout, u()), DEFAULT).met
    assert answer(scout, group(u(size=3), heavy_scout, u(size=3)), DEFAULT).met
    assert answer(scout, group(u(size=3), u(size=3), SCOUT), DEFAULT).met


def test_percent_rounding_normally_lets_two_of_three_be_75_percent() -> None:
    units = group(BOAT, SNIPER, u())
    assert not judge("fire", units, DEFAULT).met
    assert judge("fire", units, replace(DEFAULT, percent_rounding="normal")).met


def test_bonus_share_rounding_up_reaches_one_unit_more() -> None:
    (striker,) = formation_types()["striker"].bonus
    (hunter,) = formation_types()["hunter"].bonus
    (fire,) = formation_types()["fire"].bonus
    up = replace(DEFAULT, bonus_share_rounding="up")
    assert [striker.reach(number, DEFAULT) for number in (3, 4, 5, 6)] == [2, 3, 4, 5]
    assert [striker.reach(number, up) for number in (3, 4, 5, 6)] == [3, 3, 4, 5]
    assert [hunter.reach(number, DEFAULT) for number in (3, 4, 5)] == [1, 2, 2]
    assert [hunter.reach(number, up) for number in (3, 4, 5)] == [2, 2, 3]
    assert [fire.reach(number, up) for number in (3, 4, 5)] == [1, 2, 2]


def test_any_move_on_the_ground_only_does_not_count_a_jump() -> None:
    units = group(but(SCOUT, move=8, jump=10), SCOUT, SCOUT)
    assert judge("recon", units, DEFAULT).met
    assert not judge("recon", units, replace(DEFAULT, any_move="ground")).met


def test_a_vtol_has_no_ground_move_where_the_event_says_so() -> None:
    units = group(STRIKER, STRIKER, u(type="CV", mode="v", move=18))
    assert judge("striker", units, DEFAULT).met
    assert not judge("striker", units, replace(DEFAULT, vtol_ground_move=False)).met


def test_a_shared_ideal_role_is_enough_only_where_the_event_says_so() -> None:
    units = group(*[u(role="Brawler", size=1)] * 3)
    assert not judge("battle", units, DEFAULT).met
    assert judge("battle", units, replace(DEFAULT, ideal_role=True)).met


def test_a_matched_pair_may_be_two_variants_where_the_event_says_so() -> None:
    units = group(tank(), tank(), tank(variant="B"), tank(variant="C"))
    assert not judge("medium_battle", units, DEFAULT).met
    assert judge("medium_battle", units, replace(DEFAULT, matched_pair="chassis")).met


def test_minimal_damage_may_count_as_none() -> None:
    units = group(*[but(LIGHT_STRIKER, damage=(1, 1, "0*"))] * 3)
    assert judge("light_striker", units, DEFAULT).met
    assert not judge("light_striker", units, replace(DEFAULT, minimal_damage=False)).met


def test_a_horde_of_ten_needs_the_other_reading() -> None:
    units = group(*[HORDE] * 10)
    assert not judge("horde", units, DEFAULT).met
    assert judge("horde", units, replace(DEFAULT, horde_size=(5, 10))).met


def test_a_mech_may_be_in_a_vehicle_command_lance_under_the_other_reading() -> None:
    units = group(tank(role="Sniper", commander=True), tank(role="Sniper"), u())
    assert not judge("vehicle_command", units, DEFAULT).met
    assert judge("vehicle_command", units, replace(DEFAULT, vehicle_command_all_vehicles=False)).met


@pytest.mark.parametrize(
    ("specs", "carried"),
    [
        ([OMNI, OMNI, ARMOUR, ARMOUR], True),
        ([u(), u(), ARMOUR], False),
        ([u(), OMNI, but(ARMOUR, specials="CAR4,XMEC"), ARMOUR], True),
        ([OMNI, tank(specials="IT4"), ARMOUR, ARMOUR], True),
        ([tank(specials="IT8"), ARMOUR, ARMOUR], True),
        ([tank(specials="IT6"), tank(specials="IT6"), ARMOUR, ARMOUR, but(PLATOON, specials="CAR3")], False),
        ([tank(specials="IT7"), tank(specials="IT4"), ARMOUR, ARMOUR, but(PLATOON, specials="CAR3")], True),
        ([OMNI, OMNI, PLATOON], False),
    ],
)
def test_the_transports_carry_all_the_infantry_at_once(specs: list[Spec], carried: bool) -> None:
    assert judge("combined_transport", group(*specs), DEFAULT).met is carried


def test_a_force_has_a_sub_commander_for_every_six_units_that_are_not_infantry() -> None:
    eleven = group(*[u(commander=True)] * 2, *[u()] * 9)
    assert commanders_most(eleven) == 2
    assert commander_problems(eleven, "the force") == []
    with_infantry = group(*[u(commander=True)] * 2, *[u()] * 3, *[PLATOON] * 6)
    (problem,) = commander_problems(with_infantry, "the force")
    assert "A and B are 2 commanders" in str(problem)


def test_a_support_lance_needs_another_formation() -> None:
    assert support_problems([("Back", "support"), ("Front", "fire")], "the force") == []
    assert len(support_problems([("Back", "support")], "the force")) == 1


def test_whether_it_is_a_formation_is_what_the_judgement_of_each_requirement_comes_to() -> None:
    readings = (FormationSettings(), FormationSettings(percent_rounding="normal", ideal_role=True, most=5))
    for specs in (case[2] for case in (*MEETS, *MISSES)):
        units = group(*specs)
        for kind in formation_types().values():
            for reading in readings:
                for faction in ("", "Draconis Combine"):
                    met = judge(kind.key, units, reading, faction).met
                    assert is_formation(kind, units, reading, faction) == met


def test_possible_lists_only_formations_that_are_met_and_the_worthiest_first() -> None:
    found = possible(group(BOAT, SNIPER, SNIPER), DEFAULT)
    assert all(one.met for one in found)
    assert [one.kind for one in found] == ["light_fire", "medium_battle", "fire", "support"]


def test_a_formation_is_found_by_its_name_and_a_wrong_one_offers_the_nearest() -> None:
    assert find_formation("Command Lance").key == find_formation("command").key == "command"
    with pytest.raises(BadInput, match="Did you mean Recon Lance"):
        find_formation("Reconn Lance")
