"""The five ways of drafting: every table ends with its figures where they belong, and nobody sees what is hidden."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musterhall.dice import Dice
from musterhall.events.drafts import (
    ORGANISER,
    Draft,
    Item,
    deal_boxes,
    drafted,
    groups,
    openings,
)
from musterhall.events.drafts import (
    opened as opened_with,
)
from musterhall.games.alpha_strike.drafts.boxes import Box, Legend, box_from_data, shipped_pool
from musterhall.games.alpha_strike.drafts.drafted_forces import (
    build_force,
    building_problems,
    notes_after_draft,
    options,
)
from musterhall.games.alpha_strike.force.check import check_force
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.packs.event_rules import DraftMethod, DraftRules
from musterhall.packs.model import load_pack
from musterhall.problems import BadInput

LIBRARY = starter_library()
POOL = shipped_pool("salvage-yard")
PACK = load_pack("drafted-for-war")
NAMES = ("ann", "bob", "cid", "dot", "eve", "fay", "gus")


def opened(data: Mapping[str, Any], at: str, dice: Dice | None = None) -> Draft:
    return opened_with(data, at, box_from_data, dice)


def at(seconds: float) -> str:
    """An hour of the day, so many seconds after the draft was opened."""
    hour = datetime(2025, 11, 29, 9, 0, tzinfo=UTC) + timedelta(seconds=seconds)
    return hour.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def figures(word: str, number: int) -> list[dict[str, Any]]:
    """Figures of which no two are alike, by names that are no part of one another."""
    return [
        {"figure": f"<{word} {one}>", "versions": [f"<{word} {one}> A", f"<{word} {one}> B"]} for one in range(number)
    ]


def entry(method: str, players: int = 4, units: int = 4, **more: Any) -> dict[str, Any]:
    """The data of "draft.opened" for a table of invented figures."""
    seats = list(NAMES[:players])
    rounds = {"force_packs": units, "packs_then_boxes": units // 2}.get(method, 0)
    boxed = method in ("conscription", "salvage_boxes", "packs_then_boxes")
    data: dict[str, Any] = {
        "draft": "d1",
        "method": method,
        "seats": seats,
        "units": units,
        "seconds": 60,
        "grace": 5,
        "seed": 7,
        "boxes": {player: figures(f"{player}'s", units - rounds) for player in seats} if boxed else {},
        "packs": [{"name": f"Pack {one}", "figures": figures(f"pack {one}", 5)} for one in range(1, rounds + 1)],
    }
    return data | more


def table(method: str, players: int = 4, units: int = 4, **more: Any) -> Draft:
    return opened(entry(method, players, units, **more), at(0))


def pick(draft: Draft, player: str, item: str, seconds: float = 1) -> None:
    draft.apply("draft.picked", {"player": player, "item": item}, at(seconds))


def pick_any(draft: Draft, choose: Callable[[Sequence[Any]], Any] = lambda ids: ids[0], seconds: float = 1) -> None:
    """Somebody whose pick is due picks something."""
    player = draft.waiting_for()[0]
    number = draft.seat_of(player)
    assert number is not None
    pick(draft, player, choose([item.id for item in draft.hand(number)]), seconds)


def play_out(draft: Draft) -> Draft:
    while not draft.finished:
        pick_any(draft)
    return draft


def ids(items: Sequence[Item]) -> list[str]:
    return [item.id for item in items]


def kept(draft: Draft, player: str) -> list[str]:
    return ids(drafted(draft, player))


def firsts(draft: Draft) -> list[str]:
    return [line.player for line in draft.log if line.how == "first"]


def refusal(draft: Draft, kind: str, data: Mapping[str, Any], seconds: float = 1) -> str:
    """The sentence with which an entry is refused; nothing may have changed."""
    before = draft.copy()
    with pytest.raises(BadInput) as refused:
        draft.apply(kind, data, at(seconds))
    assert draft == before
    assert draft.dice.count == before.dice.count
    return str(refused.value)


# Conscription and volunteers


def test_conscripts_keep_all_their_boxes_without_a_pick() -> None:
    draft = table("conscription")
    assert draft.finished
    assert kept(draft, "bob") == ["b2.1", "b2.2", "b2.3", "b2.4"]
    assert [line.how for line in draft.log] == ["kept"] * 16


def test_volunteers_have_nothing_to_draft() -> None:
    draft = table("volunteers")
    assert draft.finished
    assert drafted(draft, "ann") == []
    assert draft.log == []


# Salvage boxes


def test_the_rest_of_a_hand_goes_to_the_left_when_all_have_picked() -> None:
    draft = table("salvage_boxes")
    pick(draft, "cid", "b3.2")
    pick(draft, "ann", "b1.1")
    pick(draft, "dot", "b4.4")
    assert kept(draft, "ann") == []
    assert ids(draft.seats[1].hand) == ["b2.1", "b2.2", "b2.3", "b2.4"]
    pick(draft, "bob", "b2.3")
    assert [kept(draft, player) for player in NAMES[:4]] == [["b1.1"], ["b2.3"], ["b3.2"], ["b4.4"]]
    assert ids(draft.seats[1].hand) == ["b1.2", "b1.3", "b1.4"]
    assert ids(draft.seats[0].hand) == ["b4.1", "b4.2", "b4.3"]


def test_the_last_box_is_kept_without_a_pick() -> None:
    draft = play_out(table("salvage_boxes"))
    assert kept(draft, "ann") == ["b1.1", "b4.2", "b3.3", "b2.4"]
    assert [line.how for line in draft.log] == ["picked"] * 12 + ["last"] * 4


def test_a_player_picks_once_in_a_round_and_only_from_the_own_hand() -> None:
    draft = table("salvage_boxes")
    assert "no 'b2.1' to pick" in refusal(draft, "draft.picked", {"player": "ann", "item": "b2.1"})
    pick(draft, "ann", "b1.1")
    assert "has picked already" in refusal(draft, "draft.picked", {"player": "ann", "item": "b1.2"})
    assert "no seat here" in refusal(draft, "draft.picked", {"player": "gus", "item": "b1.2"})


@pytest.mark.parametrize("players", [1, 2, 3, 5, 6, 7])
def test_a_table_of_any_size_passes_round_until_all_have_their_units(players: int) -> None:
    draft = play_out(table("salvage_boxes", players))
    assert all(len(drafted(draft, player)) == 4 for player in NAMES[:players])
    assert draft.out == ()


def test_two_players_exchange_their_boxes() -> None:
    draft = play_out(table("salvage_boxes", 2))
    assert kept(draft, "ann") == ["b1.1", "b2.2", "b1.3", "b2.4"]


def test_boxes_beyond_the_number_of_units_stay_over() -> None:
    draft = table("salvage_boxes", 2, 2, boxes={name: figures(name, 3) for name in NAMES[:2]})
    play_out(draft)
    assert [len(drafted(draft, player)) for player in NAMES[:2]] == [2, 2]
    assert len(draft.out) == 2


# Force packs


def scripted(faces: Sequence[int], players: int = 4, units: int = 4) -> Draft:
    """A whole draft with these faces; they must be just enough."""
    dice = Dice.scripted(faces)
    draft = opened(entry("force_packs", players, units), at(0), dice)
    play_out(draft)
    dice.finish()
    return draft


def order(draft: Draft, round_: int) -> list[str]:
    return [line.player for line in draft.log if line.round == round_ and line.item]


def test_who_has_not_been_first_rolls_and_the_last_of_four_needs_no_die() -> None:
    draft = scripted([2, 3, 6, 1, 5, 4, 1, 2, 3])
    assert firsts(draft) == ["cid", "ann", "dot", "bob"]
    assert order(draft, 1) == ["cid", "dot", "ann", "bob"]
    assert order(draft, 2) == ["ann", "bob", "cid", "dot"]
    assert order(draft, 3) == ["dot", "ann", "bob", "cid"]
    assert order(draft, 4) == ["bob", "cid", "dot", "ann"]
    assert [(line.player, line.face) for line in draft.log if line.how == "rolled" and line.round == 3] == [
        ("bob", 2),
        ("dot", 3),
    ]


def test_level_rolls_are_rolled_again_by_the_level_ones_alone() -> None:
    draft = scripted([5, 2, 5, 5, 4, 4, 1, 2, 6], units=1)
    assert [(line.player, line.face) for line in draft.log if line.how == "rolled"] == [
        *(("ann", 5), ("bob", 2), ("cid", 5), ("dot", 5)),
        *(("ann", 4), ("cid", 4), ("dot", 1)),
        *(("ann", 2), ("cid", 6)),
    ]
    assert firsts(draft) == ["cid"]


def test_in_a_fifth_round_all_roll_again() -> None:
    draft = scripted([6, 1, 1, 2, 6, 1, 2, 6, 5, 6, 1, 2, 3], units=5)
    assert firsts(draft) == ["ann", "bob", "cid", "dot", "ann"]


def test_three_players_all_roll_again_in_the_fourth_round() -> None:
    draft = scripted([6, 1, 2, 3, 4, 1, 2, 6], players=3)
    assert firsts(draft) == ["ann", "cid", "bob", "cid"]


def test_two_players_all_roll_again_in_every_other_round() -> None:
    assert firsts(scripted([6, 1, 2, 3], players=2)) == ["ann", "bob", "bob", "ann"]


def test_five_players_have_each_been_first_before_all_roll_again() -> None:
    draft = scripted([6, 1, 1, 1, 2, 6, 1, 1, 2, 6, 1, 2, 6, 1], players=5, units=5)
    assert firsts(draft) == ["ann", "bob", "cid", "dot", "eve"]


def test_a_pack_must_have_a_figure_for_everybody() -> None:
    with pytest.raises(BadInput, match="force pack 1 has 5 figures for 6 players"):
        table("force_packs", 6)


def test_only_the_player_whose_turn_it_is_picks_from_the_table() -> None:
    draft = opened(entry("force_packs"), at(0), Dice.scripted([1, 6, 2, 3, *[1] * 50]))
    assert draft.waiting_for() == ["bob"]
    assert "wait for bob" in refusal(draft, "draft.picked", {"player": "ann", "item": "p1.1"})
    pick(draft, "bob", "p1.1")
    assert "no 'p1.1'" in refusal(draft, "draft.picked", {"player": "cid", "item": "p1.1"})


def test_every_group_has_the_same_packs() -> None:
    rules = DraftRules(methods=["force_packs"], units=3)
    data = openings("d1", "force_packs", {f"p{one}": f"P{one}" for one in range(7)}, rules, POOL, 11)
    assert [len(one["seats"]) for one in data] in ([4, 3], [3, 4])
    assert data[0]["packs"] == data[1]["packs"]
    assert data[0]["seed"] != data[1]["seed"]


# Packs, then boxes


def test_force_packs_come_first_and_boxes_stay_sealed_until_then() -> None:
    draft = table("packs_then_boxes")
    assert draft.view(None)["stage"] == "packs"
    assert "ann's" not in json.dumps(draft.view("ann"))
    for _ in range(8):
        pick_any(draft)
    assert draft.view(None)["stage"] == "boxes"
    assert draft.round == 3
    assert [item["id"] for item in draft.view("ann")["mine"]["hand"]] == ["b1.1", "b1.2"]
    play_out(draft)
    assert [item_id[0] for item_id in kept(draft, "ann")] == ["p", "p", "b", "b"]


# Time


def test_a_pick_within_the_grace_counts_and_a_later_one_does_not() -> None:
    draft = table("salvage_boxes")
    assert draft.deadline(at(10)) == at(60)
    assert draft.seconds_left(at(10)) == 50
    assert draft.seconds_left(at(59.2)) == 1
    assert draft.expired(at(65)) == []
    pick(draft, "ann", "b1.1", 65)
    assert draft.seconds_left(at(65)) == 0
    assert draft.expired(at(65.001)) == ["bob", "cid", "dot"]
    assert "time of bob is over" in refusal(draft, "draft.picked", {"player": "bob", "item": "b2.1"}, 65.001)


def test_the_dice_pick_for_who_is_late_and_for_nobody_else() -> None:
    draft = table("salvage_boxes")
    pick(draft, "ann", "b1.1")
    assert "has time left" in refusal(draft, "draft.expired", {"player": "bob"}, 65)
    assert "has picked already" in refusal(draft, "draft.expired", {"player": "ann"}, 66)
    for player in draft.expired(at(66)):
        draft.apply("draft.expired", {"player": player}, at(66))
    assert draft.round == 2
    assert [line.how for line in draft.log] == ["picked", "expired", "expired", "expired"]
    assert draft.deadline(at(70)) == at(126)


def test_every_turn_at_the_table_has_its_own_time() -> None:
    draft = table("force_packs")
    pick_any(draft, seconds=40)
    assert draft.deadline(at(41)) == at(100)
    late = draft.waiting_for()
    draft.apply("draft.expired", {"player": late[0]}, at(106))
    assert draft.expired(at(106)) == []
    assert draft.deadline(at(107)) == at(166)


def test_a_pause_takes_no_time_and_allows_no_pick() -> None:
    draft = table("salvage_boxes")
    draft.apply("draft.paused", {}, at(50))
    assert draft.seconds_left(at(500)) == 10
    assert draft.deadline(at(500)) == at(510)
    assert draft.expired(at(500)) == []
    assert "paused" in refusal(draft, "draft.picked", {"player": "ann", "item": "b1.1"}, 55)
    assert "paused already" in refusal(draft, "draft.paused", {}, 55)
    draft.apply("draft.resumed", {}, at(1000))
    assert draft.deadline(at(1001)) == at(1010)
    assert draft.expired(at(1015)) == []
    assert draft.expired(at(1016)) == list(NAMES[:4])
    assert "not paused" in refusal(draft, "draft.resumed", {}, 1016)


def test_without_seconds_nobody_is_ever_late() -> None:
    draft = table("salvage_boxes", seconds=None)
    assert draft.deadline(at(1)) is None
    assert draft.seconds_left(at(1)) is None
    assert draft.expired(at(1_000_000)) == []


# Seats


def test_who_takes_over_a_seat_has_what_lies_there() -> None:
    draft = table("salvage_boxes")
    for player, item in (("ann", "b1.1"), ("bob", "b2.1"), ("cid", "b3.1"), ("dot", "b4.1")):
        pick(draft, player, item)
    draft.apply("draft.seat", {"player": "bob", "to": "eve", "name": "Eve"}, at(2))
    assert kept(draft, "eve") == ["b2.1"]
    assert draft.view("eve")["mine"]["hand"][0]["id"] == "b1.2"
    assert "mine" not in draft.view("bob")
    assert draft.log[-1].instead_of == "bob"
    assert "has no seat here" in refusal(draft, "draft.seat", {"player": "bob"})
    assert "cannot take this seat" in refusal(draft, "draft.seat", {"player": "ann", "to": "eve"})
    assert "cannot take this seat" in refusal(draft, "draft.seat", {"player": "ann", "to": ORGANISER})


def test_who_leaves_takes_the_hand_out_and_holds_up_nobody() -> None:
    draft = table("salvage_boxes")
    for player, item in (("ann", "b1.1"), ("bob", "b2.1"), ("cid", "b3.1")):
        pick(draft, player, item)
    draft.apply("draft.seat", {"player": "dot"}, at(2))
    assert draft.round == 2
    assert ids(draft.out) == ["b4.1", "b4.2", "b4.3", "b4.4"]
    assert ids(draft.seats[0].hand) == ["b3.2", "b3.3", "b3.4"]
    assert "has left" in refusal(draft, "draft.seat", {"player": "dot", "to": "eve"})
    play_out(draft)
    assert all(len(drafted(draft, player)) == 4 for player in NAMES[:3])


def test_who_leaves_in_a_turn_of_a_force_pack_passes_it_to_the_left() -> None:
    draft = opened(entry("force_packs"), at(0), Dice.scripted([1, 6, 2, 3, *[1, 2, 3, 4] * 10]))
    draft.apply("draft.seat", {"player": "ann"}, at(20))
    assert draft.deadline(at(20)) == at(60)
    draft.apply("draft.seat", {"player": "bob"}, at(30))
    assert draft.waiting_for() == ["cid"]
    assert draft.deadline(at(30)) == at(90)
    play_out(draft)
    assert [len(drafted(draft, player)) for player in NAMES[:4]] == [0, 0, 4, 4]


def test_a_pick_that_was_still_hidden_goes_with_who_made_it() -> None:
    draft = table("salvage_boxes")
    pick(draft, "ann", "b1.3")
    draft.apply("draft.seat", {"player": "ann"}, at(2))
    assert drafted(draft, "ann") == []
    assert "b1.3" in ids(draft.out)
    assert draft.view("ann")["mine"]["chosen"] is None
    assert not draft.view(None)["seats"][0]["picked"]


def test_a_pause_goes_on_when_somebody_leaves_in_it() -> None:
    draft = table("force_packs")
    draft.apply("draft.paused", {}, at(10))
    draft.apply("draft.seat", {"player": draft.waiting_for()[0]}, at(100))
    assert draft.paused
    draft.apply("draft.resumed", {}, at(1000))
    assert draft.deadline(at(1000)) == at(1060)


def test_a_table_that_everybody_left_is_finished() -> None:
    draft = table("force_packs", 2)
    for player in ("ann", "bob"):
        draft.apply("draft.seat", {"player": player}, at(1))
    assert draft.finished
    assert len(draft.out) == 5
    assert "it is over" in refusal(draft, "draft.paused", {})


# Openings and entries that cannot be


@pytest.mark.parametrize(
    ("method", "change", "part"),
    [
        ("salvage_boxes", {"seats": ["ann", "ann"]}, "two seats"),
        ("salvage_boxes", {"seats": [ORGANISER]}, "cannot be called"),
        ("salvage_boxes", {"boxes": {}}, "0 boxes each, and need 4"),
        ("salvage_boxes", {"seats": ["ann", "bob", "cid"]}, "dot, who has no seat"),
        ("salvage_boxes", {"seats": list(NAMES[:5])}, "0 to 4 boxes"),
        ("salvage_boxes", {"packs": [{"figures": figures("x", 4)}]}, "has no force packs"),
        ("conscription", {"units": 3}, "4 boxes each for forces of 3"),
        ("force_packs", {"units": 3}, "forces of 3 units have 4 force packs"),
        ("force_packs", {"boxes": {"ann": figures("x", 1)}}, "has no boxes"),
        ("packs_then_boxes", {"packs": []}, "0 force packs"),
        ("volunteers", {"colour": "red"}, "colour"),
        ("volunteers", {"method": "auction"}, "method"),
        ("salvage_boxes", {"boxes": {"ann": [{"figure": "x"}] * 4}, "seats": ["ann"]}, "versions is missing"),
    ],
)
def test_a_draft_that_cannot_be_is_not_opened(method: str, change: dict[str, Any], part: str) -> None:
    with pytest.raises(BadInput) as refused:
        opened(entry(method) | change, at(0))
    assert part in str(refused.value)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("draft.won", {"player": "ann"}),
        ("draft.picked", {"player": "ann"}),
        ("draft.picked", {"player": "ann", "item": "b1.1", "why": "x"}),
        ("draft.picked", {"player": "ann", "item": "b1.1", "draft": "d2"}),
        ("draft.picked", {"player": "ann", "item": "b1.1", "group": 2}),
        ("draft.picked", {"player": ["ann"], "item": 3}),
    ],
)
def test_an_entry_that_is_not_meant_for_this_draft_is_refused(kind: str, data: dict[str, Any]) -> None:
    refusal(table("salvage_boxes"), kind, data)


def test_an_hour_that_cannot_be_read_is_refused_and_changes_nothing() -> None:
    draft = table("salvage_boxes", seconds=None)
    before = draft.copy()
    with pytest.raises(BadInput, match="cannot be read"):
        draft.apply("draft.picked", {"player": "ann", "item": "b1.1"}, "soon")
    assert draft == before


# Whatever happens

METHODS: tuple[DraftMethod, ...] = ("conscription", "salvage_boxes", "force_packs", "packs_then_boxes", "volunteers")
TABLES = st.tuples(st.sampled_from(METHODS), st.integers(1, 5), st.integers(2, 5), st.integers(0, 2**31))
MOVES = st.lists(st.tuples(st.sampled_from("ppppppppplxsr"), st.integers(0, 1000)), min_size=12, max_size=60)


def happen(start: dict[str, Any], moves: Sequence[tuple[str, int]]) -> tuple[Draft, list[tuple[str, Any, str]]]:
    """A draft with whatever can happen, and its entries; what is not possible is left out."""
    draft = opened(start, at(0))
    entries: list[tuple[str, Any, str]] = []
    clock = 0.0
    for move, number in moves:
        clock += 1 + (70 if move == "l" else 0)
        for kind, data in chosen(draft, move, number, at(clock)):
            before = draft.copy()
            try:
                draft.apply(kind, data, at(clock))
                entries.append((kind, data, at(clock)))
            except BadInput:
                assert draft == before
        check_secrets(draft)
    return draft, entries


def chosen(draft: Draft, move: str, number: int, now: str) -> list[tuple[str, dict[str, Any]]]:
    """The entries of a move: a pick, lateness, a player who leaves or is replaced, a pause or its end."""
    if move == "l":
        return [("draft.expired", {"player": player}) for player in draft.expired(now)]
    if move == "r":
        return [("draft.resumed" if draft.paused else "draft.paused", {})]
    seat = draft.seats[number % len(draft.seats)].player
    if move == "x":
        return [("draft.seat", {"player": seat})]
    if move == "s":
        return [("draft.seat", {"player": seat, "to": f"guest {number}"})]
    due = draft.picking()
    if not due:
        return []
    who = due[number % len(due)]
    hand = draft.hand(who)
    return [("draft.picked", {"player": draft.seats[who].player, "item": hand[number % len(hand)].id})]


def everything(draft: Draft) -> list[Item]:
    """All that was dealt and all packs that were opened, wherever it is now."""
    lying = [item for seat in draft.seats for item in (*seat.hand, *seat.kept)]
    return [*lying, *draft.table, *draft.out]


def dealt(draft: Draft, start: dict[str, Any]) -> list[str]:
    boxes = [row["figure"] for rows in start["boxes"].values() for row in rows]
    return boxes + [row["figure"] for pack in start["packs"][: draft.round] for row in pack["figures"]]


def check_secrets(draft: Draft) -> None:
    """No view holds a figure that only another's hand, a hidden pick, a sealed box or a closed pack has."""
    shown = {item for seat in draft.seats for item in seat.kept} | set(draft.table)
    later = [item for pack in draft.setup.packs[draft.round :] for item in pack.figures]
    for number in range(-1, len(draft.seats)):
        who = None if number < 0 else draft.seats[number].player
        own = set(draft.hand(number)) if number >= 0 else set()
        others = {item for seat in draft.seats for item in seat.hand} | set(later)
        view = json.dumps(draft.view(who))
        for item in others - own - shown:
            assert item.box.figure not in view
            assert f'"{item.id}"' not in view
        assert '"seed"' not in view


