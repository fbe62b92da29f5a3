"""The formations of a force: who is in them, whether they are what they say, and what was chosen for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from musterhall.games.alpha_strike import known_names as names
from musterhall.games.alpha_strike.force_rules import Terms
from musterhall.games.alpha_strike.forces import Choice, Force, ForceUnit, Group, plain
from musterhall.games.alpha_strike.formations import (
    Award,
    FormationSettings,
    FormationType,
    FormationUnit,
    commander_problems,
    formation_types,
    group_problems,
    support_problems,
)
from musterhall.problems import Problem, near_names

ABILITY, OPTION, SUPPORTS = "ability", "option", "supports"
"""What a formation's choices may say: the ability or option of its bonus, or which formation it supports."""


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
        formation = _kind(group)
        if formation is None:
            what = f"no formation is called {group.kind!r}"
            problems.append(Problem(group.name, what, rule.because, names.formation.near(group.kind)))
            continue
        problems += _allowed(group, formation, terms)
        problems += group_problems(group.name, formation.key, _units_of(group, by_name), settings, force.faction)
        problems += _choices(force, group, formation, settings)
    return [*problems, *_unsupporting(force), *_command_units(force, terms)]


def formation_warnings(force: Force) -> list[Problem]:
    """More commanders than the rules recommend for a force of this size."""
    commanders = {group.commander for group in force.groups if (kind := _kind(group)) and kind.needs_commander}
    if len(commanders) < 2:
        return []
    units = [FormationUnit(unit.name, unit.card, unit.skill, unit.name in commanders) for unit in force.units]
    return commander_problems(units, force.name)


def _units_of(group: Group, by_name: Mapping[str, ForceUnit]) -> list[FormationUnit]:
    found = [by_name[name] for name in dict.fromkeys(group.units) if name in by_name]
    return [FormationUnit(unit.name, unit.card, unit.skill, unit.name == group.commander) for unit in found]


def _kind(group: Group) -> FormationType | None:
    return _kind_called(group.kind)


@lru_cache(maxsize=1024)
def _kind_called(name: str) -> FormationType | None:
    key = names.formation.find(name)
    return formation_types()[key] if key else None


def _doubled_names(force: Force) -> Iterator[Problem]:
    for name, count in Counter(plain(group.name) for group in force.groups).items():
        if count > 1:
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
    sources = [source.strip() for source in formation.source.split(",")]
    if rule.sources and not any(source.startswith(tuple(rule.sources)) for source in sources):
        what = f"{formation.name} is from {formation.source}, which this event does not use"
        yield Problem(group.name, what, rule.because, f"Choose one from {', '.join(rule.sources)}.")


def _unsupporting(force: Force) -> list[Problem]:
    known = [(group.name, kind) for group in force.groups if (kind := _kind(group))]
    if not any(kind.supports for _, kind in known):
        return []
    return support_problems([(name, kind.key) for name, kind in known], force.name)


# What was chosen for the bonus


def _choices(force: Force, group: Group, formation: FormationType, settings: FormationSettings) -> Iterator[Problem]:
    """Choices that the bonus does not offer, and those due at registration that are missing."""
    where = f'{formation.name} "{group.name}"'
    yield from _not_on_offer(where, force, group, formation)
    for award in formation.bonus:
        yield from _missing(where, group, award, formation, settings)


def _not_on_offer(where: str, force: Force, group: Group, formation: FormationType) -> Iterator[Problem]:
    if not group.choices:
        return
    offered = {ability for award in formation.bonus for ability in award.abilities}
    options = [award.option for award in formation.bonus if award.option]
    for key, value in group.choices.items():
        if key == OPTION:
            if value not in options:
                remedy = f"Choose from {', '.join(options)}." if options else "Take it out."
                yield Problem(where, f"has no option {value!r}", formation.section, remedy)
        elif key == SUPPORTS:
            yield from _supported(force, group, formation, str(value))
        elif key != ABILITY and plain(key) not in map(plain, group.units):
            remedy = f"Use {ABILITY}, {OPTION}, {SUPPORTS} or the name of a unit in it."
            yield Problem(where, f"{key!r} is nothing to choose", formation.section, remedy)
        else:
            yield from _offered(where, value, offered, formation)


def _offered(where: str, value: Choice, offered: set[str], formation: FormationType) -> Iterator[Problem]:
    for name in value if isinstance(value, list) else [str(value)]:
        if names.pilot_ability.find(name) not in offered and names.plain_key(name) not in map(names.plain_key, offered):
            known = ", ".join(sorted(offered)).replace("_", " ")
            remedy = f"It gives {known}." if known else "Take the choice out."
            yield Problem(where, f"does not give {name!r}", formation.section, remedy)


def _supported(force: Force, group: Group, formation: FormationType, name: str) -> Iterator[Problem]:
    others = [other.name for other in force.groups if other.name != group.name]
    if not formation.supports:
        yield Problem(group.name, "is no formation that supports another", formation.section, f"Take {SUPPORTS} out.")
    elif plain(name) not in map(plain, others):
        yield Problem(
            group.name,
            f"supports {name!r}, which is no other formation here",
            formation.section,
            near_names(name, others),
        )


def _missing(
    where: str, group: Group, award: Award, formation: FormationType, settings: FormationSettings
) -> Iterator[Problem]:
    """What must be locked in with the list: the ability, the units that get it, or the option."""
    if "registration" not in (award.chosen, award.ability_chosen):
        return
    if award.option:
        if OPTION not in group.choices and award is next(one for one in formation.bonus if one.option):
            options = " or ".join(repr(one.option) for one in formation.bonus if one.option)
            yield Problem(
                where,
                "does not say which of its options it uses",
                formation.section,
                f"Add choices with option = {options}.",
            )
        return
    named = [name for name in group.units if plain(name) in map(plain, group.choices)]
    reach = award.reach(len(group.units), settings)
    if not named and ABILITY not in group.choices:
        known = ", ".join(award.abilities).replace("_", " ")
        remedy = f'Add choices = {{ {ABILITY} = "..." }} with one of {known}.'
        yield Problem(where, "does not say which ability it has for the event", formation.section, remedy)
    elif len(named) > reach:
        what = f"gives its ability to {len(named)} units, and {reach} may have it"
        yield Problem(where, what, formation.section, f"Leave it with {reach}.")


# Command units


def _command_units(force: Force, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.command_units
    kinds = {names.formation.find(name) for name in rule.commanders_of}
    commanders = {one.commander for one in force.groups if one.commander and (kind := _kind(one)) and kind.key in kinds}
    chosen = [unit for unit in force.units if unit.command_unit]
    for unit in force.units:
        if unit.name in commanders and not unit.command_unit:
            what = "commands a command formation and must be a command unit"
            yield Problem(unit.name, what, rule.because, "Give it command_unit = true.")
        if unit.command_unit and unit.card.type in rule.never:
            what = f"is {unit.card.type} and cannot be a command unit"
            yield Problem(unit.name, what, rule.because, "Take command_unit out.")
    if rule.most is not None and len(chosen) > max(rule.most, len(commanders)):
        what = f"has {len(chosen)} command units, and {max(rule.most, len(commanders))} are allowed: {_names(chosen)}"
        yield Problem(force.name, what, rule.because, "Take command_unit out with the others.")


def _names(units: list[ForceUnit]) -> str:
    return ", ".join(unit.name for unit in units)
