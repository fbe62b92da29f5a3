"""6.2, 6.3 Forces: the file a player writes, and the units it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from musterhall.games.the_game.army.armies import Army, Group, find_army
from musterhall.games.the_game.army.building import build
from musterhall.games.the_game.army.costs import formation_cost, unit_cost
from musterhall.games.the_game.army.datasheets import Datasheet, SpecialRule
from musterhall.games.the_game.army.force_file import STAND_INS, UNREAD, ForceFile, FormationRow
from musterhall.games.the_game.package_data import shipped_names, shipped_text
from musterhall.half_read import half_read
from musterhall.problems import Problem, parse_model, parse_toml


@dataclass(frozen=True, slots=True)
class ForceFormation:
    """One formation of a force, with its units as they stand on the table."""

    name: str
    entry: str
    group: Group | Literal["unknown"]
    units: tuple[Datasheet, ...]
    rules: tuple[SpecialRule, ...]
    cost: int
    battle_group: str = ""
    commander: bool = False
    carried_by: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    stand_in_cost: bool = True
    """The cost is the formula's, not the player's."""


@dataclass(frozen=True, slots=True)
class Force:
    """What one player brings."""

    name: str
    army: str
    points: int
    initiative: int
    strategy: int
    formations: tuple[ForceFormation, ...]
    setup: str = ""
    """The set-up it is made for, if that is not the Meeting Engagement of the book."""

    @property
    def cost(self) -> int:
        return sum(formation.cost for formation in self.formations)


def read_force(text: str, name: str) -> Force:
    """The force in a TOML file; what is not legal in it is left for `check_force` to say."""
    return force_from_data(parse_toml(text, name), name)


def force_from_data(data: Mapping[str, Any], name: str) -> Force:
    """The force in a parsed file."""
    return _force(parse_model(ForceFile, data, name))


def force_with_mistakes(
    data: Mapping[str, Any], name: str, points: int | None = None
) -> tuple[Force | None, list[Problem]]:
    """The force in a parsed file as far as it can be read, and what is wrong with the file's own form.

    `points` are those of the event it is for; a file that has none is read as one for them.
    """
    usual = {"name": name} | ({"points": points} if points else {})
    file, problems = half_read(ForceFile, data, name, STAND_INS | usual)
    return (_force(file) if file else None), problems


def is_about_unread(problem: Problem) -> bool:
    """A check's word on a name that could not be read, which was told already."""
    return repr(UNREAD) in problem.what


def _force(file: ForceFile) -> Force:
    army = find_army(file.army)
    return Force(
        name=file.name,
        army=army.name if army else file.army,
        points=file.points,
        initiative=file.initiative,
        strategy=file.initiative if file.strategy is None else file.strategy,
        formations=tuple(_formation(row, army) for row in file.formation),
        setup=file.setup,
    )


def shipped_forces() -> tuple[str, ...]:
    """The names of the forces that come with the game."""
    return shipped_names("forces")


def shipped_force_text(name: str) -> str:
    """The file of a shipped force."""
    return shipped_text("forces", name, "force")


def shipped_force(name: str) -> Force:
    """A force that comes with the game."""
    return read_force(shipped_force_text(name), f"{name}.toml")


def force_summary(force: Force) -> dict[str, Any]:
    """A force as plain data, for JSON and for pages."""
    return {
        "name": force.name,
        "army": force.army,
        "points": force.points,
        "cost": force.cost,
        "initiative": force.initiative,
        "strategy": force.strategy,
        "formations": [_formation_summary(formation) for formation in force.formations],
    }


def _formation(row: FormationRow, army: Army | None) -> ForceFormation:
    entry = army.entry(row.entry) if army else None
    units: tuple[Datasheet, ...] = ()
    if army and entry:
        units = build(row.name, army, entry, row.options, row.weapons).units
        units = _with_commander(units, army) if row.commander else units
    rules = entry.rules if entry else ()
    return ForceFormation(
        name=row.name,
        entry=entry.name if entry else row.entry,
        group=entry.group if entry else "unknown",
        units=units,
        rules=rules,
        cost=formation_cost(units, rules) if row.cost is None else row.cost,
        battle_group=str(row.battle_group).strip(),
        commander=row.commander,
        carried_by=(row.carried_by,) if isinstance(row.carried_by, str) else tuple(row.carried_by),
        options=tuple(row.options),
        weapons=tuple(row.weapons),
        stand_in_cost=row.cost is None,
    )


def _with_commander(units: tuple[Datasheet, ...], army: Army) -> tuple[Datasheet, ...]:
    """2.2.1 The first unit that may be the army's commander gains the special rule."""
    place = next((i for i, unit in enumerate(units) if unit.name in army.commanders), None)
    if place is None:
        return units
    return (*units[:place], units[place].with_rule(SpecialRule("commander")), *units[place + 1 :])


def _formation_summary(formation: ForceFormation) -> dict[str, Any]:
    counts = Counter((unit.name, unit_cost(unit)) for unit in formation.units)
    return {
        "name": formation.name,
        "entry": formation.entry,
        "group": formation.group,
        "battle_group": formation.battle_group,
        "carried_by": list(formation.carried_by),
        "commander": formation.commander,
        "options": list(formation.options),
        "rules": [str(rule) for rule in formation.rules],
        "cost": formation.cost,
        "stand_in_cost": formation.stand_in_cost,
        "size": len(formation.units),
        "units": [{"unit": name, "count": n, "cost_each": each} for (name, each), n in counts.items()],
    }