@settings(max_examples=150)
@given(TABLES, MOVES)
def test_no_figure_is_lost_or_doubled_and_no_secret_is_shown(where: tuple[str, int, int, int], moves: Any) -> None:
    method, players, units, seed = where
    start = entry(method, players, units, seed=seed)
    draft, _ = happen(start, moves)
    assert sorted(item.box.figure for item in everything(draft)) == sorted(dealt(draft, start))


@settings(max_examples=100)
@given(TABLES, MOVES)
def test_whoever_stays_ends_with_the_right_number_of_units(where: tuple[str, int, int, int], moves: Any) -> None:
    method, players, units, seed = where
    draft, _ = happen(entry(method, players, units, seed=seed, seconds=None), moves)
    if draft.paused:
        draft.apply("draft.resumed", {}, at(100_000))
    play_out(draft)
    wanted = 0 if method == "volunteers" else units
    assert all(len(seat.kept) == wanted for seat in draft.seats if not seat.gone)
    assert all(seat.hand == () for seat in draft.seats)


@settings(max_examples=100)
@given(TABLES, MOVES, st.integers(0, 12))
def test_the_same_entries_give_the_same_draft_also_from_a_copy(
    where: tuple[str, int, int, int], moves: Any, cut: int
) -> None:
    method, players, units, seed = where
    start = entry(method, players, units, seed=seed)
    draft, entries = happen(start, moves)
    again = opened(json.loads(json.dumps(start)), at(0))
    for kind, data, hour in entries[:cut]:
        again.apply(kind, data, hour)
    kept_back = copy.deepcopy(again)
    as_it_was = json.dumps(kept_back.as_data())
    for kind, data, hour in entries[cut:]:
        again.apply(kind, data, hour)
    assert again == draft
    assert json.dumps(kept_back.as_data()) == as_it_was
    for kind, data, hour in entries[cut:]:
        kept_back.apply(kind, data, hour)
    assert kept_back == draft


