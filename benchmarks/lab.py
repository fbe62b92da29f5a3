"""Studies: what workers cost beside plain processes, and a whole study from its file to its report."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from musterhall.lab.cluster import local_workers
from musterhall.lab.fighting import Done, fight_batch
from musterhall.lab.opening import begin, plan_of
from musterhall.lab.plan import Batch, Plan
from musterhall.lab.report import CSV, REPORT, write_report
from musterhall.lab.running import run
from musterhall.toml_text import toml_text

PROCESSES = 2
BATCHES = 24
ARMS, SIDES = 2, 2
SEEDS_A_BATCH = 10
STUDY_SEEDS = 500
"""2,000 battles, in both arms and from both sides."""


def workers_beside_processes(batches: int = BATCHES) -> tuple[float, float]:
    """Battles a second on two workers, and by two processes that share the same batches without anything between."""
    warm = PROCESSES * 2
    plan = plan_of(_study((batches + warm) * SEEDS_A_BATCH), "bench.toml")
    timed = list(chain.from_iterable(plan.looks()))
    by_workers = _by_workers(plan, timed[:warm], timed[warm:])
    by_processes = _by_processes(plan, timed[:PROCESSES], timed[warm:])
    fought = sorted(by_processes.done, key=lambda one: one.key)
    assert len(fought) == batches, "a batch is missing"
    assert sorted(by_workers.done, key=lambda one: one.key) == fought, "workers fought other battles than processes"
    return by_workers.rate, by_processes.rate


def whole_study(seeds: int = STUDY_SEEDS) -> tuple[int, float]:
    """Battles and seconds of a study with its report, workers started and all."""
    start = perf_counter()
    with tempfile.TemporaryDirectory() as folder, local_workers(PROCESSES) as workers:
        study = begin(_study(seeds), "bench.toml", into=Path(folder) / "study")
        findings = run(study.plan, study.folder, workers)
        write_report(study, findings)
        seconds = perf_counter() - start
        assert findings.over, "the study did not end"
        assert not findings.failed, "a battle could not be fought"
        assert not findings.left_out, "a batch was left out"
        assert findings.battles == study.plan.battles() == seeds * ARMS * SIDES, "battles are missing"
        rows = (study.folder.path / CSV).read_text(encoding="utf-8").count("\n") - 1
        assert rows == findings.battles, "the table has other battles than the study"
        assert (study.folder.path / REPORT).is_file(), "there is no report"
    return findings.battles, seconds


class Timed(NamedTuple):
    done: list[Done]
    rate: float
    """Battles a second."""


def _by_workers(plan: Plan, warm: list[Batch], timed: list[Batch]) -> Timed:
    with local_workers(PROCESSES) as workers:
        list(workers.fight(plan, iter(warm)))  # each has its rules and the plan after these
        return _timed(lambda: [one for one in workers.fight(plan, iter(timed)) if isinstance(one, Done)])


def _by_processes(plan: Plan, warm: list[Batch], timed: list[Batch]) -> Timed:
    with ExitStack() as stack:
        # A pool for each, because one pool might let the same process do all that is to warm both up.
        spawn = get_context("spawn")
        pools = [stack.enter_context(ProcessPoolExecutor(1, mp_context=spawn)) for _ in range(PROCESSES)]
        for ready in [pool.submit(_fight_all, plan, [one]) for pool, one in zip(pools, warm, strict=True)]:
            ready.result()

        def fight() -> list[Done]:
            shares = [pool.submit(_fight_all, plan, timed[at::PROCESSES]) for at, pool in enumerate(pools)]
            return list(chain.from_iterable(share.result() for share in shares))

        return _timed(fight)


def _fight_all(plan: Plan, batches: list[Batch]) -> list[Done]:
    return [fight_batch(plan, batch) for batch in batches]


def _timed(fight: Callable[[], list[Done]]) -> Timed:
    start = perf_counter()
    done = fight()
    return Timed(done, sum(len(one.rows) for one in done) / (perf_counter() - start))


def _study(seeds: int) -> str:
    return toml_text(
        {
            "question": "Does it matter which die meets which unit?",
            "game": "the_game",
            "always": {"red": "humanxx-1000", "blue": "orc-hegemony-1000", "agents": ["drill"]},
            "factors": {"variants": {"die_allocation": ["highest_to_nearest", "easiest_kill_first"]}},
            "stop": {"seeds": seeds, "batch": SEEDS_A_BATCH, "early": False},
        }
    )
