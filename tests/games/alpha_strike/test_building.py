"""Forces built for an event keep its rules, and come as files that need no more work."""

from __future__ import annotations

from dataclasses import replace

import pytest

from musterhall.game.builder import Wanted
from musterhall.games.alpha_strike.building.building import (
    MOST_TRIED,
    allowed_kinds,
    build_limits,
    faction_note,
    fit_cards,
    force_of,
    forces_for,
    shortlist,
)
from musterhall.games.alpha_strike.building.force_builder import BuiltForce, BuiltUnit
from musterhall.games.alpha_strike.force.check import check_force
from musterhall.games.alpha_strike.force.forces import force_toml, read_force
from musterhall.games.alpha_strike.formations.formations import FormationSettings, FormationUnit, judge
from musterhall.games.alpha_strike.formations.solver import Split, SplitGroup
from musterhall.games.alpha_strike.parts.builder import BUILDER
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.packs.model import load_pack, shipped_pack_text
from musterhall.problems import BadInput

LIBRARY = starter_library()
HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")
OWNED = [
    LIBRARY.find(name)
    for name in (
        "Warhammer WHM-6R",
        "Marauder MAD-3R",
        "Catapult CPLT-C1",
        "Locust LCT-1V",
        "Wasp WSP-1A",
        "Raven RVN-3L",
        "Phoenix Hawk PXH-1",
    )
]


def test_the_solver_is_told_the_packs_rules() -> None:
    limits = build_limits(HEROCON)
    assert (limits.units_most, limits.skill, limits.chassis_most) == (16, (2, 6), 3)
    assert (limits.mech_share, dict(limits.specials_most)) == (50, {"ART": 2})
    assert build_limits(DRAFTED).pv_by_units == {3: 150, 4: 175, 5: 200}
    assert build_limits(DRAFTED).skill == (1, 7)


def test_skills_asked_for_stay_within_the_packs() -> None:
    assert build_limits(HEROCON, (0, 3)).skill == (2, 3)
    with pytest.raises(BadInput, match="this event has 2 to 6"):
        build_limits(HEROCON, (7, 8))


def test_an_event_without_formations_has_no_kinds_of_them() -> None:
    assert allowed_kinds(DRAFTED) == frozenset()
    assert "horde" in allowed_kinds(HEROCON)
    fewer = load_pack(shipped_pack_text("herocon-2025").replace('"Kurita Force Manual", ', ""))
    assert "horde" not in allowed_kinds(fewer)


def test_barred_cards_are_left_at_home() -> None:
    text = shipped_pack_text("herocon-2025") + '\n[[force.barred]]\nwhat = "Fighters"\ntypes = ["AF"]\n'
    fighter = LIBRARY.find("Shilone SL-17")
    assert fit_cards([fighter, *OWNED], HEROCON, "", LIBRARY) == [fighter, *OWNED]
    barring = load_pack(text)
    assert fit_cards([fighter, *OWNED], barring, "", LIBRARY) == OWNED
    with pytest.raises(BadInput, match="Shilone SL-17: Herocon 2025 does not allow it"):
        forces_for(barring, [fighter, *OWNED], LIBRARY, around=[fighter.name])


def test_built_forces_are_legal_and_can_be_written() -> None:
    found = forces_for(
        HEROCON, OWNED, LIBRARY, faction="Mercenary", points=150, around=["Raven RVN-3L"], number=1, skills=(4, 4)
    )
    [(force, report)] = found.legal
    assert force.name == "Mercenary 1"
    assert report.totals.points.total <= 150
    assert force.groups
    assert any(unit.card.name == "Raven RVN-3L" for unit in force.units)
    assert read_force(force_toml(force), "built.toml", LIBRARY) == force


def test_a_force_for_drafted_for_war_keeps_to_the_points_of_its_number() -> None:
    [(force, report)] = forces_for(DRAFTED, OWNED[:4], LIBRARY, number=1, skills=(4, 4)).legal
    assert report.totals.allowed == {3: 150, 4: 175}[len(force.units)]


