"""3.2 Attack helicopters in an action: do they pop up, and who fires at them."""

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
from musterhall.games.the_game.air.popping_up import pop_up, popped_up
from musterhall.games.the_game.army.datasheets import Weapon
from musterhall.games.the_game.basics.choices import FormationYesOrNo
from musterhall.games.the_game.fire.gunnery import bears_on
from musterhall.games.the_game.fire.sight import lines_of_sight
from musterhall.games.the_game.movement.ways import enemy_near
from musterhall.games.the_game.phases.breaking import check_for_breaking
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Ints
from musterhall.tally import does


def helicopters_of(position: Position, formation: Formation) -> Ints:
    """3.2 The attack helicopters of a formation that are on the table."""
    units = position.standing(formation)
    return units[position.field.helicopter[units]]


# Popping up


class PopUp(FormationYesOrNo):
    """3.2 Do the helicopters of a formation pop up, to fire over what is near them?"""

    __slots__ = ()
    kind = "pop up"
    section = "3.2"

    def question(self) -> str:
        return f"Does {self.formation.name} pop up, to see and be seen over what is near it?"


def may_pop_up(position: Position, formation: Formation) -> bool:
    """3.2 Has it helicopters that are still low, and an enemy within range of its weapons?"""
    low = ~popped_up(position, helicopters_of(position, formation))
    return bool(low.any()) and enemy_near(position, formation, position.field.longest.get(formation.index, 0.0))


# Who fires at them


def over_the_enemy(
    battle: Battle[Position], formation: Formation, fired: set[int], *, moved: bool, fires_next: bool
) -> Rule[bool]:
    """3.2, 3.5.1 After its move a formation with attack helicopters may pop up, and anti-aircraft weapons fire at it.

    Popping up is part of the movement, so they fire after it; as a variant they fire at the movement alone. Who is
    among `fired` has done so in this action. Says whether the formation popped up.
    """
    position, lifted = battle.position, False
    popping_counts = position.field.variants.aa_on_popup
    if moved and not popping_counts:
        yield from fire_at_helicopters(battle, formation, fired)
    if fires_next and may_pop_up(position, formation) and (yield PopUp(formation)):
        pop_up(position, formation)
        battle.tell("pop up", does(formation.name, "pops up", "pop up"), "3.2", formation=formation.index)
        lifted = True
    if popping_counts and (moved or lifted):
        yield from fire_at_helicopters(battle, formation, fired)
    return lifted


def fire_at_helicopters(battle: Battle[Position], enemy: Formation, fired: set[int] | None = None) -> Rule[None]:
    """3.5.1, 3.2 Units with anti-aircraft weapons may fire at helicopters where they are after their move.

    Once in each action, as at all aircraft: who has `fired` before does not, unless that is read otherwise.
    """
    each_move = battle.position.field.variants.aa_shots == "each_move"
    spent = set() if fired is None or each_move else fired
    aimed = [one for one in flak_at_helicopters(battle.position, enemy) if one.unit not in spent]
    if not aimed:
        return
    firing: list[AimedFlak] = yield FireAtAircraft(battle.view(1 - enemy.side), enemy, aimed, last=True)
    if firing:
        spent |= {one.unit for one in firing}
        shoot_at_aircraft(battle, enemy, firing, "from the ground", "3.5.1")
        yield from check_for_breaking(battle, enemy)


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
