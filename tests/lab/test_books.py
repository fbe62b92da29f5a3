"""Who destroyed what: the books of battles, and what they come to in a study."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from tests.lab.helpers import plan_for

from musterhall.battle.agents import play
from musterhall.battle.battle import LogLine
from musterhall.game.duel import Matchup
from musterhall.game.ledger import Ledger, Strike, Worth
from musterhall.games import battles_of, game_named
from musterhall.games.the_game.parts.ledger import Books
from musterhall.lab.books import _errors, _interval, returns
from musterhall.lab.fighting import Done, Row, fight_batch
from musterhall.lab.plan import Batch


@pytest.mark.parametrize("name", ["the_game", "alpha_strike", "age_of_destruction"])
def test_what_one_side_lost_the_other_has_destroyed(name: str) -> None:
    game = game_named(name)
    battles = battles_of(game)
    red, blue = (game.forces.shipped_force(one) for one in battles.small_forces)
    matchup = Matchup(game, red, blue, game.variants.chosen({}) if game.variants else None)
    ledger = battles.ledger()
    assert ledger is not None
    battle = battles.new_battle(matchup.setup(7), 7, watcher=ledger.watch)
    play(battle, [battles.agent("drill", seed) for seed in (1, 2)])
    accounts = ledger.accounts(battle.position)
    for side in (0, 1):
        destroyed = sum(one.destroyed for one in accounts if one.side == side)
        lost = sum(one.lost for one in accounts if one.side != side)
        assert 0 < destroyed <= lost + 0.1
        assert destroyed > 0.75 * lost


class Duel:
    """A little war of three groups; the middle one is blue's."""

    def __init__(self) -> None:
        self.left = [100.0, 50.0, 100.0]
        self.ledger = Ledger(self._worths, lambda line, position: line.data.get("strikes", ()), frozenset({"early"}))
        self.tell("begin")

    def _worths(self, position: Any) -> list[Worth]:
        names, costs = ("a", "b", "c"), (100, 50, 100)
        return [Worth(at % 2, names[at], costs[at], self.left[at]) for at in range(3)]

    def tell(self, kind: str, *strikes: Strike) -> None:
        self.ledger.watch(LogLine(kind, "", data={"strikes": strikes}), None)

    @property
    def destroyed(self) -> list[float]:
        return [one.destroyed for one in self.ledger.accounts(None)]


def test_a_loss_is_shared_by_those_who_struck_since_the_last_one() -> None:
    war = Duel()
    war.tell("fire", Strike(0, 1, 3.0))
    war.left[1] = 10
    war.tell("fire", Strike(2, 1, 1.0))
    assert war.destroyed == [30, 0, 10]
    war.left[1] = 0
    war.tell("fire", Strike(2, 1, 1.0))
    assert war.destroyed == [30, 0, 20]


def test_whoever_killed_is_credited_alone_however_many_others_fired_before() -> None:
    war = Duel()
    war.tell("barrage", Strike(2, 1, 2.0))
    war.left[1] = 40
    war.tell("fire", Strike(0, 1, 1.0, kills=1))
    assert war.destroyed == [10, 0, 0]


def test_what_is_lost_without_a_shot_is_shared_by_those_who_drove_it_to_that() -> None:
    war = Duel()
    war.tell("barrage", Strike(2, 1, 3.0))
    war.left[1] = 40
    war.tell("fire", Strike(0, 1, 1.0, kills=1))
    war.left[1] = 0
    war.tell("removed")
    assert war.destroyed == [10 + 10, 0, 30]


