"""What a scenario is to the rules: a set of moments at which it may have its say, each with a usual answer.

A scenario has no memory of its own: what it counts is an `Objectives` of the position. The moments come in the order of
section 13.1; the six of Herocon and Drafted for War's match are in `scenarios/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import HOME_EDGES, Field
from musterhall.problems import BadInput
from musterhall.table import TerrainPiece

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.position.position import Position


@dataclass(frozen=True, slots=True)
class Objectives:
    """What a scenario keeps count of; each has its own. Replaced, never changed."""

    def as_data(self) -> Any:
        """Everything, as plain data."""
        return []

    def seen_by(self, player: int) -> Self:
        """What that player may know of it."""
        return self


@dataclass(frozen=True, slots=True)
class Action:
    """13.1 Something that a unit may do in the Combat Phase instead of attacking, as the scenario offers it."""

    name: str
    text: str
    target: int = -1
    """What it is done to, by the scenario's own number."""


class Scenario:
    """A battle without objectives: whoever is left has won. Scenarios override what they change."""

    name = "battle"
    title = "Battle"
    section = "13"

    # Before play

    def pieces(self, edition: Edition) -> Sequence[TerrainPiece]:
        """The scenario's own terrain: bunkers, a station, a wreck."""
        return ()

    def objectives(self, field: Field) -> Objectives:
        """What it counts, as the battle begins."""
        return Objectives()

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        """The same as a file says it; `numbers` are the units by name."""
        raise BadInput(f"{name}: objectives: the scenario {self.name!r} keeps count of nothing; take them out.")

    def set_up(self, battle: Battle[Position]) -> Rule[None]:
        """Deployment of its own, after the edges are known; by the usual one everybody walks on in turn 1."""
        return
        yield

    def entry_edges(self, position: Position, unit: int) -> Sequence[tuple[str, float, float]]:
        """Where a unit walks on: edges with the part of each, from and to, that is open to its side."""
        return ((HOME_EDGES[position.unit(unit).side], 0.0, position.field.table.width),)

    def has_command_units(self, position: Position) -> bool:
        return position.field.edition.command_units_in == "every_scenario"

    # Moving

    def modes_barred(self, position: Position, unit: int) -> Sequence[str]:
        """Ways to move that what a unit carries does not allow."""
        return ()

    def before_move(self, battle: Battle[Position], unit: int) -> Rule[None]:
        """What may be done before a unit moves: dropping what it carries."""
        return
        yield

    def after_move(self, battle: Battle[Position], unit: int) -> Rule[None]:
        """What its move has led to: leaving the table with something."""
        return
        yield

    def must_withdraw(self, position: Position, unit: int) -> bool:
        """13.4 Whether a crippled unit has to withdraw here."""
        return True

    # Combat

    def actions(self, position: Position, unit: int) -> Sequence[Action]:
        """What a unit may do here instead of attacking."""
        return ()

    def act(self, battle: Battle[Position], unit: int, action: Action) -> Rule[None]:
        """Do it."""
        return
        yield

    def targets(self, position: Position, unit: int) -> Sequence[int]:
        """Terrain that a unit may attack, by piece: enemy bunkers."""
        return ()

    def attack_terrain(self, battle: Battle[Position], unit: int, piece: int, damage: int, *, critical: bool) -> None:
        """What a hit on such a target does."""

    def damage_halved(self, position: Position, unit: int) -> bool:
        """Whether what a unit carries halves its damage."""
        return False

    def hit(self, battle: Battle[Position], attacker: int, target: int, how: str) -> Rule[None]:
        """What a hit shakes loose at once: salvage at a blow, data at a magnetic pulse."""
        return
        yield

    def end_of_combat(self, battle: Battle[Position]) -> Rule[None]:
        """What is settled when all have acted: who has a contested token."""
        return
        yield

    # The End Phase, in the order of section 13.1

    def before_damage(self, battle: Battle[Position]) -> Rule[None]:
        """E1 Salvage into yards."""
        return
        yield

    def after_damage(self, battle: Battle[Position], lost: Sequence[int], crippled: Sequence[int]) -> Rule[None]:
        """E2 What follows from units that were lost or crippled just now."""
        return
        yield

    def downloads(self, battle: Battle[Position]) -> Rule[None]:
        """E3 Downloads, then uploads."""
        return
        yield

    def infiltration(self, battle: Battle[Position]) -> Rule[None]:
        """E5 Who comes out of a bunker, and who goes in."""
        return
        yield

    def claims(self, battle: Battle[Position]) -> Rule[None]:
        """E6 Points, hills, trophies."""
        return
        yield

    def finished(self, position: Position) -> str:
        """E7 Why the match is over by the scenario's own condition; empty while it is not."""
        return ""

    # The score

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the score card asks for of each side beside its units, by the card's own names."""
        return {}, {}
