"""The edition file: figures and readings that are not known for sure, each with its source and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from musterhall.game.edition import EditionFigure
from musterhall.game.variants import VariantInfo, shown
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like

FILE = "edition.toml"
Value = bool | int | float | str
Certainty = Literal["sure", "likely", "older", "unknown", "ours"]


class Figure(FileModel):
    """One entry: a number, a switch, or a word with the others it may be."""

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


@cache
def figures() -> Mapping[str, Figure]:
    """Every figure by key."""
    return read_figures(catalogue_data(FILE), FILE)


def read_figures(data: Mapping[str, Any], name: str) -> dict[str, Figure]:
    """The figures of an edition file; an error names file, entry and field."""
    return {key: parse_model(Figure, entry, f"{name}, {key}") for key, entry in data.items()}


def chosen(key: str, wanted: Any) -> Value:
    """A value that somebody wants for a figure, in the form that the rules use."""
    known = figures()
    if key not in known:
        near = names_like(key, known)
        remedy = f"did you mean {' or '.join(near)}?" if near else "the edition file lists them all."
        raise BadInput(f"variant {key!r}: there is none of this name; {remedy}")
    figure = known[key]
    if figure.values:
        for value in figure.values:
            if wanted == value or (isinstance(wanted, str) and wanted.lower() == shown(value)):
                return value
        offered = " or ".join(shown(value) for value in figure.values)
        raise BadInput(f"variant {key}: {wanted!r:.60} is not on offer; write {offered}.")
    return _number(key, wanted, whole=not isinstance(figure.value, float))


def _number(key: str, wanted: Any, *, whole: bool) -> int | float:
    kind = "a whole number" if whole else "a number"
    try:
        number = int(wanted) if whole else float(wanted)
    except (TypeError, ValueError):
        raise BadInput(f"variant {key}: {wanted!r:.60} is not {kind}; write one of 0 or more.") from None
    if isinstance(wanted, bool) or number < 0 or not math.isfinite(number) or number != float(wanted):
        raise BadInput(f"variant {key}: {wanted!r:.60} cannot be; write {kind} of 0 or more.")
    return number


# As others list them


def edition_figures() -> Sequence[EditionFigure]:
    """Every figure as `muster rules alpha-strike --edition` lists it."""
    return tuple(
        EditionFigure(key, one.about, one.value, one.certainty, one.source, one.values[1:])
        for key, one in figures().items()
    )


def variant_entries() -> Sequence[VariantInfo]:
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
        for key, one in figures().items()
        if one.value is not None
    )
