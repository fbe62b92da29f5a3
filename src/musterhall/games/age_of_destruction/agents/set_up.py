"""How captain sets up: which card it plays, and where its units begin."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.games.age_of_destruction.cards.cards import NO_CARD
from musterhall.games.age_of_destruction.field.bases import RADIUS
from musterhall.games.age_of_destruction.position.position import Position

SCORES = ("score_middle", "score_zone", "score_eliminated")
"""What missions count, the easiest to come by first."""
MARGIN = 7.0
"""Nearer to a side edge than this the line's middle is not put."""


INSET = 0.7
"""How far from the edge of where it may be an infiltrator is placed, so that its whole base is inside."""


def best_card(view: Position, names: tuple[str, ...]) -> str:
    """11 A mission is a condition more to win, and only its owner scores it; after that, what does nothing."""

    hand = {card.name: card for side in view.sides for card in side.hand}

    def rank(name: str) -> tuple[int, int]:
        card = hand.get(name, NO_CARD)
        if card.kind == "mission":
            return (0, min((SCORES.index(one.does) for one in card.effects if one.does in SCORES), default=len(SCORES)))
        return (1 if card.kind == "dummy" else 2, 0)

    return min(names, key=rank)


def line_up(view: Position, unit: int) -> Iterator[tuple[float, float]]:
    """Base to base in one line, opposite the enemy if he is there: close together, and in one chain for formations."""
    side = view.unit(unit).side
    low, high = view.field.zone(side)
    y = (low + high) / 2
    middle = _middle(view, 1 - side)
    own = [other for other in view.on_table(side) if abs(view.at(other)[1] - y) < 0.01]
    radius = float(view.bases[unit, RADIUS])
    if not own:
        yield (middle, y)
        return
    ends = []
    for sign, other in (
        (1, max(own, key=lambda other: view.at(other)[0])),
        (-1, min(own, key=lambda other: view.at(other)[0])),
    ):
        ends.append((view.at(other)[0] + sign * (radius + float(view.bases[other, RADIUS])), y))
    for x, y in sorted(ends, key=lambda end: abs(end[0] - middle)):
        yield (round(x, 2), round(y, 2))


def infiltrate(view: Position, unit: int) -> Iterator[tuple[float, float]]:
    """As far forward as may be, on the side of the table where the enemy is not."""
    side, table = view.unit(unit).side, view.field.table
    edition = view.field.edition
    reach = table.depth / 2 if edition.infiltrate == "own_half" else float(edition.infiltrate_depth)
    y = reach - INSET if side == 0 else table.depth - reach + INSET
    empty = table.width - MARGIN if _middle(view, 1 - side) <= table.width / 2 else MARGIN
    for step in range(12):
        yield (round(empty + (step // 2 + 1) * (1 if step % 2 else -1), 2), round(y, 2))


def _middle(view: Position, enemy: int) -> float:
    """Opposite the enemy's strength."""
    width = view.field.table.width
    there = view.on_table(enemy)
    points = sum(view.unit(unit).points for unit in there)
    if not points:
        return width / 2
    x = sum(view.at(unit)[0] * view.unit(unit).points for unit in there) / points
    return round(min(max(x, MARGIN), width - MARGIN), 2)
