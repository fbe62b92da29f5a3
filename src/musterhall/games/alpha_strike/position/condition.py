"""What can happen to one unit in a battle: damage, heat, criticals, what it has done this turn, what acts on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from musterhall.games.alpha_strike.field.unit import NOBODY

Place = Literal["waiting", "hidden", "table", "aboard", "inside", "off map", "withdrawn", "destroyed"]
"""Where a unit is: not yet on, hidden, on the table, aboard another, inside a bunker, off the map, or gone."""
WAITING: Place = "waiting"
HIDDEN: Place = "hidden"
TABLE: Place = "table"
ABOARD: Place = "aboard"
INSIDE: Place = "inside"
OFF_MAP: Place = "off map"
WITHDRAWN: Place = "withdrawn"
DESTROYED: Place = "destroyed"

Mode = Literal["", "standstill", "ground", "jump", "sprint", "dropping", "charge", "dfa"]
"""2 How a unit has moved this turn; empty before its move. A charge is remembered as a ground move and death from above
as a jump, each with an effect of its name."""

Drive = Literal["mp", "slowed", "halved", "immobile", "engine"]
"""5 A hit in the legs; two inches lost, half lost, all lost by a motive hit; a vehicle's engine."""

HULL_DOWN = "hull down"
"""2 The effect on a unit that has hidden its hull."""
SHUTDOWN_AT = 4
"""6 The last step of the heat scale."""


class Mark(NamedTuple):
    """1 What one attack has done to a unit, marked until the End Phase."""

    points: int
    by: int
    """The unit that did it, or NOBODY."""
    critical_rolls: int = 0
    """Rolls through armour that it brings beside those for hurt structure."""
    motive: bool = True
    """Whether a vehicle rolls for its drive."""
    critical_bonus: int = 0
    """What is added to those rolls."""
    kind: str = "weapon"


class Effect(NamedTuple):
    """Something that lasts: who is demoralised, tagged, jammed, and by whom."""

    name: str
    by: int = NOBODY
    until: int = 0
    """The turn in whose End Phase it is over; 0 for the rest of the battle."""
    value: int = 0


@dataclass(slots=True, eq=False)
class Condition:
    """The moving half of a unit."""

    armour: int
    structure: int
    place: Place = WAITING
    carrier: int = NOBODY
    """The unit it is aboard."""
    heat: int = 0
    shut_down: bool = False
    engine_hits: int = 0
    fire_control_hits: int = 0
    weapon_hits: int = 0
    drive: tuple[Drive, ...] = ()
    """5 What has happened to its legs or its drive, in order."""
    stunned_until: int = 0
    """5 The turn to whose end a crew is stunned."""
    crippled: bool = False
    marks: tuple[Mark, ...] = ()
    heat_marked: int = 0
    """6 Heat that enemies gave it this turn, with what its own overheating and engine will add in the End Phase."""
    # This turn
    mode: Mode = ""
    inches: float = 0.0
    straight: bool = False
    """Whether it went its whole Move in one straight line."""
    attacked: bool = False
    """Whether it has had its action in the Combat Phase."""
    fired: bool = False
    """Whether it has made a weapon attack."""
    overheated: int = 0
    # What lasts
    effects: tuple[Effect, ...] = ()
    granted: tuple[str, ...] = ()
    """Pilot abilities, as they are written, that a formation or a command ability gives it now."""
    used: Mapping[str, int] = field(default_factory=dict)
    """How often it has used what is limited, by name. Replaced, never changed."""
    hurt_by: tuple[int, ...] = ()
    """Everybody who has damaged it so far; NOBODY for what was no unit's doing."""
    killed_by: int = NOBODY
    """Whose damage was the last."""
    lost_in: int = 0
    """The turn in which it was destroyed."""

    def copy(self) -> Condition:
        twin = Condition.__new__(Condition)
        for name in NAMES:
            setattr(twin, name, getattr(self, name))
        return twin

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def alive(self) -> bool:
        return self.place not in (WITHDRAWN, DESTROYED)

    def effect(self, name: str, by: int | None = None) -> Effect | None:
        """The effect of this name, of one unit's making where one is named."""
        for one in self.effects:
            if one.name == name and by in (None, one.by):
                return one
        return None

    def add_effect(self, effect: Effect) -> None:
        others = tuple(one for one in self.effects if (one.name, one.by) != (effect.name, effect.by))
        self.effects = (*others, effect)

    def drop_effect(self, name: str) -> None:
        self.effects = tuple(one for one in self.effects if one.name != name)

    def use(self, what: str, times: int = 1) -> None:
        """Count that something limited was used."""
        self.used = {**self.used, what: self.used.get(what, 0) + times}

    def begin_turn(self) -> None:
        """Forget what was done in the turn before."""
        self.mode, self.inches, self.straight = "", 0.0, False
        self.attacked = self.fired = False
        self.overheated = 0

    def as_data(self) -> list[Any]:
        """Everything, for a fingerprint."""
        return [getattr(self, name) for name in NAMES]


NAMES = tuple(one.name for one in fields(Condition))
