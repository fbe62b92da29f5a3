"""THE GAME's forces as commands, pages and events ask for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
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
from musterhall.game.terms import ForceRules, Terms, number_problems
from musterhall.games.the_game.army.changed_figures import with_figures
from musterhall.games.the_game.army.datasheets import SHIP
from musterhall.games.the_game.army.force_check import check_force
from musterhall.games.the_game.army.forces import (
    Force,
    ForceFormation,
    force_summary,
    force_with_mistakes,
    is_about_unread,
    read_force,
    shipped_force_text,
    shipped_forces,
)
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.sea.targets import NOTHING_HURTS_A_SHIP, PRINTED, targets_of
from musterhall.problems import BadInput, Problem
from musterhall.tally import counted

EventTerms = Terms[ForceRules]

HARD_SPACE = "\u00a0"
"""Keeps a number on the line of what it counts."""

STAND_INS = "* the book prints no costs; these come from a formula, and a force file may give its own."

EXAMPLE = """\
game = "the_game"
name = "My force"
army = "HumanXX"
points = 500
initiative = 2

[[formation]]
name = "First Infantry"
entry = "Infantry company"
options = ["2 LAW infantry", "7 APCs"]
battle_group = "Main body"
commander = true

[[formation]]
name = "Mortars"
entry = "Mortar Battery"
battle_group = "Main body"
"""


class TheGameForces(Forces):
    example = EXAMPLE

    def rule_lines(self, rules: ForceRules) -> Iterator[RuleLine]:
        yield points_line(rules)
        yield from units_lines(rules, "Formations")

    def shipped(self) -> tuple[str, ...]:
        return shipped_forces()

    def shipped_text(self, name: str) -> str:
        return shipped_force_text(name)

    def fits(self, data: Mapping[str, Any]) -> bool:
        return "formation" in data and not isinstance(data.get("unit"), list)

    def read(self, text: str, name: str, library: Any = None) -> Force:
        return read_force(text, name)

    def with_figures(self, force: Force, figures: Mapping[str, Mapping[str, Any]]) -> Force:
        return with_figures(force, figures)

    def in_short(self, force: Force) -> ForceInShort:
        return ForceInShort(force.name, force.army, force.cost, len(force.formations))

    def summary(self, force: Force) -> dict[str, Any]:
        return force_summary(force)

    def shown(self, force: Force) -> Shown:
        """A line for each formation with its units under it."""
        heads = ("formation", "entry", "battle group", "points")
        lines: Shown = [
            f"{force.name}, {force.army}: {force.cost} of {force.points} points",
            Table([heads, *map(_row, force.formations)], right=(3,), under=[_brings(one) for one in force.formations]),
            f"Initiative {force.initiative}, strategy {force.strategy}.",
        ]
        return [*lines, STAND_INS] if any(one.stand_in_cost for one in force.formations) else lines

    def check(
        self,
        data: Mapping[str, Any],
        name: str,
        terms: EventTerms | None = None,
        library: Any = None,
        *,
        variants: Mapping[str, Any],
    ) -> Checked:
        rows = data.get("formation")
        points = terms.force.points.allowed(len(rows)) if terms and isinstance(rows, list) else None
        force, mistakes = force_with_mistakes(data, name, points)
        if force is None:
            return Checked(name, tuple(mistakes), whole=False)
        found = event_problems(force, terms) if terms else check_force(force, Variants.of(variants).as_data())
        rest = [one for one in found if not (mistakes and is_about_unread(one))]
        figures = f"{force.cost} of {force.points} points, {counted(len(force.formations), 'formation')}"
        return Checked(
            force.name,
            (*mistakes, *rest),
            tuple(_unsinkable(force, Variants.default() if terms else Variants.of(variants))),
            event=terms.name if terms else "",
            figures="" if mistakes else figures,
        )

    def hand_in(self, text: str, name: str, terms: EventTerms, library: Any = None) -> Submission:
        force = read_force(text, name)
        return Submission(
            force=force.name,
            text=text,
            roster=[roster_row(one.name, one.group, one.cost) for one in force.formations],
            points=force.cost,
            problems=tuple(event_problems(force, terms)),
            locked={"formations": [_locked(one) for one in force.formations]},
            faction=force.army,
        )

    def sheet(
        self, force: Force, terms: EventTerms | None = None, library: Any = None, *, for_opponent: bool = False
    ) -> Sheet:
        """An opponent learns which formations there are, and not who leads, who comes together and what is in them."""
        problems = event_problems(force, terms) if terms else check_force(force)
        fields = [("Army", force.army), ("Initiative", str(force.initiative)), ("Strategy", str(force.strategy))]
        if for_opponent:
            rows = [(one.name, one.entry, _cost(one)) for one in force.formations]
            table = SheetTable("Formations", ("Formation", "Entry", "Points"), rows, right=(2,))
        else:
            heads = ("Formation", "Entry", "Battle group", "Points")
            under = [_brings(one).replace(HARD_SPACE, " ") for one in force.formations]
            table = SheetTable("Formations", heads, list(map(_row, force.formations)), right=(3,), under=under)
        head = Head(force.name, "THE GAME", force.cost, force.points, fields)
        notes = [STAND_INS] if any(one.stand_in_cost for one in force.formations) else []
        return plain_sheet(head, [table], terms, problems, for_opponent=for_opponent, notes=notes)

    def own_notes(self, text: str, locked: Mapping[str, Any]) -> Mapping[str, str]:
        return _units_by_formation(text)

    def open_notes(self, locked: Mapping[str, Any]) -> Mapping[str, str]:
        """Who leads a formation stays out of it."""
        rows = locked.get("formations", ())
        # An event from elsewhere may say anything.
        named = [one for one in rows if isinstance(one, Mapping)] if isinstance(rows, list | tuple) else []
        return {str(one.get("name", "")): str(one.get("entry", "")) for one in named}


FORCES = TheGameForces()


def event_problems(force: Force, terms: EventTerms) -> list[Problem]:
    """Everything that is wrong with a force at an event."""
    return [
        *check_force(force, terms.variants),
        *_larger_game(force, terms),
        *number_problems(force.name, force.formations, terms.force, "formation"),
    ]


def _unsinkable(force: Force, variants: Variants) -> list[Problem]:
    """4.4 A remark on ships, which nothing that is printed can hurt."""
    if any(SHIP in targets_of(kind, variants) for kind in PRINTED):
        return []
    ships = [one for one in force.formations if any(unit.type == SHIP for unit in one.units)]
    remedy = "Agree on the variant an_missing or artillery_vs_naval if ships are to be hurt."
    return [Problem(one.name, NOTHING_HURTS_A_SHIP, "4.4", remedy) for one in ships]


def _larger_game(force: Force, terms: EventTerms) -> list[Problem]:
    """A smaller force is the player's own loss; one built for a larger game has more battle groups than it should."""
    rule = terms.force.points
    allowed = rule.allowed(len(force.formations))
    if allowed is None or force.points <= allowed:
        return []
    what = f"costs {force.cost} points and is built for a game of {force.points}, and the event is of {allowed}"
    return [Problem(force.name, what, rule.because, f"Build it for points = {allowed}.")]


