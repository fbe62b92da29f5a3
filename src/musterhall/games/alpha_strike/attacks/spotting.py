"""Indirect fire: who can spot for whom, and what the spotter adds to the number."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from musterhall.games.alpha_strike.attacks.arms import FRONT, TURRET, arms_of, indirect_value
from musterhall.games.alpha_strike.attacks.facts import SPOTTING
from musterhall.games.alpha_strike.attacks.ranges import MEDIUM_TO, SHORT_TO, bracket, in_front_arc
from musterhall.games.alpha_strike.attacks.shots import Shot, why_mount_is_silent, why_not_aimed
from musterhall.games.alpha_strike.attacks.sight import Sight, sight, sight_from_place, sights
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage_values import NONE
from musterhall.games.alpha_strike.movement.allowance import is_immobile
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.geometry import Point

SECTION = "8"
SENSORS = "remote sensors"
UNSEEN = Sight(seen=True, share=1.0, partial_cover=False, woods="none", in_water=False)
"""What counts for fire without a spotter: nobody looks, so no cover is read."""

WITHOUT_SPOTTER: Moment[Callable[[], bool]] = Moment("indirect fire without a spotter", SECTION)
"""Whether an ability of the attacker does without one."""
SPOTS_AND_ATTACKS: Moment[Callable[[], bool]] = Moment("a spotter attacks too", SECTION)
"""Whether an ability of the spotter makes that no harder for those he spots for."""


def why_no_spotter(view: Position, unit: int, target: int, spotter: int) -> str:
    """8 Why a unit cannot spot a target for another; empty where it can."""
    name, why = view.unit(spotter).name, why_idle(view, unit, spotter)
    if why:
        return why
    if view.gap(spotter, target) > view.field.edition.spotter_within:
        return f"{name} is farther than {view.field.edition.spotter_within} inches from {view.unit(target).name}"
    return ""


def why_idle(view: Position, unit: int, spotter: int) -> str:
    """8 The same for what does not depend on a target: whose it is, and whether it looks at all."""
    one, condition = view.unit(spotter), view.conditions[spotter]
    if spotter == unit or one.side != view.unit(unit).side or not condition.on_table:
        return "A spotter is another unit of its own side on the table"
    idle = condition.shut_down or condition.stunned_until >= view.turn or condition.mode == "sprint"
    return f"{one.name} cannot spot: it is shut down, stunned or has sprinted" if idle else ""


def needs_spotter(view: Position, unit: int) -> bool:
    """8, 17 Whether a unit fires indirectly only over a spotter."""
    return not any(does() for _, does in WITHOUT_SPOTTER.of(abilities_of(view, unit)))


def aim_indirectly(
    view: Position, unit: int, target: int, spotter: int, mount: str | None = None
) -> tuple[Shot | None, str]:
    """8 An indirect shot over a spotter, or without one for whoever can; or the reason why there is none."""
    if spotter == NOBODY:
        if needs_spotter(view, unit):
            return None, "Indirect fire needs a spotter"
        return _indirect_shot(view, unit, target, spotter, UNSEEN, mount)
    why = why_no_spotter(view, unit, target, spotter)
    if why:
        return None, why
    seen = sight(view, spotter, target)
    if not seen.seen:
        return None, f"{view.unit(spotter).name} does not see {view.unit(target).name}: {seen.because}"
    return _indirect_shot(view, unit, target, spotter, seen, mount)


def aim_by_sensor(view: Position, unit: int, target: int, sensor: int) -> tuple[Shot | None, str]:
    """8, 10 An indirect shot for which a remote sensor spots, or the reason why there is none."""
    laid, within = sensors(view, view.unit(unit).side), view.field.edition.spotter_within
    if not 0 <= sensor < len(laid):
        return None, "Its side has laid no remote sensor of this number; they are counted from 0"
    place = laid[sensor]
    if math.dist(place, view.at(target)) - view.unit(target).radius > within:
        return None, f"The sensor is farther than {within} inches from {view.unit(target).name}"
    seen = sight_from_place(view, place, view.field.edition.sensor_height, target)
    if not seen.seen:
        return None, f"The sensor does not see {view.unit(target).name}: {seen.because}"
    shot, why = _indirect_shot(view, unit, target, NOBODY, seen, None)
    return (replace(shot, sensor=True) if shot else None), why


def sensors(position: Position, side: int) -> tuple[Point, ...]:
    """10 Where a side's remote sensors lie."""
    return tuple((float(x), float(y)) for x, y in position.sides[side].memory.get(SENSORS, ()))


