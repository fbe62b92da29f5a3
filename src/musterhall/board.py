"""What a board shows, whatever the game: pieces in groups, zones, badges, rings, arcs, paths and markers, moment by
moment, with the orders of groups, the dice and the score.

A game fills these in; the page's script draws them and knows no game. Lengths are in the table's unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from shapely import Polygon

from musterhall.drawing import kind_samples, table_art
from musterhall.table import Table, TerrainPiece

Symbol = Literal[
    "infantry",
    "tank",
    "carrier",
    "truck",
    "gun",
    "gun-tracked",
    "antiair",
    "scout",
    "helicopter",
    "aircraft",
    "ship",
    "walker",
]
Status = Literal["on", "carried", "lost", "away"]
PathKind = Literal["kill", "hit", "miss", "plain", "leg", "past", "arrow"]
"""A shot and what it did, a line of sight, a leg of a way that is gone now or was gone before, from here to there."""
RingKind = Literal["blast", "range", "area"]
MarkerSign = Literal["spot", "heading"]
ReachKind = Literal["move", "range"]
LevelMark = Literal["", "up", "up-twice", "peak", "down"]
KeySign = Literal["arc", "blast", "area", "range", "spot", "heading", "strength"]
Sign = Literal[
    "move",
    "fire",
    "blast",
    "fight",
    "test",
    "rally",
    "break",
    "withdraw",
    "command",
    "zone",
    "phase",
    "set-up",
    "result",
    "other",
]
"""What a line of the log is shown under, and how long it takes."""


# What stays


@dataclass(frozen=True, slots=True)
class Side:
    name: str
    notes: tuple[str, ...] = ()
    """Who leads it and with what."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a piece gets or fires from where it stands, if nothing is in its way; drawn when it is asked for."""

    kind: ReachKind
    radius: float
    words: str
    width: float = 360.0
    """So many degrees about where it faces."""

    def row(self) -> list[Any]:
        return [self.kind, self.radius, self.words, self.width]


@dataclass(frozen=True, slots=True)
class Profile:
    """What there is to know of a kind of piece, the most general line first."""

    name: str
    lines: tuple[str, ...]
    reaches: tuple[Reach, ...] = ()
    abilities: tuple[tuple[str, str], ...] = ()
    """What it is able to do, by the code or name that stands in a line, each with what that means."""

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "name": self.name,
            "lines": list(self.lines),
            "reaches": [reach.row() for reach in self.reaches],
        }
        return data | ({"abilities": [list(one) for one in self.abilities]} if self.abilities else {})


@dataclass(frozen=True, slots=True)
class Piece:
    name: str
    side: int
    group: int
    symbol: Symbol
    profile: int
    """A number into the board's profiles."""
    leads: bool = False
    """Drawn with a bar over its symbol."""


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    side: int
    size: int
    """How many pieces it has, or how much it can bear where its states say what is left of that."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A round piece of ground with a flag in the middle that a side may hold."""

    x: float
    y: float
    radius: float
    side: int
    """On whose half of the table, or for whom it lies; NOBODYS for neither."""
    main: bool = True


@dataclass(frozen=True, slots=True)
class Level:
    """How high above the table a piece may be: in words, by a mark beside it, and by how far off its shadow lies."""

    words: str
    mark: LevelMark
    lift: float = 0.0


ON_THE_TABLE = Level("", "")
NOBODYS = -1
"""The side of what belongs to neither."""
LEAST_CORNERS = 3


@dataclass(frozen=True, slots=True)
class BoardWords:
    """What the game calls what is counted and shown."""

    groups: str
    """The heading over all groups."""
    pieces: str
    carried: str = "Carries"
    """What stands before the names of those a piece carries."""
    badge: str = ""
    """What a group's badge counts."""
    badge_short: str = ""
    badge_one: str = ""
    """The short word where there is one of it, if that is another."""
    turn: str = "Turn"
    """What stands before the number of a turn."""
    before: str = "Before the battle"
    """What stands there as long as no turn has begun."""
    zones: str = "held"
    """What stands under the number of zones that a side holds."""
    orders: tuple[str, str] = ("now", "next")
    """What stands before what a group is to do now, and before what comes after."""
    states: tuple[str, ...] = ("",)
    """The states that a group may be in; the first is the usual one and has no word."""
    levels: tuple[Level, ...] = (ON_THE_TABLE,)
    """How high a piece may be; the first is the usual one and has no mark."""


@dataclass(frozen=True, slots=True)
class KeySymbol:
    """A line of the key: a symbol of each side, perhaps with dots for what it carries."""

    symbols: tuple[Symbol, Symbol]
    words: str
    loads: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Key:
    """What the signs on a board mean in this game."""

    symbols: tuple[KeySymbol, ...] = ()
    paths: tuple[tuple[PathKind, str], ...] = ()
    signs: tuple[tuple[KeySign, str], ...] = ()
    """Arcs, rings and markers."""


