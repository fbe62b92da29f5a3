"""Studies: what workers cost beside plain processes, and a whole study from its file to its report."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from musterhall.lab.cluster import local_workers
from musterhall.lab.fighting import Done, fight_batch
from musterhall.lab.opening import begin, plan_of
from musterhall.lab.plan import Batch, Plan
from musterhall.lab.report import write_report
from musterhall.lab.running import run
from musterhall.toml_text import toml_text

PROCESSES = 2
BATCHES = 24
STUDY_SEEDS = 500


def workers_beside_processes(batches: int = BATCHES) -> tuple[float, float]:
    """Battles a second on two workers, and by two processes that share the same batches without anything between."""
    plan = plan_of(_study(batches * 10), "bench.toml")
    wanted = list(chain.from_iterable(plan.looks()))[: batches + PROCESSES * 2]
    return _by_workers(plan, wanted), _by_processes(plan, wanted)


def whole_study(seeds: int = STUDY_SEEDS) -> tuple[int, float]:
    """Battles and seconds of a study with its report, workers started and all."""
    start = perf_counter()
    with tempfile.TemporaryDirectory() as folder, local_workers(PROCESSES) as workers:
        study = begin(_study(seeds), "bench.toml", into=Path(folder) / "study")
        findings = run(study.plan, study.folder, workers)
        write_report(study, findings)
    return findings.battles, perf_counter() - start


def _by_workers(plan: Plan, batches: list[Batch]) -> float:
    with local_workers(PROCESSES) as workers:
        list(workers.fight(plan, iter(batches[: PROCESSES * 2])))  # each has its rules and the plan after these
        return _rate(
            lambda: [one for one in workers.fight(plan, iter(batches[PROCESSES * 2 :])) if isinstance(one, Done)]
        )


def _by_processes(plan: Plan, batches: list[Batch]) -> float:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        shares = [batches[PROCESSES * 2 :][at::PROCESSES] for at in range(PROCESSES)]
        list(pool.map(_fight_all, [plan] * PROCESSES, [[one] for one in batches[:PROCESSES]]))
        return _rate(lambda: list(chain.from_iterable(pool.map(_fight_all, [plan] * PROCESSES, shares))))


def _fight_all(plan: Plan, batches: list[Batch]) -> list[Done]:
    return [fight_batch(plan, batch) for batch in batches]


def _rate(fight: Callable[[], list[Done]]) -> float:
    start = perf_counter()
    done = fight()
    return sum(len(one.rows) for one in done) / (perf_counter() - start)


def _study(seeds: int) -> str:
    return toml_text(
        {
            "question": "Does it matter which die meets which unit?",
            "game": "the_game",
            "always": {"red": "humanxx-1000", "blue": "orc-hegemony-1000", "agents": ["drill"]},
            "factors": {"variants": {"die_allocation": ["highest_to_nearest", "easiest_kill_first"]}},
            "stop": {"seeds": seeds, "early": False},
        }
    )
