"""What the shipped agents of Age of Destruction have in common, and what each would never do."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest

import musterhall.games.age_of_destruction as package
from musterhall.battle.agents import Bot, play
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Decision, YesOrNo
from musterhall.games.age_of_destruction import decisions
from musterhall.games.age_of_destruction.agents import AGENTS, agent_named
from musterhall.games.age_of_destruction.agents.captain import CaptainAgent
from musterhall.games.age_of_destruction.agents.drill import DrillAgent
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.decisions import Agree, GiveOrder
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.forces import shipped_force
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.ending import AGREED, TIME
from musterhall.games.age_of_destruction.units.sheets import sample_sheets
from musterhall.problems import BadInput

from .aod_tables import FAR, Placed, rect, table

BASES = {Decision, Choice, YesOrNo}
BOTS: tuple[type[Bot], ...] = (DrillAgent, CaptainAgent)


def asked_types() -> list[type[Decision]]:
    """Every type of decision that the rules of Age of Destruction put to players."""
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
@pytest.mark.parametrize("agent", BOTS, ids=lambda agent: agent.name)
def test_each_type_of_decision_has_a_method_or_is_said_to_need_no_thought(
    agent: type[Bot], kind: type[Decision]
) -> None:
    assert agent.knows(kind)


def test_every_type_of_decision_is_there_for_whoever_writes_an_agent() -> None:
    assert [kind.__name__ for kind in asked_types()] == sorted(decisions.__all__)


@pytest.mark.parametrize("name", [entry.name for entry in AGENTS])
def test_every_agent_listed_can_be_had(name: str) -> None:
    assert agent_named(name, 1).name == name


def test_an_unknown_agent_is_refused_with_the_names() -> None:
    with pytest.raises(BadInput, match="did you mean drill"):
        agent_named("dril", 1)


def fight(red: str, blue: str, seed: int, *, recording: bool = False) -> Battle[Position]:
    forces = [shipped_force("fox-arbiter"), shipped_force("mercenary-nowhere")][:: 1 if seed % 2 else -1]
    setup = Setup(forces[0], forces[1], shipped_tables()["twin-hills"], sample_sheets(), Edition.usual())
    battle = new_battle(setup, seed, recording=recording)
    play(battle, [agent_named(red, 1, explain=recording), agent_named(blue, 2, explain=recording)])
    return battle


def test_drill_beats_random() -> None:
    won = sum(fight("drill", "random", seed).position.winner == 0 for seed in (1, 2))
    won += sum(fight("random", "drill", seed).position.winner == 1 for seed in (1, 2))
    assert won >= 3


# Single orders


def order(agent: Bot, position: Position, side: int = 0) -> Any:
    """What the agent orders; the rules would take it."""
    position.side = side
    decision = GiveOrder(position.seen_by(side), side)
    answer = agent.answer(decision, decision.view)
    decision.check(answer)
    return answer


MECH: Placed = ("Thornless Rose", 18.0, 18.0, 0.0)
RIFLES: Placed = ("Payday Rifles", 23.0, 18.0, 180.0)


@pytest.mark.parametrize("agent", BOTS, ids=lambda agent: agent.name)
class TestEveryBot:
    def test_fires_at_an_enemy_in_its_sights(self, agent: type[Bot]) -> None:
        answer = order(agent(), table([MECH], [("Crate Mole", 23.0, 18.0, 180.0)]))
        assert answer["order"] in ("ranged", "assault")

    def test_does_not_fire_through_a_house(self, agent: type[Bot]) -> None:
        answer = order(agent(), table([MECH], [RIFLES], [rect("building", 20.0, 16.0, 1.0, 4.0)]))
        assert answer["order"] != "ranged"

    def test_comes_on_where_there_is_nobody_in_reach(self, agent: type[Bot]) -> None:
        answer = order(agent(), table([("Thornless Rose", 4.0, 4.0, 0.0)], [FAR]))
        assert answer["order"] == "move"
        x, y = answer["path"][-1]
        assert x + y > 12

    def test_pushes_nobody_off_its_last_click(self, agent: type[Bot]) -> None:
        position = table([("Payday Rifles", 18.0, 18.0, 0.0)], [RIFLES])
        position.states[0].tokens, position.states[0].click = 1, 3
        assert order(agent(), position)["order"] == "done"

    def test_strikes_back_at_whom_it_touches(self, agent: type[Bot]) -> None:
        answer = order(agent(), table([MECH], [("Crate Mole", 19.4, 18.0, 90.0)]))
        assert answer["order"] in ("close", "assault")

    def test_agrees_to_an_end_only_while_it_is_ahead(self, agent: type[Bot]) -> None:
        position = table([MECH], [RIFLES])
        assert agent().answer(Agree(0, AGREED), position.seen_by(0)) is True
        assert agent().answer(Agree(1, AGREED), position.seen_by(1)) is False
        assert agent().answer(Agree(1, TIME), position.seen_by(1)) is True


def test_drill_vents_before_a_mech_shuts_down() -> None:
    position = table([MECH], [RIFLES])
    position.states[0].heat = 4
    assert order(DrillAgent(), position) == {"order": "vent", "unit": 0}


def test_drill_sends_its_fastest_cheap_units_to_the_opponents_zone_and_keeps_them_there() -> None:
    position = table([("Salt Kite", 18.0, 5.0, 90.0)], [("Crate Mole", 2.0, 2.0, 0.0)])
    answer = order(DrillAgent(), position)
    assert answer["order"] == "move"
    assert answer["cruise"]
    assert answer["path"][-1][1] > 20
    position.put(0, (18.0, 34.5))
    assert order(DrillAgent(), position) == {"order": "done"}
