"""`muster pack` and the Alpha Strike half of `muster force`: what is said, what is JSON, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from musterhall.cli import building, checking, forces, lists, packs
from musterhall.cli.shell import Guarded
from musterhall.games import game_named
from musterhall.games.alpha_strike.units.mul import card_from_mul
from musterhall.packs.model import shipped_pack_text
from musterhall.store.units import keep_units

app = typer.Typer(cls=Guarded)
app.add_typer(packs.app, name="pack")
app.command("check-force")(checking.check)
app.add_typer(forces.app, name="force")
for command in (forces.show_force, building.force_formations, lists.import_force):
    app.command(command.__name__.replace("_", "-"))(command)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))


def muster(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result


def test_the_shipped_packs_are_named_and_shown() -> None:
    assert "herocon-2025: Herocon 2025" in muster("pack", "list").stdout
    shown = muster("pack", "show", "herocon-2025").stdout
    assert "The same chassis: at most 3 (page 2, Chassis Restrictions)" in shown
    assert "Formations: of 3 to 6 units" in shown
    assert "Conceding: who concedes has nothing" in shown
    assert "out with warning number 2 (page 6" in shown
    assert "  09:00 Round 1\n" in shown
    assert "Front Loaded Initiative: " in shown
    assert json.loads(muster("pack", "show", "drafted-for-war", "--json").stdout)["force"]["points"]["by_units"]


def test_a_copy_of_a_pack_with_other_numbers_is_used_by_its_file(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(muster("pack", "show", "herocon-2025", "--file").stdout.replace("most = 400", "most = 300"))
    assert "can be used" in muster("pack", "check", str(own)).stdout
    assert "300 are allowed" in muster("check-force", "sea-fox-nova", "--pack", str(own), code=2).stdout


def test_a_wrong_pack_is_told_all_its_mistakes(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(shipped_pack_text("herocon-2025").replace("most = 16", "mots = 16").replace('"ART"', '"ARTT9"'))
    data = json.loads(muster("pack", "check", str(own), "--json", code=2).stdout)
    assert len(data["problems"]) == 2


def test_a_legal_force_says_its_totals() -> None:
    assert "Sea Fox nova is legal for Herocon 2025: 399 of 400 points" in muster("check-force", "sea-fox-nova").stdout
    data = json.loads(muster("check-force", "sea-fox-nova", "--json").stdout)
    assert data["legal"] is True
    assert data["totals"]["units"] == 11


def test_formations_are_told_for_groups_and_for_chosen_units() -> None:
    told = muster("force-formations", "sea-fox-nova").stdout
    assert "Guns (Warhawk Prime" in told
    assert "The best split (no split is worth more)" in told
    units = ["--unit", "Warhawk Prime", "--unit", "summoner prime", "--unit", "Mad Dog Prime"]
    assert "Direct Fire Lance" in muster("force-formations", "sea-fox-nova", *units).stdout
    assert "is not in this force" in muster("force-formations", "sea-fox-nova", "--unit", "Nobody", code=2).stderr


def test_a_force_is_built_from_a_collection(tmp_path: Path) -> None:
    owned = tmp_path / "owned.txt"
    owned.write_text("Warhammer WHM-6R\nMarauder MAD-3R\n2x Thunderbolt TDR-5S\nLocust LCT-1V\n")
    words = ["--collection", str(owned), "--number", "1", "--skill", "4", "--faction", "Mercenary"]
    folder = tmp_path / "new" / "forces"
    assert "Mercenary 1:" in muster("force", "build", *words, "--save", str(folder)).stdout
    assert (
        "is legal"
        in muster("check-force", str(tmp_path / "new" / "forces" / "built-1.toml"), "--pack", "herocon-2025").stdout
    )


def test_without_a_collection_a_force_is_built_from_what_was_imported() -> None:
    row = {"Id": 999_999, "Name": "Newcomer NC-1", "Class": "Newcomer", "DateIntroduced": "3199"}
    row |= {"BFType": "BM", "BFSize": 1, "BFMove": '12"', "BFPointValue": 7}
    keep_units(game_named("alpha_strike"), [card_from_mul(row)])
    words = ["--faction", "Mercenary", "--number", "1", "--skill", "4", "--points", "10", "--year", "3190-"]
    told = muster("force", "build", *words).stdout
    assert "Newcomer NC-1 (4)" in told
    assert "whether Mercenary has them in the ilClan era is not known" in told
    assert "no span of figures" in muster("force", "build", "--faction", "Mercenary", "--tmm", "x", code=2).stderr


def test_built_forces_are_saved_under_the_next_free_number(tmp_path: Path) -> None:
    owned = tmp_path / "owned.txt"
    owned.write_text("Warhammer WHM-6R\nMarauder MAD-3R\nLocust LCT-1V\n")
    (tmp_path / "built-4.toml").write_text("mine")
    words = ["--collection", str(owned), "--number", "1", "--skill", "4", "--faction", "Mercenary"]
    assert "Mercenary 5:" in muster("force", "build", *words, "--save", str(tmp_path)).stdout
    assert (tmp_path / "built-4.toml").read_text() == "mine"
    assert 'pack = "herocon-2025"' in (tmp_path / "built-5.toml").read_text()


def test_a_shipped_pack_is_checked_by_its_name() -> None:
    assert "can be used" in muster("pack", "check", "herocon-2025").stdout


def test_only_three_units_of_unknown_availability_are_named() -> None:
    told = muster("check-force", "sea-fox-nova").stdout
    assert " and 8 more. Have the" in told


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("force", "build"), "a force is of one faction; name the faction"),
        (("check-force", "nothing-here"), "there is no such file"),
        (("check-force", "sea-fox-nova", "--pack", "herocom-2025"), "perhaps herocon-2025 is meant"),
        (("pack", "show", "nothing-here"), "no pack is called"),
        (("pack", "check", "nothing-here"), "nothing-here"),
        (("force", "build", "--skill", "good"), "skill 'good': is no span of figures"),
        (("force", "build", "--around", "Atlaz AS7-D"), "did you mean Atlas AS7-D"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: tuple[str, ...], part: str) -> None:
    result = muster(*words, code=2)
    assert part in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as file:
        file.truncate(200_000_000)
    for words in (("check-force",), ("pack", "check"), ("import-force",)):
        assert "has 200 MB" in muster(*words, str(huge), code=2).stderr
