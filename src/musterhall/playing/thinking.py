"""Bots think in processes of their own, a few for all battles, with a time limit for each decision.

A process keeps the battles that it has thought about lately and is told what was answered since. One that takes too
long or dies is replaced by a new one; whoever asked is told, and lets another bot answer.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from musterhall.battle.agents import Agent, ask
from musterhall.battle.decisions import Answer
from musterhall.dice import derived_seed
from musterhall.playing.fighting import Fight
from musterhall.playing.record import Begun, Said
from musterhall.problems import BadInput

log = logging.getLogger("musterhall.playing")

SECONDS = 30.0
"""That a bot may think about one decision; far more than any needs on a quiet machine."""
BATTLES_KEPT = 64
"""By each process: all that a room has at hand, for one that is forgotten is fought again with every question."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot answers, and its reason."""

    answer: Answer
    why: str


@dataclass(frozen=True, slots=True)
class Question:
    """All that a bot's process needs: the battle up to now, whose turn it is, and which bot is asked."""

    battle: str
    begun: Begun
    answers: tuple[Said, ...]
    new_dice: dict[int, int] = field(hash=False)
    player: int
    agent: str
    """By name."""


class NoAnswer(Exception):
    """The bot took too long, failed or died; the sentence says which."""


class Closing(Exception):
    """Nobody thinks here any more; whoever opens the battle next asks the bot again."""


class Thinkers:
    """A pool of processes. The same battle goes to the same process, which remembers it."""

    def __init__(self, processes: int | None = None, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        number = processes or os.cpu_count() or 1
        self._thinkers = [_Thinker() for _ in range(number)]
        self._threads = [ThreadPoolExecutor(1, f"musterhall-bot-{one}") for one in range(number)]

    def ask(self, question: Question, then: Callable[[Thought | NoAnswer], None]) -> None:
        """Let a bot think, and hand what comes of it to `then`, in a thread of ours."""
        number = derived_seed(question.battle) % len(self._thinkers)
        self._threads[number].submit(self._think, self._thinkers[number], question, then)

    def close(self) -> None:
        for threads in self._threads:
            threads.shutdown(wait=False, cancel_futures=True)
        for thinker in self._thinkers:
            thinker.stop()

    def _think(self, thinker: _Thinker, question: Question, then: Callable[[Thought | NoAnswer], None]) -> None:
        try:
            thought: Thought | NoAnswer = thinker.think(question, self._seconds)
        except NoAnswer as none:
            thought = none
        except Closing:
            return
        try:
            then(thought)
        except Exception:
            # Nobody waits for this thread's result: what is not told here is told nowhere.
            log.exception("%s: what %s thought could not be used", question.battle, question.agent)


class _Thinker:
    """One process, started when it is first needed and again whenever it is gone."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def think(self, question: Question, seconds: float) -> Thought:
        line = self._connected()
        try:
            line.send(question)
            if not line.poll(seconds):
                self._end()
                raise NoAnswer(f"{question.agent} thought for more than {seconds:g} seconds")
            answer = line.recv()
        except (EOFError, OSError):
            self._end()
            if self._stopped:
                raise Closing from None
            raise NoAnswer(f"{question.agent} stopped in mid-thought") from None
        if isinstance(answer, Thought):
            return answer
        raise NoAnswer(str(answer))

    def stop(self) -> None:
        self._stopped = True
        self._end()

    def _connected(self) -> Connection:
        with self._lock:
            if self._stopped:
                raise Closing
            if self._line is None or self._process is None or not self._process.is_alive():
                # Spawned, because a copy of a process with threads may find their locks taken for ever.
                context = multiprocessing.get_context("spawn")
                self._line, theirs = context.Pipe()
                self._process = context.Process(target=_think_for_ever, args=(theirs,), daemon=True)
                with _unmoved_by_ctrl_c():
                    self._process.start()
                theirs.close()
            return self._line

    def _end(self) -> None:
        with self._lock:
            process, line = self._process, self._line
            self._process = self._line = None
        if process is not None:
            process.kill()
            process.join()
        if line is not None:
            line.close()


@contextmanager
def _unmoved_by_ctrl_c() -> Iterator[None]:
    """A process that begins meanwhile never hears Ctrl-C, which a terminal sends to all of a program's processes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it lets Ctrl-C through again when it begins itself
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Mind:
    """What a process remembers: battles as far as they went, and the bots that play in them."""

    def __init__(self) -> None:
        self._fights: OrderedDict[str, Fight] = OrderedDict()
        self._agents: dict[tuple[str, int, str], Agent] = {}

    def answer(self, question: Question) -> Thought:
        fight = self._fight(question)
        fight.catch_up(list(question.answers), question.new_dice)
        agent, decision = self._agent(question, fight), fight.battle.asked(question.player)
        given = json.loads(json.dumps(ask(agent, fight.battle, decision)))
        decision.check(given)
        return Thought(given, agent.why)

    def _fight(self, question: Question) -> Fight:
        if question.battle not in self._fights:
            self._fights[question.battle] = Fight(question.battle, question.begun, recording=False)
        self._fights.move_to_end(question.battle)
        while len(self._fights) > BATTLES_KEPT:
            gone, _ = self._fights.popitem(last=False)
            self._agents = {key: agent for key, agent in self._agents.items() if key[0] != gone}
        return self._fights[question.battle]

    def _agent(self, question: Question, fight: Fight) -> Agent:
        key = (question.battle, question.player, question.agent)
        if key not in self._agents:
            seed = derived_seed("bot", question.begun.seed, question.player)
            self._agents[key] = fight.battles.agent(question.agent, seed)
        return self._agents[key]


def _think_for_ever(line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be kept away from the beginning
    mind = Mind()
    while True:
        try:
            question: Question = line.recv()
        except EOFError:
            return
        line.send(_answered(mind, question))


def _answered(mind: Mind, question: Question) -> Any:
    try:
        return mind.answer(question)
    except BadInput as problem:
        return f"{question.agent} gave no legal answer: {problem}"
    except Exception as error:
        # Whatever goes wrong in a bot must not stop a battle; the sentence goes into its journal.
        return f"{question.agent} failed: {error!r}"
