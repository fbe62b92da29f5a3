"""The check of a force: each rule of a pack kept and broken, everything told at once, and what is not known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from musterhall.games.alpha_strike.abilities.abilities import (
    command_abilities,
    command_ability_names,
    pilot_abilities,
    pilot_ability_names,
)
from musterhall.games.alpha_strike.abilities.pilot_abilities import in_singular
from musterhall.games.alpha_strike.force.check import Report, check_force
from musterhall.games.alpha_strike.force.forces import (
    CommandChoice,
    Force,
    ForceUnit,
    Group,
    read_force,
    shipped_force,
    shipped_forces,
)
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.games.alpha_strike.units.specials import read_specials
from musterhall.packs.model import Pack, load_pack, shipped_pack_text
from musterhall.problems import TO_DECIDE

LIBRARY = starter_library()
HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")


def unit(name: str, skill: int = 4, **more: Any) -> ForceUnit:
    return ForceUnit(more.pop("label", name), LIBRARY.find(name), skill, **more)


def force(units: Sequence[ForceUnit], groups: Sequence[Group] = (), **more: Any) -> Force:
    about = {"faction": "Lyran Commonwealth", "era": "ilClan"} | more
    return Force("Test", "", units=tuple(units), groups=tuple(groups), **about)


def checked(units: Sequence[ForceUnit], *groups: Group, pack: Pack = HEROCON, **more: Any) -> Report:
    return check_force(force(units, groups, **more), pack, LIBRARY)


def problems(report: Report) -> str:
    return "\n".join(map(str, report.problems))


def warnings(report: Report) -> str:
    return "\n".join(map(str, report.warnings))


def several(name: str, number: int, skill: int = 4) -> list[ForceUnit]:
    return [unit(name, skill, label=f"{name} #{at}") for at in range(1, number + 1)]


LANCE = [unit("Warhammer WHM-6R"), unit("Marauder MAD-3R"), unit("Thunderbolt TDR-5S")]
NAMES = tuple(one.name for one in LANCE)


# Whole forces


@pytest.mark.parametrize("name", shipped_forces())
def test_a_shipped_force_is_legal_at_its_event(name: str) -> None:
    found = shipped_force(name)
    report = check_force(found, load_pack(found.pack), LIBRARY)
    assert problems(report) == ""
    assert report.totals.allowed is not None
    assert report.totals.allowed - 5 <= report.totals.points.total <= report.totals.allowed


def test_the_report_is_plain_data() -> None:
    report = checked([unit("Atlas AS7-D", 7)])
    data = json.loads(json.dumps(report.as_data()))
    assert data["legal"] is False
    assert data["problems"][0]["rule"] == "page 2, Unit Skills"
    assert data["totals"]["values"]["Atlas AS7-D"]["total"] == 37
    assert data["totals"]["by_type"] == {"BM": 37}


def test_the_total_has_a_part_for_each_unit() -> None:
    totals = checked([unit("Griffin GRF-6S", 2), unit("LRM Carrier")]).totals
    assert str(totals.points) == "force 0 + Griffin GRF-6S 51 + LRM Carrier 22 = 73"
    assert (totals.mech_points, totals.units, totals.formations) == (51, 2, 0)


def test_everything_is_told_at_once() -> None:
    text = """
    game = "alpha_strike"
    name = "All wrong"
    era = "Jihad"
    command_abilities = ["Camouflage"]
    [[unit]]
    unit = "Atlas AS7-D"
    count = 12
    skill = 1
    abilities = ["Head Hunter"]
    alternate_munitions = { LRM = "Smoke" }
    [[formation]]
    kind = "Light Recon Lance"
    units = ["Atlas AS7-D #1", "Atlas AS7-D #1", "Nobody"]
    """
    told = problems(check_force(read_force(text, "f", LIBRARY), HEROCON, LIBRARY))
    for part in (
        "is of the Jihad era",
        "has no faction yet",
        "costs 984 points, and 400 are allowed",
        "has skill 1, and skills go from 2 to 6",
        "12 units have this chassis",
        "Head Hunter is banned",
        "12 pilots have special abilities",
        "Camouflage is banned",
        "Smoke is banned",
        "Atlas AS7-D #1 is in it 2 times",
        "'Nobody' is no unit of this force",
        "Light Recon Lance",
    ):
        assert part in told


def test_every_problem_has_a_remedy_and_a_rule() -> None:
    report = checked([*several("Atlas AS7-D", 9, skill=1)], Group("A", "Recon Lance", ("Atlas AS7-D #1",)), faction="")
    assert len(report.problems) > 10
    assert all(problem.remedy and problem.rule for problem in report.problems)


# Points and numbers


def test_four_hundred_points_are_legal_and_one_more_is_not() -> None:
    army = [*several("Mad Cat (Timber Wolf) Prime", 3), *several("Atlas AS7-D", 3), unit("Behemoth (Stone Rhino)")]
    exactly = [*army, unit("Raven RVN-3L")]
    assert sum(one.pv.total for one in exactly) == 400
    assert problems(checked(exactly)) == ""
    over = [*army, unit("Spider SDR-5V"), unit("Foot Platoon (Rifle, Ballistic)", 5)]
    assert sum(one.pv.total for one in over) == 401
    assert "Save 1; Foot Platoon (Rifle, Ballistic) with skill 6 would do" in problems(checked(over))


def test_a_number_of_units_that_has_no_points_is_no_way_around_the_limit() -> None:
    text = shipped_pack_text("drafted-for-war").replace("fewest = 3, most = 5", "fewest = 3, most = 8")
    told = problems(checked(several("Atlas AS7-D", 8), pack=load_pack(text)))
    assert (
        "has 8 units, and there are points for 3, 4, 5 only. Bring one of these numbers. (Final Force Formation)"
        in told
    )
    assert "there are points for" not in problems(checked(several("Atlas AS7-D", 8), pack=DRAFTED))
    assert "there are points for" not in problems(checked(several("Atlas AS7-D", 2), pack=DRAFTED))


def test_half_of_the_points_must_be_mechs() -> None:
    even = [unit("LRM Carrier"), unit("Thumper Artillery Vehicle", label="T"), unit("Awesome AWS-8Q", 4)]
    assert "percent" in problems(checked(even))
    assert "has 39 of 83 points in 'Mechs, 46 percent, and 50 percent are needed" in problems(checked(even))
    assert "Change 3 points of other units" in problems(checked(even))
    assert problems(checked([unit("Partisan Heavy Tank"), unit("Panther PNT-9R")])) == ""


def test_sixteen_units_are_the_most() -> None:
    sixteen = [unit(card.name, 6) for card in LIBRARY if card.type == "BM" and card.pv <= 30][:16]
    assert "units, and 16" not in problems(checked(sixteen))
    assert "has 17 units, and 16 are allowed. Take 1 out" in problems(checked([*sixteen, unit("Vedette Medium Tank")]))


@pytest.mark.parametrize(("skill", "legal"), [(1, False), (2, True), (6, True), (7, False), (-3, False), (99, False)])
def test_skills_go_from_two_to_six(skill: int, legal: bool) -> None:
    report = checked([unit("Locust LCT-1V", skill, abilities=("Iron Will",) if skill == 99 else ())])
    assert report.legal is legal


def test_variants_of_a_chassis_count_together() -> None:
    three = [unit("Locust LCT-1V"), unit("Locust LCT-3M"), unit("Locust LCT-5W2")]
    assert problems(checked(three)) == ""
    assert "4 units have this chassis, variants counted, and 3 may" in problems(
        checked([*three, unit("Locust LCT-1V", label="other")])
    )


def of_class(name: str, chassis: str, type_: str = "BM", tech: str = "Inner Sphere", size: int = 3) -> ForceUnit:
    """A unit as the Master Unit List writes its class."""
    card = replace(
        LIBRARY.find("Atlas AS7-D"), name=f"{chassis} {name}", chassis=chassis, type=type_, tech=tech, size=size
    )
    return ForceUnit(card.name, card)


@pytest.mark.parametrize(
    ("type_", "tech", "classes", "same"),
    [
        ("CV", "Inner Sphere", ("Condor Heavy Hover Tank", "Condor Heavy Hover Tank (Upgrade)"), True),
        ("BA", "Clan", ("Elemental Battle Armor (Fire)", "Elemental Battle Armor"), True),
        ("BA", "Inner Sphere", ("Kage Light Battle Armor (DEST)", "Kage Light Battle Armor (Space)"), True),
        ("CV", "Clan", ("Bandit Hovercraft", "Bandit (C) Hovercraft"), True),
        ("CI", "Inner Sphere", ("Foot Platoon (FedCom)", "Foot Platoon (FS3067+)"), True),
        ("BM", "Inner Sphere", ("Katana (Crockett)", "Crockett"), True),
        ("BM", "Clan", ("Snow Fox", "Snow Fox (Omni)"), True),
        ("BM", "Clan", ("Mad Cat (Timber Wolf)", "Mad Cat Mk II"), False),
        ("BM", "Clan", ("Dragonfly (Viper)", "Viper (Black Python)"), False),
        ("BA", "Inner Sphere", ("Tornado PA(L)", "Tornado PA(L) G12"), False),
    ],
)
def test_a_variant_in_the_name_of_a_class_makes_no_other_chassis(
    type_: str, tech: str, classes: tuple[str, str], same: bool
) -> None:
    units = [of_class(str(at), classes[at % 2], type_, tech) for at in range(4)]
    assert ("4 units have this chassis" in problems(checked(units))) is same


def test_mechs_of_the_same_name_and_another_technology_are_others() -> None:
    units = [of_class("GLD-1R", "Gladiator"), of_class("GLD-2R", "Gladiator")]
    units += [of_class(name, "Gladiator (Executioner)", tech="Clan") for name in ("Prime", "A")]
    assert "chassis" not in problems(checked(units)) + warnings(checked(units))


def test_an_omnimech_is_none_of_the_mechs_that_have_its_other_name_alone() -> None:
    plain = [of_class(str(at), "Mongrel", tech="Clan") for at in range(2)]
    omni = replace(plain[0].card, name="Grendel", chassis="Grendel (Mongrel)", specials=read_specials("OMNI"))
    assert "chassis" not in problems(checked([*plain, ForceUnit("Prime", omni), ForceUnit("A", omni)]))


def test_a_mech_and_a_fighter_of_one_name_are_two_chassis() -> None:
    units = [of_class(str(at), "Tomahawk", ("BM", "AF")[at % 2]) for at in range(4)]
    assert "chassis" not in problems(checked(units))


def test_mechs_that_may_be_of_one_chassis_are_the_organisers_to_decide() -> None:
    brackets = ("Nova", "Standard")
    report = checked([of_class(str(at), f"Black Hawk ({brackets[at % 2]})", tech="Clan") for at in range(4)])
    assert "chassis" not in problems(report)
    assert [one for one in report.warnings if "may be of one chassis" in str(one) and one.kind == TO_DECIDE]


def test_two_units_may_carry_artillery_and_no_third() -> None:
    guns = [unit("Catapult CPLT-C3"), unit("Chaparral Missile Artillery Tank")]
    assert problems(checked([*guns, *LANCE])) == ""
    assert "3 units have ART, and 2 may" in problems(checked([*guns, unit("Thumper Artillery Vehicle"), *LANCE]))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"type": "SV"}, "Support Vehicles"),
        ({"kind": "Support Vehicle"}, "Support Vehicles"),
        ({"kind": "Advanced Support"}, "Advanced Support Vehicles"),
        ({"type": "DS"}, "Advanced Aerospace"),
        ({"type": "BD"}, "Buildings"),
        ({"designations": ("extinct",)}, "Extinct units"),
        ({"available": frozenset({("Extinct", "ilClan")})}, "Extinct units"),
        ({"designations": ("Unknown",)}, "Unknown"),
        ({"designations": ("Custom",)}, "Customised Units"),
    ],
)
def test_barred_units_are_named(change: dict[str, Any], what: str) -> None:
    card = replace(LIBRARY.find("Vedette Medium Tank"), **change)
    told = problems(checked([ForceUnit("V", card), *LANCE]))
    assert "V: is barred: " in told
    assert what in told


# Allegiance and availability


def test_a_force_names_its_faction_and_the_events_era() -> None:
    assert "has no faction yet" in problems(checked(LANCE, faction=""))
    assert "is of the Jihad era, and the event is of the ilClan era" in problems(checked(LANCE, era="Jihad"))
    assert problems(checked(LANCE, era="ILCLAN")) == ""


def test_availability_is_unknown_until_the_list_of_the_faction_is_imported() -> None:
    assert "whether Lyran Commonwealth has them in the ilClan era is not known" in warnings(checked(LANCE))
    here = frozenset({("Lyran Commonwealth", "ilClan")})
    first, *others = LANCE
    listed = replace(first, card=replace(first.card, available=here))
    library = Library([listed.card, *(one.card for one in others)])
    report = check_force(force([listed, *others]), HEROCON, library)
    assert "Marauder MAD-3R: is not available to Lyran Commonwealth in the ilClan era" in problems(report)
    assert "Warhammer" not in problems(report)
    assert "not known" not in warnings(report)


def test_a_card_of_the_players_own_is_told() -> None:
    own = replace(LIBRARY.find("Atlas AS7-D"), name="Mine MN-1")
    assert "Mine MN-1 is not in the catalogue" in warnings(checked([ForceUnit("Mine", own)]))


def test_abilities_that_may_be_taken_but_not_used_are_told() -> None:
    report = checked([unit("Fa Shih Battle Armor [Laser] (Sqd4)", label="Fa Shih"), *LANCE])
    assert "Fa Shih: may be taken, but its MDS may not be used" in warnings(report)
    assert report.legal


# Abilities


def test_one_pilot_may_have_abilities_and_no_second() -> None:
    one = unit("Atlas AS7-D", 3, abilities=("Marksman", "Iron Will"))
    assert problems(checked([one])) == ""
    two = unit("Locust LCT-1V", 4, abilities=("Iron Will",))
    assert "2 pilots have special abilities, and 1 may: Atlas AS7-D, Locust LCT-1V" in problems(checked([one, two]))


@pytest.mark.parametrize(
    ("skill", "abilities", "part"),
    [
        (4, ("Marksman",), ""),
        (4, ("Sniper",), "cost 3 and skill 4"),
        (4, ("Iron Will", "Slugger"), "has 2 special pilot abilities"),
        (5, ("Iron Will",), "allows 0"),
        (2, ("Marksman", "Dodge"), ""),
        (3, ("Sharpshooter", "Iron Will"), "cost 5 and skill 3"),
        (3, ("Iron Will", "Iron Will"), "Iron Will 2 times"),
        (3, ("Headhunter",), "Headhunter is banned"),
        (3, ("ground-hugger",), "ground-hugger is banned"),
        (3, ("Lucky (9)",), "Lucky"),
    ],
)
def test_a_pilots_abilities_keep_to_skill_and_bans(skill: int, abilities: tuple[str, ...], part: str) -> None:
    told = problems(checked([unit("Atlas AS7-D", skill, abilities=abilities)]))
    assert part in told
    assert bool(part) == bool(told)


def test_unknown_abilities_are_told_and_not_forbidden() -> None:
    report = checked(
        [unit("Atlas AS7-D", 3, abilities=("Snyper",), alternate_munitions=("AC: Glitter",))],
        command_abilities=(CommandChoice("Sharp Shootrs"),),
    )
    assert report.legal
    assert "no special pilot ability is called 'Snyper'. Perhaps Sniper is meant" in warnings(report)
    assert "no alternate munition is called 'AC: Glitter'" in warnings(report)
    assert "no special command ability is called 'Sharp Shootrs'" in warnings(report)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Sharp Shooters", ""),
        ("Tactical Experts (Siege)", "Tactical Experts (Siege) is banned"),
        ("tactical experts (hidden units)", "is banned"),
        ("Tactical Experts (Physical)", ""),
        ("Enemy Specialization (Pirates)", "is banned"),
        ("Environmental Specialisation (urban)", "is banned"),
        ("Off-Map Movement", "is banned"),
        ("Tactical Specialisation: Attack", "is banned"),
        ("Tactical Specialization Defense", "is banned"),
        ("Tactical Experts (ENGINEER)", "is banned"),
        ("Tactical Expert (Siege)", "is banned"),
        ("Tactical Experts: Siege", "is banned"),
        ("Rapid Strikes", "is banned"),
        ("Flanker", "is banned"),
        ("Focus: Sniper", ""),
        ("Focus: Head Hunters", "Focus gives Headhunter, which is banned"),
        ("Focus (Sniper)", ""),
        ("Focus", "names no pilot ability"),
    ],
)
def test_command_abilities_keep_to_the_bans(name: str, part: str) -> None:
    told = problems(checked(LANCE, command_abilities=(CommandChoice(name),)))
    assert part in told
    assert bool(part) == bool(told)


def test_a_kin_of_a_banned_command_ability_is_a_question_for_the_organiser() -> None:
    report = checked(LANCE, command_abilities=(CommandChoice("Tactical Specialization (Small Unit Actions)"),))
    assert "which may be meant for Tactical Specialization (Small Unit Actions)" in warnings(report)
    assert "is banned" not in problems(report)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Siege", "Tactical Experts (Siege), which is banned,"),
        ("Overrun", "Overrun Combat, which is banned,"),
        ("Off-map", "Off-Map Movement, which is banned,"),
        ("Enemy Specialists", "Enemy Specialization, which is banned,"),
    ],
)
def test_part_of_a_banned_name_is_left_to_the_organiser_with_the_ban(name: str, meant: str) -> None:
    report = checked(LANCE, command_abilities=(CommandChoice(name),))
    assert problems(report) == ""
    assert [one for one in report.warnings if meant in str(one) and one.kind == TO_DECIDE]


def test_a_banned_pilot_ability_in_the_plural_is_banned() -> None:
    assert "Head Hunters is banned" in problems(checked([unit("Atlas AS7-D", 3, abilities=("Head Hunters",))]))


def test_one_ability_too_many_is_told_as_one() -> None:
    green = problems(checked([unit("Atlas AS7-D", 6, abilities=("Sniper",))]))
    assert "has 1 special pilot ability and skill 6" in green


def test_a_ban_may_be_written_in_the_plural() -> None:
    text = shipped_pack_text("herocon-2025").replace('"Head Hunter"', '"Head Hunters"')
    pack = load_pack(text.replace('"Rapid Strike"', '"Rapid Strikes"'))
    assert "Headhunter is banned" in problems(checked([unit("Atlas AS7-D", 3, abilities=("Headhunter",))], pack=pack))
    command = (CommandChoice("Rapid Strike"),)
    assert "Rapid Strike is banned" in problems(checked(LANCE, command_abilities=command, pack=pack))


def test_no_two_abilities_are_written_alike() -> None:
    for known, names in ((pilot_abilities(), pilot_ability_names()), (command_abilities(), command_ability_names())):
        assert all(names[in_singular(one.name)] == key for key, one in known.items())


@pytest.mark.parametrize(
    ("munitions", "part"),
    [
        (("AC: Precision", "LRM: Swarm"), ""),
        (("AC: Precision", "AC: Flak"), "has Precision, Flak for AC, and a keyword may have 1"),
        (("LRM: Smoke",), "Smoke is banned"),
        (("LRM: Thunder",), "Thunder is banned"),
        (("SRM: Inferno",), "no SRM on its card"),
    ],
)
def test_munitions_keep_to_keywords_and_bans(munitions: tuple[str, ...], part: str) -> None:
    told = problems(checked([unit("Atlas AS7-D", alternate_munitions=munitions)]))
    assert part in told
    assert bool(part) == bool(told)


def test_an_event_may_want_one_munition_of_a_keyword_in_the_whole_force() -> None:
    units = [
        unit("Atlas AS7-D", alternate_munitions=("LRM: Swarm",)),
        unit("LRM Carrier", alternate_munitions=("LRM: Semi-Guided",)),
    ]
    shared = load_pack(shipped_pack_text("herocon-2025").replace('munition_scope = "unit"', 'munition_scope = "force"'))
    assert problems(checked(units)) == ""
    assert "has Swarm, Semi-Guided for LRM" in problems(checked(units, pack=shared))


# Formations


def test_a_formation_that_is_one_is_legal() -> None:
    assert problems(checked(LANCE, Group("A", "Battle Lance", NAMES))) == ""


@pytest.mark.parametrize(
    ("group", "part"),
    [
        (Group("A", "Battel Lance", NAMES), "no formation is called 'Battel Lance'. Perhaps Battle Lance"),
        (Group("A", "Battle Lance", NAMES[:2]), "needs 3 to 6 units; it has 2"),
        (Group("A", "Battle Lance", (*NAMES, NAMES[0])), "is in it 2 times"),
        (Group("A", "Battle Lance", (*NAMES, "Warhamer")), "'Warhamer' is no unit of this force. Perhaps"),
        (Group("A", "Battle Lance", NAMES, "Nobody"), "its commander 'Nobody' is not in it"),
        (Group("A", "Order Lance", NAMES), "this force is of Lyran Commonwealth"),
        (Group("A", "Command Lance", NAMES), "Command Lance"),
        (Group("A", "Support Lance", NAMES), "has no other formation to support"),
        (Group("A", "Battle Lance", NAMES, choices={"ability": "Sniper"}), "does not give 'Sniper'"),
        (Group("A", "Battle Lance", NAMES, choices={"colour": "red"}), "'colour' is nothing to choose"),
        (Group("A", "Battle Lance", NAMES, choices={"option": "nova"}), "has no option 'nova'"),
        (Group("A", "Battle Lance", NAMES, choices={"supports": "B"}), "is no formation that supports another"),
    ],
)
def test_what_is_wrong_with_a_formation_is_named(group: Group, part: str) -> None:
    assert part in problems(checked(LANCE, group))


def test_a_unit_is_in_one_formation_only() -> None:
    groups = [Group("A", "Battle Lance", NAMES), Group("B", "Heavy Battle Lance", NAMES)]
    assert "Warhammer WHM-6R: is in 2 formations: A, B. Leave it in one of them" in problems(checked(LANCE, *groups))


SCOUTS = [unit("Raven RVN-4L"), unit("Locust LCT-5W2"), unit("Spider SDR-5V")]


@pytest.mark.parametrize(
    ("choices", "part"),
    [
        ({}, "does not say which ability it has for the event"),
        ({"ability": "Eagle's Eyes"}, ""),
        ({"ability": "Sniper"}, "does not give 'Sniper'"),
    ],
)
def test_a_recon_lance_locks_its_ability_in_with_the_list(choices: dict[str, Any], part: str) -> None:
    group = Group("A", "Recon Lance", tuple(one.name for one in SCOUTS), choices=choices)
    told = problems(checked(SCOUTS, group))
    assert part in told
    assert bool(part) == bool(told)


@pytest.mark.parametrize(
    ("kind", "choices", "part"),
    [
        ("Recon Lance", ("Eagle's Eyes", "Forward Observer", "Maneuvering Ace"), "have the same one"),
        ("Berserker/Close Combat Lance", ("Zweihander", "Swordsman"), "have the same one"),
        ("Command Lance", ("Marksman", "Marksman", "Marksman", "Marksman"), "to 4 units, and 2 may have it"),
    ],
)
def test_a_forces_choices_are_those_of_the_formation(kind: str, choices: tuple[str, ...], part: str) -> None:
    lance = [*SCOUTS] if kind == "Recon Lance" else [*LANCE, unit("Griffin GRF-6S")]
    commander = lance[0].name if kind == "Command Lance" else ""
    lance[0] = replace(lance[0], command_unit=bool(commander))
    group = Group("A", kind, tuple(one.name for one in lance), commander)
    named = {one.name: choice for one, choice in zip(lance, choices, strict=False)}
    assert part in problems(checked(lance, replace(group, choices=named)))


def test_an_order_lance_names_its_commander() -> None:
    panthers = several("Panther PNT-9R", 3)
    group = Group("A", "Order Lance", tuple(one.name for one in panthers))
    said = problems(checked(panthers, group, faction="Draconis Combine"))
    assert 'Order Lance "A": names no commander. Name the unit that commands it' in said
    led = replace(group, commander=panthers[0].name)
    assert problems(checked(panthers, led, faction="Draconis Combine")) == ""


def test_formations_of_books_that_the_event_does_not_use_are_barred() -> None:
    text = shipped_pack_text("herocon-2025").replace('"Kurita Force Manual", ', "")
    horde = [*several("Locust LCT-1V", 3), unit("Wasp WSP-1A"), unit("Stinger STG-3R")]
    group = Group("A", "Horde Lance", tuple(one.name for one in horde))
    assert problems(checked(horde, group)) == ""
    assert "which this event does not use" in problems(checked(horde, group, pack=load_pack(text)))


def test_the_commander_of_a_command_lance_is_a_command_unit() -> None:
    names = ("Marauder MAD-3R", "Catapult CPLT-C1", "Warhammer WHM-6R")
    group = Group("A", "Command Lance", names, names[0])
    plain = [unit(name) for name in names]
    assert "commands a command formation and must be a command unit" in problems(checked(plain, group))
    marked = [replace(plain[0], command_unit=True), *plain[1:]]
    assert problems(checked(marked, group)) == ""


def test_command_units_are_two_and_no_infantry() -> None:
    marked = [replace(one, command_unit=True) for one in LANCE]
    assert "has 3 command units, and 2 are allowed" in problems(checked(marked))
    foot = unit("Foot Platoon (SRM)", command_unit=True)
    assert "is CI and cannot be a command unit" in problems(checked([foot, *LANCE]))


# Drafted for War


def test_the_printed_example_is_legal_with_171_points() -> None:
    report = check_force(shipped_force("drafted-four"), DRAFTED, LIBRARY)
    assert report.legal
    assert report.totals.points.total == 171


@pytest.mark.parametrize(
    ("units", "part"),
    [
        (LANCE[:2], "has 2 units, and needs 3"),
        (
            [unit("Atlas AS7-D"), unit("Masakari (Warhawk) Prime"), unit("Awesome AWS-8Q", 3)],
            "costs 151 points, and 150",
        ),
        ([*LANCE[:2], unit("Locust LCT-1V", 0)], "has skill 0, which no pilot here has. Use Green 5 to 7, Regular 4"),
        ([*LANCE[:2], unit("Locust LCT-1V", 9)], "has skill 9, which no pilot here has. Use Green 5 to 7"),
        ([*LANCE[:2], unit("Locust LCT-1V", 3, abilities=("Dodge",))], "which only legendary pilots have here"),
        (
            [LANCE[0], unit("Locust LCT-1V", legendary="Ace"), unit("Locust LCT-3M", legendary="ACE")],
            "Ace pilots Locust LCT-1V, Locust LCT-3M. Leave this pilot in 1 of them",
        ),
    ],
)
def test_drafted_for_war_has_its_own_rules(units: list[ForceUnit], part: str) -> None:
    assert part in problems(checked(units, pack=DRAFTED))


def test_a_legend_may_have_any_skill_and_any_ability() -> None:
    legend = unit("Locust LCT-1V", 0, legendary="Ace", abilities=("Sharpshooter", "Sniper", "Natural Grace", "Dodge"))
    assert problems(checked([legend, *LANCE[:2]], pack=DRAFTED)) == ""


def test_legends_stay_at_home_where_an_event_has_none() -> None:
    told = problems(checked([unit("Locust LCT-1V", legendary="Ace")]))
    assert "has the legendary pilot Ace, and this event has no such pilots" in told


def test_formations_and_munitions_are_none_of_drafted_for_war() -> None:
    loaded = [replace(LANCE[0], alternate_munitions=("AC: Flak",)), *LANCE[1:]]
    told = problems(checked(loaded, Group("A", "Battle Lance", NAMES), pack=DRAFTED))
    assert "has formations, and this event has none" in told
    assert "has alternate munitions, and this event has none" in told


def test_names_with_markup_are_told_as_they_are() -> None:
    report = checked([unit("Locust LCT-1V", 9, label="<img src=x onerror=alert(1)>")])
    assert "<img src=x onerror=alert(1)>: has skill 9" in problems(report)
