"""The score card of one match, as the players fill it in, and the rosters it speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.scores import number
from musterhall.problems import parse_model

TIME = "time"
EARLY = "early"
NO_OPPONENT = "no_opponent"
AGREED = "agreed"
FULL = "full"
ENDS = {
    TIME: "time was called",
    EARLY: "early, by the scenario",
    NO_OPPONENT: "one side had nobody left",
    AGREED: "both players agreed to end it",
    FULL: "it was played to its last turn",
}
"""How a match ends, in words; a pack says which of them it knows."""

OF_TYPE = ":"
"""Between a state and a type of units, where their points are given by both: captured:mech."""

FieldValue = int | tuple[int, ...]
"""A count, or one for each phase."""


def count(value: FieldValue) -> int:
    """What a field comes to, over all phases where they are written down one by one."""
    return value if isinstance(value, int) else sum(value)


@lru_cache(4096)  # a card is checked again and again, and units are looked for by all their names each time
def plain(name: str) -> str:
    """A unit's name as it is compared: capitals and spaces do not matter."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """What a card needs to know of a unit, or of a formation where the game counts those."""

    name: str
    type: str
    points: int
    size: int = 0
    """Nothing where the force does not say."""
    places: int = 0
    """For passengers; nothing where the force does not say."""

    def as_data(self) -> dict[str, Any]:
        known = {"size": self.size, "places": self.places}
        return {"name": self.name, "type": self.type, "points": self.points, **{k: v for k, v in known.items() if v}}


@dataclass(frozen=True, slots=True)
class Roster:
    """The units of a force as its sheet has them at the event."""

    units: tuple[RosterUnit, ...]

    def unit(self, name: str) -> RosterUnit | None:
        wanted = plain(name)
        return next((unit for unit in self.units if plain(unit.name) == wanted), None)

    def units_like(self, text: str) -> list[RosterUnit]:
        """The unit of this name, or else all whose names have it as a part."""
        found = self.unit(text)
        return [found] if found else [unit for unit in self.units if plain(text) in plain(unit.name)]

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
        return [unit.as_data() for unit in self.units]


class RosterRow(BaseModel):
    """A unit as an entry has it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str
    type: str
    points: int
    size: int = 0
    places: int = 0


def roster_from(rows: Sequence[RosterRow | Mapping[str, Any]]) -> Roster:
    read = [RosterRow.model_validate(row) for row in rows]
    return Roster(tuple(RosterUnit(row.name, row.type, row.points, row.size, row.places) for row in read))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a unit, and inside which other unit it is, where that matters."""

    state: str
    inside: str = ""


@dataclass(frozen=True, slots=True)
class CardHalf:
    """One player's half of a card."""

    fields: Mapping[str, FieldValue] = field(default_factory=dict, hash=False)
    units: Mapping[str, Fate] = field(default_factory=dict, hash=False)
    """The player's own units that are not as they were, by name."""
    points: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Points of the player's own units by state, and by type where that counts, where no force is on file."""
    totals: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    """What the player's measures came to, where nothing else is written down."""


@dataclass(frozen=True, slots=True)
class CommandUnits:
    """What may be known of a player's command units before all is over."""

    named: tuple[str, ...] = ()
    """These are among them."""
    among: tuple[str, ...] = ()
    """The others are some of these; none given means any unit that may be one."""
    revealed: bool = False
    """Their player has shown them; otherwise they are known because they command formations."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a match besides its card, so that the card must agree with it."""

    command_units: tuple[CommandUnits, CommandUnits] = (CommandUnits(), CommandUnits())
    ticks: Mapping[str, bool] = field(default_factory=dict, hash=False)
    """Boxes for both players that must be ticked, or must not."""


NOTHING_KNOWN = Known()


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a side for each player, in the order in which the match names them."""

    sides: tuple[CardHalf, CardHalf]
    ended: str = TIME
    shared: Mapping[str, int] = field(default_factory=dict, hash=False)
    dice: tuple[tuple[int, int], ...] = ()
    """Rolls that broke a tie, each with both players' faces."""

    @property
    def by_totals(self) -> bool:
        """Whether only totals are on it, and nobody can tell what they are made of."""
        return any(half.totals for half in self.sides)

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


def _comparable_side(side: CardHalf, roster: Roster | None, usual: str) -> dict[str, Any]:
    units = {}
    for name, fate in side.units.items():
        known = roster.unit(name) if roster else None
        if fate.state != usual:
            units[known.name if known else plain(name)] = (fate.state, plain(fate.inside))
    fields = {name: total for name, value in side.fields.items() if (total := count(value))}
    points = {name: value for name, value in side.points.items() if value}
    return {"fields": fields, "units": units, "points": points, "totals": dict(side.totals)}


Total = Annotated[int | float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _FateForm(_Form):
    state: str = Field(max_length=40)
    inside: str = Field(default="", max_length=200)


class _HalfForm(_Form):
    fields: dict[str, int | list[int]] = Field(default_factory=dict, max_length=50)
    units: dict[str, str | _FateForm] = Field(default_factory=dict, max_length=200)
    points: dict[str, int] = Field(default_factory=dict, max_length=20)
    totals: dict[str, Total] = Field(default_factory=dict, max_length=20)


class _CardForm(_Form):
    sides: list[_HalfForm] = Field(min_length=2, max_length=2)
    ended: str = Field(default=TIME, max_length=20)
    shared: dict[str, int] = Field(default_factory=dict, max_length=50)
    dice: list[tuple[int, int]] = Field(default_factory=list, max_length=50)


@lru_cache(4096)
def _fate(state: str, inside: str = "") -> Fate:
    """Made once: thousands of cards hold the same few."""
    return Fate(state, inside)


def _side(form: _HalfForm) -> CardHalf:
    return CardHalf(
        {name: value if isinstance(value, int) else tuple(value) for name, value in form.fields.items()},
        {
            name: _fate(fate) if isinstance(fate, str) else _fate(fate.state, fate.inside)
            for name, fate in form.units.items()
        },
        dict(form.points),
        {name: Fraction(str(value)) for name, value in form.totals.items()},
    )


def _side_data(side: CardHalf) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if fields := {name: _field_data(value) for name, value in side.fields.items() if value}:
        data["fields"] = dict(sorted(fields.items()))
    if side.units:
        data["units"] = {name: _fate_data(fate) for name, fate in sorted(side.units.items())}
    if points := {name: value for name, value in side.points.items() if value}:
        data["points"] = dict(sorted(points.items()))
    if side.totals:
        data["totals"] = {name: number(value) for name, value in sorted(side.totals.items())}
    return data


def _field_data(value: FieldValue) -> int | list[int]:
    return value if isinstance(value, int) else list(value)


def _fate_data(fate: Fate) -> str | dict[str, str]:
    return {"state": fate.state, "inside": fate.inside} if fate.inside else fate.state
