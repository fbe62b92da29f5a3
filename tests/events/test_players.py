"""Players come, go, return and are sent away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.events.day import enter, new_day

from musterhall.events import players, round_changes
from musterhall.events.fold import fold
from musterhall.problems import BadInput


def test_players_get_numbers_in_the_order_they_register() -> None:
    day = new_day(["Anna", "Boris", "Cleo"])
    assert [(one.id, one.name) for one in day.event.players.values()] == [
        ("p1", "Anna"),
        ("p2", "Boris"),
        ("p3", "Cleo"),
    ]


def test_two_players_of_one_name_are_refused() -> None:
    day = new_day(["Anna"])
    with pytest.raises(BadInput, match="p1 has this name already"):
        day.do(lambda event: players.add_player(event, "  ANNA "))


def test_a_player_who_left_is_not_paired_and_one_who_returns_is() -> None:
    day = new_day()
    day.do(lambda event: players.leave(event, event.find("Hugo")))
    day.pair(published=False)
    assert day.player("Hugo") not in {id_ for match in day.round.matches for id_ in match.players}
    day.do(lambda event: players.come_back(event, event.find("Hugo")))
    day.pair()
    assert day.round.match_of(day.player("Hugo")) is not None


def test_the_second_warning_puts_a_player_out_and_out_is_out() -> None:
    day = new_day()
    day.do(lambda event: players.warn(event, event.find("Falk")), why="hid dice")
    assert day.event.find("Falk").here
    day.do(lambda event: players.warn(event, event.find("Falk")), why="hid dice again")
    assert day.event.find("Falk").status == "disqualified"
    assert day.event.find("Falk").warnings == ["hid dice", "hid dice again"]
    with pytest.raises(BadInput, match="undo the disqualification"):
        day.do(lambda event: players.come_back(event, event.find("Falk")))


def test_where_the_pack_names_no_warning_the_organiser_alone_puts_a_player_out() -> None:
    day = new_day(pack="drafted-for-war")
    for _ in range(3):
        day.do(lambda event: players.warn(event, event.find("Falk")), why="hid dice")
    assert day.event.find("Falk").here
    assert len(day.event.find("Falk").warnings) == 3


def test_in_an_old_journal_the_second_warning_still_puts_a_player_out() -> None:
    day = new_day(pack="drafted-for-war")
    for _ in range(2):
        day.do(lambda event: players.warn(event, event.find("Falk")), why="hid dice")
    old = [
        replace(entry, data={"player": entry.data["player"]}) if entry.kind == "player.warned" else entry
        for entry in day.ledger.entries
    ]
    assert fold(old).find("Falk").status == "disqualified"


def test_a_late_entry_is_told_as_such_and_plays_from_the_next_round() -> None:
    day = new_day()
    day.pair()
    enter(day, "Zoe")
    assert day.event.find("Zoe").late
    assert day.round.match_of(day.player("Zoe")) is None
    day.decide_all()
    day.pair()
    seen = {id_ for match in day.round.matches for id_ in match.players} | set(day.round.byes)
    assert day.player("Zoe") in seen


def test_team_mates_and_whoever_is_kept_apart_do_not_meet() -> None:
    for seed in range(12):
        day = new_day(["Anna", "Boris"])
        enter(day, "Cleo", "Foxes")
        enter(day, "Dario", "foxes")
        day.do(lambda event: players.keep_apart(event, [event.find("Anna"), event.find("Boris")]))
        day.pair(seed)
        pairs = [{day.event.player(id_).name for id_ in match.players} for match in day.round.matches]
        assert {"Anna", "Boris"} not in pairs
        assert {"Cleo", "Dario"} not in pairs


def test_a_name_is_one_line_without_signs_nobody_sees() -> None:
    assert players.clean_name("  An\u202ena\tMaria\n ") == "An na Maria"
    assert players.clean_name("Anna\ufffe\U0001ffff\ufdd0") == "Anna"
    for blank in "\u3164\u2800\uffa0\u115f":
        assert players.clean_name(blank) == ""
    with pytest.raises(BadInput, match="80 fit"):
        players.clean_name("x" * 81)


def test_a_name_is_the_same_with_its_accent_apart_or_not() -> None:
    composed, apart = "Jos\u00e9", "Jose\u0301"
    assert players.clean_name(apart) == composed
    day = new_day([composed])
    with pytest.raises(BadInput, match="p1 has this name already"):
        day.do(lambda event: players.add_player(event, apart))
    assert day.event.find(apart).name == composed


def test_a_player_is_found_by_number_by_name_and_by_how_it_begins() -> None:
    day = new_day(["Anna Karst", "Anna Moor", "Boris"])
    assert day.event.find("p3").name == "Boris"
    assert day.event.find("anna k").name == "Anna Karst"
    with pytest.raises(BadInput, match=r"may be Anna Karst \(p1\), Anna Moor \(p2\)"):
        day.event.find("anna")


def test_nobody_absent_can_be_written_into_a_pairing() -> None:
    day = new_day()
    day.pair(published=False)
    day.do(lambda event: players.leave(event, event.find("Anna")))
    with pytest.raises(BadInput, match="Anna: is left"):
        day.do(lambda event: round_changes.swap_players(event, 1, "p1", "p2").entry)
