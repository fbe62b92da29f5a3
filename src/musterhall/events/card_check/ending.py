"""How a match ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from musterhall.events.card_check.check import Check, blank_figures, unit_states
from musterhall.events.card_check.words import lower_first, unknown_name
from musterhall.events.cards import EARLY, ENDS, FULL, NO_OPPONENT
from musterhall.events.scoring import BOTH, ends_reached, ways_to_end
from musterhall.packs.card_rules import End
from musterhall.problems import Problem


def end_problems(check: Check) -> Iterator[Problem]:
    if unknown := list(unknown_end_problems(check)):
        yield from unknown
    else:
        yield from _untrue_end_problems(check)


def unknown_end_problems(check: Check) -> Iterator[Problem]:
    """No match of this scenario ends so."""
    ended, title = check.card.ended, check.scenario.title
    if ended not in ENDS:
        yield unknown_name("the card", "end of a match", ended, ENDS, "")
    elif ended == EARLY and not check.pack.possible_ends(check.scenario):
        remedy = "Correct how the match ended"
        yield Problem("the card", f"ended early, and {title} has no early end", check.scenario.because, remedy)
    elif ended not in ways_to_end(check.pack, check.scenario):
        ways = [ENDS[end] for end in ways_to_end(check.pack, check.scenario)]
        remedy = f"Correct how the match ended: {'; or '.join(ways)}"
        yield Problem("the card", f"no match ends so here: {ENDS[ended]}", check.event.scoring.because, remedy)


def _untrue_end_problems(check: Check) -> Iterator[Problem]:
    """This match cannot have ended so."""
    ended, title = check.card.ended, check.scenario.title
    if ended == FULL:
        yield from _not_full(check)
    elif ended == EARLY and not (
        ends_reached(check.pack, check.scenario, check.card) or ends_but_for_blank_figures(check)
    ):
        needed = "; or ".join(
            dict.fromkeys(lower_first(end.says.rstrip(".")) for end in check.pack.possible_ends(check.scenario))
        )
        what = f"ended early, though what ends {title} has not come about ({needed})"
        remedy = "Correct the figures, or how the match ended"
        yield Problem("the card", what, check.scenario.end[0].because, remedy)
    elif ended == NO_OPPONENT and all(_has_units_left(check, side) for side in BOTH):
        what = f"ended without an opponent, though both {check.names[0]} and {check.names[1]} have units on the table"
        yield Problem("the card", what, remedy="Say what became of the units, or correct how the match ended")


def ends_but_for_blank_figures(check: Check) -> list[End]:
    """What would have ended a match that ended early, if only the turn were written down."""
    ends = check.pack.possible_ends(check.scenario)
    if check.card.ended != EARLY or ends_reached(check.pack, check.scenario, check.card):
        return []
    blank = [end for end in ends if blank_figures(check, end.since)]
    filled = {name: figure for end in blank for name, figure in end.since.items()}
    card = replace(check.card, shared={**check.card.shared, **filled})
    return [end for _, end in ends_reached(check.pack, check.scenario, card) if end in blank]


def _not_full(check: Check) -> Iterator[Problem]:
    """What was played to its last turn has come to that turn."""
    for name, figure in check.event.scoring.last.items():
        found = check.card.shared.get(name, 0)
        if found < figure:
            what = f"{ENDS[FULL]}, which is {figure}, and {found or 'nothing'} is written down"
            remedy = "Write it down, or correct how the match ended"
            yield Problem(f"the card, {check.fields[name].title}", what, check.event.scoring.because, remedy)


def _has_units_left(check: Check, side: int) -> bool:
    """Whether this player is known to have units to play on with."""
    roster = check.rosters[side]
    if roster is None:
        return False
    out = {state.name for state in check.event.scoring.state if state.gone or state.unable}
    return any(state not in out for state in unit_states(check, roster, side))
