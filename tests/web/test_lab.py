"""The lab in the hall: its owner asks, a process of its own fights, and the page tells how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.lab.helpers import study_data
from tests.web.scene import Scene, scene

from musterhall.lab.alone import read_now
from musterhall.lab.folder import studies_folder, studies_in
from musterhall.lab.plan import require_shipped_agent
from musterhall.lab.prices.study import PriceStudy, open_prices
from musterhall.toml_text import toml_text
from musterhall.web.pages import lab
from musterhall.web.sessions import MASTER
from musterhall.web.settings import Settings

QUICK = {"game": "the_game", "red": "humanxx-500", "blue": "orc-hegemony-500", "agent": "drill", "seeds": "2"}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    monkeypatch.delenv("MUSTER_DB", raising=False)
    with scene(Settings(db=str(tmp_path / "musterhall.db"))) as found:
        yield found
    lab.RUNNING.stop(lab.RUNNING.name())


class Idle:
    """A process that goes on until it is ended."""

    ended = False

    def poll(self) -> int | None:
        return 0 if self.ended else None

    def kill(self) -> None:
        self.ended = True

    def wait(self) -> None: ...


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> Idle:
    process = Idle()
    monkeypatch.setattr(lab, "start", lambda folder: process)
    return process


def post(made: Scene, path: str, data: dict[str, str]) -> Any:
    headers = made.people[MASTER].headers | {"accept": "text/html"}
    return made.client.post(path, data=data, headers=headers, follow_redirects=False)


def get(made: Scene, path: str) -> Any:
    headers = made.people[MASTER].headers | {"accept": "text/html"}
    return made.client.get(path, headers=headers, follow_redirects=False)


def test_a_question_of_the_form_is_fought_out_and_its_report_can_be_read(made: Scene) -> None:
    answer = post(made, "/lab", QUICK)
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    process = lab.RUNNING._process
    assert process is not None
    assert process.wait() == 0
    told = get(made, address).text
    assert "4 of at most 4 battles" in told
    assert "all seeds are fought" in told
    assert "<svg" in told
    report = get(made, f"{address}/report")
    assert "Which is better" in report.text
    assert "unsafe-inline" in report.headers["content-security-policy"]
    assert "script" not in report.headers["content-security-policy"]
    assert get(made, f"{address}/battles.csv").text.count("\n") == 5
    assert "Which is better" in get(made, "/lab").text


def test_one_study_runs_at_a_time_and_can_be_stopped_and_gone_on_with(made: Scene, idle: Idle) -> None:
    address = post(made, "/lab", QUICK).headers["location"]
    assert "is still running" in post(made, "/lab", QUICK | {"seeds": "3"}).text
    assert 'data-running="yes"' in get(made, f"{address}/now").text
    assert post(made, f"{address}/stop", {}).status_code == 303
    assert idle.ended
    assert 'data-running="no"' in get(made, f"{address}/now").text
    idle.ended = False
    assert post(made, f"{address}/go-on", {}).status_code == 303


def test_a_study_file_may_name_what_ships_and_no_files_of_the_server(made: Scene, idle: Idle, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text('name = "secret"', encoding="utf-8")
    for red in ("secret.toml", str(tmp_path / "secret.toml"), "../secret.toml"):
        refused = post(made, "/lab", {"text": toml_text(study_data(always={"red": red}))})
        assert refused.status_code == 400
        assert "no force that ships" in refused.text
    own = study_data(always={"agents": [f"{tmp_path}/bot.py:Bot"]})
    assert post(made, "/lab", {"text": toml_text(own)}).status_code == 400
    assert post(made, "/lab", {"text": toml_text(study_data())}).status_code == 303


def test_a_study_that_would_fill_the_disk_is_refused_and_leaves_nothing_behind(made: Scene, idle: Idle) -> None:
    refused = post(made, "/lab", {"text": toml_text(study_data(stop={"seeds": 1_000_000}))})
    assert refused.status_code == 400
    assert "asks for 4,000,000 battles, and the hall fights 1,000,000 at most" in refused.text
    assert not studies_in(studies_folder())


def test_a_study_of_prices_is_listed_gone_on_with_and_its_costs_handed_out(made: Scene) -> None:
    few = PriceStudy(game="the_game", agents=["drill"], scenarios=[""], points=300, pairs=4, seeds=1)
    folder = open_prices(few, require_shipped_agent).folder
    address = f"/lab/{folder.path.name}"
    listed = get(made, "/lab").text
    assert "What is everything in THE GAME worth?" in listed
    assert f"{folder.path.name}, 0 of at most 24 battles" in listed
    told = get(made, address).text
    assert "0 of at most 24 battles" in told
    assert "Go on" in told
    assert post(made, f"{address}/go-on", {}).status_code == 303
    process = lab.RUNNING._process
    assert process is not None
    assert process.wait() == 0
    told = get(made, address).text
    assert "24 of at most 24 battles" in told
    assert "HumanXX won" in told
    assert "Go on" not in told
    assert "Formations" in get(made, f"{address}/report").text
    assert "[[price]]" in get(made, f"{address}/costs.toml").text


ELSEWHERE = (
    "/lab/nothing",
    "/lab/..%2f..",
    "/lab/nothing/report",
    "/lab/nothing/battles.csv",
    "/lab/%2e%2e",
    "/lab/%2e%2e/now",
)


@pytest.mark.parametrize("path", [*ELSEWHERE, pytest.param(f"/lab/{'x' * 300}", id="a long name"), "/lab/a%00b"])
def test_a_study_that_is_not_there_is_told_so(made: Scene, path: str) -> None:
    # Whatever lies in the folder around the studies is none.
    studies_folder().mkdir(parents=True)
    (studies_folder().parent / "about.json").write_text("{}", encoding="utf-8")
    assert get(made, path).status_code == 404


def test_only_a_studys_own_tables_are_handed_out(made: Scene, idle: Idle) -> None:
    address = post(made, "/lab", QUICK).headers["location"]
    for file in ("about.json", "study.toml", "batches.jsonl", "..%2fabout.json"):
        assert get(made, f"{address}/{file}").status_code == 404


def test_what_is_wrong_with_a_study_is_told_on_the_page(made: Scene, idle: Idle) -> None:
    told = post(made, "/lab", {"text": "question = 'q'\ngame = 'the_game'\n[factors]\nrain = ['yes']\n"})
    assert told.status_code == 400
    assert "factors.rain is not a field it knows" in told.text
    assert not studies_in(studies_folder())


def test_a_study_nobody_has_begun_to_fight_stands_at_nothing(made: Scene, idle: Idle) -> None:
    post(made, "/lab", QUICK)
    assert read_now(studies_in(studies_folder())[0]).battles == 0
