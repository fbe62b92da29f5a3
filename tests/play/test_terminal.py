"""Battles at a keyboard: whole ones of each game, what a line means, and that nothing is lost."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from tests.play.rooms import ANN, BEN, DRILL, GAMES, Played
from tests.play.typists import Typist
from tests.web.serving import running_here
from typer.testing import CliRunner

import musterhall.game
from musterhall.cli import playing
from musterhall.cli.main import app
from musterhall.game.gestures.gesture import Gesture
from musterhall.playing.sitting import Sitting
from musterhall.playing.terminal.elsewhere import Elsewhere
from musterhall.playing.terminal.here import Here
from musterhall.playing.terminal.session import Quit, Session
from musterhall.playing.terminal.text_board import Grid, TextBoard
from musterhall.playing.terminal.typing import COMMAND, FORMS, form_of
from musterhall.playing.terminal.words import Names
from musterhall.playing.thinking import NoAnswer, Question, Thought
from musterhall.problems import BadInput
from musterhall.store.journals import Store
from musterhall.store.opening import open_store
from musterhall.web.app import create_app
from musterhall.web.rulebooks import section_data
from musterhall.web.settings import Settings

NAMES = Names(Grid.of(72, 48), ("A", "B", "a"), ("First", "Second", "Third"), "inches")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"{tmp_path}/hall.db") as opened:
        yield opened


class AtTheTable(Here):
    """Bots think when somebody waits for them."""

    def __init__(self, played: Played) -> None:
        super().__init__(played.room, played.name, threading.Condition(), section_data)
        self._played = played

    def wait(self, version: int) -> None:
        assert self._played.thinkers.think()


def typist_at(played: Played) -> tuple[Session, Typist]:
    place = AtTheTable(played)
    typist = Typist(place, 5, played.drills_answer)
    return Session(place, typist.read, typist.say), typist


def scripted(played: Played, *lines: str) -> list[str]:
    """What is said to somebody who types these lines and leaves."""
    left, said = [*lines, "quit"], list[str]()
    session = Session(AtTheTable(played), lambda prompt: left.pop(0), said.append)
    with pytest.raises(Quit):
        session.play()
    return said


# Whole battles


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_battle_is_played_by_typing(store: Store, game: str) -> None:
    played = Played(store, (ANN, DRILL), game)
    session, typist = typist_at(played)
    ended = session.play()
    assert played.sitting.record.over
    assert ended["sentence"] == played.sitting.outcome().sentence
    assert sum(typist.as_data.values()) < len(typist.taken)
    assert max(len(line) for line in typist.said if re.match(r"[ \d]\d? ?[ .]", line) and " . " in line) <= 80


def test_two_at_one_screen_are_asked_in_turn_and_see_their_own_view(store: Store) -> None:
    played = Played(store, (ANN, BEN))
    said = scripted(played, "1: 3.1 3.3, 2: 5.1 5.3", "", "1: 2.1 2.2, 2: 4.1 4.2")
    assert any(line.startswith("Red: Where does each battle group march?") for line in said)
    assert any(line.startswith("Blue: Where does each battle group march?") for line in said)
    assert [one.player for one in played.sitting.record.answers] == [0, 1]


def test_a_seat_in_a_hall_is_played_by_its_link(tmp_path: Path) -> None:
    hall_app = create_app(Settings(db=str(tmp_path / "hall.db"), bots=1))
    with running_here(hall_app) as hall:
        wanted = {"game": "the_game", "seats": [{"by": "person"}, {"by": "bot", "name": "drill"}]}
        seat = {"Muster-Seat": ""}
        begun = httpx.post(f"{hall.url}/api/battles", json=wanted, headers=seat, trust_env=False, timeout=60).json()
        place = Elsewhere(f"{hall.url}/play/{begun['battle']}/{begun['seats']['0']}", "Ann")
        room = hall_app.state.house.room

        def any_answer(side: int) -> object:
            decision = room.look(begun["battle"]).asked(side)
            return next(iter(decision.options()))

        typist = Typist(place, 5, any_answer)

        def answers() -> int:
            return sum(said.player == 0 for said in room.look(begun["battle"]).record.answers)

        def read(prompt: str) -> str:
            return typist.read(prompt) if answers() < 10 else "quit"

        with pytest.raises(Quit):
            Session(place, read, typist.say).play()
        record = room.look(begun["battle"]).record
        assert record.seats[0].name == "Ann"
        assert answers() == 10


# What a line means


def test_bad_typing_gets_a_sentence_and_changes_nothing(store: Store) -> None:
    played = Played(store)
    said = scripted(played, "gibberish", "1: 3.1", "units Q", "answer {", "undo", "why 99")
    said += scripted(played, "log ²", "log 0", "9" * 5000, "1: 1.1 99999999999.1, 2: 1.1", f"answer {'[' * 99_999}")
    assert "'²': say how many lines you want to read, as log 50." in said
    assert "'gibberish': say which arrow and its squares, as 1: 3.1 3.3." in said
    assert "Flank needs an arrow too; separate them with commas." in said
    assert "Q: name a group by its letter, as units A; `key` lists them." in said
    assert "There is nothing of yours to take back." in said
    assert played.sitting.record.answers == []


def test_an_answer_that_was_given_can_be_taken_back(store: Store) -> None:
    played = Played(store)
    said = scripted(played, "1: 3.1 3.3, 2: 5.1 5.3", "at 90,119", "undo", "at 60,119")
    assert any(line.startswith("Taken back.") for line in said)
    objectives = [one.answer for one in played.sitting.record.answers if one.player == 0][1:]
    assert objectives == [[60.0, 120.0]]


def test_the_captains_answer_is_told_with_its_reason_and_can_be_taken(store: Store) -> None:
    played = Played(store)

    def at_once(question: Question, then: Callable[[Thought | NoAnswer], None]) -> None:
        then(played.thinkers.mind.answer(question))

    played.thinkers.ask = at_once  # type: ignore[method-assign]
    said = scripted(played, "hint", "take")
    assert any(line.startswith("The captain would answer: ") and line.endswith("Type take to do so.") for line in said)
    assert [one.player for one in played.sitting.record.answers].count(0) == 1


def test_the_rule_behind_a_question_is_one_word_away(store: Store) -> None:
    said = scripted(Played(store), "why")
    at = next(number for number, line in enumerate(said) if line.startswith("6.1.2 "))
    assert len(said[at + 1]) > 40


def test_every_kind_of_gesture_can_be_typed() -> None:
    for module in pkgutil.walk_packages(musterhall.game.__path__, "musterhall.game."):
        importlib.import_module(module.name)
    kinds = {one.kind for one in _every(Gesture) if not inspect.isabstract(one)}
    assert kinds - {"deeds"} == {*FORMS, COMMAND}


def _every(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _every(one)


def test_who_commands_says_who_does_what_step_by_step_or_in_one_line(store: Store) -> None:
    played = Played(store, (ANN, DRILL), "age_of_destruction")
    while not (asked := AtTheTable(played).state(0)["asked"]) or asked[0]["gesture"] != COMMAND:
        if not played.answer_as_drill(0):
            assert played.thinkers.think()
    said = scripted(played, "1", "1 move", "1 juggle")
    assert any(line.endswith(" can:") for line in said)
    assert any("Begin with 1 move." in line for line in said)
    assert any(line.startswith("'juggle': is not among these") for line in said)


def test_help_tells_what_may_be_typed(store: Store) -> None:
    said = scripted(Played(store), "?")
    assert any("as 1: 3.1 3.3" in line for line in said)
    assert any(line.strip().startswith("undo") for line in said)


GO = {
    "gesture": "go",
    "ways": [
        {"name": "ground", "words": "Walk 10″", "still": False},
        {"name": "jump", "words": "Jump 8″", "still": False},
        {"name": "still", "words": "Stand still", "still": True},
    ],
    "turns": True,
    "extras": [{"name": "height", "words": "Height", "choices": [[0, "on the ground"], [1, "one up"]]}],
    "start": None,
    "instead": [{"words": "Leave the table"}],
}


@pytest.mark.parametrize(
    ("line", "sketch"),
    [
        ("walk to D7", {"way": "ground", "path": [[14.0, 26.0]], "extras": {}}),
        ("2 40.5,22 facing north", {"way": "jump", "path": [[40.5, 22.0]], "extras": {}, "facing": 270.0}),
        ("jump D7 facing E7", {"way": "jump", "path": [[14.0, 26.0]], "extras": {}, "facing": 0.0}),
        ("1 via C7 D7 height=2", {"way": "ground", "path": [[10.0, 26.0], [14.0, 26.0]], "extras": {"height": 1}}),
        ("stand still facing 45", {"way": "still", "path": [], "extras": {}, "facing": 45.0}),
        ("leave", {"instead": 0}),
        ("4", {"instead": 0}),
    ],
)
def test_a_way_and_a_place_make_a_move(line: str, sketch: object) -> None:
    assert form_of(GO, NAMES, dict).sketch(line) == sketch


@pytest.mark.parametrize(
    "line", ["walk", "walk to Z99", "swim to D7", "walk to D7 depth=2", "1 D7 facing nowhere", "9"]
)
def test_a_move_that_means_nothing_is_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(BadInput, match=r"[.]$"):
        form_of(GO, NAMES, dict).sketch(line)


def test_single_units_of_a_body_are_put_elsewhere_by_their_numbers() -> None:
    body = {"gesture": "body", "group": 0, "pieces": [11, 12], "reach": [5, 5], "extras": [], "may_stay": ""}
    sketch = form_of(body, NAMES, dict).sketch("to D7 in column facing 90 #12 at 40,22")
    assert sketch == {
        "shape": "in column",
        "to": [14.0, 26.0],
        "by_hand": [[12, [40.0, 22.0]]],
        "extras": {},
        "facing": 90.0,
    }


# The board


def test_a_board_shows_who_stands_where_and_what_its_letters_mean(store: Store) -> None:
    played = Played(store)
    played.play_on(60)
    board = TextBoard(played.sitting.replay(0))
    lines, legend = board.lines(), board.legend()
    assert all(len(line) <= 80 for line in lines)
    first = next(at for at, state in board.pieces.items() if state.status == "on")
    group = board.board.pieces[first].group
    assert any(board.letters[group] in line[3:] for line in lines[1:-1])
    assert any(line.startswith(f"{board.letters[group]:<2} {board.board.groups[group].name}: at ") for line in legend)


@pytest.mark.parametrize("size", [(180, 120), (72, 48), (36, 36), (48, 72), (240, 120)])
def test_a_table_of_any_size_fits_and_its_squares_are_found_again(size: tuple[float, float]) -> None:
    grid = Grid.of(*size)
    assert grid.columns * 4 <= 72
    assert grid.ranks * 2 <= 30
    for name in ("A1", f"{chr(ord('A') + grid.columns - 1)}{grid.ranks}"):
        place = grid.place(name)
        assert place is not None
        assert grid.name(*place) == name


@pytest.mark.parametrize("columns", [24, 40, 60, 80, 200])
def test_a_board_is_no_wider_than_the_terminal(store: Store, columns: int) -> None:
    lines = TextBoard(Played(store).sitting.replay(0), columns).lines()
    assert max(map(len, lines)) <= min(columns, 76)


@pytest.mark.parametrize(("said", "colours"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_whoever_wants_no_colours_gets_none(
    monkeypatch: pytest.MonkeyPatch, said: dict[str, str], colours: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert playing._has_colours() is colours


def test_nobodys_name_hides_or_colours_what_a_terminal_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    playing._shown("\x1b[1;31mA\x1b[0m The \x1b[8mBand\x1b[2J")
    assert capsys.readouterr().out == "\x1b[1;31mA\x1b[0m The \\x1b[8mBand\\x1b[2J\n"


def test_somebody_whom_the_computer_has_no_name_for_plays_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(playing, "getuser", nobody)
    assert playing._own_name() == "You"


# Nothing is lost


def test_a_battle_goes_on_after_its_program_was_killed(tmp_path: Path) -> None:
    environment = {**os.environ, "MUSTER_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "musterhall.cli.main", "play", "the-game", "--against", "drill", "--name", "Ann"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("1: 3.1 3.3, 2: 5.1 5.3\n")
        playing.stdin.flush()
        for line in playing.stdout:
            if "primary objective" in line:
                break
        playing.send_signal(signal.SIGKILL)
    with open_store(str(tmp_path / "musterhall.db")) as store:
        (info,) = store.streams("battle")
        answers = Sitting(info.stream, store.entries(info.stream)).record.answers
    assert json.loads(json.dumps(answers[0].answer))["Flank"] == [[5, 1], [5, 2], [5, 3]]
    again = CliRunner().invoke(
        app, ["play", "--go-on", "last"], input="at 90,119\nquit\n", env={"MUSTER_HOME": str(tmp_path)}
    )
    assert again.exit_code == 0, again.output
    assert "Where do you put your secondary objective" in again.output
    assert f"muster play --go-on {info.stream}" in again.output


@pytest.mark.parametrize("body", [b"<p>Welcome!</p>", b"[]", b'{"error": 1}'])
def test_an_address_that_is_no_hall_is_told_in_one_sentence(body: bytes, tmp_path: Path) -> None:
    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        Thread(target=stranger.serve_forever, daemon=True).start()
        link = f"http://127.0.0.1:{stranger.server_port}/play/battle-a/b"
        done = CliRunner().invoke(app, ["play", "--join", link], env={"MUSTER_HOME": str(tmp_path)})
        stranger.shutdown()
    assert done.exit_code == 2
    assert "does not answer as a hall" in done.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "name a game to begin a battle"),
        (["--join", "http://example.org/other"], "is not a seat's"),
        (["--join", "http://[::1/play/battle-a/b"], "is not a seat's"),
        (["--go-on", "last"], "nobody has begun a battle here"),
        (["the-game", "--against", "nobody"], "there is none of this name"),
        (["the-game", "--side", "green"], "is red or blue"),
    ],
)
def test_a_wrong_option_is_told_in_one_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["play", *words], env={"MUSTER_HOME": str(tmp_path)})
    assert done.exit_code == 2
    assert sentence in done.output
    assert len(done.output.strip().splitlines()) == 1
