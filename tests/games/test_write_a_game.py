"""A fourth game, from a folder outside the package through an entry point: the one that docs/write-a-game.md builds."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.cli.pages import ROOT, blocks, commands, files
from tests.games.toy.skirmish import SkirmishBattles
from tests.web.scene import scene
from tests.web.table import table

from musterhall import games
from musterhall.cli import warming
from musterhall.game.gestures.registry import Gestures
from musterhall.problems import BadInput
from musterhall.store.steady import CLOCK
from musterhall.web import battles, referee
from musterhall.web.replay_page import served_replay_page
from musterhall.web.settings import Settings

PAGE = "docs/write-a-game.md"
SOURCE = Path(__file__).parent / "toy" / "skirmish.py"

Muster = Callable[..., subprocess.CompletedProcess[str]]


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_page_shows_the_whole_game() -> None:
    *game, _ = blocks(PAGE, "python")
    assert lines("\n".join(game)) == lines(SOURCE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the page has its reader write, installed as pip would install it."""
    folder = tmp_path_factory.mktemp("skirmish")
    *game, _ = blocks(PAGE, "python")
    (folder / "skirmish.py").write_text("\n\n".join(game), encoding="utf-8")
    for name, text in files(PAGE).items():
        (folder / name).write_text(text, encoding="utf-8")
    project = tomllib.loads(next(text for text in blocks(PAGE, "toml") if "[project]" in text))["project"]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    rows = [
        f"[{group}]\n{name} = {leads}" for group, one in project["entry-points"].items() for name, leads in one.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(rows), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def muster(folder: Path) -> Muster:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "musterhall.cli.main", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def told(muster: Muster) -> dict[str, str]:
    """What every command of the page says, by its first two words."""
    said = {}
    for _, *words in commands(PAGE):
        done = muster(*words)
        assert done.returncode == 0, (words, done.stderr)
        said[" ".join(words[:2])] = done.stdout
    return said


def test_the_contract_is_kept_as_the_page_prints_it(folder: Path, tmp_path: Path) -> None:
    """In a checkout that has no more than the page speaks of."""
    *_, contract = blocks(PAGE, "python")
    *_, command = blocks(PAGE, "sh")
    program, *words = shlex.split(command)
    assert program == ".venv/bin/pytest"
    for name in ("src", "pyproject.toml", "tests/battle"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).symlink_to(ROOT / name)
    test = tmp_path / words[-1]
    test.parent.mkdir()
    test.write_text(contract, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    run = [sys.executable, "-m", "pytest", *words]
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_a_force_in_a_file_is_checked_shown_and_printed(told: dict[str, str], folder: Path) -> None:
    assert told["force check"] == "The Owls is legal: 4 fighters.\n"
    assert told["force show"] == "The Wolves: Ada, Bo, Cy\n"
    assert (folder / "owls.pdf").read_bytes().startswith(b"%PDF")


def test_everything_that_is_wrong_with_a_force_is_told_at_once(muster: Muster, folder: Path) -> None:
    (folder / "twins.toml").write_text(force_file("Twins", "abcdea"), encoding="utf-8")
    done = muster("force", "check", "twins.toml")
    assert done.returncode == 2
    assert done.stdout.splitlines() == [
        "Twins: has 6 fighters. Bring 1 to 5. (3)",
        "Twins: has more than one a. Give each fighter a name of their own. (3)",
        "Twins is not legal: 2 problems; 6 fighters.",
    ]


def test_its_forces_stand_in_the_list_and_near_names_are_offered(muster: Muster) -> None:
    assert "wolves (skirmish): The Wolves, 3 points" in muster("force", "list").stdout.splitlines()
    assert "wolves" in muster("force", "check", "wolfs").stderr


def force_file(name: str, fighters: str) -> str:
    """A band whose fighters have names of one letter."""
    return f'game = "skirmish"\nname = "{name}"\nfighters = {list(fighters)}'


def test_a_battle_is_fought_saved_and_fought_again(told: dict[str, str]) -> None:
    first = told["battle skirmish"].splitlines()[0]
    assert "still standing." in first
    assert told["replay owls.journal"].startswith(f"{first}\nVerified: ")


def test_its_agents_fight_duels(told: dict[str, str], muster: Muster) -> None:
    assert told["duel cautious"].startswith("cautious against random, each with both armies, 20 seeds: ")
    alone, shared = (
        muster("duel", "cautious", "random", "--game", "skirmish", "--seeds", "4", "--json", "--jobs", jobs).stdout
        for jobs in ("1", "2")
    )
    assert alone == shared != ""


def test_its_referee_answers(told: dict[str, str]) -> None:
    assert "needed: 4" in told["ask question.toml"]
    assert "Sections: 2" in told["ask question.toml"]
    assert told["ask --questions"].startswith("needed (2): What must the die show?")


def test_its_battle_is_drawn(told: dict[str, str], folder: Path, browser: Browser) -> None:
    complaints: list[str] = []
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((folder / "owls.html").as_uri())
        expect(page).to_have_title("The Owls against The Ravens")
        expect(page.locator("[data-piece]")).to_have_count(7)
        expect(page.locator(".score .side0 dt")).to_have_text(["fighters", "lost"])
    assert complaints == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("battle", "skirmsh"), "game 'skirmsh': there is none of this name; did you mean skirmish?"),
        (("battle", "skirmish", "--agents", "cautios"), "did you mean cautious?"),
        (("battle", "skirmish", "--red", "nobody.toml"), "name one that exists, or a shipped force: wolves, ravens."),
        (("battle", "skirmish", "--red", "crowd.toml"), "red's force: Crowd: has 6 fighters. Bring 1 to 5. (3)"),
        (
            ("battle", "skirmish", "--table", "crossroads"),
            "Skirmish: it has no tables here; choose from the-game, alpha-strike, age-of-destruction.",
        ),
        (("battle", "skirmish", "--variant", "half=exact"), "variant half: Skirmish has no variants; leave it out."),
        (
            ("rules", "skirmish"),
            "Skirmish: its rulebook is not listed here yet; choose from the-game, alpha-strike, age-of-destruction.",
        ),
        (
            ("force", "check", "typo.toml"),
            "typo.toml: game 'skirmsh': there is none of this name; did you mean skirmish?",
        ),
    ],
)
def test_what_cannot_be_is_refused_as_with_any_game(
    muster: Muster, folder: Path, words: tuple[str, ...], sentence: str
) -> None:
    (folder / "crowd.toml").write_text(force_file("Crowd", "abcdef"), encoding="utf-8")
    (folder / "typo.toml").write_text(force_file("Typo", "a").replace("skirmish", "skirmsh"), encoding="utf-8")
    done = muster(*words)
    assert done.returncode == 2
    assert sentence in done.stderr


