"""A board at one moment as a small picture that stands alone: the table, what is to be held, and who stands where."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.sax import saxutils

from musterhall.board import Board, Frame, Marker, PieceState, Replay, Zone
from musterhall.drawing import table_art
from musterhall.table import Table

COLOURS = (("#bd3620", "#5c1005"), ("#2f5fa8", "#0f2850"))
"""Of each side: the body and its edge."""
NOBODYS_COLOUR = "#f7f4ea"
SHAPES = (
    "M-1.75-1.4H1.75A.3.3 0 0 1 2.05-1.1V1.1A.3.3 0 0 1 1.75 1.4H-1.75A.3.3 0 0 1-2.05 1.1V-1.1A.3.3 0 0 1-1.75-1.4Z",
    "M-1.3-1.45H1.3L2.35 0 1.3 1.45H-1.3L-2.35 0Z",
)
"""Of each side: nobody has to tell them apart by colour alone."""
SWELL = 130.0
"""How many lengths a table has across that its pieces are drawn as large as they are; on wider ones they grow."""


def table_still(table: Table, length: float) -> str:
    """A table alone; `length` is how much of its unit one length of the drawing is."""
    return _framed(table, length, table_art(table, length=length))


def still(replay: Replay) -> str:
    """How a battle stands at the end of what was told of it."""
    board = replay.board
    pieces, owners, markers, ground = _last(replay.frames)
    table = board.table
    if ground is not None:
        table = replace(table, pieces=tuple(table.pieces[number] for number in ground))
    parts = [
        table_art(table, length=board.length),
        *_zones(board, owners),
        *_markers(board, markers),
        *_pieces(board, pieces),
    ]
    return _framed(table, board.length, "\n".join(parts))


def _framed(table: Table, length: float, inside: str) -> str:
    wide, high = table.width / length, table.depth / length
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img">'
        f"<title>{saxutils.escape(table.name)}</title>\n{inside}\n</svg>\n"
    )


def _last(
    frames: Sequence[Frame],
) -> tuple[dict[int, PieceState], list[int | None], list[Marker], list[int] | None]:
    """What all frames come to."""
    pieces: dict[int, PieceState] = {}
    owners: list[int | None] = []
    markers: list[Marker] = []
    ground: list[int] | None = None
    for frame in frames:
        pieces |= frame.pieces
        owners = frame.owners if frame.owners is not None else owners
        markers = frame.markers if frame.markers is not None else markers
        ground = frame.ground if frame.ground is not None else ground
    return pieces, owners, markers, ground


def _zones(board: Board, owners: list[int | None]) -> Iterator[str]:
    for number, zone in enumerate(board.zones):
        owner = owners[number] if number < len(owners) else None
        yield _zone(zone, board.length, NOBODYS_COLOUR if owner not in (0, 1) else COLOURS[owner][0])


def _zone(zone: Zone, length: float, colour: str) -> str:
    x, y, radius = zone.x / length, zone.y / length, zone.radius / length
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" fill-opacity=".28" stroke="{colour}" '
        f'stroke-width=".6"/><path transform="translate({x:.1f} {y:.1f})" d="M0 1.5V-7L5.5-4.9 0-2.8" fill="{colour}" '
        'stroke="#2a241a" stroke-width=".5" stroke-linejoin="round"/>'
    )


def _markers(board: Board, markers: list[Marker]) -> Iterator[str]:
    for marker in markers:
        colour = COLOURS[marker.side][0] if marker.side in (0, 1) else NOBODYS_COLOUR
        x, y = (one / board.length for one in marker.at)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.6" fill="{colour}" stroke="#2a241a" stroke-width=".5"/>'


def _pieces(board: Board, states: dict[int, PieceState]) -> Iterator[str]:
    size = max(1.0, math.sqrt(board.table.width / board.length / SWELL))
    for number, state in states.items():
        if state.status != "on":
            continue
        side = board.pieces[number].side
        body, edge = COLOURS[side]
        yield (
            f'<path transform="translate({state.x / board.length:.1f} {state.y / board.length:.1f}) scale({size:.2f})" '
            f'd="{SHAPES[side]}" fill="{body}" stroke="{edge}" stroke-width=".5"/>'
        )
