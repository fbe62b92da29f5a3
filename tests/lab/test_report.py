"""What a study leaves behind."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path

import pytest
from tests.lab.helpers import study_data

from musterhall.lab import report
from musterhall.lab.opening import OpenStudy, begin, reopen
from musterhall.lab.pictures import BROAD, intervals_picture
from musterhall.lab.report import COLUMNS, CSV, FINDINGS, LEDGER, PARQUET, REPORT, csv_text, write_report
from musterhall.lab.running import OneProcess, findings_of, run
from musterhall.toml_text import toml_text


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> OpenStudy:
    always = {"red": "humanxx-500", "blue": "orc-hegemony-500", "agents": ["drill"], "ledger": True}
    data = study_data(always=always, question="Is <b>this</b> & that safe?", stop={"seeds": 2, "batch": 1})
    opened = begin(toml_text(data), "study.toml", into=tmp_path_factory.mktemp("lab") / "study")
    write_report(opened, run(opened.plan, opened.folder, OneProcess()))
    return opened


def test_the_page_needs_nothing_from_elsewhere_and_its_pictures_have_real_text(study: OpenStudy) -> None:
    page = (study.folder.path / REPORT).read_text(encoding="utf-8")
    assert not re.search(r"<script|<link|<img|url\(|src=", page)
    assert re.search(r"<svg[^>]*role=\"img\"", page)
    assert "<text" in page
    assert "prefers-color-scheme: dark" in page
    assert "currentColor" in page
    assert study.plan.digest in page
    assert study.folder.file_hash() in page


def test_a_name_that_is_too_long_for_a_phone_goes_on_in_a_second_line_and_is_whole_on_a_desk() -> None:
    name = "HumanXX: Infantry company: each HumanXX ATGM Infantry"
    bars = [{"name": name, "value": 18.0, "low": 0.0, "high": 500.0}]
    narrow = intervals_picture(bars, "points")
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", narrow)
    assert " ".join(one for one in texts[::-1] if one in name) == name
    figures = [int(one) for one in texts if one.isdigit()]
    assert len(figures) <= 6  # so many have room beside each other below a picture of this width
    assert f">{name}</text>" in intervals_picture(bars, "points", BROAD)


def test_the_page_has_a_picture_for_a_phone_and_one_for_a_desk(study: OpenStudy) -> None:
    page = (study.folder.path / REPORT).read_text(encoding="utf-8")
    assert page.count('<div class="narrow"><svg') == page.count('<div class="broad"><svg') > 0


def test_what_a_study_says_stays_text_on_its_page(study: OpenStudy) -> None:
    page = (study.folder.path / REPORT).read_text(encoding="utf-8")
    assert "Is &lt;b&gt;this&lt;/b&gt; &amp; that safe?" in page
    assert "<b>this</b>" not in page


def test_made_again_every_file_has_the_same_bytes(study: OpenStudy) -> None:
    folder = study.folder.path
    before = {name: (folder / name).read_bytes() for name in (REPORT, FINDINGS, CSV, PARQUET, LEDGER)}
    again = reopen(study.folder)
    write_report(again, findings_of(again.plan, again.folder))
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_the_findings_name_their_arms_beside_their_figures(study: OpenStudy) -> None:
    data = json.loads((study.folder.path / FINDINGS).read_text(encoding="utf-8"))
    names = ["die_allocation = highest_to_nearest", "die_allocation = easiest_kill_first"]
    assert [(one["arm"], one["name"]) for one in data["arms"]] == [*enumerate(names)]
    assert [one["name"] for one in data["comparisons"]] == names[1:]
    assert [one["name"] for one in data["first_movers"]] == names
    assert data["settings"] == ["drill"]


def test_every_battle_is_in_the_tables(study: OpenStudy) -> None:
    import pyarrow.parquet

    with (study.folder.path / CSV).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8
    assert rows[0]["arm"] == "die_allocation = highest_to_nearest"
    table = pyarrow.parquet.read_table(study.folder.path / PARQUET)
    assert table.column_names == list(rows[0])
    assert table.num_rows == 8
    assert "Mortar Battery" in (study.folder.path / LEDGER).read_text(encoding="utf-8")


def test_without_the_libraries_the_report_says_what_is_missing(
    study: OpenStudy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("altair", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    notes = write_report(study, findings_of(study.plan, study.folder))
    assert notes == [report.PARQUET_MISSING, report.PICTURES_MISSING]
    assert "There are no pictures" in (study.folder.path / REPORT).read_text(encoding="utf-8")


def test_no_name_in_a_table_is_a_formula_for_a_spreadsheet() -> None:
    row = dict.fromkeys(COLUMNS, "") | {"arm": "=HYPERLINK(1)", "table": "-3"}
    assert "'=HYPERLINK(1)," in csv_text([row])
    assert ",-3," in csv_text([row])
