"""Nothing that is sent to one side of a battle depends on what the other conceals.

Whole battles of each game are played over HTTP. Wherever somebody answers in secret, the same battle stands beside it
in which they answered otherwise: everything that the other side and onlookers can ask for must be the same in both.
And nothing that was ever sent to a side names another's link, or the seed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.play.rooms import GAMES
from tests.web.table import Table, table

from musterhall.battle.decisions import Decision
from musterhall.events.entries import NewEntry
from musterhall.games import battles_of, game_named
from musterhall.playing import record as records
from musterhall.playing.sitting import Sitting
from musterhall.web.playing.seats import seat_token

SEATS = ("0", "1")
TIMES = 1
"""How often each kind of secret decision is looked at in a battle, for each side."""
TRIES = 40
CARDS = """
[[card]]
name = "Crosswind Season"

[[card]]
name = "Soup Fog"
"""
"""A hand to choose from."""
BATTLES = [*((game, "") for game in GAMES), ("alpha_strike", "assassination")]


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Table]:
    with table(str(tmp_path / "hall.db")) as found:
        yield found


def begin(at: Table, game: str, setup: str = "") -> None:
    """A small battle of two people."""
    lesson = battles_of(game_named(game)).lesson
    assert lesson is not None
    hands = CARDS if game == "age_of_destruction" else ""
    forces = {} if setup else {"red": lesson.red + hands, "blue": lesson.blue + hands, "table": lesson.table}
    people = [{"by": "person", "name": "Ann"}, {"by": "person", "name": "Ben"}]
    told = at.begin(game, setup=setup, seats=people, **forces)
    assert told.status_code == 201, told.text


def beside(at: Table) -> Table:
    """The same battle once more, under another name."""
    twin = Table(at.client, at.house)
    twin.battle = f"{at.battle}{len(at.house.room.known())}"
    entries = at.house.store.entries(at.battle)
    new = [NewEntry(one.kind, dict(one.data), who=one.who) for one in entries]
    at.house.store.create(twin.battle, records.KIND, "the same", new)
    twin.seats = {seat: seat_token(at.house.accounts, twin.battle, seat) for seat in SEATS}
    return twin


def everything(at: Table, seat: str) -> dict[str, str]:
    """All that can be asked for from a seat, without what differs by nature."""
    asked = {
        "view": at.get("", seat),
        "news": at.get("news", seat, after=3),
        "decisions": at.get("decisions", seat, some=3),
        "log": at.get("log", seat),
        "journal": at.get("journal", seat),
        "hint": at.get("hint", seat) if seat else at.get("log", seat),
        "check": at.post("check", seat, answer={"no": "answer"}),
        "sketch": at.post("sketch", seat, sketch={}),
        "answer": at.post("answer", seat, answer=["no answer"]),
    }
    return {name: plain(at, f"{told.status_code} {told.text}") for name, told in asked.items()}


def plain(at: Table, text: str) -> str:
    for token in at.seats.values():
        text = text.replace(token, "TOKEN")
    return re.sub(r'"now":[\d.]+', '"now":0', text.replace(at.battle, "BATTLE"))


def other_answer(decision: Decision, given: Any, seed: int) -> Any:
    """Another legal answer, or the same where there is none."""
    lot = Random(seed)
    for _ in range(TRIES):
        other = last_cells_of(decision.sample(lot.randrange), given)
        if json.dumps(other) != json.dumps(given):
            decision.check(other)
            return other
    return given


def last_cells_of(other: Any, given: Any) -> Any:
    """Of rows only the last cell is another: that a command of this turn is replaced can be seen on the table."""
    if are_rows(other) and are_rows(given) and [row[:-2] for row in other] == [row[:-2] for row in given]:
        return [[*own[:-1], row[-1]] for own, row in zip(given, other, strict=True)]
    return other


def are_rows(answer: Any) -> bool:
    return isinstance(answer, list) and all(isinstance(row, list) and len(row) == 3 for row in answer)


def differences(at: Table, side: int, given: Any, other: Any) -> dict[str, list[str]]:
    """By seat, what tells these two secret answers apart, given in battles of their own.

    Who may know the answer by the rules, because it is shown at once, is left out.
    """
    one, two = beside(at), beside(at)
    for battle, answer in ((one, given), (two, other)):
        assert battle.post("answer", str(side), side=side, answer=answer).status_code == 200
    found = {}
    for seat in (str(1 - side), ""):
        if may_know(one, seat) == may_know(two, seat):
            first, second = everything(one, seat), everything(two, seat)
            found[seat] = [name for name in first if first[name] != second[name]]
    for battle in (one, two):
        at.house.room.remove(battle.battle)
    return found


def may_know(at: Table, seat: str) -> str:
    """The position as the game's rules show it to somebody."""
    fight = at.sitting.fight
    assert fight is not None
    position = fight.battle.position
    for side in (int(seat),) if seat else (0, 1):
        position = position.seen_by(side)
    fingerprint: str = position.fingerprint()
    return fingerprint


def play(at: Table, most: int = 10_000) -> Iterator[tuple[int, Decision, Any]]:
    """Play on by drill; every answer before it is given, with its side and its decision."""
    for _ in range(most):
        sitting = at.sitting
        if sitting.record.over:
            return
        decision = sitting.decisions[0]
        given = at.hinted(decision.player)
        yield decision.player, decision, given
        told = at.post("answer", str(decision.player), side=decision.player, answer=given)
        assert told.status_code == 200, told.text
        for seat in (*SEATS, ""):
            at.get("news", seat, after=0 if len(sitting.record.answers) % 20 == 0 else 10_000)


@pytest.mark.parametrize(("game", "setup"), BATTLES)
def test_nothing_sent_to_a_side_tells_what_the_other_conceals(at: Table, game: str, setup: str) -> None:
    begin(at, game, setup)
    looked: Counter[str] = Counter()
    tokens = dict(at.seats)
    seed = str(at.sitting.record.begun.seed)
    for side, decision, given in play(at, 10_000 if not setup else 40):
        if decision.secret and looked[f"{decision.kind} {side}"] < TIMES:
            other = other_answer(decision, given, len(at.sitting.record.answers))
            found = differences(at, side, given, other)
            looked[f"{decision.kind} {side}"] += bool(found)
            assert not any(found.values()), f"{decision.kind}: {found}"
    assert at.sitting.record.over or setup
    if game != "alpha_strike" or setup:
        assert looked, "somebody answered in secret"
    before_the_end = [(seat, text) for seat, text in at.sent if '"over":null' in text]
    assert len(before_the_end) > 20
    for seat, text in before_the_end:
        assert seed not in text
        assert [other for other in SEATS if other != seat and tokens[other] in text] == []


def test_a_leak_would_be_found(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "_seen", lambda self, position, viewer: position)
    begin(at, "the_game")
    for side, decision, given in play(at):
        if decision.kind == "commands" and side == 1:
            found = differences(at, side, given, other_answer(decision, given, 1))
            assert "view" in found["0"]
            return
    pytest.fail("nobody gave commands")
