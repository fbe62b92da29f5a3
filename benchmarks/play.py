"""Battles that people play: twenty at once against `captain`, through a real server.

Each person answers as `drill` would, a little after being asked; what is timed is what they then wait for: from sending
an answer until the next question is there. The server, its bots and the twenty share the machine. What a person would
answer is worked out in a process of its own, so that nobody's watch stands still while another makes up their mind.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.web.serving import running

from benchmarks.web_load import p95
from musterhall.battle.decisions import Answer
from musterhall.playing.record import Record, Said, opened
from musterhall.playing.thinking import Mind, Question
from musterhall.store.journals import Store
from musterhall.store.opening import open_store
from musterhall.web.bounds import USUAL

GAME, BOT, PERSON_PLAYS_AS = "the_game", "captain", "drill"
PERSON, OTHER = 0, 1
BATTLES = 20
ANSWERS = 40
"""Of each person."""
PAUSE = 2.0
"""Seconds in which a person makes up their mind: quicker than people are."""
MOST_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Wait:
    """From a person's answer to the next question, in seconds, and which answers had been given at either end."""

    seconds: float
    answered: int
    asked: int


@dataclass(frozen=True, slots=True)
class Measured:
    """Times in seconds."""

    battles: int
    waits: list[float]
    thinking: list[float]
    """What the bot itself thought in each of these waits."""

    def told(self) -> str:
        median, late = _median_and_p95(self.waits)
        bots, bots_late = _median_and_p95(self.thinking)
        return f"median {median} and p95 {late} of {len(self.waits)}; {BOT} itself thinks {bots} and {bots_late} of it"


def measure() -> Measured:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        db = str(folder / "hall.db")
        with running(folder, db) as server, open_store(db) as store:
            people = asyncio.run(_all_play(server.url, store))
        with open_store(db) as store:
            thinking = [spent for person in people for spent in _thinking(_record(store, person.battle), person.waits)]
    waits = [wait.seconds for person in people for wait in person.waits]
    return Measured(len(people), waits, thinking)


@dataclass(slots=True)
class Person:
    """Somebody at a page: hears what is new, looks when there is something, and answers."""

    client: httpx.AsyncClient
    store: Store
    battle: str
    seat: str
    minds: Executor
    waits: list[Wait] = field(default_factory=list)
    frames: int = 0
    version: int = 0

    async def play(self, answers: int, pause: float) -> None:
        async with self.client.stream("GET", f"/api/battles/{self.battle}/stream") as stream:
            news = _versions(stream)
            state = await self._asked(news)
            while len(self.waits) < answers and not state["over"]:
                await asyncio.sleep(pause)
                record = await asyncio.to_thread(_record, self.store, self.battle)
                known = len(record.answers)
                question = _question(self.battle, record, known, PERSON, PERSON_PLAYS_AS)
                answer = await asyncio.get_running_loop().run_in_executor(self.minds, _drills_answer, question)
                begun = time.perf_counter()
                await self.call("/answer", {"answer": answer, "answers": known})
                state = await self._asked(news)
                self.waits.append(Wait(time.perf_counter() - begun, known, state["answers"]))

    async def _asked(self, news: AsyncIterator[int]) -> dict[str, Any]:
        """What the page is told when the next question is there, or the end."""
        while True:
            state = await self.call(f"/news?after={self.frames}")
            self.frames, self.version = state["begin"] + len(state["frames"]), state["version"]
            if state["asked"] or state["over"]:
                return state
            while await anext(news) == self.version:
                pass

    async def call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Muster-Seat": self.seat}
        method = "GET" if body is None else "POST"
        answer = await self.client.request(method, f"/api/battles/{self.battle}{path}", headers=headers, json=body)
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found


async def _all_play(url: str, store: Store) -> list[Person]:
    with making_up_minds() as minds:
        async with visiting(url) as client:
            people = [await seated(client, store, minds, BOT, table_seed=table) for table in range(BATTLES)]
            await asyncio.gather(*(person.play(ANSWERS, PAUSE) for person in people))
    return people


def making_up_minds() -> Executor:
    """Where people think: one process, which remembers every battle."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


_MIND = Mind()


def _drills_answer(question: Question) -> Answer:
    return _MIND.answer(question).answer


def visiting(url: str) -> httpx.AsyncClient:
    """A client with as many lines as it needs, each given up before the server cuts it off."""
    limits = httpx.Limits(max_connections=None, keepalive_expiry=USUAL.idle_seconds / 2)
    return httpx.AsyncClient(base_url=url, timeout=MOST_SECONDS, trust_env=False, limits=limits)


async def seated(client: httpx.AsyncClient, store: Store, minds: Executor, against: str, **wishes: object) -> Person:
    """Somebody who has begun a battle against this bot."""
    seats = [{"by": "person", "name": "Ann"}, {"by": "bot", "name": against}]
    body = {"game": GAME, "seats": seats, **wishes}
    begun = await client.post("/api/battles", json=body, headers={"Muster-Seat": ""})
    assert begun.is_success, begun.text
    found = begun.json()
    return Person(client, store, found["battle"], found["seats"][str(PERSON)], minds)


async def _versions(stream: httpx.Response) -> AsyncIterator[int]:
    """The numbers that a page is sent whenever something was written."""
    async for line in stream.aiter_lines():
        if line.startswith("data:") and "version" in line:
            yield json.loads(line.removeprefix("data:"))["version"]


def _record(store: Store, battle: str) -> Record:
    first, *rest = store.entries(battle)
    record = opened(first)
    for entry in rest:
        record.apply(entry)
    return record


def _question(battle: str, record: Record, answers: int, player: int, agent: str) -> Question:
    return Question(battle, record.begun, tuple(record.answers[:answers]), record.new_dice, player, agent)


def _thinking(record: Record, waits: list[Wait]) -> list[float]:
    """What the bot thought in each wait, thought again in this process, where nothing else goes on.

    The answer before the speed: it must come to what stands in the journal.
    """
    assert record.answers, "nobody has answered"
    mind, spent = Mind(), dict[int, float]()
    for number, said in enumerate(record.answers):
        if said.player == OTHER:
            spent[number] = _thought_again(mind, record, number, said)
    return [sum(spent.get(number, 0.0) for number in range(wait.answered, wait.asked)) for wait in waits]


def _thought_again(mind: Mind, record: Record, number: int, said: Said) -> float:
    begun = time.perf_counter()
    thought = mind.answer(_question("again", record, number, OTHER, BOT))
    seconds = time.perf_counter() - begun
    assert thought.answer == said.answer, f"answer {number}: the journal has {said.answer}, not {thought.answer}"
    return seconds


def _median_and_p95(seconds: list[float]) -> tuple[str, str]:
    return f"{statistics.median(seconds) * 1000:.0f} ms", f"{p95(seconds) * 1000:.0f} ms"


if __name__ == "__main__":
    print(measure().told())
