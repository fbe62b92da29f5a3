"""What units are worth to captain, click by click: what a dial still promises, and what victory counts."""

from __future__ import annotations

import numpy as np

from musterhall.games.age_of_destruction.agents.weighing import CHANCES, CLICK_WORTH, LIVE, PRIZE
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.conditions import cards_in_play
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.geometry import Floats

ABLE, FIGHTS, LASTS = 0.45, 0.35, 0.2
"""The shares of a unit's points for being able at all, for what it still does, and for what it still bears."""
SALVAGE = 0.25
"""What is left of them in a unit that is salvage: somebody may want it eliminated."""
USUAL_DEFENSE = 18
INTRUDER, INTRUDES_FOR = 3.0, 8
"""What a round of an enemy in one's own zone is worth, and for how many rounds at most that is counted."""
MARCH = 8.0
"""Inches from the zone within which an enemy is taken to be on its way there."""
MISSION = 15.0
"""What a point of a mission is worth in points of units."""


class Stakes:
    """What turning a dial is worth, as things stand."""

    def __init__(self, view: Position, side: int) -> None:
        self.view, self.side = view, side
        self._extra: dict[int, float] = {}

    def __call__(self, unit: int, clicks: int) -> float:
        """What it is worth to turn a unit's dial by so many clicks."""
        if clicks <= 0:
            return 0.0
        curve, now = values(self.view, unit), self.view.states[unit].click
        after = min(now + clicks, len(curve) - 1)
        gone = bool(curve[now + 1 :].size) and self._is_out(unit, after) and not self._is_out(unit, now)
        return float(curve[now] - curve[after]) + (self.extra(unit) if gone else 0.0)

    def repaired(self, unit: int, clicks: int) -> float:
        """What it is worth to turn a unit's dial back."""
        curve, now = values(self.view, unit), self.view.states[unit].click
        return float(curve[max(0, now - clicks)] - curve[now])

    def whole(self, unit: int) -> float:
        """What a unit is worth as it is."""
        return float(values(self.view, unit)[self.view.states[unit].click])

    def extra(self, unit: int) -> float:
        """What the victory conditions make of it beside its points."""
        if unit not in self._extra:
            self._extra[unit] = self._intrusion(unit) + self._mission(unit)
        return self._extra[unit]

    def _is_out(self, unit: int, click: int) -> bool:
        dial = self.view.unit(unit).sheet.dial
        return click >= len(dial) or dial[click].salvage

    def _intrusion(self, unit: int) -> float:
        """6 Enemies in the zone, or about to be, score every round."""
        owner = self.view.unit(unit).side
        low, high = self.view.field.zone(1 - owner)
        y = self.view.at(unit)[1]
        off = max(0.0, low - y, y - high)
        if off > MARCH:
            return 0.0
        rounds = min(INTRUDES_FOR, rounds_left(self.view))
        return INTRUDER * rounds * (1.0 - off / MARCH) if owner != self.side or off == 0.0 else 0.0

    def _mission(self, unit: int) -> float:
        """7 What a mission gives for eliminating it."""
        one, total = self.view.unit(unit), 0.0
        for side, card in cards_in_play(self.view):
            for effect in card.effects:
                meant = side != one.side and effect.is_for(one.sheet.type, one.sheet.speed_mode)
                total += MISSION * effect.by if meant and effect.does == "score_eliminated" else 0.0
        return total

    def put_into(self, figures: Floats) -> Floats:
        """The figures of all units with these stakes in place of plain points."""
        figures = figures.copy()
        for unit, state in enumerate(self.view.states):
            if state.place != "table" or state.captor != NOBODY:
                continue
            curve = values(self.view, unit)
            live = int(figures[unit, LIVE])
            drop = float(curve[state.click] - curve[min(state.click + max(live, 1), len(curve) - 1)])
            able = ABLE * self.view.unit(unit).points if live else 0.0
            figures[unit, PRIZE] = able + self.extra(unit)
            figures[unit, CLICK_WORTH] = max(0.0, drop - able) / max(live, 1)
        return figures


def rounds_left(view: Position) -> int:
    return max(0, view.field.edition.round_limit - view.round)


def values(view: Position, unit: int) -> Floats:
    """What a unit is worth at each click, and past its last."""
    found: Floats | None = view.field.memo.get(("values", unit))
    if found is None:
        one = view.unit(unit)
        found = view.field.memo["values", unit] = np.array(_curve(one.sheet, one.points))
    return found


def _curve(sheet: UnitSheet, points: int) -> list[float]:
    fights = [_fights(sheet, click) for click in range(len(sheet.dial))]
    best, count = max(*fights, 0.01), len(sheet.dial)
    curve = []
    for click, shown in enumerate(sheet.dial):
        share = ABLE + FIGHTS * fights[click] / best + LASTS * (count - click) / count
        curve.append(points * (SALVAGE if shown.salvage else share))
    return [*curve, 0.0]


def _fights(sheet: UnitSheet, click: int) -> float:
    """The clicks that it takes off a usual enemy."""
    shown = sheet.dial[click]
    return shown.damage * float(CHANCES[min(12, max(0, USUAL_DEFENSE - shown.attack))])
