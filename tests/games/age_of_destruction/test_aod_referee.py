"""The referee of Age of Destruction answers in sentences, and shows the line of fire."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.games.age_of_destruction.parts.scene import scene_of
from musterhall.games.age_of_destruction.position_file.reading import position_from
from musterhall.games.age_of_destruction.referee.referee import ask
from musterhall.problems import BadInput, parse_toml
from musterhall.web.referee import example

ASKED = {"unit": "Rose", "target": "Counter"}


def situation(**unit: Any) -> dict[str, Any]:
    """The situation that ships with us, with the first unit changed."""
    data = dict(parse_toml(example("age-of-destruction-line-of-fire").text, "the example"))
    data.pop("title")
    first, *others = data["unit"]
    return {**data, "unit": [{**first, **unit}, *others]}


def sentences(data: dict[str, Any], **asked: Any) -> tuple[str, ...]:
    return ask({**data, "ask": asked or {"line_of_fire": ASKED}}, "the example").lines


def test_the_line_of_fire_is_told_with_what_helps_the_target_and_what_does_not() -> None:
    assert sentences(situation()) == (
        "Rose is on the ground, Counter on high ground; they are 15.1 inches apart, from base to base.",
        "The line of fire from Rose to Counter is clear (rules 14 to 17).",
        "Counter has 1 more defense: height (rule 18).",
        "Counter has 1 more defense: hindering terrain in between, mill copse (rule 20).",
        "old wood does not count: it lies lower than one of the two (rule 20).",
    )


@pytest.mark.parametrize(
    ("rose", "told"),
    [
        ({"at": [9, 8]}, "blocked: blocking terrain (barn) is in between (rule 15)"),
        ({"at": [19, 2], "facing": 270}, "not in the front arc of Rose, who cannot fire at it without turning"),
        ({"unit": "Salt Kite", "cruising": True}, "old wood does not count: one of the two cruises"),
    ],
)
def test_each_reason_is_a_sentence(rose: dict[str, Any], told: str) -> None:
    target = {"target": "Mole"} if rose.get("at") == [9, 8] else {}
    assert told in " ".join(sentences(situation(**rose), line_of_fire={**ASKED, **target}))


def test_other_questions_are_answered_in_sentences_too() -> None:
    data = situation(at=[16, 14.5])
    assert sentences(data, attack={**ASKED, "kind": "ranged"})[0].startswith("Rose needs")
    assert "It heats Rose by 1." in sentences(data, attack={**ASKED, "kind": "ranged"})
    assert sentences(data, speed={"unit": "Rose"}) == ("Rose may move 9 inches, or run 18.",)
    assert sentences(data, way={"unit": "Rose", "path": [[16, 16.5]]}) == ("Yes: Rose goes 2.0 of 9 inches.",)
    assert sentences(data, way={"unit": "Rose", "path": [[3, 3]]})[0].startswith("No: Rose may go 9 inches")
    assert sentences(data, points={})[-1] == "Red wins 0 conditions, Blue 1: Blue leads."


def test_the_picture_rings_the_terrain_that_counts_and_where_a_line_is_blocked() -> None:
    found = scene_of(situation(), None, ASKED, "the example")
    assert found is not None
    assert [path.kind for path in found.picture.paths] == ["plain"]
    (ring,) = found.picture.rings
    assert 17 < ring.middle[0] < 21
    assert 20 < ring.middle[1] < 23
    blocked = scene_of(situation(at=[9, 8]), None, {"unit": "Rose", "target": "Mole"}, "the example")
    assert blocked is not None
    assert [path.kind for path in blocked.picture.paths] == ["plain", "miss"]
    assert blocked.picture.rings[0].middle == pytest.approx((9, 16), abs=0.1)


def test_what_is_empty_in_an_answer_has_no_line_of_its_own() -> None:
    own = {"name": "Rose", "side": "red", "at": [18, 6]}
    data = {"game": "age_of_destruction", "unit": [own, {**own, "name": "Levy", "side": "blue", "at": [18, 15]}]}
    asked = {"attack": {"unit": "Rose", "target": "Levy"}}
    told = ask({**data, "ask": asked}, "q.toml").text()
    assert not [line for line in told.splitlines() if line.strip() in ("why:", "attack:", "damage:", "parts:")]


def test_a_dial_of_its_own_has_as_many_clicks_as_its_longest_row() -> None:
    own = {"name": "Rose", "side": "red", "attack": [9, 8, 7], "at": [18, 6]}
    dial = position_from({"unit": [own]}, "q.toml").unit(0).sheet.dial
    assert [(click.attack, click.defense) for click in dial] == [(9, 17), (8, 17), (7, 17)]


@pytest.mark.parametrize(
    ("more", "hole"),
    [({"damage": [2, 2]}, "click 3 has no damage"), ({"clicks": 4}, "click 4 has no attack")],
)
def test_a_dial_of_its_own_with_rows_of_two_lengths_is_told_without_all_its_figures(
    more: dict[str, Any], hole: str
) -> None:
    own = {"name": "Rose", "side": "red", "attack": [9, 8, 7], "at": [18, 6], **more}
    with pytest.raises(BadInput, match=hole) as told:
        position_from({"unit": [own]}, "q.toml")
    assert "{" not in str(told.value)
