"""The captain's patrols: whether to wait for raids, where to come in, whom to go for, and who may be waiting for us."""

from __future__ import annotations

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.book import passes
from musterhall.games.the_game.agents.flown import flak_on, points_lost, worth_of
from musterhall.games.the_game.agents.odds import Hurt, of_volleys
from musterhall.games.the_game.air.air_orders import patrol_order, step_from
from musterhall.games.the_game.air.aircraft import may_be_given
from musterhall.games.the_game.air.flak import flak_volleys
from musterhall.games.the_game.air.flying import set_flight
from musterhall.games.the_game.air.interception import NextSection, aimed_at, aimed_freely
from musterhall.games.the_game.air.lifts import troops_aboard
from musterhall.games.the_game.air.paths import section_length
from musterhall.games.the_game.phases.commands import AIR_PATROL
from musterhall.games.the_game.position.air_state import Mark
from musterhall.games.the_game.position.orders import HIDDEN
from musterhall.games.the_game.position.position import COMMAND, Formation, Position
from musterhall.geometry import Point, bearing, distance

PERHAPS = 0.3
"""How likely aircraft with a hidden command are on patrol."""
RAID = 0.4
"""How likely enemy aircraft come in a turn."""
ALONG, FROM_THE_CORNER = 15.0, 5.0
"""Places along the edge where a patrol may wait instead are so far apart; behind its wards it keeps off the corners."""
CATCHES = 0.7
"""How often a patrol that is called up gets its shot."""


def other_aircraft(view: Position, side: int) -> list[Formation]:
    """The enemy's aircraft that may still come."""
    return [f for f in view.of_side(1 - side) if f.flies and f.alive and not f.home]


# Who waits for us


def expected_interception(view: Position, formation: Formation) -> Hurt:
    """3.5.2 What patrols are expected to do to a formation that comes in."""
    total = Hurt()
    for hunter in other_aircraft(view, formation.side):
        share = CATCHES * on_patrol(view, hunter) * passes(view, hunter)
        if share:
            shots = shots_at(view, hunter, formation)
            total.add(Hurt(share * shots.kills, share * shots.tokens))
    return total


def on_patrol(view: Position, hunter: Formation) -> float:
    """3.3.1 How likely a formation is on patrol: surely if it is seen to be, not if it has acted otherwise."""
    if AIR_PATROL not in may_be_given(view, hunter):
        return 0.0
    if view.phase == COMMAND:
        return PERHAPS  # commands for this turn are being given
    now = view.orders[hunter.index].now
    if now == AIR_PATROL:
        return 1.0
    return PERHAPS if now == HIDDEN and not hunter.acted else 0.0


def shots_at(view: Position, hunter: Formation, prey: Formation) -> Hurt:
    """3.5.2 What all of a patrol's AA weapons do to its prey at close range."""
    aimed = aimed_freely(view, hunter, prey)
    return of_volleys(view, flak_volleys(aimed)).get(prey.index, Hurt()) if aimed else Hurt()


# Whether to wait for them


def patrol_worth(view: Position, formation: Formation) -> float:
    """3.3.1 Points that a patrol which passes its test is expected to shoot down in a turn."""
    raiders = other_aircraft(view, formation.side)
    if not raiders:
        return 0.0
    best = max(points_lost(prey, shots_at(view, formation, prey)) for prey in raiders)
    comes = 1.0 - (1.0 - RAID) ** len(raiders)
    return CATCHES * comes * best


def where_to_wait(view: Position, formation: Formation) -> Answer:
    """3.3.1 Behind those who are worth a raid, or as near as flak lets it come in, heading straight ahead."""
    width, behind = view.field.table.width, _behind_the_wards(view, formation)
    along = (
        min(max(ALONG * step, FROM_THE_CORNER), width - FROM_THE_CORNER) for step in range(int(width // ALONG) + 1)
    )
    places = sorted((behind, *along), key=lambda x: abs(x - behind))

    def cost(x: float) -> float:
        mark = Mark(*patrol_order(view, formation.side, x)[1:])
        return flak_on_the_way_in(view, formation, mark, high=False)

    free = next((x for x in places if not cost(x)), None)
    return patrol_order(view, formation.side, min(places, key=cost) if free is None else free)


def _behind_the_wards(view: Position, formation: Formation) -> float:
    """Where along the own edge the middle of all is that is worth a raid."""
    mine = [f for f in view.of_side(formation.side) if not f.flies and view.stands(f)]
    width, worth = view.field.table.width, [worth_of(f) for f in mine]
    if not sum(worth):
        return width / 2
    x = float(np.average([float(view.x[view.standing(f)].mean()) for f in mine], weights=worth))
    return round(min(max(x, FROM_THE_CORNER), width - FROM_THE_CORNER), 1)


def flak_on_the_way_in(view: Position, patrol: Formation, mark: Mark, *, high: bool) -> float:
    """3.5.1 What the first section of a patrol that comes in here is expected to cost it, in points."""
    ahead = step_from(mark.at, mark.heading, section_length(view.field))
    return points_lost(patrol, flak_on(view, patrol, (mark.at, ahead), high))


# Whom to go for


def worth_going_for(view: Position, patrol: Formation, prey: Formation) -> bool:
    """3.5.2 Is it expected to shoot down more than the ground will of it?"""
    mark = view.air.marks[patrol.index].now
    assert mark is not None, "a patrol has a mark"
    gain = CATCHES * lost_with_troops(view, prey, shots_at(view, patrol, prey))
    return gain > flak_on_the_way_in(view, patrol, mark, high=view.air.flights[prey.index].high)


def lost_with_troops(view: Position, prey: Formation, hurt: Hurt) -> float:
    """3.4.3 What aircraft lose, in points, with the share of the troops aboard that never comes where it should."""
    share = min(hurt.kills, prey.size) / max(1, prey.size)
    return points_lost(prey, hurt) + share * sum(map(worth_of, troops_aboard(view, prey)))


def hunters_section(decision: NextSection, view: Position) -> Answer:
    """3.5.2 To where its fire does the most for what the ground will do to it; else nearer to its prey."""
    if decision.may_stop:
        return None
    prey = view.air.flights[decision.hunted.index].path[-1]

    def promise(end: Answer) -> tuple[float, float]:
        return (_after(decision, view, (end[0], end[1])), -distance((end[0], end[1]), prey))

    return max(decision.options(), key=promise)


def _after(decision: NextSection, view: Position, end: Point) -> float:
    """What a patrol gains by a section that ends here, in points."""
    trial = view.copy()
    patrol, prey = trial.formations[decision.formation.index], trial.formations[decision.hunted.index]
    flight = decision.flight._replace(path=(*decision.flight.path, end))
    trial.facing[patrol.units] = bearing(flight.path[-2], end)
    set_flight(trial, patrol, flight)
    aimed = aimed_at(trial, patrol, prey)
    given = of_volleys(trial, flak_volleys(aimed)).get(prey.index, Hurt()) if aimed else Hurt()
    taken = flak_on(view, patrol, flight.path[flight.since :], flight.high, flight.fired)
    return points_lost(prey, given) - points_lost(patrol, taken)
