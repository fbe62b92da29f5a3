"""drill: a fixed, cheap doctrine. Go to the best range of the nearest enemy or objective, fire at the best target.

It is the baseline that thousands of battles are fought with, so it looks at little and thinks about less.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from musterhall.battle.agents import Bot, answers
from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.aiming import Gunnery
from musterhall.games.alpha_strike.agents.going import DASH, WALK, WHOLE, Going, entry_point, home_from, measured
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.agents.weighing import (
    CHANCES,
    FOE_SHORT,
    FOE_SKILL,
    FOE_X,
    FOE_Y,
    nearest_of,
    off_the_mark,
)
from musterhall.games.alpha_strike.attacks.attacking import NOTHING, SCENARIO, Act
from musterhall.games.alpha_strike.decisions import (
    ActTogether,
    AttackNow,
    Boarding,
    Claim,
    ComeOut,
    CommandUnits,
    Cut,
    Dismount,
    DropBeforeMove,
    Electronics,
    FireTogether,
    FloatAway,
    Fly,
    GetClear,
    GoInside,
    KnowsWhereItHurts,
    MeetReturner,
    Move,
    NameVictim,
    PickUpClub,
    PickUpMore,
    PlaceHidden,
    PlaceTerrain,
    PlaceUnit,
    PreferBlows,
    PreGameChoices,
    PutBeside,
    PutUpBuilding,
    Rearrange,
    RollAgain,
    SetUpChoices,
    StrikeFirst,
    TakeEdge,
    ThrowAgain,
    TurnChoices,
    Upload,
    UseExtra,
    WhoActs,
    WhoIsTheTarget,
    WhoMoves,
    WhoOverruns,
    WhoTakesTrophy,
    WriteOrder,
)
from musterhall.games.alpha_strike.position.altitude import ALTITUDES
from musterhall.games.alpha_strike.position.condition import WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal
from musterhall.geometry import Floats, Point, rounded

WANTED = (5.0, 20.0, 40.0)
"""How near a unit goes to an enemy to be at short, medium and long range with a little to spare."""
FAR = 50.0
"""Beyond this there is nobody to fire at even after a walk, and a unit hurries."""
COVER = 2.0
"""How many inches off its best range woods are worth."""


class DrillAgent(Bot):
    """Answers every decision by one fixed rule."""

    name = "drill"
    takes_the_first = (
        ActTogether,
        Boarding,
        Cut,
        DropBeforeMove,
        Electronics,
        FireTogether,
        PlaceHidden,
        PlaceTerrain,
        PreGameChoices,
        PreferBlows,
        PutBeside,
        PutUpBuilding,
        Rearrange,
        SetUpChoices,
        TakeEdge,
        TurnChoices,
        WhoActs,
        WhoIsTheTarget,
        WhoMoves,
        WhoOverruns,
        WriteOrder,
    )
    takes_the_last = (
        AttackNow,
        Claim,
        ComeOut,
        Dismount,
        FloatAway,
        GoInside,
        KnowsWhereItHurts,
        MeetReturner,
        NameVictim,
        PickUpClub,
        PickUpMore,
        RollAgain,
        StrikeFirst,
        ThrowAgain,
        Upload,
        UseExtra,
        WhoTakesTrophy,
    )

    outlook_kind: type[Outlook] = Outlook
    """What it sees the table by."""

    def __init__(self) -> None:
        super().__init__()
        self._outlook: Outlook | None = None
        self._gunnery = Gunnery()

    def outlook(self, view: Position) -> Outlook:
        if self._outlook is None or self._outlook.field is not view.field:
            self._outlook = self.outlook_kind(view)
        self._outlook.fresh(view)
        return self._outlook

    # Before play

    @answers(CommandUnits)
    def command_units(self, decision: CommandUnits, view: Position) -> Answer:
        """Commanders that come first, then whoever can take most."""
        toughest = sorted(
            decision.fit, key=lambda unit: -(view.unit(unit).card.armour + view.unit(unit).card.structure)
        )
        return list(dict.fromkeys((*decision.led, *toughest)))[: decision.number]

    @answers(PlaceUnit)
    def place_unit(self, decision: PlaceUnit, view: Position) -> Answer:
        """Abreast, on the own side of the zone."""
        unit = decision.units[0]
        own, side, zone = view.field.of_side[decision.player], decision.player, decision.zone
        x = zone.left + (zone.right - zone.left) * (own.index(unit) + 0.5) / len(own)
        for back in (1.0, 2.5, 4.0, 5.5, 7.0, 9.0):
            y = zone.top + back if side == 0 else zone.bottom - back
            answer = {"unit": unit, "at": list(rounded((x, y))), "facing": 90 if side == 0 else 270}
            if decision.legal(answer):
                return answer
        return next(iter(decision.options()))

    # Moving

    @answers(Move, GetClear)
    def move(self, decision: Move, view: Position) -> Answer:
        unit = decision.unit
        start = entry_point(view, unit) if view.conditions[unit].place == WAITING else None
        going = Going(view, decision, start)
        outlook = self.outlook(view)
        _, foes = outlook.foes(view, view.unit(unit).side)
        aim, wanted, near = self._aim(view, unit, going.begin, outlook, foes)
        hurry = not len(foes) or nearest(foes, going.begin)[1] > FAR
        going.add((DASH,) if hurry else (WALK,), WHOLE, aim, near)
        if going.count < 2:
            going.add((WALK,), WHOLE, aim, near)
        if not going.count:
            return going.answer((), None)
        outlines = view.field.ground.outlines
        off = off_the_mark(
            going.places, going.count, *measured(aim), float(wanted), float(near), COVER, outlines, view.lie
        ).tolist()
        best_first = sorted(range(going.count), key=off.__getitem__)
        return going.answer(best_first, nearest(foes, aim)[0] if len(foes) else aim)

    def _aim(self, view: Position, unit: int, at: Point, outlook: Outlook, foes: Any) -> tuple[Point, float, float]:
        """Where a unit wants to go, how far from it, and how far off does as well.

        That is home, the nearest thing worth having, or the best range of the nearest enemy.
        """
        if view.conditions[unit].crippled and view.scenario.must_withdraw(view, unit):
            return home_from(view, unit, at), 0.0, 0.0
        goals = view.scenario.goals(view, unit)
        if goals:
            goal = min(goals, key=lambda one: _square(one, at))
            return goal.at, 0.0, goal.near
        if len(foes):
            return nearest(foes, at)[0], self._best_range(outlook, unit), 0.0
        return (at[0], view.field.table.depth / 2), 0.0, 0.0

    def _best_range(self, outlook: Outlook, unit: int) -> float:
        """4 The range at which its damage, by its own skill, is best against one that walks."""
        row = outlook.figures[unit]
        worths = [row[FOE_SHORT + place] * CHANCES[min(12, int(row[FOE_SKILL]) + 2 * place + 1)] for place in range(3)]
        return WANTED[int(np.argmax(worths))]

    @answers(Fly)
    def fly(self, decision: Fly, view: Position) -> Answer:
        """Low, and so that it ends nearest to an enemy."""
        _, foes = self.outlook(view).foes(view, decision.player)
        flights = [one for one in decision.options() if "heading" in one]
        if not flights or not len(foes):
            return next(iter(decision.options()))

        def off(flight: Answer) -> tuple[int, float]:
            return ALTITUDES.index(flight["altitude"]), nearest(foes, _flown(view, decision.unit, flight))[1]

        return min(flights, key=off)

    # Acting

    @answers(Act)
    def act(self, decision: Act, view: Position) -> Answer:
        """Do what the scenario offers, else fire where the most damage is to be expected."""
        if view.unit(decision.unit).is_aerospace:
            return list(decision.options())[-1]
        offered = view.scenario.actions(view, decision.unit)
        if offered:
            return {"attack": SCENARIO, "action": offered[0].name, "target": offered[0].target}
        for piece in view.scenario.targets(view, decision.unit):
            answer = {"attack": "weapons", "structure": piece}
            if view.scenario.worth_of(view, decision.unit, piece) and decision.legal(answer):
                return answer
        return self._gunnery.best_shot(decision, view, self.outlook(view)) or {"attack": NOTHING}


def nearest(foes: Floats, at: Point) -> tuple[Point, float]:
    """The nearest enemy's place and how far away it is."""
    place, apart = nearest_of(foes, *measured(at))
    return (float(foes[place, FOE_X]), float(foes[place, FOE_Y])), apart


def _flown(view: Position, unit: int, flight: Answer) -> Point:
    """Where a flight leads to."""
    x, y = flight.get("from") or view.at(unit)
    angle = math.radians(flight["heading"])
    return (x + math.cos(angle) * flight["inches"], y + math.sin(angle) * flight["inches"])


def _square(goal: Goal, at: Point) -> float:
    return (goal.at[0] - at[0]) ** 2 + (goal.at[1] - at[1]) ** 2
