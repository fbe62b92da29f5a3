"""3.2 Attack helicopters that are higher than usual: over area terrain, or for a moment to fire over what is near."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Flags, Ints, shape_entry
from musterhall.measuring import inside


def popped_up(position: Position, units: Ints) -> Flags:
    """3.2 Which of these are attack helicopters that have popped up; one that hovers over area terrain has."""
    field = position.field
    formations = field.formation[units]
    lifted = np.isin(formations, list(position.air.popped_up))
    above = (inside(position.x, position.y, units, field.ground) & field.area).any(axis=1)
    found: Flags = field.helicopter[units] & (lifted | above)
    return found


def pop_up(position: Position, formation: Formation) -> None:
    """3.2 The helicopters of a formation lift up, until they have fired."""
    position.air = replace(position.air, popped_up=position.air.popped_up | {formation.index})


def drop_back(position: Position, formation: Formation) -> None:
    """3.2 They are low again; who hovers over area terrain stays above it."""
    if formation.index in position.air.popped_up:
        position.air = replace(position.air, popped_up=position.air.popped_up - {formation.index})


def nearer_to(position: Position, screen: int, helicopter: int, other: int) -> bool:
    """3.2 Is this piece, where the line between the two meets it, nearer to the helicopter than to the other?"""
    outlines, a, b = position.field.screens.outlines, position.at(helicopter), position.at(other)
    first, last = shape_entry(outlines, screen, *a, *b), 1.0 - shape_entry(outlines, screen, *b, *a)
    return bool((first + last) / 2 < 0.5)