def commanded(*owned: str) -> BuiltForce:
    """A Command Lance of these units under the first of them."""
    units = tuple(BuiltUnit(name, LIBRARY.find(name), 4, LIBRARY.find(name).pv) for name in owned)
    members = [FormationUnit(unit.name, unit.card, commander=unit.name == owned[0]) for unit in units]
    group = SplitGroup("command", owned, judge("command", members, FormationSettings()), 1.0, owned[0])
    return BuiltForce(units, sum(unit.pv for unit in units), Split((group,), (), 1.0, True, 0.0), True)


def test_who_may_not_be_a_command_unit_commands_no_command_lance() -> None:
    built = commanded("Gnome Battle Armor (Sqd5)", "Wasp WSP-1A", "Warhammer WHM-6R")
    force = force_of(built, HEROCON, "Mercenary", "Mixed")
    assert force.groups[0].commander == "Warhammer WHM-6R"
    assert [unit.name for unit in force.units if unit.command_unit] == ["Warhammer WHM-6R"]
    assert not [one for one in check_force(force, HEROCON, LIBRARY).problems if "command unit" in one.what]


def test_a_command_lance_that_nobody_in_it_may_lead_is_none() -> None:
    squads = [f"Gnome Battle Armor (Sqd{size})" for size in (4, 5, 6)]
    known = [name for name in squads if LIBRARY.get(name)]
    force = force_of(commanded(*known), HEROCON, "Mercenary", "Infantry")
    assert force.groups == ()
    assert not any(unit.command_unit for unit in force.units)


def test_a_force_names_its_pack_so_that_it_can_be_checked_by_itself() -> None:
    assert force_of(commanded("Wasp WSP-1A"), HEROCON, "Mercenary", "One").pack == "herocon-2025"


def test_a_faction_is_asked_for_where_the_event_needs_one() -> None:
    with pytest.raises(BadInput, match="a force is of one faction"):
        forces_for(HEROCON, OWNED, LIBRARY)
    with pytest.raises(BadInput, match="allows 400"):
        forces_for(HEROCON, OWNED, LIBRARY, faction="Mercenary", points=401)


def test_a_faction_that_nobody_knows_is_remarked_upon() -> None:
    assert faction_note("capellan  confederation", HEROCON, LIBRARY) == ""
    assert "Perhaps Capellan Confederation" in faction_note("Kapellan Confederation", HEROCON, LIBRARY)


def test_where_nothing_is_found_the_rule_in_the_way_is_named() -> None:
    found = forces_for(DRAFTED, OWNED[:2], LIBRARY)
    assert not found.legal
    assert found.obstacles == ("it needs 3 units, and 2 of yours are allowed",)
    assert len(found.obstacles) == 1
    poor = forces_for(HEROCON, OWNED, LIBRARY, faction="Mercenary", points=5)
    assert "cheapest" in poor.obstacles[0]


def test_a_rule_in_the_way_is_found_by_leaving_it_out() -> None:
    four = load_pack(shipped_pack_text("herocon-2025").replace("units = { fewest = 1,", "units = { fewest = 4,"))
    wasps = [LIBRARY.find("Wasp WSP-1A")] * 4
    found = forces_for(four, wasps, LIBRARY, faction="Mercenary")
    assert found.obstacles == ("it could be built but for the rule of 3 units of one chassis",)
    tanks = [card for card in LIBRARY.cards if card.type == "CV"][:4]
    few = forces_for(four, [*tanks, wasps[0]], LIBRARY, faction="Mercenary", skills=(4, 4), number=1)
    assert few.obstacles == ("it could be built but for the rule of 50 percent of points in 'Mechs",)


def test_a_wish_in_the_way_is_named() -> None:
    two = load_pack(
        shipped_pack_text("herocon-2025").replace("same_chassis = { most = 3,", "same_chassis = { most = 1,")
    )
    wasps = [LIBRARY.find("Wasp WSP-1A")] * 2
    found = forces_for(two, [*wasps, *OWNED], LIBRARY, faction="Mercenary", around=["Wasp WSP-1A", "Wasp WSP-1A"])
    assert "it could be built but for building it around Wasp WSP-1A, Wasp WSP-1A" in found.obstacles


