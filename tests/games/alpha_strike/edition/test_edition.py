"""The edition: every figure has its entry in the file, and what cannot be is told in a sentence."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from musterhall.game.edition import EditionFile, read_figures
from musterhall.games.alpha_strike.edition.edition import FILE, Edition
from musterhall.games.alpha_strike.package_data import catalogue_data
from musterhall.problems import BadInput


def test_the_file_and_the_object_have_the_same_figures() -> None:
    assert [one.name for one in fields(Edition)] == list(FILE.figures)


def test_words_offer_what_the_object_takes() -> None:
    hints = get_type_hints(Edition)
    for key, figure in FILE.figures.items():
        if isinstance(figure.value, str) and figure.alternatives:
            assert set(figure.values) == set(get_args(hints[key])), key


def test_a_figure_may_be_chosen_otherwise() -> None:
    chosen = Edition.of({"turn_limit": "8", "jump_straight": "false", "mp_hit_tmm": "one", "woods_height": 3})
    assert (chosen.turn_limit, chosen.jump_straight, chosen.mp_hit_tmm, chosen.woods_height) == (8, False, "one", 3.0)
    assert set(chosen.changed()) == {"turn_limit", "jump_straight", "mp_hit_tmm", "woods_height"}


def test_nothing_chosen_is_the_usual_edition() -> None:
    assert Edition.of({}) is Edition.usual()


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("turn_limt", "8", "did you mean turn_limit?"),
        ("jump_straight", "maybe", "write true or false"),
        ("mp_hit_tmm", "two", "write half or one"),
        ("turn_limit", "2.5", "is not a whole number"),
        ("turn_limit", "-1", "cannot be"),
        ("woods_height", "nan", "cannot be"),
    ],
)
def test_what_cannot_be_is_told(key: str, value: str, words: str) -> None:
    with pytest.raises(BadInput, match=words.replace("?", r"\?")):
        Edition.of({key: value})


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(BadInput, match=r"turn_limt.*jump_straight"):
        Edition.of({"turn_limt": "8", "jump_straight": "maybe"})


def test_a_broken_file_names_the_entry_and_the_field() -> None:
    with pytest.raises(BadInput, match=r"edition.toml, front_arc.*certainty"):
        read_figures({"front_arc": {"value": 180, "certainty": "perhaps", "source": "x", "about": "y"}}, "edition.toml")


def test_a_figure_that_is_missing_or_that_no_rule_asks_for_is_named() -> None:
    whole = catalogue_data("edition.toml")
    without = {key: entry for key, entry in whole.items() if key != "front_arc"}
    with pytest.raises(BadInput, match=r"^edition.toml: the figure front_arc is missing; write it with its value"):
        EditionFile("edition.toml", lambda name: without).usual(Edition)
    strange = {**whole, "front_ark": whole["front_arc"]}
    with pytest.raises(BadInput, match=r"no rule asks for the figure front_ark; did you mean front_arc\?$"):
        EditionFile("edition.toml", lambda name: strange).usual(Edition)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("turn_limit", None, "the figure turn_limit has no value; write a whole number."),
        ("turn_limit", "ten", "the figure turn_limit cannot be 'ten'; write a whole number."),
        ("turn_limit", True, "the figure turn_limit cannot be True; write a whole number."),
        ("woods_height", "high", "the figure woods_height cannot be 'high'; write a number."),
        ("jump_straight", 1, "the figure jump_straight cannot be 1; write true or false."),
        ("mp_hit_tmm", "two", "the figure mp_hit_tmm cannot be 'two'; write half or one."),
    ],
)
def test_a_figure_without_a_value_that_rules_can_reckon_with_is_named(key: str, value: object, words: str) -> None:
    whole = catalogue_data("edition.toml")
    entry = {name: one for name, one in whole[key].items() if name not in ("value", "alternatives")}
    changed = {**whole, key: {**entry, **({} if value is None else {"value": value})}}
    with pytest.raises(BadInput) as told:
        EditionFile("edition.toml", lambda name: changed).usual(Edition)
    assert str(told.value) == f"edition.toml: {words}"
