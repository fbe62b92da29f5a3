"""The referee: one entry, answers that explain themselves, and nothing given that is not used."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musterhall.games.the_game.movement.hiding import hiding_places
from musterhall.games.the_game.phases.turn import new_turn
from musterhall.games.the_game.position_file import position_data, read_position
from musterhall.games.the_game.referee import QUESTIONS, ask
from musterhall.problems import BadInput, parse_toml

CASES = sorted((Path(__file__).parents[2] / "cases" / "the_game").glob("*.toml"))

SITUATION: dict[str, Any] = {
    "formation": [
        {
            "name": "squads",
            "side": "red",
            "tokens": 1,
            "orders": {"now": "advance", "next": "dash"},
            "units": [
                {
                    "name": "squad",
                    "type": "infantry",
                    "count": 4,
                    "place": [50, 50],
                    "nf": "3/1",
                    "weapons": [{"name": "rifle", "range": 30, "attack": "AP5"}],
                }
            ],
        },
        {
            "name": "orcs",
            "side": "blue",
            "units": [{"name": "orc", "type": "infantry", "nf": "2/1", "count": 5, "place": [50, 64]}],
        },
    ]
}


def asked(question: Any, **more: Any) -> Any:
    return ask({**SITUATION, "ask": question, **more}, "file.toml")


def test_a_resolver_gives_the_new_position_in_the_form_it_was_asked_in() -> None:
    ruling = asked({"rally": "squads"}, dice=[10])
    assert ruling.position is not None
    after = read_position(ruling.position, "after")
    assert after.formations[0].suppression == 1  # half of one token is none (1.1.6)
    assert ruling.as_data()["dice"] == [{"purpose": "rally", "die": "d10", "faces": [10]}]


def test_a_pure_question_gives_no_position() -> None:
    assert asked({"cohesion": "squads"}).position is None


def test_a_ruling_is_plain_data_and_plain_text() -> None:
    ruling = asked({"fire": "squads", "at": "orcs"}, dice=[1, 2, 3])
    assert json.loads(json.dumps(ruling.as_data()))["question"] == "fire"
    assert "d10 3 + ATT 6 - DEF 0 = 9: suppressed" in ruling.text()
    assert "1.7.2" in ruling.text()


def test_dice_that_are_left_over_are_refused() -> None:
    with pytest.raises(BadInput, match=r"file\.toml: dice: 1 of the 2"):
        asked({"rally": "squads"}, dice=[10, 3])


def test_dice_that_are_missing_are_said_with_their_purpose() -> None:
    with pytest.raises(BadInput, match=r"file\.toml: dice: rally needs 1 x d10"):
        asked({"rally": "squads"})


def test_a_face_that_no_die_has_is_refused() -> None:
    with pytest.raises(BadInput, match="11 is no face"):
        asked({"rally": "squads"}, dice=[11])


def test_a_seed_rolls_the_same_dice_again() -> None:
    assert asked({"rally": "squads"}, seed=4) == asked({"rally": "squads"}, seed=4)


def test_a_missing_answer_names_the_decision_and_what_would_be_legal() -> None:
    with pytest.raises(BadInput) as refusal:
        asked({"regroup": "squads"}, dice=[1, 2])
    assert "red is asked, squads regroup. Which die says how many suppression tokens go? (1.9.1)" in str(refusal.value)
    assert "2; 1" in str(refusal.value)


def test_an_answer_that_nobody_asked_for_is_refused() -> None:
    with pytest.raises(BadInput, match="1 of 1 were not asked for"):
        asked({"rally": "squads"}, dice=[10], answers=["stay"])


def test_an_illegal_answer_is_refused_with_its_reason() -> None:
    with pytest.raises(BadInput, match=r"answers\.1 .*may move"):
        asked({"move": "squads"}, answers=[{"go": {"squad 1": [50, 5]}}])


def test_nothing_said_passes_unused() -> None:
    with pytest.raises(BadInput, match="weather: the question does not use it"):
        asked({"cohesion": "squads", "weather": "rain"})


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"cohesion": "nobody"}, "no formation is called 'nobody'; there is squads, orcs"),
        ({"defence": "nobody"}, "no unit is called 'nobody'"),
        ({"cohesoin": "squads"}, "did you mean cohesion"),
        ({"ranges": {"range": "far"}}, "range: 'far' is no figure"),
        ({"fire": "squads", "at": []}, "a target is one formation, or two"),
        ({"attack_value": "squad 1", "target": "orc 1", "command": "sprint"}, "'sprint' is no command"),
        ({}, "the file asks nothing"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(question: Any, words: str) -> None:
    with pytest.raises(BadInput) as refusal:
        asked(question)
    assert words in str(refusal.value)


def test_the_questions_position_is_not_changed_by_asking() -> None:
    before = json.dumps(SITUATION)
    asked({"fire": "squads", "at": "orcs"}, dice=[5, 1, 1])
    assert json.dumps(SITUATION) == before


def test_every_question_says_what_it_takes_and_rests_on() -> None:
    for question in QUESTIONS:
        assert question.sections, question.name
        assert question.help, question.name


words = st.one_of(
    st.text(max_size=6), st.sampled_from(["squads", "orcs", "squad 1", "orc 2", "red", "advance", "none", "charge"])
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.integers(-3, 60), words),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=5,
)


@settings(max_examples=600, deadline=None)
@given(data=st.data())
def test_any_question_is_answered_or_refused_in_a_sentence(data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(list(QUESTIONS)))
    sensible = {key: st.one_of(words, anything) for key in question.given}
    given_keys = data.draw(st.fixed_dictionaries({}, optional=sensible))
    answers = data.draw(st.lists(anything, max_size=3))
    asking = {"ask": {question.name: given_keys or True}, "answers": answers, "seed": data.draw(st.integers(0, 9))}
    assert_answered_or_refused({**SITUATION, **asking})


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_case_with_one_thing_spoiled_is_answered_or_refused_in_a_sentence(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(CASES))
    case = parse_toml(path.read_text(encoding="utf-8"), path.name)
    spot, key = _any_place(case, data)
    spot[key] = data.draw(anything)
    assert_answered_or_refused(case)


def assert_answered_or_refused(asking: dict[str, Any]) -> None:
    try:
        ruling = ask(asking, "file.toml")
    except BadInput as refusal:
        sentence = str(refusal)
    else:
        sentence = f"file.toml: {ruling.text()}"
        json.dumps(ruling.as_data())
    assert sentence.startswith("file.toml: ")


def _any_place(case: Any, data: st.DataObject) -> tuple[Any, Any]:
    keys = list(case) if isinstance(case, dict) else list(range(len(case)))
    key = data.draw(st.sampled_from(keys))
    inner = case[key]
    if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
        return _any_place(inner, data)
    return case, key


@pytest.mark.parametrize("agent", ["captain", "drill", "random"])
def test_any_agent_can_take_every_decision_of_every_case(agent: str) -> None:
    for path in CASES:
        case = parse_toml(path.read_text(encoding="utf-8"), path.name)
        if isinstance(case.get("answers"), list):
            unwritten = {key: value for key, value in case.items() if key not in ("dice", "answers")}
            ruling = ask({**unwritten, "answers": agent, "seed": 3}, path.name)
            assert all(row["agent"] == agent for row in ruling.result.get("filled_in", []))
            assert position_read_again(ruling.position) == ruling.position, path.name


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_position_that_a_case_gives_out_can_be_asked_about_again(path: Path) -> None:
    case = parse_toml(path.read_text(encoding="utf-8"), path.name)
    if "expect" in case:
        ruling = ask(case, path.name)
        assert position_read_again(ruling.position) == ruling.position


def position_read_again(position: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return None if position is None else position_data(read_position(position, "again.toml"))


def test_what_an_agent_filled_in_is_told_with_its_section() -> None:
    ruling = asked({"action": "squads"}, answers={"given": ["advance"], "rest": "drill"}, seed=9)
    told = [row["decision"] for row in ruling.result["filled_in"]]
    assert told == ["Where do squads move?", "At whom do squads fire?"]
    assert any(line.startswith("red (drill): At whom do squads fire? ") for line in ruling.lines)


@pytest.mark.parametrize("answers", [3, {"given": "captain"}, {"rest": 7}, {"all": []}])
def test_answers_are_a_list_an_agent_or_both(answers: object) -> None:
    with pytest.raises(BadInput, match=r"file\.toml: answers: .*no list and no agent"):
        asked({"rally": "squads"}, answers=answers)


BESIDE_A_TANK: dict[str, Any] = {
    "formation": [
        {
            "name": "company",
            "side": "red",
            "units": [
                {"name": "tank", "type": "armoured vehicle", "place": [50, 50]},
                *({"name": f"squad {n}", "type": "infantry", "touching": "tank"} for n in (1, 2, 3)),
            ],
        },
        {
            "name": "orcs",
            "side": "blue",
            "units": [{"type": "infantry", "place": [50, 70], "weapons": [{"range": 30, "attack": "AP5"}]}],
        },
    ]
}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("tank", "covers 2 units at most; name them"),
        (["squad 1", "squad 2", "squad 3"], "covers 2 units at most; name them"),
        (["squad 1", "squad 1"], "covers 2 units at most; name them"),
        (["squad 1", "tank"], "is no infantry beside tank"),
    ],
)
def test_no_more_than_two_units_beside_it_hide_behind_a_vehicle(answer: object, why: str) -> None:
    question = {**BESIDE_A_TANK, "ask": {"fire": "orcs", "at": "company"}, "dice": [5]}
    with pytest.raises(BadInput, match=why):
        ask({**question, "answers": [answer]}, "file.toml")


def test_who_hides_behind_a_vehicle_is_asked_once_and_kept_in_the_position() -> None:
    question = {"ask": {"fire": "orcs", "at": "company"}, "dice": [5]}
    with pytest.raises(BadInput, match=r"red is asked, Which units, two at most, does tank cover\? \(1\.6\.2\)"):
        ask({**BESIDE_A_TANK, **question}, "file.toml")
    first = ask({**BESIDE_A_TANK, **question, "answers": [["squad 3", "squad 1"]]}, "file.toml")
    assert "squad 3 and squad 1 hide behind tank (1.6.2)" in first.lines
    assert first.position is not None
    kept = {**first.position, **question}
    again = ask(kept, "again.toml")
    assert again.position is not None
    units = again.position["formation"][0]["units"]
    assert [unit["name"] for unit in units if unit.get("hides_behind")] == ["squad 1", "squad 3"]


@pytest.mark.parametrize(("answer", "hidden"), [(["squad 3"], ["squad 3"]), ("none", [])])
def test_who_names_fewer_than_two_to_hide_is_not_asked_again_in_that_turn(answer: object, hidden: list[str]) -> None:
    question = {"ask": {"fire": "orcs", "at": "company"}, "dice": [5]}
    first = ask({**BESIDE_A_TANK, **question, "answers": [answer]}, "file.toml")
    assert f"{' and '.join(hidden) or 'nobody'} hides behind tank (1.6.2)" in first.lines
    assert first.position is not None
    again = ask({**first.position, **question}, "again.toml")
    assert again.position is not None
    units = again.position["formation"][0]["units"]
    assert [unit["name"] for unit in units if unit.get("hides_behind")] == hidden
    next_turn = read_position(again.position, "again.toml")
    new_turn(next_turn)
    assert [place.said for place in hiding_places(next_turn, 0)] == [False]


def test_the_sum_of_a_defence_in_an_assault_is_that_of_its_result() -> None:
    orc = {"name": "orc", "type": "infantry", "vis": 3, "inside": "ruins"}
    orcs = [{"name": "orcs", "side": "blue", "units": [orc]}]
    found = ask({"ask": {"defence": "orc", "assault": True}, "formation": orcs}, "file.toml")
    assert found.result["total"] == 1
    assert found.lines == ("orc: ARM 0 + cover 1 = 1; visibility does not count (1.8.4)",)


def test_a_discarded_die_is_told_as_such() -> None:
    volley = {"at": "orcs", "volleys": [{"shots": 1, "type": "AP", "attack": 5}]}
    orcs = [{"name": "orcs", "side": "blue", "units": [{"type": "infantry", "vis": 4, "count": 2}]}]
    variants = {"die_allocation": "smallest_die_until_kill"}
    found = ask({"ask": {"fire": volley}, "formation": orcs, "dice": [8], "variants": variants}, "file.toml")
    assert any(line.endswith("= 9: discarded") for line in found.lines)
    assert found.result["formations"]["orcs"]["token_sources"] == {"fired at": 1}
