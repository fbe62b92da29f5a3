"""What a scenario is to the rules: a set of moments at which it may have its say, each with a usual answer.

A scenario has no memory of its own: what it counts is an `Objectives` of the position. The moments come in the order of
section 13.1; the six of Herocon and Drafted for War's match are in `scenarios/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import HOME_EDGES, Field
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.geometry import Point
from musterhall.problems import BadInput
from musterhall.table import TerrainPiece

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.position.position import Position


WEAPON, PHYSICAL, INDIRECT = "weapon", "physical", "indirect"
ELECTROMAGNETIC = ("magnetic pulse", "taser", "tsemp")
"""14.5 How an attack was made that shakes data loose."""


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
    at: Point | None = None
    """Where that is on the table."""


class Zone(NamedTuple):
    """A part of the table, from its north-west corner to its south-east one."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Deployment:
    """13.6 How units are placed before play, where they do not walk on."""

    zones: tuple[Zone, Zone]
    """Of each side; a base stands wholly inside."""
    first: int = 0
    """The side that places first: who chose the edge."""
    order: Literal["front_loaded", "one_by_one"] = "front_loaded"
    may_wait: bool = False
    """Whether a unit may stay off the table and walk on in the first turn."""


class Goal(NamedTuple):
    """Somewhere that it is worth a unit's while to go to, whoever decides where it goes."""

    what: str
    """What for, to go on after "goes": to hold the hill. No two goals of a side share it."""
    at: Point
    near: float
    """How near the middle of its base has to come."""
    worth: float
    """In points that may be won there."""
    units: int = 1
    """How many are wanted there."""
    acts: bool = False
    """Whether a unit takes something up there as its action, and so does not do well to arrive at a sprint."""


class Scenario:
    """A battle without objectives: whoever is left has won. Scenarios override what they change."""

    name = "battle"
    title = "Battle"
    section = "13"

    # Before play

    def reads(self, edition: Edition) -> Edition:
        """The edition as this scenario is played: some have a usual reading of their own."""
        return edition

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

    def set_up(self, battle: Battle[Position]) -> Rule[bool]:
        """The next part of a set-up of its own, before anybody is placed; whether there was one."""
        return False
        yield

    def deployment(self, position: Position) -> Deployment | None:
        """13.6 How units are placed; nothing where all walk on in turn 1."""
        edition, table = position.field.edition, position.field.table
        if edition.standard_deployment == "walk_on":
            return None
        deep = float(edition.deployment_zone_depth)
        north, south = Zone(0, 0, table.width, deep), Zone(0, table.depth - deep, table.width, table.depth)
        return Deployment((north, south), may_wait=True)

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

    def left(self, battle: Battle[Position], unit: int, edge: str) -> None:
        """What becomes, at once, of what a unit carries that has just left the table by this edge."""

    def may_leave(self, position: Position, unit: int) -> bool:
        """13.4 Whether a unit may leave by its home edge though nothing forces it."""
        return False

    def has_exits(self) -> bool:
        """13.4 Whether anybody may leave the table here, by whatever right."""
        return True

    def must_withdraw(self, position: Position, unit: int) -> bool:
        """13.4 Whether a crippled unit has to withdraw here."""
        return True

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """Where it is worth a unit's while to go, from what its side may know."""
        return ()

    def prize(self, position: Position, unit: int) -> float:
        """What the loss of a unit would cost its side beside the unit itself, in points, as far as is known."""
        return 0.0

    # Combat

    def actions(self, position: Position, unit: int) -> Sequence[Action]:
        """What a unit may do here instead of attacking."""
        return ()

    def why_not(self, position: Position, unit: int, name: str, target: int) -> str:
        """Why a unit may not do this here, in a sentence; nothing where it may without spending its action."""
        return "The scenario offers it no such action here"

    def act(self, battle: Battle[Position], unit: int, action: Action) -> Rule[None]:
        """Do it."""
        return
        yield

    def targets(self, position: Position, unit: int) -> Sequence[int]:
        """Terrain that a unit may attack, by piece: enemy bunkers."""
        return ()

    def worth_of(self, position: Position, unit: int, piece: int) -> float:
        """What a point of damage by a unit to such a target is worth, in points that may be won."""
        return 0.0

    def attack_terrain(
        self, battle: Battle[Position], unit: int, piece: int, damage: int, *, critical: bool, how: str = WEAPON
    ) -> None:
        """What a hit on such a target does; `how` is WEAPON or PHYSICAL for what comes in a straight line."""

    def damage_halved(self, position: Position, unit: int) -> bool:
        """Whether what a unit carries halves its damage."""
        return False

    def hit(self, battle: Battle[Position], attacker: int, target: int, how: str) -> Rule[None]:
        """What a hit shakes loose at once: salvage at a blow (`how` is PHYSICAL), data at one of ELECTROMAGNETIC."""
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

    def claims(self, battle: Battle[Position], idle: frozenset[int]) -> Rule[None]:
        """E6 Points, hills, trophies; `idle` are the units that count as shut down."""
        return
        yield

    def finished(self, position: Position) -> str:
        """E7 Why the match is over by the scenario's own condition; empty while it is not."""
        return ""

    def on_board(self, position: Position, side: int) -> Sequence[int]:
        """Whom a side has left to play on with; guns off the table are on no board."""
        return [unit for unit in position.in_play(side) if not position.unit(unit).off_board]

    def settle(self, battle: Battle[Position]) -> None:
        """What is rolled for when all is over: who has won where everything is level."""

    # The score

    def winner(self, position: Position) -> int:
        """Who has won when it is over; NOBODY for a draw."""
        left = [bool(self.on_board(position, side)) for side in (0, 1)]
        return NOBODY if left[0] == left[1] else int(left[1])

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        """What lies on the table, for a drawing: a shape each, with its place, its owner and what it is called."""
        return ()

    def unit_state(self, position: Position, unit: int) -> str:
        """What became of a unit, in the score card's words."""
        condition = position.conditions[unit]
        if condition.place in ("destroyed", "withdrawn"):
            return condition.place
        return "crippled" if condition.crippled else "standing"

    def standing(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        """What each side would score if it ended now."""
        return {}, {}

    def tie_rolls(self, position: Position) -> Sequence[list[int]]:
        """The rolls that broke a tie, each with both sides' faces."""
        return ()

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the score card asks for of each side beside its units, by the card's own names."""
        return {}, {}
