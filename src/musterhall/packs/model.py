"""The event pack: force rules as an organiser writes them down, each with the page it rests on.

A pack is a TOML file. `pack_problems` tells its author everything that is wrong with it; `load_pack` gives the pack or
refuses it. How rounds are paired and scored stands in the same file under `[event]`; a pack without it checks forces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from musterhall.data_files import DataFiles
from musterhall.games.alpha_strike.cards import MECHS
from musterhall.packs.event_rules import EventRules, event_problems, registration_problems
from musterhall.packs.parts import Line, PackModel, Rule, Setting, bare
from musterhall.problems import MOST_LISTED, BadInput, Problem, listed, named, parse_toml, shown_value, wrong_value

LONGEST_FILE = 400_000
"""Characters; a pack has a few thousand."""

_FILES = DataFiles("musterhall.packs")


class Points(Rule):
    """The most a force may cost: one figure, or one for each number of units."""

    most: int | None = Field(default=None, ge=1)
    by_units: dict[str, int] = Field(default={})

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.most is None) == (not self.by_units):
            raise ValueError("needs either most or by_units; write one of them")
        wrong = [key for key, points in self.by_units.items() if not key.isdecimal() or points < 1]
        if wrong:
            raise ValueError(f"by_units maps a number of units to points, which {wrong[0]!r} does not; write 4 = 175")
        return self

    def allowed(self, units: int) -> int | None:
        """The points for a force of so many units; None where that number of units is not foreseen."""
        return self.most if self.most is not None else self.by_units.get(str(units))


class Share(Rule):
    """The share of the force's points, in percent, that must be units of these types."""

    least: int = Field(ge=0, le=100)
    types: list[str] = Field(default=list(MECHS))


class Count(Rule):
    fewest: int = Field(default=0, ge=0)
    most: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.most is not None and self.most < self.fewest:
            raise ValueError(f"most {self.most} is below fewest {self.fewest}; swap them")
        return self


class Most(Rule):
    most: int = Field(ge=0)


class Skills(Rule):
    best: int = Field(alias="from", ge=0, le=8)
    worst: int = Field(alias="to", ge=0, le=8)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.worst < self.best:
            raise ValueError(f"from {self.best} is above to {self.worst}; swap them")
        return self


class PilotKind(Skills):
    """A kind of pilot and the skills it has; a legendary one has a name and its own abilities."""

    kind: str = Field(min_length=1)
    legendary: bool = False


class Carriers(Most):
    """How many units may have a special ability."""

    special: str = Field(min_length=1)


class Barred(Rule):
    """Units that may not be taken: by the type on their card, the unit list's kind, or how it designates them."""

    what: str = Field(min_length=1)
    types: list[str] = Field(default=[])
    kinds: list[str] = Field(default=[])
    designations: list[str] = Field(default=[])

    @model_validator(mode="after")
    def _bars_something(self) -> Self:
        if not (self.types or self.kinds or self.designations):
            raise ValueError("bars nothing; give it types, kinds or designations")
        return self

    @cached_property
    def words(self) -> frozenset[str]:
        return barred_words(self.types, self.kinds, self.designations)


def barred_words(types: Iterable[str], kinds: Iterable[str], designations: Iterable[str]) -> frozenset[str]:
    """What a card is, or a rule bars, as words that can be compared."""
    return frozenset(
        f"{sort} {word.casefold()}"
        for sort, words in (("type", types), ("kind", kinds), ("designation", designations))
        for word in words
    )


class Unusable(Rule):
    """Special abilities that a unit may have but not use."""

    specials: list[str]


class Faction(Rule):
    """One faction for the whole force; `allowed` empty means any."""

    required: bool = True
    allowed: list[str] = Field(default=[])
    available: bool = False
    """Units must be available to the faction in the era."""


class Era(Rule):
    name: str = Field(alias="is", min_length=1)


class PilotAbilities(Rule):
    allowed: bool = True
    pilots: int | None = Field(default=None, ge=0)
    """How many pilots of a force may have abilities of their own."""
    limits_by_skill: bool = True
    legendary_only: bool = False
    banned: list[str] = Field(default=[])


class CommandAbilities(Rule):
    allowed: bool = True
    most: int | None = Field(default=None, ge=0)
    banned: list[str] = Field(default=[])


class Munitions(Rule):
    allowed: bool = True
    per_keyword: int | None = Field(default=None, ge=1)
    banned: list[str] = Field(default=[])


class Formations(Rule):
    allowed: bool = True
    fewest: int = Field(default=3, ge=1)
    most: int = Field(default=6, ge=1)
    sources: list[str] = Field(default=[])
    """Books whose formations may be used; empty means all."""
    banned: list[str] = Field(default=[])

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.most < self.fewest:
            raise ValueError(f"most {self.most} is below fewest {self.fewest}; swap them")
        return self


class CommandUnits(Rule):
    """Units whose death matters and whose identity the opponent does not know."""

    most: int | None = Field(default=None, ge=0)
    never: list[str] = Field(default=[])
    """Types that cannot be command units."""
    commanders_of: list[str] = Field(default=[])
    """Kinds of formation whose commander must be one."""


class ForceRules(PackModel):
    """What a force may hold. A rule that is left out does not exist at this event."""

    points: Annotated[Points, bare("most")]
    era: Annotated[Era, bare("is")] | None = None
    faction: Faction | None = None
    mech_share: Annotated[Share, bare("least")] | None = None
    units: Annotated[Count, bare("most")] | None = None
    skill: Skills | None = None
    pilots: list[PilotKind] = Field(default=[])
    same_legend: Annotated[Most, bare("most")] | None = None
    same_chassis: Annotated[Most, bare("most")] | None = None
    carriers: list[Carriers] = Field(default=[])
    barred: list[Barred] = Field(default=[])
    unusable: Unusable | None = None
    pilot_abilities: PilotAbilities = PilotAbilities()
    command_abilities: CommandAbilities = CommandAbilities()
    alternate_munitions: Munitions = Munitions()
    formations: Formations = Formations()
    command_units: CommandUnits = CommandUnits()