def _locked(formation: ForceFormation) -> dict[str, Any]:
    return {
        "name": formation.name,
        "entry": formation.entry,
        "options": list(formation.options),
        "weapons": list(formation.weapons),
        "battle_group": formation.battle_group,
        "commander": formation.commander,
        "carried_by": list(formation.carried_by),
    }


def _row(formation: ForceFormation) -> tuple[str, ...]:
    return (formation.name, formation.entry, formation.battle_group, _cost(formation))


def _cost(formation: ForceFormation) -> str:
    return f"{formation.cost}{'*' if formation.stand_in_cost else ' '}"


def _brings(formation: ForceFormation) -> str:
    """A formation's units, then its special rules."""
    units = ", ".join(f"{number}{HARD_SPACE}{name}" for name, number in _counted(formation))
    rules = [*map(str, formation.rules), *(["commander"] if formation.commander else [])]
    return f"{units}; {', '.join(rules)}" if rules else units


def _counted(formation: ForceFormation) -> Iterable[tuple[str, int]]:
    return Counter(unit.name for unit in formation.units).items()


@lru_cache(maxsize=256)
def _units_by_formation(text: str) -> Mapping[str, str]:
    try:
        force = read_force(text, "the force")
    except BadInput:
        # Handed in when the army lists said something else.
        return {}
    return {one.name: _short_contents(one, force.army) for one in force.formations}


def _short_contents(formation: ForceFormation, army: str) -> str:
    return ", ".join(f"{number} {name.removeprefix(f'{army} ')}" for name, number in _counted(formation))
