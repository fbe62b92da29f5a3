"""Forms as browsers send them: flat texts, made into what actions take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile

from musterhall.problems import BadInput, parse_model
from musterhall.web.gate import TOKEN_FIELD

LONGEST_KEY = 80
OWN_FIELDS = (TOKEN_FIELD, "next", "key")
"""What a form carries for us and not for its action."""

MAY_BE_EMPTY = ("team", "faction", "venue", "about")
"""Fields that mean something when they are empty: this player has no team any more."""

LONGEST_PLACE = 6
"""Digits of a place in a list; Python refuses to read thousands of them."""

Model = TypeVar("Model", bound=BaseModel)


async def form_data(form: FormData) -> dict[str, Any]:
    """The fields of a form: names like a.0.b are nested, a[] is a list, an uploaded file is its text."""
    flat: dict[str, Any] = {}
    for name in form:
        if name in OWN_FIELDS:
            continue
        values = [await _text(value) for value in form.getlist(name)]
        kept = [value for value in values if value != "" or name in MAY_BE_EMPTY]
        if name.endswith("[]"):
            flat[name[:-2]] = kept
        elif kept:
            flat[name] = kept[-1]
    return nested(flat)


def sender_mark(given: object) -> str:
    """The mark that a sender gave to what was sent. It is never cut: two long ones might become the same."""
    mark = str(given or "")
    if len(mark) > LONGEST_KEY or not re.fullmatch(r"[\x20-\x7e]*", mark):
        raise BadInput(f"key: use at most {LONGEST_KEY} characters, and only letters, digits and hyphens.")
    return mark


def read_form(model: type[Model], data: Mapping[str, Any], name: str) -> Model:
    """A form's texts as a checked model."""
    try:
        return model.model_validate_strings(data)
    except ValidationError:
        # A form with rows has lists, which are not taken as texts.
        return read_data(model, data, name)


def read_data(model: type[Model], data: Mapping[str, Any], name: str) -> Model:
    """Data that was a form's and has its shape already; its numbers may still be texts."""
    return parse_model(model, data, name, strict=False)


def nested(flat: Mapping[str, Any]) -> dict[str, Any]:
    """{"sides.0.fields.hill": "2"} as {"sides": [{"fields": {"hill": "2"}}]}."""
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        steps = name.split(".")
        if len(steps) > 6:
            raise BadInput(f"field {name[:60]!r}: is nested too deeply; load the page again.")
        place = tree
        for step in steps[:-1]:
            place = place.setdefault(step, {})
            if not isinstance(place, dict):
                raise BadInput(f"field {name[:60]!r}: is given twice; load the page again.")
        place[steps[-1]] = value
    return {key: _lists(value) for key, value in tree.items()}


def safe_next(given: str, otherwise: str) -> str:
    """Where to go after a form: only to a page of ours."""
    return given if re.fullmatch(r"/(?![/\\])[\w\-./?=&%]*", given or "") else otherwise


def _lists(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    inner = {key: _lists(value) for key, value in tree.items()}
    if inner and all(key.isdecimal() for key in inner):
        return _in_order(inner.items())
    return inner


def _in_order(items: Iterable[tuple[str, Any]]) -> list[Any]:
    found = list(items)
    if any(len(place) > LONGEST_PLACE for place, _ in found):
        raise BadInput("field: a number in its name is too long; load the page again.")
    return [value for _, value in sorted(found, key=lambda item: int(item[0]))]


async def _text(value: str | UploadFile) -> str:
    if isinstance(value, str):
        return value
    content = await value.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{value.filename or 'the file'}: is not UTF-8 text; save it as UTF-8 and try again.") from None
