"""drill: a fixed, cheap doctrine. Attack where most is to be expected, vent when hot, else close in or take the zone.

It is the baseline that thousands of battles are fought with, so it looks at little and thinks about less.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from musterhall.battle.agents import Bot, answers
from musterhall.battle.decisions import Answer
from musterhall.games.age_of_destruction.agents.outlook import BOUNDLESS, Outlook, along
from musterhall.games.age_of_destruction.agents.weighing import (
    FOE,
    INCHES,
    MOST,
    PUSH,
    ROOM,
    SPEED,
    TO_FACING,
    TO_X,
    UNIT,
    WAY,
    WORTH,
    best_attack,
)
from musterhall.games.age_of_destruction.decisions import (
    Agree,
    AttackAfterMove,
    Deploy,
    FreeSpin,
    FurtherAttack,
    GiveOrder,
    PlaceTerrain,
    PlayCard,
    SetDown,
    SplitDamage,
    TakeTheBond,
    UseImaging,
    WhoIsFirst,
)
from musterhall.games.age_of_destruction.movement.moving import stopped
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.ending import TIME
from musterhall.games.age_of_destruction.turn.orders import DONE
from musterhall.games.age_of_destruction.victory.winning import leader
from musterhall.geometry import Flags, Floats, Point, bearing, distance

WAYS = ("ranged", "close", "assault", "charge", "ram")
"""The orders of `best_attack`, by number."""
TURNS = tuple(math.radians(angle) for angle in (30, -30, 60, -60, 90, -90))
"""How far a way may turn off the straight one where that is barred."""
TRIES = 6
"""Attacks that are put to the rules before none is made."""
CHEAP, RUNNERS = 45, 2
"""The fastest units of so many points or fewer go for the opponent's zone, and how many of them."""
LITTLE = 2.0
"""Points below which an attack is not worth an order while somebody can move."""


class DrillAgent(Bot):
    """Answers every decision by one fixed rule."""

    name = "drill"
    takes_the_first = (PlaceTerrain, PlayCard, SetDown, SplitDamage, WhoIsFirst)
    takes_the_last = (FreeSpin, FurtherAttack, TakeTheBond, UseImaging)

    def __init__(self) -> None:
        super().__init__()
        self._outlook: Outlook | None = None

    def outlook(self, view: Position) -> Outlook:
        """What it knows of all units, for this table."""
        if self._outlook is None or self._outlook.field is not view.field:
            self._outlook = Outlook(view)
        return self._outlook

    @answers(Deploy)
    def deploy(self, decision: Deploy, view: Position) -> Answer:
        """Abreast, in the order of the force."""
        own, table = view.field.of_side[decision.player], view.field.table
        slot = table.width * (own.index(decision.unit) + 0.5) / len(own)
        low, high = view.field.zone(decision.player)
        for aside, share in product((0.0, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4), (0.5, 0.3, 0.7)):
            answer = {"at": [round(slot + aside, 2), round(low + (high - low) * share, 2)]}
            if decision.legal(answer):
                return answer
        return next(iter(decision.options()))

    @answers(Agree)
    def agree(self, decision: Agree, view: Position) -> Answer:
        """That time is called is a matter of the clock; to end a game earlier suits only whoever is ahead."""
        return decision.what == TIME or leader(view) == decision.player

    @answers(GiveOrder)
    def give_order(self, decision: GiveOrder, view: Position) -> Answer:
        """The best attack of all; where little is to be had, who is hot vents, and the strongest close in."""
        figures = self.outlook(view).fresh(view)
        ready = [unit for unit in view.on_table(decision.player) if may_be_ordered(view, unit)]
        foes = view.targets(decision.player)
        fresh = [unit for unit in ready if not view.states[unit].tokens]
        for unit in fresh:
            if figures[unit, ROOM] <= 1:
                return {"order": "vent", "unit": unit}
        runners = runners_of(view, decision.player, figures)
        worth, attack = self._best_attack(decision, view, ready, foes, runners)
        if attack is not None and worth > LITTLE:
            return attack
        for unit in sorted(fresh, key=lambda unit: (unit not in runners, -view.unit(unit).points)):
            move = _move(decision, view, unit, figures, foes, for_the_zone=unit in runners)
            if move is not None:
                return move
        for unit in fresh:
            if figures[unit, ROOM] <= 2:
                return {"order": "vent", "unit": unit}
        return {"order": DONE} if attack is None else attack

    def _best_attack(
        self, decision: GiveOrder, view: Position, own: Sequence[int], foes: Sequence[int], runners: Sequence[int]
    ) -> tuple[float, dict[str, Any] | None]:
        """The attack that promises most of those that the rules allow; a runner fires from where it is."""
        tried = np.zeros((len(own), len(foes), len(WAYS)), np.bool_)
        for unit in runners:
            if unit in own:
                tried[own.index(unit), :, 2:] = True
        for best in self._by_promise(view, own, foes, self.outlook(view).figures, tried):
            answer = _as_order(own[int(best[UNIT])], foes[int(best[FOE])], best)
            if decision.legal(answer):
                return float(best[WORTH]), answer
        return 0.0, None

    @answers(AttackAfterMove)
    def attack_after_move(self, decision: AttackAfterMove, view: Position) -> Answer:
        """The attack that promises most from here; what it costs is paid already."""
        figures = self.outlook(view).fresh(view).copy()
        figures[decision.unit, PUSH], figures[decision.unit, ROOM] = 0.0, BOUNDLESS
        foes = view.targets(decision.player)
        tried = np.zeros((1, len(foes), len(WAYS)), np.bool_)
        tried[:, :, 2:] = True
        for best in self._by_promise(view, [decision.unit], foes, figures, tried):
            answer = {"attack": WAYS[int(best[WAY])], "target": foes[int(best[FOE])]}
            if decision.legal(answer):
                return answer
        return {}

    def _by_promise(
        self, view: Position, own: Sequence[int], foes: Sequence[int], figures: Floats, tried: Flags
    ) -> Iterator[Floats]:
        """The attacks that promise most, the best first, a few of them."""
        best, tall = np.zeros(TO_FACING + 1), self.outlook(view).tall
        units, targets = np.array(own, np.int64), np.array(foes, np.int64)
        for _ in range(TRIES):
            best_attack(view.bases, figures, units, targets, view.field.outlines, tall, tried, best)
            if best[WORTH] <= 0.0:
                return
            yield best
            tried[int(best[UNIT]), int(best[FOE]), int(best[WAY])] = True


