"""How the shipped agents fly: at what is worth the most and least guarded from the air, and home again."""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

from musterhall.battle.agents import Bot, answers
from musterhall.battle.decisions import Answer
from musterhall.games.the_game.air.air_orders import FirstAirCommands, edge_line, patrol_order, some_air_orders
from musterhall.games.the_game.air.aircraft import may_be_given
from musterhall.games.the_game.air.drops import Land, MoveMarker, PlaceMarker
from musterhall.games.the_game.air.flak import AA, FireAtAircraft
from musterhall.games.the_game.air.flying import STANDOFF, Approach, Enter, LeaveTable
from musterhall.games.the_game.air.helicopters import PopUp
from musterhall.games.the_game.air.insertion import LandHelicopters
from musterhall.games.the_game.air.interception import Intercept, InterceptNow, NextSection, PatrolHeight
from musterhall.games.the_game.fire.artillery import RADIUS, barrage_on
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.phases.commands import ADVANCE, AIR_PATROL, HIGH, STAND_DOWN
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.scenario.entering import ComeOn
from musterhall.geometry import Point, distance

BEARABLE = 7
"""Against more anti-aircraft value than this for each aircraft nobody is sent."""


class Pilot(Bot):
    """Answers what aircraft are asked."""

    @answers(FirstAirCommands)
    def first_air_commands(self, decision: FirstAirCommands, view: Position) -> Answer:
        return [[f.index, air_command(view, f) if f.flies else ADVANCE] for f in decision.formations]

    @answers(Enter)
    def enter(self, decision: Enter, view: Position) -> Answer:
        """Straight before the target."""
        goal, table = best_target(view, decision.player), view.field.table
        x = table.width / 2 if goal is None else middle_of(view, goal)[0]
        return [round(min(max(x, 5.0), table.width - 5.0), 2), edge_line(view, decision.player)]

    @answers(Approach)
    def approach(self, decision: Approach, view: Position) -> Answer:
        goal = best_target(view, decision.player)
        path = None if goal is None else decision.run_at(middle_of(view, goal))
        return path if path is not None and decision.legal(path) else next(iter(decision.options()))

    @answers(FireAtAircraft)
    def fire_at_aircraft(self, decision: FireAtAircraft, view: Position) -> Answer:
        """With all that reaches them, before they have done their work."""
        return decision.units

    @answers(Intercept)
    def intercept(self, decision: Intercept, view: Position) -> Answer:
        """With every patrol there is, or with one where only one may go."""
        options = list(decision.options())
        return options[-1]

    @answers(NextSection)
    def next_section(self, decision: NextSection, view: Position) -> Answer:
        """The hunter towards its prey; the hunted towards its target, until it is near enough."""
        goal = best_target(view, decision.player) if decision.formation is decision.hunted else decision.hunted
        options = list(decision.options())
        if goal is None:
            return options[-1]
        place = middle_of(view, goal)
        if decision.may_stop and distance(decision.at, place) <= STANDOFF + 3.0:
            return None
        ends = [end for end in options if end is not None]
        return min(ends, key=lambda end: abs(distance((end[0], end[1]), place) - STANDOFF), default=options[0])

    @answers(InterceptNow)
    def intercept_now(self, decision: InterceptNow, view: Position) -> Answer:
        return True

    @answers(PatrolHeight)
    def patrol_height(self, decision: PatrolHeight, view: Position) -> Answer:
        """High, where the least fire from the ground reaches it."""
        return HIGH

    @answers(PlaceMarker)
    def place_marker(self, decision: PlaceMarker, view: Position) -> Answer:
        """Where the run has led."""
        return next(iter(decision.options()))

    @answers(MoveMarker)
    def move_marker(self, decision: MoveMarker, view: Position) -> Answer:
        """Towards the nearest objective."""
        goals = [(one.x, one.y) for one in view.scenario.objectives] or [decision.marker]
        goal = min(goals, key=lambda place: distance(place, decision.marker))
        return min(decision.options(), key=lambda place: distance((place[0], place[1]), goal))

    @answers(Land, LandHelicopters)
    def land(self, decision: Land | LandHelicopters, view: Position) -> Answer:
        return next(iter(decision.options()))

    @answers(PopUp)
    def pop_up(self, decision: PopUp, view: Position) -> Answer:
        return True

    @answers(ComeOn)
    def come_on(self, decision: ComeOn, view: Position) -> Answer:
        """Straight before the target."""
        goal = best_target(view, decision.player)
        return decision.width / 2 if goal is None else round(middle_of(view, goal)[0], 2)

    @answers(LeaveTable)
    def leave(self, decision: LeaveTable, view: Position) -> Answer:
        """Home, or the next best way out."""
        return next(iter(decision.options()))


