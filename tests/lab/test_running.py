"""Studies run, stopped, and gone on with."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.lab.helpers import plan_for, study_data

from musterhall.lab import folder as folders
from musterhall.lab.fighting import Beat, Done, fight_batch, unheard
from musterhall.lab.findings import Findings, LeftOut
from musterhall.lab.folder import BATCHES, StudyFolder
from musterhall.lab.opening import begin, reopen
from musterhall.lab.plan import Batch, Plan
from musterhall.lab.running import OneProcess, counted_batches, findings_of, run
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text


class Interrupted(Exception):
    pass


class Backwards:
    """Fights all batches at hand and gives them back in the wrong order."""

    def fight(self, plan: Plan, batches: Iterator[Batch], beat: Beat = unheard) -> Iterator[Done | LeftOut]:
        yield from [fight_batch(plan, batch) for batch in reversed(list(batches))]


class KilledAfter(OneProcess):
    def __init__(self, batches: int) -> None:
        super().__init__()
        self.batches = batches

    def fight(self, plan: Plan, batches: Iterator[Batch], beat: Beat = unheard) -> Iterator[Done | LeftOut]:
        for number, done in enumerate(super().fight(plan, batches, beat)):
            if number == self.batches:
                raise Interrupted
            yield done


TEXT = toml_text(study_data(stop={"seeds": 3, "batch": 1}))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[StudyFolder, Findings]:
    """A study that nobody disturbed."""
    study = begin(TEXT, "study.toml", into=tmp_path_factory.mktemp("lab") / "whole")
    return study.folder, run(study.plan, study.folder, OneProcess())


@pytest.fixture
def copied(whole: tuple[StudyFolder, Findings], tmp_path: Path) -> StudyFolder:
    shutil.copytree(whole[0].path, tmp_path / "copied")
    return StudyFolder(tmp_path / "copied")


def test_a_study_that_was_killed_goes_on_and_ends_with_the_same_figures(
    whole: tuple[StudyFolder, Findings], tmp_path: Path
) -> None:
    killed = begin(TEXT, "study.toml", into=tmp_path / "killed")
    with pytest.raises(Interrupted):
        run(killed.plan, killed.folder, KilledAfter(2))
    again = reopen(StudyFolder(tmp_path / "killed"))
    assert findings_of(again.plan, again.folder).battles == 8
    assert run(again.plan, again.folder, OneProcess()) == whole[1]
    assert (tmp_path / "killed" / BATCHES).read_bytes() == (whole[0].path / BATCHES).read_bytes()


def test_whoever_watches_a_batch_in_this_process_hears_of_every_seed(tmp_path: Path) -> None:
    study = begin(toml_text(study_data(stop={"seeds": 3, "batch": 3})), "study.toml", into=tmp_path / "watched")
    heard: list[int] = []
    run(study.plan, study.folder, OneProcess(), lambda step: heard.append(step.battles))
    assert heard == [0, 4, 8, 12, 12]


def test_the_order_in_which_batches_come_back_changes_nothing(
    whole: tuple[StudyFolder, Findings], tmp_path: Path
) -> None:
    study = begin(TEXT, "study.toml", into=tmp_path / "a")
    assert run(study.plan, study.folder, Backwards()) == whole[1]


def test_a_line_that_breaks_off_is_cut_and_fought_again(
    whole: tuple[StudyFolder, Findings], copied: StudyFolder
) -> None:
    file = copied.path / BATCHES
    file.write_bytes(file.read_bytes()[:-20])
    study = reopen(copied)
    assert not findings_of(study.plan, study.folder).over
    assert run(study.plan, study.folder, OneProcess()) == whole[1]


def test_a_changed_line_is_named(copied: StudyFolder) -> None:
    file = copied.path / BATCHES
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[1] = lines[1].replace("false", "true", 1)
    file.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(BadInput, match="line 2: is damaged"):
        copied.batches()


def test_results_of_another_version_are_refused_until_they_are_forgotten(copied: StudyFolder) -> None:
    about = json.loads((copied.path / folders.ABOUT).read_text(encoding="utf-8"))
    about["versions"]["rules"] = "0"
    (copied.path / folders.ABOUT).write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(BadInput, match=r"fought with .* rules 0"):
        reopen(copied)
    assert begin(TEXT, "study.toml", into=copied.path, anew=True).folder.batches() == {}


def test_a_second_run_of_the_same_study_is_refused_while_the_first_goes_on(tmp_path: Path) -> None:
    study = begin(TEXT, "study.toml", into=tmp_path / "a")
    with study.folder.writing(), pytest.raises(BadInput, match="another process"):
        run(study.plan, study.folder, OneProcess())


def test_the_battles_of_a_pair_share_seed_table_and_dice() -> None:
    plan = plan_for()
    same = plan_for(factors={"variants": {"die_allocation": ["highest_to_nearest"]}})
    both = fight_batch(plan, Batch(0, 7, 1)).rows
    alone = fight_batch(same, Batch(0, 7, 1)).rows
    assert both[:2] == alone
    assert [row.swapped for row in both] == [False, True, False, True]


def test_a_seed_in_which_the_program_fails_is_left_out_in_every_arm(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_for()

    def failing(cell: object, seed: int, **given: object) -> object:
        if seed == 2:
            raise ZeroDivisionError("in the rules")
        return real(cell, seed, **given)  # type: ignore[arg-type]

    from musterhall.lab import fighting

    real = fighting.fight
    monkeypatch.setattr(fighting, "fight", failing)
    done = fight_batch(plan, Batch(0, 1, 3))
    assert done.failed == ((2, "ZeroDivisionError: in the rules"),)
    assert {row.seed for row in done.rows} == {1, 3}


def test_what_came_in_after_the_end_does_not_count(tmp_path: Path) -> None:
    text = toml_text(study_data(measured={"turns": 1000}, stop={"seeds": 3, "batch": 1}))
    study = begin(text, "study.toml", into=tmp_path / "a")
    found = run(study.plan, study.folder, Backwards())
    assert found.looks == 1
    assert len(study.folder.batches()) == 3
    assert len(counted_batches(study.plan, study.folder)) == 1
