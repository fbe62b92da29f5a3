"""Battles of THE GAME on random tables, with random forces and readings of the rules."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

from tests.soak.forces import random_force
from tests.soak.trials import trial

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.battle.journal import JournalWriter, read_journal
from musterhall.dice import Dice
from musterhall.game.saving import SavedBattle, header_of
from musterhall.games import battles_of, game_named
from musterhall.games.the_game.army.forces import Force, shipped_force, shipped_forces
from musterhall.games.the_game.field.random_tables import random_table
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.game import Setup, TheGameRules, new_battle
from musterhall.games.the_game.position.invariants import Watch
from musterhall.games.the_game.readings.variants import Variants, variant_entries

STOPS = 12
"""How often a battle is stopped to look at forks of it."""
AHEAD = 8
"""How many answers a fork and its parent are followed for."""


@trial("battles keep every invariant")
def random_battle(seed: int) -> None:
    """At no moment of a battle of random agents is anything out of joint, and somebody wins or nobody does."""
    setup = random_setup(seed)
    position = setup.position()
    watch = Watch(position)
    battle = Battle(TheGameRules(), position, Dice(seed), watcher=watch)
    play(battle, [RandomAgent(seed), RandomAgent(seed + 1000)])
    assert watch.violations == []
    assert battle.position.scenario.winner is not None


@trial("a journal fights its battle again", sample=1)
def saved_battle(seed: int) -> None:
    """What a journal keeps is the whole battle: position by position, and line by line of its log."""
    setup, written = random_setup(seed), StringIO()
    battle = new_battle(setup, seed)
    game = game_named("the_game")
    battles = battles_of(game)
    header = header_of(game, battles, setup, seed, ("random", "random"))
    writer = JournalWriter(written, header, battles.place)
    writer.follow(battle)
    play(battle, [RandomAgent(seed), RandomAgent(seed + 1000)], writer.follow)
    writer.finish(battle, battles.outcome(battle.position).figures)
    again = SavedBattle(game, battles, read_journal(written.getvalue(), "soak.journal")).fight_again()
    assert again.activations == battle.activations
    assert [line for line in again.log if line.kind != "thought"] == battle.log


@trial("forks and trials at any moment")
def forked_battle(seed: int) -> None:
    """A fork goes the way of its parent, a trial shows its player the same battle, and neither touches the real one."""
    luck = random.Random(seed)
    battle = new_battle(random_setup(seed), seed)
    agents = [RandomAgent(seed), RandomAgent(seed + 1)]
    stops = sorted(luck.sample(range(600), STOPS))
    for number in range(600):
        if battle.over:
            break
        if number in stops:
            before, answers = battle.position.fingerprint(), len(battle.answers)
            look_at_forks(battle, seed + number)
            assert (battle.position.fingerprint(), len(battle.answers)) == (before, answers)
        _answer(battle, agents)


def look_at_forks(battle: Battle[Any], seed: int) -> None:
    for salt in (None, seed + 1):
        first = battle.fork(salt=salt)
        followed = [first, first.fork(), first.fork().fork()]
        _go_together(followed, seed)
    for decision in battle.decisions:
        player = decision.player
        twin = battle.trial(player, seed)
        assert twin.view(player).fingerprint() == battle.view(player).fingerprint()
        assert twin.asked(player).as_data() == decision.as_data()
        _go_together([twin, twin.fork()], seed)


def _go_together(battles: list[Battle[Any]], seed: int) -> None:
    """Battles that are the same get the same answers, and stay the same."""
    agent = RandomAgent(seed)
    for _ in range(AHEAD):
        assert len({one.position.fingerprint() for one in battles}) == 1
        if battles[0].over:
            return
        decision = battles[0].asked()
        answer = agent.answer(decision, battles[0].view(decision.player))
        for one in battles:
            one.answer(answer, decision.player)


def _answer(battle: Battle[Any], agents: list[RandomAgent]) -> None:
    decision = battle.asked()
    battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)


def random_setup(seed: int) -> Setup:
    """Shipped forces or any others, a shipped table or any other, and some questions of the book answered otherwise."""
    luck = random.Random(seed)
    table = luck.choice([*shipped_tables().values(), *(random_table(luck.randrange) for _ in range(6))])
    return Setup(_force(luck), _force(luck), table, random_variants(luck))


def _force(luck: random.Random) -> Force:
    shipped = [force for force in map(shipped_force, shipped_forces()) if not force.setup]
    return luck.choice(shipped) if luck.random() < 0.4 else random_force(luck, ground_only=True)


def random_variants(luck: random.Random) -> Variants:
    changed = {entry.name: luck.choice(entry.values) for entry in variant_entries() if entry.open}
    return Variants.of({name: value for name, value in changed.items() if luck.random() < 0.25})
