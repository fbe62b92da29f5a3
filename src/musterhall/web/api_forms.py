"""What scripts send and are answered: the shapes of the JSON under /api, for its description and its checks."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from musterhall.web.actions import ACTIONS
from musterhall.web.actions.action import Action, Form
from musterhall.web.forms import LONGEST_KEY

LONGEST_PACK = 500_000


class Error(BaseModel):
    """What was wrong, in a sentence that says how to mend it."""

    error: str


class ShippedPack(BaseModel):
    """A shipped pack with which an event can be begun."""

    pack: str
    name: str
    version: str
    game: str
    rounds: int


def _mark() -> Any:
    return Field(
        default="",
        max_length=LONGEST_KEY,
        description="Your own mark: sent again with the same mark, it is done once, and something else is refused. "
        "Or the header Idempotency-Key.",
    )


class NewEvent(BaseModel):
    """An event to begin: with a shipped pack by its name, or with the text of a pack file."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=120)
    pack: str = Field(default="", max_length=80)
    pack_text: str = Field(default="", max_length=LONGEST_PACK)
    date: str = Field(default="", pattern=r"^(\d{4}-\d{2}-\d{2})?$")
    rounds: int | None = Field(default=None, ge=1, le=50)
    key: str = _mark()


class Begun(BaseModel):
    event: str


class ListedEvent(BaseModel):
    """An event in the list of events."""

    event: str
    name: str
    began: str
    changed: str


class ClockState(BaseModel):
    state: str
    seconds_left: float


class PublishedRound(BaseModel):
    """A round that was published."""

    round: int
    scenario: str
    title: str
    complete: bool
    clock: ClockState


class EventPage(BaseModel):
    """What anybody may know of an event."""

    event: str
    name: str
    date: str
    pack: str
    pack_version: str
    game: str
    planned: int
    players: int
    finished: bool
    rounds: list[PublishedRound]
    event_seq: int
    """The number of the last entry that you may know of: it does not move while a round is drafted."""


class Named(BaseModel):
    player: str
    name: str


class PairedMatch(BaseModel):
    table: int
    players: list[Named]
    settled: bool
    result: dict[str, Any] | None
    """Figures with their parts, the winner's place among the players, and why; null while it is open."""


class Pairings(BaseModel):
    round: int
    scenario: str
    title: str
    published: bool
    matches: list[PairedMatch]
    byes: list[Named]


class ExtraPoints(BaseModel):
    """Points that come from no round: a penalty, painting."""

    figure: str
    title: str
    value: float


class StandingsRow(BaseModel):
    place: int
    player: str
    name: str
    figures: dict[str, float]
    exact: dict[str, str]
    """The same figures as fractions."""
    played: int
    byes: int
    status: str
    shared: bool
    broken_by: str
    extras: list[ExtraPoints]
    """Parts of the figures that come from no round."""


class StandingsPage(BaseModel):
    through: int
    order: list[str]
    rows: list[StandingsRow]
    apart: list[StandingsRow]
    open: list[str]


class HandedInForce(BaseModel):
    force: str
    points: int
    state: str
    late: bool
    """It came after the pack's last day for forces."""
    problems: list[dict[str, str]]
    warnings: list[dict[str, str]]
    note: str


class RegisteredPlayer(BaseModel):
    player: str
    name: str
    team: str
    status: str
    late: bool
    painted: bool
    warnings: list[str]
    force: HandedInForce | None


class JournalEntry(BaseModel):
    """An entry. What is still secret in it is left out."""

    seq: int
    at: str
    kind: str
    data: dict[str, Any]
    who: str
    why: str


class JournalPage(BaseModel):
    entries: list[JournalEntry]
    event_seq: int


class WaitingTask(BaseModel):
    what: str
    sentence: str
    players: list[str]
    tables: list[int]


class Done(BaseModel):
    """The numbers of the entries that were written, and of the event's last one."""

    entries: list[int]
    event_seq: int


class Changes(BaseModel):
    """What would stand differently, in sentences; nothing was done."""

    changes: list[str]


def body_of(one: Action) -> type[Form]:
    """The form of an action with the sender's own mark."""
    return _BODIES[one.name]


def _body(one: Action) -> type[Form]:
    title = "".join(word.capitalize() for word in one.name.replace(".", "_").split("_"))
    return create_model(f"Do{title}", __base__=one.form, __doc__=one.help, key=(str, _mark()))


_BODIES = {name: _body(one) for name, one in ACTIONS.items()}
