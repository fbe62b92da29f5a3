"""The line of fire: whether it is clear, and what lies on it that helps the target."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from musterhall.games.age_of_destruction.field.bases import outline_gap
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.field.terrain import BLOCKING
from musterhall.games.age_of_destruction.lines.tracing import CROSSES, trace
from musterhall.games.age_of_destruction.position.position import CRUISING, GROUND, HIGH, Position
from musterhall.geometry import Point
from musterhall.tally import Tally

HEIGHT, HINDERED = "18", "19"


class LineOfFire(NamedTuple):
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
    hindering: tuple[int, ...] = ()
    """The pieces of hindering terrain that count."""
    section: str = ""
    """The rule by which it is blocked."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a line of fire takes no notice of, by equipment or ability."""

    through_all: bool = False
    """Nothing blocks it."""
    through_hindering: bool = False

    def and_also(self, other: Sight) -> Sight:
        return Sight(self.through_all or other.through_all, self.through_hindering or other.through_hindering)


USUAL_SIGHT = Sight()


def line_of_fire(position: Position, attacker: int, target: int, sight: Sight = USUAL_SIGHT) -> LineOfFire:
    """13 to 21: whether a unit can fire along the line to another, and what that one gains on it."""
    ends = position.at(attacker), position.at(target)
    found = _line(position, Ends(attacker, target, *ends), sight)
    if position.field.edition.fire_line == "centre_to_centre":
        return found
    starts, stops = (ends[0], *_rim(position, attacker)), (ends[1], *_rim(position, target))
    lines = (_line(position, Ends(attacker, target, a, t), sight) for a, t in product(starts, stops))
    return min((line for line in lines if line.clear), key=lambda line: line.defense.total, default=found)


class Ends(NamedTuple):
    """Whose line it is, and between which points it runs."""

    attacker: int
    target: int
    a: Point
    t: Point


def _rim(position: Position, unit: int) -> list[Point]:
    """Points of a unit's base, just inside its edge, where lines may begin and end if any point of it will do."""
    x, y, facing, half, radius = (float(value) for value in position.bases[unit])
    points = []
    for step in range(8):
        angle = facing + 45.0 * step
        along = half * (1 if step in (0, 1, 7) else -1 if step in (3, 4, 5) else 0)
        px = x + math.cos(math.radians(facing)) * along + math.cos(math.radians(angle)) * radius * 0.98
        py = y + math.sin(math.radians(facing)) * along + math.sin(math.radians(angle)) * radius * 0.98
        points.append((px, py))
    return points


class Crossed(NamedTuple):
    """What a line crosses, whoever looks along it."""

    figures: list[int]
    """Units, on the table or not."""
    pieces: list[int]
    beyond: list[int]
    """The pieces that it is still in where it has left the attacker's base."""


def crossed_between(position: Position, attacker: int, target: int) -> Crossed:
    """13 What the line from the middle of one base to that of another crosses."""
    return _crossed(position, Ends(attacker, target, position.at(attacker), position.at(target)))


def _crossed(position: Position, ends: Ends) -> Crossed:
    known = position.whereabouts.memo
    found: Crossed | None = known.get(ends)
    if found is None:
        found = known[ends] = _traced(position, ends)
    return found


def _traced(position: Position, ends: Ends) -> Crossed:
    outlines, units = position.field.outlines, len(position.states)
    behind = units + len(outlines)
    room = np.empty(behind + len(outlines), dtype=np.int64)
    figures, pieces, beyond = trace(position.bases, outlines, ends.attacker, ends.target, *ends.a, *ends.t, room)
    return Crossed(
        room[:figures].tolist(), room[units : units + pieces].tolist(), room[behind : behind + beyond].tolist()
    )


def _line(position: Position, ends: Ends, sight: Sight) -> LineOfFire:
    levels = position.level(ends.attacker), position.level(ends.target)
    crossed = _crossed(position, ends)
    if CRUISING not in levels and not sight.through_all:
        blocked = _blocked(position, ends, levels, crossed)
        if blocked is not None:
            return blocked
    defense = Tally("line of fire", 0, "13")
    _height(position, ends.attacker, levels, defense)
    woods = () if sight.through_hindering else _hindering(position, ends, levels, crossed, defense)
    return LineOfFire(True, defense, hindering=woods)


# What blocks


