"""Whether a force is legal at an event: every problem with its remedy and page, what is not known, and the totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from musterhall.game.terms import number_problems
from musterhall.games.alpha_strike.force.check_abilities import ability_problems, ability_warnings
from musterhall.games.alpha_strike.force.check_formations import (
    formation_problems,
    formation_settings,
    formation_warnings,
)
from musterhall.games.alpha_strike.force.force_rules import Terms, barred_words
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit, doubled, plain
from musterhall.games.alpha_strike.force.own_cards import CUSTOM, changed_cards, is_customised
from musterhall.games.alpha_strike.units.cards import CARDS_KEPT, Card
from musterhall.games.alpha_strike.units.factions import (
    faction_key,
    faction_names,
    factions_sharing,
    is_faction,
    is_seen,
    stands_for,
)
from musterhall.games.alpha_strike.units.library import Library
from musterhall.games.alpha_strike.units.point_values import unit_points
from musterhall.games.alpha_strike.units.same_chassis import Chassis, chassis_of, perhaps_the_same
from musterhall.problems import TO_DECIDE, UNKNOWN, Problem, near_names
from musterhall.tally import Tally, counted

__all__ = ["Report", "Totals", "check_force", "force_totals", "formation_settings", "legend_notes"]

CUSTOMISED = barred_words((), (), (CUSTOM,))
OFF_BOARD = barred_words((), (), ("Off-board",))
DESIGNATIONS = ("extinct", "unique", "unknown", "not available")
"""What the unit list keeps among its factions and is none."""
UNKNOWN_UNIT = (
    "The catalogue lacks it: have it imported from the Master Unit List, or let the organiser accept it by name."
)


@dataclass(frozen=True, slots=True)
class Totals:
    """What the force adds up to."""

    points: Tally
    """One part for each unit."""
    allowed: int | None
    units: int
    formations: int
    mech_points: int
    by_type: Mapping[str, int]
    """Points for each type of unit."""
    fielded: tuple[ForceUnit, ...]

    @property
    def values(self) -> dict[str, Tally]:
        """How the value of each unit came about, by its name in the force."""
        return {unit.name: unit.pv for unit in self.fielded}

    def told(self) -> str:
        """398 of 400 points, 8 units, 2 formations"""
        allowed = f" of {self.allowed}" if self.allowed is not None else ""
        share = f", {self.mech_points} in 'Mechs" if self.mech_points != self.points.total else ""
        counts = f"{counted(self.units, 'unit')}, {counted(self.formations, 'formation')}"
        return f"{self.points.total}{allowed} points{share}, {counts}"

    def as_data(self) -> dict[str, Any]:
        return {
            "points": self.points.total,
            "allowed": self.allowed,
            "units": self.units,
            "formations": self.formations,
            "mech_points": self.mech_points,
            "by_type": dict(self.by_type),
            "values": {name: value.as_data() for name, value in self.values.items()},
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found; a force without problems is legal, whatever the warnings."""

    force: str
    pack: str
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    totals: Totals

    @property
    def legal(self) -> bool:
        return not self.problems

    def as_data(self) -> dict[str, Any]:
        return {
            "force": self.force,
            "pack": self.pack,
            "legal": self.legal,
            "problems": [problem.as_data() for problem in self.problems],
            "warnings": [warning.as_data() for warning in self.warnings],
            "totals": self.totals.as_data(),
        }


def check_force(force: Force, terms: Terms, library: Library) -> Report:
    """Everything that is wrong with a force at this event, and everything that could not be told."""
    totals = force_totals(force, terms)
    chassis = _by_chassis(force)
    return Report(
        force=force.name,
        pack=terms.name,
        problems=(
            *_doubled_names(force),
            *changed_cards(force, library),
            *_allegiance(force, terms, library),
            *_points(force, terms, totals),
            *_mech_share(force, terms, totals),
            *number_problems(force.name, force.units, terms.force, "unit"),
            *_skills(force, terms),
            *_pilots(force, terms),
            *_chassis(chassis, terms),
            *_carriers(force, terms),
            *_off_board(force),
            *_barred(force, terms, library),
            *_unavailable(force, terms, library),
            *ability_problems(force, terms),
            *formation_problems(force, terms),
        ),
        warnings=(
            *_another_pack(force, terms),
            *_not_in_catalogue(force, library),
            *_perhaps_one_chassis(force, chassis, terms),
            *_not_of_the_era(force, terms, library),
            *_availability_unknown(force, terms, library),
            *_not_usable(force, terms),
            *legend_notes(force, terms),
            *ability_warnings(force, terms),
            *formation_warnings(force, terms),
        ),
        totals=totals,
    )


