"""kill -9 of whoever runs a study or fights for it, at any moment; what it comes to is the same, byte for byte."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.lab.helpers import study_data
from tests.soak.trials import trial

from musterhall.lab import report
from musterhall.lab.folder import BATCHES, StudyFolder
from musterhall.lab.opening import begin, reopen
from musterhall.lab.report import CSV, FINDINGS, PARQUET, REPORT, write_report
from musterhall.lab.running import OneProcess, run
from musterhall.toml_text import toml_text

SEEDS = 10
TEXT = toml_text(study_data(stop={"seeds": SEEDS, "batch": 1, "early": False}))
NAME = "study.toml"
DRIVERS = 4
"""Runs that are killed one after the other, unless the study ends before."""


@trial("killed studies")
def killed_drivers(seed: int) -> None:
    """A study whose process is killed time after time ends with the same files as one that nobody disturbed."""
    moments = random.Random(seed)
    with TemporaryDirectory() as home:
        folder = begin(TEXT, NAME, into=Path(home, "study")).folder
        for _ in range(DRIVERS):
            _kill_a_driver(folder, moments)
        assert _ended(folder) == _undisturbed()
        assert (folder.path / BATCHES).read_bytes() == _undisturbed_batches()


@trial("killed workers of studies", sample=1)
def killed_workers(seed: int) -> None:
    """A study whose workers are killed, and then its driver, ends with the same files as one that nobody disturbed."""
    moments = random.Random(seed)
    with TemporaryDirectory() as home:
        folder = StudyFolder(Path(home, "study"))
        Path(home, NAME).write_text(TEXT, encoding="utf-8")
        words = ["study", "run", str(Path(home, NAME)), "--into", str(folder.path), "--jobs", "2"]
        quiet = subprocess.DEVNULL
        driver = subprocess.Popen(
            [sys.executable, "-m", "musterhall.cli.main", *words], stdout=quiet, stderr=quiet, start_new_session=True
        )
        try:
            for number in sorted(moments.sample(range(SEEDS), 3)):
                _wait_for_batches(folder, number, driver)
                time.sleep(moments.uniform(0, 0.3))
                _kill_a_worker(driver, moments)
            _wait_for_batches(folder, moments.randrange(SEEDS), driver)
        finally:
            driver.kill()
            driver.wait()
        if not folder.there:  # it was killed before it had begun
            begin(TEXT, NAME, into=folder.path)
        assert _ended(folder) == _undisturbed()
        assert sorted((folder.path / BATCHES).read_bytes().splitlines()) == sorted(_undisturbed_batches().splitlines())


def _kill_a_driver(folder: StudyFolder, moments: random.Random) -> None:
    """Let a child go on with the study, and kill it when it has told of some batches, or while it begins."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            study = reopen(folder)
            run(study.plan, folder, OneProcess(), lambda step: _tell(writing))
        finally:
            os._exit(0)
    os.close(writing)
    for _ in range(moments.choice((0, 1, 2, 2, 3))):
        os.read(reading, 1)
    time.sleep(moments.uniform(0, 0.2))
    os.kill(child, signal.SIGKILL)
    os.close(reading)
    os.waitpid(child, 0)


def _tell(writing: int) -> None:
    os.write(writing, b".")


def _kill_a_worker(driver: subprocess.Popen[bytes], moments: random.Random) -> None:
    """Kill one of the driver's workers, if there is any at this moment."""
    try:
        children = Path(f"/proc/{driver.pid}/task/{driver.pid}/children").read_text(encoding="utf-8").split()
        workers = [one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
        if workers:
            os.kill(int(moments.choice(workers)), signal.SIGKILL)
    except (FileNotFoundError, ProcessLookupError):
        return  # it ended while we looked


def _wait_for_batches(folder: StudyFolder, number: int, driver: subprocess.Popen[bytes]) -> None:
    file = folder.path / BATCHES
    while driver.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < number):
        time.sleep(0.02)


def _ended(folder: StudyFolder) -> Mapping[str, bytes]:
    """The files that a study leaves behind, once it was run to its end."""
    study = reopen(folder)
    findings = run(study.plan, folder, OneProcess())
    with patch.object(report, "can_draw", return_value=False):  # drawing takes longer than all battles
        write_report(study, findings)
    return {name: (folder.path / name).read_bytes() for name in (REPORT, FINDINGS, CSV, PARQUET)}


@cache
def _quiet_study() -> tuple[Mapping[str, bytes], bytes]:
    with TemporaryDirectory() as home:
        folder = begin(TEXT, NAME, into=Path(home, "study")).folder
        return _ended(folder), (folder.path / BATCHES).read_bytes()


def _undisturbed() -> Mapping[str, bytes]:
    return _quiet_study()[0]


def _undisturbed_batches() -> bytes:
    return _quiet_study()[1]
