"""Which pair plays at which table: as seldom as possible at a table where one of them has sat before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from musterhall.problems import BadInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    # Loaded where it is used: whoever looks at an event seats nobody.
    Costs = NDArray[np.int64]

Pair = tuple[str, str]


def seat(
    pairs: Sequence[Pair],
    sat: Mapping[str, Sequence[int]],
    tables: Sequence[int],
    fixed: Mapping[Pair, int] | None = None,
) -> dict[int, Pair]:
    """Each pair at a table of its own, in the order of the tables' numbers.

    First as few repeats as possible, where a table at which a player sat twice counts twice. Then every pair as near as
    possible to its own place, the best pair at the lowest table. `sat` has the tables of earlier rounds, `fixed` pairs
    whose table is settled.
    """
    _check(pairs, tables)
    held = _held(pairs, tables, fixed or {})
    free = sorted(set(tables) - set(held))
    waiting = [two for two in pairs if two not in held.values()]
    # among the first (pairs + tables sat at) every pair finds a fresh one, nearer than any beyond twice as many
    most = max((len(set(sat.get(one, ())) | set(sat.get(other, ()))) for one, other in waiting), default=0)
    near = free[: 2 * (len(waiting) + most)]
    chosen = _assignment(_costs(waiting, sat, near))
    seats = held | {near[at]: two for two, at in zip(waiting, chosen, strict=True)}
    return dict(sorted(seats.items()))


def repeats(seats: Mapping[int, Pair], sat: Mapping[str, Sequence[int]]) -> int:
    """How often somebody sits where they sat before."""
    return sum(_times(two, table, sat) for table, two in seats.items())


def _times(two: Pair, table: int, sat: Mapping[str, Sequence[int]]) -> int:
    return sum(list(sat.get(player, ())).count(table) for player in two)


def _costs(pairs: Sequence[Pair], sat: Mapping[str, Sequence[int]], tables: Sequence[int]) -> Costs:
    """A row for each pair, a column for each table; one repeat outweighs every order of the tables."""
    import numpy as np

    away = np.arange(len(tables))[None, :] - np.arange(len(pairs))[:, None]
    costs: Costs = (away**2).astype(np.int64)
    repeat = int(costs.sum(dtype=np.int64)) + 1 if costs.size else 1
    column = {table: at for at, table in enumerate(tables)}
    for row, two in enumerate(pairs):
        for table, times in Counter(table for player in two for table in sat.get(player, ())).items():
            if table in column:
                costs[row, column[table]] += times * repeat
    return costs


def _assignment(costs: Costs) -> list[int]:
    """The column of each row, none twice, at the least cost: the Hungarian method, one row after the other.

    A row that wants a taken column sends its holder on, along the cheapest chain that ends at a free column. Prices of
    rows and columns are kept so that no entry costs less than its two prices and every chosen one costs exactly them.
    """
    import numpy as np

    rows, columns = costs.shape
    row_price = np.zeros(rows, dtype=np.int64)
    column_price = np.zeros(columns, dtype=np.int64)
    holder = np.full(columns, -1)
    for newcomer in range(rows):
        gap = np.full(columns, np.iinfo(np.int64).max)
        came_from = np.full(columns, -1)
        reached = np.zeros(columns, dtype=bool)
        row, last = newcomer, -1
        while row >= 0:
            slack = costs[row] - row_price[row] - column_price
            closer = ~reached & (slack < gap)
            gap[closer], came_from[closer] = slack[closer], last
            open_columns = np.flatnonzero(~reached)
            last = int(open_columns[np.argmin(gap[open_columns])])
            step = gap[last]
            row_price[newcomer] += step
            row_price[holder[reached]] += step
            column_price[reached] -= step
            gap[~reached] -= step
            reached[last] = True
            row = int(holder[last])
        while last >= 0:
            before = int(came_from[last])
            holder[last] = newcomer if before < 0 else holder[before]
            last = before
    place = {int(row): column for column, row in enumerate(holder) if row >= 0}
    return [place[row] for row in range(rows)]


def _held(pairs: Sequence[Pair], tables: Sequence[int], fixed: Mapping[Pair, int]) -> dict[int, Pair]:
    """The pairs with a settled table, whichever way round they were written."""
    known = {frozenset(two): two for two in pairs}
    held: dict[int, Pair] = {}
    for two, table in fixed.items():
        if frozenset(two) not in known:
            raise BadInput(f"table {table}: {two[0]} and {two[1]} do not play each other; fix a pair of this round.")
        if table not in tables:
            raise BadInput(f"table {table}: there is no such table for {two[0]} and {two[1]}; choose another.")
        if table in held:
            raise BadInput(f"table {table}: fixed for two pairs; give {two[0]} and {two[1]} another.")
        if known[frozenset(two)] in held.values():
            raise BadInput(f"table {table}: {two[0]} and {two[1]} have a fixed table already; fix one.")
        held[table] = known[frozenset(two)]
    return held


def _check(pairs: Sequence[Pair], tables: Sequence[int]) -> None:
    if len(set(tables)) < len(tables):
        twice = next(table for table, times in Counter(tables).items() if times > 1)
        raise BadInput(f"tables: number {twice} is there twice; number every table once.")
    if len(tables) < len(pairs):
        raise BadInput(f"tables: {len(pairs)} pairs, but tables for {len(tables)}; add {len(pairs) - len(tables)}.")
    for player, times in Counter(player for two in pairs for player in two).items():
        if times > 1:
            raise BadInput(f"tables: {player} is in {times} pairs; pair every player once.")
