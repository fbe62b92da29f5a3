"""A table of Alpha Strike at one moment: everything needed to go on from there."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from dataclasses import field as new
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from musterhall.dice import Dice, Die
from musterhall.games.alpha_strike.field.field import HOME_EDGES, Field
from musterhall.games.alpha_strike.field.ground import between
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.position.altitude import inches_up
from musterhall.games.alpha_strike.position.condition import HIDDEN, TABLE, Condition
from musterhall.geometry import Floats, Ints, Point

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.position.scenario import Objectives, Scenario

Phase = Literal["set-up", "choices", "start", "initiative", "movement", "combat", "end", "over"]
SET_UP: Phase = "set-up"
CHOICES: Phase = "choices"
START: Phase = "start"
INITIATIVE: Phase = "initiative"
MOVEMENT: Phase = "movement"
COMBAT: Phase = "combat"
END: Phase = "end"
OVER: Phase = "over"


@dataclass(frozen=True)
class SideState:
    """What one side has chosen and remembers. Replaced, never changed."""

    command_units: frozenset[int] = frozenset()
    """13.3 Written down in secret."""
    papers: int = 0
    """How many were written down, which everybody knows."""
    shown: frozenset[int] = frozenset()
    """Command units that everybody knows, because they were scanned, hurt or shown."""
    cleared: frozenset[int] = frozenset()
    """Units that a scan has shown to be none."""
    choices: dict[str, Any] = new(default_factory=dict)
    """What was chosen for abilities: at the start of play, and anew each turn under its name."""
    memory: dict[str, Any] = new(default_factory=dict)
    """What abilities remember: yields banked, kills of last turn, duels."""
    secrets: dict[str, Any] = new(default_factory=dict)
    """What only this side knows until it is shown: written orders, sealed choices that wait for the other's."""

    def remembering(self, **memory: Any) -> SideState:
        return replace(self, memory={**self.memory, **memory})

    def choosing(self, **choices: Any) -> SideState:
        return replace(self, choices={**self.choices, **choices})

    @cached_property
    def seen_by_others(self) -> SideState:
        """What the other side may know."""
        return self if self.shown == self.command_units and not self.secrets else self._known(self.shown)

    @cached_property
    def seen_by_headhunters(self) -> SideState:
        """What it may know where a Headhunter tells it who commands."""
        return self if not self.secrets else self._known(self.command_units)

    def _known(self, command_units: frozenset[int]) -> SideState:
        return replace(self, command_units=command_units, secrets={})


