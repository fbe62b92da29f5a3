"""`muster event`: whole days on the command line, everything as JSON, and bad input with one sentence."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.events.test_contradictions import agreed
from typer.testing import CliRunner, Result

from musterhall.cli.events import common, showing
from musterhall.cli.events.card_words import CardWords, written_card
from musterhall.cli.events.lifecycle import slug
from musterhall.cli.main import app
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Match, Player
from musterhall.events.handling import known_kinds
from musterhall.events.telling import Teller
from musterhall.games.alpha_strike.force.forces import shipped_force_text
from musterhall.packs.model import load_pack
from musterhall.problems import BadInput
from musterhall.store.opening import open_store

NAMES = ("Anna Berg", "Boris Tal", "Cleo Marsh", "Dario Vento", "Edda Holm", "Falk Rune", "Gita Sol")
FORCES = ("sea-fox-nova", "combine-wall")
WIDTH = 80


def muster(*words: object, code: int = 0, given: str = "") -> Result:
    result = CliRunner().invoke(app, [str(word) for word in words], input=given)
    assert result.exit_code == code, (words, result.exit_code, result.output, result.exception)
    return result


def event(*words: object, code: int = 0, given: str = "") -> str:
    """What a command of the event says; no line is wider than a terminal, but sentences may be."""
    return muster("event", *words, code=code, given=given).stdout


def event_json(*words: object) -> Any:
    return json.loads(event(*words, "--json"))


def refused(*words: object) -> str:
    """The one sentence that bad input gets."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 2, (words, result.exit_code, result.output, result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    sentence = result.stderr.strip()
    assert sentence
    assert "\n" not in sentence
    assert "Traceback" not in result.output
    return sentence


def matches(number: int | None = None) -> dict[int, list[str]]:
    """Who plays at which table."""
    words = ["--round", number] if number else []
    return {one["table"]: one["players"] for one in event_json("pairings", *words)["matches"]}