# In the house


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Lets a package bring a game to this process, by what its entry point leads to."""

    def forget() -> None:
        for kept in (games._brought, games._loaded, battles.offers, battles.bot_battle):
            kept.cache_clear()

    def bring(leads: str, name: str = "skirmish") -> None:
        found = EntryPoints([EntryPoint(name, leads, games.GROUP)])
        monkeypatch.setattr(games, "entry_points", lambda group: found)
        forget()

    yield bring
    monkeypatch.undo()
    forget()


def test_pages_offer_its_battles_and_its_referee(brought: Callable[[str], None]) -> None:
    brought("tests.games.toy.skirmish:GAME")
    assert list(dict.fromkeys(offer.game.name for offer in battles.offers())) == [
        "the_game",
        "alpha_strike",
        "age_of_destruction",
        "skirmish",
    ]
    film = battles.bot_battle("skirmish", "", "", 3, "", "random")
    assert "The Wolves against The Ravens" in served_replay_page(film, "/board", "/replays")
    asking = referee.filled_in(referee.Asking('game = "skirmish"\nask = { needed = "rush", against = "rush" }'))
    assert referee.ask(asking, lambda: 1).ruling.result == {"needed": 1}


def test_the_page_of_replays_has_a_form_for_each_game(brought: Callable[[str], None], tmp_path: Path) -> None:
    brought("tests.games.toy.skirmish:GAME")
    with scene(Settings(db=str(tmp_path / "house.db"))) as made:
        page = made.get("/replays", headers={"accept": "text/html"}).text
        assert "Two bots fight a battle of Skirmish" in page
        assert '<select name="red"><option value="wolves">' in page
        assert "Stays in cover until it is ahead." in page
        shown = made.get("/replays?game=skirmish&seed=3&red=ravens&blue=wolves", headers={"accept": "text/html"})
        assert "The Ravens against The Wolves" in shown.text


def test_people_sit_down_at_it_and_play_it_to_its_end_by_gestures(
    brought: Callable[[str], None], tmp_path: Path
) -> None:
    brought("tests.games.toy.skirmish:GAME")
    with table(str(tmp_path / "house.db")) as at:
        assert at.client.get("/play?game=skirmish", headers={"accept": "text/html"}).status_code == 200
        begun = at.begin("skirmish", seats=[{"name": "Ann"}, {"by": "bot", "name": "cautious"}])
        assert begun.status_code == 201, begun.text
        assert at.get("hint", "0").json()["by"] == "cautious"
        while not at.sitting.record.over:
            told = at.post("answer", "0", sketch={"option": 0})
            assert told.status_code == 200, told.text
        assert "still standing" in at.state("0")["over"]["sentence"]


def test_whoever_has_no_time_left_is_answered_for_by_a_quick_bot_of_its_own(
    brought: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought("tests.games.toy.skirmish:GAME")
    now = [1000.0]
    monkeypatch.setattr(CLOCK, "seconds", lambda: now[0])
    with table(str(tmp_path / "house.db")) as at:
        at.begin("skirmish", seats=[{"name": "Ann"}, {"name": "Ben"}], clock={"seconds": 60})
        now[0] += 61
        at.house.room.times_up()
        said = at.sitting.record.answers[0]
        assert said.by == "cautious"
        assert "Ann had no time left: the bot cautious answered for them." in at.get("log", "1").text


def test_a_game_without_gestures_is_refused_to_people_and_open_to_bots(
    brought: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought("tests.games.toy.skirmish:GAME")
    monkeypatch.setattr(SkirmishBattles, "gestures", Gestures())
    with table(str(tmp_path / "house.db")) as at:
        told = at.begin("skirmish", seats=[{"name": "Ann"}, {"by": "bot"}])
        sentence = "Skirmish: its battles are for bots alone; choose from the-game, alpha-strike, age-of-destruction."
        assert (told.status_code, told.json()["error"]) == (400, sentence)
        assert at.begin("skirmish", seats=[{"by": "bot"}, {"by": "bot"}]).status_code == 201


def test_a_broken_package_keeps_no_hall_from_opening(
    brought: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    brought("tests.games.toy.nowhere:GAME")
    # Whatever this machine has compiled so far: the games that ship are ready, and the broken one is looked at.
    monkeypatch.setattr(warming, "is_kept", lambda module: True)
    monkeypatch.setattr(subprocess, "Popen", lambda *words, **more: pytest.fail("nothing is to be prepared"))
    warming.warm_up_aside()


@pytest.mark.parametrize(
    ("leads", "why"),
    [("tests.games.toy.nowhere:GAME", "cannot be loaded"), ("tests.games.toy.skirmish:HIDDEN", "is no Game")],
)
def test_a_package_that_brings_no_game_is_named(brought: Callable[[str], None], leads: str, why: str) -> None:
    brought(leads)
    assert games.game_named("the_game").name == "the_game"
    with pytest.raises(BadInput, match=f"game skirmish: {leads} {why}.*; mend or remove its package"):
        games.game_named("skirmish")


def test_no_package_takes_the_place_of_a_game_that_is_here(brought: Callable[[str, str], None]) -> None:
    brought("tests.games.toy.skirmish:GAME", "the-game")
    assert games.game_named("the_game").words.title == "THE GAME"
