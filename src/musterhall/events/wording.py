"""Turns of phrase for players and their units, the same in sentences, on pages and on paper."""

from __future__ import annotations

from collections.abc import Sequence


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def and_list(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
