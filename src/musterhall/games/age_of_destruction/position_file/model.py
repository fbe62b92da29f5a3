"""What a file may say of a table: its terrain, its units and their dials, and where the turn stands."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from musterhall.games.age_of_destruction.cards.cards import CardRow
from musterhall.games.age_of_destruction.hands import MOST_CARDS, CardKind
from musterhall.games.age_of_destruction.package_data import FileModel
from musterhall.games.age_of_destruction.position.position import Stage
from musterhall.games.age_of_destruction.units.dials import RangeType, Rank, SpeedMode, UnitType

MOST_UNITS = 80
Pair = Annotated[list[float], Field(min_length=2, max_length=2)]
SideName = Literal["red", "blue"]
Row = int | list[int]
"""A figure of the combat dial click by click, or the same on every click."""


class UnitEntry(FileModel):
    """One unit: its dial by a sheet's name or by its own figures, where it stands, and what has happened to it."""

    name: str
    side: SideName
    unit: str = ""
    """A sheet of the catalogue; without one the figures below are its dial."""
    type: UnitType = "infantry"
    rank: Rank = "veteran"
    points: int = Field(default=20, ge=1, le=9999)
    speed_mode: SpeedMode | None = None
    clicks: int = Field(default=5, ge=1, le=30)
    speed: Row = 6
    attack: Row = 9
    defense: Row = 17
    damage: Row = 2
    secondary: Row = 1
    salvage: int = Field(default=0, ge=0)
    range: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(default=[0, 12])
    weapon: RangeType = "ballistic"
    secondary_weapon: RangeType = "ballistic"
    faction: str | None = None
    """Left out: that of its side."""
    heat_dial: dict[str, list[int] | list[str]] = Field(default={})
    vent: int = Field(default=2, ge=0, le=9)
    arc: int = Field(default=0, ge=0, le=360)
    equipment: list[str] = Field(default=[])
    places: int = Field(default=0, ge=0, le=20)
    artillery: bool = False
    jump_jets: bool = False
    infiltrator: bool = False
    # Where it is
    at: Pair | None = None
    facing: float | None = None
    place: Literal["waiting", "table", "aboard", "eliminated"] | None = None
    cruising: bool = False
    aboard: str = ""
    # What has happened to it
    click: int = Field(default=1, ge=1)
    """Where its dial stands, counted as people do: 1 is where it began."""
    heat: int = Field(default=0, ge=0)
    tokens: int = Field(default=0, ge=0)
    shut_down: bool = False
    captive_of: str = ""
    bound_to: str = ""
    eliminated_by: str = ""
    # This turn
    ordered: int = Field(default=0, ge=0, le=9)
    began_in: Literal["", "shallow", "deep"] = ""
    began_behind: str = ""
    beacon: RangeType | Literal[""] = ""
    pulsed: bool = False


class SideEntry(FileModel):
    """One player: whose force it is, and what has come about."""

    name: str = ""
    faction: str = ""
    build_total: int = Field(default=450, ge=1, le=100_000)
    zone_counts: list[int] = Field(default=[])
    """What was counted in the opponent's zone, command stage by command stage."""
    hand: list[list[str]] = Field(default=[])
    """The cards that it may play, each by name and kind."""
    card: str = ""
    card_kind: CardKind = "dummy"
    card_shown: bool = True
    mission_points: int = Field(default=0, ge=0)
    awes: bool = False
    fewer_orders: int = Field(default=0, ge=0)


class ShellEntry(FileModel):
    """An artillery marker, and who fired it."""

    by: str
    at: Pair
    attack: int | None = None
    damage: int | None = None
    """What it was fired with; where nothing is said, what the dial shows now."""


class TableFile(FileModel):
    """A table with everything on it."""

    variants: dict[str, Any] = Field(default={})
    round: int = Field(default=1, ge=1, le=99)
    stage: Stage = "order"
    first: SideName = "red"
    """The first player."""
    side: SideName = "red"
    """Whose turn it is."""
    orders: int | None = Field(default=None, ge=0, le=99)
    """How many orders that side has left; those of its build total where nothing is said."""
    width: float = Field(default=36, gt=0, le=200)
    depth: float = Field(default=36, gt=0, le=200)
    terrain: list[dict[str, Any]] = Field(default=[])
    aside: list[dict[str, Any]] = Field(default=[])
    """Pieces of terrain that still lie beside the table."""
    unit: Annotated[list[UnitEntry], Field(max_length=MOST_UNITS)] = Field(default=[])
    time_called: bool = False
    shell: list[ShellEntry] = Field(default=[])
    card: list[CardRow] = Field(default=[], max_length=MOST_CARDS)
    """Cards beside those that ship."""
    red: SideEntry = SideEntry()
    blue: SideEntry = SideEntry()
