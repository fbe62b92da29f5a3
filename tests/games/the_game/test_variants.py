"""The open questions of THE GAME: what is listed, what can be switched, and what is refused."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from musterhall.games.the_game.readings.coverage import the_game_readings, the_game_sections
from musterhall.games.the_game.readings.variants import Variants, read_variants, variant_entries
from musterhall.problems import BadInput

SWITCH = """
[[variant]]
number = "A1"
name = "speed"
section = "1.6"
question = "How fast?"
default = "slow"
alternatives = ["fast"]
help = { slow = "Slowly.", fast = "Fast." }
"""


def test_every_question_of_the_rulebook_is_listed_once() -> None:
    numbers = [entry.number for entry in variant_entries()]
    printed = [f"A{n}" for n in range(1, 30)] + [f"B{n}" for n in range(1, 60)]
    later = [(number[0], int(number[1:])) for number in numbers[len(printed) :]]
    assert numbers[: len(printed)] == printed
    assert later == sorted(set(later))


def test_every_question_and_every_reading_names_a_section_of_the_rulebook() -> None:
    known = {section.number for section in the_game_sections()}
    named = {number for entry in variant_entries() for number in entry.sections}
    assert named | {reading.section for reading in the_game_readings()} <= known


def test_the_switches_that_code_looks_up_are_those_of_the_catalogue() -> None:
    hints = get_type_hints(Variants)
    listed = {}
    for one in fields(Variants):
        values = (False, True) if hints[one.name] is bool else get_args(hints[one.name])
        listed[one.name] = (one.default, set(values))
    assert listed == {entry.name: (entry.default, set(entry.values)) for entry in variant_entries() if entry.switch}


def test_every_value_of_a_switch_is_explained() -> None:
    for entry in variant_entries():
        assert tuple(value for value, _ in entry.help) == entry.values
        assert all(text for _, text in entry.help)


def test_the_default_has_a_value_for_every_switch() -> None:
    variants = Variants.default()
    assert variants.die_allocation == "highest_to_nearest"
    assert variants.av_blocks_los is False
    assert variants.withdraw_breaks is True
    assert variants.paratrooper_radius == "15"
    assert set(variants.as_data()) == {entry.name for entry in variant_entries() if entry.switch}


def test_a_note_is_no_switch() -> None:
    assert "suppressed_effect" not in Variants.default().as_data()
    with pytest.raises(BadInput, match="it is no switch"):
        Variants.of({"suppressed_effect": "shoots"})


def test_every_value_on_offer_can_be_chosen_and_only_changes_itself() -> None:
    for entry in variant_entries():
        for value in entry.alternatives if entry.open else ():
            variants = Variants.of({entry.name: value})
            assert getattr(variants, entry.name) is value
            assert variants.changed() == {entry.name: value}


def test_naming_the_default_changes_nothing() -> None:
    assert Variants.of({"kill_st": "one", "road_bonus_by_drive": "flat"}) == Variants.default()
    assert Variants.of({"kill_st": "one"}).changed() == {}


def test_equal_variants_have_equal_hashes_and_differ_from_others() -> None:
    two, same, other = (Variants.of({"kill_st": kill}) for kill in ("two", "two", "one"))
    assert two == same
    assert hash(two) == hash(same)
    assert two != other
    assert len({two, same, other}) == 2


def test_variants_cannot_be_changed_and_are_shared_by_copies() -> None:
    variants = Variants.of({"kill_st": "two"})
    with pytest.raises(AttributeError):
        variants.kill_st = "one"  # type: ignore[misc]
    assert copy.deepcopy(variants) is variants
    assert pickle.loads(pickle.dumps(variants)) == variants


def test_an_unknown_name_is_refused_with_the_near_ones() -> None:
    with pytest.raises(BadInput, match=r"variant die_alocation: .* did you mean die_allocation"):
        Variants.of({"die_alocation": "wrap"})


def test_a_name_near_to_none_is_refused() -> None:
    with pytest.raises(BadInput, match="variant zzz: there is no such variant; take it out"):
        Variants.of({"zzz": True})


def test_an_unknown_value_is_refused_with_all_values() -> None:
    with pytest.raises(BadInput, match="sideways is not one of its values; choose from wrap, lost"):
        Variants.of({"surplus_dice": "sideways"})


def test_a_boolean_is_meant_by_its_word_but_not_by_a_number() -> None:
    assert Variants.of({"av_blocks_los": "true"}).av_blocks_los is True
    with pytest.raises(BadInput, match="choose from false, true"):
        Variants.of({"av_blocks_los": 1})


def test_what_is_not_offered_says_why() -> None:
    with pytest.raises(BadInput, match="tracked_less is not offered: the book prints no figures"):
        Variants.of({"road_bonus_by_drive": "tracked_less"})


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadInput, match=r"variant zzz: .* variant kill_st: "):
        Variants.of({"zzz": 1, "kill_st": "three"})


@pytest.mark.parametrize(
    ("spoilt", "complaint"),
    [
        (SWITCH.replace('"fast"]', '"fast", "faster"]'), "A1: .*help must explain slow, fast, faster"),
        (SWITCH + "offered = false", "A1: .*because belongs to what is not offered"),
        (SWITCH + 'later = "trains"', "A1: later"),
        (SWITCH + "speeds = 3", "A1: speeds is not a field"),
        (SWITCH.replace('default = "slow"', ""), "A1: .*an entry without a default is a note"),
        (SWITCH + SWITCH, "A1 stands there twice"),
    ],
)
def test_a_spoilt_entry_is_named_with_its_file(spoilt: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=f"made_up.toml.*{complaint}"):
        read_variants(spoilt, "made_up.toml")
