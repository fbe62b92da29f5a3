"""The board in letters: units, terrain and objectives, with squares along the edges, no wider than a terminal.

A group has a letter, capital for red and small for blue; where several stand in one place, the last of them is seen and
the list below the board tells all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely import LineString, Point, Polygon

from musterhall.board import NOBODYS, Frame, GroupState, Marker, PieceState, Replay
from musterhall.drawing.canvas import kind_words, style_of
from musterhall.problems import BadInput
from musterhall.table import Table, TerrainPiece

WIDEST, DEEPEST = 72, 30
"""Characters that the table itself may take."""
MARGIN = 4
WIDE_ENOUGH, NARROWEST = WIDEST + MARGIN, 24
"""Columns of a terminal: with more nothing is gained, with fewer a board cannot be read."""
SQUARES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 100)
WIDE, DEEP = 4, 2
"""Characters of a square: a character is about twice as high as it is wide."""
SIGNS = {
    "deep-sea": "~",
    "deep-water": "~",
    "shallow-water": "-",
    "river": "~",
    "hill": "^",
    "marsh": "%",
    "field": ";",
    "craters": "o",
    "road": "=",
    "rubble": ":",
    "ruins": ":",
    "trench": "_",
    "emplacement": "_",
    "hedge": "'",
    "fence": "'",
    "wall": "'",
    "forest": '"',
    "thick-forest": "&",
    "bunker": "#",
    "building": "#",
}
OTHER_SIGN, MARKER, CORNER = ",", "+", "."
FIRST = ("A", "a")
LETTERS = 26
RED, BLUE, GROUND, PLAIN = "\x1b[1;31m", "\x1b[1;34m", "\x1b[32m", "\x1b[0m"
OF_SIDE = {0: RED, 1: BLUE}
_SQUARE = re.compile(r"([A-Za-z])(\d{1,2})")
_PLACE = re.compile(r"(-?\d+(?:\.\d+)?)[,/](-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares by which places are named: letters from west to east, numbers from north to south."""

    width: float
    depth: float
    square: float

    @classmethod
    def of(cls, width: float, depth: float, widest: int = WIDEST) -> Grid:
        """The smallest squares with which the board fits."""
        fits = (
            one
            for one in SQUARES
            if math.ceil(width / one) * WIDE <= widest and math.ceil(depth / one) * DEEP <= DEEPEST
        )
        return cls(width, depth, next(fits, max(width / (widest // WIDE), depth / (DEEPEST // DEEP))))

    @property
    def columns(self) -> int:
        return math.ceil(self.width / self.square)

    @property
    def ranks(self) -> int:
        return math.ceil(self.depth / self.square)

    def name(self, x: float, y: float) -> str:
        column = min(max(int(x // self.square), 0), self.columns - 1)
        rank = min(max(int(y // self.square), 0), self.ranks - 1)
        return f"{chr(ord('A') + column)}{rank + 1}"

    def place(self, word: str) -> tuple[float, float] | None:
        """The place that a word names: the middle of a square, or x and y; None where it names none."""
        if exact := _PLACE.fullmatch(word):
            return (float(exact[1]), float(exact[2]))
        found = _SQUARE.fullmatch(word)
        if found is None:
            return None
        column, rank = ord(found[1].upper()) - ord("A"), int(found[2]) - 1
        if not (0 <= column < self.columns and 0 <= rank < self.ranks):
            last = f"{chr(ord('A') + self.columns - 1)}{self.ranks}"
            raise BadInput(f"{word}: is off the table, whose squares go from A1 to {last}.")
        x, y = (column + 0.5) * self.square, (rank + 0.5) * self.square
        return (min(x, self.width), min(y, self.depth))

    def as_data(self) -> dict[str, Any]:
        return {"width": self.width, "depth": self.depth, "square": self.square}


def letters_of(sides: Sequence[int]) -> list[str]:
    """A letter for each group by its side, the first of a side A or a; after z they have two."""
    given, letters = [0, 0], []
    for side in sides:
        number = given[side]
        given[side] += 1
        letter = chr(ord(FIRST[side]) + number % LETTERS)
        letters.append(letter if number < LETTERS else f"{letter}{number // LETTERS + 1}")
    return letters


class TextBoard:
    """A battle's board as it stands at the end of a replay."""

    def __init__(self, replay: Replay, columns: int = WIDE_ENOUGH) -> None:
        board = replay.board
        self.board = board
        self.sides = [side.name for side in replay.sides]
        widest = min(max(columns, NARROWEST), WIDE_ENOUGH) - MARGIN
        self.grid = Grid.of(board.table.width, board.table.depth, widest)
        self.letters = letters_of([group.side for group in board.groups])
        self.pieces: dict[int, PieceState] = {}
        self.groups: dict[int, GroupState] = {}
        self.owners: list[int | None] = [None] * len(board.zones)
        self.markers: list[Marker] = []
        self.ground: list[int] | None = None
        for frame in replay.frames:
            self._take_in(frame)

    def _take_in(self, frame: Frame) -> None:
        self.pieces.update(frame.pieces)
        self.groups.update(frame.groups)
        self.owners = self.owners if frame.owners is None else frame.owners
        self.markers = self.markers if frame.markers is None else frame.markers
        self.ground = self.ground if frame.ground is None else frame.ground

    # The picture

    def lines(self, *, colours: bool = False) -> list[str]:
        """The board with its squares named along the edges."""
        grid = self.grid
        head = "   " + "".join(chr(ord("A") + column).ljust(WIDE) for column in range(grid.columns)).rstrip()
        rows = [self._row(cells, number, colours) for number, cells in enumerate(self._cells())]
        return [head, *rows, head]

    def _row(self, cells: list[tuple[str, str]], number: int, colours: bool) -> str:
        margin = f"{number // DEEP + 1:>2} " if number % DEEP == 0 else "   "
        drawn = "".join(f"{colour}{sign}{PLAIN}" if colours and colour else sign for sign, colour in cells)
        return f"{margin}{drawn}" if colours else f"{margin}{drawn}".rstrip()

    def _cells(self) -> list[list[tuple[str, str]]]:
        rows = [
            [(CORNER if x % WIDE == 0 and y % DEEP == 0 else " ", "") for x in range(self.grid.columns * WIDE)]
            for y in range(self.grid.ranks * DEEP)
        ]
        for piece in self._terrain():
            self._draw_terrain(rows, piece)
        for number, zone in enumerate(self.board.zones):
            owner = self.owners[number] if number < len(self.owners) else None
            self._put(rows, zone.x, zone.y, str((number + 1) % 10), OF_SIDE.get(-1 if owner is None else owner, ""))
        for marker in self.markers:
            self._put(rows, *marker.at, MARKER, OF_SIDE.get(marker.side, ""))
        for number, state in self.pieces.items():
            if state.status == "on":
                group = self.board.pieces[number].group
                colour = OF_SIDE.get(self.board.pieces[number].side, "")
                self._put(rows, state.x, state.y, self.letters[group][0], colour)
        return rows

    def _put(self, rows: list[list[tuple[str, str]]], x: float, y: float, sign: str, colour: str) -> None:
        cell = self.grid.square / WIDE, self.grid.square / DEEP
        column = min(max(int(x // cell[0]), 0), len(rows[0]) - 1)
        rows[min(max(int(y // cell[1]), 0), len(rows) - 1)][column] = (sign, colour)

    def _terrain(self) -> list[TerrainPiece]:
        pieces = self.board.table.pieces
        return [pieces[number] for number in (range(len(pieces)) if self.ground is None else self.ground)]

    def _draw_terrain(self, rows: list[list[tuple[str, str]]], piece: TerrainPiece) -> None:
        wide, deep = self.grid.square / WIDE, self.grid.square / DEEP
        thin = piece.linear and piece.width < wide
        shape = LineString(piece.points).buffer(wide * 0.5) if thin else Polygon(piece.outline)
        shapely.prepare(shape)
        sign = sign_of(piece.kind)
        left, top, right, bottom = shape.bounds
        for y in range(max(0, int(top // deep)), min(len(rows), int(bottom // deep) + 1)):
            for x in range(max(0, int(left // wide)), min(len(rows[0]), int(right // wide) + 1)):
                if shape.contains(Point((x + 0.5) * wide, (y + 0.5) * deep)):
                    rows[y][x] = (sign, GROUND)

    # What its signs mean

    def legend(self) -> list[str]:
        """Who stands where, objectives, and the ground."""
        table = self.board.table
        found = [
            f"A square is {self.grid.square:g} {table.unit}. North is at the top; {self.sides[0]} has capital letters, "
            f"{self.sides[1]} small ones."
        ]
        found += [line for number in range(len(self.board.groups)) if (line := self._group_line(number))]
        for number, zone in enumerate(self.board.zones):
            owner = self.owners[number] if number < len(self.owners) else None
            held = "held by nobody" if owner in (None, NOBODYS) else f"held by {self.sides[int(owner)]}"
            found.append(f"{(number + 1) % 10}  objective at {self.grid.name(zone.x, zone.y)}, {held}")
        found += [f"{MARKER}  {marker.words} at {self.grid.name(*marker.at)}" for marker in self.markers]
        return [*found, *_ground_lines(table, self._terrain())]

    def _group_line(self, number: int) -> str:
        group, state = self.board.groups[number], self.groups.get(number, GroupState())
        members = (one for one, piece in enumerate(self.board.pieces) if piece.group == number)
        own = [self.pieces[one] for one in members if one in self.pieces]
        if state.gone or (own and all(one.status == "lost" for one in own)):
            return ""
        on = [one for one in own if one.status == "on"]
        where = self._about(on)
        own_words = [state.note] if state.note else [self._strength(group.size, own, state), self._state_words(state)]
        parts = [where, *own_words]
        return f"{self.letters[number]:<2} {group.name}: {', '.join(filter(None, parts))}"

    def _about(self, on: list[PieceState]) -> str:
        if not on:
            return "not on the table"
        x, y = sum(one.x for one in on) / len(on), sum(one.y for one in on) / len(on)
        return f"at {self.grid.name(x, y)}"

    def _strength(self, size: int, own: list[PieceState], state: GroupState) -> str:
        if state.left is not None:
            return f"{state.left} of {size} left"
        left = sum(one.status != "lost" for one in own)
        return f"{left} of {size}" if size > 1 else ""

    def _state_words(self, state: GroupState) -> str:
        words = self.board.words
        told = words.states[state.state] if state.state < len(words.states) else ""
        short = (state.badge == 1 and words.badge_one) or words.badge_short or words.badge
        return ", ".join(filter(None, [told, f"{state.badge} {short}" if state.badge and short else ""]))

    def members(self, letter: str) -> list[str]:
        """The single units of a group, each with its number and its exact place."""
        if letter not in self.letters:
            raise BadInput(f"{letter}: no group has this letter; `key` lists them all.")
        group = self.letters.index(letter)
        return [
            f"#{number} {piece.name}: {self._whereabouts(self.pieces[number])}"
            for number, piece in enumerate(self.board.pieces)
            if piece.group == group and number in self.pieces and self.pieces[number].status != "lost"
        ]

    def _whereabouts(self, state: PieceState) -> str:
        if state.status == "carried" and state.carrier is not None:
            return f"aboard {self.board.pieces[state.carrier].name}"
        if state.status != "on":
            return "not on the table"
        return f"{self.grid.name(state.x, state.y)}, at {state.x:g},{state.y:g}"

    def as_data(self, *, colours: bool = False) -> dict[str, Any]:
        """All of it, for a terminal elsewhere."""
        return {
            "lines": self.lines(colours=colours),
            "legend": self.legend(),
            "grid": self.grid.as_data(),
            "unit": self.board.table.unit,
            "letters": self.letters,
            "groups": [group.name for group in self.board.groups],
            "members": {letter: self.members(letter) for letter in self.letters},
        }


def sign_of(kind: str) -> str:
    return SIGNS.get(style_of(kind), OTHER_SIGN)


def _ground_lines(table: Table, pieces: list[TerrainPiece]) -> list[str]:
    kinds: dict[str, list[str]] = {}
    for piece in pieces:
        names = kinds.setdefault(sign_of(piece.kind), [])
        if (words := kind_words(piece)) not in names:
            names.append(words)
    return ["   ".join(f"{sign} {' or '.join(names)}" for sign, names in kinds.items())] if kinds else []
