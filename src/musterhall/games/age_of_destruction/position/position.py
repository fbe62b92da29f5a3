"""A table of Age of Destruction at one moment: everything needed to go on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Literal, NamedTuple, Self

from musterhall.dice import Dice
from musterhall.games.age_of_destruction.cards.cards import NO_CARD, Card
from musterhall.games.age_of_destruction.field.bases import EDGE, half_sizes
from musterhall.games.age_of_destruction.field.field import NOBODY, Field, Unit
from musterhall.games.age_of_destruction.field.terrain import TerrainKind
from musterhall.games.age_of_destruction.field.whereabouts import Whereabouts
from musterhall.games.age_of_destruction.position.state import State
from musterhall.games.age_of_destruction.units.dials import Click
from musterhall.geometry import Floats, Point, rounded
from musterhall.table import TerrainPiece

Stage = Literal[
    "set-up", "terrain", "cards", "deployment", "infiltrators", "start", "command", "order", "clean-up", "over"
]
SET_UP: Stage = "set-up"
TERRAIN: Stage = "terrain"
CARDS: Stage = "cards"
DEPLOYMENT: Stage = "deployment"
INFILTRATORS: Stage = "infiltrators"
START: Stage = "start"
COMMAND: Stage = "command"
ORDER: Stage = "order"
CLEAN_UP: Stage = "clean-up"
OVER: Stage = "over"

CONTACT = 0.02
"""How near two bases count as touching: places are kept to a hundredth of an inch."""
GROUND, HIGH, CRUISING = 0, 1, 2
"""The levels of the line of fire."""


class Shell(NamedTuple):
    """An artillery marker that lands in its owner's next command stage, with the figures it was fired with."""

    by: int
    x: float
    y: float
    attack: int
    damage: int


@dataclass(frozen=True, slots=True)
class SideState:
    """What one side has and remembers. Replaced, never changed."""

    zone_counts: tuple[int, ...] = ()
    """Rule 6: what it has counted in the opponent's zone, command stage by command stage."""
    hand: tuple[Card, ...] = ()
    """The cards that it may play. What they say is known to nobody else, so no field has it."""
    card: Card = NO_CARD
    """The card it plays, face down until both have chosen."""
    card_chosen: bool = False
    card_shown: bool = False
    mission_points: int = 0
    awes: bool = False
    """Rule 22: it has named its opponent, who rolls at the start of his next turn."""
    fewer_orders: int = 0
    """Of this turn, by Awe."""
    proposed: bool = False
    """It has proposed an end in this turn already."""

    @property
    def zone_points(self) -> int:
        return sum(self.zone_counts)

    def as_seen(self) -> SideState:
        """What the other side may know."""
        if not self.hand and (self.card_shown or self.card == NO_CARD):
            return self
        return replace(self, hand=()) if self.card_shown else replace(self, hand=(), card=NO_CARD)

    def as_data(self) -> list[Any]:
        """For the fingerprint."""
        return [
            self.zone_counts,
            [[card.name, card.kind] for card in self.hand],
            self.card.name,
            self.card.kind,
            self.card_chosen,
            self.card_shown,
            self.mission_points,
            self.awes,
            self.fewer_orders,
            self.proposed,
        ]


