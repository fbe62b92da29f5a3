"""What a study leaves behind: a page that needs nothing else, and every battle as a table. No clock is in any of it, so
the same battles give the same bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from musterhall.games import battles_of
from musterhall.lab.books import Return, returns
from musterhall.lab.fields import meetings_of, tables
from musterhall.lab.fighting import FORCES, ROW_FIELDS, Row
from musterhall.lab.findings import Comparison, Findings
from musterhall.lab.first_mover import Share, WhenFirst, when_first
from musterhall.lab.in_words import HEADS, figure, figures_told, losses_told, pairing_told, state_told
from musterhall.lab.lists_page import lists_shown
from musterhall.lab.opening import OpenStudy
from musterhall.lab.page import page
from musterhall.lab.pictures import can_draw, every_picture
from musterhall.lab.plan import Plan
from musterhall.lab.questions import Changed, asked, changes
from musterhall.lab.running import counted_batches
from musterhall.store.home import write_whole
from musterhall.store.transfer import harmless

REPORT, FINDINGS, CSV, PARQUET = "report.html", "findings.json", "battles.csv", "battles.parquet"
LEDGER = "ledger.csv"
EXTRA = "pip install 'musterhall[lab]'"
PARQUET_MISSING = f"There is no Parquet file, because pyarrow is not installed: {EXTRA}."
PICTURES_MISSING = f"The report has no pictures, because altair and vl-convert are not installed: {EXTRA}."


def write_report(opened: OpenStudy, findings: Findings) -> list[str]:
    """Write the page and the tables into the study's folder; sentences about what could not be made."""
    folder, rows = opened.folder.path, list(battle_rows(opened))
    write_whole(folder / CSV, csv_text(rows))
    notes = [] if _write_parquet(folder / PARQUET, rows) else [PARQUET_MISSING]
    data = json.dumps(findings_data(opened, findings), indent=2, ensure_ascii=False)
    write_whole(folder / FINDINGS, f"{data}\n")
    write_whole(folder / REPORT, report_page(opened, findings, parquet=not notes))
    if books := returns(counted_batches(opened.plan, opened.folder)):
        write_whole(folder / LEDGER, ledger_text(opened.plan, books))
    return notes if can_draw() else [*notes, PICTURES_MISSING]


def findings_data(opened: OpenStudy, findings: Findings) -> dict[str, Any]:
    """All that a study has found, as plain data; what is about an arm has its name beside its number."""
    plan = opened.plan
    head: dict[str, Any] = {"question": plan.study.question, "game": plan.game.name, "digest": plan.digest}
    head["settings"] = [setting.told() for setting in plan.settings]
    found = findings.as_data()
    if met := meetings_of(plan):
        # Who meets whom is no arm beside another.
        found |= {"comparisons": [], "tables": [one.as_data() for one in tables(plan, findings, met)]}
    found["first_movers"] = [asdict(one) for one in when_first(counted_batches(plan, opened.folder))]
    for about in ("arms", "comparisons", "first_movers"):
        found[about] = [{"name": plan.arms[one["arm"]], **one} for one in found[about]]
    return head | found


# Tables

COLUMNS = ("arm", "agents", "scenario", "table", *(name for name in ROW_FIELDS if name not in ("setting", "arm")))


def battle_rows(opened: OpenStudy) -> Iterator[dict[str, Any]]:
    """Every battle that counts, in the plan's order."""
    for batch in counted_batches(opened.plan, opened.folder):
        for row in batch.rows:
            yield _battle_row(opened.plan, row)


def _battle_row(plan: Plan, row: Row) -> dict[str, Any]:
    setting = plan.settings[row.setting]
    named = {"arm": plan.arms[row.arm], "agents": setting.agents, "scenario": setting.scenario, "table": setting.table}
    return named | {name: getattr(row, name) for name in COLUMNS if name not in named}


def csv_text(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: harmless(cell) for name, cell in row.items()} for row in rows)
    return text.getvalue()