def force_totals(force: Force, terms: Terms) -> Totals:
    """The force's points with one part for each unit, and their shares by type."""
    points = Tally("force", 0, "", explain=True)
    by_type: Counter[str] = Counter()
    for unit in force.units:
        value = unit.points
        points.add(unit.name, value)
        by_type[unit.card.type] += value
    share = terms.force.mech_share
    return Totals(
        points=points,
        allowed=terms.force.points.allowed(len(force.units)),
        units=len(force.units),
        formations=len(force.groups),
        mech_points=sum(by_type[type_] for type_ in (share.types if share else ("BM", "IM"))),
        by_type=by_type,
        fielded=force.units,
    )


def legend_notes(force: Force, terms: Terms) -> Iterator[Problem]:
    """A legend's card comes in a box, and only a draft knows what is on it."""
    legends = [kind for kind in terms.force.pilots if kind.legendary]
    for unit in force.units:
        if unit.legendary and legends:
            what = f"skill, abilities and qualification of {unit.legendary} are not known here"
            yield Problem(unit.name, what, legends[0].because, "Look at the pilot's card.", kind=UNKNOWN)


# The force as a whole


def _doubled_names(force: Force) -> Iterator[Problem]:
    for name, count in doubled(unit.name for unit in force.units).items():
        yield Problem(name, f"{count} units have this name", "", "Give each a name of its own.")


def _allegiance(force: Force, terms: Terms, library: Library) -> Iterator[Problem]:
    era, faction = terms.force.era, terms.force.faction
    if era and force.era and plain(force.era) != plain(era.name):
        what = f"is of the {force.era} era, and the event is of the {era.name} era"
        yield Problem(force.name, what, era.because, f"Choose the {era.name} era, and units of it.")
    if faction and faction.required and not force.faction.strip():
        yield Problem(force.name, "has no faction yet", faction.because, "Choose a faction for this force.")
    if faction and faction.allowed and force.faction and plain(force.faction) not in map(plain, faction.allowed):
        what = f"is of {force.faction}, which this event does not have"
        yield Problem(force.name, what, faction.because, near_names(force.faction, faction.allowed))
    elif faction and not faction.allowed and (sharing := factions_sharing(force.faction)):
        what = f"{force.faction} is a list that several factions share, and no faction of its own"
        yield Problem(force.name, what, faction.because, f"Choose one of those, such as {', '.join(sharing[:3])}.")
    elif faction and not faction.allowed and force.faction.strip() and not _exists(force.faction, library):
        what = f"no faction is called {force.faction!r}"
        yield Problem(force.name, what, faction.because, near_names(force.faction, faction_names()))


def _exists(faction: str, library: Library) -> bool:
    """A faction of the unit list, or one whose units were imported. The list's own words for others are none."""
    return is_faction(faction) or any(faction_key(faction) == listed for listed, _ in _factions_listed(library))


def _points(force: Force, terms: Terms, totals: Totals) -> Iterator[Problem]:
    total, allowed = totals.points.total, totals.allowed
    if allowed is None or total <= allowed:
        return
    what = f"costs {total} points, and {allowed} are allowed"
    remedy = f"Save {total - allowed}{_saving(force, terms, total - allowed)}."
    yield Problem(force.name, what, terms.force.points.because, remedy)


def _saving(force: Force, terms: Terms, over: int) -> str:
    """The pilot whose next worse skill saves just enough, if there is one."""
    worst = terms.force.skill.worst if terms.force.skill else 8
    offers = []
    for unit in force.units:
        if unit.skill < worst and not unit.legendary:
            saved = unit.points - unit_points(unit.card, unit.skill + 1)
            if saved >= over:
                offers.append((saved, unit))
    if not offers:
        return ""
    _, unit = min(offers, key=lambda offer: offer[0])
    return f"; {unit.name} with skill {unit.skill + 1} would do"


