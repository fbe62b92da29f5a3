"""What every game's battles must do, whatever the game. A game's own tests subclass `GameContract`."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Illegal

HASH_SCRIPT = """
from {module} import {name} as contract
battle = contract().finished_battle(11)
print([mark.fingerprint for mark in battle.marks][-1], len(battle.answers))
"""


class GameContract:
    """Subclass it and say how a battle of your game is made."""

    seeds = (1, 2)

    def battle(self, seed: int) -> Battle[Any]:
        raise NotImplementedError

    def finished_battle(self, seed: int) -> Battle[Any]:
        battle = self.battle(seed)
        play(battle, [RandomAgent(seed + 100), RandomAgent(seed + 200)])
        return battle

    def secrets(self, position: Any, owner: int) -> list[object]:
        """What the other player must not see."""
        raise NotImplementedError

    # The contract

    def test_the_same_seed_gives_the_same_battle_in_another_process(self) -> None:
        script = HASH_SCRIPT.format(module=type(self).__module__, name=type(self).__name__)
        prints = set()
        for hash_seed in ("0", "4711"):
            environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
            done = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True
            )
            prints.add(done.stdout)
        assert len(prints) == 1

    @pytest.mark.parametrize("seed", seeds)
    def test_a_fork_never_changes_its_parent(self, seed: int) -> None:
        battle = self.battle(seed)
        agents = [RandomAgent(seed), RandomAgent(seed + 1)]
        for number in range(200):
            if battle.decision is None:
                break
            if number % 40 == 20:
                before, open_decision = battle.position.fingerprint(), battle.decision
                play(battle.fork(), [RandomAgent(3), RandomAgent(4)])
                play(battle.fork(salt=number), [RandomAgent(3), RandomAgent(4)])
                assert battle.position.fingerprint() == before
                assert battle.decision is open_decision
            player = battle.decision.player
            battle.answer(agents[player].answer(battle.decision, battle.view(player)))

    @pytest.mark.parametrize("seed", seeds)
    def test_a_replay_fork_goes_on_as_its_parent_and_a_search_fork_does_not_know_the_dice(self, seed: int) -> None:
        battle = self.battle(seed)
        agents = [RandomAgent(seed), RandomAgent(seed + 1)]
        for _ in range(120):
            assert battle.decision is not None
            player = battle.decision.player
            battle.answer(agents[player].answer(battle.decision, battle.view(player)))
        same, other = battle.fork(), battle.fork(salt=1)
        assert same.position.fingerprint() == battle.position.fingerprint()
        assert other.position.fingerprint() == battle.position.fingerprint()
        for fork in (battle, same, other):
            play(fork, [RandomAgent(3), RandomAgent(4)])
        assert same.position.fingerprint() == battle.position.fingerprint()
        assert other.dice.seed != battle.dice.seed

    @pytest.mark.parametrize("seed", seeds)
    def test_every_option_is_accepted_and_a_spoiled_one_changes_nothing(self, seed: int) -> None:
        battle = self.battle(seed)
        agents = [RandomAgent(seed), RandomAgent(seed + 1)]
        kinds: dict[str, int] = {}
        while battle.decision is not None:
            decision = battle.decision
            kinds[decision.kind] = kinds.get(decision.kind, 0) + 1
            if kinds[decision.kind] <= 4:
                for option in list(decision.options())[:12]:
                    battle.fork().answer(option)
                    self.refuses(battle, [option, "spoiled"])
                self.refuses(battle, "spoiled")
            player = decision.player
            battle.answer(agents[player].answer(decision, battle.view(player)))
        assert len(kinds) > 5

    def refuses(self, battle: Battle[Any], answer: Any) -> None:
        before, decision, answers = battle.position.fingerprint(), battle.decision, len(battle.answers)
        with pytest.raises(Illegal):
            battle.answer(answer)
        assert battle.position.fingerprint() == before
        assert battle.decision is decision
        assert len(battle.answers) == answers

    @pytest.mark.parametrize("seed", seeds)
    def test_answering_again_reproduces_every_fingerprint(self, seed: int) -> None:
        battle = self.finished_battle(seed)
        again = self.battle(seed)
        for answer in battle.answers:
            again.answer(answer)
        assert again.over
        assert again.marks == battle.marks

    def test_recording_does_not_change_the_battle(self) -> None:
        loud = self.finished_battle(5)
        quiet = self.battle(5)
        quiet.recording = quiet.dice.recording = False
        for answer in loud.answers:
            quiet.answer(answer)
        assert quiet.position.fingerprint() == loud.position.fingerprint()

    @pytest.mark.parametrize("seed", seeds)
    def test_a_view_hides_what_it_must(self, seed: int) -> None:
        battle = self.battle(seed)
        agents = [RandomAgent(seed), RandomAgent(seed + 1)]
        hidden = 0
        while battle.decision is not None:
            for owner in (0, 1):
                own = self.secrets(battle.view(owner), owner)
                assert own == self.secrets(battle.position, owner)
                seen = self.secrets(battle.view(1 - owner), owner)
                hidden += len(own)
                assert not [secret for secret in own if secret in seen]
            player = battle.decision.player
            battle.answer(agents[player].answer(battle.decision, battle.view(player)))
        assert hidden > 0
