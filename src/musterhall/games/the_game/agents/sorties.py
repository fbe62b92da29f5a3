"""The captain's attacks from the air: the flight whose expected damage is the highest above its expected loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.games.the_game.agents.flights import under_the_guns
from musterhall.games.the_game.agents.flown import flak_on, flown, points_lost
from musterhall.games.the_game.agents.odds import Hurt, of_plan, points_taken
from musterhall.games.the_game.agents.patrols import expected_interception
from musterhall.games.the_game.agents.situation import middle_of
from musterhall.games.the_game.air.air_orders import edge_line
from musterhall.games.the_game.fire.artillery import RADIUS, barrage_on
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.phases.commands import HIGH, commands
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, distance, rounded, towards

STANDOFFS = (12.0, 26.0)
"""How far from the middle of its target a run may end: where everything reaches it, and where missiles do."""
ASIDE = (0.0, -40.0, 40.0)
"""How far beside its target along the edge a flight may come in."""


@dataclass(frozen=True, slots=True)
class Sortie:
    """A flight to where it fires and home again, with what it is expected to give and take, in points."""

    command: str
    path: tuple[Point, ...]
    """From the table's edge to where it fires."""
    aim: str
    """What it is for, in words."""
    gives: float
    takes: float

    @property
    def worth(self) -> float:
        return self.gives - self.takes

    @property
    def pays(self) -> bool:
        """Nobody is sent to lose more than he is expected to destroy."""
        return self.worth > 0.0

    def sentence(self, formation: Formation) -> str:
        return f"{formation.name}: {self.command}, {self.aim}: {self.gives:.0f} points expected, {self.takes:.0f} lost"


def best_sortie(view: Position, formation: Formation, command: str) -> Sortie | None:
    """3.3.1 Of the attacks that the command allows, the one that is worth the most; None if nobody is in sight."""
    waiting = expected_interception(view, formation)

    def run(goal: Formation, aside: float, standoff: float) -> Sortie:
        path = approach(view, formation.side, middle_of(view, goal), aside, standoff)
        return weighed(view, formation, command, path, f"fire at {goal.name}", waiting)

    straight = [(run(goal, ASIDE[0], STANDOFFS[0]), goal) for goal in targets(view, formation.side)]
    best, goal = max(straight, key=lambda row: row[0].worth, default=(None, None))
    if best is None or goal is None or best.gives <= 0.0:
        return best
    ways = [(aside, standoff) for aside in ASIDE for standoff in STANDOFFS][1:]
    return max([best, *(run(goal, *way) for way in ways)], key=lambda sortie: sortie.worth)


def weighed_again(view: Position, formation: Formation, sortie: Sortie) -> Sortie:
    """The same flight, by what is on the table now."""
    waiting = expected_interception(view, formation)
    return weighed(view, formation, sortie.command, sortie.path, sortie.aim, waiting)


def targets(view: Position, side: int) -> list[Formation]:
    """Who may be attacked from the air."""
    return [f for f in view.of_side(1 - side) if not f.flies and view.stands(f)]


def weighed(
    view: Position, formation: Formation, command: str, path: tuple[Point, ...], aim: str, waiting: Hurt
) -> Sortie:
    """What a flight gives and takes; `waiting` is what patrols are expected to do to it."""
    high = commands()[command].height == HIGH
    trial = flown(view, formation, path, high)
    mine = trial.formations[formation.index]
    _, gives = best_order(Fire(trial, mine, command, limit=_ground(trial, mine), explain=False))
    hurt = ground_fire_on(view, formation, path, high) if gives > 0.0 else Hurt()
    hurt.add(waiting)
    gives *= 1.0 - min(hurt.kills, formation.size) / formation.size
    return Sortie(command, path, aim, gives, points_lost(formation, hurt, gives))


def approach(view: Position, side: int, goal: Point, aside: float, standoff: float) -> tuple[Point, Point]:
    """Straight at a place, from so far beside it on the own edge."""
    width = view.field.table.width
    entry = (round(min(max(goal[0] + aside, 5.0), width - 5.0), 2), edge_line(view, side))
    return entry, rounded(towards(entry, goal, max(1.0, distance(entry, goal) - standoff)))


def ground_fire_on(view: Position, formation: Formation, path: Sequence[Point], high: bool) -> Hurt:
    """3.5.1 What the ground does to a flight there and straight home, by how often it may fire."""
    home = (path[-1], (path[-1][0], edge_line(view, formation.side)))
    moves = {
        "once_per_action": [(*path, home[-1])],
        "approach_only": [tuple(path)],
        "each_move": [tuple(path), home],
    }[view.field.variants.aa_shots]
    total = Hurt()
    for move in moves:
        total.add(flak_on(view, formation, move, high))
    return total


def _ground(position: Position, formation: Formation) -> tuple[int, ...]:
    return tuple(f.index for f in position.of_side(1 - formation.side) if not f.flies)


# What to fire


def best_order(decision: Fire) -> tuple[Answer, float]:
    """1.7.1, 3.5 The order to fire that is expected to cost the enemy the most, and how much."""
    single = [(answer, _worth(decision, answer)) for answer in _single_orders(decision)]
    best: tuple[Answer, float] = max(single, key=lambda row: row[1], default=(None, 0.0))
    together = _together(single)
    if together is not None:
        best = max(best, (together, _worth(decision, together)), key=lambda row: row[1])
    return best if best[1] > 0.0 else (None, 0.0)


def _single_orders(decision: Fire) -> Iterator[dict[str, Any]]:
    """One type of weapon at one enemy, or what falls on one."""
    gunnery = decision.gunnery
    for enemy in decision.enemies() if gunnery.batteries else ():
        yield from (
            {"targets": {kind: [enemy]}} for kind in gunnery.weapon_types() if gunnery.can_target(kind, (enemy,))
        )
    for enemy in under_the_guns(decision):
        barrages = [barrage_on(decision, enemy, mode) for mode in RADIUS]
        yield from ({"barrage": barrage} for barrage in barrages if barrage is not None)


def _together(single: list[tuple[dict[str, Any], float]]) -> dict[str, Any] | None:
    """Each type of weapon at the enemy it costs the most, and the best barrage besides."""
    best: dict[str, tuple[float, dict[str, Any]]] = {}
    for answer, worth in single:
        kind = next(iter(answer.get("targets", {"barrage": 0})))
        if worth > best.get(kind, (0.0, {}))[0]:
            best[kind] = (worth, answer)
    if len(best) < 2:
        return None
    order: dict[str, Any] = {"targets": {}}
    for _, answer in best.values():
        order["targets"].update(answer.get("targets", {}))
        order.update({key: value for key, value in answer.items() if key != "targets"})
    return order


def _worth(decision: Fire, answer: Answer) -> float:
    try:
        plan = decision.check(answer)
    except Illegal:
        return 0.0
    return points_taken(decision.position, of_plan(decision.position, plan), decision.player) if plan else 0.0