def test_a_copy_rolls_its_own_dice() -> None:
    draft = table("force_packs")
    kept_back = draft.copy()
    assert play_out(draft) == play_out(kept_back)


def test_the_log_has_every_pick_with_round_seat_player_and_hour() -> None:
    draft = play_out(table("packs_then_boxes"))
    picks = [line for line in draft.log if line.item]
    assert len(picks) == 16
    assert {(line.round, line.seat) for line in picks} == {(r, s) for r in range(1, 5) for s in range(1, 5)}
    assert all(draft.seats[line.seat - 1].player == line.player and line.at for line in picks)


def test_an_observer_sees_seats_and_log_and_the_organiser_sees_all() -> None:
    draft = table("salvage_boxes")
    pick(draft, "ann", "b1.1")
    seen = draft.view(None)
    assert "mine" not in seen
    assert "hands" not in seen
    assert [seat["picked"] for seat in seen["seats"]] == [True, False, False, False]
    assert draft.view("ann", at(20))["mine"]["chosen"]["item"]["id"] == "b1.1"
    assert draft.view("ann", at(20))["seconds_left"] == 40
    whole = draft.view(ORGANISER)
    assert whole["chosen"]["ann"]["item"]["id"] == "b1.1"
    assert len(whole["hands"]["bob"]) == 4
    assert whole == draft.as_data()


