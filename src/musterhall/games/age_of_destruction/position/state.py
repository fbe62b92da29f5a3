"""What can happen to one unit: its dials, its tokens, where it is, and to whom it belongs now."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from musterhall.games.age_of_destruction.field.field import NOBODY

Place = Literal["waiting", "table", "aboard", "eliminated"]


@dataclass(eq=False)
class State:
    """The moving half of a unit. Without slots, so that copying it is one step."""

    click: int = 0
    """How far its combat dial has turned."""
    heat: int = 0
    place: Place = "waiting"
    cruising: bool = False
    """A VTOL above everything; else it is at nap of the earth."""
    tokens: int = 0
    shut_down: bool = False
    captor: int = NOBODY
    """The unit that holds it captive."""
    transport: int = NOBODY
    """The unit that it is aboard."""
    bound_to: int = NOBODY
    """The enemy that it may attack alone (rules 24 and 25)."""
    # This turn
    ordered: int = 0
    """How many orders it was given in its owner's turn."""
    began_in: str = ""
    """The water in which it began its turn: shallow or deep."""
    began_behind: int = NOBODY
    """The friendly transport whose rear arc it touched when the turn began."""
    beacon: str = ""
    """The type of weapons that a beacon on it guides this turn."""
    pulsed: bool = False
    """It has had the one further attack that its equipment gives in a turn."""

    def copy(self) -> State:
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        return twin

    def as_data(self) -> list[Any]:
        return [getattr(self, name) for name in NAMES]


NAMES = tuple(one.name for one in fields(State))
