"""The bodies of requests about battles."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWanted(_Form):
    """A person's seat, open until somebody takes it by its link, or a bot's."""

    by: Literal["person", "bot"] = "person"
    name: str = Field(default="", max_length=60)


class ClockWanted(_Form):
    seconds: int = Field(ge=30, le=86_400)
    each: Literal["battle", "turn"] = "battle"


class NewBattle(_Form):
    """Which battle is to begin. What is left out is the usual; forces are shipped ones by name, or files as text."""

    game: str = Field(max_length=60)
    setup: str = Field(default="", max_length=60)
    red: str = Field(default="", max_length=200_000)
    blue: str = Field(default="", max_length=200_000)
    table: str = Field(default="", max_length=60)
    table_seed: int | None = Field(default=None, ge=0, le=1_000_000)
    seats: tuple[SeatWanted, SeatWanted] = (SeatWanted(), SeatWanted(by="bot"))
    one_screen: bool = False
    lesson: bool = False
    """A first battle that explains itself; the game alone is enough then."""
    clock: ClockWanted | None = None
    watched: bool = False
    """Whether anybody may find it in the list of battles."""


class Joining(_Form):
    name: str = Field(min_length=1, max_length=60)


class Acting(_Form):
    """For which side; needed by those alone who play both."""

    side: int | None = Field(default=None, ge=0, le=1)


class Linked(_Form):
    """Which seat gets a new link."""

    side: int = Field(ge=0, le=1)


class Forgetting(_Form):
    """How many months nobody has touched what is removed."""

    months: int = Field(ge=1, le=120)


class Sketched(Acting):
    sketch: dict[str, Any]


class Answered(Acting):
    """An answer, or a sketch that means one.

    `answers` and `times_back` are how many answers the sender knew of, and how often something had been taken back:
    an answer to what is no longer asked is refused then. With the same `mark` it is taken once, however often it comes.
    """

    answer: Any = None
    sketch: dict[str, Any] | None = None
    answers: int | None = Field(default=None, ge=0)
    times_back: int | None = Field(default=None, ge=0)
    mark: str = Field(default="", max_length=80)


class Agreeing(Acting):
    yes: bool = True