@dataclass(eq=False)
class Position:
    """The moving half of a battle: places as arrays by unit number, everything else of a unit in its condition."""

    field: Field
    scenario: Scenario
    conditions: list[Condition]
    x: Floats
    y: Floats
    facing: Floats
    """Degrees, counted from the x axis towards the y axis."""
    level: Floats
    """How high the ground lies under each unit; for one in the air, how high it flies."""
    lie: Floats
    """The terrain as it stands now (`field/ground.py`). Replaced, never changed."""
    objectives: Objectives
    """What the scenario keeps count of. Replaced, never changed."""
    sides: tuple[SideState, SideState]
    turn: int = 0
    phase: Phase = SET_UP
    first: int = NOBODY
    """The side that lost the initiative, and so moves and attacks first."""
    side: int = NOBODY
    """Whose turn it is in this phase."""
    to_move: int = 0
    """How many units that side still moves before the other does."""
    then_move: int = 0
    """How many units the other side moves then, before both are counted anew."""
    margin: int = 0
    """By how much the initiative was won."""
    time_called: str = ""
    """13.5 The phase in which time was called; empty while there is time."""
    time_due: tuple[int, str] | None = None
    """13.5 The turn and the phase in which time will be called, where that is settled beforehand."""
    buildings: dict[int, int] = new(default_factory=dict)
    """12 What is left of each building that was hurt, by piece. Replaced, never changed."""
    building_marks: dict[int, int] = new(default_factory=dict)
    """12 Damage to buildings that waits for the End Phase, by piece. Replaced, never changed."""
    winner: int | None = None
    """0 or 1, NOBODY for a draw; None while the battle goes on."""
    ended_by: str = ""
    viewer: int = NOBODY
    """Whose view of the table this is; NOBODY for the table as it is."""

    @classmethod
    def of(cls, field: Field, scenario: Scenario) -> Self:
        """A table before anybody is on it."""
        count = len(field.units)
        return cls(
            field,
            scenario,
            [Condition(unit.card.armour, unit.card.structure) for unit in field.units],
            np.full(count, -10.0),
            np.full(count, -10.0),
            np.zeros(count),
            np.zeros(count),
            field.ground.lie,
            scenario.objectives(field),
            (SideState(), SideState()),
        )

    # Reading

    def unit(self, index: int) -> Unit:
        return self.field.units[index]

    def at(self, unit: int) -> Point:
        return (self.x.item(unit), self.y.item(unit))

    def on_table(self, side: int) -> list[int]:
        """The units of a side that stand on the table."""
        conditions = self.conditions
        return [unit for unit in self.field.of_side[side] if conditions[unit].place == TABLE]

    def on_table_ids(self, side: int) -> Ints:
        return np.array(self.on_table(side), dtype=np.int64)

    def everybody_on_table(self) -> list[int]:
        return [unit for unit, condition in enumerate(self.conditions) if condition.place == TABLE]

    def in_play(self, side: int) -> list[int]:
        """The units of a side that are not lost: on the table, aboard, inside, or still to come."""
        return [unit for unit in self.field.of_side[side] if self.conditions[unit].alive]

    def aboard(self, carrier: int) -> list[int]:
        """Who is aboard a unit."""
        return [unit for unit, one in enumerate(self.conditions) if one.place == "aboard" and one.carrier == carrier]

    def gap(self, a: int, b: int) -> float:
        """From base to base; to or from a fighter at least as far as it is higher."""
        units, fighters = self.field.units, self.field.fighters
        gap = max(0.0, between(self.x, self.y, a, b) - units[a].radius - units[b].radius)
        if fighters and (a in fighters or b in fighters):
            return max(gap, abs(float(self.level[a] - self.level[b])))
        return gap

    # Changing: rules alone do

    def put(self, unit: int, place: Point, facing: float | None = None) -> None:
        """Set a unit down on the table."""
        self.x[unit], self.y[unit] = round(place[0], 2), round(place[1], 2)
        self.level[unit] = self._height_at(unit, place)
        self.conditions[unit].place = TABLE
        if facing is not None:
            self.facing[unit] = facing % 360.0

    def _height_at(self, unit: int, place: Point) -> float:
        if self.field.units[unit].is_aerospace:
            return float(inches_up(self.conditions[unit], self.field.edition))
        ground = self.field.ground.level_at(self.lie, place)
        flying = self.field.units[unit].flies_low and not self.conditions[unit].shut_down
        return ground + (self.field.edition.flight_height if flying else 0.0)

    def set_side(self, side: int, state: SideState) -> None:
        self.sides = (state, self.sides[1]) if side == 0 else (self.sides[0], state)

    # As battles want it

    def copy(self) -> Self:
        twin = self._twin()
        twin.conditions = [one.copy() for one in self.conditions]
        twin.x, twin.y = self.x.copy(), self.y.copy()
        twin.facing, twin.level = self.facing.copy(), self.level.copy()
        return twin

    def fingerprint(self) -> str:
        digest = blake2b(digest_size=16)
        for array in (self.x, self.y, self.facing, self.level, self.lie):
            digest.update(array.tobytes())
        figures = [
            [one.as_data() for one in self.conditions],
            [_side_data(one) for one in self.sides],
            self.objectives.as_data(),
            [self.turn, self.phase, self.first, self.side, self.to_move, self.then_move, self.margin],
            [
                self.time_called,
                sorted(self.buildings.items()),
                sorted(self.building_marks.items()),
                self.winner,
                self.ended_by,
            ],
        ]
        digest.update(json.dumps(figures, default=_plain).encode())
        return digest.hexdigest()

    def seen_by(self, player: int) -> Self:
        """13.3 What a player may know: not the other's papers, nor where hidden units lie."""
        if self.viewer == player:
            return self
        view = self._twin()
        view.viewer = player
        other = self.sides[1 - player]
        known = other.seen_by_headhunters if self.field.hunts_heads[player] else other.seen_by_others
        view.set_side(1 - player, known)
        view.objectives = self.objectives.seen_by(player)
        return view

    def _twin(self) -> Self:
        """Another position that shares everything with this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def resample(self, dice: Dice, now: Self | None = None) -> Self:
        """A position of its own that fits this view, with the other side's papers drawn anew."""
        twin = self.copy()
        twin.viewer = NOBODY
        guess_papers(twin, 1 - self.viewer, dice, None if now is None else now.sides[1 - self.viewer])
        guess_hidden(twin, 1 - self.viewer, dice, now)
        guess_orders(twin, 1 - self.viewer, dice)
        return twin


