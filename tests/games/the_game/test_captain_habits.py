"""What any player would see to, the captain sees to as well: ranges, cover, transports, open order, what it says."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.games.the_game.test_captain import GOBLINS, TANKS, carry_out, make_move, position_of, wood

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.decisions import Answer, Decision
from musterhall.games.the_game.agents.captain import CaptainAgent
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.assault.charging import AssaultTarget
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.fire.artillery import CONCENTRATED, Gun, best_place
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.fire.sight import cover_of
from musterhall.games.the_game.game import Setup, new_battle
from musterhall.games.the_game.movement.moving import Move, make_planned_move, take_places
from musterhall.games.the_game.phases.command_phase import KEEP, GiveCommands
from musterhall.games.the_game.phases.commands import ADVANCE, DASH, SUSTAINED_FIRE
from musterhall.games.the_game.phases.turn import LocalOrder
from musterhall.games.the_game.position.position import ACTION, NOBODY, Formation, Objective, Plan, Position
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.column import Column
from musterhall.games.the_game.scenario.deployment import Deploy
from musterhall.games.the_game.scenario.latecomers import EntryPoint
from musterhall.games.the_game.scenario.maps import SECONDARY, DrawMap, square_centre
from musterhall.games.the_game.scenario.setups import ready_setup
from musterhall.table import TerrainPiece

RED, BLUE = 0, 1
MORTARS, INFANTRY, HEAVY_TANKS = "HumanXX Mobile Mortar", "HumanXX Infantry", "HumanXX MBT I"


def ask(position: Position, decision: Decision) -> Answer:
    return CaptainAgent().answer(decision, position.seen_by(decision.player))


def shipped() -> Position:
    """Both shipped armies beside the shipped table."""
    table = next(iter(shipped_tables().values()))
    forces = shipped_force("humanxx-1000"), shipped_force("orc-hegemony-1000")
    return Setup(*forces, table, Variants.default()).position()


def named(position: Position, name: str) -> Formation:
    formation = position.formation_named(name)
    assert formation is not None
    return formation


# Fire


def test_mortars_fire_at_what_they_reach_when_the_best_target_is_out_of_range() -> None:
    groups = [
        (RED, MORTARS, 4, (90.0, 15.0)),
        (BLUE, "Orc Gunwagon", 12, (90.0, 112.0)),
        (BLUE, GOBLINS, 4, (90.0, 60.0)),
    ]
    position = position_of(groups)
    answer = ask(position, Fire(position, position.formations[0], SUSTAINED_FIRE))
    assert answer is not None
    assert answer["barrage"]["target"] == 2


def test_a_target_that_a_single_unit_sees_is_known_to_its_formation() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 20.0)), (BLUE, GOBLINS, 4, (60.0, 70.0))], (wood(60.0, 45.0, 9.0),))
    position.place(7, (85.0, 20.0))
    agent = CaptainAgent()
    carry_out(agent, position, position.formations[0], SUSTAINED_FIRE)
    assert "fire at B" in agent.why


# Orders


def test_who_has_no_token_does_not_regroup() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 20.0)), (BLUE, GOBLINS, 8, (170.0, 110.0))])
    for choices in (("regroup", "move", "fire"), ("regroup", "fire"), ("regroup", "move")):
        assert ask(position, LocalOrder(position.formations[0], choices)) != "regroup"


def test_a_charge_that_the_river_stops_is_not_begun() -> None:
    banks = ((0.0, 47.0), (180.0, 47.0), (180.0, 51.0), (0.0, 51.0))
    groups = [(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 4, (60.0, 68.0))]
    answers = []
    for pieces in ((), (TerrainPiece("Brook", "rivers", points=banks),)):
        position = position_of(groups, pieces)
        position.formations[1].broken = True
        answers.append(ask(position, AssaultTarget(position, position.formations[0], [None, [1]])))
    assert answers == [[1], None]


class Outspoken(CaptainAgent):
    """Compares the order that each thought names with the one that is given."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.thoughts = 0

    def answer(self, decision: Decision, view: Any) -> Answer:
        answer = super().answer(decision, view)
        if isinstance(decision, GiveCommands):
            given = {view.formations[row[0]].name: self._given_by(row, view) for row in answer}
            for thought in self.why.split("; "):
                self._compare(thought, given)
        elif isinstance(decision, Fire) and answer is not None:
            targets = {index for group in answer.get("targets", {}).values() for index in group}
            targets |= {answer["barrage"]["target"]} if "barrage" in answer else set()
            self._note(self.why, any(f" {view.formations[index].name}," in self.why for index in targets))
        return answer

    @staticmethod
    def _given_by(row: list[Any], view: Any) -> str:
        index, now, _ = row
        return "keep prepared fire" if now == KEEP else now or view.orders[index].next

    def _compare(self, thought: str, given: dict[str, str]) -> None:
        said = re.match(r"([^:]+): ([^,:]+),", thought)
        if said:
            self._note(thought, given[said[1]] == said[2])

    def _note(self, thought: str, right: bool) -> None:
        self.thoughts += 1
        if not right:
            self.wrong.append(thought)


