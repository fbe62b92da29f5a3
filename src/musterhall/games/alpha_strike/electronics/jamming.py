"""ECM and ECCM: where a side's electronics are jammed, and what a stealthy unit gives up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from musterhall.games.alpha_strike.electronics.equipment import equipment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point

SECTION = "9"
ECCM, STEALTH_OFF, ECM_POD = "eccm", "stealth off", "ecm pod"
"""What is remembered of a unit: its suite runs as ECCM, its stealth is off, an ECM pod sticks to it."""
ANY: frozenset[str] = frozenset(equipment().fields)


class Suite(NamedTuple):
    """9 What makes a unit's jamming field."""

    unit: int
    kind: str
    reach: float
    strength: int


def suites(position: Position, side: int) -> tuple[Suite, ...]:
    """9 Every jamming suite that a side has brought; a unit's strongest where it has several."""
    memo, key = position.field.memo, ("suites", side)
    if key not in memo:
        kinds = equipment().fields
        found = []
        for unit in position.field.of_side[side]:
            held = [name for name in kinds if position.field.units[unit].has(name)]
            if held:
                best = max(held, key=lambda name: (kinds[name].strength, kinds[name].reach))
                found.append(Suite(unit, best, kinds[best].reach, kinds[best].strength))
        memo[key] = tuple(found)
    return memo[key]  # type: ignore[no-any-return]


def is_stealthy(position: Position, unit: int) -> bool:
    """9 Whether a unit's stealth works: it is on, and the unit is running."""
    condition = position.conditions[unit]
    if not position.field.units[unit].has("STL") or condition.shut_down:
        return False
    return position.field.units[unit].is_infantry or condition.effect(STEALTH_OFF) is None


def gives_up_electronics(position: Position, unit: int) -> bool:
    """9 Whether its own stealth jams a unit as enemy ECM would; that of battle armour does not."""
    return is_stealthy(position, unit) and not position.field.units[unit].is_infantry


def runs_eccm(position: Position, unit: int) -> bool:
    return position.conditions[unit].effect(ECCM) is not None


def is_jammed_at(position: Position, side: int, place: Point, radius: float = 0.0, by: frozenset[str] = ANY) -> bool:
    """9 Whether this side's electronics are jammed at a place: more enemy ECM over it than own ECCM."""
    against = [one.strength for one in _over(position, 1 - side, place, radius, eccm=False) if one.kind in by]
    if not against:
        return False
    own = [one.strength for one in _over(position, side, place, radius, eccm=True)]
    if position.field.edition.eccm_fields == "strongest_wins":
        return max(against) > max(own, default=0)
    return sum(against) > sum(own)


def is_jammed(position: Position, unit: int, by: frozenset[str] = ANY) -> bool:
    """9 Whether a unit's electronics are jammed: by enemy fields, by a pod, or by its own stealth."""
    if jams_itself(position, unit, by):
        return True
    one = position.field.units[unit]
    return is_jammed_at(position, one.side, position.at(unit), one.radius, by)


def jams_itself(position: Position, unit: int, by: frozenset[str] = ANY) -> bool:
    """9 Whether something on the unit acts like enemy ECM: its own stealth, or a pod."""
    if "ECM" not in by:
        return False
    return gives_up_electronics(position, unit) or position.conditions[unit].effect(ECM_POD) is not None


def is_line_jammed(position: Position, side: int, a: Point, b: Point, by: frozenset[str] = ANY) -> bool:
    """9 Whether a line, ends included, goes through a place where this side is jammed."""
    for suite in _working(position, 1 - side, eccm=False):
        if suite.kind in by:
            nearest = _nearest(a, b, position.at(suite.unit))
            if _reaches(position, suite, nearest, 0.0) and is_jammed_at(position, side, nearest, 0.0, by):
                return True
    return False


def is_link_jammed(position: Position, one: int, other: int, by: frozenset[str] = ANY) -> bool:
    """9 Whether the link between two units of a side is cut: either of them is jammed, or the line between them."""
    if is_jammed(position, one, by) or is_jammed(position, other, by):
        return True
    return is_line_jammed(position, position.unit(one).side, position.at(one), position.at(other), by)


def _working(position: Position, side: int, *, eccm: bool) -> Iterator[Suite]:
    """9 A side's suites that run as ECM, or as ECCM. Stealth uses the suite up, but for one field of Angel ECCM."""
    for suite in suites(position, side):
        condition = position.conditions[suite.unit]
        if not condition.on_table or condition.shut_down or runs_eccm(position, suite.unit) != eccm:
            continue
        if not gives_up_electronics(position, suite.unit):
            yield suite
        elif eccm and suite.kind == "AECM":
            yield suite._replace(strength=1)


def _over(position: Position, side: int, place: Point, radius: float, *, eccm: bool) -> Iterator[Suite]:
    for suite in _working(position, side, eccm=eccm):
        if _reaches(position, suite, place, radius):
            yield suite


def _reaches(position: Position, suite: Suite, place: Point, radius: float) -> bool:
    x, y = position.at(suite.unit)
    far = suite.reach + radius + position.unit(suite.unit).radius
    return (x - place[0]) ** 2 + (y - place[1]) ** 2 <= far * far + 1e-9


def _nearest(a: Point, b: Point, place: Point) -> Point:
    """The point of the line from a to b that is nearest to a place."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if not square:
        return a
    t = min(1.0, max(0.0, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / square))
    return a[0] + t * dx, a[1] + t * dy
