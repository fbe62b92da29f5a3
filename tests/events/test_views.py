"""What a player may know: all of the own affairs, and nothing that another keeps secret."""

from __future__ import annotations

import json
from typing import Any

from tests.events.day import Day, enter, new_day

from musterhall.events import forces, matches, players, prizes, scenarios, sealing, views

SALT = "0123456789abcdef" * 2


def view(day: Day, name: str) -> dict[str, Any]:
    return views.player_view(day.event, day.event.find(name), day.now)


def next_of(day: Day, name: str) -> str:
    return views.next_thing(day.event, day.event.find(name)).what


def assassins() -> Day:
    """Anna against Boris, who choose command units in secret."""
    day = new_day(("Anna", "Boris"))
    day.do(lambda event: scenarios.choose_scenarios(event, ["assassination"] * 3))
    day.pair()
    return day


def send(day: Day, name: str, held: int) -> None:
    player = day.event.find(name)
    match = day.round.match_of(player.id)
    assert match is not None
    sides: list[dict[str, Any]] = [{}, {}]
    sides[match.side(day.player("Anna"))] = {"fields": {"points_of_interest": held}}
    day.do(lambda event: matches.send_card(event, player, {"sides": sides}))


# Secrets


def test_an_opponents_command_units_show_only_their_seal_until_they_are_revealed() -> None:
    day = assassins()
    boris = day.event.find("Boris")
    day.do(lambda event: sealing.seal_units(event, boris, ["Anvil", "Hammer"], SALT))
    before = view(day, "Anna")["command_units"]["theirs"]
    assert set(before) == {"seal", "minute", "revealed"}
    assert SALT not in json.dumps(view(day, "Anna"))
    day.do(lambda event: sealing.reveal_units(event, boris))
    after = view(day, "Anna")["command_units"]["theirs"]
    assert (after["units"], after["salt"], after["seal"]) == (["Anvil", "Hammer"], SALT, before["seal"])


def test_the_own_choice_is_seen_by_its_player() -> None:
    day = assassins()
    day.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Anvil", "Tongs"], SALT))
    assert view(day, "Anna")["command_units"]["mine"]["units"] == ["Anvil", "Tongs"]


def test_a_draft_of_pairings_shows_nothing_to_a_player() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair(published=False)
    found = view(day, "Anna")
    assert (found["round"], found["match"], found["bye"]) == (None, None, False)
    assert "Boris" not in json.dumps(found)


def test_nobody_sees_how_another_has_voted() -> None:
    day = new_day(("Anna", "Boris", "Cleo", "Dario"))
    day.pair()
    day.do(lambda event: prizes.vote(event, event.find("Boris"), "sportsmanship", event.find("Cleo")))
    mine = {
        name: next(one for one in view(day, name)["votes"] if one["award"] == "sportsmanship")
        for name in ("Anna", "Boris")
    }
    assert mine["Boris"]["mine"] == day.player("Cleo")
    assert mine["Anna"]["mine"] == ""


def test_of_an_opponents_force_only_names_types_and_points_are_shown() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair()
    units = view(day, "Anna")["match"]["opponent_units"]
    assert [set(unit) for unit in units] == [{"name", "type", "points"}] * 3


def test_a_view_is_plain_data() -> None:
    day = assassins()
    assert json.loads(json.dumps(view(day, "Anna")))["match"]["opponent"]["name"] == "Boris"


# The next thing


def test_the_next_thing_follows_the_match_from_the_secret_choice_to_the_settled_card() -> None:
    day = assassins()
    assert next_of(day, "Anna") == "units"
    day.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Anvil", "Hammer"], SALT))
    assert next_of(day, "Anna") == "card"
    day.do(lambda event: matches.send_card(event, event.find("Anna"), {"sides": [{}, {}]}))
    assert (next_of(day, "Anna"), next_of(day, "Boris")) == ("wait_confirm", "confirm")
    day.do(lambda event: matches.confirm_card(event, event.find("Boris")))
    assert (next_of(day, "Anna"), next_of(day, "Boris")) == ("wait_round", "wait_round")


def test_two_cards_that_differ_are_to_be_compared_by_both() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair()
    send(day, "Anna", 3)
    send(day, "Boris", 2)
    assert (next_of(day, "Anna"), next_of(day, "Boris")) == ("disputed", "disputed")
    assert view(day, "Anna")["match"]["state"] == "disputed"


def test_a_force_is_handed_in_mended_and_waited_for() -> None:
    day = new_day(("Anna", "Boris"))
    day.do(lambda event: players.add_player(event, "Cleo"))
    assert next_of(day, "Cleo") == "hand_in"
    cleo = enter(day, "Dario")
    day.do(lambda event: forces.return_force(event, event.player(cleo), "Too many points."))
    assert next_of(day, "Dario") == "mend"
    assert view(day, "Dario")["force"]["note"] == "Too many points."


def test_who_has_a_bye_is_told_so() -> None:
    day = new_day(("Anna", "Boris", "Cleo"))
    round_ = day.pair()
    name = day.event.player(round_.byes[0]).name
    assert next_of(day, name) == "bye"
    assert view(day, name)["bye"]


def test_a_player_who_left_is_told_so_whatever_else_there_is() -> None:
    day = new_day(("Anna", "Boris", "Cleo", "Dario"))
    day.pair()
    day.do(lambda event: players.leave(event, event.find("Anna")))
    assert next_of(day, "Anna") == "out"


# Results


def test_results_show_the_parts_that_add_up_to_them() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair()
    day.decide_all({"Anna": 3, "Boris": 1})
    found = view(day, "Anna")
    (result,) = found["results"]
    assert (result["outcome"], result["opponent"]) == ("won", "Boris")
    objective = result["figures"]["objective"]
    assert objective["total"] == sum(part["value"] for part in objective["parts"]) == 300
    assert (found["standing"]["place"], found["standing"]["of"]) == (1, 2)


def test_a_conceded_match_is_won_by_the_other() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair()
    day.do(lambda event: matches.concede(event, event.find("Anna")))
    assert [view(day, name)["results"][0]["outcome"] for name in ("Anna", "Boris")] == ["lost", "won"]
