"""What cannot be: the limits of a pack and its scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from musterhall.events.card_check.check import Check, blank_figures
from musterhall.events.card_check.ending import ends_but_for_blank_figures
from musterhall.events.card_check.phases import phases_played
from musterhall.events.card_check.watched_units import least_by_units, most_by_units, watched_units
from musterhall.events.card_check.which_units import which_units
from musterhall.events.card_check.words import lower_first
from musterhall.events.scoring import BOTH, written
from musterhall.events.wording import possessive
from musterhall.packs.card_rules import Limit
from musterhall.problems import Problem
from musterhall.tally import and_list


def limit_problems(check: Check) -> Iterator[Problem]:
    for limit in _limits(check):
        if not blank_figures(check, (*limit.before, *limit.since)) and in_force(limit, check.card.shared):
            yield from _broken_limit(check, limit)


def blank_figure_problems(check: Check) -> Iterator[Problem]:
    """A figure for both players that nobody wrote down, such as the turn, where it decides whether the card can be."""
    asked: dict[str, tuple[str, str]] = {}
    for limit in _limits(check):
        if (names := blank_figures(check, (*limit.before, *limit.since))) and any(_broken_limit(check, limit)):
            asked.setdefault(names[0], (limit.says, limit.because))
    for end in ends_but_for_blank_figures(check):
        asked.setdefault(blank_figures(check, end.since)[0], (end.says, end.because))
    for name, (says, because) in asked.items():
        what = f"is not written down, and matters here: {lower_first(says.rstrip('.'))}"
        yield Problem(f"the card, {check.fields[name].title}", what, because, "Write it down")


def in_force(limit: Limit, shared: Mapping[str, int]) -> bool:
    """Whether a limit holds in the turn, or whatever else is written once for both, that the match came to."""
    over = any(shared.get(name, 0) >= figure for name, figure in limit.before.items())
    early = any(shared.get(name, 0) < figure for name, figure in limit.since.items())
    return not (over or early)


def _limits(check: Check) -> Iterator[Limit]:
    """Those that hold for matches which ended like this one."""
    for limit in (*check.scenario.limit, *check.event.scoring.limit):
        if not limit.ended or check.card.ended in limit.ended:
            yield limit


def _broken_limit(check: Check, limit: Limit) -> Iterator[Problem]:
    # What is the same seen from either side is told once.
    both = limit.most is not None and sorted(limit.own) == sorted(limit.other)
    for side in (0,) if both else BOTH:
        where = "the card" if both else check.where(side)
        if limit.each_phase:
            yield from _each_phase(check, limit, side, where)
        elif limit.needs:
            yield from _without_units(check, limit, side, where)
        elif limit.least is not None:
            yield from _below_limit(check, limit, side, where)
        else:
            yield from _over_limit(check, limit, side, where)


def _over_limit(check: Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
    most = _most_allowed(check, limit, side)
    found = sum(written(check.card, side, name) for name in limit.own)
    found += sum(written(check.card, 1 - side, name) for name in limit.other)
    if most is not None and found > most:
        said = f"{found} where at most {most} can be"
        said += which_units(check, limit, 1 - side)
        yield _limit_problem(check, limit, side, where, said)


def _without_units(check: Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
    """Something that only units can do, of a player who has none left for it."""
    found = sum(written(check.card, side, name) for name in limit.own)
    if found > 0 and most_by_units(check.pack, limit, check.card.sides, side, check.rosters) == 0:
        titles = [f'"{state.title}"' for state in check.event.scoring.state if state.name in limit.needs]
        down = f" is down as {' or '.join(titles)}" if len(titles) < len(check.event.scoring.state) else ""
        size = f"{' of' if down else ' is of'} Size {limit.size} or more" if limit.size else ""
        figures = f"{found}, and no unit of {check.names[side]}{size}{down}"
        yield _limit_problem(check, limit, side, where, figures, UNITS_OR_FIGURE)


def _below_limit(check: Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
    """Less than what became of the opposing units must have given."""
    found = sum(written(check.card, side, name) for name in limit.own)
    least = least_by_units(check.pack, limit, check.card.sides, side, check.rosters, check.known)
    if found >= least:
        return
    ticked = all(check.fields[name].yes for name in limit.own)
    said = "not ticked, and must be" if ticked else f"{found} where at least {least} must be"
    harmed = _watched_names(check, limit, 1 - side, but=limit.spared)
    figures = f"{said} after what became of {possessive(check.names[1 - side])} {harmed}"
    yield _limit_problem(check, limit, side, where, figures, UNITS_OR_FIGURE)


def _each_phase(check: Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
    """Holds in every phase that all have written down; what one gave as a sum must fit into those of the other."""
    if limit.most is None:
        return
    values = [check.card.sides[side].fields.get(name, 0) for name in limit.own]
    values += [check.card.sides[1 - side].fields.get(name, 0) for name in limit.other]
    phases = [value for value in values if not isinstance(value, int)]
    sums = sum(value for value in values if isinstance(value, int))
    per = check.per(limit.own[0])
    if len(phases) == len(values):
        for number, figures in enumerate(zip(*phases, strict=False), 1):
            if sum(figures) > limit.most:
                yield _limit_problem(check, limit, side, where, f"{sum(figures)} in {per} {number}")
        return
    played = phases_played(check, check.fields[limit.own[0]])
    found = sums + sum(map(sum, phases))
    if sums and played is not None and found > limit.most * played:
        yield _limit_problem(check, limit, side, where, f"{found} in {played} of the match's phases ({per})")


def _most_allowed(check: Check, limit: Limit, side: int) -> int | None:
    """The figure that must not be exceeded; None where it cannot be known."""
    if limit.most_of is not None:
        more = 0 if limit.plus_other is None else written(check.card, 1 - side, limit.plus_other)
        return written(check.card, side, limit.most_of) + more
    if limit.most is not None:
        return limit.most
    return most_by_units(check.pack, limit, check.card.sides, side, check.rosters, check.known)


# Sentences
UNITS_OR_FIGURE = "Correct it, or what became of the units"


def _limit_problem(
    check: Check, limit: Limit, side: int, where: str, figures: str, remedy: str = "Count again"
) -> Problem:
    """Names the fields that have something in them, or all where none has; the others are not what is wrong."""
    filled = [name for name in limit.own if written(check.card, side, name)]
    filled += [name for name in limit.other if written(check.card, 1 - side, name)]
    titles = " and ".join(dict.fromkeys(check.fields[name].title for name in filled or limit.own))
    what = f"{figures}; {limit.says.rstrip('.')}"
    return Problem(f"{where}, {titles}", what, limit.because, remedy)


def _watched_names(check: Check, limit: Limit, side: int, but: Iterable[str] = ()) -> str:
    half, roster = check.card.sides[side], check.rosters[side]
    found = watched_units(check.pack, limit, half, roster, check.known.command_units[side])
    return and_list((found.tell(but) if found else []) or ["force"])
