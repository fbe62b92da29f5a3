"""Questions about one unit, which its owner is asked."""

from __future__ import annotations

from typing import Any

from musterhall.battle.decisions import Choice, Decision, YesOrNo
from musterhall.games.alpha_strike.position.position import Position


class _AboutAUnit:
    """What all of them have: the unit, and its owner's view."""

    __slots__ = ()
    view: Position
    unit: int

    @property
    def name(self) -> str:
        return self.view.unit(self.unit).name

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}


class UnitDecision(_AboutAUnit, Decision):
    """A question about one unit with an answer of its own form."""

    __slots__ = ("unit", "view")

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view = view
        self.unit = unit


class UnitYesOrNo(_AboutAUnit, YesOrNo):
    """Whether one unit does something."""

    __slots__ = ("unit", "view")

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view = view
        self.unit = unit


class HowMany(_AboutAUnit, Choice[int]):
    """How many of something, from none to the most, for one unit."""

    __slots__ = ("unit", "view")

    def __init__(self, view: Position, unit: int, most: int) -> None:
        super().__init__(view.unit(unit).side, range(most + 1))
        self.view = view
        self.unit = unit
