"""What a force may not slip past its event: banned abilities, command units, factions, types of units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from musterhall.games.alpha_strike.force.check import Report, check_force
from musterhall.games.alpha_strike.force.forces import CommandChoice, Force, ForceUnit, Group, force_toml, read_force
from musterhall.games.alpha_strike.parts.forces import FORCES
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.packs.model import Pack, load_pack, shipped_pack_text
from musterhall.problems import TO_DECIDE

LIBRARY = starter_library()
TEXT = shipped_pack_text("herocon-2025")
HEROCON = load_pack("herocon-2025")


def unit(name: str, skill: int = 4, **more: Any) -> ForceUnit:
    return ForceUnit(more.pop("label", name), LIBRARY.find(name), skill, **more)


LANCE = [unit("Warhammer WHM-6R"), unit("Marauder MAD-3R"), unit("Thunderbolt TDR-5S"), unit("Griffin GRF-6S")]
NAMES = tuple(one.name for one in LANCE)


def checked(
    units: Sequence[ForceUnit] = LANCE,
    *groups: Group,
    pack: Pack = HEROCON,
    library: Library = LIBRARY,
    **more: Any,
) -> Report:
    about = {"faction": "Lyran Commonwealth", "era": "ilClan"} | more
    return check_force(Force("Test", "", units=tuple(units), groups=groups, **about), pack, library)


def problems(report: Report) -> str:
    return "\n".join(map(str, report.problems))


def warnings(report: Report) -> str:
    return "\n".join(map(str, report.warnings))


def with_commands(*said: str | dict[str, Any], **more: Any) -> Report:
    return checked(command_abilities=tuple(map(command_choice, said)), **more)


def command_choice(said: str | dict[str, Any]) -> CommandChoice:
    if isinstance(said, str):
        return CommandChoice(said)
    return CommandChoice(said["ability"], {key: value for key, value in said.items() if key != "ability"})


# Banned abilities


@pytest.mark.parametrize("name", ["Focus (Head Hunter)", "Focus (Headhunter)", "focus (ground hugger)"])
def test_focus_brings_no_banned_ability_in(name: str) -> None:
    assert "which is banned. Choose another ability" in problems(with_commands(name))
    assert problems(with_commands("Focus (Sniper)")) == ""


def test_focus_in_a_table_brings_no_banned_ability_in() -> None:
    said = problems(with_commands({"ability": "Focus", "pilot_ability": "Headhunter", "times": 2}))
    assert "Focus gives Headhunter, which is banned" in said


def test_an_added_ability_keeps_to_the_bans_too() -> None:
    allowed = load_pack(TEXT.replace('    "Enemy Specialisation",\n', ""))
    heroes = [replace(one, skill=1) for one in LANCE]
    added = {"ability": "Enemy Specialization", "enemies": ["Clan Wolf"], "options": ["added ability"]}
    said = problems(with_commands({**added, "added": "Camouflage"}, units=heroes, pack=allowed))
    assert "Enemy Specialization adds Camouflage, which is banned" in said
    said = problems(with_commands({**added, "added": "Focus (Headhunter)"}, units=heroes, pack=allowed))
    assert "Focus gives Headhunter, which is banned" in said


def test_a_formation_brings_no_banned_ability_in() -> None:
    pack = load_pack(TEXT.replace('"Head Hunter"]', '"Head Hunter", "Demoralizer"]'))
    lance = [unit("Atlas AS7-D"), unit("Awesome AWS-8Q"), unit("Warhammer WHM-6R")]
    group = Group("A", "Assault Lance", tuple(one.name for one in lance), choices={"ability": "Demoralizer"})
    assert 'Assault Lance "A": Demoralizer is banned' in problems(checked(lance, group, pack=pack))
    assert problems(checked(lance, group)) == ""


# Command units


@pytest.mark.parametrize("type_", ["AF", "CF", "SC", "DS", "BA", "CI"])
def test_aerospace_and_infantry_are_no_command_units(type_: str) -> None:
    craft = replace(LIBRARY.find("Vedette Medium Tank"), type=type_)
    report = checked([ForceUnit("Craft", craft, command_unit=True), *LANCE])
    assert f"is {type_} and cannot be a command unit" in problems(report)


def test_as_many_command_units_as_a_pack_says_are_needed() -> None:
    pack = load_pack(TEXT.replace("[force.command_units]\n", "[force.command_units]\nfewest = 2\n"))
    one = [replace(LANCE[0], command_unit=True), *LANCE[1:]]
    assert "has 1 command unit, and needs 2. Choose 1 more" in problems(checked(one, pack=pack))
    two = [replace(unit, command_unit=True) for unit in LANCE[:2]] + LANCE[2:]
    assert problems(checked(two, pack=pack)) == ""


def test_a_force_that_cannot_have_the_command_units_of_a_scenario_is_told() -> None:
    alone = [unit("Atlas AS7-D"), unit("Foot Platoon (SRM)")]
    said = warnings(checked(alone))
    assert "has 1 unit that can be a command unit, and Assassination needs 2" in said


def test_one_marked_command_unit_where_a_scenario_needs_two_is_a_remark() -> None:
    marks = [[], [0], [0, 1]]
    reports = [
        checked([replace(one, command_unit=place in marked) for place, one in enumerate(LANCE)]) for marked in marks
    ]
    assert [problems(one) for one in reports] == ["", "", ""]
    said = ["marks 1 command unit, and Assassination needs 2" in warnings(one) for one in reports]
    assert said == [False, True, False]
    assert "command unit" not in warnings(checked(LANCE))


# What gives a commander away


def test_a_commander_with_tactical_genius_is_told_to_be_given_away() -> None:
    led = [replace(LANCE[0], command_unit=True), *LANCE[1:]]
    group = Group("A", "Command Lance", NAMES, NAMES[0])
    assert "Warhammer WHM-6R: has Tactical Genius as commander of A, which gives it away" in warnings(
        checked(led, group)
    )
    assert "gives it away" not in warnings(checked(LANCE, Group("A", "Battle Lance", NAMES)))


# Kinds of units


def test_off_board_artillery_is_barred() -> None:
    guns = unit("Thumper Artillery Vehicle", off_board=True)
    assert "is barred: Off-board artillery" in problems(checked([guns, *LANCE]))
    assert problems(checked([replace(guns, off_board=False), *LANCE])) == ""


def test_only_artillery_waits_off_the_board() -> None:
    drafted = load_pack("drafted-for-war")
    said = problems(checked([replace(LANCE[0], off_board=True), *LANCE[1:3]], pack=drafted))
    assert "Warhammer WHM-6R: is off the board, and has no artillery to fire from there" in said


def test_off_board_is_kept_in_the_file() -> None:
    text = force_toml(Force("T", "", "", "", (unit("Thumper Artillery Vehicle", off_board=True),), ()))
    assert "off_board = true" in text
    assert read_force(text, "f", LIBRARY).units[0].off_board


def test_a_unit_whose_rules_are_unknown_on_the_list_is_barred() -> None:
    card = replace(LIBRARY.find("Atlas AS7-D"), rules="Unknown")
    assert 'is barred: Units with the designation "Unknown"' in problems(checked([ForceUnit("A", card)]))


# Factions


@pytest.mark.parametrize(
    "faction", ["Lyran Commonwealth", "lyran  COMMONWEALTH", "Clan Sea Fox", "House Kurita", "Mercenary"]
)
def test_a_faction_that_there_is_passes(faction: str) -> None:
    assert problems(checked(faction=faction)) == ""


@pytest.mark.parametrize(
    ("faction", "near"), [("Lyrann Commonwealth", "Lyran Commonwealth"), ("Clan Sea Foxes", "Clan Sea Fox"), ("Us", "")]
)
def test_a_faction_that_there_is_not_is_named(faction: str, near: str) -> None:
    said = problems(checked(faction=faction))
    assert f"no faction is called {faction!r}" in said
    assert near in said


@pytest.mark.parametrize("word", ["Extinct", "Unique"])
def test_a_word_of_the_unit_list_is_no_faction(word: str) -> None:
    assert f"no faction is called {word!r}" in problems(checked(faction=word))


def test_a_faction_that_was_imported_is_one() -> None:
    here = frozenset({("Home Rule", "ilClan")})
    cards = [replace(one.card, available=here) for one in LANCE]
    units = [replace(one, card=card) for one, card in zip(LANCE, cards, strict=True)]
    assert problems(checked(units, library=Library(cards), faction="Home Rule")) == ""


def test_an_event_may_have_a_faction_of_its_own() -> None:
    pack = load_pack(TEXT.replace("available = true", 'available = true\nallowed = ["The Home Guard"]'))
    assert problems(checked(pack=pack, faction="The Home Guard")) == ""


def test_a_general_list_covers_the_factions_it_stands_for() -> None:
    general = frozenset({("Inner Sphere General", "ilClan")})
    cards = [replace(one.card, available=general) for one in LANCE]
    units = [replace(one, card=card) for one, card in zip(LANCE, cards, strict=True)]
    both = frozenset({("Lyran Commonwealth", "ilClan"), ("Clan Wolf", "ilClan")})
    library = Library([*cards, replace(LIBRARY.find("Locust LCT-1V"), available=both)])
    assert problems(checked(units, library=library)) == ""
    assert "is not known" not in warnings(checked(units, library=library))
    assert "is not available to Clan Wolf" in problems(checked(units, library=library, faction="Clan Wolf"))


def test_a_faction_under_its_other_name_has_its_list() -> None:
    combine = frozenset({("Draconis Combine", "ilClan")})
    cards = [replace(one.card, available=combine) for one in LANCE]
    units = [replace(one, card=card) for one, card in zip(LANCE, cards, strict=True)]
    assert problems(checked(units, library=Library(cards), faction="House Kurita")) == ""


# Abilities by type


@pytest.mark.parametrize(
    ("name", "ability", "legal"),
    [
        ("Vedette Medium Tank", "Zweihander", False),
        ("Atlas AS7-D", "Zweihander", True),
        ("Vedette Medium Tank", "Hot Dog", False),
        ("Atlas AS7-D", "Shaky Stick", False),
        ("Warrior Attack Helicopter H-7", "Shaky Stick", True),
        ("Foot Platoon (SRM)", "Jumping Jack", False),
        ("Atlas AS7-D", "Terrain Master (Drag Racer)", False),
        ("Vedette Medium Tank", "Terrain Master (Drag Racer)", True),
        ("Vedette Medium Tank", "Marksman", True),
    ],
)
def test_an_ability_is_for_types_that_can_have_it(name: str, ability: str, legal: bool) -> None:
    pilot = unit(name, 3, abilities=(ability,))
    said = problems(checked([pilot, *LANCE]))
    assert ("cannot have" in said) is not legal
    assert bool(said) is not legal


def test_a_formation_gives_no_unit_what_its_type_cannot_have() -> None:
    lance = [*LANCE[:3], unit("Partisan Heavy Tank")]
    names = tuple(one.name for one in lance)
    group = Group("A", "Berserker/Close Combat Lance", names, choices={names[3]: "Zweihander", names[0]: "Zweihander"})
    assert "Partisan Heavy Tank is CV and cannot have Zweihander" in problems(checked(lance, group))
    fine = replace(group, choices={names[1]: "Zweihander", names[0]: "Zweihander"})
    assert problems(checked(lance, fine)) == ""


def test_focus_on_what_no_unit_here_can_have_is_a_problem() -> None:
    assert "no unit of this force can have Shaky Stick" in problems(with_commands("Focus (Shaky Stick)"))


# How many command abilities


def test_how_many_command_abilities_a_force_may_take_is_not_known() -> None:
    two = with_commands("Sharp Shooters", "Speed Fire")
    assert problems(two) == ""
    assert "has 2 special command abilities, and how many a force may take is not known" in warnings(two)
    assert "how many" not in warnings(with_commands("Sharp Shooters"))


def test_a_pack_may_say_how_many_command_abilities_there_are() -> None:
    pack = load_pack(TEXT.replace("[force.command_abilities]\n", "[force.command_abilities]\nmost = 1\n"))
    report = with_commands("Sharp Shooters", "Speed Fire", pack=pack)
    assert "has 2 special command abilities, and 1 are allowed" in problems(report)
    assert "how many" not in warnings(report)


def test_an_opponents_page_shows_a_commander_with_tactical_genius() -> None:
    led = [replace(LANCE[0], command_unit=True), *LANCE[1:]]
    text = force_toml(
        Force("T", "", "Lyran Commonwealth", "ilClan", tuple(led), (Group("A", "Command Lance", NAMES, NAMES[0]),))
    )
    notes = FORCES.open_notes(FORCES.hand_in(text, "f", HEROCON, LIBRARY).locked)
    assert notes == {NAMES[0]: "skill 4, Tactical Genius", **dict.fromkeys(NAMES[1:], "skill 4")}


# Factions of the era


@pytest.mark.parametrize(
    "name", ["Inner Sphere General", "IS Clan General", "hw clan general", "Periphery General", "Inner Sphere"]
)
def test_a_list_that_factions_share_is_no_faction_of_a_player(name: str) -> None:
    general = [replace(card, available=frozenset({(name, "ilClan")})) for card in LIBRARY]
    said = problems(checked(faction=name, library=Library(general)))
    assert f"{name} is a list that several factions share, and no faction of its own. Choose one of those" in said


def test_an_event_may_let_players_choose_a_shared_list() -> None:
    pack = load_pack(TEXT.replace("available = true", 'available = true\nallowed = ["Periphery General"]', 1))
    assert "share" not in problems(checked(faction="Periphery General", pack=pack))


@pytest.mark.parametrize("name", ["Word of Blake", "Clan Smoke Jaguar", "Free Rasalhague Republic"])
def test_a_faction_that_nobody_has_seen_in_the_era_is_left_to_the_organiser(name: str) -> None:
    report = checked(faction=name)
    assert report.legal
    told = [one for one in report.warnings if "not known here to exist in the ilClan era" in one.what]
    assert [one.kind for one in told] == [TO_DECIDE]


@pytest.mark.parametrize("name", ["Lyran Commonwealth", "House Kurita", "Clan Sea Fox", "Mercenary", "Tamar Pact"])
def test_a_faction_of_the_era_is_taken_without_a_word(name: str) -> None:
    assert "to exist" not in warnings(checked(faction=name))


def test_a_faction_whose_list_of_the_era_was_imported_exists() -> None:
    listed = [replace(card, available=frozenset({("Word of Blake", "ilClan")})) for card in LIBRARY]
    assert "to exist" not in warnings(checked(faction="Word of Blake", library=Library(listed)))
