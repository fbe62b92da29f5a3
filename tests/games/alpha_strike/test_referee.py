"""Alpha Strike's referee: what it makes of what is said, and of what is not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from musterhall.games.alpha_strike.abilities.abilities import command_abilities, pilot_abilities
from musterhall.games.alpha_strike.abilities.modifiers import Modifier, Source, fact_entries, reckon
from musterhall.games.alpha_strike.referee.referee import QUESTIONS, ask
from musterhall.problems import BadInput

ATTACK = {"skill": 4, "range": "medium", "tmm": 2}


def question(said: object, **parts: object) -> dict[str, object]:
    return {"game": "alpha_strike", "ask": said, **parts}


def test_the_plain_sum_is_skill_movement_range_terrain_and_the_rest() -> None:
    situation = ATTACK | {"attacker_move": "jump", "woods": "light", "heat": 1, "fire_control_hits": 1}
    ruling = ask(question("target number", situation=situation), "attack.toml")
    assert ruling.result["target_number"] == 4 + 2 + 2 + 2 + 1 + 1 + 2
    assert ruling.lines[0] == (
        "target number 4 + attacker movement 2 + target movement 2 + range 2 + terrain 1"
        " + heat 1 + fire control hits 2 = 14"
    )


def test_without_a_skill_only_the_modifier_is_told() -> None:
    result = ask(question("target number", situation={"range": "medium", "tmm": 2}), "attack.toml").result
    assert "target_number" not in result
    assert result["modifier"] == 4


def test_infantry_pays_nothing_for_its_own_movement() -> None:
    situation = ATTACK | {"attacker_type": "infantry", "attacker_move": "jump"}
    assert ask(question("target number", situation=situation), "attack.toml").result["modifier"] == 4


def test_a_blow_has_no_range_and_no_heat() -> None:
    situation = {"skill": 4, "attack": "physical", "tmm": 2, "heat": 3, "fire_control_hits": 1}
    assert ask(question("target number", situation=situation), "attack.toml").result["target_number"] == 6


def test_what_is_not_said_but_matters_is_named() -> None:
    asked = question("target number", situation={"skill": 4}, force={"command_abilities": ["Brawlers"]})
    ruling = ask(asked, "attack.toml")
    assert ruling.result["unsaid"] == ["tmm", "range"]
    assert any("depends on range" in line for line in ruling.lines)


def test_what_was_chosen_against_is_not_asked_for() -> None:
    asked = question("initiative", situation={"turn": 1}, force={"command_abilities": ["Forcing the Initiative"]})
    assert "unsaid" not in ask(asked, "initiative.toml").result


def test_of_two_that_replace_the_range_the_lower_counts_and_it_is_said() -> None:
    force = {"command_abilities": ["Sharp Shooters"], "pilot_abilities": ["Sniper"]}
    ruling = ask(question("target number", force=force, situation=ATTACK | {"range": "long"}), "attack.toml")
    assert ruling.result["parts"] == {"target movement": 2, "range": 2}
    assert any("the lowest counts" in line for line in ruling.lines)


@pytest.mark.parametrize(
    ("force", "modifiers"),
    [
        ({}, (0, 2, 4, 6)),
        ({"command_abilities": ["Brawlers"]}, (-1, 2, 5, 10)),
        ({"command_abilities": ["Sharp Shooters"]}, (1, 2, 3, 4)),
        ({"pilot_abilities": ["Sniper"]}, (0, 1, 2, 3)),
        ({"pilot_abilities": ["Range Master (medium)"]}, (2, 0, 4, 6)),
    ],
)
def test_every_bracket_has_its_modifier(force: dict[str, object], modifiers: tuple[int, ...]) -> None:
    for bracket, expected in zip(("short", "medium", "long", "extreme"), modifiers, strict=True):
        asked = question("target number", force=force, situation={"range": bracket, "tmm": 0})
        assert ask(asked, "attack.toml").result["modifier"] == expected


def test_an_opponents_ability_is_judged_by_the_opponents_rating_and_side() -> None:
    opponent = {
        "skills": [5, 5],
        "command_abilities": [
            {"ability": "Environmental Specialization", "environment": "clear", "benefits": ["improved combat"]}
        ],
    }
    asked = question("target number", situation=ATTACK | {"target_terrain": "clear"}, opponent=opponent)
    assert ask(asked, "attack.toml").result["modifier"] == 4
    opponent["skills"] = [4, 4]
    assert ask(asked, "attack.toml").result["modifier"] == 5


def test_the_arithmetic_names_its_sources() -> None:
    asked = question("target number", force={"pilot_abilities": ["Melee Specialist"]}, situation={"attack": "melee"})
    assert "AS:CE 98" in ask(asked, "attack.toml").sections
    asked = question("target number", force={"pilot_abilities": ["Sniper"]}, situation=ATTACK)
    assert "AS:CE 99" in ask(asked, "attack.toml").sections


def test_a_ruling_can_be_written_as_json() -> None:
    for name in command_abilities():
        ruling = ask(question({"ability": name}), "ability.toml")
        assert json.loads(json.dumps(ruling.as_data()))["result"]["key"] == name


@pytest.mark.parametrize("name", [one.name for one in QUESTIONS if one.name not in ("initiative", "target_number")])
def test_a_question_without_its_subject_says_what_is_missing(name: str) -> None:
    with pytest.raises(BadInput, match=r"missing|at least one|about a table"):
        ask(question(name), "question.toml")


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ({"ask": "initiative"}, "game is missing"),
        (question("initiative") | {"game": "chess"}, "another game"),
        (question("fortune"), "no question 'fortune'"),
        (question({}), "asks nothing"),
        (question({"initiative": 3}), "write initiative = true"),
        (question({"move": "far"}), "no whole number"),
        (question({"move": 8, "colour": "red"}), "does not use it"),
        (question({"count": "sheep"}), "counts 'sheep'"),
        (question({"modifier": "luck"}), "no ability has a say in 'luck'"),
        (question("initiative", situation={"trun": 3}), "did you mean turn"),
        (question("initiative", situation={"turn": "three"}), "no whole number"),
        (question("initiative", situation={"turn": 10**30}), "cannot be"),
        (question("initiative", situation={"turn": float("nan")}), "no whole number"),
        (question("initiative", situation={"move": float("nan")}), "cannot be"),
        (
            question("target number", situation={"skill": 99}),
            "skill: 99 cannot be; it is the attacker's skill: give 0 to 8",
        ),
        (question("target number", situation={"skill": 3.5}), "skill: 3.5 is no whole number"),
        (question("target number", situation={"heat": 9}), "give 0 to 4"),
        (question("target number", situation={"tmm": 50}), "give -4 to 9"),
        (question("initiative", situation={"kills_last_turn": -1}), "give 0 or more"),
        (question("initiative", opponent={"skills": [44]}), "opponent.skills: 44 is no skill"),
        (question("initiative", situation={"forcing": 1}), "neither true nor false"),
        (question("initiative", situation={"side": "left"}), "not among attacker"),
        (question("initiative", force={"skills": [44]}), "44 is no skill"),
        (question("initiative", force={"colour": "red"}), "colour is not a field"),
        (question("initiative", weather="fine"), "weather is not a field"),
        (question({"point_value": 30, "skill": 12}), "from 0 to 8"),
        (question({"may_take": 3}), "no ability"),
        (question({"munitions": ["LRM: Soap"]}), "no alternate munition"),
    ],
)
def test_bad_input_is_one_sentence_with_its_place(asked: dict[str, object], part: str) -> None:
    with pytest.raises(BadInput) as refusal:
        ask(asked, "question.toml")
    assert part in str(refusal.value)
    assert str(refusal.value).startswith("question.toml")


def test_broken_toml_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="not readable as TOML"):
        ask("ask = ", "question.toml")


FACTS = some.fixed_dictionaries(
    {},
    optional={
        name: some.booleans()
        if entry.kind == "flag"
        else some.integers(max(0, entry.least), min(30, entry.most))
        if entry.kind == "number"
        else some.sampled_from(entry.among or ["woods", "clear", "regular"])
        for name, entry in fact_entries().items()
    },
)


@given(
    FACTS,
    some.sampled_from(sorted(command_abilities())),
    some.sampled_from(sorted(command_abilities())),
    some.lists(some.sampled_from(sorted(pilot_abilities())), max_size=3),
    some.sampled_from(["initiative", "target number", {"move": 8}, {"modifier": "damage"}, {"rights": "set-up"}]),
)
def test_any_abilities_in_any_situation_give_parts_that_add_up(
    facts: dict[str, object], mine: str, theirs: str, pilots: list[str], said: object
) -> None:
    force = {"command_abilities": [mine], "pilot_abilities": pilots}
    asked = question(said, situation=facts, force=force, opponent={"command_abilities": [theirs]})
    result = ask(asked, "question.toml").result
    if "modifier" in result:
        assert sum(result["parts"].values()) == result["modifier"]
    if "move" in result:
        assert 8 + sum(result["parts"].values()) == result["move"]


def test_a_floor_never_raises_what_is_below_it() -> None:
    source = Source("x", (Modifier(on="move", value=-4, floor=1),))
    assert reckon("move", 0, [source], {}).total == 0
    assert reckon("move", 3, [source], {}).total == 1