@dataclass(frozen=True, slots=True)
class Board:
    """All of a board that does not change."""

    table: Table
    """With every piece of terrain that lies there at one moment or another; moments say which of them do."""
    pieces: Sequence[Piece]
    profiles: Sequence[Profile]
    groups: Sequence[Group]
    zones: Sequence[Zone]
    words: BoardWords
    ruler: tuple[float, float]
    """How far apart the small and the large marks along the edges are."""
    length: float = 1.0
    """How much of the table's unit one length of the drawing is; a piece is four lengths wide."""

    def as_data(self) -> dict[str, Any]:
        return {
            "table": {
                "width": float(self.table.width),
                "depth": float(self.table.depth),
                "unit": self.table.unit,
                "name": self.table.name,
                "edges": [_as_data(edge) for edge in self.table.edges],
                "ruler": list(self.ruler),
                "length": self.length,
                "art": table_art(self.table, length=self.length),
                "names": [
                    [number, piece.name, *_middle(piece)]
                    for number, piece in enumerate(self.table.pieces)
                    if piece.name
                ],
                "kinds": [[words, art] for words, art in kind_samples(self.table)],
            },
            "pieces": [_as_data(piece) for piece in self.pieces],
            "profiles": [profile.as_data() for profile in self.profiles],
            "groups": [_as_data(group) for group in self.groups],
            "zones": [_as_data(zone) for zone in self.zones],
            "words": _as_data(self.words),
        }


# What changes


@dataclass(frozen=True, slots=True)
class PieceState:
    x: float
    y: float
    facing: float
    status: Status
    carrier: int | None = None
    level: int = 0
    """A number into the words for levels."""

    def row(self, piece: int) -> list[Any]:
        return [piece, self.x, self.y, self.facing, self.status, self.carrier, self.level]


@dataclass(frozen=True, slots=True)
class GroupState:
    badge: int = 0
    state: int = 0
    """A number into the words for states."""
    gone: bool = False
    left: int | None = None
    """How much of its size is left, where that is not the number of its pieces; it is then drawn under them."""
    going: int = 0
    """How much of that is marked to go."""
    note: str = ""
    """What else there is to know of it just now."""

    def row(self, group: int) -> list[Any]:
        row = [group, self.badge, self.state, self.gone]
        return row if self.left is None else [*row, self.left, self.going, self.note]


@dataclass(frozen=True, slots=True)
class Marker:
    """Something small that lies on the table for a while, with a word beside it."""

    at: tuple[float, float]
    side: int
    sign: MarkerSign
    words: str
    facing: float = 0.0
    """Which way a heading points."""

    def row(self) -> list[Any]:
        return [*_written(self.at), self.side, self.sign, self.words, self.facing]


@dataclass(slots=True)
class Moment:
    """Everything that can change, as it is just now."""

    pieces: list[PieceState]
    groups: list[GroupState]
    markers: list[Marker] = field(default_factory=list)
    ground: list[int] | None = None
    """The numbers of the table's terrain pieces that lie there; None for all of them."""

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "pieces": [state.row(piece) for piece, state in enumerate(self.pieces)],
            "groups": [state.row(group) for group, state in enumerate(self.groups)],
            "markers": [marker.row() for marker in self.markers],
        }
        return data if self.ground is None else {**data, "ground": self.ground}


@dataclass(frozen=True, slots=True)
class Path:
    """A straight line that somebody shoots, looks or goes along."""

    start: tuple[float, float]
    end: tuple[float, float]
    kind: PathKind
    side: int | None = None
    """Whose way it is."""

    def row(self) -> list[Any]:
        return [*_written(self.start), *_written(self.end), self.kind, self.side]


@dataclass(frozen=True, slots=True)
class Ring:
    middle: tuple[float, float]
    radius: float
    kind: RingKind

    def row(self) -> list[Any]:
        return [*_written(self.middle), self.radius, self.kind]


@dataclass(frozen=True, slots=True)
class Arc:
    """What somebody can turn to: `width` degrees about `facing`, as far as `radius`."""

    middle: tuple[float, float]
    facing: float
    width: float
    radius: float

    def row(self) -> list[Any]:
        return [*_written(self.middle), self.facing, self.width, self.radius]


@dataclass(frozen=True, slots=True)
class Orders:
    """What a group is to do now and after that, in words; what the viewer may not know is said so, or left out."""

    now: str = ""
    next: str = ""

    def row(self, group: int) -> list[Any]:
        return [group, self.now, self.next]


