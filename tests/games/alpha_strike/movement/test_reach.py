"""Where a unit can get to: every place has a legal way that costs no more than the Move, on any table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.movement.allowance import modes_of, move_of
from musterhall.games.alpha_strike.movement.judging import judge, road_inches
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.movement.passing import overlaps
from musterhall.games.alpha_strike.movement.reach import reach
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from

MOVERS: tuple[dict[str, Any], ...] = (
    {"move": '8"'},
    {"move": '10"/6"j', "heat": 1},
    {"move": '8"', "abilities": ["Stand Aside"]},
    {"type": "CV", "move": '10"t'},
    {"type": "CV", "move": '12"h'},
    {"type": "CV", "move": '14"v'},
    {"type": "CV", "move": '12"g'},
    {"type": "SV", "move": '10"w', "specials": "LG"},
    {"type": "CI", "move": '6"f'},
    {"type": "BA", "move": '6"j', "specials": "UMU"},
    {"type": "PM", "move": '8"j'},
)
KINDS = (
    "woods",
    "rough",
    "rubble",
    "water",
    "deep_water",
    "hill",
    "road",
    "light_building",
    "heavy_building",
    "bunker",
)


@st.composite
def tables(draw: st.DrawFn) -> Position:
    """A table with one of every sort of mover on it, some terrain about it, a friend and enemies near."""
    inches = st.integers(4, 88).map(lambda half: half / 4)
    terrain = [
        {
            "name": f"piece {number}",
            "kind": draw(st.sampled_from(KINDS)),
            "rectangle": [draw(inches), draw(inches), draw(st.integers(1, 8)), draw(st.integers(1, 8))],
            "height": draw(st.sampled_from((1, 2, 3, 5))),
        }
        for number in range(draw(st.integers(0, 7)))
    ]
    others = [
        {"name": f"unit {number}", "side": draw(st.sampled_from(("red", "blue"))), "at": [draw(inches), draw(inches)]}
        for number in range(draw(st.integers(0, 5)))
    ]
    mover = {"name": "mover", "side": "red", "at": [12.3, 11.8], **draw(st.sampled_from(MOVERS))}
    data = {"width": 36, "depth": 30.5, "phase": "movement", "terrain": terrain, "unit": [mover, *others]}
    return position_from(data, "a table")


@given(tables())
@settings(max_examples=60, deadline=None)
def test_every_place_in_reach_has_a_legal_way_that_costs_no_more_than_the_move(position: Position) -> None:
    for mode in modes_of(position, 0)[1:]:
        found = reach(position, 0, mode)
        most = max(move_of(position, 0, mode), road_inches(position, 0, mode) if mode != "jump" else 0)
        assert (found.costs <= most + 0.01).all()
        for x, y in found.places[::7].tolist():
            moved = found.move_to((x, y))
            assert moved is not None, (mode, x, y)
            assert moved.end == (x, y)
            assert moved.cost <= most + 0.02


@given(tables())
@settings(max_examples=40, deadline=None)
def test_every_option_of_a_move_passes_its_check_and_ends_on_the_table_and_on_nobody(position: Position) -> None:
    decision = Move(position.seen_by(0), 0)
    for answer in decision.options():
        moved = decision.check(answer)
        if answer["path"] and "mount" not in answer:
            x, y = moved.end
            radius = position.unit(0).radius
            assert radius - 0.01 <= x <= 36 - radius + 0.01
            assert radius - 0.01 <= y <= 30.5 - radius + 0.01
            assert overlaps(position, 0, moved.end) is None


@given(tables(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_every_sampled_move_passes_its_check(position: Position, seed: int) -> None:
    numbers = np.random.default_rng(seed)
    decision = Move(position.seen_by(0), 0)
    for _ in range(4):
        decision.check(decision.sample(lambda count: int(numbers.integers(count))))


@given(tables())
@settings(max_examples=40, deadline=None)
def test_a_place_that_a_straight_way_reaches_with_something_to_spare_is_in_reach(position: Position) -> None:
    """The grid turns in sixteen directions, which makes a way three in a hundred longer than need be."""
    found = reach(position, 0, "ground")
    places = {(x, y) for x, y in found.places.tolist()}
    for i in range(1, 36, 2):
        place = (float(i), float(np.round(np.linspace(0, 30.5, 31), 2)[i % 30]))
        try:
            moved = judge(position, 0, "ground", (place,), None)
        except Illegal:
            continue
        # Steps up and down a narrow piece may fall between the grid's lines, so only what is all but level counts.
        if moved.cost <= 0.9 * move_of(position, 0, "ground") and moved.cost < moved.inches + 0.01:
            assert place in places or found.path_to(place) is not None


def test_a_way_to_a_place_between_the_grids_lines_is_found() -> None:
    position = position_from({"unit": [{"name": "mover", "side": "red", "at": [20.3, 20.7]}]}, "a table")
    assert reach(position, 0, "ground").path_to((24.37, 25.11)) == ((24.37, 25.11),)


@pytest.mark.parametrize("mode", ["ground", "jump", "sprint"])
def test_whoever_waits_reaches_places_from_all_along_its_edge(mode: Any) -> None:
    data = {"unit": [{"name": "mover", "side": "blue", "move": '8"j', "place": "waiting"}]}
    position = position_from(data, "a table")
    found = reach(position, 0, mode)
    assert found.places[:, 0].min() <= 2
    assert found.places[:, 0].max() >= 70
    path = found.path_to((30.0, 42.0))
    assert path is not None
    assert path[0][1] == 48.0
