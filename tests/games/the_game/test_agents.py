"""What the shipped agents of THE GAME have in common."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import musterhall.games.the_game as package
from musterhall.battle.agents import Bot
from musterhall.battle.decisions import Answer, Choice, Decision, YesOrNo
from musterhall.games.the_game import decisions
from musterhall.games.the_game.agents import AGENTS, agent_named
from musterhall.games.the_game.agents.captain import CaptainAgent
from musterhall.games.the_game.agents.drill import DrillAgent
from musterhall.games.the_game.basics.choices import (
    FormationChoice,
    FormationDecision,
    FormationYesOrNo,
    WhichFormation,
)
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.position.position import Position
from musterhall.problems import BadInput

BASES = {Decision, Choice, YesOrNo, FormationChoice, FormationDecision, FormationYesOrNo, WhichFormation}


def asked_types() -> list[type[Decision]]:
    """Every type of decision that the rules of THE GAME put to players."""
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


def test_every_type_of_decision_says_its_name_and_section_and_no_two_are_called_the_same() -> None:
    kinds = [kind.kind for kind in asked_types()]
    assert len(kinds) > 20
    assert len(set(kinds)) == len(kinds)
    assert all(kind.section and kind.__doc__ and kind.__doc__.startswith(kind.section) for kind in asked_types())


def test_who_overrides_a_method_of_a_shipped_agent_is_heard() -> None:
    class Sentry(DrillAgent):
        def move(self, decision: Move, view: Position) -> Answer:
            self.why = "nobody moves"
            return None

    assert Sentry._methods[Move] == "move"
    agent = Sentry()
    decision = object.__new__(Move)
    assert agent.answer(decision, None) is None
    assert agent.why == "nobody moves"


# By name


@pytest.mark.parametrize("name", [entry.name for entry in AGENTS])
def test_every_agent_listed_can_be_had(name: str) -> None:
    assert agent_named(name, 1).name == name


def test_an_unknown_agent_is_refused_with_the_names() -> None:
    with pytest.raises(BadInput, match="choose from captain, drill, random"):
        agent_named("zzz", 1)
    with pytest.raises(BadInput, match="did you mean drill"):
        agent_named("dril", 1)


def test_every_type_of_decision_is_there_for_whoever_writes_an_agent() -> None:
    assert [kind.__name__ for kind in asked_types()] == sorted(decisions.__all__)
    assert all(getattr(decisions, kind.__name__) is kind for kind in asked_types())
