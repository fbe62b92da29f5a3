"""The captain: obvious situations, legal answers to everything, and battles it must win."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from musterhall.battle.agents import Bot, RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision
from musterhall.dice import Dice, Die
from musterhall.games.the_game.agents.appraisal import expected_loss
from musterhall.games.the_game.agents.book import chance, wins_assault
from musterhall.games.the_game.agents.captain import CaptainAgent
from musterhall.games.the_game.agents.drill import DrillAgent
from musterhall.games.the_game.agents.plans import CHARGE_PLAN, charge_plan
from musterhall.games.the_game.agents.situation import Situation
from musterhall.games.the_game.army.datasheets import datasheet
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.assault.charging import AssaultTarget
from musterhall.games.the_game.field.field import Field, Player, Unit
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.fire.sight import cover_of, lines_of_sight
from musterhall.games.the_game.game import Setup, TheGameRules, new_battle
from musterhall.games.the_game.movement.moving import Move, Withdrawal, make_planned_move
from musterhall.games.the_game.movement.ways import WITHDRAWAL
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.commands import ADVANCE, REFORM
from musterhall.games.the_game.phases.turn import CarryOut, LocalOrder
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import (
    ACTION,
    COMMAND,
    NOBODY,
    Formation,
    Objective,
    Position,
    Scenario,
)
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.maps import PRIMARY, SECONDARY, holders
from musterhall.geometry import Point
from musterhall.table import Table, TerrainPiece

RED, BLUE = 0, 1
TANKS, GOBLINS = "HumanXX MBT II", "Goblin MBT"
Group = tuple[int, str, int, Point]
"""Side, datasheet, how many, and where their middle is."""


class Tens(Dice):
    """Dice that always show their highest face."""

    def _next(self, number: int, die: Die, purpose: str) -> list[int]:
        return [die.faces] * number

    def copy(self) -> Tens:
        return Tens(0, recording=False)


def position_of(
    groups: list[Group], pieces: tuple[TerrainPiece, ...] = (), objectives: tuple[Objective, ...] = ()
) -> Position:
    """Formations in blocks of four abreast, called A, B, C in the order given, in the action phase of turn 4."""
    units: list[Unit] = []
    formations: list[Formation] = []
    places: list[Point] = []
    for number, (side, sheet, count, (x, y)) in enumerate(groups):
        members = list(range(len(units), len(units) + count))
        formations.append(Formation(number, side, "ABCDEF"[number], members, count, cost=15 * count))
        for place in range(count):
            units.append(Unit(len(units), f"{sheet} {place}", datasheet(sheet), number, side))
            places.append((x + 3.0 * (place % 4) - 4.5, y + 3.0 * (place // 4) - 1.5 * ((count - 1) // 4)))
    table = Table("Parade ground", 180, 120, pieces=pieces)
    field = Field(table, tuple(units), (Player("Red"), Player("Blue")), Variants.default())
    position = Position.of(field, formations, Scenario("battle", objectives=objectives))
    for unit, point in enumerate(places):
        position.place(unit, point)
    position.turn, position.phase, position.loser = 4, ACTION, BLUE
    return position


def wood(x: float, y: float, half: float) -> TerrainPiece:
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return TerrainPiece("Wood", "forest", points=corners)


def carry_out(agent: CaptainAgent, position: Position, formation: Formation, command: str = ADVANCE) -> Answer:
    return agent.answer(CarryOut(formation, (command, REFORM)), position.seen_by(formation.side))


def make_move(agent: CaptainAgent, position: Position, formation: Formation) -> None:
    decision = Move(position, formation)
    make_planned_move(position, decision.check(agent.answer(decision, position.seen_by(formation.side))))


# Obvious plans


def test_a_formation_beside_an_undefended_objective_takes_it_in_turn_4() -> None:
    objective = Objective(90.0, 85.0, BLUE, SECONDARY, BLUE)
    position = position_of([(RED, TANKS, 8, (65.0, 75.0)), (BLUE, GOBLINS, 8, (170.0, 15.0))], objectives=(objective,))
    position.phase = COMMAND
    battle = Battle(TheGameRules(), position, Tens(0, recording=False), recording=False)
    agents = [CaptainAgent(), CaptainAgent()]
    while battle.decision is not None and battle.position.turn == 4:
        side = battle.decision.player
        battle.answer(agents[side].answer(battle.decision, battle.view(side)))
    assert holders(battle.position) == [RED]


def test_a_shaken_formation_regroups_rather_than_attacks() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 8, (60.0, 95.0))])
    formation = position.formations[0]
    formation.suppression = 6
    agent = CaptainAgent()
    assert carry_out(agent, position, formation) == REFORM
    assert "regroup" in agent.why


def test_a_fresh_formation_does_not_reform() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 8, (60.0, 95.0))])
    assert carry_out(CaptainAgent(), position, position.formations[0]) == ADVANCE


def test_a_shaken_formation_uses_a_local_order_to_regroup() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 8, (60.0, 95.0))])
    position.formations[0].suppression = 6
    decision = LocalOrder(position.formations[0], ("regroup", "move", "fire"))
    assert CaptainAgent().answer(decision, position.seen_by(RED)) == "regroup"


def test_weak_vehicles_before_superior_guns_go_out_of_their_sight_or_into_cover() -> None:
    pieces = (wood(60.0, 25.0, 9.0),)
    groups = [(RED, "HumanXX APC", 6, (60.0, 44.0)), (BLUE, GOBLINS, 12, (60.0, 90.0))]
    position = position_of([*groups, (BLUE, GOBLINS, 12, (80.0, 92.0))], pieces)
    formation, agent = position.formations[0], CaptainAgent()
    own, guns = position.standing(formation), position.standing_side(BLUE)
    assert lines_of_sight(position, guns, own).all()
    carry_out(agent, position, formation)
    make_move(agent, position, formation)
    seen = lines_of_sight(position, guns, own).any(axis=0) & (position.distances(guns, own).min(axis=0) <= 60.0)
    exposed = seen & ~cover_of(position, own).covered()
    assert exposed.sum() <= len(own) // 2


def test_a_broken_formation_within_reach_is_charged() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 4, (60.0, 62.0))])
    position.formations[1].broken = True
    plan = charge_plan(Situation(position.seen_by(RED), RED), position.formations[0])
    assert plan is not None
    assert plan.name == CHARGE_PLAN
    assert plan.value > 0
    decision = AssaultTarget(position.seen_by(RED), position.formations[0], [None, [1]])
    assert CaptainAgent().answer(decision, position.seen_by(RED)) == [1]


def test_two_tanks_do_not_charge_twelve() -> None:
    position = position_of([(RED, TANKS, 2, (60.0, 40.0)), (BLUE, GOBLINS, 12, (60.0, 62.0))])
    decision = AssaultTarget(position.seen_by(RED), position.formations[0], [None, [1]])
    assert CaptainAgent().answer(decision, position.seen_by(RED)) is None


def test_a_withdrawal_leads_away_from_the_enemy() -> None:
    position = position_of([(RED, TANKS, 6, (60.0, 40.0)), (BLUE, GOBLINS, 8, (60.0, 60.0))])
    formation = position.formations[0]
    formation.broken = True
    before = float(position.distances(position.standing(formation), position.standing_side(BLUE)).min())
    decision = Withdrawal(position, formation, WITHDRAWAL)
    make_planned_move(position, decision.check(CaptainAgent().answer(decision, position.seen_by(RED))))
    assert position.distances(position.standing(formation), position.standing_side(BLUE)).min() > before + 10


@pytest.mark.parametrize("agent", [CaptainAgent, DrillAgent])
def test_a_formation_that_kills_have_torn_apart_withdraws_all_the_same(agent: type[Bot]) -> None:
    position = position_of([(RED, TANKS, 4, (60.0, 60.0)), (BLUE, GOBLINS, 8, (60.0, 80.0))])
    formation = position.formations[0]
    formation.broken = True
    position.place(formation.units[0], (115.0, 60.0))
    decision = Withdrawal(position, formation, WITHDRAWAL)
    before = float(position.y[formation.units].max())
    make_planned_move(position, decision.check(agent().answer(decision, position.seen_by(RED))))
    assert position.y[formation.units].max() < before - 5


def test_from_a_line_of_crossfire_more_is_expected_than_without_the_friend() -> None:
    groups = [(RED, TANKS, 6, (60.0, 30.0)), (BLUE, GOBLINS, 8, (60.0, 70.0)), (RED, TANKS, 6, (60.0, 110.0))]
    crossed, alone = position_of(groups), position_of(groups[:2])
    gives = [Situation(p, RED).weigh(p.formations[0], [(0.0, 0.0)], [0], [0])[0, 0] for p in (crossed, alone)]
    assert gives[0] > gives[1] > 0


# Commands a turn ahead


def test_every_formation_gets_a_command_for_now_and_the_next_turn() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 8, (60.0, 95.0))])
    position.phase = COMMAND
    decision, agent = GiveCommands(position, RED), CaptainAgent()
    rows = decision.check(agent.answer(decision, position.seen_by(RED)))
    assert [row[0] for row in rows] == [0]
    assert "% to pass" in agent.why


def test_a_planned_command_is_kept_when_nothing_speaks_against_it() -> None:
    far = Objective(60.0, 120.0, RED, PRIMARY, BLUE)
    position = position_of([(RED, TANKS, 8, (60.0, 20.0)), (BLUE, GOBLINS, 8, (170.0, 20.0))], objectives=(far,))
    chosen = {}
    for planned in ("advance", "dash"):
        position.orders[0] = Orders(None, planned)
        decision = GiveCommands(position, RED)
        chosen[planned] = CaptainAgent().answer(decision, position.seen_by(RED))[0][1]
    assert chosen["dash"] is None
    assert chosen["advance"] == "dash"


def test_what_the_opponent_has_on_his_stack_changes_nothing() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 8, (60.0, 95.0))])
    answers = []
    for hidden in ("sustained fire", "assault"):
        position.orders[1] = Orders(hidden, hidden)
        answers.append(CaptainAgent().answer(GiveCommands(position, RED), position.seen_by(RED)))
    assert answers[0] == answers[1]


def test_without_explanations_it_plays_the_same_and_says_nothing() -> None:
    said: list[str] = []

    class Quiet(CaptainAgent):
        def answer(self, decision: Decision, view: Position) -> Answer:
            answer = super().answer(decision, view)
            said.append(self.why)
            return answer

    battles = []
    for agent in (CaptainAgent(), Quiet(explain=False)):
        battle = new_battle(shipped_setup(), 5, recording=False)
        play(battle, [agent, RandomAgent(3)])
        battles.append(battle.answers)
    assert battles[0] == battles[1]
    assert not any(said)


# Figures


@pytest.mark.parametrize(("needed", "expected"), [(1, 1.0), (-3, 1.0), (7, 0.4), (10, 0.1), (11, 0.0), (15, 0.0)])
def test_the_chance_of_a_face_is_counted_on_a_d10(needed: int, expected: float) -> None:
    assert chance(needed) == pytest.approx(expected)


def test_an_even_resolution_is_a_coin_toss_and_a_lead_wins_it() -> None:
    assert wins_assault(0) == pytest.approx(0.5)
    assert wins_assault(3) > 0.7
    assert wins_assault(-3) == pytest.approx(1 - wins_assault(3))


def test_tokens_weigh_more_on_a_formation_that_they_would_break() -> None:
    position = position_of([(RED, TANKS, 8, (60.0, 40.0)), (BLUE, GOBLINS, 8, (60.0, 95.0))])
    fresh, shaken = position.formations
    shaken.suppression = 5
    assert expected_loss(shaken, 1.0, 3.0).breaks > 0.5 > expected_loss(fresh, 1.0, 3.0).breaks
    assert expected_loss(shaken, 1.0, 3.0).points > expected_loss(fresh, 1.0, 3.0).points


# Whole battles


def shipped_setup(swapped: bool = False) -> Setup:
    forces = [shipped_force("humanxx-1000"), shipped_force("orc-hegemony-1000")]
    red, blue = reversed(forces) if swapped else forces
    return Setup(red, blue, next(iter(shipped_tables().values())), Variants.default())


class Watched(CaptainAgent):
    """Notes what it was asked, and that every answer passes the check."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def answer(self, decision: Decision, view: Any) -> Answer:
        answer = super().answer(decision, view)
        decision.check(answer)
        self.asked.add(decision.kind)
        return answer


