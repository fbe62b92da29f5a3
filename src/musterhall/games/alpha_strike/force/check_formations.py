"""The formations of a force: who is in them, whether they are what they say, and what was chosen for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from musterhall.games.alpha_strike.abilities.pilot_abilities import is_banned, pilot_abilities
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit, Group, doubled
from musterhall.games.alpha_strike.force.formation_choices import (
    choice_problems,
    chosen_abilities,
    commander_is_open,
    kind_of,
)
from musterhall.games.alpha_strike.formations.formations import (
    FormationSettings,
    FormationType,
    FormationUnit,
    commander_problems,
    group_problems,
    support_problems,
)
from musterhall.problems import Problem, near_names
from musterhall.tally import and_list, counted


def formation_settings(terms: Terms) -> FormationSettings:
    """How this event reads Attachment B, and how many units a formation takes."""
    fewest, _, most = str(terms.reading("horde_size")).partition("-")
    return FormationSettings(
        percent_rounding=str(terms.reading("percent_rounding")),
        bonus_share_rounding=str(terms.reading("bonus_share_rounding")),
        any_move=str(terms.reading("any_move")),
        vtol_ground_move=bool(terms.reading("vtol_ground_move")),
        ideal_role=bool(terms.reading("ideal_role")),
        matched_pair=str(terms.reading("matched_pair")),
        minimal_damage=bool(terms.reading("minimal_damage")),
        horde_size=(int(fewest), int(most)),
        vehicle_command_all_vehicles=bool(terms.reading("vehicle_command_all_vehicles")),
        fewest=terms.force.formations.fewest,
        most=terms.force.formations.most,
    )


def formation_units(force: Force, group: Group) -> list[FormationUnit]:
    """A group's units as formations look at them; names that the force does not have are left out."""
    return _units_of(group, {unit.name: unit for unit in force.units})


def units_to_split(force: Force) -> list[FormationUnit]:
    """All units; commanders are those whom the player has put in command of a formation that commands the force."""
    named = {group.commander for group in force.groups if (kind := kind_of(group)) and kind.commands_force}
    return [FormationUnit(unit.name, unit.card, unit.skill, unit.name in named) for unit in force.units]


def formation_problems(force: Force, terms: Terms) -> list[Problem]:
    """Everything that is wrong with a force's formations."""
    rule = terms.force.formations
    if not rule.allowed:
        remedy = "Take the formations out of the force."
        return (
            [Problem(force.name, "has formations, and this event has none", rule.because, remedy)]
            if force.groups
            else []
        )
    problems = [*_doubled_names(force), *_members(force, terms), *_in_two(force, terms)]
    settings = formation_settings(terms)
    by_name = {unit.name: unit for unit in force.units}
    for group in force.groups:
        formation = kind_of(group)
        if formation is None:
            what = f"no formation is called {group.kind!r}"
            problems.append(Problem(group.name, what, rule.because, names.formation.near(group.kind)))
            continue
        problems += _allowed(group, formation, terms)
        problems += group_problems(group.name, formation.key, _units_of(group, by_name), settings, force.faction)
        problems += choice_problems(group, force.groups, settings)
        problems += _bonus(group, formation, by_name, terms)
    return [*problems, *_unsupporting(force), *_command_units(force, terms)]


def formation_warnings(force: Force, terms: Terms) -> list[Problem]:
    """Commanders that are more than recommended or known to everybody, and too few who could be one."""
    return [*_many_commanders(force), *_given_away(force, terms), *_few_command_units(force, terms)]


def _many_commanders(force: Force) -> list[Problem]:
    commanders = {group.commander for group in force.groups if (kind := kind_of(group)) and kind.commands_force}
    if len(commanders) < 2:
        return []
    units = [FormationUnit(unit.name, unit.card, unit.skill, unit.name in commanders) for unit in force.units]
    return commander_problems(units, force.name)


