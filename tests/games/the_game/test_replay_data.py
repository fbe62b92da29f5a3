"""The film of a battle: its frames, one on top of the other, are the battle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle, LogLine
from musterhall.board import Moment
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.parts.board import moment_of, symbol_of
from musterhall.games.the_game.parts.replay import Film
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.scenario.outcome import result_sentence
from musterhall.games.the_game.scenario.setups import ready_setup
from musterhall.web.replay_page import replay_page

SEED = 7
AGENTS = ("drill", "drill")


class Watched:
    """A battle with its film, and every position the film has seen at a line of the log."""

    def __init__(self, seed: int, agents: tuple[str, str]) -> None:
        setup = ready_setup(seed)
        self.film = Film(setup, seed, agents)
        self.seen: list[tuple[str, Position]] = []
        self.battle: Battle[Position] = new_battle(setup, seed, watcher=self._watch)
        play(self.battle, [agent_named(name, seed + side) for side, name in enumerate(agents)])
        self.data = self.film.replay(self.battle.position).as_data()

    def _watch(self, line: LogLine, position: Position) -> None:
        self.film.watch(line, position)
        if line.kind != "thought":
            self.seen.append((line.text, position.copy()))


@pytest.fixture(scope="module")
def watched() -> Watched:
    return Watched(SEED, AGENTS)


def played(data: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[list[Any]], list[list[Any]]]]:
    """What the page has after each frame."""
    units: list[list[Any]] = [[] for _ in data["pieces"]]
    formations: list[list[Any]] = [[] for _ in data["groups"]]
    for frame in data["frames"]:
        for index, *row in frame["pieces"]:
            units[index] = row
        for index, *row in frame["groups"]:
            formations[index] = row
        yield frame, [row.copy() for row in units], [row.copy() for row in formations]


def rows_of(moment: Moment) -> list[list[Any]]:
    return [state.row(0)[1:] for state in moment.pieces]


def without_places_of_the_dead(rows: list[Any]) -> list[Any]:
    return [row[3] if row[3] == "lost" else list(row) for row in rows]


def test_the_frames_reproduce_the_final_position_exactly(watched: Watched) -> None:
    *_, (_, units, formations) = played(watched.data)
    final = moment_of(watched.battle.position)
    assert without_places_of_the_dead(units) == without_places_of_the_dead(rows_of(final))
    assert formations == [state.row(0)[1:] for state in final.groups]


def test_each_frame_shows_the_position_at_its_line(watched: Watched) -> None:
    """A line that is told first may run ahead for its own formation; nobody else does."""
    frames = list(played(watched.data))[1:]
    assert [frame["text"].partition("; nearest enemy")[0] for frame, _, _ in frames] == [
        text for text, _ in watched.seen
    ]
    for (frame, units, _), (_, position) in zip(frames, watched.seen, strict=True):
        others = [unit.index for unit in position.field.units if unit.formation != frame["group"]]
        then = rows_of(moment_of(position))
        assert without_places_of_the_dead([units[one] for one in others]) == without_places_of_the_dead(
            [then[one] for one in others]
        )


def test_the_dead_lie_where_they_were_last_seen(watched: Watched) -> None:
    last: list[list[Any]] = []
    dead = 0
    for _, units, _ in played(watched.data):
        for row, before in zip(units, last, strict=False):
            if row[3] == "lost" and before[3] in ("on", "carried"):
                dead += 1
                assert row[:2] == before[:2]
        last = units
    assert dead > 0


def test_who_is_aboard_names_a_transport_that_is_on_the_table_at_the_same_place(watched: Watched) -> None:
    aboard = 0
    for _, units, _ in played(watched.data):
        for unit, (x, y, _, status, carrier, _) in enumerate(units):
            if status == "on":
                assert carrier is None
            if status == "carried":
                aboard += 1
                assert units[carrier][:2] == [x, y]
                assert units[carrier][3] == "on"
                assert watched.data["pieces"][carrier]["group"] == watched.data["pieces"][unit]["group"]
    assert aboard > 0


def test_a_move_says_how_near_the_enemy_is(watched: Watched) -> None:
    told = [frame["text"] for frame in watched.data["frames"] if "units move" in frame["text"]]
    assert told
    assert all(re.search(r"; nearest enemy [\w ]+, \d+ cm$", text) for text in told)


def test_every_unit_has_its_stats_and_weapons_in_the_data(watched: Watched) -> None:
    profiles = {profile["name"]: profile["lines"] for profile in watched.data["profiles"]}
    assert {unit["profile"] for unit in watched.data["pieces"]} == set(range(len(watched.data["profiles"])))
    assert list(profiles["Goblin MBT"]) == [
        "armoured vehicle",
        "move 20/25 · COM 7 · ARM 6 · VIS 0",
        "115mm Cannon: 60 cm, AP6/AT8",
        "Light MG: 30 cm, AP7",
    ]


@pytest.mark.parametrize(
    ("type_", "name", "symbol"),
    [
        ("infantry", "Goblin infantry", "infantry"),
        ("armoured vehicle", "Goblin MBT", "tank"),
        ("armoured vehicle", "Goblin IFV", "carrier"),
        ("armoured vehicle", "155mm howitzer", "gun-tracked"),
        ("soft vehicle", "120mm mortar", "gun"),
        ("soft vehicle", "Truck", "truck"),
        ("soft vehicle", "Scout car", "scout"),
        ("armoured vehicle", "AA tank", "antiair"),
        ("attack helicopter", "Gnat", "helicopter"),
        ("fighter", "Hawk", "aircraft"),
        ("patrol boat", "Otter", "ship"),
    ],
)
def test_the_type_decides_on_the_symbol_and_the_name_tells_guns_from_tanks(type_: str, name: str, symbol: str) -> None:
    assert symbol_of(type_, name) == symbol


def test_a_frame_holds_only_what_changed(watched: Watched) -> None:
    last: tuple[list[list[Any]], list[list[Any]]] | None = None
    for frame, units, formations in played(watched.data):
        if last is not None:
            assert all(units[index] != last[0][index] for index, *_ in frame["pieces"])
            assert all(formations[index] != last[1][index] for index, *_ in frame["groups"])
        last = (units, formations)


def test_who_breaks_runs_under_the_line_that_says_so(watched: Watched) -> None:
    told = [line.kind for line in watched.battle.log if line.kind != "thought"]
    members = [unit["group"] for unit in watched.data["pieces"]]
    frames, announced = watched.data["frames"][1:], 0
    for kind, frame, following in zip(told, frames, frames[1:], strict=False):
        if kind in ("break", "removed") and following["group"] != frame["group"]:
            announced += bool(frame["pieces"])
            assert frame["group"] not in [members[row[0]] for row in following["pieces"]], frame["text"]
    assert announced > 0


def test_every_die_that_was_rolled_at_somebody_is_a_line_and_a_sum(watched: Watched) -> None:
    volleys = [line for line in watched.battle.log if line.kind in ("fire", "barrage") and line.data["dice"]]
    frames = [frame for frame in watched.data["frames"] if frame["kind"] in ("fire", "blast") and frame["paths"]]
    assert len(volleys) == len(frames) > 5
    for line, frame in zip(volleys, frames, strict=True):
        shots = [path for path in frame["paths"] if path[4] != "plain"]
        assert len(shots) == sum(die["from"] is not None for die in line.data["dice"])
        for die in line.data["dice"]:
            assert any(die["sum"] in told for told in frame["detail"])


def test_a_barrage_is_a_ring(watched: Watched) -> None:
    barrages = [line.data["barrage"] for line in watched.battle.log if line.data.get("barrage")]
    rings = [ring for frame in watched.data["frames"] for ring in frame["rings"]]
    assert len(barrages) == len(rings) > 0
    assert [ring[2] for ring in rings] == [barrage["radius"] for barrage in barrages]


def test_the_turn_is_nought_until_the_armies_meet_and_never_falls(watched: Watched) -> None:
    turns = [frame["turn"] for frame in watched.data["frames"]]
    assert turns[0] == 0
    assert turns == sorted(turns)
    assert turns[-1] == watched.battle.position.turn


def test_objectives_and_holders_match_and_the_result_is_told(watched: Watched) -> None:
    data = watched.data
    told = [frame["owners"] for frame in data["frames"] if "owners" in frame]
    assert told
    assert all(len(holders) == len(data["zones"]) for holders in told)
    assert all(holder in (None, 0, 1) for holders in told for holder in holders)
    assert data["result"] == result_sentence(watched.battle.position)


def test_a_thought_stands_with_the_line_it_led_to() -> None:
    setup = ready_setup(SEED)
    film = Film(setup, SEED, AGENTS)
    position = setup.position()
    film.watch(LogLine("thought", "the hill is mine", "1.4", {"player": 1}), position)
    film.watch(LogLine("move", "Goblins move", "1.6", {"formation": 9}), position)
    film.watch(LogLine("move", "Orcs move", "1.6", {"formation": 8}), position)
    frames = film.replay(position).as_data()["frames"]
    assert [frame["detail"] for frame in frames] == [[], ["Blue (drill): the hill is mine"], []]
    assert frames[1]["side"] == 1


def test_the_reasons_for_commands_stand_with_the_side_that_gave_them() -> None:
    setup = ready_setup(SEED)
    film = Film(setup, SEED, AGENTS)
    position = setup.position()
    for side, reason in enumerate(("hold the bridge", "take the bridge")):
        film.watch(LogLine("thought", reason, "1.4", {"player": side}), position)
    for side in (0, 1):
        film.watch(LogLine("command", "commands", "1.4", {"side": side}), position)
    details = [frame["detail"] for frame in film.replay(position).as_data()["frames"]]
    assert details == [[], ["Red (drill): hold the bridge"], ["Blue (drill): take the bridge"]]


def test_a_test_shows_its_sum_and_its_verdict(watched: Watched) -> None:
    tests = [frame["detail"][-1] for frame in watched.data["frames"] if frame["kind"] == "test" and frame["detail"]]
    assert any(line.startswith("d10 ") and line.endswith(": passed") for line in tests)
    assert any(line.endswith(": failed") for line in tests)


def test_the_page_of_a_real_battle_plays_to_its_end_without_a_complaint(
    watched: Watched, browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "battle.html"
    file.write_text(replay_page(watched.data), encoding="utf-8")
    complaints: list[str] = []
    with browser.new_context(offline=True, reduced_motion="reduce") as context:
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{file.as_uri()}#0")
        slider = page.get_by_label("Moment of the battle")
        for _ in range(40):
            page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("40")
        page.keyboard.press("End")
        expect(slider).to_have_value(str(len(watched.data["frames"]) - 1))
        expect(page.locator(".caption .say")).to_have_text(watched.data["result"])
        red = watched.battle.position.of_side(0)
        left, came = sum(formation.size for formation in red), sum(formation.original for formation in red)
        expect(page.locator(".score .side0 dd").first).to_have_text(f"{left}/{came}")
    assert complaints == []


def test_the_data_is_plain_json(watched: Watched) -> None:
    assert json.loads(json.dumps(watched.data, allow_nan=False)) == watched.data


def test_commands_lie_by_their_formations_and_the_enemys_face_down() -> None:
    setup = ready_setup(SEED)
    open_film, red_film = Film(setup, SEED, AGENTS), Film(setup, SEED, AGENTS)

    def watch(line: LogLine, position: Position) -> None:
        open_film.watch(line, position)
        red_film.watch(line, position.seen_by(0))

    battle: Battle[Position] = new_battle(setup, SEED, watcher=watch)
    play(battle, [agent_named(name, SEED + side) for side, name in enumerate(AGENTS)])
    everything, seen_by_red = (
        _orders_told(film.replay(position).as_data())
        for film, position in ((open_film, battle.position), (red_film, battle.position.seen_by(0)))
    )
    assert {now for _, now, _ in everything[0] | everything[1]} >= {"advance", "dash"}
    assert any(then for _, _, then in everything[0])
    assert seen_by_red[0] == everything[0]
    assert {then for _, _, then in seen_by_red[1]} <= {"", "?"}
    assert {now for _, now, _ in seen_by_red[1]} <= {"", "?", "prepared fire"}


def _orders_told(data: dict[str, Any]) -> list[set[tuple[int, str, str]]]:
    rows = [tuple(row) for frame in data["frames"] for row in frame.get("orders", ())]
    return [{row for row in rows if data["groups"][row[0]]["side"] == side} for side in (0, 1)]
