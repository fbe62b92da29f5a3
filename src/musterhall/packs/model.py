"""The event pack: force rules as an organiser writes them down, each with the page it rests on.

A pack is a TOML file. `pack_problems` tells its author everything that is wrong with it; `load_pack` gives the pack or
refuses it. How rounds are paired and scored stands in the same file under `[event]`; a pack without it checks forces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pydantic import ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from musterhall.data_files import DataFiles
from musterhall.game.terms import ForceRules, PackModel, Setting
from musterhall.games import game_named, is_game, known_games
from musterhall.packs.card_rules import End
from musterhall.packs.event_check import event_problems, registration_problems
from musterhall.packs.event_rules import EventRules
from musterhall.packs.parts import ConditionalLine
from musterhall.packs.scenarios import Scenario
from musterhall.problems import MOST_LISTED, BadInput, Problem, listed, named, parse_toml, shown_value, wrong_value
from musterhall.spelling import names_like

LONGEST_FILE = 400_000
"""Characters; a pack has a few thousand."""

_FILES = DataFiles("musterhall.packs")


class _AnyRules(ForceRules):
    """What every game has, where nobody can say which game it is."""

    model_config = ConfigDict(extra="ignore")


class Pack(PackModel):
    """An event pack."""

    game: str
    name: str = Field(min_length=1)
    version: str = Field(min_length=1)
    about: str = ""
    force: Any
    """`ForceRules` with what its game adds to them: the game names the model."""
    event: EventRules | None = None
    readings: dict[str, Setting] = Field(default={})
    variants: dict[str, Setting | int] = Field(default={})
    """How the game's open rules are read, where this differs from the usual."""

    @field_validator("game")
    @classmethod
    def _known_game(cls, name: str) -> str:
        if not is_game(name):
            raise ValueError(f"is {name[:60]!r}, which is no game here; choose from {', '.join(known_games())}")
        return name

    @field_validator("force", mode="plain")
    @classmethod
    def _rules_of_its_game(cls, written: Any, info: ValidationInfo) -> ForceRules:
        game = info.data.get("game")
        return (game_named(game).forces.rules if game else _AnyRules).model_validate(written)

    def chosen_variants(self) -> dict[str, Any]:
        """How a battle of this event reads its game's open rules, where that differs from the usual."""
        variants = game_named(self.game).variants
        known = {entry.name for entry in variants.entries()} if variants is not None else set()
        return {name: value for name, value in self.readings.items() if name in known} | dict(self.variants)

    def reading(self, name: str) -> Setting:
        """How this event reads an open question."""
        return self.readings.get(name, open_questions()[name].default)

    def told(self, lines: Iterable[str | ConditionalLine]) -> list[str]:
        """What is to be told, without what belongs to another reading of an open question."""
        fitting = [one for one in lines if isinstance(one, str) or self.reads(one.readings)]
        return [one if isinstance(one, str) else one.says for one in fitting]

    def reads(self, answers: Mapping[str, Setting]) -> bool:
        """Whether these are the event's answers."""
        return all(self.reading(name) == value for name, value in answers.items())

    def answer_in_words(self, name: str) -> str:
        """An open question, and the answer by which this event goes."""
        known, value = open_questions()[name], self.reading(name)
        return f"{known.question}: {known.values[value]} ({name} = {str(value).lower()})."

    def possible_ends(self, scenario: Scenario) -> list[End]:
        """What can end this scenario before time, as the pack reads its open questions."""
        return [end for end in scenario.end if self.reads(end.readings)]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question, and each answer a pack may give with what it means; the first is the default."""

    name: str
    question: str
    on: str
    values: Mapping[Setting, str]

    @property
    def default(self) -> Setting:
        return next(iter(self.values))


def shipped_packs() -> tuple[str, ...]:
    """The names of the packs that come with Musterhall."""
    return _FILES.names("shipped")


def shipped_pack_text(name: str) -> str:
    """The file of a shipped pack, to copy and to change."""
    if name not in shipped_packs():
        raise BadInput(f"no pack is called {name!r}; {_near(name, shipped_packs())}.")
    return _FILES.text("shipped", f"{name}.toml")


def load_pack(name_or_text: str, name: str = "") -> Pack:
    """A shipped pack by its name, or the pack in the text of a file called `name`."""
    if "\n" in name_or_text or "=" in name_or_text:
        return _pack(name_or_text, name or "the pack")
    return _shipped(name_or_text)


def pack_problems(text: str, name: str) -> list[Problem]:
    """Everything that is wrong with a pack's file; nothing if it can be used."""
    try:
        data = _data(text, name)
    except BadInput as complaint:
        return [Problem(name, str(complaint).removeprefix(f"{name}: "), remedy="")]
    pack, problems = _checked(data, name)
    unread = registration_problems(pack.event, name) if pack is not None and pack.event is not None else []
    return listed([*problems, *unread, *_unknown_names(data, name)], name)


@cache
def open_questions() -> Mapping[str, OpenQuestion]:
    """The open questions that a pack may answer, by name."""
    text = _FILES.text(".", "readings.toml")
    return {
        name: OpenQuestion(
            name, row["question"], row["on"], {_setting(key): help_ for key, help_ in row["values"].items()}
        )
        for name, row in parse_toml(text, "readings.toml").items()
    }


