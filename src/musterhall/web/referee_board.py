"""The referee's page by hand: a situation that is changed by taps, and a question that is asked with what was tapped.

The text of the position file is the whole situation all the time, so it can be taken away or pasted at any moment.
What comes back from a wrong tap is a sentence in the words of the page, not of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import Field as Limits

from musterhall.battle.referee import Question, Ruling
from musterhall.data_files import FileModel
from musterhall.game.game import Game
from musterhall.game.kit import TAPPED, Kit, edited, standing
from musterhall.game.kit import Field as KitField
from musterhall.game.referee import Referee
from musterhall.game.sayings import headline, in_words
from musterhall.games import all_games, game_named, game_of, referee_of
from musterhall.problems import BadInput
from musterhall.table import Table
from musterhall.toml_text import toml_text
from musterhall.web.referee import (
    ASKED,
    MOST_TEXT,
    NAME,
    Answered,
    Chance,
    position_data,
    read_dice,
    read_seed,
    ruled,
    situation_in,
    value_of,
)

MOST_SHOWN = 40
"""Rows of an answer's figures that are worth looking at on a page."""


class Tapped(FileModel):
    """A situation, and perhaps what is done to it."""

    game: str = Limits(default="", max_length=60)
    text: str = Limits(default="", max_length=MOST_TEXT)
    edit: dict[str, Any] = Limits(default={})


class Asked(FileModel):
    """A question about a situation, with what was tapped and typed."""

    text: str = Limits(max_length=MOST_TEXT)
    question: str = Limits(max_length=60)
    given: dict[str, Any] = Limits(default={})
    dice: str = Limits(default="", max_length=900)
    seed: str = Limits(default="", max_length=20)
    decided_by: str = Limits(default="", max_length=40)


def games_with_referees() -> list[Game]:
    return [game for game in all_games() if game.has_referee]


def kit_data(game: Game, library: Any) -> dict[str, Any]:
    """All that the page of a game has to choose from."""
    kit = _kit(referee_of(game).knowing(library))
    battles = game.battles
    return {
        "game": game.name,
        "title": game.words.title,
        "tables": [{"name": name, "words": table.name} for name, table in _tables(game.name).items()],
        "dice": referee_of(game).dice_beside,
        "agents": [{"name": one.name, "words": one.name} for one in battles.agents] if battles is not None else [],
        **kit.as_data(),
    }


def board(tapped: Tapped, library: Callable[[str], Any]) -> dict[str, Any]:
    """The situation after what was tapped: its text, its picture, and who is who."""
    text = tapped.text.strip()
    data = position_data(tapped.text) if text else _kit(referee_of(game_named(tapped.game))).start()
    game = game_of(data, NAME)
    kit = _kit(referee_of(game).knowing(library(game.name)))
    if tapped.edit:
        asks = {key: value for key, value in data.items() if key in ASKED}
        data = {**edited(kit, situation_in(data), tapped.edit, _tables(game.name), NAME), **asks}
    try:
        picture = kit.picture(situation_in(data), NAME)
        found = standing(kit, situation_in(data), picture, NAME)
    except BadInput as error:
        raise BadInput(plainly(str(error))) from error
    written = text if text and not tapped.edit else toml_text(data)
    position_data(written)
    return {"game": game.name, "text": written, "picture": picture.as_data(), **found, **_asks(game, data)}