def test_its_thoughts_name_the_orders_that_it_gives() -> None:
    for seed in (1, 2, 3):
        agent = Outspoken()
        play(new_battle(ready_setup(seed), seed, recording=False), [agent, RandomAgent(seed)])
        assert agent.thoughts > 10
        assert agent.wrong == []


# Moving


def test_infantry_stays_aboard_in_the_first_move_of_a_dash_and_gets_out_in_the_second() -> None:
    position = shipped()
    infantry, guns = named(position, "First Infantry"), named(position, "Howitzers")
    for formation, middle in ((infantry, (60.0, 15.0)), (guns, (60.0, 108.0))):
        Column.of(position, [formation]).put(middle)
        formation.on_table = True
    position.note(objectives=(Objective(60.0, 80.0, BLUE, SECONDARY, BLUE),))
    position.turn, position.phase = 2, ACTION
    agent = CaptainAgent()
    assert carry_out(agent, position, infantry, DASH) == DASH
    outs = []
    for _ in range(2):
        decision = Move(position, infantry)
        answer = agent.answer(decision, position.seen_by(RED))
        outs.append(bool(answer and answer.get("out")))
        make_planned_move(position, decision.check(answer))
    assert outs == [False, True]


def test_infantry_steps_into_the_cover_that_it_passes() -> None:
    pieces = (wood(50.0, 52.0, 3.0), wood(60.0, 52.0, 3.0), wood(70.0, 52.0, 3.0))
    objective = Objective(60.0, 55.0, RED, SECONDARY, RED)
    groups = [(RED, INFANTRY, 8, (60.0, 40.0)), (BLUE, "Orc Gunwagon", 8, (60.0, 105.0))]
    position = position_of(groups, pieces, (objective,))
    formation, agent = position.formations[0], CaptainAgent()
    assert carry_out(agent, position, formation) == ADVANCE
    make_move(agent, position, formation)
    assert cover_of(position, position.standing(formation)).covered().sum() >= 6


@pytest.mark.parametrize("name", ["Heavy Tanks", "Light Tanks"])
def test_a_formation_takes_up_positions_that_no_barrage_covers(name: str) -> None:
    position = shipped()
    formation = named(position, name)
    square = square_centre(position, RED, (3, 2))
    Column.of(position, [formation]).put(square)
    decision = Deploy(position, formation, square)
    take_places(position, decision.check(ask(position, decision)))
    assert best_place(position, formation.index, CONCENTRATED, _guns_everywhere(position))[1] <= 6


def test_a_block_opens_out_as_it_goes() -> None:
    objective = Objective(60.0, 60.0, RED, SECONDARY, RED)
    position = position_of([(RED, TANKS, 10, (60.0, 30.0)), (BLUE, GOBLINS, 8, (170.0, 110.0))], (), (objective,))
    formation, agent = position.formations[0], CaptainAgent()
    for _ in range(2):
        carry_out(agent, position, formation)
        make_move(agent, position, formation)
    assert best_place(position, 0, CONCENTRATED, _guns_everywhere(position))[1] <= 6


