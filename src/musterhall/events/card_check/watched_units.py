"""What became of the units that a limit watches, and what that leaves for a player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from musterhall.events.cards import NOTHING_KNOWN, CardHalf, CommandUnits, Known, Roster, RosterUnit
from musterhall.events.scoring import Rosters, rules
from musterhall.events.sealing import secret_choice
from musterhall.packs.card_rules import Limit
from musterhall.packs.model import Pack


def most_by_units(
    pack: Pack,
    limit: Limit,
    sides: tuple[CardHalf, CardHalf],
    side: int,
    rosters: Rosters,
    known: Known = NOTHING_KNOWN,
) -> int | None:
    """The most that what became of the units leaves for a player; None where they set no bound."""
    if limit.needs:
        own = _units_with_states(pack, sides[side], rosters[side])
        return 0 if own is not None and not any(state in limit.needs for _, state in _large(own, limit)) else None
    if not limit.most_states:
        return None
    found = watched_units(pack, limit, sides[1 - side], rosters[1 - side], known.command_units[1 - side])
    if found is None:
        return None
    others = sum(state in limit.most_states for _, state in found.others)
    others = others if found.so_many is None else min(found.so_many, others)
    return sum(state in limit.most_states for _, state in found.named) + others


def least_by_units(
    pack: Pack,
    limit: Limit,
    sides: tuple[CardHalf, CardHalf],
    side: int,
    rosters: Rosters,
    known: Known = NOTHING_KNOWN,
) -> int:
    """The least that what became of the opposing units demands of a player."""
    if limit.least is None:
        return 0
    found = watched_units(pack, limit, sides[1 - side], rosters[1 - side], known.command_units[1 - side])
    if found is None:
        return 0
    others = min(limit.least - len(found.named), len(found.others))
    spared = sum(state in limit.spared for _, state in found.others)
    return sum(state not in limit.spared for _, state in found.named) + max(0, others - spared)


@dataclass(frozen=True, slots=True)
class WatchedUnits:
    """The units with their states that a limit is about."""

    others: list[tuple[RosterUnit, str]]
    named: list[tuple[RosterUnit, str]] = field(default_factory=list)
    """Those that are it for certain; of the others nobody can tell which."""
    so_many: int | None = None
    """Of the others; None means all."""

    def tell(self, but: Iterable[str]) -> list[str]:
        return [unit.name for unit, state in self.named or self.others if state not in but]


def watched_units(
    pack: Pack, limit: Limit, side: CardHalf, roster: Roster | None, commanders: CommandUnits
) -> WatchedUnits | None:
    """What this limit looks at; None where it cannot be known."""
    found = _units_with_states(pack, side, roster)
    if found is None:
        return None
    if limit.only == "command_units":
        return _command_units(pack, found, commanders)
    return WatchedUnits(_costliest(pack, found) if limit.only == "costliest" else found)


def _command_units(pack: Pack, found: list[tuple[RosterUnit, str]], commanders: CommandUnits) -> WatchedUnits:
    """Those that are known to be command units, and those from which the rest were chosen."""
    rule = secret_choice(pack)
    named = [one for one in found if one[0].name in commanders.named]
    # A force may have been changed since: then nobody knows who commanded.
    among = {unit.name for unit, _ in found} & set(commanders.among)
    others = [
        (unit, state)
        for unit, state in found
        if unit.type not in rule.never and unit.name not in commanders.named and (not among or unit.name in among)
    ]
    return WatchedUnits(others, named, None if rule.number is None else max(0, rule.number - len(named)))


def _large(found: list[tuple[RosterUnit, str]], limit: Limit) -> list[tuple[RosterUnit, str]]:
    """The units of the size that a limit asks for, and those whose size nobody knows."""
    return [(unit, state) for unit, state in found if not unit.size or unit.size >= (limit.size or 0)]


def _costliest(pack: Pack, found: list[tuple[RosterUnit, str]]) -> list[tuple[RosterUnit, str]]:
    """The most costly unit: of several any one that is gone will do, unless the pack asks for all of them."""
    gone = {state.name for state in rules(pack).scoring.state if state.gone}
    most = max((unit.points for unit, _ in found), default=0)
    tied = sorted((one for one in found if one[0].points == most), key=lambda one: one[1] in gone)
    return tied[:1] if pack.variants.get("tie_costliest") == "all" else tied[-1:]


def _units_with_states(pack: Pack, side: CardHalf, roster: Roster | None) -> list[tuple[RosterUnit, str]] | None:
    """Each unit with its state; None without a force on file, or where a state is none that the pack knows."""
    known = [state.name for state in rules(pack).scoring.state]
    if roster is None or not known:
        return None
    states = roster.states(side.units, known[0])
    return list(zip(roster.units, states, strict=True)) if all(state in known for state in states) else None
