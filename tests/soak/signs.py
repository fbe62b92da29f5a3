"""Which sections of chapters 3 and 4 occur in a battle: those that its log names, and those that a line gives away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from musterhall.battle.battle import LogLine
from musterhall.games.the_game.army.datasheets import GEV, SUBMARINE
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.readings.coverage import the_game_sections
from musterhall.games.the_game.sea.targets import ATTACK_SUBMARINE

CHAPTERS = ("3.", "4.")


def sections_in_force() -> dict[str, str]:
    """The sections of both chapters that are rules by now, with their titles."""
    return {
        one.number: one.title for one in the_game_sections() if one.number.startswith(CHAPTERS) and one.status == "rule"
    }


Sign = Callable[[LogLine, Position], bool]


def _who(line: LogLine, position: Position) -> Formation | None:
    index = line.data.get("formation")
    return position.formations[index] if isinstance(index, int) else None


def _flew(line: LogLine, position: Position, most: int) -> bool:
    who = _who(line, position)
    return line.kind == "flight" and who is not None and who.size >= most


def _turned(line: LogLine, position: Position) -> bool:
    flight = position.air.flights.get(line.data.get("formation", -1))
    return line.kind == "flight" and flight is not None and len(flight.path) > 2


def _fired_from_above(line: LogLine, position: Position) -> bool:
    who = _who(line, position)
    return line.kind in ("fire", "barrage") and who is not None and who.flies


def _sailed(line: LogLine, position: Position, kind: str, least: int = 1) -> bool:
    """Did vessels do what a line of this kind tells?"""
    who = _who(line, position)
    afloat = [] if who is None else [unit for unit in who.units if position.field.vessel[unit]]
    return line.kind == kind and len(afloat) >= least


def _met_a_die(line: LogLine, position: Position, fits: Callable[[int], bool]) -> bool:
    dice = (die for die in line.data.get("dice", ()) if isinstance(die, dict))
    return any(fits(die["unit"]) for die in dice)


def _type(position: Position, unit: int) -> str:
    return position.unit(unit).sheet.type


SIGNS: dict[str, Sign] = {
    "3.1": _turned,
    "3.4.1": lambda line, position: _flew(line, position, 2),
    "3.4.3": lambda line, position: line.kind == "drop",
    "3.5": _fired_from_above,
    "4.2": lambda line, position: _sailed(line, position, "test"),
    "4.3": lambda line, position: _sailed(line, position, "move"),
    "4.3.1": lambda line, position: _sailed(line, position, "move", 2),
    "4.4": lambda line, position: _met_a_die(line, position, lambda unit: bool(position.field.vessel[unit])),
    "4.5": lambda line, position: (
        (who := _who(line, position)) is not None
        and line.kind == "move"
        and any(_type(position, unit) == GEV for unit in who.units)
    ),
    "4.6": lambda line, position: _met_a_die(line, position, lambda unit: _type(position, unit) == SUBMARINE),
    "4.6.1": lambda line, position: _met_a_die(
        line, position, lambda unit: any(rule.name == ATTACK_SUBMARINE for rule in position.unit(unit).sheet.rules)
    ),
}
"""What in a line of the log shows a section that no line names."""


class Sections:
    """Counts, as a battle's watcher, how often each section of both chapters occurs."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def __call__(self, line: LogLine, position: Position) -> None:
        if line.section.startswith(CHAPTERS):
            self.seen[line.section] += 1
        for number, sign in SIGNS.items():
            if number != line.section and sign(line, position):
                self.seen[number] += 1