@dataclass(frozen=True, slots=True)
class Figure:
    """What a side has of something that counts for winning."""

    side: int
    value: float
    words: str

    def row(self) -> list[Any]:
        return [self.side, self.value, self.words]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell together, what they were for, and what they came to."""

    rolled: tuple[int, ...]
    sides: int
    what: str
    sum: str = ""
    passed: bool | None = None
    """Whether they did what was wanted; None where there was nothing to pass."""


@dataclass(slots=True)
class Frame:
    """One line of a battle's log, and what it changes on the board."""

    turn: int
    phase: str
    kind: Sign
    section: str
    text: str
    detail: list[str] = field(default_factory=list)
    side: int | None = None
    group: int | None = None
    pieces: dict[int, PieceState] = field(default_factory=dict)
    groups: dict[int, GroupState] = field(default_factory=dict)
    paths: list[Path] = field(default_factory=list)
    rings: list[Ring] = field(default_factory=list)
    arcs: list[Arc] = field(default_factory=list)
    owners: list[int | None] | None = None
    """Who holds each zone from here on, where that was told."""
    markers: list[Marker] | None = None
    """All that lie on the table from here on, where that has changed."""
    ground: list[int] | None = None
    """The numbers of the terrain pieces that lie there from here on, where that has changed."""
    dice: list[Throw] = field(default_factory=list)
    """The dice that fell with this line."""
    score: list[Figure] | None = None
    """What both sides have from here on, where that has changed; what says most about who is ahead comes first."""
    orders: dict[int, Orders] = field(default_factory=dict)
    """By group, where they have changed."""
    reaches: dict[int, tuple[Reach, ...]] = field(default_factory=dict)
    """By piece, where they are no longer those of its profile or of the last time."""

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "turn": self.turn,
            "phase": self.phase,
            "kind": self.kind,
            "section": self.section,
            "text": self.text,
            "detail": self.detail,
            "side": self.side,
            "group": self.group,
            "pieces": [state.row(piece) for piece, state in self.pieces.items()],
            "groups": [state.row(group) for group, state in self.groups.items()],
            "paths": [path.row() for path in self.paths],
            "rings": [ring.row() for ring in self.rings],
            "arcs": [arc.row() for arc in self.arcs],
        }
        if self.owners is not None:
            data["owners"] = self.owners
        if self.markers is not None:
            data["markers"] = [marker.row() for marker in self.markers]
        if self.ground is not None:
            data["ground"] = self.ground
        if self.dice:
            data["dice"] = [_as_data(throw) for throw in self.dice]
        if self.score is not None:
            data["score"] = [figure.row() for figure in self.score]
        if self.orders:
            data["orders"] = [orders.row(group) for group, orders in self.orders.items()]
        if self.reaches:
            data["reaches"] = [[piece, [one.row() for one in reaches]] for piece, reaches in self.reaches.items()]
        return data


@dataclass(frozen=True, slots=True)
class Picture:
    """A single situation to look at, and what became of it where something was resolved."""

    board: Board
    before: Moment
    after: Moment | None = None
    pieces: Sequence[int] = ()
    """Set off by a ring; two of them by a line between them too."""
    groups: Sequence[int] = ()
    """Set off by an outline."""
    arcs: Sequence[Arc] = ()
    rings: Sequence[Ring] = ()
    paths: Sequence[Path] = ()
    """Lines beside the one between two pieces, or in its place."""

    def as_data(self) -> dict[str, Any]:
        return {
            **self.board.as_data(),
            "before": self.before.as_data(),
            "after": self.after.as_data() if self.after is not None else None,
            "asked": {"pieces": list(self.pieces), "groups": list(self.groups)},
            "arcs": [arc.row() for arc in self.arcs],
            "rings": [ring.row() for ring in self.rings],
            "paths": [path.row() for path in self.paths],
        }


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole battle to watch."""

    title: str
    seed: int
    game: str
    sides: tuple[Side, Side]
    board: Board
    key: Key
    frames: Sequence[Frame]
    result: str
    note: str = ""
    """What else is said beside the game and the seed."""

    def as_data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "seed": self.seed,
            "game": self.game,
            "sides": [_as_data(side) for side in self.sides],
            **self.board.as_data(),
            "key": _as_data(self.key),
            "frames": [frame.as_data() for frame in self.frames],
            "result": self.result,
            "note": self.note,
        }


def _middle(piece: TerrainPiece) -> tuple[float, float]:
    """Where the name of a piece of terrain stands: half way along a line, or well inside an area."""
    if piece.linear or len(piece.outline) < LEAST_CORNERS:
        return _written(piece.points[len(piece.points) // 2])
    inside = Polygon(piece.outline).representative_point()
    return _written((inside.x, inside.y))


def _as_data(thing: Any) -> dict[str, Any]:
    """Its fields by name, tuples as lists, as JSON gives them back."""
    return {key: _plain(value) for key, value in asdict(thing).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return list(map(_plain, value)) if isinstance(value, tuple) else value


def _written(point: tuple[float, float]) -> tuple[float, float]:
    return (round(point[0], 2), round(point[1], 2))
