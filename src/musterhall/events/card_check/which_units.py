"""Which units set a limit, and why they count: the end of a sentence such as "2 where at most 1 can be, for ..."."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.events.card_check.check import Check
from musterhall.events.card_check.watched_units import WatchedUnits, watched_units
from musterhall.events.cards import RosterUnit
from musterhall.events.wording import possessive
from musterhall.packs.card_rules import Limit
from musterhall.tally import and_list


def which_units(check: Check, limit: Limit, side: int) -> str:
    """Of the units of this side: those that were not lost though they count, or else the few that were."""
    known = check.known.command_units[side]
    found = watched_units(check.pack, limit, check.card.sides[side], check.rosters[side], known)
    if found is None or not limit.most_states:
        return ""
    whose = possessive(check.names[side])
    if limit.only == "costliest":
        return f", for {whose} {_costliest(check, found)}"
    left = [one for one in found.named if one[1] not in limit.most_states]
    if left:
        return f", for {whose} {_down_as(check, left)} and {_why_they_count(len(left), revealed=known.revealed)}"
    if known.among:
        return f", for {whose} command units are {found.so_many} of {and_list([unit.name for unit, _ in found.others])}"
    return f", for {_only_these(limit, found, whose)}"


def _costliest(check: Check, found: WatchedUnits) -> str:
    (unit, name), *_ = found.others
    state = check.state(name)
    return f'{unit.name} costs the most and is down as "{state.title if state else name}"'


def _down_as(check: Check, units: Sequence[tuple[RosterUnit, str]]) -> str:
    """Atlas is down as "standing", or several of them."""
    titles = {state.name: state.title for state in check.event.scoring.state}
    by_state: dict[str, list[str]] = {}
    for unit, state in units:
        by_state.setdefault(titles[state], []).append(unit.name)
    return and_list(
        [
            f'{and_list(names)} {"is" if len(names) == 1 else "are"} down as "{title}"'
            for title, names in by_state.items()
        ]
    )


def _why_they_count(number: int, *, revealed: bool) -> str:
    if revealed:
        return "was revealed as a command unit" if number == 1 else "were revealed as command units"
    if number == 1:
        return "commands a formation, so it is a command unit"
    return "command formations, so they are command units"


def _only_these(limit: Limit, found: WatchedUnits, whose: str) -> str:
    lost = [unit.name for unit, state in (*found.named, *found.others) if state in limit.most_states]
    which = f"only {and_list(lost)} {'is' if len(lost) == 1 else 'are'}" if lost else "none is"
    fit = " that can be command units" if limit.only == "command_units" else ""
    *most, last = (name.replace("_", " ") for name in limit.most_states)
    return f"of {whose} units{fit} {which} {' or '.join(filter(None, [', '.join(most), last]))}"
