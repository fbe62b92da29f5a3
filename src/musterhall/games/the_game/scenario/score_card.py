"""6.1.5 A battle as the score card of an event has it, in the words of the pack meeting-engagement."""

from __future__ import annotations

from typing import Any

from musterhall.games.the_game.basics.generalities import at_least_half
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.scenario.victory import victory_conditions, won_by_conditions

FIT, BROKEN, HALVED, HALVED_BROKEN, WIPED_OUT = "fit", "broken", "halved", "halved_broken", "wiped_out"


def score_card(position: Position) -> dict[str, Any]:
    """6.1.5 What each player would write down: the conditions met, and what became of the own formations."""
    met = _conditions(position)
    return {
        "sides": [{"fields": met[side], "units": _fates(position, side)} for side in (0, 1)],
        "ended": _ended(position),
        "shared": {"turn": position.turn},
    }


def _conditions(position: Position) -> list[dict[str, int]]:
    """Conditions are checked before the last rally. Where the points decided and conditions would now, it is theirs to
    say which were met: the boxes are left open."""
    if not _by_conditions(position) and won_by_conditions(position) is not None:
        return [{}, {}]
    return [{one.replace(" ", "_"): 1 for one in victory_conditions(position, side)} for side in (0, 1)]


def _fates(position: Position, side: int) -> dict[str, str]:
    """By the names on the list; who is fit is left out."""
    fates = {formation.name: _fate(position, formation) for formation in position.of_side(side)}
    return {name: fate for name, fate in fates.items() if fate != FIT}


def _fate(position: Position, formation: Formation) -> str:
    if not formation.alive:
        return WIPED_OUT
    lost = formation.original - formation.size
    halved = lost > 0 and at_least_half(position, lost, formation.original)
    if formation.broken:
        return HALVED_BROKEN if halved else BROKEN
    return HALVED if halved else FIT


def _by_conditions(position: Position) -> bool:
    """Whether the conditions, and not the points, have decided it."""
    winner = position.scenario.winner
    return winner is not None and winner == won_by_conditions(position) and "points" not in position.scenario.ended_by


def _ended(position: Position) -> str:
    if _by_conditions(position):
        return "early"
    if any(not any(one.alive for one in position.of_side(side)) for side in (0, 1)):
        return "no_opponent"
    return "full" if position.turn >= position.scenario.last_turn else "time"
