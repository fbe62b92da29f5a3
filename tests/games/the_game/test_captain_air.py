"""The captain in the air: small positions in which the right answer is plain, and beside each its mirror."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.games.the_game.air_forces import air_setup

from musterhall.battle.agents import Bot, play
from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.air import air_plans, mission_of
from musterhall.games.the_game.agents.captain import CaptainAgent
from musterhall.games.the_game.agents.drill import DrillAgent
from musterhall.games.the_game.agents.flown import flak_on, points_lost
from musterhall.games.the_game.agents.odds import one_die
from musterhall.games.the_game.agents.paratroops import best_drop
from musterhall.games.the_game.agents.patrols import where_to_wait, worth_going_for
from musterhall.games.the_game.agents.sorties import best_sortie
from musterhall.games.the_game.air.air_orders import step_from
from musterhall.games.the_game.air.aircraft import all_fly
from musterhall.games.the_game.air.drops import MoveMarker, PlaceMarker
from musterhall.games.the_game.air.flak import flak_at, flak_volleys
from musterhall.games.the_game.air.flying import Enter, LeaveTable, take_off, usual_shape
from musterhall.games.the_game.air.interception import Intercept
from musterhall.games.the_game.air.lifts import board
from musterhall.games.the_game.army.datasheets import datasheet
from musterhall.games.the_game.field.field import Field, Player, Unit
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.commands import (
    AIR_PATROL,
    GROUND_ATTACK,
    HIGH_ALTITUDE_FLIGHT,
    STAND_DOWN,
)
from musterhall.games.the_game.position.air_state import Flight, Mark, Marks
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import ACTION, COMMAND, Formation, Objective, Position, Scenario
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.maps import SECONDARY
from musterhall.geometry import Point
from musterhall.table import Table

RED, BLUE = 0, 1
STRIKE, BOMBER, LIFT, TROOPS = (
    "HumanXX Strike Fighter",
    "HumanXX Bomber",
    "HumanXX Transport Aircraft",
    "HumanXX Special Forces",
)
WAGONS, FLAK, RAIDERS = "Goblin APC", "HumanXX AA Tank", "Orc Attack Aircraft"


@dataclass(frozen=True)
class Group:
    """Units of one datasheet that make a formation; aircraft have no place."""

    name: str
    side: int
    sheet: str
    count: int
    at: Point = (90.0, 80.0)
    apart: float = 3.0
    cost: int = 15


def table(*groups: Group, objectives: tuple[Objective, ...] = (), planned: str = GROUND_ATTACK) -> Position:
    """These formations in blocks of four abreast, in the command phase of turn 3."""
    units: list[Unit] = []
    formations: list[Formation] = []
    places: dict[int, Point] = {}
    for number, group in enumerate(groups):
        members = list(range(len(units), len(units) + group.count))
        flies = all_fly([datasheet(group.sheet)])
        one = Formation(number, group.side, group.name, members, group.count, cost=group.cost * group.count)
        one.flies, one.on_table = flies, not flies
        formations.append(one)
        for place, unit in enumerate(members):
            units.append(Unit(unit, f"{group.name} {place}", datasheet(group.sheet), number, group.side))
            if not flies:
                shift = (group.apart * (place % 4 - 1.5), group.apart * (place // 4))
                places[unit] = (group.at[0] + shift[0], group.at[1] + shift[1])
    field = Field(Table("Airfield", 180, 120), tuple(units), (Player("Red"), Player("Blue")), Variants.default())
    position = Position.of(field, formations, Scenario("battle", objectives=objectives))
    for unit, point in places.items():
        position.place(unit, point)
    for formation in formations:
        if formation.flies:
            position.lay_orders(formation.index, Orders(None, planned))
    position.turn, position.phase, position.loser = 3, COMMAND, BLUE
    return position


def given_command(position: Position, name: str = "Planes") -> str:
    """The command that the formation of this name has for this turn, once the captain has given his."""
    formation = position.formation_named(name)
    assert formation is not None
    decision = GiveCommands(position.seen_by(formation.side), formation.side)
    rows = CaptainAgent().answer(decision, position.seen_by(formation.side))
    decision.check(rows)
    now = next(row[1] for row in rows if row[0] == formation.index)
    planned = position.orders[formation.index].next
    command = planned if now is None else now
    return str(command[0] if isinstance(command, list) else command)


PLANES = Group("Planes", RED, STRIKE, 2, cost=40)
TARGET = Group("Wagons", BLUE, WAGONS, 8)


def flak(count: int, at: Point = (90.0, 72.0)) -> Group:
    return Group("Flak", BLUE, FLAK, count, at, cost=5)


# Ground attack


def test_planes_attack_who_has_no_flak() -> None:
    assert given_command(table(PLANES, TARGET)) == GROUND_ATTACK


def test_planes_stay_at_home_when_the_flak_would_cost_more_than_they_destroy() -> None:
    assert given_command(table(PLANES, TARGET, flak(8))) == STAND_DOWN


@pytest.mark.parametrize("guns", range(9))
def test_nobody_is_sent_out_to_lose_more_than_he_is_expected_to_destroy(guns: int) -> None:
    groups = (PLANES, TARGET, flak(guns)) if guns else (PLANES, TARGET)
    position = table(*groups)
    sortie = best_sortie(position.seen_by(RED), position.formations[0], GROUND_ATTACK)
    assert sortie is not None
    assert (given_command(position) == GROUND_ATTACK) == (sortie.gives > sortie.takes)


@pytest.mark.parametrize("seed", range(2))
def test_in_a_battle_every_flight_that_comes_in_to_attack_is_worth_it(seed: int) -> None:
    class Careful(CaptainAgent):
        def enter(self, decision: Enter, view: Position) -> Answer:
            answer = super().enter(decision, view)
            sortie = self._sortie.get(decision.formation.index)
            flights.append((0.0, 0.0) if sortie is None else (sortie.gives, sortie.takes))
            return answer

    flights: list[tuple[float, float]] = []
    battle = new_battle(air_setup(), seed, recording=False)
    play(battle, [Careful(explain=False), Careful(explain=False)])
    assert len(flights) >= 4
    assert all(gives > takes for gives, takes in flights if gives)


def test_what_the_ground_does_is_counted_die_by_die_as_the_rules_score_it() -> None:
    position = table(PLANES, TARGET, flak(2))
    planes = position.formations[0]
    path = ((90.0, 0.0), (90.0, 60.0))
    hurt = flak_on(position, planes, path, high=False)
    take_off(position, planes, Flight(path, False, usual_shape(planes)), 90.0)
    [volley] = flak_volleys(flak_at(position, planes))
    # AA6 + 1 at close range against DEF 3 kills on 7 to 10
    assert [one_die(position, volley, unit).kills for unit in planes.units] == [0.4, 0.4]
    assert hurt.kills == pytest.approx(0.8)


def test_the_worth_of_an_attack_is_less_where_a_patrol_is_seen_to_wait() -> None:
    position = table(PLANES, TARGET, Group("Raiders", BLUE, RAIDERS, 2, cost=40))
    position.phase = ACTION
    planes, hunters = position.formations[0], position.formations[2]
    position.lay_orders(hunters.index, Orders(None, STAND_DOWN))
    hunters.acted = True
    free = best_sortie(position.seen_by(RED), planes, GROUND_ATTACK)
    position.lay_orders(hunters.index, Orders(AIR_PATROL, STAND_DOWN, face_up=True))
    watched = best_sortie(position.seen_by(RED), planes, GROUND_ATTACK)
    assert free is not None
    assert watched is not None
    assert free.takes < 1.0 < watched.takes


def test_a_hidden_command_weighs_the_same_whatever_it_is() -> None:
    takes = []
    for command in (AIR_PATROL, STAND_DOWN):
        position = table(PLANES, TARGET, Group("Raiders", BLUE, RAIDERS, 2, cost=40))
        position.phase = ACTION
        position.lay_orders(2, Orders(command, STAND_DOWN))
        sortie = best_sortie(position.seen_by(RED), position.formations[0], GROUND_ATTACK)
        takes.append(sortie.takes if sortie else None)
    assert takes[0] == takes[1]


# Patrols


def test_planes_with_nothing_to_attack_wait_for_raids() -> None:
    position = table(PLANES, TARGET, flak(8), Group("Raiders", BLUE, RAIDERS, 2, cost=40))
    assert given_command(position) == AIR_PATROL


def test_nobody_patrols_against_an_enemy_without_aircraft() -> None:
    plans = air_plans(table(PLANES, TARGET, flak(8)), table(PLANES, TARGET).formations[0])
    assert [plan.worth for plan in plans if plan.command == AIR_PATROL] == [0.0]


def interception(*more: Group) -> Answer:
    """Whether the captain sends his patrol from 90, 0 after raiders that come in on the other side."""
    position = table(PLANES, Group("Raiders", BLUE, RAIDERS, 2, cost=40), *more)
    position.phase = ACTION
    raiders = position.formations[1]
    position.lay_orders(0, Orders(AIR_PATROL, STAND_DOWN))
    position.air = position.air.marked(0, Marks(Mark(90.0, 0.0, 90.0)))
    take_off(position, raiders, Flight(((90.0, 120.0),), False, usual_shape(raiders)), 270.0)
    return CaptainAgent().answer(Intercept(position.seen_by(RED), raiders, [0]), position.seen_by(RED))


def test_a_patrol_goes_for_raiders() -> None:
    assert interception() == [0]


def test_a_patrol_does_not_go_for_raiders_through_more_flak_than_they_are_worth() -> None:
    assert interception(flak(8, (90.0, 30.0))) == []


def goes_for_a_lift(guns: int, *, full: bool) -> bool:
    """Whether a patrol goes through so much flak for two carriers, with four troops aboard or empty."""
    troops = Group("Troops", BLUE, TROOPS, 4, cost=40)
    position = table(PLANES, Group("Lift", BLUE, LIFT, 2, cost=10), troops, flak(guns, (90.0, 20.0)))
    patrol, lift, riders = position.formations[:3]
    position.on[riders.units], riders.on_table = False, False
    if full:
        board(position, riders, lift)
    position.phase = ACTION
    position.air = position.air.marked(0, Marks(Mark(90.0, 0.0, 90.0)))
    take_off(position, lift, Flight(((90.0, 120.0),), False, usual_shape(lift)), 270.0)
    return worth_going_for(position.seen_by(RED), patrol, lift)


def test_a_patrol_goes_through_some_flak_for_a_lift_full_of_troops_and_not_for_an_empty_one() -> None:
    assert goes_for_a_lift(1, full=True)
    assert not goes_for_a_lift(1, full=False)
    assert not goes_for_a_lift(8, full=True)


@pytest.mark.parametrize("guns", [(90.0, 20.0), (90.0, 110.0)])
def test_a_patrol_waits_behind_its_wards_or_where_no_flak_meets_it(guns: Point) -> None:
    wards = Group("Wards", RED, "HumanXX MBT I", 4, (90.0, 5.0))
    position = table(PLANES, wards, flak(4, guns), Group("Raiders", BLUE, RAIDERS, 2, cost=40))
    _, x, y, heading = where_to_wait(position.seen_by(RED), position.formations[0])
    ahead = step_from((x, y), heading, 45.0)
    assert flak_on(position, position.formations[0], ((x, y), ahead), high=False).kills == 0.0
    assert (x == 90.0) == (guns[1] > 60.0)


# High altitude


BOMBERS = Group("Planes", RED, BOMBER, 2, cost=40)


def test_bombers_fly_high_where_short_flak_does_not_reach_them() -> None:
    guns = Group("Guns", BLUE, "Goblin Anti-Air Buggy", 8, (90.0, 76.0), cost=5)
    assert given_command(table(BOMBERS, Group("Foot", BLUE, "Orc Infantry", 12), guns)) == HIGH_ALTITUDE_FLIGHT


def test_bombers_stand_down_when_nobody_is_there_to_be_bombed() -> None:
    assert given_command(table(BOMBERS)) == STAND_DOWN


def bombed(*groups: Group, agent: type[Bot] = CaptainAgent) -> str:
    """The name of the formation that bombers over 90, 62 are told to bomb."""
    position = table(BOMBERS, *groups)
    position.phase = ACTION
    bombers = position.formations[0]
    take_off(position, bombers, Flight(((90.0, 0.0), (90.0, 62.0)), True, usual_shape(bombers)), 90.0)
    enemies = tuple(f.index for f in position.of_side(BLUE))
    answer = agent().answer(
        Fire(position.seen_by(RED), bombers, HIGH_ALTITUDE_FLIGHT, limit=enemies), position.seen_by(RED)
    )
    return "nobody" if answer is None else position.formations[answer["barrage"]["target"]].name


CROWD = Group("Crowd", BLUE, "Orc Infantry", 12, (90.0, 72.0), apart=2.5)
FEW = Group("Few", BLUE, "Orc Infantry", 3, (90.0, 68.0), apart=2.5)


def test_bombs_fall_where_they_do_the_most() -> None:
    assert bombed(CROWD, FEW) == "Crowd"
    assert bombed(FEW) == "Few"


def test_drill_drops_its_bombs_too() -> None:
    assert bombed(FEW, agent=DrillAgent) == "Few"


def test_no_bomb_falls_on_more_friends_than_enemies() -> None:
    friends = Group("Friends", RED, "HumanXX Infantry", 12, (90.0, 72.0), apart=2.5, cost=30)
    assert bombed(FEW, friends) == "nobody"


# Home


def way_home(*groups: Group) -> Point:
    position = table(PLANES, *groups)
    position.phase = ACTION
    planes = position.formations[0]
    take_off(
        position, planes, Flight(((90.0, 0.0), (90.0, 45.0), (90.0, 75.0)), False, usual_shape(planes), (), 2), 90.0
    )
    decision = LeaveTable(position.seen_by(RED), planes)
    x, y = decision.check(CaptainAgent().answer(decision, position.seen_by(RED))).lead[-1]
    return (x, y)


def test_planes_leave_over_their_own_edge() -> None:
    assert way_home(TARGET)[1] == 0.0


def test_planes_leave_another_way_if_flak_that_has_not_fired_covers_the_way_home() -> None:
    guns = Group("Guns", BLUE, "Goblin Anti-Air Buggy", 8, (90.0, 20.0), cost=5)
    assert way_home(guns)[1] != 0.0


def test_a_flight_that_no_longer_pays_comes_in_where_no_gun_reaches_it() -> None:
    guns = Group("Guns", BLUE, "Goblin Anti-Air Buggy", 8, (40.0, 20.0), cost=5)
    wall = Group("Flak", BLUE, FLAK, 8, (100.0, 110.0), cost=5)
    position = table(PLANES, guns, wall)
    position.phase, position.revealed = ACTION, GROUND_ATTACK
    view = position.seen_by(RED)
    sortie = mission_of(view, position.formations[0], GROUND_ATTACK)
    assert sortie is None or not sortie.pays
    entry = CaptainAgent().answer(Enter(view, position.formations[0]), view)
    hurt = flak_on(view, position.formations[0], ((entry[0], 0.0), (entry[0], 10.0)), high=False)
    assert points_lost(position.formations[0], hurt) == 0.0


# Paratroops


LEFT, RIGHT = (Objective(x, 90.0, BLUE, SECONDARY, BLUE) for x in (40.0, 140.0))


def lift(*groups: Group, objectives: tuple[Objective, ...] = (LEFT, RIGHT)) -> Position:
    carriers, troops = Group("Lift", RED, LIFT, 4, cost=15), Group("Troops", RED, TROOPS, 8, cost=10)
    position = table(carriers, troops, *groups, objectives=objectives, planned=HIGH_ALTITUDE_FLIGHT)
    position.on[position.formations[1].units] = False
    position.formations[1].on_table = False
    position.lay_orders(1, Orders(None, "advance"))
    board(position, position.formations[1], position.formations[0])
    return position


@pytest.mark.parametrize(("guarded", "free"), [(40.0, 140.0), (140.0, 40.0)])
def test_paratroops_jump_over_the_objective_that_nobody_guards(guarded: float, free: float) -> None:
    position = lift(Group("Guards", BLUE, "Orc Infantry", 12, (guarded, 90.0)))
    drop = best_drop(position.seen_by(RED), position.formations[0], HIGH_ALTITUDE_FLIGHT)
    assert drop is not None
    assert drop.path[-1] == (free, 90.0)
    assert given_command(position, "Lift") == HIGH_ALTITUDE_FLIGHT


def test_paratroops_stay_aboard_before_flak_that_reaches_high_and_is_worth_more_than_they() -> None:
    near = tuple(Group(f"Flak {x:g}", BLUE, FLAK, 12, (x, 85.0), cost=5) for x in (40.0, 140.0))
    assert given_command(lift(*near), "Lift") == STAND_DOWN


def test_the_marker_is_put_and_moved_as_near_to_the_objective_as_may_be() -> None:
    position = lift(objectives=(RIGHT,))
    carriers = position.formations[0]
    take_off(position, carriers, Flight(((130.0, 0.0), (130.0, 90.0)), True, usual_shape(carriers)), 90.0)
    agent, view = CaptainAgent(), position.seen_by(RED)
    assert agent.answer(PlaceMarker(view, carriers), view) == [140.0, 90.0]
    moved = agent.answer(MoveMarker(view, position.formations[1], (126.0, 90.0)), view)
    assert moved == [140.9, 90.0]


def test_the_marker_is_moved_away_from_who_has_come_to_await_the_troops() -> None:
    position = lift(Group("Guards", BLUE, "Orc Infantry", 12, (140.0, 100.0)), objectives=())
    view = position.seen_by(RED)
    moved = CaptainAgent().answer(MoveMarker(view, position.formations[1], (140.0, 72.0)), view)
    assert moved[1] < 72.0


# Helicopters


def helicopters(*groups: Group) -> Position:
    """Transport helicopters with eight infantry aboard, and an objective on either hand."""
    carriers = Group("Lift", RED, "Orc Grond-21 Transport Helicopter", 4, cost=15)
    troops = Group("Troops", RED, "Orc Infantry", 8, cost=10)
    position = table(carriers, troops, *groups, objectives=(LEFT, RIGHT))
    position.on[position.formations[1].units] = False
    position.formations[1].on_table = False
    position.lay_orders(1, Orders(None, "advance"))
    board(position, position.formations[1], position.formations[0])
    return position


@pytest.mark.parametrize(("guarded", "free"), [(40.0, 140.0), (140.0, 40.0)])
def test_helicopters_land_their_troops_at_the_objective_that_nobody_guards(guarded: float, free: float) -> None:
    position = helicopters(Group("Guards", BLUE, "Goblin Infantry", 12, (guarded, 90.0)))
    assert given_command(position, "Lift") == GROUND_ATTACK
    drop = best_drop(position.seen_by(RED), position.formations[0], GROUND_ATTACK)
    assert drop is not None
    assert drop.path[-1] == (free, 90.0)


def test_helicopters_stay_at_home_when_flak_would_shoot_down_more_than_they_land() -> None:
    near = tuple(Group(f"Flak {x:g}", BLUE, FLAK, 30, (x, 85.0), cost=5) for x in (40.0, 140.0))
    assert given_command(helicopters(*near), "Lift") == STAND_DOWN
