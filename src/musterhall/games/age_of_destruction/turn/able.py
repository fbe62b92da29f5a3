"""Which units can be given an order."""

from __future__ import annotations

from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.position import Position


def may_be_ordered(position: Position, unit: int) -> bool:
    """40.2 On the table, nobody's captive, no salvage, running, with room for a token and not ordered enough yet."""
    state, edition = position.states[unit], position.field.edition
    if state.place != "table" or state.captor != NOBODY or state.ordered >= edition.orders_per_unit:
        return False
    if position.click(unit).salvage and not edition.salvage_obeys:
        return False
    if state.shut_down and edition.restart != "vent_order":
        return False
    limited = edition.mech_tokens_limited or not position.unit(unit).sheet.is_mech
    return not limited or state.tokens < edition.most_tokens