def _guns_everywhere(position: Position) -> list[Gun]:
    howitzer = next(unit for unit in shipped().field.units if unit.sheet.name == "Orc Howitzer")
    gun = next(weapon for weapon in howitzer.sheet.weapons if weapon.artillery)
    return [Gun(0, gun, False)]


@pytest.mark.parametrize("sheet", ["Goblin Strike Buggy", "Goblin Scout Buggy"])
def test_buggies_do_not_drive_up_to_heavy_tanks(sheet: str) -> None:
    objective = Objective(60.0, 70.0, BLUE, SECONDARY, BLUE)
    groups = [(BLUE, sheet, 8, (60.0, 112.0)), (RED, HEAVY_TANKS, 10, (60.0, 45.0))]
    position = position_of(groups, (), (objective,))
    buggies, tanks = position.formations
    agent = CaptainAgent()
    before = _gap(position, buggies, tanks)
    carry_out(agent, position, buggies)
    make_move(agent, position, buggies)
    assert _gap(position, buggies, tanks) >= before


def _gap(position: Position, a: Formation, b: Formation) -> float:
    return float(position.distances(position.standing(a), position.standing(b)).min())


def test_who_is_over_the_middle_line_stays_there() -> None:
    objectives = (Objective(60.0, 30.0, RED, SECONDARY, RED), Objective(100.0, 30.0, RED, SECONDARY, RED))
    groups = [(RED, TANKS, 8, (80.0, 68.0)), (RED, TANKS, 8, (60.0, 20.0)), (BLUE, GOBLINS, 4, (170.0, 110.0))]
    position = position_of(groups, (), objectives)
    scouts, agent = position.formations[0], CaptainAgent()
    carry_out(agent, position, scouts)
    make_move(agent, position, scouts)
    assert (position.y[position.standing(scouts)] > 60.0).any()


# Before the battle


def test_late_battle_groups_come_on_at_the_foot_of_their_arrows() -> None:
    position = shipped()
    groups = list(position.scenario.groups[RED])
    plans = {group: Plan(((column, 1),)) for group, column in zip(groups, (2, 3, 5, 6), strict=True)}
    position.note(plans=(plans, {}))
    places = [ask(position, EntryPoint(position, RED, group)) for group in groups]
    assert places == [45.0, 75.0, 135.0, 165.0]


def test_guns_get_off_their_trucks_where_they_take_up_positions() -> None:
    position = shipped()
    howitzers = named(position, "Howitzers")
    square = square_centre(position, BLUE, (3, 1))
    Column.of(position, [howitzers]).put(square)
    decision = Deploy(position, howitzers, square)
    take_places(position, decision.check(ask(position, decision)))
    assert (position.aboard[howitzers.units] == NOBODY).all()


def test_where_a_battle_group_goes_does_not_depend_on_its_place_in_the_file() -> None:
    force, other = shipped_force("humanxx-1000"), shipped_force("orc-hegemony-1000")
    turned = replace(force, formations=type(force.formations)(reversed(force.formations)))
    for seed in (1, 2, 3):
        maps = []
        for red in (force, turned):
            position = Setup(red, other, ready_setup(seed).table, Variants.default()).position()
            maps.append(ask(position, DrawMap(position, RED)))
        assert maps[0] == maps[1]


def test_objectives_depend_on_the_table() -> None:
    chosen = set()
    for seed in range(1, 9):
        battle, agents = new_battle(ready_setup(seed), 1, recording=False), (CaptainAgent(), CaptainAgent())
        while len(battle.position.scenario.objectives) < 6:
            assert battle.decision is not None
            side = battle.decision.player
            battle.answer(agents[side].answer(battle.decision, battle.view(side)))
        chosen.add(tuple((objective.x, objective.y) for objective in battle.position.scenario.objectives))
    assert len(chosen) > 2
