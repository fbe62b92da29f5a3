"""What is wrong with what somebody handed us, and what would mend it.

`BadInput` ends a command or a request with one sentence. `Problem` is one finding of a check
that goes on to report the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from musterhall.spelling import names_like

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")
T = TypeVar("T")

LONGEST_SHOWN = 80
"""Characters of a wrong value that are repeated in the sentence about it."""
MOST_NAMED = 20
"""Mistakes that are named one by one in a sentence; nobody reads more, and a stranger's file may have a million."""
MOST_LISTED = 100
"""Problems that are listed below each other."""


UNKNOWN = "unknown"
TO_DECIDE = "to decide"


class BadInput(Exception):
    """A file, an option or a request that cannot be used: one sentence, with place and remedy.

    `way` names the remedy where it is something to be done here; the command line knows its command.
    """

    def __init__(self, sentence: str, *, way: str = "") -> None:
        super().__init__(sentence)
        self.way = way


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing a check found: where, what, by which rule, and what would mend it (`way` as in `BadInput`)."""

    where: str
    what: str
    rule: str = ""
    remedy: str = ""
    way: str = ""
    kind: str = ""
    """`UNKNOWN` where nobody here can tell, `TO_DECIDE` where the organiser has to; without one it is a note."""

    def __str__(self) -> str:
        sentence = f"{self.where}: {self.what}"
        if self.remedy:
            sentence = f"{sentence.rstrip('.')}. {self.remedy}"
        return f"{sentence.rstrip('.')}." + (f" ({self.rule})" if self.rule else "")

    def as_data(self) -> dict[str, str]:
        told = {"where": self.where, "what": self.what, "rule": self.rule, "remedy": self.remedy}
        return told | ({"kind": self.kind} if self.kind else {})


def named(problems: Sequence[object]) -> str:
    """The first of the problems as sentences, and how many others there are."""
    rest = len(problems) - MOST_NAMED
    more = [f"And {rest:,} more like these."] if rest > 0 else []
    return " ".join([*map(str, problems[:MOST_NAMED]), *more])


def clauses(problems: Sequence[T], tell: Callable[[T], str] = str) -> str:
    """The same as `named` within one sentence, and without its full stop."""
    rest = len(problems) - MOST_NAMED
    more = [f"and {rest:,} more like these"] if rest > 0 else []
    return "; ".join([*(tell(problem).rstrip(".") for problem in problems[:MOST_NAMED]), *more])


def listed(problems: Sequence[Problem], name: str) -> list[Problem]:
    """The problems of a file for a list on a page: so many of them, and how many others there are."""
    rest = len(problems) - MOST_LISTED
    return [*problems[:MOST_LISTED], *([Problem(name, f"has {rest:,} more problems like these")] if rest > 0 else [])]


def near_names(name: str, known: Iterable[str], otherwise: str = "Check its spelling, or take it out.") -> str:
    """A remedy that names what was probably meant, whatever its capitals; another where nothing comes near."""
    by_plain = {" ".join(one.casefold().split()): one for one in known}
    near = names_like(" ".join(name.casefold().split()), by_plain)
    return f"Perhaps {' or '.join(by_plain[one] for one in near)} is meant." if near else otherwise


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The TOML text of the file called `name`, or a sentence that says where it breaks."""
    _require_flat(text, name)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be read; make it flatter.") from None
    except ValueError as error:  # also numbers too long to be read
        raise BadInput(f"{name}: not readable as TOML: {error}. Mend that line and try again.") from error


def parse_model(model: type[Model], data: Mapping[str, Any], name: str, *, strict: bool | None = None) -> Model:
    """`data` as a checked model; every wrong field is named with its place. Else than strictly, "3" is a number too."""
    from pydantic import ValidationError  # here, so that a command which reads no file starts at once

    try:
        return model.model_validate(data, strict=strict)
    except ValidationError as error:
        raise BadInput(f"{name}: {clauses(error.errors(include_url=False), _complaint)}.") from error


