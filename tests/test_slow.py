"""The list of what `make quick` leaves out names only what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.slow import SLOW

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("entry", SLOW)
def test_what_is_left_out_of_the_quick_tests_is_there(entry: str) -> None:
    file, _, test = entry.partition("::")
    assert f"def {test}" in (ROOT / file).read_text(encoding="utf-8")
