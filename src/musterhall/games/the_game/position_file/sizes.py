"""How large a position file is, and whom it names, before anybody has read it as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from musterhall.game.bounds import Bound

MOST_UNITS = 200
MOST_FORMATIONS = 60
MOST_TERRAIN = 60
MOST_CORNERS = 1_000
"""Of all terrain together."""
MOST_SIZE = 400
"""Centimetres of a table's side."""
MOST_DICE = 200


def sizes(data: Mapping[str, Any]) -> Iterator[Bound]:
    """How large everything is that costs time; what is no list or number is left to the game to complain about."""
    formations = _tables(data.get("formation"))
    yield Bound("formations", len(formations), MOST_FORMATIONS)
    yield Bound("units", sum(_count(unit) for one in formations for unit in _list(one.get("units"))), MOST_UNITS)
    yield Bound("datasheets", len(_list(data.get("datasheet"))), MOST_UNITS)
    yield Bound("pieces of terrain", len(_list(data.get("terrain"))), MOST_TERRAIN)
    yield Bound("figures in its terrain", _figures(data.get("terrain")), 2 * MOST_CORNERS)
    yield Bound("dice", len(_list(data.get("dice"))), MOST_DICE)
    table = data.get("table")
    for side in ("width", "depth"):
        size = table.get(side, 0) if isinstance(table, Mapping) else 0
        yield Bound(f"cm of {side}", int(size) if isinstance(size, int | float) and size < 1e9 else 0, MOST_SIZE)


def _count(unit: Any) -> int:
    count = unit.get("count", 1) if isinstance(unit, Mapping) else 1
    return count if isinstance(count, int) else 1


def _figures(value: Any) -> int:
    if isinstance(value, Mapping):
        return sum(map(_figures, value.values()))
    return sum(map(_figures, value)) if isinstance(value, list) else 1 if isinstance(value, int | float) else 0


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _tables(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in _list(value) if isinstance(one, Mapping)]


def names_in(data: Mapping[str, Any]) -> list[str]:
    """Names of formations and units that a question may be about, to choose from."""
    formations = _tables(data.get("formation"))
    found = [one.get("name") for one in formations]
    found += [unit.get("name") for one in formations for unit in _tables(one.get("units"))]
    return list(dict.fromkeys(name for name in found if isinstance(name, str) and name))
