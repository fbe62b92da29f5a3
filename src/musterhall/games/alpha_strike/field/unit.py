"""A unit as it is brought to a battle: its card, its pilot, and what follows from them for the whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from musterhall.games.alpha_strike.abilities.command_abilities import TakenCommandAbility
from musterhall.games.alpha_strike.abilities.pilot_abilities import TakenPilotAbility
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.ground import BASE
from musterhall.games.alpha_strike.force.forces import Force
from musterhall.games.alpha_strike.formations.formations import FormationType
from musterhall.games.alpha_strike.units.cards import (
    INFANTRY,
    Card,
    best_move,
    ground_move,
    is_aerospace,
    is_infantry,
    is_mech,
)

NOBODY = -1

LARGE_BASES = {"LG": 1.0, "VLG": 2.0, "SLG": 3.0}
"""10 The radius of the base of a large unit, by its special."""


@dataclass(frozen=True)
class Unit:
    """One unit of a force. What follows from its card is worked out once: rules ask for it all the time."""

    index: int
    side: int
    name: str
    card: Card
    skill: int
    points: int
    formation: int
    """Its formation by number, or NOBODY."""
    abilities: tuple[TakenPilotAbility, ...]
    munitions: Mapping[str, str] = field(hash=False)
    """The alternate munition for each keyword that has one."""
    radius: float
    height: float
    """How high it stands, for sight."""
    kind: str
    """What abilities call it: mech, vehicle, battle armor ..."""
    off_board: bool = False
    """It fires from off the table."""

    @cached_property
    def is_mech(self) -> bool:
        return is_mech(self.card)

    @cached_property
    def is_infantry(self) -> bool:
        return is_infantry(self.card)

    @cached_property
    def is_aerospace(self) -> bool:
        return is_aerospace(self.card)

    @cached_property
    def is_vehicle(self) -> bool:
        return self.kind in ("vehicle", "vtol", "wige")

    @cached_property
    def flies_low(self) -> bool:
        """A VTOL or WiGE, which is in the air while it can move."""
        return self.kind in ("vtol", "wige")

    @cached_property
    def has_heat(self) -> bool:
        """6 'Mechs and fighters have a heat scale."""
        return self.is_mech or self.kind == "aerospace"

    @cached_property
    def ground_move(self) -> int:
        """2 Its printed Move by any way but jumping."""
        return ground_move(self.card)

    @cached_property
    def best_move(self) -> int:
        """2 The better of its printed ground and jump Move; for a fighter its Thrust."""
        return best_move(self.card)

    def has(self, special: str) -> bool:
        return self.card.has(special)


@dataclass(frozen=True, slots=True)
class Formation:
    """Units that were registered together."""

    index: int
    side: int
    name: str
    kind: FormationType | None
    units: tuple[int, ...]
    commander: int
    """By number, or NOBODY."""
    choices: Mapping[str, Any] = field(hash=False)
    """What the force file says of its bonus."""


@dataclass(frozen=True, slots=True)
class Player:
    """One side with its force and its command abilities."""

    side: int
    name: str
    force: Force
    command_abilities: tuple[TakenCommandAbility, ...]


def kind_of(card: Card) -> str:
    """What abilities call a unit of this card."""
    if card.type in ("DS", "DA"):
        return "dropship"
    if is_aerospace(card):
        return "aerospace"
    by_type = {"BM": "mech", "IM": "industrial mech", "PM": "protomech", "CI": "infantry", "BA": "battle armor"}
    if card.type in by_type:
        return by_type[card.type]
    if "v" in card.moves:
        return "vtol"
    return "wige" if "g" in card.moves else "vehicle"


def base_radius(card: Card) -> float:
    return next((radius for special, radius in LARGE_BASES.items() if card.has(special)), BASE)


def model_height(card: Card, edition: Edition) -> float:
    """3 How high a unit's model stands."""
    if any(card.has(special) for special in LARGE_BASES):
        return edition.large_height
    if is_mech(card):
        return edition.mech_height
    return edition.infantry_height if card.type in INFANTRY else edition.vehicle_height