# Dealing


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(1, [1]), (2, [2]), (3, [3]), (4, [4]), (5, [2, 3]), (6, [3, 3]), (7, [3, 4]), (9, [3, 3, 3]), (13, [3, 3, 3, 4])],
)
def test_groups_are_of_four_at_most_and_as_even_as_can_be(players: int, sizes: list[int]) -> None:
    names = [f"p{one}" for one in range(players)]
    found = groups(names, 4, Dice(3))
    assert sorted(map(len, found)) == sizes
    assert sorted(player for group in found for player in group) == sorted(names)
    assert groups(names, 4, Dice(3)) == found


def test_no_sealed_box_is_dealt_twice() -> None:
    dealt_out = deal_boxes(POOL, NAMES, 5, Dice(9))
    assert [len(boxes) for boxes in dealt_out.values()] == [5] * 7
    given_out = [box for boxes in dealt_out.values() for box in boxes]
    assert all(given_out.count(box) <= POOL.boxes.count(box) for box in given_out)
    with pytest.raises(BadInput, match="has 40 boxes, and 7 players need 42"):
        deal_boxes(POOL, NAMES, 6, Dice(9))


@pytest.mark.parametrize("method", METHODS)
def test_an_event_of_eighteen_opens_and_plays_every_method(method: DraftMethod) -> None:
    players = {f"p{one}": f"Player {one}" for one in range(18)}
    rules = DraftRules(methods=list(METHODS))
    data = openings("d1", method, players, rules, POOL, 5, displays=2)
    assert [len(one["seats"]) for one in data] == [3, 4, 3, 4, 4]
    drafts = [play_out(opened(json.loads(json.dumps(one)), at(0))) for one in data]
    counts = {len(drafted(draft, seat.player)) for draft in drafts for seat in draft.seats}
    assert counts == ({0} if method == "volunteers" else {4})