def test_it_answers_every_kind_of_decision_legally() -> None:
    asked: set[str] = set()
    for seed in range(3):
        battle = new_battle(shipped_setup(), seed, recording=False)
        agent = Watched()
        agents: list[Any] = [agent, RandomAgent(seed)]
        play(battle, agents if seed % 2 == 0 else agents[::-1])
        asked |= agent.asked
    wanted = {"map", "objective", "march", "first command", "commands", "activate", "carry out", "move", "fire"}
    assert wanted | {"local order", "keep the initiative"} <= asked


def test_it_beats_random_from_either_side() -> None:
    wins = 0
    for seed in range(3):
        for side in (RED, BLUE):
            battle = new_battle(shipped_setup(), seed, recording=False)
            agents: list[Any] = [CaptainAgent(explain=False), RandomAgent(seed)]
            play(battle, agents if side == RED else agents[::-1])
            wins += battle.position.scenario.winner == side
    assert wins >= 5


def test_marked_positions_are_answered_too() -> None:
    setup = replace(shipped_setup(), variants=Variants.of({"mark_positions": True}))
    battle = new_battle(setup, 1, recording=False)
    assert battle.decision is not None
    answer = CaptainAgent().answer(battle.decision, battle.view(battle.decision.player))
    assert battle.decision.check(answer)


def test_guns_get_off_their_trucks_before_they_fire() -> None:
    battle = new_battle(shipped_setup(), 2, recording=False)
    play(battle, [RandomAgent(1), CaptainAgent(explain=False)], progress=None)
    howitzers = next(f for f in battle.position.formations if f.name == "Howitzers")
    guns = [u for u in howitzers.units if battle.position.unit(u).sheet.weapons]
    assert not guns or bool((battle.position.aboard[guns] == NOBODY).any())