@dataclass(eq=False)
class Position:
    """The moving half of a battle. Without slots, so that a copy is one step, of which each view is one."""

    field: Field
    whereabouts: Whereabouts
    """Where the units are."""
    states: list[State]
    sides: tuple[SideState, SideState] = (SideState(), SideState())
    round: int = 1
    """Both players have a turn in each."""
    stage: Stage = SET_UP
    first: int = 0
    """The first player."""
    side: int = 0
    """Whose turn it is."""
    orders: int = 0
    """How many orders that side has left this turn."""
    terrain: tuple[TerrainPiece, ...] = ()
    """The pieces that still lie beside the table."""
    placer: int = 1
    """Who places the next of them."""
    with_cards: bool = False
    """Both players have hands, and each plays a card."""
    shells: tuple[Shell, ...] = ()
    eliminated: tuple[tuple[int, int], ...] = ()
    """Who was eliminated, and by whom; NOBODY for its own doing."""
    time_called: bool = False
    tie_rolls: tuple[tuple[int, int], ...] = ()
    """Red's and blue's dice where nothing else told who wins."""
    winner: int | None = None
    ended_by: str = ""
    viewer: int = NOBODY

    @classmethod
    def of(cls, field: Field) -> Self:
        """A table before anybody is on it."""
        return cls(field, Whereabouts.of(field.first_bases()), [State() for _ in field.units])

    # Reading

    def unit(self, index: int) -> Unit:
        return self.field.units[index]

    @property
    def bases(self) -> Floats:
        """A row for each unit (`field/bases.py`), to read and never to write."""
        return self.whereabouts.bases

    def at(self, unit: int) -> Point:
        return self.whereabouts.places[unit]

    def facing(self, unit: int) -> float:
        return self.whereabouts.facings[unit]

    def click(self, unit: int) -> Click:
        """What a unit's combat dial shows now."""
        dial, clicks = self.field.units[unit].sheet.dial, self.states[unit].click
        return dial[clicks] if clicks < len(dial) else dial[-1]

    def on_table(self, side: int) -> list[int]:
        return [unit for unit in self.field.of_side[side] if self.states[unit].place == "table"]

    def everybody(self) -> Iterator[int]:
        return (unit for unit, state in enumerate(self.states) if state.place == "table")

    def is_able(self, unit: int) -> bool:
        """Rule 2: on the table, neither captive nor salvage."""
        state = self.states[unit]
        if state.place != "table" or state.captor != NOBODY or self.click(unit).salvage:
            return False
        return not state.shut_down or self.field.edition.shutdown_able

    def gap(self, a: int, b: int) -> float:
        return self.whereabouts.gaps(a)[b]

    def touches(self, a: int, b: int) -> bool:
        """Base contact; what cruises touches nobody. Of one and many, the one named first is measured once for all."""
        if self.states[a].cruising or self.states[b].cruising:
            return False
        return self.gap(a, b) <= CONTACT

    def hangs_over(self, unit: int, place: Point, facing: float) -> bool:
        """40.4 Whether a base would reach over the edge of the table, where the whole of it must be on the table."""
        if self.field.edition.table_edge == "centre":
            return False
        table, (x, y) = self.field.table, place
        aside, up = half_sizes(self.bases, unit, facing)
        within = aside - EDGE <= x <= table.width - aside + EDGE and up - EDGE <= y <= table.depth - up + EDGE
        return not within

    def targets(self, side: int) -> list[int]:
        """The units that a side may attack: the other's on the table, but no captives."""
        return [unit for unit in self.field.of_side[1 - side] if self.is_target(unit, side)]

    def is_target(self, unit: int, side: int) -> bool:
        """Whether a side may attack a unit."""
        state = self.states[unit]
        return state.place == "table" and state.captor == NOBODY and self.field.units[unit].side != side

    def captives_of(self, unit: int) -> list[int]:
        return [other for other, state in enumerate(self.states) if state.captor == unit]

    def passengers_of(self, unit: int) -> list[int]:
        return [other for other, state in enumerate(self.states) if state.transport == unit]

    def touching_enemies(self, unit: int) -> list[int]:
        """The opposing units that a unit is in base contact with; captives do not count."""
        if self.states[unit].cruising:
            return []
        gaps, states = self.whereabouts.gaps(unit), self.states
        return [
            other
            for other in self.field.of_side[1 - self.field.units[unit].side]
            if gaps[other] <= CONTACT
            and states[other].place == "table"
            and states[other].captor == NOBODY
            and not states[other].cruising
        ]

    def pieces_under(self, unit: int) -> list[int]:
        """The pieces of terrain that a unit's centre dot is in."""
        known = self.whereabouts.under
        found = known[unit]
        if found is None:
            found = known[unit] = self.field.pieces_at(self.at(unit))
        return found

    def kinds_under(self, unit: int) -> list[TerrainKind]:
        """The terrain that a unit's centre dot is in."""
        return [self.field.kinds[piece] for piece in self.pieces_under(unit)]

    def level(self, unit: int) -> int:
        """How high a unit is for the line of fire."""
        if self.states[unit].cruising:
            return CRUISING
        return HIGH if any(kind.is_high for kind in self.kinds_under(unit)) else GROUND

    # Changing: rules alone do

    def put(self, unit: int, place: Point, facing: float | None = None) -> None:
        turned = self.facing(unit) if facing is None else facing % 360.0
        self.whereabouts = self.whereabouts.with_base(unit, rounded(place), turned)
        self.states[unit].place = "table"

    def bring_along(self, unit: int, other: int) -> None:
        """One unit is where another is, without standing there."""
        self.whereabouts = self.whereabouts.with_base(unit, self.at(other), self.facing(unit))

    def lay(self, piece: TerrainPiece) -> None:
        """One more piece is on the table, and what was measured without it is forgotten."""
        self.field, self.whereabouts = self.field.with_piece(piece), Whereabouts.of(self.bases)

    def set_side(self, side: int, state: SideState) -> None:
        self.sides = (state, self.sides[1]) if side == 0 else (self.sides[0], state)

    # As battles want it

    def copy(self) -> Self:
        twin = self._twin()
        twin.states = [state.copy() for state in self.states]
        return twin

    def _twin(self) -> Self:
        """Another position that shares everything with this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def fingerprint(self) -> str:
        digest = blake2b(digest_size=16)
        digest.update(self.bases.tobytes())
        figures = [
            [state.as_data() for state in self.states],
            [side.as_data() for side in self.sides],
            [
                self.round,
                self.stage,
                self.first,
                self.side,
                self.orders,
                self.winner,
                self.ended_by,
                self.time_called,
                self.placer,
            ],
            [[piece.name, piece.points] for piece in (*self.field.pieces, *self.terrain)],
            [list(shell) for shell in self.shells],
            [list(one) for one in self.eliminated],
        ]
        digest.update(json.dumps(figures).encode())
        return digest.hexdigest()

    def seen_by(self, player: int) -> Self:
        """What a player may know: everything but the card that the other has not shown yet."""
        if self.viewer == player:
            return self
        view = self._twin()
        view.viewer = player
        view.set_side(1 - player, self.sides[1 - player].as_seen())
        return view

    def resample(self, dice: Dice, now: Self | None = None) -> Self:
        """A position of its own that fits this view; which card lies face down changes nothing before it is shown."""
        twin = self.copy()
        twin.viewer = NOBODY
        return twin
