"""What a study of prices leaves behind: a costs file, a table, and a page that needs nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from musterhall.game.pricing import CostsFile, FoundPrice
from musterhall.lab.page import page
from musterhall.lab.pictures import can_draw, for_all_screens, intervals_picture
from musterhall.lab.prices.running import PriceFindings
from musterhall.lab.prices.study import OpenPrices
from musterhall.lab.report import EXTRA
from musterhall.store.home import write_whole
from musterhall.tally import counted
from musterhall.toml_text import toml_text

COSTS, TABLE, REPORT = "costs.toml", "prices.csv", "report.html"
NOT_MEASURED = "not measured"


def write_prices(opened: OpenPrices, findings: PriceFindings) -> Path:
    """Write all of it into the study's folder; where the costs are."""
    folder = opened.folder.path
    write_whole(folder / TABLE, csv_text(findings))
    write_whole(folder / REPORT, report_page(opened, findings))
    write_whole(folder / COSTS, costs_text(opened, findings))
    return folder / COSTS


def has_ended(opened: OpenPrices) -> bool:
    """Whether the prices are there: they are written last, and together."""
    return (opened.folder.path / COSTS).is_file()


def command(opened: OpenPrices) -> str:
    """The command that finds these prices again."""
    study = opened.study
    words = ["muster study prices", opened.game.name.replace("_", "-"), "--pairs", str(study.pairs)]
    words += ["--seeds", str(study.seeds), "--agents", f"'{' '.join(study.agents)}'"]
    if study.scenarios != [""]:
        words += [word for one in study.scenarios for word in ("--scenario", one)]
    if study.points != opened.pricing.points:
        words += ["--points", str(study.points)]
    return " ".join(words)


def costs_text(opened: OpenPrices, findings: PriceFindings) -> str:
    """The costs file."""
    fit = findings.fit
    rows = [
        FoundPrice(
            of=one.key,
            cost=round(float(fit.price[at]), 1),
            low=round(float(fit.low[at]), 1) if findings.measured(at) else None,
            high=round(float(fit.high[at]), 1) if findings.measured(at) else None,
            measured=findings.measured(at),
        )
        for at, one in enumerate(findings.priced)
    ]
    file = CostsFile(
        game=opened.game.name,
        study=opened.digest,
        made_by=command(opened),
        battles=findings.battles,
        checked=findings.after.told(),
        price=rows,
    )
    return toml_text(file.model_dump(mode="json", exclude_defaults=True))


def price_rows(findings: PriceFindings) -> Iterator[dict[str, Any]]:
    """A row for each thing that has a price."""
    fit = findings.fit
    for at, one in enumerate(findings.priced):
        name = one.key.removeprefix(f"{one.part_of}: ") if one.part_of else one.key
        yield {
            "name": name,
            "key": one.key,
            "part": bool(one.part_of),
            "price": f"{fit.price[at]:.0f}",
            "between": f"{fit.low[at]:.0f} to {fit.high[at]:.0f}" if findings.measured(at) else NOT_MEASURED,
            "stand_in": f"{one.stand_in:g}",
            "agents": [f"{own.price[at]:.0f}" if findings.measured(at) else "-" for _, own in findings.by_agent],
            "disputed": findings.disputed(at),
            "fielded": findings.fielded[at],
        }


def csv_text(findings: PriceFindings) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("what", "price", "low", "high", "stand_in", "forces", *(name for name, _ in findings.by_agent)))
    fit = findings.fit
    for at, one in enumerate(findings.priced):
        interval = [round(float(each[at]), 3) if findings.measured(at) else "" for each in (fit.low, fit.high)]
        figures = [round(float(fit.price[at]), 3), *interval]
        own = [round(float(each.price[at]), 3) for _, each in findings.by_agent]
        writer.writerow((one.key, *figures, one.stand_in, findings.fielded[at], *own))
    return text.getvalue()


def state_told(opened: OpenPrices, findings: PriceFindings) -> str:
    """What it rests on."""
    agents = " and ".join(opened.study.agents)
    forces = counted(4 * opened.study.pairs, "force")
    return f"{counted(findings.battles, 'battle')} by {agents}, with {forces} drawn in two rounds and others to check."


def report_page(opened: OpenPrices, findings: PriceFindings) -> str:
    return page(
        "prices.html",
        title=opened.game.words.title,
        before=findings.before.told(),
        after=findings.after.told(),
        state=state_told(opened, findings),
        left_out=findings.left_out,
        pictures=list(pictures(findings)) if can_draw() else [],
        extra=EXTRA,
        agents=[name for name, _ in findings.by_agent],
        rows=list(price_rows(findings)),
        shipped=[(name, f"{cost:.0f}") for name, cost in findings.shipped],
        points=opened.pricing.points,
        command=command(opened),
        digest=opened.digest,
        versions=opened.folder.about().versions.told(),
    )


def pictures(findings: PriceFindings) -> Iterator[tuple[str, str]]:
    """Formations and options, each with what it shows."""
    shown = [(at, one) for at, one in enumerate(findings.priced) if findings.measured(at)]
    whole = [at for at, one in shown if not one.part_of]
    parts = [at for at, one in shown if one.part_of]
    rest = "" if len(shown) == len(findings.priced) else " What nobody fielded is left out."
    for about, places in (("Formations", whole), ("Options", parts)):
        if places:
            told = f"{about}: price with its interval, and the stand-in as a ring.{rest}"
            yield told, for_all_screens(partial(intervals_picture, _bars(findings, places), "points"))


def _bars(findings: PriceFindings, places: Sequence[int]) -> list[dict[str, Any]]:
    fit = findings.fit
    return [
        {
            "name": findings.priced[at].key,
            "value": round(float(fit.price[at]), 1),
            "low": round(float(fit.low[at]), 1),
            "high": round(float(fit.high[at]), 1),
            "before": findings.priced[at].stand_in,
        }
        for at in places
    ]
