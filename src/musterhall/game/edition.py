"""Editions: figures and readings of a rulebook that were not taken from print, or can be understood in several ways.

A game keeps them in a file, each with a value, what else it may be, where it comes from and how sure it is, and names
them as fields of a class of its own, so that code looks them up as attributes and a battle may be played with others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from types import NoneType
from typing import Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

from pydantic import Field, model_validator

from musterhall.data_files import FileModel
from musterhall.game.variants import VariantInfo, shown
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like

Value = bool | int | float | str
Certainty = Literal["sure", "likely", "older", "unknown", "ours"]


@dataclass(frozen=True, slots=True)
class EditionFigure:
    """One figure as others list it."""

    name: str
    about: str
    value: Value | None
    """None while nobody here knows it."""
    certainty: str
    """sure, likely, older, unknown, or ours."""
    source: str
    """Where it is printed, or would be."""
    alternatives: tuple[Value, ...] = ()
    """What else it may be, where that can be counted."""


class Figure(FileModel):
    """One entry of the file: a number, a switch, or a word with the others it may be."""

    value: Value | None = None
    alternatives: list[str] = Field(default=[])
    certainty: Certainty
    source: str
    about: str

    @model_validator(mode="after")
    def _words_alone_have_alternatives(self) -> Self:
        if self.alternatives and not isinstance(self.value, str):
            raise ValueError("alternatives are for words; a number may be any other, and a switch has two values")
        return self

    @property
    def values(self) -> tuple[Value, ...]:
        """Everything it may be, the usual first; nothing for a number, which may be any."""
        if isinstance(self.value, bool):
            return (self.value, not self.value)
        return (self.value, *self.alternatives) if isinstance(self.value, str) else ()


class EditionFile:
    """The file of a game's edition; it is read when somebody first asks."""

    def __init__(self, name: str, read: Callable[[str], Mapping[str, Any]]) -> None:
        self.name = name
        self._read = read
        self._usual: Any = None

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """Every figure by key."""
        return read_figures(self._read(self.name), self.name)

    def usual(self, kind: type[Any]) -> Any:
        """The edition of this kind with every figure as it stands here; it is made once."""
        if self._usual is None:
            self._require_all(kind)
            self._usual = kind(**{key: figure.value for key, figure in self.figures.items()})
        return self._usual

    def _require_all(self, kind: type[Any]) -> None:
        wanted = [field.name for field in fields(kind)]
        if missing := [name for name in wanted if name not in self.figures]:
            remedy = "write it with its value, certainty, source and what it is about."
            raise BadInput(f"{self.name}: the figure {missing[0]} is missing; {remedy}")
        if strange := [key for key in self.figures if key not in wanted]:
            near = names_like(strange[0], wanted, 1)
            remedy = f"did you mean {near[0]}?" if near else "take it out."
            raise BadInput(f"{self.name}: no rule asks for the figure {strange[0]}; {remedy}")
        self._require_values(get_type_hints(kind))

    def _require_values(self, hints: Mapping[str, Any]) -> None:
        """Every figure has a value of the kind that the rules reckon with."""
        for key, figure in self.figures.items():
            kinds = get_args(hints[key]) or (hints[key],)
            words = " or ".join(kinds) if get_origin(hints[key]) is Literal else _VALUES[kinds[0]]
            if figure.value is None and NoneType not in kinds:
                raise BadInput(f"{self.name}: the figure {key} has no value; write {words}.")
            if not _is_one_of(figure.value, kinds):
                raise BadInput(f"{self.name}: the figure {key} cannot be {figure.value!r:.60}; write {words}.")

    def chosen(self, key: str, wanted: Any) -> Value:
        """A value that somebody wants for a figure, in the form that the rules use."""
        if key not in self.figures:
            near = names_like(key, self.figures)
            remedy = f"did you mean {' or '.join(near)}?" if near else "the edition file lists them all."
            raise BadInput(f"variant {key!r}: there is none of this name; {remedy}")
        figure = self.figures[key]
        if not figure.values:
            return _number(key, wanted, whole=not isinstance(figure.value, float))
        for value in figure.values:
            if wanted == value or (isinstance(wanted, str) and wanted.lower() == shown(value)):
                return value
        offered = " or ".join(shown(value) for value in figure.values)
        raise BadInput(f"variant {key}: {wanted!r:.60} is not on offer; write {offered}.")

    def listed(self) -> tuple[EditionFigure, ...]:
        """Every figure as `muster rules GAME --edition` lists it."""
        return tuple(
            EditionFigure(key, one.about, one.value, one.certainty, one.source, one.values[1:])
            for key, one in self.figures.items()
        )

    def variants(self) -> tuple[VariantInfo, ...]:
        """Every figure as something that a battle may be played with otherwise."""
        return tuple(
            VariantInfo(
                number=key,
                sections=(one.source,),
                question=one.about,
                name=key,
                default=one.value,
                alternatives=one.values[1:],
                help=tuple((value, "") for value in one.values),
            )
            for key, one in self.figures.items()
            if one.value is not None
        )


def read_figures(data: Mapping[str, Any], name: str) -> dict[str, Figure]:
    """The figures of an edition file; an error names file, entry and field."""
    return {key: parse_model(Figure, entry, f"{name}, {key}") for key, entry in data.items()}


_VALUES: Mapping[type, str] = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}


def _is_one_of(value: Value | None, kinds: tuple[Any, ...]) -> bool:
    """Whether a value is one of these words, or of one of these types; a whole number is a number too."""
    return value in kinds or type(value) in kinds or (type(value) is int and float in kinds)


def _number(key: str, wanted: Any, *, whole: bool) -> int | float:
    kind = "a whole number" if whole else "a number"
    try:
        number = int(wanted) if whole else float(wanted)
    except (TypeError, ValueError):
        raise BadInput(f"variant {key}: {wanted!r:.60} is not {kind}; write one of 0 or more.") from None
    if isinstance(wanted, bool) or number < 0 or not math.isfinite(number) or number != float(wanted):
        raise BadInput(f"variant {key}: {wanted!r:.60} cannot be; write {kind} of 0 or more.")
    return number


@dataclass(frozen=True, slots=True)
class ChosenEdition:
    """The figures that a battle is played by; a game's own class has a field for each entry of its file.

    Made by `usual` or `of`, never by hand: the values are the file's.
    """

    file: ClassVar[EditionFile]

    @classmethod
    def usual(cls) -> Self:
        """Every figure as the file has it."""
        made: Self = cls.file.usual(cls)
        return made

    @classmethod
    def of(cls, wanted: Mapping[str, Any]) -> Self:
        """The usual edition with some figures chosen otherwise; `BadInput` names all that cannot be."""
        if not wanted:
            return cls.usual()
        values: dict[str, Any] = dict(cls.usual().as_data())
        complaints = []
        for key, value in wanted.items():
            try:
                values[key] = cls.file.chosen(key, value)
            except BadInput as complaint:
                complaints.append(str(complaint))
        if complaints:
            raise BadInput(" ".join(complaints))
        return cls(**values)

    def as_data(self) -> dict[str, Any]:
        """The value of every figure, by name."""
        return asdict(self)

    def changed(self) -> dict[str, Any]:
        """Only what differs from the usual: what a file needs to say."""
        usual = self.usual().as_data()
        return {key: value for key, value in self.as_data().items() if value != usual[key]}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # Forks copy whole positions; what never changes can be shared.
        return self
