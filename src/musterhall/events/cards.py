"""The score card of one match, as the players fill it in, and the rosters it speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from musterhall.problems import parse_model

TIME = "time"
EARLY = "early"
NO_OPPONENT = "no_opponent"
ENDS = (TIME, EARLY, NO_OPPONENT)
"""How a match ends: time is called, the scenario ends it, or one side has nobody left."""

FieldValue = int | tuple[int, ...]
"""A count, or one for each phase."""


def count(value: FieldValue) -> int:
    """What a field comes to, over all phases where they are written down one by one."""
    return value if isinstance(value, int) else sum(value)


def plain(name: str) -> str:
    """A unit's name as it is compared: capitals and spaces do not matter."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """What a card needs to know of a unit, or of a formation where the game counts those."""

    name: str
    type: str
    points: int


@dataclass(frozen=True, slots=True)
class Roster:
    """The units of a force as its sheet has them at the event."""

    units: tuple[RosterUnit, ...]

    def unit(self, name: str) -> RosterUnit | None:
        wanted = plain(name)
        return next((unit for unit in self.units if plain(unit.name) == wanted), None)

    @property
    def points(self) -> int:
        return sum(unit.points for unit in self.units)

    def states(self, fates: Mapping[str, Fate], usual: str) -> list[str]:
        """The state of each unit, in the order of the roster; a unit that nobody wrote down is in its usual one."""
        found = [fates.get(unit.name) for unit in self.units]
        if len(found) - found.count(None) < len(fates):
            written = {plain(name): fate for name, fate in fates.items()}
            found = [written.get(plain(unit.name)) for unit in self.units]
        return [fate.state if fate else usual for fate in found]

    def as_data(self) -> list[dict[str, Any]]:
        return [{"name": unit.name, "type": unit.type, "points": unit.points} for unit in self.units]


def roster_from(rows: Sequence[Mapping[str, Any]]) -> Roster:
    return Roster(tuple(RosterUnit(row["name"], row["type"], row["points"]) for row in rows))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a unit, and inside which other unit it is, where that matters."""

    state: str
    inside: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of a card."""

    fields: Mapping[str, FieldValue] = field(default_factory=dict, hash=False)
    units: Mapping[str, Fate] = field(default_factory=dict, hash=False)
    """The player's own units that are not as they were, by name."""
    points: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Points of the player's own units by state, where no force is on file."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a side for each player, in the order in which the match names them."""

    sides: tuple[Side, Side]
    ended: str = TIME
    shared: Mapping[str, int] = field(default_factory=dict, hash=False)
    dice: tuple[tuple[int, int], ...] = ()
    """Rolls that broke a tie, each with both players' faces."""

    def as_data(self) -> dict[str, Any]:
        """As it is sent, kept and compared: what says nothing is left out."""
        data: dict[str, Any] = {"sides": [_side_data(side) for side in self.sides]}
        if self.ended != TIME:
            data["ended"] = self.ended
        if shared := {name: value for name, value in self.shared.items() if value}:
            data["shared"] = shared
        if self.dice:
            data["dice"] = [list(roll) for roll in self.dice]
        return data


def read_card(data: Mapping[str, Any], name: str = "card") -> Card:
    """The card in what was sent; whether it can be is for `card_problems` to say."""
    form = parse_model(_CardForm, data, name)
    first, second = (_side(side) for side in form.sides)
    return Card((first, second), form.ended, dict(form.shared), tuple(form.dice))


def comparable(card: Card, rosters: tuple[Roster | None, Roster | None], usual: str) -> dict[str, Any]:
    """A card as it is compared with another: sums, names as on the force sheet, nothing that goes without saying."""
    sides = [_comparable_side(side, roster, usual) for side, roster in zip(card.sides, rosters, strict=True)]
    return {**card.as_data(), "sides": sides}


def _comparable_side(side: Side, roster: Roster | None, usual: str) -> dict[str, Any]:
    units = {}
    for name, fate in side.units.items():
        known = roster.unit(name) if roster else None
        if fate.state != usual:
            units[known.name if known else plain(name)] = (fate.state, plain(fate.inside))
    fields = {name: total for name, value in side.fields.items() if (total := count(value))}
    return {"fields": fields, "units": units, "points": {name: value for name, value in side.points.items() if value}}


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _FateForm(_Form):
    state: str = Field(max_length=40)
    inside: str = Field(default="", max_length=200)


class _SideForm(_Form):
    fields: dict[str, int | list[int]] = Field(default_factory=dict, max_length=50)
    units: dict[str, str | _FateForm] = Field(default_factory=dict, max_length=200)
    points: dict[str, int] = Field(default_factory=dict, max_length=20)


class _CardForm(_Form):
    sides: list[_SideForm] = Field(min_length=2, max_length=2)
    ended: str = Field(default=TIME, max_length=20)
    shared: dict[str, int] = Field(default_factory=dict, max_length=50)
    dice: list[tuple[int, int]] = Field(default_factory=list, max_length=50)


def _side(form: _SideForm) -> Side:
    return Side(
        {name: value if isinstance(value, int) else tuple(value) for name, value in form.fields.items()},
        {
            name: Fate(fate) if isinstance(fate, str) else Fate(fate.state, fate.inside)
            for name, fate in form.units.items()
        },
        dict(form.points),
    )


def _side_data(side: Side) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if fields := {name: _field_data(value) for name, value in side.fields.items() if value}:
        data["fields"] = dict(sorted(fields.items()))
    if side.units:
        data["units"] = {name: _fate_data(fate) for name, fate in sorted(side.units.items())}
    if points := {name: value for name, value in side.points.items() if value}:
        data["points"] = dict(sorted(points.items()))
    return data


def _field_data(value: FieldValue) -> int | list[int]:
    return value if isinstance(value, int) else list(value)


def _fate_data(fate: Fate) -> str | dict[str, str]:
    return {"state": fate.state, "inside": fate.inside} if fate.inside else fate.state
