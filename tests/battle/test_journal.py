"""Journals: written through, read with care, replayed to the same positions or stopped where they differ."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.battle.bidding import bidding

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Activation, Battle
from musterhall.battle.decisions import Choice, Rule
from musterhall.battle.journal import Header, Journal, JournalAnswer, JournalWriter, read_journal, replay, require_rules
from musterhall.dice import Dice, d6
from musterhall.problems import BadInput

NAME = "fight.journal"
ROUNDS = 5


@dataclass
class Pot:
    """The position of a game made up for these tests: what lies in the pot, and how many rounds were played."""

    coins: int = 0
    rounds: int = 0
    hands: list[str] = field(default_factory=list)

    def copy(self) -> Self:
        return replace(self, hands=self.hands.copy())

    def fingerprint(self) -> str:
        return blake2b(repr(self).encode(), digest_size=8).hexdigest()

    def seen_by(self, player: int) -> Self:
        return self

    def resample(self, dice: Dice, now: Self | None = None) -> Self:
        return self.copy()


class Hand(Choice[str]):
    """1 Do you put something in, or take something out?"""

    kind = "hand"
    section = "1"

    def question(self) -> str:
        return "Do you put something in, or take something out?"


class PutOrTake:
    """Every round one player puts a die's worth of coins into the pot, or takes it out."""

    name = "put_or_take"
    version = "1"

    def __init__(self, stakes: int = 1) -> None:
        self.stakes = stakes

    def step(self, battle: Battle[Pot]) -> Rule[None]:
        pot = battle.position
        hand = yield Hand(pot.rounds % 2, ("put", "take"))
        face = battle.roll(1, d6, "coins")[0]
        pot.coins += self.stakes * (face if hand == "put" else -face)
        pot.rounds += 1
        pot.hands.append(hand)
        battle.tell("hand", f"{hand} {face}", "1")

    def over(self, pot: Pot) -> bool:
        return pot.rounds == ROUNDS


class Thinker(RandomAgent):
    """Says why, now and then."""

    def answer(self, decision: Any, view: Any) -> Any:
        self.why = "it felt right" if view.rounds == 2 else ""
        return super().answer(decision, view)


def place(pot: Pot) -> str:
    return f"round {pot.rounds + 1}"


def fight(seed: int = 3) -> tuple[Battle[Pot], str]:
    """A battle and its journal."""
    battle, out = Battle(PutOrTake(), Pot(), Dice(seed)), io.StringIO()
    writer = JournalWriter(out, Header("put_or_take", "1", seed, ("random", "random"), {"coins": 0}), place)
    writer.follow(battle)
    play(battle, [Thinker(1), Thinker(2)], writer.follow)
    writer.finish(battle, {"coins": battle.position.coins})
    return battle, out.getvalue()


def again(stakes: int = 1) -> Callable[[Header], Battle[Pot]]:
    return lambda header: Battle(PutOrTake(stakes), Pot(header.setup["coins"]), Dice(header.seed))


def refusal(text: str) -> str:
    with pytest.raises(BadInput) as refused:
        read_journal(text, NAME)
    sentence = str(refused.value)
    assert sentence.startswith(NAME)
    assert "\n" not in sentence
    return sentence


def test_a_journal_reads_back_as_the_battle_that_wrote_it() -> None:
    battle, text = fight()
    journal = read_journal(text, NAME)
    assert [(said.player, said.answer) for said in journal.answers] == [given[:2] for given in battle.answers]
    assert list(journal.activations) == battle.activations
    assert journal.result == {"coins": battle.position.coins}
    assert journal.header.seed == 3


def test_a_replay_comes_to_the_same_activations_log_and_end() -> None:
    battle, text = fight()
    twin = replay(read_journal(text, NAME), again())
    assert twin.activations == battle.activations
    assert twin.log == battle.log
    assert twin.position == battle.position


def test_the_reason_for_an_answer_stands_with_it() -> None:
    _, text = fight()
    assert [said.why for said in read_journal(text, NAME).answers] == ["", "", "it felt right", "", ""]


