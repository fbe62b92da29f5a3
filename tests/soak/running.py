"""Trials by turns until the time is up, each in a process of its own, so that none can hang or spoil the others."""

from __future__ import annotations

import multiprocessing
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess

from tests.soak.trials import Trial

FORK = multiprocessing.get_context("fork")
LONGEST = 120.0
"""Seconds after which a trial counts as one that never ends."""


@dataclass(frozen=True, slots=True)
class Failure:
    trial: str
    seed: int
    reason: str


@dataclass(slots=True)
class Tried:
    """How often a trial was made, how long it took, and with which seeds it failed."""

    trial: Trial
    times: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    """What occurred, where the trial counts it."""

    @property
    def missing(self) -> list[str]:
        """What should have occurred by now and has not."""
        wanted = self.trial.wanted() if self.trial.within and self.times >= self.trial.within else {}
        return [name for name in wanted if not self.counts[name]]

    def add(self, seed: int, seconds: float, reason: str, counts: Counter[str] | None = None) -> None:
        self.times += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        self.counts.update(counts or {})
        if reason:
            self.failures.append(Failure(self.trial.name, seed, reason))


@dataclass(frozen=True, slots=True)
class _Attempt:
    tried: Tried
    seed: int
    process: ForkProcess
    heard: Connection
    begun: float


def try_all(
    trials: Sequence[Trial],
    first_seed: int,
    seconds: float,
    jobs: int,
    longest: float = LONGEST,
    times: int | None = None,
) -> list[Tried]:
    """Every trial with one seed, then with the next, until the time is up or each was made so many times.

    What has begun by then may end.
    """
    tried = {one.name: Tried(one) for one in trials}
    seeds = count(first_seed) if times is None else range(first_seed, first_seed + times)
    order = ((tried[one.name], seed) for seed in seeds for one in trials)
    until = time.monotonic() + seconds
    at_work: list[_Attempt] = []
    while True:
        while len(at_work) < jobs and time.monotonic() < until and (following := next(order, None)) is not None:
            at_work.append(_begin(*following))
        if not at_work:
            return list(tried.values())
        wait([attempt.heard for attempt in at_work], timeout=1.0)
        at_work = [attempt for attempt in at_work if not _ended(attempt, longest)]


def report(tried: Sequence[Tried], again: Callable[[Failure], str]) -> Iterator[str]:
    """The table of what was tried, and below it every failure with the command that shows it again."""
    rows = [("trial", "tried", "failed", "seconds", "longest")]
    rows += [(t.trial.name, str(t.times), str(len(t.failures)), f"{t.seconds:.1f}", f"{t.longest:.1f}") for t in tried]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        cells = [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *cells])
    for t in tried:
        yield from _occurrences(t)
    for failure in (one for t in tried for one in t.failures):
        yield f"\n{failure.trial}, seed {failure.seed}: try it again with `{again(failure)}`\n{failure.reason}"


def _occurrences(tried: Tried) -> Iterator[str]:
    """How often each thing occurred that the trial wants to see, if it wants any."""
    wanted = tried.trial.wanted()
    if wanted and tried.times:
        yield f"\n{tried.trial.name}: what occurred in {tried.times}"
        for name, title in wanted.items():
            yield f"  {name:<6} {title:<24} {tried.counts[name]:>8}"
    if tried.missing:
        yield f"  These should have occurred in {tried.trial.within}: {', '.join(tried.missing)}"


def _begin(tried: Tried, seed: int) -> _Attempt:
    heard, telling = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_attempt, args=(tried.trial, seed, telling))
    process.start()
    telling.close()
    return _Attempt(tried, seed, process, heard, time.monotonic())


def _attempt(trial: Trial, seed: int, telling: Connection) -> None:
    _say_nothing()
    try:
        telling.send(("", trial.run(seed)))
    except BaseException:
        telling.send((traceback.format_exc(), None))


def _say_nothing() -> None:
    """Servers and solvers talk while they are tried; what went wrong goes through the pipe."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _ended(attempt: _Attempt, longest: float) -> bool:
    """Whether the trial is over, in one way or another; if so it is counted."""
    seconds, counts = time.monotonic() - attempt.begun, None
    if attempt.heard.poll():
        reason, counts = _told(attempt)
    elif seconds > longest:
        reason = f"It had not ended after {longest:g} seconds."
        attempt.process.kill()
    else:
        return False
    attempt.process.join()
    attempt.heard.close()
    attempt.tried.add(attempt.seed, seconds, reason, counts)
    return True


def _told(attempt: _Attempt) -> tuple[str, Counter[str] | None]:
    try:
        reason, counts = attempt.heard.recv()
    except EOFError:
        attempt.process.join()
        return f"Its process ended with {attempt.process.exitcode} and said nothing.", None
    return str(reason), counts
