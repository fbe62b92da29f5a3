"""A table of THE GAME at one moment: everything needed to go on from there."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np

from musterhall.dice import Dice
from musterhall.games.the_game.army.datasheets import SpecialRule
from musterhall.games.the_game.field.field import Field, Unit
from musterhall.games.the_game.position.air_state import NO_AIR, AirState
from musterhall.games.the_game.position.orders import Orders, hidden
from musterhall.geometry import Flags, Floats, Ints, Point
from musterhall.measuring import distances
from musterhall.tally import and_list

SQUARE = 30.0
"""6.1.1 The side of a square of the grid."""


NOBODY = -1


COVERED_BY_VEHICLE = 2
"""1.6.2 How many infantry units one armoured vehicle covers at most."""


SET_UP, PRE_BATTLE, START, COMMAND, ACTION, END, OVER = (
    "set-up",
    "pre-battle",
    "start",
    "command",
    "action",
    "end",
    "over",
)


@dataclass(slots=True, eq=False)
class Formation:
    """1.1.2, 1.1.4 Units that act together, and the tokens they bear together.

    `units` holds those that are left, aboard transports or not.
    """

    index: int
    side: int
    name: str
    units: list[int]
    original: int
    rules: tuple[SpecialRule, ...] = ()
    cost: int = 0
    battle_group: str = ""
    suppression: int = 0
    broken: bool = False
    acted: bool = False
    prepared: bool = False
    """On Prepared Fire, waiting for the enemy."""
    on_table: bool = True
    flies: bool = False
    """3.1 Planes and transport helicopters: off the table but for their own action."""
    home: bool = False
    """3.4.3 A flyer that has dropped its troops and does not come back."""
    ids: Ints | None = None
    """`units` as an array, made when it is needed; units only ever leave."""

    @property
    def size(self) -> int:
        return len(self.units)

    @property
    def alive(self) -> bool:
        return bool(self.units)

    @property
    def can_act(self) -> bool:
        there = self.on_table or (self.flies and not self.home)
        return there and not self.acted and not self.broken and bool(self.units)

    @property
    def in_play(self) -> bool:
        """On the table or bound for it; a flyer is, until it has flown home."""
        return self.on_table or (self.flies and not self.home)

    @property
    def airborne(self) -> bool:
        """3.1, 3.2 Aircraft that are flying or off the table; a helicopter that has landed is on it."""
        return self.flies and not self.on_table

    def copy(self) -> Formation:
        return Formation(
            self.index,
            self.side,
            self.name,
            self.units.copy(),
            self.original,
            self.rules,
            self.cost,
            self.battle_group,
            self.suppression,
            self.broken,
            self.acted,
            self.prepared,
            self.on_table,
            self.flies,
            self.home,
            self.ids,
        )

    def rule(self, name: str) -> SpecialRule | None:
        for rule in self.rules:
            if rule.name == name:
                return rule
        return None

    def state(self) -> tuple[int, ...]:
        """What can change in a battle."""
        flags = (self.suppression, self.broken, self.acted, self.prepared, self.on_table)
        return (*flags, len(self.units), *self.units, *((self.home,) if self.flies else ()))


def names_of(formations: Iterable[Formation]) -> str:
    return and_list([formation.name for formation in formations])


def group_key(side: int, group: str) -> str:
    """The name under which a side's battle group is kept; both sides may have a Left."""
    return f"{side}:{group}"


@dataclass(frozen=True, slots=True)
class Objective:
    """6.1.3 A place to hold. `side` is the player who put it down; `half` the side whose half it lies in."""

    x: float
    y: float
    side: int
    kind: str
    half: int


@dataclass(frozen=True, slots=True)
class Plan:
    """6.1.2 One battle group's arrow on the map: squares (column, depth) from the own edge to the target.

    `place` is where in the target square it will stand, if the players agreed to mark that.
    """

    path: tuple[tuple[int, int], ...]
    place: Point | None = None


