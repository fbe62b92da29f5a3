"""What a study has found so far: averages, paired differences and verdicts, from the rows in the plan's order.

The value of a seed is the average of its battles from both sides of the table. Differences are taken seed by seed, so
that what the seed itself did (the table, the dice, who had luck) falls out of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

import numpy as np

from musterhall.lab.fighting import Done, Row
from musterhall.lab.plan import Plan
from musterhall.lab.sequences import ConfidenceSequence

UP, DOWN, NONE, UNCLEAR = "up", "down", "none", "unclear"
"""Verdicts: surely more, surely less, surely no difference that matters, and none of these yet."""
VERDICT_WORDS: Mapping[str, Mapping[str, str]] = {
    UP: {"win": "better", "turns": "longer"},
    DOWN: {"win": "worse", "turns": "shorter"},
}
SHARES_OF_WINS = ("win", "side", "first")
"""Measures that are a half where nothing makes a difference."""
LEAST_VARIANCE = 1e-12
EVEN = "an even battle"
"""What a study of a single arm is compared with."""


@dataclass(frozen=True, slots=True)
class Average:
    """One measure of one arm in one setting."""

    measure: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ArmFindings:
    setting: int
    arm: int
    seeds: int
    averages: tuple[Average, ...]

    def average(self, measure: str) -> Average:
        return next(one for one in self.averages if one.measure == measure)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One arm beside the first, by one measure in one setting."""

    setting: int
    arm: int
    measure: str
    margin: float
    """The smallest difference that matters, as it was declared."""
    seeds: int
    difference: float
    low: float
    high: float
    verdict: str
    correlation: float | None
    """How much the seeds' values of the two go together; None where one of them is always the same."""
    gain: float | None
    """How many times as many battles would be needed without pairing."""
    history: tuple[tuple[int, float, float, float], ...] = ()
    """After each look: seeds, difference and interval."""
    disputed: bool = False
    """Whether agents disagree about it: then no setting stands for the others."""
    same: bool = False
    """Whether the measure was the same in every single battle."""

    @property
    def matters_surely(self) -> bool:
        return min(abs(self.low), abs(self.high)) >= self.margin and self.verdict in (UP, DOWN)

    def told(self) -> str:
        """The verdict in a word or two."""
        if self.verdict in (UP, DOWN):
            usual = "more" if self.verdict == UP else "less"
            return VERDICT_WORDS[self.verdict].get(self.measure, usual)
        return "no difference that matters" if self.verdict == NONE else "not yet clear"


@dataclass(frozen=True, slots=True)
class Findings:
    """A study as far as it has come."""

    looks: int
    battles: int
    over: bool
    """Whether every verdict is clear, or all seeds are fought."""
    arms: tuple[ArmFindings, ...]
    comparisons: tuple[Comparison, ...]
    failed: tuple[tuple[int, int, str], ...]
    """Setting, seed and what was said, of battles that the program could not finish."""
    left_out: tuple[tuple[str, str], ...]
    """Keys of batches that killed whoever fought them, and why they were given up."""

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


