from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from musterhall.dice import Dice
from musterhall.events import pairing as pairing_module
from musterhall.events.pairing import Cost, Field, Pair, Pairing, compare, cost_of, pair, random_pairing, swap
from musterhall.problems import BadInput

Whole = tuple[tuple[Pair, ...], str | None]


def ids(number: int) -> tuple[str, ...]:
    return tuple(f"p{at}" for at in range(1, number + 1))


def both(one: str, other: str) -> frozenset[str]:
    return frozenset({one, other})


def every_pairing(players: Sequence[str]) -> Iterator[Whole]:
    """All pairings there are, by taking the first player's opponents in turn."""
    if len(players) % 2:
        for bye in players:
            for pairs, _ in every_pairing([player for player in players if player != bye]):
                yield pairs, bye
    elif not players:
        yield (), None
    else:
        first, *others = players
        for other in others:
            for pairs, _ in every_pairing([player for player in others if player != other]):
                yield ((first, other), *pairs), None


def is_legal(field: Field, pairs: Sequence[Pair], bye: str | None) -> bool:
    meets = any(field.met.get(both(*two)) or both(*two) in field.forbidden for two in pairs)
    return not meets and not (bye is not None and field.byes.get(bye))


def after(field: Field, pairs: Sequence[Pair], bye: str | None) -> Field:
    met = dict(field.met)
    for two in pairs:
        met[both(*two)] = met.get(both(*two), 0) + 1
    byes = dict(field.byes)
    if bye is not None:
        byes[bye] = byes.get(bye, 0) + 1
    return replace(field, met=met, byes=byes, pinned=(), pinned_bye=None)


def has_legal_pairing(field: Field) -> bool:
    return any(is_legal(field, *whole) for whole in every_pairing(field.ranking))


def order_of(field: Field, pairs: Sequence[Pair], bye: str | None) -> tuple[int, ...]:
    """What the pack asks for, most important first, computed plainly."""
    met = [field.met.get(both(*two), 0) for two in pairs]
    place = field.ranking.index
    level = field.level or {player: place(player) for player in field.ranking}
    return (
        sum(both(*two) in field.forbidden for two in pairs),
        sum(times > 0 for times in met),
        sum(max(0, times - 1) for times in met),
        field.byes.get(bye, 0) if bye is not None else 0,
        len(field.ranking) - place(bye) if bye is not None else 0,
        sum((level[one] - level[other]) ** 2 for one, other in pairs),
    )


@st.composite
def fields(draw: st.DrawFn, most: int = 8, *, levels: bool = False, rounds_left: int = 0) -> Field:
    players = ids(draw(st.integers(0, most)))
    everyone = [both(one, other) for at, one in enumerate(players) for other in players[at + 1 :]]
    busy = draw(st.sampled_from((1, 2, 5)))  # of six pairs, so many have met
    met = {two: draw(st.sampled_from((1, 1, 2))) for two in everyone if draw(st.integers(1, 6)) <= busy}
    forbidden = frozenset(two for two in everyone if draw(st.integers(1, 8)) == 1)
    byes = {player: draw(st.integers(0, 2)) for player in players if draw(st.booleans())}
    level = {player: draw(st.integers(0, 5)) for player in players} if levels else {}
    return Field(players, met, forbidden, byes, level=level, rounds_left=rounds_left)


def played(number: int, rounds: int, seed: int, forbidden: int, *, stable: bool) -> Field:
    """A field after some rounds; after each one the ranking is a new one, or nearly the old one."""
    draw = random.Random(seed)
    players = list(ids(number))
    mates = frozenset(both(*draw.sample(players, 2)) for _ in range(forbidden))
    field = Field(tuple(players), {}, mates)
    for _ in range(rounds):
        pairing = pair(field, Dice(seed))
        if stable:
            players.sort(key=lambda player: int(player[1:]) + draw.uniform(0, 3))
        else:
            draw.shuffle(players)
        field = replace(after(field, pairing.pairs, pairing.bye), ranking=tuple(players))
    return field


