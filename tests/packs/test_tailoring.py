"""A pack changed by wishes: what was wished for is so, everything else stays, and the text can still be read."""

from __future__ import annotations

import pytest

from musterhall.packs.model import load_pack, open_questions, shipped_pack_text, shipped_packs
from musterhall.packs.tailoring import Wishes, questions_with_answers, tailored
from musterhall.problems import BadInput

HEROCON = shipped_pack_text("herocon-2025")
EVENT_PACKS = [name for name in shipped_packs() if load_pack(name).event]


@pytest.mark.parametrize("name", shipped_packs())
def test_without_wishes_a_pack_stays_as_it_is_to_the_letter(name: str) -> None:
    assert tailored(shipped_pack_text(name), Wishes()) == shipped_pack_text(name)


def test_only_what_was_wished_for_is_changed() -> None:
    made = load_pack(tailored(HEROCON, Wishes(points=300, units=12, readings={"ties": "head_to_head"})))
    before = load_pack(HEROCON)
    assert made.force.points is not None
    assert made.force.units is not None
    assert (made.force.points.most, made.force.units.most) == (300, 12)
    assert made.reading("ties") == "head_to_head"
    assert made.event == before.event
    assert made.readings == before.readings | {"ties": "head_to_head"}


@pytest.mark.parametrize(
    ("rounds", "minutes", "planned"),
    [
        (2, (), [150, 120]),
        (5, (), [150, 120, 120, 120, 120]),
        (None, (90,), [90]),
        (2, (90, 60), [90, 60]),
        (4, (90, 60), [90, 60, 60, 60]),
    ],
)
def test_rounds_and_their_lengths_go_together(rounds: int | None, minutes: tuple[int, ...], planned: list[int]) -> None:
    event = load_pack(tailored(HEROCON, Wishes(rounds=rounds, minutes=minutes))).event
    assert event is not None
    assert event.minutes == planned
    assert event.rounds == (rounds or 3)
    assert event.schedule == []


def test_awards_that_are_not_kept_are_gone() -> None:
    event = load_pack(tailored(HEROCON, Wishes(awards=("first", "sportsmanship")))).event
    assert event is not None
    assert [one.name for one in event.award] == ["first", "sportsmanship"]


@pytest.mark.parametrize("name", EVENT_PACKS)
def test_every_answer_to_every_open_question_can_be_chosen(name: str) -> None:
    for question, answer in questions_with_answers(load_pack(name)):
        texts = [str(value).lower() if isinstance(value, bool) else value for value in question.values]
        assert answer in texts
        for text, value in zip(texts, question.values, strict=True):
            made = load_pack(tailored(shipped_pack_text(name), Wishes(readings={question.name: text})))
            assert made.reading(question.name) == value


def test_comments_of_the_file_are_kept() -> None:
    made = tailored(HEROCON, Wishes(points=300, rounds=2, readings={"ties": "head_to_head"}))
    assert HEROCON.splitlines()[0] in made
    assert made.count("#") > HEROCON.count("#") - 5


@pytest.mark.parametrize(
    ("wished", "sentence"),
    [
        ({"tea": "milk"}, "reading 'tea': is no open question; choose from "),
        ({"ties": "cake"}, "reading ties: 'cake' is no answer to it; choose from shared"),
    ],
)
def test_what_cannot_be_chosen_is_named_with_the_choices(wished: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        tailored(HEROCON, Wishes(readings=wished))
    assert "ties" in open_questions()


@pytest.mark.parametrize("name", ["meeting-engagement", "age-of-destruction-constructed"])
def test_a_limit_that_the_pack_does_not_have_cannot_be_wished_for(name: str) -> None:
    with pytest.raises(BadInput, match="units: this pack has no such limit; leave it empty"):
        tailored(shipped_pack_text(name), Wishes(units=5))


def test_more_units_than_there_are_points_for_cannot_be_wished_for() -> None:
    drafted = shipped_pack_text("drafted-for-war")
    with pytest.raises(BadInput, match="units: 8 are too many, this pack has points for 5 at most; choose 5 or fewer"):
        tailored(drafted, Wishes(units=8))
    made = load_pack(tailored(drafted, Wishes(units=4))).force
    assert made.units is not None
    assert made.units.most == 4


def test_points_for_each_number_of_units_are_not_changed_into_one_figure() -> None:
    with pytest.raises(BadInput, match="points: this pack has them for each number of units; leave this empty"):
        tailored(shipped_pack_text("drafted-for-war"), Wishes(points=300))