class Scenario(NamedTuple):
    """6.1 Where the Meeting Engagement stands: maps, objectives, contact, and how it ended.

    It changes seldom, so it is replaced instead of changed, and copies of a position share it.
    """

    name: str = "battle"
    groups: tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]] = ({}, {})
    """Per side, the battle groups and their formations."""
    plans: tuple[dict[str, Plan], dict[str, Plan]] = ({}, {})
    marched: Mapping[str, float] = {}
    """How far along its arrow each battle group has come."""
    arrived: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    """Battle groups that have had their move in this pre-battle turn."""
    entered: Mapping[str, int] = {}
    """The pre-battle turn on which each battle group came on."""
    entries: Mapping[str, float] = {}
    """6.1.4 Where along its own edge a late battle group comes on."""
    objectives: tuple[Objective, ...] = ()
    contact_by: int = NOBODY
    """The side that won the initiative of turn 1 by being met."""
    met: tuple[tuple[int, int], ...] = ()
    """6.1.4 The formations that have met before the battle: who marched, and whom it came upon."""
    turns_marched: int = 0
    """How many pre-battle turns there were."""
    revealed: bool = False
    last_turn: int = 6
    winner: int | None = None
    """0 or 1, or NOBODY for a draw; None while the battle goes on."""
    ended_by: str = ""

    def seen_by(self, player: int) -> Scenario:
        """6.1.2 Maps stay secret until the first turn's start phase is over, but for what was marched of them."""
        if self.revealed:
            return self
        own = {key: value for key, value in self.entries.items() if key.startswith(f"{player}:")}
        watched = {
            group: Plan(plan.path[: self.seen_of_arrow(1 - player, group)])
            for group, plan in self.plans[1 - player].items()
            if group_key(1 - player, group) in self.marched
        }
        plans = (self.plans[0], watched) if player == 0 else (watched, self.plans[1])
        return self._replace(plans=plans, entries=own)

    def seen_of_arrow(self, side: int, group: str) -> int:
        """6.1.4 How many squares of a group's arrow everybody knows: those it went through, and the one it goes to."""
        path, marched = self.plans[side][group].path, self.marched[group_key(side, group)]
        length = SQUARE / 2
        for known, (a, b) in enumerate(pairwise(path), start=1):
            if marched <= length + 1e-6:
                return known
            length += SQUARE * math.hypot(a[0] - b[0], a[1] - b[1])
        return len(path)


SeenScenario = tuple[Scenario, Scenario] | None


