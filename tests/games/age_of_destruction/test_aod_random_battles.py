"""Random battles to the end: whatever is decided, certain things hold."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from tests.games.age_of_destruction.aod_tables import rect

import musterhall.games.age_of_destruction.battles as rules
from musterhall.battle.agents import RandomAgent
from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.cards.cards import sample_cards
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.forces import read_force, shipped_force_text
from musterhall.games.age_of_destruction.package_data import catalogue_data
from musterhall.games.age_of_destruction.position.invariants import broken_invariants
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets
from musterhall.table import Table

FORCES = ("liao-inkstone", "falcon-straw", "fox-arbiter", "mercenary-nowhere")
PAIRS = [(FORCES[at], FORCES[(at + step) % 4]) for at in range(4) for step in (1, 2)]
PIECES = (
    rect("woods", 0, 0, 3, 3),
    rect("hill", 0, 0, 3, 3),
    rect("deep water", 0, 0, 3, 2),
    rect("building", 0, 0, 2, 2),
)
HAND = tuple(sample_cards())
SMALL = Table("small", 24, 17, (), "inches")
"""So small that the forces meet at once."""


def begun(red: str, blue: str, seed: int, edition: Edition | None = None) -> Battle[Position]:
    forces = [replace(read_force(shipped_force_text(name), name), cards=HAND) for name in (red, blue)]
    setup = Setup(forces[0], forces[1], SMALL, sample_sheets(), edition or Edition.usual(), PIECES)
    return new_battle(setup, seed)


def other_readings() -> Edition:
    """The edition with every word and every yes or no read the other way."""
    found: dict[str, Any] = {}
    for name, row in catalogue_data("edition_2005.toml").items():
        if isinstance(row["value"], bool):
            found[name] = not row["value"]
        elif row.get("alternatives"):
            found[name] = row["alternatives"][-1]
    return replace(Edition.usual(), **found)


@pytest.mark.parametrize(("red", "blue"), PAIRS)
def test_random_battles_come_to_an_end_and_break_nothing(red: str, blue: str) -> None:
    for seed in range(3):
        battle = begun(red, blue, seed)
        agents = [RandomAgent(seed), RandomAgent(seed + 1)]
        while not battle.over:
            decision = battle.asked()
            answer = agents[decision.player].answer(decision, battle.view(decision.player))
            decision.check(json.loads(json.dumps(answer)))
            assert decision.in_words(answer)
            battle.answer(answer, decision.player)
            assert broken_invariants(battle.position) == []
        assert battle.position.winner in (0, 1)


def test_battles_with_everything_read_the_other_way_break_nothing_either() -> None:
    for seed, (red, blue) in enumerate(PAIRS[:4]):
        battle = begun(red, blue, seed, other_readings())
        agents = [RandomAgent(seed), RandomAgent(seed + 1)]
        while not battle.over:
            decision = battle.asked()
            battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
            assert broken_invariants(battle.position) == []


def test_every_option_that_is_listed_is_legal() -> None:
    battle = begun(*PAIRS[0], 5)
    agents = [RandomAgent(1), RandomAgent(2)]
    for at in range(160):
        if battle.over:
            break
        decision = battle.asked()
        if at % 8 == 0:
            for option in decision.options():
                decision.check(option)
                assert decision.in_words(option)
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)


def test_a_fork_stands_where_its_battle_stands_and_a_trial_is_asked_the_same() -> None:
    battle = begun(*PAIRS[1], 9)
    agents = [RandomAgent(3), RandomAgent(4)]
    for at in range(120):
        if battle.over:
            break
        if at % 10 == 0:
            assert battle.fork().position.fingerprint() == battle.position.fingerprint()
            player = battle.asked().player
            assert battle.trial(player, 11).asked(player).kind == battle.asked().kind
        decision = battle.asked()
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)


def test_the_same_seed_gives_the_same_battle() -> None:
    prints = []
    for _ in range(2):
        battle = begun(*PAIRS[2], 4)
        agents = [RandomAgent(5), RandomAgent(6)]
        while not battle.over:
            decision = battle.asked()
            battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
        prints.append(battle.position.fingerprint())
    assert prints[0] == prints[1]


def test_every_figure_and_reading_of_the_edition_is_looked_up_somewhere() -> None:
    room = Path(rules.__file__).parent
    code = "".join(path.read_text() for path in room.rglob("*.py") if path.name != "edition.py")
    unread = [name for name in [one.name for one in fields(Edition)] if not re.search(rf"edition\.{name}\b", code)]
    assert unread == []
