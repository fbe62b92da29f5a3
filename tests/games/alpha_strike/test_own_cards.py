"""Cards that a force brings itself: the catalogue's is the one that counts, and what it does not have is customised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from musterhall.games.alpha_strike.force.check import Report, check_force
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit, force_toml, read_force
from musterhall.games.alpha_strike.parts.forces import FORCES
from musterhall.games.alpha_strike.units.cards import Card, card_data
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.games.alpha_strike.units.specials import read_specials
from musterhall.packs.model import load_pack, shipped_pack_text
from musterhall.problems import parse_toml

LIBRARY = starter_library()
HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")
ATLAS = LIBRARY.find("Atlas AS7-D")
OWN = replace(ATLAS, name="Mine MN-1", chassis="Mine", variant="MN-1")


def text_with(*cards: Card) -> str:
    """A force file that brings these cards along."""
    units = tuple(ForceUnit(card.name, card) for card in cards)
    return force_toml(Force("Test", "", "Lyran Commonwealth", "ilClan", units, ()), Library())


def checked(*cards: Card, pack: object = HEROCON, library: Library = LIBRARY) -> Report:
    return check_force(read_force(text_with(*cards), "f", library), pack, library)  # type: ignore[arg-type]


def problems(report: Report) -> str:
    return "\n".join(map(str, report.problems))


def accepting(*names: str) -> object:
    """Herocon, where the organiser accepts these customised units."""
    old = 'designations = ["Custom"]\n'
    listed = ", ".join(f'"{name}"' for name in names)
    text = shipped_pack_text("herocon-2025")
    assert old in text
    return load_pack(text.replace(old, f"{old}accepted = [{listed}]\n"))


def test_a_card_as_the_catalogue_has_it_is_legal() -> None:
    assert problems(checked(ATLAS)) == ""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"armour": 30}, "armour 30 for 10"),
        ({"structure": 9}, "structure 9 for 8"),
        ({"pv": 50}, "PV 50 for 52"),
        ({"size": 3}, "size 3 for 4"),
        ({"role": "Sniper"}, "role Sniper for Juggernaut"),
        ({"moves": {"": 10}, "move": '10"'}, 'Move 10" for 6"'),
        ({"overheat": 3}, "overheat 3 for 0"),
        ({"specials": read_specials("AC2/2/-,IF1,LRM1/1/1,REAR1/1/-,ECM")}, "abilities"),
        ({"type": "IM"}, "type IM for BM"),
    ],
)
def test_a_card_that_differs_from_the_catalogues_is_a_problem(change: dict[str, object], told: str) -> None:
    for pack in (HEROCON, DRAFTED):
        said = problems(checked(replace(ATLAS, **change), pack=pack))  # type: ignore[arg-type]
        assert "Atlas AS7-D: its card is not the catalogue's" in said
        assert told in said


def test_all_that_differs_is_told_in_one_sentence() -> None:
    said = problems(checked(replace(ATLAS, armour=30, structure=9)))
    assert "its card is not the catalogue's: armour 30 for 10, structure 9 for 8. Use the catalogue's card" in said


def test_the_other_name_of_a_unit_is_no_way_around() -> None:
    mad_cat = LIBRARY.find("Mad Cat (Timber Wolf) Prime")
    renamed = replace(mad_cat, name="Timber Wolf Prime", chassis="Timber Wolf", armour=30)
    assert "armour 30" in problems(checked(renamed))


def test_order_and_spelling_of_abilities_make_no_other_card() -> None:
    shuffled = replace(ATLAS, specials=tuple(reversed(ATLAS.specials)), role=ATLAS.role.upper())
    assert problems(checked(shuffled)) == ""


def test_what_the_catalogue_knows_of_a_unit_holds_for_the_forces_own_copy_too() -> None:
    extinct = Library([replace(ATLAS, designations=("Extinct",))])
    assert "is barred: Extinct units" in problems(checked(ATLAS, library=extinct))
    elsewhere = Library([replace(ATLAS, available=frozenset({("Clan Wolf", "ilClan")})), *_listed("Locust LCT-1V")])
    claimed = replace(ATLAS, available=frozenset({("Lyran Commonwealth", "ilClan")}))
    assert "is not available to Lyran Commonwealth" in problems(checked(claimed, library=elsewhere))


def _listed(name: str) -> list[Card]:
    return [replace(LIBRARY.find(name), available=frozenset({("Lyran Commonwealth", "ilClan")}))]


def test_a_chassis_under_another_word_still_counts() -> None:
    cards = [replace(LIBRARY.find(name), chassis="Titan") for name in ("Atlas AS7-D", "Atlas AS7-CM")]
    text = text_with(*cards).replace("skill = 4", "skill = 4\ncount = 2")
    said = problems(check_force(read_force(text, "f", LIBRARY), HEROCON, LIBRARY))
    assert "Atlas: 4 units have this chassis" in said


def test_a_unit_that_the_catalogue_does_not_have_is_customised_and_barred() -> None:
    said = problems(checked(OWN))
    assert "Mine MN-1: is barred: Customised Units" in said
    assert "have it imported from the Master Unit List, or let the organiser accept it by name" in said


def test_the_organiser_may_accept_a_customised_unit_by_name() -> None:
    assert problems(checked(OWN, pack=accepting("MINE mn-1"))) == ""
    assert "is barred" in problems(checked(OWN, pack=accepting("Other OT-1")))


def test_accepting_a_name_does_not_change_the_catalogues_card() -> None:
    said = problems(checked(replace(ATLAS, armour=30), pack=accepting("Atlas AS7-D")))
    assert "armour 30 for 10" in said


def test_a_pack_that_bars_no_customised_units_has_them_with_a_remark() -> None:
    report = checked(OWN, pack=DRAFTED)
    assert "barred" not in problems(report)
    assert "Mine MN-1 is not in the catalogue" in "\n".join(map(str, report.warnings))


def test_without_an_event_a_card_that_differs_is_a_problem_too() -> None:
    data = parse_toml(text_with(replace(ATLAS, armour=30)), "f")
    found = FORCES.check(data, "f", None, LIBRARY, variants={})
    assert "armour 30 for 10" in " ".join(map(str, found.problems))
    assert card_data(ATLAS)["armour"] == 10