def ledger_text(plan: Plan, books: Iterable[Return]) -> str:
    """What each group returned, as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("arm", "setting", "force", "group", "cost", "returned", "low", "high", "lost"))
    for one in books:
        where = (plan.arms[one.arm], plan.settings[one.setting].told(), FORCES[one.force])
        row = (*where, one.name, one.cost, one.returned, *(one.interval or ("", "")), one.lost)
        writer.writerow([harmless(cell) for cell in row])
    return text.getvalue()


def _write_parquet(file: Path, rows: list[dict[str, Any]]) -> bool:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return False
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    part = file.with_name(f"{file.name}.part")
    parquet.write_table(pyarrow.table(columns), part)
    part.replace(file)
    return True


# The page


def report_page(opened: OpenStudy, findings: Findings, *, parquet: bool) -> str:
    """The report as one page: the answer first, then pictures, tables, and how to do it again."""
    plan, about = opened.plan, opened.folder.about()
    again: dict[str, Any] = {
        "study": plan.study,
        "title": plan.game.words.title,
        "state": state_told(findings, plan),
        "left_out": losses_told(findings, plan),
        "extra": EXTRA,
        "confidence": f"{plan.study.stop.confidence:.0%}",
        "parquet": parquet,
        "text": opened.folder.text(),
        "file_hash": opened.folder.file_hash(),
        "digest": plan.digest,
        "versions": about.versions.told(),
    }
    if met := meetings_of(plan):
        return page("lists.html", **again, **lists_shown(tables(plan, findings, met), met, draws=can_draw()))
    batches = counted_batches(plan, opened.folder)
    books = returns(batches)
    paired = [(_comparison_name(plan, one), pairing_told(one)) for one in findings.comparisons if one.correlation]
    return page(
        REPORT,
        **again,
        asked=asked(plan),
        changes=[_change_row(plan, one) for one in changes(plan, batches)],
        answers=[_answer(plan, one) for one in findings.comparisons],
        pictures=list(every_picture(plan, findings, books)) if can_draw() else [],
        books=[_book_row(plan, one) for one in books],
        to_act_first=battles_of(plan.game).to_act_first,
        first_movers=[_first_mover_row(plan, one) for one in when_first(batches)],
        heads=[HEADS[one] for one in plan.measures],
        averages=list(_average_rows(plan, findings)),
        paired=paired,
        pairing_harmed=any(one.correlation is not None and one.correlation < 0 for one in findings.comparisons),
        keyed=plan.study.always.dice == "keyed",
    )


def _answer(plan: Plan, one: Comparison) -> dict[str, Any]:
    where = f" ({plan.settings[one.setting].told()})" if len(plan.settings) > 1 else ""
    of = f", {HEADS[one.measure]}" if len(plan.study.measured) > 1 else ""
    short = f"{plan.arms[one.arm]}{where}{of}: {one.told()}"
    return {"verdict": one.verdict, "short": short, "figures": figures_told(one, plan), "disputed": one.disputed}


def _book_row(plan: Plan, one: Return) -> dict[str, Any]:
    where = f"{plan.arms[one.arm]}, {plan.settings[one.setting].told()}"
    return {
        "name": one.name,
        "where": where,
        "force": FORCES[one.force],
        "cost": f"{one.cost:g}",
        "returned": f"{one.returned:.0%}",
        "between": one.between,
        "lost": f"{one.lost:.0%}",
    }


def _change_row(plan: Plan, one: Changed) -> dict[str, Any]:
    return {
        "name": one.name,
        "where": f"{one.force}: {plan.arms[one.arm]}, {plan.settings[one.setting].told()}",
        "returned": f"{100 * one.returned:+.0f}",
        "between": f"{100 * one.low:+.0f} to {100 * one.high:+.0f}",
        "lost": f"{100 * one.lost:+.0f}",
        "lost_between": f"{100 * one.lost_low:+.0f} to {100 * one.lost_high:+.0f}",
    }


def _first_mover_row(plan: Plan, one: WhenFirst) -> dict[str, Any]:
    return {
        "name": plan.arms[one.arm],
        "setting": plan.settings[one.setting].told(),
        "first": f"{one.first} of {one.of}",
        "wins": [_share(one.wins_first), _share(one.wins_second)],
    }


def _share(one: Share) -> tuple[str, str]:
    return f"{one.value:.0%}", f"{one.low:.0%} to {one.high:.0%}"


def _comparison_name(plan: Plan, one: Comparison) -> str:
    return f"{plan.arms[one.arm]}, {plan.settings[one.setting].told()}: {HEADS[one.measure]}"


def _average_rows(plan: Plan, findings: Findings) -> Iterator[dict[str, Any]]:
    for arm in findings.arms:
        figures = [
            (figure(one.measure, one.value), f"{figure(one.measure, one.low)} to {figure(one.measure, one.high)}")
            for one in arm.averages
        ]
        yield {
            "name": plan.arms[arm.arm],
            "setting": plan.settings[arm.setting].told(),
            "seeds": arm.seeds,
            "figures": figures,
        }
