"""What the six scenarios of an event share: scans for command units, points, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import DESTROYED
from musterhall.games.alpha_strike.position.position import Position, may_command
from musterhall.games.alpha_strike.position.scenario import Action, Scenario
from musterhall.games.alpha_strike.scenarios.layouts import layout
from musterhall.games.alpha_strike.scenarios.points import (
    MOST_POINTS,
    destruction_points,
    leader,
    victory_points,
)
from musterhall.games.alpha_strike.scenarios.scanning import open_probe, probe_reach
from musterhall.geometry import SLACK
from musterhall.problems import BadInput
from musterhall.spelling import names_like

SCAN = "command scan"
COMMAND_SECTION = "13.3"


class Match(Scenario):
    """13 One of the scenarios of an event."""

    # Command units

    def actions(self, position: Position, unit: int) -> Sequence[Action]:
        return [*self._scans(position, unit), *self.own_actions(position, unit)]

    def own_actions(self, position: Position, unit: int) -> Sequence[Action]:
        """What this scenario alone lets a unit do instead of attacking."""
        return ()

    def why_not(self, position: Position, unit: int, name: str, target: int) -> str:
        if name == SCAN and self.has_command_units(position):
            return why_no_scan(position, unit, target)
        return super().why_not(position, unit, name, target)

    def act(self, battle: Battle[Position], unit: int, action: Action) -> Rule[None]:
        if action.name == SCAN:
            scan_for_command(battle, unit, action.target)
        else:
            yield from self.own_act(battle, unit, action)

    def own_act(self, battle: Battle[Position], unit: int, action: Action) -> Rule[None]:
        """Do what this scenario alone offers."""
        return
        yield

    def _scans(self, position: Position, unit: int) -> Sequence[Action]:
        if not self.has_command_units(position) or not probe_reach(position, unit):
            return ()
        return [
            Action(SCAN, f"scans {position.unit(enemy).name} for a command unit", enemy, position.at(enemy))
            for enemy in position.on_table(1 - position.unit(unit).side)
            if not why_no_scan(position, unit, enemy)
        ]

    def after_damage(self, battle: Battle[Position], lost: Sequence[int], crippled: Sequence[int]) -> Rule[None]:
        """13.3 E2 A command unit that is lost or crippled is shown; of others it is known that they are none."""
        if self.has_command_units(battle.position):
            for unit in (*lost, *crippled):
                learn(battle, unit)
        return
        yield

    # The score

    def objective_points(self, position: Position) -> tuple[int, int]:
        """13.1 Objective Points of each side."""
        worth: Mapping[str, int] = layout(self.name)["points"]
        red, blue = (
            sum(worth[name] * (value if isinstance(value, int) else sum(value)) for name, value in figures.items())
            for figures in self.objective_figures(position)
        )
        return min(red, MOST_POINTS), min(blue, MOST_POINTS)

    def standing(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        objective = self.objective_points(position)
        victory = victory_points(objective)
        red, blue = (
            {
                "objective": objective[side],
                "victory": victory[side],
                "destruction": destruction_points(position, side),
                "total": objective[side] + victory[side] + destruction_points(position, side),
            }
            for side in (0, 1)
        )
        return red, blue

    def winner(self, position: Position) -> int:
        return leader(self.objective_points(position))


# Command units


def why_no_scan(position: Position, unit: int, target: int) -> str:
    """13.3 Why a unit may not scan another to see whether it is a command unit; empty where it may.

    It needs neither sight nor a roll: only the distance counts, and hostile ECM that can stop the probe.
    """
    side = position.unit(unit).side
    name = position.unit(unit).name
    if not probe_reach(position, unit):
        return f"{name} has no active probe"
    if target not in position.on_table(1 - side):
        return "A scan is made of an enemy on the table"
    other, known = position.unit(target), position.sides[1 - side]
    if not may_command(other) or target in known.shown or target in known.cleared:
        return f"It is known already whether {other.name} is a command unit"
    inches = position.gap(unit, target)
    if inches > probe_reach(position, unit) + SLACK:
        return f"{other.name} is {inches:.1f} inches away, beyond the probe's {probe_reach(position, unit):g}"
    if not open_probe(position, unit, position.at(target), inches):
        return f"Hostile ECM stops the probe of {name}"
    return ""


def scan_for_command(battle: Battle[Position], unit: int, target: int) -> None:
    """13.3 Scan a unit; its owner says truly whether it is a command unit."""
    position = battle.position
    battle.tell(
        "scan",
        f"{position.unit(unit).name} scans {position.unit(target).name}",
        COMMAND_SECTION,
        unit=unit,
        target=target,
    )
    learn(battle, target)


def learn(battle: Battle[Position], unit: int) -> bool:
    """13.3 Everybody learns whether a unit is a command unit; whether it is."""
    position = battle.position
    one = position.unit(unit)
    state = position.sides[one.side]
    commands = unit in state.command_units
    if unit in state.shown | state.cleared or not may_command(one):
        return commands
    if commands:
        position.set_side(one.side, replace(state, shown=state.shown | {unit}))
        battle.tell("command unit", f"{one.name} is a command unit", COMMAND_SECTION, unit=unit, commands=True)
    else:
        position.set_side(one.side, replace(state, cleared=state.cleared | {unit}))
        battle.tell("command unit", f"{one.name} is no command unit", COMMAND_SECTION, unit=unit, commands=False)
    return commands


def destroy(battle: Battle[Position], unit: int, why: str) -> None:
    """A unit is lost by something else than damage, with everybody aboard."""
    position = battle.position
    for one in (unit, *position.aboard(unit)):
        condition = position.conditions[one]
        condition.structure, condition.place, condition.marks = 0, DESTROYED, ()
        battle.tell("destroyed", f"{position.unit(one).name} is destroyed: {why}", "5", unit=one)


# Reading what a file says


def number_of(numbers: Mapping[str, int], said: Any, place: str) -> int:
    """A unit by its name, or NOBODY for an empty one."""
    if said in ("", None):
        return NOBODY
    if said in numbers:
        return numbers[said]
    near = names_like(str(said), numbers, 1)
    remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(numbers)}."
    raise BadInput(f"{place}: there is no unit {said!r:.60}; {remedy}")
