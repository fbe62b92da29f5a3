"""drill: a fixed, cheap doctrine. Go to the best range of the nearest enemy or objective, fire at the best target.

It is the baseline that thousands of battles are fought with, so it looks at little and thinks about less.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from musterhall.battle.agents import Bot, answers
from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.aiming import Gunnery
from musterhall.games.alpha_strike.agents.going import DASH, WALK, Going, entry_point
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.agents.weighing import (
    CHANCES,
    FOE_SHORT,
    FOE_SKILL,
    FOE_X,
    FOE_Y,
    LEAST,
    NEAREST,
    TARGET,
    WOODS,
    look_about,
)
from musterhall.games.alpha_strike.attacks.attacking import NOTHING, SCENARIO, Act
from musterhall.games.alpha_strike.movement.moving import Move
from musterhall.games.alpha_strike.position.condition import WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.turn.phases import WhoActs, WhoMoves
from musterhall.geometry import Point

WANTED = (5.0, 20.0, 40.0)
"""How near a unit goes to an enemy to be at short, medium and long range with a little to spare."""
FAR = 50.0
"""Beyond this there is nobody to fire at even after a walk, and a unit hurries."""
COVER = 2.0
"""How many inches off its best range woods are worth."""


class DrillAgent(Bot):
    """Answers every decision by one fixed rule."""

    name = "drill"
    takes_the_first = (WhoMoves, WhoActs)

    def __init__(self) -> None:
        super().__init__()
        self._outlook: Outlook | None = None
        self._gunnery = Gunnery()

    def outlook(self, view: Position) -> Outlook:
        if self._outlook is None or self._outlook.field is not view.field:
            self._outlook = Outlook(view)
        self._outlook.fresh(view)
        return self._outlook

    # Moving

    @answers(Move)
    def move(self, decision: Move, view: Position) -> Answer:
        unit = decision.unit
        start = entry_point(view, unit) if view.conditions[unit].place == WAITING else None
        going = Going(view, decision, start)
        outlook = self.outlook(view)
        _, foes = outlook.foes(view, view.unit(unit).side)
        aim, wanted = self._aim(view, unit, going.begin, outlook, foes)
        hurry = not len(foes) or _nearest(foes, going.begin)[1] > FAR
        going.add((DASH,) if hurry else (WALK,), aims=[aim])
        if going.count < 2:
            going.add((WALK,), aims=[aim])
        found = np.empty((going.count, TARGET + 1))
        ground = view.field.ground
        look_about(going.places, going.count, foes, *aim, ground.outlines, view.lie, found)
        off = np.abs(found[:, LEAST] - wanted) if wanted else found[:, LEAST]
        score = off - COVER * (found[:, WOODS] > 0) + 0.5 * (going.places[: going.count, 2] == 0)
        if len(foes) and not wanted:
            score += (found[:, NEAREST] < 1.0) * 1.0
        return going.answer(np.argsort(score, kind="stable").tolist(), self._looks_at(view, foes, aim))

    def _aim(self, view: Position, unit: int, at: Point, outlook: Outlook, foes: Any) -> tuple[Point, float]:
        """Where a unit wants to go, and how near: home, to the nearest thing worth having, or to the nearest enemy."""
        one = view.unit(unit)
        if view.conditions[unit].crippled and view.scenario.must_withdraw(view, unit):
            return (at[0], view.field.home_y(one.side)), 0.0
        goals = view.scenario.goals(view, unit)
        if goals:
            nearest = min(goals, key=lambda goal: (goal.at[0] - at[0]) ** 2 + (goal.at[1] - at[1]) ** 2)
            return nearest.at, 0.0
        if len(foes):
            return _nearest(foes, at)[0], self._best_range(outlook, unit)
        table = view.field.table
        return (at[0], table.depth / 2), 0.0

    def _best_range(self, outlook: Outlook, unit: int) -> float:
        """4 The range at which its damage, by its own skill, is best against one that walks."""
        row = outlook.figures[unit]
        worths = [row[FOE_SHORT + place] * CHANCES[min(12, int(row[FOE_SKILL]) + 2 * place + 1)] for place in range(3)]
        return WANTED[int(np.argmax(worths))]

    def _looks_at(self, view: Position, foes: Any, aim: Point) -> Point:
        return _nearest(foes, aim)[0] if len(foes) else aim

    # Acting

    @answers(Act)
    def act(self, decision: Act, view: Position) -> Answer:
        """Do what the scenario offers, else fire where the most damage is to be expected."""
        offered = view.scenario.actions(view, decision.unit)
        if offered:
            return {"attack": SCENARIO, "action": offered[0].name, "target": offered[0].target}
        return self._gunnery.best_shot(decision, view, self.outlook(view)) or {"attack": NOTHING}


def _nearest(foes: Any, at: Point) -> tuple[Point, float]:
    apart = np.hypot(foes[:, FOE_X] - at[0], foes[:, FOE_Y] - at[1])
    place = int(np.argmin(apart))
    return (float(foes[place, FOE_X]), float(foes[place, FOE_Y])), float(apart[place])
