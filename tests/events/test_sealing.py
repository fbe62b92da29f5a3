"""Command units are sealed: nobody sees them early, and nobody can change them late."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from tests.events.day import Day, new_day

from musterhall.events import forces, matches, round_changes, round_clocks, scenarios, sealing, views
from musterhall.events.cards import CommandUnits, read_card
from musterhall.events.telling import Teller
from musterhall.game.forces import SecretChoice, Submission
from musterhall.games import game_named
from musterhall.problems import BadInput

SALT = "0123456789abcdef0123456789abcdef"


def test_a_seal_can_be_checked_after_the_reveal_and_tells_nothing_before() -> None:
    day = _paired()
    _seal(day, ["Hammer", "Anvil"])
    sealed = day.round.sealed["p1"]
    shown = sealed.as_data(own=False)
    assert "units" not in shown
    assert "salt" not in shown
    day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    opened = day.round.sealed["p1"].as_data(own=False)
    assert opened["units"] == ["Anvil", "Hammer"]
    again = hashlib.sha256("\n".join([opened["salt"], *opened["units"]]).encode()).hexdigest()
    assert again == shown["seal"] == opened["seal"]


def test_the_wrong_number_a_stranger_and_a_unit_twice_are_refused() -> None:
    day = _paired()
    for units, reason in (
        (["Hammer"], "chose 1 command unit, and it takes 2"),
        (["Hammer", "Locust"], "Locust cannot be a command unit"),
        (["Hammer", "Hammer"], "named twice"),
    ):
        with pytest.raises(BadInput, match=reason):
            _seal(day, units)


def test_the_choice_can_be_changed_until_the_clock_starts_and_not_after() -> None:
    day = _paired()
    _seal(day, ["Hammer", "Anvil"])
    _seal(day, ["Hammer", "Tongs"])
    day.do(lambda event: round_clocks.start_clock(event, 1))
    with pytest.raises(BadInput, match="the round has begun"):
        _seal(day, ["Anvil", "Tongs"])


def test_a_choice_made_while_the_round_is_on_says_in_which_minute() -> None:
    day = _paired()
    other = day.round.matches[0].other("p1")
    day.do(lambda event: sealing.seal_units(event, event.player(other), ["Hammer", "Anvil"], SALT))
    day.do(lambda event: round_clocks.start_clock(event, 1))
    day.minute += 11
    _seal(day, ["Hammer", "Anvil"])
    assert day.round.sealed[other].as_data(own=False)["minute"] is None
    assert day.round.sealed["p1"].as_data(own=False)["minute"] == 12


def test_no_choice_is_made_once_the_match_is_settled() -> None:
    day = _paired()
    day.do(lambda event: matches.decide_card(event, 1, day.round.matches[0].table, {"sides": [{}, {}]}))
    with pytest.raises(BadInput, match="settled"):
        _seal(day, ["Hammer", "Anvil"])
    assert not sealing.may_choose(day.round, day.event.player("p1"))


@pytest.mark.parametrize(
    ("commanders", "units", "refused"),
    [
        (["Hammer"], ["Anvil", "Tongs"], "Hammer commands a formation, and must be one of them"),
        (["Hammer"], ["Hammer", "Tongs"], ""),
        (["Hammer", "Anvil"], ["Hammer", "Tongs"], "Anvil commands a formation"),
        (["Hammer", "Anvil", "Tongs"], ["Hammer", "Tongs"], ""),
        (["Hammer", "Anvil", "Tongs"], ["Hammer", "Bellows"], "are all from these; choose 2 of them"),
        (["Hammer", "Anvil", "Tongs"], ["Bellows", "Poker"], "are all from these; choose 2 of them"),
    ],
)
def test_commanders_of_command_formations_come_first(commanders: list[str], units: list[str], refused: str) -> None:
    day = _paired(commanders)
    if not refused:
        _seal(day, units)
        return
    with pytest.raises(BadInput, match=refused):
        _seal(day, units)


def test_a_choice_is_known_once_it_is_revealed_and_before_that_only_who_must_be_in_it() -> None:
    day = _paired(["Hammer"])
    _seal(day, ["Hammer", "Poker"])
    anna = day.event.find("Anna")
    assert sealing.known_units(day.event, day.round, anna) == CommandUnits(named=("Hammer",))
    assert sealing.revealed_units(day.round, anna) == CommandUnits(), "who commands is concealed from the opponent"
    day.do(lambda event: sealing.reveal_units(event, anna))
    assert sealing.known_units(day.event, day.round, anna) == CommandUnits(named=("Hammer", "Poker"), revealed=True)


def test_of_three_commanders_nobody_knows_which_two_it_is() -> None:
    day = _paired(["Hammer", "Anvil", "Tongs"])
    found = sealing.known_units(day.event, day.round, day.event.find("Anna"))
    assert found == CommandUnits(among=("Hammer", "Anvil", "Tongs"))


def test_a_card_must_agree_with_the_command_units_only_when_they_are_revealed() -> None:
    day = _paired()
    _seal(day, ["Hammer", "Anvil"])
    match = day.round.matches[0]
    side = match.side("p1")
    halves = [{"fields": {"command_units": 1}}, {"units": {"Tongs": "destroyed"}}]
    card = read_card({"sides": halves if side else halves[::-1]})
    assert matches.problems_of(day.event, day.round, match, card) == [], "a seal must not be read before it is opened"
    day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    (problem,) = matches.problems_of(day.event, day.round, match, card)
    standing = """for Anna's Hammer and Anvil are down as "standing" and were revealed as command units;"""
    assert f"1 where at most 0 can be, {standing}" in problem.what