def air_command(view: Position, formation: Formation) -> Answer:
    """Attack while the best target is weakly guarded; otherwise patrol, or stay at home."""
    allowed = may_be_given(view, formation)
    goal = best_target(view, formation.side)
    if goal is None or _guard(flak_of(view, goal.side), middle_of(view, goal)) <= BEARABLE * formation.size:
        return some_air_orders(view, formation)[0]
    if AIR_PATROL in allowed:
        return patrol_order(view, formation.side, view.field.table.width / 2)
    return STAND_DOWN


def best_target(view: Position, side: int) -> Formation | None:
    """The enemy formation that is worth the most for what would be fired at who comes for it."""
    enemies = [f for f in view.of_side(1 - side) if not f.flies and not f.broken and view.stands(f)]
    guns = flak_of(view, 1 - side)

    def worth(enemy: Formation) -> tuple[float, int]:
        return enemy.cost * enemy.size / enemy.original - 10 * _guard(guns, middle_of(view, enemy)), -enemy.index

    return max(enemies, key=worth, default=None)


class Gun(NamedTuple):
    """Something on the ground that fires at aircraft."""

    at: Point
    range: float
    value: int


def flak_of(view: Position, side: int) -> list[Gun]:
    """All that a side could fire at a low flyer."""
    unbroken = [f for f in view.of_side(side) if not f.broken]
    return [
        Gun(view.at(unit), weapon.range, dict(weapon.attacks)[AA] * weapon.shots)
        for formation in unbroken
        for weapon, carriers in view.field.flak.get(formation.index, ())
        for unit in carriers
        if view.on[unit]
    ]


def _guard(guns: list[Gun], place: Point) -> int:
    """The anti-aircraft values that reach a place."""
    return sum(gun.value for gun in guns if distance(gun.at, place) <= gun.range)


def middle_of(view: Position, formation: Formation) -> Point:
    units = view.standing(formation)
    return view.middle_of(units)


def fire_from_above(decision: Fire) -> Answer:
    """Everything that bears on one formation; bombs and napalm on it, too."""
    gunnery = decision.gunnery
    for target in dict.fromkeys((*decision.enemies(), *under_the_guns(decision))):
        group = (target,)
        kinds = [kind for kind in gunnery.weapon_types() if gunnery.can_target(kind, group)]
        order: dict[str, Any] = {"targets": {kind: [target] for kind in kinds}} if kinds else {}
        barrages = (barrage_on(decision, target, mode) for mode in RADIUS) if gunnery.artillery else ()
        offered = ({**order, "barrage": barrage} for barrage in barrages if barrage is not None)
        found = next((answer for answer in chain(offered, (order,)) if answer and decision.legal(answer)), None)
        if found is not None:
            return found
    return None


def under_the_guns(decision: Fire) -> list[int]:
    """Enemies near enough for a barrage to be worth working out."""
    position, reach = decision.position, max((b.weapon.range for b in decision.gunnery.artillery), default=0.0)
    if not reach:
        return []
    enemies = [position.formations[index] for index in decision.limit or ()]
    standing = [(enemy.index, position.standing(enemy)) for enemy in enemies]
    own, widest = decision.gunnery.own, reach + max(RADIUS.values())
    return [index for index, units in standing if len(units) and position.distances(own, units).min() <= widest]
