"""What each formation was worth: points destroyed for each point of its cost, in battles whose books were kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from musterhall.game.duel import CONFIDENCE
from musterhall.lab.fighting import Done, Row


@dataclass(frozen=True, slots=True)
class Return:
    """One group of a force in one arm and setting."""

    setting: int
    arm: int
    force: int
    """0 for red's, 1 for blue's."""
    name: str
    cost: float
    returned: float
    """Points destroyed for each point of cost, on average."""
    interval: tuple[float, float] | None
    """Of that average, the usual one that holds 95 in 100 for whoever looks once; there is none from a single seed."""
    lost: float
    """The share of its cost that it lost, on average."""

    @property
    def low(self) -> float:
        """Where its bar in a picture begins; a point has none."""
        return self.interval[0] if self.interval else self.returned

    @property
    def high(self) -> float:
        return self.interval[1] if self.interval else self.returned

    @property
    def between(self) -> str:
        return f"{self.low:.0%} to {self.high:.0%}" if self.interval else "one seed"


def returns(batches: Iterable[Done]) -> tuple[Return, ...]:
    """The returns of all groups, by setting, arm and force, in the order of the force files."""
    seeds: dict[tuple[int, int], dict[int, list[Row]]] = {}
    for batch in batches:
        for row in batch.rows:
            if row.accounts:
                seeds.setdefault((row.setting, row.arm), {}).setdefault(row.seed, []).append(row)
    found = [one for (setting, arm), rows in sorted(seeds.items()) for one in _of_arm(setting, arm, rows)]
    return tuple(found)


def _of_arm(setting: int, arm: int, seeds: dict[int, list[Row]]) -> Iterator[Return]:
    books = [[accounts_by_place(row) for row in rows] for rows in seeds.values()]
    for place, (name, cost, *_) in books[0][0].items():
        returned = [fmean(row[place][2] / cost if cost else 0.0 for row in rows) for rows in books]
        lost = [fmean(row[place][3] / cost if cost else 0.0 for row in rows) for rows in books]
        average, share = round(fmean(returned), 6), round(fmean(lost), 6)
        yield Return(setting, arm, place[0], name, cost, average, _interval(returned), share)


def accounts_by_place(row: Row) -> dict[tuple[int, int], tuple[str, float, float, float]]:
    """The accounts of a battle by force and by their place in it, red's first, whichever side it fought from."""
    found: dict[tuple[int, int], tuple[str, float, float, float]] = {}
    places = [0, 0]
    for force, *account in row.accounts:
        found[force, places[force]] = tuple(account)  # type: ignore[assignment]
        places[force] += 1
    return dict(sorted(found.items()))


def _interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Around the average of seeds, wide where they are few; never below nothing."""
    if len(values) < 2:
        return None
    spread = _errors(len(values)) * stdev(values) / len(values) ** 0.5
    return round(max(0.0, fmean(values) - spread), 6), round(fmean(values) + spread, 6)


STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


def _errors(values: int) -> float:
    """How many standard errors around an average hold 95 in 100: Student's t, and near enough past its table."""
    free = values - 1
    return STUDENT[free - 1] if free <= len(STUDENT) else CONFIDENCE * (1 + (CONFIDENCE**2 + 1) / (4 * free))
