"""What a file may say of a table: its terrain, its units, what has happened to them, and where the turn stands."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel

MOST_UNITS = 60
Pair = Annotated[list[float], Field(min_length=2, max_length=2)]
SideName = Literal["red", "blue"]


class EffectEntry(FileModel):
    """Something that lasts, and whose doing it is."""

    name: str
    by: str = ""
    until: int = 0
    value: int | str = 0


class MarkEntry(FileModel):
    """What one attack has done, where more is to be said than its points."""

    points: int = Field(default=0, ge=0)
    by: str = ""
    kind: str = "weapon"
    critical_rolls: int = Field(default=0, ge=0, le=9)
    critical_bonus: int = Field(default=0, ge=-9, le=9)


class UnitEntry(FileModel):
    """One unit: its card by name or by its figures, where it stands, and what has happened to it."""

    name: str
    side: SideName
    unit: str = ""
    """A card of the catalogue; without one the figures below are its card."""
    type: str = "BM"
    size: int = Field(default=3, ge=0, le=9)
    move: str = '8"'
    damage: str = "3/3/2"
    armour: int = Field(default=6, ge=0, le=99)
    structure: int = Field(default=4, ge=0, le=99)
    pv: int = Field(default=30, ge=0, le=999)
    overheat: int = Field(default=0, ge=0, le=9)
    threshold: int = Field(default=0, ge=0, le=99)
    specials: str = ""
    role: str = ""
    skill: int = Field(default=4, ge=0, le=8)
    abilities: list[str] = Field(default=[])
    alternate_munitions: list[str] = Field(default=[])
    formation: str = ""
    # Where it is
    at: Pair | None = None
    facing: float | None = None
    aboard: str = ""
    height: float | None = Field(default=None, ge=-9, le=99)
    """Inches above its ground, or below the water; where nothing is said as is usual."""
    place: Literal["waiting", "hidden", "table", "aboard", "inside", "off map", "withdrawn", "destroyed"] | None = None
    # What has happened to it
    armour_left: int | None = Field(default=None, ge=0)
    structure_left: int | None = Field(default=None, ge=0)
    heat: int = Field(default=0, ge=0, le=5)
    shut_down: bool = False
    engine_hits: int = Field(default=0, ge=0, le=1)
    fire_control_hits: int = Field(default=0, ge=0, le=9)
    weapon_hits: int = Field(default=0, ge=0, le=9)
    drive: list[Literal["mp", "slowed", "halved", "immobile", "engine"]] = Field(default=[])
    stunned: bool = False
    crippled: bool = False
    marked: int = Field(default=0, ge=0)
    """Damage that waits for the End Phase."""
    marks: list[MarkEntry] = Field(default=[])
    """The same attack by attack."""
    heat_marked: int = Field(default=0, ge=0, le=9)
    # What it has done this turn
    moved: Literal["", "standstill", "ground", "jump", "sprint", "dropping"] = ""
    inches: float = Field(default=0.0, ge=0)
    straight: bool = False
    attacked: bool = False
    fired: bool = False
    overheated: int = Field(default=0, ge=0)
    effects: list[EffectEntry] = Field(default=[])
    granted: list[str] = Field(default=[])
    used: dict[str, int] = Field(default={})
    hurt_by: list[str] = Field(default=[])
    killed_by: str = ""
    lost_in: int = Field(default=0, ge=0)
    command_unit: bool = False
    off_board: bool = False


class FormationEntry(FileModel):
    name: str
    side: SideName
    kind: str
    commander: str = ""
    choices: dict[str, Any] = Field(default={})


class SideEntry(FileModel):
    """One player: whose force it is, and what was chosen and is remembered."""

    name: str = ""
    faction: str = ""
    era: str = ""
    command_abilities: list[str | dict[str, Any]] = Field(default=[])
    choices: dict[str, Any] = Field(default={})
    memory: dict[str, Any] = Field(default={})
    orders: dict[str, list[str | float]] = Field(default={})
    """Where and when its units off the map are back, by name: the edge, the place along it, the turn."""
    hidden: dict[str, Pair] = Field(default={})
    """Where its hidden units lie, by name."""
    shown: list[str] = Field(default=[])
    cleared: list[str] = Field(default=[])


class TableFile(FileModel):
    """A table with everything on it."""

    scenario: str = "battle"
    variants: dict[str, Any] = Field(default={})
    turn: int = Field(default=1, ge=0, le=99)
    phase: Literal["set-up", "choices", "start", "initiative", "movement", "combat", "end"] = "combat"
    attacker: SideName | None = None
    """The side that attacks, in a scenario that has an attacker."""
    region: str = ""
    first: SideName = "red"
    """The side that lost the initiative."""
    side: SideName | None = None
    """Whose turn it is; the first one's where nothing is said."""
    time_called: Literal["", "start", "initiative", "movement", "combat", "end"] = ""
    """The phase in which time was called, where it was."""
    width: float = Field(default=72, gt=0, le=400)
    depth: float = Field(default=48, gt=0, le=400)
    terrain: list[dict[str, Any]] = Field(default=[])
    buildings: dict[str, Annotated[int, Field(ge=0)]] = Field(default={})
    """What is left of buildings that were hurt, by name."""
    unit: Annotated[list[UnitEntry], Field(max_length=MOST_UNITS)] = Field(default=[])
    formation: list[FormationEntry] = Field(default=[])
    red: SideEntry = SideEntry()
    blue: SideEntry = SideEntry()
    objectives: dict[str, Any] = Field(default={})
    """What the scenario keeps count of, in its own words."""
