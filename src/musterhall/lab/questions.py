"""Open questions of a rulebook as studies: one for each switch, with all that it may change measured at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev
from typing import Any

from musterhall.game.game import Game
from musterhall.game.variants import VariantInfo, shown
from musterhall.games import battles_of
from musterhall.lab.books import accounts_by_place
from musterhall.lab.fighting import FORCES, Done
from musterhall.lab.plan import Plan, measures_of
from musterhall.lab.study import EVERY
from musterhall.problems import BadInput, near_names

MARGINS = {"win": 0.05, "turns": 0.5, "red_lost": 0.05, "blue_lost": 0.05, "side": 0.05, "first": 0.05}
"""The smallest differences that matter to somebody who writes rules."""
SURE = 0.95
"""That all intervals of groups in a study hold together."""
FEWEST_SEEDS = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """What an open question asks, in plain words."""

    number: str
    question: str
    readings: tuple[tuple[str, str], ...]
    """Each value with what it does, the usual one first."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What one arm changes for one group of a force: points destroyed and lost for each point of its cost."""

    setting: int
    arm: int
    force: str
    name: str
    returned: float
    low: float
    high: float
    lost: float
    lost_low: float
    lost_high: float

    @property
    def surely(self) -> bool:
        """Whether an interval leaves no change out."""
        return self.low > 0 or self.high < 0 or self.lost_low > 0 or self.lost_high < 0


def open_questions(game: Game, names: Sequence[str]) -> list[VariantInfo]:
    """The questions of these names or numbers that have a switch; all of them where none is named."""
    points = game.variants
    if points is None:
        raise BadInput(f"{game.words.title}: leaves no question open that could be switched; name another game.")
    found = [one for one in points.entries() if one.open]
    known = {key: one for one in found for key in (one.name, one.number.lower())}
    for name in names:
        if name.lower() not in known:
            hint = near_names(name, [one.name for one in found])
            raise BadInput(f"question {name!r}: has no switch in {game.words.title}. {hint}")
    return [known[name.lower()] for name in names] or found


def question_study(game: Game, entry: VariantInfo, agents: Sequence[str], seeds: int) -> dict[str, Any]:
    """The study of one question, fought where it comes up."""
    assert game.variants is not None
    where = game.variants.fought_with(entry)
    always: dict[str, Any] = {"agents": list(agents), "unchecked": True}
    always |= {side: name for side, name in (("red", where.red), ("blue", where.blue)) if name}
    if where.scenario:
        always["scenarios"] = [where.scenario]
    if battles_of(game).ledger() is not None:
        always["ledger"] = True
    return {
        "question": entry.question,
        "game": game.name,
        "always": always,
        "factors": {"variants": {entry.name: EVERY}},
        "measured": {measure: MARGINS[measure] for measure in measures_of(game)},
        "stop": {"seeds": seeds, "early": False},
    }


def asked(plan: Plan) -> list[Asked]:
    """The open questions that a study's arms answer differently, in the words of the rulebook's catalogue."""
    names = {name for arm in plan.study.compared for name in arm.variants}
    names |= set(plan.study.factors.variants) if plan.study.factors is not None else set()
    entries = plan.game.variants.entries() if plan.game.variants is not None else ()
    return [
        Asked(one.number, one.question, tuple((shown(value), told) for value, told in one.help))
        for one in entries
        if one.name in names
    ]


def changes(plan: Plan, batches: Iterable[Done]) -> list[Changed]:
    """What each arm changes for every group, seed by seed beside the first arm; only where both field the same."""
    books: dict[tuple[int, int], dict[int, list[dict[tuple[int, int], tuple[str, float, float, float]]]]] = {}
    for batch in batches:
        for row in batch.rows:
            if row.accounts:
                seeds = books.setdefault((row.setting, row.arm), {})
                seeds.setdefault(row.seed, []).append(accounts_by_place(row))
    compared = {key: seeds for key, seeds in sorted(books.items()) if key[1]}
    intervals = 2 * sum(len(next(iter(seeds.values()))[0]) for seeds in compared.values())
    times = NormalDist().inv_cdf(1 - (1 - SURE) / 2 / max(1, intervals))
    found: list[Changed] = []
    for (setting, arm), seeds in compared.items():
        found += _of_arm(setting, arm, seeds, books[setting, 0], times)
    return found


def _of_arm(setting: int, arm: int, seeds: dict[int, Any], first: dict[int, Any], times: float) -> Iterator[Changed]:
    for place, (name, cost, *_) in next(iter(seeds.values()))[0].items():
        pairs = [(own, first[seed]) for seed, own in seeds.items() if seed in first]
        if not cost or any(place not in row or row[place][0] != name for _, base in pairs for row in base):
            continue
        figures = []
        for column in (2, 3):
            changed = [
                fmean(row[place][column] / cost for row in own) - fmean(row[place][column] / cost for row in base)
                for own, base in pairs
            ]
            figures += [round(one, 6) for one in _with_interval(changed, times)]
        yield Changed(setting, arm, FORCES[place[0]], name, *figures)


def _with_interval(values: Sequence[float], times: float) -> tuple[float, float, float]:
    """The average with its interval; few seeds say nothing about the spread."""
    middle = fmean(values)
    if len(values) < FEWEST_SEEDS:
        return middle, middle - 1.0, middle + 1.0
    spread = times * stdev(values) / len(values) ** 0.5
    return middle, middle - spread, middle + spread
