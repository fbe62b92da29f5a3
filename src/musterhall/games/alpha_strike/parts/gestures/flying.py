"""How a fighter flies: tap where it is to go, at one of the altitudes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.gesture import Gesture, Option, Place
from musterhall.game.gestures.going import Go, WayOfGoing
from musterhall.games.alpha_strike.aerospace.flight import Fly, cut_at_edge, least_inches
from musterhall.games.alpha_strike.aerospace.paths import flight_inches
from musterhall.games.alpha_strike.parts.gestures.registry import GESTURES
from musterhall.games.alpha_strike.position.altitude import ALTITUDES
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point, bearing, distance


@GESTURES.of(Fly)
def which_way_it_flies(decision: Fly) -> Gesture:
    """It flies straight towards the tap; one that comes on does so from the edge, or from where the first tap is."""
    offered = list(decision.options())
    waits = [answer for answer in offered if answer.get("wait")]
    comes_on = bool(waits)
    most = flight_inches(decision.view, decision.unit)

    def way(altitude: str) -> WayOfGoing | None:
        ends = [_end(decision.view, decision.unit, answer) for answer in offered if answer.get("altitude") == altitude]
        words = f"{altitude.capitalize()} altitude, {most}″"
        return WayOfGoing(altitude, words, most, ends, jumps=not comes_on) if ends else None

    def made(altitude: str, path: list[Place], facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        start, to = _leg(decision, path, comes_on=comes_on)
        inches = most if comes_on else _within(distance(start, to), least_inches(decision.view, decision.unit), most)
        answer = {"heading": round(bearing(start, to), 2), "inches": round(inches, 2), "altitude": altitude}
        return {"from": list(start), **answer} if comes_on else answer

    def drawn(answer: Answer) -> Sequence[Place]:
        if answer.get("wait"):
            return ()
        start = answer.get("from", decision.view.at(decision.unit))
        return [(start[0], start[1]), _end(decision.view, decision.unit, answer)]

    return Go(
        decision.unit,
        [found for altitude in ALTITUDES if (found := way(altitude)) is not None],
        made,
        turns=False,
        instead=[Option(answer, "Wait off the table") for answer in waits],
        drawn=drawn,
    )


def _end(view: Position, unit: int, answer: Mapping[str, Any]) -> Point:
    start = answer.get("from", view.at(unit))
    return cut_at_edge(view, (start[0], start[1]), answer["heading"], answer["inches"])[0]


def _leg(decision: Fly, path: list[Place], *, comes_on: bool) -> tuple[Point, Point]:
    """From where to where: without an own beginning straight from the nearest edge."""
    table, here = decision.view.field.table, decision.view.at(decision.unit)
    if not comes_on:
        angle = math.radians(float(decision.view.facing[decision.unit]))
        return here, path[-1] if path else (here[0] + math.cos(angle), here[1] + math.sin(angle))
    x, y = path[0] if path else (table.width / 2, 0.0)
    edges = [(x, 0.0), (x, table.depth), (0.0, y), (table.width, y)]
    start = min(edges, key=lambda edge: distance(edge, (x, y)))
    to = path[-1] if path else (table.width / 2, table.depth / 2)
    return start, to if distance(start, to) > 0 else (table.width / 2, table.depth / 2)


def _within(inches: float, least: float, most: float) -> float:
    return min(max(inches, least), most)
