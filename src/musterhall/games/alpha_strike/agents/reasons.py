"""Why the captain's unit goes where it goes, in a sentence that is true of the move."""

from __future__ import annotations

import math
from collections.abc import Sequence

from musterhall.games.alpha_strike.agents.going import DASH, Going
from musterhall.games.alpha_strike.agents.weighing import MODE, TAKEN, TARGET, WOODS, X, Y
from musterhall.games.alpha_strike.agents.wishes import Wish
from musterhall.games.alpha_strike.movement.attack_moves import CHARGE, DEATH_FROM_ABOVE
from musterhall.games.alpha_strike.position.condition import Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats, Point
from musterhall.places import place_in_words

STEP = 0.5
"""Less than this is neither nearer nor farther."""
UNDER_FIRE = 0.5
"""From so many points of damage on a unit is under fire."""


ATTACKS: dict[Mode, str] = {CHARGE: "charges", DEATH_FROM_ABOVE: "leaps upon"}


def reason(view: Position, unit: int, wish: Wish, going: Going, found: Floats, place: int, ids: Sequence[int]) -> str:
    """Why a unit goes to a place of those that it has looked at."""
    end = (float(going.places[place, X]), float(going.places[place, Y]))
    name = view.unit(unit).name
    if wish.what:
        return f"{name} {_for_its_goal(wish._replace(what=_said(view, wish)), going.begin, end)}"
    attacks = going.places[place, MODE] != DASH and 0 <= found[place, TARGET] < len(ids)
    if attacks:
        target = view.unit(ids[int(found[place, TARGET])]).name
        return f"{name} {_attacks(going, place)} {target}{_in_return(float(found[place, TAKEN]))}"
    return f"{name} {_before_the_enemy(view, unit, wish, going, end, found[place], ids)}"


def _said(view: Position, wish: Wish) -> str:
    """What for, with the place as people say it; goals name it by numbers, so that no two have the same name."""
    x, y = wish.at
    return wish.what.replace(f"at ({x:g}, {y:g})", place_in_words(view.field.table, wish.at))


def _attacks(going: Going, place: int) -> str:
    """What it means to do; whether it comes to that, others have a say in."""
    strikes = "means to strike" if going.is_contact(place) else "means to fire at"
    return ATTACKS.get(going.mode_to(place), strikes)


def _for_its_goal(wish: Wish, begin: Point, end: Point) -> str:
    before, after = math.dist(begin, wish.at), math.dist(end, wish.at)
    moves = math.dist(begin, end) > STEP
    if wish.withdraws:
        return "is crippled and makes for home" if after < before - STEP else "is crippled and cannot get nearer home"
    if after <= wish.near and before <= wish.near:
        return f"{'keeps to' if moves else 'is'} where it was sent {wish.what}"
    if after < before - STEP or after <= wish.near:
        return f"goes {wish.what}"
    if before <= wish.near:
        return f"leaves where it was sent {wish.what}, for a better place"
    return f"was sent {wish.what}, and first {'finds a better place' if moves else 'stays where it is'}"


def _in_return(taken: float) -> str:
    return f", and may take {taken:.1f} in return" if taken >= 0.05 else ", and nobody can answer it"


def _before_the_enemy(
    view: Position, unit: int, wish: Wish, going: Going, end: Point, found: Floats, ids: Sequence[int]
) -> str:
    if not ids:
        return "comes on" if going.walks_on else "advances"
    nearer = _nearest(view, ids, going.begin) - _nearest(view, ids, end)
    if nearer >= 0.0 and math.dist(end, wish.at) < math.dist(going.begin, wish.at) - STEP:
        return "comes nearer to the enemy" + (" through the woods" if found[WOODS] else "")
    if found[TAKEN] < UNDER_FIRE:
        return "keeps out of the enemy's fire"
    home = view.field.home_y(view.unit(unit).side)
    if nearer < -STEP and abs(end[1] - home) < abs(going.begin[1] - home) - STEP:
        return "falls back"
    return "takes up another position" if math.dist(going.begin, end) > STEP else "stays where it is"


def _nearest(view: Position, ids: Sequence[int], at: Point) -> float:
    """How far the nearest enemy is from a place."""
    return min(math.dist(at, view.at(one)) for one in ids)
