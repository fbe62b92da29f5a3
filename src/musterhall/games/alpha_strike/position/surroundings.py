"""Where a battle is fought, in the words of abilities: its region, its terrain, and what covers half of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from musterhall.games.alpha_strike.abilities.modifiers import plain
from musterhall.games.alpha_strike.field.terrain import TerrainKind, kinds_by_number
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point


def part_of(position: Position, side: int) -> str:
    """16 Whether a side attacks, defends, or neither, as nobody does where a scenario knows no such parts."""
    attacker = position.field.attacker
    return "neither" if attacker == NOBODY else "attacker" if side == attacker else "defender"


def region(position: Position) -> tuple[str, ...]:
    """16 The words for where the battle is."""
    return (plain(position.field.region),) if position.field.region else ()


def terrain_here(position: Position) -> tuple[str, ...]:
    """16 The terrain of this table; what is left open is clear."""
    return _terrain(position)[0]


def terrain_of_half(position: Position) -> tuple[str, ...]:
    """16 The terrain that covers half of the table or more."""
    return _terrain(position)[1]


def _terrain(position: Position) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both, worked out once for each lie of the ground."""
    memo, key = position.field.memo, ("surroundings", position.lie.tobytes())
    if key not in memo:
        words = sorted({word for kind, _ in _pieces(position) for word in kind.fact})
        memo[key] = (*words, "clear"), _half_covered(position)
    return memo[key]  # type: ignore[no-any-return]


def _half_covered(position: Position) -> tuple[str, ...]:
    table = position.field.table
    whole, covered = table.width * table.depth, 0.0
    by_word: dict[str, float] = {}
    for kind, area in _pieces(position):
        covered += area
        for word in kind.fact:
            by_word[word] = by_word.get(word, 0.0) + area
    by_word["clear"] = whole - covered
    return tuple(word for word, area in by_word.items() if 2 * area >= whole)


def _pieces(position: Position) -> Iterator[tuple[TerrainKind, float]]:
    for number, piece in enumerate(position.field.ground.pieces):
        yield kinds_by_number()[int(position.lie[number, 0])], _area(piece.outline)


def _area(outline: Sequence[Point]) -> float:
    corners = (*outline, outline[0])
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(corners))) / 2