def _mech_share(force: Force, terms: Terms, totals: Totals) -> Iterator[Problem]:
    share, total = terms.force.mech_share, totals.points.total
    if share is None or totals.mech_points * 100 >= share.least * total:
        return
    missing = -(-share.least * total // 100) - totals.mech_points
    percent = totals.mech_points * 100 // total
    what = (
        f"has {totals.mech_points} of {total} points in 'Mechs, {percent} percent, and {share.least} percent are needed"
    )
    yield Problem(force.name, what, share.because, f"Change {missing} points of other units into 'Mechs.")


def _chassis(chassis: list[list[ForceUnit]], terms: Terms) -> Iterator[Problem]:
    rule = terms.force.same_chassis
    if rule is None:
        return
    for units in chassis:
        if len(units) > rule.most:
            what = f"{len(units)} units have this chassis, variants counted, and {rule.most} may: {_names(units)}"
            yield Problem(units[0].card.chassis, what, rule.because, f"Remove {len(units) - rule.most}.")


def _by_chassis(force: Force) -> list[list[ForceUnit]]:
    """The units of a force, those of one chassis together."""
    found: dict[Chassis, list[ForceUnit]] = {}
    for unit, chassis in zip(force.units, chassis_of([unit.card for unit in force.units]), strict=True):
        found.setdefault(chassis, []).append(unit)
    return list(found.values())


def _carriers(force: Force, terms: Terms) -> Iterator[Problem]:
    for rule in terms.force.carriers:
        units = [unit for unit in force.units if _has(unit.card, rule.special)]
        if len(units) > rule.most:
            what = f"{len(units)} units have {rule.special}, and {rule.most} may: {_names(units)}"
            yield Problem(force.name, what, rule.because, f"Remove {len(units) - rule.most} of them.")


# Each unit


def _skills(force: Force, terms: Terms) -> Iterator[Problem]:
    """Where an event has kinds of pilots, those say which skills there are."""
    rule = terms.force.skill if not terms.force.pilots else None
    for unit in force.units:
        if rule and not rule.best <= unit.skill <= rule.worst:
            what = f"has skill {unit.skill}, and skills go from {rule.best} to {rule.worst}"
            yield Problem(unit.name, what, rule.because, f"Give it a skill from {rule.best} to {rule.worst}.")


def _pilots(force: Force, terms: Terms) -> Iterator[Problem]:
    """The kinds of pilot an event has, and that no legend is in two places."""
    kinds = terms.force.pilots
    for unit in force.units:
        fitting = [kind for kind in kinds if kind.legendary == bool(unit.legendary)]
        if unit.legendary and not fitting:
            what = f"has the legendary pilot {unit.legendary}, and this event has no such pilots"
            yield Problem(unit.name, what, kinds[0].because if kinds else "", "Remove the legendary pilot.")
        elif fitting and not any(kind.best <= unit.skill <= kind.worst for kind in fitting):
            known = ", ".join(f"{kind.kind} {_span(kind.best, kind.worst)}" for kind in fitting)
            yield Problem(
                unit.name, f"has skill {unit.skill}, which no pilot here has", kinds[0].because, f"Use {known}."
            )
    rule = terms.force.same_legend
    if rule is None:
        return
    for name, count in Counter(plain(unit.legendary) for unit in force.units if unit.legendary).items():
        if count > rule.most:
            units = [unit for unit in force.units if plain(unit.legendary) == name]
            what = f"{units[0].legendary} pilots {_names(units)}"
            yield Problem(force.name, what, rule.because, f"Leave this pilot in {rule.most} of them.")


def _off_board(force: Force) -> Iterator[Problem]:
    for unit in force.units:
        if unit.off_board and not _has(unit.card, "ART"):
            what = "is off the board, and has no artillery to fire from there"
            yield Problem(unit.name, what, "", "Keep it on the table.")


def _barred(force: Force, terms: Terms, library: Library) -> Iterator[Problem]:
    rules, era = terms.force.barred, _era(force, terms)
    any_of_them = frozenset[str]().union(*(rule.words for rule in rules))
    for unit in force.units:
        customised = is_customised(unit.card, library)
        words = _words(unit.card, era)
        if customised:
            words |= CUSTOMISED
        if unit.off_board:
            words |= OFF_BOARD
        for rule in () if words.isdisjoint(any_of_them) else rules:
            if not words.isdisjoint(rule.words) and not rule.accepts(unit.card.name):
                remedy, way = (UNKNOWN_UNIT, "import_units") if customised else ("Take another unit.", "")
                yield Problem(unit.name, f"is barred: {rule.what}", rule.because, remedy, way)


@lru_cache(maxsize=CARDS_KEPT)
def _words(card: Card, era: str) -> frozenset[str]:
    """What a rule may bar a card for.

    The unit list keeps Extinct and the like as factions, too, so that an import of them for the era counts; a unit of
    which it knows too little has "Unknown" for its rules level.
    """
    imported = (faction for faction, when in card.available if plain(when) == plain(era))
    return barred_words((card.type,), (card.kind,), (*card.designations, *imported, card.rules))


def _unavailable(force: Force, terms: Terms, library: Library) -> Iterator[Problem]:
    """A unit is known to be out of reach if the list for this faction and era was imported and it is not on it."""
    rule = terms.force.faction
    if rule is None or not rule.available or not force.faction or not _listed(force, terms, library):
        return
    era = _era(force, terms)
    for unit in force.units:
        if library.same(unit.card) and not _available(unit.card, force.faction, era):
            what = f"is not available to {force.faction} in the {era} era"
            yield Problem(unit.name, what, rule.because, "Take another unit, or another faction.")


# What is not known


def _another_pack(force: Force, terms: Terms) -> Iterator[Problem]:
    if force.pack and plain(force.pack).replace(" ", "-") != plain(terms.name).replace(" ", "-"):
        yield Problem(force.name, f"was built for {force.pack}, and is checked for {terms.name}")


def _not_in_catalogue(force: Force, library: Library) -> Iterator[Problem]:
    for unit in force.units:
        if is_customised(unit.card, library):
            what = f"{unit.card.name} is not in the catalogue; its figures are the force's own"
            remedy = "Have it imported from the Master Unit List."
            yield Problem(unit.name, what, "", remedy, way="import_units", kind=UNKNOWN)
        if unknown := unit.card.unknown_specials:
            what = f"has abilities that nobody here knows: {', '.join(unknown)}"
            yield Problem(unit.name, what, "", "Look them up in the rulebook.", kind=UNKNOWN)


def _perhaps_one_chassis(force: Force, chassis: list[list[ForceUnit]], terms: Terms) -> Iterator[Problem]:
    rule = terms.force.same_chassis
    alike: dict[tuple[str, int, str], list[list[ForceUnit]]] = {}
    for units in chassis:
        if common := perhaps_the_same(units[0].card):
            alike.setdefault(common, []).append(units)
    for groups in alike.values():
        units = [unit for group in groups for unit in group]
        if rule and len(groups) > 1 and len(units) > rule.most >= max(map(len, groups)):
            what = f"{_names(units)} may be of one chassis, and {rule.most} may be in a force"
            yield Problem(force.name, what, rule.because, "The organiser decides.", kind=TO_DECIDE)


def _not_of_the_era(force: Force, terms: Terms, library: Library) -> Iterator[Problem]:
    rule, era = terms.force.faction, _era(force, terms)
    if rule is None or rule.allowed or not _exists(force.faction, library) or factions_sharing(force.faction):
        return
    if not is_seen(force.faction, era) and not _listed(force, terms, library):
        what = f"{force.faction} is not known here to exist in the {era} era"
        remedy = "The organiser looks it up in the Master Unit List, and decides."
        yield Problem(force.name, what, rule.because, remedy, kind=TO_DECIDE)


def _availability_unknown(force: Force, terms: Terms, library: Library) -> Iterator[Problem]:
    rule = terms.force.faction
    if rule is None or not rule.available or not force.faction or _listed(force, terms, library):
        return
    era = _era(force, terms)
    unknown = [unit for unit in force.units if not _available(unit.card, force.faction, era)]
    if unknown:
        what = f"whether {force.faction} has them in the {era} era is not known: {_some_names(unknown)}"
        remedy = f"Have the Master Unit List's page of {force.faction}, {era}, imported."
        yield Problem(force.name, what, rule.because, remedy, way="import_units", kind=UNKNOWN)


def _not_usable(force: Force, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.unusable
    if rule is None:
        return
    for unit in force.units:
        held = unit.card.special_names
        for special in rule.specials:
            if special in held:
                yield Problem(unit.name, f"may be taken, but its {special} may not be used", rule.because)


def _available(card: Card, faction: str, era: str) -> bool:
    return bool(card.available) and _known_available(card, faction, era)


@lru_cache(maxsize=CARDS_KEPT)
def _known_available(card: Card, faction: str, era: str) -> bool:
    return any(plain(when) == plain(era) and stands_for(listed, faction) for listed, when in card.available)


def _listed(force: Force, terms: Terms, library: Library) -> bool:
    return availability_known(library, force.faction, _era(force, terms))


def availability_known(library: Library, faction: str, era: str) -> bool:
    """Whether a list of what the faction has in the era was ever imported."""
    return (faction_key(faction), plain(era)) in _factions_listed(library)


@lru_cache(maxsize=8)
def _factions_listed(library: Library) -> frozenset[tuple[str, str]]:
    """Every faction and era for which the library knows what is available."""
    pairs = {pair for card in library.cards for pair in card.available}
    found = ((faction_key(faction), plain(era)) for faction, era in pairs)
    return frozenset((faction, era) for faction, era in found if faction not in DESIGNATIONS)


def _era(force: Force, terms: Terms) -> str:
    return terms.force.era.name if terms.force.era else force.era


@lru_cache(maxsize=CARDS_KEPT)
def _has(card: Card, special: str) -> bool:
    """ART and C3 stand for every kind of them."""
    held = card.special_names
    return special in held or (special in ("ART", "C3") and any(name.startswith(special) for name in held))


def _names(units: list[ForceUnit]) -> str:
    return ", ".join(unit.name for unit in units)


def _some_names(units: list[ForceUnit]) -> str:
    """Three of them will do where all are in the same case."""
    more = f" and {len(units) - 3} more" if len(units) > 3 else ""
    return f"{_names(units[:3])}{more}"


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
