"""3 Aircraft: whether a path may be flown, and where it leads."""

from __future__ import annotations

from itertools import pairwise

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.air.aircraft import minimum_run, run_between_turns
from musterhall.games.the_game.air.paths import (
    Run,
    edges_at,
    entry_edges,
    exit_edge,
    last_run,
    own_edge,
    path_refusal,
)
from musterhall.games.the_game.army.datasheets import FLYERS
from musterhall.games.the_game.referee.asked import Asked
from musterhall.geometry import SLACK, Point, distance, path_length

QUESTIONS = Questions()


@QUESTIONS.pure(
    "flight_path",
    ["3.4", "3.1", "3.4.4"],
    "May aircraft fly this path, from the table edge on, and over which edge do they leave?",
    formation="the formation that flies it",
    type="or the type of aircraft",
    side="with a type: whose aircraft; Red's if left out",
    path="places, the first on the edge and then one for the end of each section",
)
def flight_path(asked: Asked) -> Finding:
    """3.4, 3.1, 3.4.4 Yes or no and why, its sections, and what the aircraft may do at the end of it."""
    field, path = asked.position.field, asked.path("path")
    minimum, side = _who_flies(asked)
    why, section = _refusal(asked, path, minimum, side)
    run = last_run(field, path)
    left = len(path) > 1 and bool(edges_at(field, path[-1]))
    edge = exit_edge(field, side, path[-1]) if left else ""
    result = {
        "allowed": not why,
        "why": why,
        "length": round(path_length(path), 2),
        "sections": [round(distance(a, b), 2) for a, b in pairwise(path)],
        "minimum": minimum,
        "straight_on": round(run.length, 2),
        "may_turn": _may_turn(run, minimum),
        "leaves_over": edge,
        "tokens": int(left and edge != own_edge(side)),
    }
    return Finding(result, [why] if why else [], (section,) if section else ())


def _who_flies(asked: Asked) -> tuple[float, int]:
    """How far it flies between turns, and whose it is."""
    if asked.has("formation"):
        formation = asked.formation()
        return minimum_run(asked.position, formation), formation.side
    word = asked.unit_type(asked.word("type"), "type")
    if word not in FLYERS:
        raise asked.bad("type", f"{word} flies no path of sections; use one of {', '.join(FLYERS)}")
    return run_between_turns(word), asked.side("side", "red")


def _refusal(asked: Asked, path: list[Point], minimum: float, side: int) -> tuple[str, str]:
    field = asked.position.field
    allowed = entry_edges(field, side)
    if not set(edges_at(field, path[0])) & set(allowed):
        return f"it comes in over {' or '.join(allowed)}", "3.4"
    if len(path) == 1:
        return "", ""
    found = path_refusal(field, minimum, path[:1], path[1:])
    if found is not None:
        return found
    off = next((point for point in path[1:-1] if edges_at(field, point)), None)
    return ("", "") if off is None else (f"it leaves the table at {off[0]:g}, {off[1]:g}", "3.4.4")


def _may_turn(run: Run, minimum: float) -> bool:
    return run.heading is not None and (not run.after_turn or run.length >= minimum - SLACK)