def test_a_method_that_the_event_does_not_have_is_refused() -> None:
    with pytest.raises(BadInput, match="has no conscription"):
        openings("d1", "conscription", {"a": "A"}, DraftRules(methods=["volunteers"]), POOL, 5)


# Building

BAKER = Legend("Ann Baker", 3, 4, ("Vindicator", "Griffin"), ("Melee Specialist",))
DRAFTED = [
    Item("b1.1", Box("Locust", ("Locust LCT-1V", "Locust LCT-3M"))),
    Item("b2.2", Box("Griffin", ("Griffin GRF-1N", "Griffin GRF-6S"))),
    Item("b3.3", Box("Stone Rhino", ("Behemoth (Stone Rhino)",))),
    Item("b4.4", Box("Vindicator", ("Vindicator VND-1R", "Vindicator VND-6L"), BAKER)),
]
CHOICES: list[dict[str, Any]] = [
    {"item": "b1.1", "version": "Locust LCT-3M"},
    {"item": "b2.2", "version": "Griffin GRF-6S", "pilot": "elite"},
    {"item": "b3.3", "pilot": "Green", "skill": 5},
    {"item": "b4.4", "version": "Vindicator VND-6L", "legendary": True},
]


def build(*choices: Mapping[str, Any]) -> Force:
    return build_force(PACK, DRAFTED, choices, "ann", "Test", LIBRARY)