def _asks(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    """What a pasted text asks, for the form."""
    if "ask" not in data:
        return {"question": "", "given": {}, "dice": ""}
    question, given = referee_of(game).questions.asked(data, NAME)
    dice = data.get("dice")
    return {
        "question": question.name,
        "given": given,
        "dice": ", ".join(map(str, dice)) if isinstance(dice, list) else "",
    }


def answer(asked: Asked, draw_seed: Callable[[], int], library: Callable[[str], Any]) -> dict[str, Any]:
    """The ruling as the page shows it: a sentence, the arithmetic, the section, and the picture of it."""
    data = position_data(asked.text)
    game = game_of(data, NAME)
    referee = referee_of(game).knowing(library(game.name))
    kit = _kit(referee)
    question = referee.questions.find(asked.question, NAME)
    given = _given(kit, question, asked.given, data)
    chance = Chance(read_dice(asked.dice), read_seed(asked.seed), _decided(referee, question, asked, data))
    try:
        found = ruled(referee, data, question, given, chance, draw_seed)
    except BadInput as error:
        raise BadInput(plainly(str(error), kit.asked_with(question))) from error
    return _shown(kit, question, given, found)


def _given(kit: Kit, question: Question, said: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """What was said, as the question takes it; what is missing is asked for by its words."""
    given = {}
    for key, field in kit.asked_with(question).items():
        value = field.value(said.get(key))
        if isinstance(value, str) and field.form == "value":
            value = value_of(value)
        if value is None and field.needed:
            raise BadInput(_missing(kit, field, data))
        if value is not None:
            given[key] = value
    return given


def _missing(kit: Kit, field: KitField, data: Mapping[str, Any]) -> str:
    if field.form in ("unit", "units", "group", "groups") and not kit.rows(kit.tidy(situation_in(data), NAME)):
        return "Put the units on the table first: choose one, then tap where it stands."
    how = "tap on the table" if field.form in TAPPED else "choose one" if field.form == "choice" else "fill it in"
    return f"{field.words}: {how}."


def _decided(referee: Referee, question: Question, asked: Asked, data: Mapping[str, Any]) -> Any:
    """The players' answers: those that stand in the text, and who goes on where they end."""
    said = data.get("answers")
    given = said if isinstance(said, list) else []
    if not question.resolver or not referee.dice_beside:
        return ()
    return {"given": given, "rest": asked.decided_by} if asked.decided_by else given


def _shown(kit: Kit, question: Question, given: Mapping[str, Any], found: Answered) -> dict[str, Any]:
    ruling = found.ruling
    return {
        "headline": _said(kit, question, given, ruling),
        "lines": list(ruling.lines),
        "rows": list(figures(ruling.result))[:MOST_SHOWN],
        "sections": list(ruling.sections),
        "dice": [{"purpose": one.purpose, "die": one.die, "faces": list(one.faces)} for one in ruling.dice],
        "seed": found.seed,
        "words": list(found.scene.words) if found.scene is not None else [],
        "picture": found.scene.picture.as_data() if found.scene is not None else None,
        "text": toml_text(found.asked),
    }


def sentence(game: Game, given: Mapping[str, Any], ruling: Ruling) -> str:
    """A ruling in a sentence, for the page without a board."""
    referee = referee_of(game)
    question = referee.questions.find(ruling.question, NAME)
    return _said(referee.kit, question, given, ruling) if referee.kit is not None else question.help


def _said(kit: Kit, question: Question, given: Mapping[str, Any], ruling: Ruling) -> str:
    entry = kit.file.question.get(question.name)
    return headline(entry.say if entry else [], ruling.result, _named(given), ruling.lines) or question.help


def _named(given: Mapping[str, Any]) -> dict[str, Any]:
    """A unit in a sentence by its own name alone."""
    return {key: value.rpartition(" / ")[2] if isinstance(value, str) else value for key, value in given.items()}


def figures(result: Mapping[str, Any], above: str = "") -> Any:
    """The figures of a ruling as rows of words: a heading and what it comes to."""
    for key, value in result.items():
        name = f"{above}{str(key).replace('_', ' ')}"
        if isinstance(value, Mapping) and any(isinstance(one, Mapping | list) for one in value.values()):
            yield from figures(value, f"{name}: ")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            for number, one in enumerate(value, start=1):
                yield [f"{name} {number}", in_words({k: v for k, v in one.items() if v not in ("", [], {}, None)})]
        elif value not in ("", [], {}, None):
            yield [name, in_words(value)]


# Words


_FILE = re.compile(rf"^{NAME}: ")
_ASK = re.compile(r"^ask \w+: (\w+): ")
_ENTRY = re.compile(r"^formation '[^']*': units\.\d+ '([^']*)': (?:\w+: )?")
_NAMED = re.compile(r"^(?:unit|formation|terrain) '([^']*)': ")


def plainly(problem: str, fields: Mapping[str, KitField] | None = None) -> str:
    """A sentence about a file, in the words of the page."""
    text = _FILE.sub("", problem)
    text = _ENTRY.sub(r"\1: ", text)
    text = _NAMED.sub(r"\1: ", text)
    found = _ASK.match(text)
    if found is not None:
        field = (fields or {}).get(found[1])
        text = f"{field.words if field else found[1]}: {text[found.end() :]}"
    return f"{text[:1].upper()}{text[1:]}"


def _kit(referee: Referee) -> Kit:
    if referee.kit is None:
        raise BadInput("Situations of this game are only written; paste one as text.")
    return referee.kit


@cache
def _tables(name: str) -> Mapping[str, Table]:
    tables = game_named(name).tables
    return {one: tables.shipped(one) for one in tables.names()} if tables is not None else {}
