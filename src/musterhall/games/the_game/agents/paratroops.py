"""The captain's troops from the air: at which objective they jump or are landed, and where a marker goes."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.flown import flown, points_lost, worth_of
from musterhall.games.the_game.agents.patrols import expected_interception
from musterhall.games.the_game.agents.sorties import Sortie, approach, ground_fire_on
from musterhall.games.the_game.air.drops import NEAR_PATH, MoveMarker, PlaceMarker, spots_about
from musterhall.games.the_game.air.insertion import landing_refusal
from musterhall.games.the_game.air.lifts import troops_aboard
from musterhall.games.the_game.air.paths import inside, nearest_on_path
from musterhall.games.the_game.army.datasheets import TRANSPORT
from musterhall.games.the_game.phases.commands import HIGH, commands
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, distance, rounded, towards

CONTESTED = 30.0
"""Enemies this near to where troops come down fight them at once."""
FAR_PRIZE, OWN_PRIZE = 60.0, 15.0
"""What an objective in the enemy's half is worth to who lands on it, and one in the own half."""
LANDING_ROOM, LANDING_STEP = 21.0, 7.0
"""How far about an objective helicopters look for a place to land, in rings so far apart."""
INLAND = 12.0
"""So far from the table's edge troops are dropped, to be blown off it less often."""


def best_drop(view: Position, carrier: Formation, command: str) -> Sortie | None:
    """2.3.3, 3.2, 3.4.3 The flight to the objective where the troops are worth the most for what may be shot down."""
    troops = troops_aboard(view, carrier)
    if not troops:
        return None
    places = [spot for place in drop_places(view) if (spot := _room_to_land(view, carrier, place)) is not None]
    drops = [_over(view, carrier, troops, command, place) for place in places]
    return max(drops, key=lambda drop: drop.worth, default=None)


def drop_places(view: Position) -> list[Point]:
    """The objectives, or places a little inland of those on the table's edge."""
    depth = view.field.table.depth
    return [(one.x, min(max(one.y, INLAND), depth - INLAND)) for one in view.scenario.objectives]


def _room_to_land(view: Position, carrier: Formation, place: Point) -> Point | None:
    """3.2 The place, for who jumps; for helicopters the nearest to it where all of them can land."""
    if any(view.unit(unit).sheet.type == TRANSPORT for unit in carrier.units):
        return place
    for spot in spots_about(place, LANDING_ROOM, LANDING_STEP):
        if inside(view.field, spot):
            trial = flown(view, carrier, approach(view, carrier.side, spot, 0.0, 0.0), high=False)
            if not landing_refusal(trial, trial.formations[carrier.index]):
                return spot
    return None


def _over(view: Position, carrier: Formation, troops: Sequence[Formation], command: str, place: Point) -> Sortie:
    path = approach(view, carrier.side, place, 0.0, 0.0)
    hurt = ground_fire_on(view, carrier, path, commands()[command].height == HIGH)
    hurt.add(expected_interception(view, carrier))
    lost = min(hurt.kills, carrier.size) / carrier.size
    landing = sum(map(worth_of, troops))
    gives = (1.0 - lost) * landing_worth(view, carrier.side, landing, place)
    takes = points_lost(carrier, hurt) + lost * landing
    return Sortie(command, path, f"drop at {place[0]:g}, {place[1]:g}", gives, takes)


def landing_worth(view: Position, side: int, landing: float, place: Point) -> float:
    """2.3.3 What troops are worth that land here, in points: with the objective, less where enemies await them."""
    if not landing:
        return 0.0
    prizes = [
        (FAR_PRIZE if one.half != side else OWN_PRIZE) * max(0.0, 1.0 - distance((one.x, one.y), place) / 45.0)
        for one in view.scenario.objectives
    ]
    waiting = sum(
        worth_of(f) / f.size
        for f in view.of_side(1 - side)
        for unit in view.standing(f).tolist()
        if not f.flies and not f.broken and distance(view.at(unit), place) <= CONTESTED
    )
    return (landing + max(prizes, default=0.0)) * landing / (landing + waiting)


# The marker


def marker_near(decision: PlaceMarker, view: Position) -> Answer:
    """2.3.3 As near as may be to where the troops are worth the most."""
    landing = sum(map(worth_of, troops_aboard(view, decision.formation)))
    goals = drop_places(view) or [decision.path[-1]]
    near = [_within_reach(decision.path, goal) for goal in goals]
    best: Point = max(near, key=lambda place: landing_worth(view, decision.player, landing, place))
    return list(best)


def _within_reach(path: Sequence[Point], goal: Point) -> Point:
    on_path = nearest_on_path(path, goal)
    return rounded(towards(on_path, goal, min(NEAR_PATH - 0.1, distance(on_path, goal))))


def marker_moved(decision: MoveMarker, view: Position) -> Answer:
    """2.3.3 Onto the objective, or away from who has come to await them."""
    landing = worth_of(decision.formation)
    return max(
        decision.options(),
        key=lambda place: landing_worth(view, decision.player, landing, (place[0], place[1])),
    )
