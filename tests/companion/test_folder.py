"""Sheets on a store: what is acknowledged is written, and everybody who opens them finds the same."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest

from musterhall.companion.folder import MOST_MARKS, Folder, NoSheets, name_of, remove_sheets
from musterhall.companion.record import Mark
from musterhall.games import game_named
from musterhall.problems import BadInput
from musterhall.store.journals import Store
from musterhall.store.opening import open_store

MATCH = {"event": "herocon", "round": 1, "table": 4}
NAME = name_of("herocon", MATCH)
ANNA, BORIS = 0, 1
ARMOUR, STRUCTURE = "0.0.armour", "0.0.structure"


@cache
def made_of() -> dict[str, Any]:
    game = game_named("alpha_strike")
    assert game.companion is not None
    red, blue = map(game.forces.shipped_force, ("drafted-four", "drafted-five"))
    return game.companion.begin((red, blue), ("Anna", "Boris"), ["domination"], [])


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        yield opened


def folder(store: Store, told: list[str] | None = None) -> Folder:
    found = Folder(store, (told if told is not None else []).append)
    found.begin(NAME, "alpha_strike", MATCH, made_of(), "p1")
    return found


def mark(key: str, box: str = ARMOUR, value: int = 1, seen: int = 0) -> Mark:
    return Mark(key=f"{key:-<8}", box=box, value=value, seen=seen)


def test_sheets_opened_again_stand_as_they_were_left(store: Store) -> None:
    here = folder(store)
    here.mark(NAME, ANNA, [mark("one"), mark("two", STRUCTURE, 1)])
    again = Folder(store, list[str]().append).look(NAME)
    assert again.values() == here.look(NAME).values() == {ARMOUR: 1, STRUCTURE: 1}


def test_whoever_begins_second_finds_the_sheets_of_the_first(store: Store) -> None:
    here = folder(store)
    here.mark(NAME, ANNA, [mark("one")])
    there = folder(store)
    assert there.look(NAME).value(ARMOUR) == 1


def test_marks_that_are_sent_twice_are_taken_once_and_answered_for_twice(store: Store) -> None:
    here = folder(store)
    marks = [mark("one", value=1), mark("two", value=2)]
    first = here.mark(NAME, ANNA, marks)
    assert here.mark(NAME, ANNA, marks) == first
    assert store.last(NAME) == 3
    # In one go, too: a phone may have put the same on its list twice.
    here.mark(NAME, ANNA, [mark("three"), mark("three")])
    assert store.last(NAME) == 4


def test_the_two_players_keys_never_meet(store: Store) -> None:
    here = folder(store)
    here.mark(NAME, ANNA, [mark("one", ARMOUR)])
    here.mark(NAME, BORIS, [mark("one", STRUCTURE)])
    assert here.look(NAME).values() == {ARMOUR: 1, STRUCTURE: 1}


def test_a_mark_that_cannot_be_is_refused_by_itself_and_the_others_are_taken(store: Store) -> None:
    here = folder(store)
    taken = here.mark(NAME, ANNA, [mark("one"), mark("bad", "9.9.armour"), mark("two", STRUCTURE)])
    assert [bool(one.refused) for one in taken] == [False, True, False]
    assert here.look(NAME).values() == {ARMOUR: 1, STRUCTURE: 1}


def test_what_was_marked_and_taken_back_without_a_link_comes_in_one_go(store: Store) -> None:
    here = folder(store)
    back = Mark(do="take back", key="back----", other="0-one-----")
    here.mark(NAME, ANNA, [mark("one"), back])
    assert here.look(NAME).values() == {}


def test_two_processes_see_the_same_and_two_marks_are_shown_to_both(store: Store, address: str) -> None:
    with open_store(address) as other:
        told: list[str] = []
        here, there = folder(store), Folder(other, told.append)
        seen = there.look(NAME).last
        here.mark(NAME, ANNA, [mark("one", value=1, seen=seen)])
        there.mark(NAME, BORIS, [mark("two", value=2, seen=seen)])
        here.heard(NAME)
        for one in (here, there):
            [dispute] = one.look(NAME).disputes()
            assert dispute.claims == (1, 2)
        assert NAME in told


def test_marks_from_many_threads_of_two_processes_are_all_kept_in_somebodys_order(store: Store, address: str) -> None:
    with open_store(address) as other:
        folders = (folder(store), Folder(other, list[str]().append))
        boxes = [f"0.{unit}.structure" for unit in range(4)]

        def tap(number: int) -> None:
            folders[number % 2].mark(NAME, number % 2, [mark(f"tap{number}", boxes[number % 4], number % 2)])

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(tap, range(40)))
        assert store.last(NAME) == 41
        assert folders[0].look(NAME).values() == folders[1].look(NAME).values()
        assert folders[0].look(NAME).disputes() == folders[1].look(NAME).disputes()


def test_sheets_go_with_their_event_and_those_of_others_stay(store: Store) -> None:
    here = folder(store)
    other = name_of("another", MATCH)
    here.begin(other, "alpha_strike", MATCH, made_of(), "p1")
    remove_sheets(store, "herocon")
    with pytest.raises(BadInput):
        here.look(NAME)
    assert Folder(store, list[str]().append).find(NAME) is None
    assert here.look(other).last == 1


def test_a_table_that_comes_further_is_told_to_its_event_and_a_hit_is_not(store: Store) -> None:
    told: list[str] = []
    here = folder(store, told)
    here.mark(NAME, ANNA, [mark("one", "round", 1)])
    told.clear()
    here.mark(NAME, ANNA, [mark("two")])
    assert told == [NAME]
    here.mark(NAME, ANNA, [mark("three", "round", 2)])
    assert told[1:] == [NAME, "herocon"]


def test_what_is_no_sheets_is_not_opened_as_such(store: Store) -> None:
    for name in ("herocon", "sheets/none", "sheets/"):
        with pytest.raises(NoSheets):
            folder(store).look(name)


def test_sheets_that_are_full_say_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("musterhall.companion.folder.MOST_MARKS", 3)
    assert MOST_MARKS > 1000
    taken = folder(store).mark(NAME, ANNA, [mark("one"), mark("two"), mark("three")])
    assert [bool(one.refused) for one in taken] == [False, False, True]
