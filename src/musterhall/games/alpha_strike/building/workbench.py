"""What the force builder shows of a force: its units and formations, their problems, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from musterhall.games.alpha_strike.abilities.abilities import command_abilities, munitions_for, pilot_abilities, rating
from musterhall.games.alpha_strike.building.building import allowed_kinds
from musterhall.games.alpha_strike.building.card_finder import card_line
from musterhall.games.alpha_strike.building.workpiece import (
    COMMAND,
    GROUP,
    UNIT,
    WORST_SKILL,
    abilities_due,
    kind_named,
    munition_keywords,
    munitions_of,
)
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.force.check import Report, check_force, formation_settings
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit, Group, plain
from musterhall.games.alpha_strike.force.formation_choices import SUPPORTS
from musterhall.games.alpha_strike.formations.formations import FormationType, FormationUnit, formation_types, possible
from musterhall.games.alpha_strike.units.factions import factions_sharing
from musterhall.games.alpha_strike.units.library import Library
from musterhall.games.alpha_strike.units.point_values import unit_pv
from musterhall.problems import Problem

# What the page shows


@dataclass(frozen=True, slots=True)
class UnitRow:
    key: str
    unit: ForceUnit
    pv: int
    line: str
    skills: tuple[tuple[int, str], ...]
    munitions: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    """Keyword, what was chosen, and what there is."""
    group: str
    """The key of its formation."""
    group_name: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    key: str
    group: Group
    kind: str
    """Its key, or the word that was written where nobody knows such a kind."""
    members: tuple[tuple[str, str], ...]
    commander: str
    needs_commander: bool
    abilities: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    supports: tuple[tuple[str, str], ...]
    supported: str
    could_be: tuple[tuple[str, str], ...]
    bonus: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Workbench:
    """Everything that the page shows of a force."""

    force: Force
    terms: Terms
    report: Report
    units: tuple[UnitRow, ...]
    groups: tuple[GroupRow, ...]
    loose: tuple[tuple[str, str], ...]
    """Key and name of each unit that is in no formation."""
    loose_could_be: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]
    command: tuple[tuple[str, str, bool], ...]
    """Key, words, and whether it can be changed as text."""
    shown: str
    """Which fields the page has."""
    pilot_abilities: tuple[str, ...]
    command_abilities: tuple[str, ...]
    factions: tuple[str, ...]
    types: tuple[str, ...]
    roles: tuple[str, ...]
    techs: tuple[str, ...]

    @property
    def over(self) -> bool:
        totals = self.report.totals
        return totals.allowed is not None and totals.points.total > totals.allowed


def workbench(force: Force, terms: Terms, library: Library, further: Iterable[Problem] = ()) -> Workbench:
    """A force for the page; `further` are problems that the pack alone does not know of."""
    checked = check_force(force, terms, library)
    report = replace(checked, problems=(*checked.problems, *further))
    groups = {name: (place, group.name) for place, group in enumerate(force.groups) for name in group.units}
    loose = tuple((f"{UNIT}{at}", unit.name) for at, unit in enumerate(force.units) if unit.name not in groups)
    kinds = _kinds(terms)
    return Workbench(
        force=force,
        terms=terms,
        report=report,
        units=tuple(_unit_row(place, unit, force, terms, groups, report) for place, unit in enumerate(force.units)),
        groups=tuple(_group_row(place, group, force, terms, kinds, report) for place, group in enumerate(force.groups)),
        loose=loose,
        loose_could_be=_could_be([name for _, name in loose], force, terms, kinds),
        kinds=tuple(kinds.items()),
        command=tuple(
            (f"{COMMAND}{place}", str(one), not one.details) for place, one in enumerate(force.command_abilities)
        ),
        shown=" ".join(_shown(force, terms)),
        pilot_abilities=_not_banned(
            (one.name for one in pilot_abilities().values()), terms.force.pilot_abilities.banned
        ),
        command_abilities=_not_banned(
            (one.name for one in command_abilities().values()), terms.force.command_abilities.banned
        ),
        factions=_factions(terms, library),
        types=_known(library).types,
        roles=_known(library).roles,
        techs=_known(library).techs,
    )


def _shown(force: Force, terms: Terms) -> Iterable[str]:
    """Fields for what the event has, and for what the force has although the event has it not."""
    rules = terms.force
    yield from ("head", "units")
    if (rules.pilot_abilities.allowed and not rules.pilot_abilities.legendary_only) or any(
        unit.abilities or unit.legendary for unit in force.units
    ):
        yield "abilities"
    if rules.alternate_munitions.allowed or any(unit.alternate_munitions for unit in force.units):
        yield "munitions"
    if any(kind.legendary for kind in rules.pilots) or any(unit.legendary for unit in force.units):
        yield from ("legendary", "abilities")
    if rules.command_units.most is not None or any(unit.command_unit for unit in force.units):
        yield "command_units"
    if rules.formations.allowed or force.groups:
        yield "formations"
    if rules.command_abilities.allowed or force.command_abilities:
        yield "command"


def _unit_row(
    place: int, unit: ForceUnit, force: Force, terms: Terms, groups: Mapping[str, tuple[int, str]], report: Report
) -> UnitRow:
    span = terms.force.skill
    best, worst = (span.best, span.worst) if span else (0, WORST_SKILL)
    skills = sorted({*range(best, worst + 1), unit.skill})
    group, group_name = groups.get(unit.name, (-1, ""))
    return UnitRow(
        key=f"{UNIT}{place}",
        unit=unit,
        pv=unit.pv.total,
        line=card_line(unit.card),
        skills=tuple((skill, _skill_words(unit, skill)) for skill in skills),
        munitions=tuple(_munition_row(unit, keyword) for keyword in munition_keywords(unit.card)),
        group=f"{GROUP}{group}" if group >= 0 else "",
        group_name=group_name,
        problems=tuple(problem for problem in report.problems if problem.where == unit.name),
    )


def _skill_words(unit: ForceUnit, skill: int) -> str:
    pv = unit_pv(unit.card, skill, legendary=bool(unit.legendary)).total
    return f"{skill}, {rating(skill)}: {pv} PV" if 0 <= skill <= WORST_SKILL else str(skill)


def _munition_row(unit: ForceUnit, keyword: str) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    chosen = next((one[1] for one in munitions_of(unit) if plain(one[0]) == plain(keyword)), "")
    offered = {one.name: one.name for one in munitions_for(keyword)}
    return keyword, chosen, (("", "standard"), *({chosen: chosen} | offered if chosen else offered).items())


def _group_row(
    place: int, group: Group, force: Force, terms: Terms, kinds: Mapping[str, str], report: Report
) -> GroupRow:
    kind = kind_named(group.kind)
    labels = {unit.name: f"{UNIT}{at}" for at, unit in enumerate(force.units)}
    others = {f"{GROUP}{at}": other.name for at, other in enumerate(force.groups) if at != place}
    supported = str(group.choices.get(SUPPORTS, ""))
    return GroupRow(
        key=f"{GROUP}{place}",
        group=group,
        kind=kind.key if kind else group.kind,
        members=tuple((labels[name], name) for name in group.units if name in labels),
        commander=labels.get(group.commander, ""),
        needs_commander=bool(kind and kind.needs_commander),
        abilities=abilities_due(kind),
        options=tuple((one.option, one.option) for one in kind.bonus if one.option) if kind else (),
        supports=tuple(others.items()) if kind and kind.supports else (),
        supported=next((key for key, name in others.items() if plain(name) == plain(supported)), ""),
        could_be=_could_be(group.units, force, terms, kinds, without=kind.key if kind else ""),
        bonus=_bonus(kind) if kind else "",
        problems=tuple(one for one in report.problems if _about(one, group)),
    )


def _about(problem: Problem, group: Group) -> bool:
    return problem.where == group.name or problem.where.endswith(f'"{group.name}"')


def _bonus(kind: FormationType) -> str:
    said = []
    for award in kind.bonus:
        known = pilot_abilities()
        words = " or ".join(known[key].name for key in award.abilities if key in known)
        said.append(words or award.effect or award.note)
    return "; ".join(filter(None, said))


def _could_be(
    members: Sequence[str], force: Force, terms: Terms, kinds: Mapping[str, str], without: str = ""
) -> tuple[tuple[str, str], ...]:
    """The formations that these units can form as they are, the worthiest first."""
    units = [FormationUnit(unit.name, unit.card, unit.skill, True) for unit in force.units if unit.name in members]
    if not kinds or not terms.force.formations.fewest <= len(units) <= terms.force.formations.most:
        return ()
    found = [one.kind for one in possible(units, formation_settings(terms), force.faction)]
    return tuple((kind, kinds[kind]) for kind in found if kind in kinds and kind != without)


def _kinds(terms: Terms) -> dict[str, str]:
    """The formations of this event by key, in the order of their names."""
    allowed = allowed_kinds(terms)
    found = {key: kind.name for key, kind in formation_types().items() if key in allowed}
    return dict(sorted(found.items(), key=lambda item: item[1]))


def _factions(terms: Terms, library: Library) -> tuple[str, ...]:
    if terms.force.faction and terms.force.faction.allowed:
        return tuple(terms.force.faction.allowed)
    named = {faction for kind in formation_types().values() for faction in kind.factions}
    return tuple(sorted(one for one in named.union(_known(library).factions) if not factions_sharing(one)))


@dataclass(frozen=True, slots=True)
class _Known:
    """What there is to choose from in a library."""

    types: tuple[str, ...]
    roles: tuple[str, ...]
    techs: tuple[str, ...]
    factions: tuple[str, ...]


@lru_cache(maxsize=2)
def _known(library: Library) -> _Known:
    """Once for each library: an imported one has thousands of cards with hundreds of factions each."""
    return _Known(
        types=tuple(sorted({card.type for card in library})),
        roles=tuple(sorted({card.role for card in library if card.role})),
        techs=tuple(sorted({card.tech for card in library if card.tech})),
        factions=tuple(sorted({faction for card in library for faction, _ in card.available})),
    )


def _not_banned(found: Iterable[str], banned: Sequence[str]) -> tuple[str, ...]:
    barred = {names.plain_key(name) for name in banned}
    return tuple(sorted(name for name in found if names.plain_key(name) not in barred))
