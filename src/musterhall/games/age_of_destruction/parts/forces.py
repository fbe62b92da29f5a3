"""Age of Destruction's forces as commands, pages and events ask for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from musterhall.game.forces import (
    Checked,
    ForceInShort,
    Forces,
    RuleLine,
    Submission,
    points_line,
    roster_row,
    units_lines,
)
from musterhall.game.sheets import Head, Sheet, SheetTable, plain_sheet
from musterhall.game.showing import Shown, Table
from musterhall.game.terms import number_problems
from musterhall.games.age_of_destruction.cards.cards import Card
from musterhall.games.age_of_destruction.figures import figure
from musterhall.games.age_of_destruction.force_check import (
    allegiance_problems,
    card_problems,
    card_warnings,
    dial_problems,
    force_problems,
    total_problems,
    unique_problems,
    unknown_factions,
)
from musterhall.games.age_of_destruction.force_rules import ForceRules, Terms
from musterhall.games.age_of_destruction.forces import (
    Force,
    ForceUnit,
    force_summary,
    force_with_mistakes,
    read_force,
    shipped_force_text,
    shipped_forces,
)
from musterhall.games.age_of_destruction.package_data import package_text
from musterhall.games.age_of_destruction.parts import paper
from musterhall.games.age_of_destruction.parts.changed_figures import with_figures
from musterhall.games.age_of_destruction.parts.units import shown as unit_shown
from musterhall.games.age_of_destruction.readings import USUAL, Chosen, open_questions
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheets import Sheets
from musterhall.problems import Problem
from musterhall.tally import counted

EXAMPLE = """\
game = "age_of_destruction"
name = "My force"
faction = "Spirit Cats"

[[unit]]
name = "Whisker Claw"
type = "mech"
points = 118
rank = "veteran"

