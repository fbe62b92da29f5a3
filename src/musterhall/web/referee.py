"""The referee's page without the page: positions that ship with us, a question read from a form, its ruling, a picture.

Whoever sends a position is a stranger, so everything is bounded before it is read: letters, units, terrain, dice.
Nothing here opens a file but the situations that ship with the package.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.referee import Question, Questions, Ruling
from musterhall.data_files import DataFiles
from musterhall.problems import BadInput, parse_toml

THE_GAME, ALPHA_STRIKE = "the_game", "alpha_strike"
GAMES = {THE_GAME: "THE GAME", ALPHA_STRIKE: "Alpha Strike"}

MOST_TEXT = 60_000
MOST_UNITS = 200
MOST_FORMATIONS = 60
MOST_TERRAIN = 60
MOST_CORNERS = 1_000
"""Of all terrain together."""
MOST_SIZE = 400
"""Centimetres of a table's side."""
MOST_DICE = 200
NAME = "the position"

ASKED = ("ask", "dice", "seed", "answers")
ABOUT_TWO = ("to", "target", "at", "defenders", "enemy", "transport")
"""What a question calls the other one it is about."""

_FILES = DataFiles("musterhall.web")


@dataclass(frozen=True, slots=True)
class Example:
    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Asking:
    """A question as the form has it: all of it as somebody typed it."""

    text: str
    question: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    dice: str = ""
    answers: str = ""
    seed: str = ""

    def data(self) -> dict[str, Any]:
        return position_data(self.text)

    def game(self) -> str:
        return str(self.data().get("game", THE_GAME))


@dataclass(frozen=True, slots=True)
class Answered:
    """A ruling, and the table before it and after it as the board takes it."""

    ruling: Ruling
    picture: dict[str, Any] | None
    words: tuple[str, ...] = ()
    """The table in words, for whoever has no picture."""
    seed: int | None = None
    """What the dice were rolled with, where nobody gave any."""


# Positions


@cache
def examples() -> tuple[Example, ...]:
    """The situations that ship with us."""
    texts = {name: _FILES.text("situations", f"{name}.toml") for name in _FILES.names("situations")}
    return tuple(Example(name, parse_toml(text, name)["title"], text) for name, text in texts.items())


def example(name: str) -> Example:
    found = next((one for one in examples() if one.name == name), None)
    if found is None:
        raise BadInput(f"example {name!r:.60}: there is none; choose from {', '.join(one.name for one in examples())}.")
    return found


def position_data(text: str) -> dict[str, Any]:
    """A position file's data, if it is of a size that is answered at once."""
    if not text.strip():
        raise BadInput(f"{NAME}: is empty; choose an example, paste a position or load a file.")
    if len(text) > MOST_TEXT:
        raise BadInput(f"{NAME}: has {len(text)} letters and may have {MOST_TEXT} here; ask with `muster ask` instead.")
    try:
        data = parse_toml(text, NAME)
    except RecursionError:
        raise BadInput(f"{NAME}: its lists are nested too deeply; write it flatter.") from None
    for word, number, most in _sizes(data):
        if number > most:
            raise BadInput(f"{NAME}: has {number} {word} and may have {most} here; ask with `muster ask` instead.")
    return data


