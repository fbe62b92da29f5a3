"""The form of what is sent of a battle: the board, what is asked, what a sketch means, and the board in letters.

It is what OpenAPI tells; the answers themselves are made in `shown.py` and not read again on their way out, because a
view is large and asked for often. A test holds the two together.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from musterhall.playing.record import ClockTerms
from musterhall.web.playing.answers import AtFault

Row = list[Any]
Side = Annotated[int, Field(ge=0, le=1, description="0 is red, 1 is blue.")]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


# The board


class Frame(_Form):
    """One line of the log, and what it changes on the board; places are in the table's own unit."""

    turn: int
    phase: str
    kind: str
    section: str
    text: str
    detail: list[str]
    side: int | None
    group: int | None
    pieces: list[Row] = Field(
        description="Piece, x, y, facing in degrees from the east, status (on, off, lost, carried), carrier, level."
    )
    groups: list[Row] = Field(description="Group, badge, state, gone; where it bears damage also left, going, a note.")
    paths: list[Row] = Field(description="From x, y to x, y, the kind of line, and whose it is.")
    rings: list[Row] = Field(description="x, y, radius, kind.")
    arcs: list[Row] = Field(description="x, y, facing, width in degrees, radius.")
    owners: list[int | None] | None = Field(default=None, description="Who holds each zone, where that changes.")
    markers: list[Row] | None = Field(default=None, description="x, y, side, sign, words and facing of each.")
    ground: list[int] | None = Field(default=None, description="The numbers of the pieces of terrain that lie there.")
    orders: list[Row] | None = Field(default=None, description="Group, what it does now, and what after that.")
    dice: list[dict[str, Any]] | None = Field(default=None, description="Each throw: rolled, sides, what, sum, passed.")
    score: list[Row] | None = Field(default=None, description="Side, value, and what is counted.")
    reaches: list[Row] | None = Field(default=None, description="Piece, and how far it goes or fires now.")


class ShownPiece(_Form):
    name: str
    side: Side
    group: int
    symbol: str
    profile: int = Field(description="A number into the profiles.")
    leads: bool


class ShownProfile(_Form):
    """What there is to know of a kind of piece; each ability by its code with what it means."""

    name: str
    lines: list[str]
    reaches: list[Row]
    abilities: list[list[str]] | None = None


class ShownGroup(_Form):
    name: str
    side: Side
    size: int


class ShownZone(_Form):
    x: float
    y: float
    radius: float
    side: int
    main: bool


class ShownSide(_Form):
    name: str
    notes: list[str]


class Film(_Form):
    """The board as it is drawn, and everything that was told so far."""

    title: str
    seed: int = Field(description="Told when the battle is over, and 0 before.")
    game: str
    sides: list[ShownSide]
    table: dict[str, Any] = Field(description="Its width, depth, unit and name, and how it is drawn.")
    pieces: list[ShownPiece]
    profiles: list[ShownProfile]
    groups: list[ShownGroup]
    zones: list[ShownZone]
    words: dict[str, Any] = Field(description="What the game calls what is counted and shown.")
    key: dict[str, Any] = Field(description="What the signs on the board mean.")
    frames: list[Frame]
    result: str
    note: str


# How it stands


class Spot(_Form):
    """Where on the board something is; nothing of it where it is nowhere."""

    piece: int | None = None
    group: int | None = None
    zone: int | None = None
    side: int | None = None
    at: list[float] | None = None


class RuleOf(_Form):
    section: str
    title: str


class Asked(BaseModel):
    """A question as it is answered on the board. What else is in it belongs to its gesture."""

    model_config = ConfigDict(extra="allow")

    kind: str
    section: str
    rule: RuleOf | None
    player: Side
    question: str
    secret: bool
    gesture: str = Field(description="How it is answered: tap, body, go, attack, stacks and so on.")
    spot: Spot


class Seat(_Form):
    by: str = Field(description="person or bot.")
    name: str
    taken: bool


class TakesBack(_Form):
    answers: int
    words: str
    free: bool = Field(description="Nobody has to agree, and the dice stay the same.")


class MatchOf(_Form):
    event: str
    url: str


class Told(_Form):
    """What a lesson says about the question."""

    title: str
    text: list[str]
    first: bool


class End(_Form):
    by: str = Field(description="rules, resigned or agreed.")
    sentence: str
    winner: int | None


class State(_Form):
    """How a battle stands, as you may know it."""

    battle: str
    version: int
    times_back: int
    sides: list[Side] = Field(description="Those that are yours; none for who looks on.")
    hosts: bool
    seats: list[Seat]
    waits_for: list[Side]
    answers: int
    where: str
    asked: list[Asked]
    undo: dict[str, TakesBack] = Field(description="What each of your sides would take back.")
    asks_undo: int | None
    offers_draw: int | None
    clock: ClockTerms | None
    left: dict[str, float] = Field(description="Seconds that each side has left.")
    now: float
    links: dict[str, str]
    older_rules: bool = Field(description="It was begun under rules that are no longer these.")
    agreed: list[Side]
    match: MatchOf | None
    rematch: str | None
    lesson: Told | None
    over: End | None
    lies: int = Field(description="Terrain and objectives on the table; where it changes, take the whole view again.")


class View(State):
    """A whole view of a battle."""

    replay: Film | None = Field(description="None for a battle begun under older rules.")
    winning: list[str] = Field(description="How it is won, a paragraph each.")
    kept: list[str] | None = Field(default=None, description="The answers in words, where it cannot be fought again.")


class News(State):
    """What came after some frames; `begin` is the number of the first of these."""

    begin: int
    frames: list[Frame]


# Decisions, sketches, letters


class OptionOf(_Form):
    answer: Any
    text: str


class Question(_Form):
    """A decision as plain data: its options, or the form of an answer where they cannot be counted."""

    kind: str
    section: str
    player: Side
    about: dict[str, Any]
    question: str
    options: list[OptionOf] | None = None
    form: dict[str, Any] | None = Field(default=None, alias="schema", description="JSON Schema of an answer.")
    some: list[OptionOf] | None = Field(default=None, description="Some legal answers, as many as were asked for.")
    aid: dict[str, Any] = Field(description="What helps to choose.")


class Meant(_Form):
    """What a sketch means; one that opens a further choice has only `opened`."""

    legal: bool
    words: str
    section: str = ""
    faults: list[AtFault] = Field(default_factory=list)
    answer: Any = None
    places: list[list[float]] = Field(default_factory=list, description="Piece, x, y of each that would stand there.")
    way: list[list[float]] = Field(default_factory=list)
    acting: list[int] = Field(default_factory=list)
    help: str = ""
    opened: dict[str, Any] | None = Field(default=None, description="The gesture behind a first choice.")


class Grid(_Form):
    width: float
    depth: float
    square: float


class Letters(_Form):
    """The board in letters, and by which squares places are named."""

    game: str
    lines: list[str]
    legend: list[str]
    grid: Grid
    unit: str
    letters: list[str]
    groups: list[str]
    members: dict[str, list[str]]
