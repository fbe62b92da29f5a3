"""A card with nothing but totals on it: all of them, and none that the forces or the scenario cannot give."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from musterhall.events.card_check.check import Check
from musterhall.events.card_check.possible_totals import impossible_totals
from musterhall.events.card_check.words import unknown_name
from musterhall.events.scoring import BOTH, measures
from musterhall.events.wording import possessive
from musterhall.packs.scoring_rules import Measure
from musterhall.problems import Problem
from musterhall.tally import and_list, shown


def total_problems(check: Check) -> Iterator[Problem]:
    steps = {step.name: step for step in measures(check.event, check.card.shared)}
    for side in BOTH:
        half = check.card.sides[side]
        if half.fields or half.units or half.points:
            remedy = "Write down the totals alone, or all that they are made of"
            yield Problem(check.where(side), "has totals, and figures or units beside them", remedy=remedy)
        for name, value in half.totals.items():
            if name not in steps:
                yield unknown_name(check.where(side), "total", name, steps, "")
            else:
                yield from _value_problems(check, side, steps[name], value)
        if missing := [step.title for name, step in steps.items() if name not in half.totals]:
            what = f"says nothing of {and_list(missing)}"
            yield Problem(check.where(side), what, remedy="Write down every total of both players, 0 where it is none")
    for step in steps.values():
        yield from impossible_totals(check, step)


def _value_problems(check: Check, side: int, step: Measure, value: Fraction) -> Iterator[Problem]:
    where = check.where(side, step.title)
    if value < 0:
        yield Problem(where, f"is {shown(value)}, below nothing", step.because, "Add it up again; the least is 0")
    if (2 * value).denominator != 1:
        yield Problem(where, f"is {float(value)}, and there are only whole or half points", step.because, "Count again")
    most = _most_by_units(check, side, step)
    if most is not None and value > most:
        whose = " and ".join(possessive(check.names[owner]) for owner in _owners(step, side))
        what = f"is {shown(value)}, and {whose} units have {shown(most)} points"
        yield Problem(where, what, step.because, "Add it up again")


def _most_by_units(check: Check, side: int, step: Measure) -> Fraction | None:
    """All that a measure of units could come to; None where it counts more than units, or a force is not on file."""
    owners = _owners(step, side)
    rosters = [check.rosters[owner] for owner in owners]
    if step.fields or not owners or any(roster is None for roster in rosters):
        return None
    best = max(counted.times for counted in step.counts)
    return best * sum(roster.points for roster in rosters if roster is not None)


def _owners(step: Measure, side: int) -> list[int]:
    return sorted({side if counted.whose == "own" else 1 - side for counted in step.counts})
