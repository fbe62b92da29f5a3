"""What the shipped agents of Age of Destruction have in common, and what each would never do."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import replace
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
from musterhall.games.age_of_destruction.cards.cards import sample_cards
from musterhall.games.age_of_destruction.combat.attack import in_rear
from musterhall.games.age_of_destruction.decisions import Agree, AttackAfterMove, GiveOrder, SplitDamage
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


@pytest.mark.parametrize(("better", "worse"), [("captain", "drill"), ("drill", "random")])
def test_captain_beats_drill_and_drill_beats_random(better: str, worse: str) -> None:
    won = sum(fight(better, worse, seed).position.winner == 0 for seed in (1, 2))
    won += sum(fight(worse, better, seed).position.winner == 1 for seed in (1, 2))
    assert won >= 3


def test_the_same_seed_gives_the_same_battle_explained_or_not() -> None:
    told, quiet = (fight("captain", "captain", 3, recording=recording) for recording in (True, False))
    assert told.position.fingerprint() == quiet.position.fingerprint()
    thoughts = [line.text for line in told.log if line.kind == "thought"]
    assert len(thoughts) > 30
    assert all(text[0].isupper() for text in thoughts)


@pytest.mark.parametrize("restart", ["command_stage", "vent_order"])
def test_captain_plays_to_the_end_with_cards_and_other_readings(restart: str) -> None:
    edition = Edition.of({"restart": restart, "assault_reach": "half_speed", "round_limit": 6})
    names = ("falcon-straw", "liao-inkstone")
    red, blue = (replace(shipped_force(name), cards=tuple(sample_cards())) for name in names)
    ground = shipped_tables()["old-forest"]
    setup = Setup(red, blue, ground, sample_sheets(), edition)
    battle = new_battle(setup, 4, recording=False)
    play(battle, [agent_named("captain", 1), agent_named("captain", 2)])
    assert battle.over
    assert [side.card.name for side in battle.position.sides] == ["Hold the Crossroads"] * 2


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


# captain


def test_captain_strikes_from_behind_where_it_can() -> None:
    answer = order(CaptainAgent(), table([MECH], [("Borrowed Ladder", 24.0, 18.0, 90.0)]))
    assert answer["order"] == "assault"
    moved = table([MECH], [("Borrowed Ladder", 24.0, 18.0, 90.0)])
    x, y = answer["path"][-1]
    moved.put(0, (x, y))
    assert in_rear(moved, 1, 0)


def test_captain_gives_all_its_heat_for_a_prize_and_not_for_a_rifleman() -> None:
    inkstone: Placed = ("Emperor's Inkstone", 18.0, 18.0, 0.0)
    prize = table([inkstone], [("Nine-Wheel Abacus", 24.0, 18.0, 180.0)])
    agent = CaptainAgent()
    assert used(agent, prize) == ["Alpha Strike"]
    rifles = table([inkstone], [("Payday Rifles", 24.0, 18.0, 180.0)])
    rifles.states[1].click = 3
    assert used(agent, rifles) == []


def used(agent: Bot, position: Position) -> list[str]:
    """What the agent chooses to use, in a ranged attack or at the end of its assault."""
    answer = order(agent, position)
    if answer["order"] == "assault":
        position.put(0, tuple(answer["path"][-1]) if answer["path"] else position.at(0), answer["facing"])
        decision = AttackAfterMove(position.seen_by(0), 0)
        answer = agent.answer(decision, decision.view)
    return list(answer.get("use", []))


def test_captain_of_the_falcons_jumps_on_a_mech() -> None:
    position = table([("Talon of Straw", 18.0, 18.0, 0.0)], [("Debt of Nowhere", 23.0, 18.0, 180.0)])
    assert order(CaptainAgent(), position)["order"] == "death from above"


def test_captain_fires_together_where_a_formation_stands_ready() -> None:
    guards: list[Placed] = [("Quiet Ledger Guard", 17.0 + at, 18.0, 90.0) for at in range(3)]
    answer = order(CaptainAgent(), table(guards, [("Debt of Nowhere", 18.0, 25.0, 270.0)]))
    assert answer["order"] == "ranged"
    assert len(answer["with"]) == 2


def test_captain_does_not_walk_into_their_reach_for_nothing() -> None:
    position = table([("Thornless Rose", 18.0, 2.0, 90.0)], [("Debt of Nowhere", 18.0, 25.0, 270.0)])
    answer = order(CaptainAgent(), position)
    assert answer["order"] == "done" or answer["path"][-1][1] < 6.0


def test_captain_repairs_a_mech_that_it_touches() -> None:
    position = table([("Barter Swimmers", 18.0, 5.0, 0.0), ("Harbour Arbiter", 19.4, 5.0, 0.0)])
    position.states[1].click, position.states[1].tokens = 7, 2
    assert order(CaptainAgent(), position) == {"order": "repair", "unit": 0, "target": 1}


def test_captain_takes_a_mech_that_is_salvage_captive() -> None:
    swimmers: list[Placed] = [
        ("Barter Swimmers", 16.6, 18.0, 0.0),
        ("Barter Swimmers", 18.0, 16.6, 90.0),
        ("Barter Swimmers", 18.0, 19.4, 270.0),
    ]
    position = table(swimmers, [("Debt of Nowhere", 18.0, 18.0, 0.0), FAR])
    position.states[3].click = 11
    answer = order(CaptainAgent(), position)
    assert answer["order"] == "close"
    assert answer["capture"]


def test_captain_deals_damage_where_it_brings_most_down() -> None:
    position = table([MECH], [("Crate Mole", 23.0, 18.0, 180.0), ("Borrowed Ladder", 23.0, 20.0, 180.0)])
    position.states[1].click = 7
    decision = SplitDamage(position.seen_by(0), 0, (1, 2), 3)
    assert CaptainAgent().answer(decision, position.seen_by(0)) == {"damage": [2, 1]}


def test_captain_cares_for_nothing_after_its_last_turn() -> None:
    position = table([("Emperor's Inkstone", 18.0, 18.0, 0.0)], [("Borrowed Ladder", 24.0, 18.0, 180.0)])
    position.round, position.first, position.states[0].heat = position.field.edition.round_limit, 1, 4
    assert order(CaptainAgent(), position)["order"] in ("ranged", "assault", "charge")


def test_captain_sets_passengers_down_in_the_opponents_zone() -> None:
    lantern: Placed = ("Updraft Lantern", 18.0, 34.5, 270.0)
    position = table([lantern, ("Eggshell Point", 30.0, 30.0, 0.0)], [("Crate Mole", 2.0, 2.0, 0.0)])
    position.states[1].place, position.states[1].transport = "aboard", 0
    answer = order(CaptainAgent(), position)
    assert answer["leave"] == [1]


def test_captain_risks_no_exploding_ammunition_for_a_rifleman() -> None:
    hot = next(sheet for sheet in sample_sheets() if any(step.ammunition == "critical" for step in sheet.heat))
    step = next(at for at, one in enumerate(hot.heat) if one.ammunition == "critical")
    position = table([(hot.name, 18.0, 18.0, 0.0)], [RIFLES])
    position.states[0].heat, position.states[1].click = step - 1, 3
    assert order(CaptainAgent(), position)["order"] not in ("ranged", "assault")


def test_captain_pushes_nobody_only_to_hide_it() -> None:
    position = table([("Tideline Porters", 18.0, 10.0, 90.0)], [("Debt of Nowhere", 18.0, 26.0, 270.0)])
    position.states[0].tokens = 1
    answer = order(CaptainAgent(), position)
    assert answer["order"] == "done" or answer["path"][-1][1] > 10.0


def test_captain_says_of_an_assault_for_the_place_that_it_is_for_the_place() -> None:
    told = [line.text for line in fight("captain", "drill", 3, recording=True).log if line.kind == "thought"]
    both = [text for text in told if ", and has " in text]
    assert both
    assert all(text.endswith(" from there") for text in both)


def test_captain_has_a_chance_worth_the_name_in_every_attack() -> None:
    told = [line.text for line in fight("captain", "drill", 3, recording=True).log if line.kind == "thought"]
    chances = [int(found) for text in told for found in re.findall(r"has (\d+)% to", text)]
    assert chances
    assert min(chances) >= 10
