"""A cluster that somebody else runs, in processes of its own, and what becomes of a study that loses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.lab.helpers import study_data

from musterhall.lab import cluster
from musterhall.lab.cluster import workers_of
from musterhall.lab.findings import Findings
from musterhall.lab.folder import BATCHES
from musterhall.lab.opening import begin, reopen
from musterhall.lab.running import OneProcess, Step, run
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text

TEXT = toml_text(study_data(stop={"seeds": 8, "batch": 1, "early": False}))


class Scheduler(NamedTuple):
    address: str
    process: subprocess.Popen[bytes]


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    file = tmp_path / "scheduler.json"
    process = dask(["scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)], tmp_path)
    try:
        while not (address := written_address(file)):
            assert process.poll() is None, "the scheduler ended by itself"
            time.sleep(0.05)
        yield Scheduler(address, process)
    finally:
        end(process)


@pytest.fixture
def worker(scheduler: Scheduler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cluster, "WORKS_WITHIN", 600.0)  # it comes when it comes
    process = dask(["worker", scheduler.address, "--host", "127.0.0.1", "--nthreads", "1"], tmp_path)
    yield
    end(process)


def written_address(file: Path) -> str:
    """What a scheduler has written about itself; nothing where it has not begun, or is in the middle of it."""
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError):
        return ""


def dask(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """A process as somebody would start it in a shell of their own, with all that it starts in a group of its own."""
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
    return subprocess.Popen(command, cwd=folder, stdout=nowhere, stderr=nowhere, start_new_session=True)


def end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def undisturbed(tmp_path: Path) -> Findings:
    quiet = begin(TEXT, "study.toml", into=tmp_path / "quiet")
    return run(quiet.plan, quiet.folder, OneProcess())


def lines(folder: Path) -> list[bytes]:
    return sorted((folder / BATCHES).read_bytes().splitlines())


@pytest.mark.usefixtures("worker")
def test_a_study_on_a_cluster_is_the_same_and_one_that_loses_its_scheduler_goes_on_elsewhere(
    scheduler: Scheduler, undisturbed: Findings, tmp_path: Path
) -> None:
    whole = begin(TEXT, "study.toml", into=tmp_path / "whole")
    with workers_of(scheduler.address) as workers:
        assert run(whole.plan, whole.folder, workers) == undisturbed
    assert lines(tmp_path / "whole") == lines(tmp_path / "quiet")

    steps: list[Step] = []

    def lose_the_scheduler(step: Step) -> None:
        steps.append(step)
        if len(steps) == 3:
            scheduler.process.kill()
            scheduler.process.wait()

    lost = begin(TEXT, "study.toml", into=tmp_path / "lost")
    with pytest.raises(BadInput) as told, workers_of(scheduler.address) as workers:
        run(lost.plan, lost.folder, workers, lose_the_scheduler)
    assert str(told.value) == (
        f"the scheduler {scheduler.address}: is lost; what was fought is kept, so go on when it is back."
    )
    kept = lines(tmp_path / "lost")
    assert 2 <= len(kept) < 8
    again = reopen(lost.folder)
    assert run(again.plan, again.folder, OneProcess()) == undisturbed
    assert lines(tmp_path / "lost") == lines(tmp_path / "quiet")


def test_a_cluster_without_workers_is_told_in_a_sentence(scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WORKS_WITHIN", 0.2)
    with pytest.raises(BadInput, match="has no workers; start some"), workers_of(scheduler.address):
        pass
