"""Batches fought by workers that die, hang, or are another program's."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.helpers import study_data

from musterhall.cli.own_agents import own_or_named
from musterhall.cli.studies import known_agent
from musterhall.lab import cluster
from musterhall.lab.cluster import Sent, Workers, fight_sent, local_workers, workers_of
from musterhall.lab.folder import BATCHES
from musterhall.lab.opening import begin, plan_of, reopen, study_named
from musterhall.lab.plan import Batch
from musterhall.lab.running import OneProcess, Step, run
from musterhall.lab.versions import Versions, require_same, versions_of
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text

TEXT = toml_text(study_data(stop={"seeds": 12, "batch": 1, "early": False}))
AGENT = """
import os, signal, time
from pathlib import Path

from musterhall.battle.agents import RandomAgent
from musterhall.game.duel import agent_seed

HERE = Path(__file__).parent


class Bomb(RandomAgent):
    def __init__(self, seed):
        super().__init__(seed)
        if seed == agent_seed(2, 0):
            os.kill(os.getpid(), signal.SIGKILL)


class Sleeper(RandomAgent):
    def __init__(self, seed):
        super().__init__(seed)
        if seed == agent_seed(2, 0) and not (HERE / "slept").exists():
            (HERE / "slept").touch()
            time.sleep(600)
"""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with local_workers(2, own_or_named) as found:
        yield found


def small_study(folder: Path, agent: str) -> str:
    (folder / "own.py").write_text(AGENT, encoding="utf-8")
    always = {"red": "humanxx-500", "blue": "orc-hegemony-500", "agents": [f"{folder / 'own.py'}:{agent},random"]}
    return toml_text(study_data(always=always, factors={}, stop={"seeds": 3, "batch": 1, "early": False}))


def lines(folder: Path) -> list[bytes]:
    return sorted((folder / BATCHES).read_bytes().splitlines())


def test_workers_killed_in_mid_study_change_nothing(workers: Workers, tmp_path: Path) -> None:
    quiet = begin(TEXT, "study.toml", into=tmp_path / "quiet")
    undisturbed = run(quiet.plan, quiet.folder, OneProcess())
    disturbed = begin(TEXT, "study.toml", into=tmp_path / "disturbed")
    steps: list[Step] = []

    def kill_somebody(step: Step) -> None:
        steps.append(step)
        if len(steps) in (2, 5):
            os.kill(next(iter(workers._client.run(os.getpid).values())), signal.SIGKILL)

    assert run(disturbed.plan, disturbed.folder, workers, kill_somebody) == undisturbed
    assert lines(tmp_path / "disturbed") == lines(tmp_path / "quiet")


def test_a_batch_that_kills_its_workers_is_named_and_left_out(workers: Workers, tmp_path: Path) -> None:
    study = begin(small_study(tmp_path, "Bomb"), "s.toml", tmp_path, known_agent, into=tmp_path / "a")
    found = run(study.plan, study.folder, workers)
    assert [key for key, _ in found.left_out] == ["0:2+1"]
    assert "seeds 2 to 2" in found.left_out[0][1]
    assert found.arms[0].seeds == 2


def test_a_batch_that_nobody_answers_for_is_sent_again(workers: Workers, tmp_path: Path) -> None:
    text = small_study(tmp_path, "Sleeper")
    study = begin(text, "s.toml", tmp_path, known_agent, into=tmp_path / "a")
    impatient = Workers(workers._client, "workers", own_or_named, patience=4, refill=workers._refill)
    found = run(study.plan, study.folder, impatient)
    assert found.arms[0].seeds == 3
    assert not found.left_out


def test_workers_of_another_version_are_refused_in_a_sentence() -> None:
    plan = plan_of(TEXT, "study.toml")
    own = versions_of(plan.game)
    other = replace(own, rules="0")
    found = fight_sent(Sent(plan.game.name, other, (), b"not even read", Batch(0, 1, 1)), None)
    assert found == own
    assert isinstance(found, Versions)
    with pytest.raises(BadInput, match=r"a worker fought with .*; install the same there"):
        require_same(other, found, "the scheduler: a worker", "install the same there")


def test_an_agent_of_ones_own_must_be_the_same_file_where_it_fights(tmp_path: Path) -> None:
    plan = plan_of(small_study(tmp_path, "Sleeper"), "s.toml", tmp_path, known_agent)
    sent = Sent(plan.game.name, versions_of(plan.game), plan.agent_files, b"", Batch(0, 1, 1))
    (tmp_path / "own.py").write_text(f"{AGENT}\n# changed\n", encoding="utf-8")
    with pytest.raises(BadInput, match="has not the same file"):
        fight_sent(sent, own_or_named)


def test_a_scheduler_that_does_not_answer_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWERS_WITHIN", 0.5)
    with pytest.raises(BadInput, match="does not answer"), workers_of("tcp://127.0.0.1:9"):
        pass


def test_a_scheduler_that_lets_in_and_says_nothing_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWERS_WITHIN", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(BadInput, match="does not answer"), workers_of(address):
            pass


def test_without_dask_workers_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"musterhall\[lab\]"), local_workers(2):
        pass


def test_a_killed_driver_loses_nothing_that_was_counted(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(TEXT, encoding="utf-8")
    quiet = begin(TEXT, "study.toml", into=tmp_path / "quiet")
    undisturbed = run(quiet.plan, quiet.folder, OneProcess())
    killed = tmp_path / "killed"
    words = ["study", "run", str(tmp_path / "study.toml"), "--into", str(killed), "--jobs", "2"]
    driver = subprocess.Popen([sys.executable, "-m", "musterhall.cli.main", *words], stdout=subprocess.DEVNULL)
    try:
        while driver.poll() is None and not _has_lines(killed / BATCHES, 2):
            time.sleep(0.05)
    finally:
        driver.kill()
        driver.wait()
    before = (killed / BATCHES).read_bytes()
    again = reopen(study_named(str(killed)))
    assert run(again.plan, again.folder, OneProcess()) == undisturbed
    assert (killed / BATCHES).read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert lines(killed) == lines(tmp_path / "quiet")


def _has_lines(file: Path, number: int) -> bool:
    return file.exists() and file.read_bytes().count(b"\n") >= number
