"""How large something is that costs time: a stranger's battle or question must be answered while somebody waits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from musterhall.problems import BadInput


class Bound(NamedTuple):
    """So many of something, and the most of it that is taken: units, pieces of terrain, cm of width."""

    words: str
    number: int
    most: int


def require_small(bounds: Iterable[Bound], place: str, otherwise: str) -> None:
    """Refuse what is larger than that; `otherwise` says what to do instead."""
    for words, number, most in bounds:
        if number > most:
            raise BadInput(f"{place}: has {number} {words} and may have {most} here; {otherwise}.")
