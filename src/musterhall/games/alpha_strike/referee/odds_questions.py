"""The referee on odds: what attacks on one target come to, in every way their dice can fall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.battle.referee import Finding, Questions
from musterhall.games.alpha_strike.odds.odds import Odds, odds_of
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.referee.asked import Asked
from musterhall.games.alpha_strike.referee.table_questions import unit_in, unit_named

QUESTIONS = Questions()
SHOT_WORDS = ("overheat", "mount", "special", "spotter", "indirect")
MOST_ATTACKS = 12
"""In one question; a target that outlives so many is rare."""


@QUESTIONS.pure(
    "odds",
    ("4", "5"),
    "What do attacks on one target come to: damage, criticals, and whether it is destroyed?",
    target="the unit that is attacked",
    attackers='who fires at it, in order: names, or { unit = "name", overheat = 1 } with all else that a shot may say',
)
def odds(asked: Asked) -> Finding:
    """4, 5 The exact odds of one attack, or of several on the same target."""
    position, target = asked.position, unit_in(asked, "target")
    try:
        found = odds_of(position, target, _attackers(asked))
    except Illegal as complaint:
        raise asked.bad("attackers", complaint.reason) from None
    return Finding(odds_data(position, found), odds_lines(position, found))


def _attackers(asked: Asked) -> list[tuple[int, Mapping[str, Any]]]:
    said = asked.value("attackers")
    said = said if isinstance(said, list) else [said]
    if not 1 <= len(said) <= MOST_ATTACKS:
        raise asked.bad("attackers", f"name from 1 to {MOST_ATTACKS} of them")
    return [_attacker(asked, one) for one in said]


def _attacker(asked: Asked, said: Any) -> tuple[int, Mapping[str, Any]]:
    if isinstance(said, str):
        return unit_named(asked, "attackers", said), {}
    if not isinstance(said, dict) or not isinstance(said.get("unit"), str):
        raise asked.bad("attackers", f'{said!r:.60} is neither a name nor {{ unit = "name", overheat = 1 }}')
    unknown = sorted(set(said) - {"unit", *SHOT_WORDS})
    if unknown:
        raise asked.bad("attackers", f"a shot says nothing of {unknown[0]!r:.40}; it may say {', '.join(SHOT_WORDS)}")
    how = {key: value for key, value in said.items() if key != "unit"}
    if isinstance(how.get("spotter"), str):
        how["spotter"] = unit_named(asked, "attackers", how["spotter"])
    return unit_named(asked, "attackers", said["unit"]), how


def odds_data(position: Position, odds: Odds) -> dict[str, Any]:
    """The odds as plain data."""
    return {
        "target": position.unit(odds.target).name,
        "attacks": [
            {
                "unit": position.unit(one.unit).name,
                "range": one.shot.range,
                "overheat": one.shot.overheat,
                "target_number": one.number,
                "dice": one.dice,
                "expected": round(one.expected, 6),
            }
            for one in odds.attacks
        ],
        "expected": round(odds.expected, 6),
        "damage": {str(points): round(chance, 6) for points, chance in sorted(odds.damage.items())},
        "destroyed": round(odds.destroyed, 6),
        "destroyed_by_damage": round(odds.by_damage, 6),
        "crippled": round(odds.crippled, 6),
        "criticals": {name: round(chance, 6) for name, chance in odds.criticals.items()},
    }


def odds_lines(position: Position, odds: Odds) -> list[str]:
    """The same in sentences."""
    name = position.unit(odds.target).name
    lines = [
        f"{position.unit(one.unit).name} rolls {one.dice} {'dice' if one.dice != 1 else 'die'} "
        f"at {one.shot.range} range and needs {one.number}: {one.expected:.2f} damage on average"
        for one in odds.attacks
    ]
    lines.append(f"{name} takes {odds.expected:.2f} damage on average")
    lines.append(f"{name} is destroyed with {odds.destroyed:.1%}, and lives on crippled with {odds.crippled:.1%}")
    if odds.criticals:
        listed = ", ".join(f"{what} {chance:.1%}" for what, chance in odds.criticals.items())
        lines.append(f"{name} lives on with: {listed}")
    return lines
