"""The commands and files that documents and help print: each works as it stands there."""

from __future__ import annotations

import json
import re
import shutil
import ssl
from pathlib import Path

import httpx
import pytest
import trustme
from tests.cli.pages import (
    PAGES,
    ROOT,
    blocks,
    commands,
    files,
    lines_like_commands,
    links,
    make_targets,
    mistakes,
    named_commands,
    text_of,
)
from tests.postgres import Server
from tests.web.serving import SECONDS_TO_START, running
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.cli.ways import WAYS

CHEAP = {"--seeds": "1", "--jobs": "1", "--workers": "1"}
"""What a test need not do as often as a reader."""
RUN_ELSEWHERE = {"docs/write-a-game.md"}
"""Its commands need the game that it builds: tests/games/test_write_a_game.py."""
SAMPLE_PAGE = {"Units": [{"Id": 1, "Name": "Zeus ZEU-6S", "Class": "Zeus", "Variant": "ZEU-6S", "BFType": "BM"}]}
SAMPLE_CARD = {"BFSize": 4, "BFMove": '8"', "BFPointValue": 39}


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trustme.CA:
    """An empty folder to work in with a hall of its own; whoever signed the certificate that lies there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    issued.cert_chain_pems[0].write_to_path("hall.pem")
    issued.private_key_pem.write_to_path("hall-key.pem")
    row = SAMPLE_PAGE["Units"][0] | SAMPLE_CARD
    Path("lyran-ilclan.json").write_text(json.dumps({"Units": [row]}), encoding="utf-8")
    return authority


def with_cheap_figures(words: list[str]) -> list[str]:
    return [CHEAP.get(before, word) for before, word in zip(["", *words], words, strict=False)]


def run(words: list[str], authority: trustme.CA, request: pytest.FixtureRequest) -> None:
    match words:
        case ["make", *targets]:
            assert set(targets) <= make_targets()
        case ["cp", source, target]:
            shutil.copy(ROOT / source, target)
        case ["muster", "serve", *options]:
            serve_a_page(options, authority, request)
        case ["muster", *rest, ">", file]:
            Path(file).write_text(told(rest), encoding="utf-8")
        case ["muster", *rest]:
            told(rest)
        case _:
            pytest.fail(f"nobody knows how to run {words}")


def told(words: list[str]) -> str:
    # Whether a force is found must not depend on how busy this machine is; a search that is done ends by itself.
    patient = ["--seconds", "120"] if words[:2] == ["force", "build"] else []
    result = CliRunner().invoke(app, [*with_cheap_figures(words), *patient])
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.stdout


def serve_a_page(options: list[str], authority: trustme.CA, request: pytest.FixtureRequest) -> None:
    """On a free port, and on a PostgreSQL server that there is."""
    db = str(Path("hall.db").absolute())
    if "--db" in options:
        at = options.index("--db")
        server: Server = request.getfixturevalue("postgres")
        db, options = server.new_database(), options[:at] + options[at + 2 :]
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with running(Path("server").absolute(), db, *with_cheap_figures(options)) as hall:
        asked = httpx.get(
            f"{hall.url}/", verify=trusting, timeout=SECONDS_TO_START, trust_env=False, follow_redirects=True
        )
        assert asked.is_success


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page) and page not in RUN_ELSEWHERE])
def test_every_printed_command_works_in_its_order(
    page: str, authority: trustme.CA, request: pytest.FixtureRequest
) -> None:
    for name, text in files(page).items():
        Path(name).write_text(text, encoding="utf-8")
    for words in commands(page):
        run(words, authority, request)


def test_no_page_with_commands_is_left_out() -> None:
    found = {page: len(commands(page)) for page in PAGES}
    assert {page for page, number in found.items() if number} == {
        "README.md",
        "CONTRIBUTING.md",
        "docs/age-of-destruction.md",
        "docs/alpha-strike-battles.md",
        "docs/alpha-strike-forces.md",
        "docs/hall.md",
        "docs/learning.md",
        "docs/lab.md",
        "docs/organiser.md",
        "docs/play.md",
        "docs/quick-start.md",
        "docs/security.md",
        "docs/write-a-game.md",
        "docs/write-a-bot.md",
    }
    assert found == {page: lines_like_commands(page) for page in PAGES}


@pytest.mark.parametrize("page", ["docs/quick-start.md", "docs/referee.md"])
def test_every_printed_question_is_answered(page: str, tmp_path: Path) -> None:
    texts = [text for text in blocks(page, "toml") if "ask = " in text]
    assert texts
    for number, text in enumerate(texts):
        file = tmp_path / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        result = CliRunner().invoke(app, ["ask", str(file)])
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_to_something(page: str) -> None:
    assert not [link for link in links(page) if not link.exists()]


def test_the_front_page_leads_to_every_other() -> None:
    assert {ROOT / page for page in PAGES} - set(links("README.md")) == {ROOT / "README.md"}


def test_the_worked_case_that_contributors_are_shown_is_the_head_of_one_of_ours() -> None:
    [shown] = blocks("CONTRIBUTING.md", "toml")
    heads = [file.read_text(encoding="utf-8").partition("\n\n")[0] for file in (ROOT / "tests/cases").rglob("*.toml")]
    assert shown.strip() in heads


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_a_page_names_takes_what_is_named_with_it(page: str) -> None:
    assert not [(command, wrong) for command in named_commands(text_of(page)) for wrong in mistakes(command)]


def test_every_command_that_our_own_sentences_name_takes_what_is_named_with_it() -> None:
    source = ROOT / "src" / "musterhall"
    texts = [file.read_text(encoding="utf-8") for kind in ("py", "toml", "html") for file in source.rglob(f"*.{kind}")]
    named = [*WAYS.values(), *(command for text in texts for command in named_commands(text))]
    assert len(named) > 80
    each = [one for command in named for one in command.split(", ")]
    assert not [(command, wrong) for command in each for wrong in mistakes(command)]


def test_a_command_that_is_not_there_is_noticed() -> None:
    assert list(mistakes("muster event frobnicate")) == ["no command frobnicate"]
    assert list(mistakes("muster battle the-game --sed 3")) == ["no option --sed"]
    assert list(mistakes("make tea")) == ["no target tea"]
    assert not list(mistakes("muster event force submit PLAYER FILE --although-locked"))


def test_the_table_of_questions_names_every_question() -> None:
    from musterhall.games.the_game.referee import QUESTIONS

    page = (ROOT / "docs/referee.md").read_text(encoding="utf-8")
    rows = page.partition("| | questions |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", rows)) == {question.name for question in QUESTIONS}
