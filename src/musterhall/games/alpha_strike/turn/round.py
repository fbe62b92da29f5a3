"""The round before play: edges, deployment, initiative, and command units written down in secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule
from musterhall.games.alpha_strike.command.laying_out import lay_out
from musterhall.games.alpha_strike.position.position import CHOICES, Position, known_commanders, may_command
from musterhall.games.alpha_strike.transport.boarding import board
from musterhall.games.alpha_strike.turn.choices import choose_after_set_up, declare_initiative
from musterhall.games.alpha_strike.turn.deployment import place_next
from musterhall.games.alpha_strike.turn.initiative import roll_initiative

SECTION = "13.1"
COMMAND_SECTION = "13.3"
PAPERS = 2
"""13.3 How many command units each side writes down."""


class CommandUnits(Decision):
    """13.3 The units that a player writes down as command units, by number, one on each paper."""

    __slots__ = ("fit", "led", "number", "view")
    kind = "command units"
    section = COMMAND_SECTION
    secret = True

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view
        self.fit = fit_to_command(view, side)
        self.led = [unit for unit in known_commanders(view.field, side) if unit in self.fit]
        self.number = min(PAPERS, len(self.fit))

    def question(self) -> str:
        return f"Which {self.number} of your units are command units?"

    def about(self) -> dict[str, Any]:
        return {"units": list(self.fit), "commanders": self.led}

    def schema(self) -> None:
        return None

    def options(self) -> Iterator[Answer]:
        for chosen in combinations(self.fit, self.number):
            if self._leads(chosen):
                yield list(chosen)

    def check(self, answer: Answer) -> tuple[int, ...]:
        if not isinstance(answer, list | tuple) or any(type(one) is not int for one in answer):
            raise Illegal("Command units are a list of units", COMMAND_SECTION)
        if len(set(answer)) != self.number or len(answer) != self.number:
            raise Illegal(f"Write down {self.number} different units", COMMAND_SECTION)
        if any(one not in self.fit for one in answer):
            raise Illegal("No aerospace unit, battle armor or infantry can be a command unit", COMMAND_SECTION)
        if not self._leads(answer):
            names = " and ".join(self.view.unit(unit).name for unit in self.led)
            raise Illegal(f"Commanders of command formations come first: {names}", COMMAND_SECTION)
        return tuple(sorted(answer))

    def in_words(self, answer: Answer) -> str:
        return " and ".join(self.view.unit(unit).name for unit in answer)

    def _leads(self, chosen: Sequence[int]) -> bool:
        return sum(unit in chosen for unit in self.led) >= min(len(self.led), self.number)


def fit_to_command(position: Position, side: int) -> list[int]:
    """13.3 The units of a side that may be written down."""
    return [unit for unit in position.field.of_side[side] if may_command(position.unit(unit))]


def before_play(battle: Battle[Position]) -> Rule[None]:
    """13.1 The next step of a round before its first turn: the scenario's own set-up, deployment, then the choices."""
    position = battle.position
    first = position.field.edition.command_units_when == "before_deployment"
    if first and lacks_papers(position):
        yield from write_papers(battle)
        return
    if (yield from lay_out(battle)):
        return
    if (yield from board(battle)) or (yield from position.scenario.set_up(battle)):
        return
    deployment = position.scenario.deployment(position)
    if deployment is not None and (yield from place_next(battle, deployment)):
        return
    if (yield from choose_after_set_up(battle)) or (yield from declare_initiative(battle)):
        return
    yield from roll_initiative(battle)
    position.phase = CHOICES


def choices(battle: Battle[Position]) -> Rule[bool]:
    """13.1 The next choice before the first turn; whether there was one."""
    if lacks_papers(battle.position):
        yield from write_papers(battle)
        return True
    return False


def lacks_papers(position: Position) -> bool:
    """13.3 Whether command units are still to be written down."""
    if not position.scenario.has_command_units(position):
        return False
    return any(not position.sides[side].papers and fit_to_command(position, side) for side in (0, 1))


def write_papers(battle: Battle[Position]) -> Rule[None]:
    """13.3 Both sides write their command units down at once and in secret."""
    position = battle.position
    asked = [CommandUnits(position.seen_by(side), side) for side in (0, 1) if fit_to_command(position, side)]
    answers = yield tuple(asked)
    for decision, chosen in zip(asked, answers, strict=True):
        state = position.sides[decision.player]
        papers = replace(state, command_units=frozenset(chosen), papers=len(chosen))
        position.set_side(decision.player, papers)
    battle.tell("command units", "The command units are written down", COMMAND_SECTION)
