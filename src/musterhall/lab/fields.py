"""Lists that meet each other in every scenario: an ordinary study whose arms are who meets whom, read as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations, product
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
LEAST_GAP = 0.0001
LEAST_SHOWN = 0.005
"""The smallest share of a mix that is told."""


@dataclass(frozen=True, slots=True)
class Field:
    """Lists that a player may meet: shipped ones of one event."""

    names: tuple[str, ...]
    pack: str
    scenarios: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who met whom in a study: rows against columns, or the lists of a field each other."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    itself: bool


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
        return _solved(self, "value")

    def between(self) -> tuple[float, float]:
        """What the value of the mix may be, if each chance is anywhere in its interval."""
        return _solved(self, "low").low, _solved(self, "high").high

    def as_data(self) -> dict[str, Any]:
        mixed = self.mixed()
        return asdict(self) | {
            "mix": {
                "rows": dict(zip(self.rows, map(float, mixed.rows), strict=True)),
                "columns": dict(zip(self.columns, map(float, mixed.columns), strict=True)),
                "value": mixed.value,
                "gap": mixed.gap,
                "between": self.between(),
            }
        }


@lru_cache(maxsize=64)
def _solved(table: Table, part: str) -> Mixed:
    """Kept, because the terminal, the page and the data all tell it."""
    return solve(table.values(part))


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


def meetings_of(plan: Plan) -> Meetings | None:
    """Who meets whom, where that is all that a study's arms differ in; None of any other study."""
    met: list[tuple[str, str]] = []
    for arm in plan.study.compared:
        if not (isinstance(arm.red, str) and isinstance(arm.blue, str)) or arm.name != arm_name(arm.red, arm.blue):
            return None
        met.append((arm.red, arm.blue))
    rows, columns = (tuple(dict.fromkeys(pair[at] for pair in met)) for at in (0, 1))
    if met and met == list(product(rows, columns)):
        return Meetings(rows, columns, itself=False)
    every = tuple(dict.fromkeys(name for pair in met for name in pair))
    return Meetings(every, every, itself=True) if met and met == list(combinations(every, 2)) else None


def tables(plan: Plan, findings: Findings, met: Meetings) -> list[Table]:
    """A table for each setting; with several scenarios also the average of them, for each agent.

    A setting in which some have not met yet has none.
    """
    found = {(one.setting, plan.arms[one.arm]): one.average("win") for one in findings.arms}

    def chance(setting: int, row: str, column: str) -> Chance:
        if met.itself and row == column:
            return EVEN
        one = found.get((setting, arm_name(row, column)))
        if one is not None:
            return Chance(one.value, one.low, one.high)
        other = found[setting, arm_name(column, row)]
        return Chance(other.value, other.low, other.high).turned()

    each = {
        at: Table(
            setting.told(),
            met.rows,
            met.columns,
            tuple(tuple(chance(at, row, column) for column in met.columns) for row in met.rows),
        )
        for at, setting in enumerate(plan.settings)
        if all((at, arm) in found for arm in plan.arms)
    }
    whole = len(each) == len(plan.settings)
    if not whole or len({setting.scenario for setting in plan.settings}) < 2:
        return [*each.values()]
    agents = list(dict.fromkeys(setting.agents for setting in plan.settings))
    groups = [(name, [each[at] for at, one in enumerate(plan.settings) if one.agents == name]) for name in agents]
    return [*each.values(), *(_averaged(f"{name}, {EVERY_SCENARIO}", some) for name, some in groups)]


def _averaged(setting: str, some: Sequence[Table]) -> Table:
    parts = [np.mean([one.values(part) for one in some], axis=0) for part in ("value", "low", "high")]
    chances = tuple(
        tuple(Chance(*(float(part[at, place]) for part in parts)) for place in range(len(some[0].columns)))
        for at in range(len(some[0].rows))
    )
    return Table(setting, some[0].rows, some[0].columns, chances)


# In words


def answer_told(table: Table, met: Meetings) -> str:
    """What a table comes to: the mix that nobody beats, or the worst opponent of a single list."""
    mixed = table.mixed()
    if met.itself:
        most = 100 * (1 - mixed.low)
        return f"Nobody wins more than {most:.1f} in 100 against this mix: {_mix_told(table.rows, mixed.rows)}."
    if len(table.rows) == 1:
        worst = min(range(len(table.columns)), key=lambda at: table.chances[0][at].value)
        return f"Its worst opponent is {table.columns[worst]}: {table.chances[0][worst].told()} in 100."
    low, high = table.between()
    sure = f"{100 * mixed.low:.1f} in 100 ({100 * low:.0f} to {100 * high:.0f} by the intervals)"
    return f"Mixed as {_mix_told(table.rows, mixed.rows)}, they win at least {sure}, whatever is brought against them."


def value_told(table: Table) -> str:
    """What the mix is worth, and how near that is to the very best."""
    mixed, (low, high) = table.mixed(), table.between()
    near = f"to within {100 * mixed.gap:.2f}" if mixed.gap >= LEAST_GAP else "to less than 0.01"
    return (
        f"The mix is worth {100 * mixed.value:.1f} wins in 100 ({100 * low:.0f} to {100 * high:.0f} by the intervals), "
        f"worked out {near} (the gap)."
    )


def _mix_told(names: Sequence[str], mix: Floats) -> str:
    shares = sorted(((float(share), name) for name, share in zip(names, mix, strict=True)), reverse=True)
    return ", ".join(f"{name} {100 * share:.0f}" for share, name in shares if share >= LEAST_SHOWN)
