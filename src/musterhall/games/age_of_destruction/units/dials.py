"""A unit as its base and dials show it: what it can do at each click, and how a 'Mech bears heat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

UnitType = Literal["infantry", "vehicle", "vtol", "mech"]
Rank = Literal["green", "veteran", "elite", "unique"]
SpeedMode = Literal["foot", "tracked", "wheeled", "hover", "vtol", "biped", "quad", "aquatic"]
RangeType = Literal["ballistic", "energy", "melee"]
Ammunition = Literal["", "explosion", "critical"]
Jam = Literal["", "ballistic", "energy", "melee"]


@dataclass(frozen=True, slots=True)
class Click:
    """What the slot of a combat dial shows at one click."""

    speed: int
    attack: int
    defense: int
    damage: int
    secondary: int = 0
    """Of a 'Mech, which has two weapons."""
    salvage: bool = False
    """Worth carrying home, and no longer able."""


@dataclass(frozen=True, slots=True)
class HeatStep:
    """What the slot of a heat dial takes off."""

    speed: int = 0
    damage: int = 0
    secondary: int = 0
    ammunition: Ammunition = ""
    """The check for an ammunition explosion that it asks for."""
    jam: Jam = ""
    """The weapons that do not fire at this step."""


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """One kind of unit."""

    name: str
    type: UnitType
    rank: Rank
    points: int
    speed_mode: SpeedMode
    dial: tuple[Click, ...]
    """Click by click; when none is left the unit is eliminated."""
    least_range: int
    most_range: int
    weapon: RangeType = "ballistic"
    secondary_weapon: RangeType = "ballistic"
    faction: str = ""
    """Empty for a mercenary."""
    heat: tuple[HeatStep, ...] = ()
    """Of a 'Mech; behind the last step it shuts down."""
    vent: int = 0
    arc: int = 0
    """Degrees of its front arc where its base shows another than the usual; 0 where not."""
    equipment: tuple[str, ...] = ()
    places: int = 0
    artillery: bool = False
    jump_jets: bool = False
    infiltrator: bool = False

    @property
    def is_mech(self) -> bool:
        return self.type == "mech"

    @property
    def is_infantry(self) -> bool:
        return self.type == "infantry"

    @property
    def is_vehicle(self) -> bool:
        """A vehicle of the ground or a VTOL, which is one too."""
        return self.type in ("vehicle", "vtol")

    @property
    def shuts_down_at(self) -> int:
        """The heat behind the last step of its dial."""
        return len(self.heat)

    def has(self, equipment: str) -> bool:
        return equipment in self.equipment
