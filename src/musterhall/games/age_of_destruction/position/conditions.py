"""What the cards on the table change: planetary conditions, by figure and unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musterhall.games.age_of_destruction.cards.cards import Card, Effect
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.position.position import Position


def cards_in_play(position: Position) -> list[tuple[int, Card]]:
    """The cards that lie face up, with whose they are."""
    return [(side, state.card) for side, state in enumerate(position.sides) if state.card_shown and state.card.name]


def changes(position: Position, figure: str, unit: int = NOBODY) -> Sequence[tuple[str, int]]:
    """40.17 By how much each planetary condition in play changes a figure, of a unit or of everybody."""
    red, blue = position.sides
    if not (red.card.name or blue.card.name) or not (red.card_shown and blue.card_shown):
        return ()
    return [(card.name, effect.by) for card, effect in _conditions(position) if _meant(position, effect, figure, unit)]


def changed(position: Position, figure: str, unit: int = NOBODY) -> int:
    """40.17 By how much all of them together change it."""
    found = changes(position, figure, unit)
    return sum(value for _, value in found) if found else 0


def _conditions(position: Position) -> Iterator[tuple[Card, Effect]]:
    """Two copies of one condition are one condition."""
    lying = [card for _, card in cards_in_play(position) if card.kind == "planetary_condition"]
    seen = {(plain(card.name), card.effects): card for card in lying}
    return ((card, effect) for card in seen.values() for effect in card.effects)


def _meant(position: Position, effect: Effect, figure: str, unit: int) -> bool:
    if effect.does != figure:
        return False
    sheet = None if unit == NOBODY else position.unit(unit).sheet
    return sheet is None or effect.is_for(sheet.type, sheet.speed_mode)
