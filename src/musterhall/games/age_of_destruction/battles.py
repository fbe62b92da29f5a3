"""Age of Destruction as a whole: how a battle is set up, and which rule plays on from where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from musterhall.battle.battle import Battle, Watcher
from musterhall.battle.decisions import Rule
from musterhall.dice import Dice
from musterhall.games.age_of_destruction import equipment as equipment
from musterhall.games.age_of_destruction import factions as factions
from musterhall.games.age_of_destruction.cards.cards import NO_CARD
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.field import make_field
from musterhall.games.age_of_destruction.figures import figure
from musterhall.games.age_of_destruction.forces import Force
from musterhall.games.age_of_destruction.position.position import (
    CARDS,
    CLEAN_UP,
    COMMAND,
    ORDER,
    OVER,
    SET_UP,
    START,
    TERRAIN,
    Position,
)
from musterhall.games.age_of_destruction.readings import Chosen, answer
from musterhall.games.age_of_destruction.set_up.cards import play_cards
from musterhall.games.age_of_destruction.set_up.deployment import deploy
from musterhall.games.age_of_destruction.set_up.rolling import roll_for_first
from musterhall.games.age_of_destruction.set_up.terrain import place_terrain
from musterhall.games.age_of_destruction.turn.stages import clean_up, command_stage, orders, start_turn
from musterhall.games.age_of_destruction.units.sheets import Sheets
from musterhall.table import Table, TerrainPiece

RULES_VERSION = "1"
"""Goes up whenever the same seed and decisions would give another battle."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a battle is fought with. Cards are played where a force has some."""

    red: Force
    blue: Force
    table: Table
    sheets: Sheets
    edition: Edition
    terrain: tuple[TerrainPiece, ...] = ()
    """Pieces that the players place in turn before they deploy."""
    readings: Chosen = field(default_factory=dict)
    """How an event reads what the sheet leaves open: here, whether a player may play no card."""


class AgeOfDestructionRules:
    """The turn of a player: command, order and clean-up stage; before the first, deployment."""

    name = "age_of_destruction"
    version = RULES_VERSION

    def step(self, battle: Battle[Position]) -> Rule[None]:
        """Play on to the next point that needs no memory: one order, one unit placed, or a stage."""
        stage = battle.position.stage
        if stage == START:
            yield from start_turn(battle)
        elif stage == COMMAND:
            yield from command_stage(battle)
        elif stage == ORDER:
            yield from orders(battle)
        elif stage == CLEAN_UP:
            yield from clean_up(battle)
        elif stage == SET_UP:
            yield from roll_for_first(battle)
        elif stage == TERRAIN:
            yield from place_terrain(battle)
        elif stage == CARDS:
            yield from play_cards(battle)
        else:
            yield from deploy(battle)

    def over(self, position: Position) -> bool:
        return position.stage == OVER


def bare_table(edition: Edition) -> Table:
    """A table of the usual size, on which the players place what terrain they brought."""
    return Table("bare", edition.table_side, edition.table_side, (), "inches")


def new_position(setup: Setup) -> Position:
    """The table before anybody is on it."""
    sheets, forces = (setup.sheets, setup.sheets), (setup.red, setup.blue)
    total = figure("build_total")
    position = Position.of(make_field(setup.table, forces, sheets, setup.edition, total))
    position.terrain, position.with_cards = setup.terrain, any(force.cards for force in forces)
    may_pass = (NO_CARD,) if position.with_cards and answer("no_card", setup.readings) else ()
    for side, force in enumerate(forces):
        position.set_side(side, replace(position.sides[side], hand=(*force.cards, *may_pass)))
    return position


def new_battle(
    setup: Setup, seed: int, *, recording: bool = True, forking: bool | None = None, watcher: Watcher | None = None
) -> Battle[Position]:
    """A battle before its first decision."""
    keeps = recording if forking is None else forking
    return Battle(
        AgeOfDestructionRules(), new_position(setup), Dice(seed), recording=recording, forking=keeps, watcher=watcher
    )
