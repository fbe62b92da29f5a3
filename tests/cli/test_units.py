"""`muster units`: listing, importing, keeping, and fetching from a server of our own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import typer
from typer.testing import CliRunner

from musterhall.cli import units
from musterhall.cli.shell import Guarded
from musterhall.games import game_named
from musterhall.games.alpha_strike.units.mul import LIST_TYPES
from musterhall.problems import BadInput
from musterhall.store.units import kept_file, units_library

app = typer.Typer(cls=Guarded, pretty_exceptions_enable=False)
app.add_typer(units.app, name="units")


@app.callback()
def _main() -> None: ...


def a_unit(number: int, name: str, **changes: Any) -> dict[str, Any]:
    row = {"Id": number, "Name": name, "Class": name, "BFType": "BM", "BFSize": 1, "BFMove": '12"', "BFPointValue": 20}
    return row | changes


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    return tmp_path / "home"


def run(*words: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, ["units", *words])
    assert result.exit_code == code, result.output
    return result


def saved(folder: Path, rows: Any) -> str:
    file = folder / "list.json"
    file.write_text(rows if isinstance(rows, str) else json.dumps(rows), encoding="utf-8")
    return str(file)


def test_cards_are_listed_by_what_they_are() -> None:
    rows = json.loads(run("alpha-strike", "--role", "Scout", "--special", "ECM", "--pv", "20-40", "--json").stdout)
    assert {row["variant"] for row in rows} == {"LCT-5W2", "RVN-3L", "RVN-4L"}
    assert "Raven RVN-3L" in run("alpha-strike", "--special", "ECM").stdout


def test_figures_are_filters_and_orders() -> None:
    asked = ("--tech", "Clan", "--move", "10-", "--damage", "4-", "--armour", "5-", "--year", "-3060", "--sort", "dear")
    rows = json.loads(run("alpha-strike", *asked, "--json").stdout)
    assert [row["pv"] for row in rows] == sorted((row["pv"] for row in rows), reverse=True)
    assert "Ryoken (Stormcrow)" in {row["chassis"] for row in rows}
    assert {row["tech"] for row in rows} == {"Clan"}
    assert "no such order" in run("alpha-strike", "--sort", "beauty", code=2).stderr


def test_one_card_is_printed_with_what_its_specials_do() -> None:
    told = run("alpha-strike", "Timber Wolf Prime").stdout
    assert "54 PV" in told
    assert "OMNI: Carries" in told
    assert json.loads(run("alpha-strike", "Griffin GRF-6S", "--json").stdout)["tmm"] == {"": 2, "j": 3}


def test_an_unknown_card_is_one_sentence_with_the_nearest_names() -> None:
    assert "did you mean Atlas AS7-D" in run("alpha-strike", "Atlas AS7D", code=2).stderr


@pytest.mark.parametrize("span", ["x", "9-3", "-", "1-2-3"])
def test_a_span_of_points_that_is_none_is_refused(span: str) -> None:
    assert "pv" in run("alpha-strike", f"--pv={span}", code=2).stderr


def test_other_games_are_still_listed() -> None:
    assert "HumanXX" in run("the-game").stdout
    assert "--role" in run("the-game", "--role", "Scout", code=2).stderr


def test_a_game_is_searched_by_what_it_names_itself() -> None:
    told = run("the-game", "--help").stdout
    assert "--army" in told
    assert "--tmm" not in told
    assert "--tmm" in run("alpha-strike", "--help").stdout
    rows = json.loads(run("the-game", "--army", "orc hegemony", "--type", "infantry", "--text", "orc", "--json").stdout)
    assert rows
    assert {(row["army"], row["type"]) for row in rows} == {("Orc Hegemony", "infantry")}
    assert "--tmm" not in run("--help").stdout + run("list", "--help").stdout


def test_imported_cards_are_kept_and_joined_by_their_number(tmp_path: Path, home: Path) -> None:
    file = saved(tmp_path, [a_unit(90001, "Newcomer"), a_unit(140, "Atlas AS7-D", BFPointValue=53)])
    told = json.loads(run("import", file, "--faction", "Clan Wolf", "--era", "ilClan", "--json").stdout)
    assert (told["cards"], told["new"], told["kept"]) == (2, 2, 2)
    again = json.loads(run("import", file, "--faction", "Draconis Combine", "--era", "ilClan", "--json").stdout)
    assert (again["new"], again["kept"]) == (0, 2)
    atlas = units_library(game_named("alpha_strike")).find("Atlas AS7-D")
    assert atlas.pv == 53
    assert atlas.available == {("Clan Wolf", "ilClan"), ("Draconis Combine", "ilClan")}
    found = json.loads(run("alpha-strike", "--faction", "clan wolf", "--era", "ilclan", "--json").stdout)
    assert {row["chassis"] for row in found} == {"Newcomer", "Atlas AS7-D"}
    assert sorted(file.name for file in home.iterdir() if not file.name.startswith(".")) == ["units-alpha_strike.json"]


def test_what_cannot_be_read_is_said_and_the_rest_kept(tmp_path: Path) -> None:
    rows = [a_unit(1, "Good", BFAbilities="WHAT9"), a_unit(2, "Bad", BFMove="quick"), a_unit(3, "None", BFType=None)]
    result = run("import", saved(tmp_path, rows))
    assert "1 card, 1 of them new" in result.stdout
    assert "Bad: BFMove: Move 'quick' is not readable" in result.stderr
    assert "Unknown special ability WHAT9" in result.stderr
    assert "Without an Alpha Strike card: None" in result.stderr


@pytest.mark.parametrize("text", ["[{", "", "[]", "{}"])
def test_a_file_without_cards_changes_nothing(tmp_path: Path, home: Path, text: str) -> None:
    run("import", saved(tmp_path, text), code=2)
    assert not kept_file(game_named("alpha_strike")).exists()


def test_a_file_of_200_megabytes_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "big.json"
    with file.open("wb") as big:
        big.truncate(200_000_000)
    assert "has 200 MB" in run("import", str(file), code=2).stderr


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("import", saved(tmp_path, [a_unit(1, "First")]))
    before = kept_file(game_named("alpha_strike")).read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    run("import", saved(tmp_path, [a_unit(2, "Second")]), code=2)
    assert kept_file(game_named("alpha_strike")).read_bytes() == before
    assert {file.name for file in home.iterdir()} == {"units-alpha_strike.json", ".units-alpha_strike.json.lock"}


def test_a_broken_kept_file_is_one_sentence(home: Path) -> None:
    home.mkdir()
    kept_file(game_named("alpha_strike")).write_text("{}", encoding="utf-8")
    assert "is no file of kept units" in run("alpha-strike", code=2).stderr


# Fetching


class Server(ThreadingHTTPServer):
    """A list of our own that can be busy for a while."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, list[str]]] = []
        self.agents: list[str] = []
        self.at_once = 0
        self.most_at_once = 0
        self.busy: list[int] = []
        self.body: bytes | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.at_once += 1
        self.server.most_at_once = max(self.server.most_at_once, self.server.at_once)
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        self.server.asked.append(query)
        self.server.agents.append(self.headers["User-Agent"])
        status = self.server.busy.pop(0) if self.server.busy else 200
        number = int(query["Types"][0])
        body = json.dumps({"Units": [a_unit(9000 + number, f"Unit {number}")]}).encode()
        body = self.server.body if self.server.body is not None else body
        self.server.at_once -= 1
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the fetcher would have rested."""
    naps: list[float] = []
    monkeypatch.setattr("musterhall.cli.units.time.sleep", naps.append)
    return naps


def test_every_type_is_asked_for_once_politely_and_kept(server: Server, naps: list[float]) -> None:
    told = json.loads(run("fetch", "--address", server.address, "--json").stdout)
    assert told["cards"] == len(LIST_TYPES) == len(server.asked)
    assert server.most_at_once == 1
    assert naps == [1.0] * (len(server.asked) - 1)
    assert all(agent.startswith("musterhall/") for agent in server.agents)
    assert units_library(game_named("alpha_strike")).find("Unit 18").mul_id == 9018


def test_what_was_fetched_this_week_is_not_asked_for_again(server: Server) -> None:
    words = ("fetch", "--address", server.address, "--type", "Infantry")
    run(*words)
    run(*words)
    assert len(server.asked) == 1
    run(*words, "--fresh")
    assert len(server.asked) == 2


def test_faction_and_era_go_into_the_question_and_onto_the_cards(server: Server) -> None:
    words = ("--type", "battlemech", "--faction", "Clan Wolf", "--faction-id", "24", "--era", "ilclan")
    run("fetch", "--address", server.address, *words)
    assert server.asked[0] == {
        "Types": ["18"], "MinPV": ["1"], "MaxPV": ["999"], "Factions": ["24"], "AvailableEras": ["257"]
    }  # fmt: skip
    assert units_library(game_named("alpha_strike")).find("Unit 18").available == {("Clan Wolf", "ilclan")}


def test_a_busy_list_is_asked_again_each_time_later(server: Server, naps: list[float]) -> None:
    server.busy = [503, 429, 500]
    run("fetch", "--address", server.address, "--type", "Infantry")
    assert naps == [1.0, 2.0, 4.0]


def test_a_list_that_stays_busy_is_one_sentence(server: Server) -> None:
    server.busy = [503] * 9
    assert "answers 503, 4 times over; try again later." in run(
        "fetch", "--address", server.address, "--type", "Infantry", code=2
    ).stderr  # fmt: skip
    assert len(server.asked) == 4


def test_a_refusal_is_not_asked_again(server: Server) -> None:
    server.busy = [404] * 9
    assert "answers 404" in run("fetch", "--address", server.address, "--type", "Infantry", code=2).stderr
    assert len(server.asked) == 1


def test_a_reply_that_is_no_list_is_neither_kept_nor_remembered(server: Server) -> None:
    server.body = b"<html>come back later</html>"
    words = ("fetch", "--address", server.address, "--type", "Infantry")
    assert "not readable as JSON" in run(*words, code=2).stderr
    server.body = None
    run(*words)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "ftp://example.org", "example.org", "http://", "http://a b", "http://x:y"]
)
def test_only_web_addresses_are_asked(address: str) -> None:
    with pytest.raises(BadInput, match="is no web address"):
        units.Fetcher(address)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--faction", "Clan Wolf"), "give both, or neither"),
        (("--faction", "Clan Wolf", "--era", "ilClan"), "--faction-id"),
        (("--faction", "W", "--faction-id", "3", "--era", "Tomorrow"), "the list's number for it is not known"),
        (("--era-id", "3"), "needs its name too"),
        (("--type", "Boat"), "the list's number for it is not known"),
        (("--game", "the-game"), "only those of alpha-strike"),
    ],
)
def test_a_question_that_cannot_be_put_is_refused_before_anything_is_asked(
    words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in run("fetch", "--address", "http://127.0.0.1:9", *words, code=2).stderr