def _as_order(unit: int, target: int, best: Floats) -> dict[str, Any]:
    name = WAYS[int(best[WAY])]
    if name != "assault":
        return {"order": name, "unit": unit, "target": target}
    x, y, facing = (round(float(value), 2) for value in best[TO_X:])
    return {"order": name, "unit": unit, "path": [[x, y]] if best[INCHES] else [], "facing": facing}


# Moves


def runners_of(view: Position, side: int, figures: Floats) -> list[int]:
    """The fastest cheap units of a side, which go for the opponent's zone."""
    cheap = [unit for unit in view.on_table(side) if view.unit(unit).points <= CHEAP and view.is_able(unit)]
    return sorted(cheap, key=lambda unit: -figures[unit, SPEED])[:RUNNERS]


def _move(
    decision: GiveOrder, view: Position, unit: int, figures: Floats, foes: Sequence[int], *, for_the_zone: bool
) -> Answer | None:
    """Towards the goal as straight as can be, and turned to the nearest enemy; None where nothing is gained."""
    here, enemies = view.at(unit), [view.at(foe) for foe in foes]
    goal, wanted = _goal(view, unit, figures, enemies, for_the_zone=for_the_zone)
    to_go = distance(here, goal) - wanted
    if to_go <= 0.5:
        return None
    speed = float(figures[unit, SPEED])
    run = to_go > speed and (not view.unit(unit).sheet.is_mech or view.states[unit].heat == 0)
    rises = view.unit(unit).sheet.type == "vtol" and not view.states[unit].cruising
    inches = min(to_go, speed * (view.field.edition.run_factor if run else 1))
    inches -= view.field.edition.level_change if rises else 0
    for end in _ends(view, unit, goal, inches, flies=rises or view.states[unit].cruising):
        if distance(end, goal) > distance(here, goal) - 0.5:
            continue
        answer = {"order": "move", "unit": unit, "path": [list(end)], "facing": _facing(view, unit, end, enemies)}
        answer |= {"run": True} if run else {}
        answer |= {"cruise": True} if rises else {}
        if decision.legal(answer):
            return answer
    return None


def _goal(
    view: Position, unit: int, figures: Floats, enemies: Sequence[Point], *, for_the_zone: bool
) -> tuple[Point, float]:
    """Where a unit is wanted and how near to it: its range of the nearest enemy, or the opponent's zone."""
    here = view.at(unit)
    if for_the_zone or not enemies:
        low, high = view.field.zone(1 - view.unit(unit).side)
        return (here[0], (low + high) / 2), 0.5
    return nearest(here, enemies), max(1.0, float(figures[unit, MOST]) - 1.0)


def _ends(view: Position, unit: int, goal: Point, inches: float, *, flies: bool) -> Iterator[Point]:
    """Where a way may end: straight ahead, short of what stops it there, to either side, and half as far."""
    here = view.at(unit)
    ahead = math.atan2(goal[1] - here[1], goal[0] - here[0])
    straight = along(here, ahead, inches)
    yield straight
    if not flies:
        yield stopped(view, unit, straight)
    for share, turn in product((1.0, 0.5), TURNS):
        yield along(here, ahead + turn, inches * share)


def _facing(view: Position, unit: int, end: Point, enemies: Sequence[Point]) -> float:
    return round(bearing(end, nearest(end, enemies)), 1) if enemies else view.facing(unit)


def nearest(here: Point, places: Sequence[Point]) -> Point:
    return min(places, key=partial(math.dist, here))
