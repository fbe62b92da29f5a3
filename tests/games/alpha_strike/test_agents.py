"""What the shipped agents of Alpha Strike have in common."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import musterhall.games.alpha_strike as package
from musterhall.battle.agents import Agent, Bot, play
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Decision, YesOrNo
from musterhall.dice import Dice
from musterhall.games.alpha_strike import decisions
from musterhall.games.alpha_strike.agents import AGENTS, agent_named
from musterhall.games.alpha_strike.agents.captain import CaptainAgent
from musterhall.games.alpha_strike.agents.drill import DrillAgent
from musterhall.games.alpha_strike.battles import AlphaStrikeRules, Setup, new_position
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.unit_decisions import HowMany, UnitDecision, UnitYesOrNo
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS, scenario_named
from musterhall.games.alpha_strike.turn.choices import Choices
from musterhall.games.alpha_strike.turn.phases import WhoIsNext
from musterhall.problems import BadInput
from musterhall.table import Table, TerrainPiece

BASES = {Decision, Choice, YesOrNo, Choices, WhoIsNext, UnitDecision, UnitYesOrNo, HowMany}


def asked_types() -> list[type[Decision]]:
    """Every type of decision that the rules of Alpha Strike put to players."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    found, todo = [], [Decision]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        if kind.__module__.startswith(package.__name__) and kind not in BASES:
            found.append(kind)
    return sorted(set(found), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", asked_types(), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("agent", [DrillAgent, CaptainAgent], ids=lambda agent: agent.name)
def test_each_type_of_decision_has_a_method_or_is_said_to_need_no_thought(
    agent: type[Bot], kind: type[Decision]
) -> None:
    assert agent.knows(kind)


def test_every_type_of_decision_is_there_for_whoever_writes_an_agent() -> None:
    assert [kind.__name__ for kind in asked_types()] == sorted(decisions.__all__)
    assert all(getattr(decisions, kind.__name__) is kind for kind in asked_types())


@pytest.mark.parametrize("name", [entry.name for entry in AGENTS])
def test_every_agent_listed_can_be_had(name: str) -> None:
    assert agent_named(name, 1).name == name


def test_an_unknown_agent_is_refused_with_the_names() -> None:
    with pytest.raises(BadInput, match="did you mean drill"):
        agent_named("dril", 1)


# At play


def piece(name: str, kind: str, x: float, y: float, wide: float, deep: float, height: float = 0) -> TerrainPiece:
    return TerrainPiece(name, kind, ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)), height=height)


TABLE = Table(
    "table",
    72,
    48,
    (
        piece("grove", "woods", 10, 10, 8, 8),
        piece("hill", "hill", 26, 18, 8, 8, 2.0),
        piece("lake", "water", 50, 14, 10, 6),
        piece("forest", "heavy_woods", 42, 34, 8, 6),
    ),
    "inches",
)


def fight(red: Agent, blue: Agent, seed: int, scenario: str = "battle", *, recording: bool = False) -> Battle[Position]:
    forces = [shipped_force("lyran-picket"), shipped_force("combine-wall")][:: 1 if seed % 2 else -1]
    position = new_position(Setup(forces[0], forces[1], TABLE, scenario_named(scenario), Edition.usual()))
    battle = Battle(AlphaStrikeRules(), position, Dice(seed), recording=recording, forking=recording)
    play(battle, [red, blue])
    return battle


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_drill_and_captain_play_every_scenario_to_its_end(scenario: str) -> None:
    battle = fight(agent_named("captain", 1), agent_named("drill", 2), 3, scenario)
    assert battle.over
    assert battle.position.ended_by


def test_the_same_seed_gives_the_same_battle_explained_or_not() -> None:
    told = fight(agent_named("captain", 1), agent_named("captain", 2), 5, recording=True)
    quiet = fight(agent_named("captain", 1, explain=False), agent_named("captain", 2, explain=False), 5)
    assert told.position.fingerprint() == quiet.position.fingerprint()
    thoughts = [line.text for line in told.log if line.kind == "thought"]
    assert len(thoughts) > 100
    assert all(text[0].isupper() for text in thoughts)


def points_taken(position: Position, side: int) -> float:
    """The points of the enemies that were destroyed, and half of those that are crippled."""
    enemies = position.field.of_side[1 - side]
    shares = {
        unit: 1.0 if one.place == "destroyed" else 0.5 * one.crippled for unit, one in enumerate(position.conditions)
    }
    return sum(position.unit(unit).points * shares[unit] for unit in enemies)


def test_captain_beats_drill_and_drill_beats_random() -> None:
    for better, worse, seeds in (("captain", "drill", 4), ("drill", "random", 2)):
        won = 0.0
        for seed in range(seeds):
            ends = [fight(agent_named(better, 1), agent_named(worse, 2), seed).position]
            ends.append(fight(agent_named(worse, 2), agent_named(better, 1), seed).position)
            won += sum(points_taken(end, side) > points_taken(end, 1 - side) for side, end in enumerate(ends))
        assert won > seeds, f"{better} won {won} of {2 * seeds} against {worse}"


@pytest.mark.parametrize("agent", [DrillAgent, CaptainAgent], ids=lambda agent: agent.name)
def test_a_crippled_unit_that_can_reach_its_edge_leaves_and_does_not_stop_short_of_it(agent: type[DrillAgent]) -> None:
    units = [
        {"name": "Hunter", "side": "red", "at": [20, 5], "crippled": True, "armour_left": 0, "structure_left": 2},
        {"name": "Wolf", "side": "blue", "at": [20, 40]},
    ]
    position = position_from({"unit": units, "phase": "movement"}, "table")
    answer = agent().answer(Move(position.seen_by(0), 0), position.seen_by(0))
    assert answer["path"][-1][1] == pytest.approx(position.unit(0).radius, abs=0.02)