def _given_away(force: Force, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.command_units
    for group in force.groups if rule.most is not None else ():
        if group.commander and commander_is_open(group):
            what = f"has Tactical Genius as commander of {group.name}, which gives it away"
            yield Problem(group.commander, what, rule.because)


def _few_command_units(force: Force, terms: Terms) -> Iterator[Problem]:
    """Command units are chosen before each match, so a force that has too few for one can still be legal."""
    rule = terms.force.command_units
    if not rule.needed_in or rule.most is None:
        return
    scenarios = and_list(rule.needed_in, "and")
    able = sum(unit.card.type not in rule.never for unit in force.units)
    marked = sum(unit.command_unit for unit in force.units)
    if able < rule.most:
        what = f"has {counted(able, 'unit')} that can be a command unit, and {scenarios} needs {rule.most}"
        yield Problem(force.name, what, rule.because, "Ask the organiser, or take another unit.")
    elif 0 < marked < rule.most:
        what = f"marks {counted(marked, 'command unit')}, and {scenarios} needs {rule.most}"
        yield Problem(force.name, what, rule.because, "Mark the rest too, or choose before that match.")


def _units_of(group: Group, by_name: Mapping[str, ForceUnit]) -> list[FormationUnit]:
    found = [by_name[name] for name in dict.fromkeys(group.units) if name in by_name]
    return [FormationUnit(unit.name, unit.card, unit.skill, unit.name == group.commander) for unit in found]


def _doubled_names(force: Force) -> Iterator[Problem]:
    for name, count in doubled(group.name for group in force.groups).items():
        yield Problem(name, f"{count} formations have this name", "", "Give each a name of its own.")


def _members(force: Force, terms: Terms) -> Iterator[Problem]:
    because = terms.force.formations.because
    known = {unit.name for unit in force.units}
    for group in force.groups:
        for name in dict.fromkeys(group.units):
            if name not in known:
                remedy = near_names(name, (unit.name for unit in force.units))
                yield Problem(group.name, f"{name!r} is no unit of this force", because, remedy)
            elif (count := group.units.count(name)) > 1:
                yield Problem(group.name, f"{name} is in it {count} times", because, "Name it once.")
        if group.commander and group.commander not in group.units:
            what = f"its commander {group.commander!r} is not in it"
            yield Problem(group.name, what, because, near_names(group.commander, group.units))


def _bonus(group: Group, kind: FormationType, units: Mapping[str, ForceUnit], terms: Terms) -> Iterator[Problem]:
    """Abilities of the bonus that the event bans, or that a unit's type cannot have."""
    rule = terms.force.pilot_abilities
    for unit, key in chosen_abilities(group):
        where, ability, owner = f'{kind.name} "{group.name}"', pilot_abilities().get(key), units.get(unit)
        if ability and is_banned(ability, rule.banned):
            yield Problem(where, f"{ability.name} is banned", rule.because, "Choose another ability.")
        if ability and owner and not ability.suits(owner.card):
            what = f"{unit} is {owner.card.type} and cannot have {ability.name}"
            yield Problem(where, what, ability.source, "Give it to another unit.")


def _in_two(force: Force, terms: Terms) -> Iterator[Problem]:
    mentions = [name for group in force.groups for name in group.units]
    if len(set(mentions)) == len(mentions):
        return
    for unit in force.units:
        inside = [group.name for group in force.groups if unit.name in group.units]
        if len(inside) > 1:
            what = f"is in {len(inside)} formations: {', '.join(inside)}"
            yield Problem(unit.name, what, terms.force.formations.because, "Leave it in one of them.")


def _allowed(group: Group, formation: FormationType, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.formations
    if formation.key in (names.formation.find(name) for name in rule.banned):
        yield Problem(group.name, f"{formation.name} is banned", rule.because, "Choose another formation.")
    if rule.sources and not _is_from(formation.source, tuple(rule.sources)):
        what = f"{formation.name} is from {formation.source}, which this event does not use"
        yield Problem(group.name, what, rule.because, f"Choose one from {', '.join(rule.sources)}.")


@lru_cache(maxsize=1024)
def _is_from(source: str, books: tuple[str, ...]) -> bool:
    """A formation may be printed in several books, each named with its page."""
    return any(place.strip().startswith(books) for place in source.split(","))


def _unsupporting(force: Force) -> list[Problem]:
    known = [(group.name, kind) for group in force.groups if (kind := kind_of(group))]
    if not any(kind.supports for _, kind in known):
        return []
    return support_problems([(name, kind.key) for name, kind in known], force.name)


# Command units


def _command_units(force: Force, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.command_units
    kinds = {names.formation.find(name) for name in rule.commanders_of}
    commanders = {
        one.commander for one in force.groups if one.commander and (kind := kind_of(one)) and kind.key in kinds
    }
    chosen = [unit for unit in force.units if unit.command_unit]
    for unit in force.units:
        if unit.name in commanders and not unit.command_unit:
            what = "commands a command formation and must be a command unit"
            yield Problem(unit.name, what, rule.because, "Make it a command unit.")
        if unit.command_unit and unit.card.type in rule.never:
            what = f"is {unit.card.type} and cannot be a command unit"
            yield Problem(unit.name, what, rule.because, "Choose another command unit.")
    if len(chosen) < rule.fewest:
        what = f"has {counted(len(chosen), 'command unit')}, and needs {rule.fewest}"
        yield Problem(force.name, what, rule.because, f"Choose {rule.fewest - len(chosen)} more.")
    if rule.most is not None and len(chosen) > max(rule.most, len(commanders)):
        allowed = max(rule.most, len(commanders))
        what = f"has {len(chosen)} command units, and {allowed} are allowed: {_names(chosen)}"
        yield Problem(force.name, what, rule.because, f"Choose {allowed} of them.")


def _names(units: list[ForceUnit]) -> str:
    return ", ".join(unit.name for unit in units)