def seated(pairing: Pairing) -> list[str]:
    return sorted([player for two in pairing.pairs for player in two] + ([pairing.bye] if pairing.bye else []))


# What a pairing is


def test_without_history_neighbours_in_the_ranking_meet() -> None:
    pairing = pair(Field(ids(6), {}), Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p4"), ("p5", "p6"))
    assert pairing.bye is None
    assert pairing.notes == ()
    assert pairing.cost == Cost(distance=3)


def test_those_who_met_are_paired_with_the_next_in_the_ranking() -> None:
    pairing = pair(Field(ids(6), {both("p3", "p4"): 1}), Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p5"), ("p4", "p6"))


def test_one_far_pair_is_worse_than_two_near_ones_of_the_same_sum() -> None:
    pairing = pair(Field(ids(4), {both("p1", "p2"): 1}), Dice(1))
    assert pairing.pairs == (("p1", "p3"), ("p2", "p4"))
    assert cost_of(Field(ids(4), {}), (("p1", "p4"), ("p2", "p3")), None) > pairing.cost


def test_the_better_ranked_player_stands_first_and_the_best_pair_on_top() -> None:
    field = Field(("p4", "p2", "p3", "p1"), {both("p4", "p2"): 1})
    assert pair(field, Dice(1)).pairs == (("p4", "p3"), ("p2", "p1"))


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_smallest_fields_are_paired_too(number: int) -> None:
    pairing = pair(Field(ids(number), {}, rounds_left=1), Dice(1))
    assert seated(pairing) == list(ids(number))
    assert pairing.bye == (ids(number)[-1] if number % 2 else None)


def test_a_bracket_counts_more_than_a_place_where_levels_are_given() -> None:
    level = {"p1": 3, "p2": 3, "p3": 3, "p4": 3, "p5": 1, "p6": 1}
    met = {both("p1", "p2"): 1, both("p3", "p4"): 1}
    assert pair(Field(ids(6), met, level=level), Dice(1)).pairs == (("p1", "p3"), ("p2", "p4"), ("p5", "p6"))


@settings(deadline=None, max_examples=150)
@given(fields())
def test_every_player_is_seated_exactly_once(field: Field) -> None:
    assert seated(pair(field, Dice(1))) == sorted(field.ranking)
    assert seated(random_pairing(field, Dice(1))) == sorted(field.ranking)


@settings(deadline=None, max_examples=300)
@given(fields())
def test_no_pairing_of_all_there_are_is_better(field: Field) -> None:
    pairing = pair(field, Dice(1))
    best = min(order_of(field, *whole) for whole in every_pairing(field.ranking))
    assert order_of(field, pairing.pairs, pairing.bye) == best


@settings(deadline=None, max_examples=150)
@given(fields(levels=True))
def test_no_pairing_is_better_by_levels_either(field: Field) -> None:
    pairing = pair(field, Dice(1))
    best = min(order_of(field, *whole) for whole in every_pairing(field.ranking))
    assert order_of(field, pairing.pairs, pairing.bye) == best


@settings(deadline=None, max_examples=200)
@given(fields(rounds_left=1))
def test_nobody_meets_again_while_it_can_be_avoided(field: Field) -> None:
    pairing = pair(field, Dice(1))
    if has_legal_pairing(field):
        assert is_legal(field, pairing.pairs, pairing.bye)
        assert not pairing.rematches
        assert not pairing.forbidden


@settings(deadline=None, max_examples=200)
@given(fields(), st.sampled_from(("lowest", "random")), st.integers(0, 5))
def test_a_bye_goes_to_no_one_twice_while_another_can_take_it(field: Field, choice: str, seed: int) -> None:
    field = replace(field, bye_choice="random" if choice == "random" else "lowest")
    pairing = pair(field, Dice(seed))
    cost = order_of(field, pairing.pairs, pairing.bye)
    if cost[3]:
        best = min(order_of(field, *whole)[:4] for whole in every_pairing(field.ranking))
        assert cost[:4] == best


def cheapest_of_all_pairs(field: Field) -> int:
    """The matching over every pair there is, with weights of its own."""
    odd = len(field.ranking) % 2
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(field.ranking) + odd))
    for at, one in enumerate(field.ranking):
        for there, other in enumerate(field.ranking[:at]):
            graph.add_edge(there, at, HIGH - as_number(order_of(field, ((other, one),), None)))
        if odd:
            graph.add_edge(at, len(field.ranking), HIGH - as_number(order_of(field, (), one)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(HIGH - graph.get_edge_data(*edge) for edge in found)


HIGH = 10**25


def as_number(lines: Sequence[int]) -> int:
    number = 0
    for line in lines:
        number = number * 10**4 + line
    return number


@settings(deadline=None, max_examples=80)
@given(
    st.integers(2, 24), st.integers(0, 8), st.integers(0, 1000), st.integers(0, 12), st.booleans(), st.integers(1, 16)
)
def test_near_pairs_are_enough_to_find_the_cheapest_of_all_pairings(
    number: int, rounds: int, seed: int, mates: int, stable: bool, reach: int
) -> None:
    field = played(number, rounds, seed, forbidden=mates, stable=stable)
    if seed % 3 == 0:
        field = replace(field, byes=dict.fromkeys(field.ranking, 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing_module, "_FIRST_REACH", reach)  # small fields, too, begin with a part of their pairs
        pairing = pair(field, Dice(seed))
    assert as_number(order_of(field, pairing.pairs, pairing.bye)) == cheapest_of_all_pairs(field)


@settings(deadline=None, max_examples=60)
@given(fields(10, rounds_left=1), st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_same_field_and_seed_give_the_same_pairing(field: Field, seed: int, shuffle: random.Random) -> None:
    met = list(field.met.items())
    shuffle.shuffle(met)
    same = replace(field, met=dict(met))
    assert pair(field, Dice(seed)) == pair(same, Dice(seed))
    assert random_pairing(field, Dice(seed)) == random_pairing(same, Dice(seed))


# The first round


def test_the_first_round_is_random_by_its_seed() -> None:
    rounds = {random_pairing(Field(ids(8), {}), Dice(seed)).pairs for seed in range(20)}
    assert len(rounds) > 15
    assert random_pairing(Field(ids(8), {}), Dice(3)) == random_pairing(Field(ids(8), {}), Dice(3))


def test_a_random_round_avoids_forbidden_pairs_and_a_second_bye() -> None:
    mates = frozenset({both("p1", "p2"), both("p1", "p3"), both("p2", "p3"), both("p4", "p5")})
    for seed in range(50):
        pairing = random_pairing(Field(ids(7), {}, mates, byes={"p6": 1}), Dice(seed))
        assert not pairing.forbidden
        assert pairing.bye != "p6"


def test_every_player_can_have_the_bye_of_a_random_round() -> None:
    assert {random_pairing(Field(ids(5), {}), Dice(seed)).bye for seed in range(60)} == set(ids(5))


# Byes


def test_the_bye_goes_to_the_lowest_ranked_who_has_had_none() -> None:
    assert pair(Field(ids(5), {}, byes={"p5": 1}), Dice(1)).bye == "p4"


def test_the_bye_moves_up_when_the_lowest_is_needed_for_a_pairing_without_rematch() -> None:
    met = {both("p1", "p2"): 1}
    pairing = pair(Field(ids(3), met), Dice(1))
    assert pairing.bye == "p2"
    assert pairing.pairs == (("p1", "p3"),)
    assert pairing.notes == (
        "The bye goes to {p2}: a bye for {p3} would cost more repeated meetings or forbidden pairs.",
    )


def test_the_right_bye_is_found_also_where_it_takes_a_far_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_module, "_FIRST_REACH", 1)
    assert pair(Field(ids(3), {both("p1", "p2"): 1}), Dice(1)).bye == "p2"


def test_a_bye_by_lot_falls_only_on_those_who_may_have_it() -> None:
    field = Field(ids(5), {}, byes={"p1": 1, "p2": 1}, bye_choice="random")
    assert {pair(field, Dice(seed)).bye for seed in range(40)} == {"p3", "p4", "p5"}


def test_dice_are_rolled_only_for_a_lot() -> None:
    dice = Dice.scripted([])
    pair(Field(ids(6), {}, bye_choice="random"), dice)
    pair(Field(ids(5), {}), dice)
    dice.finish()


def test_a_second_bye_is_said_plainly() -> None:
    pairing = pair(Field(ids(3), {}, byes=dict.fromkeys(ids(3), 1)), Dice(1))
    assert pairing.cost.second_byes == 1
    assert pairing.notes == ("{p3} has a bye again: nobody has had fewer.",)
    pairing = pair(Field(ids(3), {}, byes={"p3": 1}, pinned=(("p1", "p2"),)), Dice(1))
    assert pairing.notes == ("{p3} has a bye again: all who have had fewer are pinned.",)
    met = {both("p1", "p3"): 1, both("p2", "p3"): 1}
    pairing = pair(Field(ids(3), met, byes={"p3": 1}), Dice(1))
    assert pairing.notes == (
        "{p3} has a bye again: a bye for one who has had fewer would cost more repeated meetings or forbidden pairs.",
    )


# Where nothing legal is left


def test_an_unavoidable_rematch_is_said_plainly() -> None:
    met = {both("p1", "p2"): 1, both("p1", "p3"): 1, both("p1", "p4"): 1}
    pairing = pair(Field(ids(4), met), Dice(1))
    assert pairing.rematches == (("p1", "p2"),)
    assert pairing.notes == ("{p1} and {p2} meet again: no pairing without a rematch exists.",)


def test_a_rematch_is_better_than_a_forbidden_pair() -> None:
    pairing = pair(Field(ids(2), {}, frozenset({both("p1", "p2")})), Dice(1))
    assert pairing.forbidden == (("p1", "p2"),)
    assert pairing.notes == ("{p1} and {p2} should not meet: no pairing avoids it.",)
    met = {both("p1", "p3"): 1, both("p2", "p4"): 1, both("p1", "p4"): 1, both("p2", "p3"): 1}
    pairing = pair(Field(ids(4), met, frozenset({both("p1", "p2")})), Dice(1))
    assert not pairing.forbidden
    assert len(pairing.rematches) == 2
    assert "no pairing without a rematch and without a forbidden pair exists" in pairing.notes[0]


def test_where_all_have_met_a_third_meeting_is_worse_than_a_second() -> None:
    met = {both(one, other): 1 for one in ids(4) for other in ids(4) if one < other} | {both("p1", "p2"): 2}
    assert pair(Field(ids(4), met), Dice(1)).pairs == (("p1", "p3"), ("p2", "p4"))


# Pins


def test_pinned_pairs_and_a_pinned_bye_stay() -> None:
    field = Field(ids(7), {both("p1", "p7"): 1}, byes={"p2": 1}, pinned=(("p7", "p1"),), pinned_bye="p2")
    pairing = pair(field, Dice(1))
    assert pairing.pairs == (("p1", "p7"), ("p3", "p4"), ("p5", "p6"))
    assert pairing.bye == "p2"
    assert pairing.notes == ("{p1} and {p7} meet again: they are pinned.", "{p2} has a bye again: it is pinned.")


@settings(deadline=None, max_examples=100)
@given(fields(), st.randoms(use_true_random=False))
def test_beside_the_pins_nothing_could_be_better(field: Field, draw: random.Random) -> None:
    if len(field.ranking) < 4:
        return
    one, other = draw.sample(field.ranking, 2)
    field = replace(field, pinned=((one, other),))
    pairing = pair(field, Dice(1))
    pinned = [whole for whole in every_pairing(field.ranking) if {both(*two) for two in whole[0]} >= {both(one, other)}]
    assert order_of(field, pairing.pairs, pairing.bye) == min(order_of(field, *whole) for whole in pinned)


# The look ahead


@settings(deadline=None, max_examples=300)
@given(fields(rounds_left=1))
def test_a_dead_end_is_avoided_exactly_when_it_can_be(field: Field) -> None:
    pairing = pair(field, Dice(1))
    legal = [whole for whole in every_pairing(field.ranking) if is_legal(field, *whole)]
    good = [whole for whole in legal if has_legal_pairing(after(field, *whole))]
    wanted = good or legal or list(every_pairing(field.ranking))
    assert order_of(field, pairing.pairs, pairing.bye) == min(order_of(field, *whole) for whole in wanted)
    looked = any("looks ahead" in note for note in pairing.notes)
    plain = pair(replace(field, rounds_left=0), Dice(1))
    assert not (looked and has_legal_pairing(after(field, plain.pairs, plain.bye)))
    assert any("Whatever is paired now" in note for note in pairing.notes) == bool(legal and not good)


def dead_end() -> Field:
    """Two groups of three, odd and even, with three ways across. Who takes all three at once has none left."""
    ways = [both("p1", "p2"), both("p3", "p4"), both("p5", "p6")]
    crossed = [both(one, other) for one in ("p1", "p3", "p5") for other in ("p2", "p4", "p6")]
    return Field(ids(6), {two: 1 for two in crossed if two not in ways})


def test_the_last_round_does_not_look_ahead() -> None:
    pairing = pair(dead_end(), Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p4"), ("p5", "p6"))
    assert not has_legal_pairing(after(dead_end(), pairing.pairs, None))


def test_a_pairing_that_looks_ahead_says_so() -> None:
    field = replace(dead_end(), rounds_left=1)
    pairing = pair(field, Dice(1))
    assert pairing.cost == Cost(distance=9)
    assert has_legal_pairing(after(field, pairing.pairs, None))
    assert pairing.notes == (
        "The pairing looks ahead: after the pairing nearest by the ranking, the next round would have none without a "
        "rematch, a forbidden pair or a second bye.",
    )


def test_the_look_ahead_counts_what_is_pinned_as_played() -> None:
    field = replace(dead_end(), rounds_left=1, pinned=(("p1", "p2"),))
    pairing = pair(field, Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p5"), ("p4", "p6"))


def groups(size: int, ways: int) -> Field:
    """Two groups of `size` that have met the other group, but for `ways` pairs across."""
    players = ids(2 * size)
    left, right = players[::2], players[1::2]
    open_pairs = {both(left[at], right[at]) for at in range(ways)}
    crossed = (both(one, other) for one in left for other in right)
    return Field(players, {two: 1 for two in crossed if two not in open_pairs}, rounds_left=1)


def test_a_larger_field_keeps_a_way_across_for_the_next_round() -> None:
    """Seven and seven: an odd number must cross in each round, and of three ways across one has to be left."""
    field = groups(7, 3)
    pairing = pair(field, Dice(1))
    later = after(field, pairing.pairs, pairing.bye)
    assert not pairing.rematches
    assert not pair(replace(later, rounds_left=0), Dice(1)).rematches
    assert pair(replace(field, rounds_left=0), Dice(1)).pairs != pairing.pairs
    assert any("looks ahead" in note for note in pairing.notes)


def test_where_the_tries_run_out_a_pairing_for_the_next_round_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_module, "_TRIES", 0)
    field = groups(7, 3)
    pairing = pair(field, Dice(1))
    assert any("looks ahead" in note for note in pairing.notes)
    later = pair(replace(after(field, pairing.pairs, pairing.bye), rounds_left=0), Dice(1))
    assert not pairing.rematches
    assert not later.rematches


def test_a_larger_field_says_when_no_way_was_found() -> None:
    field = groups(7, 1)
    pairing = pair(field, Dice(1))
    assert not pairing.rematches
    assert any("next round has no pairing" in note for note in pairing.notes)


# Changes by hand


@settings(deadline=None, max_examples=100)
@given(fields(), st.randoms(use_true_random=False))
def test_a_swap_is_its_own_inverse(field: Field, draw: random.Random) -> None:
    if len(field.ranking) < 2:
        return
    pairing = pair(field, Dice(1))
    one, other = draw.sample(field.ranking, 2)
    changed = swap(pairing.pairs, pairing.bye, one, other)
    assert changed != (pairing.pairs, pairing.bye)
    assert swap(*changed, other, one) == (pairing.pairs, pairing.bye)


def test_a_swap_can_hand_on_the_bye() -> None:
    assert swap((("p1", "p2"),), "p3", "p3", "p1") == ((("p3", "p2"),), "p1")


@settings(deadline=None, max_examples=100)
@given(fields(levels=True))
def test_the_cost_of_a_pairing_is_counted_plainly(field: Field) -> None:
    for pairs, bye in list(every_pairing(field.ranking))[:5]:
        cost = cost_of(field, pairs, bye)
        lines = order_of(field, pairs, bye)
        assert tuple(cost.as_data().values()) == (*lines[:4], lines[5])


def test_costs_are_compared_line_by_line() -> None:
    assert Cost(forbidden=1) > Cost(rematches=9) > Cost(repeats=9) > Cost(second_byes=9) > Cost(distance=99)


def test_a_cost_is_a_sentence() -> None:
    assert Cost(0, 1, 0, 0, 14).sentence() == "No forbidden pairs, 1 rematch, no second bye, distance 14."


def test_a_change_by_hand_says_what_it_costs() -> None:
    field = Field(ids(5), {both("p1", "p3"): 1}, frozenset({both("p2", "p4")}), byes={"p4": 1})
    before = ((("p1", "p2"), ("p3", "p4")), "p5")
    assert compare(field, before, swap(*before, "p2", "p3")) == [
        "New: {p2} and {p4} should not meet.",
        "New: {p1} and {p3} meet again.",
        "The players are further apart in the ranking: distance 8 instead of 2.",
    ]
    assert compare(field, before, swap(*before, "p4", "p5"))[0] == "New: {p4} has a bye again."
    assert compare(field, swap(*before, "p2", "p3"), before)[0] == "No longer: {p2} and {p4} should not meet."
    assert compare(field, before, before) == ["The change costs nothing."]


def test_a_change_by_hand_that_blocks_the_next_round_says_so() -> None:
    met = {both("p1", "p2"): 1, both("p3", "p4"): 1}
    field = Field(ids(4), met, frozenset(), rounds_left=1)
    before = ((("p1", "p3"), ("p2", "p4")), None)
    blocked = replace(field, met={**met, both("p1", "p4"): 1})
    assert compare(field, before, ((("p1", "p4"), ("p2", "p3")), None)) == [
        "The players are further apart in the ranking: distance 10 instead of 8.",
    ]
    after_it = compare(blocked, ((("p1", "p2"), ("p3", "p4")), None), before)
    assert after_it[-1].startswith("After this the next round has no pairing")


# What is refused


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (Field(("p1", "p1"), {}), "p1 is in the ranking 2 times"),
        (Field(ids(4), {}, pinned=(("p1", "p9"),)), "pinned pairs: p9 is not among the players"),
        (Field(ids(4), {}, pinned=(("p1", "p2"), ("p2", "p3"))), "pinned pairs: p2 is named 2 times"),
        (Field(ids(4), {}, pinned_bye="p1"), "with 4 players everybody has an opponent"),
        (Field(ids(2), {}, level={"p1": 3}), "p2 has no level"),
        (Field(ids(2), {}, level={"p1": 0, "p2": 1 << 70}), "too far apart"),
    ],
)
def test_a_field_that_cannot_be_paired_is_refused_with_the_reason(field: Field, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        pair(field, Dice(1))


def test_pairs_with_unknown_or_doubled_players_are_refused() -> None:
    with pytest.raises(BadInput, match="p9 is not among the players"):
        cost_of(Field(ids(2), {}), (("p1", "p9"),), None)
    with pytest.raises(BadInput, match="p1 is named 2 times"):
        cost_of(Field(ids(3), {}), (("p1", "p2"),), "p1")
    with pytest.raises(BadInput, match="p9 is not in this pairing"):
        swap((("p1", "p2"),), None, "p1", "p9")
    with pytest.raises(BadInput, match="named twice"):
        swap((("p1", "p2"),), None, "p1", "p1")
