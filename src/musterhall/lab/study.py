"""A study as somebody writes it down: the question, what is compared, what is measured, and when to stop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from musterhall.data_files import FileModel
from musterhall.game.variants import Value
from musterhall.problems import parse_model, parse_toml

EVERY = "*"
"""All values of a switch, the usual one first."""
RANDOM = "random"
"""The table that belongs to each seed."""

MEASURES: Mapping[str, str] = {
    "win": "battles that red's force wins, a draw counting half",
    "turns": "turns that a battle takes",
    "red_lost": "share of its units that red's force loses",
    "blue_lost": "share of its units that blue's force loses",
    "side": "battles won from red's side of the table, whoever plays there",
    "first": "battles won by whoever acted first",
}
"""What every battle is measured by. Each is an average of figures that cannot leave known bounds."""

Measure = Literal["win", "turns", "red_lost", "blue_lost", "side", "first"]
Number = int | float
Margin = Annotated[Number, Field(gt=0, allow_inf_nan=False)]

USUALLY_MEASURED: Mapping[Measure, Number] = {"win": 0.05}


class ForceChange(FileModel):
    """A force that differs from a file: rows taken away or added, fields set, figures of its units changed."""

    force: str = ""
    """The file or the shipped force; without one, that of [always]."""
    without: list[str] = Field(default_factory=list)
    """Formations or units that stay at home, by their names in the file."""
    plus: dict[str, list[dict[str, Any]]] = Field(default_factory=dict)
    """Rows that come in addition, by the list of the force file that they belong to."""
    set: dict[str, Any] = Field(default_factory=dict)
    """Other values for fields of the file."""
    figures: dict[str, dict[str, Value]] = Field(default_factory=dict)
    """Other figures for a kind of unit, as far as the game lets them be changed."""


ForceWanted = str | ForceChange


class Always(FileModel):
    """What all battles share, unless an arm says otherwise."""

    red: ForceWanted = ""
    blue: ForceWanted = ""
    variants: dict[str, Value] = Field(default_factory=dict)
    pack: str = ""
    """The event whose readings are played and whose force rules are checked."""
    agents: list[str] = Field(default_factory=list)
    """Who plays, for both or as red,blue. Each is a setting of its own: nothing is averaged over them."""
    scenarios: list[str] = Field(default_factory=list)
    tables: list[str] = Field(default_factory=list)
    dice: Literal["keyed", "counted"] = "keyed"
    ledger: bool = False
    """Keep the books of who destroyed what; battles take half as long again."""
    unchecked: bool = False
    """Fight also with forces that are not legal."""


class Arm(FileModel):
    """One of the ways to fight that are compared: what differs from [always]. The first is compared with all others."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    red: ForceWanted = ""
    blue: ForceWanted = ""
    variants: dict[str, Value] = Field(default_factory=dict)
    agents: str = ""
    scenario: str = ""
    table: str = ""


class Factors(FileModel):
    """The same told shorter: every combination of these is an arm, and the first of all is compared with the others."""

    red: list[ForceWanted] = Field(default_factory=list)
    blue: list[ForceWanted] = Field(default_factory=list)
    agents: list[str] = Field(default_factory=list)
    scenarios: list[str] = Field(default_factory=list)
    tables: list[str] = Field(default_factory=list)
    variants: dict[str, Literal["*"] | list[Value]] = Field(default_factory=dict)


class Stop(FileModel):
    """When enough is enough. A study also ends when every verdict is clear."""

    seeds: Annotated[int, Field(ge=1, le=1_000_000)] = 200
    """At most so many; each is fought from both sides, in every arm and setting."""
    first_seed: Annotated[int, Field(ge=0, le=1_000_000_000_000)] = 1
    confidence: Annotated[Number, Field(ge=0.5, lt=1)] = 0.95
    """That no verdict of the whole study is wrong, however often it was looked at."""
    batch: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """Seeds that are fought before one looks again; without it, as many as make about forty battles."""
    early: bool = True
    """Whether clear verdicts end the study before all seeds are fought."""


class Study(FileModel):
    """A question answered by many battles."""

    question: Annotated[str, Field(min_length=1, max_length=500)]
    game: str
    always: Always = Field(default_factory=Always)
    compared: list[Arm] = Field(default_factory=list)
    factors: Factors | None = None
    measured: dict[Measure, Margin] = Field(default_factory=lambda: dict(USUALLY_MEASURED), min_length=1)
    """What is judged, each with the smallest difference that matters; the rest is shown without a verdict."""
    stop: Stop = Field(default_factory=Stop)

    @field_validator("measured")
    @classmethod
    def _can_be_exceeded(cls, measured: dict[Measure, Number]) -> dict[Measure, Number]:
        """A difference of shares is less than 1; where more would be wanted, nothing could ever matter."""
        for measure, margin in measured.items():
            if measure != "turns" and margin >= 1:
                raise ValueError(f"{measure} is a share, so {margin:g} would be more than there is; give less than 1")
        return measured


def read_study(text: str, name: str) -> Study:
    """The study in the text of a file; every wrong field is named with its place."""
    return parse_model(Study, parse_toml(text, name), name)
