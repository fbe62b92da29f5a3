"""MekBay's links and saved forces."""

from __future__ import annotations

import json
from typing import Any

import pytest

from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.lists.reading import ListImport
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.problems import BadInput

LIBRARY = starter_library()
SITE = "https://mekbay.com/?"


def imported(text: str) -> ListImport:
    return import_list(text, "list", LIBRARY)


def units(found: ListImport) -> list[tuple[str, int]]:
    return [(unit.card.name, unit.skill) for unit in found.force.units]


def said(found: ListImport) -> str:
    return "\n".join(map(str, found.problems))


def unit(**more: Any) -> dict[str, Any]:
    state = {"modified": False, "destroyed": False, "heat": [0, 0], "armor": [0, 0], "internal": [0, 0], "crits": []}
    return {"id": "u", "unit": "BMAtlas_AS7D", "skill": 3, "abilities": [], "state": state, **more}


def saved(*rows: dict[str, Any], group: dict[str, Any] | None = None, **more: Any) -> str:
    groups = [{"id": "g1", "name": "Alpha", "formationId": "battle-lance", "units": list(rows), **(group or {})}]
    head = {"version": 1, "timestamp": "2026-01-01T00:00:00Z", "instanceId": "i", "type": "as", "name": "Hammer"}
    return json.dumps({**head, "groups": groups, **more})


def test_a_link_names_units_by_mekbays_own_names_and_groups_with_formations() -> None:
    found = imported(
        SITE + "gs=as&units=Alpha;battle-lance~BMAtlas_AS7D:3,BMMarauder_MAD3R,BMWarhammer_WHM6R:2|BMLocust_LCT1V"
        "&name=First%20company&factionId=60&eraId=257"
    )
    assert units(found) == [("Atlas AS7-D", 3), ("Marauder MAD-3R", 4), ("Warhammer WHM-6R", 2), ("Locust LCT-1V", 4)]
    assert [(one.name, one.kind, len(one.units)) for one in found.force.groups] == [("Alpha", "Battle Lance", 3)]
    assert (found.force.name, found.force.faction, found.force.era) == ("First company", "Lyran Commonwealth", "ilClan")
    assert not found.problems


def test_a_link_may_name_units_by_their_numbers() -> None:
    assert units(imported(SITE + "gs=as&mul_ids=140:3,1901")) == [("Atlas AS7-D", 3), ("Locust LCT-1V", 4)]


def test_a_formation_without_a_name_and_a_name_without_a_formation() -> None:
    found = imported(SITE + "gs=as&units=;pursuit-lance~BMLocust_LCT1V|Reserve~BMLocust_LCT1V")
    assert [(one.name, one.kind) for one in found.force.groups] == [("Pursuit Lance", "Pursuit Lance")]
    assert "'Reserve' is no formation" in said(found)


def test_a_unit_with_two_names_is_found_by_the_first() -> None:
    assert units(imported(SITE + "gs=as&units=BMMadCat_Prime")) == [("Mad Cat (Timber Wolf) Prime", 4)]


def test_what_a_link_has_that_is_not_known_is_named() -> None:
    found = imported(
        SITE + "gs=as&units=BMLocust_LCT1V,BMNosuch_X1|;rogue-star~BMLocust_LCT1V:99&factionId=9999&colour=red"
    )
    told = said(found)
    for part in ("BMNosuch_X1", "rogue-star", "skill '99'", "faction number 9999", "'colour'"):
        assert part in told


@pytest.mark.parametrize(
    ("link", "part"),
    [
        ("gs=cbt&units=BMAtlas_AS7D:3:4", "Classic"),
        ("instance=4f1d", "only MekBay itself can look"),
    ],
)
def test_a_link_that_holds_no_alpha_strike_force_is_refused(link: str, part: str) -> None:
    with pytest.raises(BadInput, match=part):
        imported(SITE + link)


def test_a_saved_force_keeps_abilities_aliases_and_commanders() -> None:
    found = imported(
        saved(
            unit(alias="Kit", commander=True, abilities=["lucky2", "sniper", "animal_mimicry"]),
            unit(unit="BMMarauder_MAD3R", skill=4, abilities=[{"name": "Own one", "cost": 2, "summary": "It does."}]),
            unit(unit="BMWarhammer_WHM6R", model="WHM-6R", chassis="Warhammer"),
            pv=132,
        )
    )
    assert [one.name for one in found.force.units] == ["Kit", "Marauder MAD-3R", "Warhammer WHM-6R"]
    assert found.force.units[0].abilities == ("Lucky (2)", "Sniper", "Animal Mimicry")
    assert found.force.units[1].abilities == ("Own one",)
    assert found.force.groups[0].commander == "Kit"
    assert found.force.name == "Hammer"
    assert "'It does.'" in said(found)


def test_what_a_formation_gives_to_a_unit_is_a_choice() -> None:
    found = imported(saved(unit(formationAbilities=["lucky"], alias="Kit"), unit()))
    assert found.force.groups[0].choices == {"Kit": "Lucky"}


def test_a_support_lance_names_the_group_it_supports() -> None:
    text = json.loads(saved(unit()))
    support = {
        "id": "g2",
        "name": "Back",
        "formationId": "support-lance",
        "formationTargetGroupId": "g1",
        "units": [unit()],
    }
    text["groups"].append(support)
    assert imported(json.dumps(text)).force.groups[1].choices == {"supports": "Alpha"}


def test_notes_tags_networks_and_marks_of_play_are_left_out_with_a_word() -> None:
    hurt = {"heat": [1, 0], "armor": [3, 0], "internal": [0, 0], "crits": []}
    found = imported(saved(unit(state=hurt), note="Bring dice", tags=["league"], c3Networks=[{"id": "n"}], pv=999))
    told = said(found)
    for part in ("'Bring dice'", "'league'", "C3", "1 unit carries damage or heat", "999 points"):
        assert part in told


def test_a_saved_force_of_classic_battletech_is_refused() -> None:
    with pytest.raises(BadInput, match="Classic"):
        imported(saved(unit(), type="cbt"))
