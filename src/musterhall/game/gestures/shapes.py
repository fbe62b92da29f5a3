"""The shapes in which a group goes as a body: as it stands, in line, in column, spread out."""

from __future__ import annotations

import math
from collections.abc import Mapping

Place = tuple[float, float]


def laid_out(shape: str, places: Mapping[int, Place], middle: Place, facing: float, gap: float) -> dict[int, Place]:
    """Where each piece stands in a shape about its middle. `facing` is what it was turned by where it stays as it is,
    and where it looks else: 0 is north, and it grows to the east."""
    x = sum(place[0] for place in places.values()) / len(places)
    y = sum(place[1] for place in places.values()) / len(places)
    if shape == "as it stands":
        offsets = {piece: (px - x, py - y) for piece, (px, py) in places.items()}
    else:
        offsets = _in_rows(places, _row_length(shape, len(places)), gap * (2 if shape == "spread out" else 1), facing)
    turn = math.radians(facing)
    sine, cosine = math.sin(turn), math.cos(turn)
    return {
        piece: (
            round(middle[0] + dx * cosine - dy * sine, 2),
            round(middle[1] + dx * sine + dy * cosine, 2),
        )
        for piece, (dx, dy) in offsets.items()
    }


def _row_length(shape: str, number: int) -> int:
    if shape == "in line":
        return max(1, math.ceil(number / 2)) if number > 8 else number
    if shape == "in column":
        return 2 if number > 4 else 1
    return max(1, math.ceil(math.sqrt(number)))


def _in_rows(places: Mapping[int, Place], length: int, gap: float, facing: float) -> dict[int, Place]:
    """Rows one behind the other, as seen from the front. Who stands further to the front stays there, and who stands
    further left in a row stays left, so that ways do not cross."""
    turn = math.radians(facing)
    ahead, aside = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))

    def along(piece: int, way: Place) -> float:
        return places[piece][0] * way[0] + places[piece][1] * way[1]

    by_front = sorted(places, key=lambda piece: (-along(piece, ahead), piece))
    rows = [by_front[at : at + length] for at in range(0, len(by_front), length)]
    laid: dict[int, Place] = {}
    for rank, row in enumerate(rows):
        for file, piece in enumerate(sorted(row, key=lambda one: (along(one, aside), one))):
            laid[piece] = ((file - (len(row) - 1) / 2) * gap, (rank - (len(rows) - 1) / 2) * gap)
    return laid
