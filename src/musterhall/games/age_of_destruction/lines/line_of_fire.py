"""The line of fire: whether it is clear, and what lies on it that helps the target."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from musterhall.games.age_of_destruction.field.bases import share_out_of_base
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.field.terrain import BLOCKING
from musterhall.games.age_of_destruction.lines.tracing import CROSSES, all_stretches, bases_crossed
from musterhall.games.age_of_destruction.position.position import CRUISING, GROUND, HIGH, Position
from musterhall.geometry import Floats
from musterhall.tally import Tally

SHEET = "Line of Fire"


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """What a line from one unit to another comes to."""

    clear: bool
    defense: Tally
    """What lies on the line that is added to the target's defense."""
    because: str = ""
    """Why it is blocked."""
    figure: int = NOBODY
    """The figure that blocks it."""
    piece: int = NOBODY
    """The piece of terrain that blocks it."""


def line_of_fire(position: Position, attacker: int, target: int) -> LineOfFire:
    """Rules 13 to 21: whether a unit can fire along the line to another, and what that one gains on it."""
    levels = position.level(attacker), position.level(target)
    inside = _pieces_on(position, attacker, target)
    blocked = None if CRUISING in levels else _blocked(position, attacker, target, levels, inside)
    if blocked is not None:
        return blocked
    defense = Tally("line of fire", 0, SHEET)
    _height(position, attacker, levels, defense)
    _hindering(position, attacker, target, levels, inside, defense)
    return LineOfFire(True, defense)


def _pieces_on(position: Position, attacker: int, target: int) -> Floats:
    """For each piece of terrain how much of the line lies in it, and from where to where."""
    found = np.empty((len(position.field.pieces), 3))
    (ax, ay), (tx, ty) = position.at(attacker), position.at(target)
    all_stretches(position.field.outlines, ax, ay, tx, ty, found)
    return found


# What blocks


def _blocked(
    position: Position,
    attacker: int,
    target: int,
    levels: tuple[int, int],
    inside: Floats,
) -> LineOfFire | None:
    nothing = Tally("line of fire", 0, SHEET)
    figure = _blocking_figure(position, attacker, target, levels)
    if figure != NOBODY:
        return LineOfFire(False, nothing, f"{position.unit(figure).name} stands in between", figure=figure)
    piece = _blocking_piece(position, attacker, target, levels, inside)
    if piece != NOBODY:
        name = position.field.pieces[piece].name
        return LineOfFire(False, nothing, f"{position.field.kinds[piece].title} ({name}) is in between", piece=piece)
    return None


def _blocking_figure(position: Position, attacker: int, target: int, levels: tuple[int, int]) -> int:
    """Rules 14 and 17: a 'Mech in between blocks; anything else does where neither end is a 'Mech."""
    crossed = np.zeros(len(position.states), dtype=np.bool_)
    (ax, ay), (tx, ty) = position.at(attacker), position.at(target)
    bases_crossed(position.bases, position.there(), attacker, target, ax, ay, tx, ty, crossed)
    mechs = position.field.are_mechs
    no_mech_at_the_ends = not mechs[attacker] and not mechs[target]
    raised = HIGH in levels and position.field.edition.figure_height == "elevated_only"
    for figure in np.flatnonzero(crossed).tolist():
        state = position.states[figure]
        if state.cruising or (state.captor != NOBODY and not position.field.edition.captive_blocks):
            continue
        if raised and position.level(figure) != HIGH:
            continue
        if mechs[figure] or no_mech_at_the_ends:
            return int(figure)
    return NOBODY


def _blocking_piece(
    position: Position,
    attacker: int,
    target: int,
    levels: tuple[int, int],
    inside: Floats,
) -> int:
    """Rules 15 and 16: blocking terrain always; high ground where it stands between."""
    stood_on = set(position.field.pieces_at(position.at(attacker))) | set(position.field.pieces_at(position.at(target)))
    length = math.dist(position.at(attacker), position.at(target))
    for piece, kind in enumerate(position.field.kinds):
        if inside[piece, 0] * length <= CROSSES:
            continue
        if kind.name == BLOCKING:
            return piece
        if kind.is_high and _high_ground_blocks(position, levels, piece in stood_on):
            return piece
    return NOBODY


def _high_ground_blocks(position: Position, levels: tuple[int, int], stood_on: bool) -> bool:
    if levels == (GROUND, GROUND):
        return True
    if levels == (HIGH, HIGH):
        return position.field.edition.elevated_between == "blocks" and not stood_on
    return not stood_on


# What helps the target


def _height(position: Position, attacker: int, levels: tuple[int, int], defense: Tally) -> None:
    """Rule 18: a target above its attacker."""
    low, high = levels
    if high == HIGH and low == GROUND:
        defense.add("height", 1, SHEET)
    vtols_only = position.field.edition.low_attacker == "vtols_only"
    if high == CRUISING and low != CRUISING and (not vtols_only or position.unit(attacker).sheet.type == "vtol"):
        defense.add("cruising", 1, SHEET)


def _hindering(
    position: Position,
    attacker: int,
    target: int,
    levels: tuple[int, int],
    inside: Floats,
    defense: Tally,
) -> None:
    """Rules 19 to 21: hindering terrain on the line, at its ends or between."""
    found = []
    length = math.dist(position.at(attacker), position.at(target))
    near = set(position.field.pieces_at(position.at(attacker)))
    far = set(position.field.pieces_at(position.at(target)))
    leaves_base = share_out_of_base(position.bases, attacker, *position.at(target))
    for piece, kind in enumerate(position.field.kinds):
        if not kind.hinders:
            continue
        if piece in far:
            found += ["target in hindering terrain"] if levels[1] != CRUISING else []
        elif inside[piece, 0] * length > CROSSES and inside[piece, 2] > leaves_base + CROSSES / max(length, CROSSES):
            reason = _on_the_way(position, levels, kind.is_high, own=piece in near)
            found += [reason] if reason else []
    if found and position.field.edition.hindering_stack == "once":
        found = found[:1]
    for reason in found:
        defense.add(reason, 1, SHEET)


def _on_the_way(position: Position, levels: tuple[int, int], high: bool, *, own: bool) -> str:
    """Why a hindering piece between base and target counts, or nothing."""
    if own:
        if levels[0] == CRUISING:
            return ""
        uphill = HIGH in levels and not position.field.edition.uphill_from_woods
        return "" if uphill else "through the attacker's own hindering terrain"
    if CRUISING in levels:
        return ""
    if HIGH in levels and not high:
        return ""
    return "hindering terrain in between"