[[unit]]
name = "Night Prowlers"
type = "infantry"
points = 23
rank = "elite"
speed_mode = "foot"
count = 2
"""


class AgeOfDestructionForces(Forces):
    rules = ForceRules
    example = EXAMPLE

    def rule_lines(self, rules: ForceRules) -> Iterator[RuleLine]:
        yield points_line(rules)
        if rules.faction:
            yield RuleLine("Faction", rules.faction.told(), rules.faction.because)
        yield from units_lines(rules)

    def shipped(self) -> tuple[str, ...]:
        return shipped_forces()

    def shipped_text(self, name: str) -> str:
        return shipped_force_text(name)

    def fits(self, data: Mapping[str, Any]) -> bool:
        rows = data.get("unit")
        return isinstance(rows, list) and not any(isinstance(row, dict) and "unit" in row for row in rows)

    def read(self, text: str, name: str, library: Sheets | None = None) -> Force:
        return read_force(text, name, library)

    def with_figures(self, force: Force, figures: Mapping[str, Mapping[str, Any]]) -> Force:
        return with_figures(force, figures)

    def in_short(self, force: Force) -> ForceInShort:
        return ForceInShort(force.name, force.faction, force.points, len(force.units), force.pack)

    def summary(self, force: Force) -> dict[str, Any]:
        return force_summary(force)

    def shown(self, force: Force) -> Shown:
        about = ", ".join(part for part in (force.name, force.player, force.faction) if part)
        heads = ("unit", "type", "rank", "faction", "points", "")
        rows = [
            (unit.name, _type(unit), unit.rank, unit.faction or "mercenary", str(unit.points), _extras(unit))
            for unit in force.units
        ]
        dials = [line for sheet in _dials(force) for line in ("", *unit_shown(sheet))]
        return [f"{about}: {_figures(force)}", Table([heads, *rows], right=(4,)), *_cards_shown(force), *dials]

    def check(
        self,
        data: Mapping[str, Any],
        name: str,
        terms: Terms | None = None,
        library: Sheets | None = None,
        *,
        variants: Mapping[str, Any],
    ) -> Checked:
        force, mistakes = force_with_mistakes(data, name, library)
        if force is None:
            return Checked(name, tuple(mistakes), whole=False)
        return Checked(
            force.name,
            (*mistakes, *event_problems(force, terms, _readings(variants))),
            tuple(card_warnings(force)),
            event=terms.name if terms else "",
            figures="" if mistakes else _figures(force, allowed(force, terms)),
        )

    def hand_in(self, text: str, name: str, terms: Terms, library: Sheets | None = None) -> Submission:
        force = read_force(text, name, library)
        return Submission(
            force=force.name,
            text=text,
            roster=[roster_row(unit.name, unit.type, unit.points, places=unit.transport) for unit in force.units],
            points=force.points,
            problems=tuple(event_problems(force, terms)),
            warnings=tuple(card_warnings(force)),
            locked={"faction": force.faction},
            faction=force.faction,
        )

    def sheet(
        self, force: Force, terms: Terms | None = None, library: Any = None, *, for_opponent: bool = False
    ) -> Sheet:
        heads = ("Unit", "Type", "Rank", "Faction", "Points")
        rows = [
            (unit.name, _type(unit), unit.rank, unit.faction or "mercenary", str(unit.points)) for unit in force.units
        ]
        table = SheetTable("Units", heads, rows, right=(4,), under=list(map(_extras, force.units)))
        fields = [("Player", force.player), ("Faction", force.faction)]
        head = Head(force.name, "Age of Destruction", force.points, allowed(force, terms), fields)
        tables = [table]
        if force.cards and not for_opponent:
            tables.append(SheetTable("Cards", ("Card", "Kind", ""), list(map(_card_row, force.cards))))
        plain = plain_sheet(head, tables, terms, event_problems(force, terms), for_opponent=for_opponent)
        dials = {"cards": paper.cards(force), "unknown": paper.without_dial(force)}
        return Sheet(package_text("paper", "force_sheet.typ"), {**plain.data, **dials}, plain.legal)


FORCES = AgeOfDestructionForces()


def allowed(force: Force, terms: Terms | None) -> int | None:
    return terms.force.points.allowed(len(force.units)) if terms else figure("build_total")


def event_problems(force: Force, terms: Terms | None, readings: Chosen = USUAL) -> list[Problem]:
    """Everything that is wrong with a force: at an event, which has its own readings, or by the reference sheet."""
    if terms is None:
        return force_problems(force, readings=readings)
    return [
        *total_problems(force, allowed(force, terms)),
        *unique_problems(force),
        *allegiance_problems(force, readings=terms.readings),
        *unknown_factions(force, terms.force.faction.allowed if terms.force.faction else (), terms.readings),
        *dial_problems(force),
        *card_problems(force, terms.readings),
        *_faction_problems(force, terms),
        *number_problems(force.name, force.units, terms.force, "unit"),
    ]


def _readings(variants: Mapping[str, Any]) -> Chosen:
    """Those of the options that answer an open question; a battle has others."""
    words = {"true": True, "false": False}
    return {name: words.get(value, value) for name, value in variants.items() if name in open_questions()}


def _faction_problems(force: Force, terms: Terms) -> list[Problem]:
    rule = terms.force.faction
    if rule is None:
        return []
    if rule.required and not force.faction.strip():
        return [Problem(force.name, "has no faction yet", rule.because, "Choose a faction for this force.")]
    known = [one.casefold() for one in rule.allowed]
    if known and force.faction and force.faction.casefold() not in known:
        what = f"is of {force.faction}, which this event does not have"
        return [Problem(force.name, what, rule.because, f"Take one of {', '.join(rule.allowed)}.")]
    return []


def _figures(force: Force, most: int | None = None) -> str:
    of = f" of {most}" if most is not None else ""
    return f"{force.points}{of} points, {counted(len(force.units), 'unit')}"


def _cards_shown(force: Force) -> Shown:
    if not force.cards:
        return []
    return ["", Table([("card", "kind", ""), *map(_card_row, force.cards)])]


def _card_row(card: Card) -> tuple[str, str, str]:
    return card.name, card.kind.replace("_", " "), card.remark or card.text


def _dials(force: Force) -> list[UnitSheet]:
    """The units of a force whose dials are known here, each kind once."""
    return list(dict.fromkeys(unit.sheet for unit in force.units if unit.sheet is not None))


def _type(unit: ForceUnit) -> str:
    return "VTOL" if unit.vtol else unit.type


def _extras(unit: ForceUnit) -> str:
    places = f"{counted(unit.transport, 'place')} for passengers" if unit.transport else ""
    return ", ".join(filter(None, [unit.speed_mode, places, "infiltrator" if unit.infiltrator else ""]))