def said(force: Force) -> str:
    return " ".join(map(str, building_problems(DRAFTED, force, LIBRARY)))


def test_the_documents_example_is_built_and_legal() -> None:
    force = build(*CHOICES)
    assert [unit.pv.total for unit in force.units] == [20, 58, 50, 43]
    assert force.units[3].legendary == "Ann Baker"
    assert (force.units[3].skill, force.units[3].abilities) == (3, ("Melee Specialist",))
    report = check_force(force, PACK, LIBRARY)
    assert report.legal
    assert said(force) == ""
    assert notes(force) == []


def notes(force: Force, *, all_needed: bool = False) -> list[str]:
    found = check_force(force, PACK, LIBRARY).warnings
    return list(map(str, notes_after_draft(found, DRAFTED, force, PACK, LIBRARY, all_needed=all_needed)))


def test_a_legends_card_is_known_after_a_draft_and_to_be_looked_at_without_one() -> None:
    warnings = check_force(build(*CHOICES), PACK, LIBRARY).warnings
    assert [str(one) for one in warnings] == [
        "Vindicator VND-6L: skill, abilities and qualification of Ann Baker are not known here. "
        "Look at the pilot's card. (Pilots)"
    ]


def test_conscripts_use_every_box_and_others_are_told_what_stays_at_home() -> None:
    force = build(*CHOICES[1:])
    assert said(force) == ""
    assert notes(force) == ["Test: Locust stays at home. That is allowed; put in what was forgotten."]
    (problem,) = building_problems(DRAFTED, force, LIBRARY, all_needed=True)
    assert str(problem) == (
        "Test: leaves Locust at home, and conscripts use every box they got. Put in what is missing. "
        "(Initial Force Formation, Conscription)"
    )
    assert notes(force, all_needed=True) == []
    assert building_problems(DRAFTED, build(*CHOICES), LIBRARY, all_needed=True) == []