def test_each_answer_is_flushed_before_the_next_is_asked_for() -> None:
    out, kept = io.StringIO(), []

    class Stream:
        def write(self, text: str) -> None:
            out.write(text)

        def flush(self) -> None:
            kept.append(out.getvalue())

    battle = Battle(PutOrTake(), Pot(), Dice(1))
    writer = JournalWriter(Stream(), Header("put_or_take", "1", 1, (), {}), place)
    writer.follow(battle)
    battle.answer("put")
    writer.follow(battle)
    assert kept[-1] == out.getvalue()
    assert read_journal(kept[-1], NAME, partial=True).answers == (JournalAnswer("put", player=0),)


def test_activations_and_the_end_are_brought_to_the_disk() -> None:
    synced: list[int] = []
    battle, out = Battle(PutOrTake(), Pot(), Dice(1)), io.StringIO()
    writer = JournalWriter(out, Header("put_or_take", "1", 1, (), {}), place, lambda: synced.append(1))
    writer.follow(battle)
    play(battle, [RandomAgent(1), RandomAgent(2)], writer.follow)
    writer.finish(battle, {})
    assert len(synced) == len(battle.activations) + 1


def test_a_journal_that_breaks_off_says_how_far_it_goes_and_gives_that_much_on_demand() -> None:
    battle, text = fight()
    short = "\n".join(text.split("\n")[:-7]) + "\n"
    sentence = refusal(short)
    assert "breaks off in round 3, after 3 answers, 3 activations" in sentence
    assert "--partial" in sentence
    assert "seed 3" in sentence
    twin = replay(read_journal(short, NAME, partial=True), again())
    assert twin.activations == battle.activations[:4]


def test_half_a_line_at_the_end_counts_as_not_written() -> None:
    _, text = fight()
    assert "and half a line" in refusal(text[:-7])
    assert read_journal(text[:-7], NAME, partial=True) == replace(read_journal(text, NAME), result=None)


@given(st.integers(min_value=0, max_value=2000))
def test_a_journal_cut_anywhere_is_refused_with_one_sentence(cut: int) -> None:
    _, text = fight()
    if cut < len(text):
        refusal(text[:cut])


@given(st.integers(min_value=0, max_value=2000), st.characters(codec="utf-8"))
def test_no_character_can_be_changed_unnoticed(place: int, sign: str) -> None:
    _, text = fight()
    place %= len(text)
    changed = text[:place] + sign + text[place + 1 :]
    if changed != text:
        refusal(changed)


@given(st.text())
def test_any_other_text_is_refused_with_one_sentence(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("hello\n", "is no journal of a battle"),
        ('{"event": "HeroCon"}\n', "is no journal of a battle"),
        ("[1, 2]\n", "is no journal of a battle"),
        ('name = "Iron Column"', "is no journal of a battle"),
    ],
)
def test_a_foreign_file_is_told_from_a_journal(text: str, complaint: str) -> None:
    assert complaint in refusal(text)


def changed_line(text: str, number: int, change: Callable[[dict[str, Any]], None]) -> str:
    lines = text.split("\n")
    data = json.loads(lines[number - 1])
    change(data)
    lines[number - 1] = json.dumps(data, separators=(",", ":"))
    return "\n".join(lines)


def test_another_format_names_the_version_that_reads_it() -> None:
    _, text = fight()
    newer = changed_line(text, 1, lambda header: header.update(format=2, musterhall="9.1"))
    assert "is written in format 2 and this reads format 1; use musterhall 9.1" in refusal(newer)


def test_an_edited_header_is_found_out() -> None:
    _, text = fight()
    assert "lines 1 to 2: changed since they were written" in refusal(
        changed_line(text, 1, lambda header: header.update(seed=4))
    )


def test_a_header_without_its_seed_names_the_field() -> None:
    _, text = fight()
    assert "line 1: seed is missing" in refusal(changed_line(text, 1, lambda header: header.pop("seed")))


