"""Which totals a match of a scenario can give, worked out from the fields of its card and what they may come to.

What hangs on units, on the turn or on how the match ended is left out: a card with nothing but totals does not say it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from musterhall.events.card_check.check import Check
from musterhall.events.scoring import BOTH
from musterhall.packs.card_rules import CardField, Limit
from musterhall.packs.scoring_rules import Measure
from musterhall.problems import Problem
from musterhall.tally import shown

MOST_WAYS = 20_000
"""To fill in one half of a card; a pack with more has its totals taken as they are."""


@dataclass(frozen=True, slots=True)
class Half:
    """What one player may have: the total, and what it adds to each limit for both, from either side of it."""

    total: Fraction
    own: tuple[int, ...]
    other: tuple[int, ...]


def impossible_totals(check: Check, step: Measure) -> Iterator[Problem]:
    """Totals of a measure that no match of the scenario can give, with the nearest that can be."""
    fields = _fields(check, step)
    values = [half.totals.get(step.name) for half in check.card.sides]
    if fields is None or None in values:
        return
    limits = [limit for limit in _limits(check) if limit.other]
    halves = _halves(fields, [limit for limit in _limits(check) if not limit.other], limits, step.cap)
    alone = [problem for side in BOTH for problem in _impossible_alone(check, step, side, halves)]
    yield from alone or _impossible_together(check, step, halves, limits)


def _impossible_alone(check: Check, step: Measure, side: int, halves: Sequence[Half]) -> Iterator[Problem]:
    value, totals = check.card.sides[side].totals[step.name], sorted({half.total for half in halves})
    if value < 0 or value in totals:
        return
    below, above = [one for one in totals if one < value], [one for one in totals if one > value]
    title = check.scenario.title
    what = (
        f"is {shown(value)}, and no match of {title} gives that" if above else f"is {shown(value)}, and {title} gives "
    )
    what += "" if above else f"{shown(totals[-1])} at most"
    nearest = [*map(shown, below[-1:]), *map(shown, above[:1])]
    remedy = f"Add it up again; the nearest that can be {_is_or_are(nearest)}"
    yield Problem(check.where(side, step.title), what, step.because, remedy)


def _impossible_together(
    check: Check, step: Measure, halves: Sequence[Half], limits: Sequence[Limit]
) -> Iterator[Problem]:
    first, second = (half.totals[step.name] for half in check.card.sides)
    found = [[half for half in halves if half.total == value] for value in (first, second)]
    if not all(found) or any(not _broken(one, other, limits) for one, other in product(*found)):
        return
    limit = min((_broken(one, other, limits) for one, other in product(*found)), key=len)[0]
    nearest = [f"{shown(one)} to {shown(other)}" for one, other in _nearest(halves, limits, first, second)]
    what = f"{shown(first)} to {shown(second)} cannot be: {limit.says.rstrip('.')}"
    remedy = f"Add them up again; the nearest that can be {_is_or_are(nearest)}"
    yield Problem(f"the card, {step.title}", what, limit.because, remedy)


def _nearest(
    halves: Sequence[Half], limits: Sequence[Limit], first: Fraction, second: Fraction
) -> list[tuple[Fraction, Fraction]]:
    """The pairs that can be in which one of the totals stays and the other changes least."""
    pairs = {
        (one.total, other.total)
        for one, other in product(halves, repeat=2)
        if (one.total == first or other.total == second) and not _broken(one, other, limits)
    }
    away = {pair: abs(pair[0] - first) + abs(pair[1] - second) for pair in pairs}
    least = min(away.values(), default=0)
    return sorted(pair for pair, distance in away.items() if distance == least)


def _broken(one: Half, other: Half, limits: Sequence[Limit]) -> list[Limit]:
    return [
        limit
        for at, limit in enumerate(limits)
        if max(one.own[at] + other.other[at], other.own[at] + one.other[at]) > (limit.most or 0)
    ]


def _fields(check: Check, step: Measure) -> list[CardField] | None:
    """The fields that a measure is made of; None where it counts units, or a field without an end."""
    named = [one.name for one in check.scenario.field] if step.fields == "scenario" else step.fields
    fields = [check.fields[name] for name in named]
    bounded = all(one.yes or one.most is not None for one in fields)
    if step.counts or not fields or not bounded or any(one.shared for one in fields):
        return None
    return fields if math.prod(len(_figures(one)) for one in fields) <= MOST_WAYS else None


def _figures(field: CardField) -> range:
    return range((1 if field.yes else field.most or 0) + 1)


def _limits(check: Check) -> list[Limit]:
    """Those that hold in every match, whatever became of the units."""
    every = (*check.scenario.limit, *check.event.scoring.limit)
    figures = [one for one in every if one.most is not None or (one.most_of is not None and one.plus_other is None)]
    return [one for one in figures if not (one.each_phase or one.before or one.since or one.ended)]


def _halves(fields: Sequence[CardField], own: Sequence[Limit], both: Sequence[Limit], cap: int | None) -> list[Half]:
    """Every half of a card that keeps its own limits, each once, with its total as it is and cut at the cap."""
    names = [one.name for one in fields]
    found: dict[Half, None] = {}
    for figures in product(*map(_figures, fields)):
        half = dict(zip(names, figures, strict=True))
        if any(_sum(half, limit.own) > _most(half, limit) for limit in own):
            continue
        total = sum((one.each * half[one.name] for one in fields), Fraction(0))
        sums = tuple(_sum(half, limit.own) for limit in both), tuple(_sum(half, limit.other) for limit in both)
        for one in {total, total if cap is None else min(total, Fraction(cap))}:
            found[Half(one, *sums)] = None
    return list(found)


def _most(half: dict[str, int], limit: Limit) -> float:
    """What another measure's field says is not known here."""
    return half.get(limit.most_of, math.inf) if limit.most_of is not None else limit.most or 0


def _sum(half: dict[str, int], names: Sequence[str]) -> int:
    return sum(half.get(name, 0) for name in names)


def _is_or_are(told: Sequence[str]) -> str:
    return f"is {told[0]}" if len(told) == 1 else f"are {', '.join(told[:-1])} and {told[-1]}"
