"""The one writer of TOML: what it writes reads back as it was, and a person can read it too."""

from __future__ import annotations

import tomllib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.problems import BadInput
from musterhall.toml_text import toml_text, toml_value

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
plain = st.one_of(st.booleans(), st.integers(-(2**60), 2**60), st.floats(allow_nan=False, allow_infinity=False), texts)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)


@given(st.dictionaries(texts, values, max_size=5))
def test_what_is_written_reads_back_as_it_was(data: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(data)) == data


@given(values)
def test_a_value_stays_on_one_line_and_reads_back(value: Any) -> None:
    assert tomllib.loads(f"value = {toml_value(value)}") == {"value": value}
    assert "\n" not in toml_value(value)


def test_values_come_before_tables_and_tables_before_lists_of_them() -> None:
    data = {"unit": [{"name": "Atlas"}], "table": {"width": 180}, "name": "Meeting", "extra": [{"key": 1}]}
    assert toml_text(data, inline=("extra",)) == (
        'name = "Meeting"\nextra = [{key = 1}]\n\n[table]\nwidth = 180\n\n[[unit]]\nname = "Atlas"\n'
    )


def test_numbers_of_numpy_are_numbers_and_nothing_else_strange_gets_in() -> None:
    assert toml_value([np.float64(2.5), np.int64(3)]) == "[2.5, 3]"
    with pytest.raises(BadInput, match="None cannot stand in a file"):
        toml_value({"a": None})
