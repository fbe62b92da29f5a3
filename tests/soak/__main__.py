"""`make soak`: tries everything by turns for twenty minutes and says what it tried. Ends with 1 if anything failed."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.battles import random_battle
from tests.soak.running import Failure, report, try_all
from tests.soak.trials import all_trials


def main(words: list[str]) -> int:
    trials = {one.name: one for one in all_trials()}
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0, help="how long trials are begun (usually 20)")
    parser.add_argument("--times", type=int, help="how often each is tried at the most")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many trials are made at once")
    parser.add_argument("--only", choices=trials, action="append", help="only this trial, or these")
    parser.add_argument("--list", action="store_true", help="say what is tried, and try nothing")
    given = parser.parse_args(words)
    wanted = [trials[name] for name in given.only or trials]
    if given.list:
        print("\n".join(f"{one.name}: {one.about}" for one in wanted))
        return 0
    random_battle(0)  # what is loaded and compiled here need not be in every process
    with TemporaryDirectory() as home:
        # Nothing that is tried reads or writes what belongs to whoever tries it.
        os.environ["MUSTER_HOME"] = str(Path(home))
        tried = try_all(wanted, given.seed, 60 * given.minutes, given.jobs, times=given.times)
    print("\n".join(report(tried, _again)))
    return 1 if any(one.failures or one.missing for one in tried) else 0


def _again(failure: Failure) -> str:
    return f'python -m tests.soak --only "{failure.trial}" --seed {failure.seed} --minutes 0.01 --jobs 1'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
