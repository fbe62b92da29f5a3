"""What may stand in a position file, entry by entry; docs/referee.md explains the fields."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from musterhall.games.the_game.basics.sides import USUAL_TABLE
from musterhall.games.the_game.position.position import ACTION
from musterhall.problems import BadInput

MOST = 999
"""No figure on a table of THE GAME comes near this; larger ones are slips of the pen."""

Side = Literal["red", "blue"]
Mark = Annotated[list[float], Field(min_length=3, max_length=3)]
Pair = Annotated[list[float], Field(min_length=2, max_length=2)]
Small = Annotated[int, Field(ge=-MOST, le=MOST)]
Count = Annotated[int, Field(ge=0, le=MOST)]


def wrong(where: str, what: str) -> BadInput:
    """What is wrong with an entry; `where` begins with the file's name, `what` ends with a remedy."""
    return BadInput(f"{where}: {what.rstrip('.')}.")


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


class WeaponRow(Row):
    name: str = "weapon"
    range: float = Field(ge=0, le=MOST)
    attack: str
    notes: list[str] = []
    one_shot_per_units: int = Field(default=1, ge=1, le=MOST)
    either_or: str = ""


class TransportRow(Row):
    capacity: Count
    carries: list[str] | None = None


class Stats(Row):
    type: str | None = None
    move: str | None = None
    com: Small | None = None
    arm: Small | None = None
    vis: Small | None = None
    cf: str | None = None
    nf: str | None = None
    weapons: list[WeaponRow] | None = None
    rules: list[str] | None = None
    transport: TransportRow | None = None


class SheetRow(Stats):
    name: str = Field(min_length=1)
    id: str = ""
    army: str = ""
    like: str = ""


class Inside(Row):
    kind: str
    share: float = Field(default=1.0, ge=0, le=1)


class Behind(Row):
    kind: str = "hedge"
    traits: dict[str, str | bool | int | float] = {}


class UnitRow(Stats):
    unit: str = ""
    name: str = ""
    count: int = Field(default=1, ge=1, le=100)
    place: Pair | None = None
    step: Pair = [3.0, 0.0]
    facing: float | None = None
    radius: float = Field(default=0.0, ge=0, le=50)
    aboard: str = ""
    moved: bool = False
    shot: bool = False
    damage_taken: Count = 0
    lost: bool = False
    off_table: bool = False
    inside: Inside | None = None
    behind: Behind | None = None
    touching: str = ""
    hides_behind: str = ""
    covers: int = Field(default=2, ge=0, le=2)

    @field_validator("inside", mode="before")
    @classmethod
    def _plain_inside(cls, value: Any) -> Any:
        return {"kind": value} if isinstance(value, str) else value

    @field_validator("behind", mode="before")
    @classmethod
    def _plain_behind(cls, value: Any) -> Any:
        if value in ("light", "medium", "heavy"):
            return {"traits": {"cover": value, "infantry": "none", "soft": "none", "armoured": "none"}}
        return {"kind": value} if isinstance(value, str) else value


class OrdersRow(Row):
    now: str = ""
    next: str = ""
    replaced: bool = False
    face_up: bool = False
    mark: Mark | None = None
    next_mark: Mark | None = None


class FlightRow(Row):
    path: Annotated[list[Pair], Field(min_length=1)]
    high: bool = False
    beside: dict[str, Pair] = {}
    fired: list[str] = []
    since: Count = 0
    apart: dict[str, Annotated[list[Pair], Field(min_length=1)]] = {}


class FormationRow(Row):
    name: str = Field(min_length=1)
    side: Side
    units: list[UnitRow] = []
    original: Count | None = None
    tokens: Count = 0
    broken: bool = False
    acted: bool = False
    prepared: bool = False
    moved: bool = False
    on_table: bool | None = None
    """Unsaid, it is on the table unless it flies, or rides in what is off the table."""
    home: bool = False
    popped_up: bool = False
    flight: FlightRow | None = None
    drop: Pair | None = None
    rules: list[str] = []
    cost: int = Field(default=0, ge=0, le=1_000_000)
    battle_group: str = ""
    orders: OrdersRow = OrdersRow()

    @field_validator("units", mode="before")
    @classmethod
    def _plain_units(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return [{"unit": one} if isinstance(one, str) else one for one in value]


class PlayerRow(Row):
    name: str = ""
    army: str = ""
    initiative: Small = 0
    strategy: Small | None = None


class TableRow(Row):
    name: str = "table"
    width: float = Field(default=USUAL_TABLE.width, gt=0, le=10_000)
    depth: float = Field(default=USUAL_TABLE.depth, gt=0, le=10_000)


class ObjectiveRow(Row):
    place: Pair
    side: Side
    kind: Literal["primary", "secondary"] = "secondary"
    half: Side | None = None


class PlanRow(Row):
    path: Annotated[list[Annotated[list[Count], Field(min_length=2, max_length=2)]], Field(min_length=1)]
    place: Pair | None = None


class ScenarioRow(Row):
    name: str = "battle"
    plans: dict[Side, dict[str, PlanRow]] = {}
    marched: dict[str, float] = {}
    arrived: list[str] = []
    moved: list[str] = []
    entered: dict[str, Count] = {}
    entries: dict[str, float] = {}
    contact_by: Side | None = None
    met: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = []
    turns_marched: Count = 0
    revealed: bool = False
    last_turn: Count = 6
    winner: Side | Literal["nobody"] | None = None
    ended_by: str = ""


class PositionFile(Row):
    game: Literal["the_game"] = "the_game"
    turn: int | None = Field(default=None, ge=0, le=MOST)
    phase: str = ACTION
    to_act: Side | None = None
    keeping: bool = False
    initiative_winner: Side | None = None
    last_loser: Side | None = None
    rerolled: list[Side] = []
    acting: str = ""
    revealed: str = ""
    variants: dict[str, str | bool | int] = {}
    red: PlayerRow = PlayerRow()
    blue: PlayerRow = PlayerRow()
    table: TableRow = TableRow()
    terrain: list[dict[str, Any]] = []
    datasheet: list[SheetRow] = []
    formation: list[FormationRow] = []
    objective: list[ObjectiveRow] = []
    scenario: ScenarioRow = ScenarioRow()
