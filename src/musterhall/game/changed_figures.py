"""Other figures for a kind of unit, as a study asks for them, and one sentence for those that there are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from musterhall.problems import BadInput, near_names


def require_kinds(wanted: Iterable[str], known: Iterable[str]) -> None:
    """Refuse figures for units that a force does not have."""
    there = sorted(set(known))
    for name in wanted:
        if name not in there:
            raise BadInput(
                f"figures: the force has no {name!r}. {near_names(name, there, f'It has {_listed(there)}.')}"
            )


def require_figures(unit: str, wanted: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The figures that are wanted, each of the type that it has; `known` are those that can be changed."""
    found: dict[str, Any] = {}
    for name, value in wanted.items():
        if name not in known:
            hint = near_names(name, known, f"There are {_listed(known)}.")
            raise BadInput(f"figures of {unit!r}: {name!r} is none that can be changed. {hint}")
        if isinstance(value, bool | str) or value < 0:
            raise BadInput(f"figures of {unit!r}: {name} should be a number, 0 or more (it has {value!r}).")
        found[name] = type(known[name])(value)
    return found


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
