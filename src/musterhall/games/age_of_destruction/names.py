"""Names as players write them: how they are compared and told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator, Field


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A name as it is compared: small letters and single spaces."""
    return " ".join(text.casefold().split())


def tell_apart(labels: Sequence[str]) -> list[str]:
    """Names of which no two are alike: those that occur more than once get #1, #2, ..."""
    counts = Counter(map(plain, labels))
    taken = {label for label, count in counts.items() if count == 1}
    numbers: Counter[str] = Counter()
    names = []
    for label in labels:
        if counts[plain(label)] > 1:
            label = _numbered(label, numbers, taken)
        names.append(label)
    return names


def _numbered(label: str, numbers: Counter[str], taken: set[str]) -> str:
    """The label with its next number; one that a player has written as a name already is left out."""
    while True:
        numbers[plain(label)] += 1
        name = f"{label} #{numbers[plain(label)]}"
        if plain(name) not in taken:
            taken.add(plain(name))
            return name


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _said(text: str) -> str:
    if not text:
        raise ValueError("is empty; write a name, or take the field out")
    return text


Text = Annotated[str, Field(max_length=200), AfterValidator(_tidy)]
Name = Annotated[Text, AfterValidator(_said)]