def test_a_faction_whose_list_is_known_builds_from_what_it_has() -> None:
    """The owned cards may be older than the list: what the library knows of their availability counts."""
    listed = {card.name for card in OWNED[1:]}
    library = Library(
        replace(card, available=frozenset({("Mercenary", "ilClan")} if card.name in listed else ())) for card in LIBRARY
    )
    [(force, _)] = forces_for(HEROCON, OWNED, library, faction="Mercenary", number=1, seconds_most=5).legal
    assert {unit.card.name for unit in force.units} <= listed


def test_units_that_must_stay_at_home_are_counted_with_the_reason() -> None:
    library = Library([*LIBRARY, replace(OWNED[0], name="Other", available=frozenset({("Clan Wolf", "ilClan")}))])
    found = forces_for(HEROCON, OWNED, library, faction="Clan Wolf")
    assert found.obstacles == (
        "it needs 1 unit, and 0 of yours are allowed",
        "7 of yours must stay at home: not available to Clan Wolf in the ilClan era",
    )


def test_an_event_without_time_for_the_solver_still_gets_a_legal_force() -> None:
    owned = list(LIBRARY.cards)
    [(force, report)] = forces_for(HEROCON, owned, LIBRARY, faction="Mercenary", number=1, seconds_most=0.0).legal
    assert report.totals.points.total > 300
    assert force.groups


def test_an_event_without_regular_pilots_has_forces_too() -> None:
    text = shipped_pack_text("herocon-2025").replace("skill = { from = 2, to = 6,", "skill = { from = 2, to = 3,")
    found = forces_for(load_pack(text), OWNED, LIBRARY, faction="Mercenary", number=1, seconds_most=5)
    [(force, _)] = found.legal
    assert {unit.skill for unit in force.units} <= {2, 3}


# Without a collection


def many(number: int) -> list[Card]:
    """Units of every role and size, far more than can be tried."""
    roles = ("Brawler", "Scout", "Sniper", "Striker", "Juggernaut")
    base = LIBRARY.find("Warhammer WHM-6R")
    units = [
        replace(base, name=f"Unit {at}", chassis=f"Unit {at}", mul_id=0, role=roles[at % 5], size=1 + at % 4)
        for at in range(number)
    ]
    return [replace(unit, pv=10 + at % 47) for at, unit in enumerate(units)]


def test_of_very_many_cards_some_of_every_role_and_size_are_tried() -> None:
    cards = many(3000)
    tried = shortlist(cards, ["Unit 17"], 100)
    assert len(tried) == 100
    assert "Unit 17" in {card.name for card in tried}
    assert {(card.role, card.size) for card in tried} == {(card.role, card.size) for card in cards}
    assert max(card.pv for card in tried) - min(card.pv for card in tried) > 25
    assert shortlist(cards, ["Unit 17"], 100) == tried
    assert shortlist(OWNED, [], 100) == OWNED


def test_a_force_is_built_from_thousands_of_cards_and_says_how_many_were_tried() -> None:
    cards = [*OWNED, *many(2000)]
    library = Library([*LIBRARY.cards, *cards])
    found = forces_for(HEROCON, cards, library, faction="Mercenary", number=1, skills=(4, 4), seconds_most=1)
    assert found.legal
    assert (found.tried, found.of) == (MOST_TRIED, len(cards))


def test_without_a_collection_everything_that_was_imported_can_be_taken() -> None:
    library = Library([*LIBRARY.cards, *many(5)])
    owned, _ = BUILDER.owned(None, "", library)
    assert owned == list(library.cards)
    owned, _ = BUILDER.owned(None, "", library, {"role": "Scout", "tech": "inner sphere"})
    assert owned
    assert all((card.role, card.tech) == ("Scout", "Inner Sphere") for card in owned)


def test_a_proposal_says_whose_availability_is_not_known() -> None:
    wanted = Wanted(150, (), 1, {"faction": "Mercenary", "skill": (4, 4)})
    [proposal] = BUILDER.propose(HEROCON, OWNED, LIBRARY, wanted).legal
    assert any("whether Mercenary has them in the ilClan era is not known" in str(line) for line in proposal.shown)
    assert proposal.data["check"]["warnings"]
