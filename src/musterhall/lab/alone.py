"""A study run by a process of its own, for a hall that shows it while it goes on.

`python -m musterhall.lab.alone FOLDER` goes on with the study in a folder, and writes every few seconds how it
stands. It ends when the process that began it does; what was fought is kept.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from musterhall.aside import start_aside, stay_aside
from musterhall.lab.findings import UNCLEAR, Comparison
from musterhall.lab.folder import PRICES, StudyFolder
from musterhall.lab.in_words import figures_told, state_told
from musterhall.lab.opening import OpenStudy, reopen
from musterhall.lab.pictures import can_draw, differences_picture
from musterhall.lab.plan import require_shipped_agent
from musterhall.lab.prices.report import COSTS, pictures, write_prices
from musterhall.lab.prices.report import state_told as prices_state
from musterhall.lab.prices.running import run_prices
from musterhall.lab.prices.study import OpenPrices, reopen_prices
from musterhall.lab.report import write_report
from musterhall.lab.running import OneProcess, Step, findings_of, run
from musterhall.problems import BadInput
from musterhall.store.home import write_whole

NOW = "now.json"
EVERY = 2.0
"""Seconds between two looks of whoever watches."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One comparison, as a page shows it."""

    kind: str
    short: str
    figures: str


@dataclass(frozen=True, slots=True)
class Now:
    """How a study stands, for a page."""

    battles: int = 0
    most: int = 0
    rate: float = 0.0
    """Battles a second."""
    over: bool = False
    problem: str = ""
    state: str = ""
    verdicts: list[Verdict] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)

    @property
    def seconds_left(self) -> int | None:
        """If nothing ends it early."""
        return round((self.most - self.battles) / self.rate) if self.rate and not self.over else None


def read_now(folder: StudyFolder) -> Now:
    """How a study stood when somebody last wrote it down."""
    try:
        data = json.loads((folder.path / NOW).read_text(encoding="utf-8"))
        return Now(**{**data, "verdicts": [Verdict(**one) for one in data["verdicts"]]})
    except (OSError, ValueError, TypeError, KeyError):
        # It was run at a terminal.
        return Now(folder.battles(), folder.about().most, over=(folder.path / COSTS).is_file())


def start(folder: StudyFolder) -> subprocess.Popen[bytes]:
    """Go on with a study aside; whoever started it may end it."""
    write_now(folder, Now(folder.battles(), folder.about().most))
    return start_aside("musterhall.lab.alone", str(folder.path))


def write_now(folder: StudyFolder, now: Now) -> None:
    write_whole(folder.path / NOW, json.dumps(asdict(now), ensure_ascii=False))


class _Teller:
    """Writes down how a study stands, not too often."""

    def __init__(self, opened: OpenStudy) -> None:
        self._opened = opened
        self._began = self._last = time.monotonic()
        self._first: int | None = None

    def follow(self, step: Step) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first = step.battles
        if now - self._last < EVERY:
            return
        rate = (step.battles - self._first) / (now - self._began)
        found = step.reckoning.comparisons() if step.reckoning.looks else ()
        self._write(step.battles, rate, over=False, comparisons=found)
        self._last = time.monotonic()

    def end(self) -> None:
        findings = findings_of(self._opened.plan, self._opened.folder)
        write_report(self._opened, findings)
        told = state_told(findings, self._opened.plan)
        self._write(findings.battles, 0.0, over=True, comparisons=findings.comparisons, state=told)

    def _write(
        self, battles: int, rate: float, *, over: bool, comparisons: tuple[Comparison, ...], state: str = ""
    ) -> None:
        plan = self._opened.plan
        measures = dict.fromkeys(one.measure for one in comparisons)
        pictures = [differences_picture(plan, comparisons, one) for one in measures] if can_draw() else []
        verdicts = [_verdict(self._opened, one) for one in comparisons]
        write_now(
            self._opened.folder, Now(battles, plan.battles(), round(rate, 1), over, "", state, verdicts, pictures)
        )


def _find_prices(opened: OpenPrices) -> None:
    """Find prices, and write down how far it is, not too often."""
    most, began, first = opened.study.battles(), time.monotonic(), opened.folder.battles()
    last = began - EVERY
    stages: dict[str, int] = {}

    def follow(stage: str, done: int, of: int) -> None:
        nonlocal last
        stages[stage] = done
        if (now := time.monotonic()) - last < EVERY:
            return
        fought = sum(stages.values())
        rate = max(0, fought - first) / (now - began) if now > began else 0.0
        write_now(opened.folder, Now(fought, most, round(rate, 1)))
        last = now

    findings = run_prices(opened, OneProcess(), follow)
    write_prices(opened, findings)
    drawn = [svg for _, svg in pictures(findings)] if can_draw() else []
    verdict = Verdict(UNCLEAR, "At these prices", findings.after.told())
    state = prices_state(opened, findings)
    write_now(opened.folder, Now(findings.battles, most, over=True, state=state, verdicts=[verdict], pictures=drawn))


def _verdict(opened: OpenStudy, one: Comparison) -> Verdict:
    where = f" ({opened.plan.settings[one.setting].told()})" if len(opened.plan.settings) > 1 else ""
    mark = " The agents disagree about this." if one.disputed else ""
    short = f"{opened.plan.arms[one.arm]}{where}: {one.told()}"
    return Verdict(one.verdict, short, f"{figures_told(one, opened.plan)}{mark}")


def main(path: str) -> None:
    folder = StudyFolder(Path(path))
    try:
        if folder.about().kind == PRICES:
            _find_prices(reopen_prices(folder, require_shipped_agent))
            return
        opened = reopen(folder)
        teller = _Teller(opened)
        run(opened.plan, folder, OneProcess(), teller.follow)
        teller.end()
    except BadInput as problem:
        write_now(folder, Now(problem=str(problem)))


if __name__ == "__main__":
    stay_aside()
    main(sys.argv[1])
