"""Sentences about bad input, and the words that every face of the software gives its remedy in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field
from typer.testing import CliRunner

import musterhall
from musterhall.cli.main import app
from musterhall.cli.ways import WAYS, with_command
from musterhall.problems import BadInput, Problem, named, parse_model

SOURCE = Path(musterhall.__file__).parent


class Banner(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="x", min_length=2, max_length=5)
    height: int = Field(default=1, ge=1, le=9)
    width: float = Field(default=1, gt=0)
    hue: Literal["red", "blue"] = "red"
    torn: bool = False
    bearers: list[str] = Field(default=[], max_length=1)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"name": "Standard"}, "banner: name: may have at most 5 characters (it has 'Standard')."),
        ({"name": ""}, "banner: name: should have at least 2 characters (it has '')."),
        ({"height": 10}, "banner: height: should be 9 or less (it has 10)."),
        ({"height": "tall"}, "banner: height: should be a whole number (it has 'tall')."),
        ({"height": 1.5}, "banner: height: should be a whole number (it has 1.5)."),
        ({"width": 0}, "banner: width: should be more than 0 (it has 0)."),
        ({"hue": "green"}, "banner: hue: should be 'red' or 'blue' (it has 'green')."),
        ({"torn": "perhaps"}, "banner: torn: should be true or false (it has 'perhaps')."),
        ({"bearers": ["a", "b"]}, "banner: bearers: may have at most 1 entries (it has ['a', 'b'])."),
        ({"bearers": 3}, "banner: bearers: should be a list (it has 3)."),
        ({"weight": 3}, "banner: weight is not a field it knows; take it out or check its spelling."),
    ],
)
def test_a_wrong_value_is_told_in_plain_words(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_model(Banner, given, "banner")
    assert str(refused.value) == sentence


def test_a_terminal_is_told_the_command_and_a_page_is_not() -> None:
    refused = BadInput("round 1: no scenarios are drawn; draw them.", way="draw_scenarios")
    assert str(refused) == "round 1: no scenarios are drawn; draw them."
    assert with_command(refused) == "round 1: no scenarios are drawn; draw them. (`muster event scenarios`)"
    assert with_command(Problem("the list", "is empty")) == "the list: is empty."


def test_every_way_that_a_sentence_names_has_a_command() -> None:
    named = {
        way for file in SOURCE.rglob("*.py") for way in re.findall(r"\bway=\"(\w+)\"", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 10
    assert named <= set(WAYS)


def test_every_command_that_is_advised_exists() -> None:
    for advised in ", ".join(WAYS.values()).split(", "):
        words = advised.partition(" --")[0].split("|")[0].split()[1:]
        asked = CliRunner().invoke(app, [*(word for word in words if not word.isupper()), "--help"])
        assert asked.exit_code == 0, advised


@pytest.mark.parametrize("layer", ["battle", "events", "games", "packs", "printing", "store"])
def test_no_layer_below_the_faces_speaks_of_commands(layer: str) -> None:
    for file in (SOURCE / layer).rglob("*.py"):
        code = re.sub(r'"""(.|\n)*?"""', "", file.read_text(encoding="utf-8"))
        assert "`muster " not in code, file


class Rank(BaseModel):
    model_config = ConfigDict(extra="forbid")

    files: list[int] = []
    notes: dict[str, int] = {}


def test_of_very_many_mistakes_the_first_twenty_are_named_and_the_rest_counted() -> None:
    with pytest.raises(BadInput) as refused:
        parse_model(Rank, {"files": ["x"] * 100_000}, "rank")
    sentence = str(refused.value)
    assert len(sentence) < 3_000
    assert "files.0: " in sentence
    assert "files.19: " in sentence
    assert "files.20: " not in sentence
    assert sentence.endswith("; and 99,980 more like these.")


def test_twenty_mistakes_are_all_named_and_nothing_is_counted() -> None:
    with pytest.raises(BadInput) as refused:
        parse_model(Rank, {"files": ["x"] * 20}, "rank")
    assert "files.19: " in str(refused.value)
    assert "more" not in str(refused.value)


def test_a_huge_wrong_value_or_name_is_cut_where_it_is_shown() -> None:
    for given in ({"files": "x" * 100_000}, {"files": {"a": ["b" * 100_000]}}, {"notes": {"k" * 100_000: "y"}}):
        with pytest.raises(BadInput) as refused:
            parse_model(Rank, given, "rank")
        assert len(str(refused.value)) < 500, given


def test_problems_in_one_sentence_are_named_up_to_twenty() -> None:
    found = [Problem(f"unit {number}", "is torn") for number in range(1, 1001)]
    assert named(found[:2]) == "unit 1: is torn. unit 2: is torn."
    told = named(found)
    assert "unit 20: is torn." in told
    assert "unit 21:" not in told
    assert told.endswith("And 980 more like these.")
