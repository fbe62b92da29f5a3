"""Why the captain's unit goes where it goes, in a sentence that is true of the move."""

from __future__ import annotations

import math
from collections.abc import Sequence

from musterhall.games.alpha_strike.agents.going import DASH, Going
from musterhall.games.alpha_strike.agents.weighing import MODE, TAKEN, TARGET, WOODS, X, Y
from musterhall.games.alpha_strike.agents.wishes import Wish
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats, Point

STEP = 0.5
"""Less than this is neither nearer nor farther."""
UNDER_FIRE = 0.5
"""From so many points of damage on a unit is under fire."""


def reason(view: Position, unit: int, wish: Wish, going: Going, found: Floats, place: int, ids: Sequence[int]) -> str:
    """Why a unit goes to a place of those that it has looked at."""
    end = (float(going.places[place, X]), float(going.places[place, Y]))
    name = view.unit(unit).name
    if wish.what:
        return f"{name} {_for_its_goal(wish, going.begin, end)}"
    fires = going.places[place, MODE] != DASH and 0 <= found[place, TARGET] < len(ids)
    if fires:
        target = view.unit(ids[int(found[place, TARGET])]).name
        return f"{name} has {target} in its sights there{_in_return(float(found[place, TAKEN]))}"
    return f"{name} {_before_the_enemy(wish, going, end, found[place], ids)}"


def _for_its_goal(wish: Wish, begin: Point, end: Point) -> str:
    before, after = math.dist(begin, wish.at), math.dist(end, wish.at)
    if wish.withdraws:
        return "is crippled and makes for home" if after < before - STEP else "is crippled and cannot get nearer home"
    if after <= wish.near and before <= wish.near:
        return f"is where it was sent {wish.what}"
    if after < before - STEP or after <= wish.near:
        return f"goes {wish.what}"
    return f"was sent {wish.what}, and finds a better place first"


def _in_return(taken: float) -> str:
    return f", and may take {taken:.1f} in return" if taken >= 0.05 else ", and nobody can answer it"


def _before_the_enemy(wish: Wish, going: Going, end: Point, found: Floats, ids: Sequence[int]) -> str:
    if not ids:
        return "comes on" if going.walks_on else "advances"
    before, after = math.dist(going.begin, wish.at), math.dist(end, wish.at)
    if after < before - STEP:
        return "comes nearer to the enemy" + (" through the woods" if found[WOODS] else "")
    if found[TAKEN] < UNDER_FIRE:
        return "keeps out of the enemy's fire"
    return "falls back" if after > before + STEP else "keeps its distance"
