"""Whereabouts: what is measured once of a table is what measuring it again would give."""

from __future__ import annotations

import pytest
from tests.games.age_of_destruction.aod_tables import FAR, rect, table

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import LogLine
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.bases import base_gap
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.field.whereabouts import Whereabouts
from musterhall.games.age_of_destruction.forces import shipped_force
from musterhall.games.age_of_destruction.lines.line_of_fire import line_of_fire
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets


def measured_anew(position: Position) -> Position:
    """The same position, of which nobody has measured anything yet."""
    fresh = position.copy()
    fresh.whereabouts = Whereabouts.of(position.bases.copy())
    return fresh


def wrong_answers(position: Position) -> list[str]:
    """What a position answers otherwise than one that measures everything now."""
    fresh, found = measured_anew(position), []
    for unit in position.everybody():
        if (position.at(unit), position.facing(unit)) != (fresh.at(unit), fresh.facing(unit)):
            found.append(f"{unit} is elsewhere")
        if position.pieces_under(unit) != position.field.pieces_at(fresh.at(unit)):
            found.append(f"{unit} stands in something else")
        for other in position.everybody():
            if position.gap(unit, other) != base_gap(fresh.bases, unit, other):
                found.append(f"{unit} and {other} are not so far apart")
            if unit != other and line_of_fire(position, unit, other) != line_of_fire(fresh, unit, other):
                found.append(f"the line from {unit} to {other} is another")
    return found


@pytest.mark.parametrize("name", shipped_tables())
def test_what_was_measured_holds_all_through_a_battle(name: str) -> None:
    found: list[str] = []

    def watch(line: LogLine, position: Position) -> None:
        if line.kind == "turn":
            found.extend(wrong_answers(position))

    red, blue = shipped_force("liao-inkstone"), shipped_force("falcon-straw")
    setup = Setup(red, blue, shipped_tables()[name], sample_sheets(), Edition.usual())
    play(new_battle(setup, 4, watcher=watch), [RandomAgent(4), RandomAgent(5)])
    assert found == []


def test_what_was_measured_and_then_moved_without_a_word_would_be_noticed() -> None:
    position = table([("Crate Mole", 10.0, 10.0, 0.0)], [("Crate Mole", 20.0, 10.0, 0.0)])
    assert position.gap(0, 1) > 0
    position.bases[1, 0] = 12.0
    assert wrong_answers(position)


def test_who_moves_on_a_copy_stays_where_it_is_on_the_first() -> None:
    position = table([("Crate Mole", 10.0, 10.0, 0.0)], [FAR])
    gap, twin = position.gap(0, 1), position.copy()
    twin.put(0, (20.0, 10.0), 90.0)
    assert (position.at(0), position.facing(0), position.gap(0, 1)) == ((10.0, 10.0), 0.0, gap)
    assert twin.gap(0, 1) < gap


def test_terrain_that_is_placed_is_under_those_who_stand_there() -> None:
    position = table([("Crate Mole", 10.0, 10.0, 0.0)], [("Crate Mole", 20.0, 10.0, 180.0)])
    assert position.pieces_under(0) == []
    assert line_of_fire(position, 0, 1).clear
    position.lay(rect("building", 14.0, 8.0, 2.0, 4.0))
    position.lay(rect("woods", 8.0, 8.0, 4.0, 4.0))
    assert position.pieces_under(0) == [1]
    assert not line_of_fire(position, 0, 1).clear
