"""The captain in the air: commands by expected value, flights as they were weighed, and home the safest way."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.battle.agents import answers
from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.book import passes
from musterhall.games.the_game.agents.flights import Pilot
from musterhall.games.the_game.agents.flown import A_FACE, flak_on, points_lost, worth_of
from musterhall.games.the_game.agents.paratroops import best_drop, marker_moved, marker_near
from musterhall.games.the_game.agents.patrols import hunters_section, patrol_worth, where_to_wait, worth_going_for
from musterhall.games.the_game.agents.sorties import Sortie, best_order, best_sortie, weighed_again
from musterhall.games.the_game.air.air_orders import FirstAirCommands, edge_line, some_air_orders
from musterhall.games.the_game.air.aircraft import may_be_given
from musterhall.games.the_game.air.drops import MoveMarker, PlaceMarker
from musterhall.games.the_game.air.flying import Approach, Enter, LeaveTable
from musterhall.games.the_game.air.insertion import LandHelicopters
from musterhall.games.the_game.air.interception import Intercept, NextSection
from musterhall.games.the_game.air.paths import exit_edge, own_edge, sections_to
from musterhall.games.the_game.army.datasheets import TRANSPORT, TRANSPORT_HELICOPTER
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.phases.commands import ADVANCE, AIR_PATROL, STAND_DOWN
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, distance

STILL_GOOD = 0.8
"""The share of its worth that a planned attack must have kept to be flown as it was planned."""
HOP = 10.0
"""How far onto the table aircraft fly that are called up for nothing."""
ARRIVED = 1.0
"""This near to where it was to fire a flight is there."""
IDLE = -5.0
"""How eager aircraft are to act that wait for others, or stay at home."""


@dataclass(frozen=True, slots=True)
class AirPlan:
    """A command for aircraft and what it is worth once its test is passed, in points."""

    command: str
    order: Answer
    worth: float
    sortie: Sortie | None = None

    def sentence(self, formation: Formation) -> str:
        if self.sortie is not None:
            return self.sortie.sentence(formation)
        hope = f": {self.worth:.0f} points expected" if self.worth else ", nothing pays"
        return f"{formation.name}: {self.command}{hope}"


def air_plans(view: Position, formation: Formation) -> list[AirPlan]:
    """3.3.1 What a formation could be told to do; an attack or a drop only if it gains more than it costs."""
    plans = [AirPlan(STAND_DOWN, STAND_DOWN, 0.0)]
    for command in may_be_given(view, formation):
        if command == AIR_PATROL:
            plans.append(AirPlan(command, where_to_wait(view, formation), patrol_worth(view, formation)))
        elif command != STAND_DOWN:
            sortie = mission_of(view, formation, command)
            if sortie is not None and sortie.pays:
                plans.append(AirPlan(command, command, sortie.worth, sortie))
    return plans


def mission_of(view: Position, formation: Formation, command: str) -> Sortie | None:
    """3.3.1, 3.4.3 The best that a formation could do under a command."""
    if carries(view, formation):
        return best_drop(view, formation, command)
    return best_sortie(view, formation, command)


def carries(view: Position, formation: Formation) -> bool:
    """3.4.3, 3.2 Is it there to bring troops?"""
    return any(view.unit(unit).sheet.type in (TRANSPORT, TRANSPORT_HELICOPTER) for unit in formation.units)


class AirCaptain(Pilot):
    """Answers what aircraft are asked, by expected value."""

    explain = True

    def __init__(self) -> None:
        super().__init__()
        self._sortie: dict[int, Sortie] = {}
        """What each flight was last sent out for."""

    # Commands

    @answers(FirstAirCommands)
    def first_air_commands(self, decision: FirstAirCommands, view: Position) -> Answer:
        """6.1.4 Nobody is on the table yet, and standing down later costs nothing: everybody is to attack."""
        return [[f.index, some_air_orders(view, f)[0] if f.flies else ADVANCE] for f in decision.formations]

    def air_orders(self, view: Position, formation: Formation) -> tuple[Answer, Answer, AirPlan]:
        """1.4, 3.3.1 What replaces this turn's command, what goes below, and the plan behind it."""
        planned = view.orders[formation.index].next
        plans = air_plans(view, formation)
        chance = {False: passes(view, formation), True: passes(view, formation, replaced=True)}
        best = max(plans, key=lambda plan: plan.worth * chance[plan.command != planned])
        later = max(plans, key=lambda plan: plan.worth)
        self._sortie.pop(formation.index, None)
        if best.sortie is not None:
            self._sortie[formation.index] = best.sortie
        return (None if best.command == planned else best.order), later.order, best

    def air_eagerness(self, view: Position, formation: Formation) -> float:
        """Who has something to attack goes before it gets away; who waits acts last."""
        sortie = self._sortie.get(formation.index)
        return IDLE if sortie is None else sortie.worth * passes(view, formation)

    # The flight

    @answers(Enter)
    def enter(self, decision: Enter, view: Position) -> Answer:
        """As it was weighed, if it still pays; otherwise where nobody can fire at it."""
        formation = decision.formation
        sortie = self._mission_now(view, formation)
        self._sortie.pop(formation.index, None)
        if sortie is not None and sortie.pays:
            self._sortie[formation.index] = sortie
            self.why = sortie.sentence(formation) if self.explain else ""
            return list(sortie.path[0])
        return min(decision.options(), key=lambda at: self._danger(view, formation, (at[0], at[1])))

    def _mission_now(self, view: Position, formation: Formation) -> Sortie | None:
        """What it was sent for, if that is worth nearly as much as then; or else the best there is now."""
        planned = self._sortie.get(formation.index)
        if planned is not None and not carries(view, formation):
            now = weighed_again(view, formation, planned)
            if now.worth >= STILL_GOOD * planned.worth:
                return now
        return mission_of(view, formation, view.revealed or STAND_DOWN)

    def _danger(self, view: Position, formation: Formation, at: Point) -> float:
        hop = (at[0], abs(edge_line(view, formation.side) - HOP))
        return flak_on(view, formation, (at, hop), high=False).kills

    @answers(Approach)
    def approach(self, decision: Approach, view: Position) -> Answer:
        goal = self._place_of_work(decision)
        if decision.there and distance(decision.at, goal) <= ARRIVED:
            return []
        path = [list(point) for point in sections_to(view.field, decision.at, goal)]
        return path if decision.legal(path) else next(iter(decision.options()))

    def _place_of_work(self, decision: Approach) -> Point:
        """Where the flight is to do its work; called up for nothing, it stays near the edge."""
        sortie = self._sortie.get(decision.formation.index)
        if sortie is not None:
            return sortie.path[-1]
        ((x, y),) = decision.straight_on(HOP)
        return (x, y)

    @answers(NextSection)
    def next_section(self, decision: NextSection, view: Position) -> Answer:
        """3.5.2 The hunted flies on to where it was going; its hunter to where it can fire."""
        if decision.formation.index != decision.hunted.index:
            return hunters_section(decision, view)
        goal = self._place_of_work(decision)
        if decision.may_stop and distance(decision.at, goal) <= ARRIVED:
            return None
        end = list(sections_to(view.field, decision.at, goal)[0])
        return end if decision.legal(end) else next(iter(decision.options()))

    @answers(LeaveTable)
    def leave(self, decision: LeaveTable, view: Position) -> Answer:
        """3.4.4 The way out that costs the least: in aircraft, and in the token for another edge than the own."""
        return min(decision.options(), key=lambda path: self._cost_of_leaving(decision, view, path))

    def _cost_of_leaving(self, decision: LeaveTable, view: Position, path: Answer) -> float:
        formation, flight = decision.formation, decision.flight
        way = (flight.path[-1], *((x, y) for x, y in path))
        lost = points_lost(formation, flak_on(view, formation, way, flight.high, flight.fired))
        strays = exit_edge(view.field, formation.side, way[-1]) != own_edge(formation.side)
        return lost + A_FACE * worth_of(formation) * strays

    # The work

    def fire_from_above(self, decision: Fire) -> Answer:
        """3.5 Everything where it is expected to cost the enemy the most."""
        return best_order(decision)[0]

    @answers(Intercept)
    def intercept(self, decision: Intercept, view: Position) -> Answer:
        """3.5.2 With every patrol that is expected to shoot down more than it loses; one, where only one may go."""
        patrols = [view.formations[index] for index in decision.patrols]
        going = [patrol.index for patrol in patrols if worth_going_for(view, patrol, decision.enemy)]
        return going[:1] if view.field.variants.patrols_per_target == "one" else going

    @answers(LandHelicopters)
    def land_helicopters(self, decision: LandHelicopters, view: Position) -> Answer:
        """3.2 Where it was sent, if it may; who was called up for nothing stays in the air."""
        sent = decision.formation.index in self._sortie
        return next(iter(decision.options())) if sent else None

    @answers(PlaceMarker)
    def place_marker(self, decision: PlaceMarker, view: Position) -> Answer:
        return marker_near(decision, view)

    @answers(MoveMarker)
    def move_marker(self, decision: MoveMarker, view: Position) -> Answer:
        return marker_moved(decision, view)