def test_a_volley_of_the_game_is_credited_by_its_dice_and_a_miss_counts_nothing() -> None:
    """By hand: three companies, 100 points and ten units each, so that every unit is worth 10.

    Guns fire six dice at Orcs: five miss and one suppresses. Rifles kill two: 20 points, and all theirs. Then the
    Orcs break and five are caught: 50 points, shared as 0.1 (one token of the Guns') to 2 (two kills).
    """
    sizes = [10, 10, 10]
    names = ("Guns", "Rifles", "Orcs")

    def position() -> Any:
        found = [
            SimpleNamespace(
                index=at,
                side=int(at == 2),
                name=name,
                cost=100,
                original=10,
                size=sizes[at],
                units=range(10 * at, 10 * at + 10),
            )
            for at, name in enumerate(names)
        ]
        return SimpleNamespace(formations=found)

    def dice(shooter: int, *results: str) -> dict[str, Any]:
        return {"dice": [{"shooter": shooter, "unit": 20, "result": one} for one in results]}

    books = Books()
    books.watch(LogLine("phase", ""), position())
    books.watch(LogLine("barrage", "", data=dice(0, *["miss"] * 5, "token")), position())
    sizes[2] = 8
    books.watch(LogLine("fire", "", data=dice(10, "kill", "kill", "miss")), position())
    assert [one.destroyed for one in books.accounts(position())] == [0, 20, 0]
    sizes[2] = 3
    books.watch(LogLine("removed", ""), position())
    assert [one.destroyed for one in books.accounts(position())] == [
        pytest.approx(50 * 0.1 / 2.1, abs=0.001),
        pytest.approx(20 + 50 * 2 / 2.1, abs=0.001),
        0,
    ]


def test_a_loss_that_is_told_before_its_cause_waits_for_it() -> None:
    war = Duel()
    war.left[1] = 20
    war.tell("early")
    assert war.destroyed == [0, 0, 0]
    war.tell("fire", Strike(0, 1, 1.0))
    assert war.destroyed == [30, 0, 0]


def test_what_a_side_does_to_itself_is_nobodys_gain() -> None:
    war = Duel()
    war.left[2] = 0
    war.tell("fire", Strike(0, 2, 1.0))
    assert war.destroyed == [0, 0, 0]


def test_returns_are_by_force_whichever_side_it_fought_from() -> None:
    def row(seed: int, swapped: bool, accounts: tuple[tuple[int, str, float, float, float], ...]) -> Row:
        return Row(0, 0, seed, swapped, 1.0, 1.0, 6, 6, 0.0, 0.0, "", accounts=accounts)

    guns, tanks = (0, "Guns", 50.0, 100.0, 0.0), (1, "Tanks", 100.0, 0.0, 100.0)
    quiet = (0, "Guns", 50.0, 0.0, 0.0)
    done = Done("0:1+2", (row(1, False, (guns, tanks)), row(1, True, (tanks, quiet)), row(2, False, (guns, tanks))))
    found = {one.name: one for one in returns([done])}
    assert (found["Guns"].returned, found["Guns"].force) == (1.5, 0)
    assert (found["Tanks"].lost, found["Tanks"].returned) == (1.0, 0.0)
    assert found["Guns"].low < 1.5 < found["Guns"].high


def test_few_seeds_have_a_wide_interval_and_a_single_one_has_none() -> None:
    one, two, three = (_interval([0.5, 0.6, 0.4][:seeds]) for seeds in (1, 2, 3))
    assert one is None
    assert two == pytest.approx((0.0, 0.55 + 12.706 * 0.05), abs=1e-6)
    assert three == pytest.approx((0.5 - 4.303 * 0.1 / 3**0.5, 0.5 + 4.303 * 0.1 / 3**0.5), abs=1e-6)
    assert _errors(17) == pytest.approx(2.120, abs=0.02)
    assert _errors(1000) == pytest.approx(1.962, abs=0.001)


def test_keeping_books_changes_no_battle() -> None:
    always = {"red": "humanxx-500", "blue": "orc-hegemony-500", "agents": ["drill"]}
    plain = fight_batch(plan_for(always=always, factors={}), Batch(0, 5, 1)).rows
    kept = fight_batch(plan_for(always=always | {"ledger": True}, factors={}), Batch(0, 5, 1)).rows
    assert [row.win for row in plain] == [row.win for row in kept]
    assert [row.red_lost for row in plain] == [row.red_lost for row in kept]
    assert {account[1] for account in kept[0].accounts} == {account[1] for account in kept[1].accounts}
    assert not plain[0].accounts
