"""Alpha Strike as a whole: how a battle is set up, and which rule plays on from where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.battle.battle import Battle, Watcher
from musterhall.battle.decisions import Rule
from musterhall.dice import Dice
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import make_field
from musterhall.games.alpha_strike.field.ground import Ground
from musterhall.games.alpha_strike.force.forces import Force
from musterhall.games.alpha_strike.position.position import (
    CHOICES,
    COMBAT,
    END,
    INITIATIVE,
    MOVEMENT,
    OVER,
    SET_UP,
    START,
    Position,
)
from musterhall.games.alpha_strike.position.scenario import Scenario
from musterhall.games.alpha_strike.turn.phases import combat, end_phase, movement, roll_initiative, start_turn
from musterhall.table import Table

RULES_VERSION = "1"
"""Goes up whenever the same seed and decisions would give another battle."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a battle is fought with."""

    red: Force
    blue: Force
    table: Table
    scenario: Scenario
    edition: Edition


class AlphaStrikeRules:
    """1 The phases of a turn, and before them the round's own procedure."""

    name = "alpha_strike"
    version = RULES_VERSION

    def step(self, battle: Battle[Position]) -> Rule[None]:
        """1, 13.1 Play on to the next point that needs no memory: one unit's move or action, or a phase."""
        phase = battle.position.phase
        if phase == SET_UP:
            yield from battle.position.scenario.set_up(battle)
            battle.position.phase = CHOICES
        elif phase == CHOICES:
            battle.position.phase = START
        elif phase == START:
            yield from start_turn(battle)
        elif phase == INITIATIVE:
            yield from roll_initiative(battle)
        elif phase == MOVEMENT:
            yield from movement(battle)
        elif phase == COMBAT:
            yield from combat(battle)
        elif phase == END:
            yield from end_phase(battle)

    def over(self, position: Position) -> bool:
        return position.phase == OVER


def new_position(setup: Setup) -> Position:
    """The table before anybody is on it."""
    pieces = (*setup.table.pieces, *setup.scenario.pieces(setup.edition))
    ground = Ground.of(pieces, setup.edition)
    return Position.of(make_field(setup.table, ground, (setup.red, setup.blue), setup.edition), setup.scenario)


def new_battle(
    setup: Setup, seed: int, *, recording: bool = True, forking: bool | None = None, watcher: Watcher | None = None
) -> Battle[Position]:
    """A battle before its first decision."""
    keeps = recording if forking is None else forking
    dice = Dice(seed)
    return Battle(AlphaStrikeRules(), new_position(setup), dice, recording=recording, forking=keeps, watcher=watcher)
