"""What a force says of its formations' bonuses: for every formation what it offers, and what just misses."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.games.alpha_strike.force.forces import Choice, Group
from musterhall.games.alpha_strike.force.formation_choices import choice_problems
from musterhall.games.alpha_strike.formations.formations import FormationSettings, formation_types

SETTINGS = FormationSettings()
MEMBERS = ("A", "B", "C", "D", "E", "F")

Choices = dict[str, Choice]


def group(kind: str, number: int, choices: Choices, commander: str = "", name: str = "Ours") -> Group:
    return Group(name, formation_types()[kind].name, MEMBERS[:number], commander, choices)


def problems(mine: Group, *others: Group, settings: FormationSettings = SETTINGS) -> str:
    return "\n".join(str(one) for one in choice_problems(mine, [mine, *others], settings))


EYES, OBSERVER, ACE = "Eagle's Eyes", "Forward Observer", "Maneuvering Ace"
FINE: list[tuple[str, int, Choices, str]] = [
    ("battle", 4, {}, ""),
    ("battle", 4, {"ability": "Lucky"}, ""),
    ("battle", 4, {"ability": "Lucky (6)"}, ""),
    ("berserker", 4, {}, ""),
    ("berserker", 4, {"A": "Zweihander", "B": "Zweihander"}, ""),
    ("berserker", 4, {"ability": "Swordsman"}, ""),
    ("light_battle", 4, {"ability": "Lucky"}, ""),
    ("medium_battle", 5, {"ability": "Lucky (7)"}, ""),
    ("heavy_battle", 3, {"ability": "Lucky (5)"}, ""),
    ("assault", 5, {"ability": "Multi-Tasker"}, ""),
    ("assault", 5, {"A": "Demoralizer", "B": "Demoralizer"}, ""),
    ("anvil", 4, {"A": "Sandblaster", "B": "Cluster Hitter"}, ""),
    ("anvil", 4, {"A": "Sandblaster", "B": "Sandblaster"}, ""),
    ("fast_assault", 4, {"A": ["Demoralizer", "Stand Aside"], "B": "Demoralizer", "C": "Stand Aside"}, ""),
    ("hunter", 5, {"A": "Combat Intuition", "B": "Combat Intuition"}, ""),
    ("striker", 4, {"A": "Speed Demon", "B": "Speed Demon", "C": "Speed Demon"}, ""),
    ("light_striker", 3, {"A": "Speed Demon", "B": "Speed Demon"}, ""),
    ("heavy_striker", 6, dict.fromkeys("ABCDE", "Speed Demon"), ""),
    ("fire", 5, {"A": "Sniper", "B": "Sniper"}, ""),
    ("fire_support", 4, {"A": "Oblique Attacker", "B": "Oblique Attacker"}, ""),
    ("artillery_fire", 4, {"A": "Oblique Artilleryman", "B": "Oblique Artilleryman"}, ""),
    ("direct_fire", 4, {"A": "Weapon Specialist", "B": "Weapon Specialist"}, ""),
    ("light_fire", 4, {}, ""),
    ("rifle", 4, {"A": "Weapon Specialist", "B": "Sandblaster"}, ""),
    ("anti_air", 4, {"A": "Anti-Aircraft Specialists", "B": "Anti-Aircraft Specialists"}, ""),
    ("recon", 3, {"ability": EYES}, ""),
    ("recon", 3, dict.fromkeys("ABC", ACE), ""),
    ("light_recon", 3, {"ability": EYES}, ""),
    ("light_recon", 3, {"A": EYES, "B": OBSERVER, "C": ACE}, ""),
    ("light_recon", 3, {"ability": EYES, "B": OBSERVER}, ""),
    ("heavy_recon", 5, {"ability": EYES}, ""),
    ("heavy_recon", 5, {"A": EYES, "B": EYES, "C": EYES}, ""),
    ("pursuit", 4, dict.fromkeys("ABC", "Blood Stalker"), ""),
    ("probe", 3, dict.fromkeys("AB", "Blood Stalker"), ""),
    ("sweep", 5, dict.fromkeys("ABCD", "Blood Stalker"), ""),
    ("security", 4, dict.fromkeys("ABC", "Speed Demon"), ""),
    ("security", 4, {"option": "defender", "A": "Terrain Master (Frogman)", "B": "Terrain Master (Frogman)"}, ""),
    ("security", 4, {"option": "defender", "ability": "Environmental Specialist (urban)"}, ""),
    ("security", 4, {"option": "not defender", "ability": "Speed Demon"}, ""),
    ("command", 4, {}, "A"),
    ("command", 4, {"A": "Tactical Genius", "B": "Marksman", "C": EYES}, "A"),
    ("command", 4, {"A": ["Tactical Genius", "Antagonizer"], "B": "Antagonizer"}, "A"),
    ("command", 5, {"B": "Blood Stalker", "C": "Combat Intuition", "D": "Multi-Tasker"}, "A"),
    ("vehicle_command", 4, {"B": "Marksman", "C": "Marksman"}, "A"),
    ("order", 4, {}, "A"),
    ("order", 4, {"A": "Sniper", "ability": "Iron Will"}, "A"),
    ("order", 4, {"A": ["Antagonizer", "Speed Demon"], **dict.fromkeys("BCD", "Speed Demon")}, "A"),
    ("order", 4, {"ability": ["Tactical Genius", "Iron Will"]}, "A"),
    ("support", 4, {}, ""),
    ("horde", 5, {}, ""),
    ("combined_transport", 4, {"option": "mechanized"}, ""),
    ("combined_transport", 4, {"option": "nova"}, ""),
    ("anti_mech", 4, {}, ""),
    ("urban_combat", 4, {}, ""),
]
OTHER = "does not give"
DIFFERENT = "all units that get it have the same one"
MISSES: list[tuple[str, int, Choices, str, str]] = [
    ("battle", 4, {"ability": "Lucky (7)"}, "", "is worth 6 points in a formation of 4"),
    ("battle", 4, {"A": "Lucky"}, "", "shares Lucky among all of its units"),
    ("berserker", 4, {"A": "Zweihander", "B": "Swordsman"}, "", DIFFERENT),
    ("berserker", 4, {"ability": "Zweihander", "B": "Swordsman"}, "", DIFFERENT),
    ("berserker", 4, dict.fromkeys("ABC", "Zweihander"), "", "to 3 units, and 2 may have it"),
    ("berserker", 4, {"A": ["Zweihander", "Swordsman"]}, "", DIFFERENT),
    ("light_battle", 4, {"A": "Lucky"}, "", "shares Lucky"),
    ("medium_battle", 4, {"ability": "Sniper"}, "", OTHER),
    ("heavy_battle", 4, {"ability": "Lucky (4)"}, "", "is worth 6 points"),
    ("assault", 5, {"A": "Demoralizer", "B": "Multi-Tasker"}, "", DIFFERENT),
    ("assault", 5, dict.fromkeys("ABC", "Demoralizer"), "", "to 3 units, and 2 may have it"),
    ("assault", 5, {"ability": ["Demoralizer", "Multi-Tasker"]}, "", DIFFERENT),
    ("anvil", 4, dict.fromkeys("ABC", "Sandblaster"), "", "to 3 units, and 2 may have it"),
    ("anvil", 4, {"A": ["Sandblaster", "Cluster Hitter"]}, "", "A gets Sandblaster and Cluster Hitter, and it is one"),
    ("fast_assault", 4, dict.fromkeys("ABC", "Stand Aside"), "", "Stand Aside to 3 units, and 2 may have it"),
    ("fast_assault", 4, {"A": "Demoralizer", "B": "Multi-Tasker"}, "", DIFFERENT),
    ("hunter", 5, dict.fromkeys("ABC", "Combat Intuition"), "", "to 3 units, and 2 may have it"),
    ("striker", 4, dict.fromkeys("ABCD", "Speed Demon"), "", "to 4 units, and 3 may have it"),
    ("light_striker", 3, dict.fromkeys("ABC", "Speed Demon"), "", "to 3 units, and 2 may have it"),
    ("heavy_striker", 6, dict.fromkeys("ABCDEF", "Speed Demon"), "", "to 6 units, and 5 may have it"),
    ("fire", 5, dict.fromkeys("ABC", "Sniper"), "", "to 3 units, and 2 may have it"),
    ("fire_support", 5, dict.fromkeys("ABC", "Oblique Attacker"), "", "to 3 units, and 2 may have it"),
    ("artillery_fire", 3, dict.fromkeys("AB", "Oblique Artilleryman"), "", "to 2 units, and 1 may have it"),
    ("direct_fire", 3, dict.fromkeys("AB", "Weapon Specialist"), "", "to 2 units, and 1 may have it"),
    ("light_fire", 4, {"A": "Sniper"}, "", OTHER),
    ("rifle", 4, {"A": "Weapon Specialist", "B": "Sandblaster", "C": "Sandblaster"}, "", "to 3 units, and 2 may"),
    ("rifle", 4, {"A": ["Weapon Specialist", "Sandblaster"]}, "", "and it is one"),
    ("anti_air", 5, dict.fromkeys("ABC", "Anti-Aircraft Specialists"), "", "to 3 units, and 2 may have it"),
    ("recon", 3, {}, "", "does not say which ability it has for the event"),
    ("recon", 3, {"A": EYES, "B": OBSERVER, "C": ACE}, "", DIFFERENT),
    ("recon", 3, {"A": EYES, "B": EYES, "C": ACE}, "", DIFFERENT),
    ("recon", 3, {"ability": [EYES, ACE]}, "", DIFFERENT),
    ("recon", 3, {"ability": EYES, "C": ACE}, "", DIFFERENT),
    ("light_recon", 3, {"A": EYES, "B": OBSERVER}, "", "does not say which ability C has for the event"),
    ("light_recon", 3, {"A": [EYES, ACE], "B": EYES, "C": EYES}, "", "and it is one"),
    ("light_recon", 3, {"ability": [EYES, ACE]}, "", "does not say which ability A, B and C have for the event"),
    ("heavy_recon", 5, {}, "", "does not say which ability it has for the event"),
    ("heavy_recon", 5, dict.fromkeys("ABCD", EYES), "", "to 4 units, and 3 may have it"),
    ("heavy_recon", 5, {"A": EYES, "B": ACE}, "", DIFFERENT),
    ("pursuit", 4, dict.fromkeys("ABCD", "Blood Stalker"), "", "to 4 units, and 3 may have it"),
    ("probe", 3, dict.fromkeys("ABC", "Blood Stalker"), "", "to 3 units, and 2 may have it"),
    ("sweep", 5, dict.fromkeys("ABCDE", "Blood Stalker"), "", "to 5 units, and 4 may have it"),
    ("security", 4, dict.fromkeys("ABCD", "Speed Demon"), "", "to 4 units, and 3 may have it"),
    ("security", 4, {"A": "Terrain Master (Frogman)", "B": "Terrain Master (Mountaineer)"}, "", DIFFERENT),
    ("security", 4, {"A": "Terrain Master (Frogman)", "B": "Environmental Specialist (urban)"}, "", DIFFERENT),
    ("security", 4, {"option": "defender", "A": "Speed Demon"}, "", OTHER),
    ("security", 4, {"option": "not defender", "A": "Terrain Master (Frogman)"}, "", OTHER),
    ("security", 4, {"A": "Speed Demon", "B": "Terrain Master (Frogman)"}, "", "only one of its options holds"),
    ("security", 4, {"ability": "Terrain Master"}, "", "does not say which Terrain Master"),
    ("command", 4, dict.fromkeys("ABCD", "Marksman"), "A", "to 4 units, and 2 may have it"),
    ("command", 4, {"A": EYES, "B": "Marksman", "C": "Antagonizer"}, "A", "to 3 units, and 2 may have it"),
    ("command", 4, {"B": "Tactical Genius"}, "A", "gives Tactical Genius to B, and it is the commander's"),
    ("command", 4, {"B": ["Marksman", EYES]}, "A", "B gets Marksman and Eagle's Eyes, and it is one"),
    ("command", 4, {"ability": ["Marksman", EYES, "Antagonizer"]}, "A", "names 3 abilities, and 2 units may have one"),
    ("command", 4, {"B": "Sniper"}, "A", OTHER),
    ("vehicle_command", 4, dict.fromkeys("ABC", "Marksman"), "A", "to 3 units, and 2 may have it"),
    ("order", 4, {}, "", "names no commander"),
    ("order", 4, {"B": "Sniper"}, "A", "gives Sniper to B, and it is the commander's"),
    ("order", 4, {"A": ["Sniper", "Antagonizer"]}, "A", "A gets Sniper and Antagonizer, and it is one"),
    ("order", 4, {"A": "Iron Will", "B": "Speed Demon"}, "A", DIFFERENT),
    ("order", 4, {"ability": ["Iron Will", "Speed Demon"]}, "A", DIFFERENT),
    ("support", 4, {"A": "Sniper"}, "", "does not say which formation it supports"),
    ("horde", 5, {"A": "Lucky"}, "", OTHER),
    ("combined_transport", 4, {}, "", "does not say which of its options it uses"),
    ("combined_transport", 4, {"option": "both"}, "", "has no option 'both'"),
    ("anti_mech", 4, {"ability": "Lucky"}, "", OTHER),
    ("urban_combat", 4, {"ability": "Lucky"}, "", OTHER),
]


@pytest.mark.parametrize(("kind", "number", "choices", "commander"), FINE)
def test_a_choice_that_a_formation_offers_is_fine(kind: str, number: int, choices: Choices, commander: str) -> None:
    assert problems(group(kind, number, choices, commander)) == ""


@pytest.mark.parametrize(("kind", "number", "choices", "commander", "told"), MISSES)
def test_a_choice_that_just_misses_is_named(
    kind: str, number: int, choices: Choices, commander: str, told: str
) -> None:
    found = list(choice_problems(group(kind, number, choices, commander), [], SETTINGS))
    assert told in "\n".join(map(str, found))
    assert all(one.rule and one.remedy for one in found)


@pytest.mark.parametrize("kind", formation_types())
def test_every_formation_has_a_choice_that_is_fine_and_one_that_misses(kind: str) -> None:
    assert kind in {row[0] for row in FINE}
    assert kind in {row[0] for row in MISSES}


def test_all_that_is_wrong_is_told_at_once() -> None:
    said = problems(group("recon", 3, {"A": EYES, "B": ACE, "C": "Sniper", "colour": "red"}))
    for part in (DIFFERENT, "does not give 'Sniper'", "'colour' is nothing to choose"):
        assert part in said


@pytest.mark.parametrize(
    ("kind", "choices", "told"),
    [
        ("striker", {"A": ["Speed Demon", "Speed Demon"]}, "gives A Speed Demon 2 times"),
        ("anvil", {"A": ["Sandblaster", "sandblaster"]}, "gives A Sandblaster 2 times"),
        ("battle", {"ability": ["Lucky", "Lucky"]}, "gives Lucky 2 times"),
    ],
)
def test_an_ability_is_given_once(kind: str, choices: Choices, told: str) -> None:
    said = problems(group(kind, 4, choices))
    assert told in said
    assert said.count("\n") == 0


# A Support Lance


def supporting(choices: Choices, *others: Group) -> str:
    mine = Group("Help", "Support Lance", tuple("WXYZ"), "", choices)
    return problems(mine, *others)


ASSAULT = group("assault", 4, {"ability": "Demoralizer"}, name="Fist")
SOLE_SNIPER = group("fire", 3, {}, name="Rain")
COMMAND = group("command", 4, {"A": "Marksman", "B": EYES}, "A", name="Head")


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"supports": "Fist"}, ""),
        ({"supports": "Fist", "W": "Demoralizer", "X": "Demoralizer"}, ""),
        ({"supports": "Fist", **dict.fromkeys("WXY", "Demoralizer")}, "to 3 units, and 2 may have it"),
        ({"supports": "Fist", "W": "Multi-Tasker"}, "does not give 'Multi-Tasker'"),
        ({"supports": "Fist", "W": ["Demoralizer", "Demoralizer"]}, "gives W Demoralizer 2 times. Give it once"),
        ({"supports": "Fist", "W": "Demoralizer", "w": "demoralizer"}, "gives W Demoralizer 2 times"),
        ({"supports": "Rain", "W": "Sniper"}, ""),
        ({"supports": "Rain", "W": "Sniper", "X": "Sniper"}, "Sniper to 2 units, and Rain has it for 1"),
        ({"supports": "Head", "W": EYES}, ""),
        ({"supports": "Head", "W": "Marksman"}, "does not give 'Marksman'"),
        ({"supports": "Head", "W": "Tactical Genius"}, "does not give 'Tactical Genius'"),
        ({"supports": "Swarm", "W": "Lucky"}, "does not give 'Lucky'"),
        ({"supports": "More help"}, "supports 'More help', which supports others itself"),
        ({"supports": "Nobody"}, "supports 'Nobody', which is no other formation here"),
    ],
)
def test_a_support_lance_has_what_it_supports(choices: dict[str, Any], told: str) -> None:
    others = (ASSAULT, SOLE_SNIPER, COMMAND, group("horde", 5, {}, name="Swarm"))
    said = supporting(choices, *others, Group("More help", "Support Lance", MEMBERS[:3]))
    assert told in said
    assert bool(told) == bool(said)


def test_a_bonus_that_is_rounded_up_reaches_one_more() -> None:
    mine = group("striker", 5, dict.fromkeys("ABCDE", "Speed Demon"))
    assert "and 4 may have it" in problems(mine)
    three = group("striker", 3, dict.fromkeys("ABC", "Speed Demon"))
    assert "and 2 may have it" in problems(three)
    assert problems(three, settings=FormationSettings(bonus_share_rounding="up")) == ""
