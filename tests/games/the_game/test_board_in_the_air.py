"""What the board holds of aircraft, drops and landings: heights, ways, arcs, markers, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.games.the_game.air_forces import air_setup
from tests.games.the_game.test_landing import setup as landing_setup

from musterhall.battle.agents import play
from musterhall.battle.battle import LogLine
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.air.flying import take_off, usual_shape
from musterhall.games.the_game.air.paths import nearest_on_path
from musterhall.games.the_game.air.popping_up import pop_up
from musterhall.games.the_game.game import Setup, new_battle
from musterhall.games.the_game.parts.board import moment_of
from musterhall.games.the_game.parts.in_the_air import GROUND, HIGH, LANDED, LEVELS, LOW, POPPED_UP
from musterhall.games.the_game.parts.replay import Film
from musterhall.games.the_game.phases.commands import AIR_PATROL
from musterhall.games.the_game.position.air_state import Drop, Flight, Mark, Marks
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, distance
from musterhall.web.replay_page import replay_page

AGENTS = ("random", "random")
SEEDS = (1, 2)
LIFT = "Lift 1, Lift 2, Lift 3 and Lift 4"


class Fought:
    """A battle's log with its frames, and the places of aircraft at each line."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.told: list[tuple[LogLine, Position]] = []
        self.film = Film(setup, seed, AGENTS)
        battle = new_battle(setup, seed, watcher=self._watch)
        play(battle, [agent_named(name, seed + side) for side, name in enumerate(AGENTS)])
        self.data = self.film.replay(battle.position).as_data()

    def _watch(self, line: LogLine, position: Position) -> None:
        self.film.watch(line, position)
        if line.kind != "thought":
            self.told.append((line, position.copy()))

    def lines(self, *kinds: str) -> Iterator[tuple[LogLine, dict[str, Any], Position]]:
        for (line, position), frame in zip(self.told, self.data["frames"][1:], strict=True):
            if line.kind in kinds:
                yield line, frame, position


@cache
def battles() -> tuple[Fought, ...]:
    return tuple(Fought(air_setup(), seed) for seed in SEEDS)


def all_lines(*kinds: str) -> list[tuple[LogLine, dict[str, Any], Position]]:
    found = [line for fought in battles() for line in fought.lines(*kinds)]
    assert found, f"no battle tells of {kinds}"
    return found


def in_the_air(name: str, path: tuple[Point, ...], *, high: bool = False) -> tuple[Position, Formation]:
    position = air_setup().position()
    formation = next(one for one in position.formations if one.name == name)
    take_off(position, formation, Flight(path, high, usual_shape(formation)), 90.0)
    return position, formation


def paths(frame: dict[str, Any], *kinds: str) -> list[list[Any]]:
    return [row for row in frame["paths"] if row[4] in kinds]


def show(position: Position, *lines: LogLine) -> list[dict[str, Any]]:
    film = Film(air_setup(), 1, AGENTS)
    for line in lines:
        film.watch(line, position)
    frames: list[dict[str, Any]] = film.replay(position).as_data()["frames"]
    return frames


# How high


@pytest.mark.parametrize(("high", "level"), [(True, HIGH), (False, LOW)])
def test_aircraft_are_shown_as_high_as_they_fly(high: bool, level: int) -> None:
    position, flight = in_the_air("Hammer Flight", ((60.0, 0.0), (60.0, 40.0)), high=high)
    shown = moment_of(position).pieces
    assert {shown[unit].level for unit in flight.units} == {level}
    assert {state.level for unit, state in enumerate(shown) if unit not in flight.units} <= {GROUND, LOW}


def test_helicopters_are_shown_as_popped_up_and_as_landed() -> None:
    position, ferry = in_the_air("Ferry", ((60.0, 120.0), (60.0, 80.0)))
    position.air = position.air.flown(ferry.index, None)
    ferry.on_table = True
    tridents = next(one for one in position.formations if one.name == "Tridents")
    for number, unit in enumerate(tridents.units):
        position.place(unit, (20.0 + 6.0 * number, 60.0))
    pop_up(position, tridents)
    shown = moment_of(position).pieces
    assert {shown[unit].level for unit in ferry.units} == {LANDED}
    assert {shown[unit].level for unit in tridents.units} == {POPPED_UP}


def test_the_key_has_a_mark_and_words_for_every_height() -> None:
    data = battles()[0].data
    assert [level["words"] for level in data["words"]["levels"]] == [level.words for level in LEVELS]
    assert all(level.mark and level.words for level in LEVELS[1:])


# Ways


