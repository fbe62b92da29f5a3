"""What is wrong with what somebody handed us, and what would mend it.

`BadInput` ends a command or a request with one sentence. `Problem` is one finding of a check
that goes on to report the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")

LONGEST_SHOWN = 80
"""Signs of a wrong value that are repeated in the sentence about it."""


class BadInput(Exception):
    """A file, an option or a request that cannot be used: one sentence, with place and remedy."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing a check found: where, what, by which rule, and what would mend it."""

    where: str
    what: str
    rule: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        sentence = f"{self.where}: {self.what}"
        if self.remedy:
            sentence = f"{sentence.rstrip('.')}. {self.remedy}"
        return f"{sentence.rstrip('.')}." + (f" ({self.rule})" if self.rule else "")

    def as_data(self) -> dict[str, str]:
        return {"where": self.where, "what": self.what, "rule": self.rule, "remedy": self.remedy}


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The TOML text of the file called `name`, or a sentence that says where it breaks."""
    _require_flat(text, name)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be read; make it flatter.") from None
    except ValueError as error:  # also numbers too long to be read
        raise BadInput(f"{name}: not readable as TOML: {error}. Mend that line and try again.") from error


def parse_model(model: type[Model], data: Mapping[str, Any], name: str) -> Model:
    """`data` as a checked model; every wrong field is named with its place."""
    from pydantic import ValidationError  # here, so that a command which reads no file starts at once

    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise BadInput(f"{name}: {'; '.join(_complaint(part) for part in error.errors())}.") from error


MOST_DOTS = 100
"""On a line, besides those of numbers; a file of ours has a handful."""
_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")


def _require_flat(text: str, name: str) -> None:
    """Refuse a.a.a. and so on before it is read: reading takes memory with the square of the dots."""
    for line in text.split("\n"):
        if line.count(".") > MOST_DOTS and _DECIMAL.sub("", line).count(".") > MOST_DOTS:
            raise BadInput(f"{name}: is nested too deeply to be read; make it flatter.")


def _complaint(error: Mapping[str, Any]) -> str:
    place = ".".join(str(step) for step in error["loc"]) or "the file"
    if error["type"] == "extra_forbidden":
        return f"{place} is not a field it knows; take it out or check its spelling"
    if error["type"] == "missing":
        return f"{place} is missing; add it"
    message = str(error["msg"]).removeprefix("Value error, ")
    shown = repr(error["input"])
    return f"{place}: {message} (it has {shown if len(shown) <= LONGEST_SHOWN else f'{shown[:LONGEST_SHOWN]}...'})"