class Reckoning:
    """Takes in what was fought, look by look in the plan's order, and says when it is enough."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._looks = list(plan.looks())
        self._taken = 0
        self._lines = [
            _Line(plan, setting, arm) for setting in range(len(plan.settings)) for arm in range(len(plan.arms))
        ]
        self._battles = 0
        self._longest = 0.0
        self._failed: list[tuple[int, int, str]] = []
        self._left_out: list[tuple[str, str]] = []

    @property
    def next_look(self) -> Sequence[str]:
        """The keys of the batches that are to be taken in next; none where all are."""
        return [batch.key for batch in self._looks[self._taken]] if self._taken < len(self._looks) else []

    @property
    def looks(self) -> int:
        """How often was looked."""
        return self._taken

    def take(self, look: Iterable[Done | LeftOut]) -> None:
        """Take in all batches of the next look, in their order."""
        for one in look:
            if isinstance(one, LeftOut):
                self._left_out.append((one.key, one.why))
            else:
                self._take_batch(one)
        self._taken += 1
        for line in self._lines:
            line.look(self._first(line))

    def over(self) -> bool:
        if self._taken == len(self._looks):
            return True
        if not self._plan.study.stop.early or not self._taken:
            return False
        return all(line.is_clear() for line in self._lines)

    def comparisons(self) -> tuple[Comparison, ...]:
        found = [one for line in self._lines for one in line.comparisons(self._first(line))]
        return with_disputes(found, self._plan)

    def findings(self) -> Findings:
        return Findings(
            looks=self._taken,
            battles=self._battles,
            over=self.over(),
            arms=tuple(line.findings() for line in self._lines if line.seeds),
            comparisons=self.comparisons(),
            failed=tuple(self._failed),
            left_out=tuple(self._left_out),
        )

    def _first(self, line: _Line) -> _Line:
        """The line of the first arm in the same setting."""
        return self._lines[line.setting * len(self._plan.arms)]

    def _take_batch(self, done: Done) -> None:
        setting = int(done.key.partition(":")[0])
        self._failed += [(setting, seed, said) for seed, said in done.failed]
        self._battles += len(done.rows)
        if not self._longest and done.rows:
            # One more than the last, because a game may count the turn that was not played any more.
            self._longest = max(row.last_turn for row in done.rows) + 1.0
        by_seed: dict[tuple[int, int], list[Row]] = {}
        for row in done.rows:
            by_seed.setdefault((row.arm, row.seed), []).append(row)
        for arm, seed in sorted(by_seed):
            self._lines[setting * len(self._plan.arms) + arm].add(by_seed[arm, seed], self._longest)


class _Line:
    """The figures of one arm in one setting, seed by seed, with the intervals that rest on them."""

    def __init__(self, plan: Plan, setting: int, arm: int) -> None:
        self.setting, self.arm = setting, arm
        self.longest = 0.0
        """More turns than any battle has."""
        self.values: dict[str, list[float]] = {measure: [] for measure in plan.measures}
        self.each: dict[str, list[tuple[float, ...]]] = {measure: [] for measure in plan.measures}
        """The same battle by battle."""
        self._alpha = 1 - plan.study.stop.confidence
        # All verdicts of a study share the chance that one of them is wrong.
        self._shared_alpha = self._alpha / plan.comparisons
        self._single = len(plan.arms) == 1
        self._margins = dict(_judged(plan)) if self.arm or self._single else {}
        self._own: dict[str, ConfidenceSequence] = {}
        self._paired: dict[str, ConfidenceSequence] = {}
        self._history: dict[str, list[tuple[int, float, float, float]]] = {}

    @property
    def seeds(self) -> int:
        return len(self.values["win"])

    def add(self, rows: Sequence[Row], longest: float) -> None:
        """One seed more: the average of its battles."""
        self.longest = longest
        for measure, values in self.values.items():
            each = tuple(float(getattr(row, measure)) for row in rows)
            self.each[measure].append(each)
            average = sum(each) / len(each)
            values.append(min(average, longest) if measure == "turns" else average)

    def look(self, first: _Line) -> None:
        """Let the intervals that verdicts rest on take in the seeds that came since the last look."""
        for measure in self._margins if self.seeds else ():
            if measure not in self._paired:
                high = 0.5 if self._single else self._bound(measure)
                self._paired[measure] = ConfidenceSequence(self._shared_alpha, -high, high)
            paired = self._paired[measure]
            paired.extend(self.differences(measure, first, paired.count))
            average = round(paired.average, 9)
            self._history.setdefault(measure, []).append((paired.count, average, *paired.interval))

    def _bound(self, measure: str) -> float:
        """The most that a measure can be."""
        return self.longest if measure == "turns" else 1.0

    def differences(self, measure: str, first: _Line, start: int = 0) -> list[float]:
        """Seed by seed, from the first arm or, where there is no other, from an even battle."""
        own = self.values[measure][start:]
        base = [0.5] * len(own) if self._single else first.values[measure][start:]
        return [one - other for one, other in zip(own, base, strict=True)]

    def is_clear(self) -> bool:
        """Whether every verdict on this arm is there."""
        found = (verdict(*self._paired[name].interval, margin) for name, margin in self._margins.items() if self.seeds)
        return all(one != UNCLEAR for one in found)

    def findings(self) -> ArmFindings:
        averages = tuple(self._average(measure, values) for measure, values in self.values.items())
        return ArmFindings(self.setting, self.arm, self.seeds, averages)

    def _average(self, measure: str, values: Sequence[float]) -> Average:
        # No verdict rests on these intervals, so they wait until somebody wants to see them.
        if measure not in self._own:
            self._own[measure] = ConfidenceSequence(self._alpha, 0.0, self._bound(measure))
        own = self._own[measure]
        own.extend(values[own.count :])
        return Average(measure, round(fmean(values), 9), *own.interval)

    def comparisons(self, first: _Line) -> Iterator[Comparison]:
        for measure, paired in self._paired.items():
            own, base = self.values[measure], first.values[measure]
            low, high = paired.interval
            yield Comparison(
                setting=self.setting,
                arm=self.arm,
                measure=measure,
                margin=self._margins[measure],
                seeds=self.seeds,
                difference=round(paired.average, 9),
                low=low,
                high=high,
                verdict=verdict(low, high, self._margins[measure]),
                correlation=None if self._single else correlation(base, own),
                gain=None if self._single else gain(base, own),
                history=tuple(self._history[measure]),
                same=not self._single and self.each[measure] == first.each[measure],
            )


def _judged(plan: Plan) -> Iterator[tuple[str, float]]:
    """What is judged, with its margin. A single arm can be judged only by who wins, against an even battle."""
    for measure, margin in plan.study.measured.items():
        if len(plan.arms) > 1 or measure in SHARES_OF_WINS:
            yield measure, float(margin)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A batch that was given up, because whoever fought it died again and again."""

    key: str
    why: str