def place_of(name: str) -> dict[str, Any]:
    found = event_json("standings")
    rows: list[dict[str, Any]] = [*found["rows"], *found["apart"]]
    return next(row for row in rows if row["name"] == name)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Herocon of seven players, whose first round is published."""
    home = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_HOME", str(home))
        event("new", "Herocon 2025", "--pack", "herocon-2025", "--date", "2025-11-29", "--seed", 5)
        event("player", "add", *NAMES)
        for number in range(1, 8):
            event("force", "submit", f"p{number}", FORCES[number % 2])
        event("force", "accept", "--all-legal")
        event("player", "check-in", "--all")
        event("scenarios", "assassination", "domination", "king_of_the_hill")
        event("pair", "--seed", 3)
        event("publish")
    return home


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "home"
    place.mkdir()
    monkeypatch.setenv("MUSTER_HOME", str(place))
    for name in ("MUSTER_DB", "MUSTER_EVENT", "MUSTER_WHO"):
        monkeypatch.delenv(name, raising=False)
    return place


@pytest.fixture
def day(begun: Path, home: Path) -> Path:
    """A copy of the day that has begun, to do with as a test likes."""
    shutil.copytree(begun, home, dirs_exist_ok=True)
    return home


def plain_card(table: int, held: int = 0, scenario_field: str = "points_of_interest") -> None:
    """A card on which the first player has something."""
    first = matches()[table][0]
    event("card", "enter", table, "--score", f"{first} {scenario_field}={held}")


# Whole days


def test_a_whole_herocon_day(day: Path, tmp_path: Path) -> None:
    """Bye, concession, dispute, correction, drop, late entry, undo, standings, awards, paper, export and import."""
    first_round = event_json("pairings")
    (bye,) = first_round["byes"]
    tables = matches()
    event("clock", "start")
    assert "running" in event("clock", "show")

    # Table 1 disagrees, and the organiser decides.
    one, other = tables[1]
    event("card", "send", one, "--score", f"{one} command_units=1", "--unit", f"{other} {unit_of(other)} = destroyed")
    event("card", "send", other, "--unit", f"{other} {unit_of(other)} = destroyed")
    assert "the cards differ" in event("show")
    event("card", "enter", 1, "-s", f"{one} command_units=1", "-u", f"{other} {unit_of(other)} = destroyed")

    # Table 2 agrees, table 3 concedes: only then do bye and concession count.
    sender, opponent = tables[2]
    event(
        "card", "send", sender, "--score", f"{sender} command_units=1", "-u", f"{opponent} {unit_of(opponent)}=crippled"
    )
    assert event_json("card", "confirm", opponent)["match"]["settled"]
    assert "wait for them" in event("standings")
    conceder, winner = tables[3]
    told = event("concede", conceder)
    assert "for the concession" in told
    assert place_of(name_of(conceder))["figures"]["total"] == 0
    assert place_of(name_of(winner))["figures"]["victory"] == 200
    assert place_of(name_of(bye))["figures"]["victory"] == 100
    event("clock", "end")

    # One leaves and one is late; the second round is paired among those who are here.
    event("player", "drop", conceder, "--why", "sick")
    event("player", "add", "Hugo Late")
    event("force", "submit", "Hugo", "lyran-picket")
    event("force", "accept", "Hugo")
    second = event_json("pair", "--seed", 8)["round"]
    assert not second["published"]
    assert conceder not in [id_ for match in second["matches"] for id_ in match["players"]]
    event("publish")

    # A correction of the first round says what it changes, and that the second was paired on old numbers.
    corrected = event_json(
        "card", "enter", 1, "--round", 1, "-s", f"{one} command_units=0", "--why", "miscounted", "--yes"
    )
    assert any("Round 2 was paired on old numbers" in line for line in corrected["changes"])
    seq = corrected["entries"][0]["seq"]
    before = event_json("standings")
    event("undo", seq, "--why", "it was right after all", "--yes")
    assert event_json("standings") != before

    for table in matches():
        plain_card(table, held=table)
    event("pair", "--seed", 9)
    event("publish")
    for table in matches():
        event(
            "card", "enter", table, "-s", f"{matches()[table][0]} hill=1,0,1", "-s", f"{matches()[table][1]} hill=0,1,0"
        )
    event("player", "change", one, "--painted")
    event("award", "vote", other, "best_painted", one)
    finished = event_json("finish", "--yes")
    assert finished["prizes"][0]["winners"]
    assert "finished" in event("list")

    paper = tmp_path / "standings.pdf"
    event("print", "standings", "-o", paper)
    assert paper.read_bytes().startswith(b"%PDF")
    file = tmp_path / "day.json"
    event("export", "-o", file)
    event("import", file, "--id", "again")
    assert event_json("standings", "-e", "again") == event_json("standings", "-e", "herocon-2025")
    assert "UNDONE" in event("log", "-e", "again")


def test_a_drafted_for_war_day_with_a_draft(tmp_path: Path) -> None:
    event("new", "Drafted", "--pack", "drafted-for-war", "--rounds", 1, "--seed", 1)
    event("player", "add", *NAMES[:4])
    event("player", "check-in", "--all")
    opened = event_json("draft", "open", "--method", "salvage-boxes", "--units", 3, "--seconds", 600, "--seed", 4)
    assert opened["drafts"] == ["d1"]
    assert "nobody is late" in refused("event", "draft", "expire")
    event("draft", "pause")
    assert "Group 1 (d1) waits for" in event("draft", "pick", "p1", _hand("p1")[0])
    event("draft", "resume")
    assert "lets the lot pick for" in event("draft", "expire", "--player", "p2")
    rounds = 0
    while not event_json("draft", "show")["d1"]["finished"]:
        for player in ("p1", "p2", "p3", "p4"):
            mine = event_json("draft", "show", "--player", player)["d1"]["mine"]
            if mine["picking"]:
                event("draft", "pick", player, mine["hand"][0]["id"])
        rounds += 1
        assert rounds < 9
    assert "picked" in event("draft", "log")
    assert "holds" in event("draft", "show", "--organiser")
    for player in ("p1", "p2", "p3", "p4"):
        options = event_json("draft", "force", player)
        rows = [f'[[unit]]\nitem = "{one["item"]}"\nversion = "{one["versions"][0]["version"]}"\n' for one in options]
        choices = tmp_path / "choices.toml"
        choices.write_text("\n".join(rows))
        handed_in = event_json("draft", "force", player, "--choices", choices)
        event("force", "accept", player, *([] if handed_in["legal"] else ["--note", "as drafted"]))
    event("pair", "--seed", 1)
    event("publish")
    for table, (one, other) in matches().items():
        units = [row["name"] for row in event_json("force", "show", other)["roster"]]
        event("card", "enter", table, "-u", f"{other} {units[0]} = destroyed", "-s", f"{one} home_edge=1")
    assert place_of(name_of(one))["figures"]["wins"] == 1
    assert event("finish", "--yes").count("Tournament") == 1
    paper = tmp_path / "drafts.pdf"
    muster("print", "drafts", "-o", paper)
    assert paper.read_bytes().startswith(b"%PDF")


def _hand(player: str) -> list[str]:
    return [item["id"] for item in event_json("draft", "show", "--player", player)["d1"]["mine"]["hand"]]


def _conscript(*names: str) -> None:
    event("new", "Drafted", "--pack", "drafted-for-war", "--rounds", 1, "--seed", 1)
    event("player", "add", *names)
    event("player", "check-in", "--all")
    event("draft", "open", "--method", "conscription", "--seed", 4)


def _choices(folder: Path, player: str, leave_out: int = 0, **more: str) -> Path:
    """Everything that a player drafted but the first few, which stay at home."""
    options = event_json("draft", "force", player)[leave_out:]
    extra = "".join(f"{key} = {value}\n" for key, value in more.items())
    file = folder / "choices.toml"
    file.write_text("".join(f'[[unit]]\nitem = "{one["item"]}"\n{extra}' for one in options))
    return file


def test_a_draft_is_closed_with_a_reason_and_held_anew(tmp_path: Path) -> None:
    _conscript(*NAMES[:2])
    event("draft", "force", "p1", "--choices", _choices(tmp_path, "p1", skill="6"))
    assert "--why" in refused("event", "draft", "close", "--yes")
    assert "--yes" in refused("event", "draft", "close", "--why", "a box was missing")
    told = event("draft", "close", "--why", "a box was missing", "--yes")
    assert f"Forces that were handed in since stay, until others are: {NAMES[0]}." in told
    assert "none is open" in refused("event", "draft", "show")
    assert event_json("draft", "open", "--method", "conscription", "--seed", 5)["drafts"] == ["d2"]


def test_a_conscript_who_leaves_a_box_at_home_is_told_so_once(tmp_path: Path) -> None:
    _conscript(*NAMES[:2])
    found = event_json("draft", "force", "p1", "--choices", _choices(tmp_path, "p1", leave_out=1, skill="6"))
    at_home = [problem for problem in found["problems"] if "at home" in problem["what"]]
    assert len(at_home) == 1
    assert len(found["problems"]) == len({str(problem) for problem in found["problems"]})


def test_no_more_figures_are_drafted_than_a_force_may_have() -> None:
    event("new", "Drafted", "--pack", "drafted-for-war", "--rounds", 1, "--seed", 1)
    event("player", "add", *NAMES[:2])
    event("player", "check-in", "--all")
    for units in (2, 6):
        assert "a force has 3 to 5" in refused("event", "draft", "open", "--method", "conscription", "--units", units)


def test_a_volunteer_brings_a_force_and_builds_none() -> None:
    event("new", "Drafted", "--pack", "drafted-for-war", "--rounds", 1, "--seed", 1)
    event("player", "add", *NAMES[:2])
    event("player", "check-in", "--all")
    event("draft", "open", "--method", "volunteers")
    assert "is a volunteer" in refused("event", "draft", "force", "p1")
    assert "from what was drafted" not in event("show")


def test_command_units_from_paper_are_taken_in_while_the_round_is_on_and_bind_the_card(day: Path) -> None:
    one, other = matches()[1]
    force = event_json("force", "show", other)
    must = [row["commander"] for row in force["locked"]["formations"] if row["kind"] == "Command Lance"]
    others = [row["name"] for row in force["roster"] if row["type"] in ("BM", "CV") and row["name"] not in must]
    chosen, spared = [*must, *others][:2], others[-1]
    event("clock", "start")
    told = event("force", "seal", other, *map(str.lower, chosen))
    assert not any(unit in told for unit in chosen)
    assert event_json("card", "show", 1)["revealed"] == {}
    told = event("force", "reveal", other)
    assert all(unit in told for unit in chosen)
    assert all(unit in event("card", "show", 1) for unit in chosen)
    assert list(event_json("card", "show", 1)["revealed"].values()) == [sorted(chosen)]
    assert all(unit in event("log", "--kind", "command_units.revealed") for unit in chosen)
    words = ("card", "enter", 1, "-u", f"{other} {spared} = destroyed", "-s", f"{one} command_units=1")
    said = refused("event", *words)
    assert "1 where at most 0 can be, for" in said
    assert "revealed as command units" in said


def test_a_card_against_what_is_concealed_is_told_at_the_desk_and_stands_with_a_reason() -> None:
    with open_store() as store:
        store.adopt("day", "event", "A day", agreed().ledger.entries)
    for words in (("show",), ("card", "show", 1)):
        said = " ".join(event(*words).split())
        assert "cannot be, going by what players conceal" in said
        assert "Ask each player alone" in said
    card = event_json("card", "show", 1)
    assert len(card["contradictions"]) == 1
    enter = ("card", "enter", 1, "--file", "-", "--yes")
    event(*enter, "--why", "the unit was a proxy", given=json.dumps(card["card"]))
    assert event_json("card", "show", 1)["contradictions"] == []


def test_card_fields_lists_the_ends_that_a_scenario_has(day: Path) -> None:
    assert event_json("card", "fields")["ended"] == ["time", "early", "no_opponent"]
    event("new", "Constructed", "--pack", "age-of-destruction-constructed")
    told = event("card", "fields", "--event", "constructed")
    assert re.search(r"agreed\s+both players agreed to end it", told)
    assert "early" not in told
    assert "captured:mech" in told


def test_a_hand_with_a_double_is_one_sentence_with_its_remedy(tmp_path: Path) -> None:
    event("new", "Constructed", "--pack", "age-of-destruction-constructed")
    event("player", "add", "Ida Fox")
    hand = tmp_path / "hand.toml"
    card = '[[card]]\nname = "Fog"\nkind = "planetary_condition"\n'
    hand.write_text(f'game = "age_of_destruction"\n{card}{card}')
    assert "Fog: is in the hand 2 times. Keep one of them" in refused("event", "hand", "submit", "Ida", hand)


def test_the_organiser_is_told_of_missing_hands_and_may_change_a_locked_one(tmp_path: Path) -> None:
    event("new", "Constructed", "--pack", "age-of-destruction-constructed")
    event("player", "add", "Ida Fox", "Jon Reed")
    assert "2 players have no tournament hand yet: Ida Fox, Jon Reed (`muster event hand submit" in " ".join(
        event("show").split()
    )
    hand = tmp_path / "hand.toml"
    hand.write_text('game = "age_of_destruction"\n[[card]]\nname = "Fog"\nkind = "planetary_condition"\n')
    for player in ("Ida", "Jon"):
        event("hand", "submit", player, hand)
    event("player", "check-in", "--all")
    event("pair", "--without-forces")
    event("publish")
    assert "--although-locked" in refused("event", "hand", "submit", "Ida", hand)
    event("hand", "submit", "Ida", hand, "--although-locked")
    assert "No card of the hand is noted yet at table 1 (`muster event hand play" in " ".join(event("show").split())


def test_an_age_of_destruction_day_with_hands(tmp_path: Path) -> None:
    event("new", "Constructed", "--pack", "age-of-destruction-constructed", "--rounds", 2)
    event("player", "add", "Ida Fox", "Jon Reed")
    for player, force in (("Ida", "cat-patrol"), ("Jon", "hammer-line")):
        event("force", "submit", player, force)
        hand = tmp_path / f"{player}.toml"
        cards = (("Fog", "planetary_condition"), ("Blank", "dummy"))
        rows = [f'[[card]]\nname = "{name}"\nkind = "{kind}"\n' for name, kind in cards]
        hand.write_text("\n".join(['game = "age_of_destruction"', *rows]))
        event("hand", "submit", player, hand)
    event("force", "accept", "--all-legal")
    event("player", "check-in", "--all")
    event("pair")
    event("publish")
    event("hand", "play", "Ida", "Fog")
    assert "round 1" in event("hand", "show", "Ida")
    units = [row["name"] for row in event_json("force", "show", "Jon")["roster"]]
    told = event(
        "card", "enter", 1, "-u", f"Jon Reed {units[0]} = captured", "-s", "Ida in_zone=1,2", "-s", "Jon: in_zone=0,1"
    )
    assert "Ida Fox wins" in told
    event("pair", "--seed", 1)
    event("publish")
    assert "Fog" in refused("event", "hand", "play", "Ida", "Fog")
    event("hand", "play", "Ida", "Blank")
    told = event(
        "card", "enter", 1, "--shared", "mission_card=1", "-s", "Jon mission=3", "-u", "Ida Old Grey Tom=eliminated"
    )
    assert "Jon Reed wins" in told
    assert {row["figures"]["wins"] for row in event_json("standings")["rows"]} == {1}
    assert "vc2: Controlling the battlefield" in event("standings")
    event("finish", "--yes")


def test_a_meeting_engagement_with_forces_of_the_game() -> None:
    event("new", "Meeting", "--pack", "meeting-engagement", "--rounds", 1)
    event("player", "add", "Ida Fox", "Jon Reed")
    event("force", "submit", "Ida", "humanxx-1000")
    event("force", "submit", "Jon", "orc-hegemony-1000")
    event("force", "accept", "--all-legal")
    event("player", "check-in", "--all")
    event("pair")
    event("publish")
    formation = event_json("force", "show", "Jon")["roster"][0]["name"]
    told = event("card", "enter", 1, "-u", f"Jon {formation} = wiped_out", "--shared", "turn=4")
    assert "Ida Fox wins" in told


def test_a_simulated_event_can_be_kept_and_looked_at() -> None:
    told = event("simulate", "--pack", "herocon-2025", "--players", 8, "--seed", 3, "--keep", "trial")
    assert "entries in" in told
    assert event_json("show", "-e", "trial")["finished"]
    assert "there is one of this name already" in refused(
        "event", "simulate", "--pack", "herocon-2025", "--players", 8, "--keep", "trial"
    )


# Claims


def test_without_a_name_the_only_unfinished_event_is_meant(day: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event("new", "Second", "--pack", "herocon-2025")
    sentence = refused("event", "show")
    assert "herocon-2025" in sentence
    assert "second" in sentence
    assert event_json("show", "--event", "Second")["event"] == "second"
    monkeypatch.setenv("MUSTER_EVENT", "second")
    assert event_json("show")["event"] == "second"
    event("delete", "--yes")
    monkeypatch.delenv("MUSTER_EVENT")
    event("simulate", "--pack", "herocon-2025", "--players", 4, "--keep", "over")
    assert event_json("show", "-e", "over")["finished"]
    assert event_json("show")["event"] == "herocon-2025"


def test_a_database_may_be_named(tmp_path: Path) -> None:
    place = tmp_path / "other.db"
    event("new", "Elsewhere", "--pack", "herocon-2025", "--db", place)
    assert event_json("list", "--db", place)[0]["event"] == "elsewhere"
    assert event_json("list") == []


def test_every_change_says_its_entry_who_and_why(day: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_WHO", "Olga")
    told = event("note", "The hall opens at eight.", "--why", "asked often")
    number = re.match(r"Entry (\d+): Note: The hall opens at eight\.", told)
    assert number
    (entry,) = event_json("log", "--tail", 1)
    assert (entry["seq"], entry["who"], entry["why"]) == (int(number[1]), "Olga", "asked often")


def test_a_list_of_players_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    event("new", "Lists", "--pack", "herocon-2025")
    file = tmp_path / "names.csv"
    file.write_text("Name,Team\nAnna Berg,Red\nBoris Tal,\nanna berg,Blue\n")
    assert "has this name already" in refused("event", "player", "add", "--file", file)
    assert event_json("player", "list") == []
    file.write_text("Name,Team\nAnna Berg,Red\nBoris Tal,\n")
    event("player", "add", "--file", file)
    assert [one["team"] for one in event_json("player", "list")] == ["Red", ""]
    file.write_text("# late\nCleo Marsh\n\nDario Vento, Red\n")
    event("player", "add", "--file", file)
    assert [one["name"] for one in event_json("player", "list")] == list(NAMES[:4])


def test_nothing_is_asked_without_a_terminal(day: Path) -> None:
    assert refused("event", "delete").endswith("give --yes to do it.")
    one, _ = matches()[1]
    result = muster("event", "swap", one, matches()[2][0], code=2)
    assert "give --yes" in result.stderr
    event("card", "enter", 1, "--empty")
    result = muster("event", "card", "enter", 1, "--empty", "--why", "again", code=2)
    assert "Correct the card" in result.stderr


def test_who_says_no_changes_nothing(day: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "at_terminal", lambda: True)
    before = event_json("pairings")
    muster("event", "swap", before["matches"][0]["players"][0], before["matches"][1]["players"][0], code=1, given="n\n")
    assert event_json("pairings") == before
    event("swap", before["matches"][0]["players"][0], before["matches"][1]["players"][0], given="y\n")
    assert event_json("pairings") != before
    event("delete", given="y\n")
    assert event_json("list") == []


def test_a_correction_needs_a_reason_and_shows_what_it_changes(day: Path) -> None:
    one, other = matches()[1]
    event("card", "enter", 1, "--empty")
    card = ["-s", f"{one} command_units=1", "-u", f"{other} {unit_of(other)} = destroyed"]
    assert "--why" in refused("event", "card", "enter", 1, *card)
    result = muster("event", "card", "enter", 1, *card, "--why", "a unit was overlooked", "--yes")
    assert "Total Points 100 to" in result.stderr
    assert "1 x Command Units destroyed or crippled at 55" in result.stdout


def test_a_card_without_anything_on_it_is_not_taken_for_nil_to_nil(day: Path, tmp_path: Path) -> None:
    one, other = matches()[1]
    assert "--empty" in refused("event", "card", "enter", 1)
    assert "--empty" in refused("event", "card", "send", one)
    file = tmp_path / "blank.toml"
    file.write_text("[[sides]]\n[[sides]]\n")
    assert "--empty" in refused("event", "card", "enter", 1, "--file", file)
    assert "leave one of them out" in refused("event", "card", "enter", 1, "--empty", "--ended", "early")
    event("card", "send", one, "--empty")
    told = event("card", "send", other, "--empty")
    assert "A draw: 0 to 0 Objective Points.\n" in told


def test_a_settled_card_is_checked_before_a_reason_is_asked_for(day: Path) -> None:
    one, _ = matches()[2]
    event("card", "enter", 2, "--empty")
    assert "2 is the most there can be" in refused("event", "card", "enter", 2, "-s", f"{one} command_units=3")
    sentence = refused("event", "card", "enter", 2, "--empty")
    assert sentence == "round 1, table 2: is settled; say with --why what was wrong."


def test_the_log_tells_first_cards_decisions_and_corrections_apart(day: Path) -> None:
    one, other = matches()[1]
    lost = ["-u", f"{other} {unit_of(other)} = destroyed"]
    event("card", "send", one, *lost)
    event("card", "send", other, "--empty")
    assert "decides the dispute" in event("card", "enter", 1, *lost)
    assert "corrects the card" in event("card", "enter", 1, "--empty", "--why", "it stood", "--yes")
    assert "enters the card" in event("card", "enter", 2, "--empty")
    agreed, opponent = matches()[3]
    event("card", "send", agreed, "--empty")
    event("card", "confirm", opponent)
    assert "concedes, which corrects" in event("concede", agreed, "--why", "forgotten", "--yes").replace(
        " with a card", ""
    )
    shown = event("card", "show", 1)
    assert "decides the dispute" in shown
    assert "corrects the card. Because: it stood" in shown
    assert "Entry" not in event("card", "show", 2)


def test_an_event_is_finished_only_after_asking_and_the_open_awards_are_named(
    day: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event("plan", 1)
    for table in matches():
        event("card", "enter", table, "--empty")
    sentence = muster("event", "finish", code=2).stderr
    assert "Best painted force" in sentence
    assert "give --yes" in sentence
    monkeypatch.setattr(common, "at_terminal", lambda: True)
    muster("event", "finish", code=1, given="n\n")
    assert not event_json("show")["finished"]
    told = muster("event", "finish", given="y\n").stdout
    assert told.index("nobody yet") < told.index("The event is finished")
    assert "event log --kind event.finished" in refused("event", "player", "drop", "p1")


def test_a_painted_award_is_for_painted_forces(day: Path) -> None:
    assert "muster event player change p1 --painted" in refused("event", "award", "give", "best_painted", "p1")
    assert "player change PLAYER --painted" in refused("event", "award", "vote", "p2", "best_painted", "p1")
    event("player", "change", "p1", "--painted")
    event("award", "give", "best_painted", "p1")


def test_undo_without_a_number_offers_the_last_entry(day: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event("note", "one")
    event("note", "two")
    assert "Note: two" in refused("event", "undo", "--why", "mistaken")
    monkeypatch.setattr(common, "at_terminal", lambda: True)
    event("undo", "--why", "mistaken", given="y\n")
    event("undo", "--why", "mistaken", given="y\n")
    assert event_json("show")["notes"] == []
    assert "Round 1 is published" in muster("event", "undo", "--why", "mistaken", code=1, given="n\n").stderr


def test_who_has_left_is_told_how_the_open_table_is_settled(day: Path) -> None:
    one, other = matches()[1]
    assert "--match conceded|absent" in event("player", "drop", one)
    sentence = refused("event", "player", "drop", one, "--match", "conceded")
    assert f"muster event concede {one}" in sentence
    assert f"muster event absent {one}" in sentence
    event("concede", one)
    assert "leave --match out" in refused("event", "player", "drop", other, "--match", "absent")


def test_accepting_all_legal_forces_says_who_remains(day: Path) -> None:
    event("player", "add", "Hugo Late", "Ida Late", "Jon Late")
    event("force", "submit", "Hugo", "drafted-four")
    event("force", "submit", "Ida", "sea-fox-nova")
    told = event("force", "accept", "--all-legal")
    assert re.search(r"Still without an accepted force: Hugo Late \(\d+ problems?\), Jon Late \(none handed in\)", told)


def test_a_force_with_something_to_decide_is_not_accepted_in_bulk(day: Path, tmp_path: Path) -> None:
    named = shipped_force_text("sea-fox-nova").replace("Sharp Shooters", "Siege")
    file = tmp_path / "siege.toml"
    file.write_text(named)
    event("player", "add", "Hugo Late", "Ida Late")
    assert "To decide: " in event("force", "submit", "Hugo", file)
    refusal = refused("event", "force", "accept", "--all-legal")
    assert "Hugo Late (1 thing to decide)" in refusal
    assert "no special command ability is called 'Siege'" in refusal
    event("force", "submit", "Ida", "sea-fox-nova")
    told = event("force", "accept", "--all-legal")
    assert "Hugo Late: To decide: " in told
    event("force", "accept", "Hugo")
    assert event_json("force", "check", "Hugo")[0]["state"] == "accepted"


def test_a_list_of_another_tool_is_handed_in(day: Path, tmp_path: Path) -> None:
    event("player", "add", "Vic Late", "Wim Late")
    file = tmp_path / "choose.txt"
    file.write_text("Faction: Lyran Commonwealth\nGriffin GRF-6S skill 4\nwhat is this\n")
    told = event("force", "submit", "Vic", file)
    assert "'what is this' is not understood" in told
    assert "It is legal." in told
    event("force", "submit", "Wim", "https://mekbay.com/?gs=as&units=BMAtlas_AS7D:4")
    assert event_json("force", "show", "Wim")["points"] == 52


def test_one_of_a_thing_is_told_as_one(tmp_path: Path) -> None:
    event("new", "Small", "--pack", "herocon-2025", "--seed", 5)
    assert "1 round is planned." in event("plan", 1)
    event("player", "add", "Anna Karst")
    far = tmp_path / "far.toml"
    far.write_text(shipped_force_text("sea-fox-nova").replace('faction = "Clan Sea Fox"', 'faction = "Nobody"'))
    event("force", "submit", "Anna", far)
    assert "found 1 problem; " in refused("event", "force", "accept", "Anna")
    event("player", "check-in", "Anna")
    assert "1 player is checked in" in refused("event", "pair", "--without-forces")


def test_what_is_to_be_done_comes_with_its_command(day: Path) -> None:
    told = event("show")
    assert "start its clock (`muster event clock start`)." in told
    assert "Hugo Late is checked in." in event("player", "add", "Hugo Late")
    for table in matches():
        event("card", "enter", table, "--empty")
    assert "muster event pair --without-forces" in refused("event", "pair")
    assert "muster event swap" in refused("event", "seat", "p1", "p2")


@pytest.mark.parametrize(
    "words", ["event draft force", "event card enter", "event player check-in", "event undo", "event print"]
)
def test_help_shows_brackets_and_no_types_of_flags(words: str) -> None:
    told = muster(*words.split(), "--help").stdout
    flags = [line for line in told.splitlines() if "--json" in line or "--yes" in line or "--all" in line]
    assert flags
    assert not any("<bool>" in line for line in flags)
    if "draft" in words:
        assert "[[unit]]" in told


def test_an_interrupted_command_says_what_was_written(day: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_given: object, **_more: object) -> None:
        raise KeyboardInterrupt

    before = len(event_json("log"))
    with monkeypatch.context() as patch:
        patch.setattr("musterhall.store.journals.Store.append", interrupted)
        assert "nothing was written" in muster("event", "note", "hello", code=130).stderr
    with monkeypatch.context() as patch:
        patch.setattr(common.Hall, "tell", interrupted)
        assert f"entry {before + 1} was written" in muster("event", "note", "hello", code=130).stderr
    assert len(event_json("log")) == before + 1


def test_a_card_may_come_from_a_file_or_from_standard_input(day: Path, tmp_path: Path) -> None:
    one, other = matches()[1]
    file = tmp_path / "card.toml"
    # The sides name their players, so their order does not matter.
    file.write_text(
        f'[[sides]]\nplayer = "{other}"\nunits = {{ "{unit_of(other)}" = "destroyed" }}\n'
        f'[[sides]]\nplayer = "{name_of(one)}"\nfields = {{ command_units = 1 }}\n'
    )
    by_file = event_json("card", "check", 1, "--file", file)
    by_words = event_json(
        "card", "check", 1, "-s", f"{one} command_units=1", "-u", f"{other} {unit_of(other)}=destroyed"
    )
    assert by_file["card"] == by_words["card"]
    event("card", "enter", 1, "--file", "-", given=json.dumps(by_file["card"]))
    shown = tmp_path / "shown.json"
    shown.write_text(event("card", "show", 1, "--json"))
    assert event_json("card", "check", 1, "--file", shown)["card"] == by_file["card"]


def test_a_card_is_checked_without_being_written_down(day: Path) -> None:
    one, _ = matches()[1]
    told = event("card", "check", 1, "-s", f"{one} command_units=3", code=2)
    assert "2 is the most there can be" in told
    assert "A draw" in event("card", "check", 1)
    assert "No card has come in yet" in event("card", "show", 1)


def test_a_dropped_player_leaves_the_table_open_unless_told_otherwise(day: Path) -> None:
    one, _ = matches()[1]
    assert f"muster event concede {one}" in event("player", "drop", one)
    event("player", "return", one)
    event("player", "drop", one, "--match", "absent")
    assert event_json("card", "show", 1)["absent"] == one


def test_the_second_warning_puts_a_player_out(day: Path) -> None:
    assert "is out" not in event("player", "warn", "Anna", "--why", "shouting")
    assert "2 warnings and is out" in event("player", "warn", "Anna", "--why", "shouting again")
    assert event_json("log", "--player", "Anna", "--kind", "player.warned")[1]["why"] == "shouting again"


def test_a_force_with_problems_is_shown_sent_back_and_accepted_only_with_a_note(day: Path, tmp_path: Path) -> None:
    event("player", "add", "Hugo Late")
    event("force", "submit", "Hugo", "drafted-four")
    assert "problem" in event("force", "check", "Hugo", code=2)
    assert "accept it with a note" in refused("event", "force", "accept", "Hugo")
    event("force", "return", "Hugo", "--note", "too few units")
    event("force", "accept", "Hugo", "--note", "a beginner")
    assert "accepted" in event("force", "check")


def test_forces_are_locked_once_a_round_is_published(day: Path) -> None:
    assert "locked" in refused("event", "force", "submit", "Anna", "combine-wall")
    event("force", "submit", "Anna", "combine-wall", "--although-locked", "--why", "lost a model")


def test_tables_are_numbered_as_the_hall_has_them(day: Path) -> None:
    event("tables", "5-6,9")
    event("undo", event_json("log", "--kind", "round.published")[0]["seq"], "--why", "other tables", "--yes")
    event("pair", "--seed", 3)
    assert set(matches()) == {5, 6, 9}
    event("table", 5, 12)
    assert set(matches()) == {6, 9, 12}


def test_two_can_be_fixed_as_a_pair_while_the_round_is_a_draft(day: Path) -> None:
    event("undo", event_json("log", "--kind", "round.published")[0]["seq"], "--why", "a wish", "--yes")
    one, other = matches()[1][0], matches()[2][0]
    event("pin", one, other, "--yes")
    assert {one, other} in [set(pair) for pair in matches().values()]
    assert "DRAFT" in event("pairings")


def test_the_log_can_be_narrowed(day: Path) -> None:
    everything = event_json("log")
    assert [entry["seq"] for entry in everything] == list(range(1, len(everything) + 1))
    assert {entry["kind"] for entry in event_json("log", "--kind", "force")} == {"force.submitted", "force.accepted"}
    assert all(entry["who"] == "organiser" for entry in event_json("log", "--who", "Organiser"))
    assert event_json("log", "--since", "2999-01-01T00:00") == []
    assert event("log", "--who", "nobody") == "Nothing in the journal is like that.\n"


def test_every_kind_of_entry_has_a_sentence() -> None:
    from musterhall.events.telling import _SENTENCES

    assert set(known_kinds()) <= set(_SENTENCES)


def test_an_unknown_kind_of_entry_is_named() -> None:
    empty = Event("e", load_pack("herocon-2025"), "", 1)
    assert Teller([], empty).sentence(Entry(1, "2025-11-29T08:30:00.000Z", "new.thing")) == "new.thing."


def test_no_table_is_wider_than_the_terminal(day: Path) -> None:
    event("player", "add", "X" * 80, "--team", "Y" * 80)
    for words in (["show"], ["player", "list"], ["force", "check"], ["standings"], ["log"], ["pairings"], ["list"]):
        # Sentences are left whole for programs, and end with a full stop; rows of tables do not.
        rows = [line for line in event(*words).splitlines() if not line.endswith(".")]
        assert len(rows) > 1
        assert max(map(len, rows)) <= WIDTH, words


def test_csv_and_paper_of_everything(day: Path, tmp_path: Path) -> None:
    for what in ("players", "pairings", "cards", "standings"):
        file = tmp_path / f"{what}.csv"
        event("csv", what, "-o", file)
        assert file.read_text() == event("csv", what)
    for what in ("pairings", "names", "cards", "standings", "slips", "blank-cards"):
        file = tmp_path / f"{what}.pdf"
        muster("print", what, "-o", file)
        assert file.read_bytes().startswith(b"%PDF"), what


def test_a_backup_brings_everything_back(day: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    assert "written" in muster("backup", file).stdout
    before = event_json("log")
    event("delete", "--yes")
    assert json.loads(muster("restore", file, "--json").stdout)["entries"] == len(before)
    assert event_json("log") == before
    assert "--overwrite" in refused("restore", file)
    assert muster("restore", file, "--overwrite").exit_code == 0


def test_what_a_restore_replaces_is_kept_and_named(day: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    muster("backup", file)
    assert "--overwrite" in refused("backup", file)
    event("note", "one more")
    sentence = refused("restore", file, "--overwrite")
    numbers = [int(number) for number in re.findall(r"1 event with (\d+) entries", sentence)]
    assert numbers[0] + 1 == numbers[1]
    told = muster("restore", file, "--overwrite", "--yes").stdout
    kept = day / "musterhall.db.before-restore"
    assert f"kept as {kept}" in told
    assert event_json("show", "--db", kept)["notes"] == ["one more"]
    assert event_json("show")["notes"] == []


def test_an_empty_file_is_no_backup(day: Path, tmp_path: Path) -> None:
    file = tmp_path / "nothing.backup"
    file.touch()
    assert "no backup" in refused("restore", file, "--overwrite", "--yes")
    assert event_json("list")


def test_standings_say_how_far_a_round_is(day: Path) -> None:
    assert "before the first card of round 1" in event("standings")
    event("card", "enter", 1, "--empty")
    assert "in round 1" in event("standings")
    for table in (2, 3):
        event("card", "enter", table, "--empty")
    assert "after round 1" in event("standings")


@pytest.mark.parametrize("seed", [3, 5])
def test_the_figures_of_a_simulated_event_add_up_for_its_reader(seed: int) -> None:
    words = ("simulate", "--pack", "herocon-2025", "--players", 40, "--seed", seed)
    first, *_ = event(*words).splitlines()
    registered, *changes, standing = map(int, re.findall(r"(\d+) (?!round)", first.partition("rounds: ")[2]))
    assert registered == 40
    data = json.loads(event(*words, "--json"))
    assert standing == len(data["standings"]["rows"]) == data["players"]["in_standings"]
    joined = data["players"]["joined"]
    assert standing == registered + joined - (sum(changes) - joined)
    if seed == 3:
        assert first.endswith("40 players registered, 1 joined on the day, 4 left; 37 are in the standings.")


def test_a_simulated_crowd_is_shown_as_far_as_it_fits() -> None:
    words = ("simulate", "--pack", "herocon-2025", "--players", 30, "--rounds", 1, "--no-trouble")
    assert "And 10 more; --all shows all of them." in event(*words)
    assert "more; --all" not in event(*words, "--all")


def test_an_event_can_be_renamed_and_planned_anew(day: Path) -> None:
    event("rename", "Herocon, the second")
    event("plan", 4)
    found = event_json("list")[0]
    assert (found["name"], found["planned"], len(found["scenarios"])) == ("Herocon, the second", 4, 4)
    assert event_json("show", "-e", "herocon, the second")["event"] == "herocon-2025"


def test_scenarios_are_drawn_again_only_when_told_so(day: Path) -> None:
    assert "set already" in refused("event", "scenarios")
    event("undo", event_json("log", "--kind", "round.published")[0]["seq"], "--why", "another draw", "--yes")
    drawn = event_json("scenarios", "--seed", 2, "--yes")["entries"][0]["data"]["rounds"]
    assert len(set(drawn)) == 3


def test_scenarios_are_made_known_once_and_not_while_they_are_chosen(day: Path) -> None:
    assert "choose them first" in refused("event", "scenarios", "bunkers", "--make-known")
    assert "The scenarios are made known." in event("scenarios", "--make-known")
    assert "everybody knows them already" in refused("event", "scenarios", "--make-known")


LOOKING = (
    "show",
    "list",
    "player list",
    "force check",
    "force show p1",
    "pairings",
    "clock show",
    "card show 1",
    "card fields",
    "card fields bunkers",
    "card check 1",
    "standings",
    "standings --round 1",
    "award list",
    "log",
    "export",
    "csv players",
    "hand show p1",
)


@pytest.mark.parametrize("words", LOOKING)
def test_whatever_looks_at_an_event_answers_in_json(day: Path, words: str) -> None:
    event_json(*words.split())


CHANGING = (
    "player add Hugo",
    "player change p1 --painted",
    "player drop p1",
    "player disqualify p1 --why cheating",
    "player warn p1 --why shouting",
    "player apart p1 p2",
    "force submit p1 combine-wall --although-locked",
    "note hello",
    "rename Other",
    "plan 4",
    "tables 1-20",
    "swap p1 p2 --yes",
    "table 1 7",
    "clock start --minutes 5",
    "card enter 1 --empty",
    "award give sportsmanship p1",
    "undo 20 --why mistaken --yes",
    "delete --yes",
)


@pytest.mark.parametrize("words", CHANGING)
def test_whatever_changes_an_event_answers_in_json(day: Path, words: str) -> None:
    if words.startswith("undo"):
        words = words.replace("20", str(event_json("log", "--kind", "round.published")[0]["seq"]))
    assert event_json(*words.split())


BAD = (
    ("new X --pack no-such-pack", "no-such-pack"),
    ("new X --pack herocon-2025 --date tomorrow", "is no day"),
    ("new X --pack herocon-2025 --id Bad_Id", "small letters"),
    ("new !!! --pack herocon-2025", "--id"),
    ("new Herocon-2025 --pack herocon-2025", "herocon-2025"),
    ("new X --pack herocon-2025 --rounds 0", "--rounds"),
    ("show --event nowhere", "choose from"),
    ("plan 0", "rounds"),
    ("player add", "nobody is named"),
    ("player add --file nothing.txt", "nothing.txt"),
    ("player add ~", "a name is empty"),
    ("player add Anna~Berg", "has this name already"),
    ("player check-in", "nobody is named"),
    ("player check-in Anna", "present"),
    ("player check-in --all", "nobody waits"),
    ("player drop Nobody", "Nobody"),
    ("player drop Anna --match lost", "conceded or absent"),
    ("player return Anna", "present"),
    ("player change Anna", "nothing is to be changed"),
    ("player warn Anna", "--why"),
    ("player disqualify Anna", "--why"),
    ("player apart Anna Anna", "two players"),
    ("force submit Anna nothing.toml", "nothing.toml"),
    ("force check Nobody", "Nobody"),
    ("force accept", "nobody is named"),
    ("force accept --all-legal", "no legal force waits"),
    ("force return Anna", "--note"),
    ("force lock", "locked already"),
    ("force show Nobody", "Nobody"),
    ("hand submit Anna nothing.toml", "nothing.toml"),
    ("hand play Anna Fog", "no tournament hand"),
    ("hand show Anna", "no hand"),
    ("scenarios chess chess chess", "chess"),
    ("scenarios assassination --yes", "name one for each"),
    ("tables 3-1", "backwards"),
    (f"tables {'9' * 5000}", "1-20"),
    (f"card show {'9' * 5000}", "999"),
    ("tables a", "1-20"),
    ("tables 1-999999999", "more than any hall"),
    ("tables 1,1", "number of its own"),
    ("pair", "cards are missing"),
    ("swap Anna Nobody", "Nobody"),
    ("pin Anna Boris --yes", "published"),
    ("table 77 78", "has no table 77"),
    ("publish", "published already"),
    ("publish --round 9", "round 9"),
    ("pairings --round 9", "round 9"),
    ("clock pause", "waiting"),
    ("clock resume", "waiting"),
    ("clock extend 5", "waiting"),
    ("clock extend five", "MINUTES"),
    ("clock end", "waiting"),
    ("clock show --round 9", "round 9"),
    ("card show 77", "has no table 77"),
    ("card show Nobody", "Nobody"),
    ("card fields chess", "choose from"),
    ("card enter 1 --score nonsense", "begins with neither player"),
    ("card enter 1 --file nothing.toml", "nothing.toml"),
    ("card enter 1 --ended never", "never"),
    ("card enter 1 --dice 9-9", "dice"),
    ("card enter 1 --shared fog=1", "fog"),
    ("card send Nobody", "Nobody"),
    ("card confirm p1", "p1|no card|no match"),
    ("card check 1 --dice x", "4-2"),
    ("concede Nobody", "Nobody"),
    ("absent Nobody", "Nobody"),
    ("standings --round 9", "round 9"),
    ("award vote Anna chess Boris", "chess"),
    ("award vote Anna sportsmanship Anna", "oneself"),
    ("award give chess Anna", "chess"),
    ("finish", "not complete"),
    ("undo 5", "--why"),
    ("undo 999 --why x", "entry 999"),
    ("undo 1 --why x", "the event itself"),
    ("log --since yesterday", "yesterday"),
    ("log --player Nobody", "Nobody"),
    ("draft open --method salvage_boxes", "has no draft"),
    ("draft show", "none is open"),
    ("draft pick Anna b1.1", "no seat"),
    ("draft expire", "none is open"),
    ("draft pause", "none is open"),
    ("draft resume", "none is open"),
    ("draft log --draft d9", "d9"),
    ("draft force Anna", "no seat"),
    ("draft close", "--why"),
    ("draft close --why x", "none is open"),
    ("print chess -o x.pdf", "choose from"),
    ("print pairings -o /dev/null/x.pdf", "not a folder"),
    ("print drafts -o x.pdf", "draft"),
    ("csv chess", "chess"),
    ("export nowhere", "choose from"),
    ("import nothing.json", "nothing.json"),
    ("simulate --pack no-such-pack", "no-such-pack"),
    ("simulate --pack herocon-2025 --players 1", "--players"),
    ("simulate --pack herocon-2025 --keep Bad_Id", "small letters"),
    ("show --db /no/such/folder/x.db", "folder"),
    ("show --frobnicate", "--frobnicate"),
    ("frobnicate", "frobnicate"),
)


@pytest.mark.parametrize(("words", "said"), BAD)
def test_bad_input_gets_one_sentence(
    day: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    sentence = refused("event", *(word.replace("~", " ") for word in words.split()))
    assert re.search(said, sentence), sentence


@pytest.mark.parametrize("words", ["backup /dev/null/x", "restore nothing.db", "backup .", "restore /dev/null"])
def test_a_bad_place_for_a_backup_gets_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(*words.split())


def test_without_any_event_the_first_one_is_asked_for() -> None:
    assert "muster event new" in refused("event", "show")
    assert "muster event new" in event("list")


def test_an_import_that_was_changed_is_refused(day: Path, tmp_path: Path) -> None:
    file = tmp_path / "day.json"
    event("export", "-o", file)
    file.write_text(file.read_text().replace("Anna Berg", "Anna Bergh"))
    assert "was changed" in refused("event", "import", file, "--id", "other")
    for text in ("[]", "{", '{"form": 1}', '{"form": 99}'):
        file.write_text(text)
        refused("event", "import", file, "--id", "other")


def test_nothing_is_written_over_the_database(day: Path) -> None:
    database = day / "musterhall.db"
    for words in (["export", "-o", database], ["csv", "players", "-o", database], ["print", "slips", "-o", database]):
        assert "the database" in refused("event", *words)
    assert event_json("list")


def test_a_journal_that_cannot_be_read_hides_no_other_and_can_be_deleted(day: Path) -> None:
    with open_store() as store:
        store.create("broken", "event", "Broken", [NewEntry("of.the.future", {})])
    result = muster("event", "list")
    assert "broken: cannot be read" in result.stderr
    assert "herocon-2025" in result.stdout
    assert event_json("list")[1]["unreadable"]
    event("delete", "-e", "broken", "--yes")
    assert len(event_json("list")) == 1


@pytest.mark.parametrize(
    "text",
    ["[]", "{", "{}", "5", '{"sides": 5}', '{"sides": [1, 2]}', '{"sides": [{"fields": 5}, {}]}', '{"card": null}'],
)
def test_a_file_that_is_no_card_gets_one_sentence(day: Path, tmp_path: Path, text: str) -> None:
    file = tmp_path / "card.json"
    file.write_text(text)
    refused("event", "card", "enter", 1, "--file", file, "-s", f"{matches()[1][0]} command_units=0")


def test_two_terminals_at_once_lose_nothing(day: Path) -> None:
    script = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from musterhall.cli.main import app\n"
        "for number in range(12):\n"
        "    result = CliRunner().invoke(app, ['event', 'player', 'add', f'{sys.argv[1]} {number}'])\n"
        "    assert result.exit_code == 0, result.output\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", script, name]) for name in ("Red", "Blue")]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0]
    names = [one["name"] for one in event_json("player", "list")]
    assert len(names) == len(set(names)) == 7 + 24


def test_help_does_not_read_the_commands_of_events() -> None:
    script = (
        "import sys\nfrom typer.testing import CliRunner\nfrom musterhall.cli.main import app\n"
        "assert 'event' in CliRunner().invoke(app, ['--help']).stdout\n"
        "found = [name for name in sys.modules if name.startswith('musterhall.cli.events')]\n"
        "assert not found, found\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("words", ["show", "standings", "card show 1", "log --tail 3"])
def test_who_looks_at_an_event_does_not_wait_for_what_pairs_and_draws(day: Path, words: str) -> None:
    script = (
        "import sys\nfrom typer.testing import CliRunner\nfrom musterhall.cli.main import app\n"
        f"result = CliRunner().invoke(app, {['event', *words.split()]!r})\n"
        "assert result.exit_code == 0, result.output\n"
        "heavy = {'numpy', 'rustworkx', 'shapely', 'numba', 'ortools', 'fastapi', 'typst', 'jinja2'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_pack_shows_how_its_event_runs() -> None:
    told = muster("pack", "show", "herocon-2025").stdout
    assert "Rounds: 3, with 150 minutes in round 1, then 120" in told
    assert "The winner: more Objective Points wins" in told
    assert "cap_before_winner = true" in told


@pytest.mark.parametrize(("seconds", "shown"), [(0.0, True), (60.0, False)])
def test_a_bar_is_shown_only_where_work_takes_long(
    monkeypatch: pytest.MonkeyPatch, seconds: float, shown: bool
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(showing, "PATIENCE", seconds)
    monkeypatch.setenv("TERM", "xterm")
    with showing.bar("counting") as progress:
        progress(1, 2)
    assert ("counting" in screen.getvalue()) is shown


@pytest.mark.parametrize("name", ["choices.toml", "hand.toml"])
def test_the_guide_prints_the_files_that_it_uses(name: str) -> None:
    docs = Path(__file__).resolve().parents[2] / "docs"
    example = (docs / "examples" / name).read_text(encoding="utf-8")
    assert f"```toml\n{example}```" in (docs / "organiser.md").read_text(encoding="utf-8")


# The words of a card


@pytest.fixture
def two() -> tuple[Event, Match]:
    found = Event("e", load_pack("herocon-2025"), "", 1)
    found.players = {"p1": Player("p1", "Anna Berg"), "p2": Player("p2", "Anna Lind")}
    return found, Match(1, ("p1", "p2"))


def test_a_card_is_read_from_a_few_words(two: tuple[Event, Match]) -> None:
    words = CardWords(
        score=["Anna Berg hill=1,0,1 held = 2", "p2: hill=0,1,0"],
        unit=["Anna Lind Atlas AS7-D = destroyed; Truck=standing", "p2 Riflemen = passenger in Truck"],
        points=["p1 destroyed=40"],
        shared=["mission_card=1"],
        ended="early",
        dice=["3-3", "4-2"],
    )
    assert written_card(*two, words) == {
        "sides": [
            {"fields": {"hill": [1, 0, 1], "held": 2}, "points": {"destroyed": 40}},
            {
                "fields": {"hill": [0, 1, 0]},
                "units": {
                    "Atlas AS7-D": "destroyed",
                    "Truck": "standing",
                    "Riflemen": {"state": "passenger", "inside": "Truck"},
                },
            },
        ],
        "shared": {"mission_card": 1},
        "ended": "early",
        "dice": [[3, 3], [4, 2]],
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (CardWords(score=["Anna hill=1"]), "may be about either player"),
        (CardWords(score=["Bert hill=1"]), "begins with neither player"),
        (CardWords(score=["p1"]), "says nothing"),
        (CardWords(score=["p1 hill"]), "is no figure"),
        (CardWords(score=["p1 hill=one"]), "is no figure"),
        (CardWords(unit=["p1 Atlas"]), "names no unit with its state"),
        (CardWords(unit=["p1 = destroyed"]), "names no unit with its state"),
        (CardWords(dice=["4"]), "is no roll"),
    ],
)
def test_words_that_are_no_card_are_refused(two: tuple[Event, Match], words: CardWords, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        written_card(*two, words)


@pytest.mark.parametrize(
    ("name", "short"),
    [("Herocon 2025!", "herocon-2025"), ("  Größe Nr. 7 ", "groe-nr-7"), ("???", "")],
)
def test_a_short_name_needs_no_quotes(name: str, short: str) -> None:
    assert slug(name) == short


# Helpers that ask the event


def name_of(id_: str) -> str:
    return NAMES[int(id_[1:]) - 1]


def unit_of(id_: str) -> str:
    """The first 'Mech of a player's force."""
    roster = event_json("force", "show", id_)["roster"]
    return next(str(row["name"]) for row in roster if row["type"] == "BM")


def test_a_hand_that_its_player_handed_in_is_shown_and_confirmed_to_nobody_at_the_command_line(tmp_path: Path) -> None:
    event("new", "Constructed", "--pack", "age-of-destruction-constructed")
    event("player", "add", "Ida Fox", "Jon Reed")
    hand = tmp_path / "hand.toml"
    hand.write_text('game = "age_of_destruction"\n[[card]]\nname = "Fog"\nkind = "planetary_condition"\n')
    event("hand", "submit", "Ida", hand, "--who", "p1")
    event("hand", "submit", "Jon", hand)
    event("player", "check-in", "--all")
    event("pair", "--without-forces")
    event("publish")
    assert "Fog" not in event("hand", "show", "Ida") + json.dumps(event_json("hand", "show", "Ida"))
    assert "Fog" in event("hand", "show", "Jon")
    event("hand", "play", "Ida", "Dust")
    told = event("log") + json.dumps(event_json("log")[1:])
    assert "Fog" not in told
    assert "Dust" not in told, "the other has not played yet"
    event("hand", "play", "Jon", "Fog")
    assert "Dust" in event("log")
