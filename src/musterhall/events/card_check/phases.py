"""Figures that are counted phase by phase: how many phases there were, and none after the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, zip_longest

from musterhall.events.card_check.check import Check
from musterhall.events.card_check.words import lower_first
from musterhall.events.scoring import BOTH
from musterhall.packs.card_rules import CardField, End
from musterhall.problems import Problem


def phase_problems(check: Check) -> Iterator[Problem]:
    """Both players have lived through the same phases."""
    for one in check.fields.values():
        first, second = (side.fields.get(one.name, 0) for side in check.card.sides)
        if isinstance(first, int) or isinstance(second, int):
            continue
        if len(first) != len(second):
            written_down = f"{check.names[0]} has {len(first)} and {check.names[1]} {len(second)}"
            what = f"{written_down} of the match's phases ({one.per or 'phase'})"
            yield Problem(f"the card, {one.title}", what, one.because, "Write down the same phases for both")


def after_the_end_problems(check: Check) -> Iterator[Problem]:
    """Nothing is scored in phases after the one that ended the match."""
    reached = min(_ends_in_phases(check), key=lambda one: one[0], default=None)
    if reached is None:
        return
    last, winner, end = reached
    per = check.per(end.fields[0])
    for side in BOTH:
        for name, value in check.card.sides[side].fields.items():
            late = [] if isinstance(value, int) else [at for at, figure in enumerate(value, 1) if at > last and figure]
            if late and name in check.fields and check.fields[name].per:
                what = (
                    f"has something in {per} {late[0]}, and the match was over in {per} {last}, when "
                    f"{check.names[winner]} had reached {end.reach}; {lower_first(end.says.rstrip('.'))}"
                )
                remedy = f"Take out what stands after {per} {last}, or correct the phases before it"
                yield Problem(check.where(side, check.fields[name].title), what, end.because, remedy)


def phases_played(check: Check, one: CardField) -> int | None:
    """In how many phases something can have been counted, as far as a player wrote them down one by one."""
    written_down = [side.fields.get(one.name, 0) for side in check.card.sides]
    lengths = [len(value) for value in written_down if not isinstance(value, int)]
    if not lengths:
        return None
    return min([*lengths, *(last for last, _, _ in _ends_in_phases(check))])


def _ends_in_phases(check: Check) -> Iterator[tuple[int, int, End]]:
    """In which phase who ended the match with what, as far as the phases are written down."""
    for end in check.pack.possible_ends(check.scenario):
        # Who has more, and in which turn, cannot be told of a phase that is past.
        if end.more or end.since:
            continue
        for side in BOTH:
            values = [check.card.sides[side].fields.get(name, ()) for name in end.fields]
            phases = [value for value in values if not isinstance(value, int)]
            sums = accumulate(map(sum, zip_longest(*phases, fillvalue=0)))
            reached = next((number for number, total in enumerate(sums, 1) if total >= end.reach), None)
            if reached is not None:
                yield reached, side, end
