"""1.4 Command stacks, and how the opponent sees them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

HIDDEN = "hidden"


class Orders(NamedTuple):
    """1.4 The command stack of one formation: this turn's command on top, the next turn's below."""

    now: str | None = None
    next: str | None = None
    replaced: bool = False
    """A third counter lies on top, or there was none to begin with: the action test is harder."""
    face_up: bool = False
    """A kept Prepared Fire, which everybody sees."""


@cache
def hidden(orders: Orders) -> Orders:
    """1.4 A command stack as the opponent sees it: counters with their blank side up."""
    now = orders.now if orders.face_up or orders.now is None else HIDDEN
    return Orders(now, None if orders.next is None else HIDDEN, orders.replaced, orders.face_up)