def may_command(unit: Unit) -> bool:
    """13.3 Whether a unit may be written down as a command unit."""
    return not unit.is_aerospace and not unit.is_infantry and not unit.off_board


def known_commanders(field: Field, side: int) -> list[int]:
    """13.3 Commanders of formations that the whole force is led by come first, and everybody can tell who they are."""
    return [
        one.commander
        for one in field.formations
        if one.side == side and one.kind is not None and one.kind.commands_force and one.commander != NOBODY
    ]


def guess_papers(position: Position, side: int, dice: Dice, now: SideState | None = None) -> None:
    """13.3 Draw a side's command units anew from those that fit what is known of them."""
    state = position.sides[side]
    shown = state.shown | state.command_units | (now.shown if now else frozenset())
    cleared = state.cleared | (now.cleared if now else frozenset())
    led = [unit for unit in sorted(known_commanders(position.field, side)) if unit not in shown | cleared]
    papers = set([*sorted(shown), *led][: state.papers])
    rest = [
        unit
        for unit in position.field.of_side[side]
        if may_command(position.unit(unit)) and unit not in papers and unit not in cleared
    ]
    while len(papers) < state.papers and rest:
        papers.add(rest.pop(dice.one(Die("any", len(rest)), "papers") - 1))
    position.set_side(side, replace(state, command_units=frozenset(papers)))


def guess_hidden(position: Position, side: int, dice: Dice, now: Position | None = None) -> None:
    """12 Draw the places of a side's hidden units anew, out of reach of those who would have found them.

    One that has been shown since lay where it was shown.
    """
    units = [unit for unit in position.field.of_side[side] if position.conditions[unit].place == HIDDEN]
    if units:
        shown = [] if now is None else [unit for unit in units if now.conditions[unit].place == TABLE]
        places = {unit: list(now.at(unit)) for unit in shown} if now is not None else {}
        places |= {unit: _any_place(position, unit, dice) for unit in units if unit not in shown}
        state = position.sides[side]
        position.set_side(side, replace(state, secrets={**state.secrets, "hidden": places}))


def _any_place(position: Position, unit: int, dice: Dice) -> list[float]:
    table, one = position.field.table, position.unit(unit)
    enemies = position.on_table(1 - one.side)
    found_within = position.field.edition.hidden_found_within + 2 * one.radius
    place = [0.0, 0.0]
    for _ in range(GUESSES):
        wide, deep = (Die("any", int(inches - 2 * one.radius)) for inches in (table.width, table.depth))
        place = [dice.one(wide, "hidden") + one.radius - 0.5, dice.one(deep, "hidden") + one.radius - 0.5]
        if all(np.hypot(position.x[two] - place[0], position.y[two] - place[1]) > found_within for two in enemies):
            break
    return place


GUESSES = 60
"""How often a place for a hidden unit is drawn before the last one has to do."""


def guess_orders(position: Position, side: int, dice: Dice) -> None:
    """16 Draw anew where and when the units of a side that are off the map come back."""
    units = [unit for unit in position.field.of_side[side] if position.conditions[unit].effect("orders") is not None]
    if units:
        along, turns = Die("any", int(position.field.table.depth)), Die("turns", 4)
        orders = {
            unit: [HOME_EDGES[side], float(dice.one(along, "order")), position.turn + dice.one(turns, "order")]
            for unit in units
        }
        state = position.sides[side]
        position.set_side(side, replace(state, secrets={**state.secrets, "orders": orders}))


def _side_data(side: SideState) -> list[Any]:
    return [
        sorted(side.command_units),
        side.papers,
        sorted(side.shown),
        sorted(side.cleared),
        sorted(side.choices.items()),
        sorted(side.memory.items()),
        sorted(side.secrets.items()),
    ]


def _plain(thing: Any) -> Any:
    if isinstance(thing, frozenset | set):
        return sorted(thing)
    if isinstance(thing, np.generic):
        return thing.item()
    return sorted(thing.items()) if hasattr(thing, "items") else str(thing)
