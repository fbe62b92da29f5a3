"""Small studies to try the lab on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from musterhall.lab.fighting import Done, Row
from musterhall.lab.opening import plan_of
from musterhall.lab.plan import Plan
from musterhall.toml_text import toml_text

ALLOCATION = {"variants": {"die_allocation": ["highest_to_nearest", "easiest_kill_first"]}}


def study_data(**changes: Any) -> dict[str, Any]:
    """Two ways to read one rule, fought by small forces."""
    return {
        "question": "Does it matter which die meets which unit?",
        "game": "the_game",
        "always": {"red": "humanxx-500", "blue": "orc-hegemony-500", "agents": ["drill"]},
        "factors": ALLOCATION,
        "stop": {"seeds": 4, "batch": 1},
    } | changes


def plan_for(beside: Path | None = None, **changes: Any) -> Plan:
    return plan_of(toml_text(study_data(**changes)), "study.toml", beside)


def invented(plan: Plan, key: str, figures: Mapping[int, list[list[float]]]) -> Done:
    """A batch in which each arm won so often: by arm, the wins of each seed from both sides."""
    setting, _, rest = key.partition(":")
    first = int(rest.partition("+")[0])
    rows = [
        Row(int(setting), arm, first + at, bool(side), win, win, 6, 6, 0.25, 0.5, "invented")
        for arm, seeds in figures.items()
        for at, wins in enumerate(seeds)
        for side, win in enumerate(wins)
    ]
    return Done(key, tuple(rows))
