"""A battle that people play: what is acknowledged is written, and what is written is the battle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import islice
from multiprocessing import active_children
from queue import Queue
from typing import Any

import pytest
from tests.play.rooms import ANN, BEN, DRILL, AtOnce, Played
from tests.web.serving import until

from musterhall.battle.agents import play
from musterhall.dice import derived_seed
from musterhall.events.entries import Entry
from musterhall.playing import record as records
from musterhall.playing import thinking
from musterhall.playing.record import ClockTerms, Seat, TakenBack
from musterhall.playing.room import Room, Seen
from musterhall.playing.sitting import ONLOOKER, Sitting
from musterhall.playing.thinking import NoAnswer, Thinkers, Thought
from musterhall.playing.undo import Witness
from musterhall.problems import BadInput
from musterhall.store.journals import Store
from musterhall.store.opening import open_store
from musterhall.store.steady import CLOCK


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        yield opened


@pytest.fixture
def small_store(tmp_path: object) -> Iterator[Store]:
    with open_store(f"{tmp_path}/hall.db") as opened:
        yield opened


def test_a_battle_opened_again_stands_where_it_was_left(store: Store) -> None:
    played = Played(store)
    played.play_on(40)
    again = Sitting(played.name, store.entries(played.name))
    assert again.fight is not None
    assert played.sitting.fight is not None
    assert again.fight.battle.position.fingerprint() == played.sitting.fight.battle.position.fingerprint()
    assert again.record.answers == played.sitting.record.answers


def test_the_journal_equals_the_same_answers_given_in_a_process(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    played.play_on(10_000)
    sitting = played.sitting
    assert sitting.record.ended is not None
    assert sitting.record.ended.by == "rules"
    assert sitting.fight is not None
    fight = sitting.fight
    battle = fight.battles.new_battle(fight.setup, sitting.record.begun.seed)
    # The mind of the tests makes one agent for each side from the same seeds.
    agents = [fight.battles.agent("drill", derived_seed("bot", sitting.record.begun.seed, player)) for player in (0, 1)]
    play(battle, agents)
    assert battle.position.fingerprint() == fight.battle.position.fingerprint()
    assert [said.answer for said in sitting.record.answers] == [given.answer for given in battle.answers]


def test_an_answer_that_is_refused_changes_nothing(small_store: Store) -> None:
    played = Played(small_store)
    before = small_store.last(played.name)
    with pytest.raises(BadInput):
        played.room.answer(played.name, 0, {"nothing": "like that"})
    assert small_store.last(played.name) == before
    assert played.sitting.record.answers == []


def test_the_same_mark_is_taken_once(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    decision = played.sitting.asked(0)
    assert decision is not None
    answer = next(iter(decision.options()))
    played.room.answer(played.name, 0, answer, mark="tap-1")
    played.room.answer(played.name, 0, answer, mark="tap-1")
    assert len(played.sitting.record.answers) == 1


def test_two_players_may_use_the_same_mark(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    for player in (0, 1):
        played.room.answer(played.name, player, played.drills_answer(player), mark="1")
    assert [said.player for said in played.sitting.record.answers[:2]] == [0, 1]


def test_a_mark_that_was_sent_with_another_answer_is_refused(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    decision = played.sitting.asked(0)
    assert decision is not None
    one, other = islice(decision.options(), 2)
    played.room.answer(played.name, 0, one, mark="tap-1")
    with pytest.raises(BadInput, match="new mark"):
        played.room.answer(played.name, 0, other, mark="tap-1")
    assert [said.answer for said in played.sitting.record.answers] == [one]


def test_who_answers_while_another_process_writes_is_heard_all_the_same(
    small_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(small_store, (ANN, BEN))
    elsewhere = Room(small_store, AtOnce(), played.told.append)
    bens, append = played.drills_answer(1), small_store.append

    def slowly(*given: Any, **more: Any) -> list[Entry]:
        monkeypatch.setattr(small_store, "append", append)
        elsewhere.answer(played.name, 1, bens)
        return append(*given, **more)

    monkeypatch.setattr(small_store, "append", slowly)
    played.room.answer(played.name, 0, played.drills_answer(0))
    assert [said.player for said in played.sitting.record.answers] == [1, 0]
    assert Sitting(played.name, small_store.entries(played.name)).turn == played.sitting.turn


def test_two_rooms_on_one_store_follow_each_other(store: Store) -> None:
    played = Played(store, (ANN, BEN))
    other = Played(store, (ANN, BEN))
    other.name = played.name
    played.play_on(6)
    other.play_on(12)
    assert len(played.sitting.record.answers) == len(other.sitting.record.answers) == 12


def test_what_cannot_be_written_did_not_happen(small_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(small_store, (ANN, BEN))
    decision = played.sitting.asked(0)
    assert decision is not None
    answer = next(iter(decision.options()))

    def full(*args: object, **options: object) -> None:
        raise OSError("no space left on the disk")

    with monkeypatch.context() as patch:
        patch.setattr(small_store, "append", full)
        with pytest.raises(OSError):
            played.room.answer(played.name, 0, answer)
    assert played.sitting.record.answers == []
    played.room.answer(played.name, 0, answer)
    assert len(played.sitting.record.answers) == 1


# Taking back


def freely(played: Played) -> bool:
    undo = played.sitting.undo(0)
    return undo is not None and undo.free


def test_an_answer_is_taken_back_freely_while_nothing_followed(small_store: Store) -> None:
    played = Played(small_store)
    played.answer_as_drill(0)
    assert freely(played)
    played.room.do(played.name, lambda sitting: sitting.taken_back(0))
    assert played.sitting.record.answers == []
    assert played.sitting.record.new_dice == {}


def test_dice_end_the_free_undo_and_going_further_back_brings_new_ones(small_store: Store) -> None:
    played = Played(small_store)
    played.play_on(60)
    while freely(played):
        played.answer_as_drill(0) or played.thinkers.think()
    record = played.sitting.record
    known = list(record.answers)
    played.room.do(played.name, lambda sitting: sitting.taken_back(0))
    now = played.sitting.record
    assert len(now.answers) < len(known)
    assert now.answers == known[: len(now.answers)]
    assert len(now.new_dice) == 1
    played.play_on(len(known) + 20)
    again = Sitting(played.name, small_store.entries(played.name))
    assert again.fight is not None
    assert played.sitting.fight is not None
    assert again.fight.battle.position.fingerprint() == played.sitting.fight.battle.position.fingerprint()


def test_dice_that_were_new_stay_new_for_whoever_goes_back_further(small_store: Store) -> None:
    """Else somebody sees the dice, goes back two steps, and knows them."""
    played = Played(small_store)
    played.play_on(6)
    record = records.opened(small_store.entries(played.name)[0])
    written = [
        *(records.new(records.ANSWERED, said) for said in played.sitting.record.answers[:3]),
        records.new(records.TAKEN_BACK, TakenBack(player=0, answers=2, seed=77)),
        records.new(records.TAKEN_BACK, TakenBack(player=0, answers=1, seed=None)),
    ]
    for number, entry in enumerate(written, 2):
        record.apply(Entry(number, "2025-11-29T08:30:00.000Z", entry.kind, entry.data))
    assert record.new_dice == {1: 77}


def test_an_answer_by_somebody_who_has_answered_since_is_refused(small_store: Store) -> None:
    played = Played(small_store)
    answer = played.drills_answer(0)
    played.room.answer(played.name, 0, answer, Seen(0))
    with pytest.raises(BadInput, match="gone on since"):
        played.room.answer(played.name, 0, answer, Seen(0))


def test_an_answer_from_before_something_was_taken_back_is_refused(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    played.answer_as_drill(0)
    played.room.do(played.name, lambda sitting: sitting.taken_back(0))
    for seen in (Seen(1), Seen(0, times_back=0)):
        with pytest.raises(BadInput, match="gone on"):
            played.room.answer(played.name, 1, played.drills_answer(1), seen)
    played.room.answer(played.name, 1, played.drills_answer(1), Seen(0, times_back=1))


def test_what_a_bot_thought_about_an_answer_that_was_taken_back_is_let_go(small_store: Store) -> None:
    played = Played(small_store)
    decision = played.sitting.asked(0)
    assert decision is not None
    one, other = islice(decision.options(), 2)
    played.room.answer(played.name, 0, one)
    question, then = played.thinkers.waiting[-1]
    thought = played.thinkers.mind.answer(question)
    played.room.do(played.name, lambda sitting: sitting.taken_back(0))
    played.room.answer(played.name, 0, other)
    then(thought)
    assert [said.player for said in played.sitting.record.answers] == [0]


def test_an_open_offer_is_not_written_again(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    played.room.do(played.name, lambda sitting: sitting.draw(0))
    last = played.sitting.record.last
    played.room.do(played.name, lambda sitting: sitting.draw(0))
    assert played.sitting.record.last == last


def test_a_friend_is_asked_before_anything_that_followed_is_taken_back(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    played.play_on(30)
    player = next(side for side in (0, 1) if not (undo := played.sitting.undo(side)) or not undo.free)
    before = len(played.sitting.record.answers)
    played.room.do(played.name, lambda sitting: sitting.taken_back(player))
    assert played.sitting.record.asks_undo == player
    assert len(played.sitting.record.answers) == before
    played.room.do(played.name, lambda sitting: sitting.undo_answered(1 - player, yes=False))
    assert played.sitting.record.asks_undo is None
    played.room.do(played.name, lambda sitting: sitting.taken_back(player))
    played.room.do(played.name, lambda sitting: sitting.undo_answered(1 - player, yes=True))
    assert len(played.sitting.record.answers) < before


# Ends


def test_who_resigns_has_ended_the_battle(small_store: Store) -> None:
    played = Played(small_store)
    played.room.do(played.name, lambda sitting: sitting.resigned(0))
    ended = played.sitting.record.ended
    assert ended is not None
    assert (ended.by, ended.player) == ("resigned", 0)
    with pytest.raises(BadInput, match="over"):
        played.room.answer(played.name, 0, None)


def test_a_draw_needs_both(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    played.room.do(played.name, lambda sitting: sitting.draw(0))
    assert played.sitting.record.offers_draw == 0
    assert not played.sitting.record.over
    played.room.do(played.name, lambda sitting: sitting.draw(1))
    assert played.sitting.record.over


def test_a_bot_judges_a_draw_by_what_it_may_know(small_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played, judged = Played(small_store), list[Any]()
    fight = played.sitting.fight
    assert fight is not None
    battles = type(fight.battles)
    outcome = battles.outcome

    def noted(self: Any, position: Any) -> Any:
        judged.append(position.fingerprint())
        return outcome(self, position)

    played.play_on(20)
    monkeypatch.setattr(battles, "outcome", noted)
    seen, truth = fight.battle.view(1).fingerprint(), fight.battle.position.fingerprint()
    played.sitting.draw(0)
    assert seen != truth
    assert judged == [seen]


def test_playing_on_is_a_no_to_a_draw(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    played.room.do(played.name, lambda sitting: sitting.draw(0))
    played.answer_as_drill(1)
    assert played.sitting.record.offers_draw is None


# Bots and clocks


def test_a_bot_that_gives_no_answer_is_replaced_and_the_battle_goes_on(small_store: Store) -> None:
    played = Played(small_store, (ANN, DRILL.model_copy(update={"name": "captain"})))
    played.answer_as_drill(0)
    _question, then = played.thinkers.waiting.pop()
    then(NoAnswer("captain stopped in mid-thought"))
    assert played.sitting.record.bots == {1: "drill"}
    played.play_on(12)
    assert len(played.sitting.record.answers) >= 12
    for viewer in (0, 1, ONLOOKER):
        told = [frame.text for frame in played.sitting.replay(viewer).frames]
        assert told.count("The bot captain gave no answer; drill plays on in its place.") == 1


def test_a_bot_that_gives_an_illegal_answer_has_given_none(monkeypatch: pytest.MonkeyPatch, small_store: Store) -> None:
    played = Played(small_store)
    played.answer_as_drill(0)
    monkeypatch.setattr(thinking, "ask", lambda *_: {"nothing": "like that"})
    question, _then = played.thinkers.waiting.pop()
    with pytest.raises(BadInput):
        played.thinkers.mind.answer(question)


def test_a_pool_that_is_closed_in_mid_thought_says_nothing_of_it(small_store: Store) -> None:
    played, thoughts = Played(small_store), list[Thought | NoAnswer]()
    played.answer_as_drill(0)
    question, _then = played.thinkers.waiting.pop()
    pool = Thinkers(1)
    pool.ask(question, thoughts.append)
    pool.ask(question, thoughts.append)
    pool.close()
    for threads in pool._threads:
        threads.shutdown(wait=True)
    assert thoughts == []


def test_ctrl_c_does_not_reach_a_bot_that_thinks(small_store: Store) -> None:
    played, thoughts = Played(small_store), Queue[Thought | NoAnswer]()
    played.answer_as_drill(0)
    question, _then = played.thinkers.waiting.pop()
    pool = Thinkers(1)
    try:
        pool.ask(question, thoughts.put)
        until(lambda: bool(active_children()))
        for process in active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)
        assert isinstance(thoughts.get(timeout=120), Thought)
    finally:
        pool.close()


def test_drill_answers_for_whoever_has_no_time_left(small_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(CLOCK, "seconds", lambda: now[0])
    played = Played(small_store, (ANN, BEN), clock=ClockTerms(seconds=60))
    now[0] += 59
    played.room.times_up()
    assert not played.thinkers.waiting
    now[0] += 2
    played.room.times_up()
    played.thinkers.think()
    said = played.sitting.record.answers
    assert {one.by for one in said} == {"drill"}
    assert said[0].player == 0
    for viewer in (0, 1, ONLOOKER):
        told = [frame.text for frame in played.sitting.replay(viewer).frames]
        assert "Ann had no time left: the bot drill answered for them." in told
    again = Room(small_store, AtOnce(), played.told.append)
    assert again.time_left(played.name)[0] == 0


def test_a_new_turn_gives_its_time_again_also_after_the_server_was_away(
    small_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(CLOCK, "seconds", lambda: now[0])
    played = Played(small_store, (ANN, BEN), clock=ClockTerms(seconds=60, each="turn"))
    while played.sitting.turn < 2:
        last = played.sitting.turn
        now[0] += 0.01
        played.play_on(len(played.sitting.record.answers) + 1)
    assert last == 1
    now[0] += 20
    again = Room(small_store, AtOnce(), played.told.append)
    assert again.time_left(played.name) == {0: 60, 1: 60}


def test_the_clocks_of_two_processes_agree_after_each_answer(
    small_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(CLOCK, "seconds", lambda: now[0])
    played = Played(small_store, (ANN, BEN), clock=ClockTerms(seconds=60))
    now[0] += 10
    elsewhere = Room(small_store, AtOnce(), played.told.append)
    elsewhere.look(played.name)
    now[0] += 10
    elsewhere.answer(played.name, 0, played.drills_answer(0))
    played.room.look(played.name)
    assert played.room.time_left(played.name)[0] == elsewhere.time_left(played.name)[0] == 50


# What is seen


def test_an_onlooker_sees_neither_sides_commands(small_store: Store) -> None:
    played = Played(small_store, (ANN, BEN))
    played.play_on(40)
    fight = played.sitting.fight
    assert fight is not None
    position = fight.battle.position
    seen = position.seen_by(0).seen_by(1)
    for formation in position.formations:
        as_the_enemy_sees_it = position.seen_by(1 - formation.side).orders[formation.index]
        assert seen.orders[formation.index] == as_the_enemy_sees_it
    assert played.sitting.replay(ONLOOKER).frames


def test_whoever_sits_down_is_named_to_those_who_were_there_before(small_store: Store) -> None:
    played = Played(small_store, (ANN, Seat()))
    assert "nobody yet" in played.sitting.replay(0).sides[1].notes
    played.room.do(played.name, lambda sitting: sitting.seated(1, "Ben"))
    assert "Ben" in played.sitting.replay(0).sides[1].notes


def test_an_answer_after_which_somebody_else_is_asked_than_might_have_been_is_not_taken_back_freely(
    small_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(small_store, (ANN, BEN))
    fight = played.sitting.fight
    assert fight is not None
    witness = Witness(fight.battle, 0)
    answer = played.drills_answer(0)
    for twin in witness._others:
        twin.answer(played.drills_answer(1), 1)  # so that nobody is left to be asked the same
    fight.battle.answer(answer, 0)
    monkeypatch.setattr(type(fight.battle), "view", lambda *_: fight.battle.position)
    assert witness.is_final(fight.battle, answer)
