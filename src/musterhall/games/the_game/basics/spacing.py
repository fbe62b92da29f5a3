"""How far the units of a formation are apart (1.1.3). Compiled."""

from __future__ import annotations

import math

from musterhall.compiling import compiled
from musterhall.geometry import Floats, Ints


@compiled
def widest_gap(
    xs: Floats, ys: Floats, radius: Floats, units: Ints, extra: Floats, limit: float, pairing: int
) -> tuple[int, int, float]:
    """The pair of units farthest beyond the distance they may be apart, and by how much; -1, -1 if none is.

    `extra` lengthens the limit of a pair: by the larger of the two (pairing 0), their sum (1), or the smaller (2).
    """
    worst_i, worst_j, worst = -1, -1, 1e-6
    for i in range(len(units)):
        u = units[i]
        for j in range(i):
            v = units[j]
            allowed = limit
            if pairing == 0:
                allowed += max(extra[u], extra[v])
            elif pairing == 1:
                allowed += extra[u] + extra[v]
            else:
                allowed += min(extra[u], extra[v])
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            if gap - allowed > worst:
                worst_i, worst_j, worst = v, u, gap - allowed
    return worst_i, worst_j, worst