@dataclass(slots=True, eq=False)
class Position:
    """The moving half of a battle: unit data as arrays by unit index, formations as objects."""

    field: Field
    formations: list[Formation]
    orders: list[Orders]
    x: Floats
    y: Floats
    facing: Floats
    on: Flags
    """Standing on the table: alive, arrived, not aboard anything."""
    aboard: Ints
    """The transport a unit is in, or NOBODY."""
    hits: Ints
    """2.2.2 Kills survived so far by a unit with Damage."""
    moved: Flags
    """Moved in the action that is going on."""
    hides_behind: Ints
    """1.6.2 The armoured vehicle its owner has said a unit hides behind, or NOBODY."""
    covers: Ints
    """1.6.2 How many units hide behind each vehicle where its owner has named them: two, or fewer if he wants fewer."""
    scenario: Scenario
    turn: int = 1
    phase: str = ACTION
    side: int = NOBODY
    """Who is to act."""
    keeping: bool = False
    """The action that is going on was taken by keeping the initiative."""
    winner: int = NOBODY
    """Who won this turn's initiative."""
    loser: int = NOBODY
    """Who lost the last initiative roll."""
    rerolled: tuple[bool, bool] = (False, False)
    """2.2.1 The commander's reroll of this turn is spent."""
    acting: int = NOBODY
    """The formation whose action is going on."""
    revealed: str = ""
    """1.5 The command that was turned face up for it."""
    viewer: int = NOBODY
    """Whose view of the table this is; NOBODY for the table as it is."""
    hidden_orders: tuple[list[Orders], list[Orders]] | None = None
    """The command stacks as each player sees them, once somebody has looked."""
    scenarios_seen: tuple[SeenScenario, SeenScenario] = (None, None)
    """For Red and Blue, the scenario when they last looked and what they may know of it."""
    scenario_text: tuple[Scenario | None, bytes] = (None, b"")
    """The scenario as `fingerprint` last wrote it out; it seldom changes."""
    air: AirState = NO_AIR

    @classmethod
    def of(cls, field: Field, formations: list[Formation], scenario: Scenario | None = None) -> Position:
        count = len(field.units)
        return cls(
            field,
            formations,
            [Orders() for _ in formations],
            np.zeros(count),
            np.zeros(count),
            np.zeros(count),
            np.zeros(count, dtype=np.bool_),
            np.full(count, NOBODY, dtype=np.int64),
            np.zeros(count, dtype=np.int64),
            np.zeros(count, dtype=np.bool_),
            np.full(count, NOBODY, dtype=np.int64),
            np.full(count, COVERED_BY_VEHICLE, dtype=np.int64),
            scenario or Scenario(),
        )

    # Reading

    def unit(self, index: int) -> Unit:
        return self.field.units[index]

    def at(self, unit: int) -> Point:
        return (float(self.x[unit]), float(self.y[unit]))

    def formation_of(self, unit: int) -> Formation:
        return self.formations[self.field.units[unit].formation]

    def units_of(self, formation: Formation) -> Ints:
        """The units that the formation has left, on the table or not."""
        units = formation.ids
        if units is None or len(units) != len(formation.units):
            units = formation.ids = np.array(formation.units, dtype=np.int64)
        return units

    def standing(self, formation: Formation) -> Ints:
        """The formation's units that stand on the table."""
        units = self.units_of(formation)
        return units[self.on[units]]

    def standing_together(self, formations: Sequence[int]) -> Ints:
        """The units of these formations, by number, that stand on the table."""
        if len(formations) == 1:
            return self.standing(self.formations[formations[0]])
        return np.concatenate([self.standing(self.formations[index]) for index in formations])

    def stands(self, formation: Formation) -> bool:
        """Has the formation anybody on the table?"""
        return any(self.on[unit] for unit in formation.units)

    def rides(self, formation: Formation) -> bool:
        """3.4.3, 2.3.3 Is anybody of the formation aboard an aircraft, or on the way down?"""
        carriers = (int(self.aboard[unit]) for unit in formation.units)
        aboard = any(one != NOBODY and self.unit(one).formation != formation.index for one in carriers)
        return aboard or any(drop.formation == formation.index for drop in self.air.drops)

    def standing_side(self, side: int) -> Ints:
        """The units of one side that stand on the table; what flies over it is in nobody's way."""
        standing = self.on & self.field.of_side[side]
        for index in self.air.flights:
            standing[self.formations[index].units] = False
        return standing.nonzero()[0]

    def of_side(self, side: int) -> list[Formation]:
        return [formation for formation in self.formations if formation.side == side]

    def any_ready(self, side: int) -> bool:
        """Has this side a formation that can still act in this turn?"""
        for formation in self.formations:
            if formation.side == side and not formation.acted and formation.can_act:
                return True
        return False

    def distances(self, a: Ints, b: Ints) -> Floats:
        return distances(self.x, self.y, self.field.radius, a, b)

    def middle_of(self, units: Ints) -> Point:
        """The middle of where these units stand."""
        x, y = np.add.reduce(self.x[units]), np.add.reduce(self.y[units])
        return (float(x) / len(units), float(y) / len(units))

    def passengers(self, transport: int) -> list[int]:
        return [int(unit) for unit in np.flatnonzero(self.aboard == transport)]

    def formation_named(self, name: str) -> Formation | None:
        return next((formation for formation in self.formations if formation.name == name), None)

    # Writing: only rules do

    def place(self, unit: int, point: Point) -> None:
        self.x[unit], self.y[unit] = point
        self.on[unit] = True
        self.aboard[unit] = NOBODY

    def lay_orders(self, formation: int, orders: Orders) -> None:
        """1.4 Lay a formation's command stack."""
        self.orders[formation] = orders
        if self.hidden_orders is not None:
            side = self.formations[formation].side
            self.hidden_orders[side][formation] = orders
            self.hidden_orders[1 - side][formation] = hidden(orders)

    def note(self, **changes: Any) -> None:
        """Write down how the scenario goes on."""
        self.scenario = self.scenario._replace(**changes)

    def remove(self, unit: int) -> None:
        """Take a unit off for good. Passengers are the business of 1.6.3.

        3.4.3 With the last survivor of a lost carrier its formation is off the table again: the others are in the air.
        """
        formation = self.formation_of(unit)
        formation.units.remove(unit)
        self.on[unit] = False
        self.aboard[unit] = NOBODY
        if not self.stands(formation) and self.rides(formation):
            formation.on_table = False

    # What the battle driver needs

    def copy(self) -> Self:
        return type(self)(
            self.field,
            [formation.copy() for formation in self.formations],
            self.orders.copy(),
            self.x.copy(),
            self.y.copy(),
            self.facing.copy(),
            self.on.copy(),
            self.aboard.copy(),
            self.hits.copy(),
            self.moved.copy(),
            self.hides_behind.copy(),
            self.covers.copy(),
            self.scenario,
            *self._moment(),
            self.viewer,
            None,
            self.scenarios_seen,
            self.scenario_text,
            self.air,
        )

    def _moment(self) -> tuple[int, str, int, bool, int, int, tuple[bool, bool], int, str]:
        """When in the battle it is, in the order of the fields."""
        # fmt: off
        return (
            self.turn, self.phase, self.side, self.keeping, self.winner, self.loser,
            self.rerolled, self.acting, self.revealed,
        )
        # fmt: on

    def copy_places(self) -> Self:
        """The same position with a table of its own, for trying a move. Formations are shared."""
        return type(self)(
            self.field,
            self.formations,
            self.orders,
            self.x.copy(),
            self.y.copy(),
            self.facing,
            self.on.copy(),
            self.aboard.copy(),
            self.hits,
            self.moved,
            self.hides_behind,
            self.covers,
            self.scenario,
            air=self.air,
        )

    def fingerprint(self) -> str:
        digest = blake2b(digest_size=8)
        places = (self.x, self.y, self.facing, self.on)
        for values in (*places, self.aboard, self.hits, self.moved, self.hides_behind, self.covers):
            digest.update(values.tobytes())
        states = [number for formation in self.formations for number in formation.state()]
        digest.update(array("q", states).tobytes())
        *flags, acting, revealed = self._moment()
        digest.update(repr((tuple(flags), acting, revealed, self.orders)).encode())
        if self.scenario_text[0] is not self.scenario:
            self.scenario_text = (self.scenario, repr(self.scenario).encode())
        digest.update(self.scenario_text[1])
        if self.air != NO_AIR:
            digest.update(repr(self.air).encode())
        if self.air.popped_up or self.air.apart:
            digest.update(repr((sorted(self.air.popped_up), self.air.apart)).encode())
        return digest.hexdigest()

    def seen_scenario(self, player: int) -> Scenario:
        last = self.scenarios_seen[player]
        if last is None or last[0] is not self.scenario:
            last = (self.scenario, self.scenario.seen_by(player))
            red, blue = self.scenarios_seen
            self.scenarios_seen = (last, blue) if player == 0 else (red, last)
        return last[1]

    def seen_by(self, player: int) -> Self:
        """The table is open; the opponent's command stacks and map are not."""
        if self.hidden_orders is None:
            sides = list(zip((formation.side for formation in self.formations), self.orders, strict=True))
            red = [orders if side == 0 else hidden(orders) for side, orders in sides]
            blue = [orders if side == 1 else hidden(orders) for side, orders in sides]
            self.hidden_orders = (red, blue)
        return type(self)(
            self.field,
            self.formations,
            self.hidden_orders[player],
            self.x,
            self.y,
            self.facing,
            self.on,
            self.aboard,
            self.hits,
            self.moved,
            self.hides_behind,
            self.covers,
            self.seen_scenario(player),
            *self._moment(),
            player,
            air=self._air_seen_by(player) if self.air.marks else self.air,
        )

    def _air_seen_by(self, player: int) -> AirState:
        """3.3.1 Where a patrol comes in is seen once its command is."""
        own = frozenset(index for index in self.air.marks if self.formations[index].side == player)
        return self.air.known(own, frozenset(index for index in self.air.marks if self.orders[index].face_up))

    def resample(self, dice: Dice, now: Position | None = None) -> Position:
        """A position that fits this view, with the opponent's commands and map drawn anew."""
        from musterhall.games.the_game.position.guessing import guess

        return guess(self, dice, now or self)