def _blocked(position: Position, ends: Ends, levels: tuple[int, int], crossed: Crossed) -> LineOfFire | None:
    nothing = Tally("line of fire", 0, "13")
    figure = _blocking_figure(position, ends, levels, crossed.figures)
    if figure != NOBODY:
        because = f"{position.unit(figure).name} stands in between"
        return LineOfFire(False, nothing, because, figure=figure, section="14")
    piece = _blocking_piece(position, ends, levels, crossed.pieces)
    if piece != NOBODY:
        kind = position.field.kinds[piece]
        because = f"{kind.title} ({position.field.pieces[piece].name}) is in between"
        return LineOfFire(False, nothing, because, piece=piece, section="15" if kind.name == BLOCKING else "16")
    return None


def _blocking_figure(position: Position, ends: Ends, levels: tuple[int, int], figures: list[int]) -> int:
    """14 and 17 a 'Mech in between blocks; anything else does where neither end is a 'Mech."""
    mechs = position.field.are_mechs
    no_mech_at_the_ends = not mechs[ends.attacker] and not mechs[ends.target]
    raised = HIGH in levels and position.field.edition.figure_height == "elevated_only"
    for figure in figures:
        state = position.states[figure]
        if state.place != "table" or state.cruising:
            continue
        if state.captor != NOBODY and not position.field.edition.captive_blocks:
            continue
        if raised and position.level(figure) != HIGH:
            continue
        if mechs[figure] or no_mech_at_the_ends:
            return figure
    return NOBODY


def _blocking_piece(position: Position, ends: Ends, levels: tuple[int, int], pieces: list[int]) -> int:
    """15 and 16: blocking terrain always; high ground where it stands between."""
    for piece in pieces:
        kind = position.field.kinds[piece]
        if kind.name == BLOCKING:
            return piece
        if kind.is_high and _high_ground_blocks(position, levels, _is_stood_on(position, ends, piece)):
            return piece
    return NOBODY


def _is_stood_on(position: Position, ends: Ends, piece: int) -> bool:
    """Whether one of the two stands on the hill that a piece is one with."""
    hills = position.field.hills
    under = (*position.pieces_under(ends.attacker), *position.pieces_under(ends.target))
    return any(hills[other] == hills[piece] for other in under)


def _high_ground_blocks(position: Position, levels: tuple[int, int], stood_on: bool) -> bool:
    if levels == (GROUND, GROUND):
        return True
    if levels == (HIGH, HIGH):
        return position.field.edition.elevated_between == "blocks" and not stood_on
    return not stood_on


# What helps the target


def _height(position: Position, attacker: int, levels: tuple[int, int], defense: Tally) -> None:
    """18 A target above its attacker."""
    low, high = levels
    if high == HIGH and low == GROUND:
        defense.add("height", 1, HEIGHT)
    vtols_only = position.field.edition.low_attacker == "vtols_only"
    if high == CRUISING and low != CRUISING and (not vtols_only or position.unit(attacker).sheet.type == "vtol"):
        defense.add("cruising", 1, HEIGHT)


def _hindering(
    position: Position, ends: Ends, levels: tuple[int, int], crossed: Crossed, defense: Tally
) -> tuple[int, ...]:
    """19, 20 and 21 hindering terrain on the line, at its ends or between: the pieces that count."""
    found: list[tuple[str, int]] = []
    kinds, near = position.field.kinds, position.pieces_under(ends.attacker)
    for piece in position.field.hindering:
        if is_in_hindering(position, ends.target, piece):
            found += [("target in hindering terrain", piece)] if levels[1] != CRUISING else []
        elif piece in crossed.beyond:
            reason = _on_the_way(position, levels, kinds[piece].is_high, own=piece in near)
            found += [(reason, piece)] if reason else []
    if found and position.field.edition.hindering_stack == "once":
        found = found[:1]
    section = "21" if CRUISING in levels else "20" if HIGH in levels else HINDERED
    for reason, _ in found:
        defense.add(reason, 1, section)
    return tuple(piece for _, piece in found)


def is_in_hindering(position: Position, unit: int, piece: int) -> bool:
    """19 Whether a unit is in a piece: with its centre dot, or where that is read so with any part of its base."""
    if piece in position.pieces_under(unit):
        return True
    if position.field.edition.in_hindering == "centre":
        return False
    return bool(outline_gap(position.bases, unit, position.field.outlines, piece) < -CROSSES)


def _on_the_way(position: Position, levels: tuple[int, int], high: bool, *, own: bool) -> str:
    """Why a hindering piece between base and target counts, or nothing."""
    if own:
        if levels[0] == CRUISING:
            return ""
        uphill = HIGH in levels and not high and not position.field.edition.uphill_from_woods
        return "" if uphill else "through the attacker's own hindering terrain"
    if CRUISING in levels:
        return ""
    if HIGH in levels and not high:
        return ""
    return "hindering terrain in between"