def test_an_edited_answer_is_found_out_at_the_next_activation() -> None:
    _, text = fight()
    number = next(n for n, line in enumerate(text.split("\n"), start=1) if "it felt right" in line)
    edited = text.replace("it felt right", "it felt wrong")
    assert f"lines {number} to {number + 1}: changed since they were written" in refusal(edited)


def test_a_line_that_is_no_json_is_named() -> None:
    _, text = fight()
    lines = text.split("\n")
    lines[4] = lines[4][:-3]
    assert "line 5: is not readable as JSON" in refusal("\n".join(lines))


def test_lines_after_the_end_are_refused() -> None:
    _, text = fight()
    assert "goes on after its end" in refusal(text + '{"answer":"put"}\n')
    assert "goes on after its end" in refusal(text + "more")


def test_other_rules_stop_the_replay_at_the_first_position_that_differs() -> None:
    _, text = fight()
    with pytest.raises(BadInput) as stopped:
        replay(read_journal(text, NAME), again(stakes=2))
    sentence = str(stopped.value)
    assert sentence.startswith(
        f"{NAME}: differs at activation 2, round 2, after answer 1: the position has fingerprint"
    )
    assert "the last thing told was: " in sentence


def spoiled(**changes: Any) -> Journal:
    return replace(read_journal(fight()[1], NAME), **changes)


def stopped(journal: Journal) -> str:
    with pytest.raises(BadInput) as refused:
        replay(journal, again())
    return str(refused.value)


def test_a_refused_answer_stops_the_replay_there() -> None:
    answers = list(spoiled().answers)
    answers[3] = JournalAnswer("steal")
    sentence = stopped(spoiled(answers=tuple(answers)))
    assert "differs at activation 4, round 4, after answer 3: answer 4 is refused: 'steal' is not" in sentence


def test_another_legal_answer_stops_the_replay_at_the_next_activation() -> None:
    answers = list(spoiled().answers)
    answers[1] = JournalAnswer({"put": "take", "take": "put"}[answers[1].answer])
    assert "differs at activation 3, round 3, after answer 2: the position" in stopped(spoiled(answers=tuple(answers)))


def test_a_replay_refuses_answers_or_activations_too_many_or_too_few() -> None:
    whole = spoiled()
    assert "answer 6 comes after the end" in stopped(spoiled(answers=(*whole.answers, JournalAnswer("put"))))
    assert "has an activation that does not come" in stopped(
        spoiled(activations=(*whole.activations, Activation(5, "0")))
    )
    assert "an activation that the journal does not have" in stopped(spoiled(activations=whole.activations[:-1]))
    assert "the journal ends here" in stopped(spoiled(answers=whole.answers[:-1], activations=whole.activations[:-1]))


def test_only_the_rules_of_its_time_may_replay_a_journal() -> None:
    journal = spoiled()
    require_rules(journal, "put_or_take", "1")
    with pytest.raises(BadInput, match="by version 1 of the rules and this is version 2"):
        require_rules(journal, "put_or_take", "2")
    with pytest.raises(BadInput, match="is a battle of put_or_take"):
        require_rules(journal, "chess", "1")


def test_a_journal_is_exact_whoever_was_quicker() -> None:
    texts = []
    for players in ((0, 1), (1, 0)):
        battle, out = bidding(4), io.StringIO()
        writer = JournalWriter(out, Header("bidding", "1", 4, (), {}), lambda pot: f"round {pot.round}")
        writer.follow(battle)
        for player in players:
            battle.answer(2 + player, player)
            writer.follow(battle)
        play(battle, [RandomAgent(1), RandomAgent(2)], writer.follow)
        writer.finish(battle, {})
        journal = read_journal(out.getvalue(), NAME)
        twin = replay(journal, lambda header: bidding(header.seed))
        assert twin.position == battle.position
        texts.append([one.fingerprint for one in journal.activations])
    assert texts[0] == texts[1]
