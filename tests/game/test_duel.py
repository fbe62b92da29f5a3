"""Duels: mirrored seeds, counted with their interval."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.game.duel import Fought, Matchup, Pairing, Score, agent_seed, fight, pairings, running_score, wilson
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.game_object import GAME
from musterhall.games.the_game.readings.variants import Variants

SMALL = ("humanxx-500", "orc-hegemony-500")


def matchup(red: str, blue: str, **variants: str) -> Matchup:
    return Matchup(GAME, shipped_force(red), shipped_force(blue), Variants.of(variants))


def test_every_seed_is_fought_once_from_each_side() -> None:
    usual = matchup(*SMALL)
    assert list(pairings("a", "b", [4, 9], usual)) == [
        Pairing("a", "b", 4, False, usual),
        Pairing("a", "b", 4, True, usual),
        Pairing("a", "b", 9, False, usual),
        Pairing("a", "b", 9, True, usual),
    ]


def test_a_draw_counts_half() -> None:
    ended = [Fought(1, False, points, 6, "") for points in (1, 0.5, 0.5, 0)]
    *_, score = running_score(ended)
    assert (score.wins, score.draws, score.losses, score.rate) == (1, 2, 1, 0.5)


def test_the_score_can_be_followed_battle_by_battle() -> None:
    ended = [Fought(1, False, points, 6, "") for points in (1, 0)]
    assert [score.rate for score in running_score(ended)] == [1, 0.5]


def test_different_agents_swap_sides_and_with_them_armies() -> None:
    for pairing in pairings("drill", "random", [3], matchup(*SMALL)):
        assert pairing.setup().red.army == "HumanXX"
    one, other = (fight(pairing) for pairing in pairings("drill", "random", [3], matchup(*SMALL)))
    assert (one.swapped, other.swapped) == (False, True)


def test_of_an_agent_against_itself_the_armies_change_sides() -> None:
    one, other = pairings("drill", "drill", [3], matchup(*SMALL))
    assert [pairing.setup().red.army for pairing in (one, other)] == ["HumanXX", "Orc Hegemony"]


def test_an_agent_with_one_army_against_itself_fights_no_battle_twice() -> None:
    same = matchup("humanxx-500", "humanxx-500")
    assert [pairing.swapped for pairing in pairings("drill", "drill", [3, 4], same)] == [False, False]


def test_in_a_set_up_with_an_attacker_and_a_defender_agents_change_sides_and_armies_do_not() -> None:
    landing = replace(matchup("orc-landing", "humanxx-shore"), setup_name="landing")
    assert [one.swapped for one in pairings("drill", "drill", [3, 4], landing)] == [False, False]
    for pairing in pairings("drill", "random", [3], landing):
        battle = pairing.setup()
        assert (battle.scenario, battle.red.name) == ("landing", "Black Tide")
        assert any(piece.kind == "deep sea" for piece in battle.table.pieces)


def test_the_score_says_how_often_each_side_of_the_table_won() -> None:
    ended = [
        Fought(1, False, 1, 6, ""),
        Fought(1, True, 1, 6, ""),
        Fought(2, True, 1, 6, ""),
        Fought(2, True, 0.5, 6, ""),
    ]
    *_, score = running_score(ended)
    assert (score.wins, score.draws, score.by_side) == (3, 1, (1, 2))


def test_the_variants_of_a_duel_are_those_of_its_battles() -> None:
    (one, _) = pairings("drill", "random", [3], matchup(*SMALL, half_units="exact"))
    assert one.setup().variants.half_units == "exact"


def test_a_battle_of_a_duel_depends_on_its_pairing_alone() -> None:
    pairing = Pairing("random", "drill", 5, True, matchup(*SMALL))
    assert fight(pairing) == fight(pairing)


def test_no_agent_is_handed_a_number_that_leads_to_the_dice_of_a_battle() -> None:
    seeds = range(500)
    handed = {(seed, side): agent_seed(seed, side) for seed in seeds for side in (0, 1)}
    assert len(set(handed.values())) == len(handed)
    assert not set(handed.values()) & set(seeds), "an agent would draw what falls in some battle"
    steps = {handed[seed + 1, side] - handed[seed, side] for seed in seeds[:-1] for side in (0, 1)}
    assert len(steps) == 2 * (len(seeds) - 1), "a step that comes again lets an agent reckon back to the seed"
    assert handed[7, 0] == agent_seed(7, 0)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(95, 100, 0.888, 0.978), (50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0)],
)
def test_the_interval_is_wilsons(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=0.0006)


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_rate_and_stays_a_share(trials: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, trials))
    score = Score(trials, wins, data.draw(st.integers(0, trials - wins)))
    low, high = score.interval()
    assert 0 <= low <= score.rate <= high <= 1


def test_no_battles_say_nothing() -> None:
    assert Score().interval() == (0, 1)


def test_a_game_is_found_again_in_another_process() -> None:
    assert pickle.loads(pickle.dumps(matchup(*SMALL))).game is GAME
