"""What every game's battles must do, whatever the game. A game's own tests subclass `GameContract`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from tests.battle.reachable import reachable

from musterhall.battle.agents import Agent, RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Decision, Illegal
from musterhall.dice import Dice

HASH_SCRIPT = """
from {module} import {name} as contract
print(contract().end_of_battle(11))
"""


class GameContract:
    """Subclass it and say how a battle of your game is made."""

    seeds: tuple[int, ...] = (1, 2)
    """Of the battles that are looked into; one is enough for another set-up of a game that was tried with both."""
    each_kind = 2
    """How often each kind of decision is looked at in one battle."""
    ahead = 6
    """How many answers a fork and its parent are followed for."""
    kinds_expected = 5
    """A battle of random agents meets more kinds of decisions than this."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", self.seeds)

    def battle(self, seed: int) -> Battle[Any]:
        raise NotImplementedError

    def finished_battle(self, seed: int) -> Battle[Any]:
        battle = self.battle(seed)
        play(battle, random_agents(seed + 100))
        return battle

    def secrets(self, position: Any, owner: int) -> list[object]:
        """What the other player must not see, as values that tell it apart."""
        raise NotImplementedError

    def secret_objects(self, position: Any, owner: int) -> list[object]:
        """The very objects that hold what the other player must not see."""
        raise NotImplementedError

    def agents(self, seed: int) -> list[Agent]:
        """A new one of each agent that comes with the game."""
        raise NotImplementedError

    def moments(self, seed: int) -> Iterator[Battle[Any]]:
        """One battle of random agents, stopped at the first few decisions of each kind."""
        battle, agents = self.battle(seed), random_agents(seed)
        seen: dict[str, int] = {}
        while battle.decisions:
            for decision in battle.decisions:
                kind = decision.kind
                seen[kind] = seen.get(kind, 0) + 1
                if seen[kind] <= self.each_kind:
                    yield battle
                battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
        assert len(seen) > self.kinds_expected

    # The same battle again

    def test_the_same_seed_gives_the_same_battle_in_another_process(self) -> None:
        """There strings hash otherwise, so that sets of them come in another order."""
        script = HASH_SCRIPT.format(module=type(self).__module__, name=type(self).__name__)
        other = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
        environment = {**os.environ, "PYTHONHASHSEED": other}
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True
        )
        assert done.stdout.strip() == self.end_of_battle(11)

    def end_of_battle(self, seed: int) -> str:
        battle = self.finished_battle(seed)
        return f"{battle.activations[-1].fingerprint} after {len(battle.answers)} answers"

    def test_answering_again_reproduces_every_fingerprint(self, seed: int) -> None:
        battle = self.finished_battle(seed)
        again = self.battle(seed)
        for given in battle.answers:
            again.answer(given.answer, given.player)
        assert again.over
        assert again.activations == battle.activations

    def test_recording_does_not_change_the_battle(self) -> None:
        loud = self.finished_battle(5)
        quiet = self.battle(5)
        quiet.recording = quiet.dice.recording = False
        for given in loud.answers:
            quiet.answer(given.answer, given.player)
        assert quiet.position.fingerprint() == loud.position.fingerprint()

    def test_every_line_of_the_log_can_leave_the_process(self) -> None:
        for line in self.finished_battle(6).log:
            sent = json.loads(json.dumps(line.as_data(), allow_nan=False))
            assert (sent["kind"], sent["text"], sent["section"]) == (line.kind, line.text, line.section)
            assert line.kind
            assert line.text

    # Answers

    def test_every_option_is_accepted_and_a_spoiled_one_changes_nothing(self, seed: int) -> None:
        for battle in self.moments(seed):
            decision = battle.asked()
            for option in list(decision.options())[:12]:
                battle.fork().answer(option)
                self.refuses(battle, [option, "spoiled"])
            self.refuses(battle, "spoiled")

    def refuses(self, battle: Battle[Any], answer: Any) -> None:
        before, decisions, answers = battle.position.fingerprint(), battle.decisions, len(battle.answers)
        with pytest.raises(Illegal):
            battle.answer(answer)
        assert battle.position.fingerprint() == before
        assert battle.decisions is decisions
        assert len(battle.answers) == answers

    def test_a_decision_can_leave_the_process(self, seed: int) -> None:
        for battle in self.moments(seed):
            decision = battle.asked()
            data = decision.as_data(aid=True)
            assert json.loads(json.dumps(data, allow_nan=False)) == data
            assert "?" in data["question"]
            assert data["section"]
            assert ("options" in data) != ("schema" in data)
            for option in data.get("options", ()):
                battle.fork().answer(option["answer"])
                assert option["text"]
            if "schema" in data:
                form = jsonschema_rs.validator_for(data["schema"])
                assert not form.is_valid("spoiled")
                for answer in [*list(decision.options())[:12], decision.sample(lambda limit: seed % limit)]:
                    assert form.is_valid(answer), f"{decision.kind}: {answer} does not fit {data['schema']}"

    def test_who_answers_first_makes_no_difference(self, seed: int) -> None:
        for battle in self.moments(seed):
            if len(battle.decisions) < 2:
                continue
            agents = random_agents(seed + 9)
            given = {d.player: agents[d.player].answer(d, battle.view(d.player)) for d in battle.decisions}
            ends = []
            for players in (sorted(given), sorted(given, reverse=True)):
                fork = battle.fork()
                for number, player in enumerate(players, start=1):
                    fork.answer(given[player], player)
                    assert number == len(players) or fork.answered == tuple(sorted(players[:number]))
                ends.append(fork.position.fingerprint())
            assert ends[0] == ends[1]

    def test_no_agent_changes_what_it_is_shown(self) -> None:
        """A view may be the table itself, so nothing but this keeps an agent from moving its own units."""
        for agents in zip(self.agents(1), self.agents(2), strict=True):
            battle = self.battle(3)
            while battle.decisions:
                for decision in battle.decisions:
                    agent, view = agents[decision.player], battle.view(decision.player)
                    shown = (view.fingerprint(), battle.position.fingerprint())
                    answer = agent.answer(decision, view)
                    after = (view.fingerprint(), battle.position.fingerprint())
                    assert after == shown, f"{agent.name} changed what it was shown when asked {decision.kind}"
                    battle.answer(answer, decision.player)

    # Forks

    def test_a_fork_never_changes_its_parent(self, seed: int) -> None:
        for battle in self.moments(seed):
            before, open_decisions = battle.position.fingerprint(), battle.decisions
            for fork in (battle.fork(), battle.fork(salt=3)):
                go_on(fork, 30, seed)
            assert battle.position.fingerprint() == before
            assert battle.decisions is open_decisions

    @pytest.mark.parametrize("salt", [None, 7])
    def test_a_fork_of_any_fork_equals_its_parent(self, seed: int, salt: int | None) -> None:
        for battle in self.moments(seed):
            first = battle.fork(salt=salt)
            lineage = [first, first.fork(), first.fork().fork()]
            if salt is None:
                lineage.append(battle.fork())
            agents = random_agents(seed + 5)
            for _ in range(self.ahead):
                prints = {fork.position.fingerprint() for fork in lineage}
                assert len(prints) == 1
                assert len({tuple(d.kind for d in fork.decisions) for fork in lineage}) == 1
                if first.over:
                    break
                decision = first.asked()
                answer = agents[decision.player].answer(decision, first.view(decision.player))
                for fork in lineage:
                    fork.answer(answer, decision.player)
                lineage[-1] = lineage[-1].fork()

    def test_no_descendant_of_a_search_fork_meets_the_real_dice(
        self, seed: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rolled: set[int] = set()
        real_next = Dice._next

        def watched(dice: Dice, *args: Any) -> list[int]:
            rolled.add(dice.seed)
            return real_next(dice, *args)

        for battle in self.moments(seed):
            forks = [battle.fork(salt=4), battle.fork(salt=4).fork(), battle.fork(salt=4).fork(salt=5).fork()]
            forks += [battle.trial(decision.player, 6).fork() for decision in battle.decisions]
            for fork in forks:
                assert not leads_to_dice(fork, battle.dice.seed)
                with monkeypatch.context() as patch:
                    patch.setattr(Dice, "_next", watched)
                    fork = go_on(fork, self.ahead, seed).fork()
                    go_on(fork, self.ahead, seed)
                assert not leads_to_dice(fork, battle.dice.seed)
            assert battle.dice.seed not in rolled

    # Secrets

    def test_a_view_hides_what_it_must(self, seed: int) -> None:
        battle, agents, hidden = self.battle(seed), random_agents(seed), 0
        while battle.decisions:
            for owner in (0, 1):
                own = self.secrets(battle.view(owner), owner)
                assert own == self.secrets(battle.position, owner)
                seen = self.secrets(battle.view(1 - owner), owner)
                hidden += len(own)
                assert not [secret for secret in own if secret in seen]
            decision = battle.asked()
            battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
        assert hidden > 0

    def test_an_onlooker_sees_neither_sides_secrets(self, seed: int) -> None:
        hidden = 0
        for battle in self.moments(seed):
            public = battle.position.seen_by(0).seen_by(1)
            for owner in (0, 1):
                own, seen = self.secrets(battle.position, owner), self.secrets(public, owner)
                hidden += len(own)
                assert not [secret for secret in own if secret in seen]
        assert hidden > 0

    def test_nothing_in_a_decision_or_its_view_leads_to_a_secret(self, seed: int) -> None:
        for battle in self.moments(seed):
            for decision in battle.decisions:
                list(decision.options())  # what it works out to answer may not tell either
                hidden = [battle, battle.position, battle.dice, battle.answers]
                hidden += self.secret_objects(battle.position, 1 - decision.player)
                forbidden = {id(thing) for thing in hidden}
                found = [
                    type(thing).__name__
                    for thing in reachable(decision, battle.view(decision.player))
                    if id(thing) in forbidden
                ]
                assert not found, f"{decision.kind} leads to {found}"

    def test_a_trial_is_the_same_battle_to_its_player_and_nobody_elses_secret_is_in_it(self, seed: int) -> None:
        differs = 0
        for battle in self.moments(seed):
            for decision in battle.decisions:
                player = decision.player
                twin = battle.trial(player, 1)
                assert twin.view(player).fingerprint() == battle.view(player).fingerprint()
                assert self.told(twin.asked(player)) == self.told(decision)
                others = [self.secrets(one.position, 1 - player) for one in (battle, twin)]
                differs += others[0] != others[1]
                forbidden = {id(thing) for thing in self.secret_objects(battle.position, 1 - player)}
                assert not [thing for thing in reachable(twin) if id(thing) in forbidden]
                go_on(twin, self.ahead, seed)
        assert differs > 0

    def told(self, decision: Decision) -> object:
        """What a decision says to the player it is put to."""
        return (decision.as_data(aid=True), list(decision.options())[:30])


def random_agents(seed: int) -> list[RandomAgent]:
    return [RandomAgent(seed), RandomAgent(seed + 1)]


def go_on(battle: Battle[Any], answers: int, seed: int) -> Battle[Any]:
    """Let random agents give some more answers."""
    agents = random_agents(seed + 50)
    for _ in range(answers):
        if battle.over:
            break
        decision = battle.asked()
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
    return battle


def leads_to_dice(battle: Battle[Any], seed: int) -> bool:
    """Is there, anywhere in the battle, a stream of dice with this seed?"""
    return any(isinstance(thing, Dice) and thing.seed == seed for thing in reachable(battle))
