"""Whether a score card can be: everything that no match of its scenario can give, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import accumulate, zip_longest

from musterhall.events.cards import (
    EARLY,
    ENDS,
    FULL,
    NO_OPPONENT,
    NOTHING_KNOWN,
    OF_TYPE,
    Card,
    CommandUnits,
    Fate,
    FieldValue,
    Known,
    Roster,
    RosterUnit,
    Side,
    count,
    plain,
)
from musterhall.events.scoring import (
    BOTH,
    Rosters,
    ends_reached,
    needs_die,
    points_title,
    possible_ends,
    rules,
    types_that_count,
    ways_to_end,
    written,
)
from musterhall.packs.event_rules import CardField, Conditions, End, EventRules, Limit, Measure, Scenario, UnitState
from musterhall.packs.model import Pack
from musterhall.problems import Problem

FACES = range(1, 7)
UNITS_OR_FIGURE = "Correct it, or what became of the units"


def card_problems(
    pack: Pack,
    scenario: Scenario,
    card: Card,
    names: tuple[str, str],
    rosters: Rosters,
    known: Known = NOTHING_KNOWN,
) -> list[Problem]:
    """All reasons why this card cannot be; none means that it can be scored."""
    event = rules(pack)
    fields = {one.name: one for one in event.card_fields(scenario)}
    check = _Check(pack, event, scenario, card, names, rosters, fields, known)
    problems = [
        *_field_problems(check),
        *_tick_problems(check),
        *_unwritten_problems(check),
        *_limit_problems(check),
        *_after_the_end(check),
        *(problem for side in BOTH for problem in _force_problems(check, side)),
        *_end_problems(check),
        *_face_problems(check),
    ]
    # Whether a roll is needed can be told only of a card that is right otherwise.
    return problems or list(_roll_problems(check))


def most_by_units(
    pack: Pack, limit: Limit, sides: tuple[Side, Side], side: int, rosters: Rosters, known: Known = NOTHING_KNOWN
) -> int | None:
    """The most that what became of the units leaves for a player; None where they set no bound."""
    if limit.needs:
        own = _fates(pack, sides[side], rosters[side])
        return 0 if own is not None and not any(state in limit.needs for _, state in _large(own, limit)) else None
    if not limit.most_states:
        return None
    found = _looked_at(pack, limit, sides[1 - side], rosters[1 - side], known.command_units[1 - side])
    if found is None:
        return None
    others = sum(state in limit.most_states for _, state in found.others)
    others = others if found.so_many is None else min(found.so_many, others)
    return sum(state in limit.most_states for _, state in found.named) + others


def least_by_units(
    pack: Pack, limit: Limit, sides: tuple[Side, Side], side: int, rosters: Rosters, known: Known = NOTHING_KNOWN
) -> int:
    """The least that what became of the opposing units demands of a player."""
    if limit.least is None:
        return 0
    found = _looked_at(pack, limit, sides[1 - side], rosters[1 - side], known.command_units[1 - side])
    if found is None:
        return 0
    others = min(limit.least - len(found.named), len(found.others))
    spared = sum(state in limit.spared for _, state in found.others)
    return sum(state not in limit.spared for _, state in found.named) + max(0, others - spared)


def in_force(limit: Limit, shared: Mapping[str, int]) -> bool:
    """Whether a limit holds in the turn, or whatever else is written once for both, that the match came to."""
    over = any(shared.get(name, 0) >= figure for name, figure in limit.before.items())
    early = any(shared.get(name, 0) < figure for name, figure in limit.since.items())
    return not (over or early)


@dataclass(frozen=True, slots=True)
class _Check:
    pack: Pack
    event: EventRules
    scenario: Scenario
    card: Card
    names: tuple[str, str]
    rosters: Rosters
    fields: dict[str, CardField]
    known: Known

    def where(self, side: int, what: str = "") -> str:
        return f"{_whose(self.names[side])} card{', ' if what else ''}{what}"

    def per(self, name: str) -> str:
        """What the phases of a field are called."""
        return self.fields[name].per or "phase"

    def state(self, name: str) -> UnitState | None:
        return next((state for state in self.event.scoring.state if state.name == name), None)


# Fields


def _field_problems(check: _Check) -> Iterator[Problem]:
    for side in BOTH:
        for name, value in check.card.sides[side].fields.items():
            one = check.fields.get(name)
            if one is None:
                yield _unknown(check.where(side), "field", name, _names(check, shared=False), check.scenario.because)
            elif one.shared:
                remedy = "Write it once, for both players together"
                yield Problem(check.where(side, one.title), "is no figure of one player", one.because, remedy)
            else:
                yield from _value_problems(check.where(side, one.title), one, value)
                yield from _own_unit_problems(check, side, one, value)
                yield from _sum_problems(check, side, one, value)
    for name, value in check.card.shared.items():
        one = check.fields.get(name)
        if one is None:
            yield _unknown("the card", "field", name, _names(check, shared=True), check.scenario.because)
        elif not one.shared:
            remedy = "Write it down for each of them"
            yield Problem(f"the card, {one.title}", "is counted by each player", one.because, remedy)
        else:
            yield from _value_problems(f"the card, {one.title}", one, value)
    yield from _phase_problems(check)
    yield from _only_if_problems(check)


def _value_problems(where: str, one: CardField, value: FieldValue) -> Iterator[Problem]:
    phases = () if isinstance(value, int) else value
    if not isinstance(value, int) and not one.per:
        yield Problem(where, "is not counted phase by phase", one.because, "Write one figure")
    if min((count(value), *phases)) < 0:
        yield Problem(where, f"is {_written(value)}, below nothing", one.because, "Count again; the least is 0")
    most = 1 if one.yes and one.most is None else one.most
    if most is not None and count(value) > most:
        yield Problem(where, f"is {count(value)}, and {most} is the most there can be", one.because, "Count again")
    for number, figure in enumerate(phases, 1):
        if one.most_per is not None and figure > one.most_per:
            what = f"is {figure} in {one.per} {number}, and {one.most_per} is the most there can be"
            yield Problem(where, what, one.because, "Count again")


def _own_unit_problems(check: _Check, side: int, one: CardField, value: FieldValue) -> Iterator[Problem]:
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


def _sum_problems(check: _Check, side: int, one: CardField, value: FieldValue) -> Iterator[Problem]:
    """A sum over all phases stays within what as many phases as the other player wrote down can give."""
    phases = _phases_played(check, one)
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


def _phases_played(check: _Check, one: CardField) -> int | None:
    """In how many phases something can have been counted, as far as a player wrote them down one by one."""
    written_down = [side.fields.get(one.name, 0) for side in check.card.sides]
    lengths = [len(value) for value in written_down if not isinstance(value, int)]
    if not lengths:
        return None
    return min([*lengths, *(last for last, _, _ in _ends_in_phases(check))])


def _phase_problems(check: _Check) -> Iterator[Problem]:
    """Both players have lived through the same phases."""
    for one in check.fields.values():
        first, second = (side.fields.get(one.name, 0) for side in check.card.sides)
        if isinstance(first, int) or isinstance(second, int):
            continue
        if len(first) != len(second):
            written_down = f"{check.names[0]} has {len(first)} and {check.names[1]} {len(second)}"
            what = f"{written_down} of the match's phases ({one.per or 'phase'})"
            yield Problem(f"the card, {one.title}", what, one.because, "Write down the same phases for both")


def _only_if_problems(check: _Check) -> Iterator[Problem]:
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


def _tick_problems(check: _Check) -> Iterator[Problem]:
    """A box for both players agrees with what is known of the match anyway, such as the cards that were played."""
    for name, ticked in check.known.ticks.items():
        one = check.fields.get(name)
        if one is None or bool(check.card.shared.get(name)) == ticked:
            continue
        what = "is not ticked, and the cards played say so" if ticked else "is ticked, and the cards played say no"
        remedy = f"{'Tick it' if ticked else 'Take the tick out'}, or correct which cards were played"
        yield Problem(f"the card, {one.title}", what, one.because, remedy)


def _names(check: _Check, *, shared: bool) -> list[str]:
    return [name for name, one in check.fields.items() if one.shared == shared]


# Limits


def _limit_problems(check: _Check) -> Iterator[Problem]:
    for limit in _limits(check):
        if not _unwritten(check, (*limit.before, *limit.since)) and in_force(limit, check.card.shared):
            yield from _broken(check, limit)


def _limits(check: _Check) -> Iterator[Limit]:
    """Those that hold for matches which ended like this one."""
    for limit in (*check.scenario.limit, *check.event.scoring.limit):
        if not limit.ended or check.card.ended in limit.ended:
            yield limit


def _broken(check: _Check, limit: Limit) -> Iterator[Problem]:
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


def _unwritten_problems(check: _Check) -> Iterator[Problem]:
    """A figure for both players that nobody wrote down, such as the turn, where it decides whether the card can be."""
    asked: dict[str, tuple[str, str]] = {}
    for limit in _limits(check):
        if (names := _unwritten(check, (*limit.before, *limit.since))) and any(_broken(check, limit)):
            asked.setdefault(names[0], (limit.says, limit.because))
    for end in _ends_but_for_figures(check):
        asked.setdefault(_unwritten(check, end.since)[0], (end.says, end.because))
    for name, (says, because) in asked.items():
        what = f"is not written down, and matters here: {_lower(says.rstrip('.'))}"
        yield Problem(f"the card, {check.fields[name].title}", what, because, "Write it down")


def _unwritten(check: _Check, names: Iterable[str]) -> list[str]:
    """Of these figures for both players those that are blank; a box that is not ticked says no."""
    return [name for name in names if not check.card.shared.get(name) and not check.fields[name].yes]


def _ends_but_for_figures(check: _Check) -> list[End]:
    """What would have ended a match that ended early, if only the turn were written down."""
    ends = possible_ends(check.pack, check.scenario)
    if check.card.ended != EARLY or ends_reached(check.pack, check.scenario, check.card):
        return []
    blank = [end for end in ends if _unwritten(check, end.since)]
    filled = {name: figure for end in blank for name, figure in end.since.items()}
    card = replace(check.card, shared={**check.card.shared, **filled})
    return [end for _, end in ends_reached(check.pack, check.scenario, card) if end in blank]


def _over_limit(check: _Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
    most = _most(check, limit, side)
    found = sum(written(check.card, side, name) for name in limit.own)
    found += sum(written(check.card, 1 - side, name) for name in limit.other)
    if most is not None and found > most:
        said = f"{found} where at most {most} can be"
        if limit.only == "costliest" or (limit.only and _all_named(check, 1 - side)):
            said += f", going by {_whose(check.names[1 - side])} {_names_of(check, limit, 1 - side)}"
        elif limit.only:
            said += _for_commanders(check, limit, 1 - side)
        yield _limit_problem(check, limit, side, where, said)


def _without_units(check: _Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
    """Something that only units can do, of a player who has none left for it."""
    found = sum(written(check.card, side, name) for name in limit.own)
    if found > 0 and most_by_units(check.pack, limit, check.card.sides, side, check.rosters) == 0:
        titles = [f'"{state.title}"' for state in check.event.scoring.state if state.name in limit.needs]
        down = f" is down as {' or '.join(titles)}" if len(titles) < len(check.event.scoring.state) else ""
        size = f"{' of' if down else ' is of'} Size {limit.size} or more" if limit.size else ""
        figures = f"{found}, and no unit of {check.names[side]}{size}{down}"
        yield _limit_problem(check, limit, side, where, figures, UNITS_OR_FIGURE)


def _below_limit(check: _Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
    """Less than what became of the opposing units must have given."""
    found = sum(written(check.card, side, name) for name in limit.own)
    least = least_by_units(check.pack, limit, check.card.sides, side, check.rosters, check.known)
    if found >= least:
        return
    ticked = all(check.fields[name].yes for name in limit.own)
    said = "not ticked, and must be" if ticked else f"{found} where at least {least} must be"
    harmed = _names_of(check, limit, 1 - side, but=limit.spared)
    figures = f"{said} after what became of {_whose(check.names[1 - side])} {harmed}"
    yield _limit_problem(check, limit, side, where, figures, UNITS_OR_FIGURE)


def _each_phase(check: _Check, limit: Limit, side: int, where: str) -> Iterator[Problem]:
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
    played = _phases_played(check, check.fields[limit.own[0]])
    found = sums + sum(map(sum, phases))
    if sums and played is not None and found > limit.most * played:
        yield _limit_problem(check, limit, side, where, f"{found} in {played} of the match's phases ({per})")


def _limit_problem(
    check: _Check, limit: Limit, side: int, where: str, figures: str, remedy: str = "Count again"
) -> Problem:
    """Names the fields that have something in them, or all where none has; the others are not what is wrong."""
    filled = [name for name in limit.own if written(check.card, side, name)]
    filled += [name for name in limit.other if written(check.card, 1 - side, name)]
    titles = " and ".join(dict.fromkeys(check.fields[name].title for name in filled or limit.own))
    what = f"{figures}; {limit.says.rstrip('.')}"
    return Problem(f"{where}, {titles}", what, limit.because, remedy)


def _most(check: _Check, limit: Limit, side: int) -> int | None:
    """The figure that must not be exceeded; None where it cannot be known."""
    if limit.most_of is not None:
        return written(check.card, side, limit.most_of)
    if limit.most is not None:
        return limit.most
    return most_by_units(check.pack, limit, check.card.sides, side, check.rosters, check.known)


def _after_the_end(check: _Check) -> Iterator[Problem]:
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
                    f"{check.names[winner]} had reached {end.reach}; {_lower(end.says.rstrip('.'))}"
                )
                remedy = f"Take out what stands after {per} {last}, or correct the phases before it"
                yield Problem(check.where(side, check.fields[name].title), what, end.because, remedy)


def _ends_in_phases(check: _Check) -> Iterator[tuple[int, int, End]]:
    """In which phase who ended the match with what, as far as the phases are written down."""
    for end in possible_ends(check.pack, check.scenario):
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


# What became of the units a limit looks at


@dataclass(frozen=True, slots=True)
class _LookedAt:
    """The units with their states that a limit is about."""

    others: list[tuple[RosterUnit, str]]
    named: list[tuple[RosterUnit, str]] = field(default_factory=list)
    """Those that are it for certain; of the others nobody can tell which."""
    so_many: int | None = None
    """Of the others; None means all."""

    def tell(self, but: Iterable[str]) -> list[str]:
        return [unit.name for unit, state in self.named or self.others if state not in but]


def _looked_at(
    pack: Pack, limit: Limit, side: Side, roster: Roster | None, commanders: CommandUnits
) -> _LookedAt | None:
    """What this limit looks at; None where it cannot be known."""
    found = _fates(pack, side, roster)
    if found is None:
        return None
    if limit.only == "command_units":
        return _command_units(pack, found, commanders)
    return _LookedAt(_costliest(pack, found) if limit.only == "costliest" else found)


def _command_units(pack: Pack, found: list[tuple[RosterUnit, str]], commanders: CommandUnits) -> _LookedAt:
    """Those that are known to be command units, and those from which the rest were chosen."""
    rule = pack.force.concealed
    named = [one for one in found if one[0].name in commanders.named]
    # A force may have been changed since: then nobody knows who commanded.
    among = {unit.name for unit, _ in found} & set(commanders.among)
    others = [
        (unit, state)
        for unit, state in found
        if unit.type not in rule.never and unit.name not in commanders.named and (not among or unit.name in among)
    ]
    return _LookedAt(others, named, None if rule.most is None else max(0, rule.most - len(named)))


def _large(found: list[tuple[RosterUnit, str]], limit: Limit) -> list[tuple[RosterUnit, str]]:
    """The units of the size that a limit asks for, and those whose size nobody knows."""
    return [(unit, state) for unit, state in found if not unit.size or unit.size >= (limit.size or 0)]


def _costliest(pack: Pack, found: list[tuple[RosterUnit, str]]) -> list[tuple[RosterUnit, str]]:
    """The most costly unit: of several any one that is gone will do, unless the pack asks for all of them."""
    gone = {state.name for state in rules(pack).scoring.state if state.gone}
    most = max((unit.points for unit, _ in found), default=0)
    tied = sorted((one for one in found if one[0].points == most), key=lambda one: one[1] in gone)
    return tied[:1] if pack.variants.get("tie_costliest") == "all" else tied[-1:]


def _fates(pack: Pack, side: Side, roster: Roster | None) -> list[tuple[RosterUnit, str]] | None:
    """Each unit with its state; None without a force on file, or where a state is none that the pack knows."""
    known = [state.name for state in rules(pack).scoring.state]
    if roster is None or not known:
        return None
    states = roster.states(side.units, known[0])
    return list(zip(roster.units, states, strict=True)) if all(state in known for state in states) else None


def _all_named(check: _Check, side: int) -> bool:
    """Whether every command unit of a player is known."""
    most: int | None = check.pack.force.concealed.most
    return len(check.known.command_units[side].named) == most


def _for_commanders(check: _Check, limit: Limit, side: int) -> str:
    """What is known of the command units where not all are: commanders who must be among them, and live."""
    found = _looked_at(check.pack, limit, check.card.sides[side], check.rosters[side], check.known.command_units[side])
    whose = _whose(check.names[side])
    if found is None:
        return ""
    alive = [unit.name for unit, state in found.named if state not in limit.most_states]
    if alive:
        alone = "commands, so it is a command unit, and it lives"
        several = "command, so they are command units, and they live"
        return f", for {whose} {_listed(alive)} {alone if len(alive) == 1 else several}"
    if check.known.command_units[side].among:
        return f", for {whose} command units are {found.so_many} of {_listed([unit.name for unit, _ in found.others])}"
    return ""


def _names_of(check: _Check, limit: Limit, side: int, but: Iterable[str] = ()) -> str:
    half, roster = check.card.sides[side], check.rosters[side]
    found = _looked_at(check.pack, limit, half, roster, check.known.command_units[side])
    return _listed((found.tell(but) if found else []) or ["force"])


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# Units


def _force_problems(check: _Check, side: int) -> Iterator[Problem]:
    roster = check.rosters[side]
    if roster is None:
        yield from _points_problems(check, side)
        return
    half = check.card.sides[side]
    if half.points:
        what = f"gives points by state although the force of {check.names[side]} is on file"
        yield Problem(check.where(side), what, remedy="Say instead what became of which unit")
    seen = set[str]()
    for name, fate in half.units.items():
        unit = roster.unit(name)
        if unit is None:
            yield _no_such_unit(check, side, name, roster)
            continue
        if plain(name) in seen:
            yield Problem(check.where(side, unit.name), "stands on the card twice", remedy="Take one of them out")
        seen.add(plain(name))
        yield from _fate_problems(check, side, unit, fate, roster)
    yield from _doubled_names(check, side, roster)
    yield from _room_problems(check, side, roster)


def _no_such_unit(check: _Check, side: int, name: str, roster: Roster) -> Problem:
    what = f'{check.names[side]} has no unit called "{name}"'
    return Problem(check.where(side), what, remedy=_near(name, [unit.name for unit in roster.units]))


def _doubled_names(check: _Check, side: int, roster: Roster) -> Iterator[Problem]:
    """Of two units with one name a card cannot say which it means."""
    alike = [plain(unit.name) for unit in roster.units]
    for name in check.card.sides[side].units:
        if alike.count(plain(name)) > 1:
            what = f'{check.names[side]} has several units called "{name}"'
            yield Problem(check.where(side), what, remedy="Give them different names in the force, as #1 and #2")


def _fate_problems(check: _Check, side: int, unit: RosterUnit, fate: Fate, roster: Roster) -> Iterator[Problem]:
    where = check.where(side, unit.name)
    state = check.state(fate.state)
    if state is None:
        yield _unknown(where, "state", fate.state, _state_names(check), "")
        return
    if state.types and unit.type not in state.types:
        what = f"is of type {unit.type} and cannot be {_lower(state.title)}"
        yield Problem(where, what, state.because, f"Only {' and '.join(state.types)} can; choose another state")
    if state.aboard:
        yield from _aboard_problems(check, side, unit, fate, state, roster)
    elif fate.inside:
        what = f'is {_lower(state.title)} and cannot be inside "{fate.inside}" as well'
        yield Problem(where, what, state.because, "Take out one of both")


def _aboard_problems(
    check: _Check, side: int, unit: RosterUnit, fate: Fate, state: UnitState, roster: Roster
) -> Iterator[Problem]:
    where = check.where(side, unit.name)
    if not fate.inside:
        yield Problem(where, f"is {_lower(state.title)}, but not said in which unit", state.because, "Name the unit")
        return
    carrier = roster.unit(fate.inside)
    if carrier is None:
        what = f'is inside "{fate.inside}", which {check.names[side]} does not have'
        yield Problem(where, what, state.because, _near(fate.inside, [one.name for one in roster.units]))
    elif carrier is unit:
        yield Problem(where, "is inside itself", state.because, "Name the unit that carries it")
    elif state.inside and carrier.type not in state.inside:
        what = f"is inside {carrier.name}, which is of type {carrier.type} and carries nobody"
        yield Problem(where, what, state.because, f"Name a unit of type {' or '.join(state.inside)}")
    else:
        yield from _carrier_problems(check, side, where, carrier, state, roster)


def _carrier_problems(
    check: _Check, side: int, where: str, carrier: RosterUnit, state: UnitState, roster: Roster
) -> Iterator[Problem]:
    found = dict(zip(roster.units, _states(check, roster, side), strict=True))[carrier]
    carrier_state = check.state(found)
    if carrier_state is None:
        return
    if carrier_state.aboard:
        what = f"is inside {carrier.name}, which is itself {_lower(carrier_state.title)}"
        yield Problem(where, what, state.because, "Name the unit that carries both")
    elif carrier_state.gone:
        what = f"is inside {carrier.name}, which is {_lower(carrier_state.title)}"
        remedy = f"Then it is {_lower(carrier_state.title)}, too; write so"
        yield Problem(where, what, carrier_state.because or state.because, remedy)


def _room_problems(check: _Check, side: int, roster: Roster) -> Iterator[Problem]:
    """A carrier has no more aboard than it has places, and rides in no other itself."""
    taken: dict[RosterUnit, int] = {}
    for name, fate in check.card.sides[side].units.items():
        if not fate.inside:
            continue
        unit, carrier, state = roster.unit(name), roster.unit(fate.inside), check.state(fate.state)
        if unit is None or carrier is None or state is None or not state.aboard or not state.places:
            continue
        taken[carrier] = taken.get(carrier, 0) + state.places.get(unit.type, 0)
        if unit.places:
            what = f"is inside {carrier.name}, and carries others itself"
            yield Problem(
                check.where(side, unit.name), what, state.because, "A transport rides in no other; correct it"
            )
    for carrier, places in taken.items():
        if carrier.places and places > carrier.places:
            what = f"has passengers for {places} places, and it has {carrier.places}"
            because = next(state.because for state in check.event.scoring.state if state.places)
            yield Problem(check.where(side, carrier.name), what, because, "Correct who is inside it")


def _points_problems(check: _Check, side: int) -> Iterator[Problem]:
    """Without a force on file a card has the points of all units in a state together."""
    half = check.card.sides[side]
    name = check.names[side]
    if half.units:
        what = f"names units, and no force of {name} is on file to check them against"
        yield Problem(check.where(side), what, remedy="Give the points of the units in each state, or file the force")
    for written_for, points in half.points.items():
        state, _, type_ = written_for.partition(OF_TYPE)
        known = check.state(state)
        if known is None:
            yield _unknown(check.where(side), "state", state, _state_names(check), "")
            continue
        where = check.where(side, f"points {_lower(points_title(check.event, written_for))}")
        if points < 0:
            yield Problem(where, f"is {points}, below nothing", known.because, "Add them up again; the least is 0")
        types = types_that_count(check.event, state)
        if points and types and type_ not in types:
            by_type = " or ".join(f"{state}{OF_TYPE}{one}" for one in types)
            remedy = f"Write them for each type that counts, as {by_type}, or file the force of {name}"
            yield Problem(where, "count by the types of the units", known.because, remedy)
        elif type_ and not types:
            yield Problem(where, "do not count by type", known.because, f"Write them together, as {state}")
    most, because = _most_points(check.pack)
    if sum(half.points.values()) > most:
        what = f"units of {sum(half.points.values())} points, and a force of this event has {most} at most"
        yield Problem(check.where(side), what, because, "Add up the points of each state again")


def _most_points(pack: Pack) -> tuple[int, str]:
    points = pack.force.points
    return points.most or max(points.by_units.values()), points.because


def _states(check: _Check, roster: Roster, side: int) -> list[str]:
    states = check.event.scoring.state
    return roster.states(check.card.sides[side].units, states[0].name if states else "")


def _state_names(check: _Check) -> list[str]:
    return [state.name for state in check.event.scoring.state]


# How it ended


def _end_problems(check: _Check) -> Iterator[Problem]:
    ended, title = check.card.ended, check.scenario.title
    if ended not in ENDS:
        yield _unknown("the card", "end of a match", ended, ENDS, "")
    elif ended == EARLY and not possible_ends(check.pack, check.scenario):
        remedy = "Correct how the match ended"
        yield Problem("the card", f"ended early, and {title} has no early end", check.scenario.because, remedy)
    elif ended not in ways_to_end(check.pack, check.scenario):
        ways = [ENDS[end] for end in ways_to_end(check.pack, check.scenario)]
        remedy = f"Correct how the match ended: {'; or '.join(ways)}"
        yield Problem("the card", f"no match ends so here: {ENDS[ended]}", check.event.scoring.because, remedy)
    elif ended == FULL:
        yield from _not_full(check)
    elif ended == EARLY and not (ends_reached(check.pack, check.scenario, check.card) or _ends_but_for_figures(check)):
        needed = "; or ".join(
            dict.fromkeys(_lower(end.says.rstrip(".")) for end in possible_ends(check.pack, check.scenario))
        )
        what = f"ended early, though what ends {title} has not come about ({needed})"
        remedy = "Correct the figures, or how the match ended"
        yield Problem("the card", what, check.scenario.end[0].because, remedy)
    elif ended == NO_OPPONENT and all(_on_table(check, side) for side in BOTH):
        what = f"ended without an opponent, though both {check.names[0]} and {check.names[1]} have units on the table"
        yield Problem("the card", what, remedy="Say what became of the units, or correct how the match ended")


def _not_full(check: _Check) -> Iterator[Problem]:
    """What was played to its last turn has come to that turn."""
    for name, figure in check.event.scoring.last.items():
        found = check.card.shared.get(name, 0)
        if found < figure:
            what = f"{ENDS[FULL]}, which is {figure}, and {found or 'nothing'} is written down"
            remedy = "Write it down, or correct how the match ended"
            yield Problem(f"the card, {check.fields[name].title}", what, check.event.scoring.because, remedy)


def _on_table(check: _Check, side: int) -> bool:
    """Whether this player is known to have units to play on with."""
    roster = check.rosters[side]
    if roster is None:
        return False
    out = {state.name for state in check.event.scoring.state if state.gone or state.unable}
    return any(state not in out for state in _states(check, roster, side))


# Dice


def _face_problems(check: _Check) -> Iterator[Problem]:
    for number, roll in enumerate(check.card.dice, 1):
        for side in BOTH:
            if roll[side] not in FACES:
                what = f"roll {number} of {check.names[side]} is {roll[side]}, which no die shows"
                yield Problem("the card, dice", what, remedy="Write a face from 1 to 6")


def _roll_problems(check: _Check) -> Iterator[Problem]:
    """A die is rolled only where all else is level, and again while it is level, too."""
    dice = check.card.dice
    because = next((step.because for step in check.event.scoring.steps if isinstance(step, Conditions)), "")
    if not needs_die(check.pack, check.scenario, check.card, check.rosters):
        if dice:
            yield Problem("the card, dice", "the match is decided without dice", because, "Take the dice out")
        return
    decided = [number for number, (first, second) in enumerate(dice, 1) if first != second]
    if not decided:
        said = "all rolls are level" if dice else "everything is level"
        yield Problem("the card, dice", f"{said}, and a roll is needed", because, "Roll a die each, and write it down")
    elif decided[0] < len(dice):
        what = f"roll {decided[0]} decided already, and {len(dice)} are written down"
        yield Problem("the card, dice", what, because, "Take out the rolls after it")


# Sentences


def _unknown(where: str, word: str, name: str, known: Iterable[str], because: str) -> Problem:
    return Problem(where, f'no {word} is called "{name}"', because, _near(name, known))


def _near(name: str, known: Iterable[str]) -> str:
    choices = list(known)
    lower = {plain(one): one for one in choices}
    close = [lower[one] for one in get_close_matches(plain(name), lower, n=3, cutoff=0.5)]
    if close:
        return f"Perhaps {' or '.join(close)} is meant"
    return f"There is {', '.join(choices)}" if choices else "There is none"


def _whose(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _written(value: FieldValue) -> str:
    return str(value) if isinstance(value, int) else ", ".join(map(str, value))
