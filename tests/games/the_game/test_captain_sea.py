"""The captain at sea: ships that shell, boats that unload, landings where nobody waits; and beside each its mirror."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from musterhall.games.the_game.agents.ashore import sail, under_the_guns
from musterhall.games.the_game.agents.captain import CaptainAgent
from musterhall.games.the_game.agents.situation import Situation
from musterhall.games.the_game.agents.staff import OVER_THERE, assign_jobs
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.game import Setup, new_battle
from musterhall.games.the_game.movement.moving import Move, make_planned_move
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.commands import ADVANCE, SUSTAINED_FIRE
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import ACTION, COMMAND, NOBODY, Formation, Position
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.landing import TakeStation
from musterhall.games.the_game.scenario.setups import LANDING, LANDING_FORCES, coast_of_seed
from musterhall.games.the_game.sea.sailing import shore_distance
from musterhall.geometry import Point

RED, BLUE = 0, 1


@cache
def _set_up(seed: int) -> Position:
    red, blue = map(shipped_force, LANDING_FORCES)
    battle = new_battle(Setup(red, blue, coast_of_seed(seed), Variants.default(), LANDING), seed)
    agents = [CaptainAgent(explain=False), CaptainAgent(explain=False)]
    while isinstance(battle.decision, TakeStation):
        player = battle.decision.player
        battle.answer(agents[player].answer(battle.decision, battle.view(player)))
    return battle.position


def landing(seed: int = 3, phase: str = ACTION) -> Position:
    """A landing in which everybody has set up, before anybody has a command."""
    position = _set_up(seed).copy()
    position.turn, position.phase, position.loser = 2, phase, BLUE
    for formation in position.formations:
        position.lay_orders(formation.index, Orders(None, ADVANCE))
    return position


def named(position: Position, name: str) -> Formation:
    formation = position.formation_named(name)
    assert formation is not None
    return formation


def shifted(position: Position, formation: Formation, to: Point) -> None:
    """Its middle to this place."""
    units = position.standing(formation)
    position.x[units] += to[0] - position.x[units].mean()
    position.y[units] += to[1] - position.y[units].mean()


def without_enemies(position: Position) -> Position:
    position.on[position.standing_side(BLUE)] = False
    return position


# Ships


def fleet_command(position: Position) -> str:
    fleet = named(position, "Black Flotilla")
    view = position.seen_by(RED)
    rows = CaptainAgent().answer(GiveCommands(view, RED), view)
    now = next(row[1] for row in rows if row[0] == fleet.index)
    return str(now or position.orders[fleet.index].next)


def test_ships_take_a_station_from_which_they_can_shell_the_shore() -> None:
    position = landing()
    assert under_the_guns(position, named(position, "Black Flotilla")) > 0.0


def test_ships_with_enemies_under_their_guns_shell_them() -> None:
    position = landing(phase=COMMAND)
    fleet = named(position, "Black Flotilla")
    assert fleet_command(position) == SUSTAINED_FIRE
    view = position.seen_by(RED)
    assert "barrage" in CaptainAgent().answer(Fire(view, fleet, SUSTAINED_FIRE), view)


def test_ships_with_nobody_under_their_guns_sail_to_where_they_have_some() -> None:
    position = landing(phase=COMMAND)
    fleet = named(position, "Black Flotilla")
    garrison = position.standing_side(BLUE)
    position.x[garrison] = np.linspace(2.0, 20.0, len(garrison))
    position.y[garrison] = 118.0
    shifted(position, fleet, (150.0, 6.0))
    assert under_the_guns(position, fleet) == 0.0
    assert fleet_command(position) == ADVANCE
    view = position.seen_by(RED)
    make_planned_move(position, Move(view, fleet).check(CaptainAgent().answer(Move(view, fleet), view)))
    assert position.x[position.standing(fleet)].mean() < 145.0


# Boats


def ashore_after_a_move(position: Position, boats: Point, goal: Point) -> int:
    """How many of the third wave are ashore after a move from there towards a place inland."""
    wave = named(position, "Third Wave")
    shifted(position, wave, boats)
    decision = Move(position.seen_by(RED), wave)
    make_planned_move(position, decision.check(sail(decision, position.seen_by(RED), goal)))
    return int((position.aboard[wave.units] == NOBODY).sum()) - int(position.field.vessel[wave.units].sum())


@pytest.mark.parametrize("aside", [-39.0, 0.0, 39.0])
@pytest.mark.parametrize("seed", [501, 503, 506])
def test_boats_near_the_shore_unload_however_it_slants(seed: int, aside: float) -> None:
    position = without_enemies(landing(seed))
    off_shore = next(y for y in range(20, 100) if shore_distance(position, (100.0, float(y))) < 12.0)
    assert ashore_after_a_move(position, (100.0, float(off_shore)), (100.0 + aside, 79.5)) >= 10


def test_boats_out_at_sea_unload_nobody() -> None:
    assert ashore_after_a_move(without_enemies(landing(501)), (128.0, 10.0), (128.0, 79.5)) == 0


# Who is wanted where


def test_in_a_landing_nobody_is_sent_over_the_middle_line_and_no_ship_to_a_place_on_land() -> None:
    position = landing()
    position.turn = 5
    jobs = assign_jobs(Situation(position.seen_by(RED), RED))
    assert {position.formations[index].name for index in jobs} == {"First Wave", "Second Wave", "Third Wave"}
    assert OVER_THERE not in {job.name for job in jobs.values()}
