"""What a player hands in becomes a roster, whatever the game, with everything that is wrong with it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from musterhall.game.forces import Submission
from musterhall.games.age_of_destruction import forces as age_of_destruction
from musterhall.games.alpha_strike.force import forces as alpha_strike
from musterhall.games.alpha_strike.units.library import Library
from musterhall.games.the_game.army import forces as the_game
from musterhall.packs.model import Pack, load_pack, shipped_pack_text
from musterhall.packs.submissions import submission
from musterhall.problems import UNKNOWN, BadInput

HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")
CONSTRUCTED = load_pack("age-of-destruction-constructed")
MEETING = load_pack("meeting-engagement")

SHIPPED = [
    (HEROCON, alpha_strike.shipped_force_text("combine-wall")),
    (DRAFTED, alpha_strike.shipped_force_text("drafted-four")),
    (CONSTRUCTED, age_of_destruction.shipped_force_text("cat-patrol")),
    (MEETING, the_game.shipped_force_text("humanxx-1000")),
]


def hand_in(pack: Pack, text: str) -> Submission:
    return submission(pack, text, "mine.toml", None)


def problems(pack: Pack, text: str) -> str:
    return " ".join(map(str, hand_in(pack, text).problems))


@pytest.mark.parametrize(("pack", "text"), SHIPPED, ids=lambda value: getattr(value, "name", ""))
def test_a_legal_force_of_any_game_becomes_a_roster_that_adds_up(pack: Pack, text: str) -> None:
    handed_in = hand_in(pack, text)
    assert handed_in.legal, handed_in.problems
    assert handed_in.text == text
    assert sum(row["points"] for row in handed_in.roster) == handed_in.points > 0
    known = {"alpha_strike": "size", "age_of_destruction": "places"}.get(pack.game)
    assert all({"name", "type", "points"} <= set(row) <= {"name", "type", "points", known} for row in handed_in.roster)
    assert any(known in row for row in handed_in.roster) == (known is not None)
    assert len({row["name"] for row in handed_in.roster}) == len(handed_in.roster)


@pytest.mark.parametrize(("pack", "text"), SHIPPED, ids=lambda value: getattr(value, "name", ""))
def test_what_is_kept_of_a_force_is_plain_data(pack: Pack, text: str) -> None:
    data = hand_in(pack, text).as_data()
    assert json.loads(json.dumps(data)) == data


def test_munitions_formations_abilities_and_pilots_are_locked() -> None:
    locked = hand_in(HEROCON, alpha_strike.shipped_force_text("combine-wall")).locked
    force = alpha_strike.shipped_force("combine-wall")
    assert [row["kind"] for row in locked["formations"]] == [group.kind for group in force.groups]
    assert len(locked["command_abilities"]) == len(force.command_abilities)
    assert {name: pilot["skill"] for name, pilot in locked["pilots"].items()} == {
        unit.name: unit.skill for unit in force.units
    }
    assert locked["alternate_munitions"] == {
        unit.name: list(unit.alternate_munitions) for unit in force.units if unit.alternate_munitions
    }


def test_a_changed_munition_changes_what_is_locked() -> None:
    text = 'game = "alpha_strike"\nname = "Two"\n[[unit]]\nunit = "Atlas AS7-D"\nalternate_munitions = { AC = "%s" }\n'
    one, other = (hand_in(HEROCON, text % munition).locked for munition in ("Precision", "Flechette"))
    assert one["alternate_munitions"] == {"Atlas AS7-D": ["AC: Precision"]}
    assert one != other


def test_a_formation_of_the_game_is_a_unit_of_the_roster() -> None:
    force = the_game.shipped_force("humanxx-1000")
    handed_in = hand_in(MEETING, the_game.shipped_force_text("humanxx-1000"))
    assert [row["name"] for row in handed_in.roster] == [formation.name for formation in force.formations]
    assert [row["battle_group"] for row in handed_in.locked["formations"]] == [
        formation.battle_group for formation in force.formations
    ]


def test_a_roster_names_the_types_that_the_pack_counts_by() -> None:
    assert CONSTRUCTED.event is not None
    counted = {kind for state in CONSTRUCTED.event.scoring.state for kind in state.types}
    types = {row["type"] for row in hand_in(CONSTRUCTED, age_of_destruction.shipped_force_text("cat-patrol")).roster}
    assert counted <= {"infantry", "vehicle", "mech"} >= types


@pytest.mark.parametrize(
    ("pack", "text", "what"),
    [
        (HEROCON, alpha_strike.shipped_force_text("combine-wall").replace("skill = 3", "skill = 1", 1), "has skill 1"),
        (
            MEETING,
            the_game.shipped_force_text("humanxx-1000").replace("points = 1000", "points = 2000"),
            "game of 2000",
        ),
        (
            CONSTRUCTED,
            age_of_destruction.shipped_force_text("cat-patrol").replace("points = ", "points = 1"),
            "and may cost 450",
        ),
    ],
    ids=["alpha strike", "the game", "age of destruction"],
)
def test_every_game_tells_what_is_wrong_with_a_force(pack: Pack, text: str, what: str) -> None:
    assert what in problems(pack, text)


def test_a_pack_of_any_game_may_limit_the_number_of_units() -> None:
    few = load_pack(shipped_pack_text("meeting-engagement").replace("[force]", "[force]\nunits = { most = 2 }"))
    assert "and 2 are allowed" in problems(few, the_game.shipped_force_text("humanxx-1000"))
    many = load_pack(
        shipped_pack_text("age-of-destruction-constructed").replace("[force]", "[force]\nunits = { fewest = 99 }")
    )
    assert "and needs 99" in problems(many, age_of_destruction.shipped_force_text("cat-patrol"))


def test_a_constructed_event_may_name_its_factions() -> None:
    text = age_of_destruction.shipped_force_text("cat-patrol")
    pack = shipped_pack_text("age-of-destruction-constructed")
    rule = '[force.faction]\nallowed = ["House Liao"]\n\n# Neither the number'
    named = load_pack(pack.replace("# Neither the number", rule))
    assert "which this event does not have" in problems(named, text)
    nameless = "\n".join(line for line in text.splitlines() if not line.startswith("faction"))
    assert "has no faction yet" in problems(named, nameless)


def test_units_are_looked_up_in_the_library_that_is_given() -> None:
    text = alpha_strike.shipped_force_text("combine-wall")
    with pytest.raises(BadInput, match="no card is called"):
        submission(HEROCON, text, "mine.toml", Library(()))


@pytest.mark.parametrize(
    ("pack", "text", "complaint"),
    [
        (HEROCON, SHIPPED[3][1], "is a force of the_game, and Herocon 2025 is played with alpha_strike"),
        (MEETING, SHIPPED[0][1], "is a force of alpha_strike"),
        (HEROCON, 'game = "chess"\n', "is a force of chess"),
        (HEROCON, 'name = "Nameless"\n', "does not say which game"),
        (HEROCON, "game = ", "not readable as TOML"),
        (HEROCON, "a = " + "[" * 5000, "no unit is found in this list"),
        (HEROCON, "#" * 200_001, "no force needs"),
    ],
    ids=["the game", "alpha strike", "no game we know", "no game", "broken", "nested", "too long"],
)
def test_what_is_no_force_of_the_event_is_refused(pack: Pack, text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        hand_in(pack, text)


def test_handing_in_loads_no_game_that_is_not_played() -> None:
    code = (
        "import musterhall.packs.submissions, sys; print(*[m for m in sys.modules if 'the_game' in m or m == 'numba'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


LISTS = (
    "Atlas AS7-D, skill 4\nwhat is this\n",
    '{"groups": [{"members": [{"mulID": 140, "name": "Atlas AS7-D", "currentSkill": 4}]}]}',
    "{{140,4}}",
    "https://mekbay.com/?gs=as&units=BMAtlas_AS7D:4",
)


@pytest.mark.parametrize("text", LISTS)
def test_a_list_of_another_tool_is_handed_in_as_a_force(text: str) -> None:
    found = submission(HEROCON, text, "Vic's force")
    assert [row["name"] for row in found.roster] == ["Atlas AS7-D"]
    assert submission(HEROCON, found.text, "again").roster == found.roster


def test_what_of_a_list_is_not_understood_is_told_with_the_force() -> None:
    [told] = [one for one in submission(HEROCON, LISTS[0], "Vic").warnings if "what is this" in str(one)]
    assert told.kind == UNKNOWN