def test_each_section_of_a_flight_is_a_leg_and_what_was_flown_before_lies_there() -> None:
    position, flight = in_the_air("Hammer Flight", ((60.0, 0.0), (60.0, 40.0), (60.0, 80.0), (90.0, 100.0)))
    last = [[60.0, 40.0], [60.0, 80.0], [90.0, 100.0]]
    *_, frame = show(position, LogLine("flight", "flies", "3.4", {"formation": flight.index, "path": last}))
    assert paths(frame, "leg") == [[60.0, 40.0, 60.0, 80.0, "leg", 0], [60.0, 80.0, 90.0, 100.0, "leg", 0]]
    assert paths(frame, "past") == [[60.0, 0.0, 60.0, 40.0, "past", 0]]


def test_every_flight_of_a_battle_is_shown_leg_by_leg_in_the_colour_of_its_side() -> None:
    for line, frame, position in all_lines("flight"):
        sections = [
            [*a, *b, "leg", position.formations[line.data["formation"]].side] for a, b in pairwise(line.data["path"])
        ]
        assert paths(frame, "leg") == [[*(round(n, 2) for n in row[:4]), *row[4:]] for row in sections]


# Fire


def test_fire_from_the_ground_goes_from_the_gun_to_the_nearest_point_of_the_path() -> None:
    found = 0
    for line, frame, position in all_lines("flak"):
        flight = position.air.flights.get(line.data["formation"])
        if line.section != "3.5.1" or flight is None:
            continue
        assert frame["side"] == 1 - position.formations[line.data["formation"]].side
        for die, shot in zip(line.data["dice"], paths(frame, "kill", "hit", "miss"), strict=True):
            dx, dy = next((dx, dy) for unit, dx, dy in flight.offsets if unit == die["unit"])
            flown = [(x + dx, y + dy) for x, y in flight.path[flight.since :]]
            assert distance((shot[2], shot[3]), nearest_on_path(flown, position.at(die["shooter"]))) < 0.02
            found += 1
    assert found


def test_an_interception_shows_both_flights_the_arcs_and_the_shots() -> None:
    position, prey = in_the_air("Hammer Flight", ((60.0, 0.0), (60.0, 45.0)))
    hunter = next(one for one in position.formations if one.name == "Red Wing")
    take_off(position, hunter, Flight(((60.0, 120.0), (60.0, 75.0)), False, usual_shape(hunter)), 270.0)
    shooter, target = hunter.units[0], prey.units[0]
    places = {"shooter": shooter, "unit": target, "from": position.at(shooter), "at": position.at(target)}
    dice = [places | {"name": "Hammer 1", "face": 7, "sum": "d10 7", "result": "hit"}]
    fired = {"formation": prey.index, "side": hunter.side, "dice": dice}
    *_, frame = show(position, LogLine("flak", "intercepts", "3.5.2", fired))
    assert (frame["side"], frame["group"]) == (1, prey.index)
    assert paths(frame, "past") == [[60.0, 0.0, 60.0, 45.0, "past", 0], [60.0, 120.0, 60.0, 75.0, "past", 1]]
    assert paths(frame, "hit") == [[*position.at(shooter), *position.at(target), "hit", None]]
    assert frame["arcs"]
    assert all((arc[0], arc[1], arc[2]) == (*position.at(shooter), 270.0) for arc in frame["arcs"])


def test_aircraft_that_bomb_the_ground_show_their_arcs_and_what_they_hit() -> None:
    position, flight = in_the_air("Hammer Flight", ((60.0, 0.0), (60.0, 45.0)))
    tally = {"name": "AS", "base": 4, "parts": [], "total": 4}
    figures = {"mode": "spread", "score": tally, "maximum": 9, "extra_tokens": 0, "against_armour": 2, "under": []}
    bombs = figures | {"at": [60.0, 57.0], "radius": 7.5, "guns": [flight.units[0]]}
    dropped = {"formation": flight.index, "dice": [], "barrage": bombs}
    *_, frame = show(position, LogLine("barrage", "bombs", "1.7.2", dropped))
    assert frame["rings"] == [[60.0, 57.0, 7.5, "blast"]]
    assert frame["arcs"]


def test_who_fires_from_the_ground_shows_no_arcs() -> None:
    for line, frame, position in all_lines("fire", "barrage"):
        index = line.data["formation"]
        assert position.formations[index].flies or index in position.field.helicopters or not frame["arcs"]


# Drops and landings