def _sizes(data: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    """How large everything is that costs time; what is no list or number is left to the game to complain about."""
    formations = _tables(data.get("formation"))
    yield "formations", len(formations), MOST_FORMATIONS
    yield "units", sum(_count(unit) for one in formations for unit in _list(one.get("units"))), MOST_UNITS
    yield "datasheets", len(_list(data.get("datasheet"))), MOST_UNITS
    yield "pieces of terrain", len(_list(data.get("terrain"))), MOST_TERRAIN
    yield "figures in its terrain", _figures(data.get("terrain")), 2 * MOST_CORNERS
    yield "dice", len(_list(data.get("dice"))), MOST_DICE
    table = data.get("table")
    for side in ("width", "depth"):
        size = table.get(side, 0) if isinstance(table, Mapping) else 0
        yield f"cm of {side}", int(size) if isinstance(size, int | float) and size < 1e9 else 0, MOST_SIZE


def _count(unit: Any) -> int:
    count = unit.get("count", 1) if isinstance(unit, Mapping) else 1
    return count if isinstance(count, int) else 1


def _figures(value: Any) -> int:
    if isinstance(value, Mapping):
        return sum(map(_figures, value.values()))
    return sum(map(_figures, value)) if isinstance(value, list) else 1 if isinstance(value, int | float) else 0


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _tables(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in _list(value) if isinstance(one, Mapping)]


# Questions


def questions(game: str) -> Questions:
    """What the referee of a game can be asked."""
    if game == ALPHA_STRIKE:
        from musterhall.games.alpha_strike.referee import QUESTIONS as FOUND

        return FOUND
    from musterhall.games.the_game.referee import QUESTIONS

    if game != THE_GAME:
        raise BadInput(f"{NAME}: game: no referee knows {game!r:.60}; use one of {', '.join(GAMES)}.")
    return QUESTIONS


def filled_in(asking: Asking) -> Asking:
    """The form with what the file itself asks, where the form asks nothing."""
    data = asking.data()
    if asking.question or "ask" not in data:
        return asking
    question, given = _asked_in(data["ask"], questions(asking.game()))
    return Asking(
        asking.text,
        question.name,
        {key: written(value) for key, value in given.items()},
        asking.dice or ", ".join(map(str, _list(data.get("dice")))),
        asking.answers or (written(data["answers"]) if data.get("answers") else ""),
        asking.seed or str(data.get("seed", "")),
    )


def _asked_in(said: Any, known: Questions) -> tuple[Question, dict[str, Any]]:
    """As a file writes it: ask = "name", ask = { name = subject, ... } or ask = { name = { ... } }."""
    if isinstance(said, str):
        return known.find(said, NAME), {}
    if not isinstance(said, Mapping) or not said:
        raise BadInput(f"{NAME}: ask: is no question; choose one from the list.")
    key = next((key for key in said if known.knows(key)), next(iter(said)))
    question = known.find(key, NAME)
    given = {other: value for other, value in said.items() if other != key}
    subject = said[key]
    if isinstance(subject, Mapping) and question.subject != "force":
        return question, {**subject, **given}
    return question, given if subject is True or not question.subject else {question.subject: subject, **given}


def ask(asking: Asking, draw_seed: Callable[[], int]) -> Answered:
    """The ruling on a filled-in form. Where dice are needed and none were given, they are rolled with a drawn seed."""
    data = asking.data()
    game = asking.game()
    question = questions(game).find(asking.question, NAME) if asking.question else None
    if question is None:
        raise BadInput("the question: none was asked; choose one from the list.")
    position = {key: value for key, value in data.items() if key not in (*ASKED, *CASE_KEYS)}
    given = {key: value_of(text) for key, text in asking.given.items() if text.strip()}
    if game == ALPHA_STRIKE:
        return Answered(_alpha_strike(position, question, given), None)
    return _the_game(position, question, given, asking, draw_seed)


def _alpha_strike(position: Mapping[str, Any], question: Question, given: Mapping[str, Any]) -> Ruling:
    from musterhall.games.alpha_strike.referee import ask as rule

    subject = given.get(question.subject, True) if question.subject else True
    others = {key: value for key, value in given.items() if key != question.subject}
    return rule({**position, "ask": {question.name: subject, **others}}, NAME)


def _the_game(
    position: Mapping[str, Any],
    question: Question,
    given: Mapping[str, Any],
    asking: Asking,
    draw_seed: Callable[[], int],
) -> Answered:
    from musterhall.games.the_game.position_file import read_position
    from musterhall.games.the_game.referee import ask as rule

    dice = _dice(asking.dice)
    seed = _seed(asking.seed)
    drawn = draw_seed() if question.resolver and not dice and seed is None else None
    rolled = {"dice": dice} if dice else {"seed": drawn if seed is None else seed} if question.resolver else {}
    # A question named by a table takes everything in it by name; the army list alone is a table itself.
    asked = (
        {question.name: given["force"]} if question.subject == "force" and "force" in given else _said(question, given)
    )
    answers = _answers(asking.answers)
    before = read_position(position, NAME)
    ruling = rule({**position, "ask": asked, **rolled, **({"answers": answers} if answers else {})}, NAME)
    after = read_position(ruling.position, NAME) if ruling.position is not None else None
    picture = picture_of(before, after, given) if before.field.units else None
    return Answered(ruling, picture, tuple(table_in_words(before)), drawn)


def _said(question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    return {question.name: dict(given) if given else True}


def _dice(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if len(words) > MOST_DICE:
        raise BadInput(f"dice: {len(words)} are more than {MOST_DICE}; give only those that are rolled.")
    wrong = next((word for word in words if not (word.isascii() and word.isdecimal() and len(word) < 4)), None)
    if wrong is not None:
        raise BadInput(f"dice: {wrong!r:.40} is no face of a die; write them as 9, 6, 3.")
    return [int(word) for word in words]


def _seed(text: str) -> int | None:
    if not text.strip():
        return None
    if not (text.strip().isascii() and text.strip().isdecimal() and len(text.strip()) < 19):
        raise BadInput(f"seed: {text!r:.40} is no seed; give a whole number, or leave it empty.")
    return int(text)


def _answers(text: str) -> list[Any]:
    value = value_of(text) if text.strip() else []
    return value if isinstance(value, list) else [value]


# Words and values


def value_of(text: str) -> Any:
    """What somebody typed: figures, true, lists and tables as TOML has them; anything else is a name, or names."""
    text = text.strip()
    found = _toml_value(text)
    if found is not None:
        return found
    names = [part.strip() for part in text.split(",") if part.strip()]
    return names if len(names) > 1 else text


def written(value: Any) -> str:
    """A value as somebody would type it; `value_of` makes the same value of it."""
    if isinstance(value, str) and value and value_of(value) == value and type(value_of(value)) is str:
        return value
    return _toml_text(value)


def _toml_value(text: str) -> Any:
    try:
        found = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return None
    value = found.get("value")
    # Dates and the like are words on our forms.
    return value if len(found) == 1 and isinstance(value, bool | int | float | str | list | dict) else None


def _toml_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_quoted(str(key))} = {_toml_text(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml_text, value)) + "]"
    return str(value)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}" for sign in escaped) + '"'


def names_in(data: Mapping[str, Any]) -> list[str]:
    """Names of formations and units that a question may be about, to choose from."""
    formations = _tables(data.get("formation"))
    found = [one.get("name") for one in formations]
    found += [unit.get("name") for one in formations for unit in _tables(one.get("units"))]
    return list(dict.fromkeys(name for name in found if isinstance(name, str) and name))


# The picture


def picture_of(before: Any, after: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """A table as the board draws it: before, after where something happened, and what was asked about set off."""
    from musterhall.drawing import table_art
    from musterhall.games.the_game.replay_data import sheet_lines, snapshot

    still = before.field
    first = snapshot(before)
    last = snapshot(after, first) if after is not None and len(after.field.units) == len(still.units) else None
    units, formations = _about(before, given)
    return {
        "table": {
            "width": float(still.table.width),
            "depth": float(still.table.depth),
            "name": still.table.name,
            "art": table_art(still.table),
        },
        "units": [
            {"name": unit.name, "side": unit.side, "formation": unit.formation, "type": unit.sheet.type}
            for unit in still.units
        ],
        "sheets": [[unit.sheet.name, *sheet_lines(unit.sheet)] for unit in still.units],
        "formations": [{"name": one.name, "side": one.side, "size": one.original} for one in before.formations],
        "objectives": [
            {"x": one.x, "y": one.y, "side": one.side, "kind": one.kind} for one in before.scenario.objectives
        ],
        "before": _frame(first),
        "after": _frame(last) if last is not None else None,
        "asked": {"units": units, "formations": formations},
    }


def _frame(shown: Any) -> dict[str, Any]:
    return {
        "units": [[unit, *row] for unit, row in enumerate(shown.units)],
        "formations": [[index, *row] for index, row in enumerate(shown.formations)],
    }


def _about(position: Any, given: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """The units and formations that a question names, the other one last."""
    ordered = sorted(given.items(), key=lambda item: item[0] in ABOUT_TWO)
    words = [_plain(word) for _, value in ordered for word in _words(value)]
    units: dict[str, int] = {}
    for unit in position.field.units:
        units.setdefault(_plain(unit.name), unit.index)
        units[_plain(f"{position.formations[unit.formation].name} / {unit.name}")] = unit.index
    formations = {_plain(one.name): one.index for one in position.formations}
    return (
        list(dict.fromkeys(units[word] for word in words if word in units)),
        list(dict.fromkeys(formations[word] for word in words if word in formations)),
    )


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("/", " / ").split())


def table_in_words(position: Any) -> Iterator[str]:
    """The same without a picture: who stands where."""
    for one in position.formations:
        side = ("red", "blue")[one.side]
        state = ", ".join(filter(None, ["broken" if one.broken else "", _tokens(one.suppression)]))
        places = "; ".join(_standing(position, unit) for unit in one.units)
        yield f"{one.name} ({side}{f', {state}' if state else ''}): {places or 'nobody left'}"


def _tokens(number: int) -> str:
    return f"{number} suppression" if number else ""


def _standing(position: Any, unit: int) -> str:
    name = position.field.units[unit].name
    return f"{name} at {position.x[unit]:g}, {position.y[unit]:g}" if position.on[unit] else f"{name} not on the table"


def answer_rows(result: Mapping[str, Any]) -> Sequence[tuple[str, Any]]:
    return [(str(key).replace("_", " "), value) for key, value in result.items()]
