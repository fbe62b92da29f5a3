"""Alpha Strike's forces as commands, pages and events ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from musterhall.game.changed_figures import require_figures, require_kinds
from musterhall.game.forces import Checked, ForceInShort, Forces, RuleLine, SecretChoice, Submission, roster_row
from musterhall.game.sheets import Sheet
from musterhall.game.showing import Shown, Table
from musterhall.games.alpha_strike.force.force_rules import ForceRules, Terms
from musterhall.games.alpha_strike.force.forces import (
    Choice,
    Force,
    ForceUnit,
    Group,
    force_summary,
    force_with_mistakes,
    read_force,
    shipped_force_text,
    shipped_forces,
)
from musterhall.games.alpha_strike.force.own_cards import changed_cards
from musterhall.games.alpha_strike.package_data import package_text
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.problems import Problem
from musterhall.tally import counted

QUESTIONS = (
    "percent_rounding",
    "bonus_share_rounding",
    "any_move",
    "vtol_ground_move",
    "ideal_role",
    "matched_pair",
    "minimal_damage",
    "horde_size",
    "vehicle_command_all_vehicles",
    "munition_scope",
)


class AlphaStrikeForces(Forces):
    """The check, its names and the sheet are loaded when they are needed: reading a pack needs none of them."""

    rules = ForceRules
    by_event = True

    def rule_lines(self, rules: ForceRules) -> Iterable[RuleLine]:
        from musterhall.games.alpha_strike.force.rule_words import rule_lines

        return rule_lines(rules)

    def unknown_names(self, written: Mapping[str, Any], place: str) -> list[Problem]:
        from musterhall.games.alpha_strike.force.known_names import unknown_names

        return unknown_names(written, place)

    def questions(self, rules: ForceRules) -> tuple[str, ...]:
        return QUESTIONS if rules.formations.allowed else ()

    def shipped(self) -> tuple[str, ...]:
        return shipped_forces()

    def shipped_text(self, name: str) -> str:
        return shipped_force_text(name)

    def fits(self, data: Mapping[str, Any]) -> bool:
        rows = data.get("unit")
        return isinstance(rows, list) and any(isinstance(row, dict) and "unit" in row for row in rows)

    def read(self, text: str, name: str, library: Library | None = None) -> Force:
        return read_force(text, name, _cards(library))

    def with_figures(self, force: Force, figures: Mapping[str, Mapping[str, Any]]) -> Force:
        require_kinds(figures, [unit.card.name for unit in force.units])
        return replace(force, units=tuple(_with_figures(unit, figures) for unit in force.units))

    def in_short(self, force: Force) -> ForceInShort:
        return ForceInShort(force.name, force.faction, force.pv, len(force.units), force.pack)

    def summary(self, force: Force) -> dict[str, Any]:
        return force_summary(force)

    def shown(self, force: Force) -> Shown:
        about = ", ".join(part for part in (force.name, force.player, force.faction, force.era) if part)
        rows: list[tuple[str, ...]] = [("unit", "card", "type", "skill", "PV", "abilities")]
        for unit in force.units:
            card = unit.card.name if unit.card.name != unit.name else ""
            rows.append(
                (unit.name, card, unit.card.type, str(unit.skill), str(unit.pv.total), ", ".join(_extras(unit)))
            )
        lines: Shown = [f"{about}: {force.pv} points, {counted(len(force.units), 'unit')}", Table(rows, right=(3, 4))]
        lines += [f"{group.name} ({group.kind}): {', '.join(group.units)}" for group in force.groups]
        if force.command_abilities:
            lines.append(f"Command abilities: {', '.join(map(str, force.command_abilities))}")
        return lines

    def check(
        self,
        data: Mapping[str, Any],
        name: str,
        terms: Terms | None = None,
        library: Library | None = None,
        *,
        variants: Mapping[str, Any],
    ) -> Checked:
        from musterhall.games.alpha_strike.force.check import check_force

        cards = _cards(library)
        force, mistakes = force_with_mistakes(data, name, cards)
        if force is None or terms is None:
            changed = changed_cards(force, cards) if force else ()
            return Checked(force.name if force else name, (*mistakes, *changed), whole=False)
        report = check_force(force, terms, cards)
        return Checked(
            report.force,
            (*mistakes, *report.problems),
            report.warnings,
            event=report.pack,
            figures=report.totals.told(),
            totals=report.totals.as_data(),
        )

    def hand_in(self, text: str, name: str, terms: Terms, library: Library | None = None) -> Submission:
        from musterhall.games.alpha_strike.force.check import check_force

        cards = _cards(library)
        force = read_force(text, name, cards)
        report = check_force(force, terms, cards)
        return Submission(
            force=force.name,
            text=text,
            roster=[roster_row(unit.name, unit.card.type, unit.pv.total, size=unit.card.size) for unit in force.units],
            points=report.totals.points.total,
            problems=report.problems,
            warnings=report.warnings,
            locked=_locked(force),
            faction=force.faction,
        )

    def sheet(
        self, force: Force, terms: Terms | None = None, library: Library | None = None, *, for_opponent: bool = False
    ) -> Sheet:
        from musterhall.games.alpha_strike.force.check import check_force
        from musterhall.games.alpha_strike.force.sheet import force_sheet_data

        report = check_force(force, terms, _cards(library)) if terms else None
        data = force_sheet_data(force, terms, report, for_opponent=for_opponent)
        return Sheet(package_text("paper", "force_sheet.typ"), data, legal=report is None or report.legal)

    def secret_choice(self, rules: ForceRules) -> SecretChoice:
        """Command units."""
        rule = rules.command_units
        return SecretChoice(rule.most, frozenset(rule.never), rule.because)

    def must_be_chosen(self, rules: ForceRules, locked: Mapping[str, Any]) -> list[str]:
        """Commanders of the kinds of formation that the event names."""
        kinds = {kind.casefold() for kind in rules.command_units.commanders_of}
        commanders = (group.commander for group in _groups(locked) if group.kind.casefold() in kinds)
        return list(dict.fromkeys(filter(None, commanders)))

    def own_notes(self, text: str, locked: Mapping[str, Any]) -> Mapping[str, str]:
        return self.open_notes(locked)

    def open_notes(self, locked: Mapping[str, Any]) -> Mapping[str, str]:
        """Pilots are open, and so is a commander whom Tactical Genius gives away."""
        from musterhall.games.alpha_strike.force.formation_choices import commander_is_open

        notes = _pilots(locked)
        for group in _groups(locked):
            if group.commander in notes and commander_is_open(group):
                notes[group.commander] = ", ".join(filter(None, [notes[group.commander], "Tactical Genius"]))
        return notes


FORCES = AlphaStrikeForces()


def _cards(library: Library | None) -> Library:
    return starter_library() if library is None else library


def _extras(unit: ForceUnit) -> Iterator[str]:
    yield from unit.abilities
    yield from unit.alternate_munitions
    if unit.legendary:
        yield f"legendary pilot {unit.legendary}"
    if unit.command_unit:
        yield "command unit"
    if unit.off_board:
        yield "off the board"


def _locked(force: Force) -> dict[str, Any]:
    return {
        "alternate_munitions": {
            unit.name: list(unit.alternate_munitions) for unit in force.units if unit.alternate_munitions
        },
        "formations": [
            {
                "name": group.name,
                "kind": group.kind,
                "units": list(group.units),
                "commander": group.commander,
                "choices": dict(group.choices),
            }
            for group in force.groups
        ],
        "command_abilities": [one.as_data() for one in force.command_abilities],
        "pilots": {
            unit.name: {"skill": unit.skill, "abilities": list(unit.abilities), "legendary": unit.legendary}
            for unit in force.units
        },
    }


class _KeptGroup(BaseModel):
    name: str = ""
    kind: str = ""
    units: list[str] = []
    commander: str = ""
    choices: dict[str, Choice] = {}


class _KeptPilot(BaseModel):
    skill: int | None = None
    legendary: str = ""


class _Kept(BaseModel):
    """What is read again of a force that was handed in."""

    formations: list[_KeptGroup] = []
    pilots: dict[str, _KeptPilot] = {}


def _kept(locked: Mapping[str, Any]) -> _Kept:
    try:
        return _Kept.model_validate(locked)
    except ValidationError:
        return _Kept()  # an event from elsewhere may say anything


def _groups(locked: Mapping[str, Any]) -> Iterator[Group]:
    for one in _kept(locked).formations:
        yield Group(one.name, one.kind, tuple(one.units), one.commander, one.choices)


def _pilots(locked: Mapping[str, Any]) -> dict[str, str]:
    return {name: _pilot(one) for name, one in _kept(locked).pilots.items()}


def _pilot(one: _KeptPilot) -> str:
    skill = f"skill {one.skill}" if one.skill is not None else ""
    return ", ".join(filter(None, [skill, one.legendary]))


CHANGEABLE = ("size", "armour", "structure", "pv", "overheat", "threshold")
"""Figures of a card that a study may change."""


def _with_figures(unit: ForceUnit, figures: Mapping[str, Mapping[str, Any]]) -> ForceUnit:
    wanted = figures.get(unit.card.name, {})
    known = {name: getattr(unit.card, name) for name in CHANGEABLE}
    return replace(unit, card=replace(unit.card, **require_figures(unit.card.name, wanted, known)))
