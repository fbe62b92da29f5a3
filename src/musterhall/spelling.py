"""Names that come near to one that is not there: what somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable

ALIKE = 60
"""Of a hundred: how much of two names must be the same for one to be offered in place of the other."""


def names_like(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Those of the known names that come nearest to this one, the best first."""
    from rapidfuzz import fuzz, process  # here, so that only who mistypes something waits for it

    found = process.extract(name, list(known), scorer=fuzz.ratio, limit=most, score_cutoff=ALIKE)
    return [one for one, _, _ in found]
