"""A file with mistakes, read as far as it goes, so that a check can also name what else is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeVar

from musterhall.problems import Problem, problem_with

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")


def half_read(
    model: type[Model], data: Mapping[str, Any], name: str, stand_ins: Mapping[str, Any]
) -> tuple[Model | None, list[Problem]]:
    """The model with a stand-in for whatever is missing or wrong, and a problem for each; None where nothing stands in.

    Stand-ins go by place, with a star for the number of a row (`formation.*.name`). Each should break no rule, or the
    check would complain about something that nobody wrote.
    """
    from pydantic import ValidationError

    try:
        return model.model_validate(data), []
    except ValidationError as error:
        mistakes = error.errors()
    problems = [problem_with(mistake, name, stand_ins) for mistake in mistakes]
    mended = deepcopy(dict(data))
    if not all(_mend(mended, mistake, stand_ins) for mistake in mistakes):
        return None, problems
    try:
        return model.model_validate(mended), problems
    except ValidationError:
        return None, problems


def _mend(data: Any, mistake: Mapping[str, Any], stand_ins: Mapping[str, Any]) -> bool:
    """Put the stand-in into its place, or take out what nobody knows."""
    *way, field = mistake["loc"] or ("",)
    place = ".".join("*" if isinstance(step, int) else step for step in mistake["loc"])
    unknown = mistake["type"] == "extra_forbidden"
    if not unknown and place not in stand_ins:
        return False
    for step in way:
        data = data[step]
    if unknown:
        del data[field]
    else:
        row = next((step + 1 for step in way if isinstance(step, int)), 0)
        # Two rows without a name are not two of one name.
        data[field] = f"{stand_ins[place]} {row}" if row and field == "name" else stand_ins[place]
    return True