_WRONG_VALUES: Mapping[str, str] = {
    "string_too_long": "may have at most {max_length} characters",
    "string_too_short": "should have at least {min_length} characters",
    "string_type": "should be a text",
    "string_pattern_mismatch": "should look like {pattern}",
    "too_long": "may have at most {max_length} entries",
    "too_short": "should have at least {min_length} entries",
    "list_type": "should be a list",
    "tuple_type": "should be a list",
    "dict_type": "should have fields of its own",
    "model_type": "should have fields of its own",
    "greater_than": "should be more than {gt}",
    "greater_than_equal": "should be {ge} or more",
    "less_than": "should be less than {lt}",
    "less_than_equal": "should be {le} or less",
    "int_type": "should be a whole number",
    "int_parsing": "should be a whole number",
    "int_from_float": "should be a whole number",
    "int_parsing_size": "is too large a number",
    "float_type": "should be a number",
    "float_parsing": "should be a number",
    "finite_number": "should be a number",
    "bool_type": "should be true or false",
    "bool_parsing": "should be true or false",
    "literal_error": "should be {expected}",
    "enum": "should be {expected}",
    "extra_forbidden": "is not known here",
    "missing": "is missing",
    "json_invalid": "is not readable as JSON: {error}",
}
"""What is wrong with a value, by pydantic's name for it; all others keep pydantic's sentence."""


def wrong_value(error: Mapping[str, Any]) -> str:
    """What is wrong with one value of a model, to be read after its place."""
    told = _WRONG_VALUES.get(error["type"])
    if told is None:
        return str(error["msg"]).removeprefix("Value error, ")
    return told.format(**{name: _without_point(value) for name, value in error.get("ctx", {}).items()})


def _without_point(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def shown_value(error: Mapping[str, Any]) -> str:
    """The wrong value itself, cut where it is long."""
    shown = repr(_shortened(error["input"]))
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}..."


def _shortened(value: Any) -> Any:
    """As much of a value as can be seen in a sentence: writing out the whole of it may take seconds."""
    if isinstance(value, str):
        return value[: LONGEST_SHOWN + 1]
    if isinstance(value, list):
        return [_shortened(one) for one in value[:LONGEST_SHOWN]]
    if isinstance(value, dict):
        return {_shortened(key): _shortened(one) for key, one in islice(value.items(), LONGEST_SHOWN)}
    return value


MOST_DOTS = 100
"""On a line, besides those of numbers; a file of ours has a handful."""
_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")


def _require_flat(text: str, name: str) -> None:
    """Refuse a.a.a. and so on before it is read: reading takes memory with the square of the dots."""
    if text.count(".") <= MOST_DOTS:
        return
    for line in text.split("\n"):
        if line.count(".") > MOST_DOTS and _DECIMAL.sub("", line).count(".") > MOST_DOTS:
            raise BadInput(f"{name}: is nested too deeply to be read; make it flatter.")


def problem_with(error: Mapping[str, Any], name: str, usual: Mapping[str, Any]) -> Problem:
    """One wrong field of the file called `name`; a missing `game` is told with what is usual there."""
    what, remedy = _mistake(error)
    if error["type"] == "missing" and error["loc"] == ("game",) and "game" in usual:
        remedy = f'begin the file with game = "{usual["game"]}"'
    return Problem(name, what, remedy=f"{remedy[0].upper()}{remedy[1:]}." if remedy else "")


def _complaint(error: Mapping[str, Any]) -> str:
    what, remedy = _mistake(error)
    return f"{what}; {remedy}" if remedy else what


def _mistake(error: Mapping[str, Any]) -> tuple[str, str]:
    """What is wrong with one field, and what would mend it where that is not plain."""
    place = ".".join(str(step)[:LONGEST_SHOWN] for step in error["loc"]) or "the file"
    if error["type"] == "extra_forbidden":
        return f"{place} is not a field it knows", "take it out or check its spelling"
    if error["type"] == "missing":
        return f"{place} is missing", "add it"
    if isinstance(error["input"], Mapping):
        return f"{place}: {wrong_value(error)}", ""
    return f"{place}: {wrong_value(error)} (it has {shown_value(error)})", ""