def lay_sensor(position: Position, unit: int) -> None:
    """10 A unit leaves one of its remote sensors where it stands."""
    side = position.unit(unit).side
    laid = (*sensors(position, side), position.at(unit))
    position.set_side(side, position.sides[side].remembering(**{SENSORS: laid}))
    position.conditions[unit].use("RSD")


def _indirect_shot(
    view: Position, unit: int, target: int, spotter: int, seen: Sight, mount: str | None
) -> tuple[Shot | None, str]:
    held = arms_of(view, unit)
    inches = view.gap(unit, target)
    range_ = bracket(inches, view.field.edition)
    if range_ is None:
        return None, f"{view.unit(target).name} is out of range"
    why = why_not_aimed(view, unit, target, inches)
    if why:
        return None, why
    for wanted in (mount,) if mount else (FRONT, TURRET):
        arms = held.get(wanted)
        if arms is None or indirect_value(view, unit, arms) == NONE:
            continue
        why = why_mount_is_silent(view, unit, wanted)
        if why:
            continue
        if wanted == TURRET or in_front_arc(view, unit, target):
            return Shot(target, range_, seen, mount=wanted, indirect=True, spotter=spotter), ""
        why = f"{view.unit(target).name} is behind it"
    return None, why or "it has nothing that fires indirectly"


def fires_indirectly(view: Position, unit: int) -> bool:
    """8 Whether a unit has anything that fires indirectly."""
    return any(indirect_value(view, unit, arms) != NONE for arms in arms_of(view, unit).values())


def indirect_shots(view: Position, unit: int, targets: list[int]) -> dict[int, Shot]:
    """8 For each of these targets that somebody sees for the unit, the indirect shot over the cheapest spotter."""
    found: dict[int, Shot] = {}
    if not fires_indirectly(view, unit):
        return found
    friends = sorted(view.on_table(view.unit(unit).side), key=lambda friend: _burden(view, friend))
    for friend in friends:
        left = [one for one in targets if one not in found and not why_no_spotter(view, unit, one, friend)]
        for target, seen in zip(left, sights(view, friend, left), strict=True):
            if seen.seen:
                shot, _ = _indirect_shot(view, unit, target, friend, seen, None)
                if shot is not None:
                    found[target] = shot
    return found


def _burden(view: Position, spotter: int) -> int:
    """What a spotter adds to the number."""
    moved = {"jump": 2, "standstill": -1}.get(_moved(view, spotter), 0)
    return moved + int(view.conditions[spotter].fired)


def _moved(view: Position, spotter: int) -> str:
    if view.unit(spotter).is_infantry:
        return "infantry"
    mode = view.conditions[spotter].mode
    return "standstill" if is_immobile(view, spotter) or not mode else "ground" if mode == "dropping" else mode


def spotter_facts(position: Position, unit: int, shot: Shot) -> dict[str, Any]:
    """4, 8 What the spotter adds to an indirect attack."""
    if shot.sensor:
        return {"indirect": True, "spotter_move": "infantry", "spotter_sensor": True}
    if shot.spotter == NOBODY:
        return {"indirect": True, "no_spotter": True}
    free = any(does() for _, does in SPOTS_AND_ATTACKS.of(abilities_of(position, shot.spotter)))
    return {
        "indirect": True,
        "spotter_move": _moved(position, shot.spotter),
        "spotter_attacks": position.conditions[shot.spotter].fired and not free,
        "spotter_tag": paints(position, shot.spotter, shot.target),
    }


def paints(position: Position, unit: int, target: int) -> bool:
    """8 Whether a unit has the target in reach of its TAG: up to medium range, of a light one at short.

    Structures are not painted.
    """
    if target == NOBODY:
        return False
    one = position.field.units[unit]
    reach = MEDIUM_TO if one.has("TAG") else SHORT_TO if one.has("LTAG") else -1.0
    return position.gap(unit, target) <= reach


def begin_spotting(position: Position, spotter: int, unit: int) -> None:
    """8 A spotter's own attack is harder for the rest of the turn."""
    position.conditions[spotter].add_effect(Effect(SPOTTING, unit, position.turn))
