"""Strength of opponents: what those whom a player has met have scored, as a figure that parts equals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from musterhall.events.event import Round
from musterhall.events.scores import total
from musterhall.packs.event_rules import StrengthRules

NOTHING = Fraction(0)
Met = Mapping[str, list[str | None]]
"""Whom each player has met, in order; nobody where they had no opponent."""


def strengths(
    rule: StrengthRules, rounds: Sequence[Round], sums: Mapping[str, Mapping[str, Fraction]]
) -> dict[str, Fraction]:
    """Each player's strength of opponents, from what everybody has scored in these rounds."""
    scored = {id_: figures[rule.of] for id_, figures in sums.items()}
    met = opponents(rounds, scored)
    played = [scored[id_] for id_, others in met.items() if others]
    field = total(played) / len(played) if played else NOTHING
    found = {}
    for id_, others in met.items():
        points = [_points(rule, other, scored[id_], field, scored) for other in others]
        found[id_] = _together(rule, [one for one in points if one is not None])
    return found


def opponents(rounds: Sequence[Round], players: Mapping[str, object]) -> Met:
    """Of matches that are settled: what is still played counts for nobody."""
    met: dict[str, list[str | None]] = {id_: [] for id_ in players}
    for round_ in rounds:
        for match in round_.matches:
            if match.settled and match.absent is None:
                for id_ in match.players:
                    met[id_].append(match.other(id_))
        for id_ in round_.without_opponent() if round_.complete else ():
            met[id_].append(None)
    return met


def _points(
    rule: StrengthRules, other: str | None, own: Fraction, field: Fraction, scored: Mapping[str, Fraction]
) -> Fraction | None:
    if other is not None:
        return scored[other]
    return {"left_out": None, "own_points": own, "field_average": field}[rule.byes]


def _together(rule: StrengthRules, points: Sequence[Fraction]) -> Fraction:
    summed = total(points)
    return summed / len(points) if rule.by == "average" and points else summed
