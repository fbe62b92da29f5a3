"""Lists that meet each other in every scenario: an ordinary study whose arms are who meets whom, read as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from musterhall.game.game import Game
from musterhall.games import battles_of
from musterhall.lab.findings import Findings
from musterhall.lab.mixing import Mixed, solve
from musterhall.lab.plan import Plan
from musterhall.lab.prices.fitting import Floats
from musterhall.problems import BadInput

EVERY_SCENARIO = "all scenarios"


@dataclass(frozen=True, slots=True)
class Field:
    """Lists that a player may meet: shipped ones of one event."""

    names: tuple[str, ...]
    pack: str
    scenarios: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """How often one list beats another in one setting, with its interval."""

    value: float
    low: float
    high: float

    def told(self) -> str:
        return f"{100 * self.value:.0f} ({100 * self.low:.0f}-{100 * self.high:.0f})"

    def turned(self) -> Chance:
        return Chance(1 - self.value, 1 - self.high, 1 - self.low)


EVEN = Chance(0.5, 0.5, 0.5)


@dataclass(frozen=True, slots=True)
class Table:
    """Chances of rows against columns in one setting, or averaged over scenarios of equal weight."""

    setting: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    chances: tuple[tuple[Chance, ...], ...]

    def values(self, part: str = "value") -> Floats:
        return np.array([[getattr(one, part) for one in row] for row in self.chances])

    def mixed(self) -> Mixed:
        return solve(self.values())

    def between(self) -> tuple[float, float]:
        """What the value of the mix may be, if each chance is anywhere in its interval."""
        return solve(self.values("low")).low, solve(self.values("high")).high


def shipped_field(game: Game, pack: str, scenarios: Sequence[str]) -> Field:
    """The shipped lists for an event, and the scenarios that they are made for; without one, for the usual event."""
    forces, battles = game.forces, battles_of(game)
    packs = {name: forces.in_short(forces.shipped_force(name)).pack for name in forces.shipped()}
    wanted = pack or packs.get(battles.forces[0], "")
    names = tuple(name for name, own in packs.items() if own == wanted)
    if not names:
        known = ", ".join(sorted({one for one in packs.values() if one})) or "none"
        raise BadInput(
            f"pack {pack!r}: no list of {game.words.title} that ships is for it; there are lists for {known}."
        )
    usual = tuple(one.name for one in battles.setups if set(one.forces) <= set(names) and not one.parts)
    return Field(names, wanted, tuple(scenarios) or usual or ("",))


def list_study(
    game: Game, lists: Sequence[str], field: Field, agents: Sequence[str], seeds: int, *, unchecked: bool
) -> dict[str, Any]:
    """The study of some lists against the field; without any, of the field against itself."""
    met = [(one, other) for one in lists for other in field.names] if lists else list(combinations(field.names, 2))
    if not met:
        raise BadInput(f"{field.names[0]}: is alone in its field, so there is nobody to meet; name a list of yours.")
    always: dict[str, Any] = {"agents": list(agents), "scenarios": list(field.scenarios), "unchecked": unchecked}
    if field.pack:
        always["pack"] = field.pack
    return {
        "question": "How often does each list win?",
        "game": game.name,
        "always": always,
        "compared": [{"name": arm_name(*one), "red": one[0], "blue": one[1]} for one in met],
        "stop": {"seeds": seeds, "early": False},
    }


def arm_name(red: str, blue: str) -> str:
    return f"{red[-36:]} against {blue[-36:]}"


def tables(plan: Plan, findings: Findings, lists: Sequence[str], field: Field) -> list[Table]:
    """A table for each setting; with several scenarios also the average of them, for each agent."""
    found = {(one.setting, plan.arms[one.arm]): one.average("win") for one in findings.arms}
    rows = tuple(lists or field.names)

    def chance(setting: int, row: str, column: str) -> Chance:
        if row == column and not lists:
            return EVEN
        one = found.get((setting, arm_name(row, column)))
        if one is not None:
            return Chance(one.value, one.low, one.high)
        other = found[setting, arm_name(column, row)]
        return Chance(other.value, other.low, other.high).turned()

    each = [
        Table(
            setting.told(),
            rows,
            field.names,
            tuple(tuple(chance(at, row, column) for column in field.names) for row in rows),
        )
        for at, setting in enumerate(plan.settings)
    ]
    if len(field.scenarios) < 2:
        return each
    agents = list(dict.fromkeys(setting.agents for setting in plan.settings))
    groups = [(name, [each[at] for at, one in enumerate(plan.settings) if one.agents == name]) for name in agents]
    return [*each, *(_averaged(f"{name}, {EVERY_SCENARIO}", some) for name, some in groups)]


def _averaged(setting: str, some: Sequence[Table]) -> Table:
    parts = [np.mean([one.values(part) for one in some], axis=0) for part in ("value", "low", "high")]
    chances = tuple(
        tuple(Chance(*(float(part[at, place]) for part in parts)) for place in range(len(some[0].columns)))
        for at in range(len(some[0].rows))
    )
    return Table(setting, some[0].rows, some[0].columns, chances)
