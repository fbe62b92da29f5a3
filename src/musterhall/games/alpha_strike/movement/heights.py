"""How high a unit ends its move: VTOLs fly and land, submersibles dive, troops climb stairs, jumpers land on roofs."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.field.ground import TOUCH, depth
from musterhall.games.alpha_strike.movement.allowance import JUMPING, LANDED
from musterhall.games.alpha_strike.movement.costs import going_of
from musterhall.games.alpha_strike.position.condition import Effect, Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point

SECTION = "2"
STAIRS_COST, DIVE_COST, FLIGHT_CLIMB = 1.0, 2.0, 2.0
"""2, 12 What an inch of stairs costs infantry and ProtoMechs, an inch of depth a submersible, an inch of height in the
air."""


def height_above(position: Position, unit: int) -> float:
    """How high above its ground a unit is; less than nothing under water."""
    return float(position.level[unit]) - position.field.ground.level_at(position.lie, position.at(unit))


def settle(position: Position, unit: int, height: float) -> None:
    """2, 12 A unit is now so high above its ground; a VTOL that is on it has landed."""
    ground = position.field.ground.level_at(position.lie, position.at(unit))
    position.level[unit] = ground + height
    if position.unit(unit).flies_low:
        position.conditions[unit].drop_effect(LANDED)
        if height <= 0.0:
            position.conditions[unit].add_effect(Effect(LANDED))


def height_at_end(position: Position, unit: int, mode: Mode, path: Sequence[Point], said: float | None) -> float | None:
    """2, 12 How high a unit ends a move, as it says or as it goes without saying; None for what is usual there."""
    if said is not None:
        why = why_not_so_high(position, unit, mode, path[-1], said)
        if why:
            raise Illegal(why, SECTION)
        return said
    if not position.conditions[unit].on_table:
        return None
    if is_submersible(position, unit):
        return max(height_above(position, unit), -water_at(position, path[-1]))
    if not position.field.ground.buildings or position.unit(unit).flies_low or mode == JUMPING:
        return None
    above = height_above(position, unit)
    return above if above > TOUCH and _one_building(position, path) else None


def why_not_so_high(position: Position, unit: int, mode: Mode, end: Point, height: float) -> str:
    """2, 12 Why a unit cannot end its move so high, or nothing."""
    one, edition = position.unit(unit), position.field.edition
    if one.flies_low:
        highest = edition.flight_ceiling if one.kind == "vtol" else edition.flight_height
        if not 0 <= height <= highest:
            return f"{one.name} flies up to {highest:g} inches above the ground, or lands at 0"
        barred = _no_landing_in(position, end) if not height else ""
        return f"{one.name} cannot land in {barred}" if barred else ""
    if is_submersible(position, unit):
        deep = water_at(position, end)
        return "" if -deep <= height <= 0 else f"The water is {deep:g} inches deep there, and {one.name} stays in it"
    roof = _roof(position, end)
    if roof and (_takes_stairs(position, unit) or mode == JUMPING):
        inside = 0 <= height <= roof if _takes_stairs(position, unit) else height in (0, roof)
        return "" if inside else f"The building is {roof:g} inches high there"
    return "" if height == 0 else f"{one.name} ends its move on the ground"


def other_heights(position: Position, unit: int) -> list[float]:
    """2, 12 Heights to which a unit may wish to change where it is: the ground and the air, the surface and the bottom,
    the first floor and the roof."""
    if not position.conditions[unit].on_table:
        return []
    one, here = position.unit(unit), position.at(unit)
    if one.flies_low:
        heights = [0.0, position.field.edition.flight_height]
    elif is_submersible(position, unit):
        heights = [0.0, -water_at(position, here)]
    else:
        heights = [0.0, _roof(position, here)] if _takes_stairs(position, unit) else []
    return [height for height in dict.fromkeys(heights) if abs(height - height_above(position, unit)) > TOUCH]


def climbing_cost(position: Position, unit: int, mode: Mode, path: Sequence[Point], height: float | None) -> float:
    """2, 12 What changing its height costs a unit that does not fly, beside its way on the ground."""
    if not position.conditions[unit].on_table or mode == JUMPING:
        return 0.0
    before, after = height_above(position, unit), height or 0.0
    if position.unit(unit).flies_low:
        after = position.field.edition.flight_height if height is None else height
        return FLIGHT_CLIMB * abs(after - before)
    if abs(before) <= TOUCH and abs(after) <= TOUCH:
        return 0.0
    if is_submersible(position, unit):
        return DIVE_COST * abs(after - before)
    if _takes_stairs(position, unit):
        return STAIRS_COST * (abs(after - before) if _one_building(position, path) else before + after)
    if _one_building(position, path) and after == before:
        return 0.0
    climb = going_of(position, unit).climb
    if before > climb[1]:
        raise Illegal(f"{position.unit(unit).name} cannot step down {before:g} inches; it may jump", SECTION)
    return float(climb[0]) * before


def cost_of_setting_out(position: Position, unit: int, mode: Mode) -> float:
    """2, 12 What a unit that does not fly must pay before it gets anywhere: taking off, or coming down from a roof."""
    before = height_above(position, unit) if position.conditions[unit].on_table else 0.0
    if mode == JUMPING or not position.conditions[unit].on_table:
        return 0.0
    if position.unit(unit).flies_low:
        return FLIGHT_CLIMB * abs(position.field.edition.flight_height - before)
    if before <= TOUCH:
        return 0.0
    return STAIRS_COST * before if _takes_stairs(position, unit) else float(going_of(position, unit).climb[0]) * before


def is_submersible(position: Position, unit: int) -> bool:
    """2 Whether a unit dives: it moves by the code s."""
    return any(code[:1] == "s" for code in position.unit(unit).card.moves)


def water_at(position: Position, place: Point) -> float:
    return float(depth(position.field.ground.outlines, position.lie, *place))


def is_on_a_roof(position: Position, unit: int) -> bool:
    """12 Whether a unit stands on the building below it, not inside."""
    if not position.field.ground.buildings or not position.conditions[unit].on_table:
        return False
    above = height_above(position, unit)
    if above <= TOUCH or position.unit(unit).flies_low:
        return False
    return above >= _roof(position, position.at(unit)) - TOUCH


def _takes_stairs(position: Position, unit: int) -> bool:
    """12 Only infantry and ProtoMechs go from floor to floor inside a building."""
    one = position.unit(unit)
    return one.is_infantry or one.kind == "protomech"


def _no_landing_in(position: Position, place: Point) -> str:
    kinds = position.field.ground.kinds_at(position.lie, place)
    return next((kind.title for kind in kinds if kind.solid or "v" in kind.barred), "")


def _building(position: Position, place: Point) -> int | None:
    return position.field.ground.building_at(position.lie, place)


def _one_building(position: Position, path: Sequence[Point]) -> bool:
    return len({_building(position, place) for place in path}) == 1


def _roof(position: Position, place: Point) -> float:
    """How high the building at a place is above its ground; 0 where there is none."""
    piece = _building(position, place)
    return position.field.ground.height(position.lie, piece) if piece is not None else 0.0
