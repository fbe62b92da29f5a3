"""Kits: every question of every game can be asked with fields, and is answered in a sentence."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.referee import Ruling
from musterhall.game.kit import TAPPED, AskedWith, Kit, edited, standing
from musterhall.game.sayings import headline
from musterhall.games import all_games, game_named, referee_of
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text
from musterhall.web import referee_board
from musterhall.web.referee import value_of

CASES = Path(__file__).parents[1] / "cases"
GAMES = [game.name for game in all_games() if game.referee is not None and game.referee.kit is not None]
EACH = 4
"""Worked cases of a question that are said aloud."""
IN_PROGRAMS = ("volleys", "lines", "barrage", "casualties", "choices", "how", "traits", "order")
"""Words that are typed as they stand in a file."""


def kit_of(game: str) -> Kit:
    kit = referee_of(game_named(game)).kit
    assert kit is not None
    return kit


@cache
def cases(game: str) -> dict[str, list[dict[str, Any]]]:
    """Some worked cases of each question of a game that are answered, and not refused."""
    found: dict[str, list[dict[str, Any]]] = {}
    questions = referee_of(game_named(game)).questions
    for path in sorted((CASES / game).rglob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if "ask" not in data:
            continue
        question, _ = questions.asked(data, path.name)
        those = found.setdefault(question.name, [])
        if len(those) < EACH and ruling_of(game, data) is not None:
            those.append(data)
    return found


def ruling_of(game: str, data: dict[str, Any]) -> Ruling | None:
    asked = {key: value for key, value in data.items() if key not in CASE_KEYS}
    try:
        return referee_of(game_named(game)).ask(asked, "case")
    except Exception:
        return None


@pytest.mark.parametrize("game", GAMES)
def test_every_question_stands_under_one_heading_and_knows_the_words_it_takes(game: str) -> None:
    kit = kit_of(game)
    assert Counter(kit.headed()) == Counter({question.name: 1 for question in kit.questions})
    assert set(kit.file.question) <= {question.name for question in kit.questions}
    for question in kit.questions:
        assert question.help.endswith(("?", ".")), question.help
        own = kit.file.question.get(question.name, AskedWith())
        assert set(own.fields) | set(own.needed) <= set(question.given), question.name
        for key in question.given:
            assert key in own.fields or key in kit.file.field, f"{question.name}: {key} has no field"


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_answered_in_a_sentence(game: str) -> None:
    kit = kit_of(game)
    for question in kit.questions:
        entry = kit.file.question.get(question.name, AskedWith())
        assert cases(game).get(question.name), f"no worked case asks {question.name}"
        for data in cases(game)[question.name]:
            _, given = kit.questions.asked(data, "case")
            ruling = ruling_of(game, data)
            assert ruling is not None
            said = headline(entry.say, ruling.result, given, ruling.lines)
            assert said[:1].isupper() or said[:1].isdigit(), (question.name, said)
            assert said.endswith((".", "?", "!")), (question.name, said)
            assert not set(said) & set("{}[]"), (question.name, said)
            assert "  " not in said, said
            assert ": ." not in said, said


@pytest.mark.parametrize("game", GAMES)
def test_every_question_can_be_asked_through_the_form(game: str) -> None:
    """A worked case is opened on the board; what the form then has, sent back, gives the same ruling."""
    kit = kit_of(game)
    for question in kit.questions:
        needed = {key for key, field in kit.asked_with(question).items() if field.needed}
        those = [one for one in cases(game)[question.name] if needed <= kit.questions.asked(one, "case")[1].keys()]
        assert those, f"{question.name}: no worked case says all that the form asks for"
        data = those[0]
        text = toml_text({key: value for key, value in data.items() if key not in CASE_KEYS})
        opened = referee_board.board(referee_board.Tapped(text=text), lambda name: None)
        assert opened["question"] == question.name
        said = json.loads(json.dumps(opened["given"]))
        dice = ", ".join(map(str, data.get("dice", [])))
        if data.get("answers"):
            continue  # decisions in a file's own words are not tapped; the text keeps them
        try:
            found = referee_board.answer(
                referee_board.Asked(text=text, question=question.name, given=said, dice=dice),
                lambda: 7,
                lambda name: None,
            )
        except BadInput as error:
            pytest.fail(f"{question.name}: {data.get('title')}: {error}")
        ruling = ruling_of(game, data)
        assert ruling is not None
        if ruling.dice or not question.resolver:
            assert found["lines"] == list(ruling.lines), question.name


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_unit_and_terrain_can_be_put_on_the_table_and_taken_off(game: str) -> None:
    kit, data = kit_of(game), kit_of(game).start()
    for number, kind in enumerate([kind for kind in kit.kinds() if kind.symbol != "ship"][:40]):
        at = [2 + number % 8 * 4, 4 + number // 8 * 4]
        data = edited(kit, data, {"do": "put", "name": kind.name, "side": "blue", "at": at}, {}, "table")
    picture = kit.picture(data, "table")
    units = standing(kit, data, picture, "table")["units"]
    assert sorted(unit["piece"] for unit in units) == list(range(len(units)))
    assert len({unit["label"] for unit in units}) == len(units)
    data = edited(kit, data, {"do": "clear"}, {}, "table")
    assert not kit.rows(data)
    for ground in kit.file.ground:
        for facing in (0, 90):
            data = edited(
                kit,
                data,
                {"do": "ground", "name": ground.kind, "at": [0, 3], "facing": facing, "size": "large"},
                {},
                "t",
            )
    assert len(kit.picture(data, "table").board.table.pieces) == 2 * len(kit.file.ground)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_unit_can_be_said_and_taken_back(game: str) -> None:
    kit = kit_of(game)
    for name, field in kit.file.unit.items():
        said = {"yes": True, "number": 1, "choice": next(iter(field.choices), "")}.get(field.form)
        if said is not None:
            assert any(said_and_taken_back(kit, kind.name, name, said) for kind in kit.kinds()), name


def said_and_taken_back(kit: Kit, kind: str, field: str, value: Any) -> bool:
    """Whether it can be said of this kind of unit; not every one has heat, or flies."""
    try:
        data = edited(kit, kit.start(), {"do": "put", "name": kind, "at": [10, 10]}, {}, "table")
        said = edited(kit, data, {"do": "say", "unit": 0, "field": field, "value": value}, {}, "table")
        picture = kit.picture(said, "table")
    except BadInput:
        return False
    assert standing(kit, said, picture, "table")["units"][0]["said"] == {field: value}
    assert edited(kit, said, {"do": "say", "unit": 0, "field": field, "value": None}, {}, "table") == data
    return True


def test_what_is_wrong_is_one_sentence_in_the_words_of_the_page() -> None:
    kit = kit_of("the_game")
    data = edited(kit, kit.start(), {"do": "put", "name": "HumanXX MBT I", "at": [20, 20]}, {}, "table")
    for said, sentence in (
        ({"do": "say", "unit": 0, "field": "damage_taken", "value": "many"}, "Damage taken: give a number."),
        ({"do": "say", "unit": 0, "field": "damage_taken", "value": -3}, "Damage taken: give a number from 0 to 9."),
        ({"do": "say", "unit": 0, "field": "name", "value": " "}, "Name: give it one."),
        ({"do": "put", "name": "Gunship", "at": [2, 2]}, "Choose a unit from the list."),
        ({"do": "move", "unit": 7, "at": [2, 2]}, "That unit is gone already."),
    ):
        with pytest.raises(BadInput) as refused:
            edited(kit, data, said, {}, "table")
        assert str(refused.value) == sentence


def test_a_missing_word_of_a_question_is_asked_for_by_what_the_page_calls_it() -> None:
    def asked(text: str, **given: Any) -> str:
        said = referee_board.Asked(text=text, question="line_of_sight", given=given)
        with pytest.raises(BadInput) as refused:
            referee_board.answer(said, lambda: 7, lambda name: None)
        return str(refused.value)

    empty = 'game = "the_game"\n'
    assert asked(empty) == "Put the units on the table first: choose one, then tap where it stands."
    one = (
        empty
        + '[[formation]]\nname = "a"\nside = "red"\nunits = [{ name = "tank", type = "infantry", place = [5, 5] }]\n'
    )
    assert asked(one, unit="tank") == "Which unit it looks at: tap on the table."
    assert "ask" not in asked(one, unit="tank", to="ghost")


def test_values_that_are_typed_are_read_as_in_a_file() -> None:
    for game in GAMES:
        fields = {key: one for key, one in kit_of(game).file.field.items() if one.form == "value"}
        assert set(fields) <= {*IN_PROGRAMS, "answers", "dice"}
        assert all(one.hint for one in fields.values())
    assert value_of("{ overheat = 1 }") == {"overheat": 1}
    assert "place" in TAPPED
