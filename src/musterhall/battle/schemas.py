"""Words for saying what an answer looks like, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.battle.decisions import Schema

NOTHING: Schema = {"type": "null"}
NUMBER: Schema = {"type": "number"}


def one_of(choices: Sequence[Any]) -> Schema:
    return {"enum": list(choices)}


def number(least: float, most: float) -> Schema:
    return {"type": "number", "minimum": least, "maximum": most}


def whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def row(*cells: Schema) -> Schema:
    """A list of exactly these."""
    return {"type": "array", "prefixItems": list(cells), "minItems": len(cells), "maxItems": len(cells)}


def many(item: Schema, least: int = 0, most: int | None = None) -> Schema:
    """A list of so many of one form."""
    return {"type": "array", "items": item, "minItems": least} | ({} if most is None else {"maxItems": most})


def fields(parts: Mapping[str, Schema], needed: Sequence[str] = ()) -> Schema:
    """A table with some of these fields, and the needed ones always."""
    return {"type": "object", "properties": dict(parts), "required": list(needed), "additionalProperties": False}


def either(*forms: Schema) -> Schema:
    return {"anyOf": list(forms)}