def test_a_drop_is_marked_until_an_arrow_shows_where_its_troops_come_down() -> None:
    position, lift = in_the_air(LIFT, ((60.0, 0.0), (60.0, 40.0)))
    troops = next(one for one in position.formations if one.name == "Paratroopers")
    film = Film(air_setup(), 1, AGENTS)
    film.watch(LogLine("flight", "flies", "3.4", {"formation": lift.index}), position)
    position.air = position.air.with_drop(Drop(troops.index, 70.0, 40.0))
    film.watch(LogLine("drop", "jump", "2.3.3", {"formation": troops.index, "at": [70.0, 40.0]}), position)
    position.air = position.air.flown(lift.index, None).without_drop(position.air.drops[0])
    blown = {"formation": troops.index, "path": [[70.0, 50.0], [70.0, 61.0]]}
    film.watch(LogLine("drop", "blown off", "2.3.3", blown), position)
    film.watch(LogLine("land", "landed", "2.3.3", {"formation": troops.index, "at": [70.0, 61.0]}), position)
    jumped, astray, landed = film.replay(position).as_data()["frames"][2:]
    assert jumped["markers"] == [[70.0, 40.0, 0, "spot", "drop: Paratroopers", 0.0]]
    assert paths(jumped, "arrow") == [[60.0, 40.0, 70.0, 40.0, "arrow", 0]]
    assert astray["paths"] == [[70.0, 40.0, 70.0, 50.0, "past", 0], [70.0, 50.0, 70.0, 61.0, "arrow", 0]]
    assert astray["markers"] == [[70.0, 61.0, 0, "spot", "drop: Paratroopers", 0.0]]
    assert landed["markers"] == []
    assert landed["rings"] == [[70.0, 61.0, 15.0, "area"]]


def test_troops_that_boats_put_ashore_come_from_their_boat() -> None:
    setup = landing_setup()
    position = setup.position()
    film = Film(setup, 1, AGENTS)
    wave = next(one for one in position.formations if any(position.aboard[unit] >= 0 for unit in one.units))
    rider = next(unit for unit in wave.units if position.aboard[unit] >= 0)
    boat = int(position.aboard[rider])
    position.place(boat, (60.0, 50.0))
    film.watch(LogLine("move", "sails", "1.6", {"formation": wave.index}), position)
    position.place(rider, (60.0, 54.0))
    film.watch(LogLine("landing", "lands", "4.3.2", {"formation": wave.index}), position)
    *_, frame = film.replay(position).as_data()["frames"]
    assert frame["paths"] == [[60.0, 50.0, 60.0, 54.0, "arrow", wave.side]]


def test_a_landing_says_beside_its_seed_that_it_is_by_house_rules() -> None:
    setup = landing_setup()
    assert "house rules" in Film(setup, 1, AGENTS).replay(setup.position()).as_data()["note"]
    assert battles()[0].data["note"] == ""


def test_the_key_of_a_coast_has_every_depth_of_water() -> None:
    setup = landing_setup()
    kinds = dict(Film(setup, 1, AGENTS).replay(setup.position()).as_data()["table"]["kinds"])
    waters = [kinds[words] for words in ("shallow water", "deep water", "deep sea")]
    assert len(set(waters)) == 3


# Secrets


def test_where_a_patrol_comes_in_is_shown_to_its_owner_alone_until_its_command_is_seen() -> None:
    position = air_setup().position()
    wing = next(one for one in position.formations if one.name == "Red Wing")
    position.lay_orders(wing.index, Orders(AIR_PATROL, AIR_PATROL))
    position.air = position.air.marked(wing.index, Marks(Mark(40.0, 120.0, 270.0), Mark(90.0, 120.0, 250.0)))
    marked = [[40.0, 120.0, 1, "heading", "patrol: Red Wing", 270.0]]
    assert shown_markers(position) == shown_markers(position.seen_by(0)) == []
    assert shown_markers(position.seen_by(1)) == marked
    position.lay_orders(wing.index, position.orders[wing.index]._replace(face_up=True))
    assert shown_markers(position) == shown_markers(position.seen_by(0)) == marked


def shown_markers(position: Position) -> list[list[Any]]:
    markers: list[list[Any]] = moment_of(position).as_data()["markers"]
    return markers


# The page


def test_the_page_of_a_battle_in_the_air_opens_without_a_complaint(browser: Browser, tmp_path: Path) -> None:
    fought = battles()[0]
    frames = fought.data["frames"]
    number = max(range(len(frames)), key=lambda at: len(paths(frames[at], "leg")))
    file = tmp_path / "air.html"
    file.write_text(replay_page(fought.data), encoding="utf-8")
    complaints: list[str] = []
    with browser.new_context(offline=True, reduced_motion="reduce") as context:
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{file.as_uri()}#{number}")
        expect(page.locator(".way.leg")).to_have_count(len(paths(frames[number], "leg")))
        expect(page.locator(".level:visible").first).to_be_visible()
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("flying high")
        expect(page.get_by_role("dialog")).to_contain_text("popped up")
    assert complaints == []
