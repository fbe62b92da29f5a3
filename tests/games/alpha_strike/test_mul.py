"""The Master Unit List's JSON: every form of it, every unit, and what is wrong with some."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.alpha_strike.units import mul
from musterhall.games.alpha_strike.units.cards import Damage, card_data, card_from_data
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.games.alpha_strike.units.mul import card_from_mul, read_mul
from musterhall.problems import BadInput

UNITS = Path(__file__).resolve().parents[4] / "shared" / "data" / "mul_quicklist_units.jsonl"
needs_units = pytest.mark.skipif(not UNITS.exists(), reason="the Master Unit List's data is not here")


def a_row(**changes: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "Id": 7,
        "Name": "Tester  T-1 ",
        "Class": "Tester",
        "Variant": " T-1",
        "Technology": {"Id": 1, "Name": "Inner Sphere"},
        "Rules": "Standard",
        "DateIntroduced": "circa 2980",
        "Type": {"Id": 18, "Name": "BattleMech"},
        "Role": {"Id": 1, "Name": "None"},
        "BFType": "bm",
        "BFSize": 2,
        "BFMove": '10"/6"j',
        "BFTMM": 0,
        "BFArmor": 4,
        "BFStructure": 3,
        "BFThreshold": 0,
        "BFDamageShort": 3,
        "BFDamageShortMin": False,
        "BFDamageMedium": 2,
        "BFDamageMediumMin": False,
        "BFDamageLong": 0,
        "BFDamageLongMin": True,
        "BFDamageExtreme": 0,
        "BFDamageExtemeMin": False,
        "BFOverheat": 1,
        "BFPointValue": 30,
        "BFAbilities": "CASE, IF1",
    }
    return row | changes


def test_a_row_becomes_a_card() -> None:
    card = card_from_mul(a_row())
    assert (card.name, card.chassis, card.variant, card.type, card.role) == ("Tester T-1", "Tester", "T-1", "BM", "")
    assert card.damage == (Damage(3), Damage(2), Damage(0, minimal=True), Damage(0))
    assert (card.introduced, card.mul_id, card.kind, card.pv) == (2980, 7, "BattleMech", 30)
    assert dict(card.moves) == {"": 10, "j": 6}
    assert [str(one) for one in card.specials] == ["CASE", "IF1"]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([a_row(), a_row(Id=8)]),
        json.dumps({"Units": [a_row(), a_row(Id=8)]}),
        json.dumps({"Units": [a_row(), a_row(Id=8)]}, indent=2),
        json.dumps(a_row()) + "\n" + json.dumps(a_row(Id=8)) + "\n",
        "\ufeff" + json.dumps(a_row()) + "\r\n\r\n" + json.dumps(a_row(Id=8)),
    ],
)
def test_an_array_units_and_lines_are_all_read(text: str) -> None:
    assert [card.mul_id for card in read_mul(text, "list").cards] == [7, 8]


def test_a_single_unit_is_a_list_too() -> None:
    assert len(read_mul(json.dumps(a_row(), indent=1), "list").cards) == 1


def test_faction_and_era_are_noted_together() -> None:
    found = read_mul(json.dumps([a_row()]), "list", "Clan  Wolf", "ilClan")
    assert found.cards[0].available == {("Clan Wolf", "ilClan")}
    with pytest.raises(BadInput, match="give both, or neither"):
        read_mul("[]", "list", faction="Clan Wolf")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"BFMove": "quick"}, "BFMove: Move 'quick' is not readable"),
        ({"BFSize": "2"}, "BFSize"),
        ({"BFArmor": -1}, "BFArmor"),
        ({"BFPointValue": None}, "BFPointValue"),
        ({"BFType": "ZZ"}, "BFType 'ZZ' is none that cards have"),
        ({"Role": "Scout"}, "Role"),
        ({"BFAbilities": "X" * 5000}, "BFAbilities"),
    ],
)
def test_a_card_that_cannot_be_read_is_reported_and_the_rest_kept(change: dict[str, Any], complaint: str) -> None:
    found = read_mul(json.dumps([a_row(**change), a_row(Id=8)]), "list")
    assert [card.mul_id for card in found.cards] == [8]
    (problem,) = found.problems
    assert problem.where == "list, unit 1, Tester T-1"
    assert complaint in problem.what


def test_a_unit_without_a_type_has_no_card() -> None:
    found = read_mul(json.dumps([a_row(BFType=None), a_row(Id=8)]), "list")
    assert (len(found.cards), found.without_card, found.problems) == (1, ("Tester T-1",), ())


def test_what_is_no_unit_is_reported() -> None:
    found = read_mul(json.dumps([1, None, [], "x", {}, a_row()]), "list")
    assert (len(found.cards), len(found.problems)) == (1, 5)


def test_a_broken_line_is_reported_and_the_other_lines_kept() -> None:
    found = read_mul(json.dumps(a_row()) + "\n{broken\n" + json.dumps(a_row(Id=8)), "list")
    assert len(found.cards) == 2
    assert [problem.where for problem in found.problems] == ["list, line 2"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "[",
        '[{"Id": 1',
        "nonsense",
        "{}",
        "3",
        '"x"',
        "[" * 100_000,
        '{"Units": 3}',
        "9" * 5000,
        "<html></html>",
    ],
)
def test_broken_json_is_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=r"^list: [^\n]{10,200}$"):
        read_mul(text, "list")


def test_a_text_far_too_long_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mul, "MOST_CHARACTERS", 100)
    with pytest.raises(BadInput, match=r"^list: is far longer than the whole Master Unit List"):
        read_mul(" " * 101, "list")


def test_a_name_cannot_steer_a_terminal() -> None:
    card = card_from_mul(a_row(Name="Bad\x1b[31m\nName", BFAbilities="CASE,\x1b]0;x\x07"))
    assert card.name == "Bad [31m Name"
    assert "\x1b" not in "".join(map(str, card.specials))


def test_unknown_specials_are_named_with_their_cards() -> None:
    found = read_mul(json.dumps([a_row(BFAbilities="CASE,WHAT9")]), "list")
    assert found.unknown == {"WHAT9": ("Tester T-1",)}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(a_row())), _JSON, max_size=6))
def test_whatever_stands_in_a_field_is_a_card_a_report_or_no_card(changes: dict[str, Any]) -> None:
    found = read_mul(json.dumps([a_row(**changes), a_row(Id=8)]), "list")
    assert found.cards[-1].mul_id == 8
    assert len(found.cards) + len(found.problems) + len(found.without_card) == 2


@needs_units
def test_all_units_of_the_list_are_read_and_come_back_the_same() -> None:
    text = UNITS.read_text(encoding="utf-8")
    told: list[tuple[int, int]] = []
    found = read_mul(text, "list", progress=lambda done, total: told.append((done, total)))
    assert (len(found.cards), len(found.without_card), found.problems) == (7639, 966, ())
    assert told[-1] == (8605, 8605)
    assert told == sorted(told)
    for card in found.cards:
        assert card_from_data(card_data(card), card.name) == card


@needs_units
def test_the_cards_keep_every_figure_of_the_list() -> None:
    rows = {row["Id"]: row for row in map(json.loads, UNITS.read_text(encoding="utf-8").splitlines())}
    for card in read_mul(UNITS.read_text(encoding="utf-8"), "list").cards:
        row = rows[card.mul_id]
        figures = (card.size, card.armour, card.structure, card.threshold, card.overheat, card.pv)
        fields = ("BFSize", "BFArmor", "BFStructure", "BFThreshold", "BFOverheat", "BFPointValue")
        assert figures == tuple(row[field] for field in fields)
        assert card.move == row["BFMove"]
        assert card.type == row["BFType"].upper()
        assert card.full_name == card.name


@needs_units
def test_the_shipped_cards_agree_with_the_list() -> None:
    listed = {card.mul_id: card for card in read_mul(UNITS.read_text(encoding="utf-8"), "list").cards}
    for card in starter_library():
        assert card == listed[card.mul_id]
