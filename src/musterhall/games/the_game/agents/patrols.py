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
from musterhall.games.the_game.air.paths import section_length
from musterhall.games.the_game.phases.commands import AIR_PATROL
from musterhall.games.the_game.position.position import COMMAND, HIDDEN, Formation, Position
from musterhall.geometry import Point, bearing, distance

PERHAPS = 0.3
"""How likely aircraft with a hidden command are on patrol."""
RAID = 0.4
"""How likely enemy aircraft come in a turn."""
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
    """3.3.1 Behind those who are worth a raid, heading straight over them."""
    mine = [f for f in view.of_side(formation.side) if not f.flies and view.stands(f)]
    width = view.field.table.width
    if not mine:
        return patrol_order(view, formation.side, width / 2)
    worth = [worth_of(f) for f in mine]
    middles = [float(view.x[view.standing(f)].mean()) for f in mine]
    x = float(np.average(middles, weights=worth)) if sum(worth) else width / 2
    return patrol_order(view, formation.side, round(min(max(x, 5.0), width - 5.0), 1))


# Whom to go for


def worth_going_for(view: Position, patrol: Formation, prey: Formation) -> bool:
    """3.5.2 Is it expected to shoot down more than the ground will of it?"""
    mark = view.air.marks[patrol.index].now
    assert mark is not None, "a patrol has a mark"
    ahead = step_from(mark.at, mark.heading, section_length(view.field))
    gain = CATCHES * points_lost(prey, shots_at(view, patrol, prey))
    return gain > points_lost(patrol, flak_on(view, patrol, (mark.at, ahead), view.air.flights[prey.index].high))


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
