"""1.7, 1.7.1 Why a formation cannot be fired at: too far, out of sight, or nothing here hurts it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from musterhall.games.the_game.basics.special_rules import hurt_by
from musterhall.games.the_game.field.field import hides
from musterhall.games.the_game.fire.gunnery import Gunnery, Sighting
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.fire.sight import walls_between
from musterhall.geometry import SLACK
from musterhall.tally import and_list, does


def out_of_reach(decision: Fire) -> Iterator[tuple[int, str]]:
    """The enemies on the table that no weapon can be aimed at, each with the reason."""
    gunnery, position = decision.gunnery, decision.position
    groups = decision.groups()
    kinds = gunnery.weapon_types()
    aimed = {index for group in groups if any(gunnery.can_target(kind, group) for kind in kinds) for index in group}
    for enemy in position.of_side(1 - decision.player):
        if enemy.index not in aimed and position.stands(enemy):
            barred = decision.limit is not None and enemy.index not in decision.limit
            yield enemy.index, "They may not be fired at now" if barred else why_not(gunnery, enemy.index)


def why_not(gunnery: Gunnery, target: int) -> str:
    """1.7 What keeps a formation's weapons from an enemy."""
    sighting = gunnery.sighting((target,))
    who = gunnery.position.formations[target].name
    if not gunnery.batteries:
        return f"{does(gunnery.formation.name, 'has', 'have')} nothing to fire directly with now"
    if sighting.nearest > gunnery.reach + SLACK:
        return f"{who}: {sighting.nearest:.0f} cm away, and the weapons here reach {gunnery.reach:g} cm"
    if not sighting.any_seen:
        walls = _in_the_way(gunnery, sighting)
        return f"{who}: out of sight" + (f", behind {and_list(walls)}" if walls else "")
    if not _hurts_any(gunnery, sighting):
        return f"{who}: no weapon here can hurt them"
    return f"{who}: those who see them are too far away, or have no weapon that hurts them"


def _hurts_any(gunnery: Gunnery, sighting: Sighting) -> bool:
    weapons = [battery.weapon for battery in gunnery.batteries]
    return any(
        hurt_by(gunnery.position.field, weapon.rules, kind)[sighting.units].any()
        for weapon in weapons
        for kind, _ in weapon.attacks
    )


def _in_the_way(gunnery: Gunnery, sighting: Sighting) -> list[str]:
    """1.6.2 What hides the nearest of them from whoever is nearest to it."""
    row, column = np.unravel_index(int(sighting.distances.argmin()), sighting.distances.shape)
    field = gunnery.position.field
    screens = [piece.name for piece, kind in zip(field.pieces, field.kinds, strict=True) if hides(piece, kind)]
    walls = walls_between(gunnery.position, int(gunnery.own[row]), int(sighting.units[column]))
    return list(dict.fromkeys(screens[wall] for wall in walls if screens[wall]))