@cache
def _shipped(name: str) -> Pack:
    return _pack(shipped_pack_text(name), f"{name}.toml")


@lru_cache(maxsize=64)
def _pack(text: str, name: str) -> Pack:
    """A pack never changes, so the same text is the same pack: events are read often."""
    pack, problems = _checked(_data(text, name), name)
    if pack is None or problems:
        raise BadInput(named(problems))
    return pack


def _checked(data: Mapping[str, Any], name: str) -> tuple[Pack | None, list[Problem]]:
    """The pack, if it is one, and everything that keeps it from being used."""
    unread = _reading_problems(data.get("readings"), name)
    try:
        pack = Pack.model_validate(data)
        astray = [*event_problems(pack.event, f"{name}, event"), *_unasked(pack.event, name)] if pack.event else []
        return _as_read(pack), [*unread, *astray]
    except ValidationError as error:
        # Each wrong reading has its problem already, with the answers to choose from.
        others = [
            part
            for part in error.errors(include_url=False)
            if part["loc"][:1] != ("readings",) or len(part["loc"]) == 1
        ]
        return None, [*(_model_problem(name, part) for part in others), *unread]


def _as_read(pack: Pack) -> Pack:
    """The pack without those steps of scoring that belong to another reading of an open question."""
    event = pack.event
    if event is None or any(name not in open_questions() for step in event.scoring.steps for name in step.readings):
        return pack
    steps = [step for step in event.scoring.steps if pack.reads(step.readings)]
    if len(steps) == len(event.scoring.steps):
        return pack
    scoring = event.scoring.model_copy(update={"steps": steps})
    return pack.model_copy(update={"event": event.model_copy(update={"scoring": scoring})})


def _unasked(event: EventRules, name: str) -> list[Problem]:
    """Lines and ends that hang on a question which nobody asks, or on an answer that it does not have."""
    lines = [*event.setup, *(line for one in event.rule for line in one.text)]
    lines += [line for one in event.scenario for line in (*one.brief, *one.components)]
    answers = [line.readings for line in lines if isinstance(line, ConditionalLine)]
    answers += [end.readings for one in event.scenario for end in one.end]
    answers += [step.readings for step in event.scoring.steps]
    return [problem for one in answers for problem in _reading_problems(one, f"{name}, event")]


def _reading_problems(chosen: object, name: str) -> list[Problem]:
    problems: list[Problem] = []
    for setting, value in chosen.items() if isinstance(chosen, Mapping) else ():
        where = f"{name}, readings.{setting}"
        known = open_questions().get(setting)
        if known is None:
            near = _near(setting, open_questions()) if len(problems) < MOST_LISTED else ""
            problems.append(Problem(where, "is no setting", remedy=f"{near[:1].upper()}{near[1:]}."))
        elif not any(type(value) is type(one) and value == one for one in known.values):
            choices = " or ".join(map(_written, known.values))
            problems.append(Problem(where, f"cannot be {_written(value)}", remedy=f"Write {choices}."))
    return problems


def _written(value: object) -> str:
    if isinstance(value, str):
        return f'"{value[:60]}"'
    return repr(value)[:60].lower()


def _data(text: str, name: str) -> dict[str, Any]:
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no pack needs {LONGEST_FILE:,}; check the file.")
    try:
        return parse_toml(text, name)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a pack; make it flatter.") from None


def _setting(key: str) -> Setting:
    return {"true": True, "false": False}.get(key, key)


def _model_problem(name: str, error: Mapping[str, Any]) -> Problem:
    """One of pydantic's complaints with file, entry, field and remedy."""
    where = ", ".join([name, *_place(error["loc"])])
    if error["type"] == "extra_forbidden":
        return Problem(where, "is no field of a pack", remedy="Take it out, or check its spelling.")
    if error["type"] == "missing":
        return Problem(where, "is missing", remedy="Add it.")
    if error["type"] == "value_error":
        what, _, remedy = str(error["msg"]).removeprefix("Value error, ").partition("; ")
        return Problem(where, what, remedy=f"{remedy[:1].upper()}{remedy[1:]}.")
    return Problem(where, f"is {shown_value(error)}", remedy=f"It {wrong_value(error)}.")


def _place(loc: Sequence[str | int]) -> Iterator[str]:
    """force.barred, entry 3, types"""
    path: list[str] = []
    for step in loc:
        if isinstance(step, int):
            yield ".".join(path)
            yield f"entry {step + 1}"
            path = []
        else:
            path.append(step)
    if path:
        yield ".".join(path)


def _unknown_names(data: Mapping[str, Any], name: str) -> list[Problem]:
    """Bans and limits that name nothing there is: most often a slip of the pen."""
    game, written = data.get("game"), data.get("force")
    if not (isinstance(game, str) and is_game(game)) or not isinstance(written, Mapping):
        return []
    return game_named(game).forces.unknown_names(written, f"{name}, force")


def _near(name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    close = names_like(name, known)
    return f"perhaps {' or '.join(close)} is meant" if close else f"there is {', '.join(known)}"
