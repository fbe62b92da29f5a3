"""The referee's page without the page: positions that ship with us, a question read from a form, its ruling, a picture.

Whoever sends a position is a stranger, so everything is bounded before it is read: letters, units, terrain, dice.
Nothing here opens a file but the situations that ship with the package.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.referee import Question, Ruling, ask_for
from musterhall.data_files import DataFiles
from musterhall.game.bounds import require_small
from musterhall.game.game import Game
from musterhall.game.referee import Referee, Scene
from musterhall.games import game_of, referee_of
from musterhall.problems import BadInput, parse_toml
from musterhall.toml_text import toml_value

MOST_TEXT = 60_000
MOST_DICE = 200
NAME = "the position"
INSTEAD = "ask with `muster ask` instead"

ASKED = ("ask", "dice", "seed", "answers")

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

    def game(self) -> Game:
        return game_of(self.data(), NAME)

    def referee(self) -> Referee:
        return referee_of(self.game())


@dataclass(frozen=True, slots=True)
class Answered:
    """A ruling, and the situation before it and after it to look at."""

    ruling: Ruling
    scene: Scene | None
    seed: int | None = None
    """What the dice were rolled with, where nobody gave any."""
    asked: Mapping[str, Any] = field(default_factory=dict)
    """The file that asks the same."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What decides where the rules leave it open: dice that fell, a seed to roll them with, and players' answers."""

    dice: Sequence[int] = ()
    seed: int | None = None
    answers: Any = ()


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
        raise BadInput(f"{NAME}: has {len(text)} letters and may have {MOST_TEXT} here; {INSTEAD}.")
    try:
        data = parse_toml(text, NAME)
    except RecursionError:
        raise BadInput(f"{NAME}: its lists are nested too deeply; write it flatter.") from None
    require_small(referee_of(game_of(data, NAME)).bounds(data), NAME, INSTEAD)
    return data


# Questions


def filled_in(asking: Asking) -> Asking:
    """The form with what the file itself asks, where the form asks nothing."""
    data = asking.data()
    if asking.question or "ask" not in data:
        return asking
    question, given = asking.referee().questions.asked(data, NAME)
    dice = data.get("dice")
    return Asking(
        asking.text,
        question.name,
        {key: written(value) for key, value in given.items()},
        asking.dice or (", ".join(map(str, dice)) if isinstance(dice, list) else ""),
        asking.answers or (written(data["answers"]) if data.get("answers") else ""),
        asking.seed or str(data.get("seed", "")),
    )


def ask(asking: Asking, draw_seed: Callable[[], int], library: Any = None) -> Answered:
    """The ruling on a filled-in form. Where dice are needed and none were given, they are rolled with a drawn seed.

    `library` are the units of this hall; without one, those that come with the game.
    """
    data, referee = asking.data(), asking.referee().knowing(library)
    if not asking.question:
        raise BadInput("the question: none was asked; choose one from the list.")
    question = referee.questions.find(asking.question, NAME)
    given = {key: value_of(text) for key, text in asking.given.items() if text.strip()}
    chance = Chance(read_dice(asking.dice), read_seed(asking.seed), _answers(asking.answers))
    return ruled(referee, data, question, given, chance, draw_seed)


def ruled(
    referee: Referee,
    data: Mapping[str, Any],
    question: Question,
    given: Mapping[str, Any],
    chance: Chance,
    draw_seed: Callable[[], int],
) -> Answered:
    """The ruling on a question about a situation's data."""
    position = situation_in(data)
    given = dict(given)
    dice, seed = chance.dice, chance.seed
    rolls = question.resolver and (referee.dice_beside or ("seed" in question.given and "dice" not in given))
    drawn = draw_seed() if rolls and not dice and seed is None and "seed" not in given else None
    rolled = {"dice": list(dice)} if dice else {"seed": drawn if seed is None else seed} if rolls else {}
    said: dict[str, Any] = {**rolled, **({"answers": chance.answers} if chance.answers else {})}
    if not referee.dice_beside:
        given = {**{key: value for key, value in said.items() if key in question.given}, **given}
    asked = {**position, "ask": ask_for(question, given), **(said if referee.dice_beside else {})}
    ruling = referee.ask(asked, NAME)
    return Answered(ruling, referee.scene(position, ruling.position, given, NAME), drawn, asked)


def situation_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """A file's data without what it asks."""
    return {key: value for key, value in data.items() if key not in (*ASKED, *CASE_KEYS)}


def read_dice(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if len(words) > MOST_DICE:
        raise BadInput(f"dice: {len(words)} are more than {MOST_DICE}; give only those that are rolled.")
    wrong = next((word for word in words if not (word.isascii() and word.isdecimal() and len(word) < 4)), None)
    if wrong is not None:
        raise BadInput(f"dice: {wrong!r:.40} is no face of a die; write them as 9, 6, 3.")
    return [int(word) for word in words]


def read_seed(text: str) -> int | None:
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
    return toml_value(value)


def _toml_value(text: str) -> Any:
    try:
        found = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return None
    value = found.get("value")
    # Dates and the like are words on our forms.
    return value if len(found) == 1 and isinstance(value, bool | int | float | str | list | dict) else None


def answer_rows(result: Mapping[str, Any]) -> Sequence[tuple[str, Any]]:
    return [(str(key).replace("_", " "), value) for key, value in result.items()]