FORCE_RULES = {
    "the_game": ("points", "units"),
    "age_of_destruction": ("points", "units", "faction"),
}
"""The force rules that have a meaning in a game; all of them have one in Alpha Strike."""


class Pack(PackModel):
    """An event pack."""

    game: Literal["alpha_strike", "age_of_destruction", "the_game"]
    name: str = Field(min_length=1)
    version: str = Field(min_length=1)
    about: str = ""
    force: ForceRules
    event: EventRules | None = None
    readings: dict[str, Setting] = Field(default={})
    variants: dict[str, Setting | int] = Field(default={})
    """How THE GAME's open rules are read, where this differs from the usual."""

    @model_validator(mode="after")
    def _rules_of_its_game(self) -> Self:
        meant = FORCE_RULES.get(self.game)
        strange = [name for name in self.force.model_fields_set if meant is not None and name not in meant]
        if strange:
            raise ValueError(f"the force rule {strange[0]} has no meaning in {self.game}; take it out")
        return self

    def reading(self, name: str) -> Setting:
        """How this event reads an open question."""
        return self.readings.get(name, readings()[name].default)

    def told(self, lines: Iterable[str | Line]) -> list[str]:
        """What is to be told, without what belongs to another reading of an open question."""
        fitting = [one for one in lines if isinstance(one, str) or self.reads(one.readings)]
        return [one if isinstance(one, str) else one.says for one in fitting]

    def reads(self, answers: Mapping[str, Setting]) -> bool:
        """Whether these are the event's answers."""
        return all(self.reading(name) == value for name, value in answers.items())


@dataclass(frozen=True, slots=True)
class Reading:
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
def readings() -> Mapping[str, Reading]:
    """The open questions that a pack may answer, by name."""
    text = _FILES.text(".", "readings.toml")
    return {
        name: Reading(name, row["question"], row["on"], {_setting(key): help_ for key, help_ in row["values"].items()})
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
        return pack, [*unread, *astray]
    except ValidationError as error:
        # Each wrong reading has its problem already, with the answers to choose from.
        others = [
            part
            for part in error.errors(include_url=False)
            if part["loc"][:1] != ("readings",) or len(part["loc"]) == 1
        ]
        return None, [*(_model_problem(name, part) for part in others), *unread]


def _unasked(event: EventRules, name: str) -> list[Problem]:
    """Lines and ends that hang on a question which nobody asks, or on an answer that it does not have."""
    lines = [*event.setup, *(line for one in event.rule for line in one.text)]
    lines += [line for one in event.scenario for line in (*one.brief, *one.components)]
    answers = [line.readings for line in lines if isinstance(line, Line)]
    answers += [end.readings for one in event.scenario for end in one.end]
    return [problem for one in answers for problem in _reading_problems(one, f"{name}, event")]


def _reading_problems(chosen: object, name: str) -> list[Problem]:
    problems: list[Problem] = []
    for setting, value in chosen.items() if isinstance(chosen, Mapping) else ():
        where = f"{name}, readings.{setting}"
        known = readings().get(setting)
        if known is None:
            near = _near(setting, readings()) if len(problems) < MOST_LISTED else ""
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


# Names that the game's catalogue should know


def _unknown_names(data: Mapping[str, Any], name: str) -> list[Problem]:
    """Bans and limits that name nothing there is: most often a slip of the pen."""
    from musterhall.packs import names

    problems: list[Problem] = []
    for place, written, known in (
        ("force.pilot_abilities.banned", _strings(data, "force", "pilot_abilities", "banned"), names.pilot_ability),
        ("force.command_abilities.banned", _strings(data, "force", "command_abilities", "banned"), names.command),
        ("force.alternate_munitions.banned", _strings(data, "force", "alternate_munitions", "banned"), names.munition),
        ("force.formations.banned", _strings(data, "force", "formations", "banned"), names.formation),
        (
            "force.command_units.commanders_of",
            _strings(data, "force", "command_units", "commanders_of"),
            names.formation,
        ),
        ("force.unusable.specials", _strings(data, "force", "unusable", "specials"), names.special),
        ("force.carriers", _strings(data, "force", "carriers", "special"), names.special),
        ("force.barred", _strings(data, "force", "barred", "types"), names.unit_type),
        ("force.mech_share.types", _strings(data, "force", "mech_share", "types"), names.unit_type),
        ("force.command_units.never", _strings(data, "force", "command_units", "never"), names.unit_type),
    ):
        for one in written:
            if not known.has(one):
                near = known.near(one) if len(problems) < MOST_LISTED else ""
                problems.append(Problem(f"{name}, {place}", f"no {known.word} is called {one[:60]!r}", "", near))
    return problems


def _strings(value: object, *path: str) -> list[str]:
    """All strings at a place of the raw file, whatever shape it has; lists on the way are gone through."""
    if isinstance(value, list):
        return [found for item in value for found in _strings(item, *path)]
    if not path:
        return [value] if isinstance(value, str) else []
    return _strings(value.get(path[0]), *path[1:]) if isinstance(value, Mapping) else []


def _near(name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    close = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f"perhaps {' or '.join(close)} is meant" if close else f"there is {', '.join(known)}"