def test_what_is_sealed_and_who_must_be_in_it_is_for_the_game_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    day = _paired(["Hammer"])
    part = type(game_named(day.event.pack.game).forces)
    monkeypatch.setattr(part, "secret_choice", lambda *_: SecretChoice(1, frozenset({"CV"}), "page 7"))
    monkeypatch.setattr(part, "must_be_chosen", lambda self, rules, locked: ["Anvil"])
    anna = day.event.find("Anna")
    assert sealing.must_command(day.event, anna) == ["Anvil"]
    with pytest.raises(BadInput, match="Anvil commands a formation"):
        _seal(day, ["Hammer"])
    _seal(day, ["Anvil"])
    asked = views.command_units_data(day.event, day.round, day.round.matches[0], anna)
    assert asked is not None
    assert (asked["number"], asked["because"]) == (1, "page 7")


def test_nothing_sealed_is_nothing_to_reveal() -> None:
    day = _paired()
    with pytest.raises(BadInput, match="nothing sealed"):
        day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))


SMITHS = [
    {"name": name, "type": "BM", "points": 40 + at}
    for at, name in enumerate(("Hammer", "Anvil", "Tongs", "Bellows", "Poker"))
]


def _paired(commanders: Sequence[str] = ()) -> Day:
    """Anna and Boris at the table; Anna's force may have command formations with these commanders."""
    day = new_day(["Anna", "Boris"])
    formations = [{"name": name, "kind": "Command Lance", "commander": name} for name in commanders]
    if commanders:
        force = Submission("Smiths", "", roster=SMITHS, points=210, locked={"formations": formations})
        day.do(lambda event: forces.hand_in(event, event.find("Anna"), force))
        day.do(lambda event: forces.accept_force(event, event.find("Anna")))
    day.do(lambda event: scenarios.choose_scenarios(event, ["assassination"] * 3))
    day.pair()
    return day


def _seal(day: Day, units: list[str]) -> None:
    day.do(lambda event: sealing.seal_units(event, event.find("Anna"), units, SALT))


def test_what_was_revealed_to_one_opponent_is_not_open_to_the_next() -> None:
    day = new_day(("Anna", "Boris", "Cleo", "Dario"))
    day.do(lambda event: scenarios.choose_scenarios(event, ["assassination"] * 3))
    day.pair()
    one, other = day.round.match_at(1).players[0], day.round.match_at(2).players[0]
    for id_, reveals in ((one, True), (other, False)):
        player = day.event.player(id_)
        day.do(sealing.seal_units(day.event, player, ["Hammer", "Anvil"], SALT))
        if reveals:
            day.do(sealing.reveal_units(day.event, player))
    day.do(lambda event: round_changes.swap_players(event, 1, one, other).entry)
    assert one not in day.round.sealed
    assert not day.round.sealed[other].revealed
    day.do(sealing.seal_units(day.event, day.event.player(one), ["Hammer", "Tongs"], SALT))


def test_the_log_tells_what_was_revealed_and_nothing_before() -> None:
    day = _paired()
    _seal(day, ["Hammer", "Tongs"])
    _seal(day, ["Hammer", "Anvil"])
    reveal = day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    entries = day.ledger.entries
    for teller in (Teller(entries, day.event), Teller(entries, day.event, open_only=True)):
        assert teller.sentence(reveal) == "Anna reveals the command units of round 1: Anvil, Hammer."
        sealed = [teller.sentence(one) for one in entries if one.kind == "command_units.sealed"]
        assert sealed == ["Anna seals the command units of round 1."] * 2


def test_a_reveal_that_was_undone_is_told_without_its_units_to_who_may_not_know_them() -> None:
    day = _paired()
    _seal(day, ["Hammer", "Anvil"])
    reveal = day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    undone = day.undo(reveal.seq)
    open_only = Teller(day.ledger.entries, day.event, open_only=True)
    for entry in (reveal, undone):
        assert "Hammer" not in open_only.sentence(entry)