def test_options_name_every_version_with_the_legends_that_may_pilot_it() -> None:
    found = {option.item.id: option for option in options(DRAFTED, LIBRARY)}
    assert [version.card.name for version in found["b1.1"].versions] == ["Locust LCT-1V", "Locust LCT-3M"]
    assert [version.legends for version in found["b1.1"].versions] == [(), ()]
    assert [version.legends for version in found["b2.2"].versions] == [(BAKER,), (BAKER,)]
    json.dumps([option.as_data() for option in found.values()])


def test_a_legend_may_pilot_another_drafted_figure_it_is_qualified_for() -> None:
    force = build({"item": "b2.2", "legendary": "ann baker"}, *CHOICES[2:3], CHOICES[0])
    assert force.units[0].legendary == "Ann Baker"
    assert said(force) == ""


def test_a_legend_in_two_units_is_found_by_the_events_check() -> None:
    force = build({"item": "b2.2", "legendary": "Ann Baker"}, CHOICES[3], CHOICES[0])
    assert any("Ann Baker pilots" in str(problem) for problem in check_force(force, PACK, LIBRARY).problems)


@pytest.mark.parametrize(
    ("choice", "part"),
    [
        ({"item": "b9.9"}, "drafted no 'b9.9'"),
        ({"item": "b1.1", "legendary": True}, "came without a legendary pilot"),
        ({"item": "b1.1", "legendary": "Bob"}, "no legendary pilot 'Bob'"),
        ({"item": "b1.1", "pilot": "Green"}, "skill 5 to 7; say which"),
        ({"item": "b1.1", "pilot": "Green", "skill": 4}, "skill 5 to 7; say which"),
        ({"item": "b1.1", "pilot": "Ace"}, "choose from Green, Regular, Veteran, Elite"),
        ({"item": "b4.4", "legendary": True, "skill": 1}, "has skill 3"),
        ({"item": "b1.1", "colour": "red"}, "colour"),
        ({"item": "b1.1", "version": "Locust"}, "no card is called"),
    ],
)
def test_a_choice_that_has_no_meaning_is_refused(choice: dict[str, Any], part: str) -> None:
    with pytest.raises(BadInput) as refused:
        build(choice)
    assert part in str(refused.value)


