"""How likely two dice reach a figure; two ones always fail and two sixes always succeed."""

from __future__ import annotations

from itertools import product

_SUMS = [one + other for one, other in product(range(1, 7), repeat=2)]
_CHANCES = {needs: sum(dice == 12 or (dice != 2 and dice >= needs) for dice in _SUMS) / 36 for needs in range(2, 13)}


def chance_to_reach(needs: int) -> float:
    """The chance that 2d6 come to this or more, with critical hits and misses."""
    return _CHANCES[min(12, max(2, needs))]
