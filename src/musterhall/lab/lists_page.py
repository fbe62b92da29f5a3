"""What the page of lists that met each other shows: a table of chances for each setting, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from musterhall.lab.fields import EVERY_SCENARIO, Chance, Meetings, Table, answer_told, value_told
from musterhall.lab.pictures import chances_picture, for_all_screens


def lists_shown(tables: Sequence[Table], met: Meetings, *, draws: bool) -> dict[str, Any]:
    """The tables in words and figures, the average of all scenarios first, because it answers first."""
    averaged_first = sorted(tables, key=lambda one: not one.setting.endswith(EVERY_SCENARIO))
    return {"tables": [_shown(one, met, draws=draws) for one in averaged_first], "draws": draws}


def _shown(table: Table, met: Meetings, *, draws: bool) -> dict[str, Any]:
    mixes = len(met.rows) > 1
    return {
        "setting": table.setting,
        "answer": answer_told(table, met),
        "value": value_told(table) if mixes else "",
        "columns": table.columns,
        "rows": [
            (name, [_cell(one) for one in chances]) for name, chances in zip(table.rows, table.chances, strict=True)
        ],
        "picture": for_all_screens(partial(chances_picture, table)) if draws else "",
    }


def _cell(one: Chance) -> tuple[str, str]:
    return f"{100 * one.value:.0f}", f"{100 * one.low:.0f} to {100 * one.high:.0f}"
