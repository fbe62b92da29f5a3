"""Which units can be given an order."""

from __future__ import annotations

from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.position import Position


def may_be_ordered(position: Position, unit: int) -> bool:
    """40.2 On the table, nobody's captive, no salvage, running, with room for a token and not ordered enough yet."""
    return not why_no_order(position, unit)


def why_no_order(position: Position, unit: int) -> str:
    """40.2 Why a unit can be given no order now; empty where it can."""
    state, edition = position.states[unit], position.field.edition
    if state.place != "table":
        return "is not on the table"
    if state.captor != NOBODY:
        return "is a captive"
    if state.ordered >= edition.orders_per_unit:
        return "had its order this turn"
    if position.click(unit).salvage and not edition.salvage_obeys:
        return "is salvage and obeys no orders"
    if state.shut_down and edition.restart != "vent_order":
        return "is shut down until your next command stage"
    limited = edition.mech_tokens_limited or not position.unit(unit).sheet.is_mech
    if limited and state.tokens >= edition.most_tokens:
        return "has all the tokens it can have, and must rest a turn"
    return ""
