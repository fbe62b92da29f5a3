"""Aiming: which weapons of a unit may be fired at what, and why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from musterhall.games.alpha_strike.attacks.arms import (
    FRONT,
    MOUNTS,
    REAR,
    TORPEDOES,
    TURRET,
    Arms,
    arms_of,
    overheat_of,
    value_at,
)
from musterhall.games.alpha_strike.attacks.ranges import bracket, in_front_arc, place_in_front_arc
from musterhall.games.alpha_strike.attacks.sight import Sight, sight, sights
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage_values import NONE
from musterhall.games.alpha_strike.position.condition import HULL_DOWN
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import command_abilities_of

Forbids = Callable[[Position, int, int], str]
TARGETING: Moment[Forbids] = Moment("a target is chosen", "4")
"""Why this unit may not fire at that one, or nothing. Asked of the enemy's command abilities and the unit's effects."""


@dataclass(frozen=True, slots=True)
class Shot:
    """4 A weapon attack that was found to be legal."""

    target: int
    """The unit that is fired at; NOBODY where it is terrain."""
    range: str
    """By the attacker's own distance, which decides the damage."""
    seen: Sight
    """What the attacker, or the spotter of an indirect attack, sees of the target."""
    overheat: int = 0
    mount: str = FRONT
    special: tuple[tuple[str, int], ...] | None = None
    """How many dice stand for which specials; None for what is usual."""
    indirect: bool = False
    spotter: int = NOBODY
    sensor: bool = False
    """Whether a remote sensor spots."""
    piece: int = NOBODY
    """The building or bunker that is fired at."""
    dice: int | None = None
    """How many points are fired at this target, where the fire is split; all where nothing is said."""
    then: Shot | None = None
    """What the rest of the dice are fired at."""
    secondary: bool = False
    halved: bool = False
    """17 Whether it is fired with half the damage: by who aims well, or fires at two targets."""
    aimed: bool = False
    """17 Whether a marksman takes his time."""


def aim(view: Position, unit: int, target: Any, mount: str | None = None) -> tuple[Shot | None, str]:
    """4 The shot of a unit at a target, or the reason why there is none."""
    if not is_enemy_on_table(view, unit, target):
        return None, "Its target is an enemy on the table"
    return _aim(view, unit, target, sight(view, unit, target), mount)


def is_enemy_on_table(view: Position, unit: int, target: Any) -> bool:
    """4 Whether this is the number of an enemy that stands on the table."""
    if isinstance(target, bool) or not isinstance(target, int) or not 0 <= target < len(view.field.units):
        return False
    return view.field.units[target].side != view.field.units[unit].side and view.conditions[target].on_table


def shots(view: Position, unit: int) -> dict[int, Shot]:
    """4 Every enemy that a unit can fire at by direct fire, with the shot."""
    enemies = view.on_table(1 - view.unit(unit).side)
    aimed = (
        (target, _aim(view, unit, target, seen)[0])
        for target, seen in zip(enemies, sights(view, unit, enemies), strict=True)
        if seen.seen
    )
    return {target: shot for target, shot in aimed if shot is not None}


def _aim(view: Position, unit: int, target: int, seen: Sight, mount: str | None = None) -> tuple[Shot | None, str]:
    name = view.unit(target).name
    inches = view.gap(unit, target)
    range_ = bracket(inches, view.field.edition)
    if range_ is None:
        return None, f"{name} is out of range"
    if not seen.seen:
        return None, f"{name} is not in sight: {seen.because}"
    why = why_not_aimed(view, unit, target, inches)
    if why:
        return None, why
    return with_weapons(view, unit, Shot(target, range_, seen), name, mount)


def why_not_aimed(view: Position, unit: int, target: int, inches: float) -> str:
    """4 What else than range and sight keeps a unit from firing at another."""
    if not view.field.edition.weapons_in_contact and inches <= 0.0:
        return f"{view.unit(target).name} is in base contact, where weapons are of no use"
    if view.field.edition.spotter_attacks_later == "may_not" and view.conditions[unit].effect("spotting") is not None:
        return "it spots for another this turn"
    if not TARGETING.acts:
        return ""
    keys = [*command_abilities_of(view, 1 - view.unit(unit).side), *(one.name for one in view.conditions[unit].effects)]
    return next((why for _, act in TARGETING.of(keys) if (why := act(view, unit, target))), "")


def with_weapons(view: Position, unit: int, shot: Shot, name: str, mount: str | None = None) -> tuple[Shot | None, str]:
    """4, 10 The shot with the first mount that can fire it, or with the one that is wanted."""
    held = arms_of(view, unit)
    why = ""
    for wanted in (mount,) if mount else MOUNTS:
        if wanted not in held:
            why = why or f"it has no weapons of the kind {wanted}"
            continue
        reason = _why_mount_cannot(view, unit, shot, held[wanted], name)
        if not reason:
            return replace(shot, mount=wanted) if wanted != FRONT else shot, ""
        why = why or reason
    return None, why


def why_mount_is_silent(view: Position, unit: int, mount: str) -> str:
    """2 Why weapons cannot be fired at anything this turn, or nothing: of a vehicle hull down only the turret fires."""
    hull_down = view.conditions[unit].effects and view.conditions[unit].effect(HULL_DOWN) is not None
    if hull_down and mount != TURRET and view.unit(unit).is_vehicle:
        return f"{view.unit(unit).name} is hull down, and only a turret fires"
    return ""


def _why_mount_cannot(view: Position, unit: int, shot: Shot, arms: Arms, name: str) -> str:
    silent = why_mount_is_silent(view, unit, arms.mount)
    if silent:
        return silent
    if arms.mount == TORPEDOES and not (shot.seen.in_water and _in_water(view, unit)):
        return "torpedoes run from water to a target in water"
    if arms.mount != TURRET:
        ahead = _ahead(view, unit, shot)
        if ahead and arms.mount == REAR:
            return f"{name} is before it, and its rear weapons do not bear"
        if not ahead and arms.mount != REAR:
            return f"{name} is behind it"
    if can_hurt(view, unit, arms, shot.range):
        return ""
    return f"it does no damage at {shot.range} range"


def _ahead(view: Position, unit: int, shot: Shot) -> bool:
    if shot.target != NOBODY:
        return in_front_arc(view, unit, shot.target)
    return place_in_front_arc(view, unit, view.field.ground.middle(shot.piece)[0])


def can_hurt(view: Position, unit: int, arms: Arms, range_: str) -> bool:
    """4, 6 Whether weapons do anything at a range: damage, damage by overheating, or heat alone."""
    if value_at(view, unit, arms.damage, range_) != NONE or overheat_of(view, unit, range_, arms.mount):
        return True
    heat = arms.specials.get("HT")
    return heat is not None and value_at(view, unit, heat, range_).value > 0


def _in_water(view: Position, unit: int) -> bool:
    kinds = view.field.ground.kinds_at(view.lie, view.at(unit))
    return any(kind.depth for kind in kinds)