def unit(name: str, **more: Any) -> ForceUnit:
    return ForceUnit(more.pop("called", name), LIBRARY.find(name), **more)


def force_of(*units: ForceUnit) -> Force:
    return Force("Test", "ann", "", "", units, ())


@pytest.mark.parametrize(
    ("units", "part"),
    [
        ([unit("Atlas AS7-D")], "Atlas AS7-D: was not drafted"),
        (
            [unit("Locust LCT-5W2")],
            "Locust LCT-5W2: is on no card that was drafted. Use Locust LCT-1V or Locust LCT-3M",
        ),
        ([unit("Locust LCT-1V"), unit("Locust LCT-3M")], "Locust LCT-3M: needs a figure that another unit has already"),
        ([unit("Locust LCT-1V", legendary="Zed")], "Zed, who was not drafted"),
        (
            [unit("Locust LCT-1V", skill=3, legendary="Ann Baker", abilities=("Melee Specialist",))],
            "Ann Baker is qualified for Vindicator, Griffin only",
        ),
        (
            [unit("Vindicator VND-1R", skill=2, legendary="Ann Baker", abilities=("Melee Specialist",))],
            "Give it skill 3",
        ),
        ([unit("Vindicator VND-1R", skill=3, legendary="Ann Baker")], "abilities on Ann Baker's card"),
    ],
)
def test_what_was_not_drafted_so_is_said(units: list[ForceUnit], part: str) -> None:
    problems = building_problems(DRAFTED, force_of(*units), LIBRARY)
    assert len(problems) == 1
    assert part in str(problems[0])


def test_figures_are_given_to_units_so_that_all_have_one_if_that_can_be() -> None:
    both = [DRAFTED[0], Item("b5.1", Box("Locust", ("Locust LCT-1V",)))]
    force = force_of(unit("Locust LCT-1V"), unit("Locust LCT-3M"))
    assert building_problems(both, force, LIBRARY) == []
    assert building_problems(both[::-1], force, LIBRARY) == []
