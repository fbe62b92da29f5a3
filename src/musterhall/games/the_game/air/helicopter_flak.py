"""3.5.1, 3.2 Fire from the ground at attack helicopters, where these are after a move."""

from __future__ import annotations

import numpy as np

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.air.flak import (
    AimedFlak,
    FireAtAircraft,
    able_to_fire,
    anti_aircraft_weapons,
    fired_by,
    shoot_at_aircraft,
)
from musterhall.games.the_game.air.popping_up import popped_up
from musterhall.games.the_game.army.datasheets import Weapon
from musterhall.games.the_game.fire.gunnery import bears_on
from musterhall.games.the_game.fire.sight import lines_of_sight
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Ints


def helicopters_of(position: Position, formation: Formation) -> Ints:
    """3.2 The attack helicopters of a formation that are on the table."""
    units = position.standing(formation)
    return units[position.field.helicopter[units]]


def flak_fires(battle: Battle[Position], enemy: Formation, fired: set[int]) -> Rule[bool]:
    """3.5.1, 3.2 Units with anti-aircraft weapons may fire at helicopters that have moved. Says whether any did.

    Once in each action, as at all aircraft: who has `fired` before does not, unless that is read otherwise.
    """
    each_move = battle.position.field.variants.aa_shots == "each_move"
    spent = set() if each_move else fired
    aimed = [one for one in flak_at_helicopters(battle.position, enemy) if one.unit not in spent]
    if not aimed:
        return False
    firing: list[AimedFlak] = yield FireAtAircraft(battle.view(1 - enemy.side), enemy, aimed, last=True)
    if firing:
        spent |= {one.unit for one in firing}
        shoot_at_aircraft(battle, enemy, firing, " from the ground", "3.5.1")
    return bool(firing)


def flak_at_helicopters(position: Position, enemy: Formation) -> list[AimedFlak]:
    """3.5.1, 3.2 Everything that may fire at the attack helicopters of this formation."""
    if enemy.index not in position.field.helicopters:
        return []
    helicopters = helicopters_of(position, enemy)
    found: list[AimedFlak] = []
    for unit in able_to_fire(position, enemy):
        weapons = anti_aircraft_weapons(position, unit)
        found += fired_by(
            position, unit, [(weapon, _reached(position, unit, weapon, helicopters)) for weapon in weapons]
        )
    return found


def _reached(position: Position, unit: int, weapon: Weapon, helicopters: Ints) -> list[tuple[int, float]]:
    """1.7, 3.5.1 The helicopters in range and arc; only one that has popped up is fired at unseen, as it is read."""
    one = np.array([unit])
    gaps, seen = position.distances(one, helicopters)[0], lines_of_sight(position, one, helicopters)[0]
    if position.field.variants.aa_los == "never":
        seen[:] = True
    elif position.field.variants.aa_los == "helicopters":
        seen |= popped_up(position, helicopters)
    near = [(h, gap) for h, gap, sees in zip(helicopters.tolist(), gaps.tolist(), seen.tolist(), strict=True) if sees]
    found = [
        (h, gap) for h, gap in near if gap <= weapon.range + 1e-9 and bears_on(position, unit, weapon, position.at(h))
    ]
    return sorted(found, key=lambda row: row[1])
