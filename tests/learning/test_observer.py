"""What an agent is shown and offered: the columns, the turned table, and answers taken apart without knowing a game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import musterhall
from musterhall.battle.decisions import Answer, Choice, Decision, Draw
from musterhall.board import Figure
from musterhall.game.battles import Progress
from musterhall.game.glance import Glance, SeenPiece, SeenZone
from musterhall.games import battles_of, game_named
from musterhall.learning import Observer, choices, situation
from musterhall.learning.answers import read
from musterhall.learning.ground import Ground
from musterhall.learning.offers import fair_choice, offer

GLANCE = Glance(
    100.0,
    60.0,
    [
        SeenPiece(0, 0, 10.0, 5.0, True, 1.0),
        SeenPiece(0, 0, 12.0, 5.0, True, 0.5),
        SeenPiece(0, 1, -1.0, -1.0, False, 1.0),
        SeenPiece(1, 2, 90.0, 55.0, True, 1.0),
        SeenPiece(1, 2, 90.0, 55.0, False, 0.0),
    ],
    [SeenZone(50.0, 30.0, -1), SeenZone(10.0, 5.0, 0)],
    [Figure(0, 3.0, "points"), Figure(1, 1.0, "points")],
)
PROGRESS = Progress("Turn 3", 2, 8, (("Red", 3), ("Blue", 1)))


class Order(Choice[Any]):
    kind = "order"

    def question(self) -> str:
        return "What do they do?"


class Anywhere(Order):
    """A choice that cannot be counted."""

    def __init__(self, options: list[Any], others: list[Any]) -> None:
        super().__init__(0, options)
        self.others = others

    def schema(self) -> Any:
        return {"type": "object"}

    def sample(self, draw: Draw) -> Any:
        return self.others[draw(len(self.others))]


class View:
    def __init__(self, fingerprint: str = "now") -> None:
        self._fingerprint = fingerprint

    def fingerprint(self) -> str:
        return self._fingerprint


# What is offered


def test_answers_that_can_be_counted_are_all_offered() -> None:
    assert offer(Order(0, ["a", "b", "c"]), View(), 8) == ["a", "b", "c"]


def test_among_too_many_answers_those_in_rare_words_are_not_lost() -> None:
    moves: list[Answer] = [{"move": [float(number), 0.0]} for number in range(400)]
    attacks: list[Answer] = [{"attack": number} for number in range(5)]
    offered = offer(Order(0, moves + attacks), View(), 16)
    assert Counter(next(iter(answer)) for answer in offered) == {"move": 11, "attack": 5}


def test_within_the_same_words_every_answer_has_the_same_chance() -> None:
    order = Order(0, list(range(10)))
    counts = Counter(answer for moment in range(3000) for answer in offer(order, View(str(moment)), 4))
    assert set(counts) == set(range(10))
    assert all(1080 < count < 1320 for count in counts.values())


def test_the_offer_depends_on_the_view_and_on_nothing_else() -> None:
    order = Order(0, list(range(100)))
    assert offer(order, View("now"), 8) == offer(Order(0, list(range(100))), View("now"), 8)
    assert offer(order, View("now"), 8) != offer(order, View("then"), 8)


def test_free_places_are_filled_with_legal_answers_where_these_cannot_be_counted() -> None:
    offered = offer(Anywhere(["stay"], [f"go to {place}" for place in range(1000)]), View(), 8)
    assert offered[0] == "stay"
    assert len(set(offered)) == 8


def test_drawing_ends_when_nothing_new_comes() -> None:
    assert offer(Anywhere(["stay"], ["stay"]), View(), 8) == ["stay"]


def test_a_fair_choice_keeps_the_order_of_the_answers() -> None:
    chosen = fair_choice(["a"] * 50, 10, lambda limit: limit - 1)
    assert chosen == sorted(chosen)


# An answer, taken apart


def test_words_fields_places_and_numbers_are_told_apart() -> None:
    reading = read({"mode": "jump", "path": [[1.0, 2], [3.5, 4.0]], "target": 6, "sure": True}, "move")
    assert reading.words == ["move.mode", "move.mode=jump", "move.path", "move.target", "move.sure", "move.sure=True"]
    assert reading.places == {"move.path": (3.5, 4.0)}
    assert reading.numbers == [6]


def test_a_piece_is_where_its_last_place_is() -> None:
    assert read([[4, 1.0, 2.0], [4, 3.0, 2.0], [5, 0.0, 0.5]], "go").places == {"4": (3.0, 2.0), "5": (0.0, 0.5)}


def test_whole_numbers_in_pairs_are_no_places() -> None:
    reading = read({"squares": [[2, 1], [2, 3]]}, "map")
    assert (reading.places, reading.numbers) == ({}, [2, 1, 2, 3])


# The columns


def told(player: int, decision: Decision | None = None) -> dict[str, float]:
    row = situation.situation(Ground(GLANCE, player), PROGRESS, decision)
    return dict(zip(situation.columns(), row.tolist(), strict=True))


def test_how_it_stands_is_told_from_the_players_own_side() -> None:
    red, blue = told(0), told(1)
    assert red["own pieces at 1 across, 1 up"] == pytest.approx(2 / 3)
    assert red["own strength at 1 across, 1 up"] == pytest.approx(1.5 / 3)
    assert red["their pieces at 6 across, 6 up"] == pytest.approx(1 / 2)
    assert blue["own pieces at 1 across, 1 up"] == pytest.approx(1 / 2)
    assert blue["their pieces at 6 across, 6 up"] == pytest.approx(2 / 3)
    assert red["own zones at 1 across, 1 up"] == blue["their zones at 6 across, 6 up"] == 1.0
    assert red["own pieces to come"] == pytest.approx(1 / 3)
    assert (red["balance of units left"], blue["balance of units left"]) == (0.5, -0.5)
    assert (red["balance of score 1"], blue["balance of score 1"]) == (0.5, -0.5)
    assert red["turns over"] == 0.25
    assert (red["plays red"], blue["plays red"]) == (1.0, 0.0)


def test_the_kind_of_decision_has_a_column_and_without_a_decision_none_is_marked() -> None:
    marked = [name for name, value in told(0, Order(0, [1])).items() if name.startswith("kind") and value]
    assert len(marked) == 1
    assert not any(value for name, value in told(0).items() if name.startswith("kind"))


def test_an_answer_is_told_by_where_it_leads_and_whom_it_names() -> None:
    class Moves(Order):
        def about(self) -> dict[str, Any]:
            return {"formation": 0}

    answers: list[Answer] = [None, {"go": [[0, 80.0, 50.0], [1, 84.0, 50.0]]}, {"attack": "guns", "target": 2}]
    rows = choices.choices(answers, Moves(0, answers), Ground(GLANCE, 0))
    stay, go, attack = (dict(zip(choices.columns(), row.tolist(), strict=True)) for row in rows)
    assert (stay["does nothing"], go["does nothing"]) == (1.0, 0.0)
    assert (go["across the table"], go["up the table"]) == pytest.approx((0.82, 50 / 60))
    assert go["closer to the enemy than now"] > 0.5
    assert go["enemies close by"] == 1.0
    assert attack["their groups named"] > 0
    assert (attack["left of own groups"], attack["left of their groups"]) == pytest.approx((0.75, 0.5))
    assert stay["their groups named"] == go["their groups named"] == 0.0


@pytest.mark.parametrize(
    ("game", "forces"),
    [
        ("the_game", ("humanxx-500", "orc-hegemony-500")),
        ("alpha_strike", ("drafted-four", "drafted-five")),
        ("age_of_destruction", ("liao-inkstone", "falcon-straw")),
    ],
)
def test_a_game_shows_all_its_pieces_and_what_is_left_of_them_as_the_battle_goes_on(
    game: str, forces: tuple[str, str]
) -> None:
    battles = battles_of(game_named(game))
    battle = musterhall.set_up(game, seed=2, red=forces[0], blue=forces[1]).battle(recording=False)
    first = battles.glance(battle.view(0))
    musterhall.play(battle, [battles.agent("drill", 1), musterhall.RandomAgent(2)])
    last = battles.glance(battle.view(0))
    assert first is not None
    assert last is not None
    assert {piece.side for piece in first.pieces} == {0, 1}
    assert all(piece.left == 1.0 for piece in first.pieces)
    assert [(piece.side, piece.group) for piece in last.pieces] == [(piece.side, piece.group) for piece in first.pieces]
    assert sum(piece.left for piece in last.pieces) < len(last.pieces)
    assert {figure.side for figure in last.score} == {0, 1}
    for piece in last.pieces:
        assert 0.0 <= piece.left <= 1.0
        assert not piece.here or (0 <= piece.x <= last.width and 0 <= piece.y <= last.depth)


def test_an_observation_can_be_split_into_state_and_options_again() -> None:
    battle = musterhall.set_up("the_game", seed=2, red="humanxx-500", blue="orc-hegemony-500").battle(recording=False)
    observer = Observer("the_game", offered=8)
    decision = battle.asked()
    sight = observer.sight(decision, battle.view(decision.player))
    state, options = observer.split(sight.observation)
    assert sight.observation.shape == (observer.size,)
    assert sight.observation.dtype == np.float32
    assert np.array_equal(state, sight.state)
    assert np.array_equal(options, sight.options)
    assert sight.action_mask.sum() == len(sight.answers)
