"""The unit card: moves and modifiers, kinds of unit, and our own form of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.alpha_strike.units.cards import (
    TYPES,
    Card,
    Damage,
    best_move,
    card_data,
    card_from_data,
    ground_move,
    is_aerospace,
    is_infantry,
    is_mech,
    is_vehicle,
    jump_move,
    parse_damage,
    parse_move,
    tmm,
    tmms,
)
from musterhall.problems import BadInput


def a_card(**changes: Any) -> Card:
    data = {"chassis": "Tester", "variant": "T-1", "type": "BM", "size": 2, "move": '10"/6"j', "damage": "3/2/0*"}
    return card_from_data(data | {"armour": 4, "structure": 3, "pv": 30} | changes, "test")


@pytest.mark.parametrize(
    ("text", "unit_type", "moves"),
    [
        ('12"', "BM", {"": 12}),
        ('12"/8"j', "BM", {"": 12, "j": 8}),
        ('8"j', "BM", {"": 8, "j": 8}),
        ('6"j', "BA", {"f": 6, "j": 6}),
        ('2"/6"j', "BA", {"f": 2, "j": 6}),
        ('10"t', "CV", {"t": 10}),
        ('18"v', "CV", {"v": 18}),
        ('4"/2"s', "BM", {"": 4, "s": 2}),
        ('4"f/6"s', "BA", {"f": 4, "s": 6}),
        ('8"h/6"j', "CV", {"h": 8, "j": 6}),
        ('14"w(b)', "SV", {"w(b)": 14}),
        ('12"qt', "BM", {"qt": 12}),
        ("7a", "AF", {"a": 7}),
        ("2i", "SV", {"i": 2}),
        ("0.2k", "SS", {"k": 0}),
        ('0"', "BD", {"": 0}),
    ],
)
def test_every_printed_move_is_read(text: str, unit_type: str, moves: Mapping[str, int]) -> None:
    assert parse_move(text, unit_type) == moves


@pytest.mark.parametrize("text", ['12"/', "fast", '12"J', '-4"', '12"/8"j/', "1e3"])
def test_a_move_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not readable"):
        parse_move(text, "BM")


@pytest.mark.parametrize(
    ("inches", "value"),
    [(0, 0), (4, 0), (5, 1), (8, 1), (9, 2), (12, 2), (13, 3), (18, 3), (19, 4), (34, 4), (35, 5), (60, 5)],
)
def test_the_modifier_follows_the_table(inches: int, value: int) -> None:
    assert tmm(a_card(move=f'{inches}"')) == value
    assert tmm(a_card(move=f'{inches}"j'), "j") == value + 1


def test_jump_jets_change_only_the_jump() -> None:
    assert tmms(a_card(move='10"/16"j', specials="JMPS1")) == {"": 2, "j": 5}
    assert tmms(a_card(move='10"/6"j', specials="JMPW1")) == {"": 2, "j": 1}
    assert tmm(a_card(move='10"/2"j', specials="JMPW3"), "j") == 0


def test_a_mech_that_also_swims_is_judged_by_its_walk() -> None:
    card = a_card(move='8"/10"s', specials="UMU,SUBW1")
    assert (tmm(card), tmm(card, "s")) == (1, 1)


def test_a_mode_that_the_card_has_not_is_refused() -> None:
    with pytest.raises(BadInput, match="Tester T-1: has no Move of the kind 'v'"):
        tmm(a_card(), "v")


def test_a_fighter_has_no_modifier_of_its_own() -> None:
    assert tmm(a_card(type="AF", move="12a")) == 0


def test_ground_jump_and_best_move() -> None:
    card = a_card(move='6"/10"j')
    assert (ground_move(card), jump_move(card), best_move(card)) == (6, 10, 10)
    vtol = a_card(type="CV", move='18"v')
    assert (ground_move(vtol), ground_move(vtol, vtol=False), jump_move(vtol)) == (18, 0, 0)
    assert best_move(a_card(type="AF", move="7a")) == 7


def test_each_type_is_of_one_kind_at_most() -> None:
    kinds = (is_mech, is_vehicle, is_infantry, is_aerospace)
    for code in TYPES:
        card = a_card(type=code, move="7a" if code in ("AF", "CF") else '8"')
        assert sum(kind(card) for kind in kinds) <= 1, code
    aircraft = a_card(type="SV", move="5a")
    assert is_aerospace(aircraft)
    assert not is_vehicle(aircraft)


def test_damage_knows_minimal_and_extreme() -> None:
    assert parse_damage("3/0*/-") == (Damage(3), Damage(0, minimal=True), Damage(0), Damage(0))
    assert parse_damage("1/1/1/1")[3] == Damage(1)
    for wrong in ("3", "3/2", "3/2/x", "1/1/1/1/1", "2*/1/1"):
        with pytest.raises(BadInput, match="is not readable"):
            parse_damage(wrong)


def test_a_special_is_found_inside_a_turret() -> None:
    card = a_card(type="CV", move='8"t', specials="SRCH,TUR(2/3/2,IF1)")
    assert card.has("IF")
    assert not card.has("LRM")


def test_unknown_specials_stay_on_the_card() -> None:
    card = a_card(specials="CASE,WHAT9")
    assert card.unknown_specials == ("WHAT9",)
    assert card_data(card)["specials"] == "CASE,WHAT9"


_CARDS = st.builds(
    a_card,
    variant=st.sampled_from(["", "T-1", 'Prime "Thing"']),
    type=st.sampled_from(TYPES),
    move=st.sampled_from(['12"/8"j', '8"j', "7a", '18"v', "0.2k"]),
    damage=st.sampled_from(["3/2/0*", "0/0/0", "4/4/2/1"]),
    specials=st.sampled_from(["", "CASE,TUR(1/1/-,IF1)", "ODD3,ECM"]),
    available=st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)).map(list), max_size=3),
    pv=st.integers(0, 99),
    role=st.sampled_from(["", "Scout"]),
    mul_id=st.integers(0, 9999),
)


@given(_CARDS)
def test_our_own_form_gives_the_same_card_back(card: Card) -> None:
    assert card_from_data(card_data(card), "again") == card


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"type": "XX"}, "type 'XX' is none that cards have"),
        ({"move": "quick"}, "Move 'quick' is not readable"),
        ({"move": " "}, "there is no Move; write it as"),
        ({"damage": "many"}, "damage 'many' is not readable"),
        ({"size": "2"}, "size"),
        ({"armour": -1}, "armour"),
        ({"colour": "red"}, "colour is not a field it knows"),
        ({"available": [["one"]]}, "a pair of faction and era"),
    ],
)
def test_a_wrong_field_is_named_with_its_place(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match="test: ") as caught:
        a_card(**change)
    assert complaint in str(caught.value)
