"""What the findings on different questions have in common.

Every figure comes from the rules' own functions; the referee asks them and puts the answers into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from musterhall.battle.referee import Finding
from musterhall.games.the_game.fire.volleys import Volley
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.referee.asked import Asked
from musterhall.tally import Tally

# Sums


def named_parts(tally: Tally) -> dict[str, int]:
    """The named parts of a sum without its base."""
    return {part.name: part.value for part in tally.parts}


def all_parts(tally: Tally) -> dict[str, int]:
    """The named parts of a sum, its base first."""
    return {tally.name: tally.base, **named_parts(tally)}


def sections(*tallies: Tally) -> tuple[str, ...]:
    """The sections that sums rest on, each once."""
    found = [section for t in tallies for section in (t.section, *(part.section for part in t.parts)) if section]
    return tuple(dict.fromkeys(found))


# What stands on the table


def gap(position: Position, a: int, b: int) -> float:
    """How far apart two units are, base to base."""
    return float(position.distances(np.array([a]), np.array([b]))[0, 0])


def places(asked: Asked, formation: Formation) -> dict[str, list[float]]:
    position = asked.position
    return {asked.label(unit): list(position.at(unit)) for unit in position.standing(formation).tolist()}


def volley_data(asked: Asked, volley: Volley) -> dict[str, Any]:
    return {
        "weapon": volley.name,
        "type": volley.weapon_type,
        "attack": volley.attack.total,
        "parts": all_parts(volley.attack),
        "shots": volley.shots,
        "shooters": asked.labels(dict.fromkeys(volley.shooters)),
        "targets": asked.labels(volley.targets),
    }


# What a rule did


@dataclass(slots=True)
class Before:
    """What formations had before a rule was run, to tell afterwards what it did to them."""

    asked: Asked
    tokens: dict[int, int]
    units: dict[int, list[int]]
    broken: dict[int, bool]

    @classmethod
    def of(cls, asked: Asked) -> Before:
        formations = asked.position.formations
        return cls(
            asked,
            {f.index: f.suppression for f in formations},
            {f.index: list(f.units) for f in formations},
            {f.index: f.broken for f in formations},
        )

    def change(self, formation: Formation) -> dict[str, Any]:
        """One formation: tokens before and after, who was lost, whether it broke or left the game."""
        index = formation.index
        return {
            "tokens_before": self.tokens[index],
            "tokens": formation.suppression,
            "lost": self.asked.labels(unit for unit in self.units[index] if unit not in formation.units),
            "units": formation.size,
            "broken": formation.broken,
            "breaks": formation.broken and not self.broken[index],
            "removed": not formation.alive,
        }

    def changes(self, formations: Iterable[Formation]) -> dict[str, dict[str, Any]]:
        return {formation.name: self.change(formation) for formation in formations}

    def all_changes(self, *first: Formation) -> dict[str, dict[str, Any]]:
        """These formations, and every other to which something was done."""
        touched = [
            f
            for f in self.asked.position.formations
            if (f.suppression, f.units, f.broken) != (self.tokens[f.index], self.units[f.index], self.broken[f.index])
        ]
        return self.changes((*first, *touched))


def told(asked: Asked, result: dict[str, Any], *tallies: Tally) -> Finding:
    """What a rule that was run came to; its arithmetic is those sums and the battle's log."""
    log = asked.battle.log
    lines = [str(tally) for tally in tallies]
    for line in log:
        lines.append(str(line))
        lines += [f"{asked.label(die['unit'])}: {die['sum']}" for die in _dice(line.data)]
    found = dict.fromkeys([*(line.section for line in log if line.section), *sections(*tallies)])
    return Finding(result, lines, tuple(found))


def dice_told(asked: Asked) -> list[dict[str, Any]]:
    """Every die of the volleys in the log: target, score, result and what it does."""
    return [
        {
            "die": die["face"],
            "target": asked.label(die["unit"]),
            "attack": die["attack"],
            "defence": die["defence"],
            "score": die["score"],
            "result": die["result"],
        }
        for line in asked.battle.log
        for die in _dice(line.data)
    ]


def _dice(told: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The dice of a volley in a log line's data; other rules write down bare faces under the same name."""
    return [die for die in told.get("dice", []) if isinstance(die, Mapping)]