def verdict(low: float, high: float, margin: float) -> str:
    """What an interval of a difference comes to, against the smallest that matters."""
    if -margin < low and high < margin:
        return NONE
    if low > 0:
        return UP
    return DOWN if high < 0 else UNCLEAR


def correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson's; None where there is nothing to go together."""
    if len(first) < 2 or min(np.var(first), np.var(second)) < LEAST_VARIANCE:
        return None
    return round(float(np.corrcoef(first, second)[0, 1]), 6)


def gain(first: Sequence[float], second: Sequence[float]) -> float | None:
    """By how much pairing shrinks the variance of the difference."""
    paired = float(np.var(np.subtract(second, first)))
    return round(float(np.var(first) + np.var(second)) / paired, 6) if paired > LEAST_VARIANCE else None


def with_disputes(comparisons: Sequence[Comparison], plan: Plan) -> tuple[Comparison, ...]:
    """The same, with those marked about which agents disagree that fought the same otherwise."""
    return tuple(
        replace(one, disputed=any(_disagree(one, other, plan) for other in comparisons)) for one in comparisons
    )


def _disagree(one: Comparison, other: Comparison, plan: Plan) -> bool:
    first, second = plan.settings[one.setting], plan.settings[other.setting]
    same_question = (one.arm, one.measure) == (other.arm, other.measure)
    same_ground = (first.scenario, first.table) == (second.scenario, second.table)
    if not (same_question and same_ground) or first.agents == second.agents:
        return False
    apart = one.high < other.low or other.high < one.low
    return apart or {one.verdict, other.verdict} in ({UP, DOWN}, {UP, NONE}, {DOWN, NONE})
