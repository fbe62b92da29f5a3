"""The figures on a card: known ones only, each within its bounds, and ticks that agree with what was played."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.events.card_check.check import Check
from musterhall.events.card_check.phases import phase_problems, phases_played
from musterhall.events.card_check.words import unknown_name
from musterhall.events.cards import FieldValue, count
from musterhall.events.scoring import BOTH, written
from musterhall.packs.card_rules import CardField
from musterhall.packs.scoring_rules import Measure
from musterhall.problems import Problem


def field_problems(check: Check) -> Iterator[Problem]:
    for side in BOTH:
        for name, value in check.card.sides[side].fields.items():
            one = check.fields.get(name)
            if one is None:
                yield unknown_name(
                    check.where(side), "field", name, _names(check, shared=False), check.scenario.because
                )
            elif one.shared:
                remedy = "Write it once, for both players together"
                yield Problem(check.where(side, one.title), "is no figure of one player", one.because, remedy)
            else:
                yield from _value_problems(check.where(side, one.title), one, value)
                yield from _own_unit_problems(check, side, one, value)
                yield from _sum_problems(check, side, one, value)
    yield from shared_problems(check)
    yield from phase_problems(check)
    yield from _only_if_problems(check)


def shared_problems(check: Check) -> Iterator[Problem]:
    """Figures that there are once for both players."""
    for name, value in check.card.shared.items():
        one = check.fields.get(name)
        if one is None:
            yield unknown_name("the card", "field", name, _names(check, shared=True), check.scenario.because)
        elif not one.shared:
            remedy = "Write it down for each of them"
            yield Problem(f"the card, {one.title}", "is counted by each player", one.because, remedy)
        else:
            yield from _value_problems(f"the card, {one.title}", one, value)


def tick_problems(check: Check) -> Iterator[Problem]:
    """A box for both players agrees with what is known of the match anyway, such as the cards that were played."""
    for name, ticked in check.known.ticks.items():
        one = check.fields.get(name)
        if one is None or bool(check.card.shared.get(name)) == ticked:
            continue
        what = "is not ticked, and the cards played say so" if ticked else "is ticked, and the cards played say no"
        remedy = f"{'Tick it' if ticked else 'Take the tick out'}, or correct which cards were played"
        yield Problem(f"the card, {one.title}", what, one.because, remedy)


def _value_problems(where: str, one: CardField, value: FieldValue) -> Iterator[Problem]:
    phases = () if isinstance(value, int) else value
    if not isinstance(value, int) and not one.per:
        yield Problem(where, "is not counted phase by phase", one.because, "Write one figure")
    if min((count(value), *phases)) < 0:
        yield Problem(where, f"is {_as_written(value)}, below nothing", one.because, "Count again; the least is 0")
    most = 1 if one.yes and one.most is None else one.most
    if most is not None and count(value) > most:
        yield Problem(where, f"is {count(value)}, and {most} is the most there can be", one.because, "Count again")
    for number, figure in enumerate(phases, 1):
        if one.most_per is not None and figure > one.most_per:
            what = f"is {figure} in {one.per} {number}, and {one.most_per} is the most there can be"
            yield Problem(where, what, one.because, "Count again")


def _own_unit_problems(check: Check, side: int, one: CardField, value: FieldValue) -> Iterator[Problem]:
    """Where a player's own units are counted, no phase has more of them than the force."""
    roster = check.rosters[side]
    if not one.own_units or roster is None:
        return
    there = len(roster.units)
    has = f"the force of {check.names[side]} has {there or 'no'} {'unit' if there == 1 else 'units'}"
    if not isinstance(value, int):
        for number, figure in enumerate(value, 1):
            if there < figure and (one.most_per is None or figure <= one.most_per):
                what = f"is {figure} in {one.per} {number}, and {has}"
                yield Problem(check.where(side, one.title), what, one.because, "Count again")
    elif value > there and not (one.per and there):
        yield Problem(check.where(side, one.title), f"is {value}, and {has}", one.because, "Count again")


def _sum_problems(check: Check, side: int, one: CardField, value: FieldValue) -> Iterator[Problem]:
    """A sum over all phases stays within what as many phases as the other player wrote down can give."""
    phases = phases_played(check, one)
    if not isinstance(value, int) or not one.per or phases is None:
        return
    roster = check.rosters[side]
    bounds = [] if one.most_per is None else [one.most_per]
    if one.own_units and roster is not None and roster.units:
        bounds.append(len(roster.units))
    if bounds and value > min(bounds) * phases:
        what = (
            f"is {value}, and {phases} of {min(bounds)} each is the most there can be in the match's phases ({one.per})"
        )
        yield Problem(check.where(side, one.title), what, one.because, "Count again, or write down each phase")


def _only_if_problems(check: Check) -> Iterator[Problem]:
    """A figure that counts only where something is ticked cannot stand on a card without the tick."""
    for step in check.event.scoring.steps:
        if not isinstance(step, Measure) or step.only_if is None or check.card.shared.get(step.only_if):
            continue
        condition = check.fields[step.only_if].title
        for side in BOTH:
            for name in step.fields if isinstance(step.fields, list) else ():
                if written(check.card, side, name):
                    where = check.where(side, check.fields[name].title)
                    what = f'counts only with "{condition}", which is not ticked'
                    yield Problem(where, what, step.because, "Tick it, or take this figure out")


def _names(check: Check, *, shared: bool) -> list[str]:
    return [name for name, one in check.fields.items() if one.shared == shared]


def _as_written(value: FieldValue) -> str:
    return str(value) if isinstance(value, int) else ", ".join(map(str, value))
