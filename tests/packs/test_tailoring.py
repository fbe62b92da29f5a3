"""A pack changed by wishes: what was wished for is so, everything else stays, and the text can still be read."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from musterhall.packs.day_wishes import DayWishes, SoftWish, day_of
from musterhall.packs.event_rules import EventRules
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


# How the day goes


ALL = DayWishes(
    places=24,
    venue='The "Old" Mill',
    forces_by="2027-03-01",
    byes="no_points",
    leaders_first=True,
    strength="average",
    cut=8,
    soft=(SoftWish("Painting", 20), SoftWish("Best story", Fraction(5, 2), "always")),
    categories=("Juniors", "Newcomers"),
)


def rules_of(text: str) -> EventRules:
    event = load_pack(text).event
    assert event is not None
    return event


@pytest.mark.parametrize("name", EVENT_PACKS)
def test_every_setting_of_the_day_can_be_wished_for_and_no_comment_is_lost(name: str) -> None:
    text = shipped_pack_text(name)
    made = tailored(text, Wishes(day=ALL))
    event, before = rules_of(made), rules_of(text)
    assert (event.registration.most, event.registration.venue) == (24, 'The "Old" Mill')
    assert event.registration.due_told == "2027-03-01"
    assert (event.bye.on_request, event.pairing.tables) == ("no_points", "by_standing")
    assert event.cut is not None
    assert event.cut.top == 8
    assert event.standings.strength is not None
    assert event.standings.order == [*before.standings.order, event.standings.strength.name]
    assert event.standings.strength.of == before.standings.order[0]
    assert [(one.name, one.title, one.most, one.counts, one.to) for one in event.soft] == [
        ("painting", "Painting", 20, "end", before.standings.order[0]),
        ("best_story", "Best story", Fraction(5, 2), "always", before.standings.order[0]),
    ]
    assert [one.title for one in event.category] == ["Juniors", "Newcomers"]
    added = event.award[len(before.award) :]
    assert [(one.title, one.by, one.place, one.category) for one in added] == [
        ("Juniors: first place", "place", 1, "juniors"),
        ("Newcomers: first place", "place", 1, "newcomers"),
    ]
    # Every comment stands before the same head or key as ever.
    assert not [pair for pair in commented(text) if pair not in commented(made)]


def commented(text: str) -> list[tuple[str, str]]:
    return [(one, other.split("=")[0]) for one, other in pairwise(text.splitlines()) if one.startswith("#")]


@pytest.mark.parametrize("name", EVENT_PACKS)
def test_settings_of_the_day_can_be_taken_back_again(name: str) -> None:
    none = DayWishes(0, "", "", "no", False, "none", 0, (), ())
    before = rules_of(shipped_pack_text(name))
    event = rules_of(tailored(tailored(shipped_pack_text(name), Wishes(day=ALL)), Wishes(day=none)))
    plain = before.model_copy(update={"registration": before.registration.model_copy(update={"forces_by": ""})})
    assert event == plain


def test_a_wish_that_is_so_already_changes_no_letter() -> None:
    made = tailored(HEROCON, Wishes(day=ALL))
    assert tailored(made, Wishes(day=day_of(rules_of(made)))) == made
    assert tailored(HEROCON, Wishes(day=day_of(rules_of(HEROCON)))) == HEROCON


def test_a_soft_score_is_changed_where_it_stands() -> None:
    made = tailored(HEROCON, Wishes(day=DayWishes(soft=(SoftWish("Painting", 20),))))
    changed = rules_of(tailored(made, Wishes(day=DayWishes(soft=(SoftWish("Painting", 30, "always"),)))))
    assert [(one.name, int(one.most), str(one.counts)) for one in changed.soft] == [("painting", 30, "always")]


def test_two_categories_of_one_name_are_refused() -> None:
    with pytest.raises(BadInput, match="two have the name"):
        tailored(HEROCON, Wishes(day=DayWishes(categories=("Juniors", "juniors"))))
