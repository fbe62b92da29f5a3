"""Studies without a file: what a command line asks for, as the data of a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.game.variants import Value, read_options
from musterhall.games import game_named
from musterhall.lab.study import EVERY


def quick_study(
    game: str,
    red: str,
    blue: str,
    variants: Sequence[str],
    agents: Sequence[str],
    scenario: str,
    pack: str,
    seeds: int,
    matters: float,
) -> tuple[str, dict[str, Any]]:
    """A name and the data of the study: variants compared, or two forces that fight for who is better."""
    found = game_named(game)
    wanted = read_options(variants)
    usual = [one.name for one in found.battles.agents if one.quick][:1] if found.battles else []
    always: dict[str, Any] = {"agents": list(agents) or usual}
    for field, value in (("red", red), ("blue", blue), ("pack", pack)):
        if value:
            always[field] = value
    if scenario:
        always["scenarios"] = [scenario]
    data: dict[str, Any] = {"question": _question(wanted, red, blue), "game": found.name, "always": always}
    if wanted:
        entries = {one.name: one.values for one in found.variants.entries()} if found.variants else {}
        values = {name: _values(told, entries.get(name, ())) for name, told in wanted.items()}
        data["factors"] = {"variants": values}
    data |= {"measured": {"win": matters}, "stop": {"seeds": seeds}}
    return "-".join(wanted) if wanted else "balance", data


def _question(wanted: dict[str, str], red: str, blue: str) -> str:
    if wanted:
        return f"What does {' and '.join(wanted)} change?"
    return f"Which is better, {red or 'the usual red force'} or {blue or 'the usual blue force'}?"


def _values(told: str, known: Sequence[Value]) -> str | list[Value]:
    """Values as they are written, in the type that the switch has."""
    if told == EVERY:
        return EVERY
    by_text = {str(one).lower(): one for one in known}
    return [by_text.get(one.strip().lower(), one.strip()) for one in told.split(",")]
