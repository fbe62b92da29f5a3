"""Alpha Strike as a whole: how a battle is set up, and which rule plays on from where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.battle.battle import Battle, Watcher
from musterhall.battle.decisions import Rule
from musterhall.dice import Dice
from musterhall.games.alpha_strike.command.offers import give
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import make_field
from musterhall.games.alpha_strike.field.ground import Ground
from musterhall.games.alpha_strike.field.unit import NOBODY
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
from musterhall.games.alpha_strike.turn.choices import choose_before_play
from musterhall.games.alpha_strike.turn.initiative import initiative_phase
from musterhall.games.alpha_strike.turn.phases import combat, end_phase, movement, start_turn
from musterhall.games.alpha_strike.turn.round import before_play, choices
from musterhall.games.alpha_strike.turn.time import call_time, cut_short, ends_at_once
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
    time_due: tuple[int, str] | None = None
    """13.5 The turn and the phase in which time is called, where a clock is to be tried."""
    attacker: int = NOBODY
    region: str = ""


class AlphaStrikeRules:
    """1 The phases of a turn, and before them the round's own procedure."""

    name = "alpha_strike"
    version = RULES_VERSION

    def step(self, battle: Battle[Position]) -> Rule[None]:
        """1, 13.1 Play on to the next point that needs no memory: one unit's move or action, or a phase."""
        call_time(battle)
        phase = battle.position.phase
        if phase == SET_UP:
            yield from before_play(battle)
        elif phase == CHOICES:
            if not (yield from choices(battle)):
                yield from choose_before_play(battle)
        elif phase == START:
            yield from start_turn(battle)
        elif phase == INITIATIVE:
            yield from initiative_phase(battle)
        elif phase == MOVEMENT:
            yield from movement(battle)
        elif phase == COMBAT:
            yield from combat(battle)
        elif phase == END:
            yield from end_phase(battle)
        cut_short(battle.position, phase)
        ends_at_once(battle)

    def over(self, position: Position) -> bool:
        return position.phase == OVER


def new_position(setup: Setup) -> Position:
    """The table before anybody is on it."""
    edition = setup.scenario.reads(setup.edition)
    ground = Ground.of((*setup.table.pieces, *setup.scenario.pieces(edition)), edition)
    forces = (setup.red, setup.blue)
    field = make_field(setup.table, ground, forces, edition, setup.attacker, setup.region)
    position = Position.of(field, setup.scenario)
    position.time_due = setup.time_due
    give(position)
    return position


def new_battle(
    setup: Setup, seed: int, *, recording: bool = True, forking: bool | None = None, watcher: Watcher | None = None
) -> Battle[Position]:
    """A battle before its first decision."""
    keeps = recording if forking is None else forking
    dice = Dice(seed)
    return Battle(AlphaStrikeRules(), new_position(setup), dice, recording=recording, forking=keeps, watcher=watcher)
